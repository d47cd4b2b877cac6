//! The features of a step that are known before it is tried: its surroundings, and the groups it
//! joins and takes room from.
//!
//! A cell that is good for one side is good to take away, but not for both alike, so all is seen by
//! the player to move.

use crate::board::Colour;
use crate::cell::CellSet;
use crate::games::multiplicity::Multiplicity;
use crate::games::rings::{self, RINGS};
use crate::knowledge::{FeatureKind, FeatureSink, Prior};
use crate::rules::{Phase, Rules};
use crate::step::Step;

/// Stages of the game: the bound stones of the opening, its free stones, and the placement phase by
/// the part of the board that is vacant.
const STAGES: u16 = 2 + PARTS;

/// Stages of the placement phase.
const PARTS: u16 = 3;

/// The most stones of a group that are distinguished.
const LARGE: u16 = 5;

/// Ways in which groups of one colour can touch a cell: none, one, two or three.
const TOUCHES: u16 = 1 + LARGE + 15 + 3;

/// Classes of the room that is left to a group: none to three cells or more.
const ROOMS: u16 = 4;

/// Classes that small numbers are put into: 0 to 7 and more.
const SMALL: u16 = 8;

pub(super) const KINDS: [FeatureKind; 6] = [
    FeatureKind::new("ring", STAGES * RINGS),
    FeatureKind::new("joined", STAGES * TOUCHES),
    FeatureKind::new("denied", STAGES * TOUCHES),
    FeatureKind::new("room", STAGES * 2 * LARGE * ROOMS),
    FeatureKind::new("open", STAGES * SMALL),
    FeatureKind::new("margin", STAGES * SMALL),
];

const STARTS: [u16; KINDS.len()] = FeatureKind::starts(&KINDS);
const RING: u16 = STARTS[0];
const JOINED: u16 = STARTS[1];
const DENIED: u16 = STARTS[2];
const ROOM: u16 = STARTS[3];
const OPEN: u16 = STARTS[4];
const MARGIN: u16 = STARTS[5];

/// The weights of the features.
pub(super) static PRIOR: Option<Prior> =
    Prior::embedded(include_bytes!("../../../assets/priors/multiplicity.prior"), &KINDS);

/// The sum of weights above the mean that becomes 1 in a hint.
pub(super) const RANGE: f32 = 4.0;

#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Group {
    /// Its number among all groups, from 1; 0 means none.
    number: u16,
    /// Its stones, up to [`LARGE`].
    size: u16,
    /// The vacant cells beside it, up to `ROOMS`.
    room: u16,
}

/// The groups of both colours, by cell.
struct Groups {
    at: Vec<Group>,
}

impl Groups {
    fn new(game: &Multiplicity, vacant: &CellSet) -> Self {
        let geometry = game.board.geometry();
        let mut groups = Self { at: vec![Group::default(); geometry.len()] };
        let mut number = 0;
        for colour in Colour::BOTH {
            for cells in geometry.each_component(*game.board.stones(colour)) {
                number += 1;
                let mut beside = CellSet::EMPTY;
                cells.iter().for_each(|cell| beside |= *geometry.neighbour_set(cell));
                let room = (beside & *vacant).len() as u16;
                let group =
                    Group { number, size: (cells.len() as u16).min(LARGE), room: room.min(ROOMS) };
                cells.iter().for_each(|cell| groups.at[cell.index()] = group);
            }
        }
        groups
    }

    /// The groups among `cells`, three at the most, the largest first.
    fn among(&self, cells: CellSet) -> ([Group; 3], usize) {
        let mut found = [Group::default(); 3];
        let mut count = 0;
        for cell in cells {
            let group = self.at[cell.index()];
            if count < 3 && !found[..count].contains(&group) {
                found[count] = group;
                count += 1;
            }
        }
        found.sort_unstable_by_key(|group| std::cmp::Reverse(group.size));
        (found, count)
    }
}

/// The number of the way in which these groups touch a cell, below [`TOUCHES`].
fn touch(groups: &[Group]) -> u16 {
    match *groups {
        [] => 0,
        [one] => one.size,
        [a, b] => LARGE + a.size * (a.size - 1) / 2 + b.size,
        [a, b, c, ..] => LARGE + 15 + (a.size + b.size + c.size - 2).min(3),
    }
}

impl Multiplicity {
    /// See [`Knowledge::features`](crate::knowledge::Knowledge::features).
    pub(super) fn list_features(&self, steps: &[Step], out: &mut impl FeatureSink) {
        let me = self.to_move();
        let geometry = self.board.geometry();
        let vacant = self.board.vacant();
        let groups = Groups::new(self, &vacant);
        let stage = match self.phase() {
            Phase::First | Phase::Bound { .. } => 0,
            Phase::Free { .. } => 1,
            Phase::Placement => {
                2 + (PARTS as usize - 1).min(vacant.len() * 4 / geometry.len()) as u16
            }
        };
        let margins = rings::margins(geometry);
        for cell in steps.iter().flat_map(|step| step.cells()) {
            let near = *geometry.neighbour_set(cell);
            out.push(RING + stage * RINGS + rings::class(rings::ring(&self.board, cell, me)));
            for (side, (start, colour)) in
                [(JOINED, me), (DENIED, me.other())].into_iter().enumerate()
            {
                let (found, count) = groups.among(near & *self.board.stones(colour));
                let found = &found[..count];
                out.push(start + stage * TOUCHES + touch(found));
                for group in found {
                    let class = (group.size - 1) * ROOMS + (group.room - 1);
                    out.push(ROOM + (stage * 2 + side as u16) * LARGE * ROOMS + class);
                }
            }
            let around = near & vacant;
            let mut beyond = CellSet::EMPTY;
            around.iter().for_each(|next| beyond |= *geometry.neighbour_set(next));
            beyond.remove(cell);
            let open = ((beyond - around) & vacant).len().min(usize::from(SMALL) - 1) as u16;
            out.push(OPEN + stage * SMALL + open);
            out.push(MARGIN + stage * SMALL + u16::from(margins[cell.index()]).min(SMALL - 1));
            out.end_step();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::diagram::Diagram;

    #[test]
    fn the_weights_fit_the_features() {
        assert!(PRIOR.is_some(), "the file of weights was fitted to other features: fit it anew");
    }

    #[test]
    fn groups_touch_a_cell_in_all_ways_that_are_distinguished() {
        let group = |size| Group { number: size, size, room: 1 };
        let sizes = || 1..=LARGE;
        let mut found: Vec<u16> = vec![touch(&[])];
        found.extend(sizes().map(|size| touch(&[group(size)])));
        for a in sizes() {
            found.extend((1..=a).map(|b| touch(&[group(a), group(b)])));
        }
        assert!(found.iter().zip(0..).all(|(&way, expected)| way == expected), "{found:?}");
        assert_eq!(touch(&[1, 1, 1].map(group)), found.len() as u16);
        assert_eq!(touch(&[5, 5, 5].map(group)), TOUCHES - 1);
    }

    #[test]
    fn a_group_is_known_by_its_stones_and_the_room_it_has() {
        let diagram = Diagram::parse(
            "   W W .
               . B x .
              . . B W .
               . . . W
                . . . ",
        );
        let mut game = Multiplicity::new(
            &Multiplicity::INFO.options(&crate::rules::Setup::default()).unwrap(),
        )
        .unwrap();
        game.board = diagram.board(['W', 'B']);
        let vacant = game.board.vacant();
        let groups = Groups::new(&game, &vacant);
        let near = *game.board.geometry().neighbour_set(diagram.cell('x'));
        let of = |colour| {
            let (found, count) = groups.among(near & *game.board.stones(colour));
            found[..count].iter().map(|group| (group.size, group.room)).collect::<Vec<_>>()
        };
        assert_eq!(of(Colour::First), [(2, 4), (2, 3)]);
        assert_eq!(of(Colour::Second), [(2, 4)]);
    }
}
