//! The command line's types.
//!
//! The commands use them; nothing here knows a command.

mod arena;
mod engine;
mod puzzles;
mod report;
mod solve;
mod train;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use tetralith_cli::{CompletionsArgs, ManArgs, leave, read_words};

pub use arena::{ArenaArgs, MergeArgs, OpeningsArgs};
pub use engine::{BenchArgs, BenchHintsArgs, BenchNumbers, BenchShownArgs, PerftArgs};
pub use puzzles::{CheckPuzzlesArgs, LabPuzzles, MakePuzzlesArgs};
pub use report::ReportArgs;
pub use solve::{SolveArgs, VerifyArgs};
pub use train::{
    BookArgs, CheckWeightsArgs, DataArgs, ExportWeightsArgs, FitArgs, PointsArgs, TrainCommand,
    TuneArgs,
};

/// A command with its arguments.
#[derive(Debug, Parser)]
#[command(name = "tetralith-lab", version, about, max_term_width = 100)]
#[command(after_help = "Example:\n  \
    tetralith-lab arena necklace --size 9 hard medium --games 20\n\n\
    Exit status: 0 done; 1 the input is wrong; 2 the command line is wrong;\n\
    3 the limits were too low; 75 stopped on request, the same command continues.")]
pub struct Lab {
    /// The command.
    #[command(subcommand)]
    pub command: LabCommand,
}

impl Lab {
    /// Reads the command line; where it asks for help or is at fault, the program ends here.
    pub fn from_words() -> Self {
        let words = read_words(Self::command(), &[], std::env::args_os());
        words.and_then(|words| Self::from_arg_matches(&words)).unwrap_or_else(|error| leave(error))
    }

    /// The command line as a description, for completions and manual pages.
    pub(crate) fn program() -> clap::Command {
        Self::command()
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Play matches between engines and rate them.
    Arena(ArenaArgs),
    /// Join files of arena results, and report games that are missing, duplicated or contradictory.
    Merge(MergeArgs),
    /// Find even openings for the arena.
    Openings(OpeningsArgs),
    /// Write a report about a game for its designer, from games that the engine plays against
    /// itself.
    Report(ReportArgs),
    /// Find the exact value of a position.
    Solve(SolveArgs),
    /// Check certificates of exact values.
    Verify(VerifyArgs),
    /// Measure the speed of playouts and search, or the reliability of win rates.
    Bench(BenchArgs),
    /// Count sequences of legal moves, to test the rules; each stone of an opening move counts.
    Perft(PerftArgs),
    /// Make puzzles out of games, and check them.
    #[command(
        subcommand,
        after_help = "Examples:\n  \
            tetralith-lab puzzles make necklace --count 20 --out necklace.jsonl\n  \
            tetralith-lab puzzles check necklace.jsonl"
    )]
    Puzzles(LabPuzzles),
    /// Fit the engine's knowledge of a game: data, fit, check, export, points, book,
    /// tune.
    #[command(
        subcommand,
        after_help = "Example:\n  \
            tetralith-lab train data greylox --games 200 --out games.jsonl\n\n\
            Exit status: 75 if a signal ended data, book or tune early; the same command continues."
    )]
    Train(TrainCommand),
    /// Write completions for a shell.
    #[command(after_help = "Example:\n  \
            tetralith-lab completions bash > \
            ~/.local/share/bash-completion/completions/tetralith-lab")]
    Completions(CompletionsArgs),
    /// Write the manual pages.
    #[command(after_help = "Example:\n  \
        tetralith-lab man ~/.local/share/man/man1\n\n\
        Existing pages are replaced.")]
    Man(ManArgs),
}
