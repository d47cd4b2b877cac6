//! The files that commands read and write: their names, and their faults.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use tetralith_cli::{CommandError, is_same};
use tetralith_core::Info;
use tetralith_files::{ends_in, shown};

/// True if the name of the file at `path` is that of a record; of the files that hold games, all
/// others are results of the arena.
pub(super) fn is_record(path: &Path) -> bool {
    ends_in(path, "json")
}

/// A fault of the line with this `number`, from 1, of the file at `path`.
pub(super) fn in_line(path: &Path, number: usize, fault: impl Display) -> CommandError {
    CommandError::in_file(path, format_args!("line {number}: {fault}"))
}

/// Refuses to write to `out` if it is one of the `inputs`, by any path.
pub(super) fn check_no_input<'a>(
    out: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), CommandError> {
    if inputs.into_iter().any(|input| is_same(input, out)) {
        let out = shown(out);
        return Err(CommandError::input(format_args!(
            "{out} is an input, so it cannot be the output; name another file"
        )));
    }
    Ok(())
}

/// None of the games in the files of `--in` is one of `info`.
pub(super) fn no_games(info: &Info) -> CommandError {
    let title = info.title;
    CommandError::input(format_args!("none of the games in --in is one of {title}"))
}
