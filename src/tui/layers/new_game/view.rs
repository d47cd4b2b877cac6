//! The form for a new game on the screen: its lines in groups, the board that is chosen beside
//! them, and which line is at a place.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use tetralith_core::{CellSet, Colour, Game};
use tetralith_session::words::board_text;

use super::clock_choice::ClockChoice;
use super::form::{Errand, Field, NewGameForm};
use crate::theme::Theme;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::board::preview::Preview;
use crate::tui::shared::Shared;
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::menus::{line_from, lines_area, put_input};
use crate::tui::widgets::paint::{
    first_shown, put, put_all, put_lines, shorten, shorten_words, width, wrap_within,
};

/// Columns from the left edge to the values of the form.
const VALUE_COLUMN: u16 = 17;

/// Columns of an arrow with the gap between it and the value.
const ARROW: u16 = 2;

/// The narrowest and lowest window with a board beside the form.
const BOARD_FROM: (u16, u16) = (76, 18);

/// The narrowest and the widest form beside a board, in columns.
const FORM_WIDTH: (u16, u16) = (45, 70);

/// The columns that a board of 13×13 takes with the names of its rows.
const BOARD_WIDTH: u16 = 30;

/// The places of the lines, and of the board beside them.
fn areas(area: Rect) -> (Rect, Option<Frame>) {
    let lines = lines_area(area);
    if area.width < BOARD_FROM.0 || area.height < BOARD_FROM.1 {
        return (lines, None);
    }
    let form = (area.width * 13 / 25).clamp(FORM_WIDTH.0, FORM_WIDTH.1);
    let panel = Rect {
        x: lines.x + form + 2,
        y: lines.y - 1,
        width: area.right().saturating_sub(lines.x + form + 2),
        height: lines.height + 1,
    };
    let closed = Frame::closed(Rect { width: panel.width.saturating_sub(1), ..panel });
    // The lines around a board are worth less than the whole of the usual board.
    let is_wide = closed.body().width >= BOARD_WIDTH;
    let frame = if is_wide { closed } else { Frame::beside(panel) };
    (Rect { width: form, ..lines }, Some(frame))
}

/// A row of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FormRow {
    Heading(&'static str),
    Field(usize),
    /// The meaning of the field above it.
    Meaning(usize),
    Blank,
}

/// The title of the group to which a field belongs; `None` for the line that ends the form.
const fn group(field: Field) -> Option<&'static str> {
    match field {
        Field::Company
        | Field::Level(_)
        | Field::Style(_)
        | Field::Name(_)
        | Field::Command(_)
        | Field::Coach
        | Field::Takebacks => Some("Who plays"),
        Field::Game | Field::Board | Field::Size | Field::Option(_) => Some("Board and rules"),
        Field::Clock | Field::Odds | Field::TimeOut => Some("Time"),
        Field::Start => None,
    }
}

/// The rows of a form with these `fields`, with as much around them as `height` rows have room for:
/// the meaning below each field, the titles of groups, blank rows between them.
fn rows(fields: &[Field], height: u16) -> Vec<FormRow> {
    let made = |(meanings, titles, blanks): (bool, bool, bool)| {
        let mut rows = Vec::new();
        let mut before = None;
        for (i, &field) in fields.iter().enumerate() {
            if before != Some(group(field)) {
                rows.extend((blanks && i > 0).then_some(FormRow::Blank));
                rows.extend(group(field).filter(|_| titles).map(FormRow::Heading));
                before = Some(group(field));
            }
            rows.push(FormRow::Field(i));
            rows.extend(meanings.then_some(FormRow::Meaning(i)));
        }
        rows
    };
    let forms = [(true, true, true), (false, true, true), (false, false, true)];
    let fits = |rows: &Vec<FormRow>| rows.len() <= usize::from(height);
    forms.into_iter().map(made).find(fits).unwrap_or_else(|| made((false, false, false)))
}

/// The rows of the form, and those of them that are shown in `lines`.
fn shown(form: &NewGameForm, lines: Rect) -> (Vec<FormRow>, Range<usize>) {
    let rows = rows(&form.fields(), lines.height);
    let chosen = FormRow::Field(form.selected());
    let at = rows.iter().position(|&row| row == chosen).unwrap_or(0);
    let first = first_shown(at, rows.len(), usize::from(lines.height));
    let end = rows.len().min(first + usize::from(lines.height));
    (rows, first..end)
}

/// Returns the line of the form at `at`.
pub(super) fn line_at(form: &NewGameForm, area: Rect, at: Position) -> Option<usize> {
    let (lines, _) = areas(area);
    let (rows, shown) = shown(form, lines);
    match rows[line_from(shown.start, rows.len(), lines, at)?] {
        FormRow::Field(line) | FormRow::Meaning(line) => Some(line),
        FormRow::Heading(_) | FormRow::Blank => None,
    }
}

/// The value of `field` as it is shown in `lines`.
fn value(form: &NewGameForm, field: Field, lines: Rect, ascii: bool) -> String {
    let room = lines.width.saturating_sub(VALUE_COLUMN + 2 * ARROW).max(1);
    shorten(&form.value(field).0, room, ascii)
}

/// Returns which of the arrows of the selected value is at `at`: `true` for the one that turns it
/// up.
pub(super) fn arrow_at(form: &NewGameForm, ascii: bool, area: Rect, at: Position) -> Option<bool> {
    let (lines, _) = areas(area);
    let column = at.x.checked_sub(lines.x + VALUE_COLUMN)?;
    let end = ARROW + width(&value(form, form.field(), lines, ascii));
    // A column beside the arrow counts too.
    match column {
        _ if matches!(form.field(), Field::Name(_) | Field::Command(_) | Field::Start) => None,
        0..ARROW => Some(false),
        column if (end..end + ARROW + 1).contains(&column) => Some(true),
        _ => None,
    }
}

/// Hands the board as it is chosen, and what it is called, to `see`.
fn see_board<T>(
    form: &NewGameForm,
    theme: &Theme,
    see: impl FnOnce(&Preview, Heading) -> T,
) -> Option<T> {
    let chosen;
    let game = match form.errand() {
        Errand::Position(position) => position,
        Errand::Game | Errand::Board => {
            chosen = Game::start(form.info(), &form.options().ok()?).ok()?;
            &chosen
        }
    };
    let options = game.options();
    let cells = format!("{} cells", options.board.cells(options.size));
    let title = board_text(options.board, options.size);
    let preview = Preview { game, last: CellSet::EMPTY, pieces: (&[][..]).into(), is_over: false };
    Some(see(&preview, Heading::with(title, vec![(cells, theme.dim())])))
}

/// The board that is chosen as a picture on the terminal; `None` where it is drawn as text.
pub(super) fn picture(
    form: &NewGameForm,
    cx: &Shared,
    area: Rect,
    easel: &mut Easel,
) -> Option<PlacedPicture> {
    let room = areas(area).1?.body();
    see_board(form, &cx.theme, |board, _| board.picture(cx.display, &cx.theme, room, easel))?
}

/// Draws the form into `area`, its last row left free.
pub(super) fn draw(form: &NewGameForm, cx: &Shared, area: Rect, buffer: &mut Buffer) {
    let theme = &cx.theme;
    let top = u16::from(area.height >= 12);
    let heading = match form.errand() {
        Errand::Game => "New game: ",
        Errand::Board => "Set up a position: ",
        Errand::Position(_) => "Play from the position: ",
    };
    let title = put(buffer, area, 1, top, heading, theme.dim());
    put(buffer, area, title, top, form.info().title, theme.title());
    let (lines, frame) = areas(area);
    let ascii = theme.is_ascii();
    let (rows, shown) = shown(form, lines);
    let fields = form.fields();
    let mut is_explained = false;
    for (y, row) in (lines.y..).zip(&rows[shown]) {
        let place = Rect { y, height: 1, ..lines };
        match *row {
            FormRow::Heading(title) => {
                put(buffer, place, 0, 0, title, theme.heading());
            }
            FormRow::Field(line) => {
                draw_field(form, fields[line], theme, place, buffer);
            }
            FormRow::Meaning(line) => {
                let meaning = form.remark(fields[line]);
                let room = lines.width.saturating_sub(2);
                let fits = width(&meaning) <= room;
                is_explained |= line == form.selected() && fits;
                // All of it is then below.
                let first = meaning.split("; ").next().unwrap_or_default();
                let said = shorten_words(if fits { &meaning } else { first }, room, ascii);
                put(buffer, place, 2, 0, &said, theme.dim());
            }
            FormRow::Blank => {}
        }
    }
    if !is_explained {
        // Below the board too, which ends above it.
        let width = area.right().saturating_sub(lines.x + 1);
        let below = Rect { y: area.bottom().saturating_sub(3), height: 2, width, ..lines };
        let below = below.intersection(area);
        let meaning = form.remark(form.field());
        let text = wrap_within(&meaning, below.width, usize::from(below.height), ascii);
        put_lines(buffer, below, 0, text, theme.dim());
    }
    if let Some(frame) = frame {
        see_board(form, theme, |board, heading| {
            board.draw_in(frame, &heading, cx.display, theme, buffer);
        });
    }
}

/// Draws one line of the form into the row `place`.
fn draw_field(form: &NewGameForm, field: Field, theme: &Theme, place: Rect, buffer: &mut Buffer) {
    let (ascii, is_chosen) = (theme.is_ascii(), form.field() == field);
    let style = if is_chosen { theme.selected() } else { theme.text() };
    let label = match field {
        Field::Game => "Game",
        Field::Company => "Players",
        Field::Board => "Board",
        Field::Size => "Size",
        Field::Option(kind) => kind.title(),
        Field::Name(colour) | Field::Level(colour) => form.info().side(colour).title,
        Field::Style(_) => "  Style",
        Field::Command(_) => "  Command",
        Field::Coach => "Coach",
        Field::Takebacks => "Takebacks",
        Field::Clock => "Clock",
        Field::Odds => form.info().side(Colour::Second).title,
        Field::TimeOut => "Time out",
        Field::Start if matches!(form.errand(), Errand::Board) => "To the board",
        Field::Start => "Start the game",
    };
    let mark = if is_chosen { ">" } else { " " };
    put(buffer, place, 0, 0, &format!("{mark} {label:<14} "), style);
    let text_column = VALUE_COLUMN + ARROW;
    if let Some(typed) = form.time_of(field).and_then(ClockChoice::typed) {
        put_input(buffer, place, text_column, 0, typed.halves(), theme);
        return;
    }
    let [down, up] = form.value(field).1;
    let shown = value(form, field, place, ascii);
    match field {
        Field::Name(_) | Field::Command(_) => {
            let none = if matches!(field, Field::Name(_)) { "(no name)" } else { "(none yet)" };
            match form.text(field).filter(|_| is_chosen) {
                Some(typed) => put_input(buffer, place, text_column, 0, typed.halves(), theme),
                None if shown.is_empty() => put(buffer, place, text_column, 0, none, theme.dim()),
                None => put(buffer, place, text_column, 0, &shown, theme.text()),
            };
        }
        Field::Start => {}
        _ => {
            let [less, more] = if ascii { ["< ", " >"] } else { ["◄ ", " ►"] };
            let arrow = |can: bool| -> Style { if can { theme.accent() } else { theme.border() } };
            let pieces = [(less, arrow(down)), (&*shown, theme.text()), (more, arrow(up))];
            put_all(buffer, place, VALUE_COLUMN, 0, pieces);
        }
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::games;

    use super::*;
    use crate::program::{Moment, Start};
    use crate::theme::{Depth, Glyphs, PALETTES};
    use crate::tui::app::App;

    #[test]
    fn both_arrows_of_a_value_are_in_view_and_can_be_clicked() {
        for (width, height) in [(30, 24), (40, 24), (80, 24), (120, 40)] {
            let area = Rect::new(0, 0, width, height);
            let mut buffer = Buffer::empty(area);
            let theme = Theme::new(&PALETTES[0], Depth::Mono, Glyphs::Ascii);
            let (app, _) = App::new(Start::Home, theme, area.into(), Moment::default(), None);
            let mut form = NewGameForm::new(games::INFOS[0]);
            form.select(0);
            draw(&form, app.shared(), area, &mut buffer);
            let lines = areas(area).0;
            let chosen = |&y: &u16| buffer[(lines.x, y)].symbol() == ">";
            let row = (lines.y..lines.bottom()).find(chosen).unwrap();
            assert_eq!(line_at(&form, area, Position::new(lines.x, row)), Some(0));
            let arrow = |sign: &str| {
                let mut columns = lines.x + VALUE_COLUMN..lines.right();
                columns.find(|&x| buffer[(x, row)].symbol() == sign).unwrap()
            };
            for (sign, up) in [("<", false), (">", true)] {
                let at = Position::new(arrow(sign), row);
                assert_eq!(arrow_at(&form, true, area, at), Some(up), "{area:?}");
            }
        }
    }

    #[test]
    fn roomy_forms_explain_every_field_and_low_ones_keep_the_lines() {
        let fields = NewGameForm::new(games::INFOS[0]).fields();
        let count = |height, is: fn(&FormRow) -> bool| {
            rows(&fields, height).iter().filter(|row| is(row)).count()
        };
        let explained = |height| count(height, |row| matches!(row, FormRow::Meaning(_)));
        let blank = |height| count(height, |row| *row == FormRow::Blank);
        assert_eq!((explained(40), explained(16)), (fields.len(), 0));
        assert!(blank(16) > 0 && blank(4) == 0);
        assert_eq!(rows(&fields, 4).len(), fields.len());
    }
}
