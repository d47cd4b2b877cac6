//! Keys of positions: the same for all ways in which a board can lie.
//!
//! Source: Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

use tetralith_core::rules::Arrangement;
use tetralith_core::{Cell, CellSet, Colour, Info, Options, Phase};

use crate::explore::symmetry::Symmetries;

/// The sums of the stones of a line of play, one for each way in which its board can lie.
pub(crate) struct Keys<'a> {
    symmetries: &'a Symmetries,
    /// A number that distinguishes games with different rules.
    rules: u64,
    stones: [CellSet; 2],
    sums: Vec<u64>,
}

/// The key of a position, and a way to lay the board that leads to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub(crate) sum: u64,
    pub(crate) way: usize,
}

impl<'a> Keys<'a> {
    /// The empty board of a game.
    pub(crate) fn new(info: &Info, options: Options, symmetries: &'a Symmetries) -> Self {
        Self {
            symmetries,
            rules: rules(info, options),
            stones: [CellSet::EMPTY; 2],
            sums: vec![0; symmetries.len()],
        }
    }

    /// Goes to a position of the same game.
    pub(crate) fn go_to(&mut self, arrangement: &Arrangement) {
        for colour in Colour::BOTH {
            let before = std::mem::replace(
                &mut self.stones[colour.index()],
                arrangement.stones[colour.index()],
            );
            let now = self.stones[colour.index()];
            for cell in (before - now) | (now - before) {
                for (way, sum) in self.sums.iter_mut().enumerate() {
                    *sum ^= number([
                        1 + colour.index() as u64,
                        self.symmetries.image(way, cell).index() as u64,
                    ]);
                }
            }
        }
    }

    /// The key of the position that was gone to, at the turn of `arrangement`.
    pub(crate) fn key(&self, arrangement: &Arrangement) -> Key {
        let keys = (0..self.sums.len()).map(|way| Key { sum: self.of_way(way, arrangement), way });
        keys.min_by_key(|key| key.sum).unwrap_or(Key { sum: 0, way: 0 })
    }

    /// All ways to lay the board that lead to its key: more than one for a position with a symmetry
    /// of its own.
    pub(crate) fn ways(&self, arrangement: &Arrangement) -> Vec<usize> {
        let Key { sum, .. } = self.key(arrangement);
        (0..self.sums.len()).filter(|&way| self.of_way(way, arrangement) == sum).collect()
    }

    fn of_way(&self, way: usize, arrangement: &Arrangement) -> u64 {
        let image = |cell: Cell| self.symmetries.image(way, cell).index() as u64;
        let phase = match arrangement.phase {
            Phase::Placement => [3, 0],
            Phase::First => [4, 0],
            Phase::Bound { anchor } => [5, image(anchor)],
            Phase::Free { bound } => [6, image(bound)],
        };
        let turn = [7 + arrangement.to_move.index() as u64, u64::from(arrangement.passes)];
        self.rules ^ self.sums[way] ^ number(phase) ^ number(turn)
    }
}

/// A number for the rules that a game is played by. Komi, ties, the pie rule and whether sides may
/// be swapped make no difference.
fn rules(info: &Info, options: Options) -> u64 {
    let words =
        [options.board.id().len() as u64, u64::from(options.size), u64::from(options.opening)];
    let letters = info.id.bytes().chain(options.board.id().bytes()).map(u64::from);
    letters.chain(words).fold(0, |sum, word| number([sum, word]))
}

/// A number that looks random, the same for the same words.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
fn number([a, b]: [u64; 2]) -> u64 {
    let mut z =
        a.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(b).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
