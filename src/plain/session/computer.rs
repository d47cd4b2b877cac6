//! The computer in the plain mode: asking it, having it end early, taking its answer.

use tetralith_engine::{Answer, Budget};

use super::{Session, say};
use crate::plain::answers;
use crate::plain::words::{self, Word};
use crate::program::{Effects, EngineRequest, Message};
use tetralith_session::seated::Seated;
use tetralith_session::sense::first_players_chance_after;
use tetralith_session::sense::sensible;
use tetralith_session::table::Reply;
use tetralith_session::thinking::{Ask, Work, no_threat};

impl Session {
    /// Returns true while the computer thinks.
    pub const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Returns true if `message` is taken while the computer thinks. A line is only if it ends the
    /// thinking or, where lines are `typed`, if it quits or merely asks something about the game.
    pub fn takes_at_once(&self, message: &Message, typed: bool) -> bool {
        match message {
            Message::Line(line) => match words::read(line.trim()) {
                Some((Word::Now | Word::Stop, _)) => true,
                Some((word, _)) => typed && (word == Word::Quit || word.only_tells()),
                _ => false,
            },
            Message::EndOfInput => typed,
            _ => true,
        }
    }

    /// The answer to a line that waits for the computer.
    pub fn wait(&self) -> String {
        answers::said("that must wait for the engine; now makes it move at once, stop stops it")
    }

    /// Does `interrupt` if the computer thinks.
    pub(super) fn while_thinking(
        &mut self,
        interrupt: impl FnOnce(&mut Self, &mut Effects),
        effects: &mut Effects,
    ) {
        if self.thinking.is_some() {
            return interrupt(self, effects);
        }
        let waits = self.table().is_some_and(|table| table.computer_to_move().is_some());
        let rest = if waits { "; go lets it move" } else { "" };
        say(&format!("the engine is not thinking{rest}"), effects);
    }

    /// Has the computer look for the best steps, of the player to move or of the other one.
    pub(super) fn look_for(&mut self, work: Work, effects: &mut Effects) {
        let Some(table) = self.table().filter(|table| table.outcome().is_none()) else {
            return say("the game is over here; there is no move to find", effects);
        };
        if matches!(work, Work::Threat(_)) && table.game().passed_over().is_none() {
            return say(&no_threat(table.game()), effects);
        }
        self.think(work, effects);
    }

    /// Has the computer think no more, and wait.
    pub(super) fn stop(&mut self, effects: &mut Effects) {
        let sentence = match self.thinking {
            Some(Work::Play { .. }) => {
                "the engine is stopped; go lets it move, undo takes back the last move"
            }
            _ => "the engine is stopped",
        };
        self.think_no_more(effects);
        say(sentence, effects);
    }

    pub(super) fn think_no_more(&mut self, effects: &mut Effects) {
        // An answer that is already on its way no longer counts.
        self.tickets += 1;
        self.think_until = None;
        if self.thinking.take().is_some() {
            effects.engine(EngineRequest::Stop);
        }
    }

    /// Has the computer answer with what it knows.
    pub(super) fn finish_thinking(&mut self, effects: &mut Effects) {
        self.think_until = None;
        effects.engine(EngineRequest::Finish);
    }

    /// Has the computer make its step, if it is its turn.
    pub(super) fn follow_up(&mut self, effects: &mut Effects) {
        let Some(Seated { table, seed, .. }) = &self.seated else { return };
        if let Some(level) = table.computer_due().filter(|_| !self.halted) {
            let work = Work::Play { level, seed: *seed };
            // It is asked once; its answer or a word lets it be asked again.
            self.halted = true;
            self.think(work, effects);
        }
    }

    fn think(&mut self, work: Work, effects: &mut Effects) {
        let Some(seated) = &self.seated else { return };
        self.tickets += 1;
        self.thinking = Some(work);
        let budget = seated.budget();
        let ask = Ask::new(self.tickets, seated.table.timeline(), work, budget);
        self.think_until =
            budget.and_then(Budget::longest).map(|longest| self.now.steady.saturating_add(longest));
        if matches!(work, Work::Play { .. }) && !std::mem::replace(&mut self.told, true) {
            say("while the engine thinks: now makes it move at once, stop stops it", effects);
        }
        effects.engine(EngineRequest::Think(Box::new(ask)));
    }

    pub(super) fn thought(&mut self, answer: Answer, effects: &mut Effects) {
        let Some(Seated { table, .. }) = &mut self.seated else { return };
        if matches!(answer, Answer::Progress { .. }) {
            return;
        }
        self.think_until = None;
        let work = self.thinking.take();
        match answer {
            Answer::Progress { .. } => {}
            Answer::Failed { message, .. } => {
                say(&format!("the engine failed: {message}"), effects);
            }
            Answer::Done { analysis, .. }
                if let Some(work @ (Work::Hint(_) | Work::Threat(_))) = work =>
            {
                match sensible(analysis, &work.subject(table.timeline())) {
                    Some(analysis) => effects.print(answers::hint(
                        table,
                        &analysis,
                        matches!(work, Work::Threat(_)),
                    )),
                    None => say("the engine found nothing", effects),
                }
            }
            Answer::Done { step: None, .. } => say("the engine found no move", effects),
            Answer::Done { step: Some(step), analysis, .. } => {
                let known = sensible(analysis, table.game());
                let reply = table.answer(step);
                let chance = known.and_then(|known| first_players_chance_after(&known, step));
                if let (Reply::Changed, Some(chance)) = (&reply, chance) {
                    table.note_chance(chance);
                }
                self.after(reply, effects);
            }
        }
    }
}
