//! Saving a game under a name of the user's own: it takes as long as the disk takes, and the keys go on meanwhile.

use std::path::PathBuf;

use tetralith_core::text::display_text;

use super::{App, Effect, Overlay, SaveFault, Seated, StorageRequest};
use crate::files::Existing;
use crate::tui::overlays::{ConfirmAction, Purpose};

/// A game on its way to the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Saving {
    /// Whether the game at the table counts as unsaved again if this fails.
    pub(super) was_unsaved: bool,
    /// Whether the program has ended but for this.
    pub(super) at_the_end: bool,
}

impl App {
    pub(super) fn save(&mut self, path: PathBuf, existing: Existing) -> Vec<Effect> {
        if self.saving.is_some() {
            return self.fault("the last one is still being saved: the disk is slow");
        }
        match self.seated.as_ref().map(Seated::text) {
            Some(Ok(text)) => {
                // What changes from now on is unsaved, whatever comes of this.
                self.saving =
                    Some(Saving { was_unsaved: std::mem::take(&mut self.keeping.unsaved), at_the_end: false });
                vec![Effect::Storage(StorageRequest::Save { path, text, existing })]
            }
            Some(Err(error)) => self.fault(error.to_string()),
            None => Vec::new(),
        }
    }

    /// Says what came of it. The prompt that it came of may be closed by now, and anything else be open.
    pub(super) fn saved(&mut self, saved: Result<PathBuf, SaveFault>) -> Vec<Effect> {
        let saving = self.saving.take();
        if let (Some(saving), Err(fault)) = (saving, &saved) {
            self.keeping.unsaved |= saving.was_unsaved;
            self.lost = saving.at_the_end.then(|| fault.to_string());
        }
        let at_prompt =
            matches!(self.overlays.last(), Some(Overlay::Prompt(prompt)) if prompt.purpose == Purpose::Save);
        match saved {
            Ok(path) => {
                if at_prompt {
                    self.close();
                }
                self.say(format!("saved as {}", path.display()))
            }
            Err(SaveFault::Exists(path)) => {
                // The name alone: the question must be in view however deep the file lies.
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let text = format!("{} exists already. Replace it?", display_text(&name));
                self.ask(text, ConfirmAction::ReplaceFile(path))
            }
            Err(SaveFault::Other(fault)) if at_prompt => self.fault(fault),
            Err(SaveFault::Other(fault)) => self.refuse(fault),
        }
    }
}
