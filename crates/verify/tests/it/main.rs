//! The tests that hold games, search and certificates against the slow rules, in one program.

#[path = "../../../engine/tests/it/alone.rs"]
mod alone;
mod battery;
mod certificates;
mod soak;
