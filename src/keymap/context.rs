//! The parts of the program that have keys of their own.

use strum::{EnumMessage, IntoStaticStr, VariantArray};
use tetralith_core::Shape;

/// A part of the program with keys of its own; the parts active at a time are searched front to
/// back.
///
/// The order is that of the help; the messages are the headings there.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Context {
    /// The table while a game is played.
    #[strum(message = "Playing")]
    Play,
    /// The table while the computer thinks about its step.
    #[strum(message = "While the engine thinks")]
    Thinking,
    /// The table while the computer waits for permission to move.
    #[strum(message = "While the engine is paused")]
    Waiting,
    /// The table while the computer plays both sides.
    #[strum(message = "While the engine plays against itself")]
    Watching,
    /// The table while the opponent plays at another terminal.
    #[strum(message = "Playing a remote game")]
    Remote,
    /// The same while that player offers something.
    #[strum(message = "When the other player makes an offer")]
    Offer,
    /// Placing three stones at once.
    #[strum(message = "Dropping a tromino")]
    Tromino,
    /// The board's directions on a hexhex board.
    #[strum(message = "Directions on a hexagonal board")]
    Hexhex,
    /// The board's directions on a square board.
    #[strum(message = "Directions on a square board")]
    Square,
    /// The table while the keys of a cell are typed.
    #[strum(message = "During a jump")]
    Jump,
    /// The table during a review.
    #[strum(message = "Review")]
    Review,
    /// The table while a game runs by itself.
    #[strum(message = "While autoplay runs")]
    Running,
    /// The table at all times.
    #[strum(message = "In a game")]
    Table,
    #[strum(message = "While the rules are beside the board")]
    RulesBeside,
    /// A lesson at all times.
    #[strum(message = "In a lesson")]
    Lesson,
    /// A lesson whose step is done.
    #[strum(message = "When a lesson step is done")]
    LessonOn,
    /// A puzzle that is done.
    #[strum(message = "When a puzzle is solved")]
    Solved,
    #[strum(message = "Setting up a position")]
    Editor,
    #[strum(message = "The opening explorer")]
    Explorer,
    /// Mistakes that are tried again.
    #[strum(message = "Retrying your mistakes")]
    Retry,
    #[strum(message = "The report on a game")]
    Report,
    /// The menu of who plays.
    #[strum(message = "Choosing the players")]
    Seats,
    #[strum(message = "Home screen")]
    Home,
    /// Lists and forms.
    #[strum(message = "Menus and forms")]
    Menu,
    /// The list of files to open.
    #[strum(message = "Saved games")]
    Files,
    /// A name being typed in a form.
    #[strum(message = "Typing a name in a form")]
    Name,
    /// A line of text being typed.
    #[strum(message = "Typing")]
    Typing,
    #[strum(message = "Commands")]
    Palette,
    /// A search text being typed, in the help or among saved games.
    #[strum(message = "Searching a list")]
    Filter,
    #[strum(message = "Reading a page")]
    Page,
    /// The page with the rules of a game.
    #[strum(message = "The rules")]
    Rules,
    #[strum(message = "Questions")]
    Question,
    /// The same, where what yes does can be taken back.
    #[strum(message = "Questions whose answer can be undone")]
    Harmless,
    /// Everywhere but where text is typed.
    #[strum(message = "Everywhere")]
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

    /// The name of its table in the file of settings. It stays as it is: people's files hold it.
    ///
    /// ```
    /// assert_eq!(tetralith::keymap::Context::Play.id(), "play");
    /// ```
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The heading of its keys in the help.
    pub fn title(self) -> &'static str {
        self.get_message().unwrap_or_else(|| self.id())
    }
}
