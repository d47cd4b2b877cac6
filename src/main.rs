//! The `tetralith` program.
fn main() {}
