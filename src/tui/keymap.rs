//! The keys and what they do: one table, which dispatch, the hint line and the help all read.

mod names;
mod rebind;
pub mod spell;

use tetralith_core::{Direction, Shape};
use tetralith_terminput::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

pub use names::line;
pub use rebind::{Clash, are_together};

/// A part of the program with keys of its own; the parts active at a time are searched front to back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Context {
    /// Everywhere but where text is typed.
    Anywhere,
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
    /// The text looked for in the help or among saved games, being typed.
    Filter,
    /// A page of text.
    Page,
    /// The page with the rules of a game.
    Rules,
    /// A question with yes or no.
    Question,
    /// The same, where what yes does can be taken back.
    Harmless,
    /// The table, whatever is done there.
    Table,
    /// The table while a game is played.
    Play,
    /// The table while a game is only looked at.
    Review,
    /// The table while a game runs by itself.
    Running,
    /// The table while the computer thinks about its step.
    Thinking,
    /// The table while the computer waits to be told to make its step.
    Waiting,
    /// The table while the computer plays both sides.
    Watching,
    /// The rules beside the board.
    RulesBeside,
    /// A lesson, whatever is done in it.
    Lesson,
    /// A lesson whose step is done.
    LessonOn,
    /// The menu of who plays.
    Seats,
    /// Placing three stones at once.
    Tromino,
    /// The board's directions on a hexhex board.
    Hexhex,
    /// The board's directions on a square board.
    Square,
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
    pub const ALL: [Self; 25] = [
        Self::Play,
        Self::Thinking,
        Self::Waiting,
        Self::Watching,
        Self::Tromino,
        Self::Hexhex,
        Self::Square,
        Self::Review,
        Self::Running,
        Self::Table,
        Self::RulesBeside,
        Self::Lesson,
        Self::LessonOn,
        Self::Seats,
        Self::Menu,
        Self::Files,
        Self::Name,
        Self::Typing,
        Self::Palette,
        Self::Filter,
        Self::Page,
        Self::Rules,
        Self::Question,
        Self::Harmless,
        Self::Anywhere,
    ];

    /// True if characters are text there, not commands.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Typing | Self::Name | Self::Filter)
    }

    /// The heading of its keys in the help.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Anywhere => "Everywhere",
            Self::Menu => "Menus and forms",
            Self::Files => "Opening a saved game",
            Self::Name => "Names in a form",
            Self::Typing => "Typing",
            Self::Palette => "Commands",
            Self::Filter => "Looking for something in a list",
            Self::Page => "Pages of text",
            Self::Rules => "The rules",
            Self::Question => "Questions",
            Self::Harmless => "Questions about what can be taken back",
            Self::Table => "At the table",
            Self::Play => "Playing",
            Self::Review => "Looking through a game",
            Self::Running => "While a game runs by itself",
            Self::Thinking => "While the computer thinks",
            Self::Waiting => "While the computer waits",
            Self::Watching => "While the computer plays itself",
            Self::RulesBeside => "While the rules stand beside the board",
            Self::Lesson => "In a lesson",
            Self::LessonOn => "Once a step of a lesson is done",
            Self::Seats => "Who plays",
            Self::Tromino => "Three stones at once",
            Self::Hexhex => "Directions on a hexhex board",
            Self::Square => "Directions on a square board",
        }
    }
}

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
    Hint,
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
    /// Stop the clocks, or let them go on.
    PauseClock,
    Faster,
    Slower,
    Comment,
    Tree,
    Glyph,
    Find,
    SaveAs,
    Export,
    Open,
    TypePath,
    Look,
    Rename,
    Delete,
    Parent,
    NewGame,
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

/// A key with its modifiers, shift left out where the character shows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    code: KeyCode,
    ctrl: bool,
    shift: bool,
}

const fn key(code: KeyCode) -> Key {
    Key { code, ctrl: false, shift: false }
}

const fn ch(c: char) -> Key {
    key(KeyCode::Char(c))
}

const fn ctrl(c: char) -> Key {
    Key { code: KeyCode::Char(c), ctrl: true, shift: false }
}

const fn shift(code: KeyCode) -> Key {
    Key { code, ctrl: false, shift: true }
}

impl Key {
    /// The key pressed or repeated in `event`; `None` for a release and for chords that nothing is bound to.
    pub fn of(event: KeyEvent) -> Option<Self> {
        let modifiers = event.modifiers;
        let foreign = KeyModifiers::ALT | KeyModifiers::SUPER | KeyModifiers::HYPER | KeyModifiers::META;
        if event.kind == KeyEventKind::Release || modifiers.intersects(foreign) {
            return None;
        }
        let ctrl = modifiers.contains(KeyModifiers::CONTROL);
        let shift = modifiers.contains(KeyModifiers::SHIFT);
        Some(match event.code {
            KeyCode::Char(c) if ctrl => Self { code: KeyCode::Char(c.to_ascii_lowercase()), ctrl, shift: false },
            KeyCode::Char(_) | KeyCode::BackTab => Self { code: event.code, ctrl: false, shift: false },
            KeyCode::Tab if shift => key(KeyCode::BackTab),
            code => Self { code, ctrl, shift },
        })
    }

    /// The character that typing this key puts into a text.
    pub fn text(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.ctrl && !c.is_control() => Some(c),
            _ => None,
        }
    }

    /// Returns what people call the key; with `ascii`, arrows are words.
    pub fn name(self, ascii: bool) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(c) if self.ctrl => return format!("Ctrl-{}", c.to_ascii_uppercase()),
            KeyCode::Char(c) => c.to_string(),
            KeyCode::Left => if ascii { "Left" } else { "←" }.to_owned(),
            KeyCode::Right => if ascii { "Right" } else { "→" }.to_owned(),
            KeyCode::Up => if ascii { "Up" } else { "↑" }.to_owned(),
            KeyCode::Down => if ascii { "Down" } else { "↓" }.to_owned(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            KeyCode::BackTab => "Shift-Tab".to_owned(),
            KeyCode::F(n) => format!("F{n}"),
            KeyCode::Enter => "Enter".to_owned(),
            KeyCode::Esc => "Esc".to_owned(),
            KeyCode::Backspace => "Backspace".to_owned(),
            KeyCode::Tab => "Tab".to_owned(),
            KeyCode::Delete => "Delete".to_owned(),
            KeyCode::Insert => "Insert".to_owned(),
            KeyCode::Home => "Home".to_owned(),
            KeyCode::End => "End".to_owned(),
            _ => "another key".to_owned(),
        };
        if self.shift { format!("Shift-{name}") } else { name }
    }
}

/// One line of the table.
#[derive(Debug)]
pub struct Binding {
    /// The context in which it holds.
    pub context: Context,
    /// The keys, the one to show first.
    pub keys: &'static [Key],
    /// Their action.
    pub action: Action,
    /// A word or two for the hint line.
    pub short: &'static str,
    /// The same for the help, as a sentence without its full stop.
    pub what: &'static str,
    /// True if holding the key down does it again and again.
    pub repeats: bool,
}

const fn bind(
    context: Context,
    keys: &'static [Key],
    action: Action,
    short: &'static str,
    what: &'static str,
) -> Binding {
    Binding { context, keys, action, short, what, repeats: false }
}

const fn held(
    context: Context,
    keys: &'static [Key],
    action: Action,
    short: &'static str,
    what: &'static str,
) -> Binding {
    Binding { context, keys, action, short, what, repeats: true }
}

const ENTER: Key = key(KeyCode::Enter);
const ESC: Key = key(KeyCode::Esc);
const BACKSPACE: Key = key(KeyCode::Backspace);
const LEFT: Key = key(KeyCode::Left);
const RIGHT: Key = key(KeyCode::Right);
const UP: Key = key(KeyCode::Up);
const DOWN: Key = key(KeyCode::Down);
const HOME: Key = key(KeyCode::Home);
const END: Key = key(KeyCode::End);
const PAGE_UP: Key = key(KeyCode::PageUp);
const PAGE_DOWN: Key = key(KeyCode::PageDown);
const TAB: Key = key(KeyCode::Tab);
const BACK_TAB: Key = key(KeyCode::BackTab);

/// Every key of the program.
pub const KEYMAP: &[Binding] = &{
    use Action as A;
    use Context as C;
    [
        bind(
            C::Play,
            &[ENTER, ch(' ')],
            A::Accept,
            "play",
            "Play what the cursor shows; where three stones are dropped, Space picks instead",
        ),
        held(C::Play, &[LEFT], A::Move(Direction::West), "move", "Move the cursor left"),
        held(C::Play, &[RIGHT], A::Move(Direction::East), "move", "Move the cursor right"),
        held(C::Play, &[UP], A::Move(Direction::North), "move", "Move the cursor up"),
        held(C::Play, &[DOWN], A::Move(Direction::South), "move", "Move the cursor down"),
        held(C::Play, &[shift(KeyCode::Left)], A::Jump(Direction::West), "far", "Move the cursor five cells left"),
        held(C::Play, &[shift(KeyCode::Right)], A::Jump(Direction::East), "far", "Move the cursor five cells right"),
        held(C::Play, &[shift(KeyCode::Up)], A::Jump(Direction::North), "far", "Move the cursor five cells up"),
        held(C::Play, &[shift(KeyCode::Down)], A::Jump(Direction::South), "far", "Move the cursor five cells down"),
        held(C::Play, &[TAB], A::NextLegal, "next legal", "Go to the next cell that can be played"),
        held(C::Play, &[BACK_TAB], A::PreviousLegal, "previous legal", "Go to the previous cell that can be played"),
        bind(C::Play, &[ch('B')], A::LookThrough, "look through", "Look through the game; b plays on again"),
        bind(C::Play, &[ch('m')], A::TypeStep, "type", "Type the names of cells"),
        bind(C::Play, &[ch('p')], A::Pass, "pass", "Pass, where the game has passing"),
        bind(C::Play, &[ch('S')], A::Swap, "swap", "Answer the first stone by swapping colours, under the pie rule"),
        bind(C::Play, &[ch('G')], A::Resign, "resign", "Give the game up"),
        bind(C::Play, &[ESC, BACKSPACE], A::TakeBack, "take back", "Take back a part of an unfinished turn"),
        bind(C::Thinking, &[ESC], A::Halt, "stop it", "Stop the computer; it waits until it is told to move"),
        bind(C::Thinking, &[ch('n')], A::MoveNow, "move now", "Have it make the step that looks best so far"),
        bind(C::Waiting, &[ENTER, ch(' ')], A::LetMove, "let it move", "Let the computer go on"),
        bind(C::Waiting, &[ch('n')], A::OneStep, "one step", "Let it make one step and wait again"),
        bind(C::Watching, &[ch(' ')], A::Halt, "pause", "Pause the game"),
        bind(C::Watching, &[ch('>'), ch('.')], A::Faster, "faster", "Show each step for a shorter time"),
        bind(C::Watching, &[ch('<'), ch(',')], A::Slower, "slower", "Show each step for a longer time"),
        bind(
            C::Seats,
            &[RIGHT],
            A::Move(Direction::East),
            "other player",
            "The next player: a person, then every level",
        ),
        bind(C::Seats, &[LEFT], A::Move(Direction::West), "player before", "The player before"),
        bind(C::Seats, &[DOWN, UP, TAB], A::Move(Direction::South), "other side", "To the other side"),
        bind(C::Seats, &[ENTER, ESC, ch('P')], A::Cancel, "done", "Back to the game"),
        // Before the six keys of a hexhex board, one of which is e.
        bind(C::Tromino, &[ENTER], A::Accept, "drop", "Drop the three stones as shown"),
        bind(C::Tromino, &[ch('r')], A::Rotate, "turn", "Turn to the next shape that fits here"),
        bind(C::Tromino, &[ch('R')], A::RotateBack, "turn back", "Turn to the previous shape that fits here"),
        bind(C::Tromino, &[ch('e')], A::NextStone, "their stone", "Choose which stone is the opponent's"),
        bind(
            C::Tromino,
            &[ch(' ')],
            A::Pick,
            "pick",
            "Pick the three cells one by one, then the opponent's, which plays",
        ),
        held(C::Hexhex, &[ch('w')], A::Move(Direction::NorthWest), "move", "Up and left"),
        held(C::Hexhex, &[ch('e')], A::Move(Direction::NorthEast), "move", "Up and right"),
        held(C::Hexhex, &[ch('a')], A::Move(Direction::West), "move", "Left"),
        held(C::Hexhex, &[ch('d')], A::Move(Direction::East), "move", "Right"),
        held(C::Hexhex, &[ch('z')], A::Move(Direction::SouthWest), "move", "Down and left"),
        held(C::Hexhex, &[ch('x')], A::Move(Direction::SouthEast), "move", "Down and right"),
        held(C::Square, &[ch('h')], A::Move(Direction::West), "move", "Left"),
        held(C::Square, &[ch('l')], A::Move(Direction::East), "move", "Right"),
        held(C::Square, &[ch('k')], A::Move(Direction::North), "move", "Up"),
        held(C::Square, &[ch('j')], A::Move(Direction::South), "move", "Down"),
        held(C::Review, &[LEFT, UP], A::Back, "back", "One step back"),
        held(C::Review, &[RIGHT, DOWN], A::Forward, "on", "One step on"),
        bind(C::Running, &[ch(' ')], A::Autoplay, "stop", "Stop the game that runs by itself"),
        bind(C::Review, &[ch(' ')], A::Autoplay, "autoplay", "Let the game run by itself"),
        bind(C::Review, &[ch('>'), ch('.')], A::Faster, "faster", "Run faster"),
        bind(C::Review, &[ch('<'), ch(',')], A::Slower, "slower", "Run slower"),
        bind(C::Review, &[ch('b'), ENTER], A::PlayOn, "play on from here", "Play on from here, as a variation"),
        bind(C::Review, &[ESC], A::Home, "home", "Back to the home screen; the game is kept"),
        bind(C::Table, &[ch('y')], A::Why, "why", "Say why you can or cannot play under the cursor"),
        bind(C::Table, &[ch('I')], A::RulesBeside, "rules beside", "Show or hide the rules beside the board"),
        bind(C::Table, &[ch('H')], A::Hint, "hint", "Show the best steps and their winning chances, or hide them"),
        bind(
            C::Table,
            &[ch('X')],
            A::Threat,
            "threat",
            "Show what the other side would do if it had this turn, or hide it",
        ),
        bind(C::Table, &[ch('P')], A::Seats, "players", "Change who plays: a person, or the computer at a level"),
        bind(C::Table, &[ch('Z')], A::PauseClock, "pause clock", "Stop the clocks, or let them go on"),
        held(C::Table, &[ch('u')], A::Undo, "undo", "Undo a step"),
        held(C::Table, &[ctrl('r'), ch('U')], A::Redo, "redo", "Redo a step"),
        held(C::Table, &[ch('[')], A::Back, "back", "One step back"),
        held(C::Table, &[ch(']')], A::Forward, "on", "One step on"),
        held(C::Table, &[PAGE_UP], A::BackTen, "ten back", "Ten steps back"),
        held(C::Table, &[PAGE_DOWN], A::ForwardTen, "ten on", "Ten steps on"),
        bind(C::Table, &[HOME], A::First, "first", "To the start of the game"),
        bind(C::Table, &[END], A::Last, "last", "To the end of the game"),
        bind(C::Table, &[ch('g')], A::GoToTurn, "go to turn", "Go to a turn by its number"),
        bind(C::Table, &[ch('v')], A::NextVariation, "variation", "To the next variation of this step"),
        bind(C::Table, &[ch('V')], A::PreviousVariation, "variation", "To the previous variation of this step"),
        bind(C::Table, &[ch('M')], A::Promote, "main line", "Make the line up to here the main line"),
        bind(C::Table, &[ch('Y')], A::Tree, "tree", "Show or hide the variations in the list of moves"),
        bind(C::Table, &[ch('!')], A::Glyph, "judge", "Judge this turn: ! ? !! ?? !? ?! or nothing"),
        bind(C::Table, &[ch('/')], A::Find, "find", "Find a step, a comment or a turn"),
        bind(C::Table, &[ch('c')], A::Comment, "comment", "Write a comment on this turn"),
        bind(C::Table, &[ch('t')], A::Marks, "marks", "Show or hide what the game marks on the board"),
        bind(C::Table, &[ch('+'), ch('=')], A::ZoomIn, "larger", "Draw the board larger"),
        bind(C::Table, &[ch('-')], A::ZoomOut, "smaller", "Draw the board smaller"),
        bind(C::Table, &[ch('#')], A::Coordinates, "coordinates", "Show or hide the coordinates"),
        bind(C::Table, &[ch('T')], A::TurnBoard, "turn board", "Turn the board clockwise on the screen"),
        bind(C::Table, &[ch('F')], A::FlipBoard, "flip board", "Flip the board from left to right on the screen"),
        bind(C::Table, &[ch('s')], A::SaveAs, "save as", "Save the game to a file of your own"),
        bind(C::Table, &[ch('E')], A::Export, "picture", "Export the position or the game as a picture, or copy it"),
        bind(C::Table, &[ch('N')], A::NewGame, "new game", "Start another game"),
        bind(C::Table, &[ch('O')], A::Open, "open", "Open a saved game"),
        bind(C::Table, &[ch('Q')], A::Home, "home", "Back to the home screen; the game is kept"),
        held(C::RulesBeside, &[PAGE_UP], A::RulesUp, "rules up", "Scroll the rules up"),
        held(C::RulesBeside, &[PAGE_DOWN], A::RulesDown, "rules down", "Scroll the rules down"),
        bind(C::LessonOn, &[ENTER, ch(' ')], A::Forward, "next", "Go on to the next step"),
        bind(C::Lesson, &[ENTER, ch(' ')], A::Accept, "play", "Try what the cursor shows"),
        held(C::Lesson, &[LEFT], A::Move(Direction::West), "move", "Move the cursor left"),
        held(C::Lesson, &[RIGHT], A::Move(Direction::East), "move", "Move the cursor right"),
        held(C::Lesson, &[UP], A::Move(Direction::North), "move", "Move the cursor up"),
        held(C::Lesson, &[DOWN], A::Move(Direction::South), "move", "Move the cursor down"),
        held(C::Lesson, &[TAB], A::NextLegal, "next legal", "Go to the next cell that can be played"),
        held(C::Lesson, &[BACK_TAB], A::PreviousLegal, "previous legal", "Go to the previous cell that can be played"),
        bind(C::Lesson, &[ch('H')], A::Hint, "hint", "Get a hint for this step"),
        bind(C::Lesson, &[ch('y')], A::Why, "why", "Say why you can or cannot play under the cursor"),
        bind(C::Lesson, &[ch('m')], A::TypeStep, "type", "Type the names of cells"),
        bind(C::Lesson, &[ch('p')], A::Pass, "pass", "Try to pass"),
        bind(C::Lesson, &[ch('S')], A::Swap, "swap", "Try to swap colours"),
        bind(C::Lesson, &[BACKSPACE], A::TakeBack, "take back", "Put a picked cell back"),
        bind(C::Lesson, &[ch('u')], A::Undo, "again", "Begin this step afresh"),
        bind(C::Lesson, &[ch('['), PAGE_UP], A::Back, "step back", "To the step before"),
        bind(C::Lesson, &[ch(']'), PAGE_DOWN], A::Forward, "step on", "To the next step, done or not"),
        bind(C::Lesson, &[ch('+'), ch('=')], A::ZoomIn, "larger", "Draw the board larger"),
        bind(C::Lesson, &[ch('-')], A::ZoomOut, "smaller", "Draw the board smaller"),
        bind(C::Lesson, &[ESC, ch('Q')], A::Cancel, "lessons", "Back to the list of lessons"),
        held(C::Menu, &[UP, BACK_TAB], A::Move(Direction::North), "up", "To the entry above"),
        held(C::Menu, &[DOWN, TAB], A::Move(Direction::South), "down", "To the entry below"),
        held(C::Menu, &[LEFT], A::Move(Direction::West), "less", "The value before, or the directory above"),
        held(C::Menu, &[RIGHT], A::Move(Direction::East), "more", "The value after"),
        held(C::Menu, &[PAGE_UP], A::BackTen, "ten up", "Ten entries up"),
        held(C::Menu, &[PAGE_DOWN], A::ForwardTen, "ten down", "Ten entries down"),
        bind(C::Menu, &[HOME], A::First, "first", "To the first entry"),
        bind(C::Menu, &[END], A::Last, "last", "To the last entry"),
        bind(C::Menu, &[ENTER, ch(' ')], A::Accept, "choose", "Choose the entry"),
        bind(C::Menu, &[ESC], A::Cancel, "back", "Back"),
        bind(C::Files, &[ch('/')], A::Look, "find", "Look for games by words: names, players, results"),
        bind(C::Files, &[ch('r')], A::Rename, "rename", "Give the selected game another name"),
        bind(C::Files, &[ch('d'), key(KeyCode::Delete)], A::Delete, "delete", "Delete the selected game"),
        bind(C::Files, &[ch('u')], A::Undo, "undo", "Bring back the game deleted last"),
        bind(C::Files, &[ch('g')], A::TypePath, "go to", "Type the path of a file or directory"),
        bind(C::Files, &[LEFT, BACKSPACE], A::Parent, "directory above", "To the directory above"),
        held(C::Name, &[BACKSPACE], A::Erase, "erase", "Erase the character before the caret"),
        held(C::Name, &[LEFT], A::Move(Direction::West), "left", "Move the caret left"),
        held(C::Name, &[RIGHT], A::Move(Direction::East), "right", "Move the caret right"),
        bind(C::Name, &[ctrl('u')], A::EraseAll, "erase all", "Erase everything before the caret"),
        bind(C::Typing, &[ENTER], A::Accept, "done", "Done"),
        bind(C::Typing, &[ESC], A::Cancel, "cancel", "Leave it"),
        held(C::Typing, &[BACKSPACE], A::Erase, "erase", "Erase the character before the caret"),
        held(C::Typing, &[LEFT], A::Move(Direction::West), "left", "Move the caret left"),
        held(C::Typing, &[RIGHT], A::Move(Direction::East), "right", "Move the caret right"),
        bind(C::Typing, &[HOME], A::First, "start", "Move the caret to the start"),
        bind(C::Typing, &[END], A::Last, "end", "Move the caret to the end"),
        held(C::Typing, &[ctrl('w')], A::EraseWord, "erase word", "Erase the word before the caret"),
        bind(C::Typing, &[ctrl('u')], A::EraseAll, "erase all", "Erase everything before the caret"),
        bind(C::Palette, &[ENTER], A::Accept, "do it", "Do what the selected line says"),
        bind(C::Palette, &[ESC], A::Cancel, "leave", "Leave the commands"),
        held(C::Palette, &[UP, BACK_TAB], A::Move(Direction::North), "up", "To the line above"),
        held(C::Palette, &[DOWN, TAB], A::Move(Direction::South), "down", "To the line below"),
        held(C::Palette, &[PAGE_UP], A::BackTen, "ten up", "Ten lines up"),
        held(C::Palette, &[PAGE_DOWN], A::ForwardTen, "ten down", "Ten lines down"),
        bind(C::Filter, &[ESC], A::Cancel, "show all", "Show everything again, or close the help"),
        held(C::Filter, &[BACKSPACE], A::Erase, "erase", "Erase the last character; all others are looked for"),
        bind(C::Filter, &[ctrl('u')], A::EraseAll, "erase all", "Erase everything that is looked for"),
        held(C::Page, &[UP, ch('k')], A::Move(Direction::North), "up", "A line up"),
        held(C::Page, &[DOWN, ch('j')], A::Move(Direction::South), "down", "A line down"),
        held(C::Page, &[PAGE_UP], A::BackTen, "page up", "A page up"),
        held(C::Page, &[PAGE_DOWN, ch(' ')], A::ForwardTen, "page down", "A page down"),
        bind(C::Page, &[HOME], A::First, "top", "To the top"),
        bind(C::Page, &[END], A::Last, "bottom", "To the bottom"),
        bind(C::Page, &[ESC, ENTER, ch('q')], A::Cancel, "close", "Close the page"),
        bind(C::Rules, &[RIGHT], A::Move(Direction::East), "next game", "The rules of the next game"),
        bind(C::Rules, &[LEFT], A::Move(Direction::West), "game before", "The rules of the game before"),
        bind(C::Question, &[ch('y')], A::Yes, "yes", "Yes"),
        bind(C::Question, &[ch('n'), ESC], A::No, "no", "No"),
        // Not where something would be lost: Enter may have been on its way before the question was there to be read.
        bind(C::Harmless, &[ENTER], A::Yes, "yes", "Yes"),
        bind(C::Anywhere, &[ch('?')], A::Help, "help", "Show every key"),
        bind(C::Anywhere, &[ch(':')], A::Palette, "commands", "Find a command by words of it, or type a step"),
        bind(C::Anywhere, &[key(KeyCode::F(1)), ch('i')], A::Rules, "rules", "Read the rules of the game"),
        bind(C::Anywhere, &[ch('L')], A::Learn, "learn", "Take a lesson in the game at hand"),
        bind(C::Anywhere, &[ch('q')], A::Quit, "quit", "Quit; the game is kept and can be resumed"),
        bind(
            C::Anywhere,
            &[key(KeyCode::F(2))],
            A::MouseCapture,
            "mouse",
            "Give the mouse to the terminal, or take it back",
        ),
        bind(C::Anywhere, &[ch('o')], A::Settings, "settings", "Change the settings, or go back from them"),
        bind(C::Anywhere, &[ctrl('l')], A::Redraw, "redraw", "Draw the screen afresh"),
    ]
};

/// The keys that work even where text is typed.
pub const ALWAYS: &[Binding] = &[
    bind(Context::Anywhere, &[ctrl('c')], Action::Quit, "quit", "Quit at once; the game is kept"),
    bind(Context::Anywhere, &[ctrl('z')], Action::Suspend, "suspend", "Put the program aside, as a shell can"),
];

/// The keys as they are bound now: those of the table, but for what the user has bound anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keymap {
    /// The keys of each line of [`KEYMAP`].
    keys: Vec<Vec<Key>>,
}

impl Default for Keymap {
    fn default() -> Self {
        Self { keys: KEYMAP.iter().map(|binding| binding.keys.to_vec()).collect() }
    }
}

impl Keymap {
    /// Every line of the table with the keys it has now.
    pub fn lines(&self) -> impl Iterator<Item = (&'static Binding, &[Key])> {
        KEYMAP.iter().zip(self.keys.iter().map(Vec::as_slice))
    }

    /// The lines that hold in `context`, with those that hold wherever text may be typed.
    pub fn lines_in(&self, context: Context) -> impl Iterator<Item = (&'static Binding, &[Key])> {
        self.lines()
            .chain(ALWAYS.iter().map(|binding| (binding, binding.keys)))
            .filter(move |(binding, _)| binding.context == context)
    }

    /// Returns what `pressed` does where `contexts` are active, front to back.
    ///
    /// A key held down counts only where the table says that it repeats.
    pub fn action(&self, contexts: &[Context], pressed: Key, repeated: bool) -> Option<Action> {
        let always = ALWAYS.iter().map(|binding| (binding, binding.keys));
        let here =
            contexts.iter().flat_map(|&context| self.lines().filter(move |(binding, _)| binding.context == context));
        always
            .chain(here)
            .find(|(_, keys)| keys.contains(&pressed))
            .filter(|(binding, _)| binding.repeats || !repeated)
            .map(|(binding, _)| binding.action)
    }

    /// The line of the table for `action` where `contexts` are active, and its keys.
    pub fn binding(&self, contexts: &[Context], action: Action) -> Option<(&'static Binding, &[Key])> {
        contexts
            .iter()
            .flat_map(|&context| self.lines().filter(move |(binding, _)| binding.context == context))
            .find(|(binding, _)| binding.action == action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_key_means_two_things_in_one_context() {
        let mut seen = HashSet::new();
        for binding in KEYMAP.iter().chain(ALWAYS) {
            for key in binding.keys {
                assert!(seen.insert((binding.context, *key)), "{} in {:?}", key.name(true), binding.context);
            }
        }
    }

    #[test]
    fn no_key_everywhere_hides_behind_a_key_of_the_table() {
        let at_table = |key: &Key| {
            KEYMAP.iter().any(|binding| {
                matches!(binding.context, Context::Table | Context::Play | Context::Review)
                    && binding.keys.contains(key)
            })
        };
        for binding in KEYMAP.iter().filter(|binding| binding.context == Context::Anywhere) {
            assert!(!binding.keys.iter().any(at_table), "{:?}", binding.action);
        }
    }

    #[test]
    fn shift_is_seen_in_the_character_alone() {
        let event = KeyEvent::new(KeyCode::Char('R'), KeyModifiers::SHIFT);
        assert_eq!(Key::of(event), Some(ch('R')));
        assert_eq!(Key::of(KeyEvent::new(KeyCode::Tab, KeyModifiers::SHIFT)), Some(BACK_TAB));
        assert_eq!(Key::of(KeyEvent::new(KeyCode::Char('C'), KeyModifiers::CONTROL)), Some(ctrl('c')));
    }

    #[test]
    fn a_release_does_nothing_and_a_repeat_only_moves() {
        let release = KeyEvent::new_with_kind(KeyCode::Enter, KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(Key::of(release), None);
        let keymap = Keymap::default();
        assert_eq!(keymap.action(&[Context::Play], LEFT, true), Some(Action::Move(Direction::West)));
        assert_eq!(keymap.action(&[Context::Play], ENTER, true), None);
        assert_eq!(keymap.action(&[Context::Play], ENTER, false), Some(Action::Accept));
    }

    #[test]
    fn the_front_context_decides() {
        let contexts = [Context::Tromino, Context::Play, Context::Hexhex];
        let keymap = Keymap::default();
        assert_eq!(keymap.action(&contexts, ch('e'), false), Some(Action::NextStone));
        let contexts = [Context::Play, Context::Hexhex];
        assert_eq!(keymap.action(&contexts, ch('e'), false), Some(Action::Move(Direction::NorthEast)));
    }
}
