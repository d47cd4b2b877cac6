//! Files that are added to.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::{FileError, FileLock, check_directory, hold_soon};

/// A file that is added to; no other instance adds to it while this exists.
#[derive(Debug)]
pub struct GrowingFile {
    path: PathBuf,
    file: File,
    _lock: FileLock,
}

impl GrowingFile {
    /// Opens the file at `path`, and makes it if there is none; `None` if another instance adds to
    /// it.
    ///
    /// # Errors
    /// [`FileError::NoDirectory`], [`FileError::Special`] or [`FileError::Write`].
    pub fn open(path: &Path) -> Result<Option<Self>, FileError> {
        // This refuses a pipe too: opening one would wait for its reader.
        check_directory(path)?;
        let failed = |source| FileError::Write { path: path.to_owned(), source };
        // Not opened with `append`: some systems do not let such a file be truncated.
        let mut options = File::options();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let lock = hold_soon(path).map_err(failed)?;
        // Only now, since the holder of the lock may just have added to it.
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(lock.map(|lock| Self { path: path.to_owned(), file, _lock: lock }))
    }

    /// Returns everything in it.
    ///
    /// # Errors
    /// [`FileError::Read`].
    pub fn contents(&mut self) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        let read = self.file.rewind().and_then(|()| self.file.read_to_end(&mut bytes));
        read.map_err(|source| FileError::Read { path: self.path.clone(), source })?;
        Ok(bytes)
    }

    /// The path that it was opened by.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its length in bytes.
    ///
    /// # Errors
    /// [`FileError::Read`].
    pub fn length(&self) -> Result<u64, FileError> {
        let failed = |source| FileError::Read { path: self.path.clone(), source };
        self.file.metadata().map(|metadata| metadata.len()).map_err(failed)
    }

    /// Cuts off all but its first `length` bytes.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub fn truncate(&mut self, length: u64) -> Result<(), FileError> {
        let cut =
            self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::End(0)).map(drop));
        cut.map_err(|source| FileError::Write { path: self.path.clone(), source })
    }

    /// Adds `bytes`.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.file
            .write_all(bytes)
            .map_err(|source| FileError::Write { path: self.path.clone(), source })
    }
}

impl Write for GrowingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_growing_file_has_one_writer() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.jsonl");
        let mut growing = GrowingFile::open(&path).unwrap().unwrap();
        growing.add(b"one\ntw").unwrap();
        assert!(GrowingFile::open(&path).unwrap().is_none());
        assert_eq!(growing.contents().unwrap(), b"one\ntw");
        growing.truncate(4).unwrap();
        growing.add(b"three\n").unwrap();
        drop(growing);
        let mut again = GrowingFile::open(&path).unwrap().unwrap();
        again.add(b"four\n").unwrap();
        assert_eq!(again.contents().unwrap(), b"one\nthree\nfour\n");
    }

    #[test]
    #[cfg(unix)]
    fn sockets_are_refused_with_advice_for_writing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.sock");
        let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
        let refused = GrowingFile::open(&path).unwrap_err();
        assert!(refused.to_string().ends_with("name one, or a new path"), "{refused}");
    }
}
