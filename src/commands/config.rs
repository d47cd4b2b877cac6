//! `config`: where the settings are, and what is wrong with them.

use std::io::Write;

use crate::cli::ConfigArgs;
use crate::error::Error;
use crate::files::shown;
use crate::settings::{ConfigFile, sample};

/// Writes the path of the file of settings to `out` and a line to `err` for everything that is wrong in it; says whether
/// nothing is. With `default` it writes a file with every setting instead.
///
/// # Errors
/// [`Error`] if there is no place for settings, or `out` or `err` fails.
pub fn config(args: ConfigArgs, out: &mut impl Write, err: &mut impl Write) -> Result<bool, Error> {
    if args.default {
        out.write_all(sample().as_bytes())?;
        return Ok(true);
    }
    let file = ConfigFile::locate()?;
    let (_, faults) = file.load();
    writeln!(out, "{}", shown(file.path()))?;
    for fault in &faults {
        writeln!(err, "{fault}")?;
    }
    Ok(faults.is_empty())
}
