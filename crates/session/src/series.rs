//! Puzzles one after another: those that fit the solver, of one game or of all, those with one
//! motif, a streak that one miss ends, three minutes, or the same set each time.

use std::collections::BTreeSet;
use std::time::Duration;

use tetralith_core::{Info, games};
use tetralith_study::puzzles::Puzzle;

use crate::practice::{Day, Practice, PuzzleFacts, Round, SET, SeriesKind};

/// The length of a series by the clock.
const MINUTES: Duration = Duration::from_secs(180);

/// A series of puzzles under way.
#[derive(Clone, Debug)]
pub struct PuzzleSeries {
    info: &'static Info,
    kind: SeriesKind,
    round: Round,
    solved: u32,
    /// The puzzles of a set that were solved without a miss.
    found: BTreeSet<u64>,
    /// The number of puzzles in the set.
    size: usize,
    /// The time when it began, on the steady clock.
    begun: Duration,
    is_over: bool,
}

/// The rating of the first puzzle that grow harder, and by how much each does.
const CLIMB: (u32, u32) = (700, 50);

impl PuzzleSeries {
    /// A series of puzzles of `info` that begins now.
    pub fn new(info: &'static Info, kind: SeriesKind, now: Duration) -> Self {
        Self {
            info,
            kind,
            round: Round::default(),
            solved: 0,
            found: BTreeSet::new(),
            size: 0,
            begun: now,
            is_over: false,
        }
    }

    /// The game.
    pub const fn info(&self) -> &'static Info {
        self.info
    }

    /// The kind of its puzzles.
    pub const fn kind(&self) -> SeriesKind {
        self.kind
    }

    /// True if the puzzle `id` is the one it asked last.
    pub fn asks(&self, id: u64) -> bool {
        self.round.last() == Some(id)
    }

    /// Notes that the puzzle `id`, if it is the one it asked last, is left without an attempt.
    pub(crate) fn skip(&mut self, id: u64) {
        if self.asks(id) {
            self.round.skip(id);
        }
    }

    /// True if no further puzzle is asked.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Goes on to the next game if puzzles of all are asked: one of those that `has` puzzles, the
    /// first that has some `due` besides those skipped in the round.
    pub(crate) fn change_game(
        &mut self,
        due: impl Fn(&Info, &Round) -> bool,
        has: impl Fn(&Info) -> bool,
    ) {
        if self.kind != SeriesKind::Mixed {
            return;
        }
        let at = games::INFOS.iter().position(|info| info.id == self.info.id).unwrap_or(0);
        let at = at + usize::from(self.round.last().is_some());
        let count = games::INFOS.len();
        let mut order: Vec<_> = (0..count).map(|i| games::INFOS[(at + i) % count]).collect();
        order.sort_by_key(|info| !due(info, &self.round));
        self.info = order.into_iter().find(|info| has(info)).unwrap_or(self.info);
    }

    /// The puzzle of `puzzles` to ask next, but not the one asked last; `None` if there is none.
    pub fn next<'a>(
        &mut self,
        puzzles: &[&'a Puzzle],
        practice: &Practice,
        day: Day,
    ) -> Option<&'a Puzzle> {
        let suits = |puzzle: &&&Puzzle| match self.kind {
            SeriesKind::Motif(theme) => puzzle.theme == Some(theme),
            _ => true,
        };
        let facts = puzzles.iter().filter(suits).map(|puzzle| PuzzleFacts::from(*puzzle));
        let next = if self.kind == SeriesKind::Set {
            let set = set_of(puzzles);
            self.size = set.len();
            let left = set.into_iter().filter(|id| !self.found.contains(id));
            // Those that were missed come after those that were not asked yet.
            left.min_by_key(|id| (self.asks(*id), self.round.has_asked(*id)))
        } else if self.grows_harder() {
            let wanted = CLIMB.0 + CLIMB.1 * self.solved;
            let new = facts.filter(|puzzle| !self.round.has_asked(puzzle.id));
            let chosen = new.min_by_key(|puzzle| {
                // Of those about as hard the ones that are known least.
                let apart = u32::from(puzzle.rating).abs_diff(wanted) / CLIMB.1;
                (apart, practice.tries(puzzle.id), puzzle.id)
            });
            chosen.map(|puzzle| puzzle.id)
        } else {
            let facts: Vec<PuzzleFacts> = facts.collect();
            let ids: Vec<u64> = facts.iter().map(|puzzle| puzzle.id).collect();
            let waiting: BTreeSet<u64> =
                self.round.waiting(&ids, practice, day).into_iter().collect();
            let left: Vec<PuzzleFacts> =
                facts.into_iter().filter(|puzzle| waiting.contains(&puzzle.id)).collect();
            practice.next(&left, day, self.round.last())
        };
        self.round.ask(next);
        puzzles.iter().find(|puzzle| Some(puzzle.id()) == next).copied()
    }

    /// True if its puzzles grow harder, and the number solved is its result.
    const fn grows_harder(&self) -> bool {
        matches!(self.kind, SeriesKind::Streak | SeriesKind::Minutes)
    }

    /// The time since it began.
    const fn used(&self, now: Duration) -> Duration {
        now.saturating_sub(self.begun)
    }

    /// The time that is left at `now`; `None` if the clock does not end it.
    fn left(&self, now: Duration) -> Option<Duration> {
        (self.kind == SeriesKind::Minutes).then(|| MINUTES.saturating_sub(self.used(now)))
    }

    /// Returns when its time is up, on the steady clock; `None` if the clock does not end it, or it
    /// is over.
    pub fn ends_at(&self) -> Option<Duration> {
        (self.kind == SeriesKind::Minutes && !self.is_over).then(|| self.begun + MINUTES)
    }

    /// Returns when its clock shows another second after `now`; `None` if it has none that runs.
    pub fn change_due(&self, now: Duration) -> Option<Duration> {
        let second = Duration::from_secs(1);
        let part = |time: Duration| Duration::from_nanos(time.subsec_nanos().into());
        if self.kind == SeriesKind::Set && !self.is_over {
            return Some(now + second.saturating_sub(part(self.used(now))));
        }
        let left = self.left(now).filter(|left| !left.is_zero() && !self.is_over)?;
        let part = part(left);
        Some(now + if part.is_zero() { second } else { part })
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

    /// Notes whether the puzzle `id` was solved at once, and returns the words about that at the
    /// time `now`, empty if there are none; the best result is kept in `practice`.
    pub fn note(
        &mut self,
        id: u64,
        is_solved: bool,
        practice: &mut Practice,
        now: Duration,
    ) -> String {
        if !self.asks(id) || self.is_over {
            return String::new();
        }
        self.round.attempt(id);
        if self.kind == SeriesKind::Set {
            return self.note_in_set(id, is_solved, practice, now);
        }
        if !self.grows_harder() {
            return String::new();
        }
        self.solved += u32::from(is_solved);
        self.is_over = !is_solved && self.kind == SeriesKind::Streak;
        let best = practice.note_best(self.kind, self.solved);
        match (self.kind, is_solved) {
            (SeriesKind::Streak, true) => format!(" Streak: {}, best {best}.", self.solved),
            (SeriesKind::Streak, false) => {
                format!(" The streak ends at {}, best {best}.", self.solved)
            }
            _ => String::new(),
        }
    }

    fn note_in_set(
        &mut self,
        id: u64,
        is_solved: bool,
        practice: &mut Practice,
        now: Duration,
    ) -> String {
        if !is_solved {
            return " It comes again before the set ends.".to_owned();
        }
        self.found.insert(id);
        self.is_over = self.found.len() >= self.size;
        if !self.is_over {
            return String::new();
        }
        // A set that is solved within a second took one: 0 is none.
        let took = u32::try_from(self.used(now).as_secs()).unwrap_or(u32::MAX).max(1);
        let best = practice.note_best(self.kind, took);
        format!(" The set took {}, best {}.", minutes(took), minutes(best))
    }

    /// The state of a series that has a result, in a few words at the time `now`; `None` in others.
    pub fn tally(&self, practice: &Practice, now: Duration) -> Option<String> {
        let best = practice.best(self.kind);
        let solved = self.solved;
        match (self.kind, self.left(now)) {
            (SeriesKind::Streak, _) => Some(format!("streak {solved}, best {best}")),
            (_, Some(left)) => {
                let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
                let left = minutes(u32::try_from(seconds).unwrap_or(u32::MAX));
                Some(format!("{left}, {solved} solved, best {best}"))
            }
            (SeriesKind::Set, None) => {
                let (found, size) = (self.found.len(), self.size);
                let used = minutes(u32::try_from(self.used(now).as_secs()).unwrap_or(u32::MAX));
                let best = Some(best).filter(|best| *best > 0);
                let best =
                    best.map_or_else(String::new, |best| format!(", best {}", minutes(best)));
                Some(if self.is_over {
                    format!("{found} of {size}{best}")
                } else {
                    format!("{used}, {found} of {size}{best}")
                })
            }
            _ => None,
        }
    }
}

/// The puzzles of a set, easiest first: [`SET`] of them, spread over the easier half of `puzzles`.
fn set_of(puzzles: &[&Puzzle]) -> Vec<u64> {
    let mut all: Vec<(u16, u64)> =
        puzzles.iter().map(|puzzle| (puzzle.rating, puzzle.id())).collect();
    all.sort_unstable();
    all.truncate(all.len().div_ceil(2).max(SET));
    let count = all.len().min(SET);
    (0..count).map(|i| all[i * all.len() / count].1).collect()
}

/// A time in seconds as minutes and seconds.
pub fn minutes(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_study::puzzles::{PuzzleTheme, read};

    /// Puzzles of Necklace that differ in the lowest row of their boards.
    fn puzzles<const N: usize>(rows: [&str; N]) -> (&'static Info, Vec<Puzzle>) {
        let line = |row: &str| {
            format!(
                concat!(
                    r#"{{"position":"necklace size=4 4/4/2b1/{} red","line":"c3 d3 b2","#,
                    r#""aim":"win","check":"proof","rating":900,"theme":"link"}}"#
                ),
                row
            )
        };
        let puzzles = read(rows.map(line).join("\n").as_bytes(), false).expect("they are puzzles");
        (games::info("necklace").expect("a game"), puzzles)
    }

    #[test]
    fn streaks_end_with_a_miss_and_the_best_is_kept() {
        let (info, puzzles) = puzzles(["2r1"]);
        let all: Vec<&Puzzle> = puzzles.iter().collect();
        let mut practice = Practice::default();
        let mut series = PuzzleSeries::new(info, SeriesKind::Streak, Duration::ZERO);
        let first = series.next(&all, &Practice::default(), Day(1)).expect("there is one").id();
        assert_eq!(series.note(first, true, &mut practice, Duration::ZERO), " Streak: 1, best 1.");
        assert!(series.next(&all, &Practice::default(), Day(1)).is_none(), "none comes twice");
        assert_eq!(series.note(first, true, &mut practice, Duration::ZERO), "", "it was not asked");
        let mut again = PuzzleSeries::new(info, SeriesKind::Streak, Duration::ZERO);
        again.next(&all, &Practice::default(), Day(1));
        assert_eq!(
            again.note(first, false, &mut practice, Duration::ZERO),
            " The streak ends at 0, best 1."
        );
        assert!(again.is_over() && !series.is_over());
        assert_eq!(practice.best(SeriesKind::Streak), 1);
        assert_eq!(again.tally(&practice, Duration::ZERO).as_deref(), Some("streak 0, best 1"));
    }

    #[test]
    fn three_minutes_end_by_the_clock() {
        let (info, puzzles) = puzzles(["2r1"]);
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
        assert_eq!(series.note(id, false, &mut practice, Duration::ZERO), "");
        assert!(!series.is_over(), "a miss does not end it");
        assert_eq!(series.note(id, true, &mut practice, Duration::ZERO), "");
        assert_eq!(tally(&series, &practice, 279), "0:01, 1 solved, best 1");
        assert_eq!(series.tell_time(at(279), &practice), None);
        let told = series.tell_time(at(280), &practice);
        assert_eq!(told.as_deref(), Some("time is up: 1 solved, best 1"));
        assert_eq!(
            (series.tell_time(at(281), &practice), series.change_due(at(281))),
            (None, None)
        );
        assert_eq!(series.note(id, true, &mut practice, Duration::ZERO), "");
        assert_eq!(practice.best(SeriesKind::Minutes), 1);
    }

    #[test]
    fn sets_are_the_same_each_time_and_keep_the_best_time() {
        let (info, puzzles) = puzzles(["2r1", "1r2", "r3"]);
        let all: Vec<&Puzzle> = puzzles.iter().collect();
        let (mut practice, at) = (Practice::default(), Duration::from_secs);
        let mut solve = |begun: u64, misses: usize| {
            let mut series = PuzzleSeries::new(info, SeriesKind::Set, at(begun));
            let (mut asked, mut said) = (Vec::new(), String::new());
            while !series.is_over() {
                let id = series.next(&all, &practice, Day(1)).expect("one is left").id();
                let is_solved = asked.len() >= misses;
                asked.push(id);
                let now = at(begun + 30 * asked.len() as u64);
                assert!(series.change_due(now) > Some(now));
                said = series.note(id, is_solved, &mut practice, now);
            }
            (asked, said, series.tally(&practice, at(0)).expect("it has a result"))
        };
        let (first, said, tally) = solve(0, 1);
        assert_eq!((first.len(), first[3]), (4, first[0]), "the one that was missed comes again");
        assert_eq!(said, " The set took 2:00, best 2:00.");
        assert_eq!(tally, "3 of 3, best 2:00");
        let (second, said, _) = solve(500, 0);
        assert_eq!(second, first[..3]);
        assert_eq!(said, " The set took 1:30, best 1:30.");
        assert_eq!(solve(900, 2).1, " The set took 2:30, best 1:30.");
        let mut other = Practice::default();
        other.merge(practice);
        assert_eq!(other.best(SeriesKind::Set), 90);
    }

    #[test]
    fn mixed_series_take_the_games_in_turn_and_due_ones_first() {
        let mut series = PuzzleSeries::new(games::INFOS[1], SeriesKind::Mixed, Duration::ZERO);
        let mut turn = |due: &str, without: &str| {
            series.change_game(|info, _| info.id == due, |info| info.id != without);
            series.round.ask(Some(1));
            series.info().id
        };
        let ids: Vec<&str> = games::INFOS.iter().map(|info| info.id).collect();
        assert_eq!([turn("", ""), turn("", ""), turn("", "")], [ids[1], ids[2], ids[3]]);
        assert_eq!(turn(ids[2], ""), ids[2], "its puzzles come back");
        assert_eq!(turn("", ids[3]), *ids[4..].first().unwrap_or(&ids[0]));
    }

    #[test]
    fn due_puzzles_that_are_skipped_do_not_come_every_second_time() {
        let (info, puzzles) = puzzles(["2r1", "1r2", "r3"]);
        let all: Vec<&Puzzle> = puzzles.iter().collect();
        let mut practice = Practice::default();
        practice.note(all[1].id(), 900, false, Day(1));
        let mut series = PuzzleSeries::new(info, SeriesKind::Mixed, Duration::ZERO);
        let has_due = |series: &PuzzleSeries| practice.has_due(Day(5), &series.round);
        assert!(has_due(&series));
        let mut asked = Vec::new();
        for _ in 0..6 {
            let id = series.next(&all, &practice, Day(5)).expect("there is one").id();
            asked.push(id);
            series.skip(id);
            assert!(!has_due(&series), "it does not keep a mixed series at its game");
        }
        assert_eq!((asked[0], &asked[..3]), (all[1].id(), &asked[3..]));
        assert_eq!(asked[..3].iter().collect::<BTreeSet<_>>().len(), 3);
    }

    #[test]
    fn motifs_have_only_their_own_puzzles() {
        let (info, puzzles) = puzzles(["2r1"]);
        let all: Vec<&Puzzle> = puzzles.iter().collect();
        let asked = |theme| {
            let mut series = PuzzleSeries::new(info, SeriesKind::Motif(theme), Duration::ZERO);
            series.next(&all, &Practice::default(), Day(1)).is_some()
        };
        assert!(asked(PuzzleTheme::Link) && !asked(PuzzleTheme::Cut));
        let mut series = PuzzleSeries::new(info, SeriesKind::Practice, Duration::ZERO);
        let id = series.next(&all, &Practice::default(), Day(1)).expect("there is one").id();
        assert_eq!(series.note(id, false, &mut Practice::default(), Duration::ZERO), "");
        assert!(!series.is_over() && series.tally(&Practice::default(), Duration::ZERO).is_none());
    }
}
