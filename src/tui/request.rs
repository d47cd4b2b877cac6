//! The requests of a layer to the stack of layers: data alone, so that layers need not know the
//! stack.

use std::path::PathBuf;

use tetralith_core::{Colour, Game, Info};

use crate::tui::widgets::page::PageText;
use tetralith_session::practice::{OpeningSource, SeriesKind};
use tetralith_session::retry::Retry;
use tetralith_session::seat::Seat;

/// A change of the stack of layers, carried out once the layer that asks for it has returned.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Request {
    /// Take away the layer in front.
    Close,
    /// Take away the prompt for this purpose, if it is in front.
    ClosePrompt(Purpose),
    /// Take away every layer but the home screen.
    Home,
    /// Show the game at the board over the home screen, in place of anything else.
    Game,
    /// Show the form for a new game of this kind over what is there.
    NewGame(&'static Info),
    /// Show the form for another game like the one at the board over the home screen, in place of
    /// anything else.
    NextGame,
    /// Show the form for a game that begins at a position.
    PlayFrom(Box<Game>),
    /// Show the editor of positions, with this position or without one as it was left.
    Edit(Option<Box<Game>>),
    /// Show the opening explorer of the game at the board.
    Explore,
    /// Show the form for the board on which a position is set up.
    EditBoard,
    /// List what is in a directory, or without one the games that the program keeps; the file
    /// `sought` is selected.
    Games {
        /// The directory.
        dir: Option<PathBuf>,
        /// The file.
        sought: Option<PathBuf>,
    },
    Settings,
    /// Show the list of lessons.
    Learn,
    /// Begin the lesson of a game at a step, from 0.
    Lesson(&'static Info, usize),
    /// Begin a lesson on strategy of a game, by its number from 0, at its first step that is not
    /// done.
    Strategy(&'static Info, usize),
    /// Ask which puzzles to solve.
    ChoosePuzzles,
    /// Review a commented game, by its number in [`TO_WATCH`](crate::shipped::TO_WATCH).
    Watch(&'static Info, usize),
    /// Begin a series of puzzles of this game.
    Puzzles(&'static Info, SeriesKind),
    /// Ask an opening of this game: the one that comes next after another.
    Opening {
        /// The game.
        info: &'static Info,
        source: OpeningSource,
        /// The one asked before.
        after: Option<u64>,
    },
    /// Ask the next puzzle of the series, or end it.
    NextPuzzle(&'static Info),
    /// Ask the puzzle of the day.
    Daily,
    /// Show the rules of a game, or without one of the game at hand.
    Rules(Option<&'static Info>),
    /// Show a page of text.
    Page(PageText),
    /// Show the statistics of the user's own games.
    MyGames,
    /// Show a game in a line as a QR code.
    Qr(String),
    /// Try the mistakes of a game again.
    Retry(Box<Retry>),
    /// Choose who plays which side.
    Seats {
        /// The side the keys go to first.
        selected: Colour,
        /// The holders of both colours.
        before: [Seat; 2],
    },
    /// Ask a question with yes or no.
    Ask(String, ConfirmAction),
    Confirmed(ConfirmAction),
    /// Have a line typed, with a text in it to begin with.
    Prompt(Purpose, String),
    /// Hand what was typed to the screen under the prompt.
    Submit(Purpose, String),
    /// Let the board show the line as far as it is typed.
    Aim(String),
    /// Offer to play what is typed into the palette, if it reads as a turn.
    Offer(String),
    /// Carry out the entry that is chosen in the palette.
    Choose,
    /// End the program.
    Quit,
}

/// Something that is done once it is confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ConfirmAction {
    /// End although a position that is being set up would be lost.
    QuitEditor,
    Pass,
    Resign,
    /// Exchange colours.
    Swap,
    /// Take back the move that was just made.
    TakeBack,
    DeleteVariation,
    /// Make the variation at the cursor the main line, although the game has ended on that.
    Promote,
    /// End although the game is not kept.
    Quit,
    /// Let another game take the place of the one at the board, although that is not kept.
    ReplaceGame,
    /// Save to this file in place of what is there.
    ReplaceFile(PathBuf),
    /// Put a picture into this file in place of what is there.
    ReplacePicture(PathBuf),
}

impl ConfirmAction {
    /// True if a yes by accident must not count even in a game here: something is lost for good, or
    /// the question comes while keys go to the board.
    pub const fn needs_care(&self) -> bool {
        match self {
            Self::Quit
            | Self::QuitEditor
            | Self::ReplaceGame
            | Self::ReplaceFile(_)
            | Self::ReplacePicture(_)
            | Self::DeleteVariation
            | Self::TakeBack => true,
            Self::Pass | Self::Promote | Self::Resign | Self::Swap => false,
        }
    }
}

/// The purpose of a line that is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Purpose {
    /// A step or turn to be played.
    Step,
    /// The number of a turn to go to.
    Turn,
    /// A comment on a move.
    Comment,
    /// A comment on the whole game.
    GameComment,
    /// A message to the player at another terminal.
    Chat,
    /// Something to be found in the game.
    Find,
    Save,
    /// A file for a picture, or the clipboard.
    Export,
    /// Another name for a saved game.
    Rename,
    /// A file or directory to open.
    Open,
    /// The directory that games are kept in.
    GamesDir,
    /// The command of another program.
    Program,
    /// A time control.
    Clock,
    Position,
}

impl Purpose {
    /// True for a comment.
    pub const fn is_comment(self) -> bool {
        matches!(self, Self::Comment | Self::GameComment)
    }

    /// The words before the line.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Step => "Play",
            Self::Turn => "Go to turn",
            Self::Comment | Self::GameComment => "Comment",
            Self::Chat => "Say",
            Self::Find => "Find",
            Self::Save => "Save as",
            Self::Export => "Picture to",
            Self::Rename => "Rename to",
            Self::Open => "Open",
            Self::GamesDir => "Keep games in",
            Self::Program => "Command",
            Self::Clock => "Clock",
            Self::Position => "Position",
        }
    }
}
