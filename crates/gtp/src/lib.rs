//! Other programs as players, by the Go Text Protocol (GTP, version 2).
//!
//! A [`Client`] starts a [`GtpProgram`] together with all that it will start itself, asks it for
//! moves and ends it. Nothing that a program answers is trusted: a move is checked against the
//! rules, a text is bounded and made safe to show, and a program that hangs, floods, lies or dies
//! is a [`GtpFault`], one sentence that names it.
#![forbid(unsafe_code)]

mod client;
mod process_group;
mod program;

pub use client::{Client, GtpAnswer, GtpFault, GtpOpinion, Timing};
pub use process_group::{ProgramCloser, end_all};
pub use program::GtpProgram;
