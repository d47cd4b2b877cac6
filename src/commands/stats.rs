//! `tetralith stats`: what one's own games show together.

use std::io::Write;

use tetralith_core::text::{ascii_text, escape_json};
use tetralith_storage::statistics::Statistics;

use super::place;
use crate::cli::StatsArgs;
use crate::configuration::Configuration;
use crate::theme::Glyphs;
use tetralith_cli::CommandError;

/// Writes the statistics of the games that are kept to `out`, as text or as one JSON object.
///
/// # Errors
/// [`CommandError`] if there is no place for games, or `out` fails.
pub fn stats(
    args: StatsArgs,
    configuration: &Configuration,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<(), CommandError> {
    let files = place::own_files(configuration, err)?;
    let statistics = Statistics::read(&files);
    if args.json {
        writeln!(out, "{}", escape_json(statistics.json().to_string()))?;
    } else {
        let text = statistics.text();
        let is_ascii = configuration.glyphs() == Glyphs::Ascii;
        write!(out, "{}", if is_ascii { ascii_text(&text) } else { text })?;
    }
    Ok(out.flush()?)
}
