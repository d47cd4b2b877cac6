//! The places of files, and reading and writing them safely.
//!
//! Every game played is kept without being asked: in `unfinished/` of the data directory while it
//! goes on, in `games/` once it is over. A file is written beside its place, flushed to the disk
//! and renamed, so a reader finds the old text or the new one and never a part. What the disk has
//! not taken yet lies in a hidden draft beside it.

mod ancestry;
mod disk;
mod draft;
mod duplicate;
mod error;
mod leftovers;
mod lock;
mod newest;
mod trash;
mod typed;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::exchange::{self, Import};
use crate::lists;
use directories::ProjectDirs;
use tetralith_core::record::MAX_BYTES;
use tetralith_core::text::display_text;
use tetralith_core::{Record, RecordError, Timeline};

pub use disk::{Entry, Existing, check_directory, check_place, list, read, write};
pub(crate) use draft::{Begun, Draft, Left};
pub use error::FileError;
pub use leftovers::begin;
pub use lock::{Held, hold, hold_soon};
pub(crate) use newest::{Newest, newest};
pub use tetralith_session::kept::{CURSOR, Kept, holders, leave_out_explored, played_line};
pub use tetralith_session::moment::rfc3339;
use tetralith_session::progress::Progress;
pub use trash::{MAX_NAME, MAX_TRASH, Trashed};
pub(crate) use typed::typed_path;

/// The environment variable that names another data directory.
pub const DATA_DIR: &str = "TETRALITH_DATA_DIR";

/// The number of games started in the same minute that get names of their own.
const MAX_NAMESAKES: u32 = 10_000;

/// The file in the data directory that says what was learnt so far.
const PROGRESS: &str = "learning.json";

/// The largest such file that is read or written, in bytes: what a hundred thousand puzzles take.
const MAX_PROGRESS: u64 = 16 << 20;

/// The state of a [`Kept`] game's file on the disk.
pub(crate) trait OnDisk {
    /// Returns whether there is a whole game where it was kept, in the file or in its draft.
    fn stands(&self) -> bool;

    /// Returns whether there is a whole game in the file itself.
    fn is_there(&self) -> bool;

    /// Returns what became of the file; an unchanged file stays unchanged as long as the returned
    /// lock lives.
    fn claim(&self) -> (Claim, Option<Held>);

    /// Deletes it if it is as it was; the game is safe in another file.
    fn remove(&self);
}

/// Returns whether what was `found` is what was kept, or another whole game.
fn is_whole(kept: &Kept, found: Result<Vec<u8>, FileError>) -> bool {
    found.is_ok_and(|bytes| Kept::of(kept.path.clone(), &bytes) == *kept || replay(&bytes).is_ok())
}

impl OnDisk for Kept {
    fn stands(&self) -> bool {
        is_whole(self, newest(&self.path).map(|newest| newest.bytes))
    }

    fn is_there(&self) -> bool {
        is_whole(self, read(&self.path, MAX_BYTES as u64))
    }

    fn claim(&self) -> (Claim, Option<Held>) {
        match hold_soon(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Claim::Gone, None),
            Ok(Some(held)) => match read(&self.path, MAX_BYTES as u64) {
                Ok(bytes) if Self::of(self.path.clone(), &bytes) == *self => {
                    (Claim::Ours, Some(held))
                }
                _ => (Claim::Changed, None),
            },
            Ok(None) | Err(_) => (Claim::Changed, None),
        }
    }

    fn remove(&self) {
        if let (Claim::Ours, _held) = self.claim() {
            // A copy left behind would be a nuisance, not a loss.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The fate of a file that a game is kept in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Claim {
    /// It is as it was.
    Ours,
    /// It is gone, so there is nothing to lose.
    Gone,
    /// Something else has written to it, or is about to.
    Changed,
}

/// The directory that games are kept in, and the one of all else that is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files {
    data: PathBuf,
    /// The directory of the progress in lessons and puzzles, which stays when games are kept
    /// elsewhere.
    progress_dir: PathBuf,
}

impl Files {
    /// The user's data directory: [`DATA_DIR`] if it is set, else the one the user has `set` for
    /// games, else the platform's place. Nothing is created yet.
    ///
    /// A relative directory is taken from the home directory, wherever the program is started.
    ///
    /// # Errors
    /// [`FileError::NoHome`] if none of them exists.
    pub fn locate(set: Option<&Path>) -> Result<Self, FileError> {
        if let Some(named) = named_dir() {
            return Ok(Self::at(named));
        }
        let own = ProjectDirs::from("", "", "tetralith").map(|dirs| dirs.data_dir().to_owned());
        match (set.map(below_home), own) {
            (Some(data), Some(own)) => Ok(Self { data, progress_dir: own }),
            (Some(dir), None) | (None, Some(dir)) => Ok(Self::at(dir)),
            (None, None) => Err(FileError::NoHome),
        }
    }

    /// Games, and all else, kept in `data`.
    pub fn at(data: PathBuf) -> Self {
        Self { progress_dir: data.clone(), data }
    }

    /// The data directory.
    fn data(&self) -> &Path {
        &self.data
    }

    /// Checks that files can be written here, now or once the directory is made; leaves nothing
    /// behind.
    ///
    /// # Errors
    /// [`FileError::Unusable`] if not.
    pub fn check(&self) -> Result<(), FileError> {
        let whole = std::path::absolute(&self.data).unwrap_or_else(|_| self.data.clone());
        let there = whole.ancestors().find(|dir| dir.symlink_metadata().is_ok()).unwrap_or(&whole);
        leftovers::begin(there).map(drop).map_err(|source| FileError::Unusable {
            dir: self.data.clone(),
            there: there.to_owned(),
            source,
        })
    }

    /// Returns the directory of games that are over.
    pub fn games(&self) -> PathBuf {
        self.data.join("games")
    }

    /// Returns the directory of games in progress.
    pub fn unfinished(&self) -> PathBuf {
        self.data.join("unfinished")
    }

    /// Returns what was learnt so far, as [`Files::keep_progress`] kept it; empty if nothing was.
    ///
    /// # Errors
    /// [`FileError::Read`], [`FileError::NotRegular`] or [`FileError::TooLarge`].
    pub fn progress(&self) -> Result<String, FileError> {
        let kept = |dir: &Path| match read(&dir.join(PROGRESS), MAX_PROGRESS) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(FileError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Ok(None)
            }
            Err(error) => Err(error),
        };
        let own = kept(&self.progress_dir)?;
        // It used to be kept beside the games, wherever they are.
        let beside = if self.data == self.progress_dir { None } else { kept(&self.data)? };
        Ok(match (own, beside) {
            (Some(own), Some(beside)) => Progress::merged(&own, &beside).unwrap_or(own),
            (own, beside) => own.or(beside).unwrap_or_default(),
        })
    }

    /// Keeps what was learnt so far: what `merge` makes of what is kept already, to which another
    /// instance may have added.
    ///
    /// # Errors
    /// [`FileError::Write`], [`FileError::TooLarge`] if it could not be read again, or what
    /// [`Files::progress`] or `merge` fails with; what was kept before is still there.
    pub fn keep_progress<E: From<FileError>>(
        &self,
        merge: impl Fn(&str) -> Result<String, E>,
    ) -> Result<(), E> {
        let path = self.progress_dir.join(PROGRESS);
        fs::create_dir_all(&self.progress_dir)
            .map_err(|source| FileError::Write { path: self.progress_dir.clone(), source })?;
        leftovers::tidy(&self.progress_dir, SystemTime::now());
        loop {
            let held = hold_soon(&path).ok().flatten();
            let text = merge(&self.progress()?)?;
            if text.len() as u64 > MAX_PROGRESS {
                return Err(FileError::TooLarge { path, limit: MAX_PROGRESS }.into());
            }
            let existing = if held.is_some() || path.symlink_metadata().is_ok() {
                Existing::Replace
            } else {
                Existing::Keep
            };
            match write(&path, text, existing) {
                // Another instance was the first to keep something.
                Err(FileError::Exists { .. }) => {}
                written => return Ok(written?),
            }
        }
    }

    /// The program's own path of the file at `path`, however that is written; `None` if it is not a
    /// game the program keeps.
    pub fn own(&self, path: &Path) -> Option<PathBuf> {
        let parent = path
            .parent()
            .map(|dir| if dir.as_os_str().is_empty() { Path::new(".") } else { dir })?;
        let dir = fs::canonicalize(parent).ok()?;
        let own = [self.games(), self.unfinished()];
        let own = own.into_iter().find(|own| fs::canonicalize(own).is_ok_and(|own| own == dir))?;
        Some(own.join(path.file_name()?))
    }

    /// The unfinished game written last.
    pub fn latest_unfinished(&self) -> Option<PathBuf> {
        let dir = self.unfinished();
        // Drafts first, so that a game whose file is written meanwhile is not missed.
        let alone = newest::alone(&dir);
        let entries = list(&dir).unwrap_or_default();
        let files =
            alone.into_iter().chain(entries).filter(|entry| !entry.is_dir).map(|entry| entry.path);
        files.max_by_key(|path| newest::modified(path))
    }

    /// Every game that is kept, the one written last first.
    pub fn kept(&self) -> Vec<Entry> {
        let dirs = [self.unfinished(), self.games()];
        // Drafts first: a game that is written meanwhile must not slip through.
        let mut alone: Vec<Entry> = dirs.iter().flat_map(|dir| newest::alone(dir)).collect();
        // A directory that is not there yet holds no games.
        let mut entries: Vec<Entry> =
            dirs.iter().flat_map(|dir| list(dir).unwrap_or_default()).collect();
        alone.retain(|draft| entries.iter().all(|entry| entry.path != draft.path));
        entries.extend(alone);
        entries.retain(|entry| !entry.is_dir);
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.modified));
        entries
    }

    /// Keeps the record `text` of a game and says where.
    ///
    /// `kept` is where it was kept before, if it was; a game that has ended (`over`) or been
    /// reopened moves between the two directories. A new file's name begins with `name`, and no
    /// file of another game is ever replaced: not even the one at `kept`, if something else has
    /// written to it since.
    ///
    /// # Errors
    /// [`FileError::Write`]; what was kept before is still there.
    pub fn keep(
        &self,
        kept: Option<&Kept>,
        name: &str,
        over: bool,
        text: &str,
    ) -> Result<Kept, FileError> {
        self.flush(kept, false, name, over, text)
    }

    /// Keeps what a draft of `base` holds, and removes `old`, the file in which the game was kept
    /// before.
    ///
    /// # Errors
    /// As for [`Files::keep`].
    pub(crate) fn finish(
        &self,
        base: Option<&Kept>,
        old: Option<&Kept>,
        name: &str,
        over: bool,
        text: &str,
    ) -> Result<Kept, FileError> {
        let kept = self.flush(base, true, name, over, text)?;
        if let Some(old) = old {
            old.remove();
        }
        Ok(kept)
    }

    /// Keeps the record `text` of a game again if its file is gone or holds no whole game; returns
    /// where the game is kept.
    ///
    /// A whole game that another instance has written there is left alone.
    ///
    /// # Errors
    /// As for [`Files::keep`].
    pub fn secure(
        &self,
        kept: &Kept,
        name: &str,
        over: bool,
        text: &str,
    ) -> Result<Kept, FileError> {
        if kept.stands() { Ok(kept.clone()) } else { self.keep(Some(kept), name, over, text) }
    }

    /// Does what [`Files::keep`] does; `drafted` says whether the caller holds the draft of `kept`.
    fn flush(
        &self,
        kept: Option<&Kept>,
        drafted: bool,
        name: &str,
        over: bool,
        text: &str,
    ) -> Result<Kept, FileError> {
        let dir = if over { self.games() } else { self.unfinished() };
        fs::create_dir_all(&dir)
            .map_err(|source| FileError::Write { path: dir.clone(), source })?;
        let taken = |path: &Path| newest::beside(path).symlink_metadata().is_ok();
        let (mut claim, _held) = kept.map_or((Claim::Changed, None), OnDisk::claim);
        if !drafted && kept.is_some_and(|kept| taken(&kept.path)) {
            claim = Claim::Changed;
        }
        let kept = kept.filter(|_| claim != Claim::Changed).map(|kept| kept.path.as_path());
        if let Some(path) = kept.filter(|path| path.parent() == Some(&dir)) {
            let existing = if claim == Claim::Ours { Existing::Replace } else { Existing::Keep };
            match write(path, text, existing) {
                // A new file has appeared where the old one was gone.
                Err(FileError::Exists { .. }) => {}
                written => return written.map(|()| Kept::of(path.to_owned(), text.as_bytes())),
            }
        }
        for own in [self.games(), self.unfinished()] {
            leftovers::tidy(&own, SystemTime::now());
        }
        for path in (1..=MAX_NAMESAKES).map(|n| namesake(&dir, name, n)).filter(|path| !taken(path))
        {
            match write(&path, text, Existing::Keep) {
                Err(FileError::Exists { .. }) => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    if let Some(old) = kept.filter(|_| claim == Claim::Ours) {
                        // The game is safe in its new place; a copy left behind would be a
                        // nuisance, not a loss.
                        let _ = fs::remove_file(old);
                    }
                    return Ok(Kept::of(path, text.as_bytes()));
                }
            }
        }
        Err(FileError::Exists { path: namesake(&dir, name, 1) })
    }
}

/// The file in `dir` of the `n`th game, from 1, that is called `name`.
fn namesake(dir: &Path, name: &str, n: u32) -> PathBuf {
    dir.join(if n == 1 { format!("{name}.json") } else { format!("{name}-{n}.json") })
}

/// The directory that [`DATA_DIR`] names.
pub fn named_dir() -> Option<PathBuf> {
    std::env::var_os(DATA_DIR).filter(|dir| !dir.is_empty()).map(PathBuf::from)
}

/// `path`, taken from the home directory unless it is absolute.
fn below_home(path: &Path) -> PathBuf {
    let path = in_home(path);
    std::env::home_dir().map_or_else(|| path.clone(), |home| home.join(&path))
}

/// `path` with the home directory in place of a `~` it begins with, as shells have it.
pub fn in_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// Reads the record at `path`, one of this program's or one of Abstract Play's; of a game that is
/// being kept the newest state.
///
/// # Errors
/// As for [`read`] or [`decode`].
pub fn load(path: &Path) -> Result<(Record, Timeline), FileError> {
    import(path).map(|(import, _)| (import.record, import.timeline))
}

/// Reads the record at `path` as [`load`] does, without moves that were only tried after the last
/// one of a game in progress.
///
/// # Errors
/// As for [`load`].
pub fn load_played(path: &Path) -> Result<(Record, Timeline), FileError> {
    let (mut record, mut timeline) = load(path)?;
    leave_out_explored(&mut record, &mut timeline);
    Ok((record, timeline))
}

/// Reads the record at `path` as [`load`] does, with what its format could say and ours cannot;
/// returns the bytes too.
///
/// # Errors
/// As for [`load`].
pub fn import(path: &Path) -> Result<(Import, Vec<u8>), FileError> {
    let Newest { bytes, game } = newest(path)?;
    let import = match game {
        Some((record, timeline)) => Import { record, timeline, left_behind: Vec::new() },
        None => decode(path, &bytes)?,
    };
    Ok((import, bytes))
}

/// Reads a record of this program and replays its game, which takes as long as the game is large.
fn replay(bytes: &[u8]) -> Result<(Record, Timeline), RecordError> {
    #[cfg(test)]
    REPLAYS.with(|replays| replays.set(replays.get() + 1));
    Record::read(bytes)
}

#[cfg(test)]
thread_local! {
    /// The number of games that were replayed on this thread.
    static REPLAYS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// The record that `bytes` hold, which were read from `path`: one of this program's, of which
/// nothing is left behind, or one of Abstract Play's.
///
/// # Errors
/// [`FileError::Record`] or [`FileError::Exchange`]; [`FileError::List`] or
/// [`FileError::ClubState`] of what is no record but can be taken for one.
pub fn decode(path: &Path, bytes: &[u8]) -> Result<Import, FileError> {
    match replay(bytes) {
        Ok((record, timeline)) => Ok(Import { record, timeline, left_behind: Vec::new() }),
        Err(_) if exchange::is_abstract_play(bytes) => exchange::read(bytes)
            .map_err(|source| FileError::Exchange { path: path.to_owned(), source }),
        Err(_) if lists::is_club_state(bytes) => {
            Err(FileError::ClubState { path: path.to_owned() })
        }
        Err(source) => Err(match lists::split(bytes) {
            Some(records) => FileError::List { path: path.to_owned(), count: records.len() },
            None => FileError::Record { path: path.to_owned(), source },
        }),
    }
}

/// Returns a path as the screen shows it, without anything that acts on a terminal.
pub fn shown(path: &Path) -> String {
    display_text(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> (tempfile::TempDir, Files) {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().join("data"));
        (dir, files)
    }

    #[test]
    fn a_game_is_kept_in_one_file_and_moves_when_it_ends() {
        let (_dir, files) = files();
        assert_eq!(files.latest_unfinished(), None);
        let first = files.keep(None, "necklace-x", false, "1").unwrap();
        assert_eq!(files.latest_unfinished().as_ref(), Some(&first.path));
        let second = files.keep(Some(&first), "necklace-x", false, "2").unwrap();
        assert_eq!(second.path, first.path);
        assert_eq!(read(&first.path, 10).unwrap(), b"2");
        let over = files.keep(Some(&second), "necklace-x", true, "3").unwrap();
        assert_eq!(over.path.parent(), Some(files.games().as_path()));
        assert!(!first.path.exists());
        let roundabout = files.games().join("..").join("games").join("necklace-x.json");
        assert_eq!(files.own(&roundabout), Some(over.path));
    }

    #[test]
    fn what_was_learnt_stays_where_it_is_when_games_go_elsewhere() {
        let dir = tempfile::tempdir().unwrap();
        let (own, games) = (dir.path().join("own"), dir.path().join("games"));
        let keep = |files: &Files, text: &str| {
            files.keep_progress(|had| Ok::<_, FileError>(format!("{had}{text}"))).unwrap();
        };
        let before = Files::at(own.clone());
        keep(&before, "1");
        let moved = Files { data: games.clone(), progress_dir: own };
        assert_eq!(moved.progress().unwrap(), "1");
        keep(&moved, "2");
        assert_eq!((before.progress().unwrap().as_str(), games.exists()), ("12", false));
        // What an earlier version kept beside the games is taken over.
        let old = Files::at(games.clone());
        keep(&old, "3");
        let moved = Files { data: games, progress_dir: dir.path().join("new") };
        assert_eq!(moved.progress().unwrap(), "3");
        keep(&moved, "4");
        assert_eq!(
            (moved.progress().unwrap().as_str(), old.progress().unwrap().as_str()),
            ("34", "3")
        );
    }

    #[test]
    fn a_directory_that_is_not_absolute_is_one_of_the_home_directory() {
        let home = std::env::home_dir().unwrap();
        for path in ["games", "~/games"] {
            assert_eq!(below_home(Path::new(path)), home.join("games"));
        }
        assert_eq!(below_home(&std::env::temp_dir()), std::env::temp_dir());
    }

    #[test]
    fn what_something_else_has_written_is_not_replaced() {
        let (_dir, files) = files();
        let first = files.keep(None, "necklace-x", false, "1").unwrap();
        write(&first.path, "other", Existing::Replace).unwrap();
        let second = files.keep(Some(&first), "necklace-x", false, "2").unwrap();
        assert_ne!(second.path, first.path);
        assert_eq!(read(&first.path, 10).unwrap(), b"other");
        let third = files.keep(Some(&first), "necklace-x", true, "3").unwrap();
        assert_eq!(third.path.parent(), Some(files.games().as_path()));
        assert_eq!(read(&first.path, 10).unwrap(), b"other");
    }

    #[test]
    fn of_two_who_keep_the_same_game_at_once_neither_loses_a_step() {
        let (_dir, files) = files();
        for round in 0..60 {
            let name = format!("greylox-{round}");
            let both = files.keep(None, &name, false, "both").unwrap();
            let texts = [format!("{round} one"), format!("{round} other")];
            let kept = std::thread::scope(|scope| {
                let keep = |text| files.keep(Some(&both), &name, round % 2 == 0, text).unwrap();
                let threads = texts.each_ref().map(|text| scope.spawn(move || keep(text)));
                threads.map(|thread| thread.join().unwrap())
            });
            assert_ne!(kept[0].path, kept[1].path);
            for (kept, text) in kept.iter().zip(&texts) {
                assert_eq!(read(&kept.path, 20).unwrap(), text.as_bytes(), "round {round}");
            }
        }
    }

    #[test]
    fn of_two_who_learn_at_once_neither_forgets() {
        let (_dir, files) = files();
        let learn = |who: char| {
            let merge = |there: &str| Ok::<_, FileError>(format!("{there}{who}"));
            (0..20).for_each(|_| files.keep_progress(merge).unwrap());
        };
        std::thread::scope(|scope| {
            scope.spawn(|| learn('a'));
            scope.spawn(|| learn('b'));
        });
        let progress = files.progress().unwrap();
        assert_eq!(
            (progress.matches('a').count(), progress.matches('b').count()),
            (20, 20),
            "{progress}"
        );
    }

    #[test]
    fn games_of_the_same_minute_do_not_replace_one_another() {
        let (_dir, files) = files();
        let a = files.keep(None, "greylox-x", false, "a").unwrap();
        let b = files.keep(None, "greylox-x", false, "b").unwrap();
        assert_ne!(a.path, b.path);
        assert_eq!(read(&a.path, 10).unwrap(), b"a");
    }
}
