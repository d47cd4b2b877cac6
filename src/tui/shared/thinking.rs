//! The part of the computer: what it is asked, and what becomes of its answers.
//!
//! What should be thought about follows from the state alone ([`Shared::wanted`]). After every
//! message it is compared with what is thought about: whatever has changed the position, the player
//! or the screen, an old question is dropped and its answer, known by its ticket, no longer counts.

use std::time::Duration;

use tetralith_core::Step;
use tetralith_engine::{Analysis, Answer};

use super::state::{Shared, Shown};
use crate::program::{Effects, EngineRequest};
use crate::tui::widgets::notice::Tone;
use tetralith_session::hint::{Hint, Place, effort};
use tetralith_session::seated::Seated;
use tetralith_session::sense::{first_players_chance, first_players_chance_after, sensible};
use tetralith_session::table::{Hidden, Mode, Reply, Table};
use tetralith_session::thinking::{Ask, HINT_TIME, LEAST_TIME, Thought, Work, as_searched};

impl Shared {
    /// The place at the cursor in time, while the table is on the screen.
    pub fn place(&self) -> Option<Place> {
        let seated = self.game.seated.as_ref().filter(|_| self.game.shown != Shown::Away)?;
        Some(Place { game: seated.game, node: seated.table.timeline().cursor() })
    }

    /// Returns what should be thought about now.
    fn wanted(&self) -> Option<(Place, Work)> {
        let place = self.place()?;
        let Seated { table, seed, .. } = self.game.seated.as_ref()?;
        if let Some(level) = table.computer_due().filter(|_| !self.game.thoughts.halted) {
            return Some((place, Work::Play { level, seed: *seed }));
        }
        let hint = self.game.thoughts.hint.as_ref()?;
        let work = if hint.threat { Work::Threat(HINT_TIME) } else { Work::Hint(HINT_TIME) };
        (hint.place == place && !hint.done).then_some((place, work))
    }

    /// Makes the step that is due, and sees to it that the right thing is thought about.
    pub fn follow_thinking(&mut self, effects: &mut Effects) {
        self.reconcile(effects);
        self.hide_or_show();
        if let Some(step) = self.due_step() {
            let thought = self.game.thoughts.under_way.take();
            self.game.thoughts.halted |= std::mem::take(&mut self.game.thoughts.one_step);
            // A refusal from the computer's turn no longer matters.
            self.notices.shown.take_if(|notice| notice.tone == Tone::Refusal);
            let reply = self
                .game
                .seated
                .as_mut()
                .map_or(Reply::Nothing, |seated| seated.table.answer(step));
            let chance =
                thought.and_then(|thought| first_players_chance_after(&thought.known?, step));
            if let (Reply::Changed, Some(chance), Some(seated)) =
                (&reply, chance, &mut self.game.seated)
            {
                seated.table.note_chance(chance);
            }
            if let Reply::Refused(why) = reply {
                self.give_up_thinking(
                    &format!("the engine's move cannot be played: {why}"),
                    effects,
                );
            } else {
                self.after_step(reply, effects);
            }
            self.reconcile(effects);
        }
        self.pace_study(effects);
    }

    fn reconcile(&mut self, effects: &mut Effects) {
        let place = self.place();
        if self.game.thoughts.hint.as_ref().is_some_and(|hint| Some(hint.place) != place) {
            // In review the hint follows the cursor, even through the end of the game; at the end
            // of a game just played it is dropped.
            let ends = |table: &Table| table.follows_game() && table.outcome().is_some();
            let follows =
                self.game.table().is_some_and(|table| table.mode() != Mode::Play && !ends(table));
            let hint = self.game.thoughts.hint.take().filter(|hint| follows && !hint.threat);
            self.game.thoughts.hint = hint
                .zip(place)
                .filter(|(hint, place)| hint.place.game == place.game)
                .map(|(_, place)| self.hint_at(place));
            effects.draw();
        }
        let wanted = self.wanted();
        let present =
            self.game.thoughts.under_way.as_ref().map(|thought| (thought.place, thought.work));
        if wanted == present {
            return;
        }
        self.game.thoughts.under_way = None;
        effects.draw();
        match (wanted, &self.game.seated) {
            (Some((place, work)), Some(seated)) => {
                self.game.thoughts.tickets += 1;
                let ticket = self.game.thoughts.tickets;
                let since = self.now.steady;
                self.game.thoughts.under_way = Some(Thought {
                    ticket,
                    place,
                    work,
                    since,
                    known: None,
                    found: None,
                    hurried: false,
                });
                effects.engine(EngineRequest::Think(Box::new(Ask::new(
                    ticket,
                    seated.table.timeline(),
                    work,
                    seated.budget(),
                ))));
            }
            _ => effects.engine(EngineRequest::Stop),
        }
    }

    /// A hint for the position at the cursor, which is `place`: what the analysis or a search
    /// before found of it is known at once.
    pub fn hint_at(&self, place: Place) -> Hint {
        let Some(table) = self.game.table() else { return Hint::new(place, false) };
        let finding = table.finding_here();
        let analysed = finding
            .and_then(|found| sensible(as_searched(found, table.game().to_move()), table.game()));
        let searched = table.remembered().and_then(|found| sensible(found.clone(), table.game()));
        let is_claimed = finding.is_some_and(|finding| finding.is_claimed);
        let worth = |found: &Analysis| (found.proof.is_some(), effort(found));
        let is_better =
            |found: &Analysis| is_claimed || analysed.as_ref().map(worth) < Some(worth(found));
        let mut hint = match searched.filter(is_better) {
            Some(searched) => Hint::new(place, false).knowing(Some(searched), false),
            None => Hint::new(place, false).knowing(analysed, is_claimed),
        };
        hint.done = self.is_over_here();
        hint
    }

    /// Hides what the engine says in review where it was not asked for, if one wants to think
    /// first.
    fn hide_or_show(&mut self) {
        let is_revealed = self.game.revealed.is_some_and(|place| Some(place) == self.place());
        let hidden = match (self.game.thinks_first, is_revealed) {
            (false, _) => Hidden::Nothing,
            (true, true) => Hidden::Elsewhere,
            (true, false) => Hidden::All,
        };
        if let Some(table) = self.game.table_mut() {
            table.hide_analysis(hidden);
        }
    }

    /// True if the game is over at the cursor, so that there is nothing to look for.
    fn is_over_here(&self) -> bool {
        self.game.table().is_some_and(|table| table.outcome().is_some())
    }

    /// The least time between two steps of the computer.
    fn pace(&self) -> Duration {
        match self.game.table() {
            Some(table) if table.is_watched() => table.speed(),
            _ => LEAST_TIME,
        }
    }

    /// Returns when the step that was found shall be made; `None` if there is none, something lies
    /// over the board, or the program has ended but for the disk.
    pub fn step_due(&self) -> Option<Duration> {
        // The computer does not answer a move that the coach still looks at.
        let free = self.game.shown == Shown::Front
            && !self.game.keeping.ending
            && self.game.coached.is_none();
        let thought = self.game.thoughts.own().filter(|thought| thought.found.is_some() && free)?;
        Some(if thought.hurried { thought.since } else { thought.since + self.pace() })
    }

    fn due_step(&self) -> Option<Step> {
        self.step_due().filter(|due| *due <= self.now.steady)?;
        self.game.thoughts.own()?.found.map(|(step, _)| step)
    }

    /// Takes in what the engine says; what it says of an old question is dropped.
    pub fn take_answer(&mut self, answer: Answer, effects: &mut Effects) {
        let Some(thought) =
            self.game.thoughts.under_way.as_mut().filter(|thought| thought.ticket == answer.id())
        else {
            return;
        };
        let (work, place) = (thought.work, thought.place);
        let (found, analysis, done) = match answer {
            Answer::Failed { message, .. } => return self.give_up_thinking(&message, effects),
            Answer::Progress { analysis, .. } => (None, analysis, false),
            Answer::Done { step, analysis, .. } => (step, analysis, true),
        };
        let position =
            self.game.seated.as_ref().map(|seated| work.subject(seated.table.timeline()));
        let known = position.and_then(|position| sensible(analysis, &position));
        match work {
            // What is known so far is drawn with the next picture of the sign of thinking.
            Work::Play { .. } if !done => {
                thought.known = known.or(thought.known.take());
            }
            Work::Play { .. } => {
                (thought.known, thought.found) = (known, found.map(|step| (step, self.now.steady)));
                if found.is_none() {
                    self.give_up_thinking("it found no move", effects);
                } else {
                    effects.draw();
                }
            }
            Work::Hint(_) | Work::Threat(_) => {
                let threat = matches!(work, Work::Threat(_));
                if done {
                    self.game.thoughts.under_way = None;
                }
                let chance = known.as_ref().filter(|_| !threat).and_then(first_players_chance);
                if let (Some(chance), Some(table)) = (chance, self.game.table_mut()) {
                    table.note_found(chance);
                }
                if let (Some(known), false, Some(table)) = (&known, threat, self.game.table_mut()) {
                    table.remember(known);
                }
                let now = self.now.steady;
                let hint = &mut self.game.thoughts.hint;
                if hint.as_ref().is_none_or(|hint| (hint.place, hint.threat) != (place, threat)) {
                    *hint = Some(Hint::new(place, threat));
                }
                if let Some(hint) = hint {
                    hint.learn(known, done, now);
                }
                effects.draw();
            }
        }
    }

    /// Lets the game go on without the computer until it is asked again.
    fn give_up_thinking(&mut self, why: &str, effects: &mut Effects) {
        self.game.thoughts.under_way = None;
        self.game.thoughts.halted = true;
        self.game.thoughts.hint = None;
        self.refuse(format!("the engine failed: {why}"), effects);
    }

    /// Has the computer make the step that looks best so far.
    pub fn hurry(&mut self, effects: &mut Effects) {
        if let Some(thought) = &mut self.game.thoughts.under_way {
            thought.hurried = true;
            effects.engine(EngineRequest::Finish);
        }
    }
}
