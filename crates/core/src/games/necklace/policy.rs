//! The net that foretells which points a search will choose.

use std::sync::LazyLock;

use crate::board::Colour;
use crate::cell::Cell;
use crate::games::necklace::Necklace;
use crate::knowledge::policy::{
    CHANNELS, LEGAL, ON_BOARD, ONE, OTHERS, OWN, Policy, embedded, hints,
};
use crate::step::Step;

/// The layers of the net.
const LAYERS: &[u8] = embedded::<1>(include_bytes!("../../../assets/policies/necklace.policy"));

static POLICY: LazyLock<Policy<1>> = LazyLock::new(|| Policy::new(LAYERS));

/// The channels of a point that only this net sees.
const LAST: usize = 3;
const OWN_LAST: usize = 4;

impl Necklace {
    /// See [`Knowledge::policy`](crate::knowledge::Knowledge::policy).
    pub(super) fn hints_by_policy(&self, steps: &[Step], out: &mut Vec<f32>) {
        let rated = self.rated_by_policy(steps);
        // A swap is no point, and is judged for itself.
        let of = |step: &Step| step.cells().next().map(|cell| rated[self.place(cell)]);
        out.extend(hints(steps.iter().map(of)));
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
        legal.iter().flat_map(|step| step.cells()).for_each(|cell| mark(cell, LEGAL));
        let (own, others) = (self.to_move, self.to_move.other());
        for (colour, stones, last) in [(own, OWN, OWN_LAST), (others, OTHERS, LAST)] {
            self.board.stones(colour).iter().for_each(|cell| mark(cell, stones));
            self.last[colour.index()].into_iter().for_each(|cell| mark(cell, last));
        }
        POLICY.rate(size, &seen).into_iter().map(|[rated]| rated).collect()
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

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::games::Game;
    use crate::knowledge::Knowledge;
    use crate::notation::Names;
    use crate::rules::{Rules, Setup};

    fn start(size: u8, pie: bool) -> Necklace {
        let setup = Setup { size: Some(size.into()), pie: Some(pie), ..Setup::default() };
        Necklace::new(&Necklace::INFO.options(&setup).unwrap()).unwrap()
    }

    fn legal(game: &Necklace) -> Vec<Step> {
        let mut steps = Vec::new();
        game.legal_steps(&mut steps);
        steps
    }

    /// A position, and the five likeliest points with their logarithms as `train-policy.py` prints
    /// them.
    struct Example {
        size: u8,
        moves: &'static str,
        best: [(usize, f32); 5],
    }

    const EXAMPLES: [Example; 7] = [
        Example {
            size: 7,
            moves: "e5 f4 g4 a4 d4 e7",
            best: [(40, -1.494), (16, -1.717), (38, -1.754), (9, -2.628), (47, -2.936)],
        },
        Example {
            size: 7,
            moves: "a2 b1 f6 g4 c2 e5 d5 c3 e4 d6 c6 d2",
            best: [(11, -1.181), (19, -1.285), (18, -1.607), (12, -2.644), (3, -3.368)],
        },
        Example {
            size: 7,
            moves: "b4 e4 b6 c3 b2 g4 b5 b3 a3 a6 b1 f6 b7",
            best: [(20, -1.443), (19, -1.796), (6, -1.851), (18, -2.43), (4, -2.51)],
        },
        Example {
            size: 9,
            moves: "a9 g7 b7 f4 i8",
            best: [(30, -2.142), (21, -2.163), (29, -2.525), (68, -2.574), (22, -2.683)],
        },
        Example {
            size: 9,
            moves: "b8 e2 c1",
            best: [(29, -1.295), (20, -1.573), (21, -2.008), (19, -2.916), (11, -3.149)],
        },
        Example {
            size: 11,
            moves: "a4 f7 j9",
            best: [(82, -1.876), (71, -2.363), (93, -2.711), (83, -3.076), (94, -3.093)],
        },
        Example {
            size: 13,
            moves: "d12 k8 k2 m1",
            best: [(84, -3.146), (71, -3.175), (11, -3.227), (72, -3.238), (73, -3.273)],
        },
    ];

    #[test]
    fn rounded_net_says_what_its_training_said() {
        for Example { size, moves, best } in EXAMPLES {
            let mut game = start(size, false);
            let names = Names::of(&Game::Necklace(game.clone()));
            for name in moves.split(' ') {
                game.play(names.parse_step(name).unwrap()).unwrap();
            }
            let rated = game.rated_by_policy(&legal(&game));
            let (first, most) = best[0];
            for (point, logarithm) in best {
                let (found, wanted) = (rated[point] - rated[first], logarithm - most);
                assert!((found - wanted).abs() < 0.2, "{moves}: {point}: {found}, not {wanted}");
            }
        }
    }

    #[test]
    fn each_step_has_a_hint_and_the_likeliest_the_highest() {
        for (size, pie) in [(4, false), (9, true), (19, false)] {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(size.into());
            let mut game = start(size, pie);
            while let Some(step) = game.random_step(&mut rng, &mut Vec::new()) {
                let (steps, mut hints) = (legal(&game), Vec::new());
                game.hints_by_policy(&steps, &mut hints);
                assert_eq!(hints.len(), steps.len());
                assert!(hints.iter().all(|hint| (-1.0..=1.0).contains(hint)), "{hints:?}");
                assert!(hints.contains(&1.0), "{hints:?}");
                game.play_unchecked(step);
            }
        }
    }
}
