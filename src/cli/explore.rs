//! Arguments of `explore`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use tetralith_cli::count;

use super::records::ListArgs;

/// Arguments of `explore`.
#[derive(Clone, Debug, Args)]
#[command(group = ArgGroup::new("looked-up").args(["file", "position"]).required(true))]
#[command(after_help = "Examples:\n  tetralith explore game.json --turn 6\n  \
    tetralith explore --position \"necklace size=5 5/5/2r2/5/5 blue\" --json\n\n\
    Without --in: your own games, the sample games, and arena results (.jsonl) in the directory \
    'arena' beside your games. Rotated and mirrored positions count as the same.")]
pub struct ExploreArgs {
    /// The record with the position to look up; LIST#3 is the third record of a list.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The record of a list.
    #[command(flatten)]
    pub list: ListArgs,
    /// The position after this turn of FILE, 0 for the start; by default the last.
    #[arg(long, value_name = "N", value_parser = count(0..=u32::MAX), conflicts_with = "position")]
    pub turn: Option<u32>,
    /// The position as text.
    #[arg(long, value_name = "TEXT", conflicts_with = "game")]
    pub position: Option<String>,
    /// Search only these records, arena results, or directories of both.
    #[arg(long = "in", value_name = "PATH")]
    pub within: Vec<PathBuf>,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}
