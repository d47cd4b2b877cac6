//! A disk that takes as long as a test wants.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use tetralith::files::{FileError, Files};
use tetralith::program::{Effect, Message, StorageRequest};
use tetralith::tui::keeper::{Keeper, State, Written};
use tetralith::tui::runtime;

/// A disk that writes one thing each time it is let, with the keeper that waits for it.
pub(crate) struct SlowDisk {
    pub(crate) keeper: Keeper,
    /// Whether it breaks down over what it is let write.
    lets: Sender<bool>,
    written: Receiver<Written>,
}

impl SlowDisk {
    pub(crate) fn new() -> Self {
        let (lets, waits) = mpsc::channel::<bool>();
        let (tells, written) = mpsc::channel();
        // Once the test has ended nobody lets it write any more, nor listens.
        let wait = move || assert!(!waits.recv().unwrap_or_default(), "on purpose");
        let keeper = Keeper::new(move |what| drop(tells.send(what)), wait);
        Self { keeper, lets, written }
    }

    /// Lets one thing be written, of which nobody has heard yet.
    pub(crate) fn write_unheard(&self) -> Written {
        self.let_write(false)
    }

    /// Lets it break down over one thing.
    pub(crate) fn break_down(&self) -> Written {
        self.let_write(true)
    }

    fn let_write(&self, breaks: bool) -> Written {
        self.lets.send(breaks).unwrap();
        self.written.recv_timeout(std::time::Duration::from_secs(20)).expect("nothing was to be written")
    }

    /// Hears of what was written; what is to be told of it.
    pub(crate) fn hear(&mut self, written: Written) -> (Vec<Message>, Vec<Effect>) {
        let messages = self.keeper.written(written);
        (messages, self.keeper.postponed().into())
    }

    /// Does what `effect` asks of the disk, as the loop of the program does.
    pub(crate) fn take(&mut self, effect: Effect, files: &Result<Files, FileError>) -> Vec<Message> {
        if let Effect::Storage(StorageRequest::Keep { game, kept, name, over, text }) = effect {
            return self.keeper.keep(files.as_ref(), game, kept.as_ref(), State { name, over, text });
        }
        if matches!(effect, Effect::Storage(StorageRequest::Save { .. } | StorageRequest::Secure { .. })) {
            let files = Arc::new(files.as_ref().cloned().map_err(|_| FileError::NoHome));
            return self.keeper.flush(effect, &files);
        }
        let message = runtime::on_disk(effect, files);
        if let Some(message) = &message {
            self.keeper.notice(message);
        }
        message.into_iter().collect()
    }
}
