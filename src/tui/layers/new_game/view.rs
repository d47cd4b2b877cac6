//! The form for a new game on the screen: drawing it, and finding what is at a place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::form::{Field, NewGameForm};
use crate::theme::{Glyphs, Theme};
use crate::tui::widgets::menus::{self, lines_area, put_input};
use crate::tui::widgets::paint::{first_shown, put, put_lines, shorten, wrap_within};

/// Columns from the left edge to the values of the form.
const VALUE_COLUMN: u16 = 18;

/// Columns a value takes with the arrows beside it, in a form of this `area`.
fn value_width(area: Rect) -> u16 {
    lines_area(area).width.saturating_sub(VALUE_COLUMN).clamp(6, 32)
}

pub(super) fn line_at(form: &NewGameForm, area: Rect, at: Position) -> Option<usize> {
    menus::line_at(form.selected(), form.fields().len(), area, at)
}

/// Returns which of a value's arrows is at `at`: `true` for the one that turns it up.
pub(super) fn arrow_at(area: Rect, at: Position) -> Option<bool> {
    let column = at.x.checked_sub(lines_area(area).x + VALUE_COLUMN)?;
    match column {
        0..=2 => Some(false),
        c if c + 3 >= value_width(area) && c < value_width(area) => Some(true),
        _ => None,
    }
}

/// Draws the form into `area`, its last row left free.
pub(super) fn draw(form: &NewGameForm, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let title =
        put(buffer, area, 1, u16::from(area.height >= 12), form.errand().heading(), theme.dim());
    put(buffer, area, title, u16::from(area.height >= 12), form.info().title, theme.title());
    let lines = lines_area(area);
    let fields = form.fields();
    let first = first_shown(form.selected(), fields.len(), usize::from(lines.height));
    let ascii = theme.glyphs() == Glyphs::Ascii;
    for (row, (i, &field)) in (0..lines.height).zip(fields.iter().enumerate().skip(first)) {
        let chosen = i == form.selected();
        let style = if chosen { theme.selected() } else { theme.text() };
        let label = match field {
            Field::Game => "Game".to_owned(),
            Field::Company => "Players".to_owned(),
            Field::Board => "Board".to_owned(),
            Field::Size => "Size".to_owned(),
            Field::Option(kind) => kind.title().to_owned(),
            Field::Name(colour) | Field::Level(colour) => form.info().side(colour).title.to_owned(),
            Field::Style(_) => "  Style".to_owned(),
            Field::Coach => "Coach".to_owned(),
            Field::Clock => "Clock".to_owned(),
            Field::TimeOut => "Time out".to_owned(),
            Field::Start => form.errand().done().to_owned(),
        };
        let mark = if chosen { ">" } else { " " };
        put(buffer, lines, 0, row, &format!("{mark} {label:<15} "), style);
        let (value, [down, up]) = form.value(field);
        if let (Field::Clock, Some(typed)) = (field, form.clock().typed()) {
            put_input(buffer, lines, VALUE_COLUMN + 3, row, typed.halves(), theme);
            continue;
        }
        match field {
            Field::Name(colour) => {
                let (before, after) = form.name(colour).halves();
                if chosen {
                    put_input(buffer, lines, VALUE_COLUMN + 3, row, (before, after), theme);
                } else if value.is_empty() {
                    put(buffer, lines, VALUE_COLUMN + 3, row, "(no name)", theme.dim());
                } else {
                    put(buffer, lines, VALUE_COLUMN + 3, row, &value, theme.text());
                }
            }
            Field::Start => {}
            _ => {
                let (less, more) = if ascii { ("<", ">") } else { ("◄", "►") };
                let arrow = |can: bool| if can { theme.accent() } else { theme.dim() };
                put(buffer, lines, VALUE_COLUMN, row, less, arrow(down));
                put(
                    buffer,
                    lines,
                    VALUE_COLUMN + 3,
                    row,
                    &shorten(&value, value_width(area) - 5, ascii),
                    theme.text(),
                );
                put(buffer, lines, VALUE_COLUMN + value_width(area) - 1, row, more, arrow(up));
            }
        }
    }
    let remark = Rect { y: area.bottom().saturating_sub(3), height: 2, ..lines }.intersection(area);
    let text =
        wrap_within(&form.remark(form.field()), remark.width, usize::from(remark.height), ascii);
    put_lines(buffer, remark, 0, text, theme.dim());
}

#[cfg(test)]
mod tests {
    use tetralith_core::games;

    use super::*;
    use crate::theme::{Depth, PALETTES};

    #[test]
    fn both_arrows_of_a_value_are_in_view_and_can_be_clicked() {
        for width in [30, 40, 80] {
            let area = Rect::new(0, 0, width, 24);
            let mut buffer = Buffer::empty(area);
            let theme = Theme::new(&PALETTES[0], Depth::Mono, Glyphs::Ascii);
            draw(&NewGameForm::new(games::INFOS[0], [None; 2], None), &theme, area, &mut buffer);
            let row = lines_area(area).y;
            let arrow =
                |sign: &str| (0..width).rfind(|&x| buffer[(x, row)].symbol() == sign).unwrap();
            assert_eq!(arrow_at(area, Position::new(arrow("<"), row)), Some(false));
            assert_eq!(arrow_at(area, Position::new(arrow(">"), row)), Some(true));
        }
    }
}
