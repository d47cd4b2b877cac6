//! The home screen's state: its lines, what is known of the games that they lead to, and the sample
//! beside them.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tetralith_core::{Info, Setup, games};
use tetralith_engine::Level;
use tetralith_session::seat::Seat;
use tetralith_session::seated::Seated;

use super::sample::Sample;
use crate::keymap::Action;
use crate::program::{GameSummary, LastGame, NoSummary, Peek};
use crate::tui::choice::{Choice, Rematch};
use crate::tui::widgets::menus::move_in_list;

/// The most recent games that are listed.
pub const MOST_RECENT: usize = 12;

/// The home screen's state.
#[derive(Clone, Debug)]
pub struct Home {
    choices: Vec<Choice>,
    selected: usize,
    /// The game that the list begins at without one to go on with.
    usual: &'static Info,
    /// The file of the game to be resumed unless one is at the board.
    unfinished: Option<PathBuf>,
    /// The contents of files, as they were when they were last read.
    peeks: HashMap<PathBuf, Peek>,
    /// The files that were asked for since the list of recent games was.
    asked: HashSet<PathBuf>,
    /// The games that were played last, the latest first; `None` until they are known.
    recent: Option<Vec<PathBuf>>,
    /// True if the recent games are to be asked for.
    is_stale: bool,
    sample: Option<Sample>,
}

impl Home {
    /// The home screen of a program that has just begun; `unfinished` is the game it may resume,
    /// and without one it begins at the `usual` game.
    pub fn new(unfinished: Option<PathBuf>, usual: &str) -> Self {
        let mut home = Self {
            choices: Vec::new(),
            selected: 0,
            usual: games::info(usual).unwrap_or(games::INFOS[0]),
            unfinished,
            peeks: HashMap::new(),
            asked: HashSet::new(),
            recent: None,
            is_stale: true,
            sample: None,
        };
        home.list(None);
        let is_usual =
            |choice: &Choice| matches!(choice, Choice::New(info) if info.id == home.usual.id);
        if home.going_on().is_none() {
            home.selected = home.choices.iter().position(is_usual).unwrap_or(0);
        }
        home
    }

    /// Comes back to the home screen, with the game at the board or without.
    pub fn show(&mut self, seated: Option<&Seated>) {
        self.list(seated);
        self.selected = 0;
        self.is_stale = true;
    }

    /// Makes the list again: first the game to go on with, then among others a game against the
    /// computer like the one at the board or the last one.
    fn list(&mut self, seated: Option<&Seated>) {
        let resume = || self.unfinished.clone().map(Choice::Resume);
        // The game to be resumed may be the last one against the computer.
        self.choices = Vec::from_iter(seated.map(back_to).or_else(resume));
        let rematch = seated
            .and_then(rematch_of)
            .or_else(|| self.rematches().next())
            .or_else(|| usual_match(self.usual));
        self.choices.extend(games::INFOS.iter().map(|&info| Choice::New(info)));
        self.choices.extend(rematch.map(|rematch| Choice::Computer(Box::new(rematch))));
        self.choices.extend([
            Choice::Open,
            Choice::Learn,
            Choice::Puzzles(None),
            Choice::Daily,
            Choice::Edit,
            Choice::Rules,
            Choice::Settings,
            Choice::Quit,
        ]);
        self.choices.extend(self.recent.iter().flatten().cloned().map(Choice::Recent));
    }

    /// The file of the game to be resumed, if the list begins with it.
    fn resumed(&self) -> Option<&PathBuf> {
        match self.choices.first() {
            Some(Choice::Resume(path)) => Some(path),
            _ => None,
        }
    }

    /// The last games against the computer, as far as files have been read, the latest first: the
    /// one to be resumed, then the recent ones.
    fn rematches(&self) -> impl Iterator<Item = Rematch> {
        let paths = self.resumed().into_iter().chain(self.recent.iter().flatten());
        paths.filter_map(|path| rematch(self.summary(path)?.again.clone()?, false))
    }

    /// Notes that the game kept at `from` is now kept at `to`, or without `to` no longer kept.
    pub fn moved(&mut self, from: &Path, to: Option<&Path>) {
        if self.unfinished.as_deref() == Some(from) {
            self.unfinished = to.map(Path::to_owned);
        }
        self.choices.retain_mut(|choice| match (choice, to) {
            (Choice::Resume(path) | Choice::Recent(path), Some(to)) if path == from => {
                to.clone_into(path);
                true
            }
            (Choice::Resume(path) | Choice::Recent(path), None) => path != from,
            _ => true,
        });
        self.is_stale = true;
        self.select(self.selected);
    }

    /// Returns true, once, if the games that were played last are to be asked for.
    pub const fn asks_for_recent(&mut self) -> bool {
        let is_stale = self.is_stale;
        self.is_stale = false;
        is_stale
    }

    /// Takes in which game is to be resumed unless one is at the board.
    pub fn take_unfinished(&mut self, path: Option<PathBuf>, seated: Option<&Seated>) {
        self.unfinished = path;
        self.relist(seated);
    }

    /// Takes in which games were played last, the latest first; that of the first line is not
    /// listed twice.
    pub fn take_recent(&mut self, paths: Vec<PathBuf>, seated: Option<&Seated>) {
        let kept = seated.and_then(|seated| seated.kept.as_ref()).map(|kept| &kept.path);
        let here = kept.or(self.resumed()).cloned();
        // The files may have changed since: they are read again, and shown as they were until then.
        self.asked.clear();
        self.peeks.retain(|path, _| Some(path) == here.as_ref() || paths.contains(path));
        self.recent = Some(
            paths
                .into_iter()
                .filter(|path| Some(path) != here.as_ref())
                .take(MOST_RECENT)
                .collect(),
        );
        self.relist(seated);
    }

    /// Makes the list again, and keeps the line that is selected.
    fn relist(&mut self, seated: Option<&Seated>) {
        self.list(seated);
        self.select(self.selected);
    }

    /// The games to be read next, so that they can be described; none twice.
    pub fn wanted(&mut self) -> Vec<PathBuf> {
        let paths = self.choices.iter().filter_map(|choice| match choice {
            Choice::Resume(path) | Choice::Recent(path) => Some(path.clone()),
            _ => None,
        });
        let wanted: Vec<PathBuf> = paths.filter(|path| !self.asked.contains(path)).collect();
        self.asked.extend(wanted.iter().cloned());
        wanted
    }

    /// Takes in what came of reading games; returns true if one of them was wanted.
    pub fn learn(&mut self, peeks: Vec<(PathBuf, Peek)>, seated: Option<&Seated>) -> bool {
        let mut learnt = false;
        for (path, peek) in peeks {
            if self.asked.contains(&path) {
                self.peeks.insert(path, peek);
                learnt = true;
            }
        }
        if learnt {
            self.relist(seated);
        }
        learnt
    }

    /// The summary of the file at `path`, if it has been read and is a record.
    pub fn summary(&self, path: &Path) -> Option<&GameSummary> {
        self.peeks.get(path)?.as_deref().ok()
    }

    /// The reason why the game at `path` cannot be read; `None` while it is not known that it
    /// cannot.
    pub fn fault(&self, path: &Path) -> Option<&str> {
        match self.peeks.get(path)? {
            Err(NoSummary::Fault(fault)) => Some(fault),
            Ok(_) | Err(NoSummary::List(_)) => None,
        }
    }

    /// Its lines.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The first lines of the groups after the first: studying, the rest, recent games.
    pub fn later_groups(&self) -> Vec<usize> {
        let is_first = |choice: &Choice| matches!(choice, Choice::Learn | Choice::Settings);
        let mut groups: Vec<usize> =
            (0..self.choices.len()).filter(|&line| is_first(&self.choices[line])).collect();
        groups.extend(self.choices.iter().position(Choice::is_recent));
        groups
    }

    /// The line the keys go to.
    pub const fn selected(&self) -> usize {
        self.selected
    }

    /// Selects line `line`, the last one if there are fewer.
    pub fn select(&mut self, line: usize) {
        self.selected = line.min(self.choices.len() - 1);
    }

    /// The line the keys go to.
    pub fn choice(&self) -> Choice {
        self.choices[self.selected].clone()
    }

    /// The game to go on with, if there is one.
    pub fn going_on(&self) -> Option<Choice> {
        self.choices
            .first()
            .filter(|choice| matches!(choice, Choice::Continue { .. } | Choice::Resume(_)))
            .cloned()
    }

    /// The game against the computer: of the selected game if that is another than the one of last
    /// time, as when it was played last.
    pub fn computer(&self) -> Option<Choice> {
        let last = self.choices.iter().find(|choice| matches!(choice, Choice::Computer(_)));
        match (self.choice(), last) {
            (Choice::New(info), Some(Choice::Computer(last))) if info.id != last.like.info.id => {
                self.rematches()
                    .find(|rematch| rematch.like.info.id == info.id)
                    .or_else(|| usual_match(info))
                    .map(|rematch| Choice::Computer(Box::new(rematch)))
            }
            _ => last.cloned(),
        }
    }

    /// The game of the selected line.
    pub fn info(&self) -> Option<&'static Info> {
        match &self.choices[self.selected] {
            Choice::New(info) => Some(info),
            Choice::Computer(rematch) => Some(rematch.like.info),
            _ => None,
        }
    }

    /// The sample that plays itself, if one is shown.
    pub const fn sample(&self) -> Option<&Sample> {
        self.sample.as_ref()
    }

    /// The game that is usually played.
    pub const fn usual(&self) -> &'static Info {
        self.usual
    }

    /// Has a sample at hand if the selected line shows one: of its game, else of the usual one.
    pub fn settle(&mut self, now: Duration) {
        let info = match self.choice() {
            Choice::Continue { .. } | Choice::Resume(_) | Choice::Recent(_) => None,
            _ if self.info().is_none() && self.going_on().is_some() => None,
            _ => Some(self.info().unwrap_or(self.usual)),
        };
        if self.sample.as_ref().map(|sample| sample.info().id) != info.map(|info| info.id) {
            self.sample = info.map(|info| Sample::of(info, now));
        }
    }

    /// Lets the sample go on; returns true if something else is to be seen.
    pub fn tick(&mut self, now: Duration) -> bool {
        self.sample.as_mut().is_some_and(|sample| sample.tick(now))
    }

    /// Does what a key asks; returns true if something changed.
    pub fn act(&mut self, action: Action) -> bool {
        move_in_list(&mut self.selected, self.choices.len(), action)
    }
}

/// The line that leads back to the game at the board.
fn back_to(seated: &Seated) -> Choice {
    let table = &seated.table;
    let is_over = table.timeline().is_record() || table.state().is_finished();
    Choice::Continue { is_going_on: !is_over }
}

/// Another game `like` one between a person and the computer; `None` if it was not one.
fn rematch(mut like: LastGame, has_usual_clock: bool) -> Option<Rematch> {
    let computers = like.seats.iter().filter(|seat| seat.is_engine()).count();
    like.seats = like.seats.map(Seat::again);
    (computers == 1).then_some(Rematch { like, has_usual_clock })
}

/// Another game like the one at the board, if that is one's own.
fn rematch_of(seated: &Seated) -> Option<Rematch> {
    use tetralith_core::Colour;
    use tetralith_core::timeline::NodeId;
    if !seated.is_own {
        return None;
    }
    let table = &seated.table;
    let seats = Colour::BOTH.map(|colour| table.players().holder(colour, NodeId::START).clone());
    let (info, options) = (table.game().info(), *table.game().options());
    rematch(LastGame { info, options, seats, clock: seated.clock.controls() }, false)
}

/// The usual game against the computer.
fn usual_match(info: &'static Info) -> Option<Rematch> {
    match_against(info, Seat::computer(&Level::ALL[Level::USUAL]))
}

/// A game on the usual board against this `opponent`, who moves second.
pub fn match_against(info: &'static Info, opponent: Seat) -> Option<Rematch> {
    let options = info.options(&Setup::default()).ok()?;
    let seats = [Seat::person(String::new()), opponent];
    rematch(LastGame { info, options, seats, clock: None }, true)
}
