//! The distance of each point from a connection, with links counted as joined.
//!
//! Two own stones on a diagonal can be parted only by two opponent's stones on the other diagonal,
//! which would be a crosscut; so they are linked unless both are there already. To connect is
//! therefore as good as to join the two sides by king's moves that never pass between two
//! opponent's stones.

use crate::board::{Board, Colour};
use crate::cell::{Cell, CellSet, MAX_CELLS};
use crate::games::necklace::net::sides;
use crate::geometry::Shape;

/// The columns of the largest board with a border column on either side, rounded up to a whole
/// number of vectors.
const COLUMNS: usize = 28;

const _: () = assert!(*Shape::Square.sizes().end() as usize + 2 <= COLUMNS);

/// A set of points, by column from the left, the first of them a border; of a column, the points
/// from the bottom by bits from bit 1 on.
type Plane = [u32; COLUMNS];

/// The distance that counts as out of reach, in stones; twice that fits a byte.
const FAR: u8 = 100;

/// By point, the vacant ones still to be filled on the shortest way through it from side to side.
pub(super) struct Reach {
    through: [u8; MAX_CELLS],
    /// The least of them over the board.
    least: u8,
}

impl Reach {
    /// The ways of `colour` over its stones and `open`, the vacant points where it may place one
    /// day.
    pub(super) fn new(board: &Board, colour: Colour, open: &CellSet) -> Self {
        let size = usize::from(board.geometry().size());
        let ways = Ways {
            size,
            links: Links::denied_by(&plane(board.stones(colour.other()), size)),
            own: plane(board.stones(colour), size),
            open: plane(open, size),
        };
        let [mut through, far] =
            sides(colour).map(|side| ways.flood(&plane(board.geometry().side(side), size)));
        let mut least = FAR;
        for (here, there) in through[..size * size].iter_mut().zip(far) {
            // The point itself is counted from both sides.
            *here = (*here + there - 1).min(FAR);
            least = least.min(*here);
        }
        Self { through, least }
    }

    /// The number of points that the shortest way through the vacant point `cell` has beyond those
    /// of the shortest of all.
    #[inline]
    pub(super) fn detour(&self, cell: Cell) -> usize {
        usize::from(self.through[cell.index()] - self.least)
    }
}

/// The points of `cells` on a square board of this size.
fn plane(cells: &CellSet, size: usize) -> Plane {
    let words = cells.words();
    let mut plane = [0; COLUMNS];
    for (column, bits) in plane[1..=size].iter_mut().enumerate() {
        let (word, shift) = (column * size / 64, column * size % 64);
        let above = words.get(word + 1).map_or(0, |&next| u128::from(next) << 64);
        *bits = (((u128::from(words[word]) | above) >> shift) as u32 & ((1 << size) - 1)) << 1;
    }
    plane
}

/// The diagonals of the 2×2s on which a colour has or may get a link, by the south-western point of
/// the square.
struct Links {
    rising: Plane,
    falling: Plane,
}

impl Links {
    /// All links but those that pass between two of `stones`, which are of the other colour.
    fn denied_by(stones: &Plane) -> Self {
        let mut links = Self { rising: [0; COLUMNS], falling: [0; COLUMNS] };
        for (column, pair) in stones.windows(2).enumerate() {
            links.rising[column] = !(pair[1] & pair[0] >> 1);
            links.falling[column] = !(pair[0] & pair[1] >> 1);
        }
        links
    }

    /// The points a king's move from one of `from`, on a diagonal only by a link; some of `from`
    /// may be among them.
    #[inline]
    fn spread(&self, from: &Plane) -> Plane {
        let mut to = [0; COLUMNS];
        for column in 1..COLUMNS - 1 {
            let [west, here, east] = [from[column - 1], from[column], from[column + 1]];
            let straight = here << 1 | here >> 1 | west | east;
            let rising = (west & self.rising[column - 1]) << 1 | east >> 1 & self.rising[column];
            let falling = west >> 1 & self.falling[column - 1] | (east & self.falling[column]) << 1;
            to[column] = straight | rising | falling;
        }
        to
    }
}

/// The points and links that let a colour go on.
struct Ways {
    size: usize,
    links: Links,
    own: Plane,
    open: Plane,
}

impl Ways {
    /// By vacant point, the number of vacant points on a shortest way from `side` to it, itself
    /// among them; [`FAR`] where there is no way.
    fn flood(&self, side: &Plane) -> [u8; MAX_CELLS] {
        let mut counts = [FAR; MAX_CELLS];
        let mut reached: Plane = std::array::from_fn(|column| side[column] & self.own[column]);
        // The first points may lie on the side as well as next to a stone joined to it.
        let mut aside = *side;
        for count in 1..FAR {
            let around = self.pass_stones(&mut reached);
            let mut news = 0;
            for column in 1..=self.size {
                let mut found =
                    (around[column] | aside[column]) & self.open[column] & !reached[column];
                reached[column] |= found;
                news |= found;
                while found != 0 {
                    counts[(column - 1) * self.size + found.trailing_zeros() as usize - 1] = count;
                    found &= found - 1;
                }
            }
            if news == 0 {
                break;
            }
            aside = [0; COLUMNS];
        }
        counts
    }

    /// Adds the own stones linked to the points `reached`, which cost nothing, and returns what is
    /// next to all of these.
    fn pass_stones(&self, reached: &mut Plane) -> Plane {
        loop {
            let around = self.links.spread(reached);
            let mut news = 0;
            for ((reached, around), own) in reached.iter_mut().zip(around).zip(self.own) {
                let found = around & own & !*reached;
                *reached |= found;
                news |= found;
            }
            if news == 0 {
                return around;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::games::Necklace;
    use crate::knowledge::Knowledge;
    use crate::rules::{Rules, Setup};

    /// By point, what a way from `side` to it costs, relaxed till nothing changes.
    fn slow(board: &Board, colour: Colour, open: &CellSet, side: &CellSet) -> Vec<u8> {
        let geometry = board.geometry();
        let cost = |cell: Cell| u8::from(board.at(cell) != Some(colour));
        let passable = *board.stones(colour) | *open;
        let mut far = vec![FAR; geometry.len()];
        for cell in *side & passable {
            far[cell.index()] = cost(cell);
        }
        loop {
            let before = far.clone();
            for cell in passable {
                let mut near: Vec<Cell> = geometry.neighbours(cell).to_vec();
                near.extend(geometry.squares(cell).filter_map(|[a, b, c]| {
                    [a, c].iter().any(|&elbow| board.at(elbow) != Some(colour.other())).then_some(b)
                }));
                for next in near.into_iter().filter(|&next| passable.contains(next)) {
                    far[cell.index()] = far[cell.index()].min(far[next.index()] + cost(cell));
                }
            }
            if far == before {
                return far;
            }
        }
    }

    #[test]
    fn floods_by_columns_agree_with_relaxed_distances() {
        for seed in 0..60 {
            let size = [2, 3, 5, 8, 13, 25][seed as usize % 6];
            let setup = Setup { size: Some(size), ..Setup::default() };
            let mut game = Necklace::new(&Necklace::INFO.options(&setup).unwrap()).unwrap();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            for _ in 0..size * size * (seed as i64 % 5) / 5 {
                let Some(step) = game.random_step(&mut rng, &mut Vec::new()) else { break };
                game.play_unchecked(step);
            }
            let board = game.board();
            for colour in Colour::BOTH {
                let open: CellSet =
                    board.vacant().iter().filter(|cell| cell.index() % 7 != 0).collect();
                let reach = Reach::new(board, colour, &open);
                let [a, b] = sides(colour)
                    .map(|side| slow(board, colour, &open, board.geometry().side(side)));
                let through =
                    |cell: Cell| (a[cell.index()] + b[cell.index()]).min(FAR + 1).saturating_sub(1);
                let least = open.iter().map(through).min().unwrap_or(FAR);
                assert_eq!(reach.least, least, "{size}, seed {seed}");
                for cell in open {
                    assert_eq!(
                        reach.detour(cell),
                        usize::from(through(cell) - least),
                        "{size}, seed {seed}, {cell:?}"
                    );
                }
            }
        }
    }
}
