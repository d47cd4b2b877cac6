//! The newest state of a game, in its file or in the draft beside it.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use tetralith_core::record::MAX_BYTES;
use tetralith_core::{Record, Timeline};

use super::{Entry, FileError, ancestry, leftovers, read, replay};

/// The time by which a file must have been written later than its draft to count as changed by
/// somebody else after a crash. The program itself writes to it some milliseconds later at most.
pub(super) const LATER: Duration = Duration::from_secs(2);

/// Returns the path of the draft of the file at `path`.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(leftovers::PREFIX);
    name.push(path.file_name().unwrap_or_default());
    path.with_file_name(name)
}

/// The file that `path` is the draft of, if its name says so.
pub(super) fn kept_of(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?.strip_prefix(leftovers::PREFIX)?;
    Path::new(name)
        .extension()
        .is_some_and(|extension| extension == "json")
        .then(|| path.with_file_name(name))
}

/// Returns true if the file `of` was changed from elsewhere after the draft at `path`, which holds
/// `game`, was written.
pub(super) fn changed_since(of: &Path, path: &Path, game: &(Record, Timeline)) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified());
    let later =
        || io::Result::Ok(modified(of)?.duration_since(modified(path)?).unwrap_or_default());
    // A slow disk may have taken an earlier state after the draft was written.
    let is_earlier =
        || read(of, MAX_BYTES as u64).is_ok_and(|there| ancestry::is_earlier(&there, game));
    later().is_ok_and(|later| later > LATER) && !is_earlier()
}

/// Returns the time at which the game kept at `path` was last written, to its draft or to the file.
pub(super) fn modified(path: &Path) -> Option<SystemTime> {
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    modified(path).max(modified(&beside(path)))
}

/// The games in `dir` of which there are drafts only.
pub(super) fn alone(dir: &Path) -> Vec<Entry> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let drafts = entries.filter_map(|entry| {
        Some((kept_of(&entry.path())?, entry.metadata().ok()?.modified().ok()))
    });
    let alone = drafts.filter(|(path, _)| path.symlink_metadata().is_err());
    alone.map(|(path, modified)| Entry { path, is_dir: false, modified }).collect()
}

/// The newest state of a game that is kept.
#[derive(Clone)]
pub(crate) struct Newest {
    /// The record.
    pub(crate) bytes: Vec<u8>,
    /// The game, if it had to be replayed to find the newest state.
    pub(crate) game: Option<(Record, Timeline)>,
}

/// Returns the newest state of the game kept at `path`: its draft, or the file if there is no draft
/// that can be read or the file was changed after it.
///
/// # Errors
/// As for [`read`].
pub(crate) fn newest(path: &Path) -> Result<Newest, FileError> {
    let draft = beside(path);
    if draft.is_file()
        && let Ok(bytes) = read(&draft, MAX_BYTES as u64)
        && let Ok(game) = replay(&bytes)
        && !changed_since(path, &draft, &game)
    {
        return Ok(Newest { bytes, game: Some(game) });
    }
    Ok(Newest { bytes: read(path, MAX_BYTES as u64)?, game: None })
}
