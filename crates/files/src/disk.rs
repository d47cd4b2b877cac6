//! The operations that change a disk.

use std::fmt;
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;

/// A disk: what changes it, one operation a method, so that a test can fail each of them.
///
/// Reading goes past it. Errors are the system's own.
#[expect(clippy::missing_errors_doc, reason = "every operation fails as the system's does")]
pub trait Disk: fmt::Debug + Send + Sync {
    /// Makes the directory `dir` and those above it.
    fn create_dir_all(&self, dir: &Path) -> io::Result<()>;

    /// Creates the file `path`, which must not exist. A `private` one is its owner's alone; another
    /// has the permissions that the user's mask leaves.
    fn create_new(&self, path: &Path, private: bool) -> io::Result<File>;

    /// Appends `bytes` to what was written to `file`.
    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()>;

    /// Sets the permissions of `file`.
    fn permit(&self, file: &File, permissions: Permissions) -> io::Result<()>;

    /// Waits until the disk holds `file`, or the names in it if it is a directory.
    fn sync(&self, file: &File) -> io::Result<()>;

    /// Gives the file `from` the name `to`, in place of what has that name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives the file `from` the name `to`, which must be free, in one step.
    fn rename_to_free(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives the file `from` a second name `to`, which must be free.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Deletes the file `path`.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Deletes the directory `dir`, which must be empty.
    fn remove_dir(&self, dir: &Path) -> io::Result<()>;

    /// Locks `file` if no other instance has locked it.
    fn try_lock(&self, file: &File) -> Result<(), TryLockError>;
}

/// The disk of the system, without faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct System;

impl Disk for System {
    fn create_dir_all(&self, dir: &Path) -> io::Result<()> {
        fs::create_dir_all(dir)
    }

    fn create_new(&self, path: &Path, private: bool) -> io::Result<File> {
        let mut options = File::options();
        #[cfg(unix)]
        if private {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let _ = private;
        options.read(true).write(true).create_new(true).open(path)
    }

    fn write(&self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn permit(&self, file: &File, permissions: Permissions) -> io::Result<()> {
        file.set_permissions(permissions)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    fn rename_to_free(&self, from: &Path, to: &Path) -> io::Result<()> {
        use rustix::fs::{CWD, RenameFlags, renameat_with};

        Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
    }

    #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
    fn rename_to_free(&self, _: &Path, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_dir(&self, dir: &Path) -> io::Result<()> {
        fs::remove_dir(dir)
    }

    fn try_lock(&self, file: &File) -> Result<(), TryLockError> {
        file.try_lock()
    }
}
