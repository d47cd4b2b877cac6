//! A line to be typed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tetralith_core::StepKind;
use tetralith_core::position_text::MAX_POSITION_TEXT;
use tetralith_core::text::display_text;

use super::component::{Component, Scene, named};
use crate::keymap::{Action, Context};
use crate::program::Effects;
use crate::tui::request::{Purpose, Request};
use crate::tui::shared::Shared;
use crate::tui::widgets::hint_line::Named;
use crate::tui::widgets::input::TextInput;
use crate::tui::widgets::menus::put_input;
use crate::tui::widgets::notice::grown;
use crate::tui::widgets::paint::{put, put_lines, shorten, shorten_start, width, wrap};
use tetralith_session::words::{cursor_text, sentence};
use tetralith_storage::files::DATA_DIR;

/// The most characters a prompt takes.
const PROMPT_CHARS: usize = 400;

/// A line to be typed.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The purpose of the line.
    pub purpose: Purpose,
    /// The line.
    pub input: TextInput,
    /// The fault that was found when it was last tried, as a sentence without its full stop.
    pub fault: Option<String>,
    /// The line as it began.
    begun: String,
    /// True if the next cancelling discards a comment that was typed.
    discards: bool,
}

impl Prompt {
    /// A prompt with `text` in it to begin with.
    pub fn new(purpose: Purpose, text: &str) -> Self {
        let input = match purpose {
            // The position on the board is there to be copied or replaced, seldom to be added to.
            Purpose::Position => TextInput::selected(MAX_POSITION_TEXT, text),
            Purpose::Save => TextInput::selected(PROMPT_CHARS, text),
            _ => TextInput::with(PROMPT_CHARS, text),
        };
        let begun = input.text().to_owned();
        Self { purpose, input, fault: None, begun, discards: false }
    }

    /// True if something was typed that takes long to type again.
    fn is_dear(&self) -> bool {
        self.purpose.is_comment() && self.input.text().trim() != self.begun.trim()
    }

    /// Shows what is wrong with the line.
    pub fn fail(&mut self, text: &str) {
        self.fault = Some(display_text(text));
    }
}

/// True if a line can be typed that is just `text`. A text that is longer, has several lines or
/// hidden characters would be damaged.
pub fn fits_prompt(text: &str) -> bool {
    TextInput::with(PROMPT_CHARS, text).text() == text
}

impl Component for Prompt {
    fn contexts(&self, _cx: &Shared) -> Vec<Context> {
        vec![Context::Typing]
    }

    fn hints(&self, _cx: &Shared) -> Vec<Named> {
        named([Action::Accept, Action::Cancel])
    }

    fn act(&mut self, action: Action, cx: &mut Shared, effects: &mut Effects) {
        match action {
            Action::Cancel if self.is_dear() && !self.discards => {
                self.fault = None;
                self.discards = true;
                effects.draw();
            }
            Action::Cancel => cx.close(),
            Action::Accept => {
                cx.request(Request::Submit(self.purpose, self.input.text().to_owned()));
            }
            _ => {
                let edited = self.input.act(action);
                self.fault = None;
                self.discards = false;
                aim(self, cx);
                effects.draw_if(edited);
            }
        }
    }

    fn typed(&mut self, text: &str, cx: &mut Shared, effects: &mut Effects) {
        self.fault = None;
        self.discards = false;
        self.input.insert(text);
        aim(self, cx);
        effects.draw();
    }

    fn draw(&self, scene: &Scene, cx: &Shared, buffer: &mut Buffer) -> Option<Rect> {
        draw(self, scene, cx, buffer);
        Some(scene.says)
    }
}

/// Lets the board show the step in the prompt as far as it is typed.
fn aim(prompt: &Prompt, cx: &mut Shared) {
    if prompt.purpose == Purpose::Step {
        cx.request(Request::Aim(prompt.input.text().to_owned()));
    }
}

/// The fewest columns in which the beginning of a remark is still useful.
const LEAST_REMARK: u16 = 12;

/// Draws what is typed, and below it the remark on it.
///
/// A step is typed with an eye on the board, so a low window keeps every row of the board: there
/// the remark comes after the typed text, as far as that leaves room. So does a remark on a step,
/// or a fault of any line, that would take rows above otherwise: nothing moves for it.
fn draw(prompt: &Prompt, scene: &Scene, cx: &Shared, buffer: &mut Buffer) {
    let (theme, area) = (&cx.theme, scene.says);
    let (text, style) = remark(prompt, scene, cx);
    let below = wrap(&text, area.width.saturating_sub(1));
    let is_step = prompt.purpose == Purpose::Step;
    let beside = area.height == 1 && prompt.fault.is_none() && is_step;
    let flows = !beside && (prompt.fault.is_some() || is_step);
    let flowing = flows.then(|| flowing(prompt, &text, below.len(), area)).flatten();
    let keeps = beside || flowing.is_some();
    let area = if keeps { area } else { grown(area, 1 + below.len() as u16, theme, buffer) };
    let column = put(buffer, area, 0, 0, &format!(" {}: ", prompt.purpose.label()), theme.accent());
    let column = if prompt.input.is_selected() {
        let text = shorten_start(
            prompt.input.text(),
            area.width.saturating_sub(column + 1),
            theme.is_ascii(),
        );
        put(buffer, area, column, 0, &text, theme.caret())
    } else {
        put_input(buffer, area, column, 0, prompt.input.halves(), theme)
    } + 2;
    if let Some((first, rest)) = flowing {
        put(buffer, area, column, 0, &first, style);
        let below_line = Rect { x: area.x + 1, y: area.y + 1, ..area }.intersection(area);
        put_lines(buffer, below_line, 0, rest, style);
    } else if !beside {
        let below_line = Rect { x: area.x + 1, y: area.y + 1, ..area }.intersection(area);
        put_lines(buffer, below_line, 0, below, style);
    } else if area.width.saturating_sub(column) >= LEAST_REMARK.min(width(&text)) {
        let text = shorten(&text, area.width.saturating_sub(column), theme.is_ascii());
        put(buffer, area, column, 0, &text, style);
    }
}

/// The columns that the words before the line take, and those around it: a colon and three blanks,
/// and the caret.
fn columns_around(prompt: &Prompt) -> u16 {
    width(prompt.purpose.label()) + 5
}

/// True if all that is typed is seen in a line of so many `columns`.
fn fits_line(prompt: &Prompt, columns: u16) -> bool {
    width(prompt.input.text()) + columns_around(prompt) <= columns
}

/// The remark `text` that begins after what is typed and goes on below: its first line, and the
/// others; `None` if the rows of `area` have room for its lines `below`, or have none even so.
fn flowing(prompt: &Prompt, text: &str, below: usize, area: Rect) -> Option<(String, Vec<String>)> {
    let rows = usize::from(area.height.checked_sub(1)?);
    // A blank more than around the line parts both.
    let used = width(prompt.input.text()) + columns_around(prompt) + 1;
    let room = area.width.checked_sub(used).filter(|room| *room >= LEAST_REMARK)?;
    let first = wrap(text, room).into_iter().next()?;
    let rest = wrap(text.strip_prefix(&*first)?.trim_start(), area.width - 1);
    (below > rows && rest.len() <= rows).then_some((first, rest))
}

/// Returns the remark on the line as it is typed.
fn remark(prompt: &Prompt, scene: &Scene, cx: &Shared) -> (String, Style) {
    let theme = &cx.theme;
    if let Some(fault) = &prompt.fault {
        return (sentence(fault), theme.warning());
    }
    if prompt.discards {
        let [save, discard] = [Action::Accept, Action::Cancel].map(|key| scene.keys.name(key));
        let text = format!("{discard} again discards what you typed; {save} saves it.");
        return (text, theme.warning());
    }
    let plain = |text: &str| (text.to_owned(), theme.dim());
    match (prompt.purpose, scene.table) {
        (Purpose::Step, Some(table)) => {
            let example = if table.has(StepKind::Tromino) {
                "such as d4 e4* d5; the star marks the opponent's stone"
            } else {
                "such as d4"
            };
            match cursor_text(table) {
                Some((text, true)) if !table.hand().aim().steps.is_empty() => (text, theme.good()),
                Some((text, false)) => (sentence(&text), theme.warning()),
                _ => plain(example),
            }
        }
        (Purpose::Turn, _) => plain("the turn's number; 0 is the start"),
        (Purpose::Save, _) => {
            plain("a file name ending in .json; without a directory, in the current one")
        }
        (Purpose::Export, _) => plain(
            "ending in .svg .png .gif .cast .txt .md .html; or copy; add 1-12 to number moves",
        ),
        (Purpose::Open, _) => plain("a file or a directory"),
        (Purpose::GamesDir, _) if cx.configuration.games_dir.is_some() => {
            plain(&format!("a directory; used only while {DATA_DIR} is not set"))
        }
        (Purpose::GamesDir, _) => plain("a directory (~ is your home); empty for the default"),
        (Purpose::Program, _) => plain("a program that speaks GTP, such as my-engine --strong"),
        (Purpose::Clock, _) => plain("a time such as 10m, 10m+5s or 10m,3x30s; none for no clock"),
        (Purpose::Find, _) if cx.board.sought.is_empty() => {
            plain("a cell, part of a comment, a sign like ?, or a turn number")
        }
        (Purpose::Find, _) => {
            plain(&format!("{} finds '{}' again", scene.keys.name(Action::Accept), cx.board.sought))
        }
        (Purpose::Position, _) if prompt.input.is_selected() => {
            plain("type or paste another; arrow keys edit this one")
        }
        (Purpose::Position, _) => plain("such as: necklace size=5 5/2b2/1r3/5/5 red"),
        (Purpose::Rename, _) => plain("the new name of the game"),
        // A comment that is longer than the line can be read whole below it.
        (purpose, _) if purpose.is_comment() && !fits_line(prompt, scene.says.width) => {
            plain(prompt.input.text())
        }
        (purpose @ (Purpose::Comment | Purpose::GameComment), _) => {
            let what = if purpose == Purpose::Comment { "this move" } else { "the game" };
            let key = scene.keys.name(Action::Accept);
            plain(&format!("on {what}; {key} saves it, an empty comment is deleted"))
        }
        _ => plain(""),
    }
}
