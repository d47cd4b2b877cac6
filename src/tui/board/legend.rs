//! The signs on the board in words.

use ratatui::style::{Modifier, Style};
use ratatui::text::Span;
use tetralith_core::{CellSet, Colour, Info, Marks, Orientation};

use super::edges::{edge_sign, edge_style};
use crate::theme::{BoardInk, StoneShape, Theme, Tint, Vacant};
use crate::tui::widgets::page::Sign;

/// The ways of drawing a board that have signs of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// In characters.
    Characters,
    /// In blocks, with signs of text on them.
    Blocks,
    /// The same where cells are small, and marks on stones are squares.
    SmallBlocks,
    /// As a picture.
    Picture,
}

/// Returns what the signs on the board mean, in the order a reader asks: a sample as a board that
/// is `drawn` so shows it, and a few words.
///
/// Only signs that `marks` has a use for are listed; the edges are those of a board that lies as
/// `lies` says.
pub fn legend(
    info: &'static Info,
    marks: &Marks,
    lies: Orientation,
    theme: &Theme,
    drawn: Drawn,
) -> Vec<Sign> {
    let samples = Samples { info, theme, ink: theme.board(info), drawn };
    let mut entries = Vec::new();
    for colour in Colour::BOTH {
        entries.push((samples.stone(colour), info.side(colour).title.to_owned()));
    }
    entries.push((samples.vacant(Vacant::Legal), "legal (shown if few)".to_owned()));
    if marks.forbidden.is_empty() || !marks.controlled.iter().all(CellSet::is_empty) {
        entries.push((samples.vacant(Vacant::Closed), "illegal (shown if few)".to_owned()));
    }
    let controlled = marks.controlled.iter().any(|cells| !cells.is_empty());
    if controlled || !marks.territories.is_empty() {
        for colour in Colour::BOTH {
            let verb = if controlled { "vacant, controlled by" } else { "territory of" };
            entries.push((samples.held(colour), format!("{verb} {}", info.side(colour).title)));
        }
        if !controlled {
            entries.push((samples.vacant(Vacant::Neutral), "neutral territory".to_owned()));
        } else if drawn == Drawn::Characters {
            entries.push((
                samples.bold("'", samples.ink.last),
                "stone on a cell its owner controls".to_owned(),
            ));
        }
    }
    if !marks.threatened.is_empty() {
        let (sign, _) = threat_sign(drawn);
        entries
            .push((samples.bold(sign, theme.scheme().threat(info)), "can be flipped".to_owned()));
    }
    // In characters the sign of the holder is drawn there.
    if drawn != Drawn::Characters || !controlled {
        for &(rule, _) in &marks.forbidden {
            entries.push((samples.vacant(Vacant::Forbidden(rule)), format!("forbidden: {rule}")));
        }
    }
    if !marks.path.is_empty() {
        entries.push((samples.mark("*", "●─●", samples.ink.last), "winning chain".to_owned()));
    }
    if let Some(joins) = info.joins {
        for (colour, directions) in Colour::BOTH.into_iter().zip(joins) {
            let towards = lies.direction(info.boards[0].shape, directions[0]);
            let edge = Span::styled(edge_sign(theme, towards), edge_style(info, colour, theme));
            entries.push((edge, format!("edges {} connects", info.side(colour).title)));
        }
    }
    entries.push((samples.mark("[ ]", "┌─┐", samples.ink.cursor), "cursor".to_owned()));
    entries.push((samples.last(), "last move".to_owned()));
    entries.push((samples.mark("< >", "○", samples.ink.dot), "move that Enter plays".to_owned()));
    entries
}

/// Returns what the win rates on candidates mean, the kinds in `worths` in their order.
pub fn legend_of_worths(worths: &[String], theme: &Theme) -> Vec<Sign> {
    let meaning = |worth: &str| match worth {
        "W" => "candidate that wins, proven",
        "L" => "candidate that loses, proven",
        "D" => "candidate that draws, proven",
        _ => "win rate of a candidate, in %",
    };
    let style = theme.good().add_modifier(Modifier::BOLD);
    let mut entries: Vec<Sign> = Vec::new();
    for worth in worths {
        let text = meaning(worth);
        if entries.iter().all(|(_, explained)| explained != text) {
            entries.push((Span::styled(worth.clone(), style), text.to_owned()));
        }
    }
    entries
}

/// Returns the sign of a vacant cell on a board that is `drawn` so, or in text what looks most like
/// it.
pub fn vacant_sign(theme: &Theme, vacant: Vacant, drawn: Drawn) -> &'static str {
    match (drawn, vacant) {
        (Drawn::Blocks | Drawn::SmallBlocks | Drawn::Picture, Vacant::Legal)
        | (Drawn::SmallBlocks, Vacant::Held(_)) => dot_sign(drawn),
        (Drawn::Characters | Drawn::Blocks | Drawn::SmallBlocks, _) => theme.vacant_glyph(vacant),
        (Drawn::Picture, Vacant::Neutral) => "─",
        (Drawn::Picture, vacant) if vacant.is_lozenge() => "◊",
        (Drawn::Picture, _) => "×",
    }
}

/// Returns what a dot on a board that is `drawn` so looks like in text.
const fn dot_sign(drawn: Drawn) -> &'static str {
    match drawn {
        Drawn::SmallBlocks => "■",
        Drawn::Characters | Drawn::Blocks => "●",
        Drawn::Picture => "·",
    }
}

/// Returns the sign of a threatened stone, or in text what looks most like it, and its name: beside
/// text a ring or a disc would be that of a side.
pub const fn threat_sign(drawn: Drawn) -> (&'static str, &'static str) {
    match drawn {
        Drawn::Characters => ("!", "!"),
        Drawn::Blocks => (dot_sign(drawn), "dot"),
        Drawn::SmallBlocks => (dot_sign(drawn), "square"),
        Drawn::Picture => ("○", "ring"),
    }
}

struct Samples<'a> {
    info: &'static Info,
    theme: &'a Theme,
    ink: &'a BoardInk,
    drawn: Drawn,
}

impl Samples<'_> {
    /// A sign, in pixels as wide as a cell that a side holds.
    fn sample(&self, text: &'static str, style: Style) -> Span<'static> {
        match self.drawn {
            Drawn::Characters => Span::styled(text, style),
            Drawn::Blocks | Drawn::SmallBlocks | Drawn::Picture => {
                Span::styled(format!("{text:^3}"), style)
            }
        }
    }

    /// A sign on the ground of the board, bold.
    fn bold(&self, text: &'static str, colour: Tint) -> Span<'static> {
        self.sample(text, self.theme.on(colour, self.ink.tile).add_modifier(Modifier::BOLD))
    }

    /// A mark: in characters, or else as what looks most like it.
    fn mark(
        &self,
        in_characters: &'static str,
        as_pixels: &'static str,
        colour: Tint,
    ) -> Span<'static> {
        self.bold(if self.drawn == Drawn::Characters { in_characters } else { as_pixels }, colour)
    }

    /// The colour of a side's stones.
    fn fill(&self, colour: Colour) -> Tint {
        self.theme.ink(self.info.side(colour).stone).fill
    }

    fn stone(&self, colour: Colour) -> Span<'static> {
        if self.theme.shows_discs() {
            let (sign, style) = self.theme.stone_sign(self.info, colour);
            return Span::styled(sign, style);
        }
        Span::styled(
            self.theme.stone_glyph(self.info, colour),
            self.theme.stone(self.info.side(colour).stone),
        )
    }

    /// True if a wash shows regions: as pixels, and between lines in colour.
    fn is_washed(&self) -> bool {
        let is_lined = self.theme.has_lines(self.info.boards[0].shape);
        self.theme.mixes() && (self.drawn != Drawn::Characters || is_lined)
    }

    /// A vacant cell of a kind.
    fn vacant(&self, vacant: Vacant) -> Span<'static> {
        let colour = match vacant {
            Vacant::Legal if self.drawn == Drawn::Characters => self.ink.legal,
            Vacant::Legal => self.theme.scheme().legal(self.ink, self.ink.tile),
            Vacant::Forbidden(_) | Vacant::Closed => self.ink.alarm,
            _ => self.ink.dot,
        };
        let sign = vacant_sign(self.theme, vacant, self.drawn);
        match self.drawn {
            _ if vacant == Vacant::Neutral && self.is_washed() => {
                self.sample(sign, self.theme.on(colour, self.ink.neutral()))
            }
            Drawn::Blocks | Drawn::SmallBlocks | Drawn::Picture => self.bold(sign, colour),
            Drawn::Characters => Span::styled(sign, self.theme.on(colour, self.ink.tile)),
        }
    }

    /// A vacant cell that a side holds: a wash, or a sign.
    fn held(&self, colour: Colour) -> Span<'static> {
        let (fill, stone) = (self.fill(colour), self.info.side(colour).stone);
        let sign = match self.drawn {
            Drawn::Picture => {
                let theme = self.theme.in_full();
                let held = theme.held(stone, theme.board(self.info));
                return Span::styled("   ", self.theme.on(fill, held));
            }
            _ if self.is_washed() => {
                return Span::styled("   ", self.theme.on(fill, self.theme.held(stone, self.ink)));
            }
            Drawn::Blocks | Drawn::SmallBlocks => {
                vacant_sign(self.theme, Vacant::Held(StoneShape::Solid), self.drawn)
            }
            Drawn::Characters => self.theme.held_glyph(self.info, colour),
        };
        self.sample(sign, self.theme.on(fill, self.ink.tile))
    }

    /// The last move: a dot on a stone; in characters a lit square, or brackets without lines.
    fn last(&self) -> Span<'static> {
        let fill = self.fill(Colour::First);
        let dot = match self.drawn {
            Drawn::Characters if !self.theme.has_lines(self.info.boards[0].shape) => {
                return self.bold("( )", self.ink.last);
            }
            Drawn::Characters => {
                let square = self.theme.last_square(self.info, fill);
                return Span::styled("   ", self.theme.on(self.ink.last, square));
            }
            Drawn::Blocks => " ● ",
            Drawn::SmallBlocks => " ■ ",
            Drawn::Picture => " · ",
        };
        let style = self.theme.on(self.theme.last_dot(self.info, fill), fill);
        Span::styled(dot, style.add_modifier(Modifier::BOLD))
    }
}
