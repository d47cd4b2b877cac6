//! Drawing the stack of layers from back to front.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::Widget;

use super::App;
use crate::keymap::Action;
use crate::theme::{CARET, Glyphs, SELECTED};
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::layers::Layer;
use crate::tui::layers::component::Scene;
use crate::tui::widgets::hint_line::HintLine;
use crate::tui::widgets::paint;

impl Widget for &App {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        self.paint(area, buffer);
    }
}

/// Takes the marks of what is selected out of `buffer`; the place of the caret, or without one of
/// the first thing selected, and whether it is a caret.
fn take_marked(buffer: &mut Buffer) -> Option<(Position, bool)> {
    let mut found: Option<(Position, bool)> = None;
    for position in buffer.area.positions() {
        let cell = &mut buffer[position];
        let is_caret = cell.modifier.contains(CARET);
        let is_first = found.is_none() && cell.modifier.contains(SELECTED);
        if is_first || is_caret && !found.is_some_and(|(_, is_caret)| is_caret) {
            found = Some((position, is_caret));
        }
        cell.modifier.remove(SELECTED | CARET);
    }
    found
}

impl App {
    /// Draws the program and returns the place where the user looks: the caret of what is typed, the
    /// cursor on the board, or what is selected in a list. Input methods, magnifiers and braille
    /// displays follow the terminal's cursor there.
    pub fn paint(&self, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        let area = area.intersection(buffer.area);
        if area != buffer.area {
            // What needs room takes it up to the edge of the buffer, so that is where the window
            // must end.
            let mut window = Buffer::empty(area);
            let eye = self.paint(area, &mut window);
            for position in area.positions() {
                buffer[position] = window[position].clone();
            }
            return eye;
        }
        self.draw(area, buffer);
        let marked = take_marked(buffer);
        if self.shared.theme.glyphs() == Glyphs::Ascii {
            paint::asciify(area, buffer);
        }
        match marked {
            Some((caret, true)) => Some(caret),
            marked => self.cursor_on_board().or(marked.map(|(position, _)| position)),
        }
    }

    /// The middle of the cell under the cursor, if the board is in front.
    fn cursor_on_board(&self) -> Option<Position> {
        if !matches!(self.stack.front(), Layer::Game(_)) {
            return None;
        }
        let rect = self.shared.board_layout()?.rect(self.table()?.hand().cell())?;
        Some(Position { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 })
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        buffer.set_style(area, self.shared.theme.base());
        let visible = self.stack.visible();
        let mut scene = self.scene(area);
        let mut has_room = true;
        for (i, layer) in visible.iter().enumerate() {
            // A question about what was typed stands in its place.
            if layer.is_said() && visible[i + 1..].iter().any(Layer::is_said) {
                continue;
            }
            // A window too small for a screen shows nothing else; the palette lies over the screen
            // wherever it is.
            if has_room || matches!(layer, Layer::Palette(_)) {
                match layer.component().draw(&scene, &self.shared, buffer) {
                    Some(says) => scene.says = says,
                    None => has_room = false,
                }
            }
        }
        if has_room {
            let hints =
                Rect { y: area.bottom().saturating_sub(1), height: 1, ..area }.intersection(area);
            self.hint_line().draw(&self.shared.theme, hints, buffer);
        }
    }

    /// Everything about the stack that layers need for drawing in a window of this `area`.
    fn scene(&self, area: Rect) -> Scene<'_> {
        Scene {
            area,
            keys: self.shared.key_names(self.contexts()),
            is_covered: self.stack.visible().iter().any(Layer::is_said),
            says: Rect { height: 0, ..area },
            table: self.table(),
        }
    }

    /// The picture of the board on the screen, which lies over what is drawn except where
    /// [`PlacedPicture::uncovered`] cuts it; `None` where the board is drawn as text.
    pub fn picture(&self) -> Option<PlacedPicture> {
        self.picture_on(&mut Easel::default())
    }

    /// The same, drawn on an easel that may have another picture on it.
    pub fn picture_on(&self, easel: &mut Easel) -> Option<PlacedPicture> {
        let screen = self.may_show_picture().then(|| self.stack.screen().component())?;
        screen.picture(&self.scene(self.area()), &self.shared, easel)
    }

    /// Returns `true` if boards are pictures and no page lies over the screen.
    pub(super) fn may_show_picture(&self) -> bool {
        self.shared.display.picture.is_some() && !self.stack.overlays().iter().any(Layer::is_opaque)
    }

    /// The keys that the hint line may name.
    pub(super) fn hint_line(&self) -> HintLine<'_> {
        let front = self.stack.front().component();
        let keys = self.shared.key_names(front.contexts(&self.shared));
        let mut actions = front.hints(&self.shared);
        actions.retain(|(action, _)| self.is_allowed(*action));
        HintLine { keys, actions, has_palette: self.is_allowed(Action::Palette) }
    }
}
