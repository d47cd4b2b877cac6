//! Questions for the engine, and one that is under way with what has come of it.

use std::fmt;
use std::time::Duration;

use tetralith_core::timeline::Timeline;
use tetralith_core::{Colour, Game, Phase, Step};
use tetralith_engine::{
    Analysis, Budget, Candidate, Level, Limits, Proof, SearchRequest, SearchTask,
};
use tetralith_study::Finding;

use crate::clock::ProtocolClock;
use crate::hint::GamePlace;

/// The time a hint is searched for.
const HINT_TIME: Duration = Duration::from_millis(1_500);

/// The time between two updates of a hint while it is searched for: the first comes within a tenth
/// of a second.
const HINT_EVERY: Duration = Duration::from_millis(50);

/// The least time that the computer's answer to a person's step takes, so that the person sees what
/// happens.
pub const LEAST_TIME: Duration = Duration::from_millis(300);

/// The time each picture of the sign of thinking is shown.
const PICTURE_TIME: Duration = Duration::from_millis(125);

/// The work to be done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Work {
    /// The step that a level plays.
    Play {
        /// The level.
        level: &'static Level,
        /// The seed of its random numbers; the same for a whole game.
        seed: u64,
    },
    /// The best steps.
    Hint,
    /// The best steps of the opponent if the turn were passed over.
    Threat,
}

impl Work {
    /// The position that it is about, with the cursor of `timeline` where it is asked for.
    pub fn subject(self, timeline: &Timeline) -> Game {
        let passed_over = matches!(self, Self::Threat).then(|| timeline.position().passed_over());
        passed_over.flatten().unwrap_or_else(|| timeline.position().clone())
    }
}

/// A question for the engine. Two are the same if their tickets are, because no ticket is used
/// twice.
#[derive(Clone)]
pub struct Ask {
    /// Comes back with every answer.
    pub ticket: u64,
    /// The position; of a threat, with the turn passed over.
    pub position: Game,
    /// The steps that led there from the start of the game.
    pub line: Vec<Step>,
    /// The work to be done on it.
    pub work: Work,
    /// The budget that the clock allows; it replaces that of a level which plays by time.
    pub budget: Option<Budget>,
}

impl Ask {
    /// The question `ticket` about `work` where the cursor of `timeline` is, with the `budget` that
    /// the clock allows if there is one.
    ///
    /// Levels fixed by simulations stay what they are, with any clock.
    pub fn new(ticket: u64, timeline: &Timeline, work: Work, budget: Option<Budget>) -> Self {
        let budget =
            budget.filter(|_| matches!(work, Work::Play { level, .. } if !level.is_repeatable()));
        let line = line_here(timeline);
        Self { ticket, position: work.subject(timeline), line, work, budget }
    }
}

/// The steps from the start of the game to the cursor of `timeline`.
pub(crate) fn line_here(timeline: &Timeline) -> Vec<Step> {
    let path = timeline.path(timeline.cursor());
    path.into_iter().filter_map(|node| timeline.step(node)).collect()
}

/// The reason why there is no threat to look for in a `position` whose turn cannot be passed over,
/// as a sentence without its full stop.
pub fn no_threat(position: &Game) -> String {
    // The first stone may be answered by a swap.
    let decides = position.check(Step::Swap).is_ok()
        || position.options().pie && position.board().occupied().is_empty();
    let why = match position.phase() {
        Phase::Free { .. } => "in the middle of a move",
        Phase::First | Phase::Bound { .. } => "before the opening is over",
        Phase::Placement if decides => "before the swap is decided",
        Phase::Placement => "here: the opponent has no move",
    };
    format!("a threat cannot be shown {why}")
}

impl From<Ask> for SearchRequest {
    fn from(Ask { ticket: id, position, line, work, budget }: Ask) -> Self {
        let limits =
            Limits { early: false, report_every: Some(HINT_EVERY), ..Limits::time(HINT_TIME) };
        let task = match work {
            Work::Play { level, seed } => SearchTask::Play { level: *level, budget, seed },
            Work::Hint => SearchTask::Study { limits },
            Work::Threat => SearchTask::Suppose { limits },
        };
        Self { id, position, played: line, task }
    }
}

impl PartialEq for Ask {
    fn eq(&self, other: &Self) -> bool {
        self.ticket == other.ticket
    }
}

impl fmt::Debug for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask")
            .field("ticket", &self.ticket)
            .field("work", &self.work)
            .finish_non_exhaustive()
    }
}

/// The subject of a question: work for the engine, or for another program.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Subject {
    Engine(Work),
    Program(ProgramTask),
}

/// The work of another program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramTask {
    /// Getting ready for the game in this seat, the colour before any swap.
    Begin(Colour),
    /// The move of the program in this seat, the colour before any swap.
    Move(Colour),
    /// A second opinion.
    Opinion,
}

/// A question for another program about the position after the last step of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramAsk {
    /// Comes back with the answer.
    pub ticket: u64,
    /// The work to be done on it.
    pub task: ProgramTask,
    /// The command that starts the program.
    pub command: String,
    /// The position before the first step.
    pub start: Game,
    /// The steps since.
    pub line: Vec<Step>,
    /// The clock of the player to move, if the game has clocks.
    pub clock: Option<ProtocolClock>,
}

/// The move that a program plays or would play.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProgramMove {
    /// Legal steps, one or those of a whole turn; none if it resigns.
    pub steps: Vec<Step>,
    /// The winning chance of the player to move, 0 to 1, if the program gives one.
    pub win: Option<f64>,
    /// The lead in points that this player can expect, if the program gives one.
    pub lead: Option<f64>,
}

/// The answer of another program.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramAnswer {
    /// The question's.
    pub ticket: u64,
    /// The name that it gives itself, safe to show, if that is known.
    pub name: Option<String>,
    /// Its move, or its fault, one sentence without its full stop.
    pub found: Result<ProgramMove, String>,
}

/// A question under way.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Thought {
    pub ticket: u64,
    pub place: GamePlace,
    pub subject: Subject,
    /// The time when it was asked, on the steady clock.
    pub since: Duration,
    /// The findings so far.
    pub known: Option<Analysis>,
    /// The step to be made once its time has come, and when it was found.
    pub found: Option<(Step, Duration)>,
    /// True if the step shall be made as soon as it is found.
    pub hurried: bool,
}

impl Thought {
    /// The time spent on it at `now`, or was until the step was found.
    pub fn time(&self, now: Duration) -> Duration {
        self.found.map_or(now, |(_, at)| at).saturating_sub(self.since)
    }

    /// The number of the picture to show at `now`.
    pub fn picture(&self, now: Duration) -> usize {
        (self.time(now).as_millis() / PICTURE_TIME.as_millis()) as usize
    }

    /// The time when the next picture is to be shown; `None` if the step is found.
    pub fn next_picture(&self, now: Duration) -> Option<Duration> {
        let next = self.since + PICTURE_TIME * (self.picture(now) as u32).saturating_add(1);
        self.found.is_none().then_some(next)
    }
}

/// The analysis of a position, in which `to_move` is to move, in the form of a search: without
/// proofs that are only claimed, and with the simulations of the one that its candidates are from.
///
/// Those of all its searches together see no farther: a single search of as many as one of them
/// replaces their mean, which has less noise.
pub fn as_searched(finding: &Finding, to_move: Colour) -> Analysis {
    let mut analysis = Analysis::new(to_move);
    analysis.win = finding.value.win as f32;
    let known = |proof: Option<Proof>| proof.filter(|_| !finding.is_claimed);
    (analysis.score, analysis.proof) =
        (finding.value.lead.map(|lead| lead as f32), known(finding.value.proof));
    analysis.principal_variation = finding.line.iter().flatten().copied().collect();
    for found in &finding.candidates {
        let mut candidate = Candidate::new(found.step);
        (candidate.visits, candidate.win) = (found.simulations, found.value.win as f32);
        (candidate.score, candidate.proof) =
            (found.value.lead.map(|lead| lead as f32), known(found.value.proof));
        analysis.simulations += u64::from(found.simulations);
        analysis.candidates.push(candidate);
    }
    analysis
}

/// The line that `analysis` expects after `step`, which begins it; the step alone if it says no
/// more of it.
pub fn line_after(analysis: &Analysis, step: Step) -> Vec<Step> {
    let mut lines = std::iter::once(&analysis.principal_variation).chain(&analysis.other_lines);
    lines.find(|line| line.first() == Some(&step)).cloned().unwrap_or_else(|| vec![step])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hint::Hint;
    use tetralith_core::Cell;
    use tetralith_core::timeline::NodeId;
    use tetralith_study::{MoveValue, StudyCandidate};

    #[test]
    fn an_analysis_gives_way_to_a_search_as_long_as_its_own() {
        let [ours, theirs] = [3, 4].map(|cell| Step::Place(Cell::new(cell)));
        let value = MoveValue { win: 0.8, lead: None, proof: None };
        let finding = Finding {
            build: String::new(),
            seed: 1,
            simulations: 640_000,
            looks: 8,
            value,
            line: Vec::new(),
            candidates: vec![StudyCandidate { step: ours, simulations: 7_000, value }],
            played: None,
            is_claimed: false,
        };
        let searched = |simulations: u64| {
            let mut candidate = Candidate::new(theirs);
            candidate.visits = 5_000;
            let mut found = Analysis::new(Colour::First);
            (found.simulations, found.candidates) = (simulations, vec![candidate]);
            found
        };
        let place = GamePlace { game: 1, node: NodeId::START };
        let known = as_searched(&finding, Colour::First);
        let mut hint = Hint::new(place, false).knowing(Some(known), false);
        for (simulations, shown) in [(6_999, ours), (7_000, theirs)] {
            hint.learn(Some(searched(simulations)), false, Duration::ZERO);
            assert_eq!(hint.known().unwrap().candidates[0].step, shown, "{simulations}");
        }
    }
}
