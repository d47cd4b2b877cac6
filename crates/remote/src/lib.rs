//! Two people at two terminals: a game over any stream of bytes.
//!
//! | module | holds |
//! |---|---|
//! | [`message`] | the lines of the protocol, one JSON object each |
//! | [`shared_game`] | the game as one side has it: each move is played by its own rules |
//! | [`peer`] | one end of the protocol: takes lines and the time, returns lines and events |
//! | [`lines`] | bytes -> lines, bounded |
//! | `budget` | the lines, bytes and frames that a link may send |
//! | [`fault`] | reasons to stop, a sentence each |
//! | [`hash`] | hashes of positions, the fair coin, the proof that a session is not a recording |
//! | [`secret`] | one-time codes, and the stream that one of them encrypts |
//! | [`address`] | the places where a game can be joined |
//! | [`carrier`] | the streams that carry a game: Unix sockets, TCP with a code, programs |
//! | [`wire`] | what passes between a program and its links |
//! | [`letter`] | games by mail: the moves of a game and a hash as a short text |
//!
//! The state machine has no thread, no socket and no clock of its own: its owner passes in the
//! lines and the time. Format: `docs/remote-protocol.md`.
#![forbid(unsafe_code)]

pub mod address;
mod budget;
pub mod carrier;
pub mod fault;
pub mod hash;
pub mod letter;
pub mod lines;
pub mod message;
pub mod peer;
pub mod secret;
pub mod shared_game;
pub mod wire;

/// The version of the protocol; programs of different versions refuse each other.
pub const PROTOCOL: u32 = 3;

/// The most bytes of a line, its end included.
pub const MAX_LINE: usize = 64 << 10;
