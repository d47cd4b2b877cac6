//! Files of puzzles: a line of JSON for each.
//!
//! ```text
//! {"position":"necklace size=4 4/4/2b1/2r1 red","line":"c3 d3 b2","aim":"win","check":"proof","rating":1433,"source":7}
//! ```
//!
//! The position is written as in `docs/positions.md`, the steps by their names. A file may come
//! from anywhere: it is bounded, and every step is played before it is believed to be legal.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use tetralith_core::position_text::{self, PositionTextError};
use tetralith_core::text::{Excerpt, display_text, is_cut_off};
use tetralith_core::{Game, IllegalStep, Names, NotationError, Step};
use thiserror::Error;

use crate::puzzles::check::Check;
use crate::puzzles::puzzle::{MAX_STEPS, Puzzle};

/// The most bytes of a file.
pub const MAX_BYTES: usize = 4 << 20;

/// The most puzzles of a file.
pub const MAX_PUZZLES: usize = 10_000;

/// The highest rating that is believed.
const MAX_RATING: u16 = 4_000;

/// The reasons why a file of puzzles cannot be used. Each is one sentence.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum PuzzleFileError {
    #[error("the file has {length} bytes; a puzzle file has at most {MAX_BYTES}")]
    TooLong {
        /// The length in bytes.
        length: usize,
    },
    #[error("there are more than {MAX_PUZZLES} puzzles")]
    TooMany,
    #[error("this is not a text file")]
    NoText,
    #[error("line {line}: {source}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        source: LineError,
    },
}

/// The reasons why a line is no puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum LineError {
    #[error("this is not a puzzle: {}", fault(.0))]
    Form(#[from] serde_json::Error),
    #[error(transparent)]
    Position(#[from] PositionTextError),
    /// A step of its solution has no such name.
    #[error(transparent)]
    Name(#[from] NotationError),
    #[error(transparent)]
    Step(#[from] IllegalStep),
    /// The solution has too many steps, or none.
    #[error("a solution has 1 to {MAX_STEPS} moves, and this one has {count}")]
    Length {
        /// The steps it has.
        count: usize,
    },
    /// The solution does not end with a move of the side that begins.
    #[error("the solution must end with a move by the side that starts it")]
    Last,
    /// A word means nothing.
    #[error("'{text}' is not {known}")]
    Word {
        /// The word.
        text: Excerpt,
        /// The words that mean something.
        known: &'static str,
    },
    #[error("the rating {rating} is out of range: whole numbers from 0 to {MAX_RATING}")]
    Rating { rating: Number },
    /// The number of the game it is from is absurd.
    #[error("the source {number} is out of range: whole numbers from 0")]
    Source { number: Number },
}

/// The fault of a line, without serde's line number, which is always 1; quotations are shortened
/// and cannot act on a terminal.
fn fault(error: &serde_json::Error) -> String {
    /// The most characters.
    const MOST: usize = 120;
    let text = if error.is_eof() { "the line is cut off".to_owned() } else { error.to_string() };
    let said = text.rsplit_once(" at line ").map_or(text.as_str(), |(said, _)| said);
    let mut fault: String = display_text(said).chars().take(MOST).collect();
    fault.push_str(if said.chars().nth(MOST).is_some() { "…" } else { "" });
    if error.column() > 0 { format!("{fault}, at column {}", error.column()) } else { fault }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPuzzle {
    position: String,
    line: String,
    aim: String,
    check: RawCheck,
    // Not an integer type, whose name serde would put into the error for another number.
    rating: Number,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    #[serde(default = "no_source")]
    source: Number,
}

fn no_source() -> Number {
    0.into()
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "its check must be 'proof', or simulations and a gap")]
enum RawCheck {
    Word(String),
    Search { simulations: u64, gap: f32 },
}

/// The word for a proof.
const PROOF: &str = "proof";

/// The beginning of every line that is written here.
const BEGIN: &str = r#"{"position":""#;

/// Reads a file of puzzles. Lines that are empty mean nothing; a last line that was cut off is left
/// out if `is_growing`.
///
/// # Errors
/// [`PuzzleFileError`] that names the line which is wrong.
pub fn read(bytes: &[u8], is_growing: bool) -> Result<Vec<Puzzle>, PuzzleFileError> {
    if bytes.len() > MAX_BYTES {
        return Err(PuzzleFileError::TooLong { length: bytes.len() });
    }
    let text = std::str::from_utf8(bytes).map_err(|_| PuzzleFileError::NoText)?;
    let text = tetralith_core::text::without_mark(text);
    let mut puzzles = Vec::new();
    for (line, text) in (1..).zip(text.split_inclusive('\n')) {
        if text.trim().is_empty() {
            continue;
        }
        match puzzle(text) {
            Ok(_) if puzzles.len() == MAX_PUZZLES => return Err(PuzzleFileError::TooMany),
            Ok(puzzle) => puzzles.push(puzzle),
            Err(LineError::Form(_))
                if is_growing && !text.ends_with('\n') && is_cut_off(text.as_bytes(), BEGIN) =>
            {
                break;
            }
            Err(source) => return Err(PuzzleFileError::Line { line, source }),
        }
    }
    Ok(puzzles)
}

/// The names of [`PuzzleTheme`], for the error about another.
const THEMES: &str = "a theme: pass, flip, defence, finish, link-and-cut, link, cut or distance";

fn puzzle(text: &str) -> Result<Puzzle, LineError> {
    let raw: RawPuzzle = serde_json::from_str(text.trim_end())?;
    let word = |text: &str, known| LineError::Word { text: Excerpt::new(text), known };
    let position = position_text::read(&raw.position)?;
    let line = steps(&position, &raw.line)?;
    let aim = raw.aim.parse().map_err(|_| word(&raw.aim, "an aim: win, draw or best"))?;
    let check = match raw.check {
        RawCheck::Word(proof) if proof == PROOF => Check::Proof,
        RawCheck::Word(other) => {
            return Err(word(&other, "a check: 'proof', or simulations and a gap"));
        }
        RawCheck::Search { simulations, gap } => {
            Check::Search { simulations, gap: gap.clamp(0.0, 1.0) }
        }
    };
    let theme = raw.theme.map(|id| id.parse().map_err(|_| word(&id, THEMES))).transpose()?;
    let whole = raw.rating.as_u64().and_then(|rating| u16::try_from(rating).ok());
    let rating = whole
        .filter(|&rating| rating <= MAX_RATING)
        .ok_or(LineError::Rating { rating: raw.rating })?;
    let source = raw.source.as_u64().ok_or(LineError::Source { number: raw.source })?;
    Ok(Puzzle { position, line, aim, check, rating, theme, source })
}

/// The steps of a solution, each of them legal, the last by the side that began.
fn steps(position: &Game, text: &str) -> Result<Vec<Step>, LineError> {
    let names = Names::of(position);
    let count = text.split_whitespace().count();
    if count == 0 || count > MAX_STEPS {
        return Err(LineError::Length { count });
    }
    let mut next = position.clone();
    let mut line = Vec::with_capacity(count);
    let mut last = position.to_move().other();
    for name in text.split_whitespace() {
        let step = names.parse_step(name)?;
        last = next.to_move();
        next.play(step)?;
        line.push(step);
    }
    if last == position.to_move() { Ok(line) } else { Err(LineError::Last) }
}

/// Writes a puzzle as a line of a file, its end included.
pub fn write(puzzle: &Puzzle) -> String {
    let names = Names::of(&puzzle.position);
    let line: Vec<String> = puzzle.line.iter().map(|&step| names.step(step)).collect();
    let raw = RawPuzzle {
        position: position_text::write(&puzzle.position),
        line: line.join(" "),
        aim: puzzle.aim.id().to_owned(),
        check: match puzzle.check {
            Check::Proof => RawCheck::Word(PROOF.to_owned()),
            // Hundredths show all that a search knows.
            Check::Search { simulations, gap } => {
                RawCheck::Search { simulations, gap: (gap * 100.0).floor() / 100.0 }
            }
        },
        rating: puzzle.rating.into(),
        theme: puzzle.theme.map(|theme| theme.id().to_owned()),
        source: puzzle.source.into(),
    };
    // Texts and numbers always have a JSON form.
    serde_json::to_string(&raw).unwrap_or_default() + "\n"
}
