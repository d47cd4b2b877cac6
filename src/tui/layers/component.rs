//! The contract of every layer: one thing that takes keys, the mouse and text, and draws itself.
//!
//! It is a trait, so that a layer states in one place what it does and knows nothing of the layers
//! over and under it. Beside it is the enum [`Layer`](super::Layer) of all layers: the stack can be
//! copied, which the palette does to try a command, and the compiler names every kind to code that
//! matches on it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetralith_core::Info;

use crate::keymap::spell::KeyNames;
use crate::keymap::{Action, Context, Key};
use crate::program::Effects;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::request::Purpose;
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use tetralith_session::table::Table;

/// Everything about the stack that a layer needs for drawing.
pub struct Scene<'a> {
    /// The window.
    pub area: Rect,
    /// The names of the keys that count in front.
    pub keys: KeyNames<'a>,
    /// True if a layer over the screen takes the rows where messages are shown.
    pub is_covered: bool,
    /// The rows where the screen under it shows messages.
    pub says: Rect,
    /// The board on the screen, if there is one.
    pub table: Option<&'a Table>,
}

/// One layer of the screen.
///
/// It leaves what it asks of the stack as requests in what is shared, and what it asks of the world
/// in `effects`.
pub trait Component {
    /// The parts of the keymap that are active while it is in front, front to back.
    fn contexts(&self, cx: &Shared) -> Vec<Context>;

    /// The actions that the hint line names, those that matter most first.
    fn hints(&self, cx: &Shared) -> Vec<Named>;

    /// Does what a key or a click on a hint asks.
    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects);

    /// Draws itself, and returns the rows where messages can be shown; `None` if the window is too
    /// small for anything.
    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect>;

    /// The picture of its board, which lies over what it draws; `None` if the board is drawn as
    /// text.
    fn picture(&self, _scene: &Scene, _cx: &Shared, _easel: &mut Easel) -> Option<PlacedPicture> {
        None
    }

    /// The picture of the graph beside its board; `None` if it has none, or draws it as text.
    fn graph(&self, _scene: &Scene, _cx: &Shared, _easel: &mut Easel) -> Option<PlacedPicture> {
        None
    }

    /// The game that it is about, if there is one.
    fn info(&self, _cx: &Shared) -> Option<&'static Info> {
        None
    }

    /// Takes a key with any meaning elsewhere; false if it has its usual meaning.
    fn take_key(&mut self, _key: Key, _cx: &mut Shared, _effects: &mut Effects) -> bool {
        false
    }

    /// True if `c` begins a text here although no text is being typed.
    fn begins_text(&self, _c: char) -> bool {
        false
    }

    /// Takes text that is typed or pasted.
    fn typed(&mut self, _text: &str, _cx: &mut Shared, _effects: &mut Effects) {}

    /// Takes the line that was typed into a prompt in front of it.
    ///
    /// # Errors
    /// A sentence without its full stop if nothing can be done with it; the prompt stays and shows
    /// it.
    fn submit(
        &mut self,
        _purpose: Purpose,
        _text: String,
        _cx: &mut Shared,
        _effects: &mut Effects,
    ) -> Result<(), String> {
        Ok(())
    }

    /// Follows the mouse to `at`.
    fn hover(&mut self, _at: Position, _cx: &mut Shared, _effects: &mut Effects) {}

    /// Does what a click at `at` asks.
    fn click(&mut self, _at: Position, _cx: &mut Shared, _effects: &mut Effects) {}

    /// Does what a click with the right button at `at` asks.
    fn right_click(&mut self, _at: Position, _cx: &mut Shared, _effects: &mut Effects) {}

    /// Does what the wheel asks; false if that is what an arrow key does.
    fn wheel(
        &mut self,
        _at: Position,
        _up: bool,
        _cx: &mut Shared,
        _effects: &mut Effects,
    ) -> bool {
        false
    }
}

/// Actions with their usual names in the hint line.
pub fn named(actions: impl IntoIterator<Item = Action>) -> Vec<Named> {
    actions.into_iter().map(|action| (action, None)).collect()
}
