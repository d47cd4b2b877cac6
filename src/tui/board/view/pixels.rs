//! The board as pixels: what is seen as a picture, and the picture as blocks.

use ratatui::style::{Modifier, Style};
use tetralith_core::{Cell, CellSet};
use tetralith_picture::look::Tint;
use tetralith_picture::{
    Blocks, Canvas, Character, DOTS, Drawing, Grid, Label, LabelKind, Sprites, Text, View, render,
};
use tetralith_termpix::PlacedCutout;

use super::{Advice, BoardView, Painter, rank_label};
use crate::tui::board::layout::BLOCKS;

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
    pub fn lay_on(&self, sprites: &mut Sprites, size: (u32, u32)) -> Option<Vec<PlacedCutout>> {
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
        // The other side's stone lies beside one that bears the win rate.
        let text = match win {
            Some(_) if is_foreign => String::new(),
            Some(win) => win.clone(),
            None => rank_label(rank, is_threat).to_owned(),
        };
        Label { cell, text, kind }
    }
}

/// The lines of a square board on characters.
#[derive(Clone, Copy)]
struct Lines {
    /// The pixel where the first column and the first row cross.
    first: (u32, u32),
    /// Pixels from one line to the next.
    apart: u32,
    /// Pixels from the first line to the last.
    far: u32,
}

/// The part of a line that a character shows.
enum LinePart {
    /// Through its middle, up, down, left and right.
    Amid([bool; 4]),
    /// Along its lower edge.
    Below,
}

impl Lines {
    fn of(grid: &Grid) -> Option<Self> {
        let geometry = grid.geometry();
        let corner = geometry.cells().map(|cell| grid.middle(cell));
        let (x, y) = corner.min_by(|a, b| (a.0 + a.1).total_cmp(&(b.0 + b.1)))?;
        let apart = grid.unit() as u32;
        let far = u32::from(geometry.size() - 1) * apart;
        grid.has_lines().then_some(Self { first: (x as u32, y as u32), apart, far })
    }

    /// The line in a character that shows nothing else, if there is one.
    fn at(self, x: u16, y: u16) -> Option<LinePart> {
        let (across, down) = (u32::from(x) * DOTS.0, u32::from(y) * DOTS.1);
        // Pixels from the first line; `None` before it and beyond the last.
        let along = |at: u32, first: u32| at.checked_sub(first).filter(|at| *at <= self.far);
        let is_line = |at: u32| at.is_multiple_of(self.apart);
        let (column, row) = (across + DOTS.0 / 2, down + DOTS.1 / 2);
        let (x, y) = (along(column, self.first.0), along(row, self.first.1));
        let is_down = x.is_some_and(is_line) && y.is_some();
        let is_across = y.is_some_and(is_line) && x.is_some();
        let is_below = along(down + DOTS.1, self.first.1).is_some_and(is_line) && x.is_some();
        if is_down || is_across {
            let [from_left, from_top] = [x, y].map(Option::unwrap_or_default);
            let ways = [
                is_down && from_top > 0,
                is_down && from_top < self.far,
                is_across && from_left > 0,
                is_across && from_left < self.far,
            ];
            return Some(LinePart::Amid(ways));
        }
        is_below.then_some(LinePart::Below)
    }
}

impl Painter<'_, '_> {
    /// Draws the board in blocks; returns true if it is one that is drawn so.
    pub(super) fn blocks(&mut self) -> bool {
        if self.view.layout.is_picture() {
            // It lies over the place that is left free here.
            return true;
        }
        let Some((grid, BLOCKS)) = self.view.layout.pixels() else { return false };
        let Some(drawing) = self.view.drawn(grid) else { return false };
        let (view, theme) = (self.view.layout.view(), self.view.theme);
        let lines = Lines::of(grid);
        let mut blocks = Blocks::new(&drawing, theme.scheme());
        for y in 0..view.height {
            for x in 0..view.width {
                let Character { sign, ink, ground, is_free } = blocks.at(x.into(), y.into());
                let line = lines.filter(|_| is_free).and_then(|lines| lines.at(x, y));
                let (sign, ink) = match line {
                    Some(LinePart::Amid(ways)) => (theme.crossing(ways), self.ink.line),
                    // As thin as the others.
                    Some(LinePart::Below) => ("_", self.ink.line),
                    None => (sign, ink),
                };
                let style = theme.on(ink, ground);
                self.put_anywhere(i32::from(view.x + x), i32::from(view.y + y), sign, style);
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
        let [across, down] = [DOTS.0, DOTS.1].map(|dots| dots as f32);
        let left = i32::from(view.x) + (text.at.0 / across) as i32 - (length - 1) / 2;
        let row = i32::from(view.y) + (text.at.1 / down) as i32;
        for (x, letter) in (left..).zip(text.text.chars()) {
            self.put_anywhere(x, row, letter.encode_utf8(&mut [0; 4]), style);
        }
        // No line runs into a number, nor into the dash of a neutral cell.
        if text.text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-') {
            for x in [left - 1, left + length] {
                self.break_line(x, row);
            }
        }
    }

    /// Takes the line across away from a character.
    fn break_line(&mut self, x: i32, y: i32) {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return };
        let [across, _] = self.view.theme.lines();
        if let Some(there) = self.buffer.cell_mut((x, y)).filter(|there| there.symbol() == across) {
            there.set_symbol(" ");
        }
    }
}
