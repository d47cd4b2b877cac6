//! What is set, and what comes of it.

use super::App;
use crate::settings::Settings;
use crate::tui::keymap::Keymap;

impl App {
    /// What the user has set.
    pub const fn settings(&self) -> &Settings {
        &self.configuration.settings
    }

    /// Which key does what.
    pub const fn keymap(&self) -> &Keymap {
        &self.configuration.settings.keymap
    }

    /// Says what is wrong with the file of settings, if something is.
    pub(super) fn tell_faults(&mut self) {
        let more = match self.configuration.faults.len() {
            0 | 1 => String::new(),
            n => format!(" (and {} more; tetralith config names them all)", n - 1),
        };
        if let Some(first) = self.configuration.faults.first() {
            let text = format!("{first}{more}");
            self.refuse(text);
        }
    }
}
