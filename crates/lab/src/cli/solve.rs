//! Arguments of the commands about exact values.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tetralith_cli::GameArgs;
use tetralith_cli::{count, long_seconds};

use crate::arena::Shard;

/// Arguments of `solve`.
#[derive(Clone, Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
#[command(after_help = "Examples:\n  \
        tetralith-lab solve necklace --size 5 --certificate necklace-5.cert --every-move\n  \
        tetralith-lab solve necklace --size 5 --frontier 2 --shard 0/4 --out part-0.jsonl\n\n\
        A board that would take more than a month is refused unless --seconds limits the \
        search.\n\n\
        Exit status: 0 if it is solved; 3 if the limits were too low; 75 if a signal ended it:\n\
        with --state, or --out after --frontier, the same command continues.")]
pub struct SolveArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// Solve the last position of this record of the same game; options that are given must be
    /// those of the record.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Threads of the search.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = count(1..=u8::MAX)
    )]
    pub threads: u8,
    /// Memory for positions, in MiB; by default the likely need, at most 2048 and a quarter of the
    /// machine's memory.
    #[arg(
        long,
        value_name = "MB",
        value_parser = count(1..=1_000_000_u64)
    )]
    pub memory: Option<u64>,
    /// The most time; by default no limit.
    #[arg(long, value_name = "SECONDS", value_parser = long_seconds)]
    pub seconds: Option<Duration>,
    /// Save the state of the search in this file; the same command continues from it.
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Write a proof to this file, for 'tetralith-lab verify' or any other checker.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Prove for each move whether it keeps the result.
    #[arg(long, requires = "certificate")]
    pub every_move: bool,
    /// Follow every game of the proof to its end, even if a lemma already decides it.
    #[arg(long, requires = "certificate")]
    pub no_lemma: bool,
    /// Replace the certificate if it already exists.
    #[arg(long, requires = "certificate")]
    pub force: bool,
    /// Solve every position that can be reached in N moves, one by one, and write a line of JSON
    /// for each; each stone of an opening move counts.
    #[arg(
        long,
        value_name = "N",
        value_parser = count(1..=8_u32),
        conflicts_with_all = ["certificate", "state"]
    )]
    pub frontier: Option<u32>,
    /// With --frontier, solve only every Nth position, from the Ith on, counted from 0: the share
    /// of one machine of N.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, requires = "frontier")]
    pub shard: Option<Shard>,
    /// With --frontier, write the lines to this file, and continue the file if it exists.
    #[arg(long, value_name = "FILE", requires = "frontier")]
    pub out: Option<PathBuf>,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `verify`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  \
    tetralith-lab verify assets/solved/necklace-square-4.cert\n\n\
    Exit status: 0 if every certificate proves what it claims, else 1.")]
pub struct VerifyArgs {
    /// The certificates.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}
