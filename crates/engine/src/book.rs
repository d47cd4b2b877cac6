//! Books of openings: what the levels that always take the best step play at the start, without
//! thinking.
//!
//! A book is a file of lines of text that comes with a game
//! ([`Knowledge::BOOK`](tetralith_core::Knowledge::BOOK)). Its first line is the word
//! `tetralith-book`, the form, the game and the board, every other line a position and what is good
//! there: the steps that lead to it from the start, a colon, and for each good step its name, its
//! weight and the winning chance of the player who makes it in thousandths. A line that begins with
//! `#` names the source of the book.
//!
//! ```text
//! tetralith-book 1 necklace square 13
//! : g7 100 520 f7 61 517
//! g7 : i5 100 489
//! ```
//!
//! It is about the game's usual board and options. A position is found however the board is turned
//! or mirrored.

use std::collections::HashMap;
use std::sync::OnceLock;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tetralith_core::games::{self, INFOS};
use tetralith_core::rules::Arrangement;
use tetralith_core::{Cell, Game, Info, Names, Phase, Setup, Step};
use thiserror::Error;

use crate::analysis::{Analysis, Candidate};

const WORD: &str = "tetralith-book";

const FORM: &str = "1";

/// A step in a book, and what the book knows of the step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookStep {
    /// The step.
    pub step: Step,
    /// Its frequency beside others, in any unit.
    pub weight: u32,
    /// The winning chance of the player who makes it, in thousandths.
    pub win: u16,
}

/// The openings that are known of one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Book {
    /// By the first of the images of a position: the good steps there.
    steps: HashMap<Arrangement, Vec<BookStep>>,
    /// The most stones of a position that it knows.
    most_stones: usize,
}

/// The reasons why a text is no book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// It does not begin as a book of this game and its usual board does.
    #[error("it is not a book of this game: its first line should be '{0}'")]
    Head(String),
    /// A line does not have the form of a line of a book.
    #[error("line {line}: {fault}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        fault: String,
    },
}

fn start(info: &'static Info) -> Option<Game> {
    Game::new(info.id, &Setup::default()).ok()
}

/// The image of `position` that represents all of them, and the way there: by cell, the cell that
/// takes its place.
fn canonical(position: &Game) -> Option<(Arrangement, Vec<usize>)> {
    let here = position.arrangement();
    let anchor = |arrangement: &Arrangement| match arrangement.phase {
        Phase::Bound { anchor: cell } | Phase::Free { bound: cell } => cell.index(),
        Phase::First | Phase::Placement => 0,
    };
    let images = position.symmetries().into_iter().map(|places| (here.image(&places), places));
    images.min_by_key(|(image, _)| (image.stones.map(|stones| *stones.words()), anchor(image)))
}

fn image(step: Step, places: &[usize]) -> Step {
    step.mapped(|cell| Cell::new(places[cell.index()]))
}

impl Book {
    /// The line that a book of `info` begins with.
    pub fn head(info: &Info) -> String {
        let board = &info.boards[0];
        format!("{WORD} {FORM} {} {} {}", info.id, board.shape.id(), board.default)
    }

    /// The line of the position that `played` lead to: these are good there.
    pub fn line(names: Names, played: &[Step], good: &[BookStep]) -> String {
        let played = played.iter().map(|&step| names.step(step) + " ");
        let good = good
            .iter()
            .map(|known| format!(" {} {} {}", names.step(known.step), known.weight, known.win));
        played.chain([":".to_owned()]).chain(good).collect()
    }

    /// Reads a book of `info`.
    ///
    /// # Errors
    /// [`BookError`] that names the first line at fault.
    pub fn read(info: &'static Info, text: &str) -> Result<Self, BookError> {
        let head = Self::head(info);
        let start = start(info)
            .filter(|_| text.lines().next() == Some(&head))
            .ok_or(BookError::Head(head))?;
        let mut book = Self::default();
        for (i, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.starts_with('#'))
        {
            book.add(&start, line).map_err(|fault| BookError::Line { line: i + 1, fault })?;
        }
        Ok(book)
    }

    fn add(&mut self, start: &Game, line: &str) -> Result<(), String> {
        let names = Names::of(start);
        let (played, good) =
            line.split_once(':').ok_or("there is no colon after the moves played")?;
        let mut position = start.clone();
        for name in played.split_whitespace() {
            let step = names.parse_step(name).map_err(|fault| fault.to_string())?;
            position.play(step).map_err(|fault| fault.to_string())?;
        }
        let words: Vec<&str> = good.split_whitespace().collect();
        let mut steps = Vec::new();
        for known in words.chunks(3) {
            let &[name, weight, win] = known else {
                return Err("a good move has a name, a weight and a winning chance".to_owned());
            };
            let step = names.parse_step(name).map_err(|fault| fault.to_string())?;
            position.check(step).map_err(|fault| fault.to_string())?;
            let weight = weight.parse().map_err(|_| format!("'{weight}' is not a weight"))?;
            let chance = win.parse().ok().filter(|&win: &u16| win <= 1_000);
            let win = chance.ok_or_else(|| format!("'{win}' is not a win rate in thousandths"))?;
            steps.push(BookStep { step, weight, win });
        }
        if steps.iter().all(|known| known.weight == 0) {
            return Err("there is no good move after the colon".to_owned());
        }
        self.insert(&position, steps);
        Ok(())
    }

    /// Adds `position` and what is good there.
    pub fn insert(&mut self, position: &Game, mut good: Vec<BookStep>) {
        // Every board has a symmetry, itself.
        if let Some((key, places)) = canonical(position) {
            for known in &mut good {
                known.step = image(known.step, &places);
            }
            self.steps.insert(key, good);
            self.most_stones = self.most_stones.max(position.board().occupied().len());
        }
    }

    /// The good steps in `position`, the best first; none if the book does not know it.
    pub fn steps(&self, position: &Game) -> Vec<BookStep> {
        let found =
            || canonical(position).and_then(|(key, places)| Some((self.steps.get(&key)?, places)));
        // Most positions of a game have more stones than any here: no need to turn them about.
        let may_know = position.board().occupied().len() <= self.most_stones;
        let Some((known, places)) = may_know.then(found).flatten() else { return Vec::new() };
        let mut back = vec![0; places.len()];
        for (from, &to) in places.iter().enumerate() {
            back[to] = from;
        }
        let mut found: Vec<BookStep> = known
            .iter()
            .map(|known| BookStep { step: image(known.step, &back), ..*known })
            .collect();
        // A book of other rules might know what is illegal.
        found.retain(|known| position.check(known.step).is_ok());
        found.sort_by_key(|known| std::cmp::Reverse(known.win));
        found
    }

    /// True if it knows `position`, or an image of it.
    pub fn knows(&self, position: &Game) -> bool {
        canonical(position).is_some_and(|(key, _)| self.steps.contains_key(&key))
    }

    /// The number of positions it knows.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// True if it knows no position.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The book that comes with the game `info`, if there is one that is about its usual board.
    pub fn of(info: &'static Info) -> Option<&'static Self> {
        static BOOKS: OnceLock<Vec<OnceLock<Option<Book>>>> = OnceLock::new();
        let books = BOOKS.get_or_init(|| INFOS.iter().map(|_| OnceLock::new()).collect());
        let place = INFOS.iter().position(|known| known.id == info.id)?;
        books[place].get_or_init(|| Self::read(info, games::book(info)).ok()).as_ref()
    }
}

/// The entry of the game's book for `position`, and the step drawn by weight with random numbers
/// from `seed`; `None` if the book has none, as on any board and options but the usual ones.
pub(crate) fn open(position: &Game, seed: u64) -> Option<(Step, Analysis)> {
    let info = position.info();
    let is_usual = start(info).is_some_and(|start| start.options() == position.options());
    let book = Book::of(info).filter(|_| is_usual)?;
    let known = book.steps(position);
    let total: u64 = known.iter().map(|known| u64::from(known.weight)).sum();
    if total == 0 {
        return None;
    }
    // Another draw than those that levels make.
    let drawn = Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32)).next_u32();
    let mut at = (u64::from(drawn) * total) >> 32;
    let drawn = known.iter().position(|known| {
        let is_drawn = at < u64::from(known.weight);
        at = at.saturating_sub(u64::from(known.weight));
        is_drawn
    })?;
    let candidate = |known: &BookStep| Candidate {
        visits: known.weight,
        win: f32::from(known.win) / 1_000.0,
        ..Candidate::new(known.step)
    };
    let mut candidates: Vec<Candidate> = known.iter().map(candidate).collect();
    candidates[..=drawn].rotate_right(1);
    let Candidate { step, win, .. } = candidates[0];
    let analysis = Analysis {
        win,
        candidates,
        principal_variation: vec![step],
        ..Analysis::new(position.to_move())
    };
    Some((step, analysis))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info() -> &'static Info {
        tetralith_core::games::info("necklace").expect("a game")
    }

    fn after(moves: &str) -> Game {
        let mut game = start(info()).expect("the usual board");
        let names = Names::of(&game);
        for name in moves.split_whitespace() {
            game.play(names.parse_step(name).expect("a name")).expect("it is legal");
        }
        game
    }

    #[test]
    fn a_position_is_found_however_the_board_is_turned() {
        let text = format!(
            "{}\n# made by hand\n: g7 3 520\nc4 : d5 100 500 e5 20 490\n",
            Book::head(info())
        );
        let book = Book::read(info(), &text).expect("a book");
        assert_eq!(book.len(), 2);
        let names = Names::of(&after(""));
        let found = |moves| {
            let steps = book.steps(&after(moves));
            steps
                .iter()
                .map(|known| format!("{} {}", names.step(known.step), known.weight))
                .collect::<Vec<_>>()
        };
        // c4 from the other sides: columns a to m, rows 1 to 13.
        assert_eq!(found("c4"), ["d5 100", "e5 20"]);
        assert_eq!(found("k4"), ["j5 100", "i5 20"]);
        assert_eq!(found("c10"), ["d9 100", "e9 20"]);
        assert_eq!(found("k10"), ["j9 100", "i9 20"]);
        // Columns are not rows to those who have to join them.
        assert!(found("d3").is_empty());
        assert_eq!(found(""), ["g7 3"]);
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        let read = |lines: &str| {
            Book::read(info(), &format!("{}\n{lines}", Book::head(info()))).map(|_| ())
        };
        let fault = |lines: &str| read(lines).expect_err("it is none").to_string();
        assert_eq!(read(": g7 1 500"), Ok(()));
        assert_eq!(fault(": g7 1 500\ng7 g7 : a1 1 500"), "line 3: g7 is occupied by Red");
        assert_eq!(fault("g7"), "line 2: there is no colon after the moves played");
        assert_eq!(
            fault(": g7 1"),
            "line 2: a good move has a name, a weight and a winning chance"
        );
        assert_eq!(fault(": g7 1 1001"), "line 2: '1001' is not a win rate in thousandths");
        assert_eq!(fault(": g7 0 500"), "line 2: there is no good move after the colon");
        assert!(fault(": zz 1 500").starts_with("line 2: "), "{}", fault(": zz 1 500"));
        let head = Book::read(info(), "tetralith-book 2 necklace square 13\n")
            .expect_err("another form")
            .to_string();
        assert_eq!(
            head,
            "it is not a book of this game: its first line should be 'tetralith-book 1 necklace \
             square 13'"
        );
    }

    #[test]
    fn shipped_books_are_about_the_default_boards() {
        for &info in INFOS {
            if games::book(info).is_empty() {
                assert!(Book::of(info).is_none());
                continue;
            }
            let book = Book::read(info, games::book(info))
                .unwrap_or_else(|fault| panic!("{}: {fault}", info.id));
            let start = start(info).expect("the usual board");
            let (step, found) = open(&start, 1).expect("the start is in every book");
            assert_eq!(start.check(step), Ok(()));
            assert_eq!((found.best(), found.simulations), (Some(step), 0));
            assert!(book.len() > 20, "{}: {} positions", info.id, book.len());
        }
    }
}
