//! The clock of a game over the protocol, and how much of it a step may take.

use std::time::Duration;

use tetralith_core::{Colour, Game};

use tetralith_engine::Budget;
use tetralith_session::clock::{Lag, Turns, share};

/// The time control: a main time, then so much for so many turns, again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    main: Duration,
    period: Duration,
    turns: u32,
}

/// The time that both sides have left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clock {
    settings: Settings,
    left: [Left; 2],
    lag: Lag,
}

/// The time that one side has left: in the main time if `turns` is 0, else for so many turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Left {
    time: Duration,
    turns: u32,
}

/// The longest time that can be set.
const LONGEST: f64 = 1e8;

impl Clock {
    /// A clock by `time_settings`: main time, period and turns. `None` if that means no limit at
    /// all.
    ///
    /// # Errors
    /// One sentence if `text` is not three such numbers.
    pub(super) fn parse(text: &str) -> Result<Option<Self>, String> {
        let [main, period, turns]: [&str; 3] =
            words(text).ok_or("time_settings takes main time, period and turns")?;
        let settings =
            Settings { main: seconds(main)?, period: seconds(period)?, turns: count(turns)? };
        // The protocol: a period without turns in it means that there is no limit.
        if settings.turns == 0 && !settings.period.is_zero() {
            return Ok(None);
        }
        let mut clock =
            Self { settings, left: [Left { time: Duration::ZERO, turns: 0 }; 2], lag: Lag::UNSEEN };
        clock.wind_up();
        Ok(Some(clock))
    }

    /// Gives both sides the time that they have at the beginning of a game.
    pub(super) fn wind_up(&mut self) {
        let Settings { main, period, turns } = self.settings;
        let left = if main.is_zero() {
            Left { time: period, turns }
        } else {
            Left { time: main, turns: 0 }
        };
        self.left = [left; 2];
    }

    /// Notes `time_left`: what `colour` has left, and for how many turns, 0 in the main time.
    ///
    /// # Errors
    /// One sentence if `text` is not two such numbers.
    pub(super) fn set_left(&mut self, colour: Colour, text: &str) -> Result<(), String> {
        let [time, turns]: [&str; 2] =
            words(text).ok_or("time_left takes a colour, a time and turns")?;
        self.left[colour.index()] = Left { time: seconds(time)?, turns: count(turns)? };
        Ok(())
    }

    /// Counts a turn of `colour` that took `spent`.
    pub(super) fn spend(&mut self, colour: Colour, spent: Duration) {
        let Settings { period, turns, .. } = self.settings;
        let left = &mut self.left[colour.index()];
        let rest = left.time.saturating_sub(spent);
        *left = match left.turns {
            0 if !rest.is_zero() || turns == 0 => Left { time: rest, turns: 0 },
            // The main time is over, and what was taken beyond it is of the period.
            0 if turns > 1 => {
                Left { time: (left.time + period).saturating_sub(spent), turns: turns - 1 }
            }
            // The last turn of a period is made.
            0 | 1 => Left { time: period, turns },
            _ => Left { time: rest, turns: left.turns - 1 },
        };
    }

    /// Gives either side the time of the other: the players have exchanged the colours, and each
    /// keeps their own.
    pub(super) fn swap(&mut self) {
        self.left.swap(0, 1);
    }

    /// Records by how much a turn was `late`.
    pub(super) fn see_lag(&mut self, late: Duration) {
        self.lag.see(late);
    }

    /// Returns the time that the next step may take in `position`, where the turn has taken `spent`
    /// so far.
    ///
    /// In the main time this is the step's share of it, plus a share of the period that follows, if
    /// there is one.
    pub(super) fn budget(&self, position: &Game, spent: Duration) -> Budget {
        let left = self.left[position.to_move().index()];
        let of = |time: Duration, turns: Turns| share(time, self.lag, turns, position);
        let time = left.time.saturating_sub(spent);
        if left.turns > 0 {
            return of(time, Turns::exactly(left.turns));
        }
        let Settings { period, turns, .. } = self.settings;
        let to_come = period.saturating_sub(spent.saturating_sub(left.time));
        of(time, Turns::ahead(position)) + of(to_come, Turns::exactly(turns))
    }
}

/// Returns by how much a step was late that had `asked` as its budget, was `searched` for so long
/// and took `taken` in all.
pub(super) fn late(asked: Budget, searched: Duration, taken: Duration) -> Duration {
    taken.saturating_sub(asked.longest().map_or(searched, |longest| longest.min(searched)))
}

fn words<const N: usize>(text: &str) -> Option<[&str; N]> {
    text.split_whitespace().collect::<Vec<_>>().try_into().ok()
}

fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds: &f64| (0.0..=LONGEST).contains(seconds))
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| {
            format!("'{}' is not a time in seconds", tetralith_core::text::Excerpt::new(text))
        })
}

fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| {
        format!("'{}' is not a number of turns", tetralith_core::text::Excerpt::new(text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::Setup;

    const SECOND: Duration = Duration::from_secs(1);

    fn longest(clock: &Clock, position: &Game, spent: Duration) -> Duration {
        clock.budget(position, spent).longest().expect("it is by time")
    }

    fn game() -> Game {
        Game::new("necklace", &Setup::default()).expect("the defaults are playable")
    }

    #[test]
    fn moves_take_small_shares_of_the_main_time() {
        let mut clock = Clock::parse("60 0 0").unwrap().expect("there is a limit");
        let budget = longest(&clock, &game(), Duration::ZERO);
        assert!(budget > SECOND && budget < 12 * SECOND, "{budget:?}");
        clock.spend(Colour::First, 60 * SECOND);
        assert_eq!(longest(&clock, &game(), Duration::ZERO), Duration::ZERO);
        // The next game begins with all of it.
        clock.wind_up();
        assert_eq!(longest(&clock, &game(), Duration::ZERO), budget);
    }

    #[test]
    fn players_keep_their_time_when_colours_are_swapped() {
        let mut clock = Clock::parse("60 0 0").unwrap().expect("there is a limit");
        clock.spend(Colour::First, 60 * SECOND);
        clock.swap();
        assert!(
            longest(&clock, &game(), Duration::ZERO) > SECOND,
            "whoever moves now is the one who has not used any"
        );
        clock.swap();
        assert_eq!(longest(&clock, &game(), Duration::ZERO), Duration::ZERO);
    }

    #[test]
    fn periods_begin_again_when_their_turns_are_made() {
        let mut clock = Clock::parse("0 10 2").unwrap().expect("there is a limit");
        assert!(longest(&clock, &game(), Duration::ZERO) <= 5 * SECOND);
        clock.spend(Colour::First, 4 * SECOND);
        assert_eq!(clock.left[0], Left { time: 6 * SECOND, turns: 1 });
        clock.spend(Colour::First, SECOND);
        assert_eq!(clock.left[0], Left { time: 10 * SECOND, turns: 2 });
        clock.set_left(Colour::First, "3 1").unwrap();
        assert!(longest(&clock, &game(), Duration::ZERO) < 3 * SECOND);
    }

    #[test]
    fn a_period_to_come_is_there_to_be_used_in_the_main_time() {
        let mut clock = Clock::parse("1 30 1").unwrap().expect("there is a limit");
        let budget = longest(&clock, &game(), Duration::ZERO);
        assert!(budget > 28 * SECOND && budget < 31 * SECOND, "{budget:?}");
        clock.spend(Colour::First, budget);
        assert_eq!(clock.left[0], Left { time: 30 * SECOND, turns: 1 });
        // Time used beyond the main time is missing in the period, and so is a turn.
        let mut clock = Clock::parse("10 30 3").unwrap().expect("there is a limit");
        let late = longest(&clock, &game(), 15 * SECOND);
        assert!(late > 7 * SECOND && late < 10 * SECOND, "{late:?}");
        clock.spend(Colour::First, 15 * SECOND);
        assert_eq!(clock.left[0], Left { time: 25 * SECOND, turns: 2 });
    }

    #[test]
    fn the_steps_of_a_turn_take_no_more_than_the_turn_has() {
        let clock = Clock::parse("0 1 1").unwrap().expect("there is a limit");
        let mut position =
            Game::new("multiplicity", &Setup::default()).expect("the defaults are playable");
        let play = |position: &mut Game| position.play(position.legal()[0]).expect("a legal step");
        play(&mut position);
        let bound = longest(&clock, &position, Duration::ZERO);
        play(&mut position);
        assert!(position.phase().is_mid_turn());
        let free = longest(&clock, &position, bound);
        assert!(bound + free < SECOND && free > SECOND / 3, "{bound:?} {free:?}");
    }

    #[test]
    fn past_delays_are_allowed_for() {
        let mut clock = Clock::parse("10 0 0").unwrap().expect("there is a limit");
        // The lateness of the first turn is forgotten.
        (0..30).for_each(|_| clock.see_lag(Duration::ZERO));
        let before = longest(&clock, &game(), Duration::ZERO);
        let asked = clock.budget(&game(), Duration::ZERO);
        clock.see_lag(late(asked, before / 2, before / 2));
        assert_eq!(longest(&clock, &game(), Duration::ZERO), before, "it ended early and in time");
        clock.see_lag(late(asked, before / 2, before / 2 + Duration::from_millis(20)));
        let after = longest(&clock, &game(), Duration::ZERO);
        assert!(after < before);
        clock.see_lag(late(asked, before / 2, before / 2));
        assert!(longest(&clock, &game(), Duration::ZERO) > after, "once late is not for ever");
    }

    #[test]
    fn no_limit_is_none_and_nonsense_is_refused() {
        assert_eq!(Clock::parse("0 1 0"), Ok(None));
        for text in ["", "1 2", "1 2 x", "-1 0 0", "inf 0 0", "1e300 0 0", "1 2 3 4"] {
            assert!(Clock::parse(text).is_err(), "{text}");
        }
    }
}
