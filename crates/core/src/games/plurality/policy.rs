//! The net that foretells which trominoes a search will choose.

use std::sync::LazyLock;

use crate::board::Colour;
use crate::cell::{Cell, CellSet};
use crate::games::plurality::Plurality;
use crate::knowledge::policy::{
    CHANNELS, LEGAL, ON_BOARD, ONE, OTHERS, OWN, Policy, embedded, hints,
};
use crate::step::Step;

/// The outputs of a point: for each shape about it, and each cell of it for the opponent's stone.
const OUTPUTS: usize = 18;

/// The layers of the net.
const LAYERS: &[u8] =
    embedded::<OUTPUTS>(include_bytes!("../../../assets/policies/plurality.policy"));

static POLICY: LazyLock<Policy<OUTPUTS>> = LazyLock::new(|| Policy::new(LAYERS));

/// The channels of a point that only this net sees.
const OWNED: usize = 6;
const OTHERS_OWNED: usize = 7;

/// The ways to the neighbours of a cell, as columns and rows.
const WAYS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The ways from the middle of a shape to its ends.
const SHAPES: [[usize; 2]; 6] = [[0, 2], [1, 3], [0, 1], [1, 2], [2, 3], [0, 3]];

impl Plurality {
    /// See [`Knowledge::policy`](crate::knowledge::Knowledge::policy).
    pub(super) fn hints_by_policy(&self, steps: &[Step], out: &mut Vec<f32>) {
        let rated = self.rated_by_policy(steps);
        let size = usize::from(self.options.size);
        // A pass is judged for itself.
        let of = |step: &Step| match *step {
            Step::Tromino { own, other } => {
                let (point, output) = output(size, own, other);
                Some(rated[point][output])
            }
            _ => None,
        };
        out.extend(hints(steps.iter().map(of)));
    }

    /// The outputs of each point, as [`output`] finds them.
    fn rated_by_policy(&self, legal: &[Step]) -> Vec<[f32; OUTPUTS]> {
        let size = usize::from(self.options.size);
        let wide = size + 2;
        let mut seen = vec![0; wide * wide * CHANNELS];
        let mut mark = |cells: &CellSet, channel: usize| {
            for cell in cells {
                let (column, row) = (cell.index() / size, cell.index() % size);
                seen[((column + 1) * wide + row + 1) * CHANNELS + channel] = ONE;
            }
        };
        let (own, others) = (self.to_move, self.to_move.other());
        mark(self.board.stones(own), OWN);
        mark(self.board.stones(others), OTHERS);
        mark(&legal.iter().flat_map(|step| step.cells()).collect(), LEGAL);
        mark(&self.board.geometry().all(), ON_BOARD);
        for territory in self.territories() {
            let channel = |owner: Colour| if owner == own { OWNED } else { OTHERS_OWNED };
            if let Some(owner) = territory.owner {
                mark(&territory.cells, channel(owner));
            }
        }
        POLICY.rate(size, &seen)
    }
}

/// The point in the middle of a tromino, and the output for it there.
fn output(size: usize, own: [Cell; 2], other: Cell) -> (usize, usize) {
    let place = |cell: Cell| ((cell.index() / size) as i32, (cell.index() % size) as i32);
    let way = |from: Cell, to: Cell| {
        let ((x, y), (to_x, to_y)) = (place(from), place(to));
        WAYS.iter().position(|way| *way == (to_x - x, to_y - y))
    };
    let cells = [own[0], own[1], other];
    let found = (0..3).find_map(|middle| {
        let [one, two] = [(middle + 1) % 3, (middle + 2) % 3];
        let (a, b) = (way(cells[middle], cells[one])?, way(cells[middle], cells[two])?);
        let (low, high) = (a.min(b), a.max(b));
        let shape = SHAPES.iter().position(|ends| *ends == [low, high])?;
        let to_other = if one == 2 { a } else { b };
        let role = if middle == 2 { 0 } else { 1 + usize::from(to_other == high) };
        Some((cells[middle].index(), 3 * shape + role))
    });
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::games::Game;
    use crate::knowledge::Knowledge;
    use crate::notation::Names;
    use crate::rules::{Rules, Setup};

    fn start(size: u8) -> Plurality {
        let setup = Setup { size: Some(size.into()), ..Setup::default() };
        Plurality::new(&Plurality::INFO.options(&setup).unwrap()).unwrap()
    }

    fn legal(game: &Plurality) -> Vec<Step> {
        let mut steps = Vec::new();
        game.legal_steps(&mut steps);
        steps
    }

    /// The size, the moves before, and the five likeliest steps as `train-policy.py` prints them:
    /// the output times the points of the board, plus the point, and the logarithm.
    type Example = (u8, &'static str, [(usize, f32); 5]);

    const EXAMPLES: [Example; 4] = [
        (
            7,
            "a2,a3,a1 c2,d2,d3 d6,d7,c6 e4,f4,e5 b4,c5,b5",
            [(777, -1.403), (624, -2.549), (427, -2.856), (85, -3.125), (231, -3.291)],
        ),
        (
            9,
            "c7,d6,d7 e1,e2,f2 e3,e4,d4 c1,d2,c2 h7,i7,h6 a5,a6,b5",
            [(173, -1.69), (1388, -2.205), (488, -2.752), (1031, -3.139), (779, -3.293)],
        ),
        (
            11,
            "g6,h6,h7 c9,d9,c8 e4,e6,e5 a6,a8,a7 b6,c7,c6 c1,d2,c2",
            [(183, -1.152), (62, -1.826), (303, -2.479), (1514, -2.484), (1151, -3.524)],
        ),
        (
            13,
            "i10,j9,j10 e12,f12,e13 l11,m11,l10",
            [(777, -2.692), (2179, -2.813), (817, -2.995), (2143, -3.23), (310, -3.408)],
        ),
    ];

    #[test]
    fn net_says_what_the_training_script_says() {
        for (size, moves, best) in EXAMPLES {
            let mut game = start(size);
            let names = Names::of(&Game::Plurality(game));
            for name in moves.split(' ') {
                game.play(names.parse_step(name).unwrap()).unwrap();
            }
            let (rated, points) = (game.rated_by_policy(&legal(&game)), usize::from(size).pow(2));
            let of = |place: usize| rated[place % points][place / points];
            let (first, most) = best[0];
            for (place, logarithm) in best {
                let (found, wanted) = (of(place) - of(first), logarithm - most);
                assert!((found - wanted).abs() < 0.05, "{moves}: {place}: {found}, not {wanted}");
            }
        }
    }

    #[test]
    fn each_tromino_has_an_output_of_its_own() {
        for size in [3, 7, 13] {
            let game = start(size);
            let of = |step| match step {
                Step::Tromino { own, other } => Some(output(size.into(), own, other)),
                _ => None,
            };
            let mut numbers: Vec<_> = legal(&game).into_iter().filter_map(of).collect();
            let count = numbers.len();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), count);
        }
    }

    #[test]
    fn each_step_has_a_hint_and_the_likeliest_the_highest() {
        for size in [4, 9, 19] {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(size.into());
            let mut game = start(size);
            while let Some(step) = game.random_step(&mut rng, &mut Vec::new()) {
                let (steps, mut hints) = (legal(&game), Vec::new());
                game.hints_by_policy(&steps, &mut hints);
                assert_eq!(hints.len(), steps.len());
                assert!(hints.iter().all(|hint| (-1.0..=1.0).contains(hint)), "{hints:?}");
                assert!(hints.contains(&1.0) || steps == [Step::Pass], "{hints:?}");
                game.play_unchecked(step);
            }
        }
    }
}
