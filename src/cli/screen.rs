//! Arguments that say how the screen is shown.

use clap::Args;

/// The look of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct ScreenArgs {
    /// Theme: auto, dark, light, high-contrast, colour-blind, mono or one of your own.
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
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

impl ScreenArgs {
    /// Returns what either asks for.
    pub fn or(&self, other: &Self) -> Self {
        Self {
            theme: self.theme.clone().or_else(|| other.theme.clone()),
            ascii: self.ascii || other.ascii,
            no_mouse: self.no_mouse || other.no_mouse,
            plain: self.plain || other.plain,
        }
    }
}
