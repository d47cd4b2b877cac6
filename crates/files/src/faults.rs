//! A disk that fails when a test wants it to.

use std::fs::{File, Permissions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use crate::{Disk, System};

/// The system's disk with faults.
#[derive(Debug)]
pub struct FaultyDisk {
    /// The number of changes that it still makes.
    left: AtomicUsize,
    is_full: AtomicBool,
    has_links: bool,
    has_renames_to_free: bool,
    has_locks: bool,
    /// The directory from which nothing can be deleted.
    stuck: Option<PathBuf>,
}

impl FaultyDisk {
    /// A disk that can be filled.
    pub fn sound() -> Self {
        Self {
            left: AtomicUsize::new(usize::MAX),
            is_full: AtomicBool::new(false),
            has_links: true,
            has_renames_to_free: true,
            has_locks: true,
            stuck: None,
        }
    }

    /// A disk that has neither hard links nor a rename to a free name.
    pub fn without_links() -> Self {
        Self { has_links: false, has_renames_to_free: false, ..Self::sound() }
    }

    /// A disk that has hard links but no rename to a free name, and can delete nothing from the
    /// directory `stuck`.
    pub fn with_links_alone(stuck: &Path) -> Self {
        Self { has_renames_to_free: false, stuck: Some(stuck.to_owned()), ..Self::sound() }
    }

    /// A disk on which every lock is taken, and stays so.
    pub fn without_locks() -> Self {
        Self { has_locks: false, ..Self::sound() }
    }

    /// A disk that makes `changes` changes and none afterwards, as if the program were killed then.
    pub fn stopped_after(changes: usize) -> Self {
        Self { left: AtomicUsize::new(changes), ..Self::sound() }
    }

    /// True if it has made all the changes that it makes.
    pub fn has_stopped(&self) -> bool {
        self.left.load(Relaxed) == 0
    }

    /// Makes it full from now on, or no longer: nothing can be written, but files can be renamed
    /// and deleted.
    pub fn fill(&self, is_full: bool) {
        self.is_full.store(is_full, Relaxed);
    }

    fn change(&self) -> io::Result<()> {
        let count = |left: usize| match left {
            0 => None,
            usize::MAX => Some(usize::MAX),
            left => Some(left - 1),
        };
        let counted = self.left.fetch_update(Relaxed, Relaxed, count);
        counted.map(drop).map_err(|_| io::Error::other("the disk has stopped"))
    }

    fn take_room(&self) -> io::Result<()> {
        self.change()?;
        if self.is_full.load(Relaxed) { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

impl Disk for FaultyDisk {
    fn create_dir_all(&self, dir: &Path) -> io::Result<()> {
        self.change().and_then(|()| System.create_dir_all(dir))
    }

    fn create_new(&self, path: &Path, private: bool) -> io::Result<File> {
        self.change().and_then(|()| System.create_new(path, private))
    }

    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()> {
        self.take_room().and_then(|()| System.write(file, bytes))
    }

    fn permit(&self, file: &File, permissions: Permissions) -> io::Result<()> {
        self.change().and_then(|()| System.permit(file, permissions))
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.change().and_then(|()| System.sync(file))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change().and_then(|()| System.rename(from, to))
    }

    fn rename_to_free(&self, from: &Path, to: &Path) -> io::Result<()> {
        if !self.has_renames_to_free {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        self.change().and_then(|()| System.rename_to_free(from, to))
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        if !self.has_links {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        self.change().and_then(|()| System.link(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        if self.stuck.as_deref().is_some_and(|stuck| path.parent() == Some(stuck)) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        self.change().and_then(|()| System.remove(path))
    }

    fn remove_dir(&self, dir: &Path) -> io::Result<()> {
        self.change().and_then(|()| System.remove_dir(dir))
    }

    fn try_lock(&self, file: &File) -> Result<(), TryLockError> {
        if self.has_locks { System.try_lock(file) } else { Err(TryLockError::WouldBlock) }
    }
}
