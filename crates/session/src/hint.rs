//! The hint on the screen: the steps that it names, under numbers that stay with them while one
//! reads.

use std::time::Duration;

use tetralith_core::Step;
use tetralith_core::timeline::NodeId;
use tetralith_engine::{Analysis, Candidate, Proof};

/// The most steps a hint names.
pub const HINTS: usize = 3;

/// The fewest playouts that let a hint name a step without a proof: with fewer, the winning chance
/// is mostly luck.
const LEAST_PLAYOUTS: u32 = 10;

/// The time a number still means the step that was under it before the order changed: a player who
/// has just read it needs that long to press the key.
const READING_TIME: Duration = Duration::from_millis(700);

/// A place in one of the games of this run of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct GamePlace {
    pub game: u64,
    pub node: NodeId,
}

/// The best steps at a place, for the player to move or for the opponent.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The place where they can be made.
    pub place: GamePlace,
    /// True if they are what the opponent would do if the turn were passed over.
    pub threat: bool,
    /// True if nothing more will be known.
    pub done: bool,
    /// The findings about them; `None` until the first have come.
    known: Option<Analysis>,
    /// True if the findings come from a record, which may be another program's: those of our own
    /// search take their place.
    is_claimed: bool,
    /// The steps that it names, by their numbers.
    named: Vec<Candidate>,
    /// The steps that had the numbers before, oldest first, and the time on the steady clock until
    /// which the keys still mean them.
    before: Vec<(Vec<Step>, Duration)>,
}

impl Hint {
    /// A hint without any findings yet.
    pub const fn new(place: GamePlace, threat: bool) -> Self {
        Self {
            place,
            threat,
            done: false,
            known: None,
            is_claimed: false,
            named: Vec::new(),
            before: Vec::new(),
        }
    }

    /// This hint with what is `known` already, or `is_claimed` by a record.
    pub(crate) fn knowing(mut self, known: Option<Analysis>, is_claimed: bool) -> Self {
        self.named = known.as_ref().map_or_else(Vec::new, advised);
        (self.known, self.is_claimed) = (known, is_claimed);
        self
    }

    /// True if it is about a threat and every move that the opponent could make loses.
    pub fn is_harmless(&self) -> bool {
        self.threat && self.known.as_ref().is_some_and(|known| known.proof == Some(Proof::Loss))
    }

    /// The findings so far.
    pub const fn known(&self) -> Option<&Analysis> {
        self.known.as_ref()
    }

    /// Takes in the findings of a search at the time `now` on the steady clock, or only their lines
    /// if more was known already. `done` means that the search has ended.
    ///
    /// While the search goes on, a step keeps the number it was first named under, its figures are
    /// updated, and further steps take the numbers that are free. A step that turns out to lose
    /// goes behind the others, which move up. At the end of the search the steps are put in order.
    pub fn learn(&mut self, known: Option<Analysis>, done: bool, now: Duration) {
        let worth = |analysis: &Option<Analysis>| {
            analysis.as_ref().map(|known| (known.proof.is_some(), effort(known)))
        };
        if worth(&known) >= worth(&self.known) || self.is_claimed && done && known.is_some() {
            (self.known, self.is_claimed) = (known, false);
        } else if let (Some(ours), Some(found)) = (&mut self.known, known) {
            add_lines(ours, found);
        }
        self.done = done;
        let best = self.known.as_ref().map_or_else(Vec::new, advised);
        let named = if done { best } else { self.kept(best) };
        self.renumber(named, now);
    }

    /// The steps that are named now with what is known of them, further ones of the `best`, and
    /// after both those that lose: [`HINTS`] at most.
    fn kept(&self, best: Vec<Candidate>) -> Vec<Candidate> {
        let is_named = |step| self.named.iter().any(|named| named.step == step);
        let updated = |named: &Candidate| {
            let known = self.known.as_ref()?;
            let found = known.candidates.iter().find(|found| found.step == named.step)?;
            Some(known.judged(found))
        };
        let mut kept: Vec<Candidate> =
            self.named.iter().map(|named| updated(named).unwrap_or(*named)).collect();
        kept.extend(best.into_iter().filter(|further| !is_named(further.step)));
        kept.sort_by_key(|kept| kept.proof == Some(Proof::Loss));
        kept.truncate(HINTS);
        kept
    }

    /// Names these steps, and remembers for a while which numbers a player has read.
    fn renumber(&mut self, named: Vec<Candidate>, now: Duration) {
        let steps = |named: &[Candidate]| named.iter().map(|named| named.step).collect::<Vec<_>>();
        let (before, after) = (steps(&self.named), steps(&named));
        if !after.starts_with(&before) {
            self.before.retain(|(_, until)| now < *until);
            self.before.push((before, now + READING_TIME));
        }
        self.named = named;
    }

    /// The steps that it names, by their numbers from 1 on.
    pub fn named(&self) -> &[Candidate] {
        &self.named
    }

    /// The step meant by pressing the key `number`, from 1, at the time `now`: the one that had
    /// this number when the player read it.
    pub fn step(&self, number: u8, now: Duration) -> Option<Step> {
        let at = usize::from(number).checked_sub(1)?;
        let mut read = self.before.iter().filter(|(_, until)| now < *until);
        let before = read.find_map(|(steps, _)| steps.get(at));
        before.copied().or_else(|| Some(self.named.get(at)?.step))
    }
}

/// The steps of `analysis` that a hint names, at most [`HINTS`], in its order and with what is
/// proven of them.
///
/// Each is proven or has at least 10 playouts; if there is no such step, or all of them lose, the
/// first other one with any playouts at all is named first.
pub fn advised(analysis: &Analysis) -> Vec<Candidate> {
    let candidates = || analysis.candidates.iter().map(|candidate| analysis.judged(candidate));
    let says_something =
        |candidate: &Candidate| candidate.proof.is_some() || candidate.visits >= LEAST_PLAYOUTS;
    let is_lost = |candidate: &Candidate| candidate.proof == Some(Proof::Loss);
    let mut named: Vec<Candidate> = candidates().filter(says_something).take(HINTS).collect();
    if named.iter().all(is_lost) {
        let open = candidates().find(|candidate| candidate.visits > 0 && !is_lost(candidate));
        named.splice(..0, open);
        named.truncate(HINTS);
    }
    named
}

/// The simulations of an `analysis`, including those of earlier searches that it builds upon.
pub fn effort(analysis: &Analysis) -> u64 {
    let visits = analysis.candidates.iter().map(|candidate| u64::from(candidate.visits)).sum();
    analysis.simulations.max(visits)
}

/// Adds to `known` each line `found` for whose first step it has no line, or a shorter one beside
/// its main line: an analysis of the game keeps only its main line.
fn add_lines(known: &mut Analysis, found: Analysis) {
    for line in std::iter::once(found.principal_variation).chain(found.other_lines) {
        let is_same = |ours: &&mut Vec<Step>| ours.first() == line.first();
        if line.is_empty() || known.principal_variation.first() == line.first() {
            continue;
        }
        match known.other_lines.iter_mut().find(is_same) {
            Some(ours) if ours.len() >= line.len() => {}
            Some(ours) => *ours = line,
            None => known.other_lines.push(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::{Cell, Colour};
    use tetralith_engine::Proof;

    const PLACE: GamePlace = GamePlace { game: 1, node: NodeId::START };
    const NOW: Duration = Duration::from_secs(5);

    fn step(cell: usize) -> Step {
        Step::Place(Cell::new(cell))
    }

    /// The findings about cells, best first, each with so many playouts.
    fn found(candidates: &[(usize, u32)]) -> Analysis {
        let mut analysis = Analysis::new(Colour::First);
        for &(cell, visits) in candidates {
            let mut candidate = Candidate::new(step(cell));
            candidate.visits = visits;
            analysis.candidates.push(candidate);
            analysis.simulations += u64::from(visits);
        }
        analysis
    }

    fn named(hint: &Hint) -> Vec<(Step, u32)> {
        hint.named().iter().map(|named| (named.step, named.visits)).collect()
    }

    #[test]
    fn moves_in_lost_positions_are_shown_as_lost() {
        let mut lost = found(&[(7, 50), (8, 40)]);
        lost.proof = Some(Proof::Loss);
        let mut hint = Hint::new(PLACE, false);
        for done in [false, true] {
            hint.learn(Some(lost.clone()), done, NOW);
            let judged: Vec<_> =
                hint.named().iter().map(|named| (named.win.to_bits(), named.proof)).collect();
            assert_eq!(judged, [(0.0_f32.to_bits(), Some(Proof::Loss)); 2]);
        }
    }

    #[test]
    fn a_number_stays_with_its_move_until_the_search_rests() {
        let mut hint = Hint::new(PLACE, false);
        hint.learn(Some(found(&[(7, 50), (8, 40), (9, 3)])), false, NOW);
        assert_eq!(named(&hint), [(step(7), 50), (step(8), 40)]);
        hint.learn(Some(found(&[(9, 500), (8, 90), (7, 60), (4, 50)])), false, NOW);
        assert_eq!(
            named(&hint),
            [(step(7), 60), (step(8), 90), (step(9), 500)],
            "the figures are those of now"
        );
        hint.learn(Some(found(&[(4, 900), (9, 500), (8, 90), (7, 60)])), false, NOW);
        assert_eq!(hint.step(1, NOW), Some(step(7)), "no number is free");
        hint.learn(Some(found(&[(4, 900), (9, 700), (8, 90), (7, 60)])), true, NOW);
        assert_eq!(named(&hint), [(step(4), 900), (step(9), 700), (step(8), 90)]);
    }

    /// The findings about `open` cells, best first, and about those that are `lost`.
    fn refuted(open: &[(usize, u32)], lost: &[(usize, u32)]) -> Analysis {
        let mut analysis = found(&[open, lost].concat());
        for candidate in &mut analysis.candidates[open.len()..] {
            candidate.proof = Some(Proof::Loss);
        }
        analysis
    }

    #[test]
    fn a_step_that_turns_out_to_lose_leaves_its_number() {
        let mut hint = Hint::new(PLACE, false);
        hint.learn(Some(found(&[(7, 50), (8, 40)])), false, NOW);
        hint.learn(Some(refuted(&[(8, 90), (9, 70)], &[(7, 50)])), false, NOW);
        assert_eq!(named(&hint), [(step(8), 90), (step(9), 70), (step(7), 50)]);
        let keys = |hint: &Hint, now| [1, 2, 3].map(|key| hint.step(key, now).unwrap());
        assert_eq!(keys(&hint, NOW), [7, 8, 7].map(step), "1 and 2 were read before, 3 was free");
        let soon = NOW + READING_TIME / 2;
        hint.learn(Some(refuted(&[(9, 90), (4, 80), (5, 70)], &[(8, 90), (7, 50)])), false, soon);
        assert_eq!(named(&hint), [(step(9), 90), (step(4), 80), (step(5), 70)]);
        assert_eq!(keys(&hint, soon), [7, 8, 7].map(step), "what was read first still holds");
        assert_eq!(keys(&hint, NOW + READING_TIME), [8, 9, 7].map(step));
        assert_eq!(keys(&hint, soon + READING_TIME), [9, 4, 5].map(step));
    }

    #[test]
    fn a_step_that_loses_is_not_first_while_another_is_open() {
        let mut hint = Hint::new(PLACE, false);
        hint.learn(Some(refuted(&[(4, 9), (5, 8)], &[(7, 1), (8, 1), (9, 1)])), false, NOW);
        assert_eq!(named(&hint), [(step(4), 9), (step(7), 1), (step(8), 1)]);
        hint.learn(Some(refuted(&[], &[(7, 90), (8, 1)])), false, NOW);
        let steps: Vec<Step> = hint.named().iter().map(|named| named.step).collect();
        assert_eq!(steps, [4, 7, 8].map(step), "what is not known any better stays");
    }

    #[test]
    fn a_key_pressed_as_the_order_changes_means_what_was_read() {
        let mut hint = Hint::new(PLACE, false);
        hint.learn(Some(found(&[(7, 50), (8, 40)])), false, NOW);
        hint.learn(Some(found(&[(8, 90), (7, 60), (9, 50)])), true, NOW);
        let soon = NOW + READING_TIME / 2;
        assert_eq!(
            [1, 2, 3, 4].map(|key| hint.step(key, soon)),
            [Some(step(7)), Some(step(8)), Some(step(9)), None]
        );
        let later = NOW + READING_TIME;
        assert_eq!(
            [1, 2, 3].map(|key| hint.step(key, later)),
            [8, 7, 9].map(|cell| Some(step(cell)))
        );
        assert_eq!(hint.step(0, later), None);
    }

    #[test]
    fn a_search_that_knows_less_gives_the_lines_that_are_not_known() {
        let mut known = found(&[(7, 900), (8, 90)]);
        known.principal_variation = vec![step(7), step(1)];
        let mut hint = Hint::new(PLACE, false).knowing(Some(known), false);
        let mut search = found(&[(8, 60), (7, 40)]);
        (search.principal_variation, search.other_lines) =
            (vec![step(8), step(2)], vec![vec![step(7), step(3), step(4)]]);
        hint.learn(Some(search.clone()), false, NOW);
        let lines = |hint: &Hint| {
            let known = hint.known().unwrap();
            (known.principal_variation.clone(), known.other_lines.clone())
        };
        assert_eq!(lines(&hint), (vec![step(7), step(1)], vec![vec![step(8), step(2)]]));
        search.principal_variation.push(step(5));
        hint.learn(Some(search), true, NOW);
        assert_eq!(lines(&hint).1, [vec![step(8), step(2), step(5)]]);
        assert_eq!(named(&hint), [(step(7), 900), (step(8), 90)]);
    }

    #[test]
    fn earlier_findings_stay_until_better_ones_come() {
        let known = || Some(found(&[(7, 900)]));
        for is_claimed in [false, true] {
            let mut hint = Hint::new(PLACE, false).knowing(known(), is_claimed);
            hint.learn(Some(found(&[(8, 100)])), false, NOW);
            assert_eq!(named(&hint), [(step(7), 900)]);
            hint.learn(Some(found(&[(8, 200)])), true, NOW);
            assert_eq!(named(&hint), [if is_claimed { (step(8), 200) } else { (step(7), 900) }]);
        }
    }
}
