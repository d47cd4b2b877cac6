//! The list of saved games: what is in it, what is known of each, and which fit what is looked for.
//!
//! Files are read a few at a time and only as far as their contents can be seen
//! ([`Browser::wanted`]): those on the screen, and during a search also the others.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use tetralith_core::text::display_text;

pub use crate::program::{GameSummary, NoSummary, Peek};

use crate::keymap::Action;
use crate::tui::layers::listed::instead_of_result;
use crate::tui::widgets::filter::fit;
use crate::tui::widgets::input::TextInput;
use crate::tui::widgets::menus::move_in_list;
use tetralith_files::FileEntry;
use tetralith_session::time::Moment;

/// The most characters that are looked for.
const FILTER_CHARS: usize = 60;

/// The most files that are read at a time.
pub const BATCH: usize = 8;

/// The most files of one directory that are read for a search.
pub const MAX_READ: usize = 5_000;

/// A line of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BrowserLine {
    /// The one that leads to another directory.
    Elsewhere,
    /// A file or directory, as an index into [`Browser::entries`].
    Entry(usize),
}

/// A list of files to open.
#[derive(Clone, Debug)]
pub struct Browser {
    /// The directory or list of records shown; `None` for the games this program keeps.
    pub dir: Option<PathBuf>,
    /// The moment when the list was opened.
    opened: Moment,
    entries: Vec<FileEntry>,
    /// The lines that fit what is looked for.
    lines: Vec<BrowserLine>,
    selected: usize,
    fault: Option<String>,
    filter: TextInput,
    /// True if characters typed are looked for.
    filtering: bool,
    peeks: HashMap<PathBuf, Peek>,
    /// The files being read.
    asked: Vec<PathBuf>,
    /// The file to select once it is listed.
    sought: Option<PathBuf>,
}

impl Browser {
    /// The list of `dir`, or without one of the games this program keeps, before it is read; the
    /// file `sought` shall be selected.
    pub fn new(dir: Option<PathBuf>, sought: Option<PathBuf>, opened: Moment) -> Self {
        Self {
            dir,
            opened,
            entries: Vec::new(),
            lines: vec![BrowserLine::Elsewhere],
            selected: 0,
            fault: None,
            filter: TextInput::new(FILTER_CHARS),
            filtering: false,
            peeks: HashMap::new(),
            asked: Vec::new(),
            sought,
        }
    }

    /// Returns the day of a file; empty if that is unknown.
    pub(super) fn day(&self, entry: &FileEntry) -> String {
        let day = |time| self.opened.zone.rfc3339(time)[..10].to_owned();
        entry.date.map_or_else(String::new, day)
    }

    /// The current year with the hyphen after it.
    pub(super) fn year(&self) -> String {
        self.opened.date()[..5].to_owned()
    }

    /// The contents of the directory, regardless of the search.
    pub fn entries(&self) -> &[FileEntry] {
        &self.entries
    }

    /// The lines shown: those that fit what is looked for.
    pub fn lines(&self) -> &[BrowserLine] {
        &self.lines
    }

    /// The line the keys go to.
    pub const fn selected(&self) -> usize {
        self.selected
    }

    /// The reason why the directory could not be read.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The text that is looked for.
    pub const fn filter(&self) -> &TextInput {
        &self.filter
    }

    /// True if characters typed are looked for.
    pub const fn is_filtering(&self) -> bool {
        self.filtering
    }

    /// The file or directory the keys go to; `None` on the line that leads elsewhere.
    pub fn entry(&self) -> Option<&FileEntry> {
        match self.lines.get(self.selected)? {
            BrowserLine::Elsewhere => None,
            BrowserLine::Entry(i) => self.entries.get(*i),
        }
    }

    /// The contents of the file at `path`; `None` as long as it has not been read.
    pub fn peek(&self, path: &Path) -> Option<&Peek> {
        self.peeks.get(path)
    }

    /// Returns where [`BrowserLine::Elsewhere`] leads: up from a directory, else to where the
    /// program was started.
    pub fn elsewhere(&self) -> Option<PathBuf> {
        Some(match &self.dir {
            None => PathBuf::from("."),
            // A list of records is a file, which has a directory.
            Some(list) if self.entries.first().is_some_and(|it| !it.path.starts_with(list)) => {
                let parent = list.parent().filter(|parent| !parent.as_os_str().is_empty());
                PathBuf::from(parent.unwrap_or(Path::new(".")))
            }
            // Up from a relative path is one more step up; `..` has no parent to be taken by name.
            Some(dir) => dir.join(".."),
        })
    }

    /// Takes in what the directory holds, or why it could not be read.
    pub fn list(&mut self, listed: Result<Vec<FileEntry>, String>) {
        (self.entries, self.fault) = match listed {
            Ok(entries) => (entries, None),
            Err(fault) => (Vec::new(), Some(display_text(&fault))),
        };
        let sought = self.sought.take();
        self.sift(sought.as_deref());
        if sought.is_none() {
            self.selected = usize::from(self.lines.len() > 1);
        }
    }

    /// Takes in what came of reading files.
    pub fn learn(&mut self, peeks: Vec<(PathBuf, Peek)>) {
        self.asked.clear();
        self.peeks.extend(peeks);
        let selected = self.entry().map(|entry| entry.path.clone());
        if !self.filter.text().is_empty() {
            self.sift(selected.as_deref());
        }
    }

    /// Takes a file out of the list.
    pub fn forget(&mut self, path: &Path) {
        let selected = self.selected;
        self.entries.retain(|entry| entry.path != path);
        self.sift(None);
        self.select(selected);
    }

    /// Gives a file of the list another path.
    pub fn rename(&mut self, from: &Path, to: &Path) {
        for entry in self.entries.iter_mut().filter(|entry| entry.path == from) {
            to.clone_into(&mut entry.path);
        }
        if let Some(peek) = self.peeks.remove(from) {
            self.peeks.insert(to.to_owned(), peek);
        }
        self.sift(Some(to));
    }

    /// The files to read next while `rows` lines are in view: none while others are being read.
    pub fn wanted(&self, rows: usize) -> Vec<PathBuf> {
        if !self.asked.is_empty() {
            return Vec::new();
        }
        let first = crate::tui::widgets::paint::first_shown(self.selected, self.lines.len(), rows);
        let path = |line: &BrowserLine| match line {
            BrowserLine::Entry(i) => {
                self.entries.get(*i).filter(|entry| !entry.is_dir).map(|entry| &entry.path)
            }
            BrowserLine::Elsewhere => None,
        };
        let in_view = self.lines.iter().skip(first).take(rows).filter_map(path);
        let selected = self.lines.get(self.selected).and_then(path);
        let searched = if self.filter.text().is_empty() { 0 } else { MAX_READ };
        let others = self
            .entries
            .iter()
            .take(searched)
            .filter(|entry| !entry.is_dir)
            .map(|entry| &entry.path);
        let mut wanted: Vec<PathBuf> = Vec::new();
        for path in selected.into_iter().chain(in_view).chain(others) {
            if wanted.len() == BATCH {
                break;
            }
            if !self.peeks.contains_key(path) && !wanted.contains(path) {
                wanted.push(path.clone());
            }
        }
        wanted
    }

    /// Remembers which files are being read.
    pub fn ask(&mut self, paths: Vec<PathBuf>) {
        self.asked = paths;
    }

    /// Returns the number of files that have been read, and of all there are.
    pub fn progress(&self) -> (usize, usize) {
        let files = || self.entries.iter().filter(|entry| !entry.is_dir);
        (files().filter(|entry| self.peeks.contains_key(&entry.path)).count(), files().count())
    }

    /// Selects line `line`, the last one if there are fewer.
    pub fn select(&mut self, line: usize) {
        self.selected = line.min(self.lines.len().saturating_sub(1));
    }

    /// Begins to look for what is typed.
    pub const fn look(&mut self) {
        self.filtering = true;
    }

    /// Types `text` into what is looked for.
    pub fn insert(&mut self, text: &str) {
        self.filter.insert(text);
        self.sift(None);
    }

    /// Shows everything again; returns true if something was looked for.
    pub fn stop_looking(&mut self) -> bool {
        let looked = std::mem::take(&mut self.filtering) || !self.filter.text().is_empty();
        let selected = self.entry().map(|entry| entry.path.clone());
        self.filter.act(Action::Last);
        self.filter.act(Action::EraseAll);
        self.sift(selected.as_deref());
        looked
    }

    /// Leaves what is looked for as it is: characters are commands again.
    pub const fn keep_filter(&mut self) -> bool {
        std::mem::replace(&mut self.filtering, false)
    }

    /// Does what a key asks; returns true if something changed.
    pub fn act(&mut self, action: Action) -> bool {
        if self.filtering && matches!(action, Action::Erase | Action::EraseAll) {
            let edited = self.filter.act(action);
            self.sift(None);
            return edited;
        }
        let len = self.lines.len();
        let moved = move_in_list(&mut self.selected, len, action);
        if moved {
            // Moving in the list ends the typing of what is looked for.
            self.keep_filter();
        }
        moved
    }

    /// Finds the lines that fit, and selects the one of `path`, without one the first of a file.
    fn sift(&mut self, path: Option<&Path>) {
        let query = self.filter.text();
        let fits = |entry: &FileEntry| query.is_empty() || self.fits(entry, query);
        let entries = self.entries.iter().enumerate().filter(|(_, entry)| fits(entry));
        let lines: Vec<BrowserLine> = query
            .is_empty()
            .then_some(BrowserLine::Elsewhere)
            .into_iter()
            .chain(entries.map(|(i, _)| BrowserLine::Entry(i)))
            .collect();
        let of_path = |line: &BrowserLine| {
            let BrowserLine::Entry(i) = line else { return false };
            Some(self.entries[*i].path.as_path()) == path
        };
        let first = usize::from(query.is_empty() && lines.len() > 1);
        self.selected = lines.iter().position(of_path).unwrap_or(first);
        self.lines = lines;
    }

    fn fits(&self, entry: &FileEntry, query: &str) -> bool {
        let known = match self.peek(&entry.path) {
            Some(Ok(summary)) => {
                let title = summary.game.info().title;
                let opponent = summary.opponent().unwrap_or_default();
                format!("{title} {} vs {opponent} {}", summary.pairing(), summary.result())
            }
            Some(Err(found)) => instead_of_result(found),
            None => String::new(),
        };
        let name = entry.path.file_name().unwrap_or_default().to_string_lossy();
        fit(query, &known, &format!("{} {}", display_text(&name), self.day(entry))).is_some()
    }
}
