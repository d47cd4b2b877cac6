//! The places that commands write to.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use tetralith_pages::is_html;
use tetralith_storage::files::FileError;

/// The bytes of a file that are read to tell whether it is a page: more than any title takes.
const MOST_HEAD: u64 = 1 << 16;

/// Returns whether both paths lead to one file, be it there already or not.
pub(super) fn is_same(a: &Path, b: &Path) -> bool {
    real(a).is_some_and(|a| Some(a) == real(b))
}

/// Returns whether the name of the file at `path` ends in `ending`, which is in lower case, in
/// letters of either case.
pub(super) fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
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

/// Returns whether a page may be written to `path`: nothing is there, nothing is in it, or a page
/// that this program made.
///
/// # Errors
/// [`FileError::Read`] if what is there cannot be looked at.
pub(super) fn takes_page(path: &Path) -> Result<bool, FileError> {
    let failed = |source| FileError::Read { path: path.to_owned(), source };
    // A pipe or a device is not opened, since reading it might block for ever.
    match path.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Ok(metadata) if !metadata.is_file() => return Ok(false),
        found => found.map_err(failed)?,
    };
    let mut head = Vec::new();
    File::open(path).map_err(failed)?.take(MOST_HEAD).read_to_end(&mut head).map_err(failed)?;
    Ok(head.is_empty() || is_html(&String::from_utf8_lossy(&head)))
}
