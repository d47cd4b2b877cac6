//! Programs and the loop that runs them: messages in, effects out.
//!
//! The screen and the plain mode are programs; neither touches a terminal, clock, file or thread. A
//! [`Driver`] carries out what they ask with what its [`Host`] has of these.

mod drive;
mod effect;
mod engine;
mod explore;
mod export;
mod fault;
mod form;
mod message;
mod pages;
mod programs;
mod qr;
mod steady;
mod storage;
mod study;

pub use drive::{Comes, Driver, Host, Incoming, Program, Storage};
pub use effect::{Effect, Effects, TerminalRequest};
pub use engine::{Engine, give_way};
pub use explore::{Explored, GamesReader, own_games};
pub use export::Export;
pub use fault::ScreenError;
pub use form::Form;
pub use message::{Message, Start};
pub use pages::{analysed, annotated, viewer_page};
pub use qr::QrModules;
pub use steady::SteadyClock;
pub use study::Study;
pub use tetralith_session::match_play::{EngineRequest, Exit, StudyRequest};
pub use tetralith_session::time::Moment;
pub use tetralith_storage::{
    GameSummary, LastGame, Loaded, NoSummary, Peek, SaveFault, StorageReply, StorageRequest,
};
