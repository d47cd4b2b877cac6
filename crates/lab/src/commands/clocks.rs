//! Clocks of processor time.

use std::time::{Duration, Instant};

/// A clock of the time this thread has worked, where the system reports it; else of the time that
/// has passed.
pub(super) fn thread_time() -> impl Fn() -> Duration {
    let began = Instant::now();
    move || worked().unwrap_or_else(|| began.elapsed())
}

/// Returns the time that this thread has worked, as Linux reports it.
fn worked() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_ascii_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// A clock of the time that all threads of the program have worked, where the system reports it;
/// else of the time that has passed.
pub(super) fn program_time() -> impl Fn() -> Duration {
    let began = Instant::now();
    move || all_worked().unwrap_or_else(|| began.elapsed())
}

/// Returns the time that all threads of this program have worked, those that ended included, as
/// Linux reports it: to a hundredth of a second.
pub(super) fn all_worked() -> Option<Duration> {
    const TICK: Duration = Duration::from_millis(10);
    const USER: usize = 11;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name, which may hold anything.
    let (_, fields) = text.rsplit_once(") ")?;
    let ticks = fields.split_ascii_whitespace().skip(USER).take(2);
    let ticks = ticks.map(|ticks| ticks.parse::<u32>().ok()).sum::<Option<u32>>()?;
    Some(TICK * ticks)
}
