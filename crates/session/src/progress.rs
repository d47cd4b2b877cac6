//! The progress of a learner, as it is kept between runs.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tetralith_core::Info;

use crate::lesson::{Kind, Lesson};
use crate::openings::OpeningProgress;
use crate::practice::{Day, Practice, Round, days_in_a_row};
use crate::series::PuzzleSeries;
use crate::time::Moment;
use tetralith_study::puzzles::Puzzle;

/// The steps of lessons that are done, and the games that are known.
///
/// It is kept as one small JSON object by game; keys that another version wrote and this one does
/// not know are lost.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Progress {
    games: BTreeMap<String, Known>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Known {
    /// The steps of its lesson that are done, from 0.
    #[serde(default)]
    done: BTreeSet<usize>,
    /// True if the game was played, or its first-game hint was dismissed.
    #[serde(default)]
    played: bool,
    /// The steps of its lessons on strategy that are done, by lesson, both from 0.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    strategy: BTreeMap<usize, BTreeSet<usize>>,
    #[serde(default, skip_serializing_if = "Practice::is_empty")]
    puzzles: Practice,
    #[serde(default, skip_serializing_if = "OpeningProgress::is_empty")]
    openings: OpeningProgress,
}

impl Progress {
    /// Reads what [`Progress::text`] wrote; an empty text means no progress yet.
    ///
    /// # Errors
    /// A sentence if the text is something else.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_str(text).map_err(|error| {
            format!("your progress cannot be read: {error}; move learning.json away to begin again")
        })
    }

    /// Merges two kept texts into one with all that was learnt in either.
    ///
    /// # Errors
    /// As for [`Progress::read`].
    pub fn merged(a: &str, b: &str) -> Result<String, String> {
        let mut all = Self::read(a)?;
        for (game, known) in Self::read(b)?.games {
            let other = all.games.entry(game).or_default();
            other.done.extend(known.done);
            other.played |= known.played;
            for (lesson, done) in known.strategy {
                other.strategy.entry(lesson).or_default().extend(done);
            }
            other.puzzles.merge(known.puzzles);
            other.openings.merge(known.openings);
        }
        Ok(all.text())
    }

    /// The text in which progress is kept.
    pub fn text(&self) -> String {
        // A map of texts, numbers and truth values always has a JSON form.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// True if step `step` of the lesson of `info`, from 0, is done.
    pub fn is_done(&self, info: &Info, step: usize) -> bool {
        self.games.get(info.id).is_some_and(|known| known.done.contains(&step))
    }

    /// True if any step of a lesson on rules is done.
    pub fn has_learnt(&self) -> bool {
        self.games.values().any(|known| !known.done.is_empty())
    }

    /// The number of steps that are done of a lesson of `steps` steps.
    pub fn done(&self, info: &Info, steps: usize) -> usize {
        (0..steps).filter(|&step| self.is_done(info, step)).count()
    }

    /// The first step of a lesson of `steps` steps that is not done, from 0.
    pub fn next(&self, info: &Info, steps: usize) -> Option<usize> {
        (0..steps).find(|&step| !self.is_done(info, step))
    }

    /// Notes that a step is done; returns true if that is news.
    pub fn finish(&mut self, info: &Info, step: usize) -> bool {
        self.games.entry(info.id.to_owned()).or_default().done.insert(step)
    }

    /// True if step `step` of a lesson on strategy of `info` is done, both from 0.
    pub fn is_strategy_done(&self, info: &Info, lesson: usize, step: usize) -> bool {
        let known = self.games.get(info.id).and_then(|known| known.strategy.get(&lesson));
        known.is_some_and(|done| done.contains(&step))
    }

    /// The first step of a lesson on strategy of `steps` steps that is not done, from 0.
    pub fn next_of_strategy(&self, info: &Info, lesson: usize, steps: usize) -> Option<usize> {
        (0..steps).find(|&step| !self.is_strategy_done(info, lesson, step))
    }

    /// Notes that a step of a lesson on strategy is done; returns true if that is news.
    pub fn finish_strategy(&mut self, info: &Info, lesson: usize, step: usize) -> bool {
        self.games
            .entry(info.id.to_owned())
            .or_default()
            .strategy
            .entry(lesson)
            .or_default()
            .insert(step)
    }

    /// The practice with the puzzles of `info`.
    pub fn practice(&self, info: &Info) -> Practice {
        self.games.get(info.id).map_or_else(Practice::default, |known| known.puzzles.clone())
    }

    /// The openings of `info` that are learnt.
    pub fn openings(&self, info: &Info) -> Option<&OpeningProgress> {
        self.games.get(info.id).map(|known| &known.openings)
    }

    /// The same, to be changed.
    pub fn openings_mut(&mut self, info: &Info) -> &mut OpeningProgress {
        &mut self.games.entry(info.id.to_owned()).or_default().openings
    }

    /// Notes what has become of the positions of an opening in `lesson` by `now`, in the `round` of
    /// those that are asked too; returns true if there is news.
    pub fn follow_opening(&mut self, lesson: &mut Lesson, round: &mut Round, now: Moment) -> bool {
        let info = lesson.course().info;
        let Kind::Opening { source, .. } = lesson.course().kind else { return false };
        let verdicts = lesson.verdicts();
        for &(id, is_right) in &verdicts {
            self.openings_mut(info).note(source, id, is_right, Day::of(now));
            round.attempt(id);
        }
        !verdicts.is_empty()
    }

    /// Notes an attempt at a puzzle of `info`, as [`Practice::note`] does.
    fn note_puzzle(
        &mut self,
        info: &Info,
        (id, rating): (u64, u16),
        is_solved: bool,
        day: Day,
    ) -> i32 {
        self.games.entry(info.id.to_owned()).or_default().puzzles.note(id, rating, is_solved, day)
    }

    /// Notes what has become of the puzzle of `lesson` by `now`: the attempt as soon as it is
    /// known, and the day once it is found.
    ///
    /// The attempt counts in `series` too, if the puzzle is of one. Returns true if anything
    /// changed, and the words about that, empty if there are none. The words name the rating only
    /// if the player `is_rated`: without the progress that was kept before, no rating is right.
    pub fn follow_puzzle(
        &mut self,
        lesson: &mut Lesson,
        series: Option<&mut PuzzleSeries>,
        is_rated: bool,
        now: Moment,
    ) -> (bool, String) {
        let day = Day::of(now);
        let info = lesson.course().info;
        let Kind::Puzzle { id, rating, .. } = lesson.course().kind else {
            return (false, String::new());
        };
        let verdict = lesson.verdict();
        let change = verdict.map(|is_solved| self.note_puzzle(info, (id, rating), is_solved, day));
        let is_found =
            lesson.found() && self.games.entry(info.id.to_owned()).or_default().puzzles.find(day);
        let mut said = match change.filter(|_| is_rated) {
            None => String::new(),
            Some(0) => format!(" Your rating: {}.", self.practice(info).rating()),
            Some(change) => format!(" Your rating: {} ({change:+}).", self.practice(info).rating()),
        };
        if let (Some(series), Some(is_solved)) = (series, verdict) {
            said += &self.note_in(series, id, is_solved, now);
            if series.is_over() {
                lesson.end_series();
            }
        }
        (change.is_some() || is_found, said)
    }

    /// The puzzle that `series` asks next on `day`, where `all` returns those that there are of a
    /// game; `None` if there is none.
    pub fn next_puzzle<'a>(
        &self,
        series: &mut PuzzleSeries,
        all: impl Fn(&Info) -> Vec<&'a Puzzle>,
        day: Day,
    ) -> Option<&'a Puzzle> {
        let due = |info: &Info, round: &Round| self.practice(info).has_due(day, round);
        series.change_game(due, |info| !all(info).is_empty());
        let info = series.info();
        series.next(&all(info), &self.practice(info), day)
    }

    /// Notes that the puzzle of `lesson` is left for the next one of `series`, which counts as a
    /// miss before a first attempt; returns the words about that, empty if there are none.
    pub fn leave_puzzle(
        &mut self,
        lesson: &Lesson,
        series: &mut PuzzleSeries,
        now: Moment,
    ) -> String {
        let Kind::Puzzle { id, .. } = lesson.course().kind else { return String::new() };
        if lesson.is_judged() {
            return String::new();
        }
        let said = self.note_in(series, id, false, now);
        series.skip(id);
        said
    }

    /// Notes in `series` whether its puzzle `id` was solved, as [`PuzzleSeries::note`] does.
    fn note_in(
        &mut self,
        series: &mut PuzzleSeries,
        id: u64,
        is_solved: bool,
        now: Moment,
    ) -> String {
        let known = self.games.entry(series.info().id.to_owned()).or_default();
        series.note(id, is_solved, &mut known.puzzles, now.steady)
    }

    /// The days in a row, up to `today`, on which a puzzle of any game was solved.
    pub fn days_in_a_row(&self, today: Day) -> u32 {
        days_in_a_row(self.games.values().flat_map(|known| known.puzzles.days()), today)
    }

    /// True if the game was played before.
    pub fn has_played(&self, info: &Info) -> bool {
        self.games.get(info.id).is_some_and(|known| known.played)
    }

    /// Notes that the game was played; returns true if that is news.
    pub fn play(&mut self, info: &Info) -> bool {
        let known = self.games.entry(info.id.to_owned()).or_default();
        !std::mem::replace(&mut known.played, true)
    }
}

#[cfg(test)]
mod tests {
    use tetralith_core::games;

    use super::*;

    #[test]
    fn written_progress_is_read_again() {
        let [a, b] = [games::INFOS[0], games::INFOS[1]];
        let mut progress = Progress::default();
        assert!(progress.finish(a, 0) && progress.finish(a, 2) && !progress.finish(a, 2));
        assert!(progress.play(b) && !progress.play(b));
        assert_eq!(
            (progress.next(a, 3), progress.done(a, 3), progress.next(b, 3)),
            (Some(1), 2, Some(0))
        );
        assert_eq!((progress.has_played(a), progress.has_played(b)), (false, true));
        assert_eq!(Progress::read(&progress.text()), Ok(progress));
        assert_eq!(Progress::read(""), Ok(Progress::default()));
        assert!(Progress::read("[1]").is_err());
    }

    #[test]
    fn progress_of_two_programs_is_merged() {
        let [a, b] = [games::INFOS[0], games::INFOS[1]];
        let (mut one, mut other) = (Progress::default(), Progress::default());
        assert!(one.finish(a, 0) && one.play(b) && other.finish(a, 1) && other.finish(b, 0));
        let both = Progress::read(&Progress::merged(&one.text(), &other.text()).unwrap()).unwrap();
        assert_eq!(
            (both.done(a, 2), both.done(b, 1), both.has_played(a), both.has_played(b)),
            (2, 1, false, true)
        );
        assert_eq!(Progress::merged("", &one.text()), Ok(one.text()));
        one.note_puzzle(a, (7, 1_100), true, Day(3));
        other.note_puzzle(b, (8, 900), false, Day(4));
        assert!(other.finish_strategy(a, 1, 0) && !other.finish_strategy(a, 1, 0));
        let both = Progress::read(&Progress::merged(&one.text(), &other.text()).unwrap()).unwrap();
        assert_eq!(
            (both.practice(a).solved(), both.practice(b).due(Day(5)), both.days_in_a_row(Day(3))),
            (1, 1, 1)
        );
        assert_eq!(both.next_of_strategy(a, 1, 2), Some(1));
        assert!(Progress::merged("[1]", &one.text()).is_err(), "damaged progress is not merged");
    }
}
