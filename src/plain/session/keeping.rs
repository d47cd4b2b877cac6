//! Keeping the game at the table, and what is said if that fails.

use tetralith_core::timeline::NodeId;

use super::{Session, answers, say};
use crate::program::{Effect, StorageRequest};
use tetralith_session::seated::Seated;
use tetralith_storage::files::Kept;

/// Returns whether the game is kept and goes on, so that it can be resumed.
pub(super) fn is_unfinished(seated: &Seated) -> bool {
    seated.kept_at.is_some() && seated.table.is_going_on() && !seated.table.is_finished()
}

impl Session {
    pub(super) fn keep(&mut self) -> Vec<Effect> {
        if self.remote.as_ref().is_some_and(|remote| !remote.is_kept()) {
            return Vec::new();
        }
        match self.seated.as_mut().filter(|_| self.settings.autosave).map(Seated::keep) {
            Some(Ok(keep)) => vec![Effect::Storage(StorageRequest::keep(keep))],
            Some(Err(error)) => self.tell_unkept(error.to_string()),
            None => Vec::new(),
        }
    }

    /// Keeps the game if it has gone on or back since it was kept.
    pub(super) fn keep_place(&mut self) -> Vec<Effect> {
        if self.seated.as_ref().is_some_and(Seated::has_moved) { self.keep() } else { Vec::new() }
    }

    pub(super) fn tell_unkept(&mut self, why: String) -> Vec<Effect> {
        let told = self.unkept.as_ref() == Some(&why);
        let deeds =
            if told { Vec::new() } else { vec![say(&format!("the game is not saved: {why}"))] };
        self.unkept = Some(why);
        deeds
    }

    /// Before the game leaves the table, keeps the place to resume at, and tries again to keep a
    /// game that is not kept.
    pub(super) fn leave(&mut self) -> Vec<Effect> {
        let played = self.seated.as_ref().is_some_and(|seated| {
            seated.has_moved() && !seated.table.timeline().children(NodeId::START).is_empty()
        });
        if played || self.unkept.is_some() { self.keep() } else { Vec::new() }
    }

    pub(super) fn quit(&mut self) -> Vec<Effect> {
        let mut deeds = self.leave();
        let autosave = self.settings.autosave;
        if deeds.is_empty()
            && let Some(seated) = self.seated.as_mut().filter(|_| autosave)
        {
            match seated.secure() {
                Ok(secure) => {
                    deeds.extend(secure.and_then(StorageRequest::secure).map(Effect::Storage))
                }
                Err(error) => deeds.extend(self.tell_unkept(error.to_string())),
            }
        }
        deeds.push(Effect::Quit);
        deeds
    }

    /// Returns the last words, once the outcome of [`Effect::Quit`] and of everything before it is
    /// known.
    pub fn farewell(&self) -> Option<String> {
        let kept = self.unkept.is_none() && self.seated.as_ref().is_some_and(is_unfinished);
        let way_back = self.way_back.as_deref().unwrap_or("the game is saved; resume continues it");
        kept.then(|| answers::said(way_back))
    }

    /// Takes note of whether the game with this number was kept; a game that waits for this gets
    /// the table, or the user is asked whether it shall.
    pub(super) fn kept(&mut self, game: u64, kept: Result<Kept, String>) -> Vec<Effect> {
        match kept {
            Ok(kept) => {
                self.unkept = None;
                if let Some(seated) = self.seated.as_mut().filter(|seated| seated.game == game) {
                    seated.kept = Some(kept);
                }
                self.coming.take().map_or_else(Vec::new, |coming| self.take_table(coming))
            }
            Err(why) => {
                let mut deeds = self.tell_unkept(why);
                if let Some(coming) = self.coming.take() {
                    deeds.push(self.ask_to_give_way(coming));
                }
                deeds
            }
        }
    }
}
