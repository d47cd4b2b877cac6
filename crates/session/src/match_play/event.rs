//! The events of a match.

use std::time::Duration;

use tetralith_core::timeline::NodeId;
use tetralith_core::{Colour, Direction, Game, Info, Options, OwnMark, Step};
use tetralith_engine::SearchAnswer;
use tetralith_remote::wire::RemoteMessage;
use tetralith_study::LevelResult;

use super::SetUp;
use crate::clock::Clock;
use crate::kept::{Loaded, SavedFile};
use crate::remote_game::RemoteGame;
use crate::seat::Seat;
use crate::table::{GameState, Hand, Reply, Table};
use crate::thinking::ProgramAnswer;
use crate::time::Moment;

/// The user's settings of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct MatchSettings {
    /// True if games are kept by themselves.
    pub autosave: bool,
    /// True if the coach looks at the moves of people.
    pub coach: bool,
    /// True if the computer takes a moment for each step, so that people see what happens.
    pub is_paced: bool,
    /// The command of the program that plays on where a record names another program, and is asked
    /// for a second opinion.
    pub program: Option<String>,
    /// True if the person at the board wins more often in even matches than the computer.
    pub eases_even: bool,
}

/// The place of the game at the board on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Attention {
    #[default]
    Away,
    /// On the screen, with something over it.
    Behind,
    Front,
}

/// Something that a player or the world has done.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum MatchEvent {
    /// All that one message has done is done, and the board is shown so: what follows is due.
    Settle(Attention),
    /// It is this late now.
    Tick(Moment),
    /// The match has these settings from now on.
    Set(MatchSettings),
    /// The engine has found something.
    Thought(SearchAnswer),
    /// Another program has answered, or failed.
    Consulted(ProgramAnswer),
    /// The analysis of a game or of a move has found something.
    Studied(tetralith_study::AnalysisAnswer),
    /// The results of the user's games against levels were read.
    Results(Vec<LevelResult>),
    /// A game was kept, or could not be.
    Kept {
        game: u64,
        /// The file, or the reason.
        kept: Result<SavedFile, String>,
    },
    /// Something has come from another terminal, or about it.
    Heard(RemoteMessage),
    Begin {
        /// The game.
        info: &'static Info,
        options: Options,
        /// The players, the first one's seat first.
        seats: [Seat; 2],
        clock: Clock,
    },
    /// A game begins at a position.
    BeginAt {
        position: Box<Game>,
        /// The players, the first one's seat first.
        seats: [Seat; 2],
        clock: Clock,
        /// Its purpose, if it was set up just now.
        set_up: Option<SetUp>,
    },
    /// A position is reviewed, with the candidate moves of the engine.
    Study(Box<Game>),
    /// A record comes to the board: to be reviewed, or with `resume` to be played on if it is a
    /// game of ours in progress.
    Open {
        /// The record.
        loaded: Box<Loaded>,
        /// True if it is to be played on.
        resume: bool,
    },
    /// A game with another terminal comes to the board.
    Connect {
        /// The game between both.
        game: Box<RemoteGame>,
        /// The game as it was kept here, if it was begun before.
        loaded: Option<Box<Loaded>>,
    },
    /// The player gives the game at the board up for the one that waits, or keeps it.
    GiveWay(bool),
    /// The same game begins again with colours exchanged.
    Rematch,
    Act(BoardAct),
    /// The player comments on the whole game.
    Describe(String),
    /// The last move is taken back.
    Undo,
    /// The move that was just made is taken back, both stones of one that has two.
    TakeBackMove,
    Resign,
    /// The variation at the cursor is deleted, with all that branches from it.
    DeleteVariation,
    /// The variation at the cursor becomes the main line.
    Promote,
    /// Another player takes a seat.
    Seat {
        /// The colour, as it is held here.
        colour: Colour,
        /// The player.
        seat: Seat,
        /// True if the computer goes on at once even where it was asked to wait.
        goes_on: bool,
    },
    /// The computer makes no step until it is asked to.
    Halt,
    /// The computer makes its step here, with `once` only this one.
    Go {
        /// True if it waits again after it.
        once: bool,
    },
    /// The computer makes the step that looks best so far.
    Hurry,
    /// The best steps are shown, or taken away again; with `threat` those that the opponent would
    /// make now.
    Hint {
        threat: bool,
    },
    HideHint,
    /// The move of this rank, from 1, that the hint names is played.
    TakeHint(u8),
    /// The engine's output in review is hidden until it is asked for, or shown again.
    ThinkFirst,
    /// The game is analysed, or is no more.
    Analyse,
    /// The position at the cursor is solved in review, or what is shown of that is taken away.
    Exact,
    /// The program that this command starts is asked what it thinks of the position at the cursor
    /// in review, or what is shown of that is taken away.
    Opinion(String),
    /// The clocks are stopped, or go on.
    PauseClock,
    /// Something is done at this end of a game with another terminal.
    Link(LinkAct),
    /// The program ends, but the player is asked first if a game would be lost.
    Quit,
    /// The program ends, even if the game cannot be kept then.
    End,
    /// The other terminal is left in good order, for this reason.
    Leave(&'static str),
}

impl MatchEvent {
    /// True if it asks the engine or another program for help.
    pub(super) const fn is_for_help(&self) -> bool {
        matches!(
            self,
            Self::Hint { .. }
                | Self::TakeHint(_)
                | Self::Analyse
                | Self::Study(_)
                | Self::Exact
                | Self::Opinion(_)
        )
    }
}

/// Something that is done at this end of a game with another terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LinkAct {
    /// Accept what is offered, or decline it.
    Answer(bool),
    Rematch,
    /// Ask for a pause, or end one.
    Pause,
    Takeback,
}

/// Something that a player does at the board.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BoardAct {
    Play(Vec<Step>),
    /// Makes the step that was aimed at in words.
    PlayAim,
    /// Makes the step at the cursor.
    Accept,
    Pick,
    /// Makes the better move in place of a mistake.
    PlayBetter,
    TakeBack,
    /// Moves the cursor, far or to the next cell.
    MoveCursor(Direction, bool),
    /// Moves it to the next legal cell, or back.
    NextLegal(bool),
    /// Turns three stones, or back.
    Rotate(bool),
    /// Changes which of them is the opponent's.
    NextStone,
    /// Makes a step again that was taken back.
    Redo,
    /// Goes so many steps on, or back.
    GoBy(isize),
    GoToStart,
    GoToEnd,
    /// Goes to this place.
    GoTo(NodeId),
    /// Goes to the turn with this number.
    GoToTurn(u32),
    /// Goes to the next mistake, or back.
    GoToFault(bool),
    /// Goes to the next place where this is found.
    Find(String),
    /// Goes to the next variation, or back.
    NextVariation(bool),
    /// Goes back to the main line.
    LeaveVariation,
    /// Reviews the game.
    LookThrough,
    PlayOn,
    /// Goes back to the game in progress.
    ReturnToGame,
    /// Begins or ends autoplay.
    Autoplay,
    /// Makes it faster, or slower.
    ChangeSpeed(bool),
    /// Gives the move the next sign.
    NextGlyph,
    /// Begins to go to a cell by two keys.
    BeginJump,
    /// Takes the next of them.
    JumpBy(char),
    /// Adds the mark to the turn, or takes it away.
    Mark(OwnMark),
    /// Gives the cell under the cursor its next mark.
    NextMark,
    /// Comments on the place with these words.
    Comment(NodeId, String),
    TurnBoard,
    /// Mirrors it.
    FlipBoard,
}

impl BoardAct {
    /// True if it may make a step, which can have more news.
    pub(super) const fn is_step(&self) -> bool {
        matches!(self, Self::Play(_) | Self::PlayAim | Self::Accept | Self::Pick | Self::PlayBetter)
    }

    /// Does it at the `table`, at the time `now` on the steady clock.
    pub(super) fn carry_out(self, table: &mut Table, now: Duration) -> Reply {
        match self {
            Self::Play(steps) => table.play(&steps),
            Self::PlayAim => table.by_hand(Hand::aimed),
            Self::Accept => table.by_hand(Hand::accept),
            Self::Pick => table.by_hand(Hand::pick),
            Self::PlayBetter => table.play_better(),
            Self::TakeBack => table.take_back(),
            Self::MoveCursor(towards, far) => table.hand_mut().move_cursor(towards, far),
            Self::NextLegal(back) => table.hand_mut().next_legal(back),
            Self::Rotate(back) => table.hand_mut().rotate(back),
            Self::NextStone => table.hand_mut().next_stone(),
            Self::Redo => table.redo(),
            Self::GoBy(steps) => table.go(table.lines().by(steps)),
            Self::GoToStart => table.go(table.lines().to(NodeId::START)),
            Self::GoToEnd => table.go(table.lines().end()),
            Self::GoTo(node) => table.go(table.lines().to(node)),
            Self::GoToTurn(turn) => table.go(table.lines().turn(turn)),
            Self::GoToFault(back) => table.go(table.review().fault(back)),
            Self::Find(text) => table.go(table.lines().find(&text)),
            Self::NextVariation(back) => table.go(table.lines().next_variation(back)),
            Self::LeaveVariation => table.leave_variation(),
            Self::LookThrough => table.change(GameState::look_through),
            Self::PlayOn => table.play_on(),
            Self::ReturnToGame => table.return_to_game(),
            Self::Autoplay => table.toggle_autoplay(now),
            Self::ChangeSpeed(faster) => table.autoplay_mut().change_speed(faster, now),
            Self::NextGlyph => table.next_glyph(),
            Self::BeginJump => table.hand_mut().begin_jump(),
            Self::JumpBy(key) => table.hand_mut().jump_by(key),
            Self::Mark(mark) => table.change_marks(|marks| mark.toggle(marks)),
            Self::NextMark => {
                table.hand_mut().point();
                let cell = table.hand().cell();
                table.change_marks(|marks| OwnMark::next_on(cell, marks))
            }
            Self::Comment(at, text) => table.set_comment(at, text),
            Self::TurnBoard => table.hand_mut().turn_board(),
            Self::FlipBoard => table.hand_mut().flip_board(),
        }
    }
}
