//! The screen: what a person sees and types at a terminal.
//!
//! [`app`] is the state and what happens to it, [`runtime`] the only loop and the only place that touches terminal, clock,
//! files and signals. Between them go [`app::Message`]s and [`app::Effect`]s. Drawing is a pure function of the state.

pub mod app;
pub mod background;
pub mod board;
pub mod layers;
pub mod panels;
pub mod request;
pub mod runtime;
pub mod shared;
pub mod values;
pub mod widgets;
