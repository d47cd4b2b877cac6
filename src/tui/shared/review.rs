//! The places that a review leads to from the board: the report on the game, and its mistakes to be
//! tried again.

use super::state::Shared;
use crate::keymap::Action;
use crate::program::Effects;
use crate::tui::request::Request;
use crate::tui::widgets::page::PageText;
use tetralith_session::match_play::MatchEvent;
use tetralith_session::retry::Retry;
use tetralith_session::seated::Seated;

impl Shared {
    /// Shows the report on the game at the board.
    pub fn show_report(&mut self, effects: &mut Effects) {
        let Some(seated) = self.game.seated() else { return };
        match Seated::report(seated) {
            Some((text, points)) => {
                self.request(Request::Page(PageText::Report { text, points, chosen: 0 }));
            }
            None => self.refuse(self.with_keys(&seated.table.review().why_unanalysed()), effects),
        }
    }

    /// Has the mistakes of the people at the board tried again.
    pub fn begin_retry(&mut self, effects: &mut Effects) {
        let Some(table) = self.game.table() else { return };
        if table.review().analysis().is_none() {
            return self.refuse(self.with_keys(&table.review().why_unanalysed()), effects);
        }
        // Only a whole analysis knows what is a mistake; until then a best move may pass for one.
        if self.game.analyst().is_under_way() {
            return self.refuse("still analysing; your mistakes will be known at the end", effects);
        }
        let is_part = table
            .review()
            .analysis()
            .is_some_and(|known| known.looked_at() < known.moments.list().len());
        match Retry::of(table) {
            Some(retry) => {
                // None of the engine's findings are to be seen there.
                self.handle(MatchEvent::HideHint, effects);
                self.request(Request::Retry(Box::new(retry)));
            }
            None if is_part => {
                let key = self.key_at_board(Action::Analyse);
                let why = format!("no mistakes in your moves so far; {key} analyses the others");
                self.refuse(why, effects);
            }
            None => self.refuse("you made no mistakes to try again", effects),
        }
    }
}
