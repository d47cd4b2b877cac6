//! Ending a search before its limits do.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A flag that any thread may raise to end a search with what is known so far.
///
/// Once raised it stays raised.
///
/// ```
/// use tetralith_engine::CancelToken;
/// let token = CancelToken::new();
/// assert!(!token.is_cancelled());
/// token.cancel();
/// assert!(token.is_cancelled());
/// ```
#[derive(Debug, Default)]
pub struct CancelToken(AtomicBool);

impl CancelToken {
    /// A token that is not raised yet.
    pub const fn new() -> Self {
        Self(AtomicBool::new(false))
    }

    /// Raises the flag.
    pub fn cancel(&self) {
        self.0.store(true, Relaxed);
    }

    /// Returns true once the flag has been raised.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Relaxed)
    }
}
