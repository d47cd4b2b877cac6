//! Pictures of a game and pages about it, to be made and written beside everything else.

use std::fmt;
use std::path::{Path, PathBuf};

use tetralith_core::{Orientation, Record, Timeline};

use super::{Form, SaveFault, annotated};
use crate::theme::Theme;
use tetralith_files::Existing;
use tetralith_picture::{self as picture, Style, TurnSequence};

/// A picture or a page that is to be made.
#[derive(Clone)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Export {
    /// The file.
    pub path: PathBuf,
    pub form: Form,
    /// The parts of a record besides the game, for a page.
    pub record: Record,
    /// The game, its cursor at the position, or for an animation at the end.
    pub timeline: Timeline,
    /// The colours.
    pub theme: Theme,
    /// True if the names of rows and columns are shown.
    pub coordinates: bool,
    /// The turns whose moves are numbered, and that an animation shows; without them none are
    /// numbered.
    pub turns: Option<TurnSequence>,
    /// True if the game's marks are shown.
    pub marks: bool,
    pub orientation: Orientation,
    /// True if a file that is there may be replaced.
    pub existing: Existing,
}

impl Export {
    /// Draws the picture and writes it to `path`, and returns the whole of that path.
    ///
    /// # Errors
    /// [`SaveFault`] if there is such a file and it may not be replaced, or drawing or writing
    /// fails.
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
        if self.existing == Existing::Keep
            && path.symlink_metadata().is_ok_and(|found| !found.is_dir())
        {
            return Err(SaveFault::Exists(path.to_owned()));
        }
        let Self { theme, coordinates, marks, orientation, .. } = self;
        let (coordinates, marks, orientation) = (*coordinates, *marks, *orientation);
        let Form::Picture(format) = self.form else {
            let page = annotated(self.form, &self.record, &self.timeline);
            // An analysis that is ignored was reported when the game was opened.
            return page
                .map(|(page, _)| page.into_bytes())
                .map_err(|error| SaveFault::Other(error.to_string()));
        };
        let (turns, numbers) = (self.turns, self.turns.is_some());
        let style = Style {
            coordinates,
            marks,
            orientation,
            turns,
            numbers,
            ..Style::new(theme, format.usual_size())
        };
        picture::draw(&self.timeline, format, style)
            .map_err(|error| SaveFault::Other(error.to_string()))
    }

    /// Writes the drawn `picture` to `path`, and returns the whole of that path.
    ///
    /// # Errors
    /// [`SaveFault`] if there is such a file and it may not be replaced, or writing fails.
    pub fn write(&self, path: PathBuf, picture: &[u8]) -> Result<PathBuf, SaveFault> {
        tetralith_files::write(&path, picture, self.existing)?;
        Ok(std::path::absolute(&path).unwrap_or(path))
    }
}

impl PartialEq for Export {
    fn eq(&self, other: &Self) -> bool {
        let of = |export: &Self| {
            let line = export.timeline.path(export.timeline.cursor());
            let steps: Vec<_> =
                line.into_iter().filter_map(|node| export.timeline.step(node)).collect();
            (
                export.path.clone(),
                export.form,
                export.turns,
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
        f.debug_struct("Export")
            .field("path", &self.path)
            .field("form", &self.form)
            .finish_non_exhaustive()
    }
}
