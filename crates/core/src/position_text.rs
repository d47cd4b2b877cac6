//! A position as one line of text, to be pasted into a message or a file, and read from there.
//!
//! ```text
//! necklace size=5 pie=true 5/2b2/1r3/5/5 red
//! multiplicity size=3 3/1w2/5/1r2/3 white bound c2
//! ```
//!
//! First the game, then its options where they are not the usual ones, then the rows of the board
//! from the top: a number for so many vacant cells, the first letter of a colour for a stone. Then
//! the colour to move, and where that is not all, its turn: `first`, `bound` or `free` with the
//! cell before it in an opening; `swap` where it may swap sides; `passed` after a pass, `passed
//! twice` after two. The notation is described in `docs/positions.md`.

use std::fmt::Write as _;

use thiserror::Error;

use crate::board::Colour;
use crate::cell::{Cell, CellSet};
use crate::games::{Game, NewGameError, ids, info};
use crate::geometry::{Geometry, Place};
use crate::illegal::IllegalArrangement;
use crate::notation::{Names, NotationError};
use crate::rules::{Arrangement, Info, Options, Phase, Setup, SetupError};
use crate::text::{Excerpt, digest, without_mark};

/// The most bytes of a position's text, many times what the largest board takes.
pub const MAX_POSITION_TEXT: usize = 4096;

/// The reasons why a text is no position. Each is one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum PositionTextError {
    #[error("a position has at most {MAX_POSITION_TEXT} bytes, and this text has {length}")]
    TooLong {
        /// The length of the text in bytes.
        length: usize,
    },
    /// The first word is no game.
    #[error(transparent)]
    Game(#[from] NewGameError),
    /// The options cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(
        "'{text}' is not an option of a position; options look like size=7, board=hexhex, \
         pie=true, ties=parity"
    )]
    Option {
        /// The word.
        text: Excerpt,
    },
    #[error("the rows of the board are missing; they look like '3/3/3'")]
    NoRows,
    /// There are too few or too many rows.
    #[error("there are {found} rows, and this board has {wanted}")]
    Rows {
        /// The number of rows in the text.
        found: usize,
        /// The number of rows of the board.
        wanted: u8,
    },
    /// A row has too few or too many cells.
    #[error("row {row} '{text}' has {found} cells instead of {wanted}")]
    Row {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The row as it is written.
        text: Excerpt,
        /// The number of cells it has.
        found: usize,
        /// The number of cells it should have.
        wanted: usize,
    },
    /// A row holds something that is neither a number nor a stone.
    #[error(
        "row {row} '{text}'{}: '{}' is neither a number of vacant cells nor a stone, {} or {}",
        .cell.as_ref().map_or_else(String::new, |cell| format!(", at {cell}")),
        Excerpt::new(.letter.encode_utf8(&mut [0; 4])), .stones[0], .stones[1]
    )]
    Stone {
        /// The row, counted from 1 at the top.
        row: usize,
        /// The row as it is written.
        text: Excerpt,
        /// The name of the cell that the letter means; `None` if it is beyond the row's cells.
        cell: Option<String>,
        letter: char,
        /// The letters of the first and the second player's stones.
        stones: [char; 2],
    },
    /// The player to move is missing or none of the two.
    #[error("'{text}' is not a player; the player to move is {} or {}", .colours[0], .colours[1])]
    ToMove {
        /// The word; empty if it is missing.
        text: Excerpt,
        /// The names of the two colours.
        colours: [&'static str; 2],
    },
    /// The text after the player to move is no kind of turn.
    #[error(
        "'{text}' is not a kind of turn; the kinds are 'first', 'bound CELL', 'free CELL', \
         'swap', 'passed' and 'passed twice'"
    )]
    Turn {
        /// The text after the player to move.
        text: Excerpt,
    },
    /// The cell of a turn of the opening is not a cell of the board.
    #[error(transparent)]
    Cell(#[from] NotationError),
    /// The rules allow no such position.
    #[error("this position is illegal: {0}")]
    Illegal(#[from] IllegalArrangement),
}

/// Writes `position` as one line of text.
///
/// ```
/// use tetralith_core::{Cell, Game, Setup, Step, position_text};
/// let setup = Setup { size: Some(3), pie: Some(true), ..Setup::default() };
/// let mut game = Game::new("necklace", &setup)?;
/// game.play(Step::Place(Cell::new(4)))?;
/// let text = position_text::write(&game);
/// assert_eq!(text, "necklace size=3 pie=true 3/1r1/3 blue swap");
/// assert_eq!(position_text::read(&text)?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(position: &Game) -> String {
    let info = position.info();
    let mut text = info.id.to_owned();
    write_options(&mut text, info, *position.options());
    let _ = write!(text, " {}", write_arrangement(Names::of(position), &position.arrangement()));
    text
}

/// Reads a position from one line of text, with any blanks between its words.
///
/// # Errors
/// [`PositionTextError`] that names the row or the cell which is wrong.
pub fn read(text: &str) -> Result<Game, PositionTextError> {
    if text.len() > MAX_POSITION_TEXT {
        return Err(PositionTextError::TooLong { length: text.len() });
    }
    let mut words = without_mark(text).split_whitespace().peekable();
    let id = words.next().unwrap_or_default().to_ascii_lowercase();
    let info = info(&id).ok_or(NewGameError::Game { name: Excerpt::new(&id).to_string() })?;
    let mut setup = Setup::default();
    while let Some(word) = words.next_if(|word| word.contains('=')) {
        setup
            .read(info, word)
            .ok_or_else(|| PositionTextError::Option { text: Excerpt::new(word) })??;
    }
    let options = info.options(&setup)?;
    let rest: Vec<&str> = words.collect();
    let names = Names { info, geometry: options.geometry() };
    Ok(Game::arranged(info, &options, &read_arrangement(names, &rest)?)?)
}

/// The number of a position in files of progress: the digest of its text.
pub fn number(position: &Game) -> u64 {
    digest(write(position).bytes())
}

/// True if `text` begins as a position does: with the name of a game and a blank.
pub fn is_position(text: &str) -> bool {
    let mut words = without_mark(text).split_whitespace();
    let first = words.next().unwrap_or_default();
    ids().iter().any(|id| id.eq_ignore_ascii_case(first)) && words.next().is_some()
}

/// Writes the rows and the turn of a position, without its game and its options.
pub fn write_arrangement(names: Names, arrangement: &Arrangement) -> String {
    let Names { info, geometry } = names;
    let letters = letters(info);
    let mut text = String::new();
    for row in rows(geometry) {
        if !text.is_empty() {
            text.push('/');
        }
        let mut vacant = 0;
        for cell in row {
            let stone = Colour::BOTH
                .into_iter()
                .find(|colour| arrangement.stones[colour.index()].contains(cell));
            match stone {
                None => vacant += 1,
                Some(colour) => {
                    push_vacant(&mut text, &mut vacant);
                    text.push(letters[colour.index()]);
                }
            }
        }
        push_vacant(&mut text, &mut vacant);
    }
    let _ = write!(text, " {}", info.side(arrangement.to_move).name);
    let _ = match arrangement.phase {
        Phase::First => write!(text, " first"),
        Phase::Bound { anchor } => write!(text, " bound {}", names.cell(anchor)),
        Phase::Free { bound } => write!(text, " free {}", names.cell(bound)),
        Phase::Placement => Ok(()),
    };
    text.push_str(if arrangement.swap { " swap" } else { "" });
    text.push_str(["", " passed", " passed twice"][usize::from(arrangement.passes.min(2))]);
    text
}

/// Reads the rows and the turn of a position from its words.
///
/// # Errors
/// [`PositionTextError`] that names the row or the word which is wrong. The rules are not asked.
pub fn read_arrangement(names: Names, words: &[&str]) -> Result<Arrangement, PositionTextError> {
    let (stones, rest) = words.split_first().ok_or(PositionTextError::NoRows)?;
    let stones = read_stones(names, stones)?;
    let (to_move, turn) = rest.split_first().map_or(("", &[][..]), |(word, turn)| (*word, turn));
    let to_move = Colour::BOTH
        .into_iter()
        .find(|colour| names.info.side(*colour).name.eq_ignore_ascii_case(to_move))
        .ok_or_else(|| PositionTextError::ToMove {
            text: Excerpt::new(to_move),
            colours: Colour::BOTH.map(|colour| names.info.side(colour).name),
        })?;
    let plain = Arrangement { stones, to_move, ..Arrangement::EMPTY };
    Ok(match *turn {
        [] => plain,
        ["first"] => Arrangement { phase: Phase::First, ..plain },
        ["bound", anchor] => {
            Arrangement { phase: Phase::Bound { anchor: names.parse_cell(anchor)? }, ..plain }
        }
        ["free", bound] => {
            Arrangement { phase: Phase::Free { bound: names.parse_cell(bound)? }, ..plain }
        }
        ["swap"] => Arrangement { swap: true, ..plain },
        ["passed"] => Arrangement { passes: 1, ..plain },
        ["passed", "twice"] => Arrangement { passes: 2, ..plain },
        _ => return Err(PositionTextError::Turn { text: Excerpt::new(&turn.join(" ")) }),
    })
}

fn push_vacant(text: &mut String, vacant: &mut usize) {
    if *vacant > 0 {
        let _ = write!(text, "{vacant}");
        *vacant = 0;
    }
}

/// The letters of the stones: the first of each colour's name, or `x` and `o` where these are the
/// same.
fn letters(info: &Info) -> [char; 2] {
    let [first, second] =
        Colour::BOTH.map(|colour| info.side(colour).name.chars().next().unwrap_or('?'));
    if first == second { ['x', 'o'] } else { [first, second] }
}

/// The rows of the board from the top, the cells of each from the left.
fn rows(geometry: &Geometry) -> impl Iterator<Item = Vec<Cell>> + '_ {
    let row = move |row| {
        (0..geometry.width()).filter_map(move |x| geometry.cell_at(Place { row, x })).collect()
    };
    (0..geometry.rows()).rev().map(row)
}

fn read_stones(names: Names, text: &str) -> Result<[CellSet; 2], PositionTextError> {
    let letters = letters(names.info);
    let mut stones = [CellSet::EMPTY; 2];
    let found = text.split('/').count();
    if found != usize::from(names.geometry.rows()) {
        return Err(if text.contains('/') {
            PositionTextError::Rows { found, wanted: names.geometry.rows() }
        } else {
            PositionTextError::NoRows
        });
    }
    for (i, (cells, text)) in rows(names.geometry).zip(text.split('/')).enumerate() {
        let excerpt = || Excerpt::new(text);
        let (row, wanted) = (i + 1, cells.len());
        // No row is so long that more would matter.
        let (mut at, mut number) = (0_usize, 0_usize);
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10).filter(|&digit| digit > 0 || number > 0) {
                number = (10 * number + digit as usize).min(MAX_POSITION_TEXT);
                continue;
            }
            at += std::mem::take(&mut number);
            let colour = letters
                .iter()
                .position(|stone| stone.eq_ignore_ascii_case(&letter))
                .ok_or_else(|| {
                    let cell = cells.get(at).map(|&cell| names.cell(cell));
                    PositionTextError::Stone { row, text: excerpt(), cell, letter, stones: letters }
                })?;
            if let Some(&cell) = cells.get(at) {
                stones[colour].insert(cell);
            }
            at += 1;
        }
        if at + number != wanted {
            return Err(PositionTextError::Row {
                row,
                text: excerpt(),
                found: at + number,
                wanted,
            });
        }
    }
    Ok(stones)
}

pub(crate) fn write_options(text: &mut String, info: &Info, options: Options) {
    let usual = info.boards[0];
    if options.board != usual.shape {
        let _ = write!(text, " board={}", options.board.id());
    }
    let size =
        info.boards.iter().find(|range| range.shape == options.board).map(|range| range.default);
    if size != Some(options.size) {
        let _ = write!(text, " size={}", options.size);
    }
    let board = Setup {
        board: Some(options.board),
        size: Some(i64::from(options.size)),
        ..Setup::default()
    };
    let usual = info.options(&board).ok();
    for &kind in info.options {
        if usual.is_none_or(|usual| usual.get(kind) != options.get(kind)) {
            let _ = write!(text, " {}={}", kind.id(), options.get(kind));
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::games::{INFOS, Visitor};
    use crate::knowledge::Knowledge;
    use crate::rules::OptionKind;
    use crate::step::Step;

    /// A random legal step, or `None` once the game is over.
    struct Random<'a>(&'a mut Xoshiro256PlusPlus);

    impl Visitor for Random<'_> {
        type Output = Option<Step>;
        fn visit<G: Knowledge>(self, position: &G) -> Option<Step> {
            position.random_step(self.0, &mut Vec::new())
        }
    }

    /// Every choice of options on a small and on the usual board of each shape.
    fn configurations() -> impl Iterator<Item = (&'static Info, Options)> {
        let setups = |info: &'static Info| {
            info.boards.iter().flat_map(move |range| {
                [range.min + 2, range.default].into_iter().flat_map(move |size| {
                    [None, Some(false), Some(true)].map(move |flag| Setup {
                        board: Some(range.shape),
                        size: Some(i64::from(size)),
                        opening: flag.filter(|_| info.has(OptionKind::Opening)),
                        pie: flag.filter(|_| info.has(OptionKind::Pie)),
                        ..Setup::default()
                    })
                })
            })
        };
        INFOS.iter().flat_map(move |&info| {
            setups(info).map(move |setup| (info, info.options(&setup).unwrap()))
        })
    }

    #[test]
    fn positions_of_random_games_are_read_as_written() {
        for (info, options) in configurations() {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
            let mut game = Game::start(info, &options).unwrap();
            let mut ply = 0;
            loop {
                let over_otherwise = game
                    .outcome()
                    .is_some_and(|outcome| matches!(outcome.reason, crate::Reason::Own(_)));
                if !over_otherwise && (ply < 8 || ply % 5 == 0 || game.outcome().is_some()) {
                    let text = write(&game);
                    let read = read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(read, game, "{text}");
                    assert_eq!(read.legal(), game.legal(), "{text}");
                    assert_eq!(read.standing(), game.standing(), "{text}");
                    assert_eq!(write(&read), text);
                }
                let Some(step) = game.visit(Random(&mut rng)) else { break };
                game.play(step).unwrap();
                ply += 1;
            }
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, sentence) in [
            ("", "there is no game ''"),
            (
                "chess 8/8",
                "there is no game 'chess'; the games are multiplicity, greylox, plurality, \
                 necklace",
            ),
            ("necklace size=3", "the rows of the board are missing; they look like '3/3/3'"),
            ("necklace size=3 3/3 red", "there are 2 rows, and this board has 3"),
            ("necklace size=3 3/2/3 red", "row 2 '2' has 2 cells instead of 3"),
            ("necklace size=3 3/99999999999999999999r/3 red", "has 4097 cells instead of 3"),
            (
                "necklace size=3 3/1w1/3 red",
                "row 2 '1w1', at b2: 'w' is neither a number of vacant cells nor a stone, r or b",
            ),
            (
                "necklace size=3 3/1\u{1b}1/3 red",
                "row 2 '1\\u{1b}1', at b2: '\\u{1b}' is neither a number of vacant cells nor a \
                 stone, r or b",
            ),
            ("necklace size=3 3/3/3", "'' is not a player; the player to move is red or blue"),
            (
                "necklace size=3 3/3/3 green",
                "'green' is not a player; the player to move is red or blue",
            ),
            ("necklace size=3 3/3/3 red now", "'now' is not a kind of turn"),
            (
                "necklace size=3 3/3/3 red passed",
                "this position is illegal: this game has no passing",
            ),
            (
                "necklace size=3 3/3/3 red swap",
                "this position is illegal: the player to move cannot swap sides here",
            ),
            (
                "necklace size=3 rb1/br1/3 red",
                "this position is illegal: there is a crosscut on a2, a3, b2 and b3",
            ),
            (
                "necklace size=3 1r1/r1b/1b1 red",
                "this position is illegal: b2 cannot reach the edge of the board",
            ),
            ("necklace size=2 komi=2 2/2 red", "Necklace has no option 'komi'"),
            ("necklace size=x 2/2 red", "'size=x' is not an option of a position"),
            ("necklace size=+2 2/2 red", "'size=+2' is not an option of a position"),
            ("necklace size=2 size=3 3/3/3 red", "the option 'size' appears twice"),
            ("necklace size=2 pie=true pie=false 2/2 red", "the option 'pie' appears twice"),
            ("necklace size=3 3/03/3 red", "row 2 '03', at a2: '0' is neither a number"),
            ("necklace size=99 2/2 red", "size 99 is out of range"),
            (
                "plurality size=3 bb1/bw1/3 black",
                "this position is illegal: the 2×2 square a2, a3, b2 and b3 is full",
            ),
            ("multiplicity size=2 1w/3/2 red", "the opening is not over: a free stone can go to"),
            (
                "multiplicity size=3 3/4/2w2/4/3 red bound a1",
                "the bound stone goes next to an opponent's stone",
            ),
            ("multiplicity size=3 3/4/2w2/4/3 red bound z9", "'z9' is not a cell"),
            (
                "greylox size=2 opening=false 2/3/2 white first",
                "this game is played without the opening",
            ),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(sentence), "{text}: {error}");
        }
        let long = format!("necklace {}", "x".repeat(MAX_POSITION_TEXT));
        assert!(matches!(read(&long), Err(PositionTextError::TooLong { .. })));
    }

    #[test]
    fn a_stone_in_the_middle_of_others_is_no_loop() {
        let game = read("necklace size=5 5/1rrr1/1rrr1/1rrr1/5 blue").unwrap();
        assert_eq!(game.legal().len(), 16);
        assert!(
            is_position("Necklace 3/3/3 red")
                && !is_position("{\"game\": \"necklace\"}")
                && !is_position("necklace")
        );
    }
}
