//! Going through the game at the table: back and forth, to a turn, along variations.

use tetralith_core::notation::Names;
use tetralith_core::timeline::{NodeId, Timeline};

use super::{Mode, Reply, Table};
use crate::sentence;
use crate::sentence::ActionId;

impl Table {
    /// The steps up to the cursor by their names, one after the other with blanks between.
    pub fn place(&self) -> String {
        self.place_of(self.timeline.cursor())
    }

    /// The steps up to `node` as [`Table::place`] writes them.
    pub fn place_of(&self, node: NodeId) -> String {
        place_of(&self.timeline, node)
    }

    /// Goes where the steps of `place`, as [`Table::place`] writes them, lead from the start, as
    /// far as the timeline has them.
    pub fn go_to_place(&mut self, place: &str) {
        self.go_to(node_at(&self.timeline, place));
    }

    /// Returns whether [`Table::undo`] has a step to go back over: between a person and the
    /// computer, one of the person's.
    pub fn can_undo(&self) -> bool {
        let path = self.timeline.path(self.timeline.cursor());
        let persons = |node: &NodeId| {
            self.holder(self.timeline.mover(*node), self.timeline.parent(*node)).level().is_none()
        };
        if self.is_remote() {
            return self.is_going_on() && !path.is_empty();
        }
        self.timeline.ended_at(self.timeline.cursor()).is_some()
            || path.iter().any(|node| self.is_watched() || persons(node))
    }

    /// Puts back cells picked for the step at hand, else takes back a resignation, else goes back a
    /// step, and plays on there if a game is played here.
    ///
    /// Between a person and the computer it goes back to the person's last step.
    pub fn undo(&mut self) -> Reply {
        // They belong to whoever is to move here, not to whoever made the step before.
        if self.hand.unpick_all() {
            return Reply::Shown;
        }
        // A record that is reviewed keeps its end, and a game in progress is not undone by looking.
        if self.mode == Mode::Review && (!self.follows_game() || self.variation().is_some()) {
            return self.go_by(-1);
        }
        if self.is_remote() {
            return self.undo_part();
        }
        let (before, mode, was_finished) = (self.timeline.cursor(), self.mode, self.is_finished());
        let is_at_end = before == self.played_to();
        let reopened = is_at_end && self.timeline.reopen();
        if !reopened && !self.timeline.undo() {
            return Reply::Refused("this is the start of the game".into());
        }
        self.mode = Mode::Play;
        while !reopened && self.computer_to_move().is_some() && !self.is_watched() {
            if !self.timeline.undo() {
                self.timeline.go_to(before);
                self.mode = mode;
                return Reply::Refused("you have no move to take back".into());
            }
        }
        self.autoplay.stop();
        // A game that is over stays so unless its end is taken back.
        if (is_at_end || !was_finished) && !self.explores() {
            self.timeline.play_to(self.timeline.cursor());
            self.engine_waits = true;
        }
        self.look();
        if reopened { Reply::Changed } else { Reply::Shown }
    }

    /// Goes forward a step along the line visited last, and on through the computer's answer.
    pub fn redo(&mut self) -> Reply {
        // Looking at an earlier turn does not change where the game is.
        let follows = self.mode == Mode::Play
            && !self.is_finished()
            && self.played_to() == self.timeline.cursor();
        let on = self.go_on();
        while on && self.computer_to_move().is_some() && !self.is_watched() && self.go_on() {}
        if on && follows {
            self.timeline.play_to(self.timeline.cursor());
        }
        self.went(on, "this is the last move")
    }

    /// Goes `steps` back (negative) or on.
    pub fn go_by(&mut self, steps: isize) -> Reply {
        let mut gone = false;
        for _ in 0..steps.unsigned_abs() {
            if !(if steps < 0 { self.timeline.undo() } else { self.go_on() }) {
                break;
            }
            gone = true;
        }
        self.went(
            gone,
            if steps < 0 { "this is the start of the game" } else { "this is the last move" },
        )
    }

    /// Goes a step forward along the line visited last; during play, or if that was only explored,
    /// along one that was played.
    fn go_on(&mut self) -> bool {
        let before = self.timeline.cursor();
        if !self.timeline.redo() {
            return false;
        }
        if !self.is_only_explored(self.timeline.cursor()) {
            return true;
        }
        let next = self.timeline.played_after(before);
        self.timeline.go_to(next.unwrap_or(before));
        next.is_some()
    }

    /// Goes to the start.
    pub fn go_to_start(&mut self) -> Reply {
        self.go_to(NodeId::START)
    }

    /// Goes to the end of the line.
    pub fn go_to_end(&mut self) -> Reply {
        let before = self.timeline.cursor();
        while self.go_on() {}
        self.went(before != self.timeline.cursor(), "this is the last move")
    }

    /// Goes to `node`.
    pub fn go_to(&mut self, node: NodeId) -> Reply {
        if self.is_only_explored(node) {
            return Reply::Refused(sentence!(
                "that move was only explored; {} looks at it",
                ActionId::LookThrough
            ));
        }
        let before = self.timeline.cursor();
        self.timeline.go_to(node);
        self.went(before != node, "you are already there")
    }

    /// The number of the last turn of the line, 0 if there is none.
    pub fn last_turn(&self) -> u32 {
        self.line().last().map_or(0, |&node| self.timeline.turn(node))
    }

    /// Goes to the end of turn `turn` of the line, 0 for the start.
    ///
    /// A number beyond the last turn is refused.
    pub fn go_to_turn(&mut self, turn: u32) -> Reply {
        let last = self.last_turn();
        if turn > last {
            return Reply::Refused(format!("there is no turn {turn}; the last is {last}").into());
        }
        let node = self.line().into_iter().rfind(|&node| self.timeline.turn(node) <= turn);
        self.go_to(node.unwrap_or(NodeId::START))
    }

    /// Goes to the next of the alternatives to the last step, or with `back` to the previous.
    ///
    /// If it has none, it goes into a variation that begins here: the first, or with `back` the
    /// last.
    pub fn next_variation(&mut self, back: bool) -> Reply {
        let variations = self.variations();
        let (n, here) = (variations.len(), self.timeline.cursor());
        if n < 2 {
            let none = || Reply::Refused("this move has no other variation".into());
            if self.mode == Mode::Play {
                // During play, going to a move that was explored would play it.
                return none();
            }
            // Moves that were explored after the last one of the game are variations, all of them.
            let on = self.timeline.children(here);
            let is_last = self.timeline.played_after(here).is_none();
            let begun = if is_last { on } else { on.get(1..).unwrap_or_default() };
            return match if back { begun.last() } else { begun.first() } {
                Some(&first) => self.go_to(first),
                None => none(),
            };
        }
        let at = variations.iter().position(|&node| node == here).unwrap_or(0);
        let next = variations[(at + if back { n - 1 } else { 1 }) % n];
        self.go_to(next)
    }

    /// The alternatives to the last step, itself among them; during play, without those that were
    /// only explored.
    pub fn variations(&self) -> Vec<NodeId> {
        self.variations_at(self.timeline.cursor())
    }

    /// The alternatives to the step that leads to `node`, that one among them; during play without
    /// those that were only explored.
    pub fn variations_at(&self, node: NodeId) -> Vec<NodeId> {
        if node == NodeId::START {
            return Vec::new();
        }
        let mut variations = self.timeline.children(self.timeline.parent(node)).to_vec();
        variations.retain(|&node| !self.is_only_explored(node));
        variations
    }

    fn went(&mut self, gone: bool, else_: &'static str) -> Reply {
        if !gone {
            return Reply::Refused(else_.into());
        }
        self.autoplay.stop();
        self.hand.rest();
        self.look();
        Reply::Shown
    }
}

/// The steps of `timeline` that lead to `node`, as [`Table::place`] writes them.
pub fn place_of(timeline: &Timeline, node: NodeId) -> String {
    let names = Names::of(timeline.position());
    let steps = timeline.path(node).into_iter().filter_map(|node| timeline.step(node));
    steps.map(|step| names.step(step)).collect::<Vec<_>>().join(" ")
}

/// The node to which the steps of `place`, as [`Table::place`] writes them, lead from the start of
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
