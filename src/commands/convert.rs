//! `tetralith convert`: records from one format to the other.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::SystemTime;

use tetralith_core::record::MAX_BYTES;
use tetralith_storage::exchange::{self, ExportedGame, Import};

use super::place;
use crate::cli::{ConvertArgs, RecordFormat};
use tetralith_cli::CommandError;
use tetralith_files::FileError;
use tetralith_session::time::Zone;
use tetralith_storage::files::{self, SavedGameError};
use tetralith_storage::lists;

/// Reads a record in either format and writes it in the one asked for, to its file or `out`. Each
/// loss in the translation goes to `err`, a sentence a line.
///
/// # Errors
/// [`CommandError`] if the record cannot be read or expressed in the other format, a file is in the
/// way, or writing fails.
pub fn convert(
    args: &ConvertArgs,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<(), CommandError> {
    let is_directory =
        args.output.is_dir() || args.output.as_os_str().to_string_lossy().ends_with('/');
    let import = match files::import(&args.input) {
        Err(SavedGameError::List { .. }) if is_directory => return convert_all(args, err),
        read => read.map_err(CommandError::faulty)?.0,
    };
    let (text, left_behind) = converted(args, import)?;
    deliver(&args.output, args.force, text.as_bytes(), out)?;
    for sentence in left_behind {
        // The record is written, whether or not the note can be.
        let _ = writeln!(err, "note: {sentence}");
    }
    Ok(())
}

/// Converts the records of a list into files of their own, named after the list and their numbers.
///
/// # Errors
/// As for [`convert`], once all that can be converted are written.
fn convert_all(args: &ConvertArgs, err: &mut impl Write) -> Result<(), CommandError> {
    let bytes = tetralith_files::read(&args.input, MAX_BYTES as u64)?;
    let records = lists::split(&bytes).unwrap_or_default();
    fs::create_dir_all(&args.output)
        .map_err(|source| FileError::Write { path: args.output.clone(), source })?;
    let stem = args.input.file_stem().unwrap_or_default().to_string_lossy();
    let digits = records.len().to_string().len();
    let mut left_out = 0;
    for (number, record) in (1..).zip(&records) {
        let path = args.output.join(format!("{stem}-{number:0digits$}.json"));
        let import = files::decode(&args.input, record.as_bytes()).map_err(CommandError::faulty);
        let converted = import.and_then(|import| converted(args, import));
        let written = converted.and_then(|(text, left_behind)| {
            tetralith_cli::write(&path, text.as_bytes(), args.force)?;
            Ok(left_behind)
        });
        match written {
            Ok(left_behind) => {
                for sentence in left_behind {
                    let _ = writeln!(err, "note: record {number}: {sentence}");
                }
            }
            Err(error) => {
                left_out += 1;
                let _ = writeln!(err, "error: record {number}: {error}");
            }
        }
    }
    if left_out == 0 {
        return Ok(());
    }
    let all = records.len();
    let what = format_args!("{left_out} of {all} records were not converted");
    Err(CommandError::in_file(&args.input, what))
}

/// The text of a record in the format asked for, and what could not be carried over.
fn converted(args: &ConvertArgs, import: Import) -> Result<(String, Vec<String>), CommandError> {
    let failed = |source: exchange::ExchangeError| CommandError::in_file(&args.input, source);
    let Import { mut record, mut timeline, mut left_behind, foreign } = import;
    let other =
        if foreign.is_some() { RecordFormat::Tetralith } else { RecordFormat::AbstractPlay };
    let text = match args.to.unwrap_or(other) {
        RecordFormat::Tetralith => record.write(&timeline).map_err(|error| failed(error.into()))?,
        RecordFormat::AbstractPlay => {
            files::leave_out_explored(&mut record, &mut timeline);
            let now = Zone::Local.rfc3339(SystemTime::now());
            let ExportedGame { text, left_behind: more } =
                exchange::write(&record, &timeline, &now).map_err(failed)?;
            left_behind.extend(more);
            text
        }
    };
    Ok((text, left_behind))
}

/// Writes `contents` to the file at `path`, or to `out` if that is `-`.
///
/// # Errors
/// [`CommandError`] if a file cannot be written, or is there and may not be replaced by `force`, or
/// if `out` fails.
pub(super) fn deliver(
    path: &Path,
    force: bool,
    contents: &[u8],
    out: &mut impl Write,
) -> Result<(), CommandError> {
    if path == Path::new("-") {
        out.write_all(contents)?;
        return Ok(out.flush()?);
    }
    place::check_file(path)?;
    tetralith_cli::write(path, contents, force)
}
