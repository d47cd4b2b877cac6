//! Files that lines are added to as soon as they are found.

use std::io::{self, Write};
use std::path::Path;

use serde::de::IgnoredAny;
use tetralith_cli::CommandError;
use tetralith_files::{GrowingFile, shown};

/// A file that lines of JSON are added to; no other run adds to it while this value exists.
#[derive(Debug)]
pub(super) struct Growing(GrowingFile);

impl Growing {
    /// Opens the file at `path` for `command`, and makes it if there is none.
    ///
    /// # Errors
    /// [`CommandError`] if another run adds to it, or it is no regular file or cannot be written
    /// to.
    pub(super) fn open(path: &Path, command: &'static str) -> Result<Self, CommandError> {
        let in_use = || {
            CommandError::input(format_args!(
                "another 'tetralith-lab {command}' is writing to {}; use another file",
                shown(path)
            ))
        };
        Ok(Self(GrowingFile::open(path)?.ok_or_else(in_use)?))
    }

    /// Ends the last line, or removes it if it was cut off, so that the next line does not run into
    /// it.
    ///
    /// # Errors
    /// [`CommandError`] if the file cannot be read or written.
    pub(super) fn end_line(&mut self) -> Result<(), CommandError> {
        let bytes = self.0.contents()?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole == bytes.len() {
            return Ok(());
        }
        let is_cut = serde_json::from_slice::<IgnoredAny>(&bytes[whole..]).is_err();
        Ok(if is_cut { self.0.truncate(whole as u64) } else { self.0.add(b"\n") }?)
    }
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
