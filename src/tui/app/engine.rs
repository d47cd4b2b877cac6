//! How the computer takes part: what it is asked, and what becomes of its answers.
//!
//! What should be thought about follows from the state alone ([`App::wanted`]). After every message it is compared with
//! what is thought about: whatever has changed the position, the player or the screen, an old question is dropped and its
//! answer, known by its ticket, no longer counts.

use std::time::Duration;

use tetralith_core::{Colour, Step};
use tetralith_engine::{Analysis, Answer};

use super::{App, Effect, EngineRequest, Screen, Seated, Tone};
use crate::tui::sense::sensible;
use crate::tui::table::Reply;
use crate::tui::thinking::{Ask, HINT_TIME, Hint, LEAST_TIME, Place, Thought, Thoughts, Work, no_threat};

impl App {
    /// What the computer thinks about.
    pub const fn thoughts(&self) -> &Thoughts {
        &self.thoughts
    }

    /// The time since the program began, as far as it has been told.
    pub const fn now(&self) -> Duration {
        self.now.steady
    }

    /// The place at the cursor in time, while the table is on the screen.
    fn place(&self) -> Option<Place> {
        let seated = self.seated.as_ref().filter(|_| matches!(self.screen, Screen::Table))?;
        Some(Place { game: seated.game, node: seated.table.timeline().cursor() })
    }

    /// What should be thought about now.
    fn wanted(&self) -> Option<(Place, Work)> {
        let place = self.place()?;
        let Seated { table, seed, .. } = self.seated.as_ref()?;
        if let Some(level) = table.computer_due().filter(|_| !self.thoughts.halted) {
            return Some((place, Work::Play { level, seed: *seed }));
        }
        let hint = self.thoughts.hint.as_ref()?;
        let work = if hint.threat { Work::Threat(HINT_TIME) } else { Work::Hint(HINT_TIME) };
        (hint.place == place && !hint.done).then_some((place, work))
    }

    /// Makes the step that is due, and sees to it that the right thing is thought about.
    pub(super) fn follow_up(&mut self) -> Vec<Effect> {
        let mut effects = self.reconcile();
        if let Some(step) = self.due_step() {
            let thought = self.thoughts.under_way.take();
            self.thoughts.halted |= std::mem::take(&mut self.thoughts.one_step);
            // What could not be done while it was the computer's turn is no news any more.
            self.notice.take_if(|notice| notice.tone == Tone::Refusal);
            let reply = self.seated.as_mut().map_or(Reply::Nothing, |seated| seated.table.answer(step));
            let chance = thought.and_then(|thought| first_players_chance(&thought.known?));
            if let (Reply::Changed, Some(chance), Some(seated)) = (&reply, chance, &mut self.seated) {
                seated.table.note_chance(chance);
            }
            if let Reply::Refused(why) = reply {
                effects.extend(self.give_up_thinking(&format!("the computer's step cannot be made: {why}")));
            } else {
                effects.extend(self.after_step(reply));
            }
            effects.extend(self.reconcile());
        }
        effects
    }

    fn reconcile(&mut self) -> Vec<Effect> {
        let place = self.place();
        let mut effects = Vec::new();
        if self.thoughts.hint.as_ref().is_some_and(|hint| Some(hint.place) != place) {
            self.thoughts.hint = None;
            effects.push(Effect::Draw);
        }
        let wanted = self.wanted();
        let present = self.thoughts.under_way.as_ref().map(|thought| (thought.place, thought.work));
        if wanted == present {
            return effects;
        }
        self.thoughts.under_way = None;
        effects.push(Effect::Draw);
        match (wanted, &self.seated) {
            (Some((place, work)), Some(seated)) => {
                self.thoughts.tickets += 1;
                let ticket = self.thoughts.tickets;
                let since = self.now.steady;
                self.thoughts.under_way =
                    Some(Thought { ticket, place, work, since, known: None, found: None, hurried: false });
                effects.push(Effect::Engine(EngineRequest::Think(Box::new(Ask::new(
                    ticket,
                    seated.table.timeline(),
                    work,
                )))));
            }
            _ => effects.push(Effect::Engine(EngineRequest::Stop)),
        }
        effects
    }

    /// The least time between two steps of the computer.
    fn pace(&self) -> Duration {
        match self.table() {
            Some(table) if table.is_watched() => table.speed(),
            _ => LEAST_TIME,
        }
    }

    /// When the step that was found shall be made; `None` if there is none, something over the table is in the way, or the
    /// program has ended but for the disk.
    pub(super) fn step_due(&self) -> Option<Duration> {
        let free = self.overlays.is_empty() && !self.keeping.ending;
        let thought = self.thoughts.own().filter(|thought| thought.found.is_some() && free)?;
        Some(if thought.hurried { thought.since } else { thought.since + self.pace() })
    }

    fn due_step(&self) -> Option<Step> {
        self.step_due().filter(|due| *due <= self.now.steady)?;
        self.thoughts.own()?.found.map(|(step, _)| step)
    }

    /// Takes in what the engine says; what it says of an old question is dropped.
    pub(super) fn take_answer(&mut self, answer: Answer) -> Vec<Effect> {
        let Some(thought) = self.thoughts.under_way.as_mut().filter(|thought| thought.ticket == answer.id()) else {
            return Vec::new();
        };
        let (work, place) = (thought.work, thought.place);
        let (found, analysis, done) = match answer {
            Answer::Failed { message, .. } => return self.give_up_thinking(&message),
            Answer::Progress { analysis, .. } => (None, analysis, false),
            Answer::Done { step, analysis, .. } => (step, analysis, true),
        };
        let position = self.seated.as_ref().map(|seated| work.subject(seated.table.timeline()));
        let known = position.and_then(|position| sensible(analysis, &position));
        match work {
            // What is known so far is drawn with the next picture of the sign of thinking.
            Work::Play { .. } if !done => {
                thought.known = known.or(thought.known.take());
                Vec::new()
            }
            Work::Play { .. } => {
                (thought.known, thought.found) = (known, found.map(|step| (step, self.now.steady)));
                if found.is_none() { self.give_up_thinking("it found no step") } else { vec![Effect::Draw] }
            }
            Work::Hint(_) | Work::Threat(_) => {
                let threat = matches!(work, Work::Threat(_));
                if done {
                    self.thoughts.under_way = None;
                }
                self.thoughts.hint = Some(Hint { place, threat, known, done });
                vec![Effect::Draw]
            }
        }
    }

    /// Lets the game go on without the computer until it is asked again.
    fn give_up_thinking(&mut self, why: &str) -> Vec<Effect> {
        self.thoughts.under_way = None;
        self.thoughts.halted = true;
        self.thoughts.hint = None;
        self.refuse(format!("the computer gave up: {why}"))
    }

    // ----- what keys ask

    /// Keeps the computer from making a step until it is told to.
    pub(super) fn halt(&mut self) -> Vec<Effect> {
        (self.thoughts.halted, self.thoughts.one_step) = (true, false);
        vec![Effect::Draw]
    }

    /// Lets the computer make its step here, and with `once` only this one.
    pub(super) fn let_move(&mut self, once: bool) -> Vec<Effect> {
        if let Some(seated) = &mut self.seated {
            seated.table.go_on_here();
        }
        (self.thoughts.halted, self.thoughts.one_step) = (false, once);
        vec![Effect::Draw]
    }

    /// Has the computer make the step that looks best so far.
    pub(super) fn hurry(&mut self) -> Vec<Effect> {
        match &mut self.thoughts.under_way {
            Some(thought) => {
                thought.hurried = true;
                vec![Effect::Engine(EngineRequest::Finish)]
            }
            None => Vec::new(),
        }
    }

    /// Shows the best steps here, or takes them away again; with `threat` those that the opponent would make now.
    pub(super) fn toggle_hint(&mut self, threat: bool) -> Vec<Effect> {
        let (Some(place), Some(table)) = (self.place(), self.table()) else { return Vec::new() };
        let (is_over, may_pass_over) = (table.outcome().is_some(), table.game().passed_over().is_some());
        let why_not = no_threat(table.game());
        if self.thoughts.hint.take_if(|hint| hint.threat == threat).is_some() {
            return vec![Effect::Draw];
        }
        if is_over {
            return self.refuse("the game is over here; there is no step to look for");
        }
        if self.thoughts.own().is_some() {
            return self.refuse("the computer thinks about this very position; the panel says what it finds");
        }
        if threat && !may_pass_over {
            return self.refuse(why_not);
        }
        self.thoughts.hint = Some(Hint { place, threat, known: None, done: false });
        vec![Effect::Draw]
    }
}

/// The first player's winning chance as a search found it, in whole percents; `None` if nothing was searched.
pub(crate) fn first_players_chance(analysis: &Analysis) -> Option<f64> {
    let win = match analysis.to_move {
        Colour::First => analysis.win,
        Colour::Second => 1.0 - analysis.win,
    };
    (analysis.simulations > 0 && win.is_finite()).then(|| f64::from((100.0 * win).round().clamp(0.0, 100.0)) / 100.0)
}
