//! `tetralith-lab merge`: files of arena results, or of solved positions, joined into one.

use std::io::Write;

use serde::Serialize;
use tetralith_cli::{CommandError, say, write};
use tetralith_core::text::counted;
use tetralith_files::shown;

use crate::arena::{Merged, begins_with_unit, merge_units};
use crate::cli::MergeArgs;

/// Joins the files that `args` name, and writes remarks about them to standard error and how much
/// they hold to `out`.
///
/// # Errors
/// [`CommandError`] if a file is neither, they are of two kinds or come from different builds, the
/// joined file cannot be written, or `out` fails.
pub fn merge(args: &MergeArgs, out: &mut impl Write) -> Result<(), CommandError> {
    let kinds: Vec<Option<bool>> = args.files.iter().map(|path| begins_with_unit(path)).collect();
    let first = |kind| kinds.iter().position(|&found| found == Some(kind));
    if let (Some(units), Some(others)) = (first(true), first(false)) {
        return Err(CommandError::input(format_args!(
            "{} holds solved positions, but {} does not; merge files of one kind",
            shown(&args.files[units]),
            shown(&args.files[others])
        )));
    }
    if first(true).is_some() {
        keep(args, &merge_units(&args.files, args.mixed)?, "position", out)
    } else {
        keep(args, &crate::arena::merge(&args.files, args.mixed)?, "game", out)
    }
}

/// Writes the joined file, whose lines are one `what` each, and reports on it.
fn keep(
    args: &MergeArgs,
    merged: &Merged<impl Serialize>,
    what: &str,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    for note in &merged.notes {
        say(note);
    }
    write(&args.out, merged.text(), args.force)?;
    let (count, files) = (counted(merged.lines.len(), what), counted(args.files.len(), "file"));
    Ok(writeln!(out, "{count} of {files} in {}", shown(&args.out))?)
}
