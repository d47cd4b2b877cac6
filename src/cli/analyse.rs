//! Arguments of `analyse`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use tetralith_cli::{count, seconds};

/// Arguments of `analyse`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  tetralith analyse game.json\n  \
    tetralith analyse game.json --out game.json --json\n  \
    tetralith analyse game.json --out report.html\n\n\
    By default every move is looked at with 1,000 simulations, with 8,000 where it matters, and with 40,000 around the ten \
    worst. With --out, what is found is kept in the record after each move, so that an analysis that was ended \
    continues where it was.")]
pub struct AnalyseArgs {
    /// The records.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The record with this number, counted from 1, if FILE is a list of records or JSON Lines.
    #[arg(long, value_name = "N", value_parser = count(1..=u32::MAX), allow_negative_numbers = true)]
    pub game: Option<u32>,
    /// Look at every move with this many simulations, and at none deeper.
    #[arg(long, value_name = "N", value_parser = count(1..=1_000_000_000_u64), allow_negative_numbers = true)]
    pub sims: Option<u64>,
    /// Take at most this time for each game: a short look at every move first, then as deep as
    /// there is time for.
    #[arg(long, value_name = "S", conflicts_with = "sims", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Option<Duration>,
    /// Threads, each of which analyses another move; by default one for each processor.
    #[arg(long, value_name = "T", value_parser = count(1..=u8::MAX), allow_negative_numbers = true)]
    pub threads: Option<u8>,
    /// The seed of the random numbers: the same seed gives the same analysis.
    #[arg(long, value_name = "N", default_value = "0", value_parser = count(0..=u64::MAX), allow_negative_numbers = true)]
    pub seed: u64,
    /// Write the record with the analysis to this file, which may be FILE itself or one that holds
    /// the same game; a file whose name ends in .html gets the report as a page.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the report as a page of HTML to this file, replacing a page that is already there.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write one JSON object per file, each on a line.
    #[arg(long)]
    pub json: bool,
}
