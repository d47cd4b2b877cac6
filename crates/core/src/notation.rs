//! Names of cells, steps, turns and colours as people write them, and sentences made of what a game
//! refuses.
//!
//! Reading never asks whether a step is legal: the game judges that afterwards.

use std::fmt;

use thiserror::Error;

use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet};
use crate::geometry::{Geometry, Place, Shape};
use crate::rules::{Info, OptionKind, PlayError, Refusal};
use crate::step::{Step, StepKind};
use crate::text::Excerpt;

/// The most cells that a sentence lists by name.
const LISTED: usize = 12;

/// The names of cells, steps and colours in one game on one board.
///
/// Source: `docs/rules.md`, "Names of cells" and "Names of steps and moves".
#[derive(Clone, Copy)]
pub struct Names {
    /// The game.
    pub info: &'static Info,
    /// The board.
    pub geometry: &'static Geometry,
}

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        self.info.id == other.info.id && self.geometry == other.geometry
    }
}

impl Eq for Names {}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Names({}, {:?})", self.info.id, self.geometry)
    }
}

/// The reasons why a text does not name a cell, a step or a turn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum NotationError {
    /// There is nothing to read.
    #[error("no move was given; name a cell, such as 'a1'")]
    Empty,
    /// The text is not a letter of the board with a number.
    #[error("'{text}' is not a cell; {lines} run from a to {last}, as in 'a1'")]
    Cell {
        text: Excerpt,
        /// The lines that letters name: columns or rows.
        lines: &'static str,
        last: char,
    },
    /// The letter is on the board, but there is no such number in its line.
    #[error("'{text}' is not a cell; {line} {letter} runs from {letter}1 to {letter}{last}")]
    Number {
        text: Excerpt,
        /// The line that the letter names: a column or a row.
        line: &'static str,
        letter: char,
        /// The last number in its line.
        last: u8,
    },
    /// More steps than any turn has.
    #[error("'{text}' is more than {most}")]
    TooLong { text: Excerpt, most: &'static str },
    /// Not the three cells of a tromino.
    #[error(
        "'{text}' is not a tromino; name three different cells, the opponent's last, or 'pass'"
    )]
    Tromino { text: Excerpt },
    /// No mark that a person puts on a cell.
    #[error("'{text}' is not a mark; a mark looks like c3, c3=A, c3# or c3>e5")]
    OwnMark { text: Excerpt },
    /// More than one star, or one beside no cell.
    #[error("'{text}' has a misplaced star; a star marks the opponent's stone, as in 'c3 c4* d4'")]
    Star { text: Excerpt },
}

impl Names {
    /// The name of `colour` in records: one lower-case word.
    pub const fn colour(self, colour: Colour) -> &'static str {
        self.info.side(colour).name
    }

    /// The name of `colour` as people write it.
    pub const fn title(self, colour: Colour) -> &'static str {
        self.info.side(colour).title
    }

    /// The name of `cell`: a letter and a number.
    ///
    /// ```
    /// use tetralith_core::{Cell, Game, Setup, notation::Names};
    /// let game = Game::new("multiplicity", &Setup { size: Some(5), ..Setup::default() })?;
    /// assert_eq!(Names::of(&game).cell(Cell::new(60)), "i5");
    /// # Ok::<(), tetralith_core::NewGameError>(())
    /// ```
    pub fn cell(self, cell: Cell) -> String {
        if cell.index() >= self.geometry.len() {
            return format!("{cell:?}");
        }
        let (letter, number) = self.parts(cell);
        format!("{letter}{number}")
    }

    /// The letter and the number that the name of a `cell` of the board is made of.
    pub fn parts(self, cell: Cell) -> (char, u8) {
        let Place { row, x } = self.geometry.place(cell);
        let (letter, number) = match self.geometry.shape() {
            Shape::Square => (x / 2, row),
            Shape::Hexhex => (row, (x - self.indent(row)) / 2),
        };
        (char::from(b'a' + letter), number + 1)
    }

    /// The line named by the letter of a `cell` of the board: `column` or `row`, and the letter.
    pub fn line(self, cell: Cell) -> (&'static str, char) {
        let (line, _) = self.words_of_lines();
        (line, self.parts(cell).0)
    }

    /// The words for the lines that letters name: for one, and for several.
    const fn words_of_lines(self) -> (&'static str, &'static str) {
        match self.geometry.shape() {
            Shape::Square => ("column", "columns"),
            Shape::Hexhex => ("row", "rows"),
        }
    }

    /// The name of `step`: `e5`, `xe5`, `c3,c4,d4` (the opponent's stone last), `pass` or `swap`.
    pub fn step(self, step: Step) -> String {
        match step {
            Step::Place(cell) => self.cell(cell),
            Step::Flip(cell) => format!("x{}", self.cell(cell)),
            Step::Tromino { own: [a, b], other } => {
                format!("{},{},{}", self.cell(a.min(b)), self.cell(a.max(b)), self.cell(other))
            }
            Step::Pass => "pass".to_owned(),
            Step::Swap => "swap".to_owned(),
        }
    }

    /// The name of a turn: its steps joined by commas.
    pub fn turn(self, steps: &[Step]) -> String {
        steps.iter().map(|&step| self.step(step)).collect::<Vec<_>>().join(",")
    }

    /// The names of `cells` as part of a sentence: `a1`, `a1 and b2`, `a1, b2 and c3`.
    ///
    /// Of more than twelve, the first twelve are named and the rest counted.
    pub fn list(self, cells: &CellSet) -> String {
        let mut names: Vec<String> =
            cells.iter().take(LISTED).map(|cell| self.cell(cell)).collect();
        let more = cells.len().saturating_sub(names.len());
        if more > 0 {
            names.push(format!("{more} more"));
        }
        match names.split_last() {
            None => "no cell".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }

    /// The board as lines of text with the names of rows and columns: `.` is vacant, a letter the
    /// colour of a stone.
    ///
    /// ```
    /// use tetralith_core::{Game, Setup, notation::Names};
    /// let setup = Setup { size: Some(2), opening: Some(false), ..Setup::default() };
    /// let mut game = Game::new("multiplicity", &setup)?;
    /// let names = Names::of(&game);
    /// for cell in ["a1", "b3"] {
    ///     game.play(names.parse_step(cell).unwrap()).unwrap();
    /// }
    /// assert_eq!(names.diagram(game.board()), "c   . .\nb  . . R\na   W .");
    /// # Ok::<(), tetralith_core::NewGameError>(())
    /// ```
    pub fn diagram(self, board: &Board) -> String {
        let geometry = self.geometry;
        let mark = |place: Place| match geometry.cell_at(place).map(|cell| board.at(cell)) {
            None => ' ',
            Some(None) => '.',
            Some(Some(colour)) => self.title(colour).chars().next().unwrap_or('?'),
        };
        let mut lines: Vec<String> = (0..geometry.rows())
            .rev()
            .map(|row| {
                let line: String = (0..geometry.width()).map(|x| mark(Place { row, x })).collect();
                let label = match geometry.shape() {
                    Shape::Square => format!("{:2}", row + 1),
                    Shape::Hexhex => char::from(b'a' + row).to_string(),
                };
                format!("{label}  {line}").trim_end().to_owned()
            })
            .collect();
        if geometry.shape() == Shape::Square {
            let letters = (b'a'..)
                .take(usize::from(geometry.size()))
                .map(|letter| char::from(letter).to_string());
            lines.push(format!("    {}", letters.collect::<Vec<_>>().join(" ")));
        }
        lines.join("\n")
    }

    /// The cell called `text`.
    ///
    /// # Errors
    /// [`NotationError::Cell`] or [`NotationError::Number`] if the board has no such cell.
    pub fn parse_cell(self, text: &str) -> Result<Cell, NotationError> {
        let rows = self.geometry.rows();
        let (line, lines) = self.words_of_lines();
        let not_a_cell = || NotationError::Cell {
            text: Excerpt::new(text),
            lines,
            last: char::from(b'a' + rows - 1),
        };
        let (&letter, number) = text.as_bytes().split_first().ok_or(NotationError::Empty)?;
        let index =
            letter.checked_sub(b'a').filter(|&index| index < rows).ok_or_else(not_a_cell)?;
        if number.is_empty() || number[0] == b'0' || !number.iter().all(u8::is_ascii_digit) {
            return Err(not_a_cell());
        }
        let last = self.line_len(index);
        let number =
            text[1..].parse::<u8>().ok().filter(|&number| number <= last).ok_or_else(|| {
                NotationError::Number {
                    text: Excerpt::new(text),
                    line,
                    letter: char::from(letter),
                    last,
                }
            })?;
        let before: usize = (0..index).map(|line| usize::from(self.line_len(line))).sum();
        Ok(Cell::new(before + usize::from(number) - 1))
    }

    /// The step called `text`.
    ///
    /// If a board has a line x, `x5` is its cell and `xe5` a flip.
    ///
    /// # Errors
    /// [`NotationError`] if it does not have the form of one step.
    pub fn parse_step(self, text: &str) -> Result<Step, NotationError> {
        match *self.parse_turn(text)? {
            [step] => Ok(step),
            _ => Err(NotationError::TooLong { text: Excerpt::new(text), most: "one move" }),
        }
    }

    /// The one or two steps of the turn called `text`, as [`Names::turn`] writes them.
    ///
    /// In a game of trominoes three cells are one step, the own stones in either order and the
    /// opponent's last.
    ///
    /// ```
    /// use tetralith_core::{Game, Setup, notation::Names};
    /// let names = Names::of(&Game::new("multiplicity", &Setup::default())?);
    /// let turn = names.parse_turn("d4,g2").map(|steps| names.turn(&steps));
    /// assert_eq!(turn.as_deref(), Ok("d4,g2"));
    /// assert_eq!(
    ///     names.parse_turn("z9").unwrap_err().to_string(),
    ///     "'z9' is not a cell; rows run from a to k, as in 'a1'"
    /// );
    /// # Ok::<(), tetralith_core::NewGameError>(())
    /// ```
    ///
    /// # Errors
    /// [`NotationError`] if it does not have the form of a turn.
    pub fn parse_turn(self, text: &str) -> Result<Vec<Step>, NotationError> {
        // Four parts are enough to see that there are too many.
        self.assemble(text, &text.split(',').take(4).collect::<Vec<_>>(), None)
    }

    /// A turn as typed: like [`Names::parse_turn`], but forgiving.
    ///
    /// Upper case is lower case; blanks separate as commas do, and neither matters at the ends. In
    /// a game of trominoes a star before or after a cell marks the opponent's stone, wherever it
    /// is: `D4 e4* d5`.
    ///
    /// # Errors
    /// [`NotationError`] if it does not have the form of a turn.
    pub fn parse_typed(self, text: &str) -> Result<Vec<Step>, NotationError> {
        let lower = text.to_lowercase();
        let mut parts: Vec<&str> = lower
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|part| !part.is_empty())
            .take(4)
            .collect();
        let mut starred = None;
        for (i, part) in parts.iter_mut().enumerate().filter(|_| self.has_trominoes()) {
            if let Some(cell) = part.strip_suffix('*').or_else(|| part.strip_prefix('*')) {
                *part = cell;
                if cell.is_empty() || starred.replace(i).is_some() {
                    return Err(NotationError::Star { text: Excerpt::new(text) });
                }
            }
        }
        self.assemble(text.trim(), &parts, starred)
    }

    /// The colour called `name`, in records or by people, in any case.
    pub fn parse_colour(self, name: &str) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| self.colour(colour).eq_ignore_ascii_case(name))
    }

    /// Explains why a step was refused, in one sentence without a full stop that begins in lower
    /// case or with a name.
    ///
    /// An [`IllegalStep`](crate::IllegalStep) has the same sentence by itself; this is for what
    /// [`Game::check`](crate::Game::check) finds.
    ///
    /// ```
    /// use tetralith_core::{Game, Names, Setup};
    /// let game = Game::new("multiplicity", &Setup { size: Some(3), ..Setup::default() })?;
    /// let names = Names::of(&game);
    /// let error = game.check(names.parse_step("xc3").unwrap()).unwrap_err();
    /// assert_eq!(names.explain(&error), "a flip is not a move in Multiplicity");
    /// # Ok::<(), tetralith_core::NewGameError>(())
    /// ```
    pub fn explain(self, error: &PlayError) -> String {
        match error {
            PlayError::GameOver => "the game is over".to_owned(),
            PlayError::Kind(kind) if self.info.steps.contains(kind) => {
                format!("{} is illegal now", kind.title())
            }
            PlayError::Kind(StepKind::Pass) => {
                let turns = if self.info.steps.contains(&StepKind::Flip) {
                    "places a stone or flips one"
                } else {
                    "places a stone"
                };
                format!("you cannot pass: every turn {turns}")
            }
            PlayError::Kind(kind) => {
                format!("{} is not a move in {}", kind.title(), self.info.title)
            }
            PlayError::OffBoard(cell) => format!("{} is not on this board", self.cell(*cell)),
            PlayError::Occupied(cell, colour) => {
                format!("{} is occupied by {}", self.cell(*cell), self.title(*colour))
            }
            PlayError::Forbidden(refusal) => {
                format!("{} is illegal: {}", self.step(refusal.step), self.because(refusal))
            }
        }
    }

    /// Reports why a rule forbids a step, as the second half of a sentence.
    pub fn because(self, refusal: &Refusal) -> String {
        let Refusal { because, colour, cells, .. } = refusal;
        self.fill(because, *colour, cells)
    }

    /// `sentence` with the names of `cells` for `{cells}` and of `colour` for `{colour}`.
    pub(crate) fn fill(self, sentence: &str, colour: Colour, cells: &CellSet) -> String {
        sentence.replace("{cells}", &self.list(cells)).replace("{colour}", self.title(colour))
    }

    pub(crate) fn has_trominoes(self) -> bool {
        self.info.steps.contains(&StepKind::Tromino)
    }

    /// Half columns left of the hexhex row `row`.
    fn indent(self, row: u8) -> u8 {
        row.abs_diff(self.geometry.size() - 1)
    }

    /// The number of cells that share the letter with this index.
    fn line_len(self, letter: u8) -> u8 {
        match self.geometry.shape() {
            Shape::Square => self.geometry.size(),
            Shape::Hexhex => self.geometry.rows() - self.indent(letter),
        }
    }

    /// Makes steps of the parts of `text`; `starred` is the part that the opponent's stone goes to,
    /// else the last.
    fn assemble(
        self,
        text: &str,
        parts: &[&str],
        starred: Option<usize>,
    ) -> Result<Vec<Step>, NotationError> {
        match *parts {
            [] | [""] => return Err(NotationError::Empty),
            ["pass"] if starred.is_none() => return Ok(vec![Step::Pass]),
            ["swap"] if starred.is_none() => return Ok(vec![Step::Swap]),
            _ => {}
        }
        if self.has_trominoes() {
            let mut cells =
                parts.iter().map(|part| self.parse_cell(part)).collect::<Result<Vec<_>, _>>()?;
            cells.swap(starred.unwrap_or(parts.len() - 1), parts.len() - 1);
            return match *cells {
                [a, b, other] if a != b && a != other && b != other => {
                    Ok(vec![Step::tromino(a, b, other)])
                }
                _ => Err(NotationError::Tromino { text: Excerpt::new(text) }),
            };
        }
        let steps =
            parts.iter().map(|part| self.parse_stone(part)).collect::<Result<Vec<_>, _>>()?;
        if steps.len() > 2 {
            let most = if self.info.has(OptionKind::Opening) {
                "one stone, or the two of an opening move"
            } else {
                "the one stone of a move"
            };
            return Err(NotationError::TooLong { text: Excerpt::new(text), most });
        }
        Ok(steps)
    }

    /// The placement or flip called `text`.
    fn parse_stone(self, text: &str) -> Result<Step, NotationError> {
        match text.as_bytes() {
            [b'x', b'a'..=b'z', ..] => self.parse_cell(&text[1..]).map(Step::Flip),
            _ => self.parse_cell(text).map(Step::Place),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::{INFOS, info};

    fn stones(shape: Shape, size: u8) -> Names {
        Names { info: INFOS[0], geometry: Geometry::get(shape, size).unwrap() }
    }

    fn trominoes(size: u8) -> Names {
        Names { info: info("plurality").unwrap(), ..stones(Shape::Square, size) }
    }

    #[test]
    fn every_cell_of_every_board_is_read_back_from_its_name() {
        for shape in Shape::ALL {
            for size in shape.sizes() {
                let names = stones(shape, size);
                let mut seen = std::collections::BTreeSet::new();
                for cell in names.geometry.cells() {
                    let name = names.cell(cell);
                    assert_eq!(names.parse_cell(&name), Ok(cell), "{name} on {shape} {size}");
                    assert_eq!(names.parse_step(&name), Ok(Step::Place(cell)));
                    assert_eq!(
                        names.parse_step(&names.step(Step::Flip(cell))),
                        Ok(Step::Flip(cell))
                    );
                    assert_eq!(
                        names.parse_typed(&format!(" X{} ", name.to_uppercase())),
                        Ok(vec![Step::Flip(cell)])
                    );
                    assert!(seen.insert(name));
                }
            }
        }
    }

    #[test]
    fn cells_are_called_as_the_convention_says() {
        let square = stones(Shape::Square, 13);
        assert_eq!(square.cell(Cell::new(0)), "a1");
        assert_eq!(square.cell(Cell::new(12)), "a13");
        assert_eq!(square.cell(Cell::new(168)), "m13");
        assert_eq!(
            square.geometry.place(square.parse_cell("i1").unwrap()),
            Place { row: 0, x: 16 }
        );
        let hex = stones(Shape::Hexhex, 5);
        for (row, last) in [("a", 5), ("e", 9), ("i", 5)] {
            assert!(hex.parse_cell(&format!("{row}1")).is_ok());
            assert!(hex.parse_cell(&format!("{row}{last}")).is_ok());
            assert!(hex.parse_cell(&format!("{row}{}", last + 1)).is_err());
        }
        assert_eq!(stones(Shape::Square, 25).cell(Cell::new(624)), "y25");
        assert_eq!(stones(Shape::Hexhex, 13).geometry.len(), 469);
        assert_eq!(stones(Shape::Hexhex, 13).cell(Cell::new(468)), "y13");
    }

    #[test]
    fn an_x_is_a_column_before_a_number_and_a_flip_before_a_letter() {
        let names = stones(Shape::Square, 25);
        let x5 = names.parse_cell("x5").unwrap();
        assert_eq!(names.parse_step("x5"), Ok(Step::Place(x5)));
        assert_eq!(names.parse_step("xx5"), Ok(Step::Flip(x5)));
        assert_eq!(names.parse_step("xe5"), Ok(Step::Flip(names.parse_cell("e5").unwrap())));
        assert!(stones(Shape::Square, 23).parse_step("x5").is_err());
    }

    #[test]
    fn turns_are_written_and_read() {
        let names = stones(Shape::Hexhex, 5);
        let [d4, g2] = ["d4", "g2"].map(|cell| names.parse_cell(cell).unwrap());
        assert_eq!(names.parse_turn("d4,g2"), Ok(vec![Step::Place(d4), Step::Place(g2)]));
        assert_eq!(names.parse_typed("  D4 ,  g2 "), Ok(vec![Step::Place(d4), Step::Place(g2)]));
        assert_eq!(names.turn(&[Step::Place(d4), Step::Place(g2)]), "d4,g2");
        assert_eq!(names.parse_turn("pass"), Ok(vec![Step::Pass]));
        assert_eq!(names.parse_typed("Swap"), Ok(vec![Step::Swap]));
        assert!(matches!(names.parse_step("d4,g2"), Err(NotationError::TooLong { .. })));
        assert!(matches!(names.parse_turn("d4,g2,a1"), Err(NotationError::TooLong { .. })));
        for bad in [
            "d4,pass",
            "d4, g2",
            " d4",
            "D4",
            "d4,",
            ",d4",
            "d04",
            "d+4",
            "d",
            "4",
            "dd",
            "d4*",
            "d4444444444",
            "é1",
        ] {
            assert!(names.parse_turn(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn three_cells_are_a_tromino_where_there_are_trominoes() {
        let names = trominoes(13);
        let [c3, c4, d4] = ["c3", "c4", "d4"].map(|cell| names.parse_cell(cell).unwrap());
        let step = Step::Tromino { own: [c3, c4], other: d4 };
        assert_eq!(names.step(step), "c3,c4,d4");
        for text in ["c3,c4,d4", "c4,c3,d4"] {
            assert_eq!(names.parse_turn(text), Ok(vec![step]));
        }
        for text in ["C3 c4 D4", "d4* c4 c3", "c4 *d4 c3", " c3,d4*,c4,"] {
            assert_eq!(names.parse_typed(text), Ok(vec![step]), "{text}");
        }
        assert_eq!(names.parse_turn("c3,d4,c4"), Ok(vec![Step::tromino(c3, d4, c4)]));
        for bad in ["c3", "c3,c4", "c3,c3,d4", "c3,c4,c4", "c3,c4,d4,e4", "c3,c4,pass"] {
            assert!(names.parse_turn(bad).is_err(), "{bad}");
        }
        for bad in ["c3* c4* d4", "c3 c4 d4 *", "*pass", "**c3 c4 d4", "c3* c4"] {
            assert!(names.parse_typed(bad).is_err(), "{bad}");
        }
        assert_eq!(
            stones(Shape::Square, 13).parse_typed("c3*").unwrap_err().to_string(),
            "'c3*' is not a cell; columns run from a to m, as in 'a1'"
        );
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let say = |names: Names, text| names.parse_typed(text).unwrap_err().to_string();
        let hex = stones(Shape::Hexhex, 6);
        assert_eq!(say(hex, "z9"), "'z9' is not a cell; rows run from a to k, as in 'a1'");
        assert_eq!(say(hex, "a7"), "'a7' is not a cell; row a runs from a1 to a6");
        assert_eq!(say(hex, "  "), "no move was given; name a cell, such as 'a1'");
        assert_eq!(
            say(stones(Shape::Square, 7), "e9"),
            "'e9' is not a cell; column e runs from e1 to e7"
        );
        assert_eq!(
            hex.parse_cell("\u{1b}[31m").unwrap_err().to_string(),
            "'\\u{1b}[31m' is not a cell; rows run from a to k, as in 'a1'"
        );
        assert_eq!(
            say(trominoes(13), "c3 c4"),
            "'c3 c4' is not a tromino; name three different cells, the opponent's last, or 'pass'"
        );
    }

    #[test]
    fn refusals_are_one_sentence() {
        let names = stones(Shape::Hexhex, 6);
        let cell = |name| names.parse_cell(name).unwrap();
        let refusal = Refusal {
            rule: "free",
            because: "{colour} has {cells}",
            step: Step::Flip(cell("e5")),
            colour: Colour::Second,
            cells: ["a1", "b2", "c3"].map(cell).into_iter().collect(),
        };
        assert_eq!(names.explain(&refusal.into()), "xe5 is illegal: Red has a1, b2 and c3");
        assert_eq!(
            names.explain(&PlayError::Occupied(cell("e5"), Colour::Second)),
            "e5 is occupied by Red"
        );
        assert_eq!(
            names.explain(&PlayError::OffBoard(Cell::new(600))),
            "#600 is not on this board"
        );
        assert_eq!(
            names.explain(&PlayError::Kind(StepKind::Pass)),
            "you cannot pass: every turn places a stone"
        );
        assert_eq!(names.explain(&PlayError::Kind(StepKind::Place)), "a placement is illegal now");
        assert_eq!(names.explain(&PlayError::GameOver), "the game is over");
        assert_eq!(
            names.list(&CellSet::first(14)),
            "a1, a2, a3, a4, a5, a6, b1, b2, b3, b4, b5, b6 and 2 more"
        );
        assert_eq!(names.list(&CellSet::EMPTY), "no cell");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(
            text in "\\PC{0,12}|[a-z0-9,x* ]{0,16}|.*",
            size in 2u8..=13,
        ) {
            for names in [stones(Shape::Hexhex, size), trominoes(size)] {
                for parsed in [names.parse_turn(&text), names.parse_typed(&text)] {
                    match parsed {
                        Ok(steps) => {
                            prop_assert_eq!(names.parse_turn(&names.turn(&steps)), Ok(steps));
                        }
                        Err(error) => {
                            let sentence = error.to_string();
                            prop_assert!(!sentence.chars().any(crate::text::is_hidden));
                            prop_assert!(sentence.chars().count() < 500);
                        }
                    }
                }
            }
        }
    }
}
