//! Learning from one's mistakes: the position before each is set up again, and the player looks for
//! a better move.
//!
//! Nothing here decides what a move is worth: the owner of a [`Retry`] has the answer checked by a
//! search, and hands over what that answers.

use tetralith_core::{Colour, Game, Step, Timeline};
use tetralith_engine::Proof;
use tetralith_study::{AnalysisAnswer, AnalysisRequest, Class, GameAnalysis, Verdict, percent};

use crate::move_check;
use crate::seat::Seat;
use crate::table::{Mode, Table};
use crate::words::{cursor_text, sentence, to_do};

/// The tries that each mistake gives.
pub const TRIES: usize = 3;

/// The simulations that compare an answer with the best move.
const SIMULATIONS: u64 = 8_000;

/// The stages of one mistake, from the question to its solution.
#[derive(Clone, PartialEq, Debug)]
pub enum Stage {
    /// The player is to find a move.
    Asks,
    /// A search compares the answer with the best move, as this request asks.
    Checks(Box<AnalysisRequest>),
    /// A move as good as the best was found.
    Solved,
    /// The best move is shown: all tries were used, or none was wanted.
    Shown,
}

#[derive(Clone, Debug)]
struct Mistake {
    /// The game up to it.
    before: Timeline,
    verdict: Verdict,
}

/// The mistakes of a game, one after the other.
#[derive(Clone)]
pub struct Retry {
    mistakes: Vec<Mistake>,
    at: usize,
    table: Table,
    build: String,
    stage: Stage,
    tries: usize,
    solved: usize,
    said: String,
}

impl std::fmt::Debug for Retry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Retry")
            .field("at", &self.at)
            .field("stage", &self.stage)
            .finish_non_exhaustive()
    }
}

impl Retry {
    /// The faults of `analysis`, which is about the main line of `timeline`, that `is_own` accepts
    /// and that cost more than [`Class::RETRIED`] or are blunders; `None` if there are none.
    pub fn new(
        timeline: &Timeline,
        analysis: &GameAnalysis,
        is_own: impl Fn(&Verdict) -> bool,
    ) -> Option<Self> {
        let is_tried = |verdict: &Verdict| {
            verdict.class.is_fault()
                && (verdict.loss > Class::RETRIED || verdict.class == Class::Blunder)
        };
        let mistakes: Vec<Mistake> = analysis
            .verdicts()
            .into_iter()
            .filter(|verdict| is_tried(verdict) && is_own(verdict))
            .map(|verdict| {
                // An answer is not measured against a proof that a record merely claims.
                let mut verdict = verdict;
                if verdict.evidence.is_claimed {
                    (verdict.before.proof, verdict.after.proof) = (None, None);
                }
                let mut before = timeline.clone();
                before.go_to(verdict.choice.before);
                before.truncate();
                Mistake { before, verdict }
            })
            .collect();
        let table = table(&mistakes.first()?.before, Mode::Play);
        let build = analysis.build.clone();
        let mut retry = Self {
            mistakes,
            at: 0,
            table,
            build,
            stage: Stage::Asks,
            tries: 0,
            solved: 0,
            said: String::new(),
        };
        retry.begin(0);
        Some(retry)
    }

    /// The mistakes of the game at `table` that the people there made; `None` if there are none.
    pub fn of(table: &Table) -> Option<Self> {
        let analysis = table.analysis().known()?;
        let is_own = |verdict: &Verdict| is_own(table, verdict, verdict.choice.before);
        Self::new(table.timeline(), analysis, is_own)
    }

    /// The board.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The board, to do something at it.
    pub const fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }

    /// The stage of the mistake at hand.
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The number of the mistake at hand, from 1, how many there are, and how many were corrected.
    pub const fn score(&self) -> (usize, usize, usize) {
        (self.at + 1, self.mistakes.len(), self.solved)
    }

    /// True if the mistake at hand is the last.
    pub const fn is_last(&self) -> bool {
        self.at + 1 == self.mistakes.len()
    }

    /// True if the mistake at hand is done with.
    pub const fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Solved | Stage::Shown)
    }

    /// The result of the last try, as sentences; empty before there was one.
    pub fn said(&self) -> &str {
        &self.said
    }

    /// The task, as a sentence; it gives away nothing but the move that was a mistake.
    pub fn task(&self) -> String {
        let verdict = self.verdict();
        let names = self.table.names();
        let (player, mistake) =
            (names.title(verdict.choice.player), names.turn(&verdict.choice.played));
        format!("Turn {}: {player} played {mistake}. Find a better move.", verdict.choice.turn)
    }

    /// The missing part of the move, as a sentence.
    pub fn to_do(&self) -> String {
        let swap = if self.table.hand().may_swap() { " or swap" } else { "" };
        sentence(&format!("{}{swap}", to_do(&self.table)))
    }

    fn verdict(&self) -> &Verdict {
        &self.mistakes[self.at].verdict
    }

    fn before(&self) -> &Game {
        self.mistakes[self.at].before.position()
    }

    fn begin(&mut self, at: usize) {
        (self.at, self.stage, self.tries) = (at, Stage::Asks, TRIES);
        self.said.clear();
        self.table = table(&self.mistakes[at].before, Mode::Play);
        // The cursor begins where the mistake was made: a legal cell, which gives nothing away.
        if let Some(cell) =
            self.verdict().choice.played.first().and_then(|step| step.cells().next())
        {
            self.table.hand_mut().point_at(cell);
        }
        if cursor_text(&self.table).is_some_and(|(_, is_legal)| !is_legal) {
            self.table.hand_mut().next_legal(false);
        }
    }

    /// Goes on to the next mistake; returns false after the last.
    pub fn go_on(&mut self) -> bool {
        let goes = !self.is_last();
        if goes {
            self.begin(self.at + 1);
        }
        goes
    }

    /// Shows the best move in place of another try.
    pub fn show(&mut self) {
        if !self.is_done() {
            self.said = format!("{} {}", self.cost_of_mistake(), self.best_line());
            self.set_up_best();
            self.stage = Stage::Shown;
            self.rest();
        }
    }

    /// Puts the board back to the position before the mistake.
    pub fn take_back(&mut self) {
        if self.stage == Stage::Asks {
            let cell = self.table.hand().cell();
            self.table = table(&self.mistakes[self.at].before, Mode::Play);
            self.table.hand_mut().point_at(cell);
        }
    }

    /// Takes in the move on the board once it is whole; the request `id` to have it checked, if
    /// that is needed.
    pub fn answer(&mut self, id: u64) -> Option<AnalysisRequest> {
        let before = &self.mistakes[self.at].before;
        let path = self.table.timeline().path(self.table.timeline().cursor());
        let steps: Vec<Step> = path[before.depth(before.cursor())..]
            .iter()
            .filter_map(|&node| self.table.timeline().step(node))
            .collect();
        let is_open = self.table.outcome().is_none() && self.table.game().phase().is_mid_turn();
        if steps.is_empty() || is_open || self.stage != Stage::Asks {
            return None;
        }
        let verdict = self.verdict();
        if steps == verdict.choice.played {
            "That is the move from the game.".clone_into(&mut self.said);
            self.take_back();
            return None;
        }
        let won = self
            .table
            .outcome()
            .is_some_and(|outcome| outcome.winner == Some(verdict.choice.player));
        if won || verdict.best == steps {
            self.accept("That is the best move.");
            return None;
        }
        let (position, build) = (self.before().clone(), self.build.clone());
        let request = move_check::request(id, position, &steps, build, SIMULATIONS)?;
        self.stage = Stage::Checks(Box::new(request.clone()));
        Some(request)
    }

    /// Takes in what the search says of the answer; returns false if it is about something else.
    pub fn take(&mut self, said: &AnalysisAnswer) -> bool {
        let Stage::Checks(asked) = &self.stage else { return false };
        match said {
            AnalysisAnswer::Found { id, finding, .. } if *id == asked.id => {
                match move_check::verdict(asked, (**finding).clone()) {
                    Some(found) => self.judge(&found),
                    None => self.fail("The move could not be compared."),
                }
            }
            AnalysisAnswer::Failed { id, message } if *id == asked.id => {
                self.fail(&sentence(message));
            }
            _ => return false,
        }
        true
    }

    fn judge(&mut self, found: &Verdict) {
        let names = self.table.names();
        let played = names.turn(&found.choice.played);
        let cost = percent(best(self.verdict(), found)).saturating_sub(percent(found.after.win));
        if is_accepted(self.verdict(), found) {
            let how_good = if cost < 1 {
                "as good as the best".to_owned()
            } else {
                format!("within {cost} % of the best")
            };
            return self.accept(&format!("{played} is {how_good}."));
        }
        self.tries -= 1;
        let cost = match found.after.proof {
            Some(Proof::Loss) => "loses".to_owned(),
            _ => format!("costs {cost} %"),
        };
        self.stage = Stage::Asks;
        if self.tries == 0 {
            self.show();
            self.said = format!("{played} {cost}. {}", self.said);
            return;
        }
        let left = if self.tries == 1 {
            "One try is".to_owned()
        } else {
            format!("{} tries are", self.tries)
        };
        self.said = format!("{played} {cost}. {left} left.");
        self.take_back();
    }

    /// Notes that an answer could not be checked, and lets another be given.
    fn fail(&mut self, why: &str) {
        self.stage = Stage::Asks;
        why.clone_into(&mut self.said);
        self.take_back();
    }

    fn accept(&mut self, praise: &str) {
        self.solved += 1;
        self.said = format!("{praise} {} {}", self.cost_of_mistake(), self.best_line());
        self.stage = Stage::Solved;
        self.rest();
    }

    /// Leaves the board for viewing only: nothing is shown as if it could be played next.
    fn rest(&mut self) {
        self.table = table(self.table.timeline(), Mode::Review);
    }

    fn cost_of_mistake(&self) -> String {
        tetralith_study::cost(self.table.names(), self.verdict())
    }

    fn best_line(&self) -> String {
        let line = tetralith_study::better_line(self.table.names(), self.verdict());
        format!("The engine plays {line}.")
    }

    /// Sets up the best move on the board.
    fn set_up_best(&mut self) {
        let mut after = self.mistakes[self.at].before.clone();
        if after.play_turn(&self.verdict().best.clone()).is_ok() {
            self.table = table(&after, Mode::Play);
        }
    }
}

/// The winning chance of the best move: found now, or proven before `mistake`.
fn best(mistake: &Verdict, found: &Verdict) -> f64 {
    let proven = mistake.before.proof.map_or(0.0, |proof| f64::from(proof.value()));
    found.before.win.max(proven)
}

/// True if an answer is accepted in place of `mistake`: it keeps what is proven, or costs
/// next to nothing; never if it is worse than the mistake.
fn is_accepted(mistake: &Verdict, found: &Verdict) -> bool {
    if found.after.proof.is_some()
        && found.after.proof >= mistake.before.proof
        && mistake.before.proof.is_some()
    {
        return true;
    }
    let is_worse = found.after.proof < mistake.after.proof && found.after.proof.is_some()
        || found.after.win < mistake.after.win;
    let loss = best(mistake, found) - found.after.win;
    !is_worse && !found.class.is_fault() && loss < Class::ACCEPTED
}

/// A board at the end of `timeline`, where a person plays both sides in this `mode`.
fn table(timeline: &Timeline, mode: Mode) -> Table {
    Table::new(timeline.clone(), [Seat::person(String::new()), Seat::person(String::new())], mode)
}

/// True if `verdict` is about a move of a person at `table`; true for every move if neither
/// or both are people.
fn is_own(table: &Table, verdict: &Verdict, before: tetralith_core::NodeId) -> bool {
    let is_person = |colour: Colour| !table.players().holder(colour, before).is_automatic();
    let all = Colour::BOTH.into_iter().all(is_person) || !Colour::BOTH.into_iter().any(is_person);
    all || is_person(verdict.choice.player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::NodeId;
    use tetralith_study::{Evidence, Outlook, TurnChoice};

    fn verdict(win_before: f64, win_after: f64, proofs: [Option<Proof>; 2]) -> Verdict {
        let loss = win_before - win_after;
        Verdict {
            index: 0,
            choice: TurnChoice {
                turn: 1,
                player: Colour::First,
                holder: Colour::First,
                before: NodeId::START,
                after: NodeId::START,
                played: Vec::new(),
            },
            best: Vec::new(),
            line: Vec::new(),
            before: Outlook { win: win_before, proof: proofs[0] },
            after: Outlook { win: win_after, proof: proofs[1] },
            loss,
            error: 0.0,
            lead_loss: None,
            class: Class::of(loss, 0.0),
            evidence: Evidence::default(),
        }
    }

    #[test]
    fn answers_that_cost_nothing_are_accepted() {
        let (win, loss) = (Some(Proof::Win), Some(Proof::Loss));
        let mistake = verdict(0.6, 0.4, [None, None]);
        assert!(is_accepted(&mistake, &verdict(0.6, 0.57, [None, None])));
        assert!(!is_accepted(&mistake, &verdict(0.6, 0.56, [None, None])));
        // Nearly as good as the best move found now, and yet worse than the mistake.
        assert!(!is_accepted(&mistake, &verdict(0.39, 0.38, [None, None])));
        assert!(!is_accepted(&mistake, &verdict(0.0, 0.0, [None, loss])));
        let thrown_away = verdict(1.0, 0.5, [win, None]);
        assert!(is_accepted(&thrown_away, &verdict(1.0, 1.0, [win, win])));
        // A chance of 70 % is not accepted where a win was proven, though the search found nothing
        // better.
        assert!(!is_accepted(&thrown_away, &verdict(0.7, 0.7, [None, None])));
    }
}
