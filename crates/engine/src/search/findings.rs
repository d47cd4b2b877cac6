//! What a search has found so far.

use std::sync::atomic::Ordering::Relaxed;

use tetralith_core::{Colour, Rules, Score, Step};

use super::{Run, Search};
use crate::analysis::{Analysis, Candidate};
use crate::bounds::{Bounds, Proof};
use crate::code;
use crate::tree::Node;

impl<G: Rules> Search<G> {
    pub(super) fn analysis(&self, run: &Run) -> Analysis {
        let root = self.tree.node(self.tree.root());
        let to_move = self.position.to_move();
        let mut candidates = self.candidates(root, to_move);
        self.prefer_gains(&mut candidates);
        let (win, margin) = candidates.first().map_or((0.5, 0.0), |best| (best.win, best.margin));
        Analysis {
            to_move,
            simulations: run.done.load(Relaxed),
            elapsed: run.started.elapsed(),
            win,
            margin,
            proof: if run.lost { Some(Proof::Loss) } else { root.bounds().seen_by(to_move).proof() },
            principal_variation: self.principal_variation(candidates.first()),
            candidates,
        }
    }

    /// The children of `node` that were visited or proven, best first.
    fn candidates(&self, node: &Node, mover: Colour) -> Vec<Candidate> {
        let (_, children) = self.tree.children(node);
        let mut found: Vec<Candidate> = children
            .iter()
            .filter(|child| child.visits() > 0 || child.bounds() != Bounds::OPEN)
            .map(|child| candidate(child, mover))
            .collect();
        found.sort_by(|a, b| rank(b).cmp(&rank(a)).then(b.win.total_cmp(&a.win)));
        // A proven draw is visited no more, so visits do not speak for it: it is better than anything worse than a draw, and
        // than anything at all if no more than a draw is to be had.
        if let Some(draw) = found.iter().position(|candidate| candidate.proof == Some(Proof::Draw))
            && (found[0].win < Proof::Draw.value() || node.bounds().proof() == Some(Proof::Draw))
        {
            found[..=draw].rotate_right(1);
        }
        found
    }

    /// Puts a placement before a pass that leads `candidates`, if one that promises as much gains points.
    ///
    /// Where everything is as good as lost or won, visits say little, and nobody should give away what is still there.
    fn prefer_gains(&self, candidates: &mut [Candidate]) {
        /// How much less a placement may promise.
        const AS_MUCH: f32 = 0.02;
        let Some(&pass) = candidates.first().filter(|best| best.step == Step::Pass && best.proof != Some(Proof::Win))
        else {
            return;
        };
        let mover = self.position.to_move();
        let Some(now) = lead(&self.position.score(), mover) else { return };
        let gain = |candidate: &Candidate| {
            if candidate.step == Step::Pass || candidate.win < pass.win - AS_MUCH {
                return None;
            }
            let mut next = self.position.clone();
            next.play_unchecked(candidate.step);
            lead(&next.score(), mover).map(|then| then - now).filter(|&gain| gain > 0)
        };
        let gains = candidates.iter().enumerate().filter_map(|(i, candidate)| Some((gain(candidate)?, i)));
        // Of equal gains the one looked at most, which stands first.
        if let Some((_, best)) = gains.max_by_key(|&(gain, i)| (gain, std::cmp::Reverse(i))) {
            candidates[..=best].rotate_right(1);
        }
    }

    fn principal_variation(&self, first: Option<&Candidate>) -> Vec<Step> {
        const LONGEST: usize = 24;
        const SURE: u32 = 10;
        let mut line = Vec::new();
        let mut position = self.position.clone();
        let mut node = self.tree.node(self.tree.root());
        let mut next = first.copied();
        while let Some(best) = next {
            line.push(best.step);
            position.play_unchecked(best.step);
            let (_, children) = self.tree.children(node);
            let Some(child) = children.iter().find(|child| child.step() == code::pack(best.step)) else { break };
            node = child;
            next = self
                .candidates(node, position.to_move())
                .first()
                .copied()
                .filter(|best| line.len() < LONGEST && (best.visits >= SURE || best.proof.is_some()));
        }
        line
    }
}

/// Wins first, the surest of the rest next, losses last.
fn rank(candidate: &Candidate) -> (i8, u32) {
    let class = match candidate.proof {
        Some(Proof::Win) => 1,
        Some(Proof::Loss) => -1,
        _ => 0,
    };
    (class, candidate.visits)
}

/// How many half points `viewer` is ahead, in a game of points.
fn lead(score: &Score, viewer: Colour) -> Option<i64> {
    let Score::Points { half_points: [first, second], .. } = *score else { return None };
    let lead = i64::from(first) - i64::from(second);
    Some(if viewer == Colour::First { lead } else { -lead })
}

fn candidate(child: &Node, mover: Colour) -> Candidate {
    let code = child.step();
    // After a swap, whoever made it holds the colour of the opponent.
    let viewer = if code::is_swap(code) { mover.other() } else { mover };
    let (win, margin) = child.means();
    let proof = child.bounds().seen_by(viewer).proof();
    let (win, margin) = match viewer {
        Colour::First => (win, margin),
        Colour::Second => (1.0 - win, -margin),
    };
    Candidate { step: code::unpack(code), visits: child.visits(), win: proof.map_or(win, Proof::value), margin, proof }
}
