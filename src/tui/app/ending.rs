//! The end while the disk is still busy.

use tetralith_terminput::KeyEventKind;

use super::App;
use crate::keymap::{Action, Context, Key};
use crate::program::{Effects, Message};

impl App {
    /// Says why the program has not ended yet.
    pub(super) fn tell_unflushed(&mut self, effects: &mut Effects) {
        let key = self.shared.key_for(Context::Anywhere, Action::Quit);
        self.stack.close_overlays();
        self.shared.say(format!(
            "The disk is slow; the program quits once the game is saved. {key} quits now; only a power cut could lose a move"
        ), effects);
    }

    /// True if `message` asks the program to end, whatever the keys are for at the moment.
    pub fn is_quit(&self, message: &Message) -> bool {
        match message {
            Message::Quit => true,
            Message::Key(event) => Key::of(*event).is_some_and(|key| {
                let repeated = event.kind == KeyEventKind::Repeat;
                self.keymap().action(&[Context::Anywhere], key, repeated) == Some(Action::Quit)
            }),
            _ => false,
        }
    }
}
