//! Arguments of `arena`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tetralith_cli::GameArgs;
use tetralith_cli::{count, seconds};

use crate::arena::{PlayerSpec, Shard, Sprt};

/// Arguments of `arena`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Players:\n  \
    novice to perfect            a level, as for play\n  \
    sims=1000, time=0.2          the engine with a budget for each move\n  \
    random, greedy               fixed opponents\n  \
    uct:sims=1000, grave:time=0.2   fixed opponents with a budget for each move\n  \
    'cmd:PROGRAM ARGUMENTS'      a program that speaks GTP, in words quoted as in a shell\n  \
    'cmd,time=0.2:PROGRAM'       the same, with this many seconds for each move\n\n\
    Examples:\n  \
    tetralith-lab arena necklace --size 9 sims=1000 uct:sims=1000 --games 20\n  \
    tetralith-lab arena greylox time=0.2 'cmd,time=0.2:my-engine' --games 400 --balanced --sprt \
    0,20\n  \
    tetralith-lab arena plurality sims=400 sims=800 --games 1000 --shard 0/4 --out \
    part-0.jsonl\n\n\
    Exit status: 75 if a signal ended it before all games were played; the same \
    command with --out continues.")]
pub struct ArenaArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// Two or more players; each plays every other.
    #[arg(value_name = "PLAYER", required = true, num_args = 2.., value_parser = PlayerSpec::parse)]
    pub players: Vec<PlayerSpec>,
    /// Games per pairing; 0 only rates the results in `--out`.
    #[arg(
        long,
        value_name = "N",
        value_parser = count(0..=u32::MAX)
    )]
    pub games: u32,
    /// Different openings, each played with both colours; by default one for every two games.
    #[arg(
        long,
        value_name = "N",
        value_parser = count(1..=u32::MAX)
    )]
    pub openings: Option<u32>,
    /// Random moves in an opening, each stone counted: by default 4, or 1 with --pie, because no
    /// swap is possible after more. Results with openings of another length are left out.
    #[arg(long, value_name = "N", value_parser = count(0_u32..=64))]
    pub plies: Option<u32>,
    /// Use openings that a long search judged even: those that come with the program, or those in
    /// FILE.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        conflicts_with = "plies"
    )]
    #[allow(clippy::option_option, reason = "the option may have no value")]
    pub balanced: Option<Option<PathBuf>>,
    /// Seed of the random numbers.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = count(0..=u64::MAX)
    )]
    pub seed: u64,
    /// Play only the I-th of N parts of the match, I from 0; the parts can be played on several
    /// machines and merged.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Also write the moves and the players' win rates to the file of results.
    #[arg(long, requires = "out")]
    pub trace: bool,
    /// Stop as soon as pairs of games show whether the first player is LOW or HIGH Elo stronger
    /// than the second.
    #[arg(long, value_name = "LOW,HIGH", value_parser = sprt)]
    pub sprt: Option<Sprt>,
    /// Games played at once; by default one for each processor.
    #[arg(long, value_name = "N", value_parser = count(1..=u8::MAX))]
    pub threads: Option<u8>,
    /// Seconds a program may take to answer.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "60",
        value_parser = seconds
    )]
    pub patience: Duration,
    /// Add results to this file and play only what is missing: --games counts the games in it with
    /// the same seed and openings.
    /// 'tetralith-lab merge' joins such files.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Save the games as records in this directory; no file there is replaced.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Write one JSON object per pairing.
    #[arg(long)]
    pub json: bool,
}

/// Two Elo differences, the lower one first.
fn sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
    text.split_once(',')
        .and_then(|(low, high)| Some(Sprt { low: number(low)?, high: number(high)? }))
        .filter(|sprt| sprt.low < sprt.high)
        .ok_or_else(|| "use two Elo differences, the lower first, such as 0,20".to_owned())
}

/// Arguments of `merge`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  \
    tetralith-lab merge part-0.jsonl part-1.jsonl part-2.jsonl part-3.jsonl --out \
    results.jsonl\n\n\
    Lists games that are missing, duplicated or contradictory, and files that differ from the \
    rest by more than chance.")]
pub struct MergeArgs {
    /// Files of arena results, or of positions that 'solve --frontier' wrote.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Join results of different builds, too.
    #[arg(long)]
    pub mixed: bool,
    /// Replace the file to write if it already exists.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `openings`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
        tetralith-lab openings necklace --size 9 --count 50 --out my-openings.jsonl\n  \
        tetralith-lab arena necklace --size 9 sims=1000 grave:sims=1000 --games 100 \
        --balanced=my-openings.jsonl\n\n\
        Exit status: 75 if a signal ended it; the same command starts again.")]
pub struct OpeningsArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// Openings to find.
    #[arg(
        long,
        value_name = "N",
        default_value = "50",
        value_parser = count(1_u32..=10_000)
    )]
    pub count: u32,
    /// Simulations of the search that judges the openings.
    #[arg(
        long,
        value_name = "N",
        default_value = "20000",
        value_parser = count(1..=u64::MAX)
    )]
    pub sims: u64,
    /// Seed of the random numbers.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = count(0..=u64::MAX)
    )]
    pub seed: u64,
    /// Write the openings to this list, replacing those for the same game and options; by default
    /// they are printed.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
