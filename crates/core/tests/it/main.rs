//! The tests of the rules and of records, in one program.

mod positions;
