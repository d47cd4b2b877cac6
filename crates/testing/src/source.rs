//! Choices made by the bytes of an input.

use tetralith_core::{Info, OptionKind, Setup, Ties, games};

/// The bytes of an input, taken one choice at a time; when they run out every choice is the first.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    bytes: &'a [u8],
}

impl<'a> Source<'a> {
    /// Choices from `bytes`.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// True if there are no more bytes.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        byte
    }

    /// A number below `n`, which is at least 1; two bytes are taken if `n` needs them.
    pub fn below(&mut self, n: usize) -> usize {
        let mut value = usize::from(self.byte());
        if n > 256 {
            value = value << 8 | usize::from(self.byte());
        }
        value % n
    }

    /// One of `items`, which are at least one.
    pub fn pick<'b, T>(&mut self, items: &'b [T]) -> &'b T {
        &items[self.below(items.len())]
    }

    /// The bytes that are left.
    pub const fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// Leaves out the next `n` bytes, or all there are.
    pub fn skip(&mut self, n: usize) {
        self.bytes = &self.bytes[n.min(self.bytes.len())..];
    }

    /// A game and options that it can be played with, on a board of at most `most` a side where the
    /// game allows one so small.
    pub fn game(&mut self, most: u8) -> (&'static Info, Setup) {
        let info = *self.pick(games::INFOS);
        let range = self.pick(info.boards);
        let sizes = usize::from(most.clamp(range.min, range.max) - range.min) + 1;
        let flags = self.byte();
        let flag = |bit: u8| (flags & bit != 0).then_some(flags & bit << 1 != 0);
        let setup = Setup {
            board: Some(range.shape),
            size: Some(i64::from(range.min) + self.below(sizes) as i64),
            opening: flag(1).filter(|_| info.has(OptionKind::Opening)),
            komi: (flags & 4 != 0 && info.has(OptionKind::Komi)).then(|| i64::from(flags >> 5) - 3),
            ties: (flags & 8 != 0 && info.has(OptionKind::Ties)).then_some(Ties::Parity),
            pie: info.has(OptionKind::Pie).then_some(flags & 16 != 0),
        };
        (info, setup)
    }
}
