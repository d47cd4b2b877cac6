//! The view of a game's analysis from its cursor.

use tetralith_core::rules::Outcome;
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{CellSet, Colour, Step};
use tetralith_engine::{Analysis, Proof};
use tetralith_study::{Class, Finding, GameAnalysis, Verdict};

use super::{Hidden, Review};
use crate::sentence;
use crate::sentence::{ActionId, Sentence};
use crate::table::lines::GameLines;

/// The first player's share of the win.
fn result(end: Outcome) -> f64 {
    Proof::of(end.winner, Colour::First).value().into()
}

/// A variation beside the line it left.
#[derive(Clone, PartialEq, Debug)]
pub struct Fork {
    /// The number of the turn that it replaces.
    pub turn: u32,
    /// The player who made that turn in both.
    pub player: Colour,
    /// The places of the variation up to the cursor.
    pub here: Vec<NodeId>,
    /// As many turns of the line that it left, as far as that goes.
    pub there: Vec<NodeId>,
    /// The winning chances of `player` after both, the variation's first, where they are known.
    pub chances: [Option<f64>; 2],
}

/// The result of best play of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvenResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Colour>,
    /// True if a record claims it, and it was not checked since.
    pub is_claimed: bool,
}

/// The analysis of a game as it is seen from the cursor: nothing of it during play, and what is
/// [`Hidden`] not.
#[derive(Clone, Copy)]
pub struct ShownReview<'a> {
    review: &'a Review,
    lines: GameLines<'a>,
    is_reviewed: bool,
}

impl<'a> ShownReview<'a> {
    pub(in crate::table) const fn new(
        review: &'a Review,
        lines: GameLines<'a>,
        is_reviewed: bool,
    ) -> Self {
        Self { review, lines, is_reviewed }
    }

    const fn timeline(self) -> &'a Timeline {
        self.lines.timeline()
    }

    const fn here(self) -> NodeId {
        self.timeline().cursor()
    }

    /// The analysis of the game, if anything of it is known.
    pub fn analysis(self) -> Option<&'a GameAnalysis> {
        let analysis = self.review.analysis.as_ref();
        analysis.filter(|analysis| analysis.looked_at() > 0 && self.is_reviewed)
    }

    /// The progress of the analysis under way.
    pub const fn stage(self) -> Option<super::AnalysisStage> {
        self.review.stage
    }

    /// True if every turn of the game has been analysed.
    pub fn is_whole(self) -> bool {
        let analysis = self.review.analysis.as_ref();
        analysis.is_some_and(|analysis| analysis.looked_at() == analysis.moments.list().len())
    }

    /// True if all findings of the engine on the game are hidden, at the cursor too.
    pub fn is_hidden(self) -> bool {
        self.review.hidden == Hidden::All
    }

    /// True if the engine's findings on the move that led to `node` are hidden.
    fn is_hidden_at(self, node: NodeId) -> bool {
        match self.review.hidden {
            Hidden::Nothing => false,
            Hidden::Elsewhere => node != self.here() && self.timeline().parent(node) != self.here(),
            Hidden::All => true,
        }
    }

    // ----- verdicts

    /// The verdict on the move that ends at `node`.
    pub fn verdict(self, node: NodeId) -> Option<&'a Verdict> {
        let verdict = self.review.verdicts.get(&node);
        verdict.filter(|_| self.is_reviewed && !self.is_hidden_at(node))
    }

    /// The verdict on the move that led to the cursor, if it is a fault; the better move is legal
    /// in the position before it.
    pub fn fault_here(self) -> Option<&'a Verdict> {
        let verdict = self.verdict(self.here())?;
        (verdict.class.is_fault() && !verdict.best.is_empty()).then_some(verdict)
    }

    /// The cells of the move that would have been better than the fault that led to the cursor,
    /// without those of the fault itself.
    pub fn better_cells(self) -> CellSet {
        let cells =
            |steps: &[Step]| -> CellSet { steps.iter().flat_map(|step| step.cells()).collect() };
        self.fault_here()
            .map_or(CellSet::EMPTY, |verdict| cells(&verdict.best) - cells(&verdict.choice.played))
    }

    /// The steps of the move that would have been better than the fault that led to the cursor.
    pub fn better_steps(self) -> &'a [Step] {
        self.fault_here().map_or(&[], |verdict| &verdict.best)
    }

    /// The better move for the fault that led to the cursor, the place to make it from, and the
    /// first player's winning chance after it.
    pub(in crate::table) fn better(self) -> Option<(Vec<Step>, NodeId, f64)> {
        let Verdict { choice, best, before, .. } = self.fault_here()?;
        let chance = match Step::held_after(choice.player, best.iter().copied()) {
            Colour::First => before.win,
            Colour::Second => 1.0 - before.win,
        };
        Some((best.clone(), choice.before, chance))
    }

    /// The analysis of the next move of the line at the cursor.
    fn verdict_onward(self) -> Option<&'a Verdict> {
        let timeline = self.timeline();
        if timeline.position().phase().is_mid_turn() {
            return None;
        }
        let line = timeline.line();
        // The start is not part of the line: from there all of the line follows.
        let from = line.iter().position(|&node| node == self.here()).map_or(0, |at| at + 1);
        let turn = timeline.turn(self.here()) + 1;
        let mut onward = line[from..].iter().filter_map(|&node| self.verdict(node));
        onward.find(|verdict| verdict.choice.turn == turn)
    }

    /// The result of best play from the cursor, once the analysis has proven it or a record claims
    /// it.
    pub fn proven_here(self) -> Option<ProvenResult> {
        let after = self.verdict(self.here()).and_then(|verdict| {
            Some((verdict.viewer_after(), verdict.after.proof?, verdict.evidence.is_claimed))
        });
        let (viewer, proof, is_claimed) = after.or_else(|| {
            let next = self.verdict_onward()?;
            Some((next.choice.player, next.before.proof?, next.evidence.is_claimed))
        })?;
        let winner = match proof {
            Proof::Win => Some(viewer),
            Proof::Loss => Some(viewer.other()),
            Proof::Draw => None,
        };
        Some(ProvenResult { winner, is_claimed })
    }

    /// True if the record claims a proof that was not checked since: an analysis checks it.
    pub fn has_claims(self) -> bool {
        let mut verdicts = self.review.verdicts.values();
        self.is_reviewed && verdicts.any(|verdict| verdict.evidence.is_claimed)
    }

    // ----- faults

    /// True if the analysis has found an inaccuracy, a mistake or a blunder.
    pub fn has_faults(self) -> bool {
        let mut verdicts = self.review.verdicts.values();
        let is_shown = self.is_reviewed && !self.is_hidden();
        is_shown && verdicts.any(|verdict| verdict.class.is_fault())
    }

    /// The places after the faults of the main line that the analysis found; in a game without
    /// one, after the moves that are marked as faults in it.
    fn faults(self) -> Vec<NodeId> {
        if self.is_hidden() {
            return Vec::new();
        }
        let verdicts = &self.review.verdicts;
        if !verdicts.is_empty() {
            let faults = verdicts.iter().filter(|(_, verdict)| verdict.class.is_fault());
            return faults.map(|(&node, _)| node).collect();
        }
        let timeline = self.timeline();
        let nag = |node| timeline.note(node).and_then(|note| note.nag.as_deref());
        let is_marked = |node: &NodeId| {
            nag(*node).is_some_and(|nag| Class::FAULTS.iter().any(|class| class.mark() == nag))
        };
        timeline.main_line().into_iter().filter(is_marked).collect()
    }

    /// The place after the next fault, or with `back` after the one before; from the end of the
    /// game the first.
    fn fault_beyond(self, back: bool) -> Option<NodeId> {
        let timeline = self.timeline();
        let here = timeline.depth(self.here());
        let places: Vec<(usize, NodeId)> =
            self.faults().into_iter().map(|node| (timeline.depth(node), node)).collect();
        let before = places.iter().filter(|(at, _)| *at < here).max();
        let after = places.iter().filter(|(at, _)| *at > here).min();
        let is_end = timeline.children(self.here()).is_empty();
        // At the end of a game all faults are before the cursor.
        let first = || before.filter(|_| is_end).and_then(|_| places.iter().min());
        if back { before } else { after.or_else(first) }.map(|&(_, node)| node)
    }

    /// True if [`fault`](Self::fault) leads anywhere.
    pub fn leads_to_fault(self, back: bool) -> bool {
        self.is_reviewed && self.fault_beyond(back).is_some()
    }

    /// The place after the next fault of the main line, or with `back` after the one before; from
    /// the end of the game on the first.
    ///
    /// # Errors
    /// A sentence without its full stop if there is none.
    pub fn fault(self, back: bool) -> Result<NodeId, Sentence> {
        if self.is_hidden() {
            return Err(sentence!("mistakes are hidden; {} shows them", ActionId::ThinkFirst));
        }
        if self.review.verdicts.is_empty() && self.faults().is_empty() {
            let mut line = self.timeline().main_line().into_iter();
            return Err(if line.any(|node| self.noted_chance(node).is_some()) {
                sentence!("no move is marked as a mistake; {} looks for them", ActionId::Analyse)
            } else {
                self.why_unanalysed()
            });
        }
        match (self.fault_beyond(back), back, self.fault_beyond(!back).is_some()) {
            (Some(node), ..) => self.lines.to(node),
            (None, true, true) => Err(sentence!(
                "no mistakes before this move; {} goes to the next",
                ActionId::NextFault
            )),
            (None, false, true) => Err(sentence!(
                "no mistakes after this move; {} goes to the last",
                ActionId::PreviousFault
            )),
            (None, true, false) => Err("no mistakes before this move".into()),
            (None, false, false) => Err("no mistakes after this move".into()),
        }
    }

    /// The reason why nothing is known of a game that is not analysed, as a sentence without its
    /// full stop.
    pub fn why_unanalysed(self) -> Sentence {
        if self.timeline().main_line().is_empty() {
            "there is no move to analyse yet".into()
        } else {
            sentence!("this game is not analysed yet; {} analyses it", ActionId::Analyse)
        }
    }

    // ----- chances and findings

    /// The first player's winning chance after the move that ends at `node`, as the analysis has
    /// it.
    fn analysed_chance(self, node: NodeId) -> Option<f64> {
        let verdict = self.verdict(node)?;
        Some(verdict.first_players_chance())
    }

    /// The same as it was noted with the move.
    fn noted_chance(self, node: NodeId) -> Option<f64> {
        self.timeline().note(node)?.eval
    }

    /// The first player's winning chance after the turn that ends at `node`: the result if the game
    /// is over there, or else from the analysis, from a search there, or from a note.
    fn chance_after(self, node: NodeId) -> Option<f64> {
        let end = self.timeline().outcome_at(node).filter(|end| end.reason.is_on_board());
        if let Some(end) = end.filter(|_| self.is_reviewed) {
            return Some(result(end));
        }
        let is_hidden = self.is_hidden_at(node);
        let found = || self.review.found.get(&node).copied().filter(|_| self.is_reviewed);
        self.analysed_chance(node)
            .or_else(|| found().filter(|_| !is_hidden))
            .or_else(|| self.noted_chance(node).filter(|_| !is_hidden))
    }

    /// The first player's winning chance at the cursor before the next move of the line, as the
    /// analysis has it.
    pub fn chance_onward(self) -> Option<f64> {
        let next = self.verdict_onward()?;
        Some(if next.choice.player == Colour::First {
            next.before.win
        } else {
            1.0 - next.before.win
        })
    }

    /// The first player's winning chance after the turns of the line where the analysis or a note
    /// says it, from 0 to 1, with the places after them.
    pub fn chances(self) -> Vec<(NodeId, f64)> {
        let line = self.lines.line().into_iter();
        line.filter_map(|node| Some((node, self.chance_after(node)?))).collect()
    }

    /// The end of the line off the board, by resignation or on time: its place, and the first
    /// player's share of the win.
    pub fn ended_off_board(self) -> Option<(NodeId, f64)> {
        let last = *self.lines.line().last()?;
        let end = self.timeline().ended_at(last).filter(|_| self.is_reviewed)?;
        Some((last, result(end)))
    }

    /// True if the analysis or notes hold at least two chances, not counting those that
    /// searches found while a position was shown.
    pub fn has_chances(self) -> bool {
        let known = |node| self.analysed_chance(node).or_else(|| self.noted_chance(node));
        self.review.hidden == Hidden::Nothing
            && self.lines.line().into_iter().filter_map(known).take(2).count() == 2
    }

    /// The findings about the position at the cursor, if the engine is still the one that found it.
    pub(crate) fn finding_here(self) -> Option<&'a Finding> {
        let analysis = self.review.analysis.as_ref().filter(|_| self.is_reviewed)?;
        let mut moments = analysis.moments.list().iter();
        let index = moments.position(|moment| moment.before == self.here())?;
        analysis.findings[index].as_ref().filter(|finding| finding.build == analysis.build)
    }

    /// Earlier findings about the position at the cursor.
    pub(crate) fn searched_here(self) -> Option<&'a Analysis> {
        self.review.searched.get(&self.here())
    }

    /// The variation at the cursor beside the line that it left.
    pub fn fork(self) -> Option<Fork> {
        let first = self.lines.variation().filter(|_| self.is_reviewed)?;
        let timeline = self.timeline();
        let path = timeline.path(self.here());
        let here = path[path.iter().position(|&node| node == first)?..].to_vec();
        let last = timeline.turn(self.here());
        let onward = |&node: &NodeId| timeline.children(node).first().copied();
        let main = timeline.children(timeline.parent(first)).first().copied();
        let there: Vec<NodeId> = std::iter::successors(main.filter(|&node| node != first), onward)
            .take_while(|&node| timeline.turn(node) <= last)
            .collect();
        let player = timeline.mover(first);
        let chance = |node: Option<&NodeId>| {
            let chance = self.chance_after(*node?)?;
            Some(if player == Colour::First { chance } else { 1.0 - chance })
        };
        let chances = [chance(here.last()), chance(there.last())];
        Some(Fork { turn: timeline.turn(first), player, here, there, chances })
    }
}
