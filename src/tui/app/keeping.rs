//! Keeping games: what is known of it, and what is asked before a game that is not kept is lost.
//!
//! A game that the disk has refused is tried once more before anything is asked, for there may be room by now.

use std::path::Path;

use tetralith_core::text::display_text;

use super::{App, Effect, Screen};
use crate::files::{Kept, shown};
use crate::tui::keymap::{Action, Context};
use crate::tui::overlays::{ConfirmAction, Overlay, Question};
use crate::tui::seated::Seated;

/// What is known of the games that are to be kept.
#[derive(Clone, Default)]
pub(super) struct Keeping {
    /// Why the game at the table is not kept.
    pub(super) unkept: Option<String>,
    /// Whether it has changed since it was last kept or saved, while games are not kept by themselves.
    pub(super) unsaved: bool,
    /// Games that have left the table and whose files could not be written, with the reasons: their drafts hold them.
    behind: Vec<(u64, String)>,
    /// Whether the program has ended but for the disk: no step is made any more, and no clock runs.
    pub(super) ending: bool,
    /// What shall happen once the disk has taken the game at the table.
    leaving: Option<Leaving>,
    /// Who takes the table if the user gives up the game there.
    pub(super) newcomer: Option<Box<Newcomer>>,
    /// How many games were at the table.
    games: u64,
}

/// A game that is to have the table.
#[derive(Clone)]
pub(super) struct Newcomer {
    /// The game.
    pub(super) seated: Seated,
    /// What is to be told of it, if anything.
    pub(super) left_behind: String,
}

/// Why a game leaves the table.
#[derive(Clone)]
enum Leaving {
    /// The user has quit.
    End,
    /// Another takes its place.
    For(Box<Newcomer>),
}

impl Keeping {
    /// Forgets what is known of the game at the table.
    pub(super) fn forget(&mut self) {
        (self.unkept, self.unsaved, self.leaving, self.newcomer) = (None, false, None, None);
    }
}

impl App {
    /// Why a game is not kept as it is now, if one is not: the one at the table first.
    pub fn unkept(&self) -> Option<&str> {
        let behind = self.keeping.behind.last().map(|(_, why)| why.as_str());
        self.keeping.unkept.as_deref().or(self.lost.as_deref()).or(behind)
    }

    /// Whether the game at the table would be lost if the program ended now.
    pub const fn would_lose(&self) -> bool {
        self.keeping.unkept.is_some() || self.keeping.unsaved
    }

    /// Has the game kept as it is now.
    pub(super) fn keep(&mut self) -> Vec<Effect> {
        if !self.settings().autosave {
            self.keeping.unsaved = true;
            return Vec::new();
        }
        let Some(seated) = &mut self.seated else { return Vec::new() };
        match seated.keep() {
            Ok(keep) => vec![keep],
            Err(error) => self.tell_unkept(error.to_string()),
        }
    }

    /// Has the place kept that the game shall go on from, if it is another than was kept.
    pub(super) fn keep_place(&mut self) -> Vec<Effect> {
        let moved = self.seated.as_ref().is_some_and(Seated::has_moved);
        if moved { self.keep() } else { Vec::new() }
    }

    /// At the end has the game kept that is not, and looked after whether what was kept is still there.
    pub(super) fn secure(&mut self) -> Vec<Effect> {
        let autosave = self.settings().autosave;
        let Some(seated) = self.seated.as_mut().filter(|_| autosave) else { return Vec::new() };
        if self.keeping.unkept.is_some() || seated.has_moved() {
            return self.keep();
        }
        match seated.secure() {
            Ok(secure) => secure.into_iter().collect(),
            Err(error) => self.tell_unkept(error.to_string()),
        }
    }

    /// Takes note of where a game is kept now, or why it is not.
    pub(super) fn kept(&mut self, game: u64, kept: Result<Kept, String>) -> Vec<Effect> {
        let autosave = self.settings().autosave;
        let Some(seated) = self.seated.as_mut().filter(|seated| seated.game == game) else {
            return self.kept_elsewhere(game, kept.err());
        };
        let kept = match kept {
            Ok(kept) => kept,
            Err(why) => return self.tell_unkept(why),
        };
        let before = seated.kept.replace(kept.clone());
        let unsaved = autosave && std::mem::take(&mut self.keeping.unsaved);
        let marked = self.keeping.unkept.take().is_some() || unsaved;
        let mut effects = match before {
            Some(before) if before.path != kept.path && before.path.parent() == kept.path.parent() => {
                let name = shown(Path::new(kept.path.file_name().unwrap_or_default()));
                self.say(format!("the game's file was changed from elsewhere; this game is now kept as {name}"))
            }
            _ if marked => vec![Effect::Draw],
            _ => Vec::new(),
        };
        match self.keeping.leaving.take() {
            Some(Leaving::For(newcomer)) => effects.extend(self.take_table(*newcomer)),
            leaving => self.keeping.leaving = leaving,
        }
        effects
    }

    /// Takes note of what became of a game that has left the table.
    fn kept_elsewhere(&mut self, game: u64, fault: Option<String>) -> Vec<Effect> {
        self.keeping.behind.retain(|(other, _)| *other != game);
        let Some(why) = fault else { return Vec::new() };
        let effects = self.refuse(format!("a game played before is not in its file yet: {why}"));
        self.keeping.behind.push((game, why));
        effects
    }

    /// Says, now and until it is kept again, that the game is not kept; asks, if it was about to leave the table.
    fn tell_unkept(&mut self, why: String) -> Vec<Effect> {
        let mut effects = self.refuse(format!("the game is not kept: {why}"));
        self.keeping.unkept = Some(why);
        match self.keeping.leaving.take() {
            Some(Leaving::End) => {
                self.keeping.ending = false;
                if let Some(saving) = &mut self.saving {
                    saving.at_the_end = false;
                }
                effects.extend(self.ask_to_end());
                effects.push(Effect::Stay);
            }
            Some(Leaving::For(newcomer)) => effects.extend(self.ask_to_give_way(newcomer)),
            None => {}
        }
        effects
    }

    /// What is wrong with the game at the table that would be lost.
    fn why_lost(&self) -> String {
        match &self.keeping.unkept {
            Some(why) => format!("It could not be saved: {}", display_text(why)),
            None if self.saving.is_some() => "It is still being saved: the disk is slow.".to_owned(),
            None => {
                let key = self.key_for(Context::Table, Action::SaveAs);
                format!("Games are not kept by themselves; {key} at the table saves one.")
            }
        }
    }

    // ----- the end

    /// Ends, but asks first if a game would be lost; who quits twice has not answered.
    pub(super) fn quit(&mut self) -> Vec<Effect> {
        let asked =
            matches!(self.overlays.last(), Some(Overlay::Question(Question { action: ConfirmAction::Quit, .. })));
        if asked {
            return Vec::new();
        }
        if self.would_lose() && !self.settings().autosave {
            return self.ask_to_end();
        }
        self.keeping.leaving = Some(Leaving::End);
        vec![Effect::Quit]
    }

    /// Ends, whatever comes of what is kept then.
    pub(super) fn end(&mut self) -> Vec<Effect> {
        self.keeping.leaving = None;
        vec![Effect::Quit]
    }

    fn ask_to_end(&mut self) -> Vec<Effect> {
        self.ask(format!("Quit and lose the game? {}", self.why_lost()), ConfirmAction::Quit)
    }

    // ----- another game

    /// The number of the next game at the table.
    pub(super) const fn next_game(&mut self) -> u64 {
        self.keeping.games += 1;
        self.keeping.games
    }

    /// Puts a game on the table, but asks once if the one there would be lost.
    pub(super) fn seat(&mut self, newcomer: Newcomer) -> Vec<Effect> {
        let newcomer = Box::new(newcomer);
        if self.keeping.unkept.is_some() && self.settings().autosave {
            self.keeping.leaving = Some(Leaving::For(newcomer));
            return self.keep();
        }
        if self.would_lose() || self.saving.is_some_and(|saving| saving.was_unsaved) {
            return self.ask_to_give_way(newcomer);
        }
        self.take_table(*newcomer)
    }

    fn ask_to_give_way(&mut self, newcomer: Box<Newcomer>) -> Vec<Effect> {
        self.keeping.newcomer = Some(newcomer);
        self.ask(format!("Lose the game at the table? {}", self.why_lost()), ConfirmAction::ReplaceGame)
    }

    /// Lets the game have the table that was to have it when the user was asked.
    pub(super) fn give_way(&mut self) -> Vec<Effect> {
        let newcomer = self.keeping.newcomer.take();
        newcomer.map_or_else(Vec::new, |newcomer| self.take_table(*newcomer))
    }

    fn take_table(&mut self, Newcomer { seated, left_behind }: Newcomer) -> Vec<Effect> {
        self.keeping.forget();
        (self.thoughts.halted, self.thoughts.one_step) = (false, false);
        self.armed = None;
        if let Some(saving) = &mut self.saving {
            saving.was_unsaved = false;
        }
        self.seated = Some(seated);
        self.screen = Screen::Table;
        if left_behind.is_empty() { vec![Effect::Draw] } else { self.say(left_behind) }
    }
}
