//! All that the screen is given to begin with: what the user has set, what the terminal can, what the command line and the
//! environment ask.

use std::path::PathBuf;

use crate::settings::{AUTO, ConfigFile, Settings};
use crate::theme::{Depth, Glyphs, PALETTES, Theme};

/// The lightness of the terminal's own background.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Background {
    /// Dark.
    Dark,
    /// Light.
    Light,
}

/// The terminal, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// The number of colours it shows; [`Depth::Mono`] if the user wants none, whatever the theme.
    pub depth: Depth,
    /// The characters its locale allows.
    pub glyphs: Glyphs,
    /// Its background, if it is known.
    pub background: Option<Background>,
}

/// The wishes of the command line, which go before what is set.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// The theme's name.
    pub theme: Option<String>,
    /// ASCII characters alone.
    pub ascii: bool,
    /// The mouse is left to the terminal.
    pub no_mouse: bool,
}

/// All that the screen is given to begin with.
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
    /// The directory that the environment has games kept in, whatever is set.
    pub games_dir: Option<PathBuf>,
}

impl Configuration {
    /// The theme that is wanted by name; `None` for the one that suits the terminal.
    pub fn theme_name(&self) -> Option<&str> {
        self.asked.theme.as_deref().or(self.settings.theme.as_deref()).filter(|name| *name != AUTO)
    }

    /// The name of the theme that suits the terminal.
    pub const fn suiting(&self) -> &'static str {
        match self.terminal.background {
            Some(Background::Light) => "light",
            Some(Background::Dark) | None => "dark",
        }
    }

    /// Returns `true` if the theme hangs on the terminal's background, and nothing tells of that.
    pub fn awaits_background(&self) -> bool {
        self.follows_background() && self.terminal.background.is_none()
    }

    /// Returns `true` if the theme hangs on the terminal's background.
    pub fn follows_background(&self) -> bool {
        self.theme_name().is_none() && self.terminal.depth != Depth::Mono
    }

    /// Returns `true` if the theme that is wanted has colours, but the terminal is to show none.
    pub fn no_color_overrides(&self) -> bool {
        let named = self.theme_name().and_then(|name| self.settings.colours(name));
        self.terminal.depth == Depth::Mono && named.is_none_or(|colours| !colours.mono)
    }

    /// The look of everything drawn.
    pub fn theme(&self) -> Theme {
        let name = self.theme_name().unwrap_or(self.suiting());
        let colours = self.settings.colours(name).unwrap_or(&PALETTES[0].colours);
        Theme::of(*colours, self.terminal.depth, self.glyphs())
    }

    fn glyphs(&self) -> Glyphs {
        if self.asked.ascii { Glyphs::Ascii } else { self.settings.glyphs.unwrap_or(self.terminal.glyphs) }
    }

    /// Returns `true` if the mouse plays.
    pub const fn mouse(&self) -> bool {
        self.settings.mouse && !self.asked.no_mouse
    }
}

impl From<Theme> for Configuration {
    /// Everything as it usually is, in `theme`.
    fn from(theme: Theme) -> Self {
        let named = PALETTES.iter().find(|palette| palette.colours == *theme.colours());
        let settings = Settings { theme: named.map(|palette| palette.id.to_owned()), ..Settings::default() };
        let terminal = Terminal { depth: theme.depth(), glyphs: theme.glyphs(), background: None };
        Self { settings, faults: Vec::new(), file: None, terminal, asked: Asked::default(), games_dir: None }
    }
}
