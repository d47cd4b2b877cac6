//! Arguments of the commands about puzzles.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use tetralith_cli::{count, game_parser, long_seconds};
use tetralith_core::Info;

use crate::arena::Shard;

/// The commands about puzzles.
#[derive(Clone, Debug, Subcommand)]
pub enum LabPuzzles {
    /// Find positions with one best move, in your games or in games that the engine plays.
    Make(MakePuzzlesArgs),
    /// Check puzzles: that every move is legal, and that the solution is the only best one.
    Check(CheckPuzzlesArgs),
}

/// Arguments of `puzzles make`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    tetralith-lab puzzles make necklace --count 20 --out necklace.jsonl\n  \
    tetralith-lab puzzles make greylox --in my-games/*.json --out mine.jsonl\n  \
    tetralith-lab puzzles make plurality --moves 2 --shard 0/4 --out part-0.jsonl\n\n\
    If the file already holds puzzles, new ones are added, starting after the last game that gave \
    a puzzle.\n\n\
    Exit status: 75 if a signal ended it; the same command with --out continues.")]
pub struct MakePuzzlesArgs {
    /// The games.
    #[arg(value_name = "GAME", required = true, value_parser = game_parser(), ignore_case = true)]
    pub games: Vec<&'static Info>,
    /// Search these records (.json) or arena games written with --trace; by default the engine
    /// plays against itself.
    #[arg(long = "in", value_name = "FILE", num_args = 1..)]
    pub input: Vec<PathBuf>,
    /// Search games of the engine against itself as well as those of --in.
    #[arg(long, requires = "input")]
    pub self_play: bool,
    /// The file to add to; by default puzzles go to standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Puzzles of each game, including those already in the file. A file has at most 10,000 puzzles
    /// and 4 MiB.
    #[arg(
        long,
        value_name = "N",
        default_value = "20",
        value_parser = count(1..=10_000_usize)
    )]
    pub count: usize,
    /// The most time for each game.
    #[arg(long, value_name = "SECONDS", value_parser = long_seconds)]
    pub seconds: Option<Duration>,
    /// Search only every Nth game, from the Ith on, counted from 0: the share of one machine of N.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// The seed: the same games and the same seed give the same puzzles.
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// The fewest moves that the solver of a puzzle makes, up to 4; most puzzles have one.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = count(1..=4_usize)
    )]
    pub moves: usize,
    /// Simulations of each of the two searches that must agree if nothing can be proven; 0 for
    /// proofs only.
    #[arg(
        long,
        value_name = "N",
        default_value = "4000",
        value_parser = count(0..=10_000_000_u64)
    )]
    pub sims: u64,
}

/// Arguments of `puzzles check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    tetralith-lab puzzles check assets/puzzles/*.jsonl\n  \
    tetralith-lab puzzles check mine.jsonl --nodes 20000000 --out proven.jsonl\n\n\
    Exit status: 1 if a puzzle is wrong, else 0, even if some could not be decided with this \
    effort.")]
pub struct CheckPuzzlesArgs {
    /// The files of puzzles.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Most positions that the solver tries for each move.
    #[arg(
        long,
        value_name = "N",
        default_value = "1000000",
        value_parser = count(1..=u64::MAX)
    )]
    pub nodes: u64,
    /// Simulations of each of the two searches of a move that is not proven; 0 leaves these out.
    #[arg(
        long,
        value_name = "N",
        default_value = "4000",
        value_parser = count(0..=10_000_000_u64)
    )]
    pub sims: u64,
    /// Write the puzzles to this file, with any new proofs that the solver finds and with the
    /// ratings that this engine measures.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace the file of --out if it already exists.
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Write one JSON object per file, each on a line.
    #[arg(long)]
    pub json: bool,
}
