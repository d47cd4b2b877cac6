//! Players of the arena, as they are written.

use std::fmt;
use std::time::Duration;

use tetralith_engine::{Baseline, Budget, Config, Level, Tuning};
use tetralith_gtp::GtpProgram;

/// A player as the command line has it, such as `hard` or `sims=200`.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSpec {
    text: String,
    kind: PlayerKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PlayerKind {
    Level(Level),
    /// The engine with a budget a step.
    Engine(Engine),
    /// A fixed opponent.
    Baseline(Baseline),
    /// A program that speaks GTP.
    Program(GtpProgram),
}

/// The engine with a budget a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Engine {
    /// The search.
    pub config: Config,
    /// The effort before each step.
    pub budget: Budget,
    /// The number of steps at the beginning of a game that it draws by visits.
    pub vary: u32,
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

const FORMS: &str = "a level, 'sims=1000', 'time=0.2', 'random', 'greedy', 'uct:sims=1000', \
    'grave:time=0.2' or 'cmd:PROGRAM ARGUMENTS'";

impl PlayerSpec {
    /// Reads a player: a level's name; `sims=N` or `time=SECONDS` for the engine, perhaps followed
    /// by `,NAME=NUMBER` for numbers that shape its search or `,vary=N` for so many steps at the
    /// beginning that it draws by visits; a baseline, with its budget after a colon; or `cmd:` and
    /// a program that speaks GTP, in words that are split and quoted as in a Unix shell, perhaps
    /// with a time for each move, `cmd,time=0.2:PROGRAM`.
    ///
    /// # Errors
    /// One sentence that states what is wrong with `text`.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some(program) = GtpProgram::parse(text) {
            return Ok(Self { text: text.to_owned(), kind: PlayerKind::Program(program?) });
        }
        let kind = match text.split_once(':') {
            Some(("uct", rest)) => PlayerKind::Baseline(Baseline::Uct(budget(rest)?)),
            Some(("grave", rest)) => PlayerKind::Baseline(Baseline::Grave(budget(rest)?)),
            Some(_) => return Err(format!("'{text}' is not a player; players are {FORMS}")),
            None => match text {
                "random" => PlayerKind::Baseline(Baseline::Random),
                "greedy" => PlayerKind::Baseline(Baseline::Greedy),
                "uct" | "grave" => {
                    return Err(format!("'{text}' needs a budget, such as '{text}:sims=1000'"));
                }
                _ => match Level::from_id(text) {
                    Some(level) => PlayerKind::Level(*level),
                    None if text.contains('=') => engine(text)?,
                    None => return Err(format!("'{text}' is not a player; players are {FORMS}")),
                },
            },
        };
        Ok(Self { text: text.to_owned(), kind })
    }

    /// True if it thinks by the clock, so that its strength depends on the machine.
    pub fn is_timed(&self) -> bool {
        match &self.kind {
            PlayerKind::Level(level) => !level.is_repeatable(),
            PlayerKind::Engine(engine) => engine.budget.longest().is_some(),
            PlayerKind::Baseline(Baseline::Uct(budget) | Baseline::Grave(budget)) => {
                budget.longest().is_some()
            }
            PlayerKind::Baseline(Baseline::Random | Baseline::Greedy) => false,
            PlayerKind::Program(_) => true,
        }
    }

    /// The number of steps at the beginning of a game that it draws by visits.
    pub const fn drawn(&self) -> u32 {
        match &self.kind {
            PlayerKind::Engine(engine) => engine.vary,
            PlayerKind::Level(_) | PlayerKind::Baseline(_) | PlayerKind::Program(_) => 0,
        }
    }

    /// True if it draws steps at random: a level with a temperature, an engine with `vary`, or the
    /// random baseline. For a program this is unknown, and it counts as one that does not.
    pub fn draws(&self) -> bool {
        match &self.kind {
            PlayerKind::Level(level) => level.temperature > 0.0,
            PlayerKind::Engine(engine) => engine.vary > 0,
            PlayerKind::Baseline(baseline) => *baseline == Baseline::Random,
            PlayerKind::Program(_) => false,
        }
    }

    pub(crate) const fn kind(&self) -> &PlayerKind {
        &self.kind
    }
}

fn budget(text: &str) -> Result<Budget, String> {
    let wrong = || format!("'{text}' is not a budget; use 'sims=1000' or 'time=0.2'");
    match text.split_once('=').ok_or_else(wrong)? {
        ("sims", number) => {
            number.parse().ok().filter(|&n| n > 0).map(Budget::Simulations).ok_or_else(wrong)
        }
        ("time", number) => number
            .parse()
            .ok()
            .filter(|&seconds: &f64| seconds > 0.0 && seconds <= 3600.0)
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .map(Budget::Time)
            .ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

fn engine(text: &str) -> Result<PlayerKind, String> {
    let mut parts = text.split(',');
    let budget = budget(parts.next().unwrap_or_default())?;
    let (mut config, mut vary) = (Config::default(), 0);
    for part in parts {
        let wrong = || {
            let names = Tuning::NAMES.join(", ");
            format!(
                "'{part}' is not an engine setting; use one of threads, vary, {names} with '=' \
                 and a number"
            )
        };
        let (name, number) = part.split_once('=').ok_or_else(wrong)?;
        if name == "threads" {
            let threads =
                number.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
            config.threads = threads.ok_or_else(|| {
                format!("'{part}' is out of range; the engine uses 1 to {MOST_THREADS} threads")
            })?;
            continue;
        }
        if name == "vary" {
            vary = number.parse().map_err(|_| wrong())?;
            continue;
        }
        let number: f32 =
            number.parse().ok().filter(|n: &f32| n.is_finite() && *n >= 0.0).ok_or_else(wrong)?;
        if !config.tuning.set(name, number) {
            return Err(wrong());
        }
        // Results are kept under the name as written, which must be the player that played.
        if let Some(nearest) =
            config.tuning.get(name).filter(|nearest| (nearest - number).abs() > 0.0)
        {
            return Err(format!(
                "'{part}' is out of range; the nearest value is '{name}={nearest}'"
            ));
        }
    }
    Ok(PlayerKind::Engine(Engine { config, budget, vary }))
}

/// The most threads that the engine thinks on.
const MOST_THREADS: usize = 255;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_player_is_read_and_shown_as_written() {
        for text in [
            "beginner",
            "strongest",
            "sims=1000",
            "time=0.2",
            "sims=500,exploration=0.2,threads=2",
            "sims=500,amaf=2,tables=40,expand=3,margin=0,widen=0.5,rate=2,hints=0.1",
            "random",
            "greedy",
            "uct:time=0.2",
            "grave:sims=1000",
            "cmd:some program",
            "cmd,time=0.2:some program",
            "sims=100,vary=6",
            "cmd:'a program' --with \"an argument\"",
        ] {
            assert_eq!(PlayerSpec::parse(text).map(|spec| spec.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn only_vary_has_steps_drawn_by_visits() {
        let drawn = |text: &str| PlayerSpec::parse(text).expect("it is a player").drawn();
        assert_eq!(["sims=100,vary=6", "sims=100", "perfect", "random"].map(drawn), [6, 0, 0, 0]);
        let by_chance = |text: &str| PlayerSpec::parse(text).expect("it is a player").draws();
        assert!(["sims=100,vary=6", "random", "novice", "medium"].into_iter().all(by_chance));
        assert!(
            !["sims=100", "perfect", "expert", "greedy", "uct:sims=10", "cmd:x"]
                .into_iter()
                .any(by_chance)
        );
    }

    #[test]
    fn numbers_out_of_range_are_refused_with_the_nearest() {
        for (part, nearest) in [
            ("window=0", "window=1"),
            ("margin=1.5", "margin=1"),
            ("tables=40.4", "tables=40"),
            ("amaf=0", "amaf=0.001"),
        ] {
            let refusal = PlayerSpec::parse(&format!("sims=10,{part}")).expect_err(part);
            assert!(refusal.starts_with(&format!("'{part}' is out of range")), "{refusal}");
            assert!(refusal.ends_with(&format!("'{nearest}'")), "{refusal}");
            assert!(PlayerSpec::parse(&format!("sims=10,{nearest}")).is_ok(), "{nearest}");
        }
    }

    #[test]
    fn other_words_than_players_are_named() {
        for text in [
            "",
            "nobody",
            "uct",
            "uct:",
            "uct:sims",
            "uct:sims=0",
            "grave:time=-1",
            "sims=",
            "sims=1.5",
            "time=inf",
            "sims=10,speed=3",
            "sims=10,exploration=x",
            "sims=10,threads=100000",
            "sims=10,threads=0",
            "sims=10,threads=1.5",
            "cmd:",
            "cmd:sh -c \"cat",
            "cmd,time=0:cat",
            "cmd,sims=10:cat",
            "cmd,time=1:",
            "sims=10,vary=-1",
            "x:y",
        ] {
            let error = PlayerSpec::parse(text).expect_err(text);
            assert!(error.contains('\''), "{error}");
        }
    }
}
