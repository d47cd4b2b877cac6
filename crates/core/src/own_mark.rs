//! Marks that people put on cells beside a turn: dots, letters, shades and arrows.
//!
//! They are part of the notes on a turn; [`Marks`](crate::Marks) follow from the rules. A record
//! holds each as a short text: `c3` is a dot, `c3=A` a letter, `c3#` a shade and `c3>e5` an arrow.

use crate::cell::{Cell, CellSet};
use crate::notation::{Names, NotationError};

/// The most marks on one turn: more than any board has cells.
pub const MAX_OWN_MARKS: usize = 1000;

/// The letters that follow each other where no letter is named.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A mark that a person put on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnMark {
    /// A dot on a cell.
    Dot(Cell),
    /// A letter or a digit on a cell.
    Letter(Cell, char),
    /// A shade behind a cell.
    Shade(Cell),
    /// An arrow from a cell to another.
    Arrow(Cell, Cell),
}

impl OwnMark {
    /// The cell that it is on, or that it begins on.
    pub const fn cell(self) -> Cell {
        match self {
            Self::Dot(cell) | Self::Letter(cell, _) | Self::Shade(cell) | Self::Arrow(cell, _) => {
                cell
            }
        }
    }

    /// The cells that it is on: for an arrow both its ends.
    pub fn cells(self) -> CellSet {
        match self {
            Self::Arrow(from, to) => [from, to].into_iter().collect(),
            Self::Dot(cell) | Self::Letter(cell, _) | Self::Shade(cell) => CellSet::of(cell),
        }
    }

    /// The cells that `marks` shade.
    pub fn shaded(marks: &[Self]) -> CellSet {
        marks.iter().filter(|mark| matches!(mark, Self::Shade(_))).map(|mark| mark.cell()).collect()
    }

    /// The first mark that fits into its place: a cell has room for one dot or letter.
    pub(crate) const fn place(self) -> Self {
        match self {
            Self::Letter(cell, _) => Self::Dot(cell),
            other => other,
        }
    }

    /// True if only one of both can be.
    fn excludes(self, other: Self) -> bool {
        self.place() == other.place()
    }

    /// Adds the mark to `marks`, unless one of them excludes it or there are [`MAX_OWN_MARKS`].
    pub fn add(self, marks: &mut Vec<Self>) {
        let is_excluded = marks.iter().any(|&other| self.excludes(other));
        if !is_excluded && marks.len() < MAX_OWN_MARKS {
            marks.push(self);
        }
    }

    /// Adds the mark to `marks` in place of one that it excludes, or takes it away if it is there.
    ///
    /// ```
    /// use tetralith_core::{Cell, OwnMark};
    /// let (cell, mut marks) = (Cell::new(3), vec![OwnMark::Dot(Cell::new(3))]);
    /// OwnMark::Letter(cell, 'A').toggle(&mut marks);
    /// assert_eq!(marks, [OwnMark::Letter(cell, 'A')]);
    /// OwnMark::Letter(cell, 'A').toggle(&mut marks);
    /// assert!(marks.is_empty());
    /// ```
    pub fn toggle(self, marks: &mut Vec<Self>) {
        let was_there = marks.contains(&self);
        marks.retain(|&other| !self.excludes(other));
        if !was_there {
            marks.push(self);
        }
    }

    /// Gives `cell` its next mark in `marks`: a dot, the first letter that is free, a shade,
    /// nothing.
    pub fn next_on(cell: Cell, marks: &mut Vec<Self>) {
        let here = |mark: &&Self| mark.cell() == cell && !matches!(mark, Self::Arrow(..));
        let next = match marks.iter().find(here) {
            None => Self::Dot(cell),
            Some(Self::Dot(_)) => {
                let is_free = |letter: &char| {
                    marks.iter().all(|mark| !matches!(mark, Self::Letter(_, at) if at == letter))
                };
                LETTERS.chars().find(is_free).map_or(Self::Shade(cell), |it| Self::Letter(cell, it))
            }
            Some(Self::Letter(..)) => Self::Shade(cell),
            Some(&shade) => shade,
        };
        let was_there = marks.contains(&next);
        marks.retain(|mark| !here(&mark));
        if !was_there {
            marks.push(next);
        }
    }
}

impl Names {
    /// The text of a mark: `c3`, `c3=A`, `c3#` or `c3>e5`.
    pub fn own_mark(self, mark: OwnMark) -> String {
        match mark {
            OwnMark::Dot(cell) => self.cell(cell),
            OwnMark::Letter(cell, letter) => format!("{}={letter}", self.cell(cell)),
            OwnMark::Shade(cell) => format!("{}#", self.cell(cell)),
            OwnMark::Arrow(from, to) => format!("{}>{}", self.cell(from), self.cell(to)),
        }
    }

    /// The mark whose text is `text`.
    ///
    /// # Errors
    /// [`NotationError`] if the board lacks a cell that it names, or it has another form.
    pub fn parse_own_mark(self, text: &str) -> Result<OwnMark, NotationError> {
        let form = || NotationError::OwnMark { text: crate::text::Excerpt::new(text) };
        if let Some(cell) = text.strip_suffix('#') {
            return Ok(OwnMark::Shade(self.parse_cell(cell)?));
        }
        if let Some((from, to)) = text.split_once('>') {
            let (from, to) = (self.parse_cell(from)?, self.parse_cell(to)?);
            return (from != to).then_some(OwnMark::Arrow(from, to)).ok_or_else(form);
        }
        if let Some((cell, letter)) = text.split_once('=') {
            let mut letters = letter.chars().filter(char::is_ascii_alphanumeric);
            let cell = self.parse_cell(cell)?;
            return match (letters.next(), letter.len()) {
                (Some(letter), 1) => Ok(OwnMark::Letter(cell, letter)),
                _ => Err(form()),
            };
        }
        Ok(OwnMark::Dot(self.parse_cell(text)?))
    }

    /// Some marks as part of a sentence: `A on c3, a dot on d4, e5 shaded, an arrow from a1 to
    /// c3`.
    pub fn own_marks(self, marks: &[OwnMark]) -> String {
        let told = marks.iter().map(|&mark| match mark {
            OwnMark::Dot(cell) => format!("a dot on {}", self.cell(cell)),
            OwnMark::Letter(cell, letter) => format!("{letter} on {}", self.cell(cell)),
            OwnMark::Shade(cell) => format!("{} shaded", self.cell(cell)),
            OwnMark::Arrow(from, to) => {
                format!("an arrow from {} to {}", self.cell(from), self.cell(to))
            }
        });
        told.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::rules::Setup;

    fn names() -> Names {
        let setup = Setup { size: Some(5), ..Setup::default() };
        Names::of(&Game::new("necklace", &setup).unwrap())
    }

    #[test]
    fn marks_are_read_as_they_are_written() {
        let names = names();
        for text in ["c3", "c3=A", "c3=9", "c3=b", "e5#", "a1>c3"] {
            assert_eq!(
                names.parse_own_mark(text).map(|mark| names.own_mark(mark)).as_deref(),
                Ok(text)
            );
        }
        for (text, wanted) in [
            ("", "no move was given"),
            ("z9", "'z9' is not a cell"),
            ("a9#", "'a9' is not a cell"),
            ("a1>a9", "'a9' is not a cell"),
            ("a1>a1", "'a1>a1' is not a mark"),
            ("a1=", "'a1=' is not a mark"),
            ("a1=AB", "'a1=AB' is not a mark"),
            ("a1=é", "'a1=é' is not a mark"),
            ("a1=\u{1b}", "is not a mark"),
        ] {
            let error = names.parse_own_mark(text).unwrap_err().to_string();
            assert!(error.contains(wanted) && !error.contains('\u{1b}'), "{text}: {error}");
        }
    }

    #[test]
    fn a_cell_has_one_mark_after_another() {
        let names = names();
        let cell = names.parse_cell("c3").unwrap();
        let mut marks = vec![names.parse_own_mark("a1=A").unwrap()];
        let mut seen = Vec::new();
        for _ in 0..4 {
            OwnMark::next_on(cell, &mut marks);
            seen.push(names.own_marks(&marks));
        }
        let wanted = ["A on a1, a dot on c3", "A on a1, B on c3", "A on a1, c3 shaded", "A on a1"];
        assert_eq!(seen, wanted);
        let arrow = names.parse_own_mark("a1>c3").unwrap();
        arrow.toggle(&mut marks);
        assert_eq!(names.own_marks(&marks), "A on a1, an arrow from a1 to c3");
        arrow.toggle(&mut marks);
        assert_eq!(marks.len(), 1);
    }
}
