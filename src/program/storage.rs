//! The kinds of storage that a loop may have, and settings, which are kept like everything else.

use super::{Message, Storage, StorageRequest};
use crate::settings::{ConfigFile, Value};
use tetralith_storage::{Direct, Finished, Service};

/// Writes a setting; returns what came of it.
fn set(file: &ConfigFile, path: &[String], value: Option<&Value>) -> Message {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    Message::Configured(file.set(&path, value).map_err(|error| error.to_string()))
}

impl Storage for Service<Message> {
    type Finished = Finished<Message>;

    fn request(&mut self, request: StorageRequest) -> Vec<Message> {
        Self::request(self, request)
    }

    fn configure(
        &mut self,
        file: ConfigFile,
        path: Vec<String>,
        value: Option<Value>,
    ) -> Vec<Message> {
        let refused = |why| Some(Message::Configured(Err(why)));
        self.perform(move || Some(set(&file, &path, value.as_ref())), refused)
    }

    fn commit(&mut self) -> Vec<Message> {
        Self::commit(self)
    }

    fn finished(&mut self, finished: Finished<Message>) -> Vec<Message> {
        Self::finished(self, finished)
    }

    fn retry(&mut self) -> Vec<Message> {
        Self::retry(self)
    }

    fn is_busy(&self) -> bool {
        Self::is_busy(self)
    }
}

impl Storage for Direct {
    type Finished = ();

    fn request(&mut self, request: StorageRequest) -> Vec<Message> {
        Self::request(self, request).map(Message::from).into_iter().collect()
    }

    fn configure(
        &mut self,
        file: ConfigFile,
        path: Vec<String>,
        value: Option<Value>,
    ) -> Vec<Message> {
        vec![set(&file, &path, value.as_ref())]
    }

    fn finished(&mut self, (): ()) -> Vec<Message> {
        Vec::new()
    }
}
