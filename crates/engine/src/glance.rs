//! A look one step ahead, by the game's own rough count, for a player who has just learned the
//! rules.
//!
//! A person's first glance: the step that leaves them most ahead by the current count. Nothing is
//! played out, and no answer is thought of.

use tetralith_core::knowledge::Ladder;
use tetralith_core::{Knowledge, Step};

use crate::analysis::{Analysis, Candidate, GameOver};
use crate::bounds::Proof;
use crate::gain::{ahead, median_size};

/// The visits that the best step is given, or that equally good ones share in a game with
/// [`Ladder::glance_by_gain`]. They mean how likely a step is to be played: nothing was played out.
const MOST_VISITS: f64 = 10_000.0;

/// Steps less likely than this share of the best are skipped.
const LEAST_SHARE: f64 = 0.1;

/// A step and what is seen of it at a glance.
struct Seen {
    step: Step,
    /// By how much further ahead it leaves the player who plays it.
    gain: f64,
    /// The result, if it ends the game.
    proof: Option<Proof>,
}

impl Seen {
    /// The logarithm of how likely the step is, where a gain of one `unit` makes it e times as
    /// likely.
    fn likely(&self, unit: f64) -> f64 {
        match self.proof {
            Some(Proof::Win) => f64::INFINITY,
            Some(Proof::Loss) => f64::NEG_INFINITY,
            Some(Proof::Draw) | None => self.gain / unit,
        }
    }
}

/// Looks one step ahead in `position`.
///
/// A step that wins at once is seen, and so is one that loses at once. A swap is never considered,
/// and a pass only if there is nothing else.
///
/// # Errors
/// [`GameOver`] if there is no step to look for.
pub(crate) fn glance<G: Knowledge>(position: &G) -> Result<Analysis, GameOver> {
    let mover = position.to_move();
    let mut steps = Vec::new();
    if position.outcome().is_none() {
        position.legal_steps(&mut steps);
    }
    let placed = steps.iter().any(|step| !step.is_idle());
    steps.retain(|step| !step.is_idle() || !placed);
    let now = ahead(position, mover);
    let mut seen: Vec<Seen> = steps
        .into_iter()
        .map(|step| {
            let mut next = position.clone();
            next.play_unchecked(step);
            let proof = next.outcome().map(|outcome| Proof::of(outcome.winner, mover));
            Seen { step, gain: ahead(&next, mover) - now, proof }
        })
        .collect();
    let median = median_size(seen.iter().map(|seen| seen.gain)).unwrap_or(1.0);
    let Ladder { glance_temperature, glance_by_gain, .. } = *G::LADDER;
    let unit = f64::from(glance_temperature) * median;
    seen.sort_by(|one, other| other.likely(unit).total_cmp(&one.likely(unit)));
    let highest = seen.first().ok_or(GameOver)?.likely(unit);
    let mut candidates: Vec<Candidate> = Vec::new();
    for alike in seen.chunk_by(|one, other| one.likely(unit).total_cmp(&other.likely(unit)).is_eq())
    {
        let likely = alike[0].likely(unit);
        // Where every step loses, or several win, the likelihoods are equal but infinite, and their
        // difference is not a number.
        let share = if likely < highest { (likely - highest).exp() } else { 1.0 };
        if share < LEAST_SHARE {
            break;
        }
        let share = if glance_by_gain { share / alike.len() as f64 } else { share };
        candidates.extend(alike.iter().map(|&Seen { step, gain, proof }| {
            let guess = || (0.5 + 0.5 * (gain / (4.0 * median)).tanh()) as f32;
            let win = proof.map_or_else(guess, Proof::value);
            Candidate { visits: (share * MOST_VISITS) as u32, win, proof, ..Candidate::new(step) }
        }));
    }
    let best = candidates.first().ok_or(GameOver)?;
    let (win, proof) = (best.win, best.proof.filter(|&proof| proof == Proof::Win));
    Ok(Analysis {
        win,
        proof,
        principal_variation: vec![best.step],
        candidates,
        ..Analysis::new(mover)
    })
}

#[cfg(test)]
mod tests {
    use tetralith_core::games::Necklace;
    use tetralith_core::{Cell, Rules, Setup, games};

    use super::*;

    /// A game on 7×7 after stones on these columns and rows, from 0.
    fn necklace(stones: &[[usize; 2]]) -> Necklace {
        let options =
            Necklace::INFO.options(&Setup { size: Some(7), ..Setup::default() }).expect("a board");
        let mut game = Necklace::new(&options).expect("the start");
        for &[column, row] in stones {
            game.play(Step::Place(Cell::new(7 * column + row))).expect("it is legal");
        }
        game
    }

    #[test]
    fn a_winning_step_is_seen_and_a_much_worse_one_is_skipped() {
        // Red's column b is full but for its top.
        let stones: Vec<[usize; 2]> =
            (0..6).flat_map(|row| [[1, row], [3 + row % 3, row]]).collect();
        let game = necklace(&stones);
        let found = glance(&game).expect("it goes on");
        assert_eq!(
            (found.best(), found.proof),
            (Some(Step::Place(Cell::new(7 + 6))), Some(Proof::Win))
        );
        assert!(found.win.min(found.candidates[0].win) > 0.999, "a proven win is certain");
        assert_eq!(found.candidates.len(), 1);
        let early = glance(&necklace(&[[3, 3], [2, 2]])).expect("it goes on");
        assert!(early.candidates.len() < 40, "{}", early.candidates.len());
        // All that gain as much share the chance of one, and what gains less is less likely
        // together.
        let together: Vec<u32> = early
            .candidates
            .chunk_by(|one, other| one.win.total_cmp(&other.win).is_eq())
            .map(|alike| alike.iter().map(|candidate| candidate.visits).sum())
            .collect();
        assert!(early.candidates.is_sorted_by(|one, other| one.win >= other.win));
        assert!(
            together.len() > 1 && together.is_sorted_by(|one, other| one > other),
            "{together:?}"
        );
        assert!(f64::from(together[0]) > 0.98 * MOST_VISITS, "{together:?}");
    }

    #[test]
    fn every_game_is_looked_at_and_no_swap_is() {
        struct Look;
        impl games::Visitor for Look {
            type Output = ();
            fn visit<G: Knowledge>(self, position: &G) {
                let found = glance(position).expect("it goes on");
                assert!(
                    found.candidates.iter().all(|candidate| position.check(candidate.step).is_ok())
                );
                assert!(
                    found.candidates.iter().all(|candidate| candidate
                        .step
                        .cells()
                        .next()
                        .is_some())
                );
            }
        }
        for &info in games::INFOS {
            let options = info.options(&Setup::default()).expect("the defaults are playable");
            tetralith_core::Game::start(info, &options).expect("the start").visit(Look);
        }
    }
}
