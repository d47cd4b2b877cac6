//! A disk in memory that fails on demand.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tetralith::program::{
    GameSummary, Loaded, Message, NoSummary, Peek, SaveFault, Storage, StorageReply, StorageRequest,
};
use tetralith::settings::{ConfigFile, Settings, Value, edited, read};
use tetralith_core::Record;
use tetralith_files::{Existing, FileEntry};
use tetralith_session::kept::Keep;
use tetralith_storage::files::{SavedFile, Trashed};
use tetralith_storage::{last_game_in, level_result};

use crate::Source;

/// The directory that games are kept in unless another is set.
const DATA: &str = "/data";

/// The words with which it fails.
const FAULT: &str = "the disk is full";

/// Files by their path.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    files: BTreeMap<PathBuf, String>,
    fails: bool,
    elsewhere: Option<PathBuf>,
    config: String,
    progress: String,
    /// True if it is late with what is saved.
    is_slow: bool,
    /// The messages about what it has done and that have not been read.
    late: Vec<Message>,
}

impl Disk {
    /// The file of settings, which is always readable TOML: only the program writes to it.
    pub(crate) fn config_file() -> ConfigFile {
        ConfigFile::at(PathBuf::from("/config/config.toml"))
    }

    /// A disk that is late with what is saved.
    pub(crate) fn slow() -> Self {
        Self { is_slow: true, ..Self::default() }
    }

    /// Returns what was done late, to be heard of now.
    pub(crate) fn done(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.late)
    }

    pub(crate) fn settings(&self) -> Settings {
        let (settings, faults) = read(&self.config);
        assert!(
            faults.is_empty(),
            "the program wrote settings that it finds fault with: {faults:?}"
        );
        settings
    }

    /// Lets it fail or work again, lose a file, or keep half of one; returns a file that might be
    /// opened now.
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

    /// Does what `request` asks; `None` if there is nothing to report.
    ///
    /// # Panics
    /// If something is to be written that could not be read again.
    fn answer(&mut self, request: StorageRequest) -> Option<StorageReply> {
        Some(match request {
            StorageRequest::Keep(Keep { game, kept, name, text }) => {
                StorageReply::Kept { game, kept: self.keep(kept, &name, text) }
            }
            StorageRequest::Secure(Keep { game, kept, name, text }) => {
                let kept = kept?;
                let stands = self.files.contains_key(&kept.path);
                StorageReply::Kept {
                    game,
                    kept: if stands { Ok(kept) } else { self.keep(Some(kept), &name, text) },
                }
            }
            StorageRequest::Save { path, text, existing } => {
                StorageReply::Saved(self.save(path, text, existing))
            }
            StorageRequest::Load(path) => StorageReply::Loaded(self.load(path).map(Box::new)),
            StorageRequest::List(_) => StorageReply::Listed(self.works().map(|()| {
                let entry =
                    |path: &PathBuf| FileEntry { path: path.clone(), is_dir: false, date: None };
                self.files.keys().map(entry).collect()
            })),
            StorageRequest::Recent(most) => {
                StorageReply::Recent(self.files.keys().take(most).cloned().collect())
            }
            StorageRequest::FindUnfinished { besides } => {
                let is_wanted =
                    |path: &&PathBuf| Some(*path) != besides.as_ref() && self.is_in_progress(path);
                StorageReply::Unfinished(self.files.keys().find(is_wanted).cloned())
            }
            StorageRequest::Peek(paths) => {
                let peek = |path: PathBuf| (path.clone(), self.peek(path));
                StorageReply::Peeked(paths.into_iter().map(peek).collect())
            }
            StorageRequest::ReadResults => {
                let kept = self.files.iter().filter(|(path, _)| path.starts_with(self.data()));
                let results = kept.filter_map(|(_, text)| level_result(text.as_bytes()));
                StorageReply::Results(results.collect())
            }
            StorageRequest::ReadLast(game) => {
                let kept = self.files.iter().filter(|(path, _)| path.starts_with(self.data()));
                let mut games = kept.filter_map(|(_, text)| last_game_in(text.as_bytes(), game));
                StorageReply::Last(games.next().map(Box::new))
            }
            StorageRequest::Rename { path, name } => {
                let to = path.with_file_name(format!("{name}.json"));
                StorageReply::Renamed { to: self.relocate(&path, to), from: path }
            }
            StorageRequest::Discard(path) => {
                let at = Path::new(DATA).join("trash").join(path.file_name().unwrap_or_default());
                StorageReply::Discarded(
                    self.relocate(&path, at).map(|at| Trashed { from: path, at }),
                )
            }
            StorageRequest::Restore(trashed) => {
                StorageReply::Restored(self.relocate(&trashed.at, trashed.from))
            }
            StorageRequest::ReadProgress => {
                StorageReply::Progress(self.works().map(|()| self.progress.clone()))
            }
            StorageRequest::KeepProgress(text) => {
                if let Err(why) = self.works() {
                    return Some(StorageReply::ProgressUnkept(why));
                }
                self.progress = text;
                return None;
            }
            StorageRequest::KeepIn(dir) => StorageReply::KeepsIn(self.works().map(|()| {
                self.elsewhere.clone_from(&dir);
                dir
            })),
        })
    }

    /// Writes a picture.
    pub(crate) fn export(&mut self, path: PathBuf, existing: Existing) -> Message {
        Message::Exported(self.save(path, "a picture".to_owned(), existing))
    }

    fn set(&mut self, path: &[String], value: Option<&Value>) -> Result<(), String> {
        self.works()?;
        let keys: Vec<&str> = path.iter().map(String::as_str).collect();
        self.config = edited(&self.config, &keys, value).map_err(|error| error.to_string())?;
        self.settings();
        Ok(())
    }

    fn works(&self) -> Result<(), String> {
        if self.fails { Err(FAULT.to_owned()) } else { Ok(()) }
    }

    fn data(&self) -> &Path {
        self.elsewhere.as_deref().unwrap_or(Path::new(DATA))
    }

    fn keep(
        &mut self,
        kept: Option<SavedFile>,
        name: &str,
        text: String,
    ) -> Result<SavedFile, String> {
        self.works()?;
        Record::read(text.as_bytes()).expect("a record that is kept can be read again");
        assert!(!name.contains(['/', '\\', '.']), "{name:?} leads elsewhere");
        let path = kept.map_or_else(
            || self.data().join("games").join(format!("{name}.json")),
            |kept| kept.path,
        );
        let kept = SavedFile::of(path.clone(), text.as_bytes());
        self.files.insert(path, text);
        Ok(kept)
    }

    fn save(
        &mut self,
        path: PathBuf,
        text: String,
        existing: Existing,
    ) -> Result<PathBuf, SaveFault> {
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
        let (record, timeline) =
            Record::read(text.as_bytes()).map_err(|error| error.to_string())?;
        let kept =
            path.starts_with(self.data()).then(|| SavedFile::of(path.clone(), text.as_bytes()));
        Ok(Loaded { path, timeline, record, kept, left_behind: Vec::new() })
    }

    fn peek(&self, path: PathBuf) -> Peek {
        let loaded = self.load(path).map_err(NoSummary::Fault)?;
        Ok(Box::new(GameSummary::of(&loaded.record, loaded.timeline)))
    }

    fn is_in_progress(&self, path: &Path) -> bool {
        let is_kept = path.starts_with(self.data());
        is_kept && self.peek(path.to_owned()).is_ok_and(|game| game.outcome.is_none())
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

impl Storage for Disk {
    type Finished = Message;

    fn request(&mut self, request: StorageRequest) -> Vec<Message> {
        let told = self.answer(request).map(Message::from);
        match told {
            Some(saved @ Message::Stored(StorageReply::Saved(_))) if self.is_slow => {
                self.late.push(saved);
                Vec::new()
            }
            told => told.into_iter().collect(),
        }
    }

    fn configure(
        &mut self,
        _: ConfigFile,
        path: Vec<String>,
        value: Option<Value>,
    ) -> Vec<Message> {
        vec![Message::Configured(self.set(&path, value.as_ref()))]
    }

    fn finished(&mut self, told: Message) -> Vec<Message> {
        vec![told]
    }

    fn is_busy(&self) -> bool {
        !self.late.is_empty()
    }
}
