//! Keeping other instances of this program away from a file while it is compared and replaced.
//!
//! On Unix the lock is on the file itself that is to be replaced, so none is left behind: an
//! instance that waited for it finds that another file has taken its place. Elsewhere a locked file
//! can be neither read nor replaced, not even by the one who has locked it, so the lock is on a
//! hidden file beside it, which goes with the lock. Programs that know nothing of it are not held
//! off.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::disk::open_at_once;
use super::leftovers::PREFIX;

/// The number of tries to get hold of a file, and the pause between two: together a tenth of a
/// second.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(2);

/// The place of a file's lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// On the file itself.
    Itself,
    /// On another one beside it.
    Beside,
}

impl Place {
    /// The place on this system.
    pub(super) const HERE: Self = if cfg!(unix) { Self::Itself } else { Self::Beside };
}

/// A file that no other instance of this program replaces as long as this lives.
#[derive(Debug)]
pub struct Held {
    /// The file that is locked.
    file: File,
    /// Its path, if it is to go with the lock.
    beside: Option<PathBuf>,
}

impl Held {
    /// The lock of a file that [`lock`] has just locked itself.
    pub(super) const fn itself(file: File) -> Self {
        Self { file, beside: None }
    }

    /// Gets hold of the name `path`, whether or not there is such a file; `None` if another
    /// instance has it.
    ///
    /// # Errors
    /// If there can be no file beside it.
    pub(super) fn beside(path: &Path) -> io::Result<Option<Self>> {
        let beside = lock_of(path);
        let file = match File::options().write(true).create(true).truncate(false).open(&beside) {
            // Some systems refuse it like this while its holder is just letting go of it.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(None),
            file => file?,
        };
        // Its last holder has deleted the lock file, so there may be a new one by now.
        Ok((lock(&file) && is_at(&file, &beside)).then(|| Self { file, beside: Some(beside) }))
    }

    /// Returns the place of the lock.
    pub(super) const fn place(&self) -> Place {
        if self.beside.is_some() { Place::Beside } else { Place::Itself }
    }

    /// Returns true if it is of what is at `path` by now.
    pub(super) fn is_of(&self, path: &Path) -> bool {
        self.place() == Place::Beside || is_at(&self.file, path)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // Deleted before it is unlocked, since afterwards it may be another instance's. A lock
            // file that stays is in nobody's way.
            let _ = fs::remove_file(beside);
        }
    }
}

/// The file whose lock is that of the name `path` where a file cannot be locked itself.
fn lock_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(PREFIX);
    name.push(path.file_name().unwrap_or_default());
    name.push(".lock");
    path.with_file_name(name)
}

/// Gets hold of the file at `path`; `None` if another instance has it, or replaced it just now.
///
/// # Errors
/// If it cannot be opened, above all because there is none.
pub fn hold(path: &Path) -> io::Result<Option<Held>> {
    hold_at(Place::HERE, path)
}

pub(super) fn hold_at(place: Place, path: &Path) -> io::Result<Option<Held>> {
    let file = open_at_once(path)?;
    match place {
        Place::Itself => Ok((lock(&file) && is_at(&file, path)).then(|| Held::itself(file))),
        Place::Beside => Held::beside(path),
    }
}

/// The same, but waits a moment for another instance to be done; `None` if it takes too long.
///
/// A lock may stay for a moment when nobody wants it any more: a process that is just being started
/// has a copy of all that is open here.
///
/// # Errors
/// If it cannot be opened, above all because there is none.
pub fn hold_soon(path: &Path) -> io::Result<Option<Held>> {
    soon(|| hold(path))
}

/// Calls `take` until it returns something, at most [`TRIES`] times.
fn soon<T>(mut take: impl FnMut() -> io::Result<Option<T>>) -> io::Result<Option<T>> {
    for _ in 0..TRIES {
        if let Some(taken) = take()? {
            return Ok(Some(taken));
        }
        thread::sleep(PAUSE);
    }
    Ok(None)
}

/// Locks `file`; returns false if another instance has locked it, which never happens where files
/// cannot be locked.
pub(super) fn lock(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Returns true if `file` is what is at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    file.metadata().is_ok_and(|a| fs::metadata(path).is_ok_and(|b| same(a, b)))
}

#[cfg(not(unix))]
fn is_at(file: &File, path: &Path) -> bool {
    use same_file::Handle;
    let same = || io::Result::Ok(Handle::from_file(file.try_clone()?)? == Handle::from_path(path)?);
    same().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

    use super::*;
    use crate::files::{Existing, write};

    #[test]
    #[cfg(unix)]
    fn one_has_a_file_and_whoever_comes_late_learns_that_it_was_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        assert_eq!(hold(&path).unwrap_err().kind(), io::ErrorKind::NotFound);
        write(&path, "1", Existing::Keep).unwrap();
        let held = hold(&path).unwrap().unwrap();
        assert!(hold(&path).unwrap().is_none());
        let late = File::open(&path).unwrap();
        write(&path, "2", Existing::Replace).unwrap();
        drop(held);
        assert!(lock(&late) && !is_at(&late, &path));
        assert!(hold(&path).unwrap().is_some());
    }

    #[test]
    fn a_lock_that_is_let_go_of_a_little_later_is_waited_for() {
        let mut answers = [Ok(None), Ok(None), Ok(Some(1)), Ok(Some(2))].into_iter();
        assert_eq!(soon(|| answers.next().unwrap()).unwrap(), Some(1));
        let gone = || Err::<Option<()>, _>(io::ErrorKind::NotFound.into());
        assert_eq!(soon(gone).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(soon(|| Ok(None::<()>)).unwrap(), None);
    }

    #[test]
    fn a_lock_beside_a_file_lets_it_be_read_and_replaced_and_goes_with_its_holder() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        let take = |path| hold_at(Place::Beside, path);
        assert_eq!(take(&path).unwrap_err().kind(), io::ErrorKind::NotFound);
        write(&path, "1", Existing::Keep).unwrap();
        let held = take(&path).unwrap().unwrap();
        assert!(take(&path).unwrap().is_none() && held.is_of(&path));
        write(&path, "2", Existing::Replace).unwrap();
        assert!(take(&path).unwrap().is_none() && held.is_of(&path));
        drop(held);
        assert!(take(&path).unwrap().is_some());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no lock is left behind");
    }

    #[test]
    fn however_many_want_a_lock_beside_a_file_at_once_one_has_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        write(&path, "1", Existing::Keep).unwrap();
        let taken = AtomicBool::new(false);
        let take = || {
            let mut times = 0;
            while times < 100 {
                let Some(_held) = hold_at(Place::Beside, &path).unwrap() else { continue };
                assert!(!taken.swap(true, SeqCst), "two have it");
                thread::yield_now();
                taken.store(false, SeqCst);
                times += 1;
            }
        };
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(take);
            }
        });
    }
}
