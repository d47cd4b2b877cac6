//! What becomes of a search that breaks down.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static SHIELDED: Cell<bool> = const { Cell::new(false) };
}

/// What `search` returns.
///
/// Whatever it was working on may be half done after an error and is to be made anew.
///
/// ```
/// use tetralith_engine::shielded;
/// assert_eq!(shielded(|| 7), Ok(7));
/// assert_eq!(shielded(|| -> u8 { panic!("too deep") }), Err("the search broke down: too deep".to_owned()));
/// ```
///
/// # Errors
/// One sentence that says why it panicked, if it did.
pub fn shielded<T>(search: impl FnOnce() -> T) -> Result<T, String> {
    let under = || under_shield(true, search);
    catch_unwind(AssertUnwindSafe(under)).map_err(|panic| format!("the search broke down: {}", panic_reason(&*panic)))
}

/// Whether what runs on this thread is [`shielded`], so that a panic is told of by whoever asked for the search.
///
/// A panic hook should say nothing then: its lines would stand beside that sentence, or in the middle of a screen.
pub fn is_shielded() -> bool {
    SHIELDED.get()
}

/// What `work` returns, on a thread that counts as shielded meanwhile or does not: one that helps another is as that is.
pub(crate) fn under_shield<T>(shielded: bool, work: impl FnOnce() -> T) -> T {
    let _before = Restore(SHIELDED.replace(shielded));
    work()
}

/// Whether this thread was shielded before, which it is again afterwards.
struct Restore(bool);

impl Drop for Restore {
    fn drop(&mut self) {
        SHIELDED.set(self.0);
    }
}

/// Why something panicked, in the words it panicked with.
pub fn panic_reason(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_shielded_just_as_long_as_the_search_however_that_ends() {
        assert!(!is_shielded());
        assert_eq!(shielded(|| (is_shielded(), shielded(is_shielded), is_shielded())), Ok((true, Ok(true), true)));
        assert!(!is_shielded());
        assert!(shielded(|| panic!("on purpose")).is_err());
        assert!(!is_shielded());
        assert_eq!(shielded(|| under_shield(false, is_shielded)), Ok(false));
    }
}
