//! A game at the table that runs by itself.

use std::time::Duration;

use super::Reply;

/// The times each step is shown by autoplay, slowest first.
pub const SPEEDS: [Duration; 6] = [
    Duration::from_secs(4),
    Duration::from_secs(2),
    Duration::from_secs(1),
    Duration::from_millis(500),
    Duration::from_millis(250),
    Duration::from_millis(100),
];

/// The characters of a comment that are shown for as long as a move without one.
const READ_IN_ONE: usize = 15;

/// A game that runs by itself or could, and how fast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Autoplay {
    /// The time when the next step is due, on any steady clock; `None` if it does not run.
    due: Option<Duration>,
    /// An index into [`SPEEDS`].
    speed: usize,
    /// The length of the comment that is shown, in characters.
    comment: usize,
}

impl Default for Autoplay {
    fn default() -> Self {
        Self { due: None, speed: 2, comment: 0 }
    }
}

impl Autoplay {
    /// The time when the next step is due, if the game runs by itself.
    pub const fn due(&self) -> Option<Duration> {
        self.due
    }

    /// The time each step without a comment is shown by autoplay.
    pub const fn speed(&self) -> Duration {
        SPEEDS[self.speed]
    }

    /// The time that the step on the board is shown: a longer comment takes longer to read.
    fn pause(&self) -> Duration {
        let times = 1 + self.comment / READ_IN_ONE;
        self.speed().saturating_mul(u32::try_from(times).unwrap_or(u32::MAX))
    }

    /// Stops it; returns true if it ran.
    pub const fn stop(&mut self) -> bool {
        self.due.take().is_some()
    }

    /// Shows the next step once there was time to look at the one shown `now`, and to read the
    /// `comment` on it.
    pub(super) fn run(&mut self, now: Duration, comment: &str) {
        self.comment = comment.chars().count();
        self.due = Some(now.saturating_add(self.pause()));
    }

    /// Runs faster or slower from `now` on.
    pub(crate) fn change_speed(&mut self, faster: bool, now: Duration) -> Reply {
        let before = self.speed;
        self.speed =
            if faster { (before + 1).min(SPEEDS.len() - 1) } else { before.saturating_sub(1) };
        if self.due.is_some() {
            self.due = Some(now.saturating_add(self.pause()));
        }
        Reply::shown_if(before != self.speed)
    }
}
