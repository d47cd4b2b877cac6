//! The answers of the plain mode about the game, in lines of less than 80 columns where no board is
//! wider.

use std::fmt::Write as _;

use tetralith_core::text::{display_lines, display_text};
use tetralith_core::timeline::NodeId;
use tetralith_core::{Cell, CellSet, Colour, Step, StepKind};
use tetralith_engine::{Analysis, Proof};

use tetralith_core::wrap::{width, wrap};
use tetralith_picture::own_marks;
use tetralith_session::hint::advised;
use tetralith_session::table::{Mode, Table};
use tetralith_session::words::{
    candidate_chance, details, figure, held, held_subject, last_text, options_text, outcome_text,
    sentence, threat_text, time_taken, to_do,
};

/// The most columns of a line.
const COLUMNS: u16 = 79;

/// The most steps that are listed one by one where each has three cells.
const LISTED: usize = 400;

/// `text` in lines of at most 79 columns, without anything that acts on a terminal.
pub fn wrapped(text: &str) -> String {
    wrap(&display_lines(text), COLUMNS).join("\n")
}

/// `text` with its long lines wrapped; in the others the columns stay.
pub fn columns(text: &str) -> String {
    let text = display_lines(text);
    let lines = text.trim_end().lines();
    let lines: Vec<String> = lines
        .map(|line| if width(line) > COLUMNS { wrapped(line) } else { line.to_owned() })
        .collect();
    lines.join("\n")
}

/// One sentence with a capital and a full stop.
pub fn said(text: &str) -> String {
    wrapped(&sentence(&display_text(text)))
}

/// The game, its board and options, and who plays.
pub fn title(table: &Table) -> String {
    let game = table.game();
    let [first, second] = Colour::BOTH.map(|colour| {
        held(table.names().title(colour), &table.players().holder_here(colour).title())
    });
    wrapped(&format!("{}, {}: {first} and {second}.", game.info().title, options_text(game)))
}

/// The board as a diagram.
pub fn board(table: &Table) -> String {
    table.names().diagram(table.game().board())
}

/// Returns the score of both sides, a line each.
pub fn score(table: &Table) -> String {
    Colour::BOTH
        .map(|colour| {
            let figure =
                Some(figure(table, colour).to_string()).filter(|figure| !figure.is_empty());
            let parts: Vec<String> =
                figure.into_iter().chain(details(table, colour, true)).collect();
            wrapped(&format!("{}: {}", table.names().title(colour), parts.join("; ")))
        })
        .join("\n")
}

/// True if a record is reviewed that is no game played here.
pub fn is_reviewed(table: &Table) -> bool {
    table.mode() == Mode::Review && !table.state().follows_game()
}

/// The player to move and the kind of step, or the end of the game.
pub fn state(table: &Table) -> String {
    if let Some(outcome) = table.outcome() {
        let outcome = outcome_text(table, outcome);
        let next = match (table.state().follows_game(), table.state().is_remote()) {
            (true, false) => " Type back to go through the moves, new for another game, or quit.",
            (true, true) => " Type back to go through the moves, or quit.",
            (false, _) => "",
        };
        return wrapped(&format!("{outcome}.{next}"));
    }
    let timeline = table.timeline();
    let (mover, turn) = (table.game().to_move(), timeline.turn(timeline.cursor()));
    let turn = if table.game().phase().is_mid_turn() { turn } else { turn + 1 };
    let holder = table.players().holder_here(mover).title();
    let mover = held_subject(table.names().title(mover), &holder);
    let looking = if is_reviewed(table) { "Review. " } else { "" };
    wrapped(&format!("{looking}Turn {turn}, {mover} to move: {}.", to_do(table)))
}

/// The last step: who made it, who is skipped after it, and what is remarked on it.
pub fn last(table: &Table) -> Option<String> {
    let timeline = table.timeline();
    let names = table.names();
    let mut text = last_text(table)?;
    if let Some(took) = time_taken(table) {
        let _ = write!(text, " It took {took}.");
    }
    if !table.comment().is_empty() {
        let _ = write!(text, " Comment: {}", table.comment());
    }
    let marks = own_marks(timeline);
    if !marks.is_empty() {
        let _ = write!(text, " Marks: {}.", names.own_marks(marks));
    }
    Some(wrapped(&text))
}

/// The marks that a person put beside the turn.
pub fn marks(table: &Table) -> String {
    let marks = own_marks(table.timeline());
    if marks.is_empty() {
        return "There are no marks on this move.".to_owned();
    }
    wrapped(&format!("Marks: {}.", table.names().own_marks(marks)))
}

/// The stones in words: by groups where groups count, else by rows or columns.
pub fn describe(table: &Table) -> String {
    let (names, board, marks) = (table.names(), table.game().board(), &table.hand().seen().marks);
    let list =
        |cells: &CellSet| cells.iter().map(|cell| names.cell(cell)).collect::<Vec<_>>().join(" ");
    let stones_of = |colour: Colour| {
        let (title, stones) = (names.title(colour), board.stones(colour));
        if stones.is_empty() {
            return format!("{title} has no stones.");
        }
        let mut groups = marks.groups[colour.index()].clone();
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        let parts: Vec<String> = if groups.is_empty() {
            let cells: Vec<Cell> = stones.iter().collect();
            let lines = cells.chunk_by(|&a, &b| names.line(a) == names.line(b));
            let row_text = |line: &[Cell]| {
                let ((kind, letter), cells) = (names.line(line[0]), line.iter().copied().collect());
                format!("{kind} {letter}: {}", list(&cells))
            };
            lines.map(row_text).collect()
        } else {
            groups
                .iter()
                .map(|group| format!("group of {}: {}", group.len(), list(group)))
                .collect()
        };
        let plural = if stones.len() == 1 { "" } else { "s" };
        wrapped(&format!("{title} has {} stone{plural}: {}.", stones.len(), parts.join("; ")))
    };
    let mut lines: Vec<String> = Colour::BOTH.map(stones_of).into();
    let mover = names.title(table.game().to_move());
    for (rule, cells) in marks.forbidden.iter().filter(|(_, cells)| !cells.is_empty()) {
        lines.push(wrapped(&format!("Illegal for {mover} ({rule}): {}.", list(cells))));
    }
    lines.extend(threat_text(table).map(|text| wrapped(&text)));
    lines.push(format!("Vacant cells: {}.", board.vacant().len()));
    lines.join("\n")
}

/// The steps that can be made; none once the game is over, even if it did not end on the board.
pub fn legal(table: &Table) -> String {
    let (names, seen) = (table.names(), table.hand().seen());
    if seen.legal.is_empty() || table.outcome().is_some() {
        return "The game is over in this position.".to_owned();
    }
    // Steps of three cells come by the thousand: a list of their cells shows more.
    if seen.legal.len() > LISTED && table.has(StepKind::Tromino) {
        let cells: Vec<String> = seen.open.iter().map(|cell| names.cell(cell)).collect();
        return wrapped(&format!(
            "{} legal moves, on these cells: {}",
            seen.legal.len(),
            cells.join(" ")
        ));
    }
    let steps: Vec<String> = seen.legal.iter().map(|&step| names.step(step)).collect();
    wrapped(&format!("{}: {}", steps.len(), steps.join(" ")))
}

/// The turns of the line, the one at the cursor in brackets.
pub fn moves(table: &Table) -> String {
    let (timeline, names) = (table.timeline(), table.names());
    let (line, here) = (table.lines().line(), timeline.cursor());
    if line.is_empty() {
        return "No move has been played yet.".to_owned();
    }
    let turns = line.chunk_by(|&a, &b| timeline.turn(a) == timeline.turn(b)).map(|turn| {
        let steps: Vec<Step> = turn.iter().filter_map(|&node| timeline.step(node)).collect();
        let (number, text) =
            (turn.first().map_or(0, |&node| timeline.turn(node)), names.turn(&steps));
        if turn.contains(&here) { format!("{number}.[{text}]") } else { format!("{number}.{text}") }
    });
    let start = if here == NodeId::START { "[start] " } else { "" };
    wrapped(&format!("{start}{}", turns.collect::<Vec<_>>().join(" ")))
}

/// The steps that look best, with the winning chance of the player who makes them and, in a game of
/// points, how it is expected to end; with `threat` those that the other side would make if it were
/// to move.
pub fn hint(table: &Table, analysis: &Analysis, threat: bool) -> String {
    let names = table.names();
    let steps = advised(analysis).into_iter();
    let steps: Vec<String> = steps
        .map(|found| {
            let win = candidate_chance(&found, table.game());
            format!("{} {win}", names.step(found.step))
        })
        .collect();
    let mover = names.title(analysis.to_move);
    if threat && analysis.proof == Some(Proof::Loss) {
        return wrapped(&format!("{mover} threatens nothing: every move of {mover} loses."));
    }
    let what = if threat { format!("{mover} threatens") } else { format!("Best for {mover}") };
    let ahead = analysis.score.map_or_else(String::new, |score| {
        let side = if score < 0.0 { "behind" } else { "ahead" };
        format!(" {mover} is expected to end {:.1} points {side}.", score.abs())
    });
    wrapped(&format!("{what}, with win rates: {}.{ahead}", steps.join("; ")))
}
