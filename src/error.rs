//! The errors of the front end, and the exit status that each has.

use std::io;
use std::path::PathBuf;

use tetralith_arena::{ArenaError, OpeningsError};
use tetralith_core::position_text::PositionTextError;
use tetralith_core::{Info, RecordError, SetupError};
use tetralith_engine::solve::CertificateError;
use tetralith_pages::annotated::PageError;
use tetralith_remote::address::AddressError;
use tetralith_remote::carrier::CarrierError;
use tetralith_remote::letter::LetterError;
use tetralith_report::CourseError;
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
    /// The command line asks for options that cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A match cannot be played, or its results cannot be kept or joined.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// There are no openings to start from.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A traced game cannot be played again.
    #[error("a game of the results cannot be reported on: {0}")]
    Course(#[source] CourseError),
    /// A record is no game to report on.
    #[error("{}: {source}", shown(.path))]
    CourseOf {
        /// The record.
        path: PathBuf,
        /// What is wrong with it.
        source: CourseError,
    },
    /// A line is no exact value.
    #[error("{}: line {line} is not a result of 'tetralith solve --json'", shown(.path))]
    Solved {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A line of a file of exact values gives the value of a position, not that of the empty board.
    #[error("{}: line {line} is the value of a position; 'tetralith solve GAME --json' without --from gives that of the board", shown(.path))]
    SolvedPosition {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// The name of a report does not say its form.
    #[error("{}: unknown form of report; end the name in .md, .html, .json, .txt or .jsonl", shown(.path))]
    ReportFormat {
        /// The name.
        path: PathBuf,
    },
    /// A part of the games is to be written as a report, which needs all of them.
    #[error("{}: a part of the games is no report yet; end the name in .jsonl, merge the parts, and report on them with --in", shown(.path))]
    ReportPart {
        /// The name.
        path: PathBuf,
    },
    /// The games that are played are to go to a `.jsonl` file, with which `--keep` and `--in`
    /// cannot be given.
    #[error("{}: a name in .jsonl takes the games that are played; leave out --keep and --in, and join files with 'tetralith merge'", shown(.path))]
    ReportLines {
        /// The name.
        path: PathBuf,
    },
    /// A signal stopped the work before it was done.
    #[error("asked to end before the work was done: {done} of {all} {what} done; {next}")]
    Ended {
        /// The number of pieces of work that are done.
        done: usize,
        /// The number of all of them.
        all: usize,
        /// Their name.
        what: &'static str,
        /// How the work can be continued, in words.
        next: &'static str,
    },
    /// A signal stopped the search before a position was solved.
    #[error("asked to end after {nodes} positions, with no solution yet{}", if *.is_kept { "; the same command goes on" } else { "; with --state the same command could go on" })]
    EndedUnsolved {
        /// The positions looked at.
        nodes: u64,
        /// True if the state of the search is kept.
        is_kept: bool,
    },
    /// A signal stopped the search before a frontier was solved.
    #[error("asked to end after {done} positions were solved{}", if *.is_kept { "; the same command solves the rest" } else { "; with --out the same command could go on" })]
    EndedSolving {
        /// The positions that are solved.
        done: usize,
        /// True if they are kept.
        is_kept: bool,
    },
    /// A file holds the positions of another frontier.
    #[error("{} holds positions of another game, board, --from or --frontier; name another file", shown(.path))]
    OtherFrontier {
        /// The file.
        path: PathBuf,
    },
    /// The file to write can give a position only by moves from the usual start, and the record
    /// starts from another position.
    #[error("{}: it begins with a position of its own, which {option} cannot tell", shown(.path))]
    OwnStart {
        /// The record.
        path: PathBuf,
        /// The option that asks for it.
        option: &'static str,
    },
    /// Another run adds to the file that this one was to add to.
    #[error("another 'tetralith {command}' is writing to {}; let this one write to another file", shown(.path))]
    InUse {
        /// The file.
        path: PathBuf,
        /// The command.
        command: &'static str,
    },
    /// Another instance writes to the game that a move was to be added to.
    #[error("another 'tetralith' is writing to {}; try again", shown(.path))]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A record is not of the game, or not of the options, that the command line asks for.
    #[error("{} is a record of {found}, but the command line asks for {asked}", shown(.path))]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The record's game, or an option of it.
        found: String,
        /// The value that was asked for.
        asked: String,
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
    /// Two options name one file.
    #[error("{} is named by {} and by {}; name another file for one of them", shown(.path), .options[0], .options[1])]
    OneName {
        /// The file.
        path: PathBuf,
        /// The options.
        options: [&'static str; 2],
    },
    /// An option that is for one file was given with several.
    #[error("{option} is for one file; give one at a time")]
    ManyFiles {
        /// The option.
        option: &'static str,
    },
    /// A file already exists and is not to be replaced.
    #[error("{} already exists; --force replaces it", shown(.path))]
    Exists {
        /// The file.
        path: PathBuf,
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
    /// A certificate cannot be written.
    #[error("cannot write {}: {source}", shown(.path))]
    Certificate {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A position is not solved, or its proof cannot be written down.
    #[error(transparent)]
    Solve(#[from] CertificateError),
    /// A file is no file of puzzles.
    #[error("{}: {source}", shown(.path))]
    Puzzles {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: tetralith_study::puzzles::FileError,
    },
    /// A file of puzzles would have more than can be read again.
    #[error(
        "{} takes no more puzzles: a file has at most {} of them, and {} bytes; put the rest into another file",
        shown(.path),
        tetralith_study::puzzles::MAX_PUZZLES,
        tetralith_study::puzzles::MAX_BYTES
    )]
    FullOfPuzzles {
        /// The file.
        path: PathBuf,
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
    /// The program's exit status: 2 if the command line is at fault, 75 if the work may be taken up
    /// again (`EX_TEMPFAIL`), else 1.
    pub const fn status(&self) -> u8 {
        match self {
            Self::Setup(_)
            | Self::ReportFormat { .. }
            | Self::ReportPart { .. }
            | Self::ReportLines { .. }
            | Self::Theme(_)
            | Self::Format { .. }
            | Self::OnlyPictures { .. }
            | Self::NotLetters { .. }
            | Self::Address(_)
            | Self::ManyFiles { .. }
            | Self::OneName { .. }
            | Self::Apart(_)
            | Self::Picture(PictureError::Size { .. })
            | Self::Screen(ScreenError::NoTerminal(_)) => 2,
            Self::Ended { .. } | Self::EndedUnsolved { .. } | Self::EndedSolving { .. } => 75,
            Self::Arena(_)
            | Self::Openings(_)
            | Self::Course(_)
            | Self::CourseOf { .. }
            | Self::Solved { .. }
            | Self::SolvedPosition { .. }
            | Self::OtherFrontier { .. }
            | Self::OwnStart { .. }
            | Self::InUse { .. }
            | Self::Busy { .. }
            | Self::OtherGame { .. }
            | Self::Record { .. }
            | Self::Analysis { .. }
            | Self::OtherGameThere { .. }
            | Self::OtherAnalysis { .. }
            | Self::ClubRecord { .. }
            | Self::NoPage { .. }
            | Self::File(_)
            | Self::Convert { .. }
            | Self::Exists { .. }
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
            | Self::Certificate { .. }
            | Self::Solve(_)
            | Self::Puzzles { .. }
            | Self::FullOfPuzzles { .. }
            | Self::NoPuzzles { .. }
            | Self::Input(_)
            | Self::Output(_) => 1,
        }
    }
}
