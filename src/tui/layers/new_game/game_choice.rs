//! The game, its board and its options in the form for a new game.

use tetralith_core::{BoardRange, Info, OptionKind, OptionValue, Options, Setup, SetupError};

use crate::tui::widgets::menus::around;

/// The game chosen for a new game, with its board and options.
#[derive(Clone, Debug)]
pub(super) struct GameChoice {
    info: &'static Info,
    /// The index among the boards of the game.
    board: usize,
    size: u8,
    /// The options besides board and size; those that are `None` follow the board.
    setup: Setup,
    /// The digits of a size that is being typed.
    digits: String,
}

impl GameChoice {
    /// The choice with the usual board and options of `info`.
    pub(super) fn new(info: &'static Info) -> Self {
        let size = info.boards[0].default;
        Self { info, board: 0, size, setup: Setup::default(), digits: String::new() }
    }

    /// The choice for a first game of `info`: the usual one, with the swap where the game has it as
    /// an option, because it makes the sides even.
    pub(super) fn offered(info: &'static Info) -> Self {
        let pie = info.options.contains(&OptionKind::Pie).then_some(true);
        Self { setup: Setup { pie, ..Setup::default() }, ..Self::new(info) }
    }

    pub(super) fn of_options(info: &'static Info, options: Options) -> Self {
        let board = info.boards.iter().position(|range| range.shape == options.board);
        let mut setup = info.setup(&options);
        // The usual komi follows the board when that is changed.
        let usual_komi = i64::from((info.default_komi)(options.board, options.size));
        setup.komi = setup.komi.filter(|&komi| komi != usual_komi);
        let (board, size) = (board.unwrap_or(0), options.size);
        Self { info, board, size, setup, digits: String::new() }
    }

    pub(super) const fn info(&self) -> &'static Info {
        self.info
    }

    /// The sizes of the board chosen.
    pub(super) fn range(&self) -> &'static BoardRange {
        &self.info.boards[self.board]
    }

    /// Points or cells a side.
    pub(super) const fn size(&self) -> u8 {
        self.size
    }

    /// The options as they can be played.
    ///
    /// # Errors
    /// [`SetupError`] if they cannot be played, which the bounds of the choice prevent.
    pub(super) fn options(&self) -> Result<Options, SetupError> {
        let (board, size) = (Some(self.range().shape), Some(i64::from(self.size)));
        self.info.options(&Setup { board, size, ..self.setup })
    }

    pub(super) fn option(&self, kind: OptionKind) -> OptionValue {
        self.options().map_or(kind.neutral(), |options| options.get(kind))
    }

    /// The next value up or down of the option `kind`, if there is one.
    pub(super) fn turned(&self, kind: OptionKind, up: bool) -> Option<OptionValue> {
        kind.domain(self.info).next(self.option(kind), up)
    }

    /// Sets the option `kind` to its next value up or down, and returns true if there is one.
    pub(super) fn turn_option(&mut self, kind: OptionKind, up: bool) -> bool {
        self.turned(kind, up).and_then(|value| self.setup.set(kind, value)).is_some()
    }

    /// Chooses the next board or the one before, in its usual size; the list goes round.
    pub(super) fn turn_board(&mut self, up: bool) {
        self.board = around(self.board, self.info.boards.len(), up);
        self.size = self.range().default;
    }

    /// Makes the board one larger or smaller; the caller knows that there is such a size.
    pub(super) const fn turn_size(&mut self, up: bool) {
        self.size = if up { self.size + 1 } else { self.size - 1 };
    }

    /// Takes digits typed for the size: each one continues the number as long as that makes a size,
    /// or begins a new one.
    pub(super) fn type_size(&mut self, digits: impl Iterator<Item = char>) {
        let BoardRange { min, max, .. } = *self.range();
        for digit in digits {
            self.digits.push(digit);
            if self.digits.parse::<u32>().is_ok_and(|size| size > max.into())
                || self.digits.len() > 3
            {
                self.digits = digit.to_string();
            }
            if let Some(size) = self.digits.parse().ok().filter(|size| (min..=max).contains(size)) {
                self.size = size;
            }
        }
    }

    /// Ends the typing of a size: the next digit begins a new one.
    pub(super) fn end_typing(&mut self) {
        self.digits.clear();
    }
}
