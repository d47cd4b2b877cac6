//! The screen: what a person sees and types at a terminal.
//!
//! [`app`] is the state and what happens to it, [`runtime`] the only loop and the only place that touches terminal, clock,
//! files and signals. Between them go [`app::Message`]s and [`app::Effect`]s. Drawing is a pure function of the state.

pub mod app;
pub mod background;
pub mod board_layout;
pub mod board_view;
pub mod browser;
mod clock_choice;
pub mod configuration;
pub use tetralith_session::cursor;
pub mod display;
pub mod filter;
pub mod form;
pub mod gate;
pub mod home;
pub mod input;
pub mod keeper;
pub mod key_list;
pub mod keymap;
pub mod layers;
pub mod learn;
pub use tetralith_session::lesson;
pub mod lesson_view;
pub mod menus;
pub use tetralith_look::orientation;
pub mod paint;
pub mod palette;
pub mod panels;
pub use tetralith_session::progress;
pub mod request;
pub mod runtime;
pub use tetralith_session::seat;
pub mod seated;
pub use tetralith_session::sense;
pub mod settings_page;
pub mod shared;
pub use tetralith_session::table;
pub mod theme;
pub use tetralith_session::thinking;
pub use tetralith_session::tromino;
pub use tetralith_session::why;
pub mod values;
pub mod widgets;
