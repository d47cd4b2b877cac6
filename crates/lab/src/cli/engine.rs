//! Arguments of the commands that count moves and measure speed.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use tetralith_cli::{GameArgs, count, game_parser, seconds, size};
use tetralith_core::Info;

/// Arguments of `perft`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  tetralith-lab perft multiplicity --size 3 --no-opening --depth 3\n  \
    tetralith-lab perft necklace --depth 2 --from assets/games/necklace.json"
)]
pub struct PerftArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// Count sequences of this length.
    #[arg(
        long,
        value_name = "N",
        value_parser = count(1..=u32::MAX)
    )]
    pub depth: u32,
    /// Start from the end of this record of the same game; options that are given must be those of
    /// the record.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
}

/// Arguments of `bench`.
#[derive(Clone, Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  tetralith-lab bench necklace --size 13 --seconds 1\n  \
    tetralith-lab bench necklace --size 13 --threads 2\n  \
    tetralith-lab bench hints greylox --size 4\n  tetralith-lab bench shown games.jsonl"
)]
pub struct BenchArgs {
    /// Measure win rates instead of speed.
    #[command(subcommand)]
    pub numbers: Option<BenchNumbers>,
    /// The game; by default all of them.
    #[arg(value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    pub game: Option<&'static Info>,
    /// Cells on each side of the board; by default a few usual sizes.
    #[arg(
        long,
        value_name = "N",
        requires = "game",
        value_parser = size
    )]
    pub size: Option<i64>,
    /// Seconds spent on each figure.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "0.5",
        value_parser = seconds
    )]
    pub seconds: Duration,
    /// Threads of the search; playouts are always measured on one.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = count(1..=u8::MAX)
    )]
    pub threads: u8,
    /// Write one JSON object per row, each on a line.
    #[arg(long)]
    pub json: bool,
}

/// Measurements of the win rates that are shown.
#[derive(Clone, Debug, Subcommand)]
pub enum BenchNumbers {
    /// Compare the win rate of a hint with the one after the hint is played, and with searches 4
    /// and 16 times as long.
    Hints(BenchHintsArgs),
    /// Compare the win rates that players were shown with the results of their games, by stage.
    Shown(BenchShownArgs),
}

/// Arguments of `bench hints`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith-lab bench hints greylox --size 4 --positions 60")]
pub struct BenchHintsArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// Number of random positions.
    #[arg(
        long,
        value_name = "N",
        default_value = "60",
        value_parser = count(1..=u32::MAX)
    )]
    pub positions: u32,
    /// Simulations of a search.
    #[arg(
        long,
        value_name = "N",
        default_value = "20000",
        value_parser = count(1..=u64::from(u32::MAX))
    )]
    pub sims: u64,
    /// Seed of the random numbers.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = count(0..=u64::from(u32::MAX))
    )]
    pub seed: u64,
    /// Also search for 4 and 16 times as long; this takes ten times the time.
    #[arg(long)]
    pub deeper: bool,
}

/// Arguments of `bench shown`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  \
        tetralith-lab arena greylox sims=1000,vary=6 sims=1000,vary=6 --games 200 --plies 0 \
        --trace --out games.jsonl\n  \
        tetralith-lab bench shown games.jsonl")]
pub struct BenchShownArgs {
    /// Results of `arena --trace`.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}
