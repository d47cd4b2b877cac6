//! The start of the screen: the user's settings, the terminal's abilities, and what the command
//! line and the environment ask for.

use std::env;
use std::path::PathBuf;

use tetralith_cli::takes_utf8;
use tetralith_core::text::display_text;
use tetralith_picture::look::Art;
use tetralith_storage::files;
use thiserror::Error;

use crate::background::{self, Background};
use crate::depth;
use crate::graphics::Multiplexer;
use crate::settings::{AUTO, ConfigFile, LookSettings, Setting, Settings, Value};
use crate::theme::{Depth, Glyphs, PALETTES, Theme};

/// The terminal, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// The number of colours it shows; [`Depth::Mono`] if it has none or the user wants none, with
    /// any theme.
    pub depth: Depth,
    /// True if the user wants no colours.
    pub wants_none: bool,
    /// The characters its locale allows.
    pub glyphs: Glyphs,
    /// Its background, if it is known.
    pub background: Option<Background>,
    /// True if it is at the other end of a line, which may be slow.
    pub is_remote: bool,
    /// The multiplexer before it, as far as the environment shows it: it cannot be asked itself.
    pub multiplexer: Option<Multiplexer>,
}

/// The requests of the command line, which override the settings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// The theme's name.
    pub theme: Option<String>,
    /// ASCII characters alone.
    pub ascii: bool,
    /// The mouse is left to the terminal.
    pub no_mouse: bool,
    /// The way in which boards are drawn.
    pub board: Option<Art>,
    /// The computer is not to use its book of openings.
    pub no_book: bool,
}

/// The start of the screen.
#[derive(Clone, PartialEq, Debug)]
pub struct Configuration {
    /// The user's settings.
    pub settings: Settings,
    /// The faults found in them, as sentences without their full stops.
    pub faults: Vec<String>,
    /// The file that changes go to, if there is a place for one.
    pub file: Option<ConfigFile>,
    /// The terminal.
    pub terminal: Terminal,
    /// The wishes of the command line.
    pub asked: Asked,
    /// The directory for games that the environment names, which overrides the settings.
    pub games_dir: Option<PathBuf>,
}

impl Terminal {
    /// Takes the number of colours that it has proven to show; returns `true` if that is more than
    /// was known. A terminal without colours keeps none.
    pub fn prove(&mut self, depth: Depth) -> bool {
        let is_more = self.depth > depth && self.depth != Depth::Mono;
        if is_more {
            self.depth = depth;
        }
        is_more
    }

    /// Returns what the environment shows of the terminal; `variable` looks a variable up.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let depth = depth::of_environment(set);
        let multiplexer = depth::multiplexer(set);
        let glyphs = if takes_utf8(set) { Glyphs::Unicode } else { Glyphs::Ascii };
        let background = set("COLORFGBG").and_then(|value| background::of_variable(&value));
        let is_remote = set("SSH_CONNECTION").is_some();
        let wants_none = set("NO_COLOR").is_some();
        Self { depth, wants_none, glyphs, background, is_remote, multiplexer }
    }
}

impl Configuration {
    /// Reads the settings and what the environment shows of the terminal and of the directory for
    /// games, and adds what the command line `asked` for.
    ///
    /// # Errors
    /// [`NoTheme`] if a theme was asked for that there is not.
    pub fn load(asked: Asked) -> Result<Self, NoTheme> {
        let file = ConfigFile::locate();
        let (settings, mut faults) =
            file.as_ref().map_or_else(|_| (Settings::default(), Vec::new()), ConfigFile::load);
        if let Err(error) = &file {
            faults.push(error.to_string());
        }
        if let Some(name) = asked.theme.as_deref().filter(|name| *name != AUTO) {
            let names = settings.theme_names();
            if !names.iter().any(|other| other == name) {
                return Err(NoTheme {
                    name: display_text(name),
                    names: [&[AUTO.to_owned()], &names[..]].concat().join(", "),
                });
            }
        }
        let terminal = Terminal::of_environment(|name| env::var(name).ok());
        Ok(Self {
            settings,
            faults,
            file: file.ok(),
            terminal,
            asked,
            games_dir: files::named_dir(),
        })
    }

    /// The theme that is wanted by name; `None` for the one that suits the terminal.
    pub fn theme_name(&self) -> Option<&str> {
        self.asked
            .theme
            .as_deref()
            .or(self.settings.look.theme.as_deref())
            .filter(|name| *name != AUTO)
    }

    /// The name of the theme that suits the terminal.
    pub const fn suiting(&self) -> &'static str {
        match self.terminal.background {
            Some(Background::Light) => "light",
            Some(Background::Dark) | None => "dark",
        }
    }

    /// True if the theme depends on the terminal's background, which is not known yet.
    pub fn awaits_background(&self) -> bool {
        self.follows_background() && self.terminal.background.is_none()
    }

    /// True if the theme depends on the terminal's background.
    pub fn follows_background(&self) -> bool {
        self.theme_name().is_none() && self.terminal.depth != Depth::Mono
    }

    /// Returns the variable that keeps the colours of the theme that is wanted from the terminal,
    /// and what it says.
    pub fn colours_refused(&self) -> Option<(&'static str, &'static str)> {
        let named = self.theme_name().and_then(|name| self.settings.colours(name));
        let is_refused =
            self.terminal.depth == Depth::Mono && named.is_none_or(|colours| !colours.mono);
        let (because, otherwise) =
            (("NO_COLOR", "NO_COLOR is set"), ("TERM", "TERM names a terminal without colours"));
        is_refused.then_some(if self.terminal.wants_none { because } else { otherwise })
    }

    /// The look of everything drawn.
    pub fn theme(&self) -> Theme {
        let name = self.theme_name().unwrap_or(self.suiting());
        let colours = self.settings.colours(name).unwrap_or(&PALETTES[0].colours);
        Theme::of(*colours, self.terminal.depth, self.glyphs())
    }

    /// True if boards may be pictures: in colour, and without a request for ASCII alone
    /// or for characters.
    pub fn may_picture(&self) -> bool {
        let theme = self.theme();
        match self.board() {
            Art::Auto => !theme.is_mono() && !theme.is_ascii(),
            Art::Picture => !theme.is_mono(),
            Art::Blocks | Art::Outlined | Art::Compact => false,
        }
    }

    /// The value of `setting` that is in force: what the command line asks for comes before the
    /// file.
    pub fn value(&self, setting: Setting) -> Value {
        let mut settings = self.settings.clone();
        settings.look.theme = self.theme_name().map(str::to_owned);
        settings.look.board = self.board();
        settings.play.mouse = self.mouse();
        if self.asked.ascii {
            settings.look.glyphs = Some(Glyphs::Ascii);
        }
        setting.value(&settings)
    }

    /// The characters in which everything is shown.
    pub fn glyphs(&self) -> Glyphs {
        if self.asked.ascii {
            Glyphs::Ascii
        } else {
            self.settings.look.glyphs.unwrap_or(self.terminal.glyphs)
        }
    }

    /// True if changes may be lit up for a moment.
    pub const fn motion(&self) -> bool {
        self.settings.look.motion && !self.terminal.is_remote
    }

    /// The way in which boards are drawn.
    pub fn board(&self) -> Art {
        self.asked.board.unwrap_or(self.settings.look.board)
    }

    /// True if the mouse plays: by the settings, unless the command line forbids it.
    pub const fn mouse(&self) -> bool {
        self.settings.play.mouse && !self.asked.no_mouse
    }
}

impl From<Theme> for Configuration {
    /// The defaults in `theme`, without motion.
    fn from(theme: Theme) -> Self {
        let named = PALETTES.iter().find(|palette| palette.colours == *theme.colours());
        // A caller that gives a theme alone wants still pictures, so `motion` is off.
        let name = named.map(|palette| palette.id.to_owned());
        let look = LookSettings { theme: name, motion: false, ..LookSettings::default() };
        let settings = Settings { look, ..Settings::default() };
        let terminal = Terminal {
            depth: theme.depth(),
            wants_none: theme.depth() == Depth::Mono,
            glyphs: theme.glyphs(),
            background: None,
            is_remote: false,
            multiplexer: None,
        };
        Self {
            settings,
            faults: Vec::new(),
            file: None,
            terminal,
            asked: Asked::default(),
            games_dir: None,
        }
    }
}

/// The theme that was asked for does not exist.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no theme {name}; the themes are {names}")]
#[allow(missing_docs, reason = "the names say it")]
pub struct NoTheme {
    pub name: String,
    pub names: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(variables: &[(&str, &str)]) -> (Depth, Glyphs) {
        let variable = |name: &str| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        let terminal = Terminal::of_environment(variable);
        (terminal.depth, terminal.glyphs)
    }

    #[test]
    fn colours_and_characters_follow_the_environment() {
        let utf8 = ("LANG", "en_GB.UTF-8");
        assert_eq!(shown(&[utf8, ("TERM", "xterm")]), (Depth::Ansi16, Glyphs::Unicode));
        assert_eq!(shown(&[("NO_COLOR", ""), ("COLORTERM", "24bit"), utf8]).0, Depth::TrueColour);
        assert_eq!(
            shown(&[utf8, ("LC_ALL", "C")]).1,
            if cfg!(windows) { Glyphs::Unicode } else { Glyphs::Ascii }
        );
    }
}
