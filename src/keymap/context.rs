//! The parts of the program that have keys of their own.

use strum::VariantArray;
use tetralith_core::Shape;

/// A part of the program with keys of its own; the parts active at a time are searched front to
/// back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, VariantArray)]
pub enum Context {
    /// The table while a game is played.
    Play,
    /// The table while the computer thinks about its step.
    Thinking,
    /// The table while the computer waits to be told to make its step.
    Waiting,
    /// The table while the computer plays both sides.
    Watching,
    /// The table while somebody plays at another terminal.
    Remote,
    /// The same while that player offers something.
    Offer,
    /// Placing three stones at once.
    Tromino,
    /// The board's directions on a hexhex board.
    Hexhex,
    /// The board's directions on a square board.
    Square,
    /// The table while a game is only looked at.
    Review,
    /// The table while a game runs by itself.
    Running,
    /// The table, whatever is done there.
    Table,
    /// The rules beside the board.
    RulesBeside,
    /// A lesson, whatever is done in it.
    Lesson,
    /// A lesson whose step is done.
    LessonOn,
    /// A puzzle that is done.
    Solved,
    /// The editor of positions.
    Editor,
    /// The opening explorer.
    Explorer,
    /// Mistakes that are tried again.
    Retry,
    /// The report on a game.
    Report,
    /// The menu of who plays.
    Seats,
    /// The home screen.
    Home,
    /// Lists and forms.
    Menu,
    /// The list of files to open.
    Files,
    /// A name being typed in a form.
    Name,
    /// A line of text being typed.
    Typing,
    /// The command palette.
    Palette,
    /// A search text being typed, in the help or among saved games.
    Filter,
    /// A page of text.
    Page,
    /// The page with the rules of a game.
    Rules,
    /// A question with yes or no.
    Question,
    /// The same, where what yes does can be taken back.
    Harmless,
    /// Everywhere but where text is typed.
    Anywhere,
}

impl Context {
    /// Returns the part of the keymap that moves the cursor on boards of this shape.
    pub const fn directions(shape: Shape) -> Self {
        match shape {
            Shape::Hexhex => Self::Hexhex,
            Shape::Square => Self::Square,
        }
    }

    /// Every context, in the order the help shows them.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// True if characters are text there, not commands.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Typing | Self::Name | Self::Filter)
    }

    /// The heading of its keys in the help.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Anywhere => "Everywhere",
            Self::Home => "Home screen",
            Self::Menu => "Menus and forms",
            Self::Files => "Saved games",
            Self::Name => "Names in a form",
            Self::Typing => "Typing",
            Self::Palette => "Commands",
            Self::Filter => "Searching a list",
            Self::Page => "Reading a page",
            Self::Rules => "The rules",
            Self::Question => "Questions",
            Self::Harmless => "Questions where nothing can be lost",
            Self::Table => "In a game",
            Self::Play => "Playing",
            Self::Review => "Review",
            Self::Running => "While autoplay runs",
            Self::Thinking => "While the engine thinks",
            Self::Waiting => "While the engine is paused",
            Self::Watching => "While the engine plays itself",
            Self::RulesBeside => "While the rules stand beside the board",
            Self::Lesson => "In a lesson",
            Self::LessonOn => "When a lesson step is done",
            Self::Solved => "When a puzzle is solved",
            Self::Editor => "Setting up a position",
            Self::Explorer => "The opening explorer",
            Self::Retry => "Trying your mistakes again",
            Self::Report => "The report on a game",
            Self::Seats => "Who plays",
            Self::Remote => "With a player at another terminal",
            Self::Offer => "When that player offers something",
            Self::Tromino => "Dropping a tromino",
            Self::Hexhex => "Directions on a hexhex board",
            Self::Square => "Directions on a square board",
        }
    }
}
