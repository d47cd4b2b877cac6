//! The tests of analyses, in one program.

mod calibration;
mod truth;
