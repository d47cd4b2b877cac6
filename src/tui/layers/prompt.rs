//! A line to be typed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::tui::input::Input;
use crate::tui::keymap::spell::KeyNames;
use crate::tui::menus::put_input;
use crate::tui::paint::{put, put_lines, shorten, width, wrap};
use crate::tui::panels::cursor_text;
use crate::tui::table::Table;
use crate::tui::theme::{Glyphs, Theme};
use crate::tui::widgets::notice::grown;
use tetralith_session::words::sentence;

/// The most characters a prompt takes.
const PROMPT_CHARS: usize = 400;

/// A line to be typed.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The purpose of the line.
    pub purpose: Purpose,
    /// The line.
    pub input: Input,
    /// The fault that was found when it was last tried, as a sentence without its full stop.
    pub fault: Option<String>,
}

/// The purpose of a line that is typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A step or turn to be played.
    Step,
    /// The number of a turn to go to.
    Turn,
    /// A comment on a turn.
    Comment,
    /// Something to be found in the game.
    Find,
    /// A file to save to.
    Save,
    /// A file for a picture, or the clipboard.
    Export,
    /// Another name for a saved game.
    Rename,
    /// A file or directory to open.
    Open,
    /// The directory that games are kept in.
    GamesDir,
}

impl Purpose {
    /// The words that stand before the line.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Step => "Play",
            Self::Turn => "Go to turn",
            Self::Comment => "Comment",
            Self::Find => "Find",
            Self::Save => "Save as",
            Self::Export => "Picture to",
            Self::Rename => "Rename to",
            Self::Open => "Open",
            Self::GamesDir => "Keep games in",
        }
    }
}

impl Prompt {
    /// A prompt with `text` in it to begin with.
    pub fn new(purpose: Purpose, text: &str) -> Self {
        Self { purpose, input: Input::with(PROMPT_CHARS, text), fault: None }
    }
}

/// True if a line can be typed that says just `text`; what is longer, has several lines or hidden characters would be
/// damaged.
pub fn fits_prompt(text: &str) -> bool {
    Input::with(PROMPT_CHARS, text).text() == text
}

/// Everything that a prompt is drawn from but the prompt itself.
pub struct PromptView<'a> {
    /// The board behind it, if there is one.
    pub table: Option<&'a Table>,
    /// The words that were looked for last in the game.
    pub sought: &'a str,
    /// The names of keys.
    pub keys: &'a KeyNames<'a>,
    /// The colours.
    pub theme: &'a Theme,
}

/// The fewest columns in which the beginning of a remark still tells something.
const LEAST_REMARK: u16 = 12;

/// Draws what is typed, and below it the remark on it.
///
/// A step is typed with an eye on the board, of which a low window keeps every row: there the remark comes behind what is
/// typed, as far as that leaves room.
pub fn draw(prompt: &Prompt, view: &PromptView, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let (text, style) = remark(prompt, view);
    let below = wrap(&text, area.width.saturating_sub(1));
    let beside = area.height == 1 && prompt.fault.is_none() && prompt.purpose == Purpose::Step;
    let area = if beside { area } else { grown(area, 1 + below.len() as u16, theme, buffer) };
    let column = put(buffer, area, 0, 0, &format!(" {}: ", prompt.purpose.label()), theme.accent());
    let column = put_input(buffer, area, column, 0, prompt.input.halves(), theme) + 2;
    if !beside {
        let below_line = Rect { x: area.x + 1, y: area.y + 1, ..area }.intersection(area);
        put_lines(buffer, below_line, 0, below, style);
    } else if area.width.saturating_sub(column) >= LEAST_REMARK.min(width(&text)) {
        let text = shorten(&text, area.width.saturating_sub(column), theme.glyphs() == Glyphs::Ascii);
        put(buffer, area, column, 0, &text, style);
    }
}

/// Returns what is to be said of the line as it is typed.
fn remark(prompt: &Prompt, view: &PromptView) -> (String, Style) {
    let theme = view.theme;
    if let Some(fault) = &prompt.fault {
        return (sentence(fault), theme.warning());
    }
    let plain = |text: &str| (text.to_owned(), theme.dim());
    match (prompt.purpose, view.table) {
        (Purpose::Step, Some(table)) => {
            let example =
                if table.has_trominoes() { "like d4 e4* d5, the star for the opponent's stone" } else { "like d4" };
            match cursor_text(table) {
                Some((text, true)) if !table.aim().steps.is_empty() => (text, theme.good()),
                Some((text, false)) => (sentence(&text), theme.warning()),
                _ => plain(example),
            }
        }
        (Purpose::Turn, _) => plain("its number; 0 is the start"),
        (Purpose::Save, _) => plain("a file; its name ends in .json"),
        (Purpose::Export, _) => plain("ends in .svg, .png, .gif or .txt; or: copy"),
        (Purpose::Open, _) => plain("a file or a directory"),
        (Purpose::GamesDir, _) => plain("a directory; ~ is your home; empty for the usual place"),
        (Purpose::Find, _) if view.sought.is_empty() => {
            plain("a cell, words of a comment, a sign like ?, or the number of a turn")
        }
        (Purpose::Find, _) => plain(&format!("{} alone finds '{}' again", view.keys.spell("{accept}"), view.sought)),
        (Purpose::Rename, _) => plain("what the game shall be called"),
        _ => plain(""),
    }
}
