//! What lies over a screen for a while: pages of text, questions, and prompts for a line of text.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;
use tetralith_core::Info;

use super::filter::fit;
use super::input::Input;
use super::keymap::{Binding, Context, Key, Keymap};
pub use super::layers::prompt::{Prompt, Purpose, fits_prompt};
pub use super::layers::question::{ConfirmAction, Question};
pub use super::layers::seats::Seats;
use super::menus::put_input;
use super::paint::{put, wrap};
use super::palette::Palette;
use super::theme::{Glyphs, Theme};

/// Something that takes the keys until it is closed.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// Every key, by context.
    Help {
        /// Where it was asked for: these keys come first.
        contexts: Vec<Context>,
        /// What the signs on the board mean, if there is a board.
        legend: Vec<Sign>,
        /// What is looked for among the keys.
        filter: Input,
        /// Lines scrolled away at the top.
        scroll: usize,
    },
    /// The rules of a game.
    Rules {
        /// The game.
        info: &'static Info,
        /// Lines scrolled away at the top.
        scroll: usize,
    },
    /// A comment that is too long for a line, to be read.
    Comment {
        /// The number of the turn it is on.
        turn: u32,
        /// The comment, safe to show.
        text: String,
        /// Lines scrolled away at the top.
        scroll: usize,
    },
    /// A question with yes or no.
    Question(Question),
    /// A line to be typed.
    Prompt(Prompt),
    /// Everything that can be done.
    Palette(Box<Palette>),
    /// Who plays which side.
    Seats(Seats),
}

/// A sign on the board and what it means.
type Sign = (Span<'static>, String);

/// A line of a page and how it is meant.
enum Line {
    Heading(String),
    Key(String, String),
    /// Signs of the board beside each other.
    Signs(Vec<Sign>),
    Text(String),
}

/// Columns that a sign takes in the help.
const SIGN_WIDTH: u16 = 5;

/// Columns that the names of keys take in the help.
const KEY_WIDTH: u16 = 20;

/// The narrowest window whose help has all of its title beside what is looked for, in columns.
const WHOLE_TITLE_FROM: u16 = 60;

/// The most characters that are looked for in the help.
const HELP_CHARS: usize = 60;

/// The heading of what the signs on the board mean.
const SIGNS: &str = "Signs on the board";

/// The widest a page of text is set, in columns; longer lines are hard to read.
const PAGE_WIDTH: u16 = 78;

/// Where a page's text goes.
fn page_area(area: Rect) -> Rect {
    let width = area.width.saturating_sub(2).min(PAGE_WIDTH);
    Rect { x: area.x + 1, y: area.y + 2, width, height: area.height.saturating_sub(3) }.intersection(area)
}

fn page(overlay: &Overlay, width: u16, theme: &Theme, keymap: &Keymap) -> Vec<Line> {
    match overlay {
        Overlay::Help { contexts, legend, filter, .. } => {
            help(contexts, legend, filter.text(), width, theme.glyphs() == Glyphs::Ascii, keymap)
        }
        Overlay::Rules { info, .. } => rules(info, width),
        Overlay::Comment { text, .. } => {
            let remark =
                "This comment is longer than a line. It is read here; another program can edit it in a saved record.";
            let lines = text.lines().flat_map(|line| wrap(line, width));
            lines.chain([String::new()]).chain(wrap(remark, width)).map(Line::Text).collect()
        }
        Overlay::Question(_) | Overlay::Prompt(_) | Overlay::Palette(_) | Overlay::Seats(_) => Vec::new(),
    }
}

/// The rules as they stand in the game's text, where a line that begins with `#` is a heading.
fn rules(info: &Info, width: u16) -> Vec<Line> {
    let lines = info.rules.lines().flat_map(|line| match line.strip_prefix("# ") {
        Some(heading) => vec![Line::Heading(heading.to_owned())],
        None if line.trim().is_empty() => vec![Line::Text(String::new())],
        None => wrap(line, width).into_iter().map(Line::Text).collect(),
    });
    lines.collect()
}

/// A line of the help for words to be looked for in.
pub fn help_filter() -> Input {
    Input::new(HELP_CHARS)
}

/// The keys and signs that fit `filter`, in their sections; a section without any is left out.
fn help(contexts: &[Context], legend: &[Sign], filter: &str, width: u16, ascii: bool, keymap: &Keymap) -> Vec<Line> {
    // Who is used to begin a search with a slash finds the same; a slash alone is the key.
    let query = filter.strip_prefix('/').filter(|rest| !rest.is_empty()).unwrap_or(filter);
    let mut lines = Vec::new();
    let mut section = |title: &str, entries: Vec<Line>| {
        if entries.is_empty() {
            return;
        }
        if !lines.is_empty() {
            lines.push(Line::Text(String::new()));
        }
        lines.push(Line::Heading(title.to_owned()));
        lines.extend(entries);
    };
    let fitting = legend.iter().filter(|(sign, text)| fit(query, text, &sign.content).is_some());
    section(SIGNS, sign_lines(fitting, width));
    let others = Context::ALL.into_iter().filter(|context| !contexts.contains(context));
    for context in contexts.iter().copied().chain(others) {
        let bound = keymap.lines_in(context).filter(|(_, keys)| !keys.is_empty());
        section(
            context.title(),
            bound.flat_map(|(binding, keys)| key_lines(binding, keys, query, width, ascii)).collect(),
        );
    }
    if lines.is_empty() {
        let nothing = format!("No key does anything with '{query}'. Esc shows every key again.");
        lines.extend(wrap(&nothing, width).into_iter().map(Line::Text));
    }
    lines
}

/// Signs in lines: two in each where there is room for both.
fn sign_lines<'a>(legend: impl Iterator<Item = &'a Sign>, width: u16) -> Vec<Line> {
    let room = (width / 2).saturating_sub(SIGN_WIDTH + 1);
    let fits = |(_, text): &Sign| super::paint::width(text) <= room;
    let mut lines: Vec<Vec<Sign>> = Vec::new();
    for sign in legend {
        match lines.last_mut() {
            Some(line) if line.len() == 1 && fits(&line[0]) && fits(sign) => line.push(sign.clone()),
            _ => lines.push(vec![sign.clone()]),
        }
    }
    lines.into_iter().map(Line::Signs).collect()
}

/// What the help says of one line of the table of keys, nothing if it does not fit `query`.
fn key_lines(binding: &Binding, keys: &[Key], query: &str, width: u16, ascii: bool) -> Vec<Line> {
    let keys: Vec<String> = keys.iter().map(|key| key.name(ascii)).collect();
    let besides = format!("{} {} {}", keys.join(" "), binding.short, binding.context.title());
    if fit(query, binding.what, &besides).is_none() {
        return Vec::new();
    }
    let keys = keys.join(" or ");
    let wide = super::paint::width(&keys) >= KEY_WIDTH;
    let head = wide.then(|| Line::Key(keys.clone(), String::new()));
    let whats = wrap(binding.what, width.saturating_sub(KEY_WIDTH)).into_iter().enumerate();
    let whats = whats.map(|(i, what)| Line::Key(if i == 0 && !wide { keys.clone() } else { String::new() }, what));
    head.into_iter().chain(whats).collect()
}

/// How far a page can be scrolled in a window of this `area`.
pub fn most_scroll(overlay: &Overlay, area: Rect, theme: &Theme, keymap: &Keymap) -> usize {
    let area = page_area(area);
    page(overlay, area.width, theme, keymap).len().saturating_sub(usize::from(area.height))
}

/// Draws a page over the whole of `area` but its last row; questions and prompts are drawn by the screen they belong to.
pub fn draw(overlay: &Overlay, theme: &Theme, keymap: &Keymap, area: Rect, buffer: &mut Buffer) {
    let (title, scroll) = match overlay {
        Overlay::Help { legend, scroll, .. } if legend.is_empty() || area.width < WHOLE_TITLE_FROM => {
            ("Keys".to_owned(), *scroll)
        }
        Overlay::Help { scroll, .. } => ("Keys and signs".to_owned(), *scroll),
        Overlay::Rules { info, scroll } => (format!("The rules of {}", info.title), *scroll),
        Overlay::Comment { turn, scroll, .. } => (format!("The comment on turn {turn}"), *scroll),
        Overlay::Question(_) | Overlay::Prompt(_) | Overlay::Palette(_) | Overlay::Seats(_) => return,
    };
    let text = page_area(area);
    let lines = page(overlay, text.width, theme, keymap);
    let rows = usize::from(text.height);
    // The window may have grown since the page was scrolled.
    let scroll = scroll.min(lines.len().saturating_sub(rows));
    let mut column = put(buffer, area, 1, 0, &title, theme.title());
    if let Overlay::Help { filter, .. } = overlay {
        column = if filter.text().is_empty() {
            put(buffer, area, column + 2, 0, "type what to look for", theme.dim())
        } else {
            let column = put(buffer, area, column + 2, 0, "with ", theme.dim());
            put_input(buffer, area, column, 0, filter.halves(), theme)
        };
    }
    if lines.len() > rows && rows > 0 {
        let (from, to, of) = (scroll + 1, (scroll + rows).min(lines.len()), lines.len());
        let texts =
            [format!(" lines {from}-{to} of {of}"), format!("{from}-{to} of {of}"), format!("{from}-{to}/{of}")];
        let room = area.width.saturating_sub(column + 2);
        if let Some(shown) = texts.iter().find(|text| super::paint::width(text) <= room) {
            put(buffer, area, column + 2, 0, shown, theme.dim());
        }
    }
    for (row, line) in (0..text.height).zip(lines.iter().skip(scroll)) {
        match line {
            Line::Heading(heading) => {
                put(buffer, text, 0, row, heading, theme.title());
            }
            Line::Key(keys, what) => {
                put(buffer, text, 0, row, keys, theme.accent());
                put(buffer, text, KEY_WIDTH, row, what, theme.text());
            }
            Line::Signs(signs) => {
                for (column, (sign, what)) in [0, text.width / 2].into_iter().zip(signs) {
                    let before = 3 - super::paint::width(&sign.content).min(3);
                    put(buffer, text, column + before, row, &sign.content, sign.style);
                    put(buffer, text, column + SIGN_WIDTH, row, what, theme.text());
                }
            }
            Line::Text(line) => {
                put(buffer, text, 0, row, line, theme.text());
            }
        }
    }
}
