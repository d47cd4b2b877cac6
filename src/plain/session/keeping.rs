//! Keeping the game at the table, and what is said if that fails.

use tetralith_core::timeline::NodeId;

use super::{Session, answers, say};
use crate::program::{Effects, StorageRequest};
use tetralith_session::seated::Seated;
use tetralith_storage::files::Kept;

/// Returns whether the game is kept and goes on, so that it can be resumed.
pub(super) fn is_unfinished(seated: &Seated) -> bool {
    seated.kept_at.is_some() && seated.table.is_going_on() && !seated.table.is_finished()
}

impl Session {
    /// Has the game kept as it is now; false if that is not even tried.
    pub(super) fn keep(&mut self, effects: &mut Effects) -> bool {
        if self.remote.as_ref().is_some_and(|remote| !remote.is_kept()) {
            return false;
        }
        match self.seated.as_mut().filter(|_| self.settings.autosave).map(Seated::keep) {
            Some(Ok(keep)) => {
                effects.storage(StorageRequest::keep(keep));
                return true;
            }
            Some(Err(error)) => self.tell_unkept(error.to_string(), effects),
            None => {}
        }
        false
    }

    /// Keeps the game if it has gone on or back since it was kept.
    pub(super) fn keep_place(&mut self, effects: &mut Effects) {
        if self.seated.as_ref().is_some_and(Seated::has_moved) {
            self.keep(effects);
        }
    }

    pub(super) fn tell_unkept(&mut self, why: String, effects: &mut Effects) {
        if self.unkept.as_ref() != Some(&why) {
            say(&format!("the game is not saved: {why}"), effects);
        }
        self.unkept = Some(why);
    }

    /// Before the game leaves the table, keeps the place to resume at, and tries again to keep a
    /// game that is not kept; false if there is nothing to keep.
    pub(super) fn leave(&mut self, effects: &mut Effects) -> bool {
        let played = self.seated.as_ref().is_some_and(|seated| {
            seated.has_moved() && !seated.table.timeline().children(NodeId::START).is_empty()
        });
        (played || self.unkept.is_some()) && self.keep(effects)
    }

    pub(super) fn quit(&mut self, effects: &mut Effects) {
        let autosave = self.settings.autosave;
        if !self.leave(effects)
            && let Some(seated) = self.seated.as_mut().filter(|_| autosave)
        {
            match seated.secure() {
                Ok(secure) => {
                    if let Some(request) = secure.and_then(StorageRequest::secure) {
                        effects.storage(request);
                    }
                }
                Err(error) => self.tell_unkept(error.to_string(), effects),
            }
        }
        effects.quit();
    }

    /// Returns the last words, once it is known what became of all that was asked for.
    pub fn farewell(&self) -> Option<String> {
        let kept = self.unkept.is_none() && self.seated.as_ref().is_some_and(is_unfinished);
        let way_back = self.way_back.as_deref().unwrap_or("the game is saved; resume continues it");
        kept.then(|| answers::said(way_back))
    }

    /// Takes note of whether the game with this number was kept; a game that waits for this gets
    /// the table, or the user is asked whether it shall.
    pub(super) fn kept(&mut self, game: u64, kept: Result<Kept, String>, effects: &mut Effects) {
        match kept {
            Ok(kept) => {
                self.unkept = None;
                if let Some(seated) = self.seated.as_mut().filter(|seated| seated.game == game) {
                    seated.kept = Some(kept);
                }
                if let Some(coming) = self.coming.take() {
                    self.take_table(coming, effects);
                }
            }
            Err(why) => {
                self.tell_unkept(why, effects);
                if let Some(coming) = self.coming.take() {
                    self.ask_to_give_way(coming, effects);
                }
            }
        }
    }
}
