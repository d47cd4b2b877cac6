//! What passes between a program and whoever runs it: messages in, effects out.
//!
//! The screen and the plain mode are such programs; neither touches a terminal, clock, file or thread.

mod effect;
mod export;
mod message;
mod summary;

pub use effect::{Effect, EngineRequest, StorageRequest, TerminalRequest};
pub use export::Export;
pub use message::{Loaded, Message, Moment, SaveFault, Start};
pub use summary::{Peek, Summary, last_turn};
