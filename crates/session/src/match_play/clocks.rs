//! The clocks of the game at the board: which of them runs, and when they have something to do.

use std::time::Duration;

use tetralith_core::Colour;

use super::Attention;
use super::thinking::Thinking;
use crate::clock::Clock;
use crate::seated::Seated;
use crate::thinking::{Subject, Thought};

/// All that decides which clock runs.
pub struct Clocks<'a> {
    pub(super) board: &'a Seated,
    pub(super) thinking: &'a Thinking,
    /// True if both terminals are connected and have not agreed to pause.
    pub(super) is_linked: bool,
    /// True if the game is on: both terminals are connected, or the board is seen.
    pub(super) runs: bool,
    pub(super) attention: Attention,
    /// True while the coach looks at a move.
    pub(super) is_coached: bool,
}

impl<'a> Clocks<'a> {
    /// The clocks, if the game is played with a limit.
    pub fn clock(&self) -> Option<&'a Clock> {
        Some(&self.board.clock).filter(|clock| clock.has_limit())
    }

    /// The player whose clock runs, by the colour before any swap, if any does.
    pub fn running(&self) -> Option<Colour> {
        let table = &self.board.table;
        if !self.runs || !table.state().is_timed() {
            return None;
        }
        // A step that is found and held back, by what lies over the board or by the coach, costs
        // the computer no time.
        let holds = self.attention != Attention::Front || self.is_coached;
        let is_held = |thought: &Thought| thought.found.is_some() && holds;
        let waits = table.state().computer_has_turn() && self.thinking.own().is_none_or(is_held);
        let paused = self.clock().is_some_and(|clock| clock.paused);
        (!waits && !paused).then(|| table.state().on_the_clock())
    }

    pub(super) fn figure(&self, running: Option<Colour>) -> Option<String> {
        self.clock()?.shown(running?)
    }

    /// Returns when the figure of the clock that runs next changes, at the time `now`.
    pub fn change_due(&self, now: Duration) -> Option<Duration> {
        Some(now + self.clock()?.next_change(self.running()?)?)
    }

    /// Returns when the time of the player to move is up in a game with another terminal, at the
    /// time `now`: the other side waits for that news.
    pub(super) fn flag_due(&self, now: Duration) -> Option<Duration> {
        let state = self.board.table.state();
        let left = self.board.clock.total(state.on_the_clock()).filter(|left| !left.is_zero())?;
        (self.is_linked && state.is_going_on()).then(|| now + left)
    }

    /// Returns when the computer's clock asks it to make its step, if it was not asked yet.
    pub(super) fn think_until(&self) -> Option<Duration> {
        let is_asked =
            |thought: &&Thought| matches!(thought.subject, Subject::Engine(_)) && !thought.hurried;
        let thought = self.thinking.own().filter(is_asked)?;
        Some(thought.since + self.board.budget()?.longest()?)
    }
}
