//! Practice with puzzles: which comes next, when a failed one comes back, a rating, and
//! the days in a row.
//!
//! A puzzle that was failed goes into the first of several boxes, and each time it is solved it
//! moves to the next box, from which it comes back after a longer time; failed again, it returns to
//! the first box.
//!
//! Source: Leitner, "So lernt man lernen", 1972. Ratings: Elo, "The Rating of Chessplayers, Past
//! and Present", 1978.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::{Deserialize, Serialize};
use tetralith_study::puzzles::PuzzleTheme;

use crate::time::Moment;

/// A day of the calendar where the player is, counted from the first of January 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day(pub u32);

impl Day {
    /// The day of a moment, in the local zone.
    pub fn of(now: Moment) -> Self {
        Self(now.zone.day(now.wall))
    }

    /// The index of the thing of the day among `count` things, the same for every player; 0 if
    /// there are none.
    pub fn pick(self, count: usize) -> usize {
        let mixed = u64::from(self.0).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mixed) * count as u128) >> 64) as usize
    }
}

/// The attempts at other puzzles after which a failed one comes back on the same day.
const OTHERS: u32 = 5;

/// The number of puzzles on small boards that a newcomer gets first.
const FIRST_ONES: usize = 10;

/// The most cells of a small board: those of a hexagon with four a side.
const SMALL: usize = 37;

/// The number of puzzles in a set.
pub const SET: usize = 10;

/// The kinds of series of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeriesKind {
    /// Those that fit the solver best, as long as they like.
    Practice,
    /// The same among those with one motif.
    Motif(PuzzleTheme),
    /// Harder and harder ones until one is missed.
    Streak,
    /// Harder and harder ones for three minutes.
    Minutes,
    /// The same few each time, until all are solved without a miss.
    Set,
    /// Those that fit the solver best, of each game in turn.
    Mixed,
}

impl SeriesKind {
    /// The name people read.
    pub fn title(self) -> String {
        match self {
            Self::Practice => "practice".to_owned(),
            Self::Motif(theme) => format!("motif {}", theme.title()),
            Self::Streak => "streak".to_owned(),
            Self::Minutes => "three minutes".to_owned(),
            Self::Set => format!("set of {SET}"),
            Self::Mixed => "mixed".to_owned(),
        }
    }
}

/// The places where openings that are learnt come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// The lines that the player has marked.
    Lines,
    /// The book of the engine.
    Book,
}

/// The facts that practice has about a puzzle before it is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleFacts {
    /// The id of the puzzle.
    pub id: u64,
    /// Its rating.
    pub rating: u16,
    /// The cells of its board.
    pub cells: usize,
}

/// The days after which a puzzle in a box comes back.
const BOXES: [u32; 6] = [0, 1, 3, 7, 21, 60];

/// The rating before the first puzzle.
pub const FIRST_RATING: u16 = 1_000;

/// The rated puzzles at first, which change the rating by up to [`FIRST_STEP`], and later ones by
/// up to [`LATER_STEP`].
const FIRST_RATED: u32 = 15;
const FIRST_STEP: f64 = 60.0;
const LATER_STEP: f64 = 24.0;

/// The history of one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Card {
    /// The box, from 0; `None` if it was solved at the first attempt and never comes back.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    shelf: Option<u8>,
    /// The day on which it comes back.
    #[serde(default, skip_serializing_if = "is_zero")]
    due: u32,
    /// The number of attempts.
    tries: u32,
    /// The number of attempts at any puzzle after which it comes back on the day it was failed.
    #[serde(default, skip_serializing_if = "is_zero")]
    after: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The practice with the puzzles of one game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Practice {
    /// The rating, as its difference from [`FIRST_RATING`].
    #[serde(default)]
    gained: i32,
    /// The puzzles that counted for it.
    #[serde(default)]
    rated: u32,
    /// The puzzles that were tried, by id.
    #[serde(default)]
    cards: BTreeMap<String, Card>,
    /// The days on which a puzzle was solved.
    #[serde(default)]
    days: BTreeSet<u32>,
    /// The most puzzles that were solved in a row in a streak.
    #[serde(default, skip_serializing_if = "is_zero")]
    best_streak: u32,
    /// The most puzzles that were solved in three minutes.
    #[serde(default, skip_serializing_if = "is_zero")]
    best_minutes: u32,
    /// The shortest time in which the set of puzzles was solved, in seconds; 0 if it never was.
    #[serde(default, skip_serializing_if = "is_zero")]
    best_set: u32,
}

/// The shorter of two times, where 0 is none.
fn shorter(one: u32, other: u32) -> u32 {
    if one == 0 || other == 0 { one.max(other) } else { one.min(other) }
}

fn key(id: u64) -> String {
    format!("{id:016x}")
}

/// The puzzles, or positions of openings, that are asked one after another.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Those that were asked, each once, the one that was asked last at the end.
    asked: Vec<u64>,
    /// Those that were left without an attempt when they were asked last.
    skipped: BTreeSet<u64>,
    last: Option<u64>,
}

impl Round {
    /// The one that was asked last.
    pub(crate) const fn last(&self) -> Option<u64> {
        self.last
    }

    /// True if `id` was asked.
    pub(crate) fn has_asked(&self, id: u64) -> bool {
        self.asked.contains(&id)
    }

    /// Notes that this one is asked, or without one that there is none left.
    pub(crate) fn ask(&mut self, id: Option<u64>) {
        self.last = id;
        self.asked.retain(|asked| Some(*asked) != id);
        self.asked.extend(id);
    }

    /// Notes that `id` was attempted.
    pub(crate) fn attempt(&mut self, id: u64) {
        self.skipped.remove(&id);
    }

    /// Notes that `id` is left without an attempt: it waits until all others were asked.
    pub fn skip(&mut self, id: u64) {
        self.skipped.insert(id);
    }

    /// Those of `ids` from which the next one is chosen: those that were not asked yet and those
    /// that [come back](Practice::comes_back) on `day`, or else the one whose turn is longest ago.
    pub(crate) fn waiting(&self, ids: &[u64], practice: &Practice, day: Day) -> Vec<u64> {
        let asked: HashSet<u64> = self.asked.iter().copied().collect();
        let is_next = |id: &u64| {
            let is_back = || practice.comes_back(*id, day) && !self.skipped.contains(id);
            Some(*id) != self.last && (!asked.contains(id) || is_back())
        };
        let next: Vec<u64> = ids.iter().copied().filter(is_next).collect();
        if !next.is_empty() {
            return next;
        }
        self.asked.iter().copied().find(|id| ids.contains(id)).into_iter().collect()
    }
}

impl Practice {
    /// True if nothing was tried yet.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The rating of the learner, on the scale of the puzzles.
    pub fn rating(&self) -> u16 {
        u16::try_from(i32::from(FIRST_RATING).saturating_add(self.gained).clamp(100, 3_500))
            .unwrap_or(FIRST_RATING)
    }

    /// The number of puzzles that were tried.
    pub fn tried(&self) -> usize {
        self.cards.len()
    }

    /// The number of puzzles whose last attempt was right.
    pub fn solved(&self) -> usize {
        self.cards.values().filter(|card| card.shelf != Some(0)).count()
    }

    /// True if a puzzle comes back on `day` or should have before, other than those skipped in
    /// `round`.
    pub(crate) fn has_due(&self, day: Day, round: &Round) -> bool {
        let skipped: HashSet<String> = round.skipped.iter().copied().map(key).collect();
        self.cards.iter().any(|(id, card)| self.is_due(card, day) && !skipped.contains(id))
    }

    /// The number of puzzles that come back on `day` or should have before.
    pub fn due(&self, day: Day) -> usize {
        self.cards.values().filter(|card| self.is_due(card, day)).count()
    }

    /// True if the puzzle `id` was solved at its last attempt.
    pub fn is_solved(&self, id: u64) -> bool {
        self.cards.get(&key(id)).is_some_and(|card| card.shelf != Some(0))
    }

    /// The number of attempts at the puzzle `id`.
    pub fn tries(&self, id: u64) -> u32 {
        self.cards.get(&key(id)).map_or(0, |card| card.tries)
    }

    /// The best result of a series of this kind: the most puzzles that were solved, or of a set
    /// the fewest seconds; 0 if there is none.
    pub const fn best(&self, kind: SeriesKind) -> u32 {
        match kind {
            SeriesKind::Streak => self.best_streak,
            SeriesKind::Minutes => self.best_minutes,
            SeriesKind::Set => self.best_set,
            SeriesKind::Practice | SeriesKind::Motif(_) | SeriesKind::Mixed => 0,
        }
    }

    /// Notes the result of a series of this kind, as [`Practice::best`] counts it; returns the best
    /// one.
    pub(crate) fn note_best(&mut self, kind: SeriesKind, result: u32) -> u32 {
        match kind {
            SeriesKind::Streak => self.best_streak = self.best_streak.max(result),
            SeriesKind::Minutes => self.best_minutes = self.best_minutes.max(result),
            SeriesKind::Set => self.best_set = shorter(self.best_set, result),
            SeriesKind::Practice | SeriesKind::Motif(_) | SeriesKind::Mixed => {}
        }
        self.best(kind)
    }

    /// The days on which a puzzle was solved.
    pub fn days(&self) -> impl Iterator<Item = Day> + '_ {
        self.days.iter().copied().map(Day)
    }

    /// True if the puzzle `id` comes back on `day` or should have before.
    pub(crate) fn comes_back(&self, id: u64, day: Day) -> bool {
        self.cards.get(&key(id)).is_some_and(|card| self.is_due(card, day))
    }

    /// The puzzle to ask next, from `puzzles`, but not `after` unless it is the only one: the one
    /// that is due first, else the new one whose rating is nearest, else the one that comes back
    /// first. New ones are on small boards at first.
    pub fn next(&self, puzzles: &[PuzzleFacts], day: Day, after: Option<u64>) -> Option<u64> {
        let is_newcomer = self.tried() < FIRST_ONES;
        let unfit = |puzzle: &&PuzzleFacts| {
            let is_too_large = is_newcomer && puzzle.cells > SMALL;
            (is_too_large, puzzle.rating.abs_diff(self.rating()), puzzle.id)
        };
        let ids: Vec<u64> = puzzles.iter().map(|puzzle| puzzle.id).collect();
        self.next_of(&ids, day, after, |new| {
            let new: HashSet<u64> = new.iter().copied().collect();
            let fitting =
                puzzles.iter().filter(|puzzle| new.contains(&puzzle.id)).min_by_key(unfit);
            fitting.map(|puzzle| puzzle.id)
        })
    }

    /// The same from `ids`, where the first new one comes next.
    pub(crate) fn next_in_order(&self, ids: &[u64], day: Day, after: Option<u64>) -> Option<u64> {
        self.next_of(ids, day, after, |new| new.first().copied())
    }

    /// The same, where `choose` returns the next of those that are new.
    fn next_of(
        &self,
        ids: &[u64],
        day: Day,
        after: Option<u64>,
        choose: impl FnOnce(&[u64]) -> Option<u64>,
    ) -> Option<u64> {
        let others = || ids.iter().copied().filter(|&id| Some(id) != after || ids.len() == 1);
        let card = |id: u64| self.cards.get(&key(id));
        let due = others().filter(|&id| self.comes_back(id, day));
        let first_due = due.min_by_key(|&id| (card(id).map(|card| card.due), id));
        let new = || others().filter(|&id| card(id).is_none()).collect::<Vec<u64>>();
        let first_back = || {
            others().min_by_key(|&id| {
                card(id).map(|card| (card.shelf.is_none(), card.due, card.after, card.tries))
            })
        };
        first_due.or_else(|| choose(&new())).or_else(first_back)
    }

    /// The number of attempts at all puzzles together.
    fn attempts(&self) -> u32 {
        self.cards.values().fold(0, |sum, card| sum.saturating_add(card.tries))
    }

    /// True if a puzzle comes back on `day` or should have before. One that was failed on
    /// that day does so once others were tried.
    fn is_due(&self, card: &Card, day: Day) -> bool {
        let waits = card.shelf == Some(0) && card.due == day.0 && self.attempts() < card.after;
        card.shelf.is_some() && card.due <= day.0 && !waits
    }

    /// Notes an attempt at the puzzle `id` of this `rating` on `day`: solved at once and without
    /// help, or not.
    ///
    /// Only the first attempt at a puzzle changes the rating; returns by how much.
    pub fn note(&mut self, id: u64, rating: u16, is_solved: bool, day: Day) -> i32 {
        let is_new = !self.cards.contains_key(&key(id));
        self.file(id, is_solved, day);
        if is_new { self.rate(rating, is_solved) } else { 0 }
    }

    /// Puts the card of the puzzle `id` where it belongs after an attempt on `day`.
    fn file(&mut self, id: u64, is_solved: bool, day: Day) {
        let before = self.cards.get(&key(id)).copied();
        let in_box = match (before.map(|card| card.shelf), is_solved) {
            (_, false) => Some(0),
            (None | Some(None), true) => None,
            (Some(Some(number)), true) => Some(number.saturating_add(1).min(BOXES.len() as u8 - 1)),
        };
        let due = in_box.map_or(0, |number| {
            day.0.saturating_add(BOXES[usize::from(number).min(BOXES.len() - 1)])
        });
        let tries = before.map_or(0, |card| card.tries).saturating_add(1);
        self.cards.insert(key(id), Card { shelf: in_box, due, tries, after: 0 });
        if !is_solved {
            let after = self.attempts().saturating_add(OTHERS);
            self.cards.entry(key(id)).and_modify(|card| card.after = after);
        }
        if is_solved {
            self.find(day);
        }
    }

    /// Notes an attempt at something that comes back even if it was right at once.
    pub(crate) fn note_again(&mut self, id: u64, is_right: bool, day: Day) {
        self.file(id, is_right, day);
        self.cards.entry(key(id)).and_modify(|card| {
            if card.shelf.is_none() {
                (card.shelf, card.due) = (Some(1), day.0.saturating_add(BOXES[1]));
            }
        });
    }

    /// Notes that a puzzle was solved on `day`, at any attempt; returns true if it is the first of
    /// that day.
    pub fn find(&mut self, day: Day) -> bool {
        self.days.insert(day.0)
    }

    /// Changes the rating by a puzzle of `rating` that was solved or not.
    fn rate(&mut self, rating: u16, is_solved: bool) -> i32 {
        let apart = f64::from(rating) - f64::from(self.rating());
        let expected = 1.0 / (1.0 + 10.0_f64.powf(apart / 400.0));
        let step = if self.rated < FIRST_RATED { FIRST_STEP } else { LATER_STEP };
        let change = (step * (f64::from(u8::from(is_solved)) - expected)).round() as i32;
        self.gained = self.gained.saturating_add(change);
        self.rated = self.rated.saturating_add(1);
        change
    }

    /// Merges in what another run of the program has noted.
    pub fn merge(&mut self, other: Self) {
        if other.rated > self.rated {
            (self.gained, self.rated) = (other.gained, other.rated);
        }
        for (id, card) in other.cards {
            let mine = self.cards.entry(id).or_insert(card);
            if card.tries > mine.tries {
                *mine = card;
            }
        }
        self.days.extend(other.days);
        self.best_streak = self.best_streak.max(other.best_streak);
        self.best_minutes = self.best_minutes.max(other.best_minutes);
        self.best_set = shorter(self.best_set, other.best_set);
    }
}

/// The number of days in a row, up to `today` or the day before it, that are among `days`.
pub fn days_in_a_row(days: impl IntoIterator<Item = Day>, today: Day) -> u32 {
    let days: BTreeSet<Day> = days.into_iter().collect();
    let last = if days.contains(&today) { today } else { Day(today.0.saturating_sub(1)) };
    (0..=last.0).rev().take_while(|&day| days.contains(&Day(day))).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn small(id: u64, rating: u16) -> PuzzleFacts {
        PuzzleFacts { id, rating, cells: 19 }
    }

    const PUZZLES: [PuzzleFacts; 3] = [small(1, 900), small(2, 1_050), small(3, 1_900)];

    #[test]
    fn failed_puzzles_return_after_five_others_or_tomorrow() {
        let puzzles: Vec<PuzzleFacts> = (0..9).map(|id| small(id, 1_000)).collect();
        let mut practice = Practice::default();
        practice.note(0, 1_000, false, Day(10));
        assert_eq!(practice.due(Day(10)), 0);
        assert_eq!(practice.next(&puzzles, Day(11), None), Some(0), "tomorrow it is back");
        let mut last = None;
        for other in 1..=5 {
            let next = practice.next(&puzzles, Day(10), last);
            assert_eq!(next, Some(other));
            practice.note(other, 1_000, other != 2, Day(10));
            last = next;
        }
        assert_eq!(practice.next(&puzzles, Day(10), last), Some(0));
        practice.note(0, 1_000, true, Day(10));
        assert_eq!(practice.next(&puzzles, Day(10), Some(0)), Some(6), "2 waits for one more");
        practice.note(6, 1_000, true, Day(10));
        assert_eq!(practice.next(&puzzles, Day(10), Some(6)), Some(2));
    }

    #[test]
    fn newcomers_get_small_boards_first() {
        let puzzle = |id, cells| PuzzleFacts { id, rating: 1_000, cells };
        let puzzles: Vec<PuzzleFacts> =
            (0..12).map(|id| puzzle(id, 61)).chain((12..40).map(|id| puzzle(id, 37))).collect();
        let mut practice = Practice::default();
        for id in 12..22 {
            assert_eq!(practice.next(&puzzles, Day(1), None), Some(id));
            practice.note(id, 1_000, true, Day(1));
        }
        let rated = practice.next(&puzzles, Day(1), None);
        assert_eq!(rated, Some(0), "large boards are as good from now on");
    }

    #[test]
    fn failed_puzzles_return_at_growing_intervals() {
        let mut practice = Practice::default();
        assert_eq!(practice.next(&PUZZLES, Day(9), None), Some(2), "the nearest in rating");
        practice.note(2, 1_050, false, Day(9));
        assert_eq!(practice.next(&PUZZLES, Day(9), Some(2)), Some(1));
        practice.note(1, 900, true, Day(9));
        assert_eq!(practice.next(&PUZZLES, Day(10), Some(1)), Some(2), "it is back");
        for (day, back) in [(10, 11), (11, 14), (14, 21), (21, 42), (42, 102), (102, 162)] {
            assert_eq!(practice.due(Day(day)), 1);
            practice.note(2, 1_050, true, Day(day));
            assert_eq!((practice.due(Day(back - 1)), practice.due(Day(back))), (0, 1));
        }
        practice.note(2, 1_050, false, Day(200));
        assert_eq!((practice.due(Day(200)), practice.due(Day(201))), (0, 1));
    }

    #[test]
    fn the_rating_follows_first_attempts_only() {
        let mut practice = Practice::default();
        assert_eq!(practice.note(1, 1_000, true, Day(1)), 30);
        assert_eq!(practice.note(1, 1_000, false, Day(1)), 0);
        assert!(practice.note(3, 1_900, false, Day(1)) > -2, "a hard one costs little");
        assert!(practice.note(2, 600, false, Day(1)) < -50, "an easy one much");
        assert!((900..1_000).contains(&practice.rating()), "{}", practice.rating());
    }

    #[test]
    fn two_runs_are_merged_and_a_day_without_ends_the_row() {
        let (mut a, mut b) = (Practice::default(), Practice::default());
        a.note(1, 900, true, Day(4));
        b.note(1, 900, false, Day(5));
        b.note(1, 900, true, Day(5));
        b.note(2, 900, true, Day(6));
        a.merge(b.clone());
        assert_eq!((a.tried(), a.rating(), a.is_solved(1)), (2, b.rating(), true));
        let row = |today| days_in_a_row(a.days(), Day(today));
        assert_eq!((row(5), row(6), row(7), row(8)), (2, 3, 3, 0));
    }

    #[test]
    fn every_day_has_its_own_puzzle() {
        let picked: BTreeSet<usize> = (20_000..20_100).map(|day| Day(day).pick(800)).collect();
        assert!(picked.len() > 80 && picked.iter().all(|&at| at < 800), "{picked:?}");
        assert_eq!(Day(5).pick(0), 0);
    }

    #[test]
    fn days_count_from_the_epoch_and_rows_end_today() {
        let wall = std::time::UNIX_EPOCH + std::time::Duration::from_secs(86_400);
        assert_eq!(Day::of(Moment { wall, ..Moment::default() }), Day(1));
        assert_eq!(days_in_a_row([Day(3), Day(5), Day(6)], Day(7)), 2);
    }
}
