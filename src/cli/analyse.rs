//! Arguments of `analyse`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tetralith_cli::{count, seconds};

use super::records::ListArgs;

/// Arguments of `analyse`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  tetralith analyse game.json\n  \
    tetralith analyse game.json --out game.json --json\n  \
    tetralith analyse game.json --out report.html\n\n\
    By default every move gets 1,000 simulations, moves that matter 8,000, and the ten worst \
    40,000. With --out the record is saved after each move, so an interrupted analysis continues \
    where it stopped.\n\n\
    Exit status: 75 if a signal ended it; the same command with --out continues.")]
pub struct AnalyseArgs {
    /// The records to analyse; LIST#3 is the third record of a list.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The record of a list.
    #[command(flatten)]
    pub list: ListArgs,
    /// Analyse every move with exactly this many simulations. Deeper results in the file of --out
    /// stay there, but the report leaves them out.
    #[arg(long, value_name = "N", value_parser = count(1..=1_000_000_000_u64))]
    pub sims: Option<u64>,
    /// The most time for each game: first a quick look at every move, then as deep as the time
    /// allows.
    #[arg(long, value_name = "SECONDS", conflicts_with = "sims", value_parser = seconds)]
    pub seconds: Option<Duration>,
    /// Threads that analyse moves at the same time; by default one per processor.
    #[arg(long, value_name = "N", value_parser = count(1..=u8::MAX))]
    pub threads: Option<u8>,
    /// The random seed: the same seed gives the same analysis.
    #[arg(long, value_name = "N", default_value = "0", value_parser = count(0..=u64::MAX))]
    pub seed: u64,
    /// Write the record with its analysis to this file. It may be FILE itself or a file with the
    /// same game. If the name ends in .html, write the report as a page instead.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the report as an HTML page to this file.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Replace the page if it already exists.
    #[arg(long)]
    pub force: bool,
    /// Write one JSON object per file, each on a line.
    #[arg(long)]
    pub json: bool,
}
