//! The places that commands write to.

use std::fs;
use std::path::{Path, PathBuf};

use tetralith_files::{Existing, FileError, shown};

use crate::error::CommandError;

/// True if both paths lead to one file, be it there already or not.
pub fn is_same(a: &Path, b: &Path) -> bool {
    real(a).is_some_and(|a| Some(a) == real(b))
}

/// The path without links; of a file that is not there yet, in its directory.
fn real(path: &Path) -> Option<PathBuf> {
    let in_directory = || {
        let directory = path
            .parent()
            .filter(|directory| !directory.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        Some(fs::canonicalize(directory).ok()?.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(in_directory)
}

/// Writes a file whole; one that is already there is replaced only by `force`.
///
/// # Errors
/// [`CommandError`] if a file is in the way or writing fails.
pub fn write(path: &Path, contents: impl AsRef<[u8]>, force: bool) -> Result<(), CommandError> {
    let existing = if force { Existing::Replace } else { Existing::Keep };
    tetralith_files::write(path, contents, existing).map_err(|error| match error {
        FileError::Exists { path } => exists(&path),
        error => error.into(),
    })
}

/// Two options name one file.
pub fn one_name(path: &Path, [first, second]: [&str; 2]) -> CommandError {
    let path = shown(path);
    CommandError::usage(format_args!(
        "{first} and {second} both name {path}; name another file for one of them"
    ))
}

/// A file is in the way, and nothing allows it to be replaced.
pub fn exists(path: &Path) -> CommandError {
    CommandError::input(format_args!("{} already exists; --force replaces it", shown(path)))
}
