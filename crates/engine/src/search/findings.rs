//! The findings of a search so far.

use std::sync::atomic::Ordering::Relaxed;

use tetralith_core::{Colour, Knowledge, Step};

use super::leads::{self, Leads};
use super::value::worth;
use super::{Run, Search};
use crate::analysis::{Analysis, Candidate};
use crate::bounds::{Bounds, Proof};
use crate::code;
use crate::gain::saving;
use crate::tree::Node;

/// The number of candidates after the first whose lines are reported.
const OTHER_LINES: usize = 2;

impl<G: Knowledge> Search<G> {
    /// The findings now, with what `leads` say of the points if the game has any.
    pub(super) fn analysis(&self, run: &Run, leads: Option<&Leads>) -> Analysis {
        let root = self.tree.node(self.tree.root());
        let to_move = self.position.to_move();
        let mut candidates = self.candidates(root, to_move, leads);
        self.prefer_gains(&mut candidates);
        self.make_for_the_end(&mut candidates);
        Self::judge_swap(&mut candidates);
        let (win, margin) = candidates.first().map_or((0.5, 0.0), |best| (best.win, best.margin));
        let principal_variation = self.principal_variation(candidates.first());
        let proof =
            if run.lost { Some(Proof::Loss) } else { root.bounds().seen_by(to_move).proof() };
        // That it is lost was proven beside the tree, which goes on to look for what is hardest to
        // refute.
        let win = if run.lost { Proof::Loss.value() } else { win };
        let score = leads.and_then(|_| match proof {
            None => candidates.first()?.score,
            Some(proof) => self
                .lead_after(&principal_variation)
                .filter(|&lead| leads::agrees(lead, proof.value())),
        });
        if let Some(best) = candidates.first_mut() {
            best.score = score;
        }
        Analysis {
            to_move,
            simulations: run.done.load(Relaxed),
            elapsed: run.started.elapsed(),
            win,
            margin,
            score,
            proof,
            principal_variation,
            other_lines: candidates
                .iter()
                .skip(1)
                .take(OTHER_LINES)
                .map(|other| self.principal_variation(Some(other)))
                .collect(),
            ends_in: None,
            candidates,
        }
    }

    /// The children of `node` that were visited or proven, and a swap in any case, best first;
    /// `leads` are those of its children.
    fn candidates(&self, node: &Node, mover: Colour, leads: Option<&Leads>) -> Vec<Candidate> {
        let (_, children) = self.tree.children(node);
        let mut found: Vec<Candidate> = children
            .iter()
            .enumerate()
            .filter(|(_, child)| {
                child.visits() > 0 || child.bounds() != Bounds::OPEN || code::is_swap(child.step())
            })
            .map(|(i, child)| candidate(child, mover, leads.and_then(|leads| leads.mean(i))))
            .collect();
        found.sort_by(|a, b| rank(b).cmp(&rank(a)).then(b.win.total_cmp(&a.win)));
        if let Some(surest) = surest(&found, self.config.tuning.bound) {
            found[..=surest].rotate_right(1);
        }
        // A proven draw is visited no more, so visits do not speak for it: it is better than
        // anything worse than a draw, and than anything at all if no more than a draw is to be had.
        if let Some(draw) = found.iter().position(|candidate| candidate.proof == Some(Proof::Draw))
            && (found[0].win < Proof::Draw.value() || node.bounds().proof() == Some(Proof::Draw))
        {
            found[..=draw].rotate_right(1);
        }
        found
    }

    /// Puts a placement before a pass that leads `candidates`, unless the pass is proven to win:
    /// one that gains points; after few visits of the pass, or where the game is as good as lost,
    /// also one that costs none; and in the middle of a game, unless the pass was visited very
    /// often, the best placement if it looks nearly as good.
    ///
    /// If everything is as good as lost or won, visits say little, and after few simulations they
    /// say nothing: no player should give away the rest, or pass in the middle of a game because
    /// the first games played out were lost.
    fn prefer_gains(&self, candidates: &mut Vec<Candidate>) {
        /// Legal steps that are tried, evenly spread, if none that gains was searched.
        const LOOKS: usize = 2000;
        /// Visits of a pass below which it is not believed to be better than a placement that costs
        /// nothing.
        const FEW: u32 = 2000;
        /// The same in the middle of a game, where points are hardly worth anything yet, and a pass
        /// next to nothing.
        const MANY: u32 = 10_000;
        /// The most that the winning chance of a placement may be below that of the pass there.
        const NEAR: f32 = 0.1;
        /// The winning chance below which there is nothing to lose but points.
        const LOST: f32 = 0.05;
        let Some(&pass) = candidates
            .first()
            .filter(|best| best.step == Step::Pass && best.proof != Some(Proof::Win))
        else {
            return;
        };
        let mover = self.position.to_move();
        let Some(now) = lead(&self.position, mover) else { return };
        let least = i64::from(pass.visits >= FEW && pass.win >= LOST);
        let gain = |step: Step| {
            let mut next = self.position.clone();
            next.play_unchecked(step);
            lead(&next, mover)
                .map(|then| then - now)
                .filter(|&gain| step != Step::Pass && gain >= least)
        };
        let no_worse = |candidate: &Candidate| {
            candidate.proof != Some(Proof::Loss) || pass.proof == Some(Proof::Loss)
        };
        if pass.visits < MANY && self.position.usual_steps_left() > 0 {
            let is_better = |candidate: &Candidate| {
                candidate.step != Step::Pass
                    && no_worse(candidate)
                    && candidate.win >= pass.win - NEAR
            };
            if let Some(best) = candidates.iter().position(is_better) {
                candidates[..=best].rotate_right(1);
                return;
            }
        }
        let searched = candidates.iter().enumerate().filter(|(_, candidate)| no_worse(candidate));
        let gains = searched.filter_map(|(i, candidate)| Some((gain(candidate.step)?, i)));
        // Of equal gains the best one, which comes first.
        if let Some((_, best)) = gains.max_by_key(|&(gain, i)| (gain, std::cmp::Reverse(i))) {
            candidates[..=best].rotate_right(1);
            return;
        }
        let mut steps = Vec::new();
        self.position.legal_steps(&mut steps);
        steps.retain(|&step| candidates.iter().all(|candidate| candidate.step != step));
        let stride = steps.len().div_ceil(LOOKS).max(1);
        let unsearched = steps.into_iter().step_by(stride);
        if let Some((_, step)) =
            unsearched.filter_map(|step| Some((gain(step)?, step))).max_by_key(|&(gain, _)| gain)
        {
            // Of a step that was not searched no more is known than of the position.
            let (win, margin) = self.tree.node(self.tree.root()).seen_by(mover);
            candidates.insert(0, Candidate { win, margin, ..Candidate::new(step) });
        }
    }

    /// The step that leaves least to do ([`Knowledge::left_to_do`]), and so ends the game soon,
    /// where the position is settled for the player to move; `None` where it is not.
    ///
    /// If no step leaves less, only the opponent can make way, and need not do so while there is
    /// something else to play: then it is the one of the best steps that leaves the opponent the
    /// fewest steps.
    pub(super) fn step_for_the_end(&self) -> Option<Step> {
        self.position.settled().filter(|&winner| winner == self.position.to_move())?;
        let mut steps = Vec::new();
        self.position.legal_steps(&mut steps);
        let left = self.position.left_to_do(self.position.to_move());
        let savings: Vec<f64> =
            steps.iter().map(|&step| saving(&self.position, left, step)).collect();
        let most = savings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut best =
            steps.iter().zip(savings).filter(|&(_, saved)| saved >= most).map(|(&step, _)| step);
        if most > 0.0 {
            return best.next();
        }
        let mut answers = Vec::new();
        best.min_by_key(|&step| {
            let mut next = self.position.clone();
            next.play_unchecked(step);
            next.legal_steps(&mut answers);
            answers.len()
        })
    }

    /// Proves every candidate and puts first what [ends](Self::step_for_the_end) the game, if there
    /// is such a step.
    fn make_for_the_end(&self, candidates: &mut Vec<Candidate>) {
        let Some(best) = self.for_the_end else { return };
        match candidates.iter().position(|candidate| candidate.step == best) {
            Some(found) => candidates[..=found].rotate_right(1),
            None => candidates.insert(0, Candidate::new(best)),
        }
        for candidate in candidates {
            (candidate.win, candidate.proof) = (Proof::Win.value(), Some(Proof::Win));
        }
    }

    /// Judges a swap by the other steps, and puts it first if and only if it is worth more than
    /// half.
    ///
    /// A player who swaps takes over the stone on the board and leaves the choice among the same
    /// steps to the other person: so a swap is worth what the best of them leaves.
    fn judge_swap(candidates: &mut [Candidate]) {
        let Some(swap) = candidates.iter().position(|candidate| candidate.step == Step::Swap)
        else {
            return;
        };
        let others = || candidates.iter().filter(|candidate| candidate.step != Step::Swap);
        let Some(best) = others().next() else { return };
        if candidates[swap].proof.is_some() {
            return;
        }
        let chances = others()
            .filter(|other| other.proof != Some(Proof::Loss))
            .map(|other| (other.visits, other.win));
        let value = best.proof.map_or_else(|| worth(chances), Proof::value);
        candidates[swap].win = 1.0 - value;
        if value < 0.5 {
            candidates[..=swap].rotate_right(1);
        } else if swap == 0 {
            candidates[..=1].rotate_left(1);
        }
    }

    /// The lead in points of the player to move once `steps` are played.
    fn lead_after(&self, steps: &[Step]) -> Option<f32> {
        let mut position = self.position.clone();
        let mut own = position.to_move();
        for &step in steps {
            position.play_unchecked(step);
            if step == Step::Swap {
                own = own.other();
            }
        }
        position.lead().map(|lead| if own == Colour::First { lead } else { -lead })
    }

    fn principal_variation(&self, first: Option<&Candidate>) -> Vec<Step> {
        const LONGEST: usize = 24;
        const SURE: u32 = 10;
        let mut steps = Vec::new();
        let mut position = self.position.clone();
        let mut node = self.tree.node(self.tree.root());
        let mut next = first.copied();
        while let Some(best) = next {
            steps.push(best.step);
            position.play_unchecked(best.step);
            let (_, children) = self.tree.children(node);
            let Some(child) = children.iter().find(|child| child.step() == code::pack(best.step))
            else {
                break;
            };
            node = child;
            next =
                self.candidates(node, position.to_move(), None).first().copied().filter(|best| {
                    steps.len() < LONGEST && (best.visits >= SURE || best.proof.is_some())
                });
        }
        steps
    }
}

/// The index in `found`, in the order of [`rank`], of the candidate whose winning chance is highest
/// even if it is overrated by `bound` standard errors, among those visited nearly as often as the
/// first; `None` where visits are too few for that to say more than they do, where the first is
/// proven, and for a `bound` of 0.
///
/// A step that turns out better late is visited ever more often from then on, but the search may
/// end before it is visited most. Source: Wu, "Accelerating Self-Play Learning in Go", 2019.
fn surest(found: &[Candidate], bound: f32) -> Option<usize> {
    /// Visits below which a step is not put before one with more.
    const FEW: f32 = 1000.0;
    /// The same as a share of the most visits.
    const SHARE: f32 = 0.3;
    let first = found.first().filter(|first| first.proof.is_none() && bound > 0.0)?;
    let least = FEW.max(SHARE * first.visits as f32);
    let lowest = |candidate: &Candidate| {
        let Candidate { win, visits, .. } = *candidate;
        win - bound * (win * (1.0 - win) / visits as f32).sqrt()
    };
    // Of equal ones `max_by` takes the last, which is to be the most visited.
    found
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, candidate)| candidate.proof.is_none() && candidate.visits as f32 >= least)
        .max_by(|(_, a), (_, b)| lowest(a).total_cmp(&lowest(b)))
        .map(|(best, _)| best)
}

/// Wins first, the most visited of the rest next, losses last.
fn rank(candidate: &Candidate) -> (i8, u32) {
    let class = match candidate.proof {
        Some(Proof::Win) => 1,
        Some(Proof::Loss) => -1,
        _ => 0,
    };
    (class, candidate.visits)
}

/// The lead of `viewer` in half points, in a game of points.
fn lead<G: Knowledge>(position: &G, viewer: Colour) -> Option<i64> {
    let [first, second] = position.half_points()?;
    let lead = i64::from(first) - i64::from(second);
    Some(if viewer == Colour::First { lead } else { -lead })
}

/// The findings about `child`, a step of `mover`, after which the first player leads by `lead`
/// points at the end.
fn candidate(child: &Node, mover: Colour, lead: Option<f32>) -> Candidate {
    let code = child.step();
    // After a swap, the player who made it holds the colour of the opponent.
    let viewer = if code::is_swap(code) { mover.other() } else { mover };
    let proof = child.bounds().seen_by(viewer).proof();
    let (win, margin) = child.seen_by(viewer);
    let score = lead.map(|lead| if mover == Colour::First { lead } else { -lead });
    Candidate {
        step: code::unpack(code),
        visits: child.visits(),
        win: proof.map_or(win, Proof::value),
        margin,
        // Simulations before a proof may have been about something else.
        score: score.filter(|&lead| proof.is_none_or(|proof| leads::agrees(lead, proof.value()))),
        proof,
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::Cell;

    use super::*;

    fn found(visits_and_wins: &[(u32, f32)]) -> Vec<Candidate> {
        let candidate = |(i, &(visits, win))| Candidate {
            visits,
            win,
            ..Candidate::new(Step::Place(Cell::new(i)))
        };
        visits_and_wins.iter().enumerate().map(candidate).collect()
    }

    #[test]
    fn step_found_better_late_is_named_before_a_more_visited_one() {
        let cases = [
            ([(250_168, 0.54), (234_630, 0.63)], Some(1)),
            ([(250_168, 0.63), (234_630, 0.54)], Some(0)),
            // A step with few visits may be overrated.
            ([(250_168, 0.54), (40_000, 0.63)], Some(0)),
            ([(2_000, 0.54), (1_200, 0.55)], Some(0)),
            ([(2_000, 0.54), (900, 0.99)], Some(0)),
            ([(900, 0.2), (800, 0.8)], None),
            // Where all is lost, visits speak.
            ([(5_000, 0.0), (4_000, 0.0)], Some(0)),
        ];
        for (visits_and_wins, best) in cases {
            assert_eq!(surest(&found(&visits_and_wins), 6.0), best, "{visits_and_wins:?}");
        }
        assert_eq!(surest(&found(&[(5_000, 0.2), (4_000, 0.8)]), 0.0), None);
    }
}
