//! Signs on cells: legal and illegal cells, sizes of groups and territories, advice.

use std::cmp::Ordering;

use crate::look::Tint;
use crate::look::scheme::{StoneShape, Vacant};
use crate::look::tint::mix;
use tetralith_core::{Cell, CellSet, Colour};

use super::{Painter, STONE};
use crate::shapes::{Outline, Paint, Point, Text};
use crate::view::{Label, LabelKind};

/// The share of the colour of lines in that of a peg.
const PEG: f32 = 0.5;

impl Painter<'_> {
    /// The signs of vacant cells: dots where a step may go, crosses and lozenges where it may not,
    /// dashes on neutral cells.
    pub(super) fn signs(&mut self) {
        let vacant = self.view.board.vacant();
        let middles = |cells: CellSet| {
            cells.iter().map(|cell| self.grid.middle(cell)).collect::<Vec<Point>>()
        };
        let held = self.regions.held[0] | self.regions.held[1];
        let mut crossed = self.regions.closed;
        let mut lozenges = CellSet::EMPTY;
        let by_holder = self.regions.closed_by_holder;
        for &(rule, cells) in self.view.marks.map_or(&[][..], |marks| &marks.forbidden[..]) {
            let closes =
                if Vacant::Forbidden(rule).is_lozenge() { &mut lozenges } else { &mut crossed };
            *closes |= (cells & vacant) - held;
        }
        let closed = self.ink.alarm;
        let legal = self.scheme.legal(self.ink, self.base());
        if self.grid.on_characters {
            self.spots(self.regions.legal, legal);
            crossed |= by_holder;
            let signs = [
                (crossed, closed, Vacant::Closed),
                (lozenges, closed, Vacant::Forbidden("loop")),
                (self.regions.neutral, self.ink.dot, Vacant::Neutral),
            ];
            for (cells, ink, sign) in signs {
                let sign = self.scheme.vacant_glyph(sign);
                cells.iter().for_each(|cell| self.sign(cell, sign, ink));
            }
            return;
        }
        let holder = by_holder.iter().next().and_then(|cell| self.regions.holder(cell));
        let ground = holder.map_or(self.base(), |side| {
            self.scheme.held(self.view.info.side(side).stone, self.ink)
        });
        let at_cursor: CellSet = self.view.cursor.into_iter().collect();
        let closing = [by_holder, crossed, lozenges];
        let on_cursor = closing.map(|cells| middles(cells & at_cursor));
        let [by_holder, crossed, lozenges] = closing.map(|cells| middles(cells - at_cursor));
        let dots = middles(self.regions.legal);
        let dashes = self.regions.neutral.iter().map(|cell| {
            let ((x, y), reach) = (self.grid.middle(cell), 0.13 * self.grid.unit());
            vec![(x - reach, y), (x + reach, y)]
        });
        let (dashes, width) = (dashes.collect(), self.length(0.07, 0.8));
        let radius = self.length(0.1, 1.0);
        self.put(Outline::Circles(dots, radius), Paint::Fill(legal));
        self.cross(&crossed, 0.13, closed);
        // They come and go with each turn, and a terminal is sent each of them.
        self.cross(&by_holder, 0.06, self.scheme.readable(closed, ground));
        self.lozenges(&lozenges, closed);
        if let Some(cell) = self.view.cursor {
            let ink = self.scheme.readable(closed, self.background(cell));
            self.cross(&on_cursor[0], 0.06, ink);
            self.cross(&on_cursor[1], 0.13, ink);
            self.lozenges(&on_cursor[2], ink);
        }
        self.put(Outline::Lines(dashes), Paint::Stroke(self.ink.dot, width));
    }

    /// Dots in the middle of cells, where a character or pixels have that.
    pub(super) fn spots(&mut self, cells: CellSet, ink: Tint) {
        let (amid, between): (Vec<Cell>, Vec<Cell>) =
            cells.iter().partition(|cell| self.grid.off_middle(*cell).is_eq());
        // Where only some are in the middle of a character, its square is as large as one of
        // pixels.
        let solid = self.scheme.glyph(StoneShape::Solid);
        let dot = if self.grid.is_small() { "■" } else { solid };
        for cell in amid {
            // A dot need not be as readable as a sign.
            let (at, text, over) = (self.grid.middle(cell), dot.to_owned(), self.under(cell));
            let height = 0.36 * self.grid.unit();
            self.texts.push(Text { cell, at, text, ink, over, height });
        }
        let middles = between.into_iter().map(|cell| self.grid.middle(cell)).collect();
        let radius = if self.grid.is_small() { 1.0 } else { self.length(0.13, 1.1) };
        self.put(Outline::Circles(middles, radius), Paint::Fill(ink));
    }

    /// Puts a sign of text on `cell`.
    pub(super) fn sign(&mut self, cell: Cell, sign: &str, ink: Tint) {
        self.write(cell, sign.to_owned(), ink, self.under(cell));
    }

    /// True if a hexhex board is an area without walls: blocks are too coarse for them.
    pub(super) const fn is_plain(&self) -> bool {
        self.grid.on_characters && !self.is_square()
    }

    /// Signs on the vacant cells on which nothing else is: of the side that holds a cell where no
    /// background shows it, and dots or pegs where neither lines nor walls show the cells.
    pub(super) fn dots(&mut self) {
        if !self.grid.on_characters {
            return;
        }
        let taken: CellSet = self.texts.iter().map(|text| text.cell).collect();
        let ghosts: CellSet = self.view.step.stones.iter().map(|&(cell, _)| cell).collect();
        let bare = self.view.board.vacant()
            - taken
            - ghosts
            - self.regions.legal
            - self.regions.closed_by_holder;
        let (is_small, mixes) = (self.grid.is_small(), self.scheme.mixes());
        let mut free = bare;
        for colour in Colour::BOTH.into_iter().filter(|_| !mixes) {
            let held = bare & self.regions.held[colour.index()];
            let fill = self.fill(colour);
            if is_small {
                self.spots(held, fill);
            } else {
                let sign = self.scheme.vacant_glyph(Vacant::Held(StoneShape::Solid));
                held.iter().for_each(|cell| self.sign(cell, sign, fill));
            }
            free -= held;
        }
        // Few colours have none between the board's and that of its lines, in which a side's pegs
        // would be those of its own cells.
        let fills = Colour::BOTH.map(|colour| self.fill(colour));
        let peg = if mixes { mix(self.ink.tile, self.ink.line, PEG) } else { self.ink.line };
        let has_pegs = if mixes { is_small } else { !fills.contains(&peg) };
        if !has_pegs && !self.grid.has_lines() {
            free.iter().for_each(|cell| self.dot(cell));
        } else if !self.grid.has_lines() {
            self.spots(free, peg);
        }
    }

    /// A dot on a vacant cell, above or below the middle of a character where that of the cell is.
    fn dot(&mut self, cell: Cell) {
        let sign = match self.grid.off_middle(cell) {
            Ordering::Less => "˙",
            Ordering::Equal => self.scheme.vacant_glyph(Vacant::Plain),
            Ordering::Greater => ".",
        };
        self.sign(cell, sign, self.ink.dot);
    }

    fn lozenges(&mut self, places: &[Point], ink: Tint) {
        let (across, down) = (self.length(0.15, 1.5), self.length(0.2, 2.0));
        let around = places.iter().map(|&(x, y)| {
            vec![(x, y - down), (x + across, y), (x, y + down), (x - across, y), (x, y - down)]
        });
        let (around, width) = (around.collect(), self.length(0.06, 0.8));
        self.put(Outline::Lines(around), Paint::Stroke(ink, width));
    }

    /// The size of every group of two stones or more where sizes are factors, that of the group
    /// under the cursor on the cursor's stone; and the size of territories.
    pub(super) fn counts(&mut self) {
        let Some(marks) = self.view.marks else { return };
        if marks.factors {
            for (colour, groups) in Colour::BOTH.into_iter().zip(&marks.groups) {
                for group in groups.iter().filter(|group| group.len() > 1) {
                    let under_cursor = self.view.cursor.filter(|cell| group.contains(*cell));
                    self.size_of(*group, under_cursor.or_else(|| self.amid(*group)), colour);
                }
            }
        }
        for territory in &marks.territories {
            // A cell that is closed bears its cross.
            let closed = self.regions.closed | self.regions.closed_by_holder;
            let open = self.best_for_text(territory.cells - closed);
            if let (Some(owner), Some(cell)) = (territory.owner, self.amid(open)) {
                let ink = self.fill(owner);
                self.write(cell, territory.cells.len().to_string(), ink, self.background(cell));
            }
        }
    }

    /// Those of `cells` whose middle is that of a character, if there are any; else all of them.
    fn best_for_text(&self, cells: CellSet) -> CellSet {
        let is_amid = |cell: &Cell| self.grid.off_middle(*cell).is_eq();
        let amid: CellSet = cells.iter().filter(is_amid).collect();
        if self.grid.on_characters && !amid.is_empty() { amid } else { cells }
    }

    /// Writes the size of a group on one of its stones, unless something is written there.
    fn size_of(&mut self, group: CellSet, at: Option<Cell>, colour: Colour) {
        let taken = |cell: Cell| {
            self.texts.iter().any(|text| text.cell == cell) || self.view.last.contains(cell)
        };
        let Some(cell) =
            at.filter(|&cell| !taken(cell)).or_else(|| group.iter().find(|&cell| !taken(cell)))
        else {
            return;
        };
        let ink = self.scheme.ink(self.view.info.side(colour).stone);
        self.write(cell, group.len().to_string(), ink.text, ink.fill);
    }

    /// Texts on cells.
    pub(super) fn labels(&mut self) {
        let mut seen = CellSet::EMPTY;
        for label in self.view.labels {
            let is_own = matches!(label.kind, LabelKind::Own(_));
            if !is_own && !seen.contains(label.cell) {
                seen.insert(label.cell);
                self.label(label);
            }
        }
    }

    fn label(&mut self, label: &Label) {
        let Label { cell, kind, .. } = *label;
        self.texts.retain(|text| text.cell != cell);
        let stone = self.view.board.at(cell);
        let unit = self.grid.unit();
        let (disc, over) = match kind {
            // Those are drawn already.
            LabelKind::Own(_) => return,
            LabelKind::Note => {
                let ink = stone.map_or(self.ink.dot, |colour| {
                    self.scheme.ink(self.view.info.side(colour).stone).text
                });
                return self.write(cell, label.text.clone(), ink, self.under(cell));
            }
            LabelKind::Candidate { rank, side: Some(side) } if stone.is_none() => {
                return self.candidate(label, side, rank == 1);
            }
            LabelKind::Candidate { rank, .. } => {
                let legal = self.ink.legal;
                (legal, self.marked(cell, legal, rank == 1))
            }
            LabelKind::Threat { best } => {
                let alarm = self.ink.alarm;
                (alarm, self.marked(cell, alarm, best))
            }
        };
        if self.grid.is_small() {
            return self.inner_disc(label, disc);
        }
        let width = self.length(0.07, 1.0);
        let around = Outline::Circles(vec![self.grid.middle(cell)], STONE * unit);
        self.put(around, Paint::Rimmed(over, disc, width));
        self.write(cell, label.text.clone(), disc, over);
    }

    /// A label on a disc in `ink`.
    fn inner_disc(&mut self, label: &Label, ink: Tint) {
        let around = Outline::Circles(vec![self.grid.middle(label.cell)], self.radius());
        self.put(around, Paint::Fill(ink));
        self.write(label.cell, label.text.clone(), ink, ink);
    }

    /// A stone through which the board is seen; that of the best is larger and has a rim, or among
    /// small ones less is seen of the board.
    fn candidate(&mut self, label: &Label, side: Colour, is_best: bool) {
        let cell = label.cell;
        let stone = self.view.info.side(side).stone;
        let (fill, legal, ground) = (self.fill(side), self.ink.legal, self.background(cell));
        let unit = self.grid.unit();
        let is_small = self.grid.is_small();
        let has_sizes = self.view.marks.is_some_and(|marks| marks.factors);
        if !self.scheme.mixes() || self.grid.has_bricks() && has_sizes {
            // No colour lies between those of the board and of stones, or the figure would seem to
            // be the size of a group.
            return self.inner_disc(label, legal);
        }
        let dye = self.scheme.veil(stone);
        let over = mix(ground, dye, if is_best { 0.75 } else { 0.5 });
        let (reach, rim) = match (is_small, is_best) {
            (true, _) => (self.radius(), None),
            (false, true) => (0.4 * unit, Some(legal)),
            (false, false) => (0.3 * unit, None),
        };
        let around = Outline::Circles(vec![self.grid.middle(cell)], reach);
        // Without a rim an image takes less to send.
        let width = self.length(0.07, 1.0);
        self.put(around, rim.map_or(Paint::Fill(over), |rim| Paint::Rimmed(over, rim, width)));
        self.write(cell, label.text.clone(), fill, over);
    }

    /// The stone on `cell`, or its background with much or little of `ink` in it.
    fn marked(&self, cell: Cell, ink: Tint, is_best: bool) -> Tint {
        let share = if is_best { 0.5 } else { 0.2 };
        let stone = self.view.board.at(cell).map(|colour| self.fill(colour));
        stone.unwrap_or_else(|| mix(self.background(cell), ink, share))
    }
}
