//! The place where Tetralith keeps games and other files: requests in, replies out.
//!
//! [`files`] decides where files are and writes them whole or not at all. [`Service`] does what is
//! asked without making its caller wait for the disk, [`Direct`] while its caller waits.
//! [`exchange`] reads and writes games as another club has them. Nothing here knows a terminal, a
//! screen or a setting.
#![forbid(unsafe_code)]

mod direct;
pub mod exchange;
pub mod explore;
pub mod files;
mod gate;
mod last_game;
mod level_results;
pub mod lists;
mod request;
pub mod results;
mod service;
pub mod statistics;
mod summary;

pub use direct::{Direct, load};
pub use gate::Gate;
pub use last_game::{LastGame, last_game, last_game_in};
pub use level_results::{level_result, level_results};
pub use request::{SaveFault, StorageReply, StorageRequest};
pub use service::{Finished, Service};
pub use summary::{GameSummary, NoSummary, Peek};
pub use tetralith_session::kept::Loaded;
