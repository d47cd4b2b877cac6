//! Keeping other instances of this program away from a file while it is compared and replaced.
//!
//! On Unix the lock is on the file itself that is to be replaced, so none remains: an instance that
//! waited for it finds that another file has taken its place. Elsewhere a locked file can be
//! neither read nor replaced, not even by the one who has locked it, so the lock is on a hidden
//! file beside it, which goes with the lock. Programs that know nothing of it are not held off.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::under_way::{PREFIX, UnderWay};
use crate::write::open_at_once;
use crate::{Disk, System};

/// The number of tries to get hold of a file, and the pause between two: together a tenth of a
/// second.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(2);

/// The place of a file's lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LockPlace {
    Itself,
    Beside,
}

impl LockPlace {
    /// The place on this system.
    pub const HERE: Self = if cfg!(unix) { Self::Itself } else { Self::Beside };
}

/// A file that no other instance of this program replaces as long as this exists.
#[derive(Debug)]
pub struct FileLock {
    file: File,
    /// Its path, if it is to go with the lock.
    beside: Option<PathBuf>,
}

impl FileLock {
    /// The lock of `file`, which has just been locked.
    pub const fn itself(file: File) -> Self {
        Self { file, beside: None }
    }

    /// Gets hold of the name `path`, whether or not there is such a file; `None` if another
    /// instance has it.
    ///
    /// # Errors
    /// If there can be no file beside it.
    pub fn beside(path: &Path) -> io::Result<Option<Self>> {
        let beside = lock_of(path);
        let file = match File::options().write(true).create(true).truncate(false).open(&beside) {
            // Some systems refuse it like this while its holder is just letting go of it.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(None),
            file => file?,
        };
        // Its last holder has deleted the lock file, so there may be a new one by now.
        let is_ours = lock(&System, &file) && is_at(&file, &beside);
        Ok(is_ours.then(|| Self { file, beside: Some(beside) }))
    }

    /// Returns where the lock is: on the file or beside it.
    pub const fn place(&self) -> LockPlace {
        if self.beside.is_some() { LockPlace::Beside } else { LockPlace::Itself }
    }

    /// True if it is of what is at `path` by now.
    pub fn is_of(&self, path: &Path) -> bool {
        self.place() == LockPlace::Beside || is_at(&self.file, path)
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // Deleted before it is unlocked, since afterwards it may be another instance's. A lock
            // file that stays does no harm.
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
pub fn hold(path: &Path) -> io::Result<Option<FileLock>> {
    hold_at(&System, LockPlace::HERE, path)
}

/// Does what [`hold`] does, on `disk` and with the lock in `place`.
///
/// # Errors
/// As for [`hold`].
pub fn hold_at(disk: &dyn Disk, place: LockPlace, path: &Path) -> io::Result<Option<FileLock>> {
    let file = open_at_once(path)?;
    match place {
        LockPlace::Itself => {
            let is_ours = lock(disk, &file) && is_at(&file, path);
            Ok(is_ours.then(|| FileLock::itself(file)))
        }
        LockPlace::Beside => FileLock::beside(path),
    }
}

/// Does what [`hold`] does, but waits a moment for another instance to be done; `None` if that
/// takes too long.
///
/// A lock may stay for a moment when nothing wants it any more: a process that is just being
/// started has a copy of all that is open here.
///
/// # Errors
/// As for [`hold`].
pub fn hold_soon(path: &Path) -> io::Result<Option<FileLock>> {
    hold_soon_on(&System, path)
}

/// Does what [`hold_soon`] does, on `disk`.
///
/// If not even a new file can be locked, locks mean nothing, and none is waited for.
///
/// # Errors
/// As for [`hold`].
pub fn hold_soon_on(disk: &dyn Disk, path: &Path) -> io::Result<Option<FileLock>> {
    let held = soon(|| hold_at(disk, LockPlace::HERE, path))?;
    if held.is_some() || has_locks(disk, path) {
        return Ok(held);
    }
    open_at_once(path).map(|file| Some(FileLock::itself(file)))
}

/// True if files beside `path` can be locked; true if that cannot be tried.
fn has_locks(disk: &dyn Disk, path: &Path) -> bool {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    UnderWay::begin(disk, dir, true).map_or(true, |new| lock(disk, new.file()))
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
fn lock(disk: &dyn Disk, file: &File) -> bool {
    !matches!(disk.try_lock(file), Err(TryLockError::WouldBlock))
}

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
    use crate::faults::FaultyDisk;
    use crate::{Existing, write};

    #[test]
    #[cfg(unix)]
    fn a_late_instance_learns_that_the_file_was_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        assert_eq!(hold(&path).unwrap_err().kind(), io::ErrorKind::NotFound);
        write(&path, "1", Existing::Keep).unwrap();
        let held = hold(&path).unwrap().unwrap();
        assert!(hold(&path).unwrap().is_none());
        let late = File::open(&path).unwrap();
        write(&path, "2", Existing::Replace).unwrap();
        drop(held);
        assert!(lock(&System, &late) && !is_at(&late, &path));
        assert!(hold(&path).unwrap().is_some());
    }

    #[test]
    fn a_lock_that_goes_soon_is_waited_for() {
        let mut answers = [Ok(None), Ok(None), Ok(Some(1)), Ok(Some(2))].into_iter();
        assert_eq!(soon(|| answers.next().unwrap()).unwrap(), Some(1));
        let gone = || Err::<Option<()>, _>(io::ErrorKind::NotFound.into());
        assert_eq!(soon(gone).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(soon(|| Ok(None::<()>)).unwrap(), None);
    }

    #[test]
    fn a_lock_beside_a_file_goes_with_its_holder() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        let take = |path| hold_at(&System, LockPlace::Beside, path);
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
    fn a_lock_beside_a_file_has_one_holder_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        write(&path, "1", Existing::Keep).unwrap();
        let taken = AtomicBool::new(false);
        let take = || {
            let mut times = 0;
            while times < 100 {
                let Some(_held) = hold_at(&System, LockPlace::Beside, &path).unwrap() else {
                    continue;
                };
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

    #[test]
    fn locks_that_never_go_are_not_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        write(&path, "1", Existing::Keep).unwrap();
        let disk = FaultyDisk::without_locks();
        assert!(hold_soon_on(&disk, &path).unwrap().is_some());
        let _held = hold(&path).unwrap().unwrap();
        assert!(hold_soon(&path).unwrap().is_none(), "this one means something");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
