//! Where files live, and reading and writing them safely.
//!
//! Every game played is kept without being asked: in `unfinished/` of the data directory while it goes on, in `games/`
//! once it is over. A file is written beside its place, flushed to the disk and renamed, so a reader finds the old text or the
//! new one and never a part.

mod leftovers;
mod lock;
mod trash;

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use directories::ProjectDirs;
use tetralith_core::exchange::{self, ExchangeError, Import};
use tetralith_core::record::MAX_BYTES;
use tetralith_core::text::display_text;
use tetralith_core::{Record, RecordError, Timeline};
use thiserror::Error;

use lock::Held;
pub(crate) use lock::{hold, hold_soon};
pub use trash::{MAX_NAME, MAX_TRASH, Trashed};

/// The environment variable that names another data directory.
pub const DATA_DIR: &str = "TETRALITH_DATA_DIR";

/// The path under which a Unix system shows a process its own standard input.
const STDIN: &str = "/dev/stdin";

/// How many games started in the same minute get names of their own.
const MAX_NAMESAKES: u32 = 10_000;

/// The file in the data directory that says what was learnt so far.
const PROGRESS: &str = "learning.json";

/// The largest such file that is read, in bytes: far more than lessons have steps.
const MAX_PROGRESS: u64 = 1 << 20;

/// Why a file could not be read or written. The text is a whole sentence but for its full stop.
#[derive(Debug, Error)]
pub enum FileError {
    /// There is neither a home directory nor a [`DATA_DIR`].
    #[error("there is no home directory to keep games in; set {DATA_DIR} to a directory")]
    NoHome,
    /// Reading failed.
    #[error("cannot read {}: {source}", shown(.path))]
    Read {
        /// What was to be read.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// Writing failed; what was there before is still there.
    #[error("cannot write {}: {source}", shown(.path))]
    Write {
        /// What was to be written.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// No game can be kept in a directory.
    #[error("no game can be kept in {}: nothing can be written in {} ({source})", shown(.dir), shown(.there))]
    Unusable {
        /// The directory.
        dir: PathBuf,
        /// What there is of its path.
        there: PathBuf,
        /// Why it takes no files.
        source: io::Error,
    },
    /// The directory to write into is not there.
    #[error("cannot write {}: there is no directory {}", shown(Path::new(.path.file_name().unwrap_or_default())), shown(.dir))]
    NoDirectory {
        /// What was to be written.
        path: PathBuf,
        /// The directory.
        dir: PathBuf,
    },
    /// It is a pipe, a socket or a device, which may never come to an end.
    #[error("{} is not a regular file; give the path of one, or '{STDIN}' to read what is piped in", shown(.path))]
    NotRegular {
        /// What was to be read.
        path: PathBuf,
    },
    /// The file is larger than anything this program writes.
    #[error("{} is too large: more than {limit} bytes", shown(.path))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most that is read, in bytes.
        limit: u64,
    },
    /// The file is not a record, or the rules forbid a turn in it.
    #[error("{}: {source}", shown(.path))]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: RecordError,
    },
    /// The file is a record of Abstract Play's, and something is wrong with it.
    #[error("{}: {source}", shown(.path))]
    Exchange {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ExchangeError,
    },
    /// It is not one of the games that the program keeps by itself, which alone are renamed and deleted.
    #[error("{} is not a game that this program keeps, so it stays as it is", shown(.path))]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be the name of a file.
    #[error(
        "'{}' cannot be a game's name: use up to {MAX_NAME} characters, no slashes or colons, and no dot at the start",
        display_text(.name)
    )]
    Name {
        /// The name.
        name: String,
    },
    /// A file is there already.
    #[error("{} exists already", shown(.path))]
    Exists {
        /// The file.
        path: PathBuf,
    },
}

/// Whether a file that is there already may be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It may.
    Replace,
    /// It may not.
    Keep,
}

/// A file that a game is kept in, as this program last knew it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Its path.
    pub path: PathBuf,
    /// A hash of what it held when it was last read or written here.
    pub hash: u64,
}

impl Kept {
    /// The file at `path`, which holds `bytes`.
    pub fn of(path: PathBuf, bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Self { path, hash: hasher.finish() }
    }

    /// Whether it is as it was; if so it stays so as long as what comes with that lives.
    fn claim(&self) -> (Claim, Option<Held>) {
        match hold(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Claim::Gone, None),
            Ok(Some(held)) => match read(&self.path, MAX_BYTES as u64) {
                Ok(bytes) if Self::of(self.path.clone(), &bytes) == *self => (Claim::Ours, Some(held)),
                _ => (Claim::Changed, None),
            },
            Ok(None) | Err(_) => (Claim::Changed, None),
        }
    }
}

/// What became of a file that a game is kept in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Claim {
    /// It is as it was.
    Ours,
    /// It is not there any more, so it holds nothing to lose.
    Gone,
    /// Something else has written to it, or is about to.
    Changed,
}

/// One entry of a directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its path.
    pub path: PathBuf,
    /// Whether it is a directory.
    pub is_dir: bool,
    /// When it was last written, if the system says so.
    pub modified: Option<SystemTime>,
}

/// The directory that games are kept in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files {
    data: PathBuf,
}

impl Files {
    /// The user's data directory: [`DATA_DIR`] if it is set, else the one the user has `set`, else the platform's place.
    /// Nothing is created yet.
    ///
    /// # Errors
    /// [`FileError::NoHome`] if there is none of them.
    pub fn locate(set: Option<&Path>) -> Result<Self, FileError> {
        match named_dir().or_else(|| set.map(in_home)) {
            Some(dir) => Ok(Self::at(dir)),
            None => ProjectDirs::from("", "", "tetralith")
                .map(|dirs| Self::at(dirs.data_dir().to_owned()))
                .ok_or(FileError::NoHome),
        }
    }

    /// Games kept in `data`.
    pub const fn at(data: PathBuf) -> Self {
        Self { data }
    }

    /// The data directory.
    fn data(&self) -> &Path {
        &self.data
    }

    /// Whether files can be written here, now or once the directory is made; nothing stays behind.
    ///
    /// # Errors
    /// [`FileError::Unusable`] if not.
    pub fn check(&self) -> Result<(), FileError> {
        let whole = std::path::absolute(&self.data).unwrap_or_else(|_| self.data.clone());
        let there = whole.ancestors().find(|dir| dir.symlink_metadata().is_ok()).unwrap_or(&whole);
        let tried = leftovers::named(&mut tempfile::Builder::new()).tempfile_in(there);
        tried.map(drop).map_err(|error| FileError::Unusable {
            dir: self.data.clone(),
            there: there.to_owned(),
            source: io::Error::from(error.kind()),
        })
    }

    /// Where games that are over are kept.
    pub fn games(&self) -> PathBuf {
        self.data.join("games")
    }

    /// Where games that go on are kept.
    pub fn unfinished(&self) -> PathBuf {
        self.data.join("unfinished")
    }

    /// What was learnt so far, as [`Files::keep_progress`] kept it; empty if nothing was.
    ///
    /// # Errors
    /// [`FileError::Read`], [`FileError::NotRegular`] or [`FileError::TooLarge`].
    pub fn progress(&self) -> Result<String, FileError> {
        match read(&self.data.join(PROGRESS), MAX_PROGRESS) {
            Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(FileError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            Err(error) => Err(error),
        }
    }

    /// Keeps what was learnt so far: what `merge` makes of what is kept already, to which another instance may have added.
    ///
    /// # Errors
    /// [`FileError::Write`], or what [`Files::progress`] or `merge` fails with; what was kept before is still there.
    pub fn keep_progress<E: From<FileError>>(&self, merge: impl Fn(&str) -> Result<String, E>) -> Result<(), E> {
        let path = self.data.join(PROGRESS);
        fs::create_dir_all(&self.data).map_err(|source| FileError::Write { path: self.data.clone(), source })?;
        leftovers::tidy(&self.data, SystemTime::now());
        loop {
            let held = hold_soon(&path);
            let text = merge(&self.progress()?)?;
            let existing =
                if held.is_some() || path.symlink_metadata().is_ok() { Existing::Replace } else { Existing::Keep };
            match write(&path, text, existing) {
                // Another instance was the first to keep something.
                Err(FileError::Exists { .. }) => {}
                written => return Ok(written?),
            }
        }
    }

    /// The path by which this program keeps the file at `path` by itself, if it does, however `path` is written.
    pub fn own(&self, path: &Path) -> Option<PathBuf> {
        let parent = path.parent().map(|dir| if dir.as_os_str().is_empty() { Path::new(".") } else { dir })?;
        let dir = fs::canonicalize(parent).ok()?;
        let own = [self.games(), self.unfinished()];
        let own = own.into_iter().find(|own| fs::canonicalize(own).is_ok_and(|own| own == dir))?;
        Some(own.join(path.file_name()?))
    }

    /// The unfinished game written last.
    pub fn latest_unfinished(&self) -> Option<PathBuf> {
        let entries = list(&self.unfinished()).ok()?;
        entries.into_iter().filter(|entry| !entry.is_dir).max_by_key(|entry| entry.modified).map(|entry| entry.path)
    }

    /// Keeps the record `text` of a game and says where.
    ///
    /// `kept` is where it was kept before, if it was; a game that has ended (`over`) or been reopened moves between the two
    /// directories. A new file's name begins with `name`, and no file of another game is ever replaced: not even the one
    /// at `kept`, if something else has written to it since.
    ///
    /// # Errors
    /// [`FileError::Write`]; what was kept before is still there.
    pub fn keep(&self, kept: Option<&Kept>, name: &str, over: bool, text: &str) -> Result<Kept, FileError> {
        let dir = if over { self.games() } else { self.unfinished() };
        fs::create_dir_all(&dir).map_err(|source| FileError::Write { path: dir.clone(), source })?;
        let (claim, _held) = kept.map_or((Claim::Changed, None), Kept::claim);
        let kept = kept.filter(|_| claim != Claim::Changed).map(|kept| kept.path.as_path());
        if let Some(path) = kept.filter(|path| path.parent() == Some(&dir)) {
            let existing = if claim == Claim::Ours { Existing::Replace } else { Existing::Keep };
            match write(path, text, existing) {
                // Another has taken the place of the file that was gone.
                Err(FileError::Exists { .. }) => {}
                written => return written.map(|()| Kept::of(path.to_owned(), text.as_bytes())),
            }
        }
        for own in [self.games(), self.unfinished()] {
            leftovers::tidy(&own, SystemTime::now());
        }
        for n in 1..=MAX_NAMESAKES {
            let file = if n == 1 { format!("{name}.json") } else { format!("{name}-{n}.json") };
            let path = dir.join(file);
            match write(&path, text, Existing::Keep) {
                Err(FileError::Exists { .. }) => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    if let Some(old) = kept.filter(|_| claim == Claim::Ours) {
                        // The game is safe in its new place; a copy left behind would be a nuisance, not a loss.
                        let _ = fs::remove_file(old);
                    }
                    return Ok(Kept::of(path, text.as_bytes()));
                }
            }
        }
        Err(FileError::Exists { path: dir.join(format!("{name}.json")) })
    }
}

/// The directory that [`DATA_DIR`] names.
pub fn named_dir() -> Option<PathBuf> {
    std::env::var_os(DATA_DIR).filter(|dir| !dir.is_empty()).map(PathBuf::from)
}

/// `path` with the home directory in place of a `~` it begins with, as shells have it.
pub fn in_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// Writes `contents` to `path`: all of it or, on an error, nothing.
///
/// # Errors
/// [`FileError::Exists`] if a file is there and `existing` says to keep it, [`FileError::NoDirectory`] if there is no
/// directory for it, else [`FileError::Write`].
pub fn write(path: &Path, contents: impl AsRef<[u8]>, existing: Existing) -> Result<(), FileError> {
    let failed = |source| FileError::Write { path: path.to_owned(), source };
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if path.is_dir() {
        return Err(failed(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    if !dir.exists() {
        return Err(FileError::NoDirectory { path: path.to_owned(), dir: dir.to_owned() });
    }
    if existing == Existing::Keep && path.symlink_metadata().is_ok() {
        return Err(FileError::Exists { path: path.to_owned() });
    }
    // The error itself names the file under way, which means nothing to whoever asked for `path`.
    let unmade = |error: io::Error| failed(io::Error::from(error.kind()));
    let mut builder = tempfile::Builder::new();
    // As the user's mask has it, like any other file: pictures and records are made to be handed on.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = leftovers::named(&mut builder).tempfile_in(dir).map_err(unmade)?;
    file.write_all(contents.as_ref()).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    let persisted = match existing {
        Existing::Replace => file.persist(path),
        Existing::Keep => file.persist_noclobber(path),
    };
    if let Err(error) = persisted {
        return Err(match error.error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists { path: path.to_owned() },
            _ => failed(error.error),
        });
    }
    // The rename itself is on the disk once its directory is. Not every system can flush one; the file is whole either way.
    if let Ok(dir) = File::open(dir) {
        let _ = dir.sync_all();
    }
    Ok(())
}

/// Reads the file at `path`, up to `limit` bytes.
///
/// Only regular files are read, so that a pipe nobody writes to cannot hold the program up; what a shell hands over
/// already open (`/dev/stdin`, `/dev/fd/3`) may be a pipe.
///
/// # Errors
/// [`FileError::Read`], [`FileError::NotRegular`], or [`FileError::TooLarge`] if there is more.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let failed = |source| FileError::Read { path: path.to_owned(), source };
    let handed_over = path == Path::new(STDIN) || path.starts_with("/dev/fd");
    let file = if handed_over { File::open(path) } else { open_at_once(path) }.map_err(failed)?;
    let kind = file.metadata().map_err(failed)?.file_type();
    if kind.is_dir() {
        return Err(failed(io::Error::from(io::ErrorKind::IsADirectory)));
    }
    if !kind.is_file() && !handed_over {
        return Err(FileError::NotRegular { path: path.to_owned() });
    }
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLarge { path: path.to_owned(), limit });
    }
    Ok(bytes)
}

/// Opens `path` for reading without waiting for anybody to write to it.
fn open_at_once(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    options.read(true).open(path)
}

/// Reads the record at `path`, one of this program's or one of Abstract Play's.
///
/// # Errors
/// As for [`read`] or [`decode`].
pub fn load(path: &Path) -> Result<(Record, Timeline), FileError> {
    decode(path, &read(path, MAX_BYTES as u64)?).map(|import| (import.record, import.timeline))
}

/// The record that `bytes` hold, which were read from `path`: one of this program's, of which nothing is left behind, or one
/// of Abstract Play's.
///
/// # Errors
/// [`FileError::Record`] or [`FileError::Exchange`].
pub fn decode(path: &Path, bytes: &[u8]) -> Result<Import, FileError> {
    match Record::read(bytes) {
        Ok((record, timeline)) => Ok(Import { record, timeline, left_behind: Vec::new() }),
        Err(_) if exchange::is_abstract_play(bytes) => {
            exchange::read(bytes).map_err(|source| FileError::Exchange { path: path.to_owned(), source })
        }
        Err(source) => Err(FileError::Record { path: path.to_owned(), source }),
    }
}

/// What a path is called on the screen, without anything that acts on a terminal.
pub fn shown(path: &Path) -> String {
    display_text(&path.to_string_lossy())
}

/// The directories and the `.json` files in `dir`, directories first and by name, files newest first.
///
/// # Errors
/// [`FileError::Read`] if the directory cannot be read.
pub fn list(dir: &Path) -> Result<Vec<Entry>, FileError> {
    let failed = |source| FileError::Read { path: dir.to_owned(), source };
    let mut entries = Vec::new();
    for entry in fs::read_dir(dir).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        // A link that leads nowhere, or a file gone since, is no concern of a list.
        let Ok(metadata) = fs::metadata(&path) else { continue };
        let is_dir = metadata.is_dir();
        if !hidden && (is_dir || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))) {
            entries.push(Entry { path, is_dir, modified: metadata.modified().ok() });
        }
    }
    entries.sort_by(|a, b| {
        b.is_dir
            .cmp(&a.is_dir)
            .then_with(|| if a.is_dir { std::cmp::Ordering::Equal } else { b.modified.cmp(&a.modified) })
            .then_with(|| a.path.cmp(&b.path))
    });
    Ok(entries)
}

/// `time` in UTC as RFC 3339 writes it, to the second; the start of 1970 for anything earlier.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// assert_eq!(tetralith::files::rfc3339(UNIX_EPOCH + Duration::from_secs(951_827_696)), "2000-02-29T12:34:56Z");
/// ```
///
/// Source of the calendar: Howard Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`.
pub fn rfc3339(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that a leap day comes last.
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
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
        assert_eq!((progress.matches('a').count(), progress.matches('b').count()), (20, 20), "{progress}");
    }

    #[test]
    fn games_of_the_same_minute_do_not_replace_one_another() {
        let (_dir, files) = files();
        let a = files.keep(None, "greylox-x", false, "a").unwrap();
        let b = files.keep(None, "greylox-x", false, "b").unwrap();
        assert_ne!(a.path, b.path);
        assert_eq!(read(&a.path, 10).unwrap(), b"a");
    }

    #[test]
    fn what_exists_is_replaced_only_when_asked() {
        let (dir, _) = files();
        let path = dir.path().join("x.json");
        write(&path, "old", Existing::Keep).unwrap();
        assert!(matches!(write(&path, "new", Existing::Keep), Err(FileError::Exists { .. })));
        assert_eq!(read(&path, 10).unwrap(), b"old");
        write(&path, "new", Existing::Replace).unwrap();
        assert_eq!(read(&path, 10).unwrap(), b"new");
        assert_eq!(list(dir.path()).unwrap().len(), 1, "nothing is left beside it");
    }

    #[test]
    fn reading_is_bounded() {
        let (dir, _) = files();
        let path = dir.path().join("x.json");
        write(&path, "12345", Existing::Keep).unwrap();
        assert_eq!(read(&path, 5).unwrap().len(), 5);
        assert!(matches!(read(&path, 4), Err(FileError::TooLarge { limit: 4, .. })));
        assert!(matches!(read(dir.path(), 4), Err(FileError::Read { .. })));
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_regular_file_is_refused_at_once() {
        use std::os::unix::net::UnixListener;
        let (dir, _) = files();
        let fifo = dir.path().join("fifo");
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let error = read(&fifo, 4).unwrap_err();
        assert!(matches!(error, FileError::NotRegular { .. }), "{error}");
        assert!(error.to_string().contains("fifo is not a regular file"), "{error}");
        assert!(matches!(read(Path::new("/dev/zero"), 4), Err(FileError::NotRegular { .. })));
        let socket = dir.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        assert!(matches!(read(&socket, 4), Err(FileError::Read { .. })), "sockets cannot be opened");
    }

    #[test]
    fn writing_where_nothing_can_be_written_says_where() {
        let (dir, _) = files();
        let path = dir.path().join("no").join("such").join("x.json");
        let error = write(&path, "", Existing::Replace).unwrap_err().to_string();
        assert!(error.ends_with(&format!("there is no directory {}", path.parent().unwrap().display())), "{error}");
    }
}
