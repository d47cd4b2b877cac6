//! The command line's types.
//!
//! The commands use them; nothing here knows a command.

mod analyse;
mod arena;
mod engine;
mod explore;
mod game;
mod play;
mod puzzles;
mod records;
mod remote;
mod report;
mod screen;
mod solve;
mod values;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub use analyse::AnalyseArgs;
pub use arena::{ArenaArgs, MergeArgs, OpeningsArgs};
pub use engine::{BenchArgs, GtpArgs, PerftArgs};
pub use explore::ExploreArgs;
pub use game::{GameArgs, GameOptions};
pub use play::{Limit, PlayArgs, ReplayArgs, Who};
pub use puzzles::{CheckPuzzlesArgs, MakePuzzlesArgs, PuzzlesCommand, SolvePuzzlesArgs};
pub use records::{CheckArgs, ConvertArgs, ExportArgs, RecordFormat};
pub use remote::{As, HostArgs, JoinArgs, MoveArgs, ReceiveArgs};
pub use report::ReportArgs;
pub use screen::ScreenArgs;
pub use solve::{SolveArgs, VerifyArgs};

/// Play and study four modern abstract games in the terminal.
#[derive(Debug, Parser)]
#[command(name = "tetralith", version, about, max_term_width = 100)]
#[command(after_help = "Example:\n  tetralith play necklace --size 9\n\n\
    Exit status: 0 done; 1 the input is at fault; 2 the command line is at fault.")]
pub struct Cli {
    /// The command; without it the home screen opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The look of the screen.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game.
    Play(PlayArgs),
    /// Open a room for a game with a player at another terminal.
    Host(HostArgs),
    /// Join a game at another terminal.
    Join(JoinArgs),
    /// Add a move to a game by mail, and write the text to send.
    Move(MoveArgs),
    /// Read the text of a game by mail, and add its move to the record.
    Receive(ReceiveArgs),
    /// Review a saved game.
    Replay(ReplayArgs),
    /// Validate records by playing them.
    Check(CheckArgs),
    /// Analyse a game: what every move was worth, and what was better.
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Look up which moves were made in a position, in your own games and others.
    Explore(ExploreArgs),
    /// Count sequences of legal moves, to test the rules; the stones of an opening move count one
    /// by one.
    Perft(PerftArgs),
    /// Speak the Go Text Protocol on standard input and output.
    Gtp(GtpArgs),
    /// Measure the speed of playouts and search.
    Bench(BenchArgs),
    /// Find the exact value of a position.
    Solve(SolveArgs),
    /// Check certificates of exact values.
    Verify(VerifyArgs),
    /// Play matches between engines and rate them.
    Arena(ArenaArgs),
    /// Join files of arena results, and say what is missing, duplicated or contradictory.
    Merge(MergeArgs),
    /// Tell what a designer wants to know about a game, from games that the engine plays against
    /// itself.
    Report(ReportArgs),
    /// Find even openings for the arena.
    Openings(OpeningsArgs),
    /// Convert records to and from Abstract Play's format.
    Convert(ConvertArgs),
    /// Export a position or a game as a picture, or the annotated game as a page.
    Export(ExportArgs),
    /// Make puzzles out of games, solve them, and check them.
    #[command(
        subcommand,
        after_help = "Examples:\n  tetralith puzzles make necklace --count 20 --out necklace.jsonl\n  tetralith puzzles check \
        necklace.jsonl"
    )]
    Puzzles(PuzzlesCommand),
    /// Write completions for a shell.
    Completions(CompletionsArgs),
    /// Write the manual pages.
    Man(ManArgs),
    /// Show where the settings are and check them.
    Config(ConfigArgs),
}

/// Arguments of `completions`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  tetralith completions bash > ~/.local/share/bash-completion/completions/tetralith"
)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith man ~/.local/share/man/man1\n\n\
    Existing pages are replaced.")]
pub struct ManArgs {
    /// Write a page for each command into this directory; by default write the program's page to
    /// standard output.
    #[arg(value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Arguments of `config`.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(
    after_help = "Example:\n  tetralith config\n  tetralith config --default > my-settings.toml\n\n\
    TETRALITH_CONFIG names another file, TETRALITH_CONFIG_DIR another directory for config.toml.\n\
    Exit status: 0 if nothing is wrong with the settings, else 1."
)]
pub struct ConfigArgs {
    /// Print a file with every setting, its meaning and its default.
    #[arg(long)]
    pub default: bool,
}
