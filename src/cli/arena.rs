//! Arguments of `arena`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::game::GameArgs;
use super::player::PlayerSpec;
use super::values::{count, seconds};

/// Arguments of `arena`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Players:\n  \
    beginner, easy, casual, medium, hard, expert, master, strongest   a level\n  \
    sims=1000, time=0.2          the engine with a budget for each step\n  \
    random, greedy               fixed opponents\n  \
    uct:sims=1000, grave:time=0.2   fixed opponents with a budget for each step\n  \
    'cmd:PROGRAM ARGUMENTS'      a program that speaks GTP, in words quoted as in a shell\n\n\
    Example:\n  tetralith arena necklace --size 9 sims=1000 uct:sims=1000 --games 20")]
pub struct ArenaArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// Two or more players; each plays each.
    #[arg(value_name = "PLAYER", required = true, num_args = 2.., value_parser = PlayerSpec::parse)]
    pub players: Vec<PlayerSpec>,
    /// Games per pairing; 0 only rates the results in `--out`.
    #[arg(long, value_name = "N", value_parser = count(0..=u32::MAX), allow_negative_numbers = true)]
    pub games: u32,
    /// Different openings, each played with both colours; by default one for every two games.
    #[arg(long, value_name = "K", value_parser = count(1..=u32::MAX), allow_negative_numbers = true)]
    pub openings: Option<u32>,
    /// Random steps in an opening: 4, or 1 with --pie, since nobody can swap after more; results with openings of another length are left out.
    #[arg(long, value_name = "P", value_parser = count(0_u32..=64), allow_negative_numbers = true)]
    pub plies: Option<u32>,
    /// Seed of the random numbers; machines that share a match need different ones.
    #[arg(long, value_name = "S", default_value = "1", value_parser = count(0..=u64::MAX), allow_negative_numbers = true)]
    pub seed: u64,
    /// Stop as soon as it is clear whether the first player is nearer to LOW or to HIGH Elo above the second.
    #[arg(long, value_name = "LOW,HIGH", value_parser = sprt, allow_negative_numbers = true)]
    pub sprt: Option<Sprt>,
    /// Games played at once; by default one for each processor.
    #[arg(long, value_name = "T", value_parser = count(1..=u8::MAX), allow_negative_numbers = true)]
    pub threads: Option<u8>,
    /// Seconds a program may take to answer.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    pub patience: Duration,
    /// Add results to this file and play only what is missing: --games counts all games in it. Files can be joined.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Save the games as records in this directory; no file there is replaced.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Write one JSON object per pairing.
    #[arg(long)]
    pub json: bool,
}

/// A sequential test of which of two Elo differences is the nearer, `low` or `high`, each kind of error with a chance of 5 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference that means "no gain".
    pub low: f64,
    /// The difference that means "a gain".
    pub high: f64,
}

/// Two Elo differences, the lower one first.
fn sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
    text.split_once(',')
        .and_then(|(low, high)| Some(Sprt { low: number(low)?, high: number(high)? }))
        .filter(|sprt| sprt.low < sprt.high)
        .ok_or_else(|| "two Elo differences are needed, the lower one first, such as 0,20".to_owned())
}
