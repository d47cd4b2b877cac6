//! Renaming and deleting the games that the program keeps, and bringing deleted ones back.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tetralith_files::{FileError, PREFIX, move_to_free};

use super::{Files, MAX_FILE_NAME, SavedGameError, namesakes};

/// The most deleted games that can be brought back; beyond that, those deleted first are gone for
/// good.
pub const MAX_TRASH: usize = 50;

/// The most bytes of a game's name, so that common file systems take it with a number and its
/// ending, and with what the name of its draft, or of a deleted game, begins with.
pub const MAX_NAME: usize = MAX_FILE_NAME - PREFIX.len() - "-10000.json".len();

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
        self.data.join("trash")
    }

    /// Gives the kept game at `path` another `name`, without its ending, and returns where it is
    /// now.
    ///
    /// # Errors
    /// [`SavedGameError::Foreign`] for a file that is not kept here, [`SavedGameError::Name`] for
    /// what cannot be the name of a file, [`FileError::Exists`] if another game has that name,
    /// [`FileError::Write`].
    pub fn rename(&self, path: &Path, name: &str) -> Result<PathBuf, SavedGameError> {
        let from = self.own_game(path)?;
        let name = name.trim();
        let separates = |c: char| matches!(c, '/' | '\\' | ':') || c.is_control();
        if name.is_empty()
            || name.len() > MAX_NAME
            || name.starts_with('.')
            || name.contains(separates)
        {
            return Err(SavedGameError::Name { name: name.to_owned() });
        }
        let to = from.with_file_name(format!("{name}.json"));
        if to != from {
            move_to_free(&*self.disk, &from, &to)?;
        }
        Ok(to)
    }

    /// Puts the kept game at `path` into the trash, and returns how to bring it back.
    ///
    /// # Errors
    /// [`SavedGameError::Foreign`] for a file that is not kept here, [`FileError::Write`]; the game
    /// is still where it was.
    pub fn discard(&self, path: &Path) -> Result<Trashed, SavedGameError> {
        let from = self.own_game(path)?;
        let trash = self.trash();
        self.make(&trash)?;
        let stem = from.file_stem().unwrap_or_default().to_string_lossy();
        // Names in the trash begin with numbers in the order in which games came there.
        let next = self.trashed().last().map_or(1, |(number, _)| number.saturating_add(1));
        let at = self.move_near(&from, &trash, &format!("{next:08}-{}", beginning(&stem)))?;
        self.empty_trash(&at);
        Ok(Trashed { from, at })
    }

    /// Brings a deleted game back, under another name if its own is taken by now, and returns where
    /// it is.
    ///
    /// # Errors
    /// [`FileError::Write`] if it is not in the trash any more or cannot be moved.
    pub fn restore(&self, trashed: &Trashed) -> Result<PathBuf, FileError> {
        let failed = |source| FileError::Write { path: trashed.from.clone(), source };
        if trashed.at.symlink_metadata().is_err() {
            return Err(failed(io::ErrorKind::NotFound.into()));
        }
        let dir = trashed.from.parent().unwrap_or(Path::new("."));
        self.make(dir)?;
        let stem = trashed.from.file_stem().unwrap_or_default().to_string_lossy();
        self.move_near(&trashed.at, dir, &stem)
    }

    /// The program's own path of the game at `path`.
    fn own_game(&self, path: &Path) -> Result<PathBuf, SavedGameError> {
        self.own(path).ok_or_else(|| SavedGameError::Foreign { path: path.to_owned() })
    }

    /// The files in the trash with their numbers, the one that came there first before the others.
    fn trashed(&self) -> Vec<(u64, PathBuf)> {
        let number = |name: &str| {
            let end = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
            name[..end].parse().unwrap_or_default()
        };
        let entries = fs::read_dir(self.trash()).into_iter().flatten().flatten();
        let mut trashed: Vec<(u64, PathBuf)> = entries
            .map(|entry| (number(&entry.file_name().to_string_lossy()), entry.path()))
            .collect();
        trashed.sort();
        trashed
    }

    /// Deletes for good what came into the trash first, down to [`MAX_TRASH`] games; never
    /// `newest`.
    fn empty_trash(&self, newest: &Path) {
        let trashed = self.trashed();
        let surplus = trashed.len().saturating_sub(MAX_TRASH);
        for (_, path) in trashed.iter().filter(|(_, path)| path != newest).take(surplus) {
            // Files that cannot be deleted now are tried again with the next game.
            let _ = self.disk.remove(path);
        }
    }

    /// Moves `from` to the first free name in `dir` that begins with `stem`, and returns it.
    pub(super) fn move_near(
        &self,
        from: &Path,
        dir: &Path,
        stem: &str,
    ) -> Result<PathBuf, FileError> {
        for to in namesakes(dir, stem) {
            match move_to_free(&*self.disk, from, &to) {
                Err(FileError::Exists { .. }) => {}
                moved => return moved.map(|()| to),
            }
        }
        Err(FileError::Exists { path: dir.join(format!("{stem}.json")) })
    }
}

/// As much of `stem` as leaves room for a number before and after it in the name of a file.
fn beginning(stem: &str) -> &str {
    let is_end = |at: &usize| stem.is_char_boundary(*at);
    let end = (0..=stem.len().min(MAX_NAME)).rev().find(is_end);
    &stem[..end.unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::super::{draft, read};
    use super::*;
    fn kept(files: &Files, name: &str, text: &str) -> PathBuf {
        files.keep(None, name, text).unwrap().path
    }

    #[test]
    fn a_deleted_game_comes_back_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        let path = kept(&files, "x", "1");
        let trashed = files.discard(&path).unwrap();
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
        let discard = |i: usize| {
            let path = kept(&files, &format!("game {}", MAX_TRASH - i.min(MAX_TRASH)), "x");
            files.discard(&path).unwrap()
        };
        let all: Vec<Trashed> = (0..MAX_TRASH + 3).map(discard).collect();
        assert_eq!(fs::read_dir(files.trash()).unwrap().count(), MAX_TRASH);
        assert!(all[..3].iter().all(|trashed| !trashed.at.exists()));
        assert!(all[3..].iter().all(|trashed| trashed.at.exists()));
    }

    #[test]
    fn a_name_is_that_of_one_game() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        let (a, b) = (kept(&files, "a", "a"), kept(&files, "b", "b"));
        assert!(matches!(
            files.rename(&a, "b"),
            Err(SavedGameError::File(FileError::Exists { .. }))
        ));
        for name in ["", " ", "../c", "c/d", ".c", "c\u{1b}", "c\\d", &"c".repeat(MAX_NAME + 1)] {
            assert!(matches!(files.rename(&a, name), Err(SavedGameError::Name { .. })), "{name:?}");
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
    fn the_longest_name_leaves_room_for_all_that_is_added() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        let name = "n".repeat(MAX_NAME);
        let path = kept(&files, "a", "a");
        let named = files.rename(&path, &name).unwrap();
        let last = namesakes(dir.path(), &name).last().unwrap();
        let draft = draft::beside(&last);
        assert_eq!(draft.file_name().unwrap().len(), MAX_FILE_NAME);
        let trashed = files.discard(&named).unwrap();
        let wanted = format!("00000001-{name}.json");
        assert_eq!(trashed.at.file_name().unwrap().to_str(), Some(&*wanted), "nothing is cut");
        assert_eq!(files.restore(&trashed).unwrap(), named);
    }

    #[test]
    fn files_elsewhere_are_not_touched() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().join("data"));
        kept(&files, "a", "a");
        let foreign = dir.path().join("x.json");
        fs::write(&foreign, "x").unwrap();
        assert!(matches!(files.discard(&foreign), Err(SavedGameError::Foreign { .. })));
        assert!(matches!(files.rename(&foreign, "y"), Err(SavedGameError::Foreign { .. })));
        assert!(foreign.exists());
    }

    #[test]
    fn trash_of_an_earlier_version_goes_before_newer_games() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        fs::create_dir(files.trash()).unwrap();
        // Earlier versions named files by the clock, which may have been wrong.
        let dated = |i: usize| files.trash().join(format!("20991231T2359{i:02}Z-x.json"));
        (0..MAX_TRASH).for_each(|i| fs::write(dated(i), "x").unwrap());
        let newer: Vec<Trashed> =
            (0..3).map(|_| files.discard(&kept(&files, "y", "y")).unwrap()).collect();
        assert!(newer.iter().all(|trashed| trashed.at.exists()));
        assert!((0..3).all(|i| !dated(i).exists()) && dated(3).exists());
    }
}
