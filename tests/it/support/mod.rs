//! The whole program on its own loop: key strings go in, screens come out, files are in a directory
//! of their own.

pub(crate) mod finding;
mod host;

use std::fmt::Write as _;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ratatui::layout::{Position, Size};
use ratatui::style::Style;
use tempfile::TempDir;
use tetralith::configuration::{Asked, Configuration, Terminal};
use tetralith::program::{Driver, Incoming, Message, Start};
use tetralith::settings::ConfigFile;
use tetralith::theme::{Depth, Glyphs, Theme, palette};
use tetralith::tui::app::App;
use tetralith_core::notation::Names;
use tetralith_core::{Setup, Timeline, games};
use tetralith_engine::Level;
use tetralith_session::clock::{Clock, TimeControl};
use tetralith_session::seat::Seat;
use tetralith_session::table::Table;
use tetralith_storage::Finished;
use tetralith_storage::files::Files;
use tetralith_terminput::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use host::{TestHost, moment};

/// The program at work in a window that is a buffer.
pub(crate) struct Screen {
    driver: Driver<App, TestHost>,
    /// True if the disk writes only when it is let.
    slow: bool,
    dir: TempDir,
}

impl Deref for Screen {
    type Target = Driver<App, TestHost>;

    fn deref(&self) -> &Self::Target {
        &self.driver
    }
}

impl DerefMut for Screen {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.driver
    }
}

/// The theme without colours.
pub(crate) fn mono() -> Theme {
    theme("mono", Depth::Mono, Glyphs::Unicode)
}

pub(crate) fn theme(id: &str, depth: Depth, glyphs: Glyphs) -> Theme {
    Theme::new(palette(id).unwrap(), depth, glyphs)
}

/// A game of two people without a clock.
pub(crate) fn game(id: &str, setup: Setup) -> Start {
    let seats = [(); 2].map(|()| Seat::person(String::new()));
    seated(id, setup, seats, Clock::default())
}

/// A game of these players.
pub(crate) fn seated(id: &str, setup: Setup, seats: [Seat; 2], clock: Clock) -> Start {
    let info = games::info(id).unwrap();
    Start::Play { info, options: info.options(&setup).unwrap(), seats, clock }
}

/// A person, and after that the computer at this level.
pub(crate) fn against(level: &str) -> [Seat; 2] {
    [Seat::person(String::new()), Seat::computer(Level::from_id(level).unwrap())]
}

/// A clock of this time control, which decides; none of an empty one.
pub(crate) fn timed(control: &str) -> Clock {
    let control = (!control.is_empty()).then(|| TimeControl::parse(control).unwrap());
    Clock::new(control, true, Duration::ZERO)
}

/// The game in the file at `path` in review, at a turn or where it opens.
pub(crate) fn replay(path: impl AsRef<Path>, turn: Option<u32>) -> Start {
    let loaded = tetralith_storage::load(path.as_ref(), None).unwrap();
    Start::Replay { loaded: Box::new(loaded), turn }
}

/// The file of the sample game of this id.
pub(crate) fn sample(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/games/{id}.json"))
}

/// A board of this size, on which colours may be swapped.
pub(crate) fn with_pie(size: i64) -> Setup {
    Setup { pie: Some(true), ..small(size) }
}

/// A board of this size, all else as usual.
pub(crate) fn small(size: i64) -> Setup {
    Setup { size: Some(size), ..Setup::default() }
}

/// Two people at a game in a usual window.
pub(crate) fn at(id: &str, setup: Setup) -> Screen {
    Screen::new(game(id, setup), (80, 24), mono())
}

impl Screen {
    /// The board on the screen or under other layers.
    #[track_caller]
    pub(crate) fn table(&self) -> &Table {
        self.app.table().unwrap()
    }

    #[track_caller]
    pub(crate) fn timeline(&self) -> &Timeline {
        self.table().timeline()
    }

    /// The number of steps from the start to the cursor.
    #[track_caller]
    pub(crate) fn steps(&self) -> usize {
        self.timeline().depth(self.timeline().cursor())
    }

    /// The turn at the cursor.
    #[track_caller]
    pub(crate) fn turn(&self) -> u32 {
        self.timeline().turn(self.timeline().cursor())
    }

    #[allow(clippy::large_types_passed_by_value, reason = "a theme is made for each test")]
    pub(crate) fn new(start: Start, (width, height): (u16, u16), theme: Theme) -> Self {
        Self::in_dir(start, (width, height), theme, tempfile::tempdir().unwrap())
    }

    #[allow(clippy::large_types_passed_by_value, reason = "a theme is made for each test")]
    pub(crate) fn in_dir(start: Start, size: (u16, u16), theme: Theme, dir: TempDir) -> Self {
        let mut configuration = Configuration::from(theme);
        // The line for those who are new to a game has tests of its own.
        configuration.settings.advice.hints = false;
        configuration.settings.look.motion = false;
        configuration.settings.advice.thoughts = true;
        Self::configured(start, size, configuration, dir)
    }

    /// The program with the settings in `text`, in a terminal with 24-bit colours, its file in a
    /// directory of its own.
    pub(crate) fn with_settings(start: Start, size: (u16, u16), text: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("config.toml"), text).unwrap();
        Self::in_settings(start, size, dir)
    }

    /// The same with the file that is in `dir`.
    pub(crate) fn in_settings(start: Start, size: (u16, u16), dir: TempDir) -> Self {
        let file = ConfigFile::at(dir.path().join("config.toml"));
        let (settings, faults) = file.load();
        let terminal = Terminal {
            depth: Depth::TrueColour,
            wants_none: false,
            glyphs: Glyphs::Unicode,
            background: None,
            is_remote: false,
            multiplexer: None,
        };
        let configuration = Configuration {
            settings,
            faults,
            file: Some(file),
            terminal,
            asked: Asked::default(),
            games_dir: None,
        };
        Self::configured(start, size, configuration, dir)
    }

    pub(crate) fn configured(
        start: Start,
        size: (u16, u16),
        configuration: Configuration,
        dir: TempDir,
    ) -> Self {
        Self::begun(start, size, configuration, dir, false)
    }

    fn begun(
        start: Start,
        (width, height): (u16, u16),
        configuration: Configuration,
        dir: TempDir,
        slow: bool,
    ) -> Self {
        let size = Size { width, height };
        let host = TestHost::new(size, dir.path());
        let unfinished = Files::at(dir.path().join("data")).latest_unfinished();
        let (app, effects) =
            App::new(start, configuration, size, moment(Duration::ZERO), unfinished);
        let mut driver = Driver::new(app, host);
        driver.begin(effects);
        let mut screen = Self { driver, slow, dir };
        screen.let_write();
        screen
    }

    /// Ends this run of the program and begins another on the same files.
    pub(crate) fn again(self, start: Start) -> Self {
        let size = self.app.shared().window.size;
        let theme = self.app.shared().theme;
        Self::in_dir(start, (size.width, size.height), theme, self.dir)
    }

    /// The same with the file of settings.
    pub(crate) fn again_in_settings(self, start: Start) -> Self {
        let size = self.app.shared().window.size;
        Self::in_settings(start, (size.width, size.height), self.dir)
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Every file that the program keeps.
    pub(crate) fn kept(&self) -> Vec<PathBuf> {
        let files = Files::at(self.host.storage.data.clone());
        let entries = tetralith_files::list(&files.games()).unwrap_or_default();
        entries.into_iter().map(|entry| entry.path).collect()
    }

    pub(crate) fn send(&mut self, message: Message) {
        self.driver.go_round(Some(Incoming::Told(message)));
        self.let_write();
    }

    /// Lets a quick disk write all that it is to write.
    fn let_write(&mut self) {
        while !self.slow && self.is_busy() {
            self.write();
        }
    }

    /// From now on the disk writes only when it is let.
    pub(crate) fn slow_down(&mut self) {
        self.slow = true;
    }

    /// The program begun on such a disk, with what another run has left in `dir`.
    #[allow(clippy::large_types_passed_by_value, reason = "a theme is made for each test")]
    pub(crate) fn begun_slowly(start: Start, size: (u16, u16), theme: Theme, dir: TempDir) -> Self {
        let mut configuration = Configuration::from(theme);
        configuration.settings.advice.hints = false;
        configuration.settings.advice.thoughts = true;
        Self::begun(start, size, configuration, dir, true)
    }

    /// Returns true while something is still to be written.
    pub(crate) fn is_busy(&self) -> bool {
        tetralith::program::Storage::is_busy(&self.host.storage)
    }

    /// Lets the disk write one thing.
    #[track_caller]
    pub(crate) fn write(&mut self) -> &mut Self {
        self.write_before(|_| {})
    }

    /// Lets the disk write one thing, and the program hear of it only after `meanwhile`.
    #[track_caller]
    pub(crate) fn write_before(&mut self, meanwhile: impl FnOnce(&mut Self)) -> &mut Self {
        let written = self.host.storage.write(false);
        meanwhile(self);
        self.hear(written)
    }

    /// Lets what writes files break down over one of them.
    #[track_caller]
    pub(crate) fn break_down(&mut self) -> &mut Self {
        let written = self.host.storage.write(true);
        self.hear(written)
    }

    fn hear(&mut self, written: Finished<Message>) -> &mut Self {
        self.driver.go_round(Some(Incoming::Finished(written)));
        self
    }

    /// Presses keys: characters mean themselves, `<Name>` for keys with names, `<C-x>` and
    /// `<S-Name>` for chords.
    pub(crate) fn keys(&mut self, keys: &str) -> &mut Self {
        for event in parse_keys(keys) {
            self.send(Message::Key(event));
        }
        self
    }

    pub(crate) fn tick(&mut self, steady: Duration) -> &mut Self {
        self.host.steady = steady;
        self.driver.go_round(None);
        self.let_write();
        self
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.host.terminal.backend_mut().resize(width, height);
        self.send(Message::Resize(Size { width, height }));
        self
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) -> &mut Self {
        self.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        self
    }

    pub(crate) fn click(&mut self, at: (u16, u16)) -> &mut Self {
        self.mouse(MouseEventKind::Moved, at).mouse(MouseEventKind::Down(MouseButton::Left), at)
    }

    /// Clicks on the first place where `text` is shown.
    pub(crate) fn click_on(&mut self, text: &str) -> &mut Self {
        let at =
            self.find(text).unwrap_or_else(|| panic!("'{text}' is not shown:\n{}", self.text()));
        self.click(at)
    }

    /// The place where `text` is shown first.
    pub(crate) fn find(&self, text: &str) -> Option<(u16, u16)> {
        let buffer = self.host.terminal.backend().buffer();
        let area = buffer.area;
        (0..area.height).find_map(|row| {
            (0..area.width).find_map(|column| {
                let mut rest = text;
                let mut x = column;
                while !rest.is_empty() {
                    let symbol = buffer.cell(Position::new(x, row))?.symbol();
                    rest = rest.strip_prefix(symbol)?;
                    x += 1;
                }
                Some((column, row))
            })
        })
    }

    /// The style of the cell where `text` is shown first.
    pub(crate) fn style_of(&self, text: &str) -> Style {
        let at =
            self.find(text).unwrap_or_else(|| panic!("'{text}' is not shown:\n{}", self.text()));
        self.host.terminal.backend().buffer()[at].style()
    }

    /// The screen as text, without blanks at the ends of lines.
    pub(crate) fn text(&self) -> String {
        let buffer = self.host.terminal.backend().buffer();
        let area = buffer.area;
        let mut text = String::new();
        for row in 0..area.height {
            let line: String =
                (0..area.width).map(|column| buffer[(column, row)].symbol()).collect();
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// The screen's styles: a letter for each cell, and what the letters mean.
    pub(crate) fn styles(&self) -> String {
        let buffer = self.host.terminal.backend().buffer();
        let area = buffer.area;
        let mut seen: Vec<Style> = Vec::new();
        let mut text = String::new();
        for row in 0..area.height {
            for column in 0..area.width {
                let style = buffer[(column, row)].style();
                let i = seen.iter().position(|other| *other == style).unwrap_or_else(|| {
                    seen.push(style);
                    seen.len() - 1
                });
                text.push(char::from(
                    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[i.min(51)],
                ));
            }
            text.push('\n');
        }
        for (i, style) in seen.iter().enumerate() {
            let letter =
                char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[i.min(51)]);
            let (fg, bg) = (style.fg.unwrap_or_default(), style.bg.unwrap_or_default());
            let _ = writeln!(text, "{letter}: {fg} on {bg} {:?}", style.add_modifier);
        }
        text
    }

    /// The words on the screen, with one blank between two.
    pub(crate) fn words(&self) -> String {
        self.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// True if `text` is shown, line breaks and frames aside.
    pub(crate) fn shows(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    #[track_caller]
    pub(crate) fn assert_shows(&mut self, text: &str) -> &mut Self {
        assert!(self.shows(text), "'{text}' is not shown:\n{}", self.text());
        self
    }

    /// Plays `steps` legal steps by typing them, always the same ones.
    pub(crate) fn play_some(&mut self, steps: usize) -> &mut Self {
        for i in 0..steps {
            let table = self.app.table().unwrap();
            let legal = &table.hand().seen().legal;
            let Some(&step) = legal.get((i * 37 + 11) % legal.len().max(1)) else { break };
            if step == tetralith_core::Step::Pass {
                self.keys("py");
                continue;
            }
            let name = Names::of(table.game()).step(step);
            self.keys(&format!("m{name}<Enter>"));
        }
        self
    }
}

fn parse_keys(keys: &str) -> Vec<KeyEvent> {
    let mut events = Vec::new();
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        let named = rest
            .strip_prefix('<')
            .and_then(|after| after.split_once('>'))
            .filter(|(name, _)| name.len() > 1);
        if let Some((name, after)) = named {
            rest = after;
            let (modifiers, name) = match name.split_once('-') {
                Some(("C", name)) => (KeyModifiers::CONTROL, name),
                Some(("S", name)) => (KeyModifiers::SHIFT, name),
                _ => (KeyModifiers::NONE, name),
            };
            let code = match name {
                "Enter" => KeyCode::Enter,
                "Esc" => KeyCode::Esc,
                "Backspace" => KeyCode::Backspace,
                "Delete" => KeyCode::Delete,
                "Tab" => KeyCode::Tab,
                "BackTab" => KeyCode::BackTab,
                "Left" => KeyCode::Left,
                "Right" => KeyCode::Right,
                "Up" => KeyCode::Up,
                "Down" => KeyCode::Down,
                "Home" => KeyCode::Home,
                "End" => KeyCode::End,
                "PageUp" => KeyCode::PageUp,
                "PageDown" => KeyCode::PageDown,
                name if name.len() > 1 && name.starts_with('F') => {
                    KeyCode::F(name[1..].parse().expect("a function key has a number"))
                }
                name if name.chars().count() == 1 => KeyCode::Char(name.chars().next().unwrap()),
                name => panic!("no key is called {name}"),
            };
            events.push(KeyEvent::new(code, modifiers));
        } else {
            rest = &rest[c.len_utf8()..];
            events.push(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
        }
    }
    events
}

/// The games with lessons, and so with pictures and screens that are kept: a game that is only
/// tried has none of them.
pub(crate) fn kept_games() -> impl Iterator<Item = &'static tetralith_core::Info> {
    tetralith_core::games::INFOS.iter().copied().filter(|info| !info.texts.lesson.is_empty())
}
