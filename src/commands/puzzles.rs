//! `tetralith puzzles`: puzzles of one's own, on the screen.

use tetralith_core::Info;
use tetralith_storage::files;
use tetralith_study::puzzles::{MAX_BYTES, read};

use super::screen::show;
use crate::cli::SolvePuzzlesArgs;
use crate::configuration::Configuration;
use crate::error::Error;
use crate::program::Start;
use crate::shipped::Collection;

/// Opens the first puzzle that `args` ask for.
///
/// # Errors
/// [`Error::File`] or [`Error::Puzzles`] if the file cannot be read or holds something else,
/// [`Error::NoPuzzles`] if it has none of the game, and as for every screen.
pub fn solve_puzzles(
    args: &SolvePuzzlesArgs,
    configuration: Configuration,
    plain: bool,
) -> Result<(), Error> {
    let path = &args.file;
    let bytes = files::read(path, MAX_BYTES as u64)?;
    let puzzles =
        read(&bytes, false).map_err(|source| Error::Puzzles { path: path.clone(), source })?;
    let is_of = |info: &Info| puzzles.iter().any(|puzzle| puzzle.position.info().id == info.id);
    let first = puzzles.first().map(|puzzle| puzzle.position.info());
    let info = args.game.or(first).filter(|info| is_of(info));
    let info = info.ok_or_else(|| Error::NoPuzzles { path: path.clone(), game: args.game })?;
    show(Start::Puzzles { info, collection: Collection::of(puzzles) }, configuration, plain, None)
}
