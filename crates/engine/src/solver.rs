//! Exact search of an endgame: alpha-beta to the end of the game with a table of positions.
//!
//! A position is known by its stones, whose step it is, the phase and whether the last step gave no
//! stone (after one pass a second may end the game). That is all the rules of these games look at
//! once the first turns are over.

use tetralith_core::{Board, Colour, Knowledge, Phase, Step};

use crate::amaf::{self, Table};
use crate::bounds::{Bounds, Proof};
use crate::code;

/// The result of an endgame as the player to move sees it, and a step that reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Solved {
    pub(crate) proof: Proof,
    pub(crate) step: Step,
}

/// Positions remembered at most, in 8 bytes each.
const MOST_REMEMBERED: usize = 1 << 20;

/// Positions remembered at least: so many that a place implies the bits of a key that its bounds
/// overwrite ([`IN_BOUNDS`]).
const LEAST_REMEMBERED: usize = 1 << 8;

/// The bits of the bounds in a word that holds the rest of a key too.
const IN_BOUNDS: u64 = 0b1111;

struct Solver<'a> {
    nodes_left: u64,
    keep_on: &'a dyn Fn() -> bool,
    /// By the low bits of a key, the key with bounds in place of its lowest bits; zero means that
    /// nothing is proven. So the table is zeros at first, which the system gives at once, and a
    /// search that is stopped early has not waited for it.
    remembered: Vec<u64>,
    /// By cell and colour: how well stones there did, so that good steps are tried first.
    history: Vec<f32>,
    /// Room for lists of steps, one for each ply.
    rooms: Vec<Vec<Step>>,
    ranked: Vec<(f32, Step)>,
}

/// Solves `position` by looking at no more than `nodes` positions; `None` if that is not enough,
/// the game is over, or `keep_on`, asked every now and then, returns false.
///
/// By the values in `table`, the (cell, colour) statistics of a search, steps are tried in a good
/// order.
pub(crate) fn solve<G: Knowledge>(
    position: &G,
    table: Option<&Table>,
    nodes: u64,
    keep_on: &dyn Fn() -> bool,
) -> Option<Solved> {
    let cells = position.board().geometry().len();
    let entries = usize::try_from(nodes)
        .unwrap_or(usize::MAX)
        .clamp(LEAST_REMEMBERED, MOST_REMEMBERED)
        .next_power_of_two();
    let history = (0..cells)
        .flat_map(|cell| Colour::BOTH.map(|colour| (cell, colour)))
        .map(|(cell, colour)| {
            let step = code::pack(Step::Place(tetralith_core::Cell::new(cell)));
            let value = table.and_then(|table| amaf::value(table, step, colour)).unwrap_or(0.5);
            if colour == Colour::First { value } else { 1.0 - value }
        })
        .collect();
    let mut solver = Solver {
        nodes_left: nodes,
        keep_on,
        remembered: vec![0; entries],
        history,
        rooms: Vec::new(),
        ranked: Vec::new(),
    };
    let mut steps = Vec::new();
    position.legal_steps(&mut steps);
    solver.order(&mut steps, position.to_move());
    let mut best: Option<Solved> = None;
    for step in steps {
        let low = best.map_or(Proof::Loss, |best| best.proof);
        let proof = solver.after(position, step, low, Proof::Win, 0)?;
        if best.is_none_or(|best| proof > best.proof) {
            best = Some(Solved { proof, step });
        }
        if proof == Proof::Win {
            break;
        }
    }
    best
}

impl Solver<'_> {
    /// The result of `step` as the player who makes it sees it, exact if it lies between `low` and
    /// `high`.
    fn after<G: Knowledge>(
        &mut self,
        position: &G,
        step: Step,
        low: Proof,
        high: Proof,
        ply: usize,
    ) -> Option<Proof> {
        let mover = position.to_move();
        let viewer = if step == Step::Swap { mover.other() } else { mover };
        let mut next = position.clone();
        next.play_unchecked(step);
        if next.to_move() == viewer {
            self.result(&next, low, high, step.is_idle(), ply)
        } else {
            self.result(&next, high.flipped(), low.flipped(), step.is_idle(), ply)
                .map(Proof::flipped)
        }
    }

    /// The result of `position` as the player to move sees it, exact if it lies between `low` and
    /// `high`.
    fn result<G: Knowledge>(
        &mut self,
        position: &G,
        low: Proof,
        high: Proof,
        idle: bool,
        ply: usize,
    ) -> Option<Proof> {
        let mover = position.to_move();
        if let Some(outcome) = position.outcome() {
            return Some(Proof::of(outcome.winner, mover));
        }
        if let Some(winner) = position.sure_winner() {
            return Some(Proof::of(Some(winner), mover));
        }
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        if self.nodes_left.is_multiple_of(1024) && !(self.keep_on)() {
            return None;
        }
        let key = key(position.board(), mover, position.phase(), idle);
        let slot = key as usize & (self.remembered.len() - 1);
        let found = self.remembered[slot];
        let is_known = (found ^ key) & !IN_BOUNDS == 0;
        let mut known =
            if is_known { Bounds::from_bits((found & IN_BOUNDS) as u8) } else { Bounds::OPEN };
        if known.low >= high || known.low == known.high {
            return Some(known.low);
        }
        if known.high <= low {
            return Some(known.high);
        }
        let (mut alpha, beta) = (low.max(known.low), high.min(known.high));
        let mut best = Proof::Loss;
        if self.rooms.len() <= ply {
            self.rooms.resize_with(ply + 1, Vec::new);
        }
        let mut steps = std::mem::take(&mut self.rooms[ply]);
        position.legal_steps(&mut steps);
        self.order(&mut steps, mover);
        let mut finished = true;
        for &step in &steps {
            let Some(proof) = self.after(position, step, alpha, beta, ply + 1) else {
                finished = false;
                break;
            };
            best = best.max(proof);
            alpha = alpha.max(best);
            if best >= beta {
                for (cell, colour) in step.stones(mover) {
                    self.history[code::slot(cell, colour)] += 0.02;
                }
                break;
            }
        }
        self.rooms[ply] = steps;
        if !finished {
            return None;
        }
        // The result is exact, or a bound on the side where it leaves the window.
        if best >= beta {
            known.low = known.low.max(best);
        } else {
            known.high = known.high.min(best.max(known.low));
            if best > low {
                known.low = known.low.max(best);
            }
        }
        self.remembered[slot] = key & !IN_BOUNDS | u64::from(known.to_bits());
        Some(best)
    }

    /// Puts the steps first whose stones have done well; those without stones last.
    fn order(&mut self, steps: &mut [Step], mover: Colour) {
        let Self { history, ranked, .. } = self;
        let value = |step: Step| {
            let (mut total, mut stones) = (0.0, 0.0);
            for (cell, colour) in step.stones(mover) {
                let worth = history[code::slot(cell, colour)];
                total += if colour == mover { worth } else { 1.0 - worth };
                stones += 1.0;
            }
            if stones > 0.0 { total / stones } else { f32::NEG_INFINITY }
        };
        ranked.clear();
        ranked.extend(steps.iter().map(|&step| (value(step), step)));
        ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        steps.iter_mut().zip(ranked.iter()).for_each(|(step, ranked)| *step = ranked.1);
    }
}

/// The [`key`] of a position after no pass.
#[cfg(test)]
pub(crate) fn key_of<G: Knowledge>(position: &G) -> u64 {
    key(position.board(), position.to_move(), position.phase(), false)
}

/// A digest of everything that the rest of the game depends on.
fn key(board: &Board, mover: Colour, phase: Phase, idle: bool) -> u64 {
    let phase = match phase {
        Phase::First => 1,
        Phase::Bound { anchor } => 2 + 4 * anchor.index() as u64,
        Phase::Free { bound } => 3 + 4 * bound.index() as u64,
        Phase::Placement => 0,
    };
    let mut hash = mix(phase << 2 | (mover.index() as u64) << 1 | u64::from(idle));
    let words = board.geometry().len().div_ceil(64);
    for colour in Colour::BOTH {
        for &word in &board.stones(colour).words()[..words] {
            hash = mix(hash ^ word);
        }
    }
    hash
}

/// A bijection of 64-bit numbers that spreads every bit.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014
/// (`SplitMix64`).
const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use tetralith_core::games::{KindVisitor, each};
    use tetralith_core::{OptionKind, Setup};

    fn minimax<G: Knowledge>(position: &G) -> Proof {
        let mover = position.to_move();
        if let Some(outcome) = position.outcome() {
            return Proof::of(outcome.winner, mover);
        }
        let mut steps = Vec::new();
        position.legal_steps(&mut steps);
        let mut best = Proof::Loss;
        for step in steps {
            let mut next = position.clone();
            next.play_unchecked(step);
            let viewer = if step == Step::Swap { mover.other() } else { mover };
            let result = minimax(&next);
            best = best.max(if next.to_move() == viewer { result } else { result.flipped() });
            if best == Proof::Win {
                break;
            }
        }
        best
    }

    struct Compare(usize);

    impl KindVisitor for Compare {
        fn visit<G: Knowledge>(&mut self) {
            for range in G::INFO.boards {
                for seed in 0..16 {
                    let size = i64::from(range.min) + i64::from(seed as u8 % 3);
                    let setup = Setup {
                        board: Some(range.shape),
                        size: Some(size),
                        opening: G::INFO.has(OptionKind::Opening).then_some(seed % 2 == 0),
                        pie: G::INFO.has(OptionKind::Pie).then_some(seed % 2 == 1),
                        ..Setup::default()
                    };
                    let options = G::INFO.options(&setup).expect("small boards are playable");
                    let mut position = G::new(&options).expect("checked options are playable");
                    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                    let mut room = Vec::new();
                    while position.outcome().is_none() && position.board().vacant().len() > 6 {
                        let step =
                            position.random_step(&mut rng, &mut room).expect("the game goes on");
                        position.play_unchecked(step);
                    }
                    let solved = solve(&position, None, 1_000_000, &|| true);
                    if position.outcome().is_some() {
                        assert_eq!(solved, None);
                        continue;
                    }
                    let solved = solved.expect("small endgames are solved");
                    assert_eq!(
                        solved.proof,
                        minimax(&position),
                        "{} {size}, seed {seed}",
                        G::INFO.id
                    );
                    // The step keeps what was promised.
                    let mover = position.to_move();
                    let viewer = if solved.step == Step::Swap { mover.other() } else { mover };
                    let mut next = position.clone();
                    next.play(solved.step).expect("the step is legal");
                    let kept = minimax(&next);
                    assert_eq!(
                        if next.to_move() == viewer { kept } else { kept.flipped() },
                        solved.proof
                    );
                    assert_eq!(
                        solve(&position, None, 0, &|| true).filter(|found| *found != solved),
                        None
                    );
                    self.0 += 1;
                }
            }
        }
    }

    #[test]
    fn endgames_are_solved_as_minimax_solves_them() {
        let mut compared = Compare(0);
        each(&mut compared);
        assert!(compared.0 >= 32, "{}", compared.0);
    }
}
