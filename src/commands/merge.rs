//! `tetralith merge`: files of arena results, or of solved positions, joined into one.

use std::io::Write;

use tetralith_arena::{holds_units, merge_units};
use tetralith_core::text::counted;
use tetralith_storage::files::{self, Existing, FileError, shown};

use super::progress::say;
use crate::cli::MergeArgs;
use crate::error::Error;

/// Joins the files that `args` name, and writes remarks about them to standard error and how much
/// they hold to `out`.
///
/// # Errors
/// [`Error::Arena`] if a file is neither or they come from different builds, [`Error::Exists`] or
/// [`Error::File`] if the joined file cannot be written, [`Error::Output`] if `out` fails.
pub fn merge(args: &MergeArgs, out: &mut impl Write) -> Result<(), Error> {
    let (text, notes, count, what) = if args.files.iter().any(|path| holds_units(path)) {
        let merged = merge_units(&args.files, args.mixed)?;
        (merged.text(), merged.notes, merged.lines.len(), "position")
    } else {
        let merged = tetralith_arena::merge(&args.files, args.mixed)?;
        (merged.text(), merged.notes, merged.lines.len(), "game")
    };
    for note in &notes {
        say(note);
    }
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    files::write(&args.out, text, existing).map_err(|error| match error {
        FileError::Exists { path } => Error::Exists { path },
        error => error.into(),
    })?;
    writeln!(
        out,
        "{} of {} in {}",
        counted(count, what),
        counted(args.files.len(), "file"),
        shown(&args.out)
    )?;
    Ok(())
}
