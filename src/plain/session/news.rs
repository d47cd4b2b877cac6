//! The news of the match at the board, in sentences.

use super::{Session, Unanswered, say};
use crate::plain::words;
use crate::program::Effects;
use tetralith_session::match_play::{
    BoardAct, EngineRequest, Exit, MatchEffects, MatchEvent, MatchRequest, News,
};
use tetralith_session::thinking::{ProgramTask, Work};

impl Session {
    /// Lets `event` happen to the match, and reports what follows from it.
    pub(super) fn handle(&mut self, event: MatchEvent, effects: &mut Effects) {
        let mut match_effects = MatchEffects::default();
        self.game.handle(event, &mut match_effects);
        self.show(match_effects, effects);
    }

    pub(super) fn act(&mut self, act: BoardAct, effects: &mut Effects) {
        self.handle(MatchEvent::Act(act), effects);
    }

    /// Reports the results of an event, and passes on the requests of the match.
    pub(super) fn show(&mut self, mut match_effects: MatchEffects, effects: &mut Effects) {
        // The game is kept first; the engine thinks last, since that may take a while.
        let is_for_engine = |request: &MatchRequest| matches!(request, MatchRequest::Engine(_));
        let (thinking, first): (Vec<_>, Vec<_>) =
            match_effects.take_requests().into_iter().partition(is_for_engine);
        for request in first {
            effects.match_request(request);
        }
        let news = match_effects.take_news();
        // A game that has just come to the board is shown once, as it is now.
        let begins = news.iter().any(|news| matches!(news, News::Begun { .. }));
        for news in news {
            let shows = matches!(news, News::Shown | News::Moved);
            if !(begins && shows) {
                self.tell(news, effects);
            }
        }
        for request in thinking {
            if is_about_a_move(&request) {
                self.printer.name_commands(effects);
            }
            effects.match_request(request);
        }
        match match_effects.exit() {
            Some(Exit::Quit) => effects.quit(),
            Some(Exit::Stay) => effects.stay(),
            None => {}
        }
    }

    fn tell(&mut self, news: News, effects: &mut Effects) {
        match news {
            News::Notice(text) | News::Refused(text) => say(&words::spell(&text), effects),
            News::Said(text) => say(&text, effects),
            News::NotKept(why) => self.printer.show_unsaved(why, effects),
            News::Shown => self.printer.show(&self.game, effects),
            News::Moved => self.printer.show_changes(&self.game, effects),
            News::Hinted => self.tell_hint(effects),
            News::Solved => self.tell_exact(effects),
            News::Judged => self.tell_opinion(effects),
            News::MayLose(_) => {
                self.unanswered = Some(Unanswered::GiveWay);
                say("the current game would be lost; type yes to discard it", effects);
            }
            News::MayReplace(question) => {
                self.unanswered = Some(Unanswered::GiveWay);
                say(&format!("{} Type yes or no.", words::spell(&question)), effects);
            }
            News::Begun { sentences, .. } => {
                self.unanswered = None;
                for sentence in &sentences {
                    say(sentence, effects);
                }
                self.printer.introduce(&self.game, effects);
            }
            News::Costly(points) => {
                self.unanswered = Some(Unanswered::TakeBack);
                say(&format!("that cost {points} %; type yes to take it back"), effects);
            }
            // News that the position shows already, or that only a screen can show.
            News::Remarked(_) | News::Stepped | News::Renumbered | News::Turn | News::Illegal => {}
        }
    }
}

/// True if `request` has the engine think about a move of its own.
fn is_about_a_move(request: &MatchRequest) -> bool {
    match request {
        MatchRequest::Engine(EngineRequest::Think(ask)) => matches!(ask.work, Work::Play { .. }),
        MatchRequest::Engine(EngineRequest::Consult(ask)) => {
            matches!(ask.task, ProgramTask::Move(_))
        }
        _ => false,
    }
}
