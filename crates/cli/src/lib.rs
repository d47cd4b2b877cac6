//! Shared parts of the command lines of both programs: options of games and other values, errors
//! and their exit statuses, signals, completions and manual pages.
#![forbid(unsafe_code)]

mod error;
mod game;
mod lines;
mod manual;
mod notes;
mod place;
mod signals;
mod start;
mod terminal_text;
mod values;

pub use error::{CommandError, ErrorKind};
pub use game::{GameArgs, GameOptions, game_parser, size};
pub use lines::OutputLines;
pub use manual::{CompletionsArgs, ManArgs, Surroundings, completions, man};
pub use notes::{BAR, say};
pub use place::{exists, is_same, one_name, write};
#[cfg(unix)]
pub use signals::ENDINGS;
pub use signals::{heed, heed_with};
pub use start::{begin, exit, has_threads, leave};
pub use terminal_text::{TerminalText, stderr, stdout, takes_utf8};
pub use values::{
    STYLES, Suggested, count, level_parser, levels, long_seconds, read_words, seconds, suggested,
};
