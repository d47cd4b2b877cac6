//! A game at the table that runs by itself.

use std::time::Duration;

use tetralith_core::timeline::NodeId;

use super::{Reply, Table};

/// The times for which each step of a game that runs by itself is shown, slowest first.
pub const SPEEDS: [Duration; 6] = [
    Duration::from_secs(4),
    Duration::from_secs(2),
    Duration::from_secs(1),
    Duration::from_millis(500),
    Duration::from_millis(250),
    Duration::from_millis(100),
];

/// The speed a game runs with at first, as an index into [`SPEEDS`].
pub(super) const USUAL_SPEED: usize = 2;

/// A game that runs by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Autoplay {
    /// The time at which the next step is due, on the clock of [`Table::tick`].
    due: Duration,
}

impl Table {
    /// The time for which each step is shown, if the game runs by itself.
    pub fn running(&self) -> Option<Duration> {
        self.autoplay.map(|_| SPEEDS[self.speed])
    }

    /// The time for which each step of a game that runs by itself is shown.
    pub const fn speed(&self) -> Duration {
        SPEEDS[self.speed]
    }

    /// Stops it.
    pub const fn stop_autoplay(&mut self) {
        self.autoplay = None;
    }

    /// Starts or stops it; `now` is the time on any steady clock.
    pub fn toggle_autoplay(&mut self, now: Duration) -> Reply {
        if self.autoplay.take().is_none() {
            if !self.is_in_the_past() {
                self.timeline.go_to(NodeId::START);
                self.look();
            }
            self.autoplay = Some(Autoplay { due: now + SPEEDS[self.speed] });
        }
        Reply::Shown
    }

    /// Runs faster or slower.
    pub fn change_speed(&mut self, faster: bool, now: Duration) -> Reply {
        let speed = if faster {
            (self.speed + 1).min(SPEEDS.len() - 1)
        } else {
            self.speed.saturating_sub(1)
        };
        let changed = speed != self.speed;
        self.speed = speed;
        if let Some(autoplay) = &mut self.autoplay {
            autoplay.due = now + SPEEDS[speed];
        }
        Reply::shown_if(changed)
    }

    /// The time at which [`Table::tick`] next has something to do.
    pub fn due(&self) -> Option<Duration> {
        self.autoplay.map(|autoplay| autoplay.due)
    }

    /// Makes the step that is due at `now`, if one is.
    pub fn tick(&mut self, now: Duration) -> Reply {
        let Some(autoplay) = self.autoplay.filter(|autoplay| autoplay.due <= now) else {
            return Reply::Nothing;
        };
        if self.timeline.redo() && self.is_in_the_past() {
            self.autoplay = Some(Autoplay { due: autoplay.due.max(now) + SPEEDS[self.speed] });
        } else {
            self.autoplay = None;
        }
        self.look();
        Reply::Shown
    }
}
