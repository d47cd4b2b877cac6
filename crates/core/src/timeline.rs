//! A game being played or studied: a tree of steps, a cursor in it, undo, redo, variations and
//! notes.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use thiserror::Error;

use crate::board::Colour;
use crate::games::Game;
use crate::illegal::IllegalStep;
use crate::rules::{Outcome, Reason};
use crate::step::Step;

/// The largest number of steps, variations included, that one timeline holds.
pub const MAX_STEPS: usize = 50_000;

/// The most levels of variations within variations.
///
/// Bounded so that every timeline can be written as a record that can be read again.
pub const MAX_NESTING: usize = 30;

/// One place in a [`Timeline`]: the start, or a step and the position after it.
///
/// Handles stay valid while steps are added and reordered; [`Timeline::truncate`] and
/// [`Timeline::remove`] alone remove some.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// The places of a timeline from which some were removed: where each of those before is now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renumbered(Vec<Option<NodeId>>);

impl Renumbered {
    /// The place that was `node` before; `None` if it was removed.
    pub fn get(&self, node: NodeId) -> Option<NodeId> {
        self.0.get(node.index()).copied().flatten()
    }
}

impl NodeId {
    /// The start of the game, before the first step.
    pub const START: Self = Self(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The notes of a person or a program on a turn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Note {
    /// A remark; empty if there is none. As it came: a screen must strip control characters.
    pub comment: String,
    /// A judgement such as `!?`.
    pub nag: Option<String>,
    /// The time that the turn took, in milliseconds.
    pub time_ms: Option<u64>,
    /// The first player's winning chance after the turn, 0…1.
    pub eval: Option<f64>,
    /// The keys of a record that this version does not know, and their JSON text.
    pub extra: Vec<(String, String)>,
}

impl Note {
    /// Returns true if nothing is noted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, PartialEq, Debug)]
struct Node {
    step: Option<Step>,
    mover: Colour,
    turn: u32,
    depth: u32,
    parent: NodeId,
    children: Vec<NodeId>,
    /// The child that redo goes to: the one visited last; none as long as there are no children.
    onward: Option<NodeId>,
    note: Option<Box<Note>>,
}

/// The reasons for which a timeline refuses a step. Each is one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TimelineError {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// The turn ends before this step, which would be another turn.
    #[error("that is more than one move")]
    TurnOver,
    /// The game was given up or lost on time here.
    #[error("the game ended {}; go back to an earlier turn to try another move", .0.reason)]
    Ended(Outcome),
    /// There are [`MAX_STEPS`] steps already.
    #[error("a game holds at most {MAX_STEPS} moves")]
    Full,
    /// The step would begin a variation more than [`MAX_NESTING`] deep.
    #[error("variations can be nested at most {MAX_NESTING} deep")]
    Nesting,
}

/// A game as a tree of steps with a cursor.
///
/// The first child of each place continues its main line, further children begin variations. A new
/// step in the past makes a branch and loses nothing.
///
/// ```
/// use tetralith_core::timeline::Timeline;
/// use tetralith_core::{Cell, Game, Setup, Step};
/// let game = Game::new("multiplicity", &Setup { opening: Some(false), ..Setup::default() })?;
/// let mut timeline = Timeline::new(game);
/// timeline.play(Step::Place(Cell::new(0)))?;
/// timeline.play(Step::Place(Cell::new(1)))?;
/// assert!(timeline.undo());
/// timeline.play(Step::Place(Cell::new(2)))?;
/// assert_eq!(timeline.variations().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Timeline {
    nodes: Vec<Node>,
    /// The place that each step leads to from each place: a place may have thousands of children.
    steps: HashMap<(NodeId, Step), NodeId>,
    cursor: NodeId,
    /// The positions from the start to the cursor, both included.
    positions: Vec<Game>,
    /// The places where a line ended for a reason that is not on the board.
    ended: BTreeMap<NodeId, Outcome>,
}

/// Two timelines are equal if they hold the same games of the same options and stand at the same
/// place.
impl PartialEq for Timeline {
    fn eq(&self, other: &Self) -> bool {
        // The steps decide every position after the first.
        self.cursor == other.cursor
            && self.ended == other.ended
            && self.start() == other.start()
            && self.nodes == other.nodes
    }
}

impl fmt::Debug for Timeline {
    /// Writes the position at the cursor and how large the tree is, not the tree.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timeline")
            .field("nodes", &self.nodes.len())
            .field("cursor", &self.cursor)
            .field("position", self.position())
            .finish_non_exhaustive()
    }
}

impl Timeline {
    /// A timeline that starts at `start` and has no steps yet.
    pub fn new(start: Game) -> Self {
        let root = Node {
            step: None,
            mover: start.to_move(),
            turn: 0,
            depth: 0,
            parent: NodeId::START,
            children: Vec::new(),
            onward: None,
            note: None,
        };
        let steps = HashMap::new();
        Self {
            nodes: vec![root],
            steps,
            cursor: NodeId::START,
            positions: vec![start],
            ended: BTreeMap::new(),
        }
    }

    /// The position before the first step.
    pub fn start(&self) -> &Game {
        &self.positions[0]
    }

    /// The position at the cursor.
    pub fn position(&self) -> &Game {
        &self.positions[self.positions.len() - 1]
    }

    /// The positions from the start to the cursor, both included.
    pub fn positions(&self) -> &[Game] {
        &self.positions
    }

    /// The place of the cursor.
    pub const fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// Every place in the tree, parents before their children.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The number of steps in the tree, variations included.
    pub fn steps(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The step that led to `node`; `None` at the start.
    pub fn step(&self, node: NodeId) -> Option<Step> {
        self.nodes[node.index()].step
    }

    /// The side that made the step that led to `node`; at the start, the one that moves first.
    pub fn mover(&self, node: NodeId) -> Colour {
        self.nodes[node.index()].mover
    }

    /// The number of the turn that the step leading to `node` belongs to, from 1; 0 at the start.
    pub fn turn(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].turn
    }

    /// The number of steps from the start to `node`.
    pub fn depth(&self, node: NodeId) -> usize {
        self.nodes[node.index()].depth as usize
    }

    /// The place before the step that led to `node`; the start is its own parent.
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.nodes[node.index()].parent
    }

    /// The places one step after `node`, the main line first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.index()].children
    }

    /// The alternatives to the step that led to the cursor, it included, the main line first; empty
    /// at the start.
    pub fn variations(&self) -> &[NodeId] {
        if self.cursor == NodeId::START { &[] } else { self.children(self.parent(self.cursor)) }
    }

    /// The places from the start (left out) to `node`.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path = Vec::with_capacity(self.depth(node));
        let mut at = node;
        while at != NodeId::START {
            path.push(at);
            at = self.parent(at);
        }
        path.reverse();
        path
    }

    /// The line the cursor is on: from the start (left out) through the cursor to the end that redo
    /// leads to.
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = self.path(self.cursor);
        let mut at = self.cursor;
        while let Some(next) = self.onward(at) {
            line.push(next);
            at = next;
        }
        line
    }

    /// The main line, from the start (left out) to its end.
    pub fn main_line(&self) -> Vec<NodeId> {
        let first = |node: NodeId| self.children(node).first().copied();
        std::iter::successors(first(NodeId::START), |&node| first(node)).collect()
    }

    /// The place that redo would go to from `node`.
    fn onward(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].onward
    }

    /// The note on `node`, if there is one.
    pub fn note(&self, node: NodeId) -> Option<&Note> {
        self.nodes[node.index()].note.as_deref()
    }

    /// Notes `note` at `at` in place of what was noted there; an empty one removes it.
    pub fn set_note(&mut self, at: NodeId, note: Note) {
        self.nodes[at.index()].note = Some(note).filter(|note| !note.is_empty()).map(Box::new);
    }

    /// The note on `node` to be added to, an empty one if there is none yet.
    pub(crate) fn note_mut(&mut self, node: NodeId) -> &mut Note {
        self.nodes[node.index()].note.get_or_insert_default()
    }

    /// The end of the game at the cursor, if it has ended there: on the board, by resignation or on
    /// time.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| self.ended_at(self.cursor))
    }

    /// A resignation or loss on time at `node`, if a line ended so there.
    pub fn ended_at(&self, node: NodeId) -> Option<Outcome> {
        self.ended.get(&node).copied()
    }

    /// Ends the line at the cursor for a reason that is not on the board; says whether it was still
    /// going on there, with nothing after it. Other lines stay as they ended.
    pub fn end(&mut self, winner: Colour, reason: Reason) -> bool {
        let open = !reason.is_on_board()
            && self.outcome().is_none()
            && self.children(self.cursor).is_empty();
        if open {
            self.ended.insert(self.cursor, Outcome { winner: Some(winner), reason });
        }
        open
    }

    /// Takes back a resignation or loss on time at the cursor; says whether there was one.
    pub fn reopen(&mut self) -> bool {
        self.ended.remove(&self.cursor).is_some()
    }

    /// Removes every step after the cursor, variations and notes included, and resignations and
    /// losses on time after any of them.
    ///
    /// Handles to other places than the start and the cursor's own path mean nothing any more until
    /// they are looked up in what is returned.
    pub fn truncate(&mut self) -> Renumbered {
        let cursor = self.cursor;
        self.retain(|_, parent| parent != cursor)
    }

    /// Removes `node` and every step after it, variations and notes included; the cursor goes to
    /// the place before it, if it was among them. Nothing happens to the start.
    ///
    /// Handles to other places mean nothing any more until they are looked up in what is returned.
    pub fn remove(&mut self, node: NodeId) -> Renumbered {
        if node != NodeId::START && self.path(self.cursor).contains(&node) {
            self.go_to(self.parent(node));
        }
        self.retain(|place, _| place != node)
    }

    /// Keeps the places for which `stays`, given a place and its parent, returns true and whose
    /// parent is kept too.
    fn retain(&mut self, stays: impl Fn(NodeId, NodeId) -> bool) -> Renumbered {
        // Parents come before their children in the arena, so one pass in order finds all that
        // stays.
        let mut places: Vec<Option<NodeId>> = Vec::with_capacity(self.nodes.len());
        let mut kept = 0;
        for (i, node) in self.nodes.iter().enumerate() {
            let stays = i == 0
                || (stays(NodeId(i as u32), node.parent) && places[node.parent.index()].is_some());
            places.push(stays.then_some(NodeId(kept)));
            kept += u32::from(stays);
        }
        let place = |node: NodeId| places[node.index()];
        let moved = std::mem::take(&mut self.nodes)
            .into_iter()
            .enumerate()
            .filter(|&(i, _)| places[i].is_some());
        self.nodes = moved
            .map(|(_, node)| {
                let children: Vec<NodeId> =
                    node.children.iter().filter_map(|&child| place(child)).collect();
                let onward = node.onward.and_then(place).or_else(|| children.first().copied());
                Node {
                    parent: place(node.parent).unwrap_or(NodeId::START),
                    children,
                    onward,
                    ..node
                }
            })
            .collect();
        let steps = std::mem::take(&mut self.steps).into_iter();
        self.steps = steps
            .filter_map(|((node, step), child)| Some(((place(node)?, step), place(child)?)))
            .collect();
        let ended = std::mem::take(&mut self.ended).into_iter();
        self.ended = ended.filter_map(|(node, outcome)| Some((place(node)?, outcome))).collect();
        self.cursor = place(self.cursor).unwrap_or(NodeId::START);
        Renumbered(places)
    }

    /// The same tree of steps and notes, with the cursor and the end of the game where they are,
    /// from another `start`.
    ///
    /// # Errors
    /// [`TimelineError`] if some step is not legal from there.
    pub fn restarted(&self, start: Game) -> Result<Self, TimelineError> {
        let mut new = Self::new(start);
        for node in self.nodes() {
            let Some(step) = self.step(node) else { continue };
            new.go_to(self.parent(node));
            new.play(step)?;
        }
        // Steps were added in the order of this arena, so places are the same in both.
        for (new, old) in new.nodes.iter_mut().zip(&self.nodes) {
            (new.children, new.onward, new.note) =
                (old.children.clone(), old.onward, old.note.clone());
        }
        new.go_to(self.cursor);
        new.ended = self.ended.clone();
        Ok(new)
    }

    /// Plays `step` at the cursor and moves there: to the place it already leads to, or else along
    /// a new branch.
    ///
    /// # Errors
    /// [`TimelineError`]; nothing has changed then.
    pub fn play(&mut self, step: Step) -> Result<NodeId, TimelineError> {
        self.play_turn(&[step])
    }

    /// Plays the steps of one turn, or the rest of it, at the cursor and moves there: all of them
    /// or none.
    ///
    /// # Errors
    /// [`TimelineError`]; nothing has changed then. [`TimelineError::TurnOver`] if the turn is over
    /// before the last step.
    pub fn play_turn(&mut self, steps: &[Step]) -> Result<NodeId, TimelineError> {
        // The place after the steps that are there already, which need not be judged again, and how
        // many they are.
        let (mut known, mut old) = (self.cursor, 0);
        let mut positions: Vec<Game> = Vec::with_capacity(steps.len());
        for (i, &step) in steps.iter().enumerate() {
            let position = positions.last().unwrap_or_else(|| self.position());
            if i > 0 && !position.phase().is_mid_turn() {
                return Err(TimelineError::TurnOver);
            }
            match self.steps.get(&(known, step)).filter(|_| i == old) {
                Some(&child) => (known, old) = (child, old + 1),
                None => match self.ended_at(known) {
                    Some(outcome) => return Err(TimelineError::Ended(outcome)),
                    None => position.check(step).map_err(|reason| position.illegal(reason))?,
                },
            }
            let mut next = position.clone();
            next.play_unchecked(step);
            positions.push(next);
        }
        if old < steps.len() {
            if self.steps() + steps.len() - old > MAX_STEPS {
                return Err(TimelineError::Full);
            }
            if !self.children(known).is_empty() && self.nesting(known) >= MAX_NESTING {
                return Err(TimelineError::Nesting);
            }
        }
        for (&step, position) in steps.iter().zip(positions) {
            let child = match self.steps.get(&(self.cursor, step)) {
                Some(&child) => child,
                None => self.grow(step),
            };
            self.enter(child, position);
        }
        Ok(self.cursor)
    }

    /// Adds `step`, which must be legal, after the cursor.
    fn grow(&mut self, step: Step) -> NodeId {
        let position = self.position();
        let parent = &self.nodes[self.cursor.index()];
        let node = Node {
            step: Some(step),
            mover: position.to_move(),
            // A position that was set up may be in the middle of a turn, which is the first of this
            // game.
            turn: parent.turn
                + u32::from(!position.phase().is_mid_turn() || self.cursor == NodeId::START),
            depth: parent.depth + 1,
            parent: self.cursor,
            children: Vec::new(),
            onward: None,
            note: None,
        };
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.nodes[self.cursor.index()].children.push(id);
        self.steps.insert((self.cursor, step), id);
        id
    }

    /// Moves the cursor to its child `child`, where `position` is reached.
    fn enter(&mut self, child: NodeId, position: Game) {
        self.nodes[self.cursor.index()].onward = Some(child);
        self.positions.push(position);
        self.cursor = child;
    }

    /// Moves the cursor to its child `child`.
    fn advance(&mut self, child: NodeId) {
        let mut position = self.position().clone();
        if let Some(step) = self.step(child) {
            position.play_unchecked(step);
        }
        self.enter(child, position);
    }

    /// Goes back one step; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let back = self.cursor != NodeId::START;
        if back {
            self.cursor = self.parent(self.cursor);
            self.positions.pop();
        }
        back
    }

    /// Goes on one step, into the branch visited last; says whether there was one.
    pub fn redo(&mut self) -> bool {
        let onward = self.onward(self.cursor);
        if let Some(child) = onward {
            self.advance(child);
        }
        onward.is_some()
    }

    /// Goes to `node`, wherever it is in the tree.
    ///
    /// To the end of turn 20 of the main line, whose turns may have more than one step:
    ///
    /// ```
    /// # use tetralith_core::{Game, Setup, Timeline};
    /// # let mut timeline = Timeline::new(Game::new("necklace", &Setup::default()).unwrap());
    /// if let Some(node) = timeline.main_line().into_iter().rfind(|&node| timeline.turn(node) == 20) {
    ///     timeline.go_to(node);
    /// }
    /// ```
    pub fn go_to(&mut self, node: NodeId) {
        let mut ahead = Vec::new();
        let mut at = node;
        while at != self.cursor {
            if self.depth(at) >= self.depth(self.cursor) {
                ahead.push(at);
                at = self.parent(at);
            } else {
                self.undo();
            }
        }
        for child in ahead.into_iter().rev() {
            self.advance(child);
        }
    }

    /// Goes to the end of the line the cursor is on.
    pub fn go_to_end(&mut self) {
        while self.redo() {}
    }

    /// Makes the line from the start to `node` the main line; what was main becomes a variation.
    ///
    /// # Errors
    /// [`TimelineError::Nesting`] if some variation would come to lie too deep; nothing has changed
    /// then.
    pub fn promote(&mut self, node: NodeId) -> Result<(), TimelineError> {
        let before: Vec<(NodeId, Vec<NodeId>)> = self
            .path(node)
            .into_iter()
            .filter(|&child| self.children(self.parent(child)).first() != Some(&child))
            .map(|child| (self.parent(child), self.children(self.parent(child)).to_vec()))
            .collect();
        for child in self.path(node) {
            let parent = self.parent(child).index();
            let siblings = &mut self.nodes[parent].children;
            if let Some(i) = siblings.iter().position(|&c| c == child) {
                siblings[..=i].rotate_right(1);
            }
        }
        if !before.is_empty() && self.deepest_nesting() > MAX_NESTING {
            for (parent, children) in before {
                self.nodes[parent.index()].children = children;
            }
            return Err(TimelineError::Nesting);
        }
        Ok(())
    }

    /// The number of times that the path to `node` leaves a main line.
    fn nesting(&self, node: NodeId) -> usize {
        self.path(node)
            .into_iter()
            .filter(|&child| self.children(self.parent(child)).first() != Some(&child))
            .count()
    }

    fn deepest_nesting(&self) -> usize {
        // Parents come before their children in the arena, so one pass in order suffices.
        let mut nesting = vec![0; self.nodes.len()];
        for node in &self.nodes {
            for (i, child) in node.children.iter().enumerate() {
                let base = nesting[self.parent(*child).index()];
                nesting[child.index()] = base + usize::from(i > 0);
            }
        }
        nesting.into_iter().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Colour::{First, Second};
    use crate::cell::Cell;
    use crate::notation::Names;
    use crate::rules::{PlayError, Setup};

    fn timeline(opening: bool) -> Timeline {
        let setup = Setup { size: Some(4), opening: Some(opening), ..Setup::default() };
        Timeline::new(Game::new("multiplicity", &setup).unwrap())
    }

    fn place(cell: usize) -> Step {
        Step::Place(Cell::new(cell))
    }

    #[test]
    fn timelines_are_equal_if_they_hold_the_same_and_stand_at_the_same_place() {
        let (mut a, mut b) = (timeline(false), timeline(false));
        assert_ne!(a, timeline(true), "other options");
        a.play(place(0)).unwrap();
        assert_ne!(a, b);
        b.play(place(0)).unwrap();
        assert_eq!(a, b);
        a.undo();
        assert_ne!(a, b, "another place");
    }

    #[test]
    fn a_variation_is_removed_with_all_after_it_and_the_rest_keeps_its_order() {
        let mut timeline = timeline(false);
        let main: Vec<NodeId> = [0, 5, 10].map(|cell| timeline.play(place(cell)).unwrap()).to_vec();
        timeline.go_to(main[0]);
        let gone = [7, 12].map(|cell| timeline.play(place(cell)).unwrap());
        timeline.go_to(main[0]);
        let other = timeline.play(place(9)).unwrap();
        timeline.go_to(gone[1]);
        let renumbered = timeline.remove(gone[0]);
        assert_eq!(timeline.cursor(), main[0]);
        assert_eq!(gone.map(|node| renumbered.get(node)), [None; 2]);
        let kept = renumbered.get(other).unwrap();
        assert_eq!(timeline.step(kept), Some(place(9)));
        assert_eq!(timeline.children(main[0]), [main[1], kept]);
        assert_eq!((timeline.steps(), timeline.main_line()), (4, main.clone()));
        // What redo would have gone to is gone, so it goes along the main line.
        assert!(timeline.redo());
        assert_eq!(timeline.cursor(), main[1]);
        // The step can be made again.
        timeline.go_to(main[0]);
        timeline.play(place(7)).unwrap();
        assert_eq!(timeline.children(main[0]).len(), 3);
    }

    #[test]
    fn a_new_step_in_the_past_makes_a_branch_and_loses_nothing() {
        let mut t = timeline(false);
        let a = t.play(place(0)).unwrap();
        let b = t.play(place(1)).unwrap();
        t.undo();
        let c = t.play(place(2)).unwrap();
        assert_eq!(t.children(a), [b, c]);
        assert_eq!(t.main_line(), [a, b]);
        assert_eq!(t.line(), [a, c]);
        t.go_to(b);
        assert!(t.position().board().at(Cell::new(1)).is_some());
        assert!(t.position().board().at(Cell::new(2)).is_none());
        t.undo();
        assert!(t.redo());
        assert_eq!(t.cursor(), b, "redo follows the branch visited last");
    }

    #[test]
    fn the_same_step_again_follows_the_old_branch() {
        let mut t = timeline(false);
        let a = t.play(place(0)).unwrap();
        t.undo();
        assert_eq!(t.play(place(0)), Ok(a));
        assert_eq!(t.steps(), 1);
    }

    #[test]
    fn an_illegal_step_changes_nothing() {
        let mut t = timeline(false);
        t.play(place(0)).unwrap();
        let reason = PlayError::Occupied(Cell::new(0), Colour::First);
        let names = Names::of(t.start());
        assert_eq!(t.play(place(0)), Err(IllegalStep { reason, names }.into()));
        assert_eq!((t.steps(), t.depth(t.cursor())), (1, 1));
    }

    #[test]
    fn an_opening_turn_of_two_steps_counts_once() {
        let mut t = timeline(true);
        let mut turns = Vec::new();
        for _ in 0..5 {
            let step = t.position().legal()[0];
            let node = t.play(step).unwrap();
            turns.push((t.turn(node), t.mover(node)));
        }
        assert_eq!(turns, [(1, First), (2, Second), (2, Second), (3, First), (3, First)]);
    }

    #[test]
    fn a_turn_is_played_whole_or_not_at_all() {
        let mut t = timeline(true);
        t.play_turn(&[place(0)]).unwrap();
        let legal = t.position().legal();
        let mut position = t.position().clone();
        position.play(legal[0]).unwrap();
        let free = position.legal()[0];
        assert!(matches!(t.play_turn(&[legal[0], legal[0]]), Err(TimelineError::Illegal(_))));
        assert_eq!(t.play_turn(&[legal[0], free, free]), Err(TimelineError::TurnOver));
        assert_eq!((t.steps(), t.depth(t.cursor())), (1, 1));
        let end = t.play_turn(&[legal[0], free]).unwrap();
        assert_eq!((t.steps(), t.depth(end), t.turn(end)), (3, 3, 2));
    }

    #[test]
    fn promoting_makes_a_variation_the_main_line() {
        let mut t = timeline(false);
        let first = t.play(place(0)).unwrap();
        let old = t.play(place(1)).unwrap();
        t.undo();
        let new = t.play(place(2)).unwrap();
        let last = t.play(place(3)).unwrap();
        t.promote(last).unwrap();
        assert_eq!(t.main_line(), [first, new, last]);
        assert_eq!(t.children(first), [new, old]);
        assert_eq!(t.line(), [first, new, last]);
        t.go_to(first);
        assert!(t.redo());
        assert_eq!(t.cursor(), new, "redo still follows the branch visited last");
    }

    #[test]
    fn going_anywhere_gives_the_position_of_its_steps() {
        let mut t = timeline(false);
        let mut nodes = vec![NodeId::START];
        for i in 0..60_usize {
            t.go_to(nodes[i * 7 % nodes.len()]);
            let legal = t.position().legal();
            if let Some(&step) = legal.get(i * 13 % legal.len().max(1)) {
                nodes.push(t.play(step).unwrap());
            }
        }
        for &node in nodes.iter().rev() {
            t.go_to(node);
            let mut replayed = t.start().clone();
            for id in t.path(node) {
                replayed.play(t.step(id).unwrap()).unwrap();
            }
            assert_eq!(replayed.board(), t.position().board());
            assert_eq!(t.positions().len(), t.depth(node) + 1);
        }
    }

    #[test]
    fn a_branch_among_thousands_is_found_again() {
        let setup = Setup {
            size: Some(13),
            board: Some(crate::geometry::Shape::Hexhex),
            ..Setup::default()
        };
        let mut t = Timeline::new(Game::new("plurality", &setup).unwrap());
        let legal = t.start().legal();
        for &step in &legal {
            t.go_to(NodeId::START);
            t.play(step).unwrap();
        }
        for _ in 0..2 {
            for &step in &legal {
                t.go_to(NodeId::START);
                let node = t.play(step).unwrap();
                assert_eq!((t.step(node), t.parent(node)), (Some(step), NodeId::START));
            }
        }
        assert!(t.steps() == legal.len() && legal.len() > 10_000);
    }

    #[test]
    fn a_turn_that_fails_late_leaves_what_redo_follows() {
        let mut t = timeline(true);
        t.play(place(0)).unwrap();
        let bound = t.position().legal();
        let last = t.play(bound[1]).unwrap();
        t.go_to(t.main_line()[0]);
        assert!(t.play_turn(&[bound[0], bound[0]]).is_err());
        assert!(t.redo());
        assert_eq!((t.cursor(), t.steps()), (last, 2));
    }

    #[test]
    fn a_resignation_ends_the_game_until_it_is_taken_back() {
        let mut t = timeline(false);
        t.play(place(0)).unwrap();
        assert!(
            !t.end(Colour::First, Reason::Score),
            "only what is not on the board can be declared"
        );
        assert!(t.end(Colour::First, Reason::Resignation));
        let outcome = Outcome { winner: Some(Colour::First), reason: Reason::Resignation };
        assert_eq!(t.outcome(), Some(outcome));
        assert_eq!(t.play(place(1)), Err(TimelineError::Ended(outcome)));
        t.undo();
        assert_eq!(t.outcome(), None);
        t.redo();
        assert!(t.reopen());
        assert!(t.play(place(1)).is_ok());
    }

    #[test]
    fn truncating_removes_what_comes_after_the_cursor_and_nothing_else() {
        let mut t = timeline(false);
        let a = t.play(place(0)).unwrap();
        t.play(place(1)).unwrap();
        let tail = t.play(place(2)).unwrap();
        t.undo();
        t.undo();
        t.play(place(3)).unwrap();
        t.go_to(NodeId::START);
        let other = t.play(place(4)).unwrap();
        t.set_note(other, Note { nag: Some("!".to_owned()), ..Note::default() });
        let answer = t.play(place(5)).unwrap();
        assert!(t.end(First, Reason::Resignation));
        t.go_to(tail);
        t.go_to(a);
        t.truncate();
        assert_eq!((t.steps(), t.children(a).len(), t.redo()), (3, 0, false));
        let other = t.children(NodeId::START)[1];
        assert_eq!(t.note(other).unwrap().nag.as_deref(), Some("!"));
        let end = t.children(other)[0];
        assert!(end < answer && t.ended_at(end).is_some(), "the other branch has closed up");
        assert_eq!((t.step(end), t.parent(end), t.depth(end)), (Some(place(5)), other, 2));
        t.go_to(a);
        t.play(place(3)).unwrap();
        assert_eq!(
            (t.main_line().len(), t.steps()),
            (2, 4),
            "a step that was removed can be played anew"
        );
        t.go_to(other);
        t.truncate();
        assert_eq!((t.cursor(), t.outcome(), t.steps()), (t.children(NodeId::START)[1], None, 3));
        assert_eq!(t.position().board().at(Cell::new(4)), Some(First));
    }

    #[test]
    fn another_start_keeps_the_tree_and_refuses_what_it_forbids() {
        let mut t = timeline(false);
        let a = t.play(place(0)).unwrap();
        t.play(place(1)).unwrap();
        t.undo();
        let b = t.play(place(2)).unwrap();
        t.set_note(b, Note { comment: "no".to_owned(), ..Note::default() });
        t.promote(b).unwrap();
        assert!(t.end(Second, Reason::Time));
        let larger = Setup { size: Some(5), opening: Some(false), ..Setup::default() };
        let new = t.restarted(Game::new("multiplicity", &larger).unwrap()).unwrap();
        assert_eq!((new.start().options().size, new.cursor(), new.outcome()), (5, b, t.outcome()));
        assert_eq!((new.children(a), new.note(b)), (t.children(a), t.note(b)));
        assert_eq!(new.position().board().at(Cell::new(2)), Some(Second));
        t.go_to(a);
        t.play(place(30)).unwrap();
        let small = Game::new("necklace", &Setup { size: Some(2), ..Setup::default() }).unwrap();
        let Err(TimelineError::Illegal(IllegalStep { reason: PlayError::OffBoard(_), .. })) =
            t.restarted(small)
        else {
            panic!("a cell off the board is refused");
        };
    }

    #[test]
    fn variations_nest_only_so_deep() {
        let mut t = timeline(false);
        let mut refused = false;
        'deep: loop {
            // Two steps on the main line, then back one and into a variation of the second.
            for again in [false, true] {
                if again {
                    t.undo();
                }
                let taken = t.children(t.cursor()).len();
                let Some(&step) = t.position().legal().get(taken) else { break 'deep };
                match t.play(step) {
                    Ok(_) => {}
                    Err(error) => {
                        assert_eq!(error, TimelineError::Nesting);
                        refused = true;
                        break 'deep;
                    }
                }
            }
        }
        assert!(refused);
        assert_eq!(t.deepest_nesting(), MAX_NESTING);
    }
}
