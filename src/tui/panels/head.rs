//! The lines above the board and at the top of the panel: the game, its sides, whose turn it is.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tetralith_core::text::counted;
use tetralith_core::timeline::Note;
use tetralith_core::{Colour, Direction, Figure, Game};

use super::graph;
use super::here::signs;
use super::thinking;
use super::thinking::LEAST_HINT;
use super::view::GameView;
use crate::keymap::Action;
use crate::theme::{Glyphs, Theme};
use crate::tui::widgets::bar::Bar;
use crate::tui::widgets::frame::{Frame, Heading};
use crate::tui::widgets::paint::{
    Line, line_width, pieces, put_all, shorten, shorten_phrases, width, wrap_phrases,
};
use tetralith_session::table::{Mode, Table};
use tetralith_session::words::{self, cursor_place, cursor_text, details, figure, options_text};
use tetralith_study::Pass;

/// Rows kept for a comment, or for the cost of a fault, with their heading.
const COMMENT_ROWS: u16 = 4;

/// The game, its board and options, the turn and what is done with the game, in `columns`: the
/// options are what is cut.
pub(super) fn title(view: &GameView, columns: u16) -> Line {
    let (table, theme) = (view.table, view.theme);
    let game = table.game();
    let mut line = vec![(format!(" {}", game.info().title), theme.title())];
    let timeline = table.timeline();
    let (turn, turns) = (timeline.turn(timeline.cursor()), table.lines().last_turn());
    let turn =
        if turn == turns { format!("  turn {turn}") } else { format!("  turn {turn} of {turns}") };
    line.push((turn, theme.text()));
    let (options, mut review) = (options_text(game), None);
    match (table.autoplay().due(), table.mode()) {
        (Some(_), _) => {
            let seconds = table.autoplay().speed().as_secs_f32();
            line.push((format!("  autoplay, {seconds} s a move"), theme.accent()));
        }
        (None, Mode::Play) => {}
        (None, Mode::Review) if table.state().follows_game() && table.outcome().is_some() => {
            line.push(("  game over".to_owned(), theme.accent()));
        }
        (None, Mode::Review) => {
            review = Some(line.len());
            line.push(("  review".to_owned(), theme.accent()));
        }
    }
    if let Some(remote) = view.remote() {
        line.push((format!("  {}", remote.state()), theme.accent()));
    }
    if let Some(stage) = table.review().stage() {
        let count = format!("{} of {}", stage.done, stage.of);
        // Otherwise a count that begins again would seem to have been lost.
        let what = match stage.pass {
            Pass::Glance | Pass::Every => "",
            Pass::Proofs => "proofs ",
            Pass::Doubtful | Pass::Worst | Pass::Unclear => "deeper ",
        };
        let forms = [
            format!("  analysing {what}{count}"),
            format!("  {what}{count}"),
            format!("  {count}"),
        ];
        // A game that is analysed is in review, and its options are worth more than that word.
        let longest = width(&format!("  analysing {what}{of} of {of}  {options}", of = stage.of));
        if let Some(at) = review.filter(|_| line_width(&line) + longest > columns) {
            line.remove(at);
        }
        // Two columns are for the options, though nothing may be left of them.
        let room = columns.saturating_sub(2);
        let fits = |form: &&String| line_width(&line) + width(form) <= room;
        let form = forms.iter().find(fits).unwrap_or(&forms[2]).clone();
        line.push((form, theme.accent()));
    }
    let options =
        shorten(&options, columns.saturating_sub(line_width(&line) + 2), theme.is_ascii());
    line.insert(1, (format!("  {options}"), theme.dim()));
    line
}

/// The most rows of one detail of a side.
const MOST_DETAIL_ROWS: usize = 3;

/// The lowest panel, in rows, with room to spare: for a second line of a long detail below the name
/// of a side, and for all that the signs on the board mean.
const ROOMY_FROM: u16 = 22;

/// Rows kept for whose turn it is and for the text about the cursor or the computer: as many as
/// either usually needs.
const STATE_ROWS: usize = 6;

/// Rows that whose turn it is takes where it is longest.
const TURN_ROWS: usize = 2;

/// Rows for what the signs on the board mean in review, in a low panel and in others.
const SIGN_ROWS: usize = 2;
const MOST_SIGN_ROWS: usize = 3;

/// Rows left to the list of moves before any are kept.
const LEAST_LIST: u16 = 5;

fn chip(game: &Game, colour: Colour, theme: &Theme) -> (String, Style) {
    let (sign, style) = theme.stone_sign(game.info(), colour);
    (format!(" {sign} "), style)
}

/// Returns the standing in `rows` lines of at most `columns`, those that matter most first, for a
/// window without a panel: the figures, whose turn it is and what is to be done, the details of
/// each side, what the cursor is on, what is closed.
pub(super) fn essentials(view: &GameView, columns: u16, rows: u16) -> Vec<Line> {
    let table = view.table;
    let theme = view.theme;
    let ascii = theme.is_ascii();
    let figures = Colour::BOTH.map(|colour| figure(table, colour).within(9));
    let mut standing = Vec::new();
    let over = table.outcome().is_some();
    for (colour, figure) in Colour::BOTH.into_iter().zip(&figures) {
        standing.push((mover_mark(table, colour, theme).to_owned(), theme.accent()));
        standing.push(chip(table.game(), colour, theme));
        standing.push((format!(" {} {figure}  ", table.names().title(colour)), theme.title()));
        let time = view.time_left(table.players().origin_here(colour));
        if let Some(time) = time.filter(|_| !view.is_before_the_clocks()) {
            standing.push((format!("{time}  "), theme.text()));
        }
    }
    let used = line_width(&standing);
    // The figures and the time of both sides come before what is to be done; the last two columns
    // are blank.
    let is_cut = used > columns + 2;
    let task = (!over).then(|| to_do(table, table.names().title(table.game().to_move())));
    let mut lines = match task {
        Some(task) if width(&task) <= columns.saturating_sub(used) => {
            standing.push((task, theme.text()));
            vec![standing]
        }
        Some(task) if rows > 1 => {
            let first =
                if is_cut { standing_briefly(view, columns, figures, false) } else { standing };
            vec![first, vec![(shorten(&format!(" {task} "), columns, ascii), theme.text())]]
        }
        None if !is_cut => vec![standing],
        Some(_) | None => vec![standing_briefly(view, columns, figures, !over)],
    };
    for colour in Colour::BOTH {
        let mut details = details(table, colour, theme.is_ascii());
        details.extend(edges(table, colour, theme));
        let text = format!(" {}: {}", table.names().title(colour), details.join(", "));
        lines.push(vec![(shorten(&text, columns, ascii), theme.dim())]);
    }
    for text in [signs(view), cursor_place(table)].into_iter().flatten() {
        lines.push(vec![(shorten(&format!(" {text}"), columns, ascii), theme.dim())]);
    }
    lines
}

/// Returns the mark before a side: a mark if it is to move.
fn mover_mark(table: &Table, colour: Colour, theme: &Theme) -> &'static str {
    match (table.outcome().is_none() && table.game().to_move() == colour, theme.glyphs()) {
        (false, _) => " ",
        (true, Glyphs::Unicode) => "►",
        (true, Glyphs::Ascii) => ">",
    }
}

/// Returns the standing in one line of `columns`: the figures of both, with the time that they have
/// left, and with `task` as much of the task as there is room for. The stones replace the names of
/// the colours.
fn standing_briefly(view: &GameView, columns: u16, figures: [String; 2], task: bool) -> Line {
    let table = view.table;
    let theme = view.theme;
    let ascii = theme.is_ascii();
    let mut line: Line = Vec::new();
    for (colour, figure) in Colour::BOTH.into_iter().zip(figures) {
        let time = view.time_left(table.players().origin_here(colour));
        let time = time.filter(|_| !view.is_before_the_clocks()).map_or_else(String::new, |time| {
            format!(" {}", time.split(',').next().unwrap_or_default())
        });
        // The sign of the mover, the stone, and a blank after it.
        let room = (columns / 2).saturating_sub(1 + 3 + 1 + width(&time));
        line.push((mover_mark(table, colour, theme).to_owned(), theme.accent()));
        line.push(chip(table.game(), colour, theme));
        line.push((shorten(&figure, room, ascii), theme.title()));
        line.push((format!("{time} "), theme.text()));
    }
    line.push((" ".to_owned(), theme.text()));
    let used = line_width(&line);
    let to_do =
        if task && table.mode() == Mode::Play { words::to_do(table) } else { String::new() };
    line.push((shorten(&to_do, columns.saturating_sub(used), ascii), theme.text()));
    line
}

/// Returns which edges `colour` joins, where only signs distinguish them.
fn edges(table: &Table, colour: Colour, theme: &Theme) -> Option<String> {
    let joins = table.game().info().joins.filter(|_| theme.is_mono())?;
    let shown =
        table.hand().orientation().direction(table.geometry().shape(), joins[colour.index()][0]);
    let sign = if matches!(shown, Direction::North | Direction::South) { "=" } else { "|" };
    Some(format!("joins the {sign} edges"))
}

/// Returns how long the turn shown took.
pub(super) fn took(table: &Table) -> Option<String> {
    let turn = table.timeline().turn(table.timeline().cursor());
    Some(format!("turn {turn} took {}", words::time_taken(table)?))
}

/// Returns what `mover` is to do; in review whose turn it is, unless the turn is half made.
fn to_do(table: &Table, mover: &str) -> String {
    let is_asked = table.mode() == Mode::Play || table.game().phase().is_mid_turn();
    if is_asked { format!("{mover}: {}", words::to_do(table)) } else { format!("{mover} to move") }
}

/// The score of a side beside its name, or in the next line, and the columns left for the name.
///
/// A score is shown once and whole; only one that no line holds is rounded.
fn score(table: &Table, colour: Colour, columns: u16) -> (String, Option<String>, u16) {
    let whole = figure(table, colour).to_string();
    let (beside, below) = match width(&whole) {
        wide if wide <= columns / 2 => (whole, None),
        wide if wide <= columns => (String::new(), Some(whole)),
        _ => (figure(table, colour).within(Figure::MOST_DIGITS), None),
    };
    // Two blanks at least are between the name and the score.
    let room = columns.saturating_sub(2 + 3 + 1 + 2 + width(&beside));
    (beside, below, room)
}

/// The sides in lines of `columns`. If so many are `kept` below the name of each, they are as many
/// in any position, and one more if it has a clock; long details are cut. Only a score that needs a
/// line of its own may add one.
pub(super) fn sides(view: &GameView, columns: u16, kept: Option<usize>) -> Vec<Line> {
    let table = view.table;
    let theme = view.theme;
    let game = table.game();
    let ascii = theme.is_ascii();
    let mut lines: Vec<Line> = Vec::new();
    let over = table.outcome();
    let holders = Colour::BOTH.map(|colour| table.players().holder_here(colour).title());
    let names = Colour::BOTH.map(|colour| {
        let (title, holder) = (game.info().side(colour).title, &holders[colour.index()]);
        if holder.is_empty() { title.to_owned() } else { format!("{title}, {holder}") }
    });
    // If the names do not fit, the stones before them show the sides. Equal names say less than the
    // names of the sides.
    let fits = |colour: Colour| width(&names[colour.index()]) <= score(table, colour, columns).2;
    let are_named = holders.iter().all(|holder| !holder.is_empty());
    let has_titles = !are_named || Colour::BOTH.into_iter().all(fits);
    let are_alike = !has_titles && holders[0] == holders[1];
    for colour in Colour::BOTH {
        let to_move = over.is_none() && game.to_move() == colour;
        let mark = mover_mark(table, colour, theme);
        let (figure, below, room) = score(table, colour, columns);
        let who = match (has_titles, are_alike) {
            (true, _) => &names[colour.index()],
            (false, true) => game.info().side(colour).title,
            (false, false) => &holders[colour.index()],
        };
        let who = shorten(who, room, ascii);
        let gap = " ".repeat(usize::from(room.saturating_sub(width(&who)) + 2));
        lines.push(vec![
            (format!("{mark} "), theme.accent()),
            chip(game, colour, theme),
            (format!(" {who}{gap}"), if to_move { theme.title() } else { theme.text() }),
            (figure, theme.title()),
        ]);
        let mut about: Vec<Line> = Vec::new();
        if let Some(whole) = below {
            about.push(vec![(
                format!("{whole:>columns$}", columns = usize::from(columns)),
                theme.title(),
            )]);
        }
        let clock = clock_line(view, colour);
        let most = kept.map(|kept| kept + usize::from(clock.is_some()));
        about.extend(clock);
        let room = columns.saturating_sub(6);
        let mut details = details(table, colour, ascii);
        if kept == Some(0) {
            details.clear();
        } else if let Some(edges) = edges(table, colour, theme) {
            match details.last_mut().filter(|last| width(last) + 2 + width(&edges) <= room) {
                Some(last) => *last = format!("{last}, {edges}"),
                None => details.push(edges),
            }
        }
        let count = details.len();
        for (i, detail) in details.into_iter().enumerate() {
            let left = most.map_or(MOST_DETAIL_ROWS, |most| {
                // Each of the details that follow has a line at least.
                most.saturating_sub(about.len() + count - 1 - i).clamp(1, MOST_DETAIL_ROWS)
            });
            let mut wrapped = wrap_phrases(&detail, room);
            if wrapped.len() > left {
                let rest = wrapped.split_off(left - 1).join(" ");
                wrapped.push(shorten_phrases(&rest, room, ascii));
            }
            about.extend(
                wrapped.into_iter().map(|line| vec![(format!("      {line}"), theme.dim())]),
            );
        }
        about.resize(most.unwrap_or(about.len()).max(about.len()), Vec::new());
        lines.extend(about);
    }
    lines
}

/// The time left to the player of `colour`, if there is a clock, and whether it runs.
fn clock_line(view: &GameView, colour: Colour) -> Option<Line> {
    let (table, theme) = (view.table, view.theme);
    let player = table.players().origin_here(colour);
    let time = view.time_left(player)?;
    let out = view.is_out_of_time(player);
    let runs = view.played.and_then(|played| played.running) == Some(player) && !out;
    let paused = view.clock().is_some_and(|clock| clock.paused)
        && table.outcome().is_none()
        && table.state().on_the_clock() == player
        && !out;
    let state = if view.is_before_the_clocks() {
        " at end"
    } else if runs {
        " runs"
    } else if paused {
        " paused"
    } else {
        ""
    };
    let style = if time.contains("low") || out { theme.warning() } else { theme.text() };
    Some(vec![(format!("      {time}{state}"), style)])
}

/// The lines that each side has below its name in a panel of this `area`: one for each detail that
/// a side comes to have, and one more if there is room for a long one, or if the edges need it.
fn detail_rows(view: &GameView, area: Rect) -> usize {
    let table = view.table;
    let stones = counted(table.geometry().len(), "stone");
    let is_long = match edges(table, Colour::First, view.theme) {
        Some(edges) => width(&format!("{stones}, {edges}")) > area.width.saturating_sub(6),
        // A side that joins edges counts its stones alone.
        None => table.game().info().joins.is_none() && area.height >= ROOMY_FROM,
    };
    table.hand().seen().standing.most_details + usize::from(is_long)
}

/// The lowest panel with bars, in rows.
const BARS_FROM: u16 = 26;

/// Returns the bars of what both sides share, and of the win rate while it is known, in a panel of
/// so many `columns` and `rows`.
fn bars(view: &GameView, columns: u16, rows: u16) -> Vec<Line> {
    let table = view.table;
    if rows < BARS_FROM {
        return Vec::new();
    }
    let styles = view.theme.side_bars(table.game().info());
    let shares = table.hand().seen().standing.shares.iter().map(|share| Bar {
        name: share.name,
        of: share.of.map(f64::from),
        figures: share.of.map(|part| part.to_string()),
        styles,
    });
    // In review the graph shows it.
    let chance = graph::first_players_chance(view).filter(|_| !graph::is_shown(table));
    let win = chance.map(|chance| {
        let of = [chance, 1.0 - chance];
        let figures = of.map(words::win_rate);
        Bar { name: "win rate", of, figures, styles }
    });
    shares.chain(win).map(|bar| bar.line(columns, view.theme)).collect()
}

/// The most bars that a game comes to have.
fn most_bars(table: &Table, rows: u16) -> usize {
    if rows < BARS_FROM { 0 } else { table.hand().seen().standing.most_shares + 1 }
}

/// The parts of the panel below the standing: each part is a sentence or what belongs together, in
/// lines.
struct State {
    turn: Vec<Line>,
    /// The time that a turn took, and what the computer does.
    time: Vec<Line>,
    /// That colours can be exchanged.
    swap: Vec<Line>,
    /// The outcome of playing where the cursor is.
    step: Vec<Line>,
    /// The thing the cursor is on.
    place: Vec<Line>,
    /// The meaning of the signs on the board, in parts with a semicolon between two.
    signs: String,
}

impl State {
    fn of(view: &GameView, columns: u16) -> Self {
        let table = view.table;
        let theme = view.theme;
        let lines_of = |text: Option<String>, style: Style| -> Vec<Line> {
            let lines = text.map_or_else(Vec::new, |text| wrap_phrases(&text, columns));
            lines.into_iter().map(|line| vec![(line, style)]).collect()
        };
        let mover = table.names().title(table.game().to_move());
        let turn = lines_of(table.outcome().is_none().then(|| to_do(table, mover)), theme.text());
        let mut time: Vec<Line> =
            took(table).into_iter().map(|text| vec![(text, theme.dim())]).collect();
        time.extend(thinking::lines(view, columns));
        let swap = table
            .hand()
            .may_swap()
            .then(|| view.keys.name(Action::Swap))
            .map(|key| format!("{key} swaps: you take over the first stone"));
        // The text of the line below the board is not repeated.
        let is_said = |text: &str| view.notice.is_some_and(|notice| notice.text.contains(text));
        let is_typed = table.hand().aim().is_typed;
        let step =
            cursor_text(table).filter(|(text, legal)| !is_said(text) && (*legal || !is_typed));
        // It becomes a warning when the player tries to play there.
        let style =
            if step.as_ref().is_some_and(|&(_, legal)| legal) { theme.good() } else { theme.dim() };
        Self {
            turn,
            time,
            swap: lines_of(swap, theme.accent()),
            step: lines_of(step.map(|(text, _)| text), style),
            place: lines_of(cursor_place(table), theme.dim()),
            signs: signs(view).unwrap_or_default(),
        }
    }

    /// All of it, with a `hint` in place of the outcome of playing at the cursor.
    fn whole(self, hint: Vec<Line>, columns: u16, theme: &Theme) -> Vec<Line> {
        let step = if hint.is_empty() { self.step } else { Vec::new() };
        let signs = dim_lines(&self.signs, columns, theme);
        [self.turn, self.time, hint, self.swap, step, self.place, signs].concat()
    }

    /// Returns as much as fits into `rows` of `columns`, with a `hint` if at least its steps fit,
    /// each part whole or left out.
    ///
    /// If not everything fits, the outcome of playing at the cursor is left out first, because the
    /// line below the board has room for it.
    fn fitted(self, hint: &[Line], columns: u16, rows: usize, theme: &Theme) -> Fitted {
        let Self { turn, time, swap, step, place, signs } = self;
        let mut lines = [turn, time].concat();
        let hint_at = (!hint.is_empty() && lines.len() + LEAST_HINT <= rows).then_some(lines.len());
        let (steps, main_line) = hint.split_at(if hint_at.is_some() { LEAST_HINT } else { 0 });
        lines.extend_from_slice(steps);
        let mut parts = vec![swap];
        if hint_at.is_some() {
            parts.insert(0, main_line.to_vec());
        }
        // Signs that have no room here have some below the board.
        let others = parts.iter().map(Vec::len).sum::<usize>() + place.len();
        let wanted = lines.len() + others + step.len();
        let tells_step = step.is_empty() || hint_at.is_none() && wanted <= rows;
        if tells_step {
            parts.push(step);
        }
        parts.push(place);
        for part in parts {
            if lines.len() + part.len() <= rows {
                lines.extend(part);
            }
        }
        let signs: Vec<&str> = signs.split_terminator("; ").collect();
        let shown = |count: usize| dim_lines(&signs[..count].join("; "), columns, theme);
        let fits = |&count: &usize| lines.len() + shown(count).len() <= rows;
        let count = (1..=signs.len()).rev().find(fits).unwrap_or_default();
        lines.extend(shown(count));
        Fitted { lines, hint_at, tells_step, left_out: signs[count..].join("; ") }
    }
}

/// The parts of the panel below the standing that there is room for.
struct Fitted {
    lines: Vec<Line>,
    /// The line in which the hint begins.
    hint_at: Option<usize>,
    /// True if the outcome of playing at the cursor is shown, or if there is none.
    tells_step: bool,
    /// The meaning of the signs on the board that there is no room for.
    left_out: String,
}

fn dim_lines(text: &str, columns: u16, theme: &Theme) -> Vec<Line> {
    let lines = if text.is_empty() { Vec::new() } else { wrap_phrases(text, columns) };
    lines.into_iter().map(|line| vec![(line, theme.dim())]).collect()
}

/// Returns the standing, and the parts of the panel below that, in lines of `columns`.
pub(super) fn head(view: &GameView, columns: u16) -> [Vec<Line>; 2] {
    let hint = thinking::hint_lines(view, columns);
    let state = State::of(view, columns).whole(hint, columns, view.theme);
    [sides(view, columns, None), state]
}

/// Returns the parts of the panel below the standing that fit into `rows` of `columns`, each whole
/// or left out, and true if the outcome of playing at the cursor is among them, or there is none.
pub(super) fn state(view: &GameView, columns: u16, rows: usize) -> (Vec<Line>, bool) {
    let fitted = State::of(view, columns).fitted(&[], columns, rows, view.theme);
    if fitted.lines.len() > rows { (Vec::new(), false) } else { (fitted.lines, fitted.tells_step) }
}

/// A row of the panel: the heading of a part, or text.
pub(super) enum Row {
    Heading(Heading),
    Text(Line),
}

/// Draws `rows` from the top of a panel in this frame down, as many as `most`.
pub(super) fn put_rows(frame: Frame, rows: &[Row], most: u16, theme: &Theme, buffer: &mut Buffer) {
    let inner = frame.inner();
    for (row, line) in (0..most.min(inner.height)).zip(rows) {
        match line {
            Row::Heading(heading) => frame.heading(inner.y + row, heading, theme, buffer),
            Row::Text(line) => {
                put_all(buffer, inner, 0, row, pieces(line));
            }
        }
    }
}

/// The heading of the sides.
const PLAYERS: &str = "Players";

/// Returns `sides` and `state` below a heading of `columns` each; a part without lines is left out.
pub(super) fn headed(view: &GameView, columns: u16, [sides, state]: [Vec<Line>; 2]) -> Vec<Row> {
    let table = view.table;
    // On an empty board komi leads.
    let is_under_way = table.outcome().is_none() && !table.game().board().occupied().is_empty();
    let ahead = table.hand().seen().standing.ahead.filter(|_| is_under_way);
    let leads = ahead.map(|side| {
        let brief = format!("{} leads", table.names().title(side));
        // A side that leads may have the lower win rate.
        let whole = format!("{brief} so far");
        let text = if width(PLAYERS) + 2 + width(&whole) <= columns { whole } else { brief };
        vec![(text, view.theme.text())]
    });
    let now = if table.mode() == Mode::Play { "To move" } else { "Position" };
    let parts =
        [(Heading::with(PLAYERS, leads.unwrap_or_default()), sides), (Heading::new(now), state)];
    let rows = |(heading, lines): (Heading, Vec<Line>)| {
        std::iter::once(Row::Heading(heading)).chain(lines.into_iter().map(Row::Text))
    };
    parts.into_iter().filter(|(_, lines)| !lines.is_empty()).flat_map(rows).collect()
}

/// The panel's lines above the moves.
pub(super) struct Head {
    pub(super) rows: Vec<Row>,
    /// The number of them that come before those of a hint, if any are among them.
    pub(super) hint_at: Option<usize>,
    /// True if they show the effect of playing at the cursor, or if there is none.
    pub(super) tells_step: bool,
    /// The meaning of the signs on the board that there is no room for.
    pub(super) left_out: String,
}

/// The panel's lines above the moves in a panel of this `area`, with `below` rows kept for what is
/// below them.
///
/// There are as many lines in any position, so that the list of moves stays in place when a move is
/// made or stepped over, when the cursor moves, when the computer begins to think or is done, and
/// when a hint comes and goes. In review the hint has another place.
pub(super) fn steady_head(view: &GameView, area: Rect, below: u16) -> Head {
    let table = view.table;
    let is_played = table.mode() == Mode::Play;
    let has_graph = graph::is_shown(table);
    let mut sides = sides(view, area.width, Some(detail_rows(view, area)));
    let bars = bars(view, area.width, area.height);
    // The graph shows the win rate in place of a bar.
    let most_bars = most_bars(table, area.height).saturating_sub(usize::from(has_graph));
    let first = sides.len() + most_bars.max(bars.len());
    sides.extend(bars);
    sides.resize(first, Vec::new());
    let mut state = State::of(view, area.width);
    let mut hint = Vec::new();
    let rows = if is_played {
        hint = thinking::hint_lines(view, area.width);
        let spared = usize::from(area.height.saturating_sub(LEAST_LIST + 1));
        let kept = (first + 1 + STATE_ROWS).min(spared).saturating_sub(first + 1);
        // A heading comes before the sides and before these.
        let room = usize::from(area.height.saturating_sub(below)).saturating_sub(first + 2);
        let [time, swap] = [&state.time, &state.swap].map(Vec::len);
        let turn = state.turn.len().max(TURN_ROWS);
        // There is room for a hint if there can be one, shown or not.
        let least = if turn + LEAST_HINT <= room { turn + LEAST_HINT } else { 0 };
        kept.max(least).max(turn + time + swap).min(room)
    } else {
        let rows = review_rows(view, area, first);
        if table.outcome().is_some() {
            state.turn = vec![vec![("The game is over".to_owned(), view.theme.text())]];
        }
        if state.turn.len() > rows {
            // A part of the sentence would say nothing.
            state.turn.clear();
        }
        rows
    };
    let Fitted { mut lines, hint_at, tells_step, left_out } =
        state.fitted(&hint, area.width, rows, view.theme);
    lines.resize(rows, Vec::new());
    let hint_at = hint_at.map(|at| first + 1 + at);
    Head { rows: headed(view, area.width, [sides, lines]), hint_at, tells_step, left_out }
}

/// True if any note in the line has what is `wanted`.
fn has_note(table: &Table, wanted: impl Fn(&Note) -> bool) -> bool {
    let timeline = table.timeline();
    timeline.line().into_iter().any(|node| timeline.note(node).is_some_and(&wanted))
}

/// The rows in review, in a panel of this `area` with `first` rows for the sides, for whose turn it
/// is, the time that it took, and what the signs on the board mean, which give way to a long turn:
/// as many in any position of a game.
fn review_rows(view: &GameView, area: Rect, first: usize) -> usize {
    let table = view.table;
    let is_timed = has_note(table, |note| note.time_ms.is_some());
    // Where nothing is held and nothing joined, cells have signs only in the opening.
    let standing = &table.hand().seen().standing;
    let holds_cells = standing.most_shares > 0 || standing.fact("territories").is_some();
    let has_signs = holds_cells || table.game().info().joins.is_some();
    let signs = match (view.display.marks && has_signs, area.height < ROOMY_FROM) {
        (false, _) => TURN_ROWS - 1,
        (true, true) => SIGN_ROWS,
        (true, false) => MOST_SIGN_ROWS,
    };
    let has_graph = graph::is_shown(table);
    let moves = if has_graph { graph::ROWS + graph::LEAST_BELOW } else { LEAST_LIST };
    // A graph comes with faults.
    let has_comments = has_graph || has_note(table, |note| !note.comment.is_empty());
    let comment = if has_comments { COMMENT_ROWS } else { 0 };
    let others = first as u16 + 2 + moves + comment;
    (1 + usize::from(is_timed) + signs).min(usize::from(area.height.saturating_sub(others)))
}

pub(super) fn rule(columns: u16, ascii: bool) -> String {
    if ascii { "-" } else { "─" }.repeat(usize::from(columns))
}
