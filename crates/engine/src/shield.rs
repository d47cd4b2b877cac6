//! What becomes of a search that breaks down.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

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
    catch_unwind(AssertUnwindSafe(search)).map_err(|panic| format!("the search broke down: {}", reason(&*panic)))
}

fn reason(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
}
