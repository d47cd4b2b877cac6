//! Clocks at the table.

use std::time::Duration;

use tetralith_core::timeline::{NodeId, Note};
use tetralith_core::{Colour, Reason};

use super::{Mode, Reply, Table};

impl Table {
    /// The place where the game stands: at the last step that was made, taken back or made again.
    ///
    /// Looking at earlier turns does not stop a clock, nor let another player's run.
    pub const fn stand(&self) -> NodeId {
        self.stand.0
    }

    /// The colour before any swap of the player whose clock runs where the game stands.
    pub fn on_the_clock(&self) -> Colour {
        let (at, colour) = self.stand;
        self.origin(colour, at)
    }

    /// Returns whether the game goes on at the table, so that somebody's clock can run.
    ///
    /// Reviewing a game stops its clocks, except in a game with another terminal.
    pub fn is_timed(&self) -> bool {
        if self.is_remote() { !self.is_finished() } else { self.is_going_on() }
    }

    /// The side that has lost on time at the cursor.
    pub fn lost_on_time(&self) -> Option<Colour> {
        self.outcome().filter(|outcome| outcome.reason == Reason::Time)?.winner.map(Colour::other)
    }

    /// Lets the game stand at the cursor.
    pub(super) fn stand_here(&mut self) {
        self.stand = (self.timeline.cursor(), self.game().to_move());
    }

    /// Lets the game stand at `node`.
    pub(super) fn stand_at(&mut self, node: NodeId) {
        let mut timeline = self.timeline.clone();
        timeline.go_to(node);
        self.stand = (node, timeline.position().to_move());
    }

    /// Returns whether the computer is to move where the game stands.
    pub fn computer_stands(&self) -> bool {
        let (at, colour) = self.stand;
        self.holder(colour, at).level().is_some()
    }

    /// The time that the cursor's turn took, if that is known.
    pub fn time_taken(&self) -> Option<Duration> {
        self.timeline.note(self.timeline.cursor())?.time_ms.map(Duration::from_millis)
    }

    /// Notes how long the cursor's turn took, unless that is known or too short to measure.
    pub fn note_time(&mut self, time: Duration) {
        let at = self.timeline.cursor();
        let note = self.timeline.note(at).cloned().unwrap_or_default();
        let time_ms = time.as_millis() as u64;
        if note.time_ms.is_none() && time_ms > 0 {
            self.timeline.set_note(at, Note { time_ms: Some(time_ms), ..note });
        }
    }

    /// Ends the game because the player to move where it stands has run out of time, wherever the
    /// cursor is.
    ///
    /// A loss can only be recorded at the end of a line: that of the line in which the game stands.
    /// If that line had been played to its end and steps were taken back, it stays as it ended.
    pub fn lose_on_time(&mut self) -> Reply {
        let loser = self.on_the_clock();
        self.timeline.go_to(self.end_from_stand());
        let ended = self.end_lost(loser, Reason::Time);
        self.autoplay = None;
        if ended && !self.study {
            // Where variations are nested too deep for that, the line stays a variation.
            let _ = self.timeline.promote(self.timeline.cursor());
        }
        self.mode = Mode::Over;
        self.live = self.timeline.cursor();
        self.stand_here();
        self.look();
        Reply::Changed
    }
}
