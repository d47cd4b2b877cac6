//! The match at the board and this face of it: what is done becomes events, and what follows from
//! them becomes notices, questions and effects.

use std::path::PathBuf;

use super::state::Shared;
use crate::program::{Effects, StorageRequest};
use crate::tui::request::{ConfirmAction, Request};
use crate::tui::widgets::notice::{Notice, Tone};
use tetralith_files::Existing;
use tetralith_session::match_play::{
    BoardAct, Exit, MatchEffects, MatchEvent, MatchSettings, News, SetUp,
};

impl Shared {
    /// Lets `event` happen to the match, and shows what follows from it.
    pub fn handle(&mut self, event: MatchEvent, effects: &mut Effects) {
        let match_effects = self.match_effects(event);
        self.show(match_effects, effects);
    }

    /// Has the player act at the board.
    pub fn act(&mut self, act: BoardAct, effects: &mut Effects) {
        self.handle(MatchEvent::Act(act), effects);
    }

    /// Has the player act at the board, and shows what follows from it unless it is refused.
    ///
    /// # Errors
    /// The reason, a sentence without its full stop.
    pub fn try_to(&mut self, act: BoardAct, effects: &mut Effects) -> Result<(), String> {
        let match_effects = self.match_effects(MatchEvent::Act(act));
        if let Some(why) = match_effects.refusal() {
            return Err(self.with_keys(why));
        }
        self.show(match_effects, effects);
        Ok(())
    }

    /// Lets `event` happen to the match and returns what follows from it, to be shown.
    pub fn match_effects(&mut self, event: MatchEvent) -> MatchEffects {
        let mut match_effects = MatchEffects::default();
        self.game.handle(event, &mut match_effects);
        match_effects
    }

    /// Has the game saved as `path`.
    ///
    /// # Errors
    /// A sentence without its full stop if that cannot be tried now.
    pub fn save(
        &mut self,
        path: PathBuf,
        existing: Existing,
        effects: &mut Effects,
    ) -> Result<(), String> {
        let mut match_effects = MatchEffects::default();
        self.game.save_as(path, existing == Existing::Replace, &mut match_effects)?;
        self.show(match_effects, effects);
        Ok(())
    }

    /// Has the match go by the settings as they are now.
    pub fn set_match(&mut self, effects: &mut Effects) {
        let settings = self.settings();
        let settings = MatchSettings {
            autosave: settings.saving.autosave,
            coach: settings.advice.coach,
            is_paced: true,
            program: settings.program(),
            eases_even: settings.new_game.eases_even,
        };
        self.handle(MatchEvent::Set(settings), effects);
    }

    /// Has the game that is kept at `path` deleted; if it is at the board, in its newest state.
    pub fn discard(&mut self, path: PathBuf, effects: &mut Effects) {
        let mut match_effects = MatchEffects::default();
        self.game.before_deletion(&path, &mut match_effects);
        self.show(match_effects, effects);
        effects.storage(StorageRequest::Discard(path));
    }

    /// Shows what has come of something, and asks the world for what the match asks for.
    pub fn show(&mut self, mut match_effects: MatchEffects, effects: &mut Effects) {
        for request in match_effects.take_requests() {
            effects.match_request(request);
        }
        let news = match_effects.take_news();
        let is_passing = |notice: &Notice| notice.tone == Tone::Plain;
        let has_ended = news.iter().any(|one| matches!(one, News::Moved | News::Renumbered))
            && self.game.table().is_some_and(|table| table.outcome().is_some());
        if has_ended && self.notices.shown.as_ref().is_some_and(is_passing) {
            self.clear_notice(effects);
        }
        for news in news {
            self.tell(news, effects);
        }
        effects.draw_if(match_effects.draws());
        match match_effects.exit() {
            Some(Exit::Quit) => effects.quit(),
            Some(Exit::Stay) => effects.stay(),
            None => {}
        }
    }

    fn tell(&mut self, news: News, effects: &mut Effects) {
        match news {
            News::Notice(text) => self.say(self.with_keys(&text), effects),
            News::Remarked(text) => self.say(text, effects),
            News::Said(text) => self.notify(&text, Tone::Chat, effects),
            News::Refused(why) => self.refuse(self.with_keys(&why), effects),
            News::NotKept(why) => self.refuse(format!("the game is not saved: {why}"), effects),
            News::Shown => effects.draw(),
            News::Stepped | News::Moved => self.show_last(effects),
            News::Renumbered => self.board.chosen = None,
            News::Turn if self.settings().play.bell.on_turn() => effects.bell(),
            News::Illegal => self.bell_on_refusal(effects),
            News::Turn | News::Hinted | News::Solved | News::Judged => {}
            News::Costly(points) => {
                let text = format!("That cost {points} %. Take it back?");
                self.ask(text, ConfirmAction::TakeBack);
            }
            News::MayLose(why) => {
                let text = format!("Quit and lose the game? {}", self.with_keys(&why));
                self.ask(text, ConfirmAction::Quit);
            }
            News::MayReplace(question) => {
                self.ask(self.with_keys(&question), ConfirmAction::ReplaceGame);
            }
            News::Begun { set_up, sentences, .. } => self.begin(set_up, &sentences, effects),
        }
    }

    /// Brings the last step into view, however far it is from the cursor, as after a move of the
    /// computer or a typed one.
    fn show_last(&mut self, effects: &mut Effects) {
        if let (Some(layout), Some(table)) = (self.board_layout(), self.game.table_mut()) {
            table.hand_mut().show_last(|cell| layout.rect(cell).is_some());
        }
        effects.draw();
    }

    /// Shows the game that has just come to the board.
    fn begin(&mut self, set_up: Option<SetUp>, sentences: &[String], effects: &mut Effects) {
        self.board.chosen = None;
        if let Some(editor) = self.editor.as_mut().filter(|_| set_up == Some(SetUp::Play)) {
            editor.make_known();
        }
        self.request(Request::Game);
        self.tell_smaller_art(effects);
        if !sentences.is_empty() {
            self.say(sentences.join("; "), effects);
        }
    }
}
