//! Variations that are made by playing while a game is looked through: both sides are the reader's,
//! and nobody answers.

use tetralith_core::Colour;
use tetralith_core::timeline::NodeId;

use super::{Mode, Reply, Table};

/// A variation beside the line it left.
#[derive(Clone, PartialEq, Debug)]
pub struct Fork {
    /// The number of the turn that it replaces.
    pub turn: u32,
    /// The player who made that turn in both.
    pub player: Colour,
    /// The places of the variation up to the cursor.
    pub here: Vec<NodeId>,
    /// As many turns of the line that it left, as far as that goes.
    pub there: Vec<NodeId>,
    /// The winning chances of `player` after both, the variation's first, where they are known.
    pub chances: [Option<f64>; 2],
}

impl Table {
    /// Lets moves be explored where the game is reviewed: they become variations.
    pub const fn let_explore(&mut self) {
        self.may_explore = true;
    }

    /// Returns whether a move can be explored here as a variation.
    pub fn can_explore(&self) -> bool {
        let plays_on_elsewhere = self.is_remote() && !self.is_finished();
        self.may_explore
            && self.mode != Mode::Play
            && self.outcome().is_none()
            && !plays_on_elsewhere
    }

    /// The line that the game is on, with moves that were taken back.
    fn played_line(&self) -> Vec<NodeId> {
        self.timeline.path(self.timeline.played_end())
    }

    /// The first place of the variation at the cursor, the innermost if it lies in others; `None`
    /// on the line that was played.
    pub fn variation(&self) -> Option<NodeId> {
        let played = self.played_line();
        let is_first = |node: NodeId| {
            let parent = self.timeline.parent(node);
            let begins_to_explore =
                !self.timeline.was_played(node) && self.timeline.was_played(parent);
            self.timeline.children(parent).first() != Some(&node) || begins_to_explore
        };
        let path = self.timeline.path(self.timeline.cursor());
        path.into_iter().filter(|node| !played.contains(node)).rfind(|&node| is_first(node))
    }

    /// Goes back to where the variation left the line that was played.
    pub fn leave_variation(&mut self) -> Reply {
        let played = self.played_line();
        let path = self.timeline.path(self.timeline.cursor());
        if path.last().is_none_or(|last| played.contains(last)) {
            return Reply::Refused("this is the main line".into());
        }
        let left = path.into_iter().rfind(|node| played.contains(node)).unwrap_or(NodeId::START);
        // Going forward from there then follows the game; the variation is still in the list of
        // moves.
        if let Some(next) = self.timeline.played_after(left) {
            self.timeline.go_to(next);
        }
        self.go_to(left)
    }

    /// The number of moves that deleting the variation at the cursor takes away.
    ///
    /// # Errors
    /// A sentence without its full stop if there is no variation here.
    pub fn variation_moves(&self) -> Result<usize, String> {
        let Some(first) = self.variation() else {
            return Err("this is the main line; only a variation can be deleted".to_owned());
        };
        let mut moves = 0;
        let mut open = vec![(first, 0)];
        while let Some((node, before)) = open.pop() {
            let turn = self.timeline.turn(node);
            moves += usize::from(turn != before);
            open.extend(self.timeline.children(node).iter().map(|&child| (child, turn)));
        }
        Ok(moves)
    }

    /// Deletes the variation at the cursor with all that branches from it, and goes to where it
    /// began.
    pub fn delete_variation(&mut self) -> Reply {
        let Some(first) = self.variation() else { return Reply::Nothing };
        self.timeline.go_to(self.timeline.parent(first));
        self.timeline.remove(first);
        self.forget_removed();
        self.look();
        Reply::Changed
    }

    /// The variation at the cursor beside the line that it left.
    pub fn fork(&self) -> Option<Fork> {
        let first = self.variation().filter(|_| self.may_explore && self.mode != Mode::Play)?;
        let timeline = &self.timeline;
        let path = timeline.path(timeline.cursor());
        let here = path[path.iter().position(|&node| node == first)?..].to_vec();
        let last = timeline.turn(timeline.cursor());
        let onward = |&node: &NodeId| timeline.children(node).first().copied();
        let beside = timeline
            .children(timeline.parent(first))
            .first()
            .copied()
            .filter(|&node| node != first);
        let there: Vec<NodeId> = std::iter::successors(beside, onward)
            .take_while(|&node| timeline.turn(node) <= last)
            .collect();
        let player = timeline.mover(first);
        let chance = |node: Option<&NodeId>| {
            let chance = self.chance_after(*node?)?;
            Some(if player == Colour::First { chance } else { 1.0 - chance })
        };
        let chances = [chance(here.last()), chance(there.last())];
        Some(Fork { turn: timeline.turn(first), player, here, there, chances })
    }

    /// Takes note of a move that was explored.
    pub(super) fn explored(&mut self) {
        self.hand.stepped(true);
        self.autoplay.stop();
        self.look();
    }
}
