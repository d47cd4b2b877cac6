//! The places that commands read and write.

use std::io::Write;
use std::path::Path;

use tetralith_cli::CommandError;
use tetralith_storage::files::{Files, RecordPlace};

use crate::configuration::Configuration;

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
