//! What the program asks of the disk, and what came of it.

use std::path::{Path, PathBuf};

use tetralith_core::text::display_text;
use tetralith_exchange::Import;
use thiserror::Error;

use crate::files::{self, Existing, FileError, Files, Kept, in_home, shown};
use crate::program::{Effect, Export, Loaded, Message, Peek, SaveFault, StorageRequest, Summary};
use crate::tui::progress::Progress;

/// Does what `effect` asks of the disk and says what came of it; `None` for effects that ask nothing of it.
pub fn on_disk(effect: Effect, files: &Result<Files, FileError>) -> Option<Message> {
    let files = files.as_ref().map_err(FileError::to_string);
    Some(match effect {
        Effect::Storage(StorageRequest::Keep { game, kept, name, over, text }) => {
            let kept = files
                .and_then(|files| files.keep(kept.as_ref(), &name, over, &text).map_err(|error| error.to_string()));
            Message::Kept { game, kept }
        }
        Effect::Storage(StorageRequest::Secure { game, kept, name, over, text }) => {
            let kept =
                files.and_then(|files| files.secure(&kept, &name, over, &text).map_err(|error| error.to_string()));
            Message::Kept { game, kept }
        }
        Effect::Storage(StorageRequest::Save { path, text, existing }) => {
            Message::Saved(save(&in_home(&path), &text, existing))
        }
        Effect::Export(export) => drawn(&export),
        Effect::Configure { file, path, value } => {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            Message::Configured(file.set(&path, value.as_ref()).map_err(|error| error.to_string()))
        }
        Effect::Storage(StorageRequest::Load(path)) if in_home(&path).is_dir() => Message::Entered(in_home(&path)),
        Effect::Storage(StorageRequest::Load(path)) => {
            Message::Loaded(load(&in_home(&path), files.ok()).map(Box::new).map_err(|error| error.to_string()))
        }
        Effect::Storage(StorageRequest::ReadProgress) => {
            Message::Progress(files.and_then(|files| files.progress().map_err(|error| error.to_string())))
        }
        Effect::Storage(StorageRequest::KeepProgress(text)) => {
            let merge = |there: &str| Progress::merged(there, &text).map_err(ProgressError::Text);
            let kept = files.and_then(|files| files.keep_progress(merge).map_err(|error| error.to_string()));
            return kept.err().map(Message::ProgressUnkept);
        }
        Effect::Storage(StorageRequest::List(Some(dir))) => {
            Message::Listed(files::list(&dir).map_err(|error| error.to_string()))
        }
        Effect::Storage(StorageRequest::List(None)) => Message::Listed(files.map(Files::kept)),
        Effect::Storage(StorageRequest::Peek(paths)) => Message::Peeked(peek(paths)),
        Effect::Storage(StorageRequest::Rename { path, name }) => {
            let to = files.and_then(|files| files.rename(&path, &name).map_err(|error| error.to_string()));
            Message::Renamed { from: path, to }
        }
        Effect::Storage(StorageRequest::Discard { path, now }) => {
            Message::Discarded(files.and_then(|files| files.discard(&path, now).map_err(|error| error.to_string())))
        }
        Effect::Storage(StorageRequest::Restore(trashed)) => {
            Message::Restored(files.and_then(|files| files.restore(&trashed).map_err(|error| error.to_string())))
        }
        Effect::Draw
        | Effect::Quit
        | Effect::Stay
        | Effect::Engine(_)
        | Effect::Terminal(_)
        | Effect::Storage(StorageRequest::KeepIn(_)) => return None,
    })
}

/// Says so if no game can be kept in `files`, or there are none.
pub fn keep_in(files: &Result<Files, FileError>) -> Option<Message> {
    let fault = match files {
        Ok(files) => files.check().err()?.to_string(),
        Err(error) => error.to_string(),
    };
    Some(Message::CannotKeep(fault))
}

/// Makes a picture and says what came of it.
pub(super) fn drawn(export: &Export) -> Message {
    Message::Exported(export.carry_out(in_home(&export.path)))
}

/// Saves a record as `path`, its ending added; says under which name.
fn save(path: &Path, text: &str, existing: Existing) -> Result<PathBuf, SaveFault> {
    if path.is_dir() {
        return Err(SaveFault::Other(format!("{} is a directory; add the name of a file", shown(path))));
    }
    let mut path = path.to_owned();
    // Other endings stay, but Open lists only this one.
    if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("json")) {
        path.as_mut_os_string().push(".json");
    }
    match files::write(&path, text, existing) {
        Ok(()) => Ok(std::path::absolute(&path).unwrap_or(path)),
        Err(FileError::Exists { path }) => Err(SaveFault::Exists(path)),
        Err(error) => Err(SaveFault::Other(error.to_string())),
    }
}

/// Reads the records at `paths` for a list of them.
pub(super) fn peek(paths: Vec<PathBuf>) -> Vec<(PathBuf, Peek)> {
    let read = |path: &Path| Summary::read(path).map(Box::new).map_err(|error| display_text(&error.to_string()));
    paths
        .into_iter()
        .map(|path| {
            let peek = read(&path);
            (path, peek)
        })
        .collect()
}

/// Reads the record at `path`.
///
/// # Errors
/// As for [`files::load`].
pub fn load(path: &Path, files: Option<&Files>) -> Result<Loaded, FileError> {
    let bytes = files::newest(path)?;
    let Import { record, timeline, left_behind } = files::decode(path, &bytes)?;
    let kept = files.and_then(|files| files.own(path)).map(|own| Kept::of(own, &bytes));
    Ok(Loaded { path: PathBuf::from(path), timeline, record, kept, left_behind })
}

/// Why what was learnt is not kept.
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

    #[test]
    fn where_no_game_can_be_kept_is_said_and_why() {
        let dir = tempfile::tempdir().unwrap();
        assert!(keep_in(&Ok(Files::at(dir.path().join("games")))).is_none());
        let blocked = dir.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        for (files, why) in [(Ok(Files::at(blocked)), "no game can be kept in"), (Err(FileError::NoHome), "home")] {
            let Some(Message::CannotKeep(told)) = keep_in(&files) else { panic!("nothing is said: {files:?}") };
            assert!(told.contains(why), "{told}");
        }
    }
}
