//! The command line's types.
//!
//! The commands use them; nothing here knows a command.

mod analyse;
mod explore;
mod gtp;
mod moved;
mod play;
mod puzzles;
mod records;
mod remote;
mod screen;
mod stats;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use tetralith_cli::{CommandError, CompletionsArgs, ManArgs, Surroundings, leave, read_words};

pub use analyse::AnalyseArgs;
pub use explore::ExploreArgs;
pub use gtp::GtpArgs;
pub use play::{BothEven, Limit, NewGameArgs, NoTime, PlayArgs, ReplayArgs, seat};
pub use puzzles::{PuzzlesCommand, SolvePuzzlesArgs};
pub use records::{CheckArgs, ConvertArgs, ExportArgs, ListArgs, RecordFormat};
pub use remote::{As, HostArgs, JoinArgs, MoveArgs, ReceiveArgs};
pub use screen::ScreenArgs;
pub use stats::StatsArgs;

/// The variables and files that the program reads, for its manual pages.
pub(crate) const SURROUNDINGS: Surroundings = Surroundings {
    variables: &[
        ("TETRALITH_CONFIG", "The settings file, instead of the default one."),
        ("TETRALITH_CONFIG_DIR", "The directory of config.toml, instead of the default one."),
        ("TETRALITH_DATA_DIR", "The directory of games and progress, instead of the default one."),
        ("NO_COLOR", "If set, no colours are shown."),
    ],
    files: "Settings are in config.toml in the system's settings directory, games and progress in \
        its data directory; \\fBtetralith config\\fR prints both.",
};

/// Play and study four modern abstract games in the terminal.
#[derive(Debug, Parser)]
#[command(name = "tetralith", version, about, max_term_width = 100)]
#[command(after_help = "Example:\n  \
    tetralith play necklace --size 9\n\n\
    Exit status: 0 done; 1 the input is wrong; 2 the command line is wrong;\n\
    75 stopped on request, the same command continues.")]
pub struct Cli {
    /// The command; without it the home screen opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The look of the screen.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

impl Cli {
    /// Reads the command line; where it asks for help or is at fault, the program ends here.
    ///
    /// # Errors
    /// [`CommandError`] for a game or a command of the laboratory: it names the right command.
    pub fn from_words() -> Result<Self, CommandError> {
        // As OUT of convert and export, and as the page, a dash is standard output.
        let words = read_words(Self::command(), &["output", "viewer"], std::env::args_os());
        let read = words.and_then(|words| Self::from_arg_matches(&words));
        read.map_err(|error| moved::named(&error).unwrap_or_else(|| leave(error)))
    }

    /// The command line as a description, for completions and manual pages.
    pub(crate) fn program() -> clap::Command {
        Self::command()
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game.
    Play(Box<PlayArgs>),
    /// Open a room for a game with a player at another terminal.
    Host(HostArgs),
    /// Join a game at another terminal.
    Join(JoinArgs),
    /// Play a move in a game by mail, and write the text to send.
    Move(MoveArgs),
    /// Read the text of a game by mail, and add its move to the record.
    Receive(ReceiveArgs),
    /// Review a saved game.
    Replay(ReplayArgs),
    /// Validate records by playing them.
    Check(CheckArgs),
    /// Analyse a game: what every move cost, and what was better.
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Look up which moves were played in a position, in your own games and others.
    Explore(ExploreArgs),
    /// Show the results, accuracy and times of your own games.
    Stats(StatsArgs),
    /// Speak the Go Text Protocol on standard input and output.
    Gtp(GtpArgs),
    /// Convert records to and from Abstract Play's format.
    Convert(ConvertArgs),
    /// Export a position or a game as a picture, or the annotated game as a page.
    Export(ExportArgs),
    /// Solve puzzles of your own.
    #[command(subcommand, after_help = "Example:\n  tetralith puzzles solve mine.jsonl")]
    Puzzles(PuzzlesCommand),
    /// Write completions for a shell.
    #[command(after_help = "Example:\n  \
            tetralith completions bash > ~/.local/share/bash-completion/completions/tetralith")]
    Completions(CompletionsArgs),
    /// Write the manual pages.
    #[command(after_help = "Example:\n  \
        tetralith man ~/.local/share/man/man1\n\n\
        Existing pages are replaced.")]
    Man(ManArgs),
    /// Show where settings and games are kept, and check the settings.
    Config(ConfigArgs),
}

/// Arguments of `config`.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(after_help = "Examples:\n  \
        tetralith config\n  \
        tetralith config --default > my-settings.toml\n\n\
        TETRALITH_CONFIG names another file, TETRALITH_CONFIG_DIR another directory for \
        config.toml.\n\n\
        Exit status: 0 if the settings are valid, else 1.")]
pub struct ConfigArgs {
    /// Print a file with every setting, its meaning and its default.
    #[arg(long)]
    pub default: bool,
    /// Print a JSON Schema of the file, for editors that check and complete it.
    #[arg(long, conflicts_with = "default")]
    pub schema: bool,
}
