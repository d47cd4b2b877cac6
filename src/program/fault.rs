//! The reasons why a program ends otherwise than by being quit.

use std::io;

use thiserror::Error;

/// The reason why the screen cannot be used.
#[derive(Debug, Error)]
pub enum ScreenError {
    /// Standard input or output is a file or a pipe.
    #[error("this needs a terminal: {0}; --plain works without one")]
    NoTerminal(&'static str),
    /// The terminal fails.
    #[error("the terminal fails: {0}")]
    Io(#[from] io::Error),
    /// The last game is not kept.
    #[error("the game was not saved: {0}")]
    NotKept(String),
    /// The thread that reads keys has panicked.
    #[error("the keyboard can no longer be read")]
    Deaf,
}
