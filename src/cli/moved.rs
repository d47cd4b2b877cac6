//! Commands of the laboratory, which is a program of its own.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use tetralith_cli::CommandError;

/// Words that are no commands here, each with the command of `tetralith-lab` that it stands for.
const OF_THE_LABORATORY: [(&str, &str); 10] = [
    ("arena", "arena"),
    ("merge", "merge"),
    ("openings", "openings"),
    ("report", "report"),
    ("solve", "solve"),
    ("verify", "verify"),
    ("bench", "bench"),
    ("perft", "perft"),
    ("make", "puzzles make"),
    ("check", "puzzles check"),
];

/// Names the command of the laboratory that the words were meant for; `None` if `error` is another
/// one.
pub(super) fn named(error: &Error) -> Option<CommandError> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let is_unknown = error.kind() == ErrorKind::InvalidSubcommand;
    let (_, command) = OF_THE_LABORATORY.iter().find(|(known, _)| is_unknown && known == word)?;
    Some(CommandError::usage(format_args!(
        "'{word}' is a command of the laboratory: use 'tetralith-lab {command}'"
    )))
}
