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

/// The directories and the `.json` files in `dir`, directories first and by name, files newest
/// first; none that is hidden.
///
/// # Errors
/// [`FileError::Read`] if the directory cannot be read.
pub fn list(dir: &Path) -> Result<Vec<FileEntry>, FileError> {
    let failed = |source| FileError::Read { path: dir.to_owned(), source };
    let mut entries = Vec::new();
    for entry in fs::read_dir(dir).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        // A link that leads nowhere, or a file gone since, is no concern of a list.
        let Ok(metadata) = fs::metadata(&path) else { continue };
        let is_dir = metadata.is_dir();
        let is_json =
            path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        if !hidden && (is_dir || is_json) {
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
