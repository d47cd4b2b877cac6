//! The words for a file that cannot be read as a game, wherever games are listed.

/// The text in place of its result.
pub(super) const UNREADABLE: &str = "unreadable";

/// The text above the reason.
pub(super) const UNREAD: &str = "This file cannot be read";
