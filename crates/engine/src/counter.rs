//! A number that all threads of a search change.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A number that all threads change, in memory of its own: each change takes what lies beside it
/// from the other threads too, which read that all the time.
#[repr(align(128))]
#[derive(Default)]
pub(crate) struct Counter(AtomicU32);

impl Counter {
    pub(crate) const fn at(number: u32) -> Self {
        Self(AtomicU32::new(number))
    }

    pub(crate) fn get(&self) -> u32 {
        self.0.load(Relaxed)
    }

    /// Goes on to the number `after` this one, unless there is none, and returns this one.
    pub(crate) fn advance(&self, after: impl FnMut(u32) -> Option<u32>) -> Option<u32> {
        self.0.fetch_update(Relaxed, Relaxed, after).ok()
    }
}
