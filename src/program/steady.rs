//! The steady clock of a host that may be stopped.

use std::time::{Duration, Instant, SystemTime};

use tetralith_session::time::Zone;

use super::Moment;

/// The longest wait that the clock counts whole. In a longer one the time after a stop could not be
/// distinguished from the wait.
const BEAT: Duration = Duration::from_secs(1);

/// The least delay that is not counted; a busy machine is late by less.
const GAP: Duration = Duration::from_secs(2);

/// The time since the program began, without the time in which it could not run: put aside by
/// Ctrl-Z, stopped by a signal, or its terminal held. No player can think on a stopped clock, and
/// none loses by it.
#[derive(Clone, Copy, Debug)]
pub struct SteadyClock {
    began: Instant,
    skipped: Duration,
}

impl SteadyClock {
    /// A clock that began to run then.
    pub const fn new(began: Instant) -> Self {
        Self { began, skipped: Duration::ZERO }
    }

    /// Returns the time that is counted.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed().saturating_sub(self.skipped)
    }

    /// Returns this time and that of the calendar.
    pub fn moment(&self) -> Moment {
        Moment { steady: self.elapsed(), wall: SystemTime::now(), zone: Zone::Local }
    }

    /// Does `work` without counting its time.
    pub fn pause<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let before = Instant::now();
        let done = work();
        self.skipped += before.elapsed();
        done
    }

    /// Calls `receive` with the time that it may wait until it returns something or the time is
    /// `due`; the excess of a wait that takes too long is not counted.
    pub fn wait<T>(
        &mut self,
        due: Duration,
        mut receive: impl FnMut(Duration) -> Option<T>,
    ) -> Option<T> {
        loop {
            let left = due.saturating_sub(self.elapsed()).min(BEAT);
            let before = Instant::now();
            let come = receive(left);
            self.skipped += uncounted(left, before.elapsed());
            if come.is_some() || self.elapsed() >= due {
                return come;
            }
        }
    }
}

/// The part that is not counted of a wait that took `took` where `left` were allowed.
fn uncounted(left: Duration, took: Duration) -> Duration {
    let late = took.saturating_sub(left);
    if late < GAP { Duration::ZERO } else { late }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_which_the_program_was_stopped_is_not_counted() {
        let seconds = Duration::from_secs;
        assert_eq!(uncounted(seconds(1), seconds(13)), seconds(12));
        // Something came before the wait was over, or the machine was busy.
        assert_eq!(uncounted(seconds(1), Duration::from_millis(10)), Duration::ZERO);
        assert_eq!(uncounted(seconds(1), Duration::from_millis(2_900)), Duration::ZERO);
        let began = Instant::now().checked_sub(seconds(20)).expect("the machine runs that long");
        let clock = SteadyClock { began, skipped: seconds(12) };
        assert!((seconds(8)..seconds(9)).contains(&clock.elapsed()));
    }

    #[test]
    fn a_long_wait_is_waited_in_beats_that_are_watched() {
        let mut clock = SteadyClock::new(Instant::now());
        let mut waits = Vec::new();
        let come = clock.wait(Duration::from_secs(3_600), |left| {
            waits.push(left);
            (waits.len() == 3).then_some("a key")
        });
        assert_eq!((come, waits), (Some("a key"), vec![BEAT; 3]));
        assert_eq!(clock.wait(Duration::ZERO, |_| None::<()>), None);
    }
}
