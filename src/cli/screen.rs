//! Arguments that decide how the screen is shown.

use clap::Args;
use clap::builder::{PossibleValuesParser, StringValueParser, TypedValueParser};
use tetralith_cli::suggested;
use tetralith_picture::look::Art;
use tetralith_picture::look::themes::PALETTES;

/// The look of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct ScreenArgs {
    /// Theme: auto, dark, light, high-contrast, colour-blind, mono, another from the settings
    /// screen, such as solarized-dark, or one of your own.
    #[arg(long, value_name = "THEME", value_parser = theme_parser(), hide_possible_values = true)]
    pub theme: Option<String>,
    /// How boards are drawn; auto uses the best your terminal can show.
    #[arg(long, value_name = "ART", value_parser = art_parser())]
    pub board_art: Option<Art>,
    /// Draw with ASCII characters only.
    #[arg(long)]
    pub ascii: bool,
    /// Leave the mouse to the terminal.
    #[arg(long)]
    pub no_mouse: bool,
    /// Text in, text out, without a screen: for screen readers, pipes and simple terminals.
    #[arg(long)]
    pub plain: bool,
}

/// Takes any name of a theme; shells complete those that the program brings along.
fn theme_parser() -> impl TypedValueParser<Value = String> {
    let own = PALETTES.iter().map(|palette| palette.id);
    suggested(StringValueParser::new(), ["auto"].into_iter().chain(own))
}

impl ScreenArgs {
    /// Returns what both ask for; where both name a theme or a way to draw boards, that of `self`.
    pub fn or(&self, other: &Self) -> Self {
        Self {
            theme: self.theme.clone().or_else(|| other.theme.clone()),
            board_art: self.board_art.or(other.board_art),
            ascii: self.ascii || other.ascii,
            no_mouse: self.no_mouse || other.no_mouse,
            plain: self.plain || other.plain,
        }
    }
}

fn art_parser() -> impl TypedValueParser<Value = Art> {
    PossibleValuesParser::new(Art::ALL.map(Art::id)).try_map(|id| id.parse::<Art>())
}
