//! The places that commands read and write.

use std::io::Write;
use std::path::{Path, PathBuf};

use tetralith_cli::CommandError;
use tetralith_storage::files::{Files, RecordPlace, numbered_path};

use crate::cli::ListArgs;
use crate::configuration::Configuration;
use crate::settings::Setting;

/// Checks that `path` names a file, which alone can be written to.
///
/// # Errors
/// [`CommandError`] if it names a record of a list, or is a game in a line.
pub(super) fn check_file(path: &Path) -> Result<(), CommandError> {
    RecordPlace::of(path).file().map(drop).map_err(CommandError::faulty)
}

/// The place of the record of `file` that `list` asks for.
pub(super) fn in_list(file: &Path, list: ListArgs) -> PathBuf {
    list.game.map_or_else(|| file.to_owned(), |number| numbered_path(file, number as usize))
}

/// The files of games that this program keeps by itself. Each fault of the settings that may name
/// another place goes to `err`.
///
/// # Errors
/// [`CommandError`] if there is no place for games.
pub(super) fn own_files(
    configuration: &Configuration,
    err: &mut impl Write,
) -> Result<Files, CommandError> {
    if let Some(file) = &configuration.file {
        // The environment overrides the setting.
        let place = configuration.games_dir.is_none().then(|| Setting::AutosaveDir.key());
        note_faults(&file.load_for(place.as_slice()).1, err);
    }
    Files::locate(configuration.settings.saving.dir.as_deref()).map_err(CommandError::faulty)
}

/// Writes a note on each fault of the settings to `err`.
pub(super) fn note_faults(faults: &[String], err: &mut impl Write) {
    for fault in faults {
        // The command does its work, whether or not the note can be written.
        let _ = writeln!(err, "note: {fault}");
    }
}
