//! The marks that people put on cells; shades are brought out like any other cells.

use tetralith_core::OwnMark;

use super::Painter;
use crate::shapes::{Outline, Paint, Point};
use crate::view::LabelKind;

/// The distance from an arrow's end to the middle of its last cell, in cells.
const SHORT: f32 = 0.2;

impl Painter<'_> {
    /// Dots, letters and arrows.
    pub(super) fn own(&mut self) {
        let mut arrows: Vec<Vec<Point>> = Vec::new();
        for label in self.view.labels {
            let LabelKind::Own(mark) = label.kind else { continue };
            let cell = mark.cell();
            let ink = self.scheme.readable(self.ink.cursor, self.under(cell));
            match mark {
                OwnMark::Shade(_) => {}
                OwnMark::Dot(_) => {
                    let middle = vec![self.grid.middle(cell)];
                    let radius = self.length(0.15, 1.2);
                    self.put(Outline::Circles(middle, radius), Paint::Fill(ink));
                }
                OwnMark::Letter(..) => {
                    self.texts.retain(|text| text.cell != cell);
                    let over = self.under(cell);
                    if self.view.board.at(cell).is_none() {
                        // No line of the board goes through the letter.
                        let halo = vec![self.grid.middle(cell)];
                        let radius = 0.3 * self.grid.unit();
                        self.put(Outline::Circles(halo, radius), Paint::Fill(over));
                    }
                    self.write(cell, label.text.clone(), ink, over);
                }
                OwnMark::Arrow(_, to) => {
                    arrows.extend(arrow(
                        self.grid.middle(cell),
                        self.grid.middle(to),
                        self.grid.unit(),
                    ));
                }
            }
        }
        let width = self.length(0.1, 1.0);
        self.put(Outline::Lines(arrows), Paint::Stroke(self.ink.cursor, width));
    }
}

/// The shaft and the head of an arrow between the middles of two cells of width `unit`.
pub fn arrow(from: Point, to: Point, unit: f32) -> [Vec<Point>; 2] {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down).max(f32::EPSILON);
    let way = (across / length, down / length);
    let end = (to.0 - way.0 * SHORT * unit, to.1 - way.1 * SHORT * unit);
    let barb = |side: f32| {
        let back = 0.28 * unit;
        (end.0 - back * (way.0 + side * 0.6 * way.1), end.1 - back * (way.1 - side * 0.6 * way.0))
    };
    [vec![from, end], vec![barb(1.0), end, barb(-1.0)]]
}
