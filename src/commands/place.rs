//! The places that commands read and write.

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::Path;

use tetralith_cli::CommandError;
use tetralith_files::FileError;
use tetralith_pages::is_html;
use tetralith_storage::files::{Files, RecordPlace};

use crate::configuration::Configuration;

/// The bytes of a file that are read to find out whether it is a page: more than any title takes.
const MOST_HEAD: u64 = 1 << 16;

/// Checks that `path` names a file, which alone can be written to.
///
/// # Errors
/// [`CommandError`] if it names a record of a list, or is a game in a line.
pub(super) fn check_file(path: &Path) -> Result<(), CommandError> {
    RecordPlace::of(path).file().map(drop).map_err(CommandError::faulty)
}

/// The files of games that this program keeps by itself. Each fault of the settings, which may name
/// another place, goes to `err`.
///
/// # Errors
/// [`CommandError`] if there is no place for games.
pub(super) fn own_files(
    configuration: &Configuration,
    err: &mut impl Write,
) -> Result<Files, CommandError> {
    for fault in &configuration.faults {
        // The games are found, whether or not the note can be written.
        let _ = writeln!(err, "note: {fault}");
    }
    Files::locate(configuration.settings.saving.dir.as_deref()).map_err(CommandError::faulty)
}

/// True if a page may be written to `path`: nothing is there, nothing is in it, or a page that this
/// program made.
///
/// # Errors
/// [`FileError::Read`] if it cannot be examined.
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
