//! `config`: where settings, games and progress are, and what is wrong with the settings.

use std::io::Write;

use crate::cli::ConfigArgs;
use crate::settings::{ConfigFile, sample, schema};
use tetralith_cli::CommandError;
use tetralith_files::shown;
use tetralith_storage::files::{DATA_DIR, Files, games_in, named_dir};

/// Writes where settings, games and progress are to `out`, and each fault in the settings to `err`,
/// a line each; returns true if there is none, nor one with the directory set for games. With
/// `default` or `schema` it writes that text instead.
///
/// # Errors
/// [`CommandError`] if there is no place for settings, or `out` or `err` fails.
pub fn config(
    args: ConfigArgs,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<bool, CommandError> {
    if args.default {
        out.write_all(sample().as_bytes())?;
        return Ok(true);
    }
    if args.schema {
        writeln!(out, "{:#}", schema())?;
        return Ok(true);
    }
    let file = ConfigFile::locate()?;
    let (settings, mut faults) = file.load();
    let set = settings.saving.dir.as_deref();
    let mut places = vec![("settings", file.path().to_owned())];
    if let Ok(files) = Files::locate(set) {
        places.extend([("games", files.games()), ("progress", files.progress_file())]);
    }
    if let Ok(rooms) = super::remote::rooms() {
        places.push(("rooms", rooms));
    }
    for (what, path) in places {
        let missing = if path.exists() { "" } else { " (not there yet)" };
        writeln!(out, "{what:<8}  {}{missing}", shown(&path))?;
    }
    if let (Some(named), Some(_)) = (named_dir(), set) {
        writeln!(
            err,
            "{DATA_DIR} is set, so games are saved in {}, not in autosave_dir",
            shown(&games_in(&named))
        )?;
    }
    if (named_dir().is_some() || set.is_some())
        && let Err(fault) = Files::locate(set).and_then(|files| files.check())
    {
        faults.push(fault.to_string());
    }
    for fault in &faults {
        writeln!(err, "{fault}")?;
    }
    Ok(faults.is_empty())
}
