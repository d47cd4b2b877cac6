//! The choices of the user: [`Settings`], the file they are kept in, and the list of them that the
//! settings screen, the file's reader and the README share.

mod edit;
mod fault;
mod keys;
mod place;
mod read;
mod sample;
mod schema;
mod themes;

use std::path::PathBuf;

use strum::{EnumString, IntoStaticStr, VariantArray};
use tetralith_core::games;
use tetralith_core::text::display_text;
use tetralith_engine::Level;
use tetralith_gtp::GtpProgram;

use crate::keymap::Keymap;
use crate::theme::{Colours, Glyphs, PALETTES, palette};
use tetralith_picture::look::Art;
use tetralith_session::clock::{PRESETS, TimeControl};
use tetralith_session::seat::{EVEN, HUMAN, Seat};

pub use edit::{EditError, edited};
pub use fault::SettingFault;
use fault::one_of;
pub use keys::KEYS;
pub use place::{CONFIG_DIR, CONFIG_FILE, ConfigError, ConfigFile};
pub use read::read;
pub use sample::{sample, sample_settings};
pub use schema::schema;
pub use themes::{ROLES, THEMES, UserTheme};

/// The name of the theme that follows the terminal.
pub const AUTO: &str = "auto";

/// The word for no clock.
pub const NO_CLOCK: &str = "none";

/// The occasions on which the terminal's bell rings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Bell {
    /// Never.
    #[default]
    Off,
    /// After the computer has made its step and a person is to move, or the game is over.
    Turn,
    /// After a refused step.
    Illegal,
    /// Both.
    All,
}

impl Bell {
    const ALL: [Self; Self::VARIANTS.len()] = *Self::VARIANTS.first_chunk().expect("all of them");

    fn id(self) -> &'static str {
        self.into()
    }

    /// True if it rings when it is a person's turn again.
    pub const fn on_turn(self) -> bool {
        matches!(self, Self::Turn | Self::All)
    }

    /// True if it rings when a step is refused.
    pub const fn on_refusal(self) -> bool {
        matches!(self, Self::Illegal | Self::All)
    }
}

/// The settings of the user: those of the file, or the defaults.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    /// The look of boards and of all else.
    pub look: LookSettings,
    /// The way in which moves are made.
    pub play: PlaySettings,
    /// Remarks in a game without being asked.
    pub advice: AdviceSettings,
    /// The choices with which a new game begins.
    pub new_game: NewGameSettings,
    /// The saving of games: on or off, and where.
    pub saving: SavingSettings,
    /// The keys of actions.
    pub keymap: Keymap,
    /// Themes of the user's own.
    pub themes: Vec<UserTheme>,
}

/// The look of boards and of all else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LookSettings {
    /// The theme's name; `None` for dark or light as the terminal is.
    pub theme: Option<String>,
    /// The characters that draw the board; `None` for what the locale allows.
    pub glyphs: Option<Glyphs>,
    /// The way in which boards are drawn.
    pub board: Art,
    /// Rows and columns are named at the edge of boards.
    pub coordinates: bool,
    /// The board shows what the game marks.
    pub marks: bool,
    /// Changed cells light up.
    pub motion: bool,
}

impl Default for LookSettings {
    fn default() -> Self {
        Self {
            theme: None,
            glyphs: None,
            board: Art::Auto,
            coordinates: true,
            marks: true,
            motion: true,
        }
    }
}

/// The way in which moves are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaySettings {
    /// A step must be chosen twice before it is made.
    pub confirm: bool,
    /// Clicks play; if false, the mouse selects text as usual.
    pub mouse: bool,
    /// The occasions on which the bell rings.
    pub bell: Bell,
}

impl Default for PlaySettings {
    fn default() -> Self {
        Self { confirm: false, mouse: true, bell: Bell::Off }
    }
}

/// Remarks in a game without being asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct AdviceSettings {
    /// The engine's findings are shown while a person plays against it.
    pub thoughts: bool,
    /// A person who makes a costly move is warned, and can take it back.
    pub coach: bool,
    /// A player who is new to a game gets tips on what to do.
    pub hints: bool,
    /// The first line of the window shows what was played, for those who do not see the board.
    pub announce: bool,
}

impl Default for AdviceSettings {
    fn default() -> Self {
        Self { thoughts: false, coach: false, hints: true, announce: false }
    }
}

/// The choices with which a new game begins.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGameSettings {
    /// The name of the game the home screen begins at, one of those in the list of games.
    pub game: &'static str,
    /// The usual first and second players.
    pub seats: [Seat; 2],
    /// The time control of each side; `None` for no limit.
    pub clock: Option<TimeControl>,
    /// The command of another program that can take a seat; empty for none.
    pub program: String,
    /// Even matches are won more often than lost.
    pub eases_even: bool,
}

impl Default for NewGameSettings {
    fn default() -> Self {
        Self {
            game: games::INFOS[0].id,
            seats: [(); 2].map(|()| Seat::person(String::new())),
            clock: None,
            program: String::new(),
            eases_even: false,
        }
    }
}

/// The saving of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavingSettings {
    /// Games are saved without a command.
    pub autosave: bool,
    /// The directory of games; `None` for the platform's place.
    pub dir: Option<PathBuf>,
}

impl Default for SavingSettings {
    fn default() -> Self {
        Self { autosave: true, dir: None }
    }
}

impl Settings {
    /// The names that the theme can have besides [`AUTO`]: those of the program, then the user's
    /// own.
    pub fn theme_names(&self) -> Vec<String> {
        let own = self
            .themes
            .iter()
            .map(|theme| theme.name.clone())
            .filter(|name| palette(name).is_none());
        PALETTES.iter().map(|palette| palette.id.to_owned()).chain(own).collect()
    }

    /// The program that can take a seat, as the command line has it; `None` if there is none.
    pub fn program(&self) -> Option<String> {
        let command = Some(&self.new_game.program).filter(|command| !command.is_empty())?;
        GtpProgram::of_command(command).ok().map(|program| program.to_string())
    }

    /// The colours of the user's own theme of this name, or else of the program's; `None` if
    /// neither exists.
    pub fn colours(&self, name: &str) -> Option<&Colours> {
        let own =
            || self.themes.iter().find(|theme| theme.name == name).map(|theme| &theme.colours);
        own().or_else(|| palette(name).map(|palette| &palette.colours))
    }
}

/// The value of a setting as the file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Value {
    Flag(bool),
    /// A text.
    Word(String),
    List(Vec<String>),
}

/// A setting with a single value, in the order of the settings screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
#[allow(missing_docs, reason = "Setting::what describes each")]
pub enum Setting {
    Theme,
    Glyphs,
    Board,
    Coordinates,
    Marks,
    Motion,
    Confirm,
    Mouse,
    Bell,
    #[strum(serialize = "engine-thoughts")]
    Thoughts,
    Coach,
    Hints,
    Announce,
    Game,
    First,
    Second,
    EasierEvenMatch,
    Program,
    Clock,
    Autosave,
    AutosaveDir,
}

impl Setting {
    /// Every setting, in the order of the settings screen.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// The key in the file.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Returns the name that people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Theme => "Theme",
            Self::Glyphs => "Characters",
            Self::Board => "Board",
            Self::Coordinates => "Coordinates",
            Self::Marks => "Marks",
            Self::Motion => "Motion",
            Self::Confirm => "Confirm moves",
            Self::Mouse => "Mouse",
            Self::Game => "Default game",
            Self::First => "First player",
            Self::Second => "Second player",
            Self::EasierEvenMatch => "Easier even match",
            Self::Program => "Other program",
            Self::Clock => "Clock",
            Self::Autosave => "Autosave",
            Self::AutosaveDir => "Games directory",
            Self::Bell => "Bell",
            Self::Thoughts => "Engine output",
            Self::Coach => "Coach",
            Self::Hints => "First-game hints",
            Self::Announce => "Announcements",
        }
    }

    /// Returns what it does, as a sentence without its full stop.
    pub const fn what(self) -> &'static str {
        match self {
            Self::Theme => {
                "Colours; auto follows the terminal (dark or light); NO_COLOR always gives mono"
            }
            Self::Glyphs => "Characters for the board; auto uses Unicode if your locale has it",
            Self::Board => "How boards are drawn; auto uses the best your terminal can show",
            Self::Coordinates => "Show the names of rows and columns",
            Self::Marks => "Show the game's marks on the board, such as control and territory",
            Self::Motion => {
                "Flash flipped stones (never over a remote connection); play the sample game on \
                 the home screen"
            }
            Self::Confirm => "Confirm each move with a second Enter or click",
            Self::Mouse => "Play with the mouse; if off, the mouse selects text as usual",
            Self::Game => "Game selected on the home screen at the start",
            Self::First => "First player in games you have not played yet: human, even or a level",
            Self::Second => {
                "Second player in games you have not played yet: human, even or a level"
            }
            Self::EasierEvenMatch => {
                "Choose the level of an even match so that you win 60 % of the games, not 50 %"
            }
            Self::Program => {
                "Command of another program that speaks GTP, such as my-engine --strong"
            }
            Self::Clock => {
                "Time control in games you have not played yet: none, or one such as 10m+5s"
            }
            Self::Autosave => "Save every game automatically, to resume or review later",
            Self::AutosaveDir => "Directory where games are saved; empty for the default",
            Self::Bell => "When the bell rings: on your turn, on an illegal move, or on both",
            Self::Thoughts => "Show the engine's win rate and main line while you play it",
            Self::Coach => "Warn you when your move costs 10 % or more, and offer to take it back",
            Self::Hints => "Show tips the first time you play a game",
            Self::Announce => {
                "Write the last move, threats and low time at the top, for a screen reader"
            }
        }
    }

    /// Other words that people type for it.
    pub const fn synonyms(self) -> &'static str {
        match self {
            Self::Theme => "color colors colours skin",
            Self::Glyphs => "ascii unicode font",
            Self::Board => "zoom size art graphics kitty sixel iterm2 image",
            Self::Coordinates => "labels",
            Self::Marks => "territory control",
            Self::Motion => "animate animation animations flash effects",
            Self::Confirm => "confirmation double misclick",
            Self::Mouse => "click",
            Self::Thoughts => "evaluation thinking mind computer win rate main line",
            Self::Bell => "sound sounds beep mute notification",
            Self::Coach => "teach teaching warn blunder mistake training",
            Self::Hints => "tips help",
            Self::Announce => "blind speech braille screen reader accessibility",
            Self::Game => "usual start",
            Self::First | Self::Second => "usual opponent level",
            Self::EasierEvenMatch => "likes to win strength opponent",
            Self::Program => "gtp engine bot external cmd",
            Self::Clock => "usual time timer byo-yomi increment",
            Self::Autosave => "save keep",
            Self::AutosaveDir => "folder path",
        }
    }

    /// The values that can be chosen, as the file has them; `None` if any text will do. Where
    /// others can be typed, the one that `settings` have is among them.
    pub fn choices(self, settings: &Settings) -> Option<Vec<String>> {
        let mut choices = self.usual_choices(settings)?;
        if let Value::Word(own) = self.value(settings)
            && self.is_open()
            && !choices.contains(&own)
        {
            choices.push(own);
        }
        Some(choices)
    }

    fn usual_choices(self, settings: &Settings) -> Option<Vec<String>> {
        let words = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
        match self {
            Self::Theme => {
                Some([AUTO.to_owned()].into_iter().chain(settings.theme_names()).collect())
            }
            Self::Glyphs => words(&[AUTO, "unicode", "ascii"]),
            Self::Board => words(&Art::ALL.map(Art::id)),
            Self::Game => words(&games::ids()),
            Self::First | Self::Second => Some(
                [HUMAN, EVEN]
                    .into_iter()
                    .chain(Level::ALL.iter().map(|level| level.id))
                    .map(str::to_owned)
                    .collect(),
            ),
            Self::Clock => Some(
                [NO_CLOCK].into_iter().chain(PRESETS.iter().copied()).map(str::to_owned).collect(),
            ),
            Self::Bell => Some(Bell::ALL.map(|bell| bell.id().to_owned()).to_vec()),
            Self::Coordinates
            | Self::Marks
            | Self::Motion
            | Self::Confirm
            | Self::Mouse
            | Self::Autosave
            | Self::Thoughts
            | Self::Coach
            | Self::Hints
            | Self::Announce
            | Self::EasierEvenMatch => words(&["true", "false"]),
            Self::AutosaveDir | Self::Program => None,
        }
    }

    /// Returns the values it can have, in words that continue "it can be".
    pub fn wanted(self, settings: &Settings) -> String {
        match self.choices(settings) {
            Some(choices) if self.is_open() => format!("{} and the like", choices.join(", ")),
            Some(choices) => one_of(&choices),
            None if self == Self::Program => {
                "a command in quotes, such as \"my-engine --strong\"".to_owned()
            }
            None => "a directory in quotes, such as \"~/games\"".to_owned(),
        }
    }

    /// Returns what `value` is called on the screen.
    pub fn value_title(self, value: &Value) -> String {
        match value {
            Value::Flag(true) => "on".to_owned(),
            Value::Flag(false) => "off".to_owned(),
            Value::Word(word) if word.is_empty() => self.usual().to_owned(),
            Value::Word(word) => display_text(word),
            Value::List(words) => display_text(&words.join(" ")),
        }
    }

    /// Returns the words that mean an empty text.
    const fn usual(self) -> &'static str {
        match self {
            Self::AutosaveDir => "the default directory",
            Self::Program => "none",
            _ => "nothing",
        }
    }

    /// True if it also takes values of the same kind that are not among its choices.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Clock | Self::First | Self::Second)
    }

    /// The value that `settings` have for it, as the file has it.
    pub fn value(self, settings: &Settings) -> Value {
        let word = |word: &str| Value::Word(word.to_owned());
        match self {
            Self::Theme => word(settings.look.theme.as_deref().unwrap_or(AUTO)),
            Self::Glyphs => word(settings.look.glyphs.map_or(AUTO, |glyphs| match glyphs {
                Glyphs::Unicode => "unicode",
                Glyphs::Ascii => "ascii",
            })),
            Self::Board => word(settings.look.board.id()),
            Self::Coordinates => Value::Flag(settings.look.coordinates),
            Self::Marks => Value::Flag(settings.look.marks),
            Self::Motion => Value::Flag(settings.look.motion),
            Self::Confirm => Value::Flag(settings.play.confirm),
            Self::Mouse => Value::Flag(settings.play.mouse),
            Self::Game => word(settings.new_game.game),
            Self::First => word(settings.new_game.seats[0].word()),
            Self::Second => word(settings.new_game.seats[1].word()),
            Self::Program => word(&settings.new_game.program),
            Self::Clock => Value::Word(
                settings
                    .new_game
                    .clock
                    .map_or_else(|| NO_CLOCK.to_owned(), |clock| clock.to_string()),
            ),
            Self::Autosave => Value::Flag(settings.saving.autosave),
            Self::AutosaveDir => Value::Word(
                settings
                    .saving
                    .dir
                    .as_ref()
                    .map_or_else(String::new, |dir| dir.display().to_string()),
            ),
            Self::Bell => word(settings.play.bell.id()),
            Self::Thoughts => Value::Flag(settings.advice.thoughts),
            Self::Coach => Value::Flag(settings.advice.coach),
            Self::Hints => Value::Flag(settings.advice.hints),
            Self::Announce => Value::Flag(settings.advice.announce),
            Self::EasierEvenMatch => Value::Flag(settings.new_game.eases_even),
        }
    }

    /// Sets it to `value`; returns true if it can have that value.
    #[must_use]
    pub fn set(self, settings: &mut Settings, value: &Value) -> bool {
        match (self.choices(settings), value) {
            // An older name, which files may still have.
            (_, Value::Word(word)) if self == Self::Board && word == "filled" => {
                settings.look.board = Art::Blocks;
                return true;
            }
            (_, Value::Word(word)) if self == Self::Clock => {
                let clock = TimeControl::parse(word).ok();
                if clock.is_none() && word != NO_CLOCK {
                    return false;
                }
                settings.new_game.clock = clock;
                return true;
            }
            (_, Value::Word(word)) if matches!(self, Self::First | Self::Second) => {
                let Some(seat) = Seat::of_word(word) else { return false };
                settings.new_game.seats[usize::from(self == Self::Second)] = seat;
                return true;
            }
            (Some(choices), Value::Word(word)) if choices.contains(word) => {
                self.set_word(settings, word);
            }
            (None, Value::Word(word)) => self.set_word(settings, word),
            (_, Value::Flag(on)) => match self {
                Self::Coordinates => settings.look.coordinates = *on,
                Self::Marks => settings.look.marks = *on,
                Self::Motion => settings.look.motion = *on,
                Self::Confirm => settings.play.confirm = *on,
                Self::Mouse => settings.play.mouse = *on,
                Self::Autosave => settings.saving.autosave = *on,
                Self::Thoughts => settings.advice.thoughts = *on,
                Self::Coach => settings.advice.coach = *on,
                Self::Hints => settings.advice.hints = *on,
                Self::Announce => settings.advice.announce = *on,
                Self::EasierEvenMatch => settings.new_game.eases_even = *on,
                _ => return false,
            },
            _ => return false,
        }
        self.value(settings) == *value
    }

    fn set_word(self, settings: &mut Settings, word: &str) {
        match self {
            Self::Theme => settings.look.theme = (word != AUTO).then(|| word.to_owned()),
            Self::Glyphs => {
                settings.look.glyphs = match word {
                    "unicode" => Some(Glyphs::Unicode),
                    "ascii" => Some(Glyphs::Ascii),
                    _ => None,
                }
            }
            Self::Board => settings.look.board = word.parse().unwrap_or_default(),
            Self::Game => {
                settings.new_game.game =
                    games::info(word).map_or(settings.new_game.game, |info| info.id);
            }
            Self::Program => {
                if word.is_empty() || GtpProgram::of_command(word).is_ok() {
                    word.clone_into(&mut settings.new_game.program);
                }
            }
            Self::AutosaveDir => {
                settings.saving.dir = (!word.is_empty()).then(|| PathBuf::from(word));
            }
            Self::Bell => settings.play.bell = word.parse().unwrap_or_default(),
            Self::Clock
            | Self::First
            | Self::Second
            | Self::Coordinates
            | Self::Marks
            | Self::Motion
            | Self::Confirm
            | Self::Mouse
            | Self::Autosave
            | Self::Thoughts
            | Self::Coach
            | Self::Hints
            | Self::Announce
            | Self::EasierEvenMatch => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_takes_every_choice_and_nothing_else() {
        for setting in Setting::ALL {
            assert_eq!(setting.key().parse(), Ok(setting));
            let mut settings = Settings::default();
            for choice in
                setting.choices(&settings).unwrap_or_else(|| vec!["/somewhere".to_owned()])
            {
                let value = match choice.as_str() {
                    "true" => Value::Flag(true),
                    "false" => Value::Flag(false),
                    _ => Value::Word(choice),
                };
                assert!(setting.set(&mut settings, &value), "{setting:?} {value:?}");
                assert_eq!(setting.value(&settings), value);
            }
            let before = settings.clone();
            assert!(!setting.set(&mut settings, &Value::List(Vec::new())));
            if setting.choices(&settings).is_some() {
                assert!(!setting.set(&mut settings, &Value::Word("nonsense".to_owned())));
            }
            assert!(!Setting::Program.set(&mut settings, &Value::Word("my 'engine".to_owned())));
            assert_eq!(settings, before);
        }
    }

    #[test]
    fn usual_players_are_named_as_on_the_command_line() {
        let mut settings = Settings::default();
        for word in ["even", "medium-solid", "human"] {
            let value = Value::Word(word.to_owned());
            assert!(Setting::Second.set(&mut settings, &value), "{word}");
            assert_eq!(Setting::Second.value(&settings), value);
        }
    }
}
