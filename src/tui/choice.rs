//! The lines of the home screen, which the palette offers too.

use std::path::PathBuf;

use tetralith_core::Info;
use tetralith_session::seat::Seat;

use crate::program::LastGame;

/// One line of the home screen.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Choice {
    /// Back to the game at the board, which may be over or in review.
    Continue {
        is_going_on: bool,
    },
    /// On with the game that was kept when the program ended.
    Resume(PathBuf),
    /// A game against the computer at once, like the last one.
    Computer(Box<Rematch>),
    /// A new game.
    New(&'static Info),
    /// A saved game.
    Open,
    /// A position that is set up.
    Edit,
    /// The lessons.
    Learn,
    /// Puzzles of this game, or without one as it is asked.
    Puzzles(Option<&'static Info>),
    /// The puzzle of the day.
    Daily,
    Rules,
    Settings,
    /// The end.
    Quit,
    /// One of the games that were played last.
    Recent(PathBuf),
}

/// A game that can be begun without being asked anything.
#[derive(Clone, Debug)]
pub struct Rematch {
    /// The choices for it.
    pub like: LastGame,
    /// True if its clock is that of the settings instead.
    pub has_usual_clock: bool,
}

impl Choice {
    /// Its name.
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Continue { is_going_on: true } => "Continue game",
            Self::Continue { is_going_on: false } => "Back to the review",
            Self::Resume(_) => "Resume the unfinished game",
            Self::Computer(_) => "Play the computer",
            Self::New(info) => info.title,
            Self::Open => "Open a saved game",
            Self::Edit => "Set up a position",
            Self::Learn => "Learn",
            Self::Puzzles(_) => "Puzzles",
            Self::Daily => "Daily puzzle",
            Self::Rules => "Rules",
            Self::Settings => "Settings",
            Self::Quit => "Quit",
            Self::Recent(_) => "Recent game",
        }
    }

    /// Other words for it, for the palette to find it by.
    pub const fn synonyms(&self) -> &'static str {
        match self {
            Self::Continue { .. } | Self::Resume(_) | Self::Open => {
                "back load import archive review analyse analyze analysis evaluate mistake \
                 mistakes blunder blunders best move what was is wrong better report accuracy \
                 learn from study history retry export html markdown picture diagram explorer \
                 openings comment graph win rate delete rename game pgn second opinion"
            }
            Self::Computer(_) => "bot engine ai opponent level rematch again",
            Self::New(_) => "play start begin two players",
            Self::Edit => {
                "editor setup arrange place stones board fen analyse analyze best move engine"
            }
            Self::Learn => {
                "tutorial lesson lessons teach practice practise strategy train how opening \
                 openings book repertoire"
            }
            Self::Puzzles(_) => {
                "tactics problem problems exercise train practice practise best move streak three \
                 minutes rush set motif rating"
            }
            Self::Daily => "tactics problem problems exercise train practice practise best move",
            Self::Settings => "options preferences config configure",
            Self::Rules | Self::Quit | Self::Recent(_) => "",
        }
    }

    /// True for a game that was played already.
    pub const fn is_recent(&self) -> bool {
        matches!(self, Self::Recent(_))
    }
}

impl Rematch {
    /// Returns the game and the computer's level in a few words, such as `Greylox, Easy`.
    pub fn in_words(&self) -> String {
        let opponent = self.like.seats.iter().find(|seat| seat.is_engine());
        format!("{}, {}", self.like.info.title, opponent.map(Seat::title).unwrap_or_default())
    }
}
