//! What the panel says of the computer: that it thinks, what it finds, and the hint.

use tetralith_core::Step;
use tetralith_engine::{Analysis, Candidate, Proof};

use super::Line;
use crate::tui::app::App;
use crate::tui::board_view::rank_label;
use crate::tui::paint::{shorten, width, wrap};
use crate::tui::table::Table;
use crate::tui::theme::Glyphs;
use crate::tui::thinking::{HINTS, Hint, Thought};

/// Rows of a hint: its heading, the steps, the main line.
pub(super) const HINT_ROWS: u16 = HINTS as u16 + 2;

/// Rows a hint has at least, if the panel has it: its heading and every step that the board marks.
pub(super) const LEAST_HINT: usize = HINTS + 1;

/// The sign of thinking, picture by picture.
fn sign(app: &App, thought: &Thought) -> &'static str {
    const DOTS: [&str; 8] = ["⣷", "⣯", "⣟", "⡿", "⢿", "⣻", "⣽", "⣾"];
    const STROKES: [&str; 4] = ["|", "/", "-", "\\"];
    let pictures = if app.theme().glyphs() == Glyphs::Ascii { &STROKES[..] } else { &DOTS[..] };
    pictures[thought.picture(app.now()) % pictures.len()]
}

/// A winning chance as a person reads it.
pub fn chance(win: f32, proof: Option<Proof>) -> String {
    match proof {
        Some(Proof::Win) => "wins".to_owned(),
        Some(Proof::Loss) => "loses".to_owned(),
        Some(Proof::Draw) => "draws".to_owned(),
        // Nothing is certain that is not proven.
        None => format!("{:.0} %", (100.0 * win).clamp(1.0, 99.0)),
    }
}

/// A lead in points as a person reads it, with its sign.
fn lead(score: f32) -> String {
    // Else a hair's breadth behind would be "-0.0".
    let tenths = (score * 10.0).round() + 0.0;
    format!("{:+.1} points", tenths / 10.0)
}

/// The first of `texts` that fits in `columns`, or else the last.
fn fitting<const N: usize>(texts: [String; N], columns: u16) -> String {
    let mut texts = texts.into_iter();
    let last = texts.next_back().unwrap_or_default();
    texts.find(|text| width(text) <= columns).unwrap_or(last)
}

/// What is found so far, in one line: whose chances are how good.
fn standing(table: &Table, analysis: &Analysis) -> String {
    let mover = table.names().title(analysis.to_move);
    match analysis.proof {
        Some(_) => format!("{mover} {}", chance(analysis.win, analysis.proof)),
        None => format!("{mover} wins {}", chance(analysis.win, None)),
    }
}

/// Names of steps, one after the other.
fn steps(table: &Table, steps: &[Step]) -> String {
    let names = table.names();
    steps.iter().map(|&step| names.step(step)).collect::<Vec<_>>().join(" ")
}

/// A large number as a person reads it.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What a hint is headed with: whose steps they are, if not those of the player to move.
fn heading(table: &Table, hint: &Hint) -> String {
    if hint.threat {
        format!("Threat of {}", table.names().title(table.game().to_move().other()))
    } else {
        "Hint".to_owned()
    }
}

/// What stands for a rank in the panel as on the board: threats are told from hints without colour too.
fn label(rank: usize, hint: &Hint) -> &'static str {
    rank_label(rank as u8, hint.threat)
}

/// The steps that the hint names and marks on the board: those looked at most first.
pub(super) fn advised(app: &App, table: &Table) -> Vec<Candidate> {
    let known = app.thoughts().hint.as_ref().filter(|hint| hint.place.node == table.timeline().cursor());
    let known = known.and_then(|hint| hint.known.as_ref());
    let Some(known) = known else { return Vec::new() };
    let seen = known.candidates.iter().filter(|candidate| candidate.visits > 0 || candidate.proof.is_some());
    seen.take(HINTS).map(|candidate| Candidate { proof: known.proof_of(candidate), ..*candidate }).collect()
}

/// The lines of the panel about the computer's own step: always as many while it thinks, so that nothing jumps.
pub(super) fn lines(app: &App, table: &Table, columns: u16) -> Vec<Line> {
    let theme = app.theme();
    let ascii = theme.glyphs() == Glyphs::Ascii;
    let mut lines: Vec<Line> = Vec::new();
    let mut line = |text: &str, style| lines.push(vec![(shorten(text, columns, ascii), style)]);
    if let Some(level) = table.computer_to_move() {
        if let Some(thought) = app.thoughts().own() {
            let seconds = app.now().saturating_sub(thought.since).as_secs_f32();
            line(&format!("{} {} thinks  {seconds:.1} s", sign(app, thought), level.title), theme.accent());
            let known = thought.known.as_ref();
            let found = known.map_or_else(String::new, |analysis| {
                format!("{}, {} playouts", standing(table, analysis), grouped(analysis.simulations))
            });
            line(&found, theme.text());
            let score = known.and_then(|known| known.score).map(lead);
            let expected = known.map_or_else(String::new, |known| steps(table, &known.principal_variation));
            let expected = match (score, expected.is_empty()) {
                (Some(score), false) => format!("expects {score}: {expected}"),
                (Some(score), true) => format!("expects {score}"),
                (None, false) => format!("expects {expected}"),
                (None, true) => String::new(),
            };
            line(&expected, theme.dim());
        } else {
            let text = if app.thoughts().halted { "waits" } else { "could move here" };
            for text in wrap(&format!("{} {text}: Enter lets it move, n one step", level.title), columns) {
                line(&text, theme.accent());
            }
        }
    }
    lines
}

/// The lines of the panel about the hint, always [`HINT_ROWS`]; none if none is asked for.
pub(super) fn hint_lines(app: &App, table: &Table, columns: u16) -> Vec<Line> {
    let theme = app.theme();
    let ascii = theme.glyphs() == Glyphs::Ascii;
    let mut lines: Vec<Line> = Vec::new();
    let mut line = |text: &str, style| lines.push(vec![(shorten(text, columns, ascii), style)]);
    if let Some(hint) = &app.thoughts().hint {
        let busy = app.thoughts().under_way.as_ref().map_or("", |thought| sign(app, thought));
        let heading = format!("{} {busy}", heading(table, hint));
        let headed = hint.known.as_ref().map_or_else(
            || heading.clone(),
            |known| {
                let looked = format!("{heading}  {} playouts", grouped(known.simulations));
                match known.score.map(lead) {
                    Some(score) => {
                        let whole = format!("{looked}, expects {score}");
                        let brief = format!("{looked}, {score}");
                        let least = format!("{heading}  {score}");
                        fitting([whole, brief, format!("{heading}  expects {score}"), least], columns)
                    }
                    None => looked,
                }
            },
        );
        line(&headed, theme.title());
        let advised = advised(app, table);
        let longest = advised.iter().map(|candidate| width(&steps(table, &[candidate.step]))).max().unwrap_or(0);
        let mut advised = advised.into_iter();
        for rank in 1..=HINTS {
            let text = advised.next().map(|Candidate { step, win, proof, visits, .. }| {
                let name = steps(table, &[step]);
                let gap = " ".repeat(usize::from(longest - width(&name)));
                // The first is the one looked at most, which need not be the one with the best chance so far.
                let of = if proof.is_none() { format!(" of {}", grouped(visits.into())) } else { String::new() };
                format!("{} {name}{gap}  {}{of}", label(rank, hint), chance(win, proof))
            });
            line(&text.unwrap_or_default(), if hint.threat { theme.warning() } else { theme.good() });
        }
        let main = hint.known.as_ref().map_or(&[][..], |known| &known.principal_variation);
        line(&if main.len() > 1 { format!("main line {}", steps(table, main)) } else { String::new() }, theme.dim());
    }
    lines
}

/// The same in one line, where there is no panel; `None` if there is nothing to say.
pub(super) fn line(app: &App, table: &Table) -> Option<String> {
    if let Some(hint) = &app.thoughts().hint {
        let advised = advised(app, table).into_iter().zip(1..).map(|(Candidate { step, win, proof, .. }, rank)| {
            format!("{} {} {}", label(rank, hint), steps(table, &[step]), chance(win, proof))
        });
        let score = hint.known.as_ref().and_then(|known| known.score).map(|score| format!("expects {}", lead(score)));
        return Some(format!("{}: {}", heading(table, hint), advised.chain(score).collect::<Vec<_>>().join(", ")));
    }
    let level = table.computer_to_move()?;
    Some(match app.thoughts().own() {
        Some(thought) => {
            let known = thought.known.as_ref().map_or_else(String::new, |known| {
                let score = known.score.map_or_else(String::new, |score| format!(", {}", lead(score)));
                standing(table, known) + &score
            });
            format!("{} {} thinks: {known}", sign(app, thought), level.title)
        }
        None => format!("{} waits: Enter lets it move, n one step", level.title),
    })
}
