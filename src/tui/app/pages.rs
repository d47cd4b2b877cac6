//! What leads on from a page of text that lies over the screen.

use super::{App, Effect, Screen};
use crate::tui::board_view::legend;
use crate::tui::overlays::{self, Overlay};

impl App {
    /// Whether a page is read on which characters are keys: not the help, where they are looked for.
    pub(super) fn is_on_page(&self) -> bool {
        matches!(self.overlays.last(), Some(Overlay::Rules { .. } | Overlay::Comment { .. }))
    }

    /// Shows every key, those first that count here.
    pub(super) fn open_help(&mut self) -> Vec<Effect> {
        let legend = match (&self.screen, self.table()) {
            (Screen::Table | Screen::Lesson(_), Some(table)) => {
                legend(table.game().info(), &table.seen().marks, table.orientation(), &self.theme)
            }
            _ => Vec::new(),
        };
        self.open(Overlay::Help { contexts: self.contexts(), legend, filter: overlays::help_filter(), scroll: 0 })
    }
}
