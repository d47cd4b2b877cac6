//! The whole program, tested from outside: the command line and the files it writes.

#[path = "../../../engine/tests/it/alone.rs"]
mod alone;
mod arena;
mod certificates;
mod command_line;
mod common;
mod making;
mod puzzles;
mod report;
mod soak;
mod solving;
mod training;
