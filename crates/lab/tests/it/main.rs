//! The whole program, tested from outside: the command line and the files it writes.

mod arena;
mod certificates;
mod command_line;
mod common;
mod making;
mod puzzles;
mod report;
mod solving;
mod training;
