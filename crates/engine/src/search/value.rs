//! The value of a step to a search, from what is known of it.

use tetralith_core::{Colour, Knowledge};

use crate::amaf::{self, Table};
use crate::bounds::Bounds;
use crate::code;
use crate::search::Tuning;
use crate::tree::{CHUNK, Node};

/// Tabulated terms of the value formula.
pub(super) struct Shape {
    pub(super) tuning: Tuning,
    /// Number of legal steps above which children are opened little by little.
    pub(super) many: usize,
    /// The number that a full hint of a policy adds to a step's value.
    policy_weight: f32,
    /// The share of AMAF, √(K / (K + 3n)), and that of exploration, 1 / √(n + 1), by the visits n,
    /// for each of [`EQUIVALENCES`].
    weights: [Vec<(f32, f32)>; EQUIVALENCES.len()],
    /// These shares for a step of three stones. The cells of such a step say little, and its own
    /// results soon say more.
    of_several: Vec<(f32, f32)>,
    /// The value of K for such a step.
    several: f32,
}

/// Visits up to which the terms are looked up.
const TABULATED: usize = 4096;

/// The values that K is rounded to.
const EQUIVALENCES: [f32; 7] = [100.0, 200.0, 400.0, 800.0, 1600.0, 3200.0, 6400.0];

/// The index of the one for a step without stones.
const OF_NONE: usize = 0;

/// The index of the one for a step of one stone that the opponent may swap away.
const BEFORE_SWAP: usize = 2;

/// K for a step of three stones, regardless of the number of choices.
const SEVERAL: f32 = 20.0;

impl Shape {
    /// The bytes that the tabulated terms take.
    pub(super) const BYTES: usize = (EQUIVALENCES.len() + 1) * TABULATED * size_of::<(f32, f32)>();

    /// The shape of a search of the game `G`.
    pub(super) fn of<G: Knowledge>(tuning: Tuning) -> Self {
        let margin_share = (tuning.margin_share * G::MARGIN).min(1.0);
        let exploration = tuning.exploration * G::EXPLORATION;
        let hint_weight = tuning.hint_weight * G::HINTS;
        // A node has no more children at once, nor does a game with so many steps need them all.
        let many = ((tuning.widen_factor * G::MANY as f32) as usize).clamp(1, CHUNK);
        let shaped = Tuning { exploration, margin_share, hint_weight, ..tuning };
        Self { tuning: shaped, ..Self::new(tuning, many) }
    }

    fn new(tuning: Tuning, many: usize) -> Self {
        let tabulate = |k| (0..TABULATED).map(|n| weights(k, n as f32)).collect();
        let several = (SEVERAL * tuning.amaf_factor).clamp(0.01, 1e6);
        Self {
            tuning,
            many,
            policy_weight: tuning.hint_weight,
            weights: EQUIVALENCES.map(tabulate),
            of_several: tabulate(several),
            several,
        }
    }

    /// The index into [`EQUIVALENCES`] that suits a choice of so many steps.
    #[inline]
    pub(super) fn equivalence<G: Knowledge>(&self, choices: usize) -> usize {
        let k = self.tuning.amaf_factor * G::AMAF * choices as f32;
        EQUIVALENCES[1..]
            .iter()
            .take_while(|&&higher| k * std::f32::consts::SQRT_2 > higher)
            .count()
    }

    /// The share of AMAF and that of exploration at `visits`.
    #[inline]
    fn at(&self, visits: u32, equivalence: usize) -> (f32, f32) {
        let tabulated = self.weights[equivalence].get(visits as usize).copied();
        tabulated.unwrap_or_else(|| weights(EQUIVALENCES[equivalence], visits as f32))
    }

    /// The share of AMAF and that of exploration at `visits` for a step of three stones.
    #[inline]
    fn at_several(&self, visits: u32) -> (f32, f32) {
        let tabulated = self.of_several.get(visits as usize).copied();
        tabulated.unwrap_or_else(|| weights(self.several, visits as f32))
    }

    /// The number that a full hint for a child of `node` adds to a step's value.
    #[inline]
    pub(super) fn hint_weight(&self, node: &Node) -> f32 {
        if node.has_policy() { self.policy_weight } else { self.tuning.hint_weight }
    }

    /// The value of a result to the first player.
    #[inline]
    pub(super) fn value(&self, win: f32, margin: f32) -> f32 {
        let share = self.tuning.margin_share;
        (1.0 - share) * win + share * 0.5 * (margin + 1.0)
    }
}

/// The share of AMAF of equivalence `k` and that of exploration at `n` visits.
#[inline]
fn weights(k: f32, n: f32) -> (f32, f32) {
    ((k / (k + 3.0 * n)).sqrt(), 1.0 / (n + 1.0).sqrt())
}

/// The measure for the children of one node.
pub(super) struct Scale<'a> {
    pub(super) shape: &'a Shape,
    pub(super) table: Option<&'a Table>,
    pub(super) mover: Colour,
    /// c·√(ln N), of the visits N of the node and c from [`Tuning::exploration`].
    pub(super) explore: f32,
    /// The index into [`EQUIVALENCES`] for steps of one stone.
    pub(super) equivalence: usize,
    /// True if the opponent may swap next.
    pub(super) before_swap: bool,
    /// The number that a full hint adds.
    pub(super) hint_weight: f32,
}

/// The value of a choice to the player who makes it, from the visits and winning chances of what
/// there is to choose from; ½ if none was visited.
///
/// After few simulations the best one is the luckiest and the mean says more; after many the others
/// were visited only to find the best. Weighing by the square of the visits goes over from the mean
/// to the best.
pub(super) fn worth(choices: impl Iterator<Item = (u32, f32)>) -> f32 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (visits, win) in choices {
        let weight = f64::from(visits) * f64::from(visits);
        sum += weight * f64::from(win);
        weights += weight;
    }
    if weights > 0.0 { (sum / weights) as f32 } else { 0.5 }
}

impl Scale<'_> {
    /// The first of `children` with the highest value, if that is above `least`, and the value.
    ///
    /// Most of a search is spent here, so the usual case, a step with stones and without a proof,
    /// takes few branches.
    #[inline]
    pub(super) fn highest(&self, children: &[Node], least: f32) -> (Option<usize>, f32) {
        let (mut best, mut highest) = (None, least);
        let quick = self.table.filter(|_| !self.before_swap);
        let of_one = &self.shape.weights[self.equivalence][..];
        let of_several = &self.shape.of_several[..];
        let Tuning { margin_share, .. } = self.shape.tuning;
        let (of_win, of_margin) = (1.0 - margin_share, 0.5 * margin_share);
        let (sign, offset) = if self.mover == Colour::First { (1.0, 0.0) } else { (-1.0, 1.0) };
        for (i, child) in children.iter().enumerate() {
            let code = child.step();
            let weights = if code::is_tromino(code) { of_several } else { of_one };
            let score = if let Some(&(beta, explore)) = weights.get(child.visits() as usize)
                && child.bounds() == Bounds::OPEN
                && let Some(amaf) = quick.and_then(|table| amaf::value(table, code, self.mover))
            {
                // Without visits the mean is zero and AMAF has the whole say.
                let (win, margin) = child.means();
                let mean = of_win * win + of_margin * (margin + 1.0);
                let value = beta * amaf + (1.0 - beta) * mean;
                sign * value
                    + offset
                    + explore * self.explore
                    + self.hint_weight * beta * child.hint()
            } else {
                self.score(child)
            };
            if score > highest {
                (best, highest) = (Some(i), score);
            }
        }
        (best, highest)
    }

    #[cold]
    fn score(&self, child: &Node) -> f32 {
        let code = child.step();
        let visits = child.visits();
        let viewer = if code::is_swap(code) { self.mover.other() } else { self.mover };
        let bounds = child.bounds();
        if bounds != Bounds::OPEN
            && let Some(proof) = bounds.seen_by(viewer).proof()
        {
            // Nothing is to be learnt there: any open step comes first, however bad it looks.
            return proof.value() - 2.0;
        }
        let (beta, explore) = if code::is_tromino(code) {
            self.shape.at_several(visits)
        } else {
            self.shape.at(visits, if self.before_swap { BEFORE_SWAP } else { self.equivalence })
        };
        let (win, margin) = child.means();
        let mean = self.shape.value(win, margin);
        let learned = self.table.and_then(|table| amaf::value(table, code, self.mover));
        let learned = if self.before_swap {
            // A step worth more than half will be swapped away.
            learned.map(|amaf| {
                if viewer == Colour::First { amaf.min(1.0 - amaf) } else { amaf.max(1.0 - amaf) }
            })
        } else {
            learned
        };
        let value = match (learned, visits) {
            (Some(amaf), 0) => amaf,
            (Some(amaf), _) => beta * amaf + (1.0 - beta) * mean,
            // Nothing is learned of a step without stones from others. An even chance takes its
            // place, as the first results below it are those of a tree that knows nothing: one game
            // lost must not be the last.
            (None, _) => {
                let (beta, _) = self.shape.at(visits, OF_NONE);
                0.5 * beta + (1.0 - beta) * mean
            }
        };
        let value = if viewer == Colour::First { value } else { 1.0 - value };
        value + explore * self.explore + self.hint_weight * beta * child.hint()
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::{Cell, Step};

    use super::*;
    use crate::amaf::Tables;
    use crate::tree::Tree;

    #[test]
    fn choices_tend_from_the_mean_to_the_best() {
        assert!((worth([].into_iter()) - 0.5).abs() < 1e-6);
        assert!((worth([(1, 0.0), (1, 1.0), (1, 0.0), (1, 1.0)].into_iter()) - 0.5).abs() < 1e-6);
        assert!((worth([(10_000, 0.8), (100, 0.2), (90, 0.3)].into_iter()) - 0.8).abs() < 1e-3);
    }

    #[test]
    fn tromino_results_soon_outweigh_those_of_their_cells() {
        for (factor, visits) in [(1.0, 20), (4.0, 80)] {
            let shape = Shape::new(Tuning { amaf_factor: factor, ..Tuning::default() }, 640);
            let (beta, _) = shape.at_several(visits);
            assert!((beta - 0.5).abs() < 1e-6, "{beta} at {visits} visits");
        }
        for factor in [-1.0, 0.0, f32::MAX] {
            let shape = Shape::new(Tuning { amaf_factor: factor, ..Tuning::default() }, 640);
            for visits in [0, 1, 4095, 4096, 1_000_000] {
                let (beta, _) = shape.at_several(visits);
                assert!(
                    (0.0..=1.0).contains(&beta),
                    "{beta} at {visits} visits with a factor of {factor}"
                );
            }
        }
    }

    #[test]
    fn the_quick_look_and_the_careful_one_agree() {
        let shape = Shape::new(Tuning::default(), 640);
        let tables = Tables::new(9, 0);
        let table = tables.get(tables.add(None, 0.0).unwrap()).unwrap();
        let cells = [0, 1, 2].map(Cell::new);
        for (i, value) in [0.9, 0.2, 0.7].into_iter().enumerate() {
            for colour in Colour::BOTH {
                amaf::record(table, &[code::slot(cells[i], colour) as u16], value);
            }
        }
        let steps = [
            Step::Place(cells[0]),
            Step::tromino(cells[0], cells[1], cells[2]),
            Step::Pass,
            Step::Swap,
        ];
        for mover in Colour::BOTH {
            let scale = Scale {
                shape: &shape,
                table: Some(table),
                mover,
                explore: 0.3,
                equivalence: 1,
                before_swap: false,
                hint_weight: 0.15,
            };
            for visits in [0, 1, 7, 100, 5000] {
                let tree = Tree::new(9, 1 << 20);
                let root = tree.node(tree.root());
                assert!(tree.add_children(
                    root,
                    steps.iter().map(|&step| (code::pack(step), 0.5)),
                    true
                ));
                for child in tree.children(root).1 {
                    for _ in 0..visits {
                        child.add(0.75, -0.5);
                    }
                    let (best, value) =
                        scale.highest(std::slice::from_ref(child), f32::NEG_INFINITY);
                    assert_eq!(best, Some(0));
                    let careful = scale.score(child);
                    assert!(
                        (value - careful).abs() < 1e-6,
                        "{value}, {careful}: {mover:?} at {visits} visits"
                    );
                }
            }
        }
    }
}
