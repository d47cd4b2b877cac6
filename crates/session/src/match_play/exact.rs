//! The exact value of the position at the cursor in review, looked for in the background once the
//! player asks for it.

use std::collections::BTreeMap;
use std::time::Duration;

use tetralith_core::Step;
use tetralith_core::timeline::NodeId;
use tetralith_engine::solve::Solution;
use tetralith_engine::{SolvingForecast, proven};
use tetralith_study::{AnalysisAnswer, SolveRequest};

use super::analysis::Analyst;
use super::effects::{MatchEffects, News, StudyRequest};
use crate::hint::GamePlace;
use crate::seated::Seated;
use crate::sentence;
use crate::sentence::{ActionId, Sentence};
use crate::table::{Mode, Table};
use crate::words::moves_to_end;

/// The longest time that may be expected of a position for it to be solved at all.
const LONGEST: Duration = Duration::from_secs(3600);

/// The same for it to be solved as soon as the cursor comes to it.
const AT_ONCE: Duration = Duration::from_secs(5);

/// The exact values of the positions of a game in review.
#[derive(Clone, Debug, Default)]
pub struct ExactSearch {
    /// True while the player wants to see it.
    is_open: bool,
    under_way: Option<Solving>,
    /// The number of the game.
    game: u64,
    solved: BTreeMap<NodeId, Solution>,
}

/// A search under way.
#[derive(Clone, Debug)]
struct Solving {
    /// The number that comes back with every answer.
    id: u64,
    place: GamePlace,
    positions: u64,
    elapsed: Duration,
    is_paused: bool,
}

/// The stage of finding the exact value of a position.
#[derive(Clone, Debug)]
pub enum ExactStage<'a> {
    /// It is likely to take so long, and is not looked for.
    Waiting(Duration),
    /// It is looked for.
    Solving {
        /// The positions searched so far.
        positions: u64,
        /// The time that is left, by the positions that were expected; `None` once there are more.
        left: Option<Duration>,
    },
    /// It is known.
    Solved(&'a Solution),
}

impl ExactSearch {
    /// True while a position is solved.
    pub const fn is_under_way(&self) -> bool {
        self.under_way.is_some()
    }

    /// The stage for the position at the cursor of `table`; `None` if nothing was asked for or the
    /// game is over there.
    pub fn stage(&self, table: &Table) -> Option<ExactStage<'_>> {
        if !self.is_open || table.outcome().is_some() || table.mode() == Mode::Play {
            return None;
        }
        let node = table.timeline().cursor();
        if let Some(solution) = self.solved.get(&node) {
            return Some(ExactStage::Solved(solution));
        }
        let forecast = SolvingForecast::of(table.game());
        let Some(solving) = self.under_way.as_ref().filter(|solving| solving.place.node == node)
        else {
            return Some(ExactStage::Waiting(forecast.time()));
        };
        let positions = solving.positions;
        let left = forecast.time_left(positions, solving.elapsed);
        Some(ExactStage::Solving { positions, left })
    }

    /// Solves the position at `place`, ends that, or hides what was found; `id` is the number of a
    /// new search.
    pub(super) fn toggle(
        &mut self,
        board: &Seated,
        place: GamePlace,
        id: u64,
        effects: &mut MatchEffects,
    ) {
        let table = &board.table;
        if table.mode() == Mode::Play {
            return effects.refuse(sentence!(
                "exact values are for review; {} opens it",
                ActionId::LookThrough
            ));
        }
        if table.outcome().is_some() {
            return effects.refuse("the game is over in this position");
        }
        if self.stop(effects) {
            self.is_open = false;
            return effects.say(sentence!("stopped; {} begins again", ActionId::Exact));
        }
        if self.solved.contains_key(&place.node) {
            self.is_open = !self.is_open;
            if self.is_open {
                effects.tell(News::Solved);
            }
            return effects.draw();
        }
        let expected = SolvingForecast::of(table.game()).time();
        if expected > LONGEST && self.is_open {
            // An open panel shows it already.
            self.is_open = false;
            return effects.draw();
        }
        if expected > LONGEST {
            return effects.refuse(format!(
                "this position is too large to solve: it would take {}",
                about(expected)
            ));
        }
        self.is_open = true;
        self.begin(board, place, id, effects);
    }

    /// Begins to solve the position at `place` by the search `id`.
    fn begin(&mut self, board: &Seated, place: GamePlace, id: u64, effects: &mut MatchEffects) {
        let timeline = board.table.timeline();
        let path = timeline.path(place.node).into_iter();
        let steps = path.filter_map(|node| timeline.step(node)).collect();
        let start = timeline.start().clone();
        let (positions, elapsed, is_paused) = (0, Duration::ZERO, false);
        self.under_way = Some(Solving { id, place, positions, elapsed, is_paused });
        effects.study(StudyRequest::Solve(Box::new(SolveRequest { id, start, steps })));
        effects.draw();
    }

    /// Ends the search under way; returns true if there was one.
    fn stop(&mut self, effects: &mut MatchEffects) -> bool {
        let was_under_way = self.under_way.take().is_some();
        if was_under_way {
            effects.study(StudyRequest::StopSolving);
            effects.draw();
        }
        was_under_way
    }

    /// Forgets all, since the places of the game may be other ones now.
    pub(super) fn forget(&mut self, effects: &mut MatchEffects) {
        self.stop(effects);
        self.solved.clear();
    }

    /// Has the search follow the cursor, which is at `place` of the `board`: a position that is
    /// soon solved is solved at once, by a search whose number the `analyst` gives.
    pub(super) fn follow(
        &mut self,
        board: Option<&Seated>,
        place: Option<GamePlace>,
        analyst: &mut Analyst,
        effects: &mut MatchEffects,
    ) {
        let board = board.filter(|board| board.table.mode() != Mode::Play);
        let Some((board, place)) = board.zip(place) else {
            self.stop(effects);
            return;
        };
        if self.game != board.game {
            self.forget(effects);
            (self.game, self.is_open) = (board.game, false);
        }
        if self.under_way.as_ref().is_some_and(|solving| solving.place != place) {
            self.stop(effects);
        }
        let stage = self.stage(&board.table);
        if matches!(stage, Some(ExactStage::Waiting(expected)) if expected <= AT_ONCE) {
            self.begin(board, place, analyst.next_id(), effects);
        }
    }

    /// Lets the search wait while the engine thinks about what is on the screen.
    pub(super) fn pace(&mut self, gives_way: bool, effects: &mut MatchEffects) {
        let Some(solving) = &mut self.under_way else { return };
        if std::mem::replace(&mut solving.is_paused, gives_way) != gives_way {
            let request = if gives_way { StudyRequest::Pause } else { StudyRequest::Resume };
            effects.study(request);
        }
    }

    /// True if the search with this number is the one under way.
    pub(super) fn waits_for(&self, id: u64) -> bool {
        self.under_way.as_ref().is_some_and(|solving| solving.id == id)
    }

    /// Takes in the findings of the search under way on the position at the cursor of `table`.
    pub(super) fn take(
        &mut self,
        answer: AnalysisAnswer,
        table: &mut Table,
        effects: &mut MatchEffects,
    ) {
        let Some(solving) = &mut self.under_way else { return };
        effects.draw();
        match answer {
            AnalysisAnswer::Solving { positions, elapsed, .. } => {
                (solving.positions, solving.elapsed) = (positions, elapsed);
            }
            AnalysisAnswer::Solved { solution, .. } => {
                table.learn(&proven(table.game(), &solution));
                self.solved.insert(solving.place.node, *solution);
                self.under_way = None;
                effects.tell(News::Solved);
            }
            AnalysisAnswer::Failed { message, .. } => {
                (self.under_way, self.is_open) = (None, false);
                effects.refuse(format!("the position was not solved: {message}"));
            }
            // These are of the analysis of a game.
            AnalysisAnswer::Found { .. } | AnalysisAnswer::Done { .. } => {}
        }
    }
}

/// The most moves that are named as keeping an exact value.
const NAMED_MOVES: usize = 6;

/// A time to come, as roughly as it is known.
fn about(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (minutes, hours, days) = (seconds / 60.0, seconds / 3600.0, seconds / 86_400.0);
    match seconds {
        ..1.0 => "less than a second".to_owned(),
        ..100.0 => format!("about {seconds:.0} s"),
        ..6_000.0 => format!("about {minutes:.0} min"),
        ..200_000.0 => format!("about {hours:.0} h"),
        _ if days < 1_000.0 => format!("about {days:.0} days"),
        _ => "years".to_owned(),
    }
}

/// The exact value of the position at the cursor of `table`, a sentence for each line.
pub fn exact_lines(table: &Table, stage: &ExactStage<'_>) -> Vec<Sentence> {
    match *stage {
        ExactStage::Waiting(time) if time > LONGEST => {
            vec![format!("too large to solve: {}", about(time)).into()]
        }
        ExactStage::Waiting(time) => {
            vec![sentence!("{} to solve; {} begins", about(time), ActionId::Exact)]
        }
        ExactStage::Solving { positions, left } => {
            let left = left.map_or_else(
                || "taking longer than expected".to_owned(),
                |left| format!("{} left", about(left)),
            );
            let millions = positions as f64 / 1e6;
            vec![format!("{left}; {millions:.1} million positions").into()]
        }
        ExactStage::Solved(solution) => solution_lines(table, solution),
    }
}

/// The result of best play, the move to play unless all are as good, and how many keep the result.
fn solution_lines(table: &Table, solution: &Solution) -> Vec<Sentence> {
    let (names, mover) = (table.names(), table.game().to_move());
    let listed = |steps: &[Step]| {
        let shown: Vec<String> =
            steps.iter().take(NAMED_MOVES).map(|&step| names.step(step)).collect();
        // Moves in a row would look like a line of play.
        match (steps.len().saturating_sub(NAMED_MOVES), shown.split_last()) {
            (0, Some((last, others))) if !others.is_empty() => {
                format!("{} or {last}", others.join(", "))
            }
            (0, _) => shown.join(", "),
            (more, _) => format!("{} or {more} more", shown.join(", ")),
        }
    };
    let (is_won, is_lost) =
        (solution.winner == Some(mover), solution.winner == Some(mover.other()));
    let steps = solution.shortest.as_ref().map(|(steps, _)| *steps);
    let ends_in = moves_to_end(table.game(), steps);
    let result = match (solution.winner.map(|winner| names.title(winner)), solution.lead, ends_in) {
        (None, ..) => "draw".to_owned(),
        (Some(winner), Some(lead), _) => format!("{winner} wins by {:.1} points", lead.abs()),
        (Some(winner), None, Some(count)) => format!("{winner} wins in {count}"),
        (Some(winner), None, None) => format!("{winner} wins"),
    };
    let (good, of) = (solution.best.len(), table.game().legal().len());
    // A search that was stopped has not tried every move, but from a lost position each loses.
    let is_every = good == of || is_lost && solution.lead.is_none();
    let least = if good + solution.worse.len() == of { "" } else { "at least " };
    let best = match &solution.shortest {
        Some((_, steps)) if is_won => Some(format!("quickest: {}", listed(steps))),
        Some((_, steps)) => Some(format!("holds out longest: {}", listed(steps))),
        // None is better than another.
        None if is_every => None,
        None => Some(format!("best: {}", listed(&solution.best))),
    };
    let keep = match (is_every, is_won && solution.lead.is_none()) {
        (true, _) if is_lost => "every move loses".to_owned(),
        (true, true) => "every move wins".to_owned(),
        (true, false) => "every move keeps this".to_owned(),
        (false, wins) => {
            let s = if good == 1 { "s" } else { "" };
            let does = if wins { format!("win{s}") } else { format!("keep{s} this") };
            format!("{least}{good} of {of} moves {does}")
        }
    };
    [Some(result), best, Some(keep)].into_iter().flatten().map(Sentence::from).collect()
}
