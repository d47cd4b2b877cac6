//! Renaming and deleting the games that the program keeps, and bringing deleted ones back.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{FileError, Files, MAX_NAMESAKES, namesake, rfc3339};

/// The most deleted games that can be brought back; beyond that, those deleted first are gone for
/// good.
pub const MAX_TRASH: usize = 50;

/// The most bytes of a game's name, so that every file system takes it with its ending and a
/// number.
pub const MAX_NAME: usize = 200;

/// A deleted game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trashed {
    /// The file as it was.
    pub from: PathBuf,
    /// The file as it is now.
    pub at: PathBuf,
}

impl Files {
    /// Returns the directory where deleted games wait to be brought back.
    pub fn trash(&self) -> PathBuf {
        self.data().join("trash")
    }

    /// Gives the kept game at `path` another `name`, without its ending, and says where it is now.
    ///
    /// # Errors
    /// [`FileError::Foreign`] for a file that is not kept here, [`FileError::Name`] for what cannot
    /// be the name of a file, [`FileError::Exists`] if another game has that name,
    /// [`FileError::Write`].
    pub fn rename(&self, path: &Path, name: &str) -> Result<PathBuf, FileError> {
        let from = self.own(path).ok_or_else(|| FileError::Foreign { path: path.to_owned() })?;
        let name = name.trim();
        let separates = |c: char| matches!(c, '/' | '\\' | ':') || c.is_control();
        if name.is_empty()
            || name.len() > MAX_NAME
            || name.starts_with('.')
            || name.contains(separates)
        {
            return Err(FileError::Name { name: name.to_owned() });
        }
        let to = from.with_file_name(format!("{name}.json"));
        if to != from {
            relocate(&from, &to)?;
        }
        Ok(to)
    }

    /// Puts the kept game at `path` into the trash, as deleted at `now`, and says how to bring it
    /// back.
    ///
    /// # Errors
    /// [`FileError::Foreign`] for a file that is not kept here, [`FileError::Write`]; the game is
    /// still where it was.
    pub fn discard(&self, path: &Path, now: SystemTime) -> Result<Trashed, FileError> {
        let from = self.own(path).ok_or_else(|| FileError::Foreign { path: path.to_owned() })?;
        let trash = self.trash();
        fs::create_dir_all(&trash)
            .map_err(|source| FileError::Write { path: trash.clone(), source })?;
        let stem = from.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // Names in the trash sort by when they came there.
        let date: String = rfc3339(now).chars().filter(char::is_ascii_alphanumeric).collect();
        let at = relocate_near(&from, &trash, &format!("{date}-{stem}"))?;
        self.empty_trash(&at);
        Ok(Trashed { from, at })
    }

    /// Brings a deleted game back, under another name if its own is taken by now, and says where it
    /// is.
    ///
    /// # Errors
    /// [`FileError::Write`] if it is not in the trash any more or cannot be moved.
    pub fn restore(&self, trashed: &Trashed) -> Result<PathBuf, FileError> {
        let failed = |source| FileError::Write { path: trashed.from.clone(), source };
        if trashed.at.symlink_metadata().is_err() {
            return Err(failed(io::ErrorKind::NotFound.into()));
        }
        let dir = trashed.from.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(dir).map_err(failed)?;
        let stem = trashed.from.file_stem().unwrap_or_default().to_string_lossy();
        relocate_near(&trashed.at, dir, &stem)
    }

    /// Deletes for good what came into the trash first, down to [`MAX_TRASH`] games; never
    /// `newest`.
    fn empty_trash(&self, newest: &Path) {
        let Ok(entries) = fs::read_dir(self.trash()) else { return };
        let mut paths: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        let surplus = paths.len().saturating_sub(MAX_TRASH);
        for path in paths.iter().filter(|path| *path != newest).take(surplus) {
            // What cannot be deleted now is tried again with the next game.
            let _ = fs::remove_file(path);
        }
    }
}

/// Moves `from` to the first free name in `dir` that begins with `stem`, and says where.
fn relocate_near(from: &Path, dir: &Path, stem: &str) -> Result<PathBuf, FileError> {
    for to in (1..=MAX_NAMESAKES).map(|n| namesake(dir, stem, n)) {
        match relocate(from, &to) {
            Err(FileError::Exists { .. }) => {}
            moved => return moved.map(|()| to),
        }
    }
    Err(FileError::Exists { path: namesake(dir, stem, 1) })
}

/// Moves the file `from` to `to`, where nothing may be.
fn relocate(from: &Path, to: &Path) -> Result<(), FileError> {
    let failed = |source| FileError::Write { path: to.to_owned(), source };
    if rename_to_free(from, to) {
        return Ok(());
    }
    // A hard link fails for certain if something is there, which a plain rename would replace.
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from).map_err(failed),
        Err(_) if to.symlink_metadata().is_ok() => Err(FileError::Exists { path: to.to_owned() }),
        // Some file systems have no hard links.
        Err(_) => fs::rename(from, to).map_err(failed),
    }
}

/// Renames `from` to `to`, where nothing may be, in one atomic step; false if that failed or the
/// system cannot do it.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn rename_to_free(from: &Path, to: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};

    renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE).is_ok()
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
const fn rename_to_free(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    fn kept(files: &Files, name: &str, text: &str) -> PathBuf {
        files.keep(None, name, true, text).unwrap().path
    }

    #[test]
    fn a_deleted_game_comes_back_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        let path = kept(&files, "x", "1");
        let trashed = files.discard(&path, UNIX_EPOCH).unwrap();
        assert!(!path.exists());
        // Meanwhile another game has taken its name.
        assert_eq!(kept(&files, "x", "2"), path);
        let back = files.restore(&trashed).unwrap();
        assert_eq!(
            (read(&back, 9).unwrap(), read(&path, 9).unwrap()),
            (b"1".to_vec(), b"2".to_vec())
        );
        assert!(matches!(files.restore(&trashed), Err(FileError::Write { .. })), "once");
    }

    #[test]
    fn the_trash_keeps_the_games_deleted_last() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        let now = |i: usize| UNIX_EPOCH + Duration::from_secs(60 * i as u64);
        let discard = |i: usize| {
            let path = kept(&files, &format!("game {}", MAX_TRASH - i.min(MAX_TRASH)), "x");
            files.discard(&path, now(i)).unwrap()
        };
        let all: Vec<Trashed> = (0..MAX_TRASH + 3).map(discard).collect();
        assert_eq!(fs::read_dir(files.trash()).unwrap().count(), MAX_TRASH);
        assert!(all[..3].iter().all(|trashed| !trashed.at.exists()));
        assert!(all[3..].iter().all(|trashed| trashed.at.exists()));
    }

    #[test]
    fn a_name_is_one_file_and_nobody_elses() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        let (a, b) = (kept(&files, "a", "a"), kept(&files, "b", "b"));
        assert!(matches!(files.rename(&a, "b"), Err(FileError::Exists { .. })));
        for name in ["", " ", "../c", "c/d", ".c", "c\u{1b}", "c\\d", &"c".repeat(MAX_NAME + 1)] {
            assert!(matches!(files.rename(&a, name), Err(FileError::Name { .. })), "{name:?}");
        }
        assert_eq!(files.rename(&a, "a").unwrap(), a);
        let c = files.rename(&a, " A fine game ").unwrap();
        assert_eq!(c.file_name().unwrap(), "A fine game.json");
        assert_eq!(
            (read(&c, 9).unwrap(), read(&b, 9).unwrap(), a.exists()),
            (b"a".to_vec(), b"b".to_vec(), false)
        );
    }

    #[test]
    fn only_what_is_kept_here_is_touched() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().join("data"));
        kept(&files, "a", "a");
        let foreign = dir.path().join("x.json");
        fs::write(&foreign, "x").unwrap();
        assert!(matches!(files.discard(&foreign, UNIX_EPOCH), Err(FileError::Foreign { .. })));
        assert!(matches!(files.rename(&foreign, "y"), Err(FileError::Foreign { .. })));
        assert!(foreign.exists());
    }
}
