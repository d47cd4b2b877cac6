//! The end of the plain mode, and its last words.

use super::{Session, answers};
use tetralith_session::seated::Seated;

/// True if the game is kept and goes on, so that it can be resumed.
fn is_unfinished(seated: &Seated) -> bool {
    seated.kept_at.is_some()
        && seated.table.state().is_going_on()
        && !seated.table.state().is_finished()
}

impl Session {
    /// Returns why a game is not kept as it is now, if it should be and is not.
    pub fn unsaved(&self) -> Option<&str> {
        self.game.saving().fault()
    }

    /// Returns the last words, once it is known what became of all that was asked for.
    pub fn farewell(&self) -> Option<String> {
        if self.unsaved().is_none() && self.game.saving().would_lose() {
            return Some(answers::said("the game is not saved, because autosave is off"));
        }
        let kept = self.unsaved().is_none() && self.game.seated().is_some_and(is_unfinished);
        let how_to_resume = self
            .game
            .link()
            .how_to_resume()
            .filter(|_| self.table().is_some_and(|table| table.state().is_remote()));
        let words = how_to_resume.unwrap_or("the game is saved; type resume to continue it");
        kept.then(|| answers::said(words))
    }
}
