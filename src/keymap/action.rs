//! The actions of keys.

use tetralith_core::Direction;

/// The action of a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the table below describes each")]
pub enum Action {
    Help,
    Palette,
    Rules,
    RulesBeside,
    RulesUp,
    RulesDown,
    Learn,
    Why,
    Quit,
    Home,
    /// Go on with the game that was left.
    Resume,
    /// Begin a game against the computer like the last one.
    PlayComputer,
    /// Ask the puzzle of the day.
    Daily,
    Suspend,
    Redraw,
    Move(Direction),
    Jump(Direction),
    Accept,
    Cancel,
    TakeBack,
    Yes,
    No,
    First,
    Last,
    Back,
    Forward,
    BackTen,
    ForwardTen,
    NextLegal,
    PreviousLegal,
    Pick,
    TypeStep,
    Rotate,
    RotateBack,
    NextStone,
    Pass,
    Swap,
    Resign,
    Undo,
    Redo,
    GoToTurn,
    NextVariation,
    PreviousVariation,
    Promote,
    /// Go back to where the variation left the main line.
    MainLine,
    DeleteVariation,
    /// Go back to the game in progress that is looked through.
    ReturnToGame,
    Hint,
    /// Play the move of this rank, from 1, that the hint names.
    Take(u8),
    Threat,
    Halt,
    LetMove,
    OneStep,
    MoveNow,
    Seats,
    PlayOn,
    /// Look through the game that is played.
    LookThrough,
    Autoplay,
    /// Say something to the player at the other terminal.
    Chat,
    /// Accept what the player at the other terminal offers.
    AcceptOffer,
    DeclineOffer,
    /// Stop the clocks, or let them go on.
    PauseClock,
    Faster,
    Slower,
    Comment,
    Tree,
    Glyph,
    Find,
    /// Analyse the whole game, or stop that.
    Analyse,
    /// Try one's mistakes again.
    Retry,
    /// Show the report on the game.
    Report,
    Skip,
    /// Hide what the engine says in review until it is asked for, or show it again.
    ThinkFirst,
    NextFault,
    PreviousFault,
    /// Look up what was played in the position.
    Explore,
    /// Set up a position, or go on with the one that is being set up.
    EditPosition,
    /// Put the position as text into the clipboard.
    CopyPosition,
    /// Type a position as text.
    TypePosition,
    PutFirst,
    PutSecond,
    TakeAway,
    /// Put down stones of the other colour.
    Brush,
    /// Let the other side move.
    OtherSide,
    /// Go to the next kind of turn that the position can have.
    TurnKind,
    Clear,
    SetOptions,
    PlayFromHere,
    SaveAs,
    Export,
    Open,
    TypePath,
    Look,
    Rename,
    Delete,
    Parent,
    NewGame,
    Rematch,
    ZoomIn,
    ZoomOut,
    Marks,
    Coordinates,
    TurnBoard,
    FlipBoard,
    MouseCapture,
    Settings,
    Erase,
    EraseWord,
    EraseAll,
}
