//! Keeping other instances of this program away from a file while it is compared and replaced.
//!
//! The lock is on the file itself that is to be replaced, so none is left behind: whoever waited for it finds that another
//! file has taken its place. Programs that know nothing of it are not held off.

use std::fs::File;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::disk::open_at_once;

/// How often it is tried to get hold of a file, and how long is waited in between: together a tenth of a second.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(2);

/// A file that no other instance of this program replaces as long as this lives.
#[derive(Debug)]
pub(crate) struct Held {
    _file: File,
}

/// Gets hold of the file at `path`; `None` if another instance has it, or replaced it just now.
///
/// # Errors
/// If it cannot be opened, above all because there is none.
pub(crate) fn hold(path: &Path) -> io::Result<Option<Held>> {
    let file = open_at_once(path)?;
    Ok((lock(&file) && is_at(&file, path)).then_some(Held { _file: file }))
}

/// The same, but waits a moment for another instance to be done. `None` if there is no such file, or it takes too long.
pub(crate) fn hold_soon(path: &Path) -> Option<Held> {
    for _ in 0..TRIES {
        if let Some(held) = hold(path).ok()? {
            return Some(held);
        }
        thread::sleep(PAUSE);
    }
    None
}

/// Locks `file` unless another instance has; where files cannot be locked nobody has.
#[cfg(unix)]
pub(super) fn lock(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive) != Err(rustix::io::Errno::WOULDBLOCK)
}

#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let same = |a: std::fs::Metadata, b: std::fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    file.metadata().is_ok_and(|a| std::fs::metadata(path).is_ok_and(|b| same(a, b)))
}

/// Elsewhere a locked file could not be replaced by the one who locks it either.
#[cfg(not(unix))]
pub(super) fn lock(_: &File) -> bool {
    true
}

#[cfg(not(unix))]
pub(super) fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::files::{Existing, write};

    #[test]
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
}
