//! The lines of the panel about the computer: that it thinks, what it finds, and the hint.

use tetralith_core::Step;
use tetralith_engine::{Analysis, Candidate, Proof};
use tetralith_session::words::chance;

use super::line::Line;
use super::view::GameView;
use crate::theme::Glyphs;
use crate::tui::board::view::rank_label;
use crate::tui::widgets::paint::{shorten, width, wrap};
use tetralith_session::table::Table;
use tetralith_session::thinking::{self, HINTS, Hint, Thought};

/// Rows of a hint: its heading, the steps, the main line.
pub(super) const HINT_ROWS: u16 = HINTS as u16 + 2;

/// Rows a hint has at least, if the panel has it: its heading and every step that the board marks.
pub(super) const LEAST_HINT: usize = HINTS + 1;

/// The sign of thinking, picture by picture.
fn sign(view: &GameView, thought: &Thought) -> &'static str {
    const DOTS: [&str; 4] = ["·", "•", "●", "•"];
    const STROKES: [&str; 4] = ["|", "/", "-", "\\"];
    let pictures = if view.theme.glyphs() == Glyphs::Ascii { &STROKES[..] } else { &DOTS[..] };
    pictures[thought.picture(view.now) % pictures.len()]
}

/// A lead in points as a person reads it, with its sign.
fn lead(score: f32) -> String {
    format!("{} points", tenths(score))
}

/// The number of it.
fn tenths(score: f32) -> String {
    // Else a hair's breadth behind would be "-0.0".
    let tenths = (score * 10.0).round() + 0.0;
    format!("{:+.1}", tenths / 10.0)
}

/// Returns what is found so far, in one line: whose chances are how good.
fn standing(table: &Table, analysis: &Analysis) -> String {
    let mover = table.names().title(analysis.to_move);
    ending(table, analysis).unwrap_or_else(|| match analysis.proof {
        Some(_) => format!("{mover} {}", chance(analysis.win, analysis.proof)),
        None => format!("{mover} wins {}", chance(analysis.win, None)),
    })
}

/// Who wins and in how many moves, where that is proven.
fn ending(table: &Table, analysis: &Analysis) -> Option<String> {
    let winner = match analysis.proof? {
        Proof::Win => analysis.to_move,
        Proof::Loss => analysis.to_move.other(),
        Proof::Draw => return None,
    };
    analysis.ends_in.map(|moves| format!("{} wins in {moves}", table.names().title(winner)))
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

/// Returns the heading of a hint: whose steps they are, if not those of the player to move.
fn heading(table: &Table, hint: &Hint) -> String {
    if hint.threat {
        format!("Threat of {}", table.names().title(table.game().to_move().other()))
    } else {
        "Hint".to_owned()
    }
}

/// Returns the sign of a rank in the panel as on the board: threats are told from hints without colour too.
fn label(rank: usize, hint: &Hint) -> &'static str {
    rank_label(rank as u8, hint.threat)
}

/// The steps that the hint names and marks on the board: those looked at most first.
pub(super) fn advised(view: &GameView) -> Vec<Candidate> {
    let table = view.table;
    let known = view.hint().filter(|hint| hint.place.node == table.timeline().cursor());
    known.and_then(|hint| hint.known.as_ref()).map_or_else(Vec::new, thinking::advised)
}

/// The lines of the panel about the computer's own step: always as many while it thinks, so that nothing jumps.
pub(super) fn lines(view: &GameView, columns: u16) -> Vec<Line> {
    let table = view.table;
    let theme = view.theme;
    let ascii = theme.glyphs() == Glyphs::Ascii;
    let mut lines: Vec<Line> = Vec::new();
    let mut line = |text: &str, style| lines.push(vec![(shorten(text, columns, ascii), style)]);
    if let Some(level) = table.computer_to_move() {
        if let Some(thought) = view.thoughts.own() {
            let seconds = thought.time(view.now).as_secs_f32();
            let (sign, does) =
                if thought.found.is_some() { (" ", "has thought") } else { (sign(view, thought), "thinks") };
            line(&format!("{sign} {} {does}  {seconds:.1} s", level.title), theme.accent());
            let known = thought.known.as_ref().filter(|_| view.shows_thoughts);
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
            let text = if view.thoughts.halted { "paused" } else { "could move here" };
            for text in wrap(&format!("{} {text}: Enter resumes, n one move", level.title), columns) {
                line(&text, theme.accent());
            }
        }
    }
    lines
}

/// The headings of the winning chances of a hint, and of the playouts that they come from.
const HEADINGS: [&str; 2] = ["chance", "playouts"];

/// Returns what a hint says of the steps it names: the step with its rank, its winning chance and, unless it is proven,
/// the playouts behind it.
fn rows(table: &Table, hint: &Hint, advised: &[Candidate]) -> Vec<[String; 3]> {
    let row = |(candidate, rank): (&Candidate, usize)| {
        let step = format!("{} {}", label(rank, hint), steps(table, &[candidate.step]));
        let playouts = if candidate.proof.is_none() { grouped(candidate.visits.into()) } else { String::new() };
        [step, chance(candidate.win, candidate.proof), playouts]
    };
    advised.iter().zip(1..).map(row).collect()
}

/// The ends of the columns of a hint, so that what stands above them says what they are.
struct Columns {
    /// The heading of the hint.
    title: String,
    /// The headings of the winning chances and of the playouts; nothing if all is proven.
    headings: [&'static str; 2],
    /// The columns where the chances and where the playouts end.
    ends: [u16; 2],
}

impl Columns {
    /// The columns of `rows` below `title`, with a `gap` after the longest name of a step and after the title.
    fn of(rows: &[[String; 3]], title: String, gap: u16) -> Self {
        let [step, chance, playouts] =
            [0, 1, 2].map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0));
        if playouts == 0 {
            return Self { title, headings: [""; 2], ends: [step + gap + chance; 2] };
        }
        let chances = (step + gap + chance).max(width(&title) + gap + width(HEADINGS[0]));
        Self { title, headings: HEADINGS, ends: [chances, chances + gap + playouts.max(width(HEADINGS[1]))] }
    }

    /// True if a panel of so many columns has room for them.
    fn fit(&self, columns: u16) -> bool {
        self.ends[1].max(width(&self.title)) <= columns
    }

    /// `start`, with the other two texts at the ends of their columns.
    fn line(&self, start: &str, texts: [&str; 2]) -> String {
        let mut line = start.to_owned();
        for (text, end) in texts.into_iter().zip(self.ends).filter(|(text, _)| !text.is_empty()) {
            let blanks = end.saturating_sub(width(&line) + width(text));
            line.push_str(&" ".repeat(blanks.into()));
            line.push_str(text);
        }
        line
    }
}

/// The lines of the panel about the hint, always [`HINT_ROWS`]; none if none is asked for.
pub(super) fn hint_lines(view: &GameView, columns: u16) -> Vec<Line> {
    let table = view.table;
    let Some(hint) = view.hint() else { return Vec::new() };
    let theme = view.theme;
    let ascii = theme.glyphs() == Glyphs::Ascii;
    let rows = rows(table, hint, &advised(view));
    // The place of the sign stays when it goes, so that nothing beside it moves.
    let busy = view.thoughts.under_way.as_ref().map_or(" ", |thought| sign(view, thought));
    let title = format!("{} {busy}", heading(table, hint));
    let brief = if hint.threat { "Threat" } else { "Hint" };
    let score = hint.known.as_ref().and_then(|known| known.score);
    let end = hint.known.as_ref().and_then(|known| ending(table, known));
    // The last line is the first for which a panel has no room, so the end or the score is in the first, if only as a number.
    let scored = match (&end, score) {
        (Some(end), _) => vec![(format!("{title}  {end}"), 2), (format!("{brief}  {end}"), 1)],
        (None, Some(score)) => {
            let (points, number) = (format!("{title}  {}", lead(score)), format!("{brief} {}", tenths(score)));
            vec![(points, 2), (number.clone(), 2), (number, 1)]
        }
        (None, None) => Vec::new(),
    };
    let headed_by_score = scored.len();
    let titles = scored.into_iter().chain([(title, 2), (format!("{brief} {busy}"), 1)]);
    let layouts: Vec<_> = titles.map(|(title, gap)| Columns::of(&rows, title, gap)).collect();
    let chosen = layouts.iter().position(|layout| layout.fit(columns)).unwrap_or(layouts.len() - 1);
    let layout = &layouts[chosen];
    let headed = shorten(&layout.line(&layout.title, layout.headings), columns, ascii);
    let (title, above) = headed.split_at_checked(layout.title.len()).unwrap_or((&headed, ""));
    let mut lines = vec![vec![(title.to_owned(), theme.title()), (above.to_owned(), theme.dim())]];
    let style = if hint.threat { theme.warning() } else { theme.good() };
    let told = rows.iter().map(|[step, chance, playouts]| layout.line(step, [chance, playouts]));
    lines.extend(told.map(|text| vec![(shorten(&text, columns, ascii), style)]));
    lines.resize(1 + HINTS, Vec::new());
    let main = hint.known.as_ref().map_or(&[][..], |known| &known.principal_variation);
    let main = if main.len() > 1 { steps(table, main) } else { String::new() };
    let last = match score.map(lead).filter(|_| chosen >= headed_by_score) {
        _ if end.is_some() && chosen >= headed_by_score => end.unwrap_or_default(),
        Some(score) if main.is_empty() => format!("expects {score}"),
        Some(score) => format!("expects {score}: {main}"),
        None if main.is_empty() => String::new(),
        None => format!("main line {main}"),
    };
    lines.push(vec![(shorten(&last, columns, ascii), theme.dim())]);
    lines
}

/// The hint in one line, with how soon the game ends if that is known and `fits`.
fn hint_line(view: &GameView, hint: &Hint, fits: impl Fn(&str) -> bool) -> String {
    let line = hinted_steps(view, hint, &fits);
    let end = hint.known.as_ref().and_then(|known| ending(view.table, known));
    end.map(|end| format!("{line}; {end}")).filter(|text| fits(text)).unwrap_or(line)
}

/// The steps of the hint in one line, with all that `fits` of what is known of them.
fn hinted_steps(view: &GameView, hint: &Hint, fits: impl Fn(&str) -> bool) -> String {
    let table = view.table;
    let rows = rows(table, hint, &advised(view));
    let score = hint.known.as_ref().and_then(|known| known.score).map(|score| format!("expects {}", lead(score)));
    let line = |heading: &str, steps: Vec<String>| {
        format!("{heading}: {}", steps.into_iter().chain(score.clone()).collect::<Vec<_>>().join(", "))
    };
    let heading = heading(table, hint);
    let Some(first) = rows.iter().position(|[.., playouts]| !playouts.is_empty()) else {
        return line(&heading, rows.iter().map(|[step, chance, _]| format!("{step} {chance}")).collect());
    };
    let whole = rows.iter().enumerate().map(|(i, [step, chance, playouts])| match playouts.is_empty() {
        false if i == first => format!("{step} {chance} in {playouts} playouts"),
        false => format!("{step} {chance} in {playouts}"),
        true => format!("{step} {chance}"),
    });
    let chances = || rows.iter().map(|[step, chance, _]| format!("{step} {chance}")).collect();
    [line(&heading, whole.collect()), line(&format!("{heading}, win rates"), chances())]
        .into_iter()
        .find(|text| fits(text))
        .unwrap_or_else(|| line(&heading, chances()))
}

/// The same in one line, where there is no panel; `None` if there is nothing to say.
pub(super) fn line(view: &GameView) -> Option<String> {
    let table = view.table;
    if let Some(hint) = view.hint() {
        let room = view.areas().status;
        let fits = |text: &str| wrap(text, room.width.saturating_sub(1)).len() <= usize::from(room.height);
        return Some(hint_line(view, hint, fits));
    }
    let level = table.computer_to_move()?;
    Some(match view.thoughts.own() {
        Some(thought) => {
            let known = thought.known.as_ref().filter(|_| view.shows_thoughts);
            let known = known.map_or_else(String::new, |known| {
                let score = known.score.map_or_else(String::new, |score| format!(", {}", lead(score)));
                standing(table, known) + &score
            });
            let told = if known.is_empty() { String::new() } else { format!(": {known}") };
            format!("{} {} thinks{told}", sign(view, thought), level.title)
        }
        None => format!("{} paused: Enter resumes, n one move", level.title),
    })
}
