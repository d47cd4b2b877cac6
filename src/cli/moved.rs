//! Words that are no commands here, but nearly.

use std::path::Path;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use tetralith_cli::CommandError;
use tetralith_core::games;
use tetralith_core::text::shell_word;
use tetralith_files::ends_in;

/// Words that are no commands here, each with the command of `tetralith-lab` that it names.
const OF_THE_LABORATORY: [(&str, &str); 11] = [
    ("arena", "arena"),
    ("merge", "merge"),
    ("openings", "openings"),
    ("report", "report"),
    ("solve", "solve"),
    ("verify", "verify"),
    ("bench", "bench"),
    ("perft", "perft"),
    ("train", "train"),
    ("make", "puzzles make"),
    ("check", "puzzles check"),
];

/// Names the command that the words were meant for: one of the laboratory, `play` before a game, or
/// `replay` before a record; `None` if `error` is another one.
pub(super) fn named(error: &Error) -> Option<CommandError> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    if let Some(game) = games::ids().into_iter().find(|id| id.eq_ignore_ascii_case(word)) {
        let sentence = format_args!("'{word}' is a game: use 'tetralith play {game}'");
        return Some(CommandError::usage(sentence));
    }
    if ends_in(Path::new(word), "json") {
        let file = shell_word(word);
        let sentence = format_args!("'{word}' is a file: use 'tetralith replay {file}'");
        return Some(CommandError::usage(sentence));
    }
    let (_, command) = OF_THE_LABORATORY.iter().find(|(known, _)| known == word)?;
    Some(CommandError::usage(format_args!(
        "'{word}' belongs to the laboratory: use 'tetralith-lab {command}'"
    )))
}
