//! The clocks of a game: how time is counted, what both sides have left, and how long the turn
//! under way has taken.
//!
//! Nothing here asks what time it is: the owner of a [`Clock`] passes it in. Time that was used
//! stays used: taking a step back does not give it back. A clock belongs to a player, not to a
//! colour: the [`Colour`] that everything here takes is the one the player had before any swap.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};
use tetralith_core::text::{Excerpt, counted};
use tetralith_core::{Colour, Game, StepKind};
use tetralith_engine::Budget;
use thiserror::Error;

/// The longest time that can be set.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// The clocks that are played most, shortest first.
pub const PRESETS: &[&str] = &[
    "1m+1s",
    "3m+2s",
    "5m+3s",
    "10m+5s",
    "15m+10s",
    "30m+20s",
    "10m,3x30s",
    "30m,5x30s",
    "1h,5x1m",
];

/// The most periods that can be set.
const MOST_PERIODS: u32 = 100;

/// Below this a side is short of time.
const LOW: Duration = Duration::from_secs(20);

/// The lag allowed for the computer's turns at the board.
const LAG: Lag = Lag::exactly(Duration::from_millis(10));

/// The time that a step may take while it is unclear which step is best, in halves of the usual
/// share: four make two shares.
const UNCLEAR: u32 = 4;

/// The fewest turns among which the time is shared out while there is plenty.
const LEAST_TURNS: u32 = 4;

/// The number of turns that a side's time is to last, the one under way included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turns {
    /// The turns among which the time there is to spend is shared out.
    likely: u32,
    /// The most turns that any game takes, whether people or programs play it.
    most: u32,
}

impl Turns {
    /// Exactly `turns`; 0 counts as 1.
    pub fn exactly(turns: u32) -> Self {
        Self { likely: turns.max(1), most: turns.max(1) }
    }

    /// The turns that the side to move has from `position` to the end of the game.
    ///
    /// The two sides take turns filling the vacant cells. Now and then one of them is skipped or
    /// passes, and in games with flips, a fifth of the number of cells is added for them. Time is
    /// shared out as if only half of a game of usual length were left, so that most of it goes to
    /// the part that decides the game.
    pub fn ahead(position: &Game) -> Self {
        let has = |kind| position.info().steps.contains(&kind);
        let board = position.board();
        let vacant = board.vacant().len() as u32;
        // A tromino fills three cells, and some always stay vacant: half as many turns are enough
        // even if the other side only passes.
        let filled = if has(StepKind::Tromino) { 2 } else { 1 };
        let flipped = if has(StepKind::Flip) { board.geometry().len() as u32 / 5 } else { 0 };
        let most = vacant * 9 / 16 / filled + flipped + 3;
        let usual = position.usual_steps_left() as u32 / 4;
        Self { likely: usual.clamp(LEAST_TURNS, most.max(LEAST_TURNS)), most }
    }
}

/// The time that a turn takes beyond the thinking that was asked for: until a search that is out of
/// time has ended and its answer has arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lag {
    /// The lag expected of every turn.
    usual: Duration,
    /// The lag allowed for a single turn.
    worst: Duration,
}

impl Lag {
    /// The lag of a program that was never seen late: some must be expected, since its first turn
    /// starts threads and allocates memory.
    pub const UNSEEN: Self = Self { usual: Self::LEAST, worst: Duration::from_millis(5) };

    /// The least lag that is expected.
    const LEAST: Duration = Duration::from_micros(500);

    /// The greatest lag that is expected, however late a turn was.
    const MOST: Duration = Duration::from_millis(50);

    /// The same for every turn.
    pub const fn exactly(lag: Duration) -> Self {
        Self { usual: lag, worst: lag }
    }

    /// Notes a turn that came `late` by this much.
    ///
    /// One late turn says little about the others, and there may be a hundred to come, so the usual
    /// lag at most doubles. But the next turn may be as late, so the worst lag rises to it at once
    /// and then falls little by little.
    pub fn see(&mut self, late: Duration) {
        self.usual =
            ((self.usual * 15 + late.min(self.usual * 16)) / 16).clamp(Self::LEAST, Self::MOST);
        self.worst = (self.worst * 7 / 8).max(late).clamp(Self::LEAST, Self::MOST);
    }

    /// The time to put aside for the lag of `turns` turns: twice what is expected.
    fn reserve(self, turns: u32) -> Duration {
        2 * self.worst.max(self.usual) + 2 * self.usual.saturating_mul(turns.saturating_sub(1))
    }
}

/// The time that the computer may take for its step in `position`, with `left` on the clock for
/// `turns` that come late by `lag`.
///
/// The time of a turn is divided among the steps it still needs. As long as no turn overruns by
/// more than the usual lag (or, if that is less, by half of an even share of `left` after the worst
/// lag is set aside), the time suffices for the most turns there can be, and after each turn the
/// same holds for what is left. One turn may be late by the worst lag, as far as a quarter of
/// `left` covers it. A turn may take more than its usual share only where the number of turns is a
/// guess.
pub fn share(left: Duration, lag: Lag, turns: Turns, position: &Game) -> Budget {
    let free = left.saturating_sub(lag.reserve(turns.most));
    // Even when little time is left, one turn may be as late as the latest so far.
    let scarce = left.saturating_sub(lag.reserve(1).min(left / 4));
    let (plenty, least) = (free / turns.likely, scarce / turns.most.saturating_mul(2));
    let usual = plenty.max(least);
    let most = if turns.likely < turns.most { usual.max(plenty * UNCLEAR / 2) } else { usual };
    let steps = position.phase().steps_left();
    Budget::Clock { usual: usual / steps, most: most / steps }
}

/// A time taken, as short as can still be read: `4.7s`, `38s`, `1:02`, `1:00:05`.
pub fn brief(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{seconds}.{}s", time.subsec_millis() / 100),
        10..60 => format!("{seconds}s"),
        60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// The way time is counted: a main time, and either an increment for each turn or periods after it
/// (byo-yomi).
///
/// In byo-yomi a turn that ends within a period does not use it up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    main: Duration,
    increment: Duration,
    period: Duration,
    periods: u32,
}

/// The reasons why a text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TimeError {
    /// It is written in another form, or it has no time at all.
    #[error("'{0}' is not a time control; use 10m, 10m+5s (increment) or 10m,3x30s (byo-yomi)")]
    Form(Excerpt),
    /// One of its times is too long.
    #[error("'{0}' is not a time control; a time is at most {longest}", longest = words(LONGEST))]
    TooLong(Excerpt),
    /// It has too many periods.
    #[error("'{0}' is not a time control; there are at most {MOST_PERIODS} periods")]
    TooManyPeriods(Excerpt),
}

/// Makes the error from the text that was refused.
type TimeFault = fn(Excerpt) -> TimeError;

impl TimeControl {
    /// Reads `10m`, `1h30m`, `90s`, `10m+5s`, `10m,3x30s` or `0,5x10s`.
    ///
    /// # Errors
    /// [`TimeError`] if the text is not a time control, or one with no time at all, more than a
    /// week or more than 100 periods.
    pub fn parse(text: &str) -> Result<Self, TimeError> {
        Self::read(text).map_err(|fault| fault(Excerpt::new(text)))
    }

    fn read(text: &str) -> Result<Self, TimeFault> {
        let text: String = text.to_ascii_lowercase().split_whitespace().collect();
        let zero = Duration::ZERO;
        let mut control = Self { main: zero, increment: zero, period: zero, periods: 0 };
        let main = if let Some((main, increment)) = text.split_once('+') {
            control.increment = duration(increment)?;
            main
        } else if let Some((main, periods)) = text.split_once(',') {
            (control.periods, control.period) = byo_yomi(periods)?;
            main
        } else {
            &text
        };
        control.main = duration(main)?;
        let has_time = !control.main.is_zero() || control.periods > 0;
        if has_time { Ok(control) } else { Err(TimeError::Form) }
    }

    /// The length of a period when `periods` are left, the one that begins included; zero after the
    /// last.
    const fn next_period(self, periods: u32) -> Duration {
        if periods > 0 { self.period } else { Duration::ZERO }
    }

    /// The meaning, in words that continue a sentence after "each side has".
    pub fn in_words(self) -> String {
        let period = words(self.period);
        match (self.main.is_zero(), self.periods) {
            (_, 0) if self.increment.is_zero() => words(self.main),
            (_, 0) => format!("{} plus {} a move", words(self.main), words(self.increment)),
            (true, n) => format!("{} of {period}", counted(n as usize, "period")),
            (false, n) => {
                format!("{}, then {} of {period}", words(self.main), counted(n as usize, "period"))
            }
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&words(self.main))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", words(self.increment))?;
        }
        if self.periods > 0 {
            write!(f, ",{}x{}", self.periods, words(self.period))?;
        }
        Ok(())
    }
}

/// The number of periods and their length, such as `3x30s`.
fn byo_yomi(text: &str) -> Result<(u32, Duration), TimeFault> {
    let (count, period) = text.split_once('x').ok_or(TimeError::Form as TimeFault)?;
    let is_number = !count.is_empty() && count.bytes().all(|digit| digit.is_ascii_digit());
    // A number that does not fit is far beyond the most periods.
    let count = if is_number { count.parse().unwrap_or(u32::MAX) } else { 0 };
    let period = duration(period)?;
    if count == 0 || period.is_zero() {
        Err(TimeError::Form)
    } else if count > MOST_PERIODS {
        Err(TimeError::TooManyPeriods)
    } else {
        Ok((count, period))
    }
}

/// `1h30m`, `45s` or `0`, to the second.
fn duration(text: &str) -> Result<Duration, TimeFault> {
    if text == "0" {
        return Ok(Duration::ZERO);
    }
    let (mut seconds, mut number, mut units) = (0_u64, String::new(), "hms");
    for c in text.chars() {
        if c.is_ascii_digit() {
            number.push(c);
            continue;
        }
        // Each unit comes at most once, the larger first.
        let at = units.find(c).ok_or(TimeError::Form as TimeFault)?;
        let factor = match c {
            'h' => 3600,
            'm' => 60,
            _ => 1,
        };
        units = &units[at + 1..];
        if number.is_empty() {
            return Err(TimeError::Form);
        }
        // A number that does not fit is far beyond the longest time.
        let number: u64 = std::mem::take(&mut number).parse().unwrap_or(u64::MAX);
        seconds = seconds.saturating_add(number.saturating_mul(factor));
    }
    let found = Duration::from_secs(seconds);
    if !number.is_empty() || units.len() == 3 {
        Err(TimeError::Form)
    } else if found > LONGEST {
        Err(TimeError::TooLong)
    } else {
        Ok(found)
    }
}

fn words(time: Duration) -> String {
    let seconds = time.as_secs();
    let parts = [(seconds / 3600, 'h'), (seconds / 60 % 60, 'm'), (seconds % 60, 's')];
    let parts: Vec<String> =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n}{unit}")).collect();
    if parts.is_empty() { "0".to_owned() } else { parts.concat() }
}

/// The clock of a player in the terms of the Go Text Protocol: a main time, then a period for one
/// move, again and again. The protocol has no increments: they show in what is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProtocolClock {
    /// The main time at the beginning of the game.
    pub main: Duration,
    /// The period after it, if there is one.
    pub period: Option<Duration>,
    /// The rest of the main time, or of the period.
    pub left: Duration,
    /// True if the main time is used up.
    pub is_in_period: bool,
    /// All that is left, with every period.
    pub total: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Left {
    main: Duration,
    /// The rest of the current period; zero if no period is left.
    period: Duration,
    /// The number of periods left, the one under way included.
    periods: u32,
    /// True if its flag has fallen, which lost the game; a player who takes that back cannot lose
    /// on time again.
    flagged: bool,
    /// The number of the last turn that has earned an increment or a new period. A player who takes
    /// a turn back and makes it again earns nothing more.
    earned: u32,
}

impl Left {
    const fn is_out(self) -> bool {
        self.main.is_zero() && self.periods == 0
    }

    /// The time that runs: the main time, and then the current period.
    const fn current(self) -> Duration {
        if self.main.is_zero() { self.period } else { self.main }
    }

    fn spend(&mut self, time: Duration, control: TimeControl) {
        let mut over = time.saturating_sub(self.main);
        self.main = self.main.saturating_sub(time);
        while self.periods > 0 && over >= self.period {
            over -= self.period;
            self.periods -= 1;
            self.period = control.next_period(self.periods);
        }
        self.period = self.period.saturating_sub(over);
    }
}

/// The limit both sides play under, and what they have left of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Limit {
    /// The time controls, which differ if one player has odds.
    controls: [TimeControl; 2],
    left: [Left; 2],
    /// True if a player who runs out of time loses; otherwise it is only shown.
    loses: bool,
}

/// The clock of a game. Without a limit it only measures how long turns take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    limit: Option<Limit>,
    /// The time that the turn under way has taken.
    spent: Duration,
    /// The last time passed in, on the steady clock.
    since: Duration,
    /// True if a player has paused it.
    pub paused: bool,
}

impl Clock {
    /// A clock set to `control` at the time `now`; with `loses` a player who runs out of time
    /// loses.
    pub fn new(control: Option<TimeControl>, loses: bool, now: Duration) -> Self {
        Self::with_odds(control.map(|control| [control; 2]), loses, now)
    }

    /// The same with a time control for each player.
    pub fn with_odds(controls: Option<[TimeControl; 2]>, loses: bool, now: Duration) -> Self {
        let limit = controls.map(|controls| {
            let left = controls.map(|control| Left {
                main: control.main,
                period: control.period,
                periods: control.periods,
                flagged: false,
                earned: 0,
            });
            Limit { controls, left, loses }
        });
        Self { limit, spent: Duration::ZERO, since: now, paused: false }
    }

    /// The time controls it was set to, and whether a player who runs out of time loses; `None`
    /// without a limit.
    pub fn controls(&self) -> Option<([TimeControl; 2], bool)> {
        self.limit.map(|limit| (limit.controls, limit.loses))
    }

    /// True if a player can run out of time.
    pub const fn has_limit(&self) -> bool {
        self.limit.is_some()
    }

    /// Passes in the time `now`; since the last time the clock of `running` ran, or neither if that
    /// is `None`.
    pub fn tell(&mut self, running: Option<Colour>, now: Duration) {
        let time = now.saturating_sub(self.since);
        self.since = now;
        if let Some(colour) = running.filter(|_| !self.paused) {
            self.spend(colour, time);
        }
    }

    /// Lets `colour` spend `time` on the turn under way.
    pub(crate) fn spend(&mut self, colour: Colour, time: Duration) {
        self.spent += time;
        if let Some(limit) = &mut self.limit {
            let at = colour.index();
            limit.left[at].spend(time, limit.controls[at]);
        }
    }

    /// Ends the turn of `mover`, which has this `number` in the game, and returns the time that it
    /// took.
    pub(crate) fn end_turn(&mut self, mover: Colour, number: u32) -> Duration {
        if let Some(Limit { controls, left, .. }) = &mut self.limit {
            let (control, left) = (controls[mover.index()], &mut left[mover.index()]);
            if !left.is_out() && number > left.earned {
                left.main = (left.main + control.increment).min(LONGEST);
                left.period = control.next_period(left.periods);
                left.earned = number;
            }
        }
        std::mem::take(&mut self.spent)
    }

    /// Returns this clock with what was left at the beginning of the turn under way, as in
    /// `settled`; the last time passed in stays.
    #[must_use]
    pub const fn back_to(&self, settled: &Self) -> Self {
        Self { limit: settled.limit, spent: Duration::ZERO, ..*self }
    }

    /// Lets `mover` spend `time` on its turn, which has this `number`, and ends the turn.
    pub(crate) fn spend_turn(&mut self, mover: Colour, number: u32, time: Duration) {
        self.spent = Duration::ZERO;
        self.spend(mover, time);
        self.end_turn(mover, number);
    }

    /// The time that the turn under way has taken.
    pub const fn spent(&self) -> Duration {
        self.spent
    }

    /// Takes all the time of `colour`, whose flag has fallen.
    pub const fn run_out(&mut self, colour: Colour) {
        if let Some(limit) = &mut self.limit {
            let left = &mut limit.left[colour.index()];
            (left.main, left.period, left.periods) = (Duration::ZERO, Duration::ZERO, 0);
            left.flagged = true;
        }
    }

    /// All the time that `colour` has, with every period; `None` without a limit.
    pub fn total(&self, colour: Colour) -> Option<Duration> {
        let Limit { controls, left, .. } = self.limit?;
        let (control, left) = (controls[colour.index()], left[colour.index()]);
        Some(left.main + left.period + control.period * left.periods.saturating_sub(1))
    }

    /// The clock of `colour` as other programs understand it; `None` without a limit.
    pub(crate) fn for_protocol(&self, colour: Colour) -> Option<ProtocolClock> {
        let (Limit { controls, left, .. }, total) = (self.limit?, self.total(colour)?);
        let (control, left) = (controls[colour.index()], left[colour.index()]);
        Some(ProtocolClock {
            main: control.main,
            period: (control.periods > 0).then_some(control.period),
            left: left.current(),
            is_in_period: left.main.is_zero(),
            total,
        })
    }

    /// Begins a turn of `mover` after `turns` turns, because the game has gone elsewhere.
    pub(crate) fn restart_turn(&mut self, mover: Colour, turns: u32) {
        self.spent = Duration::ZERO;
        if let Some(limit) = &mut self.limit {
            // The other player answers a new move, perhaps because they granted the takeback.
            let answering = &mut limit.left[mover.other().index()];
            answering.earned = answering.earned.min(turns);
        }
    }

    /// True if `colour` has run out of time and loses by it, which happens to each side at
    /// most once.
    pub(crate) fn has_lost(&self, colour: Colour) -> bool {
        let is_due = |left: Left| left.is_out() && !left.flagged;
        self.limit.is_some_and(|limit| limit.loses && is_due(limit.left[colour.index()]))
    }

    /// Lets the flag of `colour` fall, which has lost on time: if the loss is taken back, its clock
    /// can no longer lose the game.
    pub const fn flag(&mut self, colour: Colour) {
        if let Some(limit) = &mut self.limit {
            limit.left[colour.index()].flagged = true;
        }
    }

    /// True if `colour` has nothing left.
    pub fn is_out(&self, colour: Colour) -> bool {
        self.limit.is_some_and(|limit| limit.left[colour.index()].is_out())
    }

    /// The time that `colour` has left, as people read it: `9:58`, `0:25, 3 periods`, `0:19 low`,
    /// `time out`. `None` without a limit.
    pub fn shown(&self, colour: Colour) -> Option<String> {
        let (left, total) = (self.limit?.left[colour.index()], self.total(colour)?);
        if left.is_out() {
            return Some("time out".to_owned());
        }
        // Rounded up, so that nothing left means nothing left.
        let seconds = left.current().as_millis().div_ceil(1000);
        let mut text = match seconds / 3600 {
            0 => format!("{}:{:02}", seconds / 60, seconds % 60),
            hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
        };
        let periods = match left.periods {
            0 => String::new(),
            1 if left.main.is_zero() => ", last period".to_owned(),
            n => format!(", {}", counted(n as usize, "period")),
        };
        text += &periods;
        if total <= LOW {
            text += " low";
        }
        Some(text)
    }

    /// The time from the last one passed in until the figure of `colour` changes, while it runs.
    pub(crate) fn next_change(&self, colour: Colour) -> Option<Duration> {
        let left = self.limit.filter(|_| !self.paused)?.left[colour.index()];
        if left.is_out() {
            return None;
        }
        let rest = (left.current().as_millis() % 1000) as u64;
        Some(Duration::from_millis(if rest == 0 { 1000 } else { rest }))
    }

    /// The time that the computer may take for its step in `position` by the clock of `colour`;
    /// `None` without a limit.
    ///
    /// In a period it may take half of it, since a step that comes too late costs the whole period.
    pub fn budget(&self, colour: Colour, position: &Game) -> Option<Budget> {
        let left = self.limit?.left[colour.index()];
        let of_main = share(left.main, LAG, Turns::ahead(position), position);
        let of_period = share(left.period, LAG, Turns::exactly(2), position);
        Some(if of_period.longest() > of_main.longest() { of_period } else { of_main })
    }

    /// The limit and what is left of it as a record keeps it, in JSON; `None` without a limit.
    pub fn to_json(self) -> Option<String> {
        let Limit { controls: [control, second], left, loses } = self.limit?;
        let ms = |time: Duration| time.as_millis() as u64;
        let left = left.map(|left| {
            let mut side = json!({
                "main_ms": ms(left.main),
                "period_ms": ms(left.period),
                "periods": left.periods,
            });
            if left.flagged {
                side["flagged"] = true.into();
            }
            if left.earned > 0 {
                side["earned"] = left.earned.into();
            }
            side
        });
        let mut clock = json!({"control": control.to_string(), "loses": loses, "left": left});
        if second != control {
            clock["second"] = second.to_string().into();
        }
        Some(clock.to_string())
    }

    /// Reads what [`Clock::to_json`] wrote and passes it the time `now`; `None` if the text is
    /// nothing of the kind.
    pub fn from_json(text: &str, now: Duration) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let control = TimeControl::parse(value["control"].as_str()?).ok()?;
        let second = value["second"].as_str().map(TimeControl::parse);
        let controls = [control, second.map_or(Some(control), Result::ok)?];
        let side = |i: usize| {
            let control = controls[i];
            let ms = |key: &str| {
                Some(Duration::from_millis(value["left"][i][key].as_u64()?).min(LONGEST))
            };
            let periods =
                u32::try_from(value["left"][i]["periods"].as_u64()?).ok()?.min(control.periods);
            // Older records have another word for it.
            let flagged = ["flagged", "counted"]
                .iter()
                .any(|key| value["left"][i][key].as_bool() == Some(true));
            let earned = value["left"][i]["earned"].as_u64();
            Some(Left {
                main: ms("main_ms")?,
                period: ms("period_ms")?.min(control.next_period(periods)),
                periods,
                flagged,
                earned: earned.and_then(|turn| u32::try_from(turn).ok()).unwrap_or_default(),
            })
        };
        let limit =
            Limit { controls, left: [side(0)?, side(1)?], loses: value["loses"].as_bool()? };
        Some(Self { limit: Some(limit), spent: Duration::ZERO, since: now, paused: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::Colour::{First, Second};
    use tetralith_core::games::INFOS;
    use tetralith_core::{Setup, Step};

    fn clock(text: &str) -> Clock {
        Clock::new(Some(TimeControl::parse(text).unwrap()), true, Duration::ZERO)
    }

    fn game() -> Game {
        Game::new("multiplicity", &Setup::default()).unwrap()
    }

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn longest(budget: Budget) -> Duration {
        budget.longest().expect("it is by time")
    }

    fn usual(budget: Budget) -> Duration {
        let Budget::Clock { usual, .. } = budget else { panic!("{budget:?} is not by the clock") };
        usual
    }

    #[test]
    fn time_controls_are_read_as_written_and_nonsense_refused() {
        for &text in ["10m", "1h30m", "45s", "0,5x10s", "168h"].iter().chain(PRESETS) {
            assert_eq!(
                TimeControl::parse(text).map(|control| control.to_string()).as_deref(),
                Ok(text)
            );
        }
        assert_eq!(
            TimeControl::parse(" 90S + 5s").map(|control| control.to_string()).as_deref(),
            Ok("1m30s+5s")
        );
        for text in [
            "", "0", "10", "5m10", "m", "10s5m", "1m1m", "10m+", "10m,3", "10m,0x5s", "10m,0x0",
            "10m,3x0", "-5m", "999h", "0+5s",
        ] {
            let error = TimeControl::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{text}' is not a time control")), "{error}");
        }
        for (text, right) in [
            ("200h", "a time is at most 168h"),
            ("99999999999999999999h", "a time is at most 168h"),
            ("168h,3x169h", "a time is at most 168h"),
            ("10m,101x30s", "there are at most 100 periods"),
            ("10m,99999999999x30s", "there are at most 100 periods"),
            ("10m,0x30s", "use 10m, 10m+5s (increment) or 10m,3x30s (byo-yomi)"),
        ] {
            let error = TimeControl::parse(text).unwrap_err().to_string();
            assert_eq!(error, format!("'{text}' is not a time control; {right}"));
        }
        let words = |text| TimeControl::parse(text).unwrap().in_words();
        assert_eq!(words("10m,1x30s"), "10m, then 1 period of 30s");
        assert_eq!(words("0,1x30s"), "1 period of 30s");
        assert_eq!(words("0,3x30s"), "3 periods of 30s");
    }

    #[test]
    fn times_that_were_taken_are_short_and_right() {
        let in_words = [0, 4_799, 9_999, 10_000, 59_999, 62_000, 3_605_000]
            .map(|ms| brief(Duration::from_millis(ms)));
        assert_eq!(in_words, ["0.0s", "4.7s", "9.9s", "10s", "59s", "1:02", "1:00:05"]);
    }

    #[test]
    fn clocks_run_for_the_side_to_move_and_add_increments() {
        let mut clock = clock("1m+5s");
        clock.tell(Some(First), s(10));
        assert_eq!([First, Second].map(|c| clock.shown(c).unwrap()), ["0:50", "1:00"]);
        assert_eq!(clock.end_turn(First, 1), s(10));
        clock.tell(Some(Second), s(12));
        clock.tell(None, s(100));
        clock.paused = true;
        clock.tell(Some(Second), s(200));
        assert_eq!([First, Second].map(|c| clock.shown(c).unwrap()), ["0:55", "0:58"]);
        assert_eq!(clock.end_turn(Second, 2), s(2));
        clock.paused = false;
        clock.tell(Some(First), s(240));
        assert_eq!(clock.shown(First).unwrap(), "0:15 low");
        clock.tell(Some(First), s(255));
        assert!(clock.has_lost(First) && !clock.has_lost(Second));
        clock.end_turn(First, 3);
        assert_eq!(clock.shown(First).unwrap(), "time out", "what is lost does not come back");
    }

    #[test]
    fn only_the_answer_to_a_turn_made_again_earns_twice() {
        let mut clock = clock("1m+5s");
        let shown = |clock: &Clock| [First, Second].map(|c| clock.shown(c).unwrap());
        clock.end_turn(First, 1);
        clock.end_turn(Second, 2);
        assert_eq!(shown(&clock), ["1:05", "1:05"]);
        // First takes back both turns, now and after the game is resumed.
        for mut clock in [clock, Clock::from_json(&clock.to_json().unwrap(), s(0)).unwrap()] {
            clock.restart_turn(First, 0);
            clock.tell(Some(First), s(3));
            clock.end_turn(First, 1);
            assert_eq!(shown(&clock), ["1:02", "1:05"]);
            clock.end_turn(Second, 2);
            assert_eq!(shown(&clock), ["1:02", "1:10"]);
            clock.end_turn(First, 3);
            assert_eq!(shown(&clock), ["1:07", "1:10"]);
        }
    }

    #[test]
    fn a_turn_made_again_earns_no_new_period() {
        let mut clock = clock("0,2x30s");
        let shown = |clock: &Clock| [First, Second].map(|c| clock.shown(c).unwrap());
        clock.tell(Some(First), s(20));
        clock.end_turn(First, 1);
        assert_eq!(shown(&clock), ["0:30, 2 periods", "0:30, 2 periods"]);
        for time in [30, 40] {
            clock.restart_turn(First, 0);
            clock.tell(Some(First), s(time));
            clock.end_turn(First, 1);
        }
        assert_eq!(shown(&clock)[0], "0:10, 2 periods", "the time of both tries counts");
        clock.end_turn(Second, 2);
        clock.tell(Some(First), s(45));
        clock.end_turn(First, 3);
        assert_eq!(shown(&clock)[0], "0:30, 2 periods");
    }

    #[test]
    fn a_turn_within_a_period_uses_none_up() {
        let mut clock = clock("10s,3x30s");
        clock.tell(Some(First), s(35));
        assert_eq!(clock.shown(First).unwrap(), "0:05, 3 periods");
        clock.end_turn(First, 3);
        assert_eq!(clock.shown(First).unwrap(), "0:30, 3 periods");
        clock.tell(Some(First), s(35 + 70));
        assert_eq!(clock.shown(First).unwrap(), "0:20, last period low");
        clock.tell(Some(First), s(35 + 89));
        assert!(!clock.has_lost(First));
        clock.tell(Some(First), s(35 + 90));
        assert!(clock.has_lost(First));
    }

    #[test]
    fn warnings_come_with_the_last_period_and_the_last_seconds() {
        for (text, spent, shown) in [
            ("10m,1x30s", 0, "10:00, 1 period"),
            ("15s,1x30s", 0, "0:15, 1 period"),
            ("15s,1x30s", 15, "0:30, last period"),
            ("15s,1x30s", 24, "0:21, last period"),
            ("15s,1x30s", 25, "0:20, last period low"),
            ("10s,1x10s", 0, "0:10, 1 period low"),
            ("0,3x10s", 9, "0:01, 3 periods"),
            ("0,3x10s", 10, "0:10, 2 periods low"),
        ] {
            let mut clock = clock(text);
            clock.tell(Some(First), s(spent));
            assert_eq!(clock.shown(First).unwrap(), shown, "{text} after {spent} s");
        }
    }

    #[test]
    fn a_used_up_period_is_not_spent_again() {
        let mut clock = Clock::new(TimeControl::parse("5s,2x10s").ok(), false, Duration::ZERO);
        clock.tell(Some(First), s(25));
        clock.end_turn(First, 3);
        let old = clock.to_json().unwrap().replacen(r#""period_ms":0"#, r#""period_ms":10000"#, 1);
        for clock in [clock, Clock::from_json(&old, s(25)).unwrap()] {
            let budget = clock.budget(First, &game()).and_then(Budget::longest);
            assert_eq!(budget, Some(Duration::ZERO), "{clock:?}");
            let left = clock.for_protocol(First).map(|clock| (clock.left, clock.total));
            assert_eq!(left, Some((Duration::ZERO, Duration::ZERO)), "{clock:?}");
        }
    }

    #[test]
    fn lenient_clocks_lose_nothing_and_open_ones_measure() {
        let mut shows = Clock::new(Some(TimeControl::parse("1s").unwrap()), false, Duration::ZERO);
        shows.tell(Some(First), s(5));
        assert_eq!(
            (shows.has_lost(First), shows.shown(First).as_deref()),
            (false, Some("time out"))
        );
        let mut free = Clock::new(None, true, s(3));
        free.tell(Some(First), s(5));
        assert_eq!(
            (free.shown(First), free.next_change(First), free.end_turn(First, 1)),
            (None, None, s(2))
        );
    }

    #[test]
    fn saved_clocks_come_back_and_damage_is_noticed() {
        let mut clock = clock("10s,3x30s");
        clock.tell(Some(Second), s(47));
        let text = clock.to_json().unwrap();
        let mut again = Clock::from_json(&text, s(1_000)).unwrap();
        assert_eq!(again.shown(Second), clock.shown(Second));
        again.tell(Some(Second), s(1_001));
        assert_eq!(again.shown(Second).unwrap(), "0:22, 2 periods");
        for text in ["", "{}", "[]", r#"{"control":"10m","loses":true,"left":[]}"#] {
            assert_eq!(Clock::from_json(text, s(0)), None, "{text}");
        }
    }

    #[test]
    fn each_player_has_a_clock_of_their_own_at_time_odds() {
        let controls = ["10m", "1m+5s"].map(|text| TimeControl::parse(text).unwrap());
        let mut clock = Clock::with_odds(Some(controls), true, Duration::ZERO);
        clock.tell(Some(Second), s(10));
        clock.end_turn(Second, 2);
        let again = Clock::from_json(&clock.to_json().unwrap(), s(10)).unwrap();
        assert_eq!(again, clock);
        assert_eq!([First, Second].map(|c| again.shown(c).unwrap()), ["10:00", "0:55"]);
        let damaged = clock.to_json().unwrap().replace("1m+5s", "soon");
        assert_eq!(Clock::from_json(&damaged, s(0)), None);
    }

    #[test]
    fn a_flag_that_has_fallen_falls_once_and_is_kept() {
        let mut clock = clock("3s");
        clock.tell(Some(Second), s(4));
        assert!(clock.has_lost(Second));
        clock.flag(Second);
        let text = clock.to_json().unwrap();
        for text in [text.replace("flagged", "counted"), text] {
            let mut again = Clock::from_json(&text, s(10)).unwrap();
            again.tell(Some(Second), s(11));
            assert!(!again.has_lost(Second), "{text}");
            again.tell(Some(First), s(20));
            assert!(again.has_lost(First), "{text}");
        }
    }

    #[test]
    fn two_steps_of_a_turn_share_its_time() {
        let mut position = game();
        let share = |time: Duration, position: &Game| {
            longest(share(time + LAG.reserve(1), LAG, Turns::exactly(1), position))
        };
        assert_eq!(share(s(10), &position), s(10));
        position.play(position.legal()[0]).unwrap();
        assert_eq!(share(s(10), &position), s(5));
        let Some(&step) = position.legal().first() else { panic!("a bound stone can be placed") };
        assert!(matches!(step, Step::Place(_)));
        position.play(step).unwrap();
        assert_eq!(share(s(5), &position), s(5));
    }

    #[test]
    fn the_computer_never_plans_with_more_than_it_has() {
        for (text, spent, most) in
            [("1m", 0, 10), ("1m", 55, 1), ("0,3x10s", 0, 5), ("5s+5s", 4, 1)]
        {
            let mut clock = clock(text);
            clock.tell(Some(First), s(spent));
            let budget = clock.budget(First, &game()).and_then(Budget::longest).unwrap();
            assert!(budget <= s(most) && !budget.is_zero(), "{text}: {budget:?}");
        }
        assert_eq!(Clock::new(None, true, s(0)).budget(First, &game()), None);
    }

    /// The next random number of `seed`, which moves on.
    const fn random(seed: &mut u64) -> usize {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize
    }

    /// The positions of a game in which each player makes a step of the kind it prefers where it
    /// can, and a random step otherwise.
    fn course(mut position: Game, prefer: [Option<StepKind>; 2], seed: &mut u64) -> Vec<Game> {
        let mut course = Vec::new();
        while position.outcome().is_none() {
            let kind = prefer[position.to_move().index()];
            let legal = position.legal();
            let steps: Vec<_> = legal.iter().filter(|step| Some(step.kind()) == kind).collect();
            let step = if steps.is_empty() {
                legal[random(seed) % legal.len()]
            } else {
                *steps[random(seed) % steps.len()]
            };
            course.push(position.clone());
            position.play(step).unwrap();
        }
        course
    }

    /// Games on every board, played in every manner.
    fn courses(mut see: impl FnMut(&Game, &[Game])) {
        let mut seed = 17;
        for &info in INFOS {
            for board in info.boards {
                for size in board.min..=board.max {
                    let setup = Setup {
                        board: Some(board.shape),
                        size: Some(size.into()),
                        ..Setup::default()
                    };
                    let start = Game::start(info, &info.options(&setup).unwrap()).unwrap();
                    let kinds: Vec<_> =
                        info.steps.iter().copied().map(Some).chain([None]).collect();
                    for &first in &kinds {
                        for &second in &kinds {
                            see(&start, &course(start.clone(), [first, second], &mut seed));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn punctual_players_never_overstep_the_clock() {
        courses(|start, course| {
            let turns: Vec<_> =
                course.iter().filter(|position| !position.phase().is_mid_turn()).collect();
            let mut ahead = [0; 2];
            for position in turns.iter().rev() {
                let ahead = &mut ahead[position.to_move().index()];
                *ahead += 1;
                let most = Turns::ahead(position).most;
                assert!(*ahead <= most, "{:?}: {ahead} turns, not {most}", start.options());
            }
            let even = |main: Duration| main / Turns::ahead(start).most / 3;
            let mains = [Duration::from_millis(300), s(2), s(10), s(60), s(3600)];
            for (main, is_learned) in
                mains.into_iter().flat_map(|main| [(main, false), (main, true)])
            {
                let mut lags = [if is_learned { Lag::UNSEEN } else { LAG }; 2];
                let (mut left, mut spent) = ([main; 2], Duration::ZERO);
                for (i, position) in course.iter().enumerate() {
                    let mover = position.to_move().index();
                    let (left, lag) = (&mut left[mover], &mut lags[mover]);
                    spent += longest(share(
                        left.saturating_sub(spent),
                        *lag,
                        Turns::ahead(position),
                        position,
                    ));
                    if course.get(i + 1).is_none_or(|next| !next.phase().is_mid_turn()) {
                        let late = if is_learned && !i.is_multiple_of(16) {
                            LAG.usual / 10
                        } else {
                            LAG.usual
                        };
                        let late = late.min(even(main));
                        if is_learned {
                            lag.see(late);
                            // A lag that no turn has shown for a while is not foreseen: the worst
                            // one is set by hand.
                            lag.worst = LAG.worst;
                        }
                        let rest = left.checked_sub(std::mem::take(&mut spent) + late);
                        *left = rest.unwrap_or_else(|| {
                            panic!("{:?}: {main:?} were too little", start.options())
                        });
                    }
                }
            }
        });
    }

    #[test]
    fn one_late_turn_of_many_leaves_most_of_a_short_clock_to_think() {
        let start = Game::new("necklace", &Setup::default()).unwrap();
        let mut lag = Lag::UNSEEN;
        let think = |lag| longest(share(s(1), lag, Turns::ahead(&start), &start));
        let before = think(lag);
        lag.see(Duration::from_millis(6));
        assert!(think(lag) > before * 3 / 4, "{before:?}, {:?}", think(lag));
        // If every turn is that late, the usual lag must grow.
        (0..20).for_each(|_| lag.see(Duration::from_millis(6)));
        assert!(think(lag) < before / 4, "{before:?}, {:?}", think(lag));
        assert!(lag.reserve(2) >= Duration::from_millis(20));
    }

    #[test]
    fn a_whole_game_takes_most_of_a_long_time() {
        for &info in INFOS {
            let start = Game::start(info, &info.options(&Setup::default()).unwrap()).unwrap();
            let course = course(start, [None; 2], &mut 5);
            let last = course.last().unwrap().board();
            if 2 * last.vacant().len() > last.geometry().len() {
                // It ended long before a game of usual length does.
                continue;
            }
            let mut left = [s(600); 2];
            for position in course {
                let left = &mut left[position.to_move().index()];
                *left -= usual(share(*left, LAG, Turns::ahead(&position), &position));
            }
            assert!(left.iter().all(|&left| left < s(250)), "{}: {left:?}", info.id);
        }
    }

    #[test]
    fn the_share_shrinks_with_what_is_left_and_never_is_all_of_it() {
        for ms in [0, 1, 10, 100, 1_000, 10_000] {
            let left = Duration::from_millis(ms);
            for turns in [
                Turns::exactly(0),
                Turns::exactly(1),
                Turns::exactly(u32::MAX),
                Turns::ahead(&game()),
            ] {
                assert!(
                    longest(share(left, LAG, turns, &game()))
                        <= left.saturating_sub(LAG.worst).max(left / 2),
                    "{left:?} for {turns:?}"
                );
            }
        }
    }

    #[test]
    fn time_control_is_written_as_it_is_read() {
        assert_eq!(TimeControl::parse("90s+5s").unwrap().to_string(), "1m30s+5s");
        assert!(TimeControl::parse("soon").is_err());
    }
}
