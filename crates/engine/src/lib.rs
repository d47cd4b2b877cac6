//! Search for the games of Tetralith.
#![forbid(unsafe_code)]
