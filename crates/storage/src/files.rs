//! The places of games, and keeping and reading them safely.
//!
//! Every game played is kept without being asked, in `games/` of the data directory. A game in
//! progress is one without a result: its record states where it resumes. A file is written beside
//! its place, flushed to the disk and renamed, so a reader finds the old text or the new one and
//! never a part. Changes that the disk does not have yet are in a hidden draft beside the file.

mod adopt;
mod dates;
mod draft;
mod error;
mod place;
mod trash;
mod typed;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use directories::ProjectDirs;
use tetralith_core::game_line::{self, GameLineError, is_game_line};
use tetralith_core::record::MAX_BYTES;
use tetralith_core::{Record, RecordError, Timeline};
use tetralith_files::{
    Disk, Existing, FileEntry, FileError, FileLock, Flush, Put, System, begin, hold_soon_on, list,
    put, read, tidy,
};

use crate::exchange::{self, Import};
use crate::lists;

pub(crate) use adopt::Left;
pub(crate) use dates::by_date;
pub(crate) use draft::{Begun, Draft, Newest, drafts_in, is_drafted, newest};
pub use error::SavedGameError;
pub use place::{RecordPlace, numbered_path};
pub use tetralith_session::kept::{CURSOR, SavedFile, holders, leave_out_explored, played_line};
use tetralith_session::progress::Progress;
pub use trash::{MAX_NAME, MAX_TRASH, Trashed};
pub(crate) use typed::typed_path;

/// The environment variable that names another data directory.
pub const DATA_DIR: &str = "TETRALITH_DATA_DIR";

/// The most bytes of the name of a file that common file systems take.
const MAX_FILE_NAME: usize = 255;

/// The number of games started in the same minute that get names of their own.
const MAX_NAMESAKES: u32 = 10_000;

/// The most games that are searched for those in progress, and whose dates are read at once: the
/// newest ones.
const MOST_LOOKED_THROUGH: usize = 1_000;

/// The file in the data directory that holds what was learnt so far.
const PROGRESS: &str = "learning.json";

/// The largest such file that is read or written, in bytes: what a hundred thousand puzzles take.
const MAX_PROGRESS: u64 = 16 << 20;

/// True if there is a whole game in `kept` itself, what was kept or another.
pub(crate) fn is_there(kept: &SavedFile) -> bool {
    is_whole(kept, read(&kept.path, MAX_BYTES as u64))
}

/// True if what was `found` is what was kept, or another whole game.
fn is_whole(kept: &SavedFile, found: Result<Vec<u8>, FileError>) -> bool {
    found.is_ok_and(|bytes| {
        SavedFile::of(kept.path.clone(), &bytes) == *kept || replay(&bytes).is_ok()
    })
}

/// The fate of a file that a game is kept in.
#[derive(Debug)]
enum Claim {
    /// It is as it was, and stays so as long as the lock is held.
    Ours(FileLock),
    /// It is gone, so there is nothing to lose.
    Gone,
    /// Something else has written to it, or is about to.
    Changed,
}

/// The directory that games are kept in, and the one of all else that is kept.
#[derive(Clone, Debug)]
pub struct Files {
    data: PathBuf,
    /// The directory of the progress in lessons and puzzles, which stays when games are kept
    /// elsewhere.
    progress_dir: PathBuf,
    disk: Arc<dyn Disk>,
}

impl PartialEq for Files {
    fn eq(&self, other: &Self) -> bool {
        (&self.data, &self.progress_dir) == (&other.data, &other.progress_dir)
    }
}

impl Eq for Files {}

impl Files {
    /// The user's data directory: [`DATA_DIR`] if it is set, else the one the user has `set` for
    /// games, else the platform's place. Nothing is created yet.
    ///
    /// A relative directory that the user has set is taken from the home directory, wherever the
    /// program is started; one in [`DATA_DIR`] is taken from the working directory.
    ///
    /// # Errors
    /// [`SavedGameError::NoHome`] if none of them exists.
    pub fn locate(set: Option<&Path>) -> Result<Self, SavedGameError> {
        named_dir().map_or_else(|| Self::unnamed(set), |named| Ok(Self::at(named)))
    }

    /// The same where no [`DATA_DIR`] is set.
    pub(crate) fn unnamed(set: Option<&Path>) -> Result<Self, SavedGameError> {
        let own = ProjectDirs::from("", "", "tetralith").map(|dirs| dirs.data_dir().to_owned());
        match (set.map(below_home), own) {
            (Some(data), Some(own)) => Ok(Self { progress_dir: own, ..Self::at(data) }),
            (Some(dir), None) | (None, Some(dir)) => Ok(Self::at(dir)),
            (None, None) => Err(SavedGameError::NoHome),
        }
    }

    /// Games, and all else, kept in `data`.
    pub fn at(data: PathBuf) -> Self {
        Self::on(Arc::new(System), data)
    }

    /// Games, and all else, kept in `data` on `disk`.
    pub fn on(disk: Arc<dyn Disk>, data: PathBuf) -> Self {
        Self { progress_dir: data.clone(), data, disk }
    }

    /// Checks that files can be written here, now or once the directory is made; leaves no file.
    ///
    /// # Errors
    /// [`SavedGameError::Unusable`] if not.
    pub fn check(&self) -> Result<(), SavedGameError> {
        let whole = std::path::absolute(&self.data).unwrap_or_else(|_| self.data.clone());
        let there = whole.ancestors().find(|dir| dir.symlink_metadata().is_ok()).unwrap_or(&whole);
        begin(there).map(drop).map_err(|source| SavedGameError::Unusable {
            dir: self.data.clone(),
            there: there.to_owned(),
            source,
        })
    }

    /// Returns the directory of games.
    pub fn games(&self) -> PathBuf {
        games_in(&self.data)
    }

    /// The file of what was learnt in lessons and puzzles.
    pub fn progress_file(&self) -> PathBuf {
        self.progress_dir.join(PROGRESS)
    }

    /// Returns the directories that games are found in: that of games, and as long as it is there
    /// also the one from before, in which games in progress used to be kept.
    ///
    /// That one comes first: a game that is moved meanwhile must not slip through.
    pub fn dirs(&self) -> Vec<PathBuf> {
        let before = self.games_before();
        let before = before.is_dir().then_some(before);
        before.into_iter().chain([self.games()]).collect()
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
    /// [`Files::progress`] or `merge` fails with; the earlier file is still there.
    pub fn keep_progress<E: From<FileError>>(
        &self,
        merge: impl Fn(&str) -> Result<String, E>,
    ) -> Result<(), E> {
        let path = self.progress_file();
        self.make(&self.progress_dir)?;
        tidy(&*self.disk, &self.progress_dir, SystemTime::now());
        loop {
            let held = hold_soon_on(&*self.disk, &path).ok().flatten();
            let text = merge(&self.progress()?)?;
            if text.len() as u64 > MAX_PROGRESS {
                return Err(FileError::TooLarge { path, limit: MAX_PROGRESS }.into());
            }
            let existing = if held.is_some() || path.symlink_metadata().is_ok() {
                Existing::Replace
            } else {
                Existing::Keep
            };
            match self.write(&path, &text, existing) {
                // Another instance was the first to keep something.
                Err(FileError::Exists { .. }) => {}
                written => return Ok(written?),
            }
        }
    }

    /// The program's own path of the file at `path`, however that is written; `None` if it is not a
    /// game the program keeps.
    pub fn own(&self, path: &Path) -> Option<PathBuf> {
        let path = RecordPlace::of(path).file().ok()?;
        let parent = path
            .parent()
            .map(|dir| if dir.as_os_str().is_empty() { Path::new(".") } else { dir })?;
        let dir = fs::canonicalize(parent).ok()?;
        let own = self
            .dirs()
            .into_iter()
            .find(|own| fs::canonicalize(own).is_ok_and(|own| own == dir))?;
        Some(own.join(path.file_name()?))
    }

    /// The games in progress, the one written last first, as far as they are among the newest.
    ///
    /// A file that holds no whole record counts too, so that its user learns of it.
    pub fn unfinished(&self) -> impl Iterator<Item = PathBuf> {
        let newest = self.kept().into_iter().take(MOST_LOOKED_THROUGH);
        newest.map(|entry| entry.path).filter(|path| draft::is_in_progress(path))
    }

    /// The game in progress that was written last and can be read, else the last one.
    pub fn latest_unfinished(&self) -> Option<PathBuf> {
        self.unfinished_besides(None)
    }

    /// The same among all but the one at a path.
    pub(crate) fn unfinished_besides(&self, path: Option<&Path>) -> Option<PathBuf> {
        let mut others = self.unfinished().filter(|other| Some(other.as_path()) != path).peekable();
        let newest = others.peek().cloned();
        others.find(|other| load(other).is_ok()).or(newest)
    }

    /// Every game that is kept, the one that began last first, as far as it is among the thousand
    /// that were written last; then those of the thousand before, and so on.
    pub(crate) fn recent(&self) -> impl Iterator<Item = PathBuf> + use<> {
        let parts: Vec<Vec<FileEntry>> =
            self.kept().chunks(MOST_LOOKED_THROUGH).map(<[_]>::to_vec).collect();
        // The dates of older games are read only where they are asked for.
        parts.into_iter().flat_map(by_date).map(|entry| entry.path)
    }

    /// Every game that is kept, the one written last first.
    pub fn kept(&self) -> Vec<FileEntry> {
        let mut entries = Vec::new();
        for dir in self.dirs() {
            // Drafts first: a game that is written meanwhile must not slip through.
            let mut drafts: BTreeMap<PathBuf, Option<SystemTime>> = drafts_in(&dir).collect();
            // A directory that is not there yet holds no games.
            for mut entry in list(&dir).unwrap_or_default() {
                let drafted = drafts.remove(&entry.path).flatten();
                entry.date = entry.date.max(drafted);
                entries.push(entry);
            }
            let alone = drafts.into_iter().map(|(path, modified)| FileEntry {
                path,
                is_dir: false,
                date: modified,
            });
            entries.extend(alone);
        }
        entries.retain(|entry| !entry.is_dir);
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.date));
        entries
    }

    /// Keeps the record `text` of a game and returns where.
    ///
    /// `kept` is where it was kept before, if it was. A new file's name begins with `name`, and no
    /// file of another game is ever replaced: not even the one at `kept`, if something else has
    /// written to it since.
    ///
    /// # Errors
    /// [`FileError::Write`]; the earlier file is still there.
    pub fn keep(
        &self,
        kept: Option<&SavedFile>,
        name: &str,
        text: &str,
    ) -> Result<SavedFile, FileError> {
        self.flush(kept, false, name, text)
    }

    /// Keeps what a draft of `base` holds, and removes `old`, the file in another directory that
    /// the game was kept in before.
    ///
    /// # Errors
    /// As for [`Files::keep`].
    pub(crate) fn finish(
        &self,
        base: Option<&SavedFile>,
        old: Option<&SavedFile>,
        name: &str,
        text: &str,
    ) -> Result<SavedFile, FileError> {
        let kept = self.flush(base, true, name, text)?;
        if let Some(old) = old {
            self.remove(old);
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
    pub fn secure(&self, kept: &SavedFile, name: &str, text: &str) -> Result<SavedFile, FileError> {
        let newest = draft::newest(&kept.path).map(|newest| newest.bytes);
        if is_whole(kept, newest) { Ok(kept.clone()) } else { self.keep(Some(kept), name, text) }
    }

    /// Does what [`Files::keep`] does; `drafted` is true if the caller holds the draft of `kept`.
    fn flush(
        &self,
        kept: Option<&SavedFile>,
        drafted: bool,
        name: &str,
        text: &str,
    ) -> Result<SavedFile, FileError> {
        let dir = self.games();
        self.make(&dir)?;
        // A draft that another instance has makes the file that one's.
        let kept = kept.filter(|kept| drafted || !is_drafted(&kept.path));
        let claim = kept.map_or(Claim::Changed, |kept| self.claim(kept));
        let kept = kept.filter(|_| !matches!(claim, Claim::Changed));
        if let Some(SavedFile { path, .. }) = kept.filter(|kept| kept.path.parent() == Some(&dir)) {
            let is_there = matches!(claim, Claim::Ours(_));
            let existing = if is_there { Existing::Replace } else { Existing::Keep };
            match self.write(path, text, existing) {
                // A new file has appeared where the old one was gone.
                Err(FileError::Exists { .. }) => {}
                written => return written.map(|()| SavedFile::of(path.clone(), text.as_bytes())),
            }
        }
        tidy(&*self.disk, &dir, SystemTime::now());
        let free = namesakes(&dir, name).filter(|path| !is_drafted(path));
        for path in free {
            match self.write(&path, text, Existing::Keep) {
                Err(FileError::Exists { .. }) => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    if let (Some(old), Claim::Ours(_)) = (kept, &claim) {
                        // The game is safe in its new place; a copy that remains would be a
                        // nuisance, not a loss.
                        let _ = self.disk.remove(&old.path);
                    }
                    return Ok(SavedFile::of(path, text.as_bytes()));
                }
            }
        }
        Err(FileError::Exists { path: dir.join(format!("{name}.json")) })
    }

    fn claim(&self, kept: &SavedFile) -> Claim {
        match hold_soon_on(&*self.disk, &kept.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Claim::Gone,
            Ok(Some(lock)) => match read(&kept.path, MAX_BYTES as u64) {
                Ok(bytes) if SavedFile::of(kept.path.clone(), &bytes) == *kept => Claim::Ours(lock),
                _ => Claim::Changed,
            },
            Ok(None) | Err(_) => Claim::Changed,
        }
    }

    /// Deletes the file `kept` if it is as it was; its game is safe in another file.
    fn remove(&self, kept: &SavedFile) {
        if let Claim::Ours(_lock) = self.claim(kept) {
            // A copy that remains would be a nuisance, not a loss.
            let _ = self.disk.remove(&kept.path);
        }
    }

    fn make(&self, dir: &Path) -> Result<(), FileError> {
        let failed = |source| FileError::Write { path: dir.to_owned(), source };
        self.disk.create_dir_all(dir).map_err(failed)
    }

    fn write(&self, path: &Path, text: &str, existing: Existing) -> Result<(), FileError> {
        let file = Put { path, of: path, existing, flush: Flush::Now };
        put(&*self.disk, file, text.as_bytes(), |_| ()).map(drop)
    }
}

/// The files in `dir` of games that are called `name`, in the order in which they are taken.
fn namesakes(dir: &Path, name: &str) -> impl Iterator<Item = PathBuf> {
    (1..=MAX_NAMESAKES).map(move |n| {
        dir.join(if n == 1 { format!("{name}.json") } else { format!("{name}-{n}.json") })
    })
}

/// The directory of games in the directory of data.
pub fn games_in(data: &Path) -> PathBuf {
    data.join("games")
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
/// being kept the newest state. `FILE#3` is the third record of a list. In place of a file,
/// `path` may be a [game in a line](tetralith_core::game_line).
///
/// # Errors
/// As for [`read`] or [`decode`].
pub fn load(path: &Path) -> Result<(Record, Timeline), SavedGameError> {
    import(path).map(|(import, _)| (import.record, import.timeline))
}

/// Reads the record at `path` as [`load`] does, without moves that were only tried after the last
/// one of a game in progress.
///
/// # Errors
/// As for [`load`].
pub fn load_played(path: &Path) -> Result<(Record, Timeline), SavedGameError> {
    let (mut record, mut timeline) = load(path)?;
    leave_out_explored(&mut record, &mut timeline);
    Ok((record, timeline))
}

/// Reads the record at `path` as [`load`] does, with what its format can hold and ours cannot;
/// returns the bytes too.
///
/// # Errors
/// As for [`load`].
pub fn import(path: &Path) -> Result<(Import, Vec<u8>), SavedGameError> {
    let path = match RecordPlace::of(path) {
        RecordPlace::File(path) => path,
        RecordPlace::InList { list, number } => return import_numbered(path, list, number),
        RecordPlace::Line(line) => return Ok((of_line(line)?, Vec::new())),
    };
    let Newest { bytes, game } = draft::newest(path)?;
    let import = match game {
        Some((record, timeline)) => Import::own(record, timeline),
        None => decode(path, &bytes)?,
    };
    Ok((import, bytes))
}

/// Reads the record at `path`, which names record `number` of `list`.
fn import_numbered(
    path: &Path,
    list: &Path,
    number: usize,
) -> Result<(Import, Vec<u8>), SavedGameError> {
    let bytes = read(list, MAX_BYTES as u64)?;
    let records = lists::records(&bytes);
    let absent =
        || SavedGameError::NotInList { path: list.to_owned(), count: records.len(), number };
    let record = number.checked_sub(1).and_then(|at| records.get(at)).ok_or_else(absent)?;
    Ok((decode(path, record)?, record.to_vec()))
}

/// Reads the records in the file at `path`, which may be a list, and hands each to `take` with the
/// path that names it, until `take` returns false.
pub fn load_all(
    path: &Path,
    mut take: impl FnMut(&Path, Result<(Record, Timeline), SavedGameError>) -> bool,
) {
    let one = match load(path) {
        // The contents of a pipe cannot be read a second time.
        Err(SavedGameError::List { .. }) if path.is_file() => match read(path, MAX_BYTES as u64) {
            Ok(bytes) => {
                for (number, text) in (1..).zip(lists::split(&bytes).unwrap_or_default()) {
                    let name = numbered_path(path, number);
                    let game = decode(&name, text.as_bytes()).map(|it| (it.record, it.timeline));
                    if !take(&name, game) {
                        break;
                    }
                }
                return;
            }
            Err(error) => Err(error.into()),
        },
        one => one,
    };
    take(path, one);
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

/// The record that `bytes` hold, which were read from `path`: one of this program's, read whole, or
/// one of Abstract Play's.
///
/// # Errors
/// [`SavedGameError::Record`] or [`SavedGameError::Exchange`]; [`SavedGameError::List`],
/// [`SavedGameError::EmptyList`] or [`SavedGameError::ClubState`] of what is no record but can be
/// taken for one.
pub fn decode(path: &Path, bytes: &[u8]) -> Result<Import, SavedGameError> {
    if let Some(line) = std::str::from_utf8(bytes).ok().filter(|text| is_game_line(text)) {
        return Ok(of_line(line)?);
    }
    match replay(bytes) {
        Ok((record, timeline)) => Ok(Import::own(record, timeline)),
        Err(_) if exchange::is_abstract_play(bytes) => exchange::read(bytes)
            .map_err(|source| SavedGameError::Exchange { path: path.to_owned(), source }),
        Err(_) if lists::is_club_state(bytes) => {
            Err(SavedGameError::ClubState { path: path.to_owned() })
        }
        Err(source) => Err(match lists::split(bytes) {
            Some(records) if records.is_empty() => {
                SavedGameError::EmptyList { path: path.to_owned() }
            }
            Some(records) => SavedGameError::List { path: path.to_owned(), count: records.len() },
            None => SavedGameError::Record { path: path.to_owned(), source },
        }),
    }
}

/// The whole game of a line, without anything that a record holds besides.
fn of_line(line: &str) -> Result<Import, GameLineError> {
    let mut timeline = game_line::read(line)?;
    timeline.go_to_end();
    Ok(Import::own(Record::default(), timeline))
}

#[cfg(test)]
mod tests {
    use super::draft::tests::files;
    use super::*;
    use tetralith_files::write;

    #[test]
    fn a_game_is_kept_in_one_file_until_and_after_its_end() {
        let (_dir, files) = files();
        assert_eq!(files.latest_unfinished(), None);
        let goes_on = "{\"tetralith:cursor\": \"\"}";
        let first = files.keep(None, "necklace-x", goes_on).unwrap();
        assert_eq!(files.latest_unfinished().as_ref(), Some(&first.path));
        let over = files.keep(Some(&first), "necklace-x", "{}").unwrap();
        assert_eq!((&over.path, files.latest_unfinished()), (&first.path, None));
        // A text that is no record is not offered, one that is cut or damaged is.
        std::fs::write(files.games().join("notes.json"), "what I learnt").unwrap();
        // A list is no game, even if games in it go on.
        for (name, list) in [("list", format!("[{goes_on}]")), ("lines", goes_on.repeat(2))] {
            std::fs::write(files.games().join(format!("{name}.json")), list).unwrap();
        }
        assert_eq!(files.latest_unfinished(), None);
        let cut = files.games().join("cut.json");
        for damaged in [&b"{\"format\": \"tetra"[..], b"", b"\xff\xfe\0{"] {
            std::fs::write(&cut, damaged).unwrap();
            assert_eq!(files.latest_unfinished().as_ref(), Some(&cut), "{damaged:?}");
        }
        let text = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},
            "moves":["c3"],"tetralith:cursor":"c3"}"#;
        let whole = files.keep(None, "necklace-y", text).unwrap();
        std::fs::write(&cut, b"").unwrap();
        assert_eq!(files.latest_unfinished(), Some(whole.path), "it can be resumed");
        std::fs::remove_file(cut).unwrap();
        assert_eq!(read(&first.path, 10).unwrap(), b"{}");
        let roundabout = files.games().join("..").join("games").join("necklace-x.json");
        assert_eq!(files.own(&roundabout), Some(over.path));
    }

    #[test]
    fn progress_stays_when_games_are_kept_elsewhere() {
        let dir = tempfile::tempdir().unwrap();
        let (own, games) = (dir.path().join("own"), dir.path().join("games"));
        let keep = |files: &Files, text: &str| {
            files.keep_progress(|had| Ok::<_, FileError>(format!("{had}{text}"))).unwrap();
        };
        let before = Files::at(own.clone());
        keep(&before, "1");
        let moved = Files { progress_dir: own, ..Files::at(games.clone()) };
        assert_eq!(moved.progress().unwrap(), "1");
        keep(&moved, "2");
        assert_eq!((before.progress().unwrap().as_str(), games.exists()), ("12", false));
        // Games that an earlier version kept elsewhere are taken over.
        let old = Files::at(games.clone());
        keep(&old, "3");
        let moved = Files { progress_dir: dir.path().join("new"), ..Files::at(games) };
        assert_eq!(moved.progress().unwrap(), "3");
        keep(&moved, "4");
        assert_eq!(
            (moved.progress().unwrap().as_str(), old.progress().unwrap().as_str()),
            ("34", "3")
        );
    }

    #[test]
    fn a_relative_directory_is_below_the_home_directory() {
        let home = std::env::home_dir().unwrap();
        for path in ["games", "~/games"] {
            assert_eq!(below_home(Path::new(path)), home.join("games"));
        }
        assert_eq!(below_home(&std::env::temp_dir()), std::env::temp_dir());
    }

    #[test]
    fn a_file_of_another_program_is_not_replaced() {
        let (_dir, files) = files();
        let first = files.keep(None, "necklace-x", "1").unwrap();
        write(&first.path, "other", Existing::Replace).unwrap();
        let second = files.keep(Some(&first), "necklace-x", "2").unwrap();
        assert_ne!(second.path, first.path);
        assert_eq!(read(&first.path, 10).unwrap(), b"other");
        let third = files.keep(Some(&first), "necklace-x", "3").unwrap();
        assert!(third.path != first.path && third.path != second.path);
        assert_eq!(read(&first.path, 10).unwrap(), b"other");
    }

    #[test]
    fn two_instances_at_one_game_keep_every_step() {
        let (_dir, files) = files();
        for round in 0..60 {
            let name = format!("greylox-{round}");
            let both = files.keep(None, &name, "both").unwrap();
            let texts = [format!("{round} one"), format!("{round} other")];
            let kept = std::thread::scope(|scope| {
                let keep = |text| files.keep(Some(&both), &name, text).unwrap();
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
    fn two_instances_keep_all_progress() {
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
        let a = files.keep(None, "greylox-x", "a").unwrap();
        let b = files.keep(None, "greylox-x", "b").unwrap();
        assert_ne!(a.path, b.path);
        assert_eq!(read(&a.path, 10).unwrap(), b"a");
    }

    #[test]
    fn games_are_kept_on_a_disk_without_links_or_locks() {
        use tetralith_files::faults::FaultyDisk;

        for disk in [FaultyDisk::without_links(), FaultyDisk::without_locks()] {
            let dir = tempfile::tempdir().unwrap();
            let files = Files::on(Arc::new(disk), dir.path().to_owned());
            let mut kept = files.keep(None, "x", "1").unwrap();
            for text in ["2", "3", "4"] {
                kept = files.keep(Some(&kept), "x", text).unwrap();
            }
            assert_eq!(files.kept().len(), 1);
            let trashed = files.discard(&kept.path).unwrap();
            assert_eq!(files.restore(&trashed).unwrap(), kept.path);
        }
    }
}
