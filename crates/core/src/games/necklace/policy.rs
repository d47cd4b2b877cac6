//! The net that foretells which points a search will choose.

use std::sync::LazyLock;

use crate::board::Colour;
use crate::cell::Cell;
use crate::games::necklace::Necklace;
use crate::knowledge::policy::{CHANNELS, ONE, Policy, embedded};
use crate::step::Step;

/// The layers of the net.
const LAYERS: &[u8] = embedded(include_bytes!("../../../assets/policies/necklace.policy"));

static POLICY: LazyLock<Policy> = LazyLock::new(|| Policy::new(LAYERS));

/// What the net sees of a point: each a channel.
const OWN: usize = 0;
const OTHERS: usize = 1;
const LEGAL: usize = 2;
const LAST: usize = 3;
const OWN_LAST: usize = 4;
const ON_BOARD: usize = 5;

/// The logarithm below that of the likeliest point that becomes 0 in a hint; twice as far below it
/// and further is −1.
const HINT_RANGE: f32 = 4.0;

impl Necklace {
    /// See [`Knowledge::POLICY`](crate::rules::Knowledge::POLICY).
    pub(super) fn hints_by_policy(&self, steps: &[Step], out: &mut Vec<f32>) {
        let rated = self.rated_by_policy(steps);
        // A swap is no point, and is judged for itself.
        let of = |step: &Step| cell_of(*step).map_or(f32::MIN, |cell| rated[self.place(cell)]);
        let most = steps.iter().map(of).fold(f32::MIN, f32::max);
        out.extend(steps.iter().map(|step| (1.0 + (of(step) - most) / HINT_RANGE).max(-1.0)));
    }

    /// The logarithms of how likely the points of the board are, by their [`place`](Self::place).
    fn rated_by_policy(&self, legal: &[Step]) -> Vec<f32> {
        let size = usize::from(self.board.geometry().size());
        let wide = size + 2;
        let mut seen = vec![0; wide * wide * CHANNELS];
        let mut mark = |y: usize, x: usize, channel: usize| {
            seen[(y * wide + x) * CHANNELS + channel] = ONE;
        };
        // The sides of the board are like stones of those who join them.
        for (i, side) in (1..=size).flat_map(|i| [(i, 0), (i, size + 1)]) {
            mark(side, i, OWN);
            mark(i, side, OTHERS);
        }
        let mut mark = |cell: Cell, channel| {
            let place = self.place(cell);
            mark(place / size + 1, place % size + 1, channel);
        };
        self.board.geometry().cells().for_each(|cell| mark(cell, ON_BOARD));
        legal.iter().filter_map(|step| cell_of(*step)).for_each(|cell| mark(cell, LEGAL));
        let (own, others) = (self.to_move, self.to_move.other());
        for (colour, stones, last) in [(own, OWN, OWN_LAST), (others, OTHERS, LAST)] {
            self.board.stones(colour).iter().for_each(|cell| mark(cell, stones));
            self.last[colour.index()].into_iter().for_each(|cell| mark(cell, last));
        }
        let mut rated = Vec::with_capacity(size * size);
        POLICY.rate(size, &seen, &mut rated);
        rated
    }

    /// The number of a point, row by row, on a board that lies so that the player to move joins the
    /// first row to the last one.
    fn place(&self, cell: Cell) -> usize {
        let size = usize::from(self.board.geometry().size());
        let (column, row) = (cell.index() / size, cell.index() % size);
        match self.to_move {
            Colour::First => row * size + column,
            Colour::Second => column * size + row,
        }
    }
}

/// The point on which a step places a stone, if it does.
const fn cell_of(step: Step) -> Option<Cell> {
    if let Step::Place(cell) = step { Some(cell) } else { None }
}
