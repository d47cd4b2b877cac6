//! Carrying out requests to the disk at once, while the caller waits.

use std::path::{Path, PathBuf};

use crate::exchange::Import;
use tetralith_core::game_line;
use tetralith_files::{Existing, FileEntry, FileError, ends_in, shown};
use tetralith_session::kept::Keep;
use tetralith_session::progress::Progress;
use thiserror::Error;

use super::{Loaded, SaveFault, StorageReply, StorageRequest};
use crate::files::{
    self, Files, RecordPlace, SavedFile, SavedGameError, by_date, in_home, named_dir, typed_path,
};
use crate::{GameSummary, last_game, level_results};

/// Storage whose caller waits for the disk.
#[derive(Debug)]
pub struct Direct {
    files: Result<Files, SavedGameError>,
}

impl Direct {
    /// Storage in `files`, or without a place for games.
    pub const fn new(files: Result<Files, SavedGameError>) -> Self {
        Self { files }
    }

    /// The files that games are kept in, if there is a place for them.
    pub fn files(&self) -> Option<&Files> {
        self.files.as_ref().ok()
    }

    /// Does what `request` asks; returns the reply, if there is one to give.
    pub fn request(&mut self, request: StorageRequest) -> Option<StorageReply> {
        if let StorageRequest::KeepIn(dir) = request {
            return Some(keep_in(dir, |files| self.files = Ok(files)));
        }
        reply(request, &self.files)
    }
}

fn text_of(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Does in `files` what `request` asks; returns the reply, if there is one to give.
///
/// [`StorageRequest::KeepIn`] is for those who have files to change.
pub(super) fn reply(
    request: StorageRequest,
    files: &Result<Files, SavedGameError>,
) -> Option<StorageReply> {
    let files = files.as_ref().map_err(SavedGameError::to_string);
    Some(match request {
        StorageRequest::Keep(Keep { game, kept, name, text }) => {
            let kept =
                files.and_then(|files| files.keep(kept.as_ref(), &name, &text).map_err(text_of));
            StorageReply::Kept { game, kept }
        }
        StorageRequest::Secure(Keep { game, kept, name, text }) => {
            let before = kept?;
            let kept = files.and_then(|files| files.secure(&before, &name, &text).map_err(text_of));
            StorageReply::Kept { game, kept }
        }
        StorageRequest::Save { path, text, existing } => {
            StorageReply::Saved(save(&in_home(&path), &text, existing))
        }
        StorageRequest::KeepIn(_) => return None,
        StorageRequest::Load(path) => {
            let path = typed_path(&path);
            if path.is_dir() {
                return Some(StorageReply::Entered(path));
            }
            match load(&path, files.ok()) {
                Err(error @ SavedGameError::List { .. }) => {
                    StorageReply::Several { path, why: error.to_string() }
                }
                loaded => StorageReply::Loaded(loaded.map(Box::new).map_err(text_of)),
            }
        }
        StorageRequest::ReadProgress => {
            StorageReply::Progress(files.and_then(|files| files.progress().map_err(text_of)))
        }
        StorageRequest::KeepProgress(learnt) => {
            let merge = |there: &str| Progress::merged(there, &learnt).map_err(ProgressError::Text);
            let kept = files.and_then(|files| files.keep_progress(merge).map_err(text_of));
            return kept.err().map(StorageReply::ProgressUnkept);
        }
        StorageRequest::List(Some(path)) if path.is_file() => {
            StorageReply::Listed(records_of(&path).map_err(text_of))
        }
        StorageRequest::List(Some(dir)) => {
            StorageReply::Listed(tetralith_files::list(&dir).map(by_date).map_err(text_of))
        }
        StorageRequest::List(None) => {
            StorageReply::Listed(files.map(|files| by_date(files.kept())))
        }
        StorageRequest::Recent(most) => StorageReply::Recent(
            files.map(|files| files.recent().take(most).collect()).unwrap_or_default(),
        ),
        StorageRequest::FindUnfinished { besides } => {
            let found = files.ok().and_then(|files| files.unfinished_besides(besides.as_deref()));
            StorageReply::Unfinished(found)
        }
        StorageRequest::Peek(paths) => {
            let read = |path: PathBuf| {
                let peek = GameSummary::read(&path).map(Box::new);
                (path, peek)
            };
            StorageReply::Peeked(paths.into_iter().map(read).collect())
        }
        StorageRequest::ReadResults => {
            StorageReply::Results(files.map(level_results).unwrap_or_default())
        }
        StorageRequest::ReadLast(game) => {
            let last = files.ok().and_then(|files| last_game(files, game));
            StorageReply::Last(last.map(Box::new))
        }
        StorageRequest::Rename { path, name } => {
            let to = files.and_then(|files| files.rename(&path, &name).map_err(text_of));
            StorageReply::Renamed { from: path, to }
        }
        StorageRequest::Discard(path) => {
            StorageReply::Discarded(files.and_then(|files| files.discard(&path).map_err(text_of)))
        }
        StorageRequest::Restore(trashed) => {
            StorageReply::Restored(files.and_then(|files| files.restore(&trashed).map_err(text_of)))
        }
    })
}

/// Has `take` keep games in `dir`, or in the usual place, unless no game can be saved there.
pub(super) fn keep_in(dir: Option<PathBuf>, take: impl FnOnce(Files)) -> StorageReply {
    let files = checked_for(dir.as_deref(), named_dir()).map(take);
    StorageReply::KeepsIn(files.map(|()| dir))
}

/// The files in `dir`, or in the usual place, unless the environment has `named` another place, or
/// the reason why no game can be saved in one of them.
///
/// The directory is checked in any case: a later run may have no such variable.
fn checked_for(dir: Option<&Path>, named: Option<PathBuf>) -> Result<Files, String> {
    let set = || checked(Files::unnamed(dir));
    let Some(named) = named else { return set() };
    if dir.is_some() {
        set()?;
    }
    checked(Ok(Files::at(named)))
}

/// The `files` if games can be saved there, or the reason why not.
fn checked(files: Result<Files, SavedGameError>) -> Result<Files, String> {
    let files = files.map_err(text_of)?;
    files.check().map_err(text_of)?;
    Ok(files)
}

/// Saves a record as `path`, its ending added; returns the whole path.
fn save(path: &Path, text: &str, existing: Existing) -> Result<PathBuf, SaveFault> {
    if path.is_dir() {
        return Err(SaveFault::Other(format!(
            "{} is a directory; add the name of a file",
            shown(path)
        )));
    }
    let mut path = path.to_owned();
    // Other endings stay, but Open lists only this one.
    if !ends_in(&path, "json") {
        path.as_mut_os_string().push(".json");
    }
    tetralith_files::write(&path, text, existing)?;
    Ok(std::path::absolute(&path).unwrap_or(path))
}

/// The records in the list at `path`, as files of their own.
fn records_of(path: &Path) -> Result<Vec<FileEntry>, SavedGameError> {
    let count = match files::load(path) {
        Err(SavedGameError::List { count, .. }) => count,
        Err(error) => return Err(error),
        Ok(_) => 1,
    };
    let record =
        |number| FileEntry { path: files::numbered_path(path, number), is_dir: false, date: None };
    Ok((1..).map(record).take(count).collect())
}

/// Reads the record at `path`.
///
/// # Errors
/// As for [`files::load`].
pub fn load(path: &Path, files: Option<&Files>) -> Result<Loaded, SavedGameError> {
    if let RecordPlace::Line(line) = RecordPlace::of(path) {
        return Ok(Loaded::of_line(game_line::read(line)?));
    }
    let (Import { record, timeline, left_behind, foreign }, bytes) = files::import(path)?;
    // A record of ours in the place of another program's would lack what ours cannot hold.
    let files = files.filter(|_| foreign.is_none());
    let kept = files.and_then(|files| files.own(path)).map(|own| SavedFile::of(own, &bytes));
    Ok(Loaded { path: PathBuf::from(path), timeline, record, kept, left_behind })
}

/// The reason why progress is not kept.
#[derive(Debug, Error)]
enum ProgressError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{0}")]
    Text(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoSummary;

    const CLUB_RECORD: &str = r#"{"header":{"game":{"name":"Necklace","variants":["3x3 board"]},
        "site":{"name":"Abstract Play"},"date-start":"2026-11-21T12:00:00Z",
        "date-end":"2026-11-21T12:00:00Z","date-generated":"2026-11-21T12:00:00Z",
        "players":[{"name":"Ana","result":1},{"name":"Bo","result":0}]},
        "moves":[["a1","b1"],["a2","b2"],["a3"]]}"#;

    const OURS: &str = r#"{"format":"tetralith","version":1,"game":"necklace",
        "options":{"size":5},"moves":["c3"]}"#;

    #[test]
    fn only_files_of_our_own_records_are_kept() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::at(dir.path().to_owned());
        let kept = files.keep(None, "own", OURS).unwrap();
        let path = |name: &str| files.games().join(name);
        std::fs::write(path("club.json"), CLUB_RECORD).unwrap();
        std::fs::write(path("list.json"), format!("[{OURS},{OURS}]")).unwrap();
        let loaded = |path: &Path| load(path, Some(&files)).unwrap().kept;
        assert_eq!(loaded(&kept.path), Some(kept));
        for name in ["club.json", "list.json#1", "own.json#1"] {
            assert_eq!(loaded(&path(name)), None, "{name}");
        }
        assert_eq!(files.own(&path("list.json#1")), None);
        let peeked = GameSummary::read(&path("list.json")).unwrap_err();
        assert_eq!(peeked, NoSummary::List(2));
    }

    #[test]
    fn unwritable_directories_are_reported_with_the_reason() {
        let dir = tempfile::tempdir().unwrap();
        assert!(checked(Ok(Files::at(dir.path().join("games")))).is_ok());
        let blocked = dir.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        for (files, why) in [
            (Ok(Files::at(blocked)), "games cannot be saved in"),
            (Err(SavedGameError::NoHome), "home"),
        ] {
            let told = checked(files).expect_err("it takes none");
            assert!(told.contains(why), "{told}");
        }
    }

    #[test]
    fn directories_are_checked_where_another_one_is_in_force() {
        let dir = tempfile::tempdir().unwrap();
        let named = dir.path().join("named");
        let blocked = dir.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        let kept = |set: Option<&Path>| checked_for(set, Some(named.clone()));
        let told = kept(Some(&blocked)).expect_err("it takes none");
        assert!(told.contains("games cannot be saved in"), "{told}");
        let free = dir.path().join("free");
        for set in [None, Some(&*free)] {
            assert_eq!(kept(set), Ok(Files::at(named.clone())));
        }
    }
}
