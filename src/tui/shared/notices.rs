//! Notices, and requests to the stack of layers.

use ratatui::layout::Rect;
use tetralith_core::CellSet;

use super::state::Shared;
use crate::keymap::spell::KeyNames;
use crate::keymap::{Action, Context, Keymap};
use crate::program::Effects;
use crate::settings::Settings;
use crate::tui::request::{ConfirmAction, Purpose, Request};
use crate::tui::widgets::notice::{Notice, Tone};
use tetralith_session::sentence::Sentence;

impl Shared {
    /// The settings of the user.
    pub const fn settings(&self) -> &Settings {
        &self.configuration.settings
    }

    /// The keys and what they do.
    pub const fn keymap(&self) -> &Keymap {
        &self.configuration.settings.keymap
    }

    /// The whole window.
    pub const fn area(&self) -> Rect {
        self.window.area()
    }

    /// Takes the sentence away.
    pub fn clear_notice(&mut self, effects: &mut Effects) {
        if self.notices.shown.take().is_some() {
            effects.draw();
        }
    }

    /// Shows a message by the way.
    pub fn say(&mut self, text: impl AsRef<str>, effects: &mut Effects) {
        self.notify(text.as_ref(), Tone::Plain, effects);
    }

    /// Shows what could not be done.
    pub fn refuse(&mut self, text: impl AsRef<str>, effects: &mut Effects) {
        self.notify(text.as_ref(), Tone::Refusal, effects);
    }

    pub(super) fn notify(&mut self, text: &str, tone: Tone, effects: &mut Effects) {
        self.notices.highlights = CellSet::EMPTY;
        self.notices.shown = Some(Notice::new(text, tone));
        effects.draw();
    }

    /// Asks something of the stack of layers; the effects come once it is done.
    pub fn request(&mut self, request: Request) {
        self.requests.push(request);
    }

    /// Takes away the layer in front.
    pub fn close(&mut self) {
        self.request(Request::Close);
    }

    /// Asks a question with yes or no.
    pub fn ask(&mut self, text: String, action: ConfirmAction) {
        self.request(Request::Ask(text, action));
    }

    /// Has a line typed, with `text` in it to begin with.
    pub fn prompt(&mut self, purpose: Purpose, text: &str) {
        self.request(Request::Prompt(purpose, text.to_owned()));
    }

    /// The names of the keys that count in `contexts`.
    pub fn key_names(&self, contexts: Vec<Context>) -> KeyNames<'_> {
        KeyNames { keymap: self.keymap(), contexts, ascii: self.theme.is_ascii() }
    }

    /// Returns `sentence` with the names of keys in place of its actions, as they are at the board.
    pub fn with_keys(&self, sentence: &Sentence) -> String {
        self.key_names(self.game_contexts()).spell(sentence)
    }

    /// Returns the name of the key that does `action` at the board.
    pub fn key_at_board(&self, action: Action) -> String {
        self.key_names(self.game_contexts()).name(action)
    }

    /// Returns the name of the key that does `action` in `context`.
    pub fn key_for(&self, context: Context, action: Action) -> String {
        self.key_names(Vec::new()).key(context, action)
    }
}
