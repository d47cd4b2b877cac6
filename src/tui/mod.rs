//! The screen: what a person sees and types at a terminal.
//!
//! [`app`] is the state and what happens to it, [`runtime`] the only loop and the only place that touches terminal, clock,
//! files and signals. Between them go [`app::Message`]s and [`app::Effect`]s. Drawing is a pure function of the state.

pub mod app;
pub mod background;
pub mod board;
pub mod configuration;
pub use tetralith_session::cursor;
pub mod keymap;
pub mod layers;
pub use tetralith_look::orientation;
pub use tetralith_session::lesson;
pub mod panels;
pub use tetralith_session::progress;
pub mod request;
pub mod runtime;
pub use tetralith_session::seat;
pub use tetralith_session::seated;
pub use tetralith_session::sense;
pub mod shared;
pub use tetralith_session::table;
pub mod theme;
pub use tetralith_session::thinking;
pub use tetralith_session::tromino;
pub use tetralith_session::why;
pub mod values;
pub mod widgets;
