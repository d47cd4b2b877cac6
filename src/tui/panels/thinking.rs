//! The lines of the panel about the computer: that it thinks, what it finds, and the hint.

use tetralith_engine::{Analysis, Candidate, Level, Proof};
use tetralith_session::words::{chance, moves_to_end};

use super::hint_table::{Columns, Row, grouped, rows, steps, tenths};
use super::view::GameView;
use crate::keymap::Action;
use crate::tui::widgets::paint::{Line, shorten, shorten_words, width, wrap};
use tetralith_session::hint::{HINTS, Hint};
use tetralith_session::seat::Seat;
use tetralith_session::table::Table;
use tetralith_session::thinking::Thought;

/// Rows of a hint: its heading, the steps, the main line.
pub(super) const HINT_ROWS: u16 = HINTS as u16 + 2;

/// Rows a hint has at least, if the panel has it: its heading and every step that the board marks.
pub(super) const LEAST_HINT: usize = HINTS + 1;

/// The sign of thinking, picture by picture.
fn sign(view: &GameView, thought: &Thought) -> &'static str {
    const DOTS: [&str; 4] = ["·", "•", "●", "•"];
    const STROKES: [&str; 4] = ["|", "/", "-", "\\"];
    let pictures = if view.theme.is_ascii() { &STROKES[..] } else { &DOTS[..] };
    pictures[thought.picture(view.engine.now) % pictures.len()]
}

/// A lead in points as a person reads it, with its sign.
fn lead(score: f32) -> String {
    format!("{} points", tenths(score))
}

/// Returns what is found so far, in one line: whose chances are how good.
fn standing(table: &Table, analysis: &Analysis) -> String {
    let mover = table.names().title(analysis.to_move);
    ending(table, analysis).unwrap_or_else(|| match analysis.proof {
        Some(_) => format!("{mover} {}", chance(analysis.win, analysis.proof)),
        None => format!("{mover} wins {}", chance(analysis.win, None)),
    })
}

/// The winner and the number of moves, if proven.
fn ending(table: &Table, analysis: &Analysis) -> Option<String> {
    let winner = match analysis.proof? {
        Proof::Win => analysis.to_move,
        Proof::Loss => analysis.to_move.other(),
        Proof::Draw => return None,
    };
    let moves = moves_to_end(table.game(), analysis.ends_in)?;
    Some(format!("{} wins in {moves}", table.names().title(winner)))
}

/// Returns the heading of a hint: whose steps they are, if not those of the player to move.
fn heading(table: &Table, hint: &Hint) -> String {
    let opponent = || table.names().title(table.game().to_move().other());
    if hint.is_harmless() {
        format!("No threat of {}", opponent())
    } else if hint.threat {
        format!("Threat of {}", opponent())
    } else {
        "Hint".to_owned()
    }
}

/// The steps that the hint names and marks on the board, by their numbers.
pub(super) fn advised(view: &GameView) -> Vec<Candidate> {
    let table = view.table;
    let known = view.hint().filter(|hint| hint.place.node == table.timeline().cursor());
    known.map_or_else(Vec::new, |hint| hint.named().to_vec())
}

/// The findings of the computer to move in `thought`, if people want to see them and there is a win
/// rate to show. A level that only looks a step ahead runs no playouts and has none, unless a step
/// ends the game; a book has it from the search that made it.
fn shown_findings<'a>(view: &GameView, thought: &'a Thought) -> Option<&'a Analysis> {
    let seat = view.table.state().computer_to_move();
    let opens_by_book = seat.and_then(Seat::level).is_some_and(Level::opens_by_book);
    let knows = |known: &&Analysis| known.simulations > 0 || known.proof.is_some() || opens_by_book;
    thought.known.as_ref().filter(|_| view.engine.shows_thoughts).filter(knows)
}

/// The lines of the panel about the computer's own step: always as many while it thinks, so that
/// nothing jumps.
pub(super) fn lines(view: &GameView, columns: u16) -> Vec<Line> {
    let table = view.table;
    let theme = view.theme;
    let ascii = theme.is_ascii();
    let mut lines: Vec<Line> = Vec::new();
    let mut line =
        |text: &str, style| lines.push(vec![(shorten_words(text, columns, ascii), style)]);
    if let Some(seat) = table.state().computer_to_move() {
        let title = seat.title();
        if let Some(thought) = view.engine.thinking.own() {
            let seconds = thought.time(view.engine.now).as_secs_f32();
            let (sign, does) = match &thought.found {
                Some(_) => (" ", view.engine.held.unwrap_or("is done")),
                None => (sign(view, thought), "thinks"),
            };
            // Less than this would be shown as none, which looks like a mistake.
            let is_instant = thought.found.is_some() && seconds < 0.05;
            let time = if is_instant { String::new() } else { format!("  {seconds:.1} s") };
            line(&format!("{sign} {title} {does}{time}"), theme.accent());
            let known = shown_findings(view, thought);
            let found = known.map_or_else(String::new, |analysis| {
                let playouts = match analysis.simulations {
                    0 => String::new(),
                    count => format!(", {} playouts", grouped(count)),
                };
                standing(table, analysis) + &playouts
            });
            line(&found, theme.text());
            let score = known.and_then(|known| known.score).map(lead);
            let expected =
                known.map_or_else(String::new, |known| steps(table, &known.principal_variation));
            let expected = match (score, expected.is_empty()) {
                (Some(score), false) => format!("expects {score}: {expected}"),
                (Some(score), true) => format!("expects {score}"),
                (None, false) => format!("expects {expected}"),
                (None, true) => String::new(),
            };
            line(&expected, theme.dim());
        } else {
            let does = if view.engine.thinking.is_halted() { "paused" } else { "can move here" };
            let resumes = format!("{} resumes", view.keys.name(Action::LetMove));
            let forms = [
                format!("{title} {does}: {}", resuming(view)),
                format!("{title} {does}: {resumes}"),
                format!("{title} waits: {resumes}"),
                resumes,
            ];
            let fits = |text: &&String| width(text) <= columns;
            line(forms.iter().find(fits).unwrap_or(&forms[3]), theme.accent());
        }
    }
    lines
}

/// The lines of the panel about the hint, always [`HINT_ROWS`]; none if none is asked for.
pub(super) fn hint_lines(view: &GameView, columns: u16) -> Vec<Line> {
    let table = view.table;
    let Some(hint) = view.hint() else { return Vec::new() };
    let theme = view.theme;
    let ascii = theme.is_ascii();
    let rows = |has_leads| rows(table, hint, &advised(view), has_leads);
    // The place of the sign stays when it goes, so that nothing beside it moves.
    let busy = view.engine.thinking.under_way().map_or(" ", |thought| sign(view, thought));
    let title = format!("{} {busy}", heading(table, hint));
    let brief = match hint.threat {
        true if hint.is_harmless() => "No threat",
        true => "Threat",
        false => "Hint",
    };
    let score = hint.known().and_then(|known| known.score);
    let end = hint.known().and_then(|known| ending(table, known));
    let bare = [(title.clone(), 2), (format!("{brief} {busy}"), 1)];
    // A panel that lacks room leaves out the last line first, so the end or the score is in the
    // first line, if only as a number, unless the lead is beside each step.
    let scored = match (&end, score) {
        (Some(end), _) => vec![(format!("{title}  {end}"), 2), (format!("{brief}  {end}"), 1)],
        (None, Some(score)) => {
            let (points, number) =
                (format!("{title}  {}", lead(score)), format!("{brief} {}", tenths(score)));
            vec![(points, 2), (number.clone(), 2), (number, 1)]
        }
        (None, None) => Vec::new(),
    };
    let headed_by_score = scored.len();
    let layout = |rows: &[Row], (title, gap): (String, u16)| Columns::of(rows, title, gap);
    let with_leads = rows(true);
    let mut layouts = bare.iter().map(|title| layout(&with_leads, title.clone()));
    let fitting = layouts.find(|columns_of| columns_of.has_leads() && columns_of.fit(columns));
    let fitting = fitting.filter(|_| end.is_none());
    let (rows, layout, is_shown_above) = if let Some(layout) = fitting {
        (with_leads, layout, true)
    } else {
        let rows = rows(false);
        let mut layouts: Vec<_> =
            scored.into_iter().chain(bare).map(|title| layout(&rows, title)).collect();
        let chosen =
            layouts.iter().position(|layout| layout.fit(columns)).unwrap_or(layouts.len() - 1);
        (rows, layouts.swap_remove(chosen), chosen < headed_by_score)
    };
    let headed = shorten(&layout.heading(), columns, ascii);
    let (title, above) = headed.split_at_checked(layout.title.len()).unwrap_or((&headed, ""));
    let mut lines = vec![vec![(title.to_owned(), theme.title()), (above.to_owned(), theme.dim())]];
    let style = if hint.threat { theme.warning() } else { theme.good() };
    lines.extend(rows.iter().map(|row| vec![(shorten(&layout.row(row), columns, ascii), style)]));
    lines.resize(1 + HINTS, Vec::new());
    let main = hint.known().map_or(&[][..], |known| &known.principal_variation);
    let main = if main.len() > 1 { steps(table, main) } else { String::new() };
    let last = match score.map(lead).filter(|_| !is_shown_above) {
        _ if end.is_some() && !is_shown_above => end.unwrap_or_default(),
        Some(score) if main.is_empty() => format!("expects {score}"),
        Some(score) => format!("expects {score}: {main}"),
        None if main.is_empty() => String::new(),
        None => format!("main line {main}"),
    };
    lines.push(vec![(shorten_words(&last, columns, ascii), theme.dim())]);
    lines
}

/// The hint in one line, with how soon the game ends if that is known and `fits`.
fn hint_line(view: &GameView, hint: &Hint, fits: impl Fn(&str) -> bool) -> String {
    let line = hinted_steps(view, hint, &fits);
    let end = hint.known().and_then(|known| ending(view.table, known));
    end.map(|end| format!("{line}; {end}")).filter(|text| fits(text)).unwrap_or(line)
}

/// The steps of the hint in one line, with all that `fits` of what is known of them.
fn hinted_steps(view: &GameView, hint: &Hint, fits: impl Fn(&str) -> bool) -> String {
    let table = view.table;
    let rows = rows(table, hint, &advised(view), true);
    if rows.is_empty() {
        let text = if hint.done { "nothing found" } else { "thinking" };
        return format!("{}: {text}", heading(table, hint));
    }
    let score =
        hint.known().and_then(|known| known.score).map(|score| format!("expects {}", lead(score)));
    let line = |heading: &str, steps: Vec<String>| {
        format!(
            "{heading}: {}",
            steps.into_iter().chain(score.clone()).collect::<Vec<_>>().join(", ")
        )
    };
    let heading = heading(table, hint);
    let chances = || {
        rows.iter().map(|Row { step, figures: [chance, ..] }| format!("{step} {chance}")).collect()
    };
    let Some(first) = rows.iter().position(|row| !row.playouts().is_empty()) else {
        return line(&heading, chances());
    };
    let whole = rows.iter().enumerate().map(|(i, row)| {
        match (&row.step, &row.figures[0], row.playouts()) {
            (step, chance, "") => format!("{step} {chance}"),
            (step, chance, playouts) if i == first => {
                format!("{step} {chance} in {playouts} playouts")
            }
            (step, chance, playouts) => format!("{step} {chance} in {playouts}"),
        }
    });
    [line(&heading, whole.collect()), line(&format!("{heading}, win rates"), chances())]
        .into_iter()
        .find(|text| fits(text))
        .unwrap_or_else(|| line(&heading, chances()))
}

/// The keys that make a waiting engine move again.
fn resuming(view: &GameView) -> String {
    let [resume, one] = [Action::LetMove, Action::OneStep].map(|action| view.keys.name(action));
    format!("{resume} resumes, {one} makes one move")
}

/// The same in one line, where there is no panel; `None` if there is nothing to show.
pub(super) fn line(view: &GameView) -> Option<String> {
    let table = view.table;
    if let Some(hint) = view.hint() {
        let room = view.areas().status;
        let fits =
            |text: &str| wrap(text, room.width.saturating_sub(1)).len() <= usize::from(room.height);
        return Some(hint_line(view, hint, fits));
    }
    let seat = table.state().computer_to_move()?;
    let title = seat.title();
    Some(match view.engine.thinking.own() {
        Some(thought) => {
            let known = shown_findings(view, thought);
            let known = known.map_or_else(String::new, |known| {
                let score =
                    known.score.map_or_else(String::new, |score| format!(", {}", lead(score)));
                standing(table, known) + &score
            });
            let known = if known.is_empty() { known } else { format!(": {known}") };
            format!("{} {title} thinks{known}", sign(view, thought))
        }
        None => format!("{title} paused: {}", resuming(view)),
    })
}
