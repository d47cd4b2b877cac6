//! The part of the computer: what it is asked, and what becomes of its answers.
//!
//! The subject of thinking follows from the state alone. After every message it is compared with
//! what is thought about: if the player or the screen has changed the position, the old question is
//! dropped and its answer, known by its ticket, no longer counts.

use std::time::Duration;

use tetralith_core::{Colour, NodeId, Step};
use tetralith_engine::{Analysis, SearchAnswer};

use super::analysis::Analyst;
use super::effects::{EngineRequest, MatchEffects, News};
use super::exact::ExactSearch;
use super::opinion::SecondOpinion;
use crate::believed::sensible;
use crate::hint::{GamePlace, Hint, effort};
use crate::seated::Seated;
use crate::sentence;
use crate::sentence::{ActionId, Sentence};
use crate::table::{Mode, Table};
use crate::thinking::{
    Ask, ProgramAsk, ProgramMove, ProgramTask, Subject, Thought, Work, as_searched, line_here,
    no_threat,
};

/// The computer's thinking about the game at the board.
#[derive(Clone, Debug, Default)]
pub struct Thinking {
    tickets: u64,
    under_way: Option<Thought>,
    /// True if the computer waits to be asked before it makes a step.
    halted: bool,
    /// True if it waits again after one step.
    one_step: bool,
    hint: Option<Hint>,
    exact: ExactSearch,
    opinion: SecondOpinion,
    /// The seats whose programs are known to be ready for the game.
    ready: [bool; 2],
    /// True if a program was asked for a move since the programs were last ended.
    employs: bool,
}

impl Thinking {
    /// The question under way.
    pub const fn under_way(&self) -> Option<&Thought> {
        self.under_way.as_ref()
    }

    /// The computer's thought about its own step, if it has one.
    pub fn own(&self) -> Option<&Thought> {
        let is_own = |subject| {
            matches!(
                subject,
                Subject::Engine(Work::Play { .. }) | Subject::Program(ProgramTask::Move(_))
            )
        };
        self.under_way.as_ref().filter(|thought| is_own(thought.subject))
    }

    /// The seat of the program that is asked for a move.
    pub fn asks_program(&self) -> Option<Colour> {
        match self.under_way.as_ref()?.subject {
            Subject::Program(ProgramTask::Begin(seat) | ProgramTask::Move(seat)) => Some(seat),
            Subject::Program(ProgramTask::Opinion) | Subject::Engine(_) => None,
        }
    }

    /// The hint that is shown.
    pub const fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// The exact values in review.
    pub const fn exact(&self) -> &ExactSearch {
        &self.exact
    }

    pub(super) const fn exact_mut(&mut self) -> &mut ExactSearch {
        &mut self.exact
    }

    /// The opinion of another program in review.
    pub const fn opinion(&self) -> &SecondOpinion {
        &self.opinion
    }

    pub(super) const fn opinion_mut(&mut self) -> &mut SecondOpinion {
        &mut self.opinion
    }

    /// The opinion of another program on the position at the cursor of `table` beside the engine's
    /// own, a sentence for each line.
    pub fn opinion_lines(&self, table: &Table) -> Vec<Sentence> {
        if !self.opinion.is_open() {
            return Vec::new();
        }
        let place = GamePlace { game: 0, node: table.timeline().cursor() };
        self.opinion.lines(table, hint_at(table, place).named())
    }

    /// Asks the program that `command` starts about the position of the `board` at `place`, after
    /// the engine, or hides its findings.
    pub(super) fn toggle_opinion(
        &mut self,
        command: String,
        board: &Seated,
        place: GamePlace,
        effects: &mut MatchEffects,
    ) {
        let is_asked = self.opinion.toggle(command, board, place, effects);
        if is_asked && self.hint.as_ref().is_none_or(|hint| hint.threat) {
            let own = hint_at(&board.table, place);
            if own.named().is_empty() {
                self.hint = Some(own);
            }
        }
    }

    /// Takes in the second opinion of the program that is asked.
    pub(super) fn take_opinion(
        &mut self,
        name: Option<String>,
        found: Result<ProgramMove, String>,
        effects: &mut MatchEffects,
    ) {
        self.under_way = None;
        self.opinion.take(name, found, effects);
    }

    /// True if the computer waits to be asked before it makes a step.
    pub const fn is_halted(&self) -> bool {
        self.halted
    }

    /// True while a search or another program uses the processor.
    pub(super) fn is_searching(&self) -> bool {
        self.under_way.as_ref().is_some_and(|thought| thought.found.is_none())
    }

    /// Keeps the computer from making a step until it is asked to.
    pub(super) const fn halt(&mut self) {
        (self.halted, self.one_step) = (true, false);
    }

    /// Lets the computer make its steps, or with `once` only the next one.
    pub(super) const fn go(&mut self, once: bool) {
        (self.halted, self.one_step) = (false, once);
    }

    pub(super) fn show(&mut self, hint: Option<Hint>) {
        self.hint = hint;
    }

    /// Takes the hint away if it is of this kind; returns true if it was.
    pub(super) fn hide(&mut self, threat: bool) -> bool {
        self.hint.take_if(|hint| hint.threat == threat).is_some()
    }

    /// Drops the question under way: the place it is about may be another one now.
    pub(super) fn forget(&mut self, place: Option<GamePlace>) {
        if let (Some(place), Some(hint)) = (place, &mut self.hint) {
            *hint = Hint::new(place, hint.threat);
        }
    }

    /// Drops the question under way: it is answered, or places of the game were removed and an
    /// answer would be about another one.
    pub(super) fn drop_question(&mut self) {
        self.under_way = None;
    }

    /// Shows the best steps of the `table` at `place`, or takes them away again; with `threat` the
    /// opponent's. If the `analyst` hides all, they are revealed first.
    pub(super) fn toggle_hint(
        &mut self,
        threat: bool,
        table: &Table,
        place: GamePlace,
        analyst: &mut Analyst,
        effects: &mut MatchEffects,
    ) {
        let is_over = table.outcome().is_some();
        if table.review().is_hidden() && !threat && !is_over {
            // The player wanted to think first, has done so, and asks now.
            analyst.reveal(place);
            if self.hint.is_none() {
                self.hint = Some(hint_at(table, place));
            }
            return effects.draw();
        }
        if self.hide(threat) {
            return effects.draw();
        }
        if is_over {
            return effects.refuse("the game is over in this position");
        }
        if self.own().is_some() {
            let why = "the engine is already thinking about this position";
            return effects.refuse(why);
        }
        if threat && table.game().passed_over().is_none() {
            return effects.refuse(no_threat(table.game()));
        }
        self.hint = Some(if threat { Hint::new(place, threat) } else { hint_at(table, place) });
        effects.draw();
    }

    /// The move of this `rank`, from 1, that the hint names for the `table` at `place`, as it was
    /// read at the time `now`.
    ///
    /// # Errors
    /// The reason why none can be played, a sentence without its full stop.
    pub(super) fn hinted(
        &self,
        rank: u8,
        table: &Table,
        place: Option<GamePlace>,
        now: Duration,
    ) -> Result<Step, Sentence> {
        if let Some(why) = table.state().refusal() {
            return Err(why);
        }
        let hides = table.review().is_hidden();
        let hint = self.hint.as_ref().filter(|hint| Some(hint.place) == place && !hides);
        let hint =
            hint.ok_or_else(|| sentence!("no hint is shown; {} asks for one", ActionId::Hint))?;
        if hint.threat {
            return Err("a threat is your opponent's move; only hints can be played".into());
        }
        hint.step(rank, now).ok_or_else(|| format!("the hint has no move {rank} yet").into())
    }

    /// Returns what should be thought about now.
    fn wanted(&self, board: &Seated, place: GamePlace) -> Option<(GamePlace, Subject)> {
        let table = &board.table;
        if let Some(seat) = table.state().computer_due().filter(|_| !self.halted) {
            let move_of = || table.players().origin_here(table.game().to_move());
            let subject = seat.level().map_or_else(
                || Subject::Program(ProgramTask::Move(move_of())),
                |level| Subject::Engine(Work::Play { level, seed: board.seed }),
            );
            return Some((place, subject));
        }
        if let Some(hint) = self.hint.as_ref().filter(|hint| hint.place == place && !hint.done) {
            let work = if hint.threat { Work::Threat } else { Work::Hint };
            return Some((place, Subject::Engine(work)));
        }
        if self.opinion.asked() == Some(place) {
            return Some((place, Subject::Program(ProgramTask::Opinion)));
        }
        // A program that is missing or plays by other rules is noticed before the first move.
        let place = GamePlace { node: NodeId::START, ..place };
        self.unready(table).map(|seat| (place, Subject::Program(ProgramTask::Begin(seat))))
    }

    /// The seat of a program that is not known to be ready for the game.
    fn unready(&self, table: &Table) -> Option<Colour> {
        let plays = table.mode() == Mode::Play && table.state().is_going_on();
        let has_program = |seat: &Colour| {
            let holder = table.players().holder(*seat, NodeId::START);
            !self.ready[seat.index()] && holder.program.is_some()
        };
        Colour::BOTH.into_iter().filter(|_| plays && !self.halted).find(has_program)
    }

    /// Notes that the program in this seat has answered as it should.
    pub(super) const fn note_ready(&mut self, seat: Colour) {
        self.ready[seat.index()] = true;
    }

    /// Ends the other programs, if any of them runs.
    pub(super) fn dismiss(&mut self, effects: &mut MatchEffects) {
        if std::mem::take(&mut self.employs) {
            self.ready = [false; 2];
            effects.engine(EngineRequest::Dismiss);
            // An ended program does not answer any more; the next one is asked again.
            self.under_way.take_if(|thought| matches!(thought.subject, Subject::Program(_)));
        }
    }

    /// Has the right thing thought about: what follows from the game on the `board` at `place`, or
    /// nothing where the board is out of sight.
    pub(super) fn follow(
        &mut self,
        board: Option<&Seated>,
        place: Option<GamePlace>,
        now: Duration,
        effects: &mut MatchEffects,
    ) {
        if self.hint.as_ref().is_some_and(|hint| Some(hint.place) != place) {
            // In review the hint follows the cursor, even through the end of the game; at the end
            // of a game just played it is dropped.
            let ends = |table: &Table| table.state().follows_game() && table.outcome().is_some();
            let follows =
                board.is_some_and(|board| board.table.mode() != Mode::Play && !ends(&board.table));
            let hint = self.hint.take().filter(|hint| follows && !hint.threat);
            self.hint = hint
                .zip(place)
                .filter(|(hint, place)| hint.place.game == place.game)
                .zip(board)
                .map(|((_, place), board)| hint_at(&board.table, place));
            effects.draw();
        }
        let here = board.zip(place);
        self.opinion.follow(board, place);
        let employs = |(board, _): (&Seated, GamePlace)| {
            board.table.players().has_program() && !board.table.state().is_finished()
                || self.opinion.is_open()
        };
        if !here.is_some_and(employs) {
            self.dismiss(effects);
        }
        let wanted = here.and_then(|(board, place)| self.wanted(board, place));
        let present = self.under_way.as_ref().map(|thought| (thought.place, thought.subject));
        if wanted == present {
            return;
        }
        self.under_way = None;
        effects.draw();
        let (Some((place, subject)), Some(board)) = (wanted, board) else {
            return effects.engine(EngineRequest::Stop);
        };
        self.tickets += 1;
        let ticket = self.tickets;
        self.under_way = Some(Thought {
            ticket,
            place,
            subject,
            since: now,
            known: None,
            found: None,
            hurried: false,
        });
        let timeline = board.table.timeline();
        effects.engine(match subject {
            Subject::Engine(work) => {
                let ask = Ask::new(ticket, timeline, work, board.budget());
                EngineRequest::Think(Box::new(ask))
            }
            Subject::Program(task) => {
                self.employs = true;
                let (command, clock) = match task {
                    ProgramTask::Begin(seat) => {
                        let holder = board.table.players().holder(seat, NodeId::START);
                        (holder.program.clone().unwrap_or_default(), None)
                    }
                    ProgramTask::Move(seat) => {
                        let players = board.table.players();
                        let holder = players.holder_here(board.table.game().to_move());
                        let command = holder.program.clone().unwrap_or_default();
                        (command, board.clock.for_protocol(seat))
                    }
                    ProgramTask::Opinion => (self.opinion.command().to_owned(), None),
                };
                let (start, line) = (timeline.start().clone(), line_here(timeline));
                let ask = ProgramAsk { ticket, task, command, start, line, clock };
                EngineRequest::Consult(Box::new(ask))
            }
        });
    }

    /// Returns when the step that was found shall be made, `pace` after it was asked for; `None` if
    /// there is none.
    pub(super) fn step_due(&self, pace: Duration) -> Option<Duration> {
        let thought = self.own().filter(|thought| thought.found.is_some())?;
        Some(if thought.hurried { thought.since } else { thought.since + pace })
    }

    /// Takes out the thought whose step is to be made.
    pub(super) fn take_step(&mut self) -> Option<(Step, Option<Analysis>)> {
        let (step, _) = self.own()?.found?;
        self.halted |= std::mem::take(&mut self.one_step);
        Some((step, self.under_way.take()?.known))
    }

    /// Takes in an answer of the engine; the answer to an old question is dropped.
    pub(super) fn take(
        &mut self,
        answer: SearchAnswer,
        table: &mut Table,
        now: Duration,
        effects: &mut MatchEffects,
    ) {
        let ticket = answer.id();
        let Some(thought) = self.under_way.as_mut().filter(|thought| thought.ticket == ticket)
        else {
            return;
        };
        let Subject::Engine(work) = thought.subject else { return };
        let place = thought.place;
        let (found, analysis, done) = match answer {
            SearchAnswer::Failed { message, .. } => return self.give_up(message, effects),
            SearchAnswer::Progress { analysis, .. } => (None, analysis, false),
            SearchAnswer::Done { step, analysis, .. } => (step, analysis, true),
        };
        let known = sensible(analysis, &work.subject(table.timeline()));
        let threat = match work {
            // Findings so far are drawn with the next picture of the sign of thinking.
            Work::Play { .. } if !done => {
                thought.known = known.or(thought.known.take());
                return;
            }
            Work::Play { .. } => {
                (thought.known, thought.found) = (known, found.map(|step| (step, now)));
                if found.is_none() {
                    self.give_up("the engine found no move", effects);
                }
                return effects.draw();
            }
            Work::Hint => false,
            Work::Threat => true,
        };
        if done {
            self.under_way = None;
        }
        if let Some(known) = known.as_ref().filter(|_| !threat) {
            table.learn(known);
        }
        let mut hint = self
            .hint
            .take()
            .filter(|hint| (hint.place, hint.threat) == (place, threat))
            .unwrap_or_else(|| Hint::new(place, threat));
        hint.learn(known, done, now);
        self.hint = Some(hint);
        effects.draw();
        if done {
            effects.tell(News::Hinted);
        }
    }

    /// Notes the `step` that the program has found which is asked.
    pub(super) fn take_from_program(&mut self, step: Step, now: Duration) {
        if let Some(thought) = &mut self.under_way {
            thought.found = Some((step, now));
        }
    }

    /// Lets the game go on without the computer until it is asked again.
    pub(super) fn give_up(&mut self, why: impl Into<Sentence>, effects: &mut MatchEffects) {
        self.rest();
        effects.refuse(Sentence::from("the engine failed: ").with(why));
    }

    /// The same without the program that has failed, `why`.
    pub(super) fn give_up_program(&mut self, why: &str, effects: &mut MatchEffects) {
        self.rest();
        effects.refuse(sentence!(
            "the program failed: {}; {} changes the players",
            why.to_owned(),
            ActionId::Seats
        ));
    }

    fn rest(&mut self) {
        self.under_way = None;
        self.halted = true;
        self.hint = None;
    }

    /// Has the computer make the step that looks best so far.
    pub(super) fn hurry(&mut self, effects: &mut MatchEffects) {
        if self.asks_program().is_some() {
            effects.refuse("another program cannot be hurried");
        } else if let Some(thought) = &mut self.under_way {
            thought.hurried = true;
            effects.engine(EngineRequest::Finish);
        }
    }
}

/// A hint for the position at the cursor, which is `place`: what the analysis or a search before
/// found of it is known at once.
pub(super) fn hint_at(table: &Table, place: GamePlace) -> Hint {
    let finding = table.review().finding_here();
    let analysed = finding
        .and_then(|found| sensible(as_searched(found, table.game().to_move()), table.game()));
    let searched =
        table.review().searched_here().and_then(|found| sensible(found.clone(), table.game()));
    let is_claimed = finding.is_some_and(|finding| finding.is_claimed);
    let worth = |found: &Analysis| (found.proof.is_some(), effort(found));
    let is_better =
        |found: &Analysis| is_claimed || analysed.as_ref().map(worth) < Some(worth(found));
    let mut hint = match searched.filter(is_better) {
        Some(searched) => Hint::new(place, false).knowing(Some(searched), false),
        None => Hint::new(place, false).knowing(analysed, is_claimed),
    };
    // If the game is over, there is nothing to search for.
    hint.done = table.outcome().is_some();
    hint
}
