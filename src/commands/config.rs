//! `config`: where the settings are, and what is wrong with them.

use std::io::Write;

use crate::cli::ConfigArgs;
use crate::settings::{ConfigFile, sample};
use tetralith_cli::CommandError;
use tetralith_files::shown;
use tetralith_storage::files::{DATA_DIR, Files, named_dir};

/// Writes the path of the file of settings to `out` and each fault in it to `err`, a line each;
/// returns true if there is none, nor one with the directory set for games. With `default` it
/// writes a file with every setting instead.
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
    let file = ConfigFile::locate()?;
    let (settings, mut faults) = file.load();
    writeln!(out, "{}", shown(file.path()))?;
    let set = settings.autosave_dir.as_deref();
    if let (Some(named), Some(_)) = (named_dir(), set) {
        writeln!(
            err,
            "{DATA_DIR} is set, so games are saved in {}, not in autosave_dir",
            shown(&named)
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
