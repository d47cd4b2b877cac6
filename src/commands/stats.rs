//! `tetralith stats`: what one's own games show together.

use std::io::Write;

use tetralith_core::text::escape_json;
use tetralith_storage::files::Files;
use tetralith_storage::statistics::Statistics;

use crate::cli::StatsArgs;
use crate::settings::ConfigFile;
use tetralith_cli::CommandError;

/// Writes the statistics of the games that are kept to `out`, as text or as one JSON object.
///
/// # Errors
/// [`CommandError`] if there is no place for games, or `out` fails.
pub fn stats(args: StatsArgs, out: &mut impl Write) -> Result<(), CommandError> {
    let (settings, _) = ConfigFile::load(&ConfigFile::locate()?);
    let files = Files::locate(settings.saving.dir.as_deref()).map_err(CommandError::faulty)?;
    let statistics = Statistics::read(&files.dirs(), &|| false);
    if args.json {
        writeln!(out, "{}", escape_json(statistics.json().to_string()))?;
    } else {
        write!(out, "{}", statistics.text(false))?;
    }
    Ok(out.flush()?)
}
