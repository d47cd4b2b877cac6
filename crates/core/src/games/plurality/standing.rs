//! The standing in Plurality: the points of each side, first those that no move can change any
//! more.

use super::Plurality;
use crate::board::Colour;
use crate::cell::CellSet;
use crate::rules::{Fact, Figure, Rules, Standing, Territory};
use crate::step::Step;
use crate::text::counted;

impl Plurality {
    pub(super) fn standing_of_points(&self) -> Standing {
        let territories = self.territories();
        let half_points = self.points_of(&territories);
        let settled = self.settled(half_points, &territories);
        let figures = settled.map(Figure::HalfPoints);
        let [black, white] = &Self::INFO.colours;
        let effect = format!("{} {}, {} {}", black.title, figures[0], white.title, figures[1]);
        let winner = self.outcome().and_then(|outcome| outcome.winner);
        Standing {
            figures,
            details: Colour::BOTH.map(|colour| vec![self.detail(colour, half_points, settled)]),
            most_details: 1,
            ahead: Colour::BOTH
                .into_iter()
                .find(|side| settled[side.index()] > settled[side.other().index()]),
            shares: Vec::new(),
            most_shares: 0,
            effect: Some(effect),
            decision: winner.map(|winner| {
                let of = |colour: Colour| Figure::HalfPoints(half_points[colour.index()]);
                format!("{} to {}", of(winner), of(winner.other()))
            }),
            facts: vec![
                ("points", Fact::HalfPoints(half_points)),
                ("territories", Fact::Territories(territories)),
            ],
        }
    }

    /// The points of `colour` that are settled, its komi, and what is still open.
    fn detail(&self, colour: Colour, half_points: [u32; 2], settled: [u32; 2]) -> String {
        let i = colour.index();
        let komi = self.head_start(colour);
        let points = self.points(colour, settled);
        let open = half_points[i].saturating_sub(settled[i]) / 2;
        let points = match komi {
            0 => counted(points as usize, "point"),
            _ => format!("{points} + {} komi", Figure::HalfPoints(komi)),
        };
        let open = if open > 0 { format!(", {open} undecided") } else { String::new() };
        format!("{points}{open}")
    }

    /// The points of `colour` on the board, of `half_points` with its komi.
    fn points(&self, colour: Colour, half_points: [u32; 2]) -> u32 {
        half_points[colour.index()].saturating_sub(self.head_start(colour)) / 2
    }

    /// Half points without those of regions in which a step can still be made.
    fn settled(&self, half_points: [u32; 2], territories: &[Territory]) -> [u32; 2] {
        let mut steps = Vec::new();
        self.legal_steps(&mut steps);
        let open: CellSet = steps.into_iter().flat_map(Step::cells).collect();
        let mut settled = half_points;
        for territory in territories.iter().filter(|territory| territory.cells.intersects(&open)) {
            if let Some(owner) = territory.owner {
                settled[owner.index()] =
                    settled[owner.index()].saturating_sub(2 * territory.cells.len() as u32);
            }
        }
        settled
    }
}
