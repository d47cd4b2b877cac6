//! The list of saved games: going through it, and what is done with the files in it.

use std::path::{Path, PathBuf};

use tetralith_core::text::display_text;

use super::{App, Effect, Screen, StorageRequest};
use crate::files::{Entry, Trashed, shown};
use crate::tui::browser::{self, Browser};
use crate::tui::keymap::{Action, Context};
use crate::tui::overlays::Purpose;

impl App {
    /// Shows what is in `dir`, or without one the games that the program keeps.
    pub(super) fn browse(&mut self, dir: Option<PathBuf>) -> Vec<Effect> {
        self.browse_for(dir, None)
    }

    fn browse_for(&mut self, dir: Option<PathBuf>, sought: Option<PathBuf>) -> Vec<Effect> {
        self.screen = Screen::Open(Browser::new(dir.clone(), sought));
        vec![Effect::Storage(StorageRequest::List(dir))]
    }

    pub(super) fn act_on_files(&mut self, action: Action) -> Vec<Effect> {
        let Screen::Open(browser) = &mut self.screen else { return Vec::new() };
        match action {
            Action::Cancel if browser.stop_looking() => vec![Effect::Draw],
            Action::Cancel => self.go_home(),
            Action::Look => {
                browser.look();
                vec![Effect::Draw]
            }
            Action::Accept if browser.keep_filter() => vec![Effect::Draw],
            Action::TypePath => self.prompt(Purpose::Open, ""),
            Action::Parent => {
                let dir = browser.elsewhere();
                self.browse(dir)
            }
            Action::Accept => match browser.entry() {
                None if browser.lines().is_empty() => Vec::new(),
                None => {
                    let dir = browser.elsewhere();
                    self.browse(dir)
                }
                Some(Entry { path, is_dir: true, .. }) => {
                    let dir = path.clone();
                    self.browse(Some(dir))
                }
                Some(Entry { path, .. }) => vec![Effect::Storage(StorageRequest::Load(path.clone()))],
            },
            Action::Rename => match self.kept_entry() {
                Ok(path) => {
                    let name = display_text(&path.file_stem().unwrap_or_default().to_string_lossy());
                    self.prompt(Purpose::Rename, &name)
                }
                Err(effects) => effects,
            },
            Action::Delete => match self.kept_entry() {
                Ok(path) => vec![Effect::Storage(StorageRequest::Discard { path, now: self.now.wall })],
                Err(effects) => effects,
            },
            Action::Undo => match self.trash.last() {
                Some(trashed) => vec![Effect::Storage(StorageRequest::Restore(trashed.clone()))],
                None => self.refuse("no game was deleted since the program began"),
            },
            _ => {
                if browser.act(action) {
                    vec![Effect::Draw]
                } else {
                    Vec::new()
                }
            }
        }
    }

    /// The selected file, if it is one that may be renamed and deleted; if not, says why.
    fn kept_entry(&mut self) -> Result<PathBuf, Vec<Effect>> {
        let Screen::Open(browser) = &self.screen else { return Err(Vec::new()) };
        match browser.entry() {
            Some(Entry { path, is_dir: false, .. }) if browser.dir.is_none() => Ok(path.clone()),
            Some(Entry { is_dir: false, .. }) => {
                Err(self.refuse("only games that the program keeps are renamed and deleted here; this one stays"))
            }
            _ => Err(self.refuse("no game is selected")),
        }
    }

    /// Asks for the name typed for the selected file.
    pub(super) fn rename_to(&mut self, name: String) -> Vec<Effect> {
        match self.kept_entry() {
            Ok(path) => vec![Effect::Storage(StorageRequest::Rename { path, name })],
            Err(effects) => effects,
        }
    }

    pub(super) fn renamed(&mut self, from: &Path, renamed: Result<PathBuf, String>) -> Vec<Effect> {
        let to = match renamed {
            Ok(to) => to,
            Err(fault) => return self.fault(fault),
        };
        self.overlays.clear();
        self.home.moved(from, Some(&to));
        if let Some(seated) = self.seated.as_mut()
            && let Some(kept) = seated.kept.as_mut().filter(|kept| kept.path == from)
        {
            // Once the game is over it keeps the name that it was given.
            seated.name = to.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            kept.path.clone_from(&to);
        }
        if let Screen::Open(browser) = &mut self.screen {
            browser.rename(from, &to);
        }
        let name = shown(Path::new(to.file_stem().unwrap_or_default()));
        self.say(format!("the game is called {name} now"))
    }

    pub(super) fn discarded(&mut self, discarded: Result<Trashed, String>) -> Vec<Effect> {
        let trashed = match discarded {
            Ok(trashed) => trashed,
            Err(fault) => return self.refuse(fault),
        };
        let path = trashed.from.clone();
        self.trash.push(trashed);
        self.home.moved(&path, None);
        // What is on the table would be kept again with its next step.
        if self.seated.take_if(|seated| seated.kept.as_ref().is_some_and(|kept| kept.path == path)).is_some() {
            self.keeping.forget();
        }
        if let Screen::Open(browser) = &mut self.screen {
            browser.forget(&path);
        }
        let name = shown(Path::new(path.file_stem().unwrap_or_default()));
        let key = self.key_for(Context::Files, Action::Undo);
        self.say(format!("the game {name} is deleted; {key} brings it back"))
    }

    pub(super) fn restored(&mut self, restored: Result<PathBuf, String>) -> Vec<Effect> {
        // Even if it failed, so that it does not stand in the way of those deleted before.
        self.trash.pop();
        let path = match restored {
            Ok(path) => path,
            Err(fault) => return self.refuse(fault),
        };
        let name = shown(Path::new(path.file_stem().unwrap_or_default()));
        let mut effects = self.browse_for(None, Some(path));
        effects.extend(self.say(format!("the game {name} is back")));
        effects
    }

    /// Has those files read of which something could be seen.
    pub(super) fn look_into_files(&mut self) -> Vec<Effect> {
        let area = self.area();
        let browser = match &mut self.screen {
            Screen::Home => {
                return self
                    .home
                    .wanted()
                    .map(|path| Effect::Storage(StorageRequest::Peek(vec![path])))
                    .into_iter()
                    .collect();
            }
            Screen::Open(browser) => browser,
            _ => return Vec::new(),
        };
        let wanted = browser.wanted(browser::rows(area));
        if wanted.is_empty() {
            return Vec::new();
        }
        browser.ask(wanted.clone());
        vec![Effect::Storage(StorageRequest::Peek(wanted))]
    }
}
