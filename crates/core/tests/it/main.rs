//! The tests of the rules and of records, in one program.

mod battery;
mod positions;
