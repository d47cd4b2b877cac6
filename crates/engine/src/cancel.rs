//! Ending a search before its limits do.

use std::sync::Arc;
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
pub struct CancelToken {
    raised: Arc<AtomicBool>,
    /// The flags of the tokens that this one is a child of: it is raised with any of them.
    above: Vec<Arc<AtomicBool>>,
}

impl CancelToken {
    /// A token that is not raised yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A token that is raised with this one, or by itself without it.
    #[must_use]
    pub fn child(&self) -> Self {
        let above = self.above.iter().chain([&self.raised]).cloned().collect();
        Self { raised: Arc::default(), above }
    }

    /// Raises the flag.
    pub fn cancel(&self) {
        self.raised.store(true, Relaxed);
    }

    /// Returns true once the flag has been raised.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.raised.load(Relaxed) || self.above.iter().any(|flag| flag.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_raised_with_its_parent_but_not_the_other_way() {
        let parent = CancelToken::new();
        let (one, other) = (parent.child(), parent.child().child());
        one.cancel();
        assert!(one.is_cancelled() && !parent.is_cancelled() && !other.is_cancelled());
        parent.cancel();
        assert!(other.is_cancelled());
    }
}
