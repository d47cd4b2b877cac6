//! The screen on its loop: a disk in memory that can fail, a clock that is set, an engine that says
//! anything at any time, and a window that knows its edge.

use std::convert::Infallible;
use std::time::{Duration, UNIX_EPOCH};

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget as _;
use tetralith::configuration::Configuration;
use tetralith::keymap::{Action, Key};
use tetralith::program::{
    Driver, EngineRequest, Export, Host, Incoming, Message, Moment, Program as _, Start,
    StorageReply, TerminalRequest,
};
use tetralith::theme::{Depth, Glyphs, PALETTES, Theme};
use tetralith::tui::app::App;
use tetralith::tui::layers::Layer;
use tetralith_core::{Record, Step, Timeline};
use tetralith_engine::Level;
use tetralith_session::clock::{Clock, TimeControl};
use tetralith_session::seat::Seat;
use tetralith_session::thinking::Ask;
use tetralith_terminput::{KeyCode, KeyEvent, KeyModifiers};
use unicode_width::UnicodeWidthStr as _;

use crate::disk::Disk;
use crate::thought::thought;
use crate::{Source, assert_sentence};

/// The distance beyond the window within which drawing is looked for.
const MARGIN: u16 = 2;

/// The sign that is there before anything is drawn; no part of the screen looks like it.
const BLANK: &str = "\u{2591}";

/// The most questions to the engine that are remembered.
const MOST_ASKS: usize = 64;

type Comes = Incoming<Message, Infallible>;

struct Surroundings {
    now: Duration,
    size: Size,
    disk: Disk,
    asks: Vec<Ask>,
}

impl Host<App> for Surroundings {
    type Error = Infallible;
    type Storage = Disk;

    fn now(&self) -> Moment {
        moment(self.now)
    }

    fn receive(&mut self, _: &App, _: Option<Duration>) -> Option<Comes> {
        unreachable!("the input says what comes")
    }

    fn storage(&mut self) -> &mut Disk {
        &mut self.disk
    }

    fn engine(&mut self, request: EngineRequest) -> Option<Message> {
        if let EngineRequest::Think(ask) = request {
            self.asks.push(*ask);
            if self.asks.len() > MOST_ASKS {
                self.asks.remove(0);
            }
        }
        None
    }

    fn terminal(&mut self, request: TerminalRequest) -> Result<Option<Message>, Infallible> {
        Ok((request == TerminalRequest::Redraw).then_some(Message::Resize(self.size)))
    }

    fn export(&mut self, export: Box<Export>) -> Option<Message> {
        Some(self.disk.export(export.path, export.existing))
    }

    fn show(&mut self, app: &App) -> Result<(), Infallible> {
        draw(app);
        Ok(())
    }
}

pub(super) struct World {
    driver: Driver<App, Surroundings>,
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
            let texts = [
                None,
                None,
                Some("1s"),
                Some("5s+1s"),
                Some("2s,2x1s"),
                Some("0,3x20s"),
                Some("1m"),
            ];
            let control =
                source.pick(&texts).map(|text| TimeControl::parse(text).expect("it is a time"));
            Start::Play {
                info,
                options,
                seats,
                clock: Clock::new(control, source.below(4) > 0, Duration::ZERO),
            }
        };
        let depth = *source.pick(&Depth::ALL);
        let glyphs = *source.pick(&[Glyphs::Unicode, Glyphs::Ascii]);
        let theme = Theme::new(source.pick(&PALETTES), depth, glyphs);
        let size = Size { width: 80, height: 24 };
        let configuration =
            Configuration { file: Some(Disk::config_file()), ..Configuration::from(theme) };
        let (app, effects) = App::new(start, configuration, size, moment(Duration::ZERO), None);
        let surroundings =
            Surroundings { now: Duration::ZERO, size, disk: Disk::slow(), asks: Vec::new() };
        let mut driver = Driver::new(app, surroundings);
        driver.begin(effects);
        Self { driver, sound: String::new() }
    }

    pub(super) fn has_quit(&self) -> bool {
        self.driver.is_over()
    }

    /// The size of the window.
    pub(super) const fn window(&self) -> Size {
        self.driver.host.size
    }

    pub(super) fn send(&mut self, message: Message) {
        if let Message::Resize(size) = message {
            self.driver.host.size = size;
        }
        self.driver.go_round(Some(Incoming::Told(message)));
    }

    /// Lets time pass, in which the disk is done.
    pub(super) fn wait(&mut self, millis: u64) {
        self.driver.host.now += Duration::from_millis(millis);
        for done in self.driver.host.disk.done() {
            self.driver.go_round(Some(Incoming::Finished(done)));
        }
        self.driver.go_round(None);
    }

    /// Lets people's steps be typed, as many as `most` and as the source says.
    pub(super) fn play_some(&mut self, source: &mut Source<'_>, most: usize) {
        for _ in 0..source.below(most + 1) {
            let Some(table) = self.driver.app.table() else { return };
            let (legal, names) = (table.game().legal(), table.names());
            if legal.is_empty() {
                return;
            }
            let text = names.step(*source.pick(&legal));
            let keys =
                std::iter::once('m').chain(text.chars()).map(KeyCode::Char).chain([KeyCode::Enter]);
            for code in keys {
                self.send(Message::Key(KeyEvent::new(code, KeyModifiers::NONE)));
            }
        }
    }

    /// Lets the engine answer something: of the last question or of an old one, early or late,
    /// sense or nonsense.
    pub(super) fn answer(&mut self, source: &mut Source<'_>) {
        if self.driver.host.asks.is_empty() {
            return;
        }
        let back = if source.below(3) == 0 { source.below(self.driver.host.asks.len()) } else { 0 };
        let ask = self.driver.host.asks[self.driver.host.asks.len() - 1 - back].clone();
        self.send(Message::Thought(thought(&ask, source)));
        assert_makes_sense(&self.driver.app);
    }

    /// Lets the disk fail or work again, lose a file, or hold something else in one.
    pub(super) fn change_disk(&mut self, source: &mut Source<'_>) {
        if let Some(path) = self.driver.host.disk.change(source) {
            self.send(StorageReply::Entered(path).into());
        }
    }

    /// Panics unless the game at the table is what its record holds, forwards, backwards and read
    /// again.
    pub(super) fn assert_sound(&mut self) {
        if let Some(notice) = self.driver.app.shared().notices.shown.as_ref() {
            assert_sentence(&notice.text);
        }
        let Some(text) = self.driver.app.record_text() else { return };
        let timeline =
            self.driver.app.table().expect("a game that has a record is at the table").timeline();
        if text != self.sound {
            let (record, again) =
                Record::read(text.as_bytes()).expect("the game at the table can be read again");
            assert_eq!(
                record.write(&again).expect("it was written before"),
                text,
                "save, then load, changes the game"
            );
            assert_eq!(again.steps(), timeline.steps());
            self.sound = text;
        }
        assert_replays(timeline);
        assert_undoes(&self.driver.app);
    }
}

/// Draws in a window that lies within a larger one, whose rest must stay as it is.
fn draw(app: &App) {
    let Size { width, height } = app.shared().window.size;
    let window = Rect::new(MARGIN, MARGIN, width, height);
    let whole = Rect::new(0, 0, width + 2 * MARGIN, height + 2 * MARGIN);
    let blank = Cell::new(BLANK);
    let mut buffer = Buffer::filled(whole, blank.clone());
    app.render(window, &mut buffer);
    for position in whole.positions() {
        let cell = &buffer[position];
        if window.contains(position) {
            let left = window.right() - position.x;
            assert!(
                cell.symbol().width() <= usize::from(left),
                "{:?} does not fit at {position}",
                cell.symbol()
            );
            assert!(
                !cell.symbol().chars().any(char::is_control),
                "a control character is drawn at {position}"
            );
        } else {
            assert_eq!(
                *cell, blank,
                "something is drawn outside the window {window}, at {position}"
            );
        }
    }
}

/// Panics unless the key that undoes a step, then the one that makes it again, lead back to where
/// the game is.
fn assert_undoes(app: &App) {
    fn press(app: &mut App, key: char, action: Action) -> bool {
        let event = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
        let pressed = Key::of(event).expect("it is a key");
        let bound =
            app.shared().keymap().action(&app.stack().contexts(app.shared()), pressed, false)
                == Some(action);
        if bound {
            app.happen(Message::Key(event));
        }
        bound
    }
    let Some(table) = app.table().filter(|_| matches!(app.stack().screen(), Layer::Game(_))) else {
        return;
    };
    let place =
        |app: &App| app.table().map(|table| (table.timeline().cursor(), table.outcome().is_some()));
    let mut turned = app.clone();
    if !press(&mut turned, 'u', Action::Undo)
        || place(&turned) == place(app)
        || !press(&mut turned, 'U', Action::Redo)
    {
        return;
    }
    let (was, is) = (table.timeline(), turned.table().expect("it is the same table").timeline());
    if was.ended_at(was.cursor()).is_some() {
        // The undone end was a resignation or a loss on time, and the steps are all there.
        assert_eq!(is.steps(), was.steps());
    } else if table.players().holders_in(was).iter().all(|seat| !seat.is_automatic()) {
        assert_eq!(is.cursor(), was.cursor(), "undo, then redo, leads elsewhere");
        assert_eq!(is.position().board(), was.position().board());
    } else {
        // The computer's steps after one's own are made again too.
        assert!(
            is.path(is.cursor()).starts_with(&was.path(was.cursor())),
            "undo, then redo, leads elsewhere"
        );
    }
    if was.ended_at(was.cursor()).is_none() {
        let text = |timeline: &Timeline| Record::default().write(timeline).ok();
        assert_eq!(text(is), text(was), "undo, then redo, changes the game");
    }
}

/// Panics if a finding about a position is no number or names a cell that its board does not have.
fn assert_makes_sense(app: &App) {
    let Some(table) = app.table() else { return };
    let cells = table.game().board().geometry().len();
    let thoughts = app.shared().game.thinking();
    let known = [
        thoughts.under_way().and_then(|thought| thought.known.as_ref()),
        thoughts.hint().and_then(tetralith_session::hint::Hint::known),
    ];
    for analysis in known.into_iter().flatten() {
        let candidates = &analysis.candidates;
        let chances = candidates.iter().map(|candidate| candidate.win).chain([analysis.win]);
        chances.for_each(|chance| assert!((0.0..=1.0).contains(&chance), "a chance of {chance}"));
        let steps = candidates
            .iter()
            .map(|candidate| candidate.step)
            .chain(analysis.principal_variation.iter().copied());
        for cell in steps.flat_map(Step::cells) {
            assert!(cell.index() < cells, "cell {cell:?} of a board of {cells}");
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

/// This long after the beginning, on some day.
fn moment(steady: Duration) -> Moment {
    let wall = UNIX_EPOCH + Duration::from_secs(1_767_323_045) + steady;
    Moment { steady, wall, ..Moment::default() }
}
