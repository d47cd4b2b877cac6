//! The screen: what a person sees and types at a terminal.
//!
//! [`app`] is the state and what happens to it; it is a [`Program`](crate::program::Program) that
//! the one loop of [`crate::program`] runs. [`runtime`] is the loop's host on a terminal. Drawing
//! is a pure function of the state.

pub mod app;
pub mod board;
pub mod choice;
pub mod layers;
pub mod panels;
pub mod request;
pub mod runtime;
pub mod shared;
pub mod widgets;
