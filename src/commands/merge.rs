//! `tetralith merge`: files of arena results joined into one.

use std::io::Write;

use tetralith_storage::files::{self, Existing, FileError, shown};

use super::progress::say;
use crate::cli::MergeArgs;
use crate::error::Error;

/// Joins the files that `args` name, says on standard error what is to be said about them, and on `out` how many games they hold.
///
/// # Errors
/// [`Error::Arena`] if a file is no file of results or they come from different builds, [`Error::Exists`] or [`Error::File`] if
/// the joined file cannot be written, [`Error::Output`] if `out` fails.
pub fn merge(args: &MergeArgs, out: &mut impl Write) -> Result<(), Error> {
    let merged = tetralith_arena::merge(&args.files, args.mixed)?;
    for note in &merged.notes {
        say(note);
    }
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    files::write(&args.out, merged.text(), existing).map_err(|error| match error {
        FileError::Exists { path } => Error::Exists { path },
        error => error.into(),
    })?;
    writeln!(out, "{} games of {} files in {}", merged.lines.len(), args.files.len(), shown(&args.out))?;
    Ok(())
}
