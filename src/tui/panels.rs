//! The table on the screen: the board, the panel beside it, the lines below it. Drawing only; what is drawn where is worked out
//! by functions that the mouse asks too.

mod thinking;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Span;
use ratatui::widgets::Widget;
use tetralith_core::text::{display_lines, display_text};
use tetralith_core::timeline::NodeId;
use tetralith_core::{Cell, CellSet, Colour, Game, OptionKind, Outcome, Phase, Reason, Score, Step, Territory, Ties};

use super::app::{App, Notice, Tone, View};
use super::board_layout::{BoardLayout, Zoom};
use super::board_view::{BoardView, legend};
use super::keymap::Action;
use super::menus::put_input;
use super::overlays::{Overlay, Prompt, Purpose};
use super::paint::{first_shown, put, put_all, put_lines, shorten, width, wrap};
use super::table::{Mode, Table};
use super::theme::{Glyphs, Theme};

/// The narrowest window with a panel beside the board, in columns.
const PANEL_FROM: u16 = 62;

/// The narrowest and the widest panel, in columns.
const PANEL_WIDTH: (u16, u16) = (30, 48);

/// The lowest window with two lines for what is said, in rows.
const TWO_LINES_FROM: u16 = 18;

/// Where the parts of the table are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Areas {
    /// The game and its options.
    pub title: Rect,
    /// The counts in one line, where there is no panel.
    pub essentials: Option<Rect>,
    /// The room for the board.
    pub board_room: Rect,
    /// The board, if it fits.
    pub board: Option<BoardLayout>,
    /// The panel beside the board.
    pub panel: Option<Rect>,
    /// What is said: refusals, questions, prompts, the end of the game.
    pub status: Rect,
    /// The keys that matter now.
    pub hints: Rect,
}

impl Areas {
    /// The parts of `table` in a window of this `area`.
    pub fn of(table: &Table, view: View, area: Rect) -> Self {
        let geometry = table.geometry();
        let row = |y: u16, height: u16| Rect { y: area.y + y, height, ..area }.intersection(area);
        let says = if area.height >= TWO_LINES_FROM { 2 } else { 1 };
        let has_panel = has_panel(area);
        let top = if has_panel { 1 } else { 2 };
        let below = says + 1;
        let body = row(top, area.height.saturating_sub(top + below));
        let focus = focus(table);
        let panel_width = if has_panel {
            let room = Rect { width: body.width - PANEL_WIDTH.0 - 1, ..body };
            let zoom = BoardLayout::fit(geometry, room, view.zoom, view.coordinates, focus)
                .map_or(Zoom::Compact, |layout| layout.zoom());
            let (board, _) = BoardLayout::size_needed(geometry, zoom, view.coordinates);
            body.width.saturating_sub(board + 3).clamp(PANEL_WIDTH.0, PANEL_WIDTH.1)
        } else {
            0
        };
        let board_room = Rect { width: body.width - panel_width - u16::from(has_panel), ..body };
        Self {
            title: row(0, 1),
            essentials: (!has_panel).then(|| row(1, 1)),
            board_room,
            board: BoardLayout::fit(geometry, board_room, view.zoom, view.coordinates, focus),
            panel: has_panel.then(|| Rect { x: board_room.right() + 1, width: panel_width, ..body }),
            status: row(area.height.saturating_sub(below), says),
            hints: row(area.height.saturating_sub(1), 1),
        }
    }
}

/// Whether there is room for a panel beside the board in a window of this `area`.
const fn has_panel(area: Rect) -> bool {
    area.width >= PANEL_FROM && area.height >= 12
}

/// The cell that must be in view: where keys went last, or where nobody is to make a step, the last step.
fn focus(table: &Table) -> Cell {
    let last = table.timeline().step(table.timeline().cursor()).and_then(|step| step.cells().next());
    match table.mode() {
        Mode::Play => table.focus(),
        Mode::Over | Mode::Replay => last.unwrap_or(table.focus()),
    }
}

/// The least width and height of a window in which the board of `table` can be shown.
fn size_needed(table: &Table, view: View) -> (u16, u16) {
    let fits = |width: u16, height: u16| Areas::of(table, view, Rect::new(0, 0, width, height)).board.is_some();
    let width = (1..PANEL_FROM).find(|&width| fits(width, 60)).unwrap_or(PANEL_FROM);
    let height = (1..60).find(|&height| fits(width, height)).unwrap_or(60);
    (width, height)
}

/// Pieces of text that make a line.
type Line = Vec<(String, Style)>;

/// Draws the table into the whole of `area`.
pub fn draw(app: &App, table: &Table, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme();
    let areas = Areas::of(table, app.view(), area);
    let Some(layout) = &areas.board else { return draw_too_small(table, app.view(), area, theme, buffer) };
    put_all(buffer, areas.title, 0, 0, pieces(&title(table, theme)));
    if app.unkept().is_some() {
        let mark = " not kept ";
        put(buffer, areas.title, areas.title.width.saturating_sub(width(mark)), 0, mark, theme.warning());
    }
    if let Some(essentials) = areas.essentials {
        put_all(buffer, essentials, 0, 0, pieces(&essentials_line(app, table)));
    }
    draw_board(app, table, layout, buffer);
    if let Some(panel) = areas.panel {
        let line = if theme.glyphs() == Glyphs::Ascii { "|" } else { "│" };
        for row in 0..panel.height {
            put(buffer, Rect { x: panel.x - 1, width: 1, ..panel }, 0, row, line, theme.border());
        }
        draw_panel(app, table, inner(panel), buffer);
    }
    draw_status(app, table, areas.status, buffer);
    draw_hints(app, areas.hints, buffer);
}

fn pieces(line: &Line) -> impl Iterator<Item = (&str, Style)> {
    line.iter().map(|(text, style)| (text.as_str(), *style))
}

/// The panel without the blank column beside its border.
fn inner(panel: Rect) -> Rect {
    Rect { x: panel.x + 1, width: panel.width.saturating_sub(1), ..panel }
}

/// Takes the whole window, the figure that helps first, for there may be no room for more.
fn draw_too_small(table: &Table, view: View, area: Rect, theme: &Theme, buffer: &mut Buffer) {
    let (width, height) = size_needed(table, view);
    let text =
        format!("needs {width}x{height}, is {}x{}: the window is too small for the board", area.width, area.height);
    put_lines(buffer, area, 0, wrap(&text, area.width), theme.warning());
}

fn draw_board(app: &App, table: &Table, layout: &BoardLayout, buffer: &mut Buffer) {
    let (game, view) = (table.game(), app.view());
    let playable = table.is_playable();
    let seen = table.seen();
    let advice = advice(app, table);
    let sight = if playable { game_sight(game, table.cell()) } else { CellSet::EMPTY };
    let picked: CellSet = table.picks().iter().copied().collect();
    // A large region that is still open is not anybody's yet in any sense that helps to see it.
    let large = game.board().geometry().len() / 3;
    let mut marks = seen.marks.clone();
    if table.outcome().is_none() {
        marks.territories.retain(|territory| territory.cells.len() <= large || !territory.cells.intersects(&seen.open));
    }
    BoardView {
        marks: view.marks.then_some(&marks),
        legal: if playable && view.marks { seen.cells } else { CellSet::EMPTY },
        cursor: (table.is_going_on() && !table.is_watched()).then(|| table.cell()),
        advice: &advice,
        last: last_turn(table),
        ghost: &table.aim().ghost,
        sizes: matches!(seen.score, Score::Product { .. }),
        emphasis: sight | picked,
        ..BoardView::new(game.board(), game.info(), layout, app.theme())
    }
    .render(layout.area(), buffer);
}

fn game_sight(game: &Game, cell: Cell) -> CellSet {
    if game.phase() == Phase::Placement { game.sight(cell) } else { CellSet::EMPTY }
}

/// The cells of the steps that a hint names, with their ranks from 1; a cell in several has the best.
fn advice(app: &App, table: &Table) -> Vec<(Cell, u8)> {
    let steps = thinking::advised(app, table).into_iter().zip(1..);
    steps.flat_map(|(candidate, rank)| candidate.step.cells().map(move |cell| (cell, rank))).collect()
}

/// The cells of the last turn up to the cursor.
fn last_turn(table: &Table) -> CellSet {
    let timeline = table.timeline();
    let mut cells = CellSet::EMPTY;
    let mut at = timeline.cursor();
    let turn = timeline.turn(at);
    while at != NodeId::START && timeline.turn(at) == turn {
        cells |= timeline.step(at).into_iter().flat_map(Step::cells).collect();
        at = timeline.parent(at);
    }
    cells
}

// ----- lines about the game

fn title(table: &Table, theme: &Theme) -> Line {
    let game = table.game();
    let (info, options) = (game.info(), game.options());
    let mut line = vec![(format!(" {}", info.title), theme.title())];
    let mut words = vec![format!("{} {}", options.board, options.size)];
    for option in info.options {
        match option {
            OptionKind::Opening if !options.opening => words.push("no opening".to_owned()),
            OptionKind::Komi => words.push(format!("komi {}.5", options.komi)),
            OptionKind::Ties if options.ties != Ties::default() => words.push(format!("ties {}", options.ties.id())),
            OptionKind::Pie if options.pie => words.push("pie rule".to_owned()),
            OptionKind::Opening | OptionKind::Ties | OptionKind::Pie => {}
        }
    }
    line.push((format!("  {}", words.join(", ")), theme.dim()));
    let timeline = table.timeline();
    let end = timeline.line().last().copied().unwrap_or(NodeId::START);
    let (turn, turns) = (timeline.turn(timeline.cursor()), timeline.turn(end));
    let turn = if turn == turns { format!("  turn {turn}") } else { format!("  turn {turn} of {turns}") };
    line.push((turn, theme.text()));
    match (table.running(), table.mode()) {
        (Some(speed), _) => {
            let seconds = speed.as_secs_f32();
            line.push((format!("  running, {seconds} s a step"), theme.accent()));
        }
        (None, Mode::Replay) => line.push(("  looking through".to_owned(), theme.accent())),
        (None, Mode::Over) => line.push(("  game over".to_owned(), theme.accent())),
        (None, Mode::Play) => {}
    }
    line
}

fn chip(game: &Game, colour: Colour, theme: &Theme) -> (String, Style) {
    let side = game.info().side(colour);
    (format!(" {} ", theme.stone_glyph(game.info(), colour)), theme.stone(side.dye))
}

/// The figure that says most about how `colour` stands.
fn figure(table: &Table, colour: Colour) -> String {
    let i = colour.index();
    let seen = table.seen();
    match &seen.score {
        Score::Product { product, .. } => product[i].to_string(),
        Score::Groups { groups, .. } => largest(&groups[i], 3),
        Score::Points { half_points, territories } => halves(settled(*half_points, territories, &seen.open)[i]),
        Score::Connection { connected } => match (connected, seen.marks.distance) {
            (Some(winner), _) if *winner == colour => "connected".to_owned(),
            (Some(_), _) => "cut off".to_owned(),
            (None, Some(distance)) => match distance[i] {
                Some(cells) => format!("{cells} to go"),
                None => "cut off".to_owned(),
            },
            (None, None) => String::new(),
        },
    }
}

/// The first `most` of `groups`, or 0 where there is none.
fn largest(groups: &[u16], most: usize) -> String {
    if groups.is_empty() { "0".to_owned() } else { sizes(&groups[..groups.len().min(most)], " ") }
}

/// The longest number that is written out beside another, in digits.
const MOST_DIGITS: usize = 12;

/// `product` with four significant digits, such as `7.976e22`, if it has more than `digits` digits.
fn rounded(product: u128, digits: usize) -> String {
    let exact = product.to_string();
    if exact.len() <= digits.max(6) {
        return exact;
    }
    format!("{}.{}e{}", &exact[..1], &exact[1..4], exact.len() - 1)
}

fn halves(half_points: u32) -> String {
    format!("{}{}", half_points / 2, if half_points.is_multiple_of(2) { ".0" } else { ".5" })
}

/// Half points without those of regions in which a step can still be made.
fn settled(half_points: [u32; 2], territories: &[Territory], open: &CellSet) -> [u32; 2] {
    let mut settled = half_points;
    for territory in territories.iter().filter(|territory| territory.cells.intersects(open)) {
        if let Some(owner) = territory.owner {
            settled[owner.index()] = settled[owner.index()].saturating_sub(2 * territory.cells.len() as u32);
        }
    }
    settled
}

fn sizes(groups: &[u16], between: &str) -> String {
    groups.iter().map(u16::to_string).collect::<Vec<_>>().join(between)
}

/// `groups`, which fall, as a product; equal ones as a power where there are many.
fn factors(groups: &[u16], times: &str) -> String {
    if groups.len() <= MOST_FACTORS {
        return sizes(groups, times);
    }
    let powers = groups.chunk_by(|a, b| a == b).map(|run| match run {
        [one] => one.to_string(),
        [size, ..] => format!("{size}^{}", run.len()),
        [] => String::new(),
    });
    powers.collect::<Vec<_>>().join(" ")
}

/// The most factors of a product that are written one by one.
const MOST_FACTORS: usize = 12;

/// What else there is to say about how `colour` stands.
fn details(table: &Table, colour: Colour, theme: &Theme) -> Vec<String> {
    let i = colour.index();
    let (game, seen) = (table.game(), table.seen());
    let stones = game.board().stones(colour);
    let count = stones.len();
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    match &seen.score {
        Score::Product { groups, .. } => {
            let times = if theme.glyphs() == Glyphs::Ascii { "*" } else { "·" };
            let stones = format!("{count} stone{}", plural(count));
            if groups[i].is_empty() { vec![stones] } else { vec![stones, factors(&groups[i], times)] }
        }
        Score::Groups { groups, controlled } => {
            let threatened = (seen.marks.threatened & *stones).len();
            let threat = if threatened > 0 { format!(", {threatened} threatened") } else { String::new() };
            let controls =
                if game.phase() == Phase::Placement { format!(", controls {}", controlled[i]) } else { String::new() };
            let held = format!("{count} stone{}{controls}{threat}", plural(count));
            let groups = if groups[i].is_empty() { None } else { Some(format!("groups {}", sizes(&groups[i], " "))) };
            [held].into_iter().chain(groups).collect()
        }
        Score::Points { half_points, territories } => {
            let komi = if colour == Colour::Second { 2 * u32::from(game.options().komi) + 1 } else { 0 };
            let settled = settled(*half_points, territories, &seen.open)[i];
            let points = settled.saturating_sub(komi) / 2;
            let open = half_points[i].saturating_sub(settled) / 2;
            let komi = if komi > 0 { format!(" + {} komi", halves(komi)) } else { String::new() };
            let open = if open > 0 { format!(", {open} more still open") } else { String::new() };
            vec![format!("{points} point{}{komi}{open}", plural(points as usize))]
        }
        Score::Connection { .. } => vec![format!("{count} stone{}", plural(count))],
    }
}

/// Both sides' figures after the steps aimed at.
fn after(table: &Table) -> Option<String> {
    let (score, open) = table.aim().score.as_ref()?;
    let both = |what: &str, figures: [String; 2]| Some(format!("{what} {} to {}", figures[0], figures[1]));
    match score {
        Score::Product { product, .. } => both("product", product.map(|product| rounded(product, MOST_DIGITS))),
        Score::Groups { groups, controlled } => {
            let shown = Colour::BOTH.map(|colour| largest(&groups[colour.index()], 4));
            let control = if controlled == &[0, 0] {
                String::new()
            } else {
                format!("; control {} to {}", controlled[0], controlled[1])
            };
            Some(format!("groups {} to {}{control}", shown[0], shown[1]))
        }
        Score::Points { half_points, territories } => {
            both("points", settled(*half_points, territories, open).map(halves))
        }
        Score::Connection { connected } => {
            connected.map(|colour| format!("{} is connected", table.names().title(colour)))
        }
    }
}

/// Where each kind of forbidden cell is counted.
fn forbidden(table: &Table, theme: &Theme) -> Option<String> {
    let marks = &table.seen().marks;
    let rules = &marks.forbidden;
    let held = marks.controlled[0] | marks.controlled[1];
    let counts: Vec<String> = rules
        .iter()
        .filter(|(_, cells)| !cells.is_empty())
        .map(|(rule, cells)| {
            let glyph = theme.vacant_glyph(super::theme::Vacant::Forbidden(rule));
            // Who controls a cell is what is drawn there, not that it is closed.
            let sign = if *cells - held == CellSet::EMPTY { String::new() } else { format!("{glyph} ") };
            format!("{sign}{rule} {}", cells.len())
        })
        .collect();
    (!counts.is_empty() && table.is_playable())
        .then(|| format!("closed to {}: {}", table.names().title(table.game().to_move()), counts.join(", ")))
}

/// What the cursor is on and what would come of playing there, and whether that is possible.
pub fn cursor_text(table: &Table) -> Option<(String, bool)> {
    if !table.is_playable() {
        return None;
    }
    let (names, aim) = (table.names(), table.aim());
    if let Some(refused) = &aim.refused {
        return Some((refused.clone(), false));
    }
    if aim.steps.is_empty() {
        return table.picks().is_empty().then(|| (names.cell(table.cell()), true));
    }
    let step = names.turn(&aim.steps);
    Some((after(table).map_or_else(|| step.clone(), |after| format!("{step} makes it {after}")), true))
}

/// What the cursor is on, where there is more to say of it than its name: a group, a territory, who controls it.
fn cursor_place(table: &Table) -> Option<String> {
    if !table.is_playable() {
        return None;
    }
    let (cell, marks, names) = (table.cell(), &table.seen().marks, table.names());
    let here = names.cell(cell);
    if let Some(group) = marks.groups.iter().flatten().find(|group| group.contains(cell)) {
        return Some(format!("{here} is in a group of {}", group.len()));
    }
    if let Some(territory) = marks.territories.iter().find(|territory| territory.cells.contains(cell)) {
        let [first, second] = Colour::BOTH.map(|colour| names.title(colour));
        let owner = territory.owner.map_or_else(|| "nobody's".to_owned(), |owner| format!("{}'s", names.title(owner)));
        let [a, b] = territory.stones;
        return Some(format!("region of {}, {owner}: {a} {first} to {b} {second} around it", territory.cells.len()));
    }
    let controller = Colour::BOTH.into_iter().find(|colour| marks.controlled[colour.index()].contains(cell))?;
    Some(format!("{} controls {here}", names.title(controller)))
}

fn essentials_line(app: &App, table: &Table) -> Line {
    let theme = app.theme();
    let mut figures = Colour::BOTH.map(|colour| figure(table, colour));
    if let Score::Product { product, .. } = &table.seen().score {
        figures = product.map(|product| rounded(product, 9));
    }
    let mut line = Vec::new();
    for (colour, figure) in Colour::BOTH.into_iter().zip(figures) {
        line.push(chip(table.game(), colour, theme));
        line.push((format!(" {figure}  "), theme.title()));
    }
    if table.outcome().is_none() {
        let mover = table.names().title(table.game().to_move());
        line.push((to_do(table, mover), theme.text()));
    }
    line
}

/// What `mover` is to do; of a game that is only looked through, whose turn it is.
fn to_do(table: &Table, mover: &str) -> String {
    if table.mode() == Mode::Play { format!("{mover}: {}", table.to_do()) } else { format!("{mover} to move") }
}

/// How the game ended, as a sentence without its full stop.
fn outcome_text(table: &Table, outcome: Outcome) -> String {
    let Some(winner) = outcome.winner else {
        return format!("A draw {}", outcome.reason);
    };
    let names = table.names();
    let holder = table.holder_here(winner).title();
    let who =
        if holder.is_empty() { names.title(winner).to_owned() } else { format!("{holder} ({})", names.title(winner)) };
    let score = match &table.seen().score {
        _ if !outcome.reason.is_on_board() => String::new(),
        Score::Product { product, .. } => {
            let [won, lost] = [winner, winner.other()].map(|colour| rounded(product[colour.index()], MOST_DIGITS));
            format!(", {won} to {lost}")
        }
        Score::Points { half_points, .. } => {
            format!(", {} to {}", halves(half_points[winner.index()]), halves(half_points[winner.other().index()]))
        }
        Score::Groups { groups, .. } => {
            let decisive = groups[0].iter().zip(&groups[1]).position(|(a, b)| a != b).unwrap_or(0);
            let shown = |colour: Colour| {
                let groups = &groups[colour.index()];
                sizes(&groups[..groups.len().min(decisive + 1)], " ")
            };
            if decisive < 6 {
                format!(", groups {} to {}", shown(winner), shown(winner.other()))
            } else {
                String::new()
            }
        }
        Score::Connection { .. } => String::new(),
    };
    if outcome.reason == Reason::NoMoves {
        return format!("{who} wins{score}: {} cannot move", names.title(table.game().to_move()));
    }
    format!("{who} wins {}{score}", outcome.reason)
}

// ----- the panel

/// The panel's lines above the moves.
fn head(app: &App, table: &Table, columns: u16) -> Vec<Line> {
    let theme = app.theme();
    let game = table.game();
    let ascii = theme.glyphs() == Glyphs::Ascii;
    let mut lines: Vec<Line> = Vec::new();
    let over = table.outcome();
    for colour in Colour::BOTH {
        let to_move = over.is_none() && game.to_move() == colour;
        let mark = if to_move { if ascii { "> " } else { "▸ " } } else { "  " };
        let holder = table.holder_here(colour).title();
        let title = game.info().side(colour).title;
        let who = if holder.is_empty() { title.to_owned() } else { format!("{title}, {holder}") };
        let mut figure = figure(table, colour);
        let mut exact = None;
        if let Score::Product { product, .. } = &table.seen().score
            && width(&figure) > columns / 2
        {
            exact = Some(format!("= {figure}"));
            figure = rounded(product[colour.index()], MOST_DIGITS);
        }
        let room = columns.saturating_sub(2 + 3 + 1 + 1 + width(&figure));
        let who = shorten(&who, room, ascii);
        let gap = " ".repeat(usize::from(room.saturating_sub(width(&who)) + 1));
        lines.push(vec![
            (mark.to_owned(), theme.accent()),
            chip(game, colour, theme),
            (format!(" {who}{gap}"), if to_move { theme.title() } else { theme.text() }),
            (figure, theme.title()),
        ]);
        for detail in exact.into_iter().chain(details(table, colour, theme)) {
            let mut wrapped = wrap(&detail, columns.saturating_sub(6));
            if wrapped.len() > 3 {
                wrapped.truncate(3);
                wrapped[2] = shorten(&format!("{} ......", wrapped[2]), columns.saturating_sub(6), ascii);
            }
            lines.extend(wrapped.into_iter().map(|line| vec![(format!("      {line}"), theme.dim())]));
        }
    }
    lines.push(vec![(rule(columns, ascii), theme.border())]);
    let before = lines.len();
    if over.is_none() {
        let mover = table.names().title(game.to_move());
        let to_do = to_do(table, mover);
        lines.extend(wrap(&to_do, columns).into_iter().map(|line| vec![(line, theme.text())]));
    }
    lines.extend(thinking::lines(app, table, columns));
    if table.may_swap() {
        let text = "S swaps: you take the first stone and its colour";
        lines.extend(wrap(text, columns).into_iter().map(|line| vec![(line, theme.accent())]));
    }
    if let Some((text, legal)) = cursor_text(table) {
        // It becomes a warning when somebody tries to play there.
        let style = if legal { theme.good() } else { theme.dim() };
        lines.extend(wrap(&text, columns).into_iter().map(|line| vec![(line, style)]));
    }
    if let Some(text) = cursor_place(table) {
        lines.extend(wrap(&text, columns).into_iter().map(|line| vec![(line, theme.dim())]));
    }
    if let Some(text) = forbidden(table, theme) {
        lines.extend(wrap(&text, columns).into_iter().map(|line| vec![(line, theme.dim())]));
    }
    if lines.len() > before {
        lines.push(vec![(rule(columns, ascii), theme.border())]);
    }
    lines
}

fn rule(columns: u16, ascii: bool) -> String {
    if ascii { "-" } else { "─" }.repeat(usize::from(columns))
}

/// Rows the moves have at least, if the panel has them.
const LEAST_MOVES: u16 = 4;

/// Rows the moves keep at least where the signs are explained below them.
const MOVES_BESIDE_LEGEND: u16 = 10;

fn draw_panel(app: &App, table: &Table, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme();
    let lines = head(app, table, area.width);
    let (moves, comment) = panel_parts(table, area, lines.len() as u16);
    let (entries, _) = entries(table, theme);
    let (columns, ..) = grid(&entries, None, moves);
    let used = 1 + entries.len().div_ceil(columns) as u16;
    let legend = legend(table.game().info(), &table.seen().marks, theme);
    if moves.height.saturating_sub(used.max(MOVES_BESIDE_LEGEND)) > legend.len() as u16 {
        let signs = Rect { y: moves.bottom() - legend.len() as u16, height: legend.len() as u16, ..moves };
        put_legend(buffer, signs, &legend, theme);
    }
    for (row, line) in (0..area.height.saturating_sub(moves.height + comment.height)).zip(&lines) {
        put_all(buffer, area, 0, row, pieces(line));
    }
    draw_moves(table, theme, moves, buffer);
    put_lines(buffer, comment, 0, comment_lines(table, comment.width), theme.text());
}

fn put_legend(buffer: &mut Buffer, area: Rect, legend: &[(Span<'static>, String)], theme: &Theme) {
    for (row, (sign, text)) in (0..area.height).zip(legend) {
        let column = 3 - width(&sign.content).min(3);
        put(buffer, area, column, row, &sign.content, sign.style);
        put(buffer, area, 5, row, text, theme.dim());
    }
}

/// Where the moves and the comment are in the panel, below `head` lines.
fn panel_parts(table: &Table, area: Rect, head: u16) -> (Rect, Rect) {
    let comment = (comment_lines(table, area.width).len() as u16).min(area.height / 3);
    let moves = area.height.saturating_sub(head + comment).max(LEAST_MOVES.min(area.height - comment));
    let y = area.bottom() - moves - comment;
    (Rect { y, height: moves, ..area }, Rect { y: y + moves, height: comment, ..area })
}

fn comment_lines(table: &Table, columns: u16) -> Vec<String> {
    let comment = table.comment();
    if comment.is_empty() { Vec::new() } else { wrap(&display_lines(comment), columns) }
}

/// One turn of the line in the list of moves.
struct Entry {
    /// The turn's last step.
    node: NodeId,
    /// The turn's first step.
    first: NodeId,
    text: String,
}

/// The turns of the line the cursor is on, and which of them the cursor is in.
fn entries(table: &Table, theme: &Theme) -> (Vec<Entry>, Option<usize>) {
    let timeline = table.timeline();
    let names = table.names();
    let info = table.game().info();
    let line = timeline.line();
    let mut entries: Vec<Entry> = Vec::new();
    let mut current = None;
    for turn in line.chunk_by(|&a, &b| timeline.turn(a) == timeline.turn(b)) {
        let [first, .., node] = match turn {
            [one] => [*one, *one, *one],
            [first, .., last] => [*first, *first, *last],
            [] => continue,
        };
        let steps: Vec<Step> = turn.iter().filter_map(|&node| timeline.step(node)).collect();
        let branches = turn.iter().any(|&node| timeline.children(timeline.parent(node)).len() > 1);
        let commented = turn.iter().any(|&node| timeline.note(node).is_some_and(|note| !note.comment.is_empty()));
        let nag = timeline.note(node).and_then(|note| note.nag.as_deref()).map(display_text).unwrap_or_default();
        let marks = format!("{nag}{}{}", if branches { "+" } else { "" }, if commented { "*" } else { "" });
        let glyph = theme.stone_glyph(info, timeline.mover(node));
        let number = timeline.turn(node);
        if turn.contains(&timeline.cursor()) {
            current = Some(entries.len());
        }
        entries.push(Entry { node, first, text: format!("{number:>3} {glyph} {}{marks}", names.turn(&steps)) });
    }
    (entries, current)
}

/// How the moves are set out: columns, the width of one, and the first row shown.
fn grid(entries: &[Entry], current: Option<usize>, area: Rect) -> (usize, u16, usize) {
    let widest = entries.iter().map(|entry| width(&entry.text)).max().unwrap_or(1);
    let cell = (widest + 2).min(area.width.max(1));
    let columns = usize::from((area.width / cell).max(1));
    let rows = usize::from(area.height.saturating_sub(1));
    let first = first_shown(current.unwrap_or(0) / columns, entries.len().div_ceil(columns), rows);
    (columns, cell, first)
}

fn draw_moves(table: &Table, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let (entries, current) = entries(table, theme);
    let variations = table.timeline().variations().len();
    let mut column = put(buffer, area, 0, 0, "Moves", theme.title());
    if variations > 1 {
        let at = table.timeline().variations().iter().position(|&node| node == table.timeline().cursor());
        let text = format!("  variation {} of {variations} (v)", at.unwrap_or(0) + 1);
        column = put(buffer, area, column, 0, &text, theme.accent());
    } else if entries.iter().any(|entry| entry.text.contains(['+', '*'])) {
        column = put(buffer, area, column, 0, "  + variations  * comment", theme.dim());
    }
    if entries.is_empty() {
        put(buffer, area, column, 0, "  none yet", theme.dim());
    }
    let list = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let (columns, cell, first) = grid(&entries, current, area);
    for (i, entry) in entries.iter().enumerate().skip(first * columns) {
        let (row, column) = (i / columns - first, i % columns);
        if row >= usize::from(list.height) {
            break;
        }
        let style = if Some(i) == current { theme.selected() } else { theme.text() };
        put(buffer, list, column as u16 * cell, row as u16, &entry.text, style);
    }
}

/// Whether `at` is on the list of moves.
pub fn is_over_moves(app: &App, table: &Table, at: Position) -> bool {
    Areas::of(table, app.view(), app.area())
        .panel
        .map(inner)
        .is_some_and(|panel| panel_parts(table, panel, head(app, table, panel.width).len() as u16).0.contains(at))
}

/// Which turn of the list of moves is at `at`.
pub fn move_at(app: &App, table: &Table, at: Position) -> Option<NodeId> {
    let panel = inner(Areas::of(table, app.view(), app.area()).panel?);
    let theme = app.theme();
    let (moves, _) = panel_parts(table, panel, head(app, table, panel.width).len() as u16);
    let list = Rect { y: moves.y + 1, height: moves.height.saturating_sub(1), ..moves };
    if !list.contains(at) {
        return None;
    }
    let (entries, current) = entries(table, theme);
    let (columns, cell, first) = grid(&entries, current, moves);
    let column = usize::from((at.x - list.x) / cell);
    let i = (first + usize::from(at.y - list.y)) * columns + column;
    let entry = entries.get(i).filter(|_| column < columns)?;
    // A click on the turn one is in goes to its first step, so that turns of two can be gone into.
    Some(if entry.node == table.timeline().cursor() { entry.first } else { entry.node })
}

// ----- the lines below

fn draw_status(app: &App, table: &Table, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme();
    let says = |buffer: &mut Buffer, text: &str, style: Style| say(text, style, area, buffer);
    if draw_overlay_status(app, area, buffer) {
        return;
    }
    if let Some(notice) = app.notice() {
        return draw_notice(notice, theme, area, buffer);
    }
    if let Some(outcome) = table.outcome() {
        return says(buffer, &format!("{}.", outcome_text(table, outcome)), theme.good());
    }
    if table.mode() == Mode::Play && table.is_in_the_past() && app.thoughts().own().is_none() {
        return says(
            buffer,
            "Later turns are kept: redo goes there, and another step here begins a variation.",
            theme.dim(),
        );
    }
    if !has_panel(app.area())
        && let Some(text) = thinking::line(app, table)
    {
        return says(buffer, &text, theme.accent());
    }
    if !has_panel(app.area())
        && let Some((text, legal)) = cursor_text(table)
    {
        let style = if legal { theme.good() } else { theme.dim() };
        says(buffer, &text, style);
    }
}

/// Draws a notice.
pub fn draw_notice(notice: &Notice, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let style = match notice.tone {
        Tone::Plain => theme.accent(),
        Tone::Refusal => theme.warning(),
    };
    say(&sentence(&notice.text), style, area, buffer);
}

fn say(text: &str, style: Style, area: Rect, buffer: &mut Buffer) {
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area }.intersection(area);
    put_lines(buffer, inner, 0, wrap(text, inner.width), style);
}

/// Draws a question or prompt, if one is in front; says whether one was.
pub fn draw_overlay_status(app: &App, area: Rect, buffer: &mut Buffer) -> bool {
    let theme = app.theme();
    match app.overlays().last() {
        Some(Overlay::Question(question)) => {
            put_lines(buffer, area, 0, wrap(&format!(" {}", question.text), area.width), theme.accent());
            true
        }
        Some(Overlay::Prompt(prompt)) => {
            let (text, style) = prompt_remark(app, prompt, theme);
            let column = put(buffer, area, 0, 0, &format!(" {}: ", prompt.purpose.label()), theme.accent());
            let room = if area.height > 1 {
                area
            } else {
                Rect { width: area.width.saturating_sub(width(&text) + 3), ..area }
            };
            let column = put_input(buffer, room, column, 0, prompt.input.halves(), theme);
            if area.height > 1 {
                let below =
                    Rect { x: area.x + 1, y: area.y + 1, width: area.width.saturating_sub(1), height: area.height - 1 };
                put_lines(buffer, below.intersection(area), 0, wrap(&text, below.width), style);
            } else {
                put(buffer, area, column + 2, 0, &text, style);
            }
            true
        }
        Some(Overlay::Seats { selected, .. }) => {
            if let Some(table) = app.table() {
                draw_seats(table, *selected, theme, area, buffer);
            }
            true
        }
        _ => false,
    }
}

/// Draws who plays which side, where there is room for both.
fn draw_seats(table: &Table, selected: Colour, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let sides = Colour::BOTH.into_iter().filter(|&colour| area.height > 1 || colour == selected);
    let (less, more) = if theme.glyphs() == Glyphs::Ascii { ("<", ">") } else { ("◂", "▸") };
    for (row, colour) in (0..area.height).zip(sides) {
        let seat = table.holder_here(colour);
        let who = match seat.level() {
            Some(level) => format!("computer: {}", level.title),
            None if seat.name.is_empty() => "a person".to_owned(),
            None => seat.title(),
        };
        let (style, arrows) =
            if colour == selected { (theme.selected(), theme.accent()) } else { (theme.text(), theme.dim()) };
        let column = put(buffer, area, 1, row, &format!(" {:<8}", table.names().title(colour)), style);
        put_all(
            buffer,
            area,
            column + 1,
            row,
            [(less, arrows), (&*format!("  {who:<22}"), theme.text()), (more, arrows)],
        );
    }
}

fn prompt_remark(app: &App, prompt: &Prompt, theme: &Theme) -> (String, Style) {
    if let Some(fault) = &prompt.fault {
        return (sentence(fault), theme.warning());
    }
    let plain = |text: &str| (text.to_owned(), theme.dim());
    match (prompt.purpose, app.table()) {
        (Purpose::Step, Some(table)) => {
            let example =
                if table.has_trominoes() { "like d4 e4* d5, the star for the opponent's stone" } else { "like d4" };
            match cursor_text(table) {
                Some((text, true)) if !table.aim().steps.is_empty() => (text, theme.good()),
                Some((text, false)) => (sentence(&text), theme.warning()),
                _ => plain(example),
            }
        }
        (Purpose::Turn, _) => plain("its number; 0 is the start"),
        (Purpose::Save, _) => plain("a file; its name ends in .json"),
        (Purpose::Open, _) => plain("a file or a directory"),
        _ => plain(""),
    }
}

/// `text` with a capital and a full stop; the name of a cell or file at its start stays as it is.
pub fn sentence(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    let is_name = first.chars().any(|c| c.is_ascii_digit() || matches!(c, '.' | '/' | '~'));
    let mut chars = text.chars();
    let start = match chars.next() {
        Some(c) if !is_name => c.to_uppercase().collect::<String>() + chars.as_str(),
        _ => text.to_owned(),
    };
    if start.ends_with(['.', '?', '!']) { start } else { format!("{start}.") }
}

/// One key in the hint line.
struct Hint {
    column: u16,
    action: Action,
    key: String,
    short: &'static str,
}

/// The narrowest hint line that has the palette pinned beside the help, in columns.
const PALETTE_FROM: u16 = 70;

/// The keys that fit in a hint line of `columns`, the help and the palette pinned at its right end.
fn hints(app: &App, columns: u16) -> Vec<Hint> {
    let contexts = app.contexts();
    let ascii = app.theme().glyphs() == Glyphs::Ascii;
    let hint = |action: Action| {
        let (binding, keys) = app.keymap().binding(&contexts, action)?;
        let key = keys.first()?.name(ascii);
        Some((width(&key) + 1 + width(binding.short), key, binding.short))
    };
    let mut end = columns;
    let mut hints = Vec::new();
    let mut pinned = Vec::new();
    // What leads to everything else stays at the right end.
    for (action, from) in [(Action::Help, 0), (Action::Palette, PALETTE_FROM)] {
        if let Some((width, key, short)) = hint(action).filter(|(width, ..)| *width < end && columns >= from) {
            end -= width + if pinned.is_empty() { 1 } else { 2 };
            pinned.push(Hint { column: end, action, key, short });
        }
    }
    let mut column = 1;
    for action in app.hints() {
        let Some((width, key, short)) = hint(action) else { continue };
        if column + width > end.saturating_sub(1) {
            continue;
        }
        hints.push(Hint { column, action, key, short });
        column += width + 2;
    }
    hints.extend(pinned);
    hints
}

/// The action of the hint at `at`.
pub fn hint_at(app: &App, at: Position) -> Option<Action> {
    let area = app.area();
    if at.y + 1 != area.bottom() {
        return None;
    }
    let column = at.x.checked_sub(area.x)?;
    hints(app, area.width)
        .into_iter()
        .find(|hint| (hint.column..hint.column + width(&hint.key) + 1 + width(hint.short)).contains(&column))
        .map(|hint| hint.action)
}

/// Draws the hint line.
pub fn draw_hints(app: &App, area: Rect, buffer: &mut Buffer) {
    let theme = app.theme();
    for hint in hints(app, area.width) {
        let column = put(buffer, area, hint.column, 0, &hint.key, theme.accent());
        put(buffer, area, column + 1, 0, hint.short, theme.dim());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_products_are_rounded_and_many_factors_gathered() {
        assert_eq!(rounded(79_766_443_076_872_509_863_361, MOST_DIGITS), "7.976e22");
        assert_eq!(rounded(999_999_999_999, MOST_DIGITS), "999999999999");
        assert_eq!(rounded(1_000_000_000_000, MOST_DIGITS), "1.000e12");
        assert_eq!(factors(&[7, 3, 3, 1], "*"), "7*3*3*1");
        let many: Vec<u16> = [vec![9], vec![3; 48], vec![2; 5]].concat();
        assert_eq!(factors(&many, "*"), "9 3^48 2^5");
    }

    #[test]
    fn a_sentence_begins_with_a_capital_but_names_stay_as_they_are() {
        assert_eq!(sentence("big.py: line 1 is no record"), "big.py: line 1 is no record.");
        assert_eq!(sentence("d4 is occupied"), "d4 is occupied.");
        assert_eq!(sentence("the game is over"), "The game is over.");
    }
}
