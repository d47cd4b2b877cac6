//! Games with another terminal: the links that carry them, and how they begin.
//!
//! [`links`] has the streams and their threads. [`meeting`] brings the first of them about, before
//! anything is shown. The game itself is in
//! [`remote_game`](tetralith_session::remote_game), which has no socket, no thread and no clock.

pub mod links;
pub mod meeting;
