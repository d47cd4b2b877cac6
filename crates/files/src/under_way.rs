//! Files under way, and tidying up after a program that was killed while it wrote one.

use std::collections::hash_map::RandomState;
use std::fs::{self, File};
use std::hash::BuildHasher as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::{Disk, System};

/// The beginning of the name of a file that is not for the user to see.
pub const PREFIX: &str = ".tetralith-";

/// The number of letters and digits, drawn at random, that follow in the name of a file under way.
const RANDOM: usize = 6;

/// The most names that are tried for one.
const TRIES: usize = 100;

/// The age when nothing can be writing to a file any more: writing one takes milliseconds.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// A file that is being written and has no name of its own yet; it goes unless it gets one.
#[derive(Debug)]
pub struct UnderWay<'a> {
    disk: &'a dyn Disk,
    file: File,
    path: Option<PathBuf>,
}

impl<'a> UnderWay<'a> {
    /// Begins a file in `dir`. A `private` one is its owner's alone; another has the permissions
    /// that the user's mask leaves, as pictures and records are made to be handed on.
    ///
    /// # Errors
    /// The system's own; it does not name the file, which would mean nothing to a user who named
    /// another.
    pub(crate) fn begin(disk: &'a dyn Disk, dir: &Path, private: bool) -> io::Result<Self> {
        for _ in 0..TRIES {
            let path = dir.join(format!("{PREFIX}{}", random_letters()));
            match disk.create_new(&path, private) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                file => return Ok(Self { disk, file: file?, path: Some(path) }),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    pub(crate) fn name(mut self, rename: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<File> {
        let file = self.file.try_clone()?;
        if let Some(path) = &self.path {
            rename(path)?;
        }
        self.path = None;
        Ok(file)
    }

    /// Flushes it to the disk and puts it in the place of the file `to`.
    ///
    /// # Errors
    /// The system's own; the file `to` is as it was.
    pub fn replace(self, to: &Path) -> io::Result<()> {
        let disk = self.disk;
        disk.sync(&self.file)?;
        self.name(|from| disk.rename(from, to)).map(drop)
    }
}

impl Write for UnderWay<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.write(&self.file, bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // One that stays is never read, and is tidied away when it is old.
            let _ = self.disk.remove(path);
        }
    }
}

/// Begins a file in `dir` that takes no name: to see whether one can be written, or to hold what
/// does not fit in memory.
///
/// # Errors
/// The system's own.
pub fn begin(dir: &Path) -> io::Result<UnderWay<'static>> {
    UnderWay::begin(&System, dir, false)
}

fn random_letters() -> String {
    const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let mut drawn = RandomState::new().hash_one(std::process::id());
    let letter = || {
        let letter = LETTERS[(drawn % 36) as usize];
        drawn /= 36;
        char::from(letter)
    };
    std::iter::repeat_with(letter).take(RANDOM).collect()
}

/// Deletes from `dir` the files whose writing began, by their names and times, a day or more before
/// `now`.
///
/// Only for this program's own directories: elsewhere a file is its owner's to delete.
pub fn tidy(disk: &dyn Disk, dir: &Path, now: SystemTime) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    for entry in entries.flatten().filter(|entry| is_ours(&entry.file_name().to_string_lossy())) {
        // This is of the entry itself, not of what a link leads to.
        let Ok(metadata) = entry.metadata() else { continue };
        let age = metadata.modified().ok().and_then(|modified| now.duration_since(modified).ok());
        if metadata.is_file() && age.is_some_and(|age| age >= OLD) {
            // Files that cannot be deleted now are tried again later.
            let _ = disk.remove(&entry.path());
        }
    }
}

fn is_ours(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX).unwrap_or_default();
    random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(path: PathBuf, age: Duration) -> PathBuf {
        let file = File::create(&path).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
        path
    }

    #[test]
    fn leftovers_of_a_killed_writer_are_tidied_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str, age| made(dir.path().join(name), age);
        let left = at(".tetralith-aB3xY9", OLD + Duration::from_secs(60));
        let stay = [
            at(".tetralith-aB3xY8", Duration::ZERO),
            at("tetralith-aB3xY9", 2 * OLD),
            at(".tetralith-aB3xY", 2 * OLD),
            at(".tetralith-notes!", 2 * OLD),
            at(".tetralith-a.json", 2 * OLD),
            at("old.json", 2 * OLD),
        ];
        let from_tomorrow = dir.path().join(".tetralith-aB3xY7");
        File::create(&from_tomorrow).unwrap().set_modified(SystemTime::now() + OLD).unwrap();
        let directory = dir.path().join(".tetralith-direct");
        fs::create_dir(&directory).unwrap();
        File::open(&directory).unwrap().set_modified(SystemTime::now() - 2 * OLD).unwrap();
        tidy(&System, dir.path(), SystemTime::now());
        assert!(!left.exists());
        for path in stay.iter().chain([&from_tomorrow, &directory]) {
            assert!(path.exists(), "{}", path.display());
        }
    }

    #[test]
    #[cfg(unix)]
    fn links_are_left_alone_and_so_are_their_targets() {
        let dir = tempfile::tempdir().unwrap();
        let precious = made(dir.path().join("precious"), 2 * OLD);
        let link = dir.path().join(".tetralith-aB3xY9");
        std::os::unix::fs::symlink(&precious, &link).unwrap();
        // Links have times of their own, so it is now that is far away.
        tidy(&System, dir.path(), SystemTime::now() + 2 * OLD);
        assert!(precious.exists() && link.is_symlink());
    }

    #[test]
    fn a_file_without_a_name_goes() {
        let dir = tempfile::tempdir().unwrap();
        drop(begin(dir.path()).unwrap());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
