//! The errands of the form: what it asks for, and in which words.

use tetralith_core::Game;

/// The purpose of the form.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Errand {
    Game,
    /// The board on which a position is set up.
    Board,
    Position(Box<Game>),
}

impl Errand {
    /// True if it is asked who plays, and with which clock.
    pub const fn asks_for_players(&self) -> bool {
        matches!(self, Self::Game | Self::Position(_))
    }

    /// True if it is asked for the board and the options of the game.
    pub const fn asks_for_board(&self) -> bool {
        matches!(self, Self::Game | Self::Board)
    }

    /// The words before the game's title at the top of the form.
    pub const fn heading(&self) -> &'static str {
        match self {
            Self::Game => "New game: ",
            Self::Board => "Set up a position: ",
            Self::Position(_) => "Play from the position: ",
        }
    }

    /// The line that ends the form.
    pub const fn done(&self) -> &'static str {
        match self {
            Self::Game | Self::Position(_) => "Start the game",
            Self::Board => "To the board",
        }
    }

    /// The same in a word for the hint line.
    pub const fn short(&self) -> &'static str {
        match self {
            Self::Game | Self::Position(_) => "start",
            Self::Board => "to the board",
        }
    }

    /// The meaning of that line.
    pub const fn remark(&self) -> &'static str {
        match self {
            Self::Game => "Enter starts the game",
            Self::Board => "Enter opens this board; a different board starts empty",
            Self::Position(_) => "Enter starts the game from this position",
        }
    }
}
