//! Panics within a search, which end it and nothing else.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
}

/// Returns what `search` returns, or a sentence if it panics.
///
/// Its work may be half done after an error and must be made again.
///
/// ```
/// use tetralith_engine::catch_panic;
/// assert_eq!(catch_panic(|| 7), Ok(7));
/// let caught = catch_panic(|| -> u8 { panic!("too deep") });
/// assert_eq!(caught, Err("the search failed: too deep".to_owned()));
/// ```
///
/// # Errors
/// One sentence that explains why it panicked, if it did.
pub fn catch_panic<T>(search: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(|| catching(true, search)))
        .map_err(|panic| format!("the search failed: {}", panic_reason(&*panic)))
}

/// True if a panic on this thread would be caught by [`catch_panic`] and reported by the
/// caller that asked for the search.
///
/// A panic hook should print nothing then: its lines would appear beside that sentence, or in the
/// middle of a screen.
pub fn is_catching_panics() -> bool {
    CATCHING.get()
}

/// Returns what `work` returns, with [`is_catching_panics`] as given meanwhile: a thread that helps
/// another says what that one does.
pub(crate) fn catching<T>(is_caught: bool, work: impl FnOnce() -> T) -> T {
    let _before = Restore(CATCHING.replace(is_caught));
    work()
}

/// Sets [`CATCHING`] back to what it was.
struct Restore(bool);

impl Drop for Restore {
    fn drop(&mut self) {
        CATCHING.set(self.0);
    }
}

/// The words that something panicked with.
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
    fn panics_are_caught_exactly_while_the_search_lasts() {
        assert!(!is_catching_panics());
        assert_eq!(
            catch_panic(|| (
                is_catching_panics(),
                catch_panic(is_catching_panics),
                is_catching_panics()
            )),
            Ok((true, Ok(true), true))
        );
        assert!(!is_catching_panics());
        assert!(catch_panic(|| panic!("on purpose")).is_err());
        assert!(!is_catching_panics());
        assert_eq!(catch_panic(|| catching(false, is_catching_panics)), Ok(false));
    }
}
