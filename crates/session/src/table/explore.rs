//! Variations that are made by playing while a game is looked through: both sides are the reader's, and nobody answers.

use std::collections::BTreeSet;

use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{Colour, Renumbered};

use super::{Mode, Reply, Table};

/// The trying of moves where the game is looked through.
#[derive(Clone, Default)]
pub(super) struct Exploring {
    /// True if moves can be tried there.
    pub(super) is_allowed: bool,
    /// True if the cursor on the board is in use there.
    pub(super) points: bool,
    /// The end of the line that is played, if moves were tried after it: they do not prolong it.
    pub(super) tip: Option<NodeId>,
    /// The places that moves led to which were tried and not played since.
    pub(super) tried: BTreeSet<NodeId>,
}

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
    /// Lets moves be tried where the game is looked through: they become variations.
    pub const fn let_explore(&mut self) {
        self.exploring.is_allowed = true;
    }

    /// Returns whether a move can be tried here as a variation.
    pub fn can_explore(&self) -> bool {
        let plays_on_elsewhere = self.is_remote() && !self.is_finished();
        self.exploring.is_allowed && self.mode != Mode::Play && self.outcome().is_none() && !plays_on_elsewhere
    }

    /// The end of the line that is played, if moves were tried after it: they do not prolong it.
    pub const fn tip(&self) -> Option<NodeId> {
        self.exploring.tip
    }

    /// Takes note that what follows after `tip` was only tried.
    pub fn set_tip(&mut self, tip: NodeId) {
        let mut tried = self.timeline.children(tip).to_vec();
        self.exploring.tip = Some(tip).filter(|_| !tried.is_empty());
        while let Some(node) = tried.pop() {
            tried.extend(self.timeline.children(node));
            self.exploring.tried.insert(node);
        }
    }

    /// Returns whether the game is played here, at its last move, and others were tried after it.
    pub(super) fn plays_at_tip(&self) -> bool {
        self.mode == Mode::Play && self.exploring.tip == Some(self.timeline.cursor())
    }

    /// The game, while it goes on without the moves that were only tried after its last one, and then also where the places are of
    /// which some were removed.
    pub fn played(&self) -> (Timeline, Option<Renumbered>) {
        let mut timeline = self.timeline.clone();
        let tip = self.exploring.tip.filter(|_| !self.study && !self.is_finished());
        let places = tip.map(|tip| {
            let line = timeline.line().last().copied();
            timeline.go_to(tip);
            let places = timeline.truncate();
            // What is gone on to from the cursor stays what it was.
            timeline.go_to(line.and_then(|last| places.get(last)).unwrap_or(tip));
            timeline.go_to(places.get(self.timeline.cursor()).unwrap_or(tip));
            places
        });
        (timeline, places)
    }

    /// Returns whether `node` lies among the moves that were tried after the last one of the game that is played here.
    pub(super) fn is_only_tried(&self, node: NodeId) -> bool {
        self.mode == Mode::Play && self.is_after_tip(node)
    }

    /// Returns whether the moves at the cursor were only tried after the last one of the game.
    pub fn looks_at_tried(&self) -> bool {
        self.is_after_tip(self.timeline.cursor())
    }

    fn is_after_tip(&self, node: NodeId) -> bool {
        let tip = self.exploring.tip.filter(|&tip| tip != node);
        tip.is_some_and(|tip| tip == NodeId::START || self.timeline.path(node).contains(&tip))
    }

    /// Lets the game be played on at the cursor: on the line that is played it goes on along that, elsewhere the line that leads
    /// here is the one that is played, and of moves that were tried no more than those before.
    pub(super) fn take_up(&mut self) {
        let (here, end) = (self.timeline.cursor(), self.end());
        let was_tried = self.is_only_tried(here);
        if self.study {
            self.exploring.tip = self.exploring.tip.filter(|_| !was_tried);
        } else if was_tried || here != NodeId::START && !self.timeline.path(end).contains(&here) {
            self.play_tried();
            self.exploring.tip = self.leads_to_tried(here).then_some(here);
            // A game that is over stays so until a move is made.
            if !self.is_finished() {
                self.live = here;
            }
        } else {
            self.timeline.go_to(end);
            self.timeline.go_to(here);
        }
    }

    /// Takes note that the moves which lead to the cursor are played, and are gone on from along others that were played.
    pub(super) fn play_tried(&mut self) {
        let here = self.timeline.cursor();
        for node in self.timeline.path(here) {
            self.exploring.tried.remove(&node);
        }
        let is_tried = |node: &NodeId| self.exploring.tried.contains(node);
        let children = self.timeline.children(here);
        let played = children.iter().find(|node| !is_tried(node)).copied();
        if let Some(played) = played.filter(|_| children.iter().any(is_tried)) {
            self.timeline.go_to(played);
            self.timeline.go_to(here);
        }
    }

    /// Returns whether moves were tried after `node`, and none was played there.
    pub(super) fn leads_to_tried(&self, node: NodeId) -> bool {
        let children = self.timeline.children(node);
        !children.is_empty() && children.iter().all(|child| self.exploring.tried.contains(child))
    }

    /// The line through the cursor; for who plays it ends before what was only tried.
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.timeline.line();
        line.retain(|&node| !self.is_only_tried(node));
        line
    }

    /// The place that the game goes on from when it is taken up again: where it is looked through, the one that is come back to.
    pub fn goes_on_at(&self) -> NodeId {
        match self.mode {
            Mode::Replay if self.study => self.timeline.cursor(),
            Mode::Replay if self.is_remote() => self.end(),
            Mode::Over if self.is_finished() => self.timeline.cursor(),
            // In a game that goes on the end of another line may be looked at.
            Mode::Play | Mode::Replay | Mode::Over => self.stand(),
        }
    }

    /// Removes what was tried after the end of the line on which the game stands, for it is about to end there. Also gives the
    /// places that there are now.
    pub fn cut_what_was_tried(&mut self) -> Option<Renumbered> {
        let tip = self.exploring.tip?;
        let mut line = self.timeline.clone();
        line.go_to(self.stand());
        line.go_to_end();
        let is_there = tip == NodeId::START || line.path(line.cursor()).contains(&tip);
        is_there.then(|| self.cut_after(tip)).flatten()
    }

    /// Removes the moves that were taken back, where they had ended the game that is about to end otherwise. Also gives the places
    /// that there are now.
    pub fn cut_end_taken_back(&mut self) -> Option<Renumbered> {
        self.is_end_taken_back().then(|| self.cut_after(self.stand())).flatten()
    }

    fn cut_after(&mut self, at: NodeId) -> Option<Renumbered> {
        if self.timeline.children(at).is_empty() {
            return None;
        }
        let here = self.timeline.cursor();
        self.timeline.go_to(at);
        let places = self.timeline.truncate();
        self.timeline.go_to(places.get(here).unwrap_or(at));
        self.follow(&places, at);
        Some(places)
    }

    /// Takes note of where the `places` are that were removed and those that were not; `left` is the last before what was removed.
    fn follow(&mut self, places: &Renumbered, left: NodeId) {
        self.live = places.get(self.live).unwrap_or(left);
        self.stand = if let Some(stand) = places.get(self.stand()) {
            (stand, self.stand.1)
        } else {
            let mut timeline = self.timeline.clone();
            timeline.go_to(left);
            (left, timeline.position().to_move())
        };
        self.exploring.tip =
            self.exploring.tip.and_then(|tip| places.get(tip)).filter(|&tip| !self.timeline.children(tip).is_empty());
        let tried = std::mem::take(&mut self.exploring.tried);
        self.exploring.tried = tried.into_iter().filter_map(|node| places.get(node)).collect();
        self.review.renumber(places);
        self.autoplay = None;
        self.look();
    }

    /// Returns whether the cursor on the board is in use where the game is looked through.
    pub fn is_pointing(&self) -> bool {
        self.exploring.points && self.can_explore()
    }

    /// Takes the cursor on the board into use, if moves can be tried here; returns whether it was not before.
    pub fn point(&mut self) -> bool {
        let begins = self.can_explore() && !self.exploring.points;
        if begins {
            self.exploring.points = true;
            self.look();
        }
        begins
    }

    /// The line that was played: in a record its main line, else the one of the last step that was made in the game.
    fn played_line(&self) -> Vec<NodeId> {
        if self.study { self.timeline.main_line() } else { self.timeline.path(self.end()) }
    }

    /// The first place of the variation at the cursor, the innermost if it lies in others; `None` on the line that was played.
    pub fn variation(&self) -> Option<NodeId> {
        let played = self.played_line();
        let is_first = |node: NodeId| {
            let parent = self.timeline.parent(node);
            self.timeline.children(parent).first() != Some(&node) || Some(parent) == self.exploring.tip
        };
        let path = self.timeline.path(self.timeline.cursor());
        path.into_iter().filter(|node| !played.contains(node)).rfind(|&node| is_first(node))
    }

    /// Goes back to where the variation left the line that was played.
    pub fn leave_variation(&mut self) -> Reply {
        let played = self.played_line();
        let path = self.timeline.path(self.timeline.cursor());
        if path.last().is_none_or(|last| played.contains(last)) {
            return Reply::Refused("this is the main line".to_owned());
        }
        let left = path.into_iter().rfind(|node| played.contains(node)).unwrap_or(NodeId::START);
        // Who goes on from there goes on in the game; the variation is in the list of moves.
        if let Some(&next) = self.timeline.children(left).first().filter(|_| Some(left) != self.exploring.tip) {
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

    /// Deletes the variation at the cursor with all that branches from it, and goes to where it began; also gives the places
    /// that there are now.
    pub fn delete_variation(&mut self) -> Option<Renumbered> {
        let first = self.variation()?;
        let left = self.timeline.parent(first);
        self.timeline.go_to(left);
        let places = self.timeline.remove(first);
        self.follow(&places, left);
        Some(places)
    }

    /// The variation at the cursor beside the line that it left.
    pub fn fork(&self) -> Option<Fork> {
        let first = self.variation().filter(|_| self.exploring.is_allowed && self.mode != Mode::Play)?;
        let timeline = &self.timeline;
        let path = timeline.path(timeline.cursor());
        let here = path[path.iter().position(|&node| node == first)?..].to_vec();
        let last = timeline.turn(timeline.cursor());
        let onward = |&node: &NodeId| timeline.children(node).first().copied();
        let beside = timeline.children(timeline.parent(first)).first().copied().filter(|&node| node != first);
        let there: Vec<NodeId> =
            std::iter::successors(beside, onward).take_while(|&node| timeline.turn(node) <= last).collect();
        let player = timeline.mover(first);
        let chance = |node: Option<&NodeId>| {
            let chance = self.chance_after(*node?)?;
            Some(if player == Colour::First { chance } else { 1.0 - chance })
        };
        let chances = [chance(here.last()), chance(there.last())];
        Some(Fork { turn: timeline.turn(first), player, here, there, chances })
    }

    /// The place where the line that is played ends, if that is here and moves that are tried must not prolong it.
    pub(super) fn tip_here(&self) -> Option<NodeId> {
        let here = self.timeline.cursor();
        let is_end = here == self.end() || here == self.stand() && self.timeline.children(here).is_empty();
        Some(here).filter(|_| !self.study && is_end)
    }

    /// Takes note of a move that was tried, of so many `new` steps, after `tip` if the line that is played ends there: that stays as
    /// it is.
    pub(super) fn explored(&mut self, tip: Option<NodeId>, new: usize) {
        self.exploring.tried.extend(self.timeline.path(self.timeline.cursor()).into_iter().rev().take(new));
        self.exploring.tip = tip.or(self.exploring.tip);
        self.exploring.points = true;
        self.fresh = true;
        self.autoplay = None;
        self.look();
    }
}
