//! The board as pixels: what is seen as a picture, and the picture as halves of characters in two
//! colours.

use ratatui::style::{Modifier, Style};
use tetralith_core::{Cell, CellSet};
use tetralith_picture::look::Tint;
use tetralith_picture::{
    Canvas, Drawing, Grid, Label, LabelKind, Shades, Sprite, Sprites, Text, View, render,
};

use super::{Advice, BoardView, Painter, rank_label};
use crate::tui::board::layout::HALF_BLOCKS;

impl BoardView<'_> {
    /// Draws the board with its letters on `canvas`, in a picture of `size` with `ground` around
    /// it; returns true if anything of it had to be redrawn, and `None` if it is one that is drawn
    /// in characters.
    pub fn draw_on(&self, canvas: &mut Canvas, size: (u32, u32), ground: Tint) -> Option<bool> {
        let (grid, _) = self.layout.pixels()?;
        // Only what is larger than can be drawn is refused, and no screen is.
        canvas.draw(&self.with(&self.all_labels()), self.theme.scheme(), grid, size, ground).ok()
    }

    /// The sprites of the board with its letters, in a picture of `size`; `None` if it is one that
    /// is drawn in characters.
    pub fn lay_on(&self, sprites: &mut Sprites, size: (u32, u32)) -> Option<Vec<Sprite>> {
        let (grid, _) = self.layout.pixels()?;
        Some(sprites.draw(&self.with(&self.all_labels()), self.theme.scheme(), grid, size))
    }

    /// The board as pixels without letters.
    fn drawn(&self, grid: &Grid) -> Option<Drawing> {
        render(&self.with(&self.all_labels()), self.theme.scheme(), grid).ok()
    }

    /// All that is written on cells.
    fn all_labels(&self) -> Vec<Label> {
        let advised = self.advice.cells.iter().map(|advice| self.advised(*advice));
        let judged = self.judged.map(|(cell, class)| Label {
            cell,
            text: class.mark().to_owned(),
            kind: LabelKind::Note,
        });
        self.seen.labels.iter().cloned().chain(judged).chain(advised).collect()
    }

    /// The view, with `labels` on it.
    fn with<'b>(&'b self, labels: &'b [Label]) -> View<'b> {
        // A stone that is judged bears the mark in place of the dot.
        let judged = self.judged.map_or(CellSet::EMPTY, |(cell, _)| CellSet::of(cell));
        View { last: self.seen.last - judged, labels, ..self.seen }
    }

    /// The label of a cell that is advised, or threatened.
    fn advised(&self, (cell, rank): (Cell, u8)) -> Label {
        let Advice { side, foreign, wins, is_threat, .. } = self.advice;
        let is_foreign = foreign.contains(cell);
        let kind = if is_threat && !is_foreign {
            LabelKind::Threat { best: rank == 1 }
        } else {
            let side = side.map(|side| if is_foreign { side.other() } else { side });
            LabelKind::Candidate { rank, side }
        };
        let win = wins.get(usize::from(rank).wrapping_sub(1)).filter(|_| !is_threat);
        // The other side's stone lies beside one that bears the text.
        let text = match kind {
            LabelKind::Candidate { .. } if is_foreign => String::new(),
            _ => win.cloned().unwrap_or_else(|| rank_label(rank, is_threat).to_owned()),
        };
        Label { cell, text, kind }
    }
}

impl Painter<'_, '_> {
    /// Draws the board in halves of characters; returns true if it is one that is drawn so.
    pub(super) fn half_blocks(&mut self) -> bool {
        if self.view.layout.is_picture() {
            // It lies over the place that is left free here.
            return true;
        }
        let Some((grid, HALF_BLOCKS)) = self.view.layout.pixels() else { return false };
        let Some(drawing) = self.view.drawn(grid) else { return false };
        let (view, theme) = (self.view.layout.view(), self.view.theme);
        let beyond = theme.shown(theme.background());
        let mut shades = Shades::new(&drawing, theme.scheme());
        for y in 0..view.height {
            for x in 0..view.width {
                let mut colour = |below: u32| {
                    let pixel = drawing.pixel(u32::from(x), 2 * u32::from(y) + below);
                    pixel.map_or(beyond, |pixel| shades.shown(pixel))
                };
                let (above, below) = (colour(0), colour(1));
                // The lower half: many fonts leave a seam at the top of the upper one.
                let symbol = if above == below { " " } else { "▄" };
                let style = theme.on(below, above);
                self.put_anywhere(i32::from(view.x + x), i32::from(view.y + y), symbol, style);
            }
        }
        drawing.texts.iter().for_each(|text| self.write(text));
        true
    }

    /// Writes a text over the picture.
    fn write(&mut self, text: &Text) {
        let view = self.view.layout.view();
        let style: Style = self.view.theme.on(text.ink, text.over).add_modifier(Modifier::BOLD);
        let length = text.text.chars().count() as i32;
        let left = i32::from(view.x) + text.at.0 as i32 - (length - 1) / 2;
        let row = i32::from(view.y) + text.at.1 as i32 / 2;
        for (x, letter) in (left..).zip(text.text.chars()) {
            self.put_anywhere(x, row, letter.encode_utf8(&mut [0; 4]), style);
        }
    }
}
