//! The record that an analysis is kept in while it goes on.

use std::path::{Path, PathBuf};

use tetralith_core::{Record, Timeline};
use tetralith_files::{Existing, shown};
use tetralith_storage::exchange::Import;
use tetralith_storage::files;
use tetralith_study::{CacheError, Finding, GameAnalysis, Moments, cache};

use tetralith_cli::CommandError;

/// True if there is no file at `path` yet.
pub(super) fn is_new(path: &Path) -> bool {
    !path.try_exists().unwrap_or(true)
}

/// A record that is written again each time something has been found.
pub(super) struct Target {
    path: PathBuf,
    record: Record,
    timeline: Timeline,
    /// The turns by their places in this timeline, which may have other variations than that of the
    /// game that was read.
    moments: Moments,
}

/// The error of a file whose analysis cannot be read.
pub(super) fn unreadable(path: &Path) -> CommandError {
    let what = "holds an analysis that tetralith cannot read; name another file";
    CommandError::input(format_args!("{} {what}", shown(path)))
}

impl Target {
    /// The file `path`, for the analysis of the game in `record` and `timeline`.
    ///
    /// If the file exists and holds the same game, only its analysis is changed, and the findings
    /// in it are added to `analysis`; if they are ignored, the reason is returned too.
    ///
    /// # Errors
    /// [`CommandError`] if the file holds something else, or cannot be read.
    pub(super) fn at(
        path: &Path,
        record: &Record,
        timeline: Timeline,
        analysis: &mut GameAnalysis,
    ) -> Result<(Self, Option<CacheError>), CommandError> {
        if is_new(path) {
            return Ok((Self::of(path, record.clone(), timeline), None));
        }
        let (Import { record: there, timeline: line, foreign, .. }, _) =
            files::import(path).map_err(CommandError::faulty)?;
        if let Some(kind) = foreign {
            return Err(CommandError::input(format_args!(
                "{} is {kind}, which cannot hold an analysis; name another file",
                shown(path)
            )));
        }
        if !cache::is_same_game(&line, &timeline) {
            return Err(CommandError::input(format_args!(
                "{} holds another game; name another file for the analysis",
                shown(path)
            )));
        }
        let (found, fault) = GameAnalysis::of(&there, &line);
        if fault.as_ref().is_some_and(CacheError::is_to_be_kept) {
            return Err(unreadable(path));
        }
        analysis.join(found);
        Ok((Self::of(path, there, line), fault))
    }

    fn of(path: &Path, record: Record, timeline: Timeline) -> Self {
        let moments = Moments::of_main_line(&timeline);
        Self { path: path.to_owned(), record, timeline, moments }
    }

    /// Writes the record with `findings`: all of it, or on an error nothing.
    ///
    /// # Errors
    /// [`CommandError`] if the record would be too large, or cannot be written.
    pub(super) fn save(&mut self, findings: &[Option<Finding>]) -> Result<(), CommandError> {
        cache::write(&mut self.record, &mut self.timeline, &self.moments, findings);
        let text = self
            .record
            .write(&self.timeline)
            .map_err(|source| CommandError::in_file(&self.path, source))?;
        Ok(tetralith_files::write(&self.path, text, Existing::Replace)?)
    }
}
