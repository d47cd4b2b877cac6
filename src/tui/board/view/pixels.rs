//! The board as pixels: what is seen as a picture, and the picture as halves of characters in two
//! colours.

use ratatui::style::{Modifier, Style};
use tetralith_core::{Cell, CellSet};
use tetralith_picture::look::Tint;
use tetralith_picture::{
    Canvas, Drawing, Grid, Label, LabelKind, Shades, Sprite, Sprites, Text, View, render,
};

use super::{BoardView, Painter, rank_label};
use crate::tui::board::layout::HALF_BLOCKS;

impl BoardView<'_> {
    /// Draws the board with its letters on `canvas`, in a picture of `size` with `ground` around
    /// it; returns true if anything of it had to be redrawn, and `None` if it is one that is drawn
    /// in characters.
    pub fn draw_on(&self, canvas: &mut Canvas, size: (u32, u32), ground: Tint) -> Option<bool> {
        let (grid, _) = self.layout.pixels()?;
        let grid = if self.layout.coordinates().is_some() { grid.with_names() } else { *grid };
        // Only what is larger than can be drawn is refused, and no screen is.
        canvas.draw(&self.seen(&self.all_labels()), self.theme.scheme(), &grid, size, ground).ok()
    }

    /// The sprites of the board with its letters, in a picture of `size`; `None` if it is one that
    /// is drawn in characters.
    pub fn lay_on(&self, sprites: &mut Sprites, size: (u32, u32)) -> Option<Vec<Sprite>> {
        let (grid, _) = self.layout.pixels()?;
        let grid = if self.layout.coordinates().is_some() { grid.with_names() } else { *grid };
        Some(sprites.draw(&self.seen(&self.all_labels()), self.theme.scheme(), &grid, size))
    }

    /// The board as pixels without letters.
    fn drawn(&self, grid: &Grid) -> Option<Drawing> {
        render(&self.seen(&self.all_labels()), self.theme.scheme(), grid).ok()
    }

    /// All that is written on cells.
    fn all_labels(&self) -> Vec<Label> {
        let advised = self.advice.iter().map(|advice| self.advised(*advice));
        let judged = self.judged.map(|(cell, class)| Label {
            cell,
            text: class.mark().to_owned(),
            kind: LabelKind::Note,
        });
        self.labels.iter().cloned().chain(judged).chain(advised).collect()
    }

    /// What is to be seen, wherever it is drawn.
    pub(super) fn seen<'b>(&'b self, labels: &'b [Label]) -> View<'b> {
        View {
            marks: self.marks,
            legal: self.legal,
            cursor: self.cursor,
            // A stone that is judged bears the mark in place of the dot.
            last: self.judged.map_or(self.last, |(cell, _)| self.last - CellSet::from_iter([cell])),
            preview: self.ghost,
            mover: self.mover,
            about: self.about,
            emphasis: self.emphasis,
            pieces: self.pieces,
            labels,
            heat: self.heat,
            flash: self.flash,
            ..View::new(self.board, self.info)
        }
    }

    /// What is written on a cell that is advised, or threatened.
    fn advised(&self, (cell, rank): (Cell, u8)) -> Label {
        let (side, foreign) = self.advised;
        let is_foreign = foreign.contains(cell);
        let kind = if self.threat && !is_foreign {
            LabelKind::Threat { best: rank == 1 }
        } else {
            let side = side.map(|side| if is_foreign { side.other() } else { side });
            LabelKind::Candidate { rank, side }
        };
        let win = self.wins.get(usize::from(rank).wrapping_sub(1)).filter(|_| !self.threat);
        // The other side's stone lies beside one that bears the text.
        let text = match kind {
            LabelKind::Candidate { .. } if is_foreign => String::new(),
            _ => win.cloned().unwrap_or_else(|| rank_label(rank, self.threat).to_owned()),
        };
        Label { cell, text, kind }
    }
}

impl Painter<'_, '_> {
    /// Draws the board in halves of characters; says whether it is one that is drawn so.
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
                let symbol = if above == below { " " } else { "▀" };
                let style = theme.on(above, below);
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
