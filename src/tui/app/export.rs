//! Pictures of the game at the table: into a file, or as text for the clipboard.

use std::fmt;
use std::path::{Path, PathBuf};

use tetralith_core::Timeline;

use super::{App, Effect, Overlay, SaveFault, View};
use crate::files::{self, Existing, FileError, shown};
use crate::picture::{self, Format, Style};
use crate::tui::orientation::Orientation;
use crate::tui::overlays::{Deed, Purpose};
use crate::tui::seated::file_name;
use crate::tui::theme::{self, Depth, Glyphs, PALETTES, Theme};

/// What is typed in place of a file's name to copy the position.
const COPY: &str = "copy";

/// The most bytes that are copied. Terminals take different amounts; the largest board's diagram has half of this.
const MAX_COPIED: usize = 4096;

/// A picture that is to be made.
#[derive(Clone)]
pub struct Export {
    /// The file.
    pub path: PathBuf,
    /// In which format.
    pub format: Format,
    /// The game, its cursor at the position, or for an animation at the end.
    pub timeline: Timeline,
    /// The colours.
    pub theme: Theme,
    /// Whether with the names of rows and columns.
    pub coordinates: bool,
    /// Whether with what the game marks.
    pub marks: bool,
    /// How the board lies.
    pub orientation: Orientation,
    /// Whether a file that is there may be replaced.
    pub existing: Existing,
}

impl Export {
    /// Draws the picture and writes it to `path`, and returns the whole of that path.
    ///
    /// # Errors
    /// [`SaveFault`] if there is such a file and it may not be replaced, or drawing or writing fails.
    pub fn carry_out(&self, path: PathBuf) -> Result<PathBuf, SaveFault> {
        let picture = self.draw(&path)?;
        self.write(path, &picture)
    }

    /// Draws the picture that is to go to `path`.
    ///
    /// # Errors
    /// [`SaveFault`] if there is such a file and it may not be replaced, or drawing fails.
    pub fn draw(&self, path: &Path) -> Result<Vec<u8>, SaveFault> {
        // Not only once the picture is drawn, which may take seconds.
        if self.existing == Existing::Keep && path.symlink_metadata().is_ok_and(|found| !found.is_dir()) {
            return Err(SaveFault::Exists(path.to_owned()));
        }
        let Self { theme, coordinates, marks, orientation, .. } = self;
        let (coordinates, marks, orientation) = (*coordinates, *marks, *orientation);
        let style = Style { coordinates, marks, orientation, ..Style::new(theme, self.format.usual_size()) };
        picture::draw(&self.timeline, self.format, style).map_err(|error| SaveFault::Other(error.to_string()))
    }

    /// Writes the drawn `picture` to `path`, and returns the whole of that path.
    ///
    /// # Errors
    /// [`SaveFault`] if there is such a file and it may not be replaced, or writing fails.
    pub fn write(&self, path: PathBuf, picture: &[u8]) -> Result<PathBuf, SaveFault> {
        match files::write(&path, picture, self.existing) {
            Ok(()) => Ok(std::path::absolute(&path).unwrap_or(path)),
            Err(FileError::Exists { path }) => Err(SaveFault::Exists(path)),
            Err(error) => Err(SaveFault::Other(error.to_string())),
        }
    }
}

impl PartialEq for Export {
    fn eq(&self, other: &Self) -> bool {
        let of = |export: &Self| {
            let line = export.timeline.path(export.timeline.cursor());
            let steps: Vec<_> = line.into_iter().filter_map(|node| export.timeline.step(node)).collect();
            (
                export.path.clone(),
                export.format,
                export.theme,
                export.coordinates,
                export.marks,
                export.orientation,
                export.existing,
                steps,
            )
        };
        of(self) == of(other)
    }
}

impl fmt::Debug for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Export").field("path", &self.path).field("format", &self.format).finish_non_exhaustive()
    }
}

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
        effects.push(Effect::Copy(text));
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
        let View { coordinates, marks, .. } = self.view;
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
                self.ask(format!("{name} exists already. Replace it?"), Deed::ReplacePicture(path))
            }
            Err(SaveFault::Other(fault)) if at_prompt => self.fault(fault),
            Err(SaveFault::Other(fault)) => self.refuse(fault),
        }
    }
}
