//! The editor of positions on the screen: the board, and beside or above it what is set. Drawing
//! only.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use tetralith_core::{Arrangement, CellSet, Colour, OptionKind, StepKind};
use tetralith_picture::{StepAtHand, View};
use tetralith_session::editor::{Editor, brief_turn_text, turn_text};
use tetralith_session::words::{board_text, sentence, setup_text};

use crate::keymap::{Action, Context};
use crate::theme::{CARET, Theme};
use crate::tui::board::display::Display;
use crate::tui::board::layout::BoardLayout;
use crate::tui::board::picture::{Easel, PlacedPicture};
use crate::tui::board::view::BoardView;
use crate::tui::layers::beside::BesideAreas;
use crate::tui::layers::component::Scene;
use crate::tui::panels;
use crate::tui::shared::Shared;
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::notice::{draw_notice, say_whole};
use crate::tui::widgets::paint::{
    Line, line_width, mark_eye, pieces, put, put_all, put_lines, shorten, width, wrap, wrap_within,
};

/// The places of the parts of the editor in a window of this `area`.
pub(super) fn areas(editor: &Editor, display: Display, area: Rect) -> BesideAreas {
    let (info, geometry, lies) = (editor.info(), editor.board().geometry(), editor.orientation());
    BesideAreas::of(area, 1, |room| {
        BoardLayout::of(info, geometry, lies, room, display.fit(), editor.cell())
    })
}

/// Draws the editor into the whole of the window, and returns the rows where messages can be shown.
pub(super) fn draw(editor: &Editor, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Rect {
    let theme = &cx.theme;
    let ascii = theme.is_ascii();
    let areas = areas(editor, cx.display, scene.area);
    let column = put(buffer, areas.title, 1, 0, editor.info().title, theme.title());
    let options = setup_text(editor.info(), editor.options());
    // The size of the board is not what is cut.
    let board = board_text(editor.options().board, editor.options().size);
    let mark = if options == board {
        0
    } else if ascii {
        3
    } else {
        1
    };
    let size = width(&board) + mark;
    let forms = [("  set up a position", 2), (" set up a position", 1), (" position", 1)];
    let fits = |(form, gap): &(&str, u16)| column + width(form) + gap + size <= areas.title.width;
    let (form, gap) = forms.into_iter().find(fits).unwrap_or(forms[2]);
    let column = put(buffer, areas.title, column, 0, form, theme.accent()) + gap;
    let room = areas.title.width.saturating_sub(column);
    put(buffer, areas.title, column, 0, &shorten(&options, room, ascii), theme.dim());
    if let Some(above) = areas.above {
        put_all(buffer, above, 0, 0, pieces(&in_brief(editor, theme, above.width)));
    }
    if let Some(layout) = &areas.board {
        look_at(editor, layout, theme, |board| board.render(layout.area(), buffer));
        if let Some(at) = layout.centre(editor.cell()) {
            mark_eye(buffer, at, CARET);
        }
    } else {
        let room =
            Rect { y: areas.title.y + 2, height: areas.says.y.saturating_sub(2), ..areas.title };
        let text = panels::too_small_for_board(scene.area);
        put_lines(buffer, room, 0, wrap(&text, room.width), theme.warning());
    }
    if let Some(panel) = areas.panel {
        let frame = Frame::beside(panel);
        frame.draw(theme, buffer);
        draw_panel(editor, scene, cx, frame, buffer);
    }
    draw_status(editor, scene, cx, areas.says, buffer);
    areas.says
}

/// The board as a picture on the terminal; `None` if it is drawn as text.
pub(super) fn picture(
    editor: &Editor,
    scene: &Scene,
    cx: &Shared,
    easel: &mut Easel,
) -> Option<PlacedPicture> {
    let layout = areas(editor, cx.display, scene.area).board?;
    look_at(editor, &layout, &cx.theme, |board| board.picture(cx.display, easel))
}

/// Hands the board as it is to be drawn to `see`.
fn look_at<T>(
    editor: &Editor,
    layout: &BoardLayout,
    theme: &Theme,
    see: impl FnOnce(BoardView) -> T,
) -> T {
    let board = editor.board();
    let ghost = board.at(editor.cell()).is_none().then(|| (editor.cell(), editor.brush()));
    let ghost: Vec<_> = ghost.into_iter().collect();
    let fault = editor.position().err().map_or(CellSet::EMPTY, |fault| fault.cells);
    let mover = Some(editor.brush());
    let seen = View {
        cursor: Some(editor.cell()),
        step: StepAtHand { stones: &ghost, mover, ..StepAtHand::NONE },
        emphasis: fault,
        ..View::new(&board, editor.info())
    };
    see(BoardView::new(seen, layout, theme))
}

fn stone(editor: &Editor, colour: Colour, theme: &Theme) -> Line {
    let (sign, style) = theme.stone_sign(editor.info(), colour);
    vec![(format!(" {sign} "), style), (format!(" {}", editor.names().title(colour)), theme.text())]
}

/// The setup in one row of `columns`: the stones that are put down, and whose turn it is; where
/// that is too long, in fewer words, and then with stones in place of the names of the colours.
fn in_brief(editor: &Editor, theme: &Theme, columns: u16) -> Line {
    let (names, arrangement) = (editor.names(), editor.arrangement());
    let row = |has_names: bool, turn: Option<String>| {
        let stone = |colour| {
            let parts = stone(editor, colour, theme).into_iter();
            parts.take(if has_names { 2 } else { 1 })
        };
        let mut line = vec![(" place".to_owned(), theme.dim())];
        line.extend(stone(editor.brush()));
        line.push(("  to move".to_owned(), theme.dim()));
        line.extend(stone(arrangement.to_move));
        line.extend(
            turn.map(|turn| (if has_names { format!(", {turn}") } else { turn }, theme.dim())),
        );
        line
    };
    let whole = turns_differ(editor).then(|| turn_text(names, arrangement));
    let brief = || turns_differ(editor).then(|| brief_turn_text(names, arrangement)).flatten();
    let forms = [row(true, whole), row(true, brief()), row(false, brief())];
    let fits = |line: &Line| line_width(line) <= columns;
    let [.., last] = &forms;
    forms.iter().find(|line| fits(line)).unwrap_or(last).clone()
}

/// True if the game has more than one kind of turn.
fn turns_differ(editor: &Editor) -> bool {
    let (info, options) = (editor.info(), editor.options());
    info.has(OptionKind::Opening) && options.opening
        || info.has(OptionKind::Pie) && options.pie
        || info.steps.contains(&StepKind::Pass)
}

/// Columns that the names of what is set take.
const LABEL: usize = 9;

fn draw_panel(editor: &Editor, scene: &Scene, cx: &Shared, frame: Frame, buffer: &mut Buffer) {
    let theme = &cx.theme;
    let ascii = theme.is_ascii();
    let room = frame.inner();
    frame.heading(room.y, &Heading::new("Position"), theme, buffer);
    let key = |action| scene.keys.key(Context::Editor, action);
    let set = |label: &str, value: Line, action: Action| {
        let mut line = vec![(format!("{label:<LABEL$}"), theme.dim())];
        line.extend(value);
        (line, key(action))
    };
    // In line with the names of the colours, and as far as the key.
    let plain = |text: String| vec![(format!(" {text}"), theme.text())];
    let columns = room.width.saturating_sub(LABEL as u16 + 4);
    let Arrangement { stones, to_move, .. } = editor.arrangement();
    let mut lines = vec![
        set("Place", stone(editor, editor.brush(), theme), Action::Brush),
        set("To move", stone(editor, *to_move, theme), Action::OtherSide),
    ];
    if turns_differ(editor) {
        let turn = turn_text(editor.names(), editor.arrangement());
        let mut rows = wrap(&turn, columns).into_iter();
        lines.push(set("Turn", plain(rows.next().unwrap_or_default()), Action::TurnKind));
        lines.extend(
            rows.map(|more| {
                (vec![(format!("{:<LABEL$} {more}", ""), theme.text())], String::new())
            }),
        );
    }
    let options = setup_text(editor.info(), editor.options());
    lines.push(set("Board", plain(shorten(&options, columns, ascii)), Action::SetOptions));
    let counts = Colour::BOTH
        .map(|colour| format!("{} {}", editor.names().title(colour), stones[colour.index()].len()));
    lines.push((
        vec![
            (format!("{:<LABEL$}", "Stones"), theme.dim()),
            (format!(" {}", counts.join(", ")), theme.text()),
        ],
        String::new(),
    ));
    let mut row = 1;
    for (line, key) in lines {
        if row >= room.height {
            return;
        }
        put_all(buffer, room, 0, row, pieces(&line));
        let column = room.width.saturating_sub(width(&key));
        put(buffer, room, column, row, &key, theme.accent());
        row += 1;
    }
    let (heading, text, style) = match editor.position() {
        Ok(_) => ("As text", editor.text().unwrap_or_default(), theme.dim()),
        Err(fault) => ("Illegal", sentence(&fault.text), theme.warning()),
    };
    if row + 2 >= room.height {
        return;
    }
    frame.heading(room.y + row + 1, &Heading::new(heading), theme, buffer);
    let rows = usize::from(room.height.saturating_sub(row + 2));
    put_lines(buffer, room, row + 2, wrap_within(&text, room.width, rows, ascii), style);
}

/// Shows what was asked last, or what is wrong with the position, or what can be done with it.
fn draw_status(editor: &Editor, scene: &Scene, cx: &Shared, area: Rect, buffer: &mut Buffer) {
    if scene.is_covered {
        return;
    }
    let theme = &cx.theme;
    if let Some(notice) = &cx.notices.shown {
        return draw_notice(notice, theme, area, buffer);
    }
    match editor.position() {
        Ok(position) if position.outcome().is_some() => {
            say_whole("Legal, but the game is over here.", theme.text(), theme, area, buffer);
        }
        Ok(_) => {
            let [play, analyse] =
                [Action::PlayFromHere, Action::Analyse].map(|action| scene.keys.name(action));
            let text = format!("Legal. {play} plays from here, {analyse} analyses.");
            say_whole(&text, theme.good(), theme, area, buffer);
        }
        Err(fault) => say_whole(&sentence(&fault.text), theme.warning(), theme, area, buffer),
    }
}
