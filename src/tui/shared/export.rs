//! Pictures of the game at the board.

use std::path::PathBuf;

use super::state::Shared;
use crate::program::{Effects, Export, Form};
use crate::theme::{self, Depth, Glyphs, PALETTES, Theme};
use crate::tui::board::display::Display;
use crate::tui::request::{Purpose, Request};
use tetralith_files::{Existing, shown};
use tetralith_picture::TurnSequence;

impl Shared {
    /// Has a picture of the game at the board made, or a page about it, in the form that the name
    /// of the file says.
    ///
    /// # Errors
    /// A sentence without its full stop if the name has none.
    pub fn draw_picture(
        &mut self,
        path: PathBuf,
        existing: Existing,
        effects: &mut Effects,
    ) -> Result<(), String> {
        let Some(seated) = self.game.seated() else {
            self.close();
            return Ok(());
        };
        let Some(form) = Form::of(&path) else {
            return Err(format!(
                "{}: end the name in .svg, .png, .gif, .cast, .txt, .md or .html",
                shown(&path)
            ));
        };
        if self.board.pictured.is_some() && !matches!(form, Form::Picture(_)) {
            return Err("a page always shows the whole game; turns are for pictures".to_owned());
        }
        let table = &seated.table;
        let orientation = table.hand().orientation();
        // A player who looks at explored moves wants those.
        let mut timeline = if table.timeline().was_played(table.timeline().cursor()) {
            table.lines().without_explored()
        } else {
            table.timeline().clone()
        };
        let record = seated.said_of(&timeline);
        let turns = self.board.pictured;
        if let Some(TurnSequence { first, last }) = turns {
            let line = timeline.line();
            let most = line.last().map_or(0, |&node| timeline.turn(node));
            if last > most {
                return Err(format!("there are no turns {first}-{last}; the last is {most}"));
            }
            let end = line.into_iter().rfind(|&node| timeline.turn(node) <= last);
            timeline.go_to(end.unwrap_or(timeline.cursor()));
        }
        if matches!(form, Form::Picture(format) if format.is_animated()) {
            if turns.is_none() {
                timeline.go_to_end();
            }
            // It takes a while, in which the board is free.
            self.request(Request::ClosePrompt(Purpose::Export));
            self.say("drawing every turn", effects);
        }
        let Display { coordinates, marks, .. } = self.display;
        let theme = self.picture_theme();
        effects.export(Box::new(Export {
            path,
            form,
            record,
            timeline,
            theme,
            coordinates,
            turns,
            marks,
            orientation,
            existing,
        }));
        Ok(())
    }

    /// The colours of pictures: the screen's, or on a screen without any the light ones.
    fn picture_theme(&self) -> Theme {
        if self.theme.colours().mono {
            return Theme::new(
                theme::palette("light").unwrap_or(&PALETTES[0]),
                Depth::TrueColour,
                Glyphs::Unicode,
            );
        }
        Theme::of(*self.theme.colours(), Depth::TrueColour, Glyphs::Unicode)
    }
}
