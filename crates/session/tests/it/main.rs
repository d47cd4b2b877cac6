//! The tests of matches from outside, in one program.

mod actions;
mod cases;
mod exact;
mod explored;
mod match_events;
mod whose_turn;
mod world;
