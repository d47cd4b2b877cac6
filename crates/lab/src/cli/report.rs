//! Arguments of `report`.

use std::path::PathBuf;

use clap::Args;
use tetralith_cli::{GameArgs, count, level_parser};
use tetralith_engine::Level;

use crate::arena::Shard;

/// Arguments of `report`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  \
    tetralith-lab report necklace --size 9 --games 100 --out necklace.html\n  \
    tetralith-lab report plurality --games 1000 --shard 0/4 --out part-0.jsonl\n  \
    tetralith-lab report plurality --games 0 --in all.jsonl --out plurality.md\n\n\
    The engine plays against itself with 50, 200 and 800 simulations a move. The name in --out \
    chooses the format:\n  \
    .md (pictures beside it), .html (pictures inside), .json (all figures), .txt, or .jsonl (the \
    games, to merge and to continue).\n\n\
    Exit status: 75 if a signal ended it before all games were played; with \
    --keep the same command continues.")]
pub struct ReportArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// Games at each strength; 0 only reports on the games in `--in`.
    #[arg(
        long,
        value_name = "N",
        value_parser = count(0..=u32::MAX)
    )]
    pub games: u32,
    /// Play at this level instead of the three strengths, each pair of games from an opening of
    /// random stones.
    #[arg(long, value_name = "LEVEL", value_parser = level_parser())]
    pub level: Option<&'static Level>,
    /// Play only the I-th of N parts of the games, I from 0, and write them to a .jsonl in `--out`.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, requires = "out")]
    pub shard: Option<Shard>,
    /// Seed of the random numbers.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = count(0..=u64::MAX)
    )]
    pub seed: u64,
    /// Games played at once; by default one for each processor.
    #[arg(long, value_name = "N", value_parser = count(1..=u8::MAX))]
    pub threads: Option<u8>,
    /// Report on these files, too: arena results with --trace, matches between budgets for the
    /// ladder of strength, and records (.json) with the analysis of 'analyse --out'.
    #[arg(long = "in", value_name = "FILE", num_args = 1..)]
    pub input: Vec<PathBuf>,
    /// Exact values to add, one line of `solve --json` each.
    #[arg(long, value_name = "FILE")]
    pub solved: Option<PathBuf>,
    /// Keep the games in this file of results, and continue the file if it exists.
    #[arg(long, value_name = "FILE")]
    pub keep: Option<PathBuf>,
    /// Games from each first move, in games with the pie rule; moves that are alike by symmetry
    /// count as one. Without these games a search rates the moves.
    #[arg(long, value_name = "N", value_parser = count(1..=10_000_u32))]
    pub first_games: Option<u32>,
    /// Simulations of the search that rates each first move, in games with the pie rule.
    #[arg(
        long,
        value_name = "N",
        default_value = "2000",
        value_parser = count(1..=u64::MAX)
    )]
    pub sims: u64,
    /// The file to write; by default the page is printed.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace the file to write if it already exists.
    #[arg(long)]
    pub force: bool,
}
