//! Playing on where a game is decided: towards its end if it is won, against that if it is lost.
//!
//! If every playout ends alike, nothing distinguishes one step from another, and the search would
//! wander. There a count takes the place of the game's hint for each child of the root: for the
//! loser, how far ahead the step leaves them by the game's own rough count
//! ([`Knowledge::balance`]); for the winner, how little it leaves to do
//! ([`Knowledge::left_to_do`]). Like any hint it fades with the visits of a step, so a step that
//! gives the win away is still found out.
//!
//! On Necklace 13×13 Expert needed 72 plies on average against random steps without this, and 37
//! with it (12 games each).

use std::sync::atomic::Ordering::Relaxed;

use tetralith_core::Knowledge;

use super::Search;
use crate::bounds::Bounds;
use crate::code;
use crate::gain::{gain, saving, scaled};

/// The winning chance from which, and by symmetry up to which, a game counts as decided.
const DECIDED: f32 = 0.93;

/// The simulations through the root before it is asked whether the game is decided.
const LEAST_VISITS: u32 = 128;

impl<G: Knowledge> Search<G> {
    /// Looks whether the game is decided, unless that is known already; if so, makes the search
    /// prefer steps that gain.
    pub(super) fn look_for_decision(&self) {
        if self.decided.load(Relaxed) {
            return;
        }
        let root = self.tree.node(self.tree.root());
        if root.visits() < LEAST_VISITS {
            return;
        }
        let (win, _) = root.seen_by(self.position.to_move());
        if !(1.0 - DECIDED..=DECIDED).contains(&win) {
            self.rate_by_gain(win > DECIDED);
            self.decided.store(true, Relaxed);
        }
    }

    /// Sets the hint of each step to what it gains, or saves the winner, between −1 and 1 in units
    /// of twice the median gain.
    fn rate_by_gain(&self, is_won: bool) {
        let left = if is_won { self.position.left_to_do(self.position.to_move()) } else { 0.0 };
        let gain = |step| {
            if is_won { saving(&self.position, left, step) } else { gain(&self.position, step) }
        };
        let (_, children) = self.tree.children(self.tree.node(self.tree.root()));
        let gains: Vec<f64> = children
            .iter()
            .map(|child| {
                // A swap is judged for itself, and what is proven needs no hint.
                let is_judged = code::is_swap(child.step()) || child.bounds() != Bounds::OPEN;
                if is_judged { 0.0 } else { gain(code::unpack(child.step())) }
            })
            .collect();
        if gains.iter().all(|&gain| gain == 0.0) {
            return;
        }
        for (child, gain) in children.iter().zip(scaled(&gains)) {
            child.set_hint(gain);
        }
    }
}
