//! Files that lines are added to as soon as they are found.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use tetralith_cli::CommandError;
use tetralith_storage::files::{self, FileError, Held, shown};

/// A file that lines of JSON are added to; no other run adds to it while this value lives.
#[derive(Debug)]
pub(super) struct Growing {
    path: PathBuf,
    file: File,
    _held: Held,
}

impl Growing {
    /// Opens the file at `path` for `command`, and makes it if there is none.
    ///
    /// # Errors
    /// [`CommandError`] if another run adds to it, or it is no regular file or cannot be written
    /// to.
    pub(super) fn open(path: &Path, command: &'static str) -> Result<Self, CommandError> {
        files::check_directory(path)?;
        let failed = |source| FileError::Write { path: path.to_owned(), source };
        // To open a pipe would wait for somebody who reads it.
        if path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
            return Err(FileError::NotRegular { path: path.to_owned() }.into());
        }
        // Not opened with `append`: some systems do not let such a file be truncated.
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let in_use = || {
            CommandError::input(format_args!(
                "another 'tetralith-lab {command}' is writing to {}; let this one write to another file",
                shown(path)
            ))
        };
        let held = files::hold(path).map_err(failed)?.ok_or_else(in_use)?;
        Ok(Self { path: path.to_owned(), file, _held: held })
    }

    /// Ends the last line, or removes it if it was cut off, so that the next line does not run into
    /// it.
    ///
    /// # Errors
    /// [`CommandError`] if the file cannot be read or written.
    pub(super) fn end_line(&mut self) -> Result<(), CommandError> {
        let bytes = fs::read(&self.path)
            .map_err(|source| FileError::Read { path: self.path.clone(), source })?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole == bytes.len() {
            return Ok(());
        }
        let is_cut = serde_json::from_slice::<IgnoredAny>(&bytes[whole..]).is_err();
        let cut = |file: &mut File| {
            file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map(drop)
        };
        let ended = if is_cut { cut(&mut self.file) } else { self.file.write_all(b"\n") };
        Ok(ended.map_err(|source| FileError::Write { path: self.path.clone(), source })?)
    }
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
