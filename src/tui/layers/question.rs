//! A question with yes or no.

use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::theme::Theme;
use crate::tui::widgets::notice::say_whole;

/// A question with yes or no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The question, with its question mark.
    pub text: String,
    /// The action that yes confirms.
    pub action: ConfirmAction,
}

/// Something that is done once it is confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfirmAction {
    /// Pass.
    Pass,
    /// Resign.
    Resign,
    /// Exchange colours.
    Swap,
    /// End although the game is not kept.
    Quit,
    /// Let another game take the place of the one at the board, although that is not kept.
    ReplaceGame,
    /// Save to this file in place of what is there.
    ReplaceFile(PathBuf),
    /// Put a picture into this file in place of what is there.
    ReplacePicture(PathBuf),
}

impl ConfirmAction {
    /// True if it loses something for good: a game, or what a file holds.
    pub const fn is_destructive(&self) -> bool {
        match self {
            Self::Quit | Self::ReplaceGame | Self::ReplaceFile(_) | Self::ReplacePicture(_) => true,
            Self::Pass | Self::Resign | Self::Swap => false,
        }
    }
}

/// Draws the question into `area`, and above it as far as needed.
pub fn draw(question: &Question, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    say_whole(&question.text, theme.accent(), theme, area, buffer);
}
