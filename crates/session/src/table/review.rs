//! The analysis of the game at the table, as far as it has come.

use std::collections::BTreeMap;

use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{CellSet, Colour, Record, Step};
use tetralith_engine::{Analysis, Proof};
use tetralith_study::{
    AnalysisRequest, Budgets, CacheError, Finding, GameAnalysis, Pass, Verdict, cache,
};

use super::{Mode, Reply, Table};
use crate::hint::effort;
use crate::sentence;
use crate::sentence::{ActionId, Sentence};

/// The analysis of a game, and how far it has come.
#[derive(Clone, Default)]
pub(super) struct Review {
    analysis: Option<GameAnalysis>,
    /// The verdicts by the place after the move.
    verdicts: BTreeMap<NodeId, Verdict>,
    /// The first player's winning chances that were found at places that somebody looked at.
    found: BTreeMap<NodeId, f64>,
    /// What searches found there.
    searched: BTreeMap<NodeId, Analysis>,
    stage: Option<AnalysisStage>,
    /// True if the record holds somebody else's analysis, which this one must not replace.
    is_unkept: bool,
    /// How much of it is hidden for a while.
    hidden: Hidden,
}

/// How much of what the engine says of a game is hidden from whoever wants to think first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hidden {
    /// Nothing.
    #[default]
    Nothing,
    /// All but what it says about the cursor: the move that led there and the moves from there.
    Elsewhere,
    /// All.
    All,
}

/// The progress of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisStage {
    /// The pass at hand.
    pub pass: Pass,
    /// The positions of the pass that have been looked at.
    pub done: usize,
    /// The positions of the pass.
    pub of: usize,
}

/// The first player's winning chance after a move of `player`, whose `chance` it is.
fn first_players_chance(player: Colour, steps: &[Step], chance: f64) -> f64 {
    // After a swap, whoever made it holds the first player's colour.
    let is_first = (player == Colour::First) != (steps.last() == Some(&Step::Swap));
    if is_first { chance } else { 1.0 - chance }
}

impl Review {
    /// Forgets what is known of places that `timeline` holds no more.
    pub(super) fn forget_removed(&mut self, timeline: &Timeline) {
        self.found.retain(|&node, _| timeline.holds(node));
        self.searched.retain(|&node, _| timeline.holds(node));
        self.analysis = self.analysis.take().filter(|analysis| analysis.moments.are_in(timeline));
        self.verdicts.clear();
        self.judge();
    }

    fn judge(&mut self) {
        let Some(analysis) = &self.analysis else { return };
        let moments = analysis.moments.list();
        self.verdicts = analysis
            .verdicts()
            .into_iter()
            .map(|verdict| (moments[verdict.index].after, verdict))
            .collect();
    }
}

impl Table {
    /// Takes over the analysis of the main line that `record` holds, if it holds one; the reason if
    /// that is ignored.
    ///
    /// Findings made here about the same moves stay. An analysis that may be somebody's work, such
    /// as one of a later version, stays in the record, and then new findings are [not
    /// kept](Self::keeps_analysis) there.
    pub fn take_analysis(&mut self, record: &Record) -> Option<CacheError> {
        let (mut analysis, fault) = GameAnalysis::of(record, &self.timeline);
        if let Some(known) =
            self.review.analysis.take().filter(|known| known.is_of_same_moves(&analysis))
        {
            analysis.keep(known);
        }
        self.review = Review {
            analysis: Some(analysis),
            found: std::mem::take(&mut self.review.found),
            searched: std::mem::take(&mut self.review.searched),
            hidden: self.review.hidden,
            is_unkept: fault.as_ref().is_some_and(CacheError::is_to_be_kept),
            ..Review::default()
        };
        self.review.judge();
        fault
    }

    /// The analysis of the game, whatever is known of it, and during play too.
    pub(crate) const fn known_analysis(&self) -> Option<&GameAnalysis> {
        self.review.analysis.as_ref()
    }

    /// The analysis of the game, if anything of it is known.
    pub fn analysis(&self) -> Option<&GameAnalysis> {
        self.review
            .analysis
            .as_ref()
            .filter(|analysis| analysis.looked_at() > 0 && self.mode != Mode::Play)
    }

    /// Takes over the analysis that `record` holds, if it holds anything of that kind; the reason
    /// if it is ignored.
    pub fn recall_analysis(&mut self, record: &Record) -> Option<CacheError> {
        record.unknown.get(cache::KEY).and_then(|_| self.take_analysis(record))
    }

    /// The request `id` to analyse what has not been looked at of the game that was [taken
    /// over](Self::take_analysis).
    pub fn study_request(&self, id: u64) -> Option<AnalysisRequest> {
        let GameAnalysis { moments, findings, build } = self.review.analysis.clone()?;
        Some(AnalysisRequest { id, moments, findings, build, budgets: Budgets::USUAL })
    }

    /// Takes in what was found about the position of the turn at `index`, and how far the analysis
    /// has come.
    pub fn learn(&mut self, index: usize, finding: Finding, stage: AnalysisStage) {
        let Some(analysis) = &mut self.review.analysis else { return };
        let Some(place) = analysis.findings.get_mut(index) else { return };
        *place = Some(finding);
        self.review.stage = Some(stage);
        self.review.judge();
    }

    /// Returns whether what is found is kept in the record.
    pub const fn keeps_analysis(&self) -> bool {
        !self.review.is_unkept
    }

    /// Puts what has been found into `record` and the game, unless an analysis of somebody else's
    /// stands there.
    pub fn keep_analysis(&mut self, record: &mut Record) {
        let kept = self.review.analysis.as_ref().filter(|_| self.keeps_analysis());
        if let Some(GameAnalysis { moments, findings, .. }) = kept {
            cache::write(record, &mut self.timeline, moments, findings);
        }
    }

    /// Notes that the analysis is no longer under way.
    pub fn end_analysis(&mut self) {
        self.review.stage = None;
    }

    /// The progress of the analysis under way.
    pub const fn stage(&self) -> Option<AnalysisStage> {
        self.review.stage
    }

    /// The verdict on the move that ends at `node`, if the game is looked through and there is one.
    pub fn verdict(&self, node: NodeId) -> Option<&Verdict> {
        self.review
            .verdicts
            .get(&node)
            .filter(|_| self.mode != Mode::Play && !self.is_hidden_at(node))
    }

    /// The verdict on the move that led to the cursor, if it is a fault; the better move is legal
    /// in the position before it.
    pub fn fault_here(&self) -> Option<&Verdict> {
        let verdict =
            self.verdict(self.timeline.cursor()).filter(|verdict| verdict.class.is_fault())?;
        (!verdict.best.is_empty()).then_some(verdict)
    }

    /// The cells of the move that would have been better than the fault that led to the cursor,
    /// without those of the fault itself.
    pub fn better_cells(&self) -> CellSet {
        let cells =
            |steps: &[Step]| -> CellSet { steps.iter().flat_map(|step| step.cells()).collect() };
        self.fault_here()
            .map_or(CellSet::EMPTY, |verdict| cells(&verdict.best) - cells(&verdict.played))
    }

    /// Plays the better move in place of the fault that led to the cursor, as a variation.
    pub fn play_better(&mut self) -> Reply {
        let Some(Verdict { index, player, best, win_before, .. }) = self.fault_here().cloned()
        else {
            return Reply::Nothing;
        };
        let chance = first_players_chance(player, &best, win_before);
        let moments = self.review.analysis.as_ref().map(|analysis| analysis.moments.list());
        let Some(moment) = moments.and_then(|moments| moments.get(index)) else {
            return Reply::Nothing;
        };
        let (before, here) = (moment.before, self.timeline.cursor());
        self.go_to(before);
        let reply = self.play_turn(&best);
        if reply == Reply::Changed {
            // Unless a search has said more of it.
            self.review.found.entry(self.timeline.cursor()).or_insert(chance);
        } else {
            self.go_to(here);
        }
        reply
    }

    /// The first player's winning chance after the move that ends at `node`, as the analysis has
    /// it.
    pub(super) fn analysed_chance(&self, node: NodeId) -> Option<f64> {
        let verdict = self.verdict(node)?;
        Some(first_players_chance(verdict.player, &verdict.played, verdict.win_after))
    }

    /// The winner of the position at the cursor with best play of both, once the analysis has
    /// proven it; `Some(None)` if it is a draw.
    pub fn proven_here(&self) -> Option<Option<Colour>> {
        let is_known = |verdict: &&Verdict| !verdict.is_claimed;
        let after = self.verdict(self.timeline.cursor()).filter(is_known).and_then(|verdict| {
            let holds = verdict.played.last() != Some(&Step::Swap);
            Some((if holds { verdict.player } else { verdict.player.other() }, verdict.proof?))
        });
        let (viewer, proof) = after.or_else(|| {
            self.verdict_onward()
                .filter(is_known)
                .and_then(|next| Some((next.player, next.proof_before?)))
        })?;
        Some(match proof {
            Proof::Win => Some(viewer),
            Proof::Loss => Some(viewer.other()),
            Proof::Draw => None,
        })
    }

    /// The first player's winning chance at the cursor before the next move of the line, as the
    /// analysis has it.
    pub fn chance_onward(&self) -> Option<f64> {
        let next = self.verdict_onward()?;
        Some(if next.player == Colour::First { next.win_before } else { 1.0 - next.win_before })
    }

    /// What the analysis says of the move that the line goes on with from the cursor.
    fn verdict_onward(&self) -> Option<&Verdict> {
        let cursor = self.timeline.cursor();
        if self.game().phase().is_mid_turn() {
            return None;
        }
        let line = self.timeline.line();
        // The start is not part of the line: from there all of the line follows.
        let from = line.iter().position(|&node| node == cursor).map_or(0, |at| at + 1);
        let turn = self.timeline.turn(cursor) + 1;
        line[from..]
            .iter()
            .filter_map(|&node| self.verdict(node))
            .find(|verdict| verdict.turn == turn)
    }

    /// Returns what the analysis found about the position at the cursor, if the engine is still the
    /// one that found it.
    pub fn finding_here(&self) -> Option<&Finding> {
        let analysis = self.review.analysis.as_ref().filter(|_| self.mode != Mode::Play)?;
        let cursor = self.timeline.cursor();
        let index = analysis.moments.list().iter().position(|moment| moment.before == cursor)?;
        analysis.findings[index].as_ref().filter(|finding| finding.build == analysis.build)
    }

    /// Hides this much of what the engine says of the game, and shows the rest.
    pub const fn hide_analysis(&mut self, hidden: Hidden) {
        self.review.hidden = hidden;
    }

    /// How much of what the engine says of the game is hidden.
    pub const fn hidden(&self) -> Hidden {
        self.review.hidden
    }

    /// Returns whether all that the engine says of the game is hidden, at the cursor too.
    pub fn hides_analysis(&self) -> bool {
        self.review.hidden == Hidden::All
    }

    /// Returns whether what the engine says of the move that led to `node` is hidden.
    pub(super) fn is_hidden_at(&self, node: NodeId) -> bool {
        let cursor = self.timeline.cursor();
        match self.review.hidden {
            Hidden::Nothing => false,
            Hidden::Elsewhere => node != cursor && self.timeline.parent(node) != cursor,
            Hidden::All => true,
        }
    }

    /// Takes note of the first player's winning chance that was found at the cursor, where the game
    /// is looked through.
    pub fn note_found(&mut self, chance: f64) {
        if self.mode != Mode::Play {
            self.review.found.insert(self.timeline.cursor(), chance);
        }
    }

    /// Remembers what a search found of the position at the cursor, unless more was known.
    pub fn remember(&mut self, found: &Analysis) {
        /// The moves of which the rest is remembered: more than a hint names.
        const MOVES: usize = 8;
        let effort = effort(found);
        let at = self.timeline.cursor();
        if self
            .review
            .searched
            .get(&at)
            .is_none_or(|known| known.proof <= found.proof && known.simulations <= effort)
        {
            let mut found = found.clone();
            found.simulations = effort;
            found.candidates.truncate(MOVES);
            self.review.searched.insert(at, found);
        }
    }

    /// Returns what searches found of the position at the cursor before.
    pub fn remembered(&self) -> Option<&Analysis> {
        self.review.searched.get(&self.timeline.cursor())
    }

    /// The first player's winning chance after the move that ends at `node`, as it was found while
    /// somebody looked at it.
    pub(super) fn found_chance(&self, node: NodeId) -> Option<f64> {
        self.review
            .found
            .get(&node)
            .copied()
            .filter(|_| self.mode != Mode::Play && !self.is_hidden_at(node))
    }

    /// Returns whether every turn of the game has been looked at.
    pub fn is_analysed(&self) -> bool {
        let analysis = self.review.analysis.as_ref();
        analysis.is_some_and(|analysis| analysis.looked_at() == analysis.moments.list().len())
    }

    /// Returns whether the analysis has found an inaccuracy, a mistake or a blunder.
    pub fn has_faults(&self) -> bool {
        self.mode != Mode::Play
            && self.review.verdicts.values().any(|verdict| verdict.class.is_fault())
    }

    /// The place after the next inaccuracy, mistake or blunder of the main line, or with `back`
    /// after the one before; from the end of the game the first.
    fn fault_beyond(&self, back: bool) -> Option<NodeId> {
        let here = self.timeline.depth(self.timeline.cursor());
        let faults = self.review.verdicts.iter().filter(|(_, verdict)| verdict.class.is_fault());
        let places: Vec<(usize, NodeId)> =
            faults.map(|(&node, _)| (self.timeline.depth(node), node)).collect();
        let before = places.iter().filter(|(at, _)| *at < here).max();
        let after = places.iter().filter(|(at, _)| *at > here).min();
        let is_end = self.timeline.children(self.timeline.cursor()).is_empty();
        // At the end of a game all faults lie behind the cursor.
        let first = || before.filter(|_| is_end).and_then(|_| places.iter().min());
        if back { before } else { after.or_else(first) }.map(|&(_, node)| node)
    }

    /// Returns whether [`go_to_fault`](Self::go_to_fault) leads anywhere.
    pub fn leads_to_fault(&self, back: bool) -> bool {
        self.mode != Mode::Play && self.fault_beyond(back).is_some()
    }

    /// Says why nothing is known of a game that is not analysed, as a sentence without its full
    /// stop.
    pub fn unanalysed(&self) -> Sentence {
        if self.timeline.main_line().is_empty() {
            "there is no move to analyse yet".into()
        } else {
            sentence!("this game has not been analysed; {} does that", ActionId::Analyse)
        }
    }

    /// Goes to the next inaccuracy, mistake or blunder of the main line, or with `back` to the one
    /// before; from the end of the game on to the first.
    pub fn go_to_fault(&mut self, back: bool) -> Reply {
        if self.review.verdicts.is_empty() {
            return Reply::Refused(self.unanalysed());
        }
        match (self.fault_beyond(back), back, self.fault_beyond(!back).is_some()) {
            (Some(node), ..) => self.go_to(node),
            (None, true, true) => Reply::Refused(sentence!(
                "there is no mistake before this move; {} goes to the next one",
                ActionId::NextFault
            )),
            (None, false, true) => Reply::Refused(sentence!(
                "there is no mistake after this move; {} goes to the previous one",
                ActionId::PreviousFault
            )),
            (None, true, false) => Reply::Refused("there is no mistake before this move".into()),
            (None, false, false) => Reply::Refused("there is no mistake after this move".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    const ANALYSED: &str = r#"{ "format": "tetralith", "version": 1, "game": "necklace", "options": { "size": 5 },
        "analysis": { "version": 1 }, "moves": [{ "move": "c3", "analysis": { "build": "1-a", "simulations": 100, "seed": 0,
        "win": 0.7, "best": "c4", "line": ["c4"], "candidates": [],
        "played": { "win": 0.6, "compared": 100, "seen": 100 } } }, "b2"] }"#;

    #[test]
    fn what_is_known_of_the_first_move_is_known_of_the_start() {
        let (record, mut timeline) = Record::read(ANALYSED.as_bytes()).unwrap();
        timeline.go_to(NodeId::START);
        let mut table = Table::new(timeline, <[Seat; 2]>::default(), Mode::Review);
        assert_eq!(table.take_analysis(&record), None);
        assert_eq!((table.chance_onward(), table.proven_here()), (Some(0.7), None));
        drop(table.go_to_turn(1));
        assert_eq!(table.chance_onward(), None, "nobody looked at the second");
    }
}
