//! What is said on cells: where a step may go and where not, how large groups and territories are,
//! what is advised.

use crate::look::Tint;
use crate::look::scheme::Vacant;
use crate::look::tint::mix;
use tetralith_core::{Cell, CellSet, Colour};

use super::{Painter, STONE};
use crate::shapes::{Outline, Paint, Point};
use crate::view::{Label, LabelKind};

impl Painter<'_> {
    /// The signs of vacant cells: dots where a step may go, crosses and lozenges where it may not,
    /// dashes where nobody owns.
    pub(super) fn signs(&mut self) {
        let vacant = self.view.board.vacant();
        let held = self.regions.held[0] | self.regions.held[1];
        let middles = |cells: CellSet| {
            cells.iter().map(|cell| self.grid.middle(cell)).collect::<Vec<Point>>()
        };
        let mut crossed = self.regions.closed;
        let mut lozenges = CellSet::EMPTY;
        for &(rule, cells) in self.view.marks.map_or(&[][..], |marks| &marks.forbidden[..]) {
            let closes =
                if Vacant::Forbidden(rule).is_lozenge() { &mut lozenges } else { &mut crossed };
            *closes |= (cells & vacant) - held;
        }
        let [legal, crossed, lozenges] = [self.regions.legal, crossed, lozenges].map(middles);
        let dashes = self.regions.neutral.iter().map(|cell| {
            let ((x, y), reach) = (self.grid.middle(cell), 0.13 * self.grid.unit());
            vec![(x - reach, y), (x + reach, y)]
        });
        let (dashes, width) = (dashes.collect(), self.length(0.07, 0.8));
        let radius = self.length(0.11, 1.0);
        self.put(Outline::Circles(legal, radius), Paint::Fill(self.ink.legal));
        self.cross(&crossed, 0.13, self.ink.alarm);
        self.lozenges(&lozenges);
        self.put(Outline::Lines(dashes), Paint::Stroke(self.ink.dot, width));
    }

    fn lozenges(&mut self, places: &[Point]) {
        let (across, down) = (self.length(0.15, 1.5), self.length(0.2, 2.0));
        let around = places.iter().map(|&(x, y)| {
            vec![(x, y - down), (x + across, y), (x, y + down), (x - across, y), (x, y - down)]
        });
        let (around, width) = (around.collect(), self.length(0.06, 0.8));
        self.put(Outline::Lines(around), Paint::Stroke(self.ink.alarm, width));
    }

    /// The size of each side's largest group where sizes are factors, of the group under the
    /// cursor, and of territories.
    pub(super) fn counts(&mut self) {
        let Some(marks) = self.view.marks else { return };
        if marks.factors {
            for (colour, groups) in Colour::BOTH.into_iter().zip(&marks.groups) {
                if let Some(largest) =
                    groups.iter().max_by_key(|group| group.len()).filter(|group| group.len() > 1)
                {
                    self.size_of(*largest, self.amid(*largest), colour);
                }
            }
            let colour = self.view.cursor.and_then(|cell| self.view.board.at(cell));
            if let (Some(colour), false) = (colour, self.regions.group.is_empty()) {
                self.size_of(self.regions.group, self.view.cursor, colour);
            }
        }
        for territory in &marks.territories {
            // A cell that is closed bears its cross.
            let open = territory.cells - self.regions.closed;
            if let (Some(owner), Some(cell)) = (territory.owner, self.amid(open)) {
                let ink = self.fill(owner);
                self.write(cell, territory.cells.len().to_string(), ink, self.background(cell));
            }
        }
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

    /// What is written on cells.
    pub(super) fn labels(&mut self) {
        let mut seen = CellSet::EMPTY;
        for label in self.view.labels {
            if !seen.contains(label.cell) {
                seen.insert(label.cell);
                self.label(label);
            }
        }
    }

    fn label(&mut self, label: &Label) {
        let Label { cell, kind, .. } = *label;
        self.texts.retain(|text| text.cell != cell);
        let stone = self.view.board.at(cell);
        let Some(best) = kind.is_best() else {
            let ink = stone.map_or(self.ink.dot, |colour| {
                self.scheme.ink(self.view.info.side(colour).stone).text
            });
            return self.write(cell, label.text.clone(), ink, self.under(cell));
        };
        let (ink, letters): (Tint, Tint) = match kind {
            LabelKind::Threat { .. } => (self.ink.alarm, self.ink.alarm),
            LabelKind::Opposed => (self.ink.alarm, self.ink.legal),
            LabelKind::Candidate { .. } | LabelKind::Note => (self.ink.legal, self.ink.legal),
        };
        let over = match stone {
            Some(colour) => self.fill(colour),
            None => mix(self.background(cell), ink, if best { 0.5 } else { 0.2 }),
        };
        let rim = self.length(0.07, 1.0);
        let disc = Outline::Circles(vec![self.grid.middle(cell)], STONE * self.grid.unit());
        self.put(disc, Paint::Rimmed(over, ink, rim));
        self.write(cell, label.text.clone(), letters, over);
    }
}
