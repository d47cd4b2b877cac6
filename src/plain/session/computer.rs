//! The computer in the plain mode: asking it, having it end early, taking its answer.

use tetralith_engine::{Answer, Budget};

use super::{Session, say};
use crate::plain::answers;
use crate::plain::words::{self, Word};
use crate::program::{Effect, EngineRequest, Message};
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
        interrupt: impl FnOnce(&mut Self) -> Vec<Effect>,
    ) -> Vec<Effect> {
        if self.thinking.is_some() {
            return interrupt(self);
        }
        let waits = self.table().is_some_and(|table| table.computer_to_move().is_some());
        let rest = if waits { "; go lets it move" } else { "" };
        vec![say(&format!("the engine is not thinking{rest}"))]
    }

    /// Has the computer look for the best steps, of the player to move or of the other one.
    pub(super) fn look_for(&mut self, work: Work) -> Vec<Effect> {
        let Some(table) = self.table().filter(|table| table.outcome().is_none()) else {
            return vec![say("the game is over here; there is no move to find")];
        };
        if matches!(work, Work::Threat(_)) && table.game().passed_over().is_none() {
            return vec![say(&no_threat(table.game()))];
        }
        self.think(work)
    }

    /// Has the computer think no more, and wait.
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        let sentence = match self.thinking {
            Some(Work::Play { .. }) => {
                "the engine is stopped; go lets it move, undo takes back the last move"
            }
            _ => "the engine is stopped",
        };
        let mut deeds = self.think_no_more();
        deeds.push(say(sentence));
        deeds
    }

    pub(super) fn think_no_more(&mut self) -> Vec<Effect> {
        // An answer that is already on its way no longer counts.
        self.tickets += 1;
        self.think_until = None;
        self.thinking.take().map(|_| Effect::Engine(EngineRequest::Stop)).into_iter().collect()
    }

    /// Has the computer answer with what it knows.
    pub(super) fn finish_thinking(&mut self) -> Effect {
        self.think_until = None;
        Effect::Engine(EngineRequest::Finish)
    }

    /// Has the computer make its step, if it is its turn.
    pub(super) fn follow_up(&mut self) -> Vec<Effect> {
        let Some(Seated { table, seed, .. }) = &self.seated else { return Vec::new() };
        match table.computer_due().filter(|_| !self.halted) {
            Some(level) => {
                let work = Work::Play { level, seed: *seed };
                // It is asked once; its answer or a word lets it be asked again.
                self.halted = true;
                self.think(work)
            }
            None => Vec::new(),
        }
    }

    fn think(&mut self, work: Work) -> Vec<Effect> {
        let Some(seated) = &self.seated else { return Vec::new() };
        self.tickets += 1;
        self.thinking = Some(work);
        let budget = seated.budget();
        let ask = Ask::new(self.tickets, seated.table.timeline(), work, budget);
        self.think_until =
            budget.and_then(Budget::longest).map(|longest| self.now.steady.saturating_add(longest));
        let mut deeds = Vec::new();
        if matches!(work, Work::Play { .. }) && !std::mem::replace(&mut self.told, true) {
            deeds.push(say("while the engine thinks: now makes it move at once, stop stops it"));
        }
        deeds.push(Effect::Engine(EngineRequest::Think(Box::new(ask))));
        deeds
    }

    pub(super) fn thought(&mut self, answer: Answer) -> Vec<Effect> {
        let Some(Seated { table, .. }) = &mut self.seated else { return Vec::new() };
        if matches!(answer, Answer::Progress { .. }) {
            return Vec::new();
        }
        self.think_until = None;
        let work = self.thinking.take();
        match answer {
            Answer::Progress { .. } => Vec::new(),
            Answer::Failed { message, .. } => vec![say(&format!("the engine failed: {message}"))],
            Answer::Done { analysis, .. }
                if let Some(work @ (Work::Hint(_) | Work::Threat(_))) = work =>
            {
                match sensible(analysis, &work.subject(table.timeline())) {
                    Some(analysis) => {
                        vec![Effect::print(answers::hint(
                            table,
                            &analysis,
                            matches!(work, Work::Threat(_)),
                        ))]
                    }
                    None => vec![say("the engine found nothing")],
                }
            }
            Answer::Done { step: None, .. } => vec![say("the engine found no move")],
            Answer::Done { step: Some(step), analysis, .. } => {
                let known = sensible(analysis, table.game());
                let reply = table.answer(step);
                let chance = known.and_then(|known| first_players_chance_after(&known, step));
                if let (Reply::Changed, Some(chance)) = (&reply, chance) {
                    table.note_chance(chance);
                }
                self.after(reply)
            }
        }
    }
}
