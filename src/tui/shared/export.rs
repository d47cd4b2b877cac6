//! Pictures of the game at the board.

use std::path::PathBuf;

use super::state::Shared;
use crate::program::{Effect, Export};
use crate::theme::{self, Depth, Glyphs, PALETTES, Theme};
use crate::tui::board::display::Display;
use crate::tui::request::{Purpose, Request};
use tetralith_picture::Format;
use tetralith_storage::files::{Existing, shown};

impl Shared {
    /// Has a picture of the game at the board made in the format that the name of the file says.
    ///
    /// # Errors
    /// A sentence without its full stop if the name says none.
    pub fn draw_picture(&mut self, path: PathBuf, existing: Existing) -> Result<Vec<Effect>, String> {
        let Some(table) = self.game.table() else { return Ok(self.close()) };
        let Some(format) = Format::of(&path) else {
            return Err(format!("{}: the ending has to be .svg, .png, .gif or .txt", shown(&path)));
        };
        let (mut timeline, orientation) = (table.timeline().clone(), table.orientation());
        let mut effects = Vec::new();
        if format == Format::Gif {
            timeline.go_to_end();
            // It takes a while, in which the board is free.
            self.request(Request::ClosePrompt(Purpose::Export));
            effects = self.say("drawing every turn");
        }
        let Display { coordinates, marks, .. } = self.display;
        let theme = self.picture_theme();
        effects.push(Effect::Export(Box::new(Export {
            path,
            format,
            timeline,
            theme,
            coordinates,
            marks,
            orientation,
            existing,
        })));
        Ok(effects)
    }

    /// The colours of pictures: the screen's, or on a screen without any the light ones.
    fn picture_theme(&self) -> Theme {
        if self.theme.colours().mono {
            return Theme::new(theme::palette("light").unwrap_or(&PALETTES[0]), Depth::TrueColour, Glyphs::Unicode);
        }
        Theme::of(*self.theme.colours(), Depth::TrueColour, Glyphs::Unicode)
    }
}
