//! The screen without its loop: a disk in memory that can fail, a clock that is told the time, an engine that says
//! anything at any time, and a window that knows its edge.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget as _;
use tetralith::clock::{Clock, TimeControl};
use tetralith::files::{Entry, Existing, Kept};
use tetralith::tui::app::{App, Effect, Loaded, Message, Moment, SaveFault, Start};
use tetralith::tui::seat::Seat;
use tetralith::tui::theme::{Depth, Glyphs, PALETTES, Theme};
use tetralith::tui::thinking::Ask;
use tetralith_core::{Record, Step, Timeline};
use tetralith_engine::{Analysis, Answer, Candidate, Level};
use unicode_width::UnicodeWidthStr as _;

use crate::{Source, assert_sentence};

/// How far beyond the window it is looked for what was drawn there.
const MARGIN: u16 = 2;

/// What stands there before anything is drawn; no part of the screen looks like it.
const BLANK: &str = "\u{2591}";

/// The most questions to the engine that are remembered.
const MOST_ASKS: usize = 64;

pub(super) struct World {
    app: App,
    now: Duration,
    disk: BTreeMap<PathBuf, String>,
    disk_fails: bool,
    asks: Vec<Ask>,
    quit: bool,
    /// The record that was last found sound.
    sound: String,
}

impl World {
    /// A world with a game of at most `most` a side, or at the home screen.
    pub(super) fn new(source: &mut Source<'_>, most: u8) -> Self {
        let (info, setup) = source.game(most);
        let options = info.options(&setup).expect("the source makes options that can be played");
        let mut seat = || match source.below(4) {
            0 => Seat::computer(source.pick(&Level::ALL)),
            _ => Seat::person("Ann".to_owned()),
        };
        let seats = [seat(), seat()];
        let start = if source.below(5) == 0 {
            Start::Home
        } else {
            // Short enough that flags fall.
            let texts = [None, None, Some("1s"), Some("5s+1s"), Some("2s,2x1s"), Some("0,3x20s"), Some("1m")];
            let control = source.pick(&texts).map(|text| TimeControl::parse(text).expect("it is a time"));
            Start::Play { info, options, seats, clock: Clock::new(control, source.below(4) > 0, Duration::ZERO) }
        };
        let depth = *source.pick(&[Depth::Mono, Depth::Ansi16, Depth::Ansi256, Depth::TrueColour]);
        let glyphs = *source.pick(&[Glyphs::Unicode, Glyphs::Ascii]);
        let theme = Theme::new(source.pick(PALETTES), depth, glyphs);
        let size = Size { width: 80, height: 24 };
        let (app, effects) = App::new(start, theme, size, moment(Duration::ZERO), None);
        let mut world = Self {
            app,
            now: Duration::ZERO,
            disk: BTreeMap::new(),
            disk_fails: false,
            asks: Vec::new(),
            quit: false,
            sound: String::new(),
        };
        world.carry_out(effects);
        world
    }

    pub(super) const fn has_quit(&self) -> bool {
        self.quit
    }

    pub(super) fn send(&mut self, message: Message) {
        let effects = self.app.update(message);
        self.carry_out(effects);
    }

    /// Lets time pass.
    pub(super) fn wait(&mut self, millis: u64) {
        self.now += Duration::from_millis(millis);
        self.send(Message::Tick(moment(self.now)));
    }

    /// Lets people's steps be typed, as many as `most` and as the source says.
    pub(super) fn play_some(&mut self, source: &mut Source<'_>, most: usize) {
        use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
        for _ in 0..source.below(most + 1) {
            let Some(table) = self.app.table() else { return };
            let (legal, names) = (table.game().legal(), table.names());
            if legal.is_empty() {
                return;
            }
            let text = names.step(*source.pick(&legal));
            let keys = std::iter::once('m').chain(text.chars()).map(KeyCode::Char).chain([KeyCode::Enter]);
            for code in keys {
                self.send(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
            }
        }
    }

    /// Lets the engine say something: of the last question or of an old one, early or late, sense or nonsense.
    pub(super) fn answer(&mut self, source: &mut Source<'_>) {
        if self.asks.is_empty() {
            return;
        }
        let back = if source.below(3) == 0 { source.below(self.asks.len()) } else { 0 };
        let ask = self.asks[self.asks.len() - 1 - back].clone();
        let legal = ask.position.legal();
        let step = match source.below(8) {
            0 => None,
            1 => Some(*source.pick(&[Step::Pass, Step::Swap])),
            _ => (!legal.is_empty()).then(|| *source.pick(&legal)),
        };
        let analysis = Analysis {
            to_move: ask.position.to_move(),
            simulations: u64::from(source.byte()),
            elapsed: Duration::from_millis(u64::from(source.byte())),
            win: f32::from(source.byte()) / 255.0,
            margin: f32::from(source.byte()) / 128.0 - 1.0,
            proof: None,
            candidates: legal.iter().take(source.below(12)).map(|&step| candidate(step, source)).collect(),
            principal_variation: legal.iter().copied().take(source.below(6)).collect(),
        };
        let id = ask.ticket;
        self.send(Message::Thought(match source.below(6) {
            0 => Answer::Failed { id, message: "the search failed".to_owned() },
            1 | 2 => Answer::Progress { id, analysis },
            _ => Answer::Done { id, step, analysis },
        }));
    }

    /// Lets the disk fail or work again, lose a file, or hold something else in one.
    pub(super) fn change_disk(&mut self, source: &mut Source<'_>) {
        let any = self.disk.keys().nth(source.below(self.disk.len().max(1))).cloned();
        match (source.below(4), any) {
            (0, _) => self.disk_fails = !self.disk_fails,
            (1, Some(path)) => drop(self.disk.remove(&path)),
            (2, Some(path)) => {
                let half = self.disk[&path].len() / 2;
                let text: String = self.disk[&path].chars().take(half).collect();
                self.disk.insert(path, text);
            }
            (_, Some(path)) => self.send(Message::Entered(path)),
            (_, None) => {}
        }
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        let mut queue = VecDeque::from(effects);
        while let Some(effect) = queue.pop_front() {
            let message = match effect {
                Effect::Draw | Effect::Redraw => {
                    self.draw();
                    continue;
                }
                Effect::Quit => {
                    self.quit = true;
                    continue;
                }
                Effect::Think(ask) => {
                    self.asks.push(*ask);
                    if self.asks.len() > MOST_ASKS {
                        self.asks.remove(0);
                    }
                    continue;
                }
                Effect::Keep { game, kept, name, over, text } => {
                    Message::Kept { game, kept: self.keep(kept, &name, over, &text) }
                }
                Effect::Save { path, text, existing } => Message::Saved(self.save(path, text, existing)),
                Effect::Load(path) => Message::Loaded(self.load(path)),
                Effect::List(_) => Message::Listed(self.list()),
                _ => continue,
            };
            queue.extend(self.app.update(message));
        }
    }

    fn keep(&mut self, kept: Option<Kept>, name: &str, over: bool, text: &str) -> Result<Kept, String> {
        if self.disk_fails {
            return Err("the disk is full".to_owned());
        }
        Record::read(text.as_bytes()).expect("a record that is kept can be read again");
        let dir = if over { "games" } else { "unfinished" };
        let path = kept.map_or_else(|| PathBuf::from(format!("/data/{dir}/{name}.json")), |kept| kept.path);
        self.disk.insert(path.clone(), text.to_owned());
        Ok(Kept::of(path, text.as_bytes()))
    }

    fn save(&mut self, path: PathBuf, text: String, existing: Existing) -> Result<PathBuf, SaveFault> {
        if self.disk_fails {
            return Err(SaveFault::Other("the disk is full".to_owned()));
        }
        if existing == Existing::Keep && self.disk.contains_key(&path) {
            return Err(SaveFault::Exists(path));
        }
        self.disk.insert(path.clone(), text);
        Ok(path)
    }

    fn load(&self, path: PathBuf) -> Result<Box<Loaded>, String> {
        if self.disk_fails {
            return Err("the disk cannot be read".to_owned());
        }
        let text = self.disk.get(&path).ok_or("there is no such file")?;
        let (record, timeline) = Record::read(text.as_bytes()).map_err(|error| error.to_string())?;
        let kept = path.starts_with("/data").then(|| Kept::of(path.clone(), text.as_bytes()));
        Ok(Box::new(Loaded { path, timeline, record, kept }))
    }

    fn list(&self) -> Result<Vec<Entry>, String> {
        if self.disk_fails {
            return Err("the disk cannot be read".to_owned());
        }
        Ok(self.disk.keys().map(|path| Entry { path: path.clone(), is_dir: false, modified: None }).collect())
    }

    /// Draws in a window that lies within a larger one, whose rest must stay as it is.
    fn draw(&self) {
        let Size { width, height } = self.app.size();
        let window = Rect::new(MARGIN, MARGIN, width, height);
        let whole = Rect::new(0, 0, width + 2 * MARGIN, height + 2 * MARGIN);
        let blank = Cell::new(BLANK);
        let mut buffer = Buffer::filled(whole, blank.clone());
        (&self.app).render(window, &mut buffer);
        for position in whole.positions() {
            let cell = &buffer[position];
            if window.contains(position) {
                let left = window.right() - position.x;
                assert!(cell.symbol().width() <= usize::from(left), "{:?} does not fit at {position}", cell.symbol());
                assert!(!cell.symbol().chars().any(char::is_control), "a control character is drawn at {position}");
            } else {
                assert_eq!(*cell, blank, "something is drawn outside the window, at {position}");
            }
        }
    }

    /// Panics unless the game at the table is what its record says, forwards, backwards and read again.
    pub(super) fn assert_sound(&mut self) {
        if let Some(notice) = self.app.notice() {
            assert_sentence(&notice.text);
        }
        let Some(text) = self.app.record_text() else { return };
        let timeline = self.app.table().expect("a game that has a record is at the table").timeline();
        if text != self.sound {
            let (record, again) = Record::read(text.as_bytes()).expect("the game at the table can be read again");
            assert_eq!(record.write(&again).expect("it was written before"), text, "save, then load, changes the game");
            assert_eq!(again.steps(), timeline.steps());
            self.sound = text;
        }
        assert_replays(timeline);
        let mut turned = timeline.clone();
        if turned.undo() {
            assert!(turned.redo(), "what was undone can be done again");
            assert_eq!(turned.cursor(), timeline.cursor(), "undo, then redo, leads elsewhere");
            assert_eq!(turned.position().board(), timeline.position().board());
        }
    }
}

/// Panics unless the position is what the steps that led to it make of the start.
fn assert_replays(timeline: &Timeline) {
    let mut replayed = timeline.start().clone();
    for node in timeline.path(timeline.cursor()) {
        if let Some(step) = timeline.step(node) {
            replayed.play(step).expect("every step of a timeline is legal where it stands");
        }
    }
    assert_eq!(replayed.board(), timeline.position().board());
    assert_eq!(replayed.to_move(), timeline.position().to_move());
    assert_eq!(replayed.outcome(), timeline.position().outcome());
}

fn candidate(step: Step, source: &mut Source<'_>) -> Candidate {
    let (visits, win) = (u32::from(source.byte()), f32::from(source.byte()) / 255.0);
    Candidate { step, visits, win, margin: 0.0, proof: None }
}

/// This long after the beginning, on some day.
fn moment(steady: Duration) -> Moment {
    Moment { steady, wall: UNIX_EPOCH + Duration::from_secs(1_767_323_045) + steady }
}
