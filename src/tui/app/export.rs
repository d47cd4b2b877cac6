//! Pictures of the game at the table: into a file, or as text for the clipboard.

use std::path::{Path, PathBuf};

use super::{App, Effect, Export, Overlay, SaveFault, TerminalRequest};
use crate::files::{Existing, shown};
use crate::picture::{self, Format};
use crate::tui::display::Display;
use crate::tui::overlays::{ConfirmAction, Purpose};
use crate::tui::seated::file_name;
use crate::tui::theme::{self, Depth, Glyphs, PALETTES, Theme};

/// What is typed in place of a file's name to copy the position.
const COPY: &str = "copy";

/// The most bytes that are copied. Terminals take different amounts; the largest board's diagram has half of this.
const MAX_COPIED: usize = 4096;

impl App {
    /// Asks for the file that the picture is to go to.
    pub(super) fn ask_for_picture(&mut self) -> Vec<Effect> {
        let Some(seated) = &self.seated else { return Vec::new() };
        let name = format!("{}.svg", file_name(seated.table.game().info(), self.now));
        self.prompt(Purpose::Export, &name)
    }

    /// Does what is typed at the prompt for a picture: a file's name, or the word for the clipboard.
    pub(super) fn export(&mut self, path: PathBuf) -> Vec<Effect> {
        if path != Path::new(COPY) {
            return self.draw_picture(path, Existing::Keep);
        }
        let Some(seated) = &self.seated else { return self.close() };
        let text = picture::text(seated.table.timeline());
        if text.len() > MAX_COPIED {
            return self.fault("the diagram is too long for the clipboard; export it to a .txt file");
        }
        self.close();
        let mut effects =
            self.say("the diagram is handed to the terminal's clipboard, if it has one; paste it anywhere");
        effects.push(Effect::Terminal(TerminalRequest::Copy(text)));
        effects
    }

    /// Has a picture of the game at the table made in the format that the name of the file says.
    pub(super) fn draw_picture(&mut self, path: PathBuf, existing: Existing) -> Vec<Effect> {
        let Some(seated) = &self.seated else { return self.close() };
        let Some(format) = Format::of(&path) else {
            return self.fault(format!("{}: the ending has to be .svg, .png, .gif or .txt", shown(&path)));
        };
        let (mut timeline, orientation) = (seated.table.timeline().clone(), seated.table.orientation());
        if format == Format::Gif {
            timeline.go_to_end();
        }
        let mut effects = Vec::new();
        if format == Format::Gif {
            // It takes a while, in which the board is free.
            if self.is_at_picture_prompt() {
                self.close();
            }
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
        effects
    }

    fn is_at_picture_prompt(&self) -> bool {
        matches!(self.overlays.last(), Some(Overlay::Prompt(prompt)) if prompt.purpose == Purpose::Export)
    }

    /// The colours of pictures: the screen's, or on a screen without any the light ones.
    fn picture_theme(&self) -> Theme {
        if self.theme.colours().mono {
            return Theme::new(theme::palette("light").unwrap_or(&PALETTES[0]), Depth::TrueColour, Glyphs::Unicode);
        }
        Theme::of(*self.theme.colours(), Depth::TrueColour, Glyphs::Unicode)
    }

    /// Says what came of a picture.
    pub(super) fn exported(&mut self, exported: Result<PathBuf, SaveFault>) -> Vec<Effect> {
        let at_prompt = self.is_at_picture_prompt();
        match exported {
            Ok(path) => {
                if at_prompt {
                    self.close();
                }
                self.say(format!("the picture is saved as {}", path.display()))
            }
            Err(SaveFault::Exists(path)) => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                let name = tetralith_core::text::display_text(&name);
                self.ask(format!("{name} exists already. Replace it?"), ConfirmAction::ReplacePicture(path))
            }
            Err(SaveFault::Other(fault)) if at_prompt => self.fault(fault),
            Err(SaveFault::Other(fault)) => self.refuse(fault),
        }
    }
}
