//! A game being played or studied: a tree of steps, a cursor in it, undo, redo, variations and
//! notes.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use thiserror::Error;

use crate::board::Colour;
use crate::cell::CellSet;
use crate::games::Game;
use crate::illegal::IllegalStep;
use crate::own_mark::OwnMark;
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
/// Handles stay valid while steps are added, reordered and removed. The handle of a place that is
/// removed is never given to another. A handle of another timeline, or of a place that is gone, is
/// a fault of the caller: methods panic on it, or speak of another place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

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
    /// The marks that a person put on the board, at most [`MAX_OWN_MARKS`](crate::MAX_OWN_MARKS).
    pub marks: Vec<OwnMark>,
    /// The keys of a record that this version does not know, and their JSON text.
    pub extra: Vec<(String, String)>,
}

impl Note {
    /// True if nothing is noted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Debug)]
struct Node {
    step: Option<Step>,
    mover: Colour,
    after: After,
    turn: u32,
    depth: u32,
    parent: NodeId,
    children: Vec<NodeId>,
    /// The child that redo goes to: the one visited last; none as long as there are no children.
    onward: Option<NodeId>,
    note: Option<Box<Note>>,
    /// True if the step was played, false if it was only explored.
    is_played: bool,
    is_removed: bool,
}

/// Questions about positions away from the cursor, which are not kept.
#[derive(Clone, Copy, Debug)]
struct After {
    to_move: Colour,
    is_mid_turn: bool,
    outcome: Option<Outcome>,
}

impl After {
    fn of(position: &Game) -> Self {
        Self {
            to_move: position.to_move(),
            is_mid_turn: position.phase().is_mid_turn(),
            outcome: position.outcome(),
        }
    }
}

/// The reasons why a timeline refuses a step. Each is one sentence.
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
    #[error("a game has at most {MAX_STEPS} moves")]
    Full,
    /// The step would begin a variation more than [`MAX_NESTING`] deep.
    #[error("variations nest at most {MAX_NESTING} deep")]
    Nesting,
}

/// A game as a tree of steps with a cursor.
///
/// The first child of each place continues its main line, further children begin variations. A new
/// step in the past makes a branch and loses nothing.
///
/// Each step was either *played* or only *explored*. The game is the line to
/// [`Timeline::played_to`]; played steps after it were taken back. Looking around and exploring
/// change nothing of that. In a record, where nothing is played here ([`Timeline::is_record`]), the
/// main line counts as played.
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
    /// The place of the game that is played here; `None` in a record.
    played_to: Option<NodeId>,
    removed: usize,
}

/// Two timelines are equal if they hold the same games of the same options and their cursors are at
/// the same place. The steps played here are not compared.
impl PartialEq for Timeline {
    fn eq(&self, other: &Self) -> bool {
        // The place of `other` that the same steps lead to.
        let cursor = self
            .path(self.cursor)
            .into_iter()
            .try_fold(NodeId::START, |at, node| other.steps.get(&(at, self.step(node)?)).copied());
        // The steps decide every position after the first.
        if self.start() != other.start()
            || self.steps() != other.steps()
            || cursor != Some(other.cursor)
        {
            return false;
        }
        // All lines in order, wherever their places are in memory.
        let mut open = vec![(NodeId::START, NodeId::START)];
        while let Some((a, b)) = open.pop() {
            let (ours, theirs) = (&self.nodes[a.index()], &other.nodes[b.index()]);
            let is_same = ours.step == theirs.step
                && ours.note == theirs.note
                && ours.children.len() == theirs.children.len()
                && self.ended_at(a) == other.ended_at(b);
            if !is_same {
                return false;
            }
            open.extend(ours.children.iter().copied().zip(theirs.children.iter().copied()));
        }
        true
    }
}

impl fmt::Debug for Timeline {
    /// Writes the position at the cursor and how large the tree is, not the tree.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timeline")
            .field("steps", &self.steps())
            .field("cursor", &self.cursor)
            .field("played_to", &self.played_to)
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
            after: After::of(&start),
            turn: 0,
            depth: 0,
            parent: NodeId::START,
            children: Vec::new(),
            onward: None,
            note: None,
            is_played: true,
            is_removed: false,
        };
        let steps = HashMap::new();
        Self {
            nodes: vec![root],
            steps,
            cursor: NodeId::START,
            positions: vec![start],
            ended: BTreeMap::new(),
            played_to: None,
            removed: 0,
        }
    }

    /// The position before the first step.
    pub fn start(&self) -> &Game {
        &self.positions[0]
    }

    /// The position after the steps up to the cursor.
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
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        (0..self.nodes.len() as u32).map(NodeId).filter(|&node| self.holds(node))
    }

    /// Returns false once `node` is removed.
    pub fn holds(&self, node: NodeId) -> bool {
        !self.nodes[node.index()].is_removed
    }

    /// The number of steps in the tree, variations included.
    pub fn steps(&self) -> usize {
        self.nodes.len() - 1 - self.removed
    }

    /// The step that led to `node`; `None` at the start.
    pub fn step(&self, node: NodeId) -> Option<Step> {
        self.nodes[node.index()].step
    }

    /// The side that made the step that led to `node`; at the start, the one that moves first.
    pub fn mover(&self, node: NodeId) -> Colour {
        self.nodes[node.index()].mover
    }

    /// The side to move after the step that led to `node`.
    pub fn to_move_at(&self, node: NodeId) -> Colour {
        self.nodes[node.index()].after.to_move
    }

    /// True if the turn goes on after the step that led to `node`.
    pub fn is_mid_turn_at(&self, node: NodeId) -> bool {
        self.nodes[node.index()].after.is_mid_turn
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

    /// The cells of the last turn up to the cursor.
    pub fn latest_cells(&self) -> CellSet {
        let turn = self.turn(self.cursor);
        let line = self.path(self.cursor);
        let steps = line.into_iter().rev().take_while(|&node| self.turn(node) == turn);
        steps.filter_map(|node| self.step(node)).flat_map(Step::cells).collect()
    }

    /// The cells that came down together, step by step up to the cursor.
    pub fn pieces(&self) -> Vec<CellSet> {
        let steps = self.path(self.cursor).into_iter().filter_map(|node| self.step(node));
        let pieces = steps.map(|step| Step::cells(step).collect());
        pieces.filter(|cells: &CellSet| cells.len() > 1).collect()
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

    /// The end of the main line.
    pub fn main_end(&self) -> NodeId {
        self.main_line().last().copied().unwrap_or(NodeId::START)
    }

    /// The place that redo would go to from `node`.
    pub fn onward(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].onward
    }

    // ----- what is played

    /// Returns true until something is played here: all there is was read, or explored.
    pub const fn is_record(&self) -> bool {
        self.played_to.is_none()
    }

    /// The place of the game: after the last step that was played and not taken back; in a record,
    /// at the end of the main line.
    pub fn played_to(&self) -> NodeId {
        self.played_to.unwrap_or_else(|| self.main_end())
    }

    /// True if all steps up to `node` were played, be they taken back by now or not.
    pub fn was_played(&self, node: NodeId) -> bool {
        // Steps are counted as played with all before them.
        self.nodes[node.index()].is_played
    }

    /// True if `later` is `node` or comes after it.
    pub fn leads_to(&self, node: NodeId, later: NodeId) -> bool {
        let mut at = later;
        while self.depth(at) > self.depth(node) {
            at = self.parent(at);
        }
        at == node
    }

    /// The place after `node` on a line that was played, the first of several.
    pub fn played_after(&self, node: NodeId) -> Option<NodeId> {
        self.children(node).iter().copied().find(|&child| self.was_played(child))
    }

    /// The end of the line that the game is on, steps that were taken back included.
    pub fn played_end(&self) -> NodeId {
        let mut end = self.played_to();
        while let Some(next) = self.played_after(end) {
            end = next;
        }
        end
    }

    /// Counts the steps up to `node` as played; the game stays where it is.
    pub fn count_as_played(&mut self, node: NodeId) {
        let mut at = node;
        while !self.was_played(at) {
            self.nodes[at.index()].is_played = true;
            at = self.parent(at);
        }
    }

    /// Puts the game at `node`, forward or back; from a record, it makes a game. The cursor stays.
    pub fn play_to(&mut self, node: NodeId) {
        self.count_as_played(node);
        self.played_to = Some(node);
    }

    /// Counts every step after `node` as explored only, so that the game on that line ends there.
    pub fn count_as_explored_after(&mut self, node: NodeId) {
        let mut open = self.children(node).to_vec();
        while let Some(node) = open.pop() {
            self.nodes[node.index()].is_played = false;
            open.extend(self.children(node));
        }
    }

    /// Makes this the game that is in progress at `node`: every line counts as played.
    pub fn resume_at(&mut self, node: NodeId) {
        for node in &mut self.nodes {
            node.is_played = true;
        }
        self.played_to = Some(node);
    }

    /// Makes this a record: only its main line was played.
    pub fn make_record(&mut self) {
        self.played_to = None;
        for node in &mut self.nodes {
            node.is_played = false;
        }
        self.nodes[0].is_played = true;
        self.count_as_played(self.played_to());
    }

    /// The note on the step that leads to `node`; `None` if nothing is noted.
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
        self.outcome_at(self.cursor)
    }

    /// The same at `node`.
    pub fn outcome_at(&self, node: NodeId) -> Option<Outcome> {
        self.nodes[node.index()].after.outcome.or_else(|| self.ended_at(node))
    }

    /// A resignation or loss on time at `node`, if a line ended so there.
    pub fn ended_at(&self, node: NodeId) -> Option<Outcome> {
        self.ended.get(&node).copied()
    }

    /// Ends the line at the cursor for a reason that is not on the board; returns true if it was
    /// still going on there, with nothing after it. Other lines stay as they ended.
    pub fn end(&mut self, winner: Colour, reason: Reason) -> bool {
        let open = !reason.is_on_board()
            && self.outcome().is_none()
            && self.children(self.cursor).is_empty();
        if open {
            self.ended.insert(self.cursor, Outcome { winner: Some(winner), reason });
        }
        open
    }

    /// Takes back a resignation or loss on time at the cursor; returns true if there was one.
    pub fn reopen(&mut self) -> bool {
        self.ended.remove(&self.cursor).is_some()
    }

    /// Removes every step after the cursor, variations and notes included, and resignations and
    /// losses on time after any of them. A game that was after the cursor is then at the cursor.
    pub fn truncate(&mut self) {
        if self.played_to.is_some_and(|played_to| self.leads_to(self.cursor, played_to)) {
            self.played_to = Some(self.cursor);
        }
        let end = &mut self.nodes[self.cursor.index()];
        end.onward = None;
        let children = std::mem::take(&mut end.children);
        clear(self, children);
    }

    /// Removes `node` and every step after it, variations and notes included. The cursor, and the
    /// game, go to the place before it if they were among them. Nothing happens to the start.
    pub fn remove(&mut self, node: NodeId) {
        if node == NodeId::START || !self.holds(node) {
            return;
        }
        let parent = self.parent(node);
        if self.leads_to(node, self.cursor) {
            self.go_to(parent);
        }
        if self.played_to.is_some_and(|played_to| self.leads_to(node, played_to)) {
            self.played_to = Some(parent);
        }
        let siblings = &mut self.nodes[parent.index()];
        siblings.children.retain(|&child| child != node);
        if siblings.onward == Some(node) {
            siblings.onward = siblings.children.first().copied();
        }
        clear(self, vec![node]);
    }

    /// The same tree of steps and notes, with the cursor and the end of the game where they are,
    /// from another `start`. Where a game is then over on the board, a resignation is forgotten.
    ///
    /// # Errors
    /// [`TimelineError`] if some step is not legal from there.
    pub fn restarted(&self, start: Game) -> Result<Self, TimelineError> {
        let root = &self.nodes[0];
        let mut new = self.clone();
        new.nodes[0] = Node { mover: start.to_move(), after: After::of(&start), ..root.clone() };
        (new.cursor, new.positions) = (NodeId::START, vec![start]);
        // Parents come before their children, so the way to each is known to be legal.
        for node in self.nodes() {
            let Some(step) = self.step(node) else { continue };
            new.go_to(self.parent(node));
            let position = new.position();
            position.check(step).map_err(|reason| position.illegal(reason))?;
            let (mover, turn) = (position.to_move(), new.next_turn());
            new.advance(node);
            let after = After::of(new.position());
            let entry = &mut new.nodes[node.index()];
            (entry.mover, entry.turn, entry.after) = (mover, turn, after);
        }
        let on_board = |node: &NodeId| new.nodes[node.index()].after.outcome.is_some();
        let mut ended = std::mem::take(&mut new.ended);
        ended.retain(|node, _| !on_board(node));
        new.ended = ended;
        new.go_to(self.cursor);
        for (new, old) in new.nodes.iter_mut().zip(&self.nodes) {
            new.onward = old.onward;
        }
        Ok(new)
    }

    /// Plays `step` at the cursor, and moves the cursor and the game there: to the place it already
    /// leads to, or else along a new branch.
    ///
    /// # Errors
    /// [`TimelineError`]; nothing has changed then.
    pub fn play(&mut self, step: Step) -> Result<NodeId, TimelineError> {
        self.play_turn(&[step])
    }

    /// Plays the steps of one turn, or the rest of it, as [`Timeline::play`] does: all of them or
    /// none.
    ///
    /// # Errors
    /// [`TimelineError`]; nothing has changed then. [`TimelineError::TurnOver`] if the turn is over
    /// before the last step.
    pub fn play_turn(&mut self, steps: &[Step]) -> Result<NodeId, TimelineError> {
        let end = self.explore_turn(steps)?;
        self.play_to(end);
        Ok(end)
    }

    /// Explores the steps of one turn, or the rest of it, at the cursor and moves the cursor there:
    /// all of them or none. The game stays where it is; a record that is continued at the end of
    /// its main line becomes longer.
    ///
    /// # Errors
    /// As for [`Timeline::play_turn`].
    pub fn explore_turn(&mut self, steps: &[Step]) -> Result<NodeId, TimelineError> {
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
                None => self.grow(step, &position),
            };
            self.enter(child, position);
        }
        Ok(self.cursor)
    }

    /// The number of the turn that the next step at the cursor belongs to.
    fn next_turn(&self) -> u32 {
        // A position that was set up may be in the middle of a turn, which is the first of this
        // game.
        let begins = !self.position().phase().is_mid_turn() || self.cursor == NodeId::START;
        self.turn(self.cursor) + u32::from(begins)
    }

    /// Adds `step`, which must be legal and lead to `position`, after the cursor.
    fn grow(&mut self, step: Step, position: &Game) -> NodeId {
        let parent = &self.nodes[self.cursor.index()];
        let lengthens = self.is_record() && parent.is_played && parent.children.is_empty();
        let node = Node {
            step: Some(step),
            mover: self.position().to_move(),
            after: After::of(position),
            turn: self.next_turn(),
            depth: parent.depth + 1,
            parent: self.cursor,
            children: Vec::new(),
            onward: None,
            note: None,
            is_played: lengthens,
            is_removed: false,
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

    /// Goes back one step; returns true if there was one.
    pub fn undo(&mut self) -> bool {
        let back = self.cursor != NodeId::START;
        if back {
            self.cursor = self.parent(self.cursor);
            self.positions.pop();
        }
        back
    }

    /// Goes on one step, into the branch visited last; returns true if there was one.
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
    /// let mut main_line = timeline.main_line().into_iter();
    /// if let Some(node) = main_line.rfind(|&node| timeline.turn(node) == 20) {
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

    /// Makes the line from the start to `node` the main line; the main line before becomes a
    /// variation.
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
        if self.is_record() {
            self.make_record();
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

/// Removes the `open` places, which no other has as children, and every step after them.
fn clear(timeline: &mut Timeline, mut open: Vec<NodeId>) {
    while let Some(at) = open.pop() {
        let gone = &mut timeline.nodes[at.index()];
        // The empty node only keeps others from having the same handle.
        open.append(&mut gone.children);
        (gone.note, gone.onward, gone.is_removed) = (None, None, true);
        if let Some(step) = gone.step {
            timeline.steps.remove(&(gone.parent, step));
        }
        timeline.ended.remove(&at);
        timeline.removed += 1;
    }
    if timeline.is_record() {
        timeline.make_record();
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
    fn timelines_are_equal_if_moves_and_cursor_are() {
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
    fn variations_are_removed_whole_and_the_rest_keeps_its_order() {
        let mut timeline = timeline(false);
        let main: Vec<NodeId> = [0, 5, 10].map(|cell| timeline.play(place(cell)).unwrap()).to_vec();
        timeline.go_to(main[0]);
        let gone = [7, 12].map(|cell| timeline.play(place(cell)).unwrap());
        timeline.go_to(main[0]);
        let other = timeline.play(place(9)).unwrap();
        timeline.go_to(gone[1]);
        timeline.remove(gone[0]);
        assert_eq!(timeline.cursor(), main[0]);
        assert_eq!(gone.map(|node| timeline.holds(node)), [false; 2]);
        assert_eq!(timeline.step(other), Some(place(9)));
        assert_eq!(timeline.children(main[0]), [main[1], other]);
        assert_eq!((timeline.steps(), timeline.main_line()), (4, main.clone()));
        // The target of redo is gone, so redo goes along the main line.
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
    fn explored_steps_change_nothing_of_the_game() {
        let mut timeline = timeline(false);
        let played = [0, 1].map(|cell| timeline.play(place(cell)).unwrap());
        timeline.go_to(played[0]);
        let explored = [2, 3].map(|cell| timeline.explore_turn(&[place(cell)]).unwrap());
        assert_eq!((timeline.played_to(), timeline.cursor()), (played[1], explored[1]));
        assert_eq!(played.map(|node| timeline.was_played(node)), [true; 2]);
        assert_eq!(explored.map(|node| timeline.was_played(node)), [false; 2]);
        assert_eq!(timeline.played_after(played[0]), Some(played[1]));
        assert_eq!(timeline.played_end(), played[1]);
        // Playing from there makes the way there the game's, and nothing after it.
        timeline.go_to(explored[0]);
        let end = timeline.play(place(4)).unwrap();
        assert_eq!(timeline.played_to(), end);
        assert_eq!(explored.map(|node| timeline.was_played(node)), [true, false]);
    }

    #[test]
    fn steps_taken_back_stay_played_after_where_the_game_is() {
        let mut t = timeline(false);
        let nodes = [0, 1, 2].map(|cell| t.play(place(cell)).unwrap());
        t.play_to(nodes[0]);
        assert_eq!((t.played_to(), t.played_end()), (nodes[0], nodes[2]));
        assert_eq!((t.to_move_at(nodes[0]), t.mover(nodes[1])), (Second, Second));
        t.count_as_explored_after(nodes[0]);
        assert_eq!((t.played_end(), t.was_played(nodes[1])), (nodes[0], false));
        t.go_to(nodes[0]);
        t.truncate();
        assert_eq!((t.steps(), t.played_to(), t.holds(nodes[2])), (1, nodes[0], false));
    }

    #[test]
    fn the_main_line_of_a_record_counts_as_played() {
        let mut t = timeline(false);
        let a = t.explore_turn(&[place(0)]).unwrap();
        let b = t.explore_turn(&[place(1)]).unwrap();
        t.go_to(a);
        let c = t.explore_turn(&[place(2)]).unwrap();
        assert!(t.is_record() && t.was_played(b) && !t.was_played(c));
        assert_eq!(t.played_to(), b);
        t.promote(c).unwrap();
        assert_eq!((t.played_to(), t.was_played(b)), (c, false));
        t.remove(c);
        assert_eq!((t.played_to(), t.was_played(b)), (b, true));
        t.play_to(a);
        assert!(!t.is_record());
        assert_eq!((t.played_to(), t.played_end()), (a, b));
    }

    #[test]
    fn the_game_goes_back_with_a_line_that_is_removed() {
        let mut t = timeline(false);
        let a = t.play(place(0)).unwrap();
        let b = t.play(place(1)).unwrap();
        t.play(place(2)).unwrap();
        t.go_to(NodeId::START);
        t.remove(b);
        assert_eq!((t.played_to(), t.cursor(), t.steps()), (a, NodeId::START, 1));
        let again = t.restarted(t.start().clone()).unwrap();
        assert_eq!((again.played_to(), again.steps(), &again), (a, 1, &t));
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
        let last = t.cursor();
        t.go_to(NodeId::START);
        t.truncate();
        assert_eq!((t.steps(), t.played_to(), t.holds(last)), (0, NodeId::START, false));
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
    fn truncating_removes_only_moves_after_the_cursor() {
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
        assert_eq!(t.children(NodeId::START), [a, other]);
        assert_eq!(t.note(other).unwrap().nag.as_deref(), Some("!"));
        assert_eq!(t.children(other), [answer]);
        assert!(t.ended_at(answer).is_some() && !t.holds(tail));
        assert_eq!((t.step(answer), t.parent(answer), t.depth(answer)), (Some(place(5)), other, 2));
        t.go_to(a);
        t.play(place(3)).unwrap();
        assert_eq!(
            (t.main_line().len(), t.steps()),
            (2, 4),
            "a step that was removed can be played anew"
        );
        t.go_to(other);
        t.truncate();
        assert_eq!((t.cursor(), t.outcome(), t.steps()), (other, None, 3));
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
    fn a_resignation_gives_way_to_an_end_on_the_board() {
        let mut t = timeline(false);
        for at in 0..6 {
            t.play(place(at)).unwrap();
        }
        assert!(t.end(First, Reason::Resignation));
        let setup = Setup { size: Some(2), opening: Some(false), ..Setup::default() };
        let new = t.restarted(Game::new("multiplicity", &setup).unwrap()).unwrap();
        assert_eq!(new.ended_at(new.cursor()), None);
        assert_eq!(new.outcome(), new.position().outcome());
        let text = crate::Record::default().write_line(&new).unwrap();
        assert_eq!(crate::Record::read(text.as_bytes()).unwrap().1, new);
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
