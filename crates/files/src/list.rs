//! Directories and their contents.

use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::FileError;

/// A file of a directory, as a listing has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileEntry {
    /// The path: that of the directory and the name.
    pub path: PathBuf,
    /// True if it is a directory.
    pub is_dir: bool,
    /// The time it was last written, if the system knows; lists of games have that of the record
    /// here if there is one.
    pub date: Option<SystemTime>,
}

/// True if the name of the file at `path` ends in `ending`, in letters of either case.
pub fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// True if the file at `path` is hidden: its name begins with a dot.
pub fn is_hidden(path: &Path) -> bool {
    path.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// True if the name of the file at `path` is that of a record: it ends in `.json`, and it is not
/// hidden.
pub fn is_record(path: &Path) -> bool {
    ends_in(path, "json") && !is_hidden(path)
}

/// The directories and the records in `dir`, directories first and by name, files newest
/// first; none that is hidden.
///
/// # Errors
/// [`FileError::Read`] if the directory cannot be read.
pub fn list(dir: &Path) -> Result<Vec<FileEntry>, FileError> {
    let failed = |source| FileError::Read { path: dir.to_owned(), source };
    let mut entries = Vec::new();
    for entry in fs::read_dir(dir).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        // A link that leads nowhere, or a file gone since, is no concern of a list.
        let Ok(metadata) = fs::metadata(&path) else { continue };
        let is_dir = metadata.is_dir();
        if is_dir && !is_hidden(&path) || is_record(&path) {
            entries.push(FileEntry { path, is_dir, date: metadata.modified().ok() });
        }
    }
    let newest_first = |a: &FileEntry, b: &FileEntry| {
        if a.is_dir { Ordering::Equal } else { b.date.cmp(&a.date) }
    };
    entries.sort_by(|a, b| {
        b.is_dir.cmp(&a.is_dir).then_with(|| newest_first(a, b)).then_with(|| a.path.cmp(&b.path))
    });
    Ok(entries)
}
