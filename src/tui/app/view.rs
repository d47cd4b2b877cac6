//! The program as it is seen from outside.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::Widget;
use tetralith_core::CellSet;

use super::App;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::layers::home::sample::Sample;
use crate::tui::layers::{Layer, Stack, game};
use crate::tui::panels::GameView;
use crate::tui::shared::Shared;
use crate::tui::widgets::paint;
use tetralith_session::table::Table;

impl Widget for &App {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        self.paint(area, buffer);
    }
}

impl App {
    /// Draws the program and returns the place where the user looks, which the layer in front
    /// marks: the caret of what is typed, the cursor on the board, what is selected in a list, the
    /// first line of a text. Input methods, magnifiers and braille displays follow the terminal's
    /// cursor there. `None` only in a window without room for a letter.
    pub fn paint(&self, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let area = area.intersection(buffer.area);
        if area != buffer.area {
            // Layers take room up to the edge of the buffer, so that is where the window must end.
            let mut window = Buffer::empty(area);
            let eye = self.paint(area, &mut window);
            for position in area.positions() {
                buffer[position] = window[position].clone();
            }
            return eye;
        }
        self.stack.draw(&self.shared, area, buffer);
        let marked = paint::take_eye(buffer);
        if self.shared.theme.is_ascii() {
            paint::asciify(area, buffer);
        }
        // Where nothing is marked, all there is to look at is text.
        let is_written = |at: &Position| buffer[*at].symbol() != " ";
        marked.or_else(|| area.positions().find(is_written))
    }

    /// The state that all layers share.
    pub const fn shared(&self) -> &Shared {
        &self.shared
    }

    /// The layers.
    pub const fn stack(&self) -> &Stack {
        &self.stack
    }

    /// The board on the screen or under other layers: a lesson's, else that of the match.
    pub fn table(&self) -> Option<&Table> {
        self.stack.table(&self.shared)
    }

    /// The game at the board as a record has it.
    pub fn record_text(&self) -> Option<String> {
        self.shared.game.seated().and_then(|seated| seated.text().ok())
    }

    /// The picture of the board on the screen, which lies over what is drawn; `None` where the
    /// board is drawn as text. The `easel` may have another picture on it.
    pub fn picture(&self, easel: &mut Easel) -> Option<PlacedPicture> {
        self.stack.picture(&self.shared, easel)
    }

    /// The cells to bring out on the board.
    pub fn highlights(&self) -> CellSet {
        match self.stack.lesson() {
            Some(lesson) => lesson.highlights(),
            None => {
                self.game_view(self.shared.area()).map_or(CellSet::EMPTY, |view| view.highlights)
            }
        }
    }

    /// Everything that the game at the board is drawn from in a window of this `area`.
    pub fn game_view(&self, area: Rect) -> Option<GameView<'_>> {
        game::view(&self.shared, area, false)
    }

    /// The time when a [tick](crate::program::Message::Tick) is needed next, on the steady clock.
    pub fn wake_at(&self) -> Option<Duration> {
        let game = &self.shared.game;
        let now = game.now().steady;
        let picture = game.thinking().under_way().and_then(|thought| thought.next_picture(now));
        let flash = self.shared.board.flash.map(|flash| flash.until);
        let sample = match self.stack.front() {
            Layer::Home(home) if self.shared.settings().look.motion => {
                home.sample().and_then(Sample::due)
            }
            _ => None,
        };
        let series = self.shared.learnt.series.as_ref();
        let series = series.filter(|_| matches!(self.stack.screen(), Layer::Lesson(_)));
        let dues = [
            self.table().and_then(|table| table.autoplay().due()),
            game.due(),
            game.clocks().and_then(|clocks| clocks.change_due(now)),
            picture,
            flash,
            sample,
            series.and_then(|series| series.change_due(now)),
            game::jump::keys_due(&self.shared),
        ];
        dues.into_iter().flatten().min()
    }
}
