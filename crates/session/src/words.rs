//! Sentences that the screen and the plain mode say alike.

/// Returns `text` with a capital and a full stop; the name of a cell or file at its start stays as it is.
///
/// ```
/// use tetralith_session::words::sentence;
/// assert_eq!(sentence("the game is over"), "The game is over.");
/// assert_eq!(sentence("d4 is occupied"), "d4 is occupied.");
/// assert_eq!(sentence("big.py: line 1 is no record"), "big.py: line 1 is no record.");
/// ```
pub fn sentence(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    let is_name = first.chars().any(|c| c.is_ascii_digit() || matches!(c, '.' | '/' | '~'));
    let mut chars = text.chars();
    let start = match chars.next() {
        Some(c) if !is_name => c.to_uppercase().collect::<String>() + chars.as_str(),
        _ => text.to_owned(),
    };
    if start.ends_with(['.', '?', '!']) { start } else { format!("{start}.") }
}
