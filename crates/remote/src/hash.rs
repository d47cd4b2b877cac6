//! Hashes of positions and sessions, and the fair coin.
//!
//! Source: FIPS 180-4 (SHA-256); Blum, "Coin flipping by telephone", 1981, for tossing a coin by a
//! commitment.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use tetralith_core::Colour;

/// The bytes of a nonce.
pub const NONCE: usize = 16;

/// Random bytes that are used once.
pub type Nonce = [u8; NONCE];

/// The SHA-256 of `parts`, each ended by a line feed, in hexadecimal digits.
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update(b"\n");
    }
    hex(&hasher.finalize())
}

/// `bytes` in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// The commitment to `nonce`, which is sent before the other side's is known.
pub fn commitment(nonce: &str) -> String {
    digest(["tetralith commitment", nonce])
}

/// The proof that its sender knows both nonces of a session, so takes part in it.
pub fn session(host: &str, guest: &str) -> String {
    digest(["tetralith session", host, guest])
}

/// The name of the game that begins with these nonces, 32 digits.
pub fn game_id(host: &str, guest: &str) -> String {
    let mut id = digest(["tetralith game", host, guest]);
    id.truncate(32);
    id
}

/// The name of the game after the one called `id`, 32 digits.
pub fn next_id(id: &str) -> String {
    let mut next = digest(["tetralith rematch", id]);
    next.truncate(32);
    next
}

/// The secret that the seat of a guest is bound to in the session that begins a game; only the
/// two sides know both nonces.
pub fn seat_secret(host: &str, guest: &str) -> String {
    digest(["tetralith seat", host, guest])
}

/// The proof of a guest that it knows the `secret` of the seat, good for one session: the host has
/// committed itself to a new nonce, and `guest` is the guest's new nonce.
pub fn guest_claim(secret: &str, commitment: &str, guest: &str) -> String {
    digest(["tetralith guest claim", secret, commitment, guest])
}

/// The proof of a host that it knows the `secret` of the seat, good for one `session`.
pub fn host_claim(secret: &str, session: &str) -> String {
    digest(["tetralith host claim", secret, session])
}

/// The seat of the host by the toss of a coin that neither side alone decides.
pub fn coin(host: &str, guest: &str) -> Colour {
    let toss = digest(["tetralith coin", host, guest]);
    let is_even = toss.as_bytes().last().is_some_and(|digit| {
        matches!(digit, b'0' | b'2' | b'4' | b'6' | b'8' | b'a' | b'c' | b'e')
    });
    if is_even { Colour::First } else { Colour::Second }
}

/// True if `text` is `digits` hexadecimal digits, as they are written here.
pub fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_the_standard() {
        // The hash of "abc\n".
        assert_eq!(
            digest(["abc"]),
            "edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb"
        );
    }

    #[test]
    fn the_coin_falls_either_way() {
        let tosses: Vec<Colour> = (0..1_000_u32).map(|n| coin(&n.to_string(), "guest")).collect();
        let first = tosses.iter().filter(|seat| **seat == Colour::First).count();
        assert!((400..600).contains(&first), "{first} of 1000");
    }
}
