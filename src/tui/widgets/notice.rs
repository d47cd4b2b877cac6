//! Sentences below the board: notices and others.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tetralith_core::text::display_text;
use tetralith_session::words::sentence;

use crate::theme::Theme;
use crate::tui::widgets::paint::{put_lines, wipe, wrap, wrap_within};

/// The way a notice is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// By the way: the end of the game takes it away.
    Plain,
    /// The words of a person.
    Chat,
    /// Something could not be done.
    Refusal,
}

/// A sentence for the user, shown until the next key or click.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The sentence without its full stop, safe to show.
    pub text: String,
    /// The way it is meant.
    pub tone: Tone,
}

impl Notice {
    /// A notice with `text`, made safe to show.
    pub fn new(text: &str, tone: Tone) -> Self {
        Self { text: display_text(text), tone }
    }
}

/// Draws a notice, all of it: where it is longer than the area, it takes rows of what is above for
/// as long as it is shown.
pub fn draw_notice(notice: &Notice, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let style = match notice.tone {
        Tone::Plain | Tone::Chat => theme.accent(),
        Tone::Refusal => theme.warning(),
    };
    say_whole(&sentence(&notice.text), style, theme, area, buffer);
}

/// Shows `text` in `area`, with a mark where it is cut.
pub fn say(text: &str, style: Style, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let inner =
        Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area }.intersection(area);
    let lines = wrap_within(text, inner.width, usize::from(inner.height), theme.is_ascii());
    put_lines(buffer, inner, 0, lines, style);
}

/// Shows all of `text` in `area`, and above it as far as needed.
pub fn say_whole(text: &str, style: Style, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let rows = wrap(text, area.width.saturating_sub(1)).len() as u16;
    say(text, style, theme, grown(area, rows, theme, buffer), buffer);
}

/// Returns the room for so many rows `above` a notice, and that for the notice: both are whole, and
/// take rows of what is above `area` for as long as the notice is shown.
pub fn room_with(
    notice: &Notice,
    above: u16,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> [Rect; 2] {
    let rows = wrap(&sentence(&notice.text), area.width.saturating_sub(1)).len() as u16;
    let below = rows.max(area.height.saturating_sub(above));
    let grown = grown(area, above + below, theme, buffer);
    let rest = Rect { y: grown.y + above, height: below, ..grown };
    [Rect { height: above, ..grown }, rest].map(|room| room.intersection(grown))
}

/// Returns `area`, upwards as high as `rows` take and there is room for, wiped where it has grown.
pub fn grown(area: Rect, rows: u16, theme: &Theme, buffer: &mut Buffer) -> Rect {
    let more = rows.saturating_sub(area.height).min(area.y.saturating_sub(buffer.area.y));
    let grown = Rect { y: area.y - more, height: area.height + more, ..area };
    if more > 0 {
        wipe(buffer, grown, theme.base());
    }
    grown
}

/// Shows a notice in the rows above the hint line of a screen without a board, unless they are
/// covered, and returns them.
///
/// They are cleared if anything is shown there.
pub fn say_over(
    notice: Option<&Notice>,
    is_covered: bool,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Rect {
    let says = Rect { y: area.bottom().saturating_sub(3), height: 2, ..area }.intersection(area);
    if is_covered {
        buffer.set_style(says, theme.base());
        clear(says, buffer);
    } else if let Some(notice) = notice {
        clear(says, buffer);
        draw_notice(notice, theme, says, buffer);
    }
    says
}

fn clear(area: Rect, buffer: &mut Buffer) {
    for position in area.positions() {
        buffer[position].set_symbol(" ");
    }
}
