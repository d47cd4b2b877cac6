//! Arguments of `stats`.

use clap::Args;

/// Arguments of `stats`.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(after_help = "Examples:\n  tetralith stats\n  \
    tetralith stats --json\n\n\
    Only your own games count: those in the directory of games that you played to the end against \
    the engine, or against a player at another terminal.")]
pub struct StatsArgs {
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}
