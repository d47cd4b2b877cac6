//! Who can play in the arena, and how they are written.

use std::fmt;
use std::time::Duration;

use tetralith_core::{Colour, Game, Step};
use tetralith_engine::{Baseline, Budget, Config, Level, Mind, NEVER};

use super::external::External;

/// A player as it was asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSpec {
    text: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Level(Level),
    Engine(Config, Budget),
    Baseline(Baseline),
    External(Vec<String>),
}

/// What a player did when it was asked for a turn.
#[derive(Debug)]
pub(super) enum Reply {
    /// One step, or the steps of a whole turn.
    Steps(Vec<Step>),
    /// It gave the game up.
    Resigned,
    /// It broke down, or broke the rules.
    Fault(Fault),
}

/// How a player broke down, or broke the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// One sentence.
    pub what: String,
    /// Whether it had not answered in time.
    pub is_late: bool,
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Self { what, is_late: false }
    }
}

/// The game so far.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    /// The position before the first step.
    pub start: &'a Game,
    /// The steps so far.
    pub line: &'a [Step],
    /// Where they led.
    pub position: &'a Game,
}

/// A player at the table for one game.
pub(super) trait Player {
    /// What it plays where the table stands; `colour` is its own.
    fn reply(&mut self, table: Table<'_>, colour: Colour) -> Reply;
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

const FORMS: &str = "a level, 'sims=1000', 'time=0.2', 'random', 'greedy', 'uct:sims=1000', 'grave:time=0.2' or 'cmd:PROGRAM ARGUMENTS'";

impl PlayerSpec {
    /// Reads a player: a level's name; `sims=N` or `time=SECONDS` for the engine, perhaps followed by `,NAME=NUMBER` for numbers
    /// that shape its search; a baseline, with its budget behind a colon; or `cmd:` and a program that speaks GTP, in words that
    /// are split and quoted as in a Unix shell.
    ///
    /// # Errors
    /// One sentence that says what is wrong with `text`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let kind = match text.split_once(':') {
            Some(("cmd", command)) => {
                let words = shell_words::split(command)
                    .map_err(|_| format!("'{text}' is no player: a quote in it is not closed"))?;
                if words.is_empty() {
                    return Err("'cmd:' needs a program, such as 'cmd:tetralith gtp necklace'".to_owned());
                }
                Kind::External(words)
            }
            Some(("uct", rest)) => Kind::Baseline(Baseline::Uct(budget(rest)?)),
            Some(("grave", rest)) => Kind::Baseline(Baseline::Grave(budget(rest)?)),
            Some(_) => return Err(format!("'{text}' is no player; players are {FORMS}")),
            None => match text {
                "random" => Kind::Baseline(Baseline::Random),
                "greedy" => Kind::Baseline(Baseline::Greedy),
                "uct" | "grave" => return Err(format!("'{text}' needs a budget, such as '{text}:sims=1000'")),
                _ => match Level::from_id(text) {
                    Some(level) => Kind::Level(*level),
                    None if text.contains('=') => engine(text)?,
                    None => return Err(format!("'{text}' is no player; players are {FORMS}")),
                },
            },
        };
        Ok(Self { text: text.to_owned(), kind })
    }

    /// Whether it is a program of its own.
    pub(super) const fn is_program(&self) -> bool {
        matches!(self.kind, Kind::External(_))
    }

    /// The player, ready for one game whose random numbers begin at `seed`.
    ///
    /// # Errors
    /// One sentence that says why an external program cannot be started.
    pub(super) fn sit_down(&self, seed: u64, patience: Duration) -> Result<Box<dyn Player>, Fault> {
        Ok(match &self.kind {
            Kind::Level(level) => Box::new(AtLevel { level: *level, mind: Mind::new(Config::default().aside()), seed }),
            Kind::Engine(config, budget) => {
                Box::new(AtBudget { mind: Mind::new(Config { seed, ..*config }), budget: *budget })
            }
            Kind::Baseline(baseline) => Box::new(AtBaseline { baseline: *baseline, seed }),
            Kind::External(words) => Box::new(External::start(words, patience)?),
        })
    }
}

fn budget(text: &str) -> Result<Budget, String> {
    let wrong = || format!("'{text}' is no budget; write 'sims=1000' or 'time=0.2'");
    match text.split_once('=').ok_or_else(wrong)? {
        ("sims", number) => number.parse().ok().filter(|&n| n > 0).map(Budget::Simulations).ok_or_else(wrong),
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

fn engine(text: &str) -> Result<Kind, String> {
    let mut parts = text.split(',');
    let budget = budget(parts.next().unwrap_or_default())?;
    let mut config = Config::default();
    for part in parts {
        let wrong =
            || format!("'{part}' is no setting of the engine; write one of threads, {NUMBERS} with '=' and a number");
        let (name, number) = part.split_once('=').ok_or_else(wrong)?;
        if name == "threads" {
            let threads = number.parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
            config.threads = threads.ok_or_else(|| {
                format!("'{part}' is no number of threads; the engine thinks on 1 to {MOST_THREADS} of them")
            })?;
            continue;
        }
        let number: f32 = number.parse().ok().filter(|n: &f32| n.is_finite() && *n >= 0.0).ok_or_else(wrong)?;
        let tuning = &mut config.tuning;
        match name {
            "exploration" => tuning.exploration = number,
            "amaf" => tuning.amaf_factor = number.max(1e-3),
            "tables" => tuning.table_at = number as u32,
            "expand" => tuning.expand_at = number as u32,
            "margin" => tuning.margin_share = number.min(1.0),
            "widen" => tuning.widen_above = number as usize,
            "hints" => tuning.hint_weight = number,
            _ => return Err(wrong()),
        }
    }
    Ok(Kind::Engine(config, budget))
}

/// The most threads that the engine thinks on.
const MOST_THREADS: usize = 255;

const NUMBERS: &str = "exploration, amaf, tables, expand, margin, widen, hints";

struct AtLevel {
    level: Level,
    mind: Mind,
    seed: u64,
}

impl Player for AtLevel {
    fn reply(&mut self, table: Table<'_>, _colour: Colour) -> Reply {
        let place = (table.position, table.line);
        match self.mind.play(&self.level, None, self.seed, place, &NEVER, &mut |_| {}) {
            Ok((step, _)) => Reply::Steps(vec![step]),
            Err(over) => Reply::Fault(over.to_string().into()),
        }
    }
}

struct AtBudget {
    mind: Mind,
    budget: Budget,
}

impl Player for AtBudget {
    fn reply(&mut self, table: Table<'_>, _colour: Colour) -> Reply {
        self.mind.follow(table.position, table.line);
        match self.mind.run(&self.budget.limits(), &NEVER, &mut |_| {}).map(|found| found.best()) {
            Ok(Some(step)) => Reply::Steps(vec![step]),
            Ok(None) => Reply::Fault("the search looked at nothing".to_owned().into()),
            Err(over) => Reply::Fault(over.to_string().into()),
        }
    }
}

struct AtBaseline {
    baseline: Baseline,
    seed: u64,
}

impl Player for AtBaseline {
    fn reply(&mut self, table: Table<'_>, _colour: Colour) -> Reply {
        let seed = self.seed.wrapping_add((table.line.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        match self.baseline.choose(table.position, seed) {
            Some(step) => Reply::Steps(vec![step]),
            None => Reply::Fault("the game is over".to_owned().into()),
        }
    }
}

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
            "sims=500,amaf=2,tables=40,expand=3,margin=0,widen=100,hints=0.1",
            "random",
            "greedy",
            "uct:time=0.2",
            "grave:sims=1000",
            "cmd:some program",
            "cmd:'a program' --with \"an argument\"",
        ] {
            assert_eq!(PlayerSpec::parse(text).map(|spec| spec.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn the_words_of_a_program_are_split_as_a_shell_does() {
        let spec = PlayerSpec::parse(r#"cmd:sh -c "exec 'my engine' $1" two\ words"#).expect("it is written right");
        let Kind::External(words) = spec.kind else { panic!("it is a program") };
        assert_eq!(words, ["sh", "-c", "exec 'my engine' $1", "two words"]);
    }

    #[test]
    fn what_is_no_player_is_named() {
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
            "x:y",
        ] {
            let error = PlayerSpec::parse(text).expect_err(text);
            assert!(error.contains('\''), "{error}");
        }
    }
}
