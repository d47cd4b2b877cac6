//! The tests of analyses and of puzzles, in one program.

mod calibration;
mod puzzles;
mod truth;
