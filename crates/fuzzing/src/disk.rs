//! A disk in memory that fails when it is told to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tetralith::files::{Entry, Existing, Kept, Trashed};
use tetralith::program::{Effect, Loaded, Message, Peek, SaveFault, StorageRequest, Summary};
use tetralith::settings::{ConfigFile, Settings, edited, read};
use tetralith_core::Record;

use crate::Source;

/// Where games are kept unless somebody wants them elsewhere.
const DATA: &str = "/data";

/// What it says when it fails.
const FAULT: &str = "the disk is full";

/// Files by their path.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    files: BTreeMap<PathBuf, String>,
    fails: bool,
    elsewhere: Option<PathBuf>,
    config: String,
    progress: String,
}

impl Disk {
    /// The file of settings, which is always readable TOML: nobody writes to it but the program.
    pub(crate) fn config_file() -> ConfigFile {
        ConfigFile::at(PathBuf::from("/config/config.toml"))
    }

    /// The settings that are in the file.
    pub(crate) fn settings(&self) -> Settings {
        let (settings, faults) = read(&self.config);
        assert!(faults.is_empty(), "the program wrote settings that it finds fault with: {faults:?}");
        settings
    }

    /// Lets it fail or work again, lose a file, or keep half of one; returns a file that might be opened now.
    pub(crate) fn change(&mut self, source: &mut Source<'_>) -> Option<PathBuf> {
        let any = self.files.keys().nth(source.below(self.files.len().max(1))).cloned();
        match (source.below(5), any) {
            (0, _) => self.fails = !self.fails,
            (1, Some(path)) => drop(self.files.remove(&path)),
            (2, Some(path)) => {
                let half = self.files[&path].len() / 2;
                let text: String = self.files[&path].chars().take(half).collect();
                self.files.insert(path, text);
            }
            (3, _) => self.progress.truncate(self.progress.len() / 2),
            (_, any) => return any,
        }
        None
    }

    /// Does what `effect` asks of the disk and says what came of it; `None` for effects that ask nothing of it.
    ///
    /// # Panics
    /// If something is to be written that could not be read again.
    pub(crate) fn answer(&mut self, effect: Effect) -> Option<Message> {
        Some(match effect {
            Effect::Storage(StorageRequest::Keep { game, kept, name, over, text }) => {
                Message::Kept { game, kept: self.keep(kept, &name, over, text) }
            }
            Effect::Storage(StorageRequest::Secure { game, kept, name, over, text }) => {
                let stands = self.files.contains_key(&kept.path);
                Message::Kept { game, kept: if stands { Ok(kept) } else { self.keep(Some(kept), &name, over, text) } }
            }
            Effect::Storage(StorageRequest::Save { path, text, existing }) => {
                Message::Saved(self.save(path, text, existing))
            }
            Effect::Export(export) => {
                Message::Exported(self.save(export.path, "a picture".to_owned(), export.existing))
            }
            Effect::Storage(StorageRequest::Load(path)) => Message::Loaded(self.load(path).map(Box::new)),
            Effect::Storage(StorageRequest::List(_)) => Message::Listed(self.works().map(|()| {
                let entry = |path: &PathBuf| Entry { path: path.clone(), is_dir: false, modified: None };
                self.files.keys().map(entry).collect()
            })),
            Effect::Storage(StorageRequest::Peek(paths)) => {
                let peek = |path: PathBuf| (path.clone(), self.peek(path));
                Message::Peeked(paths.into_iter().map(peek).collect())
            }
            Effect::Storage(StorageRequest::Rename { path, name }) => {
                let to = path.with_file_name(format!("{name}.json"));
                Message::Renamed { to: self.relocate(&path, to), from: path }
            }
            Effect::Storage(StorageRequest::Discard { path, .. }) => {
                let at = Path::new(DATA).join("trash").join(path.file_name().unwrap_or_default());
                Message::Discarded(self.relocate(&path, at).map(|at| Trashed { from: path, at }))
            }
            Effect::Storage(StorageRequest::Restore(trashed)) => {
                Message::Restored(self.relocate(&trashed.at, trashed.from))
            }
            Effect::Configure { path, value, .. } => Message::Configured(self.works().and_then(|()| {
                let keys: Vec<&str> = path.iter().map(String::as_str).collect();
                self.config = edited(&self.config, &keys, value.as_ref()).map_err(|error| error.to_string())?;
                self.settings();
                Ok(())
            })),
            Effect::Storage(StorageRequest::ReadProgress) => {
                Message::Progress(self.works().map(|()| self.progress.clone()))
            }
            Effect::Storage(StorageRequest::KeepProgress(text)) => {
                if let Err(why) = self.works() {
                    return Some(Message::ProgressUnkept(why));
                }
                self.progress = text;
                return None;
            }
            Effect::Storage(StorageRequest::KeepIn(dir)) => {
                self.elsewhere = dir;
                return self.works().err().map(Message::CannotKeep);
            }
            _ => return None,
        })
    }

    fn works(&self) -> Result<(), String> {
        if self.fails { Err(FAULT.to_owned()) } else { Ok(()) }
    }

    fn data(&self) -> &Path {
        self.elsewhere.as_deref().unwrap_or(Path::new(DATA))
    }

    fn keep(&mut self, kept: Option<Kept>, name: &str, over: bool, text: String) -> Result<Kept, String> {
        self.works()?;
        Record::read(text.as_bytes()).expect("a record that is kept can be read again");
        let dir = if over { "games" } else { "unfinished" };
        assert!(!name.contains(['/', '\\', '.']), "{name:?} leads elsewhere");
        let path = kept.map_or_else(|| self.data().join(dir).join(format!("{name}.json")), |kept| kept.path);
        let kept = Kept::of(path.clone(), text.as_bytes());
        self.files.insert(path, text);
        Ok(kept)
    }

    fn save(&mut self, path: PathBuf, text: String, existing: Existing) -> Result<PathBuf, SaveFault> {
        self.works().map_err(SaveFault::Other)?;
        if existing == Existing::Keep && self.files.contains_key(&path) {
            return Err(SaveFault::Exists(path));
        }
        self.files.insert(path.clone(), text);
        Ok(path)
    }

    fn load(&self, path: PathBuf) -> Result<Loaded, String> {
        self.works()?;
        let text = self.files.get(&path).ok_or("there is no such file")?;
        let (record, timeline) = Record::read(text.as_bytes()).map_err(|error| error.to_string())?;
        let kept = path.starts_with(self.data()).then(|| Kept::of(path.clone(), text.as_bytes()));
        Ok(Loaded { path, timeline, record, kept, left_behind: Vec::new() })
    }

    fn peek(&self, path: PathBuf) -> Peek {
        self.load(path).map(|loaded| Box::new(Summary::of(&loaded.record, loaded.timeline)))
    }

    fn relocate(&mut self, from: &Path, to: PathBuf) -> Result<PathBuf, String> {
        self.works()?;
        if self.files.contains_key(&to) {
            return Err("there is such a file".to_owned());
        }
        let text = self.files.remove(from).ok_or("there is no such file")?;
        self.files.insert(to.clone(), text);
        Ok(to)
    }
}
