//! The signs on the board in words.

use ratatui::style::Modifier;
use ratatui::text::Span;
use tetralith_core::{Colour, Info, Marks};

use super::edges::{edge_sign, edge_style};
use crate::theme::{StoneShape, Theme, Vacant, stone_shapes};
use tetralith_look::orientation::Orientation;

/// Returns what the signs on the board mean, in the order a reader asks: a sample as the board shows it, and a few words.
///
/// Only signs that `marks` has a use for are listed; the edges are those of a board that lies as `lies` says.
pub fn legend(info: &'static Info, marks: &Marks, lies: Orientation, theme: &Theme) -> Vec<(Span<'static>, String)> {
    let ink = theme.board(info);
    let background = ink.tile;
    let shapes = stone_shapes(info);
    let vacant = |vacant, colour| Span::styled(theme.vacant_glyph(vacant), theme.on(colour, background));
    let sign =
        |text: &'static str, colour| Span::styled(text, theme.on(colour, background).add_modifier(Modifier::BOLD));
    let fill = |colour| theme.ink(info.side(colour).stone).fill;
    let mut entries: Vec<(Span<'static>, String)> = Vec::new();
    for colour in Colour::BOTH {
        let side = info.side(colour);
        let stone = if theme.shows_discs() {
            sign(theme.glyph(StoneShape::Solid), fill(colour))
        } else {
            Span::styled(theme.stone_glyph(info, colour), theme.stone(side.stone))
        };
        entries.push((stone, side.title.to_owned()));
    }
    entries.push((vacant(Vacant::Legal, ink.legal), "legal (shown if few are)".to_owned()));
    entries.push((vacant(Vacant::Closed, ink.dot), "illegal (shown if most are legal)".to_owned()));
    let controlled = marks.controlled.iter().any(|cells| !cells.is_empty());
    if controlled || !marks.territories.is_empty() {
        for colour in Colour::BOTH {
            let held = vacant(Vacant::Held(shapes[colour.index()]), fill(colour));
            let verb = if controlled { "vacant, controlled by" } else { "territory of" };
            entries.push((held, format!("{verb} {}", info.side(colour).title)));
        }
        if controlled {
            entries.push((sign("'", ink.last), "stone where its own side controls".to_owned()));
        } else {
            entries.push((vacant(Vacant::Neutral, ink.dot), "neutral territory".to_owned()));
        }
    }
    if !marks.threatened.is_empty() {
        entries.push((sign("!", ink.alarm), "stone that can be flipped".to_owned()));
    }
    if !controlled {
        for &(rule, _) in &marks.forbidden {
            entries.push((vacant(Vacant::Forbidden(rule), ink.alarm), format!("forbidden: {rule}")));
        }
    }
    if !marks.path.is_empty() {
        entries.push((sign("*", ink.last), "the winning chain".to_owned()));
    }
    if let Some(joins) = info.joins {
        for (colour, directions) in Colour::BOTH.into_iter().zip(joins) {
            let towards = lies.direction(info.boards[0].shape, directions[0]);
            let edge = Span::styled(edge_sign(theme, towards), edge_style(info, colour, theme));
            entries.push((edge, format!("edge that {} joins", info.side(colour).title)));
        }
    }
    entries.push((sign("[ ]", ink.cursor), "cursor".to_owned()));
    entries.push((sign("( )", ink.last), "last move".to_owned()));
    entries.push((sign("< >", ink.cursor), "what Enter would play".to_owned()));
    entries
}
