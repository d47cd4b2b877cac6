//! The hint line: the keys that matter now, and which of them is at a place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::keymap::Action;
use crate::keymap::spell::KeyNames;
use crate::theme::Theme;
use crate::tui::widgets::paint::{put, width};

/// An action that the hint line names, and its name there if it is another than in the table of
/// keys.
pub type Named = (Action, Option<&'static str>);

/// The keys that the hint line may name.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub struct HintLine<'a> {
    pub keys: KeyNames<'a>,
    /// The actions to name, those that matter most first.
    pub actions: Vec<Named>,
    pub has_palette: bool,
}

struct Hint {
    column: u16,
    action: Action,
    key: String,
    short: &'static str,
}

/// The narrowest hint line that has the palette pinned beside the help, in columns.
const PALETTE_FROM: u16 = 70;

impl HintLine<'_> {
    fn hint(&self, (action, name): Named, column: u16) -> Option<Hint> {
        let (binding, keys) = self.keys.keymap.binding(&self.keys.contexts, action)?;
        let key = keys.first()?.name(self.keys.ascii);
        Some(Hint { column, action, key, short: name.unwrap_or(binding.short) })
    }

    /// Returns the keys that fit in a line of `columns`, the help and the palette pinned at its
    /// right end.
    fn hints(&self, columns: u16) -> Vec<Hint> {
        let mut end = columns;
        let mut hints = Vec::new();
        let mut pinned = Vec::new();
        // The keys that lead to everything else stay at the right end.
        let palette_from = if self.has_palette { PALETTE_FROM } else { u16::MAX };
        for (action, from) in [(Action::Help, 0), (Action::Palette, palette_from)] {
            if let Some(hint) =
                self.hint((action, None), 0).filter(|hint| hint.width() < end && columns >= from)
            {
                end -= hint.width() + if pinned.is_empty() { 1 } else { 2 };
                pinned.push(Hint { column: end, ..hint });
            }
        }
        let mut column = 1;
        for &named in &self.actions {
            let Some(hint) = self.hint(named, column) else { continue };
            if column + hint.width() + 2 > end {
                continue;
            }
            column += hint.width() + 2;
            hints.push(hint);
        }
        hints.extend(pinned);
        hints
    }

    /// Returns the action of the hint at `at` in a window of this `area`, whose last row is the
    /// hint line.
    pub fn action_at(&self, area: Rect, at: Position) -> Option<Action> {
        if at.y + 1 != area.bottom() {
            return None;
        }
        let column = at.x.checked_sub(area.x)?;
        let hints = self.hints(area.width);
        hints
            .into_iter()
            .find(|hint| (hint.column..hint.column + hint.width()).contains(&column))
            .map(|hint| hint.action)
    }

    /// Draws as many of the keys as have room in `area`.
    pub fn draw(&self, theme: &Theme, area: Rect, buffer: &mut Buffer) {
        for hint in self.hints(area.width) {
            let column = put(buffer, area, hint.column, 0, &hint.key, theme.accent());
            put(buffer, area, column + 1, 0, hint.short, theme.dim());
        }
    }
}

impl Hint {
    fn width(&self) -> u16 {
        width(&self.key) + 1 + width(self.short)
    }
}
