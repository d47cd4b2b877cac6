//! The errors of the front end, and the exit status that each has.

use std::io;
use std::path::PathBuf;

use tetralith_cli::CommandError;
use tetralith_core::position_text::PositionTextError;
use tetralith_core::{Info, RecordError, SetupError};
use tetralith_pages::annotated::PageError;
use tetralith_remote::address::AddressError;
use tetralith_remote::carrier::CarrierError;
use tetralith_remote::letter::LetterError;
use tetralith_storage::exchange::ExchangeError;
use thiserror::Error;

use crate::configuration::NoTheme;
use crate::program::ScreenError;
use crate::settings::ConfigError;
use tetralith_picture::PictureError;
use tetralith_storage::files::{FileError, shown};

/// The reason why a command did not do what it was asked.
#[derive(Debug, Error)]
pub enum Error {
    /// A failure of what both programs share.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The command line asks for options that cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Another instance writes to the game that a move was to be added to.
    #[error("another 'tetralith' is writing to {}; try again", shown(.path))]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be read, or is not a record.
    #[error(transparent)]
    File(#[from] FileError),
    /// A game cannot be written in the other format.
    #[error("{}: {source}", shown(.path))]
    Convert {
        /// The file it was read from.
        path: PathBuf,
        /// The reason.
        source: ExchangeError,
    },
    /// A position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionTextError),
    /// There is nothing where games are to be looked for.
    #[error("{}: there is no such file or directory to look for games in", shown(.path))]
    NoGames {
        /// The name.
        path: PathBuf,
    },
    /// A page cannot be made.
    #[error(transparent)]
    Page(#[from] PageError),
    /// An option for pictures was given for a page.
    #[error("{option} is for pictures; a page is of the whole game")]
    OnlyPictures {
        /// The option.
        option: &'static str,
    },
    /// An option for pictures of shapes was given for a diagram of letters.
    #[error(
        "{option} is for .svg, .png and .gif; a diagram of letters takes --turn, --turns, --numbers and --caption"
    )]
    NotLetters {
        /// The option.
        option: &'static str,
    },
    /// The range of turns that was asked for does not lie within the game.
    #[error("{}: there are no turns {first}-{last}; the last is {most}", shown(.path))]
    Turns {
        /// The record.
        path: PathBuf,
        /// The first that was asked for.
        first: u32,
        /// The last.
        last: u32,
        /// The number of the last turn.
        most: u32,
    },
    /// The name of a picture does not say its format, nor does the command line.
    #[error("{}: unknown format; end the name in .txt, .svg, .png, .gif, .md or .html, or give --format", shown(.path))]
    Format {
        /// The name.
        path: PathBuf,
    },
    /// A turn was asked for that the game does not have.
    #[error("{}: there is no turn {turn}; the last is {last}", shown(.path))]
    Turn {
        /// The record.
        path: PathBuf,
        /// The value that was asked for.
        turn: u32,
        /// The number of the last turn, 0 if none was played.
        last: u32,
    },
    /// A picture cannot be made.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A record cannot be written.
    #[error("{}: {source}", shown(.path))]
    Record {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: RecordError,
    },
    /// The analysis of a game broke down.
    #[error("{reason}; what was found until then is kept if --out was given")]
    Analysis {
        /// The reason.
        reason: String,
    },
    /// The file for the analysis of a game holds another game.
    #[error("{} holds another game; name another file for the analysis", shown(.path))]
    OtherGameThere {
        /// The file.
        path: PathBuf,
    },
    /// The file for an analysis holds one that this program cannot read, and does not replace.
    #[error("{} holds an analysis that this program cannot read; name another file", shown(.path))]
    OtherAnalysis {
        /// The file.
        path: PathBuf,
    },
    /// The file for an analysis is a record of another program's, which cannot hold one.
    #[error("{} is a record of Abstract Play, which can hold no analysis; name another file", shown(.path))]
    ClubRecord {
        /// The file.
        path: PathBuf,
    },
    /// A file that a page was to replace is something else.
    #[error("{} is no page of this program's; name another file for the report", shown(.path))]
    NoPage {
        /// The file.
        path: PathBuf,
    },
    /// An option that is for one file was given with several.
    #[error("{option} is for one file; give one at a time")]
    ManyFiles {
        /// The option.
        option: &'static str,
    },
    /// A theme was asked for that there is not.
    #[error(transparent)]
    Theme(#[from] NoTheme),
    /// No place to listen at was named.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// Nothing carries a game.
    #[error(transparent)]
    Carrier(#[from] CarrierError),
    /// Options do not go together.
    #[error("{0}")]
    Apart(&'static str),
    /// A game with another terminal cannot be set up, for this reason.
    #[error("{0}")]
    Remote(String),
    /// A record is no game with another terminal that was kept here.
    #[error("{} is not a game with another terminal that was kept here; 'tetralith host GAME' begins one", shown(.path))]
    NotRemote {
        /// The file.
        path: PathBuf,
    },
    /// There is no such game to continue.
    #[error("there is no unfinished game with another terminal; 'tetralith host GAME' begins one")]
    NoRemote,
    /// A text is no game by mail.
    #[error(transparent)]
    Letter(#[from] LetterError),
    /// A move cannot be added to a record.
    #[error("{}: {why}", shown(.path))]
    Move {
        /// The record.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The text of a game by mail does not continue the game of the record.
    #[error("{}: the text is of another game, or has fewer moves", shown(.path))]
    OtherLetter {
        /// The record.
        path: PathBuf,
    },
    /// A text continues none of the saved games.
    #[error("this text continues none of your saved games; name a file for it")]
    NoGameForLetter,
    /// There is no clipboard.
    #[error("the clipboard cannot be read; give the text on standard input")]
    NoClipboard,
    /// The settings have no place.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The screen cannot be used.
    #[error(transparent)]
    Screen(#[from] ScreenError),
    /// A file is no file of puzzles.
    #[error("{}: {source}", shown(.path))]
    Puzzles {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: tetralith_study::puzzles::FileError,
    },
    /// A file holds no puzzle, or none of the game that was asked for.
    #[error("{} holds no puzzles{}", shown(.path), .game.map_or_else(String::new, |info| format!(" of {}", info.title)))]
    NoPuzzles {
        /// The file.
        path: PathBuf,
        /// The game, if one was asked for.
        game: Option<&'static Info>,
    },
    /// Standard input fails.
    #[error("the input cannot be read: {0}")]
    Input(#[source] io::Error),
    /// Standard output fails.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// Returns true if the reader of standard output has left, which is no fault.
    pub fn is_broken_pipe(&self) -> bool {
        match self {
            Self::Command(error) => error.is_broken_pipe(),
            Self::Output(error) => error.kind() == io::ErrorKind::BrokenPipe,
            _ => false,
        }
    }

    /// The program's exit status: 2 if the command line is at fault, 75 if the work may be taken up
    /// again (`EX_TEMPFAIL`), else 1.
    pub const fn status(&self) -> u8 {
        match self {
            Self::Setup(_)
            | Self::Theme(_)
            | Self::Format { .. }
            | Self::OnlyPictures { .. }
            | Self::NotLetters { .. }
            | Self::Address(_)
            | Self::ManyFiles { .. }
            | Self::Apart(_)
            | Self::Picture(PictureError::Size { .. })
            | Self::Screen(ScreenError::NoTerminal(_)) => 2,
            Self::Command(error) => error.status(),
            Self::Busy { .. }
            | Self::Record { .. }
            | Self::Analysis { .. }
            | Self::OtherGameThere { .. }
            | Self::OtherAnalysis { .. }
            | Self::ClubRecord { .. }
            | Self::NoPage { .. }
            | Self::File(_)
            | Self::Convert { .. }
            | Self::Turn { .. }
            | Self::Turns { .. }
            | Self::Position(_)
            | Self::NoGames { .. }
            | Self::Page(_)
            | Self::Config(_)
            | Self::Picture(PictureError::Encoding(_) | PictureError::Letter { .. })
            | Self::Carrier(_)
            | Self::Letter(_)
            | Self::Move { .. }
            | Self::OtherLetter { .. }
            | Self::NoGameForLetter
            | Self::NoClipboard
            | Self::Remote(_)
            | Self::NotRemote { .. }
            | Self::NoRemote
            | Self::Screen(ScreenError::Io(_) | ScreenError::NotKept(_) | ScreenError::Deaf)
            | Self::Puzzles { .. }
            | Self::NoPuzzles { .. }
            | Self::Input(_)
            | Self::Output(_) => 1,
        }
    }
}
