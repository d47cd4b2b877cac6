//! Puzzles one after another: those that fit the solver, those with one motif, a streak that one
//! miss ends, or three minutes.

use std::collections::BTreeSet;
use std::time::Duration;

use tetralith_core::Info;
use tetralith_study::puzzles::Puzzle;

use crate::practice::{Day, Practice, PuzzleFacts, SeriesKind};

/// The length of a series by the clock.
const MINUTES: Duration = Duration::from_secs(180);

/// A series of puzzles under way.
#[derive(Clone, Debug)]
pub struct PuzzleSeries {
    info: &'static Info,
    kind: SeriesKind,
    asked: BTreeSet<u64>,
    /// The puzzle that was asked last.
    last: Option<u64>,
    solved: u32,
    /// The time when it began, on the steady clock.
    begun: Duration,
    is_over: bool,
}

/// The rating of the first puzzle that grow harder, and by how much each does.
const CLIMB: (u32, u32) = (700, 50);

impl PuzzleSeries {
    /// A series of puzzles of `info` that begins now.
    pub const fn new(info: &'static Info, kind: SeriesKind, now: Duration) -> Self {
        Self {
            info,
            kind,
            asked: BTreeSet::new(),
            last: None,
            solved: 0,
            begun: now,
            is_over: false,
        }
    }

    /// The game.
    pub const fn info(&self) -> &'static Info {
        self.info
    }

    /// True if the puzzle `id` is the one it asked last.
    pub fn asks(&self, id: u64) -> bool {
        self.last == Some(id)
    }

    /// True if no further puzzle is asked.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// The puzzle of `puzzles` to ask next, but not the one asked last; `None` if there is none.
    pub fn next<'a>(
        &mut self,
        puzzles: &[&'a Puzzle],
        practice: &Practice,
        day: Day,
    ) -> Option<&'a Puzzle> {
        let suits = |puzzle: &&&Puzzle| match self.kind {
            SeriesKind::Practice | SeriesKind::Streak | SeriesKind::Minutes => true,
            SeriesKind::Motif(theme) => puzzle.theme == Some(theme),
        };
        let facts = puzzles.iter().filter(suits).map(|puzzle| PuzzleFacts::from(*puzzle));
        let next = if self.grows_harder() {
            let wanted = CLIMB.0 + CLIMB.1 * self.solved;
            let new = facts.filter(|puzzle| !self.asked.contains(&puzzle.id));
            let chosen = new.min_by_key(|puzzle| {
                // Of those about as hard the ones that are known least.
                let apart = u32::from(puzzle.rating).abs_diff(wanted) / CLIMB.1;
                (apart, practice.tries(puzzle.id), puzzle.id)
            });
            chosen.map(|puzzle| puzzle.id)
        } else {
            practice.next(&facts.collect::<Vec<_>>(), day, self.last)
        };
        self.last = next;
        self.asked.extend(next);
        puzzles.iter().find(|puzzle| Some(puzzle.id()) == next).copied()
    }

    /// True if its puzzles grow harder, and the number solved is its result.
    const fn grows_harder(&self) -> bool {
        matches!(self.kind, SeriesKind::Streak | SeriesKind::Minutes)
    }

    /// The time that is left at `now`; `None` if the clock does not end it.
    fn left(&self, now: Duration) -> Option<Duration> {
        let used = now.saturating_sub(self.begun);
        (self.kind == SeriesKind::Minutes).then(|| MINUTES.saturating_sub(used))
    }

    /// Returns when its clock shows another second after `now`; `None` if it has none that runs.
    pub fn change_due(&self, now: Duration) -> Option<Duration> {
        let left = self.left(now).filter(|left| !left.is_zero() && !self.is_over)?;
        let part = Duration::from_nanos(left.subsec_nanos().into());
        Some(now + if part.is_zero() { Duration::from_secs(1) } else { part })
    }

    /// Ends it if its time is up at `now`; returns the words about that once.
    pub fn tell_time(&mut self, now: Duration, practice: &Practice) -> Option<String> {
        let is_up = !self.is_over && self.left(now).is_some_and(|left| left.is_zero());
        self.is_over |= is_up;
        is_up.then(|| {
            let best = practice.best(self.kind);
            format!("time is up: {} solved, best {best}", self.solved)
        })
    }

    /// Notes whether the puzzle `id` was solved at once, and returns the words about that, empty if
    /// there are none; the best result is kept in `practice`.
    pub fn note(&mut self, id: u64, is_solved: bool, practice: &mut Practice) -> String {
        if !self.grows_harder() || self.last != Some(id) || self.is_over {
            return String::new();
        }
        self.solved += u32::from(is_solved);
        self.is_over = !is_solved && self.kind == SeriesKind::Streak;
        let best = practice.note_best(self.kind, self.solved);
        match (self.kind, is_solved) {
            (SeriesKind::Streak, true) => format!(" In a row: {}, best {best}.", self.solved),
            (SeriesKind::Streak, false) => {
                format!(" The streak ends at {}, best {best}.", self.solved)
            }
            _ => String::new(),
        }
    }

    /// The state of a series that has a result, in a few words at the time `now`; `None` in others.
    pub fn tally(&self, practice: &Practice, now: Duration) -> Option<String> {
        let best = practice.best(self.kind);
        let solved = self.solved;
        match (self.kind, self.left(now)) {
            (SeriesKind::Streak, _) => Some(format!("in a row {solved}, best {best}")),
            (_, Some(left)) => {
                let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
                let (minutes, seconds) = (seconds / 60, seconds % 60);
                Some(format!("{minutes}:{seconds:02}, {solved} solved, best {best}"))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::games;
    use tetralith_study::puzzles::{PuzzleTheme, read};

    fn puzzles() -> (&'static Info, Vec<Puzzle>) {
        let line = |row: &str, theme: &str, rating: u32| {
            format!(
                r#"{{"position":"necklace size=4 {row} red","line":"c3 d3 b2","aim":"win",
                "check":"proof","rating":{rating},"theme":"{theme}"}}"#
            )
            .replace('\n', " ")
        };
        let text =
            [("4/4/2b1/2r1", "link", 1_433)].map(|(row, theme, rating)| line(row, theme, rating));
        let puzzles = read(text.join("\n").as_bytes(), false).expect("they are puzzles");
        (games::info("necklace").expect("a game"), puzzles)
    }

    #[test]
    fn streaks_end_with_a_miss_and_the_best_is_kept() {
        let (info, puzzles) = puzzles();
        let all: Vec<&Puzzle> = puzzles.iter().collect();
        let mut practice = Practice::default();
        let mut series = PuzzleSeries::new(info, SeriesKind::Streak, Duration::ZERO);
        let first = series.next(&all, &Practice::default(), Day(1)).expect("there is one").id();
        assert_eq!(series.note(first, true, &mut practice), " In a row: 1, best 1.");
        assert!(series.next(&all, &Practice::default(), Day(1)).is_none(), "none comes twice");
        assert_eq!(series.note(first, true, &mut practice), "", "it was not asked");
        let mut again = PuzzleSeries::new(info, SeriesKind::Streak, Duration::ZERO);
        again.next(&all, &Practice::default(), Day(1));
        assert_eq!(again.note(first, false, &mut practice), " The streak ends at 0, best 1.");
        assert!(again.is_over() && !series.is_over());
        assert_eq!(practice.best(SeriesKind::Streak), 1);
        assert_eq!(again.tally(&practice, Duration::ZERO).as_deref(), Some("in a row 0, best 1"));
    }

    #[test]
    fn three_minutes_end_by_the_clock() {
        let (info, puzzles) = puzzles();
        let all: Vec<&Puzzle> = puzzles.iter().collect();
        let mut practice = Practice::default();
        let at = Duration::from_secs;
        let mut series = PuzzleSeries::new(info, SeriesKind::Minutes, at(100));
        let id = series.next(&all, &Practice::default(), Day(1)).expect("there is one").id();
        let tally = |series: &PuzzleSeries, practice: &Practice, now| {
            series.tally(practice, at(now)).expect("it has a clock")
        };
        assert_eq!(tally(&series, &practice, 100), "3:00, 0 solved, best 0");
        assert_eq!(series.change_due(at(100)), Some(at(101)));
        assert_eq!(series.note(id, false, &mut practice), "");
        assert!(!series.is_over(), "a miss does not end it");
        assert_eq!(series.note(id, true, &mut practice), "");
        assert_eq!(tally(&series, &practice, 279), "0:01, 1 solved, best 1");
        assert_eq!(series.tell_time(at(279), &practice), None);
        let told = series.tell_time(at(280), &practice);
        assert_eq!(told.as_deref(), Some("time is up: 1 solved, best 1"));
        assert_eq!(
            (series.tell_time(at(281), &practice), series.change_due(at(281))),
            (None, None)
        );
        assert_eq!(series.note(id, true, &mut practice), "");
        assert_eq!(practice.best(SeriesKind::Minutes), 1);
    }

    #[test]
    fn motifs_have_only_their_own_puzzles() {
        let (info, puzzles) = puzzles();
        let all: Vec<&Puzzle> = puzzles.iter().collect();
        let asked = |theme| {
            let mut series = PuzzleSeries::new(info, SeriesKind::Motif(theme), Duration::ZERO);
            series.next(&all, &Practice::default(), Day(1)).is_some()
        };
        assert!(asked(PuzzleTheme::Link) && !asked(PuzzleTheme::Cut));
        let mut series = PuzzleSeries::new(info, SeriesKind::Practice, Duration::ZERO);
        let id = series.next(&all, &Practice::default(), Day(1)).expect("there is one").id();
        assert_eq!(series.note(id, false, &mut Practice::default()), "");
        assert!(!series.is_over() && series.tally(&Practice::default(), Duration::ZERO).is_none());
    }
}
