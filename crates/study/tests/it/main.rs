//! The tests of analyses, in one program.

#[path = "../../../engine/tests/it/alone.rs"]
mod alone;
mod calibration;
mod soak;
mod truth;
