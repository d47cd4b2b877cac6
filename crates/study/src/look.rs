//! A look at one position: searches, and a fair comparison of the move that was played with the
//! best.

use std::cmp::Reverse;

use tetralith_core::{Game, Step};
use tetralith_engine::{
    Analysis, AnySearch, CancelToken, Config, Fairness, GameOver, Limits, NODES_PER_SIMULATION,
    Proof, prove, signature,
};

use crate::calibration::Calibration;
use crate::comparison::{Comparison, least_error, mean};
use crate::finding::{
    Finding, MAX_CANDIDATES, MAX_LINE, MoveValue, Played, StudyCandidate, rounded,
};

/// The build of the engine that is kept with findings: its version, a signature of a short search
/// from `start`, and the power that calibrates the winning chances of the game.
pub fn build(start: &Game) -> String {
    let power = Calibration::of(start.info().id).power();
    format!("{}-{:016x}-{power}", env!("CARGO_PKG_VERSION"), signature(start))
}

/// The simulations and trees that are spent on one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionEffort {
    /// Simulations of all searches together; the comparison takes about as many again.
    pub simulations: u64,
    /// The searches, each with random numbers of its own; 0 counts as 1.
    pub looks: u32,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl PositionEffort {
    pub(crate) fn share(&self) -> u64 {
        // Rounded up, so that they are as many together as were asked for.
        self.simulations.div_ceil(self.looks.max(1).into())
    }

    /// A number of trees that is not below that of all searches for `known`, a quarter of all
    /// numbers at most: a tree that is asked again only seems to confirm itself.
    ///
    /// It counts by simulations, which include those of comparisons that were replaced.
    fn used(&self, known: &Finding) -> u32 {
        let rounds = known.simulations.div_ceil(self.simulations.max(1));
        let trees = rounds.saturating_mul(self.looks.max(1).into());
        u32::try_from(trees).unwrap_or(u32::MAX).max(known.looks).min(u32::MAX / 4)
    }

    pub(crate) fn search(&self, position: &Game, nth: u32) -> AnySearch {
        let seed = self.seed.wrapping_add(u64::from(nth).wrapping_mul(0xd1b5_4a32_d192_ed03));
        let memory = MEMORY / self.looks.max(1) as usize;
        let mut search = AnySearch::new(Config { threads: 1, memory, seed, ..Config::default() });
        search.follow(position, &[]);
        search
    }
}

/// Bytes for the trees of one position: always as many, because what is found depends on what a
/// full tree forgets.
const MEMORY: usize = 64 << 20;

/// The most moves that are compared with the one that was played.
const RIVALS: usize = 4;

/// The candidates of each search that others search again.
const NAMED: usize = 3;

/// The first comparison of many moves gives each one part in this many of a search's simulations,
/// and at least 16.
const FIRST_PART: u64 = 32;

/// Looks at `position`, in which the steps `played` were played; `None` if `cancel` was raised
/// before all was known.
///
/// The same position, steps, ideas, effort and build give the same finding. Each search names the
/// moves it holds for the best. The move named most often, the best of the others that were named
/// or are among `ideas`, and the move that was played then get equal simulations in the tree of
/// every search, half as many as that search took; the value of each is its mean over all trees. So
/// no search judges its own choice alone, and the spread among the trees shows how sure the result
/// is.
///
/// # Errors
/// [`GameOver`] if there is nothing to choose.
pub fn look(
    position: &Game,
    played: &[Step],
    ideas: &[Vec<Step>],
    effort: &PositionEffort,
    build: &str,
    cancel: &CancelToken,
) -> Result<Option<Finding>, GameOver> {
    if position.outcome().is_some() {
        return Err(GameOver);
    }
    let calibration = Calibration::of(position.info().id);
    let mut views = views(position, effort, cancel)?;
    let first = &views[0];
    let mut value = first.value(calibration);
    if views.len() > 1 {
        value.win = rounded(mean(views.iter().map(|view| view.value(calibration).win)), 4);
    }
    let (mut line, candidates) = (first.line.clone(), candidates(first, calibration));
    let mut rated = None;
    if !played.is_empty() && !first.line.is_empty() {
        let seen = views.iter().map(|view| visits(&view.analysis, played)).sum();
        let rivals = rivals(&views, position, (played, ideas), effort, cancel)?;
        if rivals.is_empty() || value.proof == Some(Proof::Loss) {
            // From a lost position every move is as good as the best.
            let compared = views
                .iter()
                .filter_map(|view| view.analysis.candidates.first())
                .map(|first| first.visits)
                .sum();
            let error = least_error(compared, value.win, calibration);
            rated = Some(Played { value, compared, seen, error: rounded(error, 4) });
        } else {
            let lines: Vec<&[Step]> = rivals.iter().map(Vec::as_slice).chain([played]).collect();
            let visits = u32::try_from(effort.share() / 2).unwrap_or(u32::MAX);
            let trees = views.iter_mut().map(|view| (&mut view.search, view.fairness));
            let found = Comparison::of(trees, &lines, visits, calibration, cancel)?;
            let best = found.best();
            if value.proof.is_none() {
                // That this move wins is proven of the position too; that it loses is not.
                let of_best = found.value(best);
                let proof = of_best.proof.filter(|&proof| proof == Proof::Win);
                value = MoveValue { proof, lead: of_best.lead.or(value.lead), ..of_best };
            }
            let mut own = found.played(best, seen);
            let nodes = effort.simulations.saturating_mul(NODES_PER_SIMULATION);
            if value.proof.is_some() && own.value.proof.is_none() {
                // If the best move's result is proven and the other's only guessed, an equally good
                // move would look like a fault.
                own.value.proof = proven_after(position, played, nodes, cancel);
            } else if value.proof.is_none() && own.value.proof == Some(Proof::Loss) {
                // Of a position that was lost already no move is a fault.
                value.proof = proven_after(position, &[], nodes, cancel);
            }
            rated = Some(own);
            let begins = |line: &Vec<Vec<Step>>| {
                line.first().is_some_and(|steps| steps.starts_with(&rivals[best]))
            };
            let expected = views.iter().map(|view| &view.line).find(|line| begins(line));
            line = expected.cloned().unwrap_or_else(|| vec![rivals[best].clone()]);
        }
    }
    if cancel.is_cancelled() {
        return Ok(None);
    }
    Ok(Some(Finding {
        build: build.to_owned(),
        seed: effort.seed,
        simulations: effort.simulations,
        looks: u32::try_from(views.len()).unwrap_or(u32::MAX),
        value,
        line,
        candidates,
        played: rated,
        is_claimed: false,
    }))
}

/// The result of best play after `steps`, as the player to move in `position` sees it, if the
/// solver proves it by looking at no more than `nodes` positions.
pub(crate) fn proven_after(
    position: &Game,
    steps: &[Step],
    nodes: u64,
    cancel: &CancelToken,
) -> Option<Proof> {
    // The player who swaps holds the other colour.
    let viewer = Step::held_after(position.to_move(), steps.iter().copied());
    let mut after = position.clone();
    for &step in steps {
        after.play(step).ok()?;
    }
    if let Some(outcome) = after.outcome() {
        return Some(Proof::of(outcome.winner, viewer));
    }
    let mut analysis = Analysis::new(after.to_move());
    prove(&after, &mut analysis, nodes, cancel);
    let of_mover = analysis.proof?;
    Some(if after.to_move() == viewer { of_mover } else { of_mover.flipped() })
}

/// Compares the best move that is `known`, the best of `ideas` and the one that was `played` in
/// more trees; `None` if `cancel` was raised before.
///
/// # Errors
/// [`GameOver`] if there is nothing to choose.
pub(crate) fn look_again(
    position: &Game,
    played: &[Step],
    (known, ideas): (&Finding, &[Vec<Step>]),
    effort: &PositionEffort,
    cancel: &CancelToken,
) -> Result<Option<Finding>, GameOver> {
    let calibration = Calibration::of(position.info().id);
    let best = &known.best()[..known.best().len().min(played.len())];
    let visits = u32::try_from(effort.share() / 2).unwrap_or(u32::MAX);
    let used = effort.used(known);
    // Numbers that no other search uses.
    let nth = u32::MAX - 2 * used;
    let mut others = ideas.to_vec();
    // The trees of the comparison only look at its moves, so how fair their means are is seen here.
    let limits = Limits { simulations: Some(effort.share()), ..Limits::NONE };
    let found = effort.search(position, nth).run(&limits, cancel, &mut |_| {})?;
    let fairness = found.fairness();
    if played.len() == 1 {
        // Another search may find a move that none has found.
        others.extend(found.candidates.iter().take(NAMED).map(|candidate| vec![candidate.step]));
    }
    others.sort_unstable();
    others.dedup();
    others.retain(|other| other != best && other != played);
    let mut first = effort.search(position, nth - 1);
    let mut other = screened(others, 1, &mut first, effort, cancel)?;
    // Most ideas turn out to be worse in a single tree.
    if let [challenger] = &other[..] {
        let found = first.compare(&[best, challenger], visits, cancel)?;
        other.retain(|_| found[1].win > found[0].win);
    }
    let lines: Vec<&[Step]> =
        [best].into_iter().chain(other.iter().map(Vec::as_slice)).chain([played]).collect();
    let mut searches: Vec<AnySearch> = (0..effort.looks.max(1))
        .map(|nth| effort.search(position, used.saturating_add(nth)))
        .collect();
    let trees = searches.iter_mut().map(|search| (search, fairness));
    let found = Comparison::of(trees, &lines, visits, calibration, cancel)?;
    if cancel.is_cancelled() {
        return Ok(None);
    }
    let effort = (effort.looks.max(1), effort.simulations);
    if !other.is_empty() && found.is_better(1, 0) {
        // The earlier comparison was with another best move, so it is replaced.
        let looked = known.played.map_or(0, |played| played.seen);
        return Ok(Some(known.clone().led_by(
            &other[0],
            found.value(1),
            found.played(1, looked),
            effort,
        )));
    }
    Ok(Some(known.clone().joined(&found.value(0), &found.played(0, 0), effort)))
}

/// One search of a position, and what it makes of it.
struct View {
    search: AnySearch,
    /// The findings, with fair winning chances.
    analysis: Analysis,
    /// The correction that made them so.
    fairness: Fairness,
    /// Best play of both, each move as its steps.
    line: Vec<Vec<Step>>,
}

impl View {
    fn value(&self, calibration: Calibration) -> MoveValue {
        let Analysis { win, score, proof, .. } = self.analysis;
        MoveValue::of(calibration.chance(win.into()), score, proof)
    }
}

/// The searches of `position`; only the one that proves its result if there is such.
fn views(
    position: &Game,
    effort: &PositionEffort,
    cancel: &CancelToken,
) -> Result<Vec<View>, GameOver> {
    let mut views = Vec::new();
    for nth in 0..effort.looks.max(1) {
        let mut search = effort.search(position, nth);
        let limits = Limits { simulations: Some(effort.share()), ..Limits::NONE };
        let mut analysis = search.run(&limits, cancel, &mut |_| {})?;
        if analysis.proof.is_none() && nth == 0 {
            prove(
                position,
                &mut analysis,
                effort.simulations.saturating_mul(NODES_PER_SIMULATION),
                cancel,
            );
        }
        let is_proven = analysis.proof.is_some();
        complete(&mut analysis.principal_variation, position, effort, cancel);
        let line = moves(position, &analysis.principal_variation);
        let fairness = analysis.fairness();
        let view = View { search, analysis: analysis.fair(), fairness, line };
        if is_proven {
            return Ok(vec![view]);
        }
        views.push(view);
    }
    Ok(views)
}

/// The best moves other than `played`, cut to as many steps as it has, [`RIVALS`] at most: first
/// the one that most of `views` name, then the best of all others that any of them or `ideas` name.
fn rivals(
    views: &[View],
    position: &Game,
    (played, ideas): (&[Step], &[Vec<Step>]),
    effort: &PositionEffort,
    cancel: &CancelToken,
) -> Result<Vec<Vec<Step>>, GameOver> {
    let mut named: Vec<(Vec<Step>, usize)> = Vec::new();
    let mut name = |steps: &[Step], votes: usize| {
        let steps = &steps[..steps.len().min(played.len())];
        match named.iter_mut().find(|(named, _)| named == steps) {
            Some((_, known)) => *known += votes,
            None => named.push((steps.to_vec(), votes)),
        }
    };
    for best in views.iter().filter_map(|view| view.line.first()) {
        name(best, 1);
    }
    if views.len() > 1 {
        for view in views.iter().filter(|_| played.len() == 1) {
            for candidate in view.analysis.candidates.iter().take(NAMED) {
                name(&[candidate.step], 0);
            }
        }
        for idea in ideas {
            name(idea, 0);
        }
    }
    named.retain(|(steps, _)| steps != played);
    named.sort_by_key(|&(_, votes)| Reverse(votes));
    // If all searches hold the played move for the best, one rival is enough to test it.
    let chosen = usize::from(named.first().is_some_and(|&(_, votes)| votes > 0));
    let most = if chosen > 0 { RIVALS } else { 1 };
    let mut named: Vec<Vec<Step>> = named.into_iter().map(|(steps, _)| steps).collect();
    if named.len() > most {
        let others = named.split_off(chosen);
        let mut search = effort.search(position, u32::MAX);
        named.extend(screened(others, most - chosen, &mut search, effort, cancel)?);
    }
    Ok(named)
}

/// The `most` best of `moves`: the worse half is dropped and the rest are compared again with twice
/// the simulations, until no more than `most` are left.
fn screened(
    mut moves: Vec<Vec<Step>>,
    most: usize,
    search: &mut AnySearch,
    effort: &PositionEffort,
    cancel: &CancelToken,
) -> Result<Vec<Vec<Step>>, GameOver> {
    let mut visits = u32::try_from(effort.share() / FIRST_PART).unwrap_or(u32::MAX).max(16);
    while moves.len() > most {
        let lines: Vec<&[Step]> = moves.iter().map(Vec::as_slice).collect();
        let found = search.compare(&lines, visits, cancel)?;
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by(|&a, &b| found[b].win.total_cmp(&found[a].win));
        order.truncate((moves.len() / 2).max(most));
        moves = order.into_iter().map(|nth| std::mem::take(&mut moves[nth])).collect();
        visits = visits.saturating_mul(2);
    }
    Ok(moves)
}

fn candidates(view: &View, calibration: Calibration) -> Vec<StudyCandidate> {
    let kept = view.analysis.candidates.iter().take(MAX_CANDIDATES);
    let candidate = |found: &tetralith_engine::Candidate| {
        let found = view.analysis.judged(found);
        StudyCandidate {
            step: found.step,
            simulations: found.visits,
            value: MoveValue::of(calibration.chance(found.win.into()), found.score, found.proof),
        }
    };
    kept.map(candidate).collect()
}

/// Adds what is missing to a `line` that was not searched deeply enough to hold the whole of its
/// first turn.
fn complete(line: &mut Vec<Step>, position: &Game, effort: &PositionEffort, cancel: &CancelToken) {
    let mut next = position.clone();
    for &step in line.iter() {
        next.play_unchecked(step);
        if !next.phase().is_mid_turn() {
            return;
        }
    }
    while next.outcome().is_none() && (line.is_empty() || next.phase().is_mid_turn()) {
        let mut search = effort.search(&next, 0);
        let limits = Limits::simulations(effort.share() / 4 + 1);
        let Ok(mut analysis) = search.look(&limits, cancel, &mut |_| {}) else { return };
        // The second stone of a move must not be a guess that gives away what the first is proven
        // to keep.
        if analysis.proof.is_none() {
            prove(
                &next,
                &mut analysis,
                effort.share().saturating_mul(NODES_PER_SIMULATION),
                cancel,
            );
        }
        let Some(step) = analysis.best() else { return };
        line.push(step);
        next.play_unchecked(step);
    }
}

/// The first moves that `steps` make up when they are played from `position`.
fn moves(position: &Game, steps: &[Step]) -> Vec<Vec<Step>> {
    let mut next = position.clone();
    let mut moves: Vec<Vec<Step>> = Vec::new();
    let mut is_within = false;
    for &step in steps {
        if !is_within && moves.len() == MAX_LINE {
            break;
        }
        match moves.last_mut().filter(|_| is_within) {
            Some(steps) => steps.push(step),
            None => moves.push(vec![step]),
        }
        next.play_unchecked(step);
        is_within = next.phase().is_mid_turn();
    }
    moves
}

/// The simulations that went through the first step of `played`.
fn visits(analysis: &Analysis, played: &[Step]) -> u32 {
    let first =
        analysis.candidates.iter().find(|candidate| played.first() == Some(&candidate.step));
    first.map_or(0, |candidate| candidate.visits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_of_later_comparisons_are_new() {
        let effort = PositionEffort { simulations: 8_000, looks: 8, seed: 0 };
        let value = MoveValue { win: 0.5, lead: None, proof: None };
        let played = Played { value, compared: 100, seen: 0, error: 0.1 };
        let mut finding =
            Finding { looks: 8, played: Some(played), ..Finding::sample(8_000, value) };
        for round in 1..6 {
            assert_eq!(effort.used(&finding), 8 * round);
            finding = if round % 2 == 1 {
                finding.led_by(&[], value, played, (8, 8_000))
            } else {
                finding.joined(&value, &played, (8, 8_000))
            };
        }
    }
}
