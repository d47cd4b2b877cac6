//! Arguments of the commands that count moves and measure speed.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
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
    #[arg(long, value_name = "D", value_parser = count(1..=u32::MAX), allow_negative_numbers = true)]
    pub depth: u32,
    /// Start from the end of this record, which must have the same game and options.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
}

/// Arguments of `bench`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith-lab bench necklace --size 13 --seconds 1")]
pub struct BenchArgs {
    /// The game; by default all of them.
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub game: Option<&'static Info>,
    /// Cells on each side of the board; by default the usual sizes.
    #[arg(long, value_name = "N", requires = "game", value_parser = size, allow_negative_numbers = true)]
    pub size: Option<i64>,
    /// Seconds for which each figure is measured.
    #[arg(long, value_name = "S", default_value = "0.5", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Duration,
    /// Threads of the search; playouts are always measured on one.
    #[arg(long, value_name = "T", default_value = "1", value_parser = count(1..=u8::MAX), allow_negative_numbers = true)]
    pub threads: u8,
    /// Write one JSON object per row, each on a line.
    #[arg(long)]
    pub json: bool,
}
