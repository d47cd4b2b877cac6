//! The features of a step that are known before it is tried: its surroundings, the cells it
//! controls, the groups it joins.

use crate::board::Colour;
use crate::cell::CellSet;
use crate::games::greylox::Greylox;
use crate::games::rings::{self, RINGS};
use crate::knowledge::{FeatureKind, FeatureSink, Prior};
use crate::rules::{Phase, Rules};
use crate::step::Step;

/// Stages of the game: the parts of the board that are vacant.
const STAGES: u16 = 3;

/// Classes that small numbers are put into: 0 to 7 and more.
const SMALL: u16 = 8;

/// The kinds of features, all but the last by stage.
pub(super) const KINDS: [FeatureKind; 12] = [
    FeatureKind::new("ring", STAGES * 2 * RINGS),
    FeatureKind::new("sight", STAGES * 2 * 64),
    FeatureKind::new("won", STAGES * SMALL),
    FeatureKind::new("freed", STAGES * SMALL),
    FeatureKind::new("attacked", STAGES * SMALL),
    FeatureKind::new("exposed", STAGES * SMALL),
    FeatureKind::new("saved", STAGES * SMALL),
    FeatureKind::new("joined", STAGES * 4 * SMALL),
    FeatureKind::new("ahead", STAGES * 9),
    FeatureKind::new("beside", STAGES * 4 * SMALL),
    FeatureKind::new("cut", STAGES * 4 * SMALL),
    FeatureKind::new("margin", 4 * SMALL),
];

const STARTS: [u16; KINDS.len()] = FeatureKind::starts(&KINDS);
const RING: u16 = STARTS[0];
const SIGHT: u16 = STARTS[1];
const WON: u16 = STARTS[2];
const FREED: u16 = STARTS[3];
const ATTACKED: u16 = STARTS[4];
const EXPOSED: u16 = STARTS[5];
const SAVED: u16 = STARTS[6];
const JOINED: u16 = STARTS[7];
const AHEAD: u16 = STARTS[8];
const BESIDE: u16 = STARTS[9];
const CUT: u16 = STARTS[10];
const MARGIN: u16 = STARTS[11];

/// The weights of the features.
pub(super) static PRIOR: Option<Prior> =
    Prior::embedded(include_bytes!("../../../assets/priors/greylox.prior"), &KINDS);

/// The sum of weights above the mean that becomes 1 in a hint.
pub(super) const RANGE: f32 = 4.0;

/// The groups of both colours, by cell.
struct Groups {
    /// By cell: the number of its group and the group's size; 0 and 0 where it is vacant.
    at: Vec<(u16, u16)>,
    /// By colour: the size of its largest group.
    largest: [u16; 2],
}

impl Groups {
    fn new(game: &Greylox) -> Self {
        let mut groups = Self { at: vec![(0, 0); game.board.geometry().len()], largest: [0; 2] };
        let mut number = 0;
        for colour in Colour::BOTH {
            for group in game.board.geometry().each_component(*game.board.stones(colour)) {
                number += 1;
                let size = group.len() as u16;
                groups.largest[colour.index()] = groups.largest[colour.index()].max(size);
                group.iter().for_each(|cell| groups.at[cell.index()] = (number, size));
            }
        }
        groups
    }

    /// The groups among `cells`: how many, the size of the largest, and the sizes together.
    fn among(&self, cells: CellSet) -> (u16, u16, u16) {
        let mut seen = [0; 6];
        let (mut count, mut largest, mut sum) = (0, 0, 0);
        for cell in cells {
            let (number, size) = self.at[cell.index()];
            if !seen[..count].contains(&number) {
                seen[count] = number;
                count += 1;
                largest = size.max(largest);
                sum += size;
            }
        }
        (count.min(3) as u16, largest, sum)
    }
}

/// The class of a size of a group.
const fn size_class(size: u16) -> u16 {
    match size {
        0..=3 => size,
        4..=5 => 4,
        6..=8 => 5,
        9..=14 => 6,
        _ => 7,
    }
}

fn small(number: usize) -> u16 {
    number.min(usize::from(SMALL) - 1) as u16
}

impl Greylox {
    /// See [`Knowledge::features`](crate::knowledge::Knowledge::features).
    pub(super) fn list_features(&self, steps: &[Step], out: &mut impl FeatureSink) {
        let me = self.to_move();
        let geometry = self.board.geometry();
        let [own, other] = [me, me.other()].map(|colour| *self.board.stones(colour));
        let groups = Groups::new(self);
        let (largest, rival) = (groups.largest[me.index()], groups.largest[me.other().index()]);
        let stage = (STAGES as usize - 1)
            .min(self.board.vacant().len() * STAGES as usize / geometry.len())
            as u16;
        let phase = match self.phase() {
            Phase::First => 0,
            Phase::Bound { .. } => 1,
            Phase::Free { .. } => 2,
            Phase::Placement => 3,
        };
        let margins = rings::margins(geometry);
        for &step in steps {
            if let Step::Place(cell) | Step::Flip(cell) = step {
                let flips = u16::from(matches!(step, Step::Flip(_)));
                let around = rings::ring(&self.board, cell, me);
                out.push(RING + (stage * 2 + flips) * RINGS + rings::class(around));
                let seen = self.control.levels(cell, me);
                out.push(SIGHT + (stage * 2 + flips) * 64 + seen);
                let changes = self.control.changes(&self.board, cell, me);
                for (start, count) in
                    [WON, FREED, ATTACKED, EXPOSED, SAVED].into_iter().zip(changes)
                {
                    out.push(start + stage * SMALL + small(count));
                }
                let near = *geometry.neighbour_set(cell);
                let (count, _, sum) = groups.among(near & own);
                let size = sum + 1;
                out.push(JOINED + (stage * 4 + count) * SMALL + size_class(size));
                out.push(AHEAD + stage * 9 + ahead(size, largest, rival));
                let (count, most, _) = groups.among(near & other);
                out.push(BESIDE + (stage * 4 + count) * SMALL + size_class(most));
                if flips == 1 {
                    let (_, size) = groups.at[cell.index()];
                    out.push(
                        CUT + (stage * 4 + rings::arcs(around).min(3) as u16) * SMALL
                            + size_class(size),
                    );
                }
                out.push(MARGIN + phase * SMALL + small(usize::from(margins[cell.index()])));
            }
            out.end_step();
        }
    }
}

/// The class of a group that becomes `size` stones large where the side's largest has `largest`
/// stones and the opponent's `rival`.
fn ahead(size: u16, largest: u16, rival: u16) -> u16 {
    let than_own = if size > largest + 1 { 2 } else { u16::from(size > largest) };
    let than_other = if size > rival { 2 } else { u16::from(size == rival) };
    than_own * 3 + than_other
}
