//! `tetralith puzzles`: puzzles of one's own, on the screen.

use tetralith_core::Info;
use tetralith_files::shown;
use tetralith_study::puzzles::{MAX_BYTES, read};

use super::screen::show;
use crate::cli::SolvePuzzlesArgs;
use crate::configuration::Configuration;
use crate::program::Start;
use crate::shipped::Collection;
use tetralith_cli::CommandError;

/// Opens the first puzzle that `args` ask for.
///
/// # Errors
/// [`CommandError`] if the file cannot be read, holds something else or no puzzle of the game, and
/// as for every screen.
pub fn solve_puzzles(
    args: &SolvePuzzlesArgs,
    configuration: Configuration,
    is_plain: bool,
) -> Result<(), CommandError> {
    let path = &args.file;
    let bytes = tetralith_files::read(path, MAX_BYTES as u64)?;
    let puzzles = read(&bytes, false).map_err(|source| CommandError::in_file(path, source))?;
    let is_of = |info: &Info| puzzles.iter().any(|puzzle| puzzle.position.info().id == info.id);
    let first = puzzles.first().map(|puzzle| puzzle.position.info());
    let info = args.game.or(first).filter(|info| is_of(info));
    let of_game = args.game.map_or_else(String::new, |info| format!(" of {}", info.title));
    let none = || CommandError::input(format_args!("{} holds no puzzles{of_game}", shown(path)));
    let info = info.ok_or_else(none)?;
    show(
        Start::Puzzles { info, collection: Collection::of(puzzles) },
        configuration,
        is_plain,
        None,
    )
}
