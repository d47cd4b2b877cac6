//! The limits of a search, and its progress.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The reason why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// The positions after which limits are checked: so few that even where each takes 100 µs a search
/// ends within some 10 ms.
pub(crate) const BREATH: u64 = 128;

/// The data that the threads of one search share besides the table.
pub(crate) struct Control<'a> {
    begin: Instant,
    nodes: AtomicU64,
    most: u64,
    until: Option<Instant>,
    stop: AtomicBool,
    /// True once a limit is reached, after which nothing resumes.
    is_over: AtomicBool,
    keep_on: &'a (dyn Fn(u64) -> bool + Sync),
}

impl<'a> Control<'a> {
    /// A search of at most `most` positions, until that time; `keep_on`, asked by one thread now
    /// and then with the positions so far, may end it.
    pub(crate) fn new(
        most: u64,
        until: Option<Instant>,
        keep_on: &'a (dyn Fn(u64) -> bool + Sync),
    ) -> Self {
        Self {
            begin: Instant::now(),
            nodes: AtomicU64::new(0),
            most,
            until,
            stop: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            keep_on,
        }
    }

    /// Counts more positions; an error once the search is to end.
    pub(crate) fn count(&self, nodes: u64, is_first: bool) -> Result<(), Stopped> {
        let so_far = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        let is_over = so_far > self.most || self.until.is_some_and(|until| Instant::now() >= until);
        if is_over || is_first && !(self.keep_on)(so_far) {
            self.is_over.store(true, Relaxed);
            self.stop();
        }
        if self.stop.load(Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// The positions searched so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Ends the search of every thread.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Ends the search of every thread once what it returns is dropped.
    pub(crate) const fn stop_on_drop(&self) -> StopOnDrop<'_> {
        StopOnDrop(self)
    }

    /// Returns true once a limit is reached or the search was asked to end.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Lets the search be taken up again after it was stopped.
    pub(crate) fn resume(&self) {
        self.stop.store(false, Relaxed);
    }
}

/// Ends the search of every thread, however its scope is left.
pub(crate) struct StopOnDrop<'a>(&'a Control<'a>);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
