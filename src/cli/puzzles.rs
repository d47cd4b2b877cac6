//! Arguments of `puzzles`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tetralith_cli::game_parser;
use tetralith_core::Info;

use super::screen::ScreenArgs;

/// The commands about puzzles.
#[derive(Clone, Debug, Subcommand)]
pub enum PuzzlesCommand {
    /// Solve puzzles of your own, on the screen or with --plain.
    Solve(SolvePuzzlesArgs),
}

/// Arguments of `puzzles solve`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "The program tetralith-lab, which comes with this one, makes puzzle files.\n\n\
        Examples:\n  \
        tetralith-lab puzzles make necklace --in my-games/*.json --out mine.jsonl\n  \
        tetralith puzzles solve mine.jsonl"
)]
pub struct SolvePuzzlesArgs {
    /// The puzzle file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The game; by default the first puzzle's.
    #[arg(long, value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    pub game: Option<&'static Info>,
    /// The look of the screen.
    #[command(flatten)]
    pub screen: ScreenArgs,
}
