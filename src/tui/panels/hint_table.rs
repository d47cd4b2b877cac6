//! The table of a hint: the steps that it names, and the figures beside each.

use tetralith_core::Step;
use tetralith_engine::Candidate;
use tetralith_session::hint::Hint;
use tetralith_session::table::Table;
use tetralith_session::words::candidate_chance;

use crate::tui::board::view::rank_label;
use crate::tui::widgets::paint::width;

/// A lead in points as a number with its sign.
pub(super) fn tenths(score: f32) -> String {
    // Otherwise a tiny deficit would be "-0.0".
    let tenths = (score * 10.0).round() + 0.0;
    format!("{:+.1}", tenths / 10.0)
}

/// Names of steps, one after the other.
pub(super) fn steps(table: &Table, steps: &[Step]) -> String {
    let names = table.names();
    steps.iter().map(|&step| names.step(step)).collect::<Vec<_>>().join(" ")
}

/// A large number as a person reads it.
pub(super) fn grouped(number: u64) -> String {
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

/// Returns the sign of a rank in the panel as on the board: threats differ from hints without
/// colour too.
pub(super) fn label(rank: usize, hint: &Hint) -> &'static str {
    rank_label(rank as u8, hint.threat)
}

/// The headings of the win rates of a hint, of the leads in points, and of the playouts that both
/// come from.
const HEADINGS: [&str; 3] = ["win", "lead", "playouts"];

/// The places among them of the leads and of the playouts.
const LEAD: usize = 1;
const PLAYOUTS: usize = 2;

/// The row of a step in a hint: the step with its rank, and the figures under [`HEADINGS`], each
/// empty if it is not known or, as playouts of what is proven, not needed.
pub(super) struct Row {
    pub(super) step: String,
    pub(super) figures: [String; HEADINGS.len()],
}

impl Row {
    /// The number of playouts; empty if it does not matter.
    pub(super) fn playouts(&self) -> &str {
        &self.figures[PLAYOUTS]
    }
}

/// The rows of a hint that names the steps `advised`; their leads only if it `has_leads`.
pub(super) fn rows(table: &Table, hint: &Hint, advised: &[Candidate], has_leads: bool) -> Vec<Row> {
    let row = |(candidate, rank): (&Candidate, usize)| {
        let step = format!("{} {}", label(rank, hint), steps(table, &[candidate.step]));
        let playouts = if candidate.proof.is_none() {
            grouped(candidate.visits.into())
        } else {
            String::new()
        };
        // Beside a proven result an expected lead would contradict it, or the exact one.
        let lead = candidate.score.filter(|_| has_leads && candidate.proof.is_none());
        let lead = lead.map_or_else(String::new, tenths);
        let win = candidate_chance(candidate, table.game());
        Row { step, figures: [win, lead, playouts] }
    };
    advised.iter().zip(1..).map(row).collect()
}

/// The ends of the columns of a hint, so that the headings above show what they are.
pub(super) struct Columns {
    /// The heading of the hint.
    pub(super) title: String,
    /// The headings of the figures; empty above a column without figures, and above chances that
    /// are all proven.
    headings: [&'static str; HEADINGS.len()],
    /// The columns where the figures end.
    ends: [u16; HEADINGS.len()],
}

impl Columns {
    /// The columns of `rows` below `title`, with a `gap` after the longest name of a step and after
    /// the title.
    pub(super) fn of(rows: &[Row], title: String, gap: u16) -> Self {
        let widest =
            |column: usize| rows.iter().map(|row| width(&row.figures[column])).max().unwrap_or(0);
        let is_proven = widest(PLAYOUTS) == 0;
        let mut headings = HEADINGS;
        let mut end = rows.iter().map(|row| width(&row.step)).max().unwrap_or(0);
        let mut headed = width(&title);
        let mut ends = [0; HEADINGS.len()];
        for column in 0..HEADINGS.len() {
            let figures = widest(column);
            if figures == 0 || is_proven && column == 0 {
                headings[column] = "";
            }
            if figures > 0 {
                end += gap + figures;
                if !headings[column].is_empty() {
                    end = end.max(headed + gap + width(headings[column]));
                    headed = end;
                }
            }
            ends[column] = end;
        }
        Self { title, headings, ends }
    }

    /// True if a panel of so many columns has room for them.
    pub(super) fn fit(&self, columns: u16) -> bool {
        self.ends[PLAYOUTS].max(width(&self.title)) <= columns
    }

    pub(super) fn has_leads(&self) -> bool {
        !self.headings[LEAD].is_empty()
    }

    /// The line above the steps.
    pub(super) fn heading(&self) -> String {
        self.line(&self.title, self.headings)
    }

    /// The line of one step.
    pub(super) fn row(&self, row: &Row) -> String {
        self.line(&row.step, row.figures.each_ref().map(String::as_str))
    }

    /// `start`, with the other texts at the ends of their columns.
    fn line(&self, start: &str, texts: [&str; HEADINGS.len()]) -> String {
        let mut line = start.to_owned();
        for (text, end) in texts.into_iter().zip(self.ends).filter(|(text, _)| !text.is_empty()) {
            let blanks = end.saturating_sub(width(&line) + width(text));
            line.push_str(&" ".repeat(blanks.into()));
            line.push_str(text);
        }
        line
    }
}
