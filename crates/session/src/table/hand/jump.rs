//! Going to a cell by two keys: first the letter of its line, then a sign for its number.

use std::collections::BTreeSet;

use tetralith_core::{Cell, OwnMark};

use super::{Hand, Reply};

/// A jump that was begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Jump {
    /// The letter of the line, once it is known.
    line: Option<char>,
}

/// The key of the number in the name of a cell: the digit itself, then letters from a.
const fn sign(number: u8) -> char {
    (if number < 10 { b'0' + number } else { b'a' + number - 10 }) as char
}

impl Hand {
    /// Begins to go to a cell that can be played.
    pub(crate) fn begin_jump(&mut self) -> Reply {
        if self.seen().cells.is_empty() {
            return Reply::Refused("no cell is legal".into());
        }
        self.jump = Some(Jump::default());
        Reply::Shown
    }

    /// True while the next key names a cell.
    pub const fn is_jumping(&self) -> bool {
        self.jump.is_some()
    }

    /// Gives the jump up.
    pub fn end_jump(&mut self) -> Reply {
        Reply::shown_if(self.jump.take().is_some())
    }

    /// The cells that can be gone to, each with the key that comes next for it.
    pub fn jump_marks(&self) -> Vec<OwnMark> {
        let Some(jump) = self.jump else { return Vec::new() };
        let names = self.names();
        let mark = |cell: Cell| {
            let (letter, number) = names.parts(cell);
            match jump.line {
                None => Some(OwnMark::Letter(cell, letter)),
                Some(line) => (line == letter).then(|| OwnMark::Letter(cell, sign(number))),
            }
        };
        self.seen().cells.iter().filter_map(mark).collect()
    }

    /// The keys that may come next, each once, and the line that they are in once that is known.
    pub fn jump_keys(&self) -> (Option<char>, BTreeSet<char>) {
        let key = |mark: OwnMark| match mark {
            OwnMark::Letter(_, sign) => Some(sign),
            _ => None,
        };
        let line = self.jump.and_then(|jump| jump.line);
        (line, self.jump_marks().into_iter().filter_map(key).collect())
    }

    /// Takes the next key: goes to the only cell that it leaves, else waits for one more.
    pub(crate) fn jump_by(&mut self, key: char) -> Reply {
        let key = key.to_ascii_lowercase();
        let marks = self.jump_marks();
        let is_named = |mark: &&OwnMark| matches!(mark, OwnMark::Letter(_, sign) if *sign == key);
        let left: Vec<Cell> = marks.iter().filter(is_named).map(|mark| mark.cell()).collect();
        match *left {
            [] => {
                self.jump = None;
                Reply::Refused(format!("no legal cell is marked '{key}'").into())
            }
            [cell] => {
                self.jump = None;
                self.go_to_cell(cell)
            }
            _ => {
                self.jump = Some(Jump { line: Some(key) });
                Reply::Shown
            }
        }
    }
}
