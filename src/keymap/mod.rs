//! The keys and what they do: one table, which dispatch, the hint line and the help all read.

mod action;
mod bindings;
mod context;
mod key;
mod names;
mod rebind;
pub mod spell;
mod synonyms;
mod table;

pub use action::Action;
pub use bindings::Keymap;
pub use context::Context;
pub use key::Key;
pub use names::line;
pub use rebind::{Clash, are_together};
pub use table::{ALWAYS, Binding, KEYMAP};
