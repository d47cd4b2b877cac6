//! Practice with puzzles: which comes next, when a failed one comes back, a rating and a streak.
//!
//! A puzzle that was failed goes into the first of several boxes, and each time it is solved it
//! moves to the next box, from which it comes back after a longer time; failed again, it returns to
//! the first box.
//!
//! Source: Leitner, "So lernt man lernen", 1972. Ratings: Elo, "The Rating of Chessplayers, Past
//! and Present", 1978.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

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

/// The days after which a puzzle in a box comes back.
const BOXES: [u32; 6] = [0, 1, 3, 7, 21, 60];

/// The rating before the first puzzle.
pub const FIRST_RATING: u16 = 1_000;

/// The most that one puzzle changes the rating, each with the number of rated puzzles below which
/// it holds.
const STEPS: [(u32, f64); 2] = [(15, 60.0), (u32::MAX, 24.0)];

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
}

fn key(id: u64) -> String {
    format!("{id:016x}")
}

impl Practice {
    /// True if nothing was tried yet.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The rating.
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

    /// The number of puzzles that come back on `day` or should have before.
    pub fn due(&self, day: Day) -> usize {
        self.cards.values().filter(|card| is_due(card, day)).count()
    }

    /// Returns whether the puzzle `id` was solved at its last attempt.
    pub fn is_solved(&self, id: u64) -> bool {
        self.cards.get(&key(id)).is_some_and(|card| card.shelf != Some(0))
    }

    /// The days on which a puzzle was solved.
    pub fn days(&self) -> impl Iterator<Item = Day> + '_ {
        self.days.iter().copied().map(Day)
    }

    /// The puzzle to ask next, from `puzzles` with their ratings, but not `after` unless it is the
    /// only one: the one that is due first, else the new one whose rating is nearest, else the one
    /// that comes back first.
    pub fn next(&self, puzzles: &[(u64, u16)], day: Day, after: Option<u64>) -> Option<u64> {
        let others = || puzzles.iter().filter(|(id, _)| Some(*id) != after || puzzles.len() == 1);
        let card = |id: u64| self.cards.get(&key(id));
        let due = others().filter(|(id, _)| card(*id).is_some_and(|card| is_due(card, day)));
        let new = others().filter(|(id, _)| card(*id).is_none());
        let first_due = due.min_by_key(|(id, _)| (card(*id).map(|card| card.due), *id));
        let fitting = || new.min_by_key(|(id, rating)| (rating.abs_diff(self.rating()), *id));
        let first_back = || {
            others().min_by_key(|(id, _)| {
                card(*id).map(|card| (card.shelf.is_none(), card.due, card.tries))
            })
        };
        first_due.or_else(fitting).or_else(first_back).map(|(id, _)| *id)
    }

    /// Notes an attempt at the puzzle `id` of this `rating` on `day`: solved at once and without
    /// help, or not.
    ///
    /// Only the first attempt at a puzzle changes the rating; returns by how much.
    pub fn note(&mut self, id: u64, rating: u16, is_solved: bool, day: Day) -> i32 {
        let before = self.cards.get(&key(id)).copied();
        let change = if before.is_none() { self.rate(rating, is_solved) } else { 0 };
        let in_box = match (before.map(|card| card.shelf), is_solved) {
            (_, false) => Some(0),
            (None | Some(None), true) => None,
            (Some(Some(number)), true) => Some(number.saturating_add(1).min(BOXES.len() as u8 - 1)),
        };
        let due = in_box.map_or(0, |number| {
            day.0.saturating_add(BOXES[usize::from(number).min(BOXES.len() - 1)])
        });
        let tries = before.map_or(0, |card| card.tries).saturating_add(1);
        self.cards.insert(key(id), Card { shelf: in_box, due, tries });
        if is_solved {
            self.find(day);
        }
        change
    }

    /// Notes that a puzzle was solved on `day`, at any attempt; returns whether it is the first of
    /// that day.
    pub fn find(&mut self, day: Day) -> bool {
        self.days.insert(day.0)
    }

    /// Changes the rating by a puzzle of `rating` that was solved or not.
    fn rate(&mut self, rating: u16, is_solved: bool) -> i32 {
        let apart = f64::from(rating) - f64::from(self.rating());
        let expected = 1.0 / (1.0 + 10.0_f64.powf(apart / 400.0));
        let step =
            STEPS.iter().find(|(until, _)| self.rated < *until).map_or(24.0, |(_, step)| *step);
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
    }
}

fn is_due(card: &Card, day: Day) -> bool {
    card.shelf.is_some() && card.due <= day.0
}

/// The number of days in a row, up to `today` or the day before it, that are among `days`.
pub fn streak(days: impl IntoIterator<Item = Day>, today: Day) -> u32 {
    let days: BTreeSet<Day> = days.into_iter().collect();
    let last = if days.contains(&today) { today } else { Day(today.0.saturating_sub(1)) };
    (0..=last.0).rev().take_while(|&day| days.contains(&Day(day))).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLES: [(u64, u16); 3] = [(1, 900), (2, 1_050), (3, 1_900)];

    #[test]
    fn failed_puzzles_return_at_growing_intervals() {
        let mut practice = Practice::default();
        assert_eq!(practice.next(&PUZZLES, Day(10), None), Some(2), "the nearest in rating");
        practice.note(2, 1_050, false, Day(10));
        assert_eq!(practice.next(&PUZZLES, Day(10), Some(2)), Some(1));
        practice.note(1, 900, true, Day(10));
        assert_eq!(practice.next(&PUZZLES, Day(10), Some(1)), Some(2), "it is back");
        for (day, back) in [(10, 11), (11, 14), (14, 21), (21, 42), (42, 102), (102, 162)] {
            assert_eq!(practice.due(Day(day)), 1);
            practice.note(2, 1_050, true, Day(day));
            assert_eq!((practice.due(Day(back - 1)), practice.due(Day(back))), (0, 1));
        }
        practice.note(2, 1_050, false, Day(200));
        assert_eq!(practice.due(Day(200)), 1);
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
    fn two_runs_come_together_and_a_streak_ends_after_a_day_without() {
        let (mut a, mut b) = (Practice::default(), Practice::default());
        a.note(1, 900, true, Day(4));
        b.note(1, 900, false, Day(5));
        b.note(1, 900, true, Day(5));
        b.note(2, 900, true, Day(6));
        a.merge(b.clone());
        assert_eq!((a.tried(), a.rating(), a.is_solved(1)), (2, b.rating(), true));
        let streak = |today| streak(a.days(), Day(today));
        assert_eq!((streak(5), streak(6), streak(7), streak(8)), (2, 3, 3, 0));
    }

    #[test]
    fn every_day_has_its_own_puzzle() {
        let picked: BTreeSet<usize> = (20_000..20_100).map(|day| Day(day).pick(800)).collect();
        assert!(picked.len() > 80 && picked.iter().all(|&at| at < 800), "{picked:?}");
        assert_eq!(Day(5).pick(0), 0);
    }

    #[test]
    fn days_count_from_the_epoch_and_streaks_end_today() {
        let wall = std::time::UNIX_EPOCH + std::time::Duration::from_secs(86_400);
        assert_eq!(Day::of(Moment { wall, ..Moment::default() }), Day(1));
        assert_eq!(streak([Day(3), Day(5), Day(6)], Day(7)), 2);
    }
}
