//! The analysis of the game at the table, as far as it has come.

mod shown;

use std::collections::BTreeMap;

use tetralith_core::Record;
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_engine::Analysis;
use tetralith_study::{
    AnalysisRequest, Budgets, CacheError, Finding, GameAnalysis, Pass, Verdict, cache,
};

use crate::hint::effort;
pub use shown::{Fork, ProvenResult, ShownReview};

/// The analysis of a game, and how far it has come.
#[derive(Clone, Default)]
pub struct Review {
    analysis: Option<GameAnalysis>,
    /// The findings about former main lines, by the place after the move.
    former: BTreeMap<NodeId, Finding>,
    /// The verdicts by the place after the move.
    verdicts: BTreeMap<NodeId, Verdict>,
    /// The first player's winning chances that searches found in positions that were searched.
    found: BTreeMap<NodeId, f64>,
    searched: BTreeMap<NodeId, Analysis>,
    stage: Option<AnalysisStage>,
    /// True if the record holds the analysis of another program, which this one must not replace.
    is_kept_out: bool,
    /// The part that is hidden for a while.
    hidden: Hidden,
}

/// The part of the engine's output that is hidden from a player who wants to think first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Hidden {
    #[default]
    Nothing,
    /// All but its findings about the cursor: the move that led there and the moves from there.
    Elsewhere,
    All,
}

/// The progress of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisStage {
    /// The pass at hand.
    pub pass: Pass,
    /// The positions of the pass that have been searched.
    pub done: usize,
    /// The positions of the pass.
    pub of: usize,
}

impl Review {
    /// Takes over the analysis of the main line of `timeline` that its `record` holds, if it holds
    /// one; the reason if that is ignored.
    ///
    /// Findings made here about the same moves stay. An analysis that may be another program's
    /// work, such as one of a later version, stays in the record, and then new findings are [not
    /// kept](Self::is_kept) there.
    pub(super) fn take(&mut self, record: &Record, timeline: &Timeline) -> Option<CacheError> {
        let (analysis, fault) = GameAnalysis::of(record, timeline);
        self.analysis = Some(self.with_known(analysis, timeline));
        self.stage = None;
        self.is_kept_out = fault.as_ref().is_some_and(CacheError::is_to_be_kept);
        self.judge();
        fault
    }

    /// The `analysis` of the main line of `timeline` with the findings made here, in place of the
    /// one so far.
    fn with_known(&mut self, mut analysis: GameAnalysis, timeline: &Timeline) -> GameAnalysis {
        let known = self.analysis.take().into_iter().flat_map(GameAnalysis::by_place);
        self.former.extend(known.filter(|&(place, _)| timeline.holds(place)));
        analysis.keep(&self.former);
        analysis
    }

    /// Puts what has been found into `record` and its `timeline`, unless the analysis of another
    /// program is there.
    pub(super) fn keep(&self, record: &mut Record, timeline: &mut Timeline) {
        let kept = self.analysis.as_ref().filter(|_| self.is_kept());
        if let Some(GameAnalysis { moments, findings, .. }) = kept {
            cache::write(record, timeline, moments, findings);
        }
    }

    /// True if what is found is kept in the record.
    pub const fn is_kept(&self) -> bool {
        !self.is_kept_out
    }

    /// The analysis of the game as far as it goes, during play too.
    pub(crate) const fn known(&self) -> Option<&GameAnalysis> {
        self.analysis.as_ref()
    }

    /// The request `id` to analyse the rest of the game whose analysis was taken over.
    pub(crate) fn request(&self, id: u64) -> Option<AnalysisRequest> {
        let GameAnalysis { moments, findings, build } = self.analysis.clone()?;
        Some(AnalysisRequest { id, moments, findings, build, budgets: Budgets::USUAL })
    }

    /// Takes in what was found about the position of the turn at `index`, and how far the analysis
    /// has come.
    pub(crate) fn learn(&mut self, index: usize, finding: Finding, stage: AnalysisStage) {
        let Some(analysis) = &mut self.analysis else { return };
        let Some(place) = analysis.findings.get_mut(index) else { return };
        *place = Some(finding);
        self.stage = Some(stage);
        self.judge();
    }

    /// The end of the line that is analysed.
    pub(crate) fn end_of_line(&self) -> Option<NodeId> {
        self.analysis.as_ref()?.moments.list().last().map(|last| last.after)
    }

    /// Notes that the analysis is no longer under way.
    pub(crate) const fn end(&mut self) {
        self.stage = None;
    }

    /// The progress of the analysis under way.
    pub const fn stage(&self) -> Option<AnalysisStage> {
        self.stage
    }

    /// Hides this much of the engine's findings on the game, and shows the rest.
    pub(crate) const fn hide(&mut self, hidden: Hidden) {
        self.hidden = hidden;
    }

    /// Notes the first player's winning chance that was found at `node`.
    pub(super) fn note_chance(&mut self, node: NodeId, chance: f64) {
        self.found.insert(node, chance);
    }

    /// Notes the chance at `node` that follows from the analysis, unless a search found another.
    pub(super) fn suppose_chance(&mut self, node: NodeId, chance: f64) {
        self.found.entry(node).or_insert(chance);
    }

    /// Remembers what a search found of the position at `node`, unless more was known.
    pub(super) fn remember(&mut self, node: NodeId, found: &Analysis) {
        /// The most moves that are remembered with their findings: more than a hint names.
        const MOVES: usize = 8;
        let effort = effort(found);
        let is_more = |known: &Analysis| known.proof <= found.proof && known.simulations <= effort;
        if self.searched.get(&node).is_none_or(is_more) {
            let mut found = found.clone();
            found.simulations = effort;
            found.candidates.truncate(MOVES);
            self.searched.insert(node, found);
        }
    }

    /// Forgets what is known of places that `timeline` holds no more.
    pub(super) fn forget_removed(&mut self, timeline: &Timeline) {
        self.found.retain(|&node, _| timeline.holds(node));
        self.searched.retain(|&node, _| timeline.holds(node));
        self.former.retain(|&node, _| timeline.holds(node));
    }

    /// Has the analysis be about the main line of `timeline` if that is another one now.
    pub(super) fn follow_main_line(&mut self, timeline: &Timeline) {
        let is_followed = match &self.analysis {
            Some(analysis) => analysis.moments.begin(timeline),
            None => self.former.is_empty(),
        };
        if is_followed {
            return;
        }
        let noted = if self.is_kept() {
            GameAnalysis::beside(timeline)
        } else {
            GameAnalysis::unsearched(timeline)
        };
        let moved = self.with_known(noted, timeline);
        // An analysis without findings is none.
        self.analysis = Some(moved).filter(|analysis| analysis.looked_at() > 0);
        self.stage = None;
        self.verdicts.clear();
        self.judge();
    }

    fn judge(&mut self) {
        let Some(analysis) = &self.analysis else { return };
        self.verdicts = analysis
            .verdicts()
            .into_iter()
            .map(|verdict| (verdict.choice.after, verdict))
            .collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;
    use crate::table::{Mode, Table};

    const ANALYSED: &str = r#"{ "format": "tetralith", "version": 1, "game": "necklace", "options": { "size": 5 },
        "analysis": { "version": 1 }, "moves": [{ "move": "c3", "analysis": { "build": "1-a", "simulations": 100, "seed": 0,
        "win": 0.7, "best": "c4", "line": ["c4"], "candidates": [],
        "played": { "win": 0.6, "compared": 100, "seen": 100 } } }, "b2"] }"#;

    /// The review of a won game of Necklace with these notes on its moves, from the first.
    fn reviewed(notes: &[&str], result: &str) -> Table {
        let moves = ["c3", "b4", "c2", "d3", "c4", "b2", "c1", "d2", "c5"];
        let last = if result.is_empty() { 9 } else { 4 };
        let entry = |(at, name): (usize, &&str)| match notes.get(at) {
            Some(note) => format!(r#"{{ "move": "{name}", {note} }}"#),
            None => format!(r#""{name}""#),
        };
        let moves: Vec<String> = moves.iter().take(last).enumerate().map(entry).collect();
        let text = format!(
            r#"{{ "format": "tetralith", "version": 1, "game": "necklace", {}, "moves": [{}]{} }}"#,
            r#""options": { "size": 5 }"#,
            moves.join(", "),
            result
        );
        let (_, timeline) = Record::read(text.as_bytes()).unwrap();
        Table::new(timeline, <[Seat; 2]>::default(), Mode::Review)
    }

    #[test]
    fn curves_of_finished_games_end_at_the_result() {
        let notes = [r#""eval": 0.6"#, r#""eval": 0.3"#];
        let rates = |table: &Table| -> Vec<f64> {
            table.review().chances().into_iter().map(|(_, rate)| rate).collect()
        };
        let won = reviewed(&notes, "");
        assert_eq!((rates(&won), won.review().ended_off_board()), (vec![0.6, 0.3, 1.0], None));
        let resigned = r#", "result": { "winner": "blue", "reason": "resignation" }"#;
        let resigned = reviewed(&notes, resigned);
        assert_eq!(rates(&resigned), [0.6, 0.3], "no move ended it");
        let end = resigned.timeline().main_line().last().copied();
        assert_eq!(resigned.review().ended_off_board(), end.map(|end| (end, 0.0)));
    }

    #[test]
    fn faults_are_those_marked_in_a_game_without_analysis() {
        let marked = reviewed(&[r#""nag": "!""#, r#""nag": "?!", "eval": 0.4"#], "");
        let second = marked.timeline().main_line()[1];
        assert_eq!(marked.review().fault(true), Ok(second), "it is before the end");
        let refusal = |notes: &[&str]| {
            let why = reviewed(notes, "").review().fault(true).unwrap_err();
            why.spell(|_| "A".to_owned())
        };
        assert!(refusal(&[r#""eval": 0.4"#]).starts_with("no move is marked"));
        assert!(refusal(&[]).contains("not analysed yet"));
    }

    #[test]
    fn analysis_is_of_the_new_main_line() {
        use crate::table::{GameState, Reply};
        let (record, timeline) = Record::read(ANALYSED.as_bytes()).unwrap();
        let names = tetralith_core::Names::of(timeline.start());
        for (turn, left) in [(1, Some(1)), (0, None)] {
            let mut table = Table::new(timeline.clone(), <[Seat; 2]>::default(), Mode::Review);
            assert_eq!(table.take_analysis(&record), None);
            table.change(GameState::let_explore);
            table.go(table.lines().turn(turn));
            assert_eq!(table.timeline().turn(table.timeline().cursor()), turn);
            for step in ["d4", "a1"] {
                assert_eq!(table.play(&names.parse_turn(step).unwrap()), Reply::Changed);
            }
            assert_eq!(table.change(GameState::promote), Reply::Changed);
            assert!(table.timeline().main_line().contains(&table.timeline().cursor()));
            let known = table.analysis().known();
            assert_eq!(known.map(GameAnalysis::looked_at), left, "after turn {turn}");
            let of = known.map(|known| known.moments.list().len());
            assert_eq!(of, left.map(|_| table.timeline().main_line().len()));
            // The former main line has its findings again, those kept in the game included.
            let former = timeline.main_line().last().copied().unwrap();
            table.go(table.lines().to(former));
            assert_eq!(table.change(GameState::promote), Reply::Changed);
            let again = table.analysis().known().unwrap();
            assert_eq!(again.findings, GameAnalysis::of(&record, &timeline).0.findings);
        }
    }

    #[test]
    fn findings_of_the_first_move_hold_for_the_start() {
        let (record, mut timeline) = Record::read(ANALYSED.as_bytes()).unwrap();
        timeline.go_to(NodeId::START);
        let mut table = Table::new(timeline, <[Seat; 2]>::default(), Mode::Review);
        assert_eq!(table.take_analysis(&record), None);
        assert_eq!(
            (table.review().chance_onward(), table.review().proven_here()),
            (Some(0.7), None)
        );
        table.go(table.lines().turn(1));
        assert_eq!(table.review().chance_onward(), None, "the second was not looked at");
    }
}
