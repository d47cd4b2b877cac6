//! The clocks of the game at the board.

use std::time::Duration;

use tetralith_core::Colour;

use super::state::{Shared, Shown};
use crate::program::{Effects, Moment};
use tetralith_session::clock::Clock;
use tetralith_session::table::{Reply, Table};
use tetralith_session::thinking::Thought;

impl Shared {
    /// The clocks of the game at the table, if it is played with a limit.
    pub fn clock(&self) -> Option<&Clock> {
        self.game.seated.as_ref().map(|seated| &seated.clock).filter(|clock| clock.has_limit())
    }

    /// Whose clock runs, by the colour before any swap, if any does: nobody's while nobody sees the
    /// table, the computer was told to wait, or the program has ended but for the disk.
    pub fn running_clock(&self) -> Option<Colour> {
        let runs = match &self.game.remote {
            // Who plays at another terminal waits, whatever is looked at here.
            Some(remote) => remote.clocks_run(),
            // Nobody plays while the other terminal is out of reach.
            None => {
                self.game.shown != Shown::Away && !self.game.table().is_some_and(Table::is_remote)
            }
        };
        let table = self
            .game
            .table()
            .filter(|table| runs && table.is_timed() && !self.game.keeping.ending)?;
        // A step that is found and held back, by what lies over the table or by the coach, costs
        // the computer no time.
        let holds = self.game.shown != Shown::Front || self.game.coached.is_some();
        let is_held = |thought: &Thought| thought.found.is_some() && holds;
        let waits = table.computer_has_turn() && self.game.thoughts.own().is_none_or(is_held);
        let paused = self.clock().is_some_and(|clock| clock.paused);
        (!waits && !paused).then(|| table.on_the_clock())
    }

    /// Tells the clocks that it is `now`; the game may end by it.
    pub fn tell_clocks(&mut self, now: Moment, effects: &mut Effects) {
        let running = self.running_clock();
        let figure = |shared: &Self| {
            shared.clock().zip(running).and_then(|(clock, colour)| clock.shown(colour))
        };
        let before = figure(self);
        let Some(seated) = &mut self.game.seated else { return };
        let reply = seated.tell_time(now, running.is_some());
        if reply == Reply::Changed {
            self.forget_places();
        }
        self.handle_reply(reply, effects);
        if before != figure(self) {
            effects.draw();
        }
        if self.think_until().is_some_and(|until| until <= now.steady) {
            self.hurry(effects);
        }
    }

    /// Returns when the clocks next have something to do.
    pub fn clock_due(&self) -> Option<Duration> {
        let change = self
            .clock()
            .zip(self.running_clock())
            .and_then(|(clock, colour)| clock.next_change(colour));
        [change.map(|after| self.now.steady + after), self.think_until()]
            .into_iter()
            .flatten()
            .min()
    }

    /// Returns when the computer's clock asks it to make its step, if it has not been told yet.
    fn think_until(&self) -> Option<Duration> {
        let thought = self.game.thoughts.own().filter(|thought| !thought.hurried)?;
        Some(thought.since + self.game.seated.as_ref()?.budget()?.longest()?)
    }
}
