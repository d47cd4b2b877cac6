//! Files that lines are added to as soon as they are found.

use std::io::{self, Write};
use std::mem;
use std::path::Path;

use serde::de::IgnoredAny;
use tetralith_cli::CommandError;
use tetralith_files::{FileError, GrowingFile, shown};

/// The largest file that is read to be added to, in bytes.
pub(super) const MAX_BYTES: u64 = 4 << 30;

/// A file that lines are added to; no other run adds to it while this value exists.
#[derive(Debug)]
pub(super) struct Growing {
    file: GrowingFile,
    /// Everything that it holds, until the first line is added.
    bytes: Vec<u8>,
    /// The bytes of it that are kept: all, or all but a last line that was cut off.
    kept: usize,
}

impl Growing {
    /// Opens the file at `path`, and makes it if there is none.
    ///
    /// A last line without an end was cut off when the program was stopped, if `was_cut` is true of
    /// the lines before it and of the line; if not, it is a line like the others.
    ///
    /// # Errors
    /// [`CommandError`] if another run adds to it, or it is no regular file or cannot be read or
    /// written to.
    pub(super) fn open(
        path: &Path,
        was_cut: impl Fn(&[u8], &[u8]) -> bool,
    ) -> Result<Self, CommandError> {
        let in_use = || {
            CommandError::input(format_args!(
                "another run is writing to {}; use another file",
                shown(path)
            ))
        };
        let mut file = GrowingFile::open(path)?.ok_or_else(in_use)?;
        if file.length()? > MAX_BYTES {
            return Err(FileError::TooLarge { path: path.to_owned(), limit: MAX_BYTES }.into());
        }
        let bytes = file.contents()?;
        let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let (whole, last) = bytes.split_at(end);
        let kept = if !last.is_empty() && was_cut(whole, last) { end } else { bytes.len() };
        Ok(Self { file, bytes, kept })
    }

    /// Everything that it holds.
    pub(super) fn contents(&self) -> &[u8] {
        &self.bytes
    }

    /// The lines that it holds, without one that was cut off.
    ///
    /// # Errors
    /// [`CommandError`] if they are no text.
    pub(super) fn text(&self) -> Result<&str, CommandError> {
        std::str::from_utf8(&self.bytes[..self.kept])
            .map_err(|fault| CommandError::in_file(self.path(), fault))
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Its length in bytes.
    ///
    /// # Errors
    /// [`FileError`] if the system does not report it.
    pub(super) fn length(&self) -> Result<u64, FileError> {
        self.file.length()
    }

    /// Ends the last line, or removes it if it was cut off, so that the next line does not run into
    /// it: only now, when the lines have been found to be what they should be.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be written.
    pub(super) fn end_line(&mut self) -> Result<(), FileError> {
        let bytes = mem::take(&mut self.bytes);
        let kept = mem::take(&mut self.kept);
        if kept < bytes.len() {
            self.file.truncate(kept as u64)
        } else if bytes.last().is_some_and(|&byte| byte != b'\n') {
            self.file.add(b"\n")
        } else {
            Ok(())
        }
    }

    /// Adds whole lines.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be written.
    pub(super) fn add(&mut self, lines: &str) -> Result<(), FileError> {
        self.end_line()?;
        self.file.add(lines.as_bytes())
    }
}

/// True if `last` is no whole line of JSON, of a file in which all lines are.
pub(super) fn is_no_json(_: &[u8], last: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(last).is_err()
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.end_line().map_err(io::Error::other)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
