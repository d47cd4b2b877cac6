//! The program as it is seen from outside.

use std::time::Duration;

use ratatui::layout::{Rect, Size};
use tetralith_core::{CellSet, Colour};

use super::App;
use crate::keymap::{Context, Keymap};
use crate::settings::Settings;
use crate::theme::Theme;
use crate::tui::board::display::Display;
use crate::tui::layers::home::menu::Home;
use crate::tui::layers::home::sample::Sample;
use crate::tui::layers::{Layer, game};
use crate::tui::panels::GameView;
use crate::tui::widgets::notice::Notice;
use tetralith_session::clock::Clock;
use tetralith_session::lesson::Lesson;
use tetralith_session::match_play::Thinking;
use tetralith_session::progress::Progress;
use tetralith_session::words::sentence;

impl App {
    /// The screen that is shown, whatever lies over it.
    pub fn screen(&self) -> &Layer {
        self.stack.screen()
    }

    /// The layers over the screen, the front last.
    pub fn overlays(&self) -> &[Layer] {
        self.stack.overlays()
    }

    /// The home screen.
    pub fn home(&self) -> &Home {
        self.stack.home()
    }

    /// The lesson on the screen.
    pub fn lesson(&self) -> Option<&Lesson> {
        match self.stack.screen() {
            Layer::Lesson(lesson) => Some(lesson),
            _ => None,
        }
    }

    /// The sentence to show.
    pub const fn notice(&self) -> Option<&Notice> {
        self.shared.notices.shown.as_ref()
    }

    /// The way boards are shown.
    pub const fn display(&self) -> Display {
        self.shared.display
    }

    /// The colours.
    pub const fn theme(&self) -> &Theme {
        &self.shared.theme
    }

    /// The settings of the user.
    pub const fn settings(&self) -> &Settings {
        self.shared.settings()
    }

    /// The keys and what they do.
    pub const fn keymap(&self) -> &Keymap {
        self.shared.keymap()
    }

    /// The lessons and games that are known so far.
    pub const fn progress(&self) -> &Progress {
        &self.shared.learnt.progress
    }

    /// The size of the window.
    pub const fn size(&self) -> Size {
        self.shared.window.size
    }

    /// The whole window.
    pub const fn area(&self) -> Rect {
        self.shared.area()
    }

    /// The time since the program began, as far as it has been told.
    pub const fn now(&self) -> Duration {
        self.shared.game.now().steady
    }

    /// The computer's thinking.
    pub const fn thinking(&self) -> &Thinking {
        self.shared.game.thinking()
    }

    /// The game at the board as a record says it.
    pub fn record_text(&self) -> Option<String> {
        self.shared.game.seated().and_then(|seated| seated.text().ok())
    }

    /// The reason why a game is not kept as it is now, if one is not: the one at the board first.
    pub fn unkept(&self) -> Option<&str> {
        self.shared.game.saving().fault()
    }

    /// The way to go on, once the program has ended, with the game that was played with another
    /// terminal; a sentence.
    pub fn way_back(&self) -> Option<String> {
        self.shared.game.link().how_to_resume().map(sentence)
    }

    /// True if the game at the board would be lost if the program ended now.
    pub const fn would_lose(&self) -> bool {
        self.shared.game.saving().would_lose()
    }

    /// The clocks of the game at the board, if it is played with a limit.
    pub fn clock(&self) -> Option<&Clock> {
        self.shared.game.clocks().and_then(|clocks| clocks.clock())
    }

    /// The time that `player`, the colour before any swap, has left, as people read it; `None`
    /// without a limit.
    pub fn time_left(&self, player: Colour) -> Option<String> {
        self.shared.game.seated()?.time_left(player)
    }

    /// The player whose clock runs, by the colour before any swap, if any does.
    pub fn running_clock(&self) -> Option<Colour> {
        self.shared.game.clocks().and_then(|clocks| clocks.running())
    }

    /// True if there is a panel beside the board.
    pub fn has_panel(&self) -> bool {
        self.shared.has_panel()
    }

    /// The cells to bring out on the board.
    pub fn highlights(&self) -> CellSet {
        match self.lesson() {
            Some(lesson) => lesson.highlights(),
            None => self.game_view(self.area()).map_or(CellSet::EMPTY, |view| view.highlights),
        }
    }

    /// Everything that the game at the board is drawn from in a window of this `area`.
    pub fn game_view(&self, area: Rect) -> Option<GameView<'_>> {
        game::view(&self.shared, area, false)
    }

    /// The parts of the keymap that are active, front to back.
    pub fn contexts(&self) -> Vec<Context> {
        self.stack.front().component().contexts(&self.shared)
    }

    /// The time at which [`Message::Tick`](crate::program::Message::Tick) is needed next, on the
    /// steady clock.
    pub fn wake_at(&self) -> Option<Duration> {
        let now = self.shared.game.now().steady;
        let picture = self.thinking().under_way().and_then(|thought| thought.next_picture(now));
        let flash = self.shared.board.flash.map(|flash| flash.until);
        let sample = match self.stack.front() {
            Layer::Home(home) if self.settings().motion => home.sample().and_then(Sample::due),
            _ => None,
        };
        let game = &self.shared.game;
        let dues = [
            self.table().and_then(|table| table.autoplay().due()),
            game.due(),
            game.clocks().and_then(|clocks| clocks.change_due(now)),
            picture,
            flash,
            sample,
        ];
        dues.into_iter().flatten().min()
    }
}
