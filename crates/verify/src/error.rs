//! The reasons why a certificate proves nothing.

use tetralith_core::text::{Excerpt, display_text};
use thiserror::Error;

/// The largest certificate that is read, in bytes; it takes up to some ten times as many while it
/// is checked.
pub const MOST_BYTES: usize = 256 << 20;

/// The reason why a certificate proves nothing; a text in front names the side whose strategy
/// fails, and the steps before that.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "each has its sentence")]
pub enum VerifyError {
    #[error("it cannot be read: {0}")]
    Read(#[from] std::io::Error),
    #[error("it is larger than {} MiB", MOST_BYTES >> 20)]
    Large,
    #[error("its first line announces entries of more than {} MiB", MOST_BYTES >> 20)]
    Announced,
    #[error("it is not a certificate: {}", reason(.0))]
    Syntax(#[source] serde_json::Error),
    #[error("it is not a certificate: its first line has no valid {0}")]
    Header(&'static str),
    #[error("it is about the game '{}', which cannot be checked", Excerpt::new(.0))]
    Game(String),
    #[error("its steps are not a legal sequence")]
    Steps,
    #[error("its entries take {0} bytes instead of the {1} in its first line")]
    Length(usize, usize),
    #[error("its SHA-256 does not match: the file has been changed or damaged")]
    Digest,
    #[error("its entries are out of order")]
    Order,
    #[error("{0}: the strategy has no entry for this position")]
    Missing(String),
    #[error("{0}: the strategy's step number {1} is not legal")]
    Illegal(String, u16),
    #[error("{0}: the game ends with {1}, less than the claimed {2}")]
    Less(String, i16, i16),
    #[error("{0}: entry {1} is never reached")]
    Unused(&'static str, usize),
    #[error("the strategies do not prove what is claimed: {0}")]
    Claim(&'static str),
}

/// The reason why a first line cannot be read, which may quote the line.
fn reason(error: &serde_json::Error) -> String {
    display_text(&error.to_string()).chars().take(200).collect()
}
