//! Drafts: the newest state of a game, with the system at once and on the disk whenever the disk
//! likes.
//!
//! Flushing a file takes as long as the disk takes, handing it to the system does not. A draft is
//! handed over and not flushed: it outlives the program, however that ends, but not a power cut. It
//! lies beside the file that the game is kept in, under a hidden name made of that file's, and only
//! while the file itself is older. Until then the instance that has the draft has the file: no
//! other writes to either. Writing the file itself without flushing it would need no draft, but a
//! power cut could then take the whole game, not only its last moves.
//!
//! A draft replaces its file only if nothing is lost by that: the file holds a state that the draft
//! was made from, or a game that the draft goes on with. So a draft names the states that it was
//! made from, by their hashes, before its record; clocks are never asked.
//!
//! It holds a whole state and is replaced by renaming, rather than growing line by line as a
//! journal would. A record is no log: variations, remarks, the end of a game and its taking back,
//! clocks and the place to go on from change anywhere in it, so that the lines of a journal would
//! be whole states too, or a second format with a reader of its own. The sample games have 2 to 5
//! kB, which the system takes at once.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use tetralith_core::record::{MAX_BYTES, raw};
use tetralith_core::timeline::NodeId;
use tetralith_core::{Record, Step, Timeline};
use tetralith_files::{
    Disk, Existing, FileError, FileLock, Flush, LockPlace, PREFIX, Put, is_record, put, read,
};
use tetralith_session::kept::goes_on;

use super::{Claim, Files, MAX_FILE_NAME, SavedFile, namesakes, replay};
use crate::lists;

/// The key before a draft's record under which it has the hashes of the states it was made from.
const MADE_FROM: &str = "{\"tetralith:made_from\": \"";

/// Returns the path of the draft of the file at `path`.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(PREFIX);
    name.push(path.file_name().unwrap_or_default());
    path.with_file_name(name)
}

/// True if file systems take the name of the draft of the file at `path`.
fn has_draft_name(path: &Path) -> bool {
    beside(path).file_name().is_some_and(|name| name.len() <= MAX_FILE_NAME)
}

/// The file that `path` is the draft of, if its name shows that it is one.
pub(super) fn kept_of(path: &Path) -> Option<PathBuf> {
    let name = without_prefix(path.file_name()?)?;
    is_record(Path::new(name)).then(|| path.with_file_name(name))
}

#[cfg(unix)]
fn without_prefix(name: &OsStr) -> Option<&OsStr> {
    use std::os::unix::ffi::OsStrExt as _;

    // Names that are not UTF-8 are names of games, too.
    name.as_bytes().strip_prefix(PREFIX.as_bytes()).map(OsStr::from_bytes)
}

#[cfg(not(unix))]
fn without_prefix(name: &OsStr) -> Option<&OsStr> {
    name.to_str()?.strip_prefix(PREFIX).map(OsStr::new)
}

/// True if there is a draft of the file at `path`.
pub(crate) fn is_drafted(path: &Path) -> bool {
    beside(path).symlink_metadata().is_ok()
}

/// The files that there are drafts of in `dir`, and when the drafts were written.
pub(crate) fn drafts_in(dir: &Path) -> impl Iterator<Item = (PathBuf, Option<SystemTime>)> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| Some((kept_of(&entry.path())?, entry.metadata().ok()?.modified().ok())))
}

/// True if the game kept at `path` goes on, or holds no whole record. A list is no game.
pub(super) fn is_in_progress(path: &Path) -> bool {
    let limit = MAX_BYTES as u64;
    let Ok(bytes) = read(&beside(path), limit).or_else(|_| read(path, limit)) else { return true };
    // Its player must learn of a game that is cut or damaged; a text that begins as no record was
    // written by hand.
    let is_other_text = raw::text(&bytes).is_ok_and(|text| {
        let text = text.trim_start();
        !text.is_empty() && !text.starts_with('{')
    });
    let is_cut = bytes.trim_ascii_end().last() != Some(&b'}');
    !is_other_text && (is_cut || goes_on(&bytes) && lists::split(&bytes).is_none())
}

pub(super) struct DraftText {
    made_from: Vec<u64>,
    pub(super) text: String,
    pub(super) game: (Record, Timeline),
}

impl DraftText {
    /// Reads the draft `bytes`; `None` if it is damaged.
    pub(super) fn read(bytes: Vec<u8>) -> Option<Self> {
        let bytes = String::from_utf8(bytes).ok()?;
        let (made_from, text) =
            match bytes.strip_prefix(MADE_FROM).map(|rest| rest.split_once("\",")) {
                Some(Some((hashes, rest))) => {
                    let hash = |hash| u64::from_str_radix(hash, 16).ok();
                    (hashes.split(' ').filter_map(hash).collect(), format!("{{{rest}"))
                }
                _ => (Vec::new(), bytes),
            };
        let game = replay(text.as_bytes()).ok()?;
        Some(Self { made_from, text, game })
    }

    /// True if nothing is lost if the draft replaces `there`, the file at `path` as far as
    /// there is one.
    pub(super) fn may_replace(&self, path: &Path, there: Option<&[u8]>) -> bool {
        there.is_none_or(|there| {
            self.text.as_bytes() == there
                || self.made_from.contains(&SavedFile::of(path.to_owned(), there).hash)
                || replay(there).is_ok_and(|earlier| goes_on_with(&self.game, &earlier))
        })
    }
}

/// The newest state of a game that is kept.
pub(crate) struct Newest {
    /// The record.
    pub(crate) bytes: Vec<u8>,
    /// The game, if it had to be replayed to find the newest state.
    pub(crate) game: Option<(Record, Timeline)>,
}

/// Returns the newest state of the game kept at `path`: its draft if that may replace the file,
/// else the file.
///
/// # Errors
/// As for [`read`].
pub(crate) fn newest(path: &Path) -> Result<Newest, FileError> {
    let draft = beside(path);
    let there = read(path, MAX_BYTES as u64);
    if draft.is_file()
        && let Ok(bytes) = read(&draft, MAX_BYTES as u64)
        && let Some(draft) = DraftText::read(bytes)
        && draft.may_replace(path, there.as_deref().ok())
    {
        return Ok(Newest { bytes: draft.text.into_bytes(), game: Some(draft.game) });
    }
    Ok(Newest { bytes: there?, game: None })
}

/// True if `earlier` is a beginning of `now`: a game that began when and where that one
/// did, with the same options, all of whose steps, comments, judgements, marks and resignations are
/// in that one too.
pub(super) fn goes_on_with(
    (record, timeline): &(Record, Timeline),
    (was, earlier): &(Record, Timeline),
) -> bool {
    let kept = |now: &Option<String>, then: &Option<String>| then.is_none() || now == then;
    // Two games with the same moves differ in when they began; without a date they cannot be
    // distinguished.
    if was.date.is_none()
        || record.date != was.date
        || timeline.start() != earlier.start()
        || !kept(&record.event, &was.event)
        || !kept(&record.comment, &was.comment)
    {
        return false;
    }
    let step = |timeline: &Timeline, node| Some((timeline.parent(node), timeline.step(node)?));
    let steps: HashMap<(NodeId, Step), NodeId> =
        timeline.nodes().filter_map(|node| Some((step(timeline, node)?, node))).collect();
    // The place in the other state of each place of the earlier one.
    let mut places = HashMap::from([(NodeId::START, NodeId::START)]);
    earlier.nodes().all(|node| {
        if let Some((parent, step)) = step(earlier, node) {
            let Some(&place) = places.get(&parent).and_then(|parent| steps.get(&(*parent, step)))
            else {
                return false;
            };
            places.insert(node, place);
        }
        let remark = |timeline: &Timeline, node| {
            timeline.note(node).map_or("", |note| &note.comment).to_owned()
        };
        let marks = |timeline: &Timeline, node| {
            timeline
                .note(node)
                .map(|note| (note.nag.clone(), note.marks.clone()))
                .unwrap_or_default()
        };
        let (then, end) = (remark(earlier, node), earlier.ended_at(node));
        let place = places[&node];
        let ((nag, marked), (nag_now, marked_now)) = (marks(earlier, node), marks(timeline, place));
        (then.is_empty() || remark(timeline, place) == then)
            && (nag.is_none() || nag == nag_now)
            && marked.iter().all(|mark| marked_now.contains(mark))
            && (end.is_none() || timeline.ended_at(place) == end)
    })
}

/// The draft of a file; as long as this exists, no other instance has it.
#[derive(Debug)]
pub(crate) struct Draft {
    of: PathBuf,
    /// Shows others that the program is running.
    lock: FileLock,
    disk: Arc<dyn Disk>,
}

impl Draft {
    /// The draft of the file at `of` that another instance has left and `lock` now holds.
    pub(super) const fn taken_over(disk: Arc<dyn Disk>, of: PathBuf, lock: FileLock) -> Self {
        Self { of, lock, disk }
    }

    fn begin(
        disk: Arc<dyn Disk>,
        place: LockPlace,
        of: PathBuf,
        text: &str,
        made_from: &[u64],
    ) -> Result<Option<Self>, FileError> {
        make_dir(&*disk, &of)?;
        let beside = match place {
            LockPlace::Itself => None,
            LockPlace::Beside => {
                let failed = |source| FileError::Write { path: of.clone(), source };
                match FileLock::beside(&beside(&of)).map_err(failed)? {
                    None => return Ok(None),
                    lock => lock,
                }
            }
        };
        let Some(file) = hand_over(&*disk, &of, text, made_from, Existing::Keep)? else {
            return Ok(None);
        };
        let lock = beside.unwrap_or_else(|| FileLock::itself(file));
        Ok(Some(Self { of, lock, disk }))
    }

    /// The file that it is a draft of.
    pub(crate) fn of(&self) -> &Path {
        &self.of
    }

    /// Replaces its text with `text`, made from states with the hashes `made_from`. Does nothing
    /// and returns false if another draft has taken its place.
    pub(crate) fn replace(&mut self, text: &str, made_from: &[u64]) -> Result<bool, FileError> {
        // It may be gone together with its directory.
        make_dir(&*self.disk, &self.of)?;
        let existing =
            if self.lock.is_of(&beside(&self.of)) { Existing::Replace } else { Existing::Keep };
        let Some(file) = hand_over(&*self.disk, &self.of, text, made_from, existing)? else {
            return Ok(false);
        };
        if self.lock.place() == LockPlace::Itself {
            self.lock = FileLock::itself(file);
        }
        Ok(true)
    }

    /// Deletes the draft: the file itself holds the game.
    pub(crate) fn end(self) {
        let path = beside(&self.of);
        if self.lock.is_of(&path) {
            // One that stays holds the same as the file, and goes when the program is started
            // again.
            let _ = self.disk.remove(&path);
        }
    }
}

fn make_dir(disk: &dyn Disk, of: &Path) -> Result<(), FileError> {
    let Some(dir) = of.parent() else { return Ok(()) };
    disk.create_dir_all(dir).map_err(|source| FileError::Write { path: dir.to_owned(), source })
}

/// Writes the draft of the file at `of`, and locks it if that is where locks are; `None` if there
/// is one that is to stay.
fn hand_over(
    disk: &dyn Disk,
    of: &Path,
    text: &str,
    made_from: &[u64],
    existing: Existing,
) -> Result<Option<File>, FileError> {
    let text = match text.strip_prefix('{') {
        Some(rest) if !made_from.is_empty() => {
            let hashes: Vec<String> = made_from.iter().map(|hash| format!("{hash:016x}")).collect();
            format!("{MADE_FROM}{}\",{rest}", hashes.join(" "))
        }
        _ => text.to_owned(),
    };
    let locked = |file: &File| {
        if LockPlace::HERE == LockPlace::Itself {
            // Another instance cannot have a file that has no name yet.
            let _ = disk.try_lock(file);
        }
    };
    let file = Put { path: &beside(of), of, existing, flush: Flush::Later };
    match put(disk, file, text.as_bytes(), locked) {
        Err(FileError::Exists { .. }) => Ok(None),
        written => written.map(Some),
    }
}

#[derive(Debug)]
pub(crate) struct Begun {
    pub(crate) draft: Draft,
    /// The file itself as it was before.
    pub(crate) base: SavedFile,
    /// The file in another directory that the game was kept in before and is not to be kept in any
    /// more.
    pub(crate) old: Option<SavedFile>,
}

impl Files {
    /// Begins a draft of the game that [`Files::keep`] would keep, with the same arguments, and
    /// flushes nothing.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub(crate) fn draft(
        &self,
        kept: Option<&SavedFile>,
        name: &str,
        text: &str,
    ) -> Result<Begun, FileError> {
        let dir = self.games();
        let begin = |path, made_from: &[u64]| self.begin_draft(path, text, made_from);
        // A game whose file has too long a name for a draft gets a name of its own, too.
        let is_here =
            |kept: &&SavedFile| kept.path.parent() == Some(&dir) && has_draft_name(&kept.path);
        if let Some(base) = kept.filter(is_here) {
            // While the file is held, no caller that keeps a game without a draft can write to it.
            let claim = self.claim(base);
            if !matches!(claim, Claim::Changed)
                && let Some(draft) = begin(base.path.clone(), &[base.hash])?
            {
                return Ok(Begun { draft, base: base.clone(), old: None });
            }
        }
        for path in namesakes(&dir, name) {
            if path.symlink_metadata().is_err()
                && let Some(draft) = begin(path.clone(), &[])?
            {
                let old = kept.filter(|kept| !is_here(kept)).cloned();
                return Ok(Begun { draft, base: SavedFile::of(path, b""), old });
            }
        }
        Err(FileError::Exists { path: dir.join(format!("{name}.json")) })
    }

    /// Begins a draft of the file at `of` that holds `text`, made from states with the hashes
    /// `made_from`; `None` if there is one already.
    ///
    /// # Errors
    /// [`FileError::Write`].
    pub(crate) fn begin_draft(
        &self,
        of: PathBuf,
        text: &str,
        made_from: &[u64],
    ) -> Result<Option<Draft>, FileError> {
        Draft::begin(Arc::clone(&self.disk), LockPlace::HERE, of, text, made_from)
    }
}

#[cfg(test)]
pub(super) mod tests;
