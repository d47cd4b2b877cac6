//! The lines of the game at a table: where one can go in them.

use tetralith_core::notation::Names;
use tetralith_core::text::folded;
use tetralith_core::timeline::{NodeId, Timeline};
use tetralith_core::{CellSet, Step};

use crate::sentence;
use crate::sentence::{ActionId, Sentence};

/// The lines of a game as they are seen from its cursor.
///
/// While the game is played, moves that were only explored cannot be gone to. Each way to go
/// somewhere is a place, or the reason why there is none, a sentence without its full stop.
#[derive(Clone, Copy, Debug)]
pub struct GameLines<'a> {
    timeline: &'a Timeline,
    /// True if only moves that were played can be gone to.
    only_played: bool,
    is_playing: bool,
}

impl<'a> GameLines<'a> {
    pub(super) const fn new(timeline: &'a Timeline, only_played: bool, is_playing: bool) -> Self {
        Self { timeline, only_played, is_playing }
    }

    pub(super) const fn timeline(self) -> &'a Timeline {
        self.timeline
    }

    fn here(self) -> NodeId {
        self.timeline.cursor()
    }

    /// True if `node` can be gone to.
    fn has(self, node: NodeId) -> bool {
        !self.only_played || self.timeline.was_played(node)
    }

    /// The line through the cursor; during play it ends before moves that were only explored.
    pub fn line(self) -> Vec<NodeId> {
        let mut line = self.timeline.line();
        line.retain(|&node| self.has(node));
        line
    }

    /// The number of the last turn of the line, 0 if there is none.
    pub fn last_turn(self) -> u32 {
        self.line().last().map_or(0, |&node| self.timeline.turn(node))
    }

    /// True if moves follow the cursor on its line; during play, explored ones do not
    /// count.
    pub fn is_in_the_past(self) -> bool {
        if self.only_played {
            self.timeline.played_after(self.here()).is_some()
        } else {
            !self.timeline.children(self.here()).is_empty()
        }
    }

    /// The alternatives to the step that leads to `node`, that one among them; during play without
    /// those that were only explored.
    pub fn variations_at(self, node: NodeId) -> Vec<NodeId> {
        if node == NodeId::START {
            return Vec::new();
        }
        let mut variations = self.timeline.children(self.timeline.parent(node)).to_vec();
        variations.retain(|&node| self.has(node));
        variations
    }

    // ----- ways

    /// The place `node`.
    ///
    /// # Errors
    /// If it is the cursor's, or among moves that were only explored.
    pub fn to(self, node: NodeId) -> Result<NodeId, Sentence> {
        if !self.has(node) {
            Err(sentence!(
                "that move was only explored; {} shows it in review",
                ActionId::LookThrough
            ))
        } else if node == self.here() {
            Err("you are already there".into())
        } else {
            Ok(node)
        }
    }

    /// The place a step after `node` along the line visited last; if that was only explored and
    /// cannot be gone to, along one that was played.
    pub(super) fn after(self, node: NodeId) -> Option<NodeId> {
        let onward = self.timeline.onward(node)?;
        if self.has(onward) { Some(onward) } else { self.timeline.played_after(node) }
    }

    /// The place `steps` on, or back if negative, or as far as there are steps.
    ///
    /// # Errors
    /// If there is none.
    pub fn by(self, steps: isize) -> Result<NodeId, Sentence> {
        let mut at = self.here();
        for _ in 0..steps.unsigned_abs() {
            let next = if steps < 0 {
                (at != NodeId::START).then(|| self.timeline.parent(at))
            } else {
                self.after(at)
            };
            let Some(next) = next else { break };
            at = next;
        }
        if at != self.here() {
            return Ok(at);
        }
        let end = if steps < 0 { "this is the start of the game" } else { LAST };
        Err(end.into())
    }

    /// The end of the line.
    ///
    /// # Errors
    /// If the cursor is there.
    pub fn end(self) -> Result<NodeId, Sentence> {
        self.by(isize::MAX)
    }

    /// The end of turn `turn` of the line, 0 for the start.
    ///
    /// # Errors
    /// If the line has no such turn, or the cursor is there.
    pub fn turn(self, turn: u32) -> Result<NodeId, Sentence> {
        let last = self.last_turn();
        if turn > last {
            return Err(format!("there is no turn {turn}; the last is {last}").into());
        }
        let node = self.line().into_iter().rfind(|&node| self.timeline.turn(node) <= turn);
        self.to(node.unwrap_or(NodeId::START))
    }

    /// The next of the alternatives to the last step, or with `back` the previous. If it has none,
    /// the first variation that begins here, or with `back` the last.
    ///
    /// # Errors
    /// If there is no variation.
    pub fn next_variation(self, back: bool) -> Result<NodeId, Sentence> {
        let (here, variations) = (self.here(), self.variations_at(self.here()));
        let n = variations.len();
        if n < 2 {
            let none = || Err("there are no other variations here".into());
            if self.is_playing {
                // During play, going to a move that was explored would play it.
                return none();
            }
            // Moves that were explored after the last one of the game are variations, all of them.
            let on = self.timeline.children(here);
            let is_last = self.timeline.played_after(here).is_none();
            let begun = if is_last { on } else { on.get(1..).unwrap_or_default() };
            return match if back { begun.last() } else { begun.first() } {
                Some(&first) => self.to(first),
                None => none(),
            };
        }
        let at = variations.iter().position(|&node| node == here).unwrap_or(0);
        self.to(variations[(at + if back { n - 1 } else { 1 }) % n])
    }

    /// The next place, variations included, that holds `text`: the number of a turn, cells of a
    /// step, a glyph, or words of a comment. After the last place the search begins at the start.
    ///
    /// # Errors
    /// If there is none, or only the cursor's.
    pub fn find(self, text: &str) -> Result<NodeId, Sentence> {
        let text = text.trim();
        if let Ok(turn) = text.parse() {
            return self.turn(turn);
        }
        let order = self.places();
        let here = order.iter().position(|&node| node == self.here()).map_or(0, |at| at + 1);
        let sought = Sought::of(Names::of(self.timeline.position()), text);
        let mut found = order[here..]
            .iter()
            .chain(&order[..here])
            .filter(|&&node| sought.is_at(self.timeline, node));
        // During play explored moves cannot be gone to; if nothing else is found, that is the
        // answer.
        let found = found.clone().find(|&&node| self.has(node)).or_else(|| found.next());
        match found {
            None => Err(format!("no move or comment contains '{text}'").into()),
            Some(&node) if node == self.here() => {
                Err(format!("nothing else contains '{text}'").into())
            }
            Some(&node) => self.to(node),
        }
    }

    /// Every place but the start, each line after the step it branches from, the main line first.
    fn places(self) -> Vec<NodeId> {
        let timeline = self.timeline;
        let mut places = Vec::with_capacity(timeline.steps());
        let mut stack: Vec<NodeId> =
            timeline.children(NodeId::START).iter().rev().copied().collect();
        while let Some(node) = stack.pop() {
            places.push(node);
            stack.extend(timeline.children(node).iter().rev());
        }
        places
    }

    // ----- variations

    /// The place where the variation at the cursor left the line that was played; `None` on that
    /// line.
    pub(super) fn left_at(self) -> Option<NodeId> {
        let played = self.played_line();
        let path = self.timeline.path(self.here());
        path.last().filter(|last| !played.contains(last))?;
        Some(path.into_iter().rfind(|node| played.contains(node)).unwrap_or(NodeId::START))
    }

    /// The line that the game is on, with moves that were taken back.
    fn played_line(self) -> Vec<NodeId> {
        self.timeline.path(self.timeline.played_end())
    }

    /// The first place of the variation at the cursor, the innermost if it lies in others; `None`
    /// on the line that was played.
    pub fn variation(self) -> Option<NodeId> {
        let (timeline, played) = (self.timeline, self.played_line());
        let is_first = |node: NodeId| {
            let parent = timeline.parent(node);
            let begins_to_explore = !timeline.was_played(node) && timeline.was_played(parent);
            timeline.children(parent).first() != Some(&node) || begins_to_explore
        };
        let path = timeline.path(self.here());
        path.into_iter().filter(|node| !played.contains(node)).rfind(|&node| is_first(node))
    }

    /// The number of moves that deleting the variation at the cursor takes away.
    ///
    /// # Errors
    /// If there is no variation here.
    pub fn variation_moves(self) -> Result<usize, Sentence> {
        let Some(first) = self.variation() else {
            return Err("this is the main line; you can only delete variations".into());
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

    /// The last move of the line that the game is on, if only explored moves follow it.
    pub fn explored_after(self) -> Option<NodeId> {
        let end = self.timeline.played_end();
        (!self.timeline.children(end).is_empty()).then_some(end)
    }

    /// True if resigning drops moves: some that were taken back, or only explored, follow the last
    /// one of the game.
    pub fn resigning_drops(self) -> bool {
        !self.timeline.children(self.timeline.played_to()).is_empty()
    }

    /// The game without the moves that were only explored after its last one.
    pub fn without_explored(self) -> Timeline {
        let mut timeline = self.timeline.clone();
        if let Some(end) = self.explored_after() {
            timeline.go_to(end);
            timeline.truncate();
            if timeline.holds(self.timeline.cursor()) {
                // So that going forward from the cursor leads where it did before.
                let line = self.timeline.line();
                let last = line.into_iter().rfind(|&node| timeline.holds(node));
                timeline.go_to(last.unwrap_or(NodeId::START));
                timeline.go_to(self.timeline.cursor());
            }
        }
        timeline
    }

    /// True if the main line has ended, and would not have if the variation at the cursor
    /// took its place.
    pub fn promotion_unfinishes(self) -> bool {
        let has_ended = |timeline: &Timeline| timeline.outcome_at(timeline.main_end()).is_some();
        let mut promoted = self.timeline.clone();
        promoted.promote(self.timeline.cursor()).is_ok()
            && has_ended(self.timeline)
            && !has_ended(&promoted)
    }
}

/// The refusal to go on from the end of a line.
pub(super) const LAST: &str = "this is the last move";

/// A text that is looked for in a game.
struct Sought {
    words: String,
    cells: CellSet,
    /// Steps without cells: a pass, a swap.
    steps: Vec<Step>,
}

impl Sought {
    fn of(names: Names, text: &str) -> Self {
        let steps = names.parse_typed(text).unwrap_or_default();
        let cells = steps.iter().flat_map(|step| step.cells()).collect();
        Self { words: folded(text), cells, steps }
    }

    fn is_at(&self, timeline: &Timeline, node: NodeId) -> bool {
        let noted = timeline.note(node).is_some_and(|note| {
            note.nag.as_deref() == Some(self.words.as_str())
                || !self.words.is_empty() && folded(&note.comment).contains(&self.words)
        });
        let Some(step) = timeline.step(node) else { return noted };
        let cells: CellSet = step.cells().collect();
        // A move may have more than one step: it is found at the last of those that are sought.
        let (mut turn, mut at) = (cells, timeline.parent(node));
        while timeline.is_mid_turn_at(at) {
            turn |= timeline.step(at).into_iter().flat_map(Step::cells).collect();
            at = timeline.parent(at);
        }
        noted
            || self.cells.intersects(&cells) && self.cells - turn == CellSet::EMPTY
            || self.cells.is_empty() && self.steps.contains(&step)
    }
}

/// The steps of `timeline` that lead to `node` by their names, with blanks between.
pub fn place_of(timeline: &Timeline, node: NodeId) -> String {
    let names = Names::of(timeline.position());
    let steps = timeline.path(node).into_iter().filter_map(|node| timeline.step(node));
    steps.map(|step| names.step(step)).collect::<Vec<_>>().join(" ")
}

/// The node to which the steps of `place`, as [`place_of`] writes them, lead from the start of
/// `timeline`, as far as it has them.
pub fn node_at(timeline: &Timeline, place: &str) -> NodeId {
    let names = Names::of(timeline.position());
    let mut node = NodeId::START;
    for name in place.split(' ') {
        let called =
            |child: &&NodeId| timeline.step(**child).is_some_and(|step| names.step(step) == name);
        let Some(&next) = timeline.children(node).iter().find(called) else { break };
        node = next;
    }
    node
}
