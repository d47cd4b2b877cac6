//! Taking over what other runs have left: drafts of a program that was killed, and games where
//! earlier versions kept them.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tetralith_core::record::MAX_BYTES;
use tetralith_files::{FileError, FileLock, hold, hold_soon_on, list, move_to_free, read};

use super::draft::{Begun, Draft, DraftText, beside, drafts_in, goes_on_with, is_drafted, newest};
use super::{Files, SavedFile, namesakes, replay};

/// A draft of a program that was killed, taken over.
#[derive(Debug)]
pub(crate) struct Left {
    /// The draft.
    pub(crate) begun: Begun,
    /// The name of its file, without the ending.
    pub(crate) name: String,
    /// The record that it holds.
    pub(crate) text: String,
}

impl Files {
    /// Moves games from where earlier versions kept them, and keeps the contents of drafts that a
    /// killed program left.
    ///
    /// A draft replaces its file if nothing is lost by that; else both are kept. A damaged draft is
    /// deleted. Drafts of programs that are still running are left alone.
    pub fn recover(&self) {
        for Left { begun, name, text } in self.left() {
            // Games that cannot be kept now are tried again the next time.
            if self.finish(Some(&begun.base), None, &name, &text).is_ok() {
                begun.draft.end();
            }
        }
    }

    /// Does what [`Files::recover`] does, but leaves the drafts whose files only take their text to
    /// the caller: of those nothing is flushed.
    pub(crate) fn left(&self) -> Vec<Left> {
        self.move_games_from_before();
        let drafts: Vec<PathBuf> = drafts_in(&self.games()).map(|(path, _)| path).collect();
        drafts.into_iter().filter_map(|of| self.take_over(of)).collect()
    }

    /// Takes over the draft of the file at `of`; `None` if that file holds its text, the draft
    /// cannot be read, or another instance has it.
    fn take_over(&self, of: PathBuf) -> Option<Left> {
        let (lock, draft) = open_left(&of)?;
        let held = Draft::taken_over(Arc::clone(&self.disk), of, lock);
        let Some(draft) = draft else {
            held.end();
            return None;
        };
        let of = held.of().to_owned();
        let name = of.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let there = read(&of, MAX_BYTES as u64).ok();
        if there.as_deref() == Some(draft.text.as_bytes()) {
            held.end();
            return None;
        }
        if !draft.may_replace(&of, there.as_deref()) {
            // It gets a name of its own, so that it is found under that name from the beginning.
            if self.finish(None, None, &name, &draft.text).is_ok() {
                held.end();
            }
            return None;
        }
        let base = SavedFile::of(of, &there.unwrap_or_default());
        Some(Left { begun: Begun { draft: held, base, old: None }, name, text: draft.text })
    }

    /// The directory in which earlier versions kept games in progress.
    pub(super) fn games_before(&self) -> PathBuf {
        self.data.join("unfinished")
    }

    /// Moves the games in progress that earlier versions kept to all others.
    ///
    /// Each operation leaves every game in one place with its newest state, so the program may be
    /// killed after any. Games that cannot be moved stay, are listed where they are, and are tried
    /// again the next time.
    fn move_games_from_before(&self) {
        let before = self.games_before();
        if !before.is_dir() || self.make(&self.games()).is_err() {
            return;
        }
        let drafts: Vec<PathBuf> = drafts_in(&before).map(|(path, _)| path).collect();
        for of in drafts {
            self.settle(&of);
        }
        for entry in list(&before).unwrap_or_default() {
            // A draft that is still there belongs to a program that goes on.
            if !entry.is_dir && !is_drafted(&entry.path) {
                self.join(&entry.path);
            }
        }
        // Not if anything is left in it.
        let _ = self.disk.remove_dir(&before);
    }

    /// Puts the draft of the file at `of`, which an earlier version wrote, in that file's place if
    /// nothing is lost by that, else beside it.
    fn settle(&self, of: &Path) {
        let Some((_lock, draft)) = open_left(of) else { return };
        let path = beside(of);
        let Some(draft) = draft else {
            let _ = self.disk.remove(&path);
            return;
        };
        let there = read(of, MAX_BYTES as u64).ok();
        if draft.may_replace(of, there.as_deref()) {
            // The file is safe on the disk, which its draft must be before it takes its place.
            let flushed = File::open(&path).and_then(|file| self.disk.sync(&file));
            let _ = flushed.and_then(|()| self.disk.rename(&path, of));
        } else if let Some(dir) = of.parent() {
            let stem = of.file_stem().unwrap_or_default().to_string_lossy();
            let _ = self.move_near(&path, dir, &stem);
        }
    }

    /// Moves the game at `path` to the others, unless one of its namesakes there is the same game:
    /// of those two the one stays that the other is a beginning of.
    fn join(&self, path: &Path) {
        let Ok(bytes) = read(path, MAX_BYTES as u64) else { return };
        let game = replay(&bytes).ok();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        for to in namesakes(&self.games(), &stem) {
            match move_to_free(&*self.disk, path, &to) {
                Err(FileError::Exists { .. }) => {}
                _ => return,
            }
            let Ok(there) = newest(&to) else { continue };
            let is_in_use = is_drafted(&to);
            let other = there.game.or_else(|| replay(&there.bytes).ok());
            let goes_on = |now: &Option<_>, then: &Option<_>| {
                now.as_ref().zip(then.as_ref()).is_some_and(|(now, then)| goes_on_with(now, then))
            };
            if there.bytes == bytes || goes_on(&other, &game) {
                let _ = self.disk.remove(path);
                return;
            }
            if !is_in_use && goes_on(&game, &other) {
                if let Ok(Some(_lock)) = hold_soon_on(&*self.disk, &to) {
                    let _ = self.disk.rename(path, &to);
                }
                return;
            }
        }
    }
}

/// Gets hold of the draft of the file at `of` and reads it; without its text if it is damaged.
/// `None` if another instance has it, or it may be read another time.
fn open_left(of: &Path) -> Option<(FileLock, Option<DraftText>)> {
    let path = beside(of);
    let lock = hold(&path).ok()??;
    match read(&path, MAX_BYTES as u64) {
        Ok(bytes) => Some((lock, DraftText::read(bytes))),
        Err(FileError::TooLarge { .. }) => Some((lock, None)),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests;
