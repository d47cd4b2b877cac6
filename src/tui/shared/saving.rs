//! Saving a game under a name of the user's own: it takes as long as the disk takes, and the keys
//! go on meanwhile.

use std::path::PathBuf;

use super::state::{Saving, Shared};
use crate::program::{Effects, StorageRequest};
use tetralith_files::Existing;
use tetralith_session::seated::Seated;

impl Shared {
    /// Has the game saved as `path`.
    ///
    /// # Errors
    /// A sentence without its full stop if that cannot be tried now.
    pub fn save(
        &mut self,
        path: PathBuf,
        existing: Existing,
        effects: &mut Effects,
    ) -> Result<(), String> {
        if self.game.saving.is_some() {
            return Err("the last one is still being saved: the disk is slow".to_owned());
        }
        let Some(seated) = &self.game.seated else { return Ok(()) };
        let text = Seated::text(seated).map_err(|error| error.to_string())?;
        // What changes from now on is unsaved, whatever comes of this.
        let leaves_out = seated.table.tip().is_some();
        let was_unsaved = std::mem::take(&mut self.game.keeping.unsaved);
        self.game.saving = Some(Saving { was_unsaved, leaves_out, at_the_end: false });
        effects.storage(StorageRequest::Save { path, text, existing });
        Ok(())
    }
}
