//! The reasons why weights, books and numbers of a search cannot be made from games.

use tetralith_core::{NewGameError, NotationError, SetupError};
use tetralith_engine::{BookError, Tuning};
use thiserror::Error;

/// The reason why weights, a book or numbers of a search cannot be made from games.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum TrainError {
    /// A game cannot be set up.
    #[error(transparent)]
    Game(#[from] NewGameError),
    /// A game has no board of a size that was asked for.
    #[error(transparent)]
    Size(#[from] SetupError),
    /// A game lists no features of its steps.
    #[error("{game} has no features, so there are no weights to fit")]
    NoFeatures {
        /// The game's name.
        game: String,
    },
    /// A game has no features of a kind.
    #[error("{game} has no features of the kind {name:?}")]
    Kind {
        /// The game's name.
        game: String,
        name: String,
    },
    /// A line of a file is no game.
    #[error("line {line} is not a game with searches: {fault}")]
    GameLine {
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        fault: String,
    },
    /// A line of a file is a game of another plan.
    #[error(
        "line {line} is from another game, or from the same seed with another board, budget or \
         build"
    )]
    OtherGames {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A game is on a board of no known shape.
    #[error("game {number} is on a board {board:?}; there are square and hexhex boards")]
    Board { number: u64, board: String },
    /// A step of a game has a name that means nothing there.
    #[error("game {number}, step {step}: {fault}")]
    Step {
        number: u64,
        /// The step, from 1.
        step: usize,
        /// The reason.
        fault: NotationError,
    },
    /// A step of a game is illegal.
    #[error("game {number}, step {step}: {fault}")]
    Illegal {
        number: u64,
        /// The step, from 1.
        step: usize,
        /// The reason.
        fault: String,
    },
    /// Games of several kinds are in one file.
    #[error("games of {first} and of {other} cannot be fitted together")]
    Mixed {
        /// The game of the first line.
        first: String,
        /// Another one.
        other: String,
    },
    /// Games on one board are of different builds.
    #[error(
        "the games on {board} were played by different builds ({}); --mixed uses them anyway",
        .found.join("; ")
    )]
    Builds {
        board: String,
        /// The builds, each with its version and signature, as the files have them.
        found: Vec<String>,
    },
    /// There is nothing to fit to.
    #[error("the data has no searches, so there is nothing to fit")]
    Empty,
    /// Weights are of another game or for other features than the data.
    #[error(
        "there are {count} weights for {game}, but the data is of {other} with {features} features"
    )]
    Unlike {
        game: String,
        /// Their number.
        count: usize,
        /// The game of the data.
        other: String,
        features: usize,
    },
    /// There is no number of a search that is called so.
    #[error("there is no search number {name:?}; there are {}", Tuning::NAMES.join(", "))]
    Number { name: String },
    /// A number of a search is named twice.
    #[error("the number {name:?} is named twice; name each once")]
    NumberTwice { name: String },
    /// Weights grew until they were no numbers any more.
    #[error("at the rate {rate:?} and the decay {decay:?} the weights diverge; use smaller values")]
    Unbounded {
        /// The size of the first steps of a weight.
        rate: f32,
        /// The strength with which weights were drawn to 0.
        decay: f32,
    },
    /// A line of a file is no iteration of tuning.
    #[error("line {line} is not an iteration of tuning: {fault}")]
    Iteration {
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        fault: String,
    },
    /// A line of a file is an iteration of another tuning.
    #[error(
        "line {line} is from another tuning: its game, board, budget, seed, build, numbers or \
         pairs differ"
    )]
    OtherPlan {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A file is a book from other searches.
    #[error("line {line} is from another book: its game, board, simulations, seed or build differ")]
    OtherBook {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A file is no book of openings.
    #[error(transparent)]
    Book(#[from] BookError),
}
