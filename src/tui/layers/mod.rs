//! What lies on the screen, one layer over the other.

pub mod prompt;
pub mod question;
pub mod seats;
