//! Keeping games: what is known of it, and what is asked before a game that is not kept is lost.
//!
//! A game that the disk has refused is tried once more before anything is asked, for there may be
//! room by now.

use std::path::{Path, PathBuf};

use tetralith_core::text::display_text;
use tetralith_core::timeline::NodeId;

use super::state::{Leaving, NextGame, SetUp, Shared};
use crate::keymap::{Action, Context};
use crate::program::{Effects, StorageRequest};
use crate::tui::request::{ConfirmAction, Request};
use tetralith_files::shown;
use tetralith_session::hint::{Hint, Place};
use tetralith_session::seated::Seated;
use tetralith_storage::files::Kept;

impl Shared {
    /// The reason why a game is not kept as it is now, if one is not: the one at the board first.
    pub fn unkept(&self) -> Option<&str> {
        let behind = self.game.keeping.behind.last().map(|(_, why)| why.as_str());
        self.game.keeping.unkept.as_deref().or(self.game.lost.as_deref()).or(behind)
    }

    /// True if the game at the table would be lost if the program ended now.
    pub const fn would_lose(&self) -> bool {
        self.game.keeping.unkept.is_some() || self.game.keeping.unsaved
    }

    /// Has the game kept as it is now.
    pub fn keep(&mut self, effects: &mut Effects) {
        if self.is_kept_elsewhere() {
            return;
        }
        if !self.settings().autosave {
            self.game.keeping.unsaved = true;
            return;
        }
        let Some(seated) = &mut self.game.seated else { return };
        match seated.keep() {
            Ok(keep) => effects.storage(StorageRequest::keep(keep)),
            Err(error) => self.tell_unkept(error.to_string(), effects),
        }
    }

    /// Has the place at which the game resumes kept, if it has changed.
    pub fn keep_place(&mut self, effects: &mut Effects) {
        let moved = self.game.seated.as_ref().is_some_and(Seated::has_moved);
        if moved {
            self.keep(effects);
        }
    }

    /// At the end, keeps the game if it is not kept as it is now; else has the storage check that
    /// its file is still there.
    fn secure(&mut self, effects: &mut Effects) {
        let autosave = self.settings().autosave && !self.is_kept_elsewhere();
        let Some(seated) = self.game.seated.as_mut().filter(|_| autosave) else {
            return;
        };
        if self.game.keeping.unkept.is_some() || seated.has_moved() {
            return self.keep(effects);
        }
        match seated.secure() {
            Ok(secure) => {
                if let Some(request) = secure.and_then(StorageRequest::secure) {
                    effects.storage(request);
                }
            }
            Err(error) => self.tell_unkept(error.to_string(), effects),
        }
    }

    /// Has the game that is kept at `path` deleted; if it is at the board, in its newest state.
    pub fn discard(&mut self, path: PathBuf, effects: &mut Effects) {
        let kept = self.game.seated.as_ref().and_then(|seated| seated.kept.as_ref());
        if kept.is_some_and(|kept| kept.path == path) && self.would_lose() {
            self.keep(effects);
        }
        effects.storage(StorageRequest::Discard(path));
    }

    /// Takes note of where a game is kept now, or why it is not.
    pub fn kept(&mut self, game: u64, kept: Result<Kept, String>, effects: &mut Effects) {
        let autosave = self.settings().autosave;
        let Some(seated) = self.game.seated.as_mut().filter(|seated| seated.game == game) else {
            return self.kept_elsewhere(game, kept.err(), effects);
        };
        let kept = match kept {
            Ok(kept) => kept,
            Err(why) => return self.tell_unkept(why, effects),
        };
        let before = seated.kept.replace(kept.clone());
        let unsaved = autosave && std::mem::take(&mut self.game.keeping.unsaved);
        let marked = self.game.keeping.unkept.take().is_some() || unsaved;
        match before {
            Some(before)
                if before.path != kept.path && before.path.parent() == kept.path.parent() =>
            {
                let name = shown(Path::new(kept.path.file_name().unwrap_or_default()));
                let text = format!(
                    "another program changed the game's file; this game is now saved as {name}"
                );
                self.say(text, effects);
            }
            _ => effects.draw_if(marked),
        }
        match self.game.keeping.leaving.take() {
            Some(Leaving::For(next)) => self.take_table(*next, effects),
            leaving => self.game.keeping.leaving = leaving,
        }
    }

    /// Takes note of what became of a game that has left the table.
    fn kept_elsewhere(&mut self, game: u64, fault: Option<String>, effects: &mut Effects) {
        self.game.keeping.behind.retain(|(other, _)| *other != game);
        let Some(why) = fault else { return };
        self.refuse(format!("a game played before is not in its file yet: {why}"), effects);
        self.game.keeping.behind.push((game, why));
    }

    /// Says, now and until it is kept again, that the game is not kept; asks, if it was about to
    /// leave the table.
    fn tell_unkept(&mut self, why: String, effects: &mut Effects) {
        self.refuse(format!("the game is not saved: {why}"), effects);
        self.game.keeping.unkept = Some(why);
        match self.game.keeping.leaving.take() {
            Some(Leaving::End) => {
                self.game.keeping.ending = false;
                if let Some(saving) = &mut self.game.saving {
                    saving.at_the_end = false;
                }
                self.ask_to_end();
                effects.stay();
            }
            Some(Leaving::For(next)) => self.ask_to_give_way(next),
            None => {}
        }
    }

    /// Returns what is wrong with the game at the board that would be lost.
    fn why_lost(&self) -> String {
        match &self.game.keeping.unkept {
            Some(why) => format!("It could not be saved: {}", display_text(why)),
            None if self.game.saving.is_some() => {
                "It is still being saved: the disk is slow.".to_owned()
            }
            None => {
                let key = self.key_for(Context::Table, Action::SaveAs);
                format!("Autosave is off; {key} during the game saves it.")
            }
        }
    }

    /// Ends, but asks first if a game would be lost.
    pub fn quit(&mut self, effects: &mut Effects) {
        if self.would_lose() && !self.settings().autosave {
            return self.ask_to_end();
        }
        self.game.keeping.leaving = Some(Leaving::End);
        self.end_secured(effects);
    }

    /// Ends, whatever comes of what is kept then.
    pub fn end(&mut self, effects: &mut Effects) {
        self.game.keeping.leaving = None;
        self.end_secured(effects);
    }

    /// Ends, with the game at the board kept once more if it has to be.
    fn end_secured(&mut self, effects: &mut Effects) {
        effects.quit();
        self.game.keeping.ending = true;
        if let Some(saving) = &mut self.game.saving {
            saving.at_the_end = true;
        }
        // A game that cannot be kept takes back what is above.
        self.secure(effects);
    }

    fn ask_to_end(&mut self) {
        self.ask(format!("Quit and lose the game? {}", self.why_lost()), ConfirmAction::Quit);
    }

    /// The number of the next game at the table.
    pub const fn next_game(&mut self) -> u64 {
        self.game.keeping.games += 1;
        self.game.keeping.games
    }

    /// Puts a game on the table, but asks once if the one there would be lost.
    pub fn seat(&mut self, next: NextGame, effects: &mut Effects) {
        let next = Box::new(next);
        if self.game.keeping.unkept.is_some() && self.settings().autosave {
            self.game.keeping.leaving = Some(Leaving::For(next));
            return self.keep(effects);
        }
        if self.would_lose() || self.game.saving.is_some_and(|saving| saving.was_unsaved) {
            return self.ask_to_give_way(next);
        }
        self.take_table(*next, effects);
    }

    fn ask_to_give_way(&mut self, next: Box<NextGame>) {
        self.game.keeping.next = Some(next);
        self.ask(format!("Lose the current game? {}", self.why_lost()), ConfirmAction::ReplaceGame);
    }

    /// Lets the game have the table that was to have it when the user was asked.
    pub fn give_way(&mut self, effects: &mut Effects) {
        if let Some(next) = self.game.keeping.next.take() {
            self.take_table(*next, effects);
        }
    }

    fn take_table(
        &mut self,
        NextGame { mut seated, left_behind, set_up }: NextGame,
        effects: &mut Effects,
    ) {
        let way_back = self.part_from_remote(seated.game, effects);
        seated.table.let_explore();
        let fault = seated.table.recall_analysis(&seated.record);
        (self.game.thinks_first, self.game.revealed) = (false, None);
        self.game.keeping.forget();
        (self.game.thoughts.halted, self.game.thoughts.one_step) = (false, false);
        self.game.chosen = None;
        if let Some(saving) = &mut self.game.saving {
            saving.was_unsaved = false;
        }
        if set_up == Some(SetUp::Analyse) {
            let place = Place { game: seated.game, node: NodeId::START };
            let mut hint = Hint::new(place, false);
            hint.done = seated.table.outcome().is_some();
            self.game.thoughts.hint = Some(hint);
        }
        if let Some(editor) = self.editor.as_mut().filter(|_| set_up == Some(SetUp::Play)) {
            editor.make_known();
        }
        self.game.seated = Some(seated);
        self.request(Request::Game);
        self.tell_smaller_art(effects);
        let told = if left_behind.is_empty() {
            fault.map(|fault| fault.to_string())
        } else {
            Some(left_behind)
        };
        let told: Vec<String> = told.into_iter().chain(way_back).collect();
        if !told.is_empty() {
            self.say(told.join("; "), effects);
        }
    }
}
