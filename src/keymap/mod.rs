//! The keys and what they do: one table, which dispatch, the hint line and the help all read.

mod bindings;
mod context;
mod key;
mod layouts;
mod rebind;
pub mod spell;
mod table;

pub use bindings::{HelpLine, Keymap};
pub use context::Context;
pub use key::Key;
pub use rebind::Clash;
pub use table::{ALWAYS, Action, Binding, KEYMAP, line};
