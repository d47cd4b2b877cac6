//! Playouts in which both sides choose with some sense.
//!
//! The product grows with the number of groups, so what a cell is worth shows in what surrounds it.
//! Each player in turn takes a vacant cell that is drawn by how urgent it is. Only the six
//! neighbours count, whose state is kept in one number for each cell, its ring, so that its urgency
//! is one entry of a table; sixteen cells are handled together.
//!
//! Source of the idea: Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007.

use std::array::from_fn;
use std::sync::OnceLock;

use rand_core::Rng;

use super::urgency::{LEVELS, NOISE, OFF, READ, SIDES, STARTS, TAKEN};
use crate::board::{Board, Colour};
use crate::cell::{Bits, Cell};
use crate::geometry::{Geometry, Shape};

/// A power of two above all cells, so that an index can be cut to it instead of checked.
const ROOM: usize = Shape::Hexhex.cells(LARGEST).next_power_of_two();

const LARGEST: u8 = *Shape::Hexhex.sizes().end();

const _: () = assert!(READ >= ROOM);

/// Cells that are handled together.
const LANES: usize = 16;

const HALF: usize = LANES / 2;

const fn stone(colour: usize) -> u16 {
    1 + colour as u16
}

/// The surroundings of each cell on a board without stones.
struct Rings {
    /// By cell, anticlockwise; off the board, a number of no cell.
    neighbours: Vec<[u16; SIDES]>,
    empty: [u16; ROOM],
}

impl Rings {
    fn of(geometry: &Geometry) -> &'static Self {
        static RINGS: [OnceLock<Rings>; LARGEST as usize + 1] =
            [const { OnceLock::new() }; LARGEST as usize + 1];
        RINGS[usize::from(geometry.size())].get_or_init(|| Self::new(geometry))
    }

    fn new(geometry: &Geometry) -> Self {
        let none = (ROOM - 1) as u16;
        let around =
            |cell| geometry.joined().iter().map(move |&direction| geometry.toward(cell, direction));
        let mut rings = Self { neighbours: Vec::new(), empty: [0; ROOM] };
        for cell in geometry.cells() {
            let mut neighbours = [none; SIDES];
            for (i, next) in around(cell).enumerate() {
                match next {
                    Some(next) => neighbours[i] = next.index() as u16,
                    None => rings.empty[cell.index()] |= OFF << (2 * i),
                }
            }
            rings.neighbours.push(neighbours);
        }
        rings
    }

    /// Enters a stone on `cell` in its own ring and those of its neighbours, and calls `changed`
    /// with each of these and its ring.
    #[inline]
    fn place(
        &self,
        around: &mut [u16; ROOM],
        cell: usize,
        colour: usize,
        mut changed: impl FnMut(usize, u16),
    ) {
        around[cell % ROOM] |= TAKEN;
        for (i, &next) in self.neighbours[cell].iter().enumerate() {
            let next = usize::from(next) % ROOM;
            around[next] |= stone(colour) << (2 * ((i + SIDES / 2) % SIDES));
            changed(next, around[next]);
        }
    }
}

#[inline]
fn level(ring: u16) -> u8 {
    LEVELS[usize::from(ring) % LEVELS.len()]
}

/// The stones once the players, `mover` first, have filled all vacant cells of `board` but one.
///
/// The board has at most `64 * W` cells.
pub(super) fn fill<const W: usize, R: Rng>(
    board: &Board,
    mover: Colour,
    rng: &mut R,
) -> [Bits<W>; 2] {
    let rings = Rings::of(board.geometry());
    let mut around = rings.empty;
    let mut stones: [Bits<W>; 2] = Colour::BOTH.map(|colour| board.stones(colour).resize());
    for colour in Colour::BOTH {
        for cell in stones[colour.index()] {
            rings.place(&mut around, cell.index(), colour.index(), |_, _| {});
        }
    }
    let len = board.geometry().len();
    // By cell; 0 where there is a stone or no cell.
    let mut levels = [[0; LANES]; ROOM / LANES];
    for (entry, &ring) in levels.as_flattened_mut().iter_mut().zip(&around).take(len) {
        *entry = level(ring);
    }
    let rows = len.div_ceil(LANES);
    let mut mover = mover.index();
    for _ in stones[0].len() + stones[1].len() + 1..len {
        let start = rng.next_u64() as usize % STARTS;
        let cell = highest(&levels[..rows], NOISE[start..start + READ].as_chunks().0) % ROOM;
        let levels = levels.as_flattened_mut();
        levels[cell] = 0;
        rings.place(&mut around, cell, mover, |next, ring| levels[next] = level(ring));
        stones[mover].insert(Cell::new(cell));
        mover = 1 - mover;
    }
    stones
}

/// The cell whose level and noise together are the highest.
///
/// Each lane keeps its highest sum, above the number of the row where it is, in one number.
#[inline(never)]
fn highest(levels: &[[u8; LANES]], noise: &[[u8; LANES]]) -> usize {
    /// The sum of 0 as the bits of a signed number: baseline processors compare only signed ones.
    const ZERO: u8 = 0x80;
    let mut lanes = [[i16::MIN; HALF]; 2];
    let mut row = 0;
    for (levels, noise) in levels.iter().zip(noise) {
        let sums: [u8; LANES] = from_fn(|lane| levels[lane].saturating_add(noise[lane]) ^ ZERO);
        let [low, high] = &mut lanes;
        for lane in 0..HALF {
            low[lane] = low[lane].max(i16::from(sums[lane]) << 8 | row);
        }
        for lane in 0..HALF {
            high[lane] = high[lane].max(i16::from(sums[lane + HALF]) << 8 | row);
        }
        row += HALF as i16;
    }
    highest_lane(&lanes)
}

/// The cell of the highest of `lanes`.
// In one function with the loop above, the compiler takes both apart lane by lane, which takes
// twice as long.
#[inline(never)]
fn highest_lane(lanes: &[[i16; HALF]; 2]) -> usize {
    let [low, high] = lanes.each_ref().map(|lanes| {
        let eight: [i16; HALF] = from_fn(|lane| lanes[lane] | lane as i16);
        let four: [i16; HALF / 2] = from_fn(|lane| eight[lane].max(eight[lane + HALF / 2]));
        four[0].max(four[2]).max(four[1].max(four[3]))
    });
    let (top, half) = if high > low { (high, HALF) } else { (low, 0) };
    let (row, lane) = (usize::from(top as u8) / HALF, usize::from(top as u8) % HALF);
    row * LANES + half + lane
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::games::diagram::Diagram;

    /// The number for these neighbours, anticlockwise from the east.
    fn ring(states: &str) -> usize {
        states
            .chars()
            .enumerate()
            .map(|(i, state)| ".12#".find(state).expect("a state") << (2 * i))
            .sum()
    }

    #[test]
    fn of_two_cells_the_more_urgent_is_filled_wherever_it_is() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        for drawn in [
            "   x W W
               W W B W
              W B y W W
               W W B W
                W W W ",
            "   W W W
               W W B W
              W B y W W
               W W B W
                x W W ",
        ] {
            let diagram = Diagram::parse(drawn);
            // It joins nothing, while in the middle three groups of either colour meet.
            for _ in 0..8 {
                let stones = fill::<1, _>(&diagram.board(['W', 'B']), Colour::Second, &mut rng);
                assert_eq!(stones[1].resize(), diagram.cells('B') | diagram.cells('x'));
            }
        }
    }

    #[test]
    fn the_cells_filled_are_shared_and_stones_stay() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for size in Shape::Hexhex.sizes() {
            let geometry = Geometry::get(Shape::Hexhex, size).unwrap();
            let mut board = Board::new(geometry);
            board.set(Cell::new(1), Colour::First);
            board.set(Cell::new(0), Colour::Second);
            for mover in Colour::BOTH {
                let [first, second] = fill::<8, _>(&board, mover, &mut rng);
                assert!(!first.intersects(&second));
                assert!(first.contains(Cell::new(1)) && second.contains(Cell::new(0)));
                let free = geometry.len() - 3;
                let (more, less) =
                    if mover == Colour::First { (first, second) } else { (second, first) };
                assert_eq!((more.len(), less.len()), (1 + free.div_ceil(2), 1 + free / 2));
            }
        }
    }

    #[test]
    fn surroundings_of_cells_agree_with_the_board() {
        let geometry = Geometry::get(Shape::Hexhex, 3).unwrap();
        let rings = Rings::of(geometry);
        let mut around = rings.empty;
        // The middle cell's neighbour to the east, and one of the corners.
        let mut changed = Vec::new();
        rings.place(&mut around, 10, 0, |cell, ring| changed.push((cell, ring)));
        assert!(changed.len() == SIDES && changed.iter().all(|&(cell, ring)| around[cell] == ring));
        rings.place(&mut around, 0, 1, |_, _| {});
        assert_eq!(usize::from(around[9]), ring("1....."));
        assert_eq!(usize::from(around[1]), ring("...2##"));
        assert_eq!(usize::from(around[11]), ring("##.1.#"));
    }

    #[test]
    fn the_highest_of_all_cells_is_found_wherever_it_is() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for rows in [1, 2, 6, 30] {
            for _ in 0..50 {
                let mut levels = [[0; LANES]; 30];
                levels
                    .as_flattened_mut()
                    .iter_mut()
                    .for_each(|level| *level = (rng.next_u64() % 220) as u8);
                let noise = NOISE[(rng.next_u64() % 4000) as usize..].as_chunks().0;
                let sum = |cell: usize| {
                    let level: u8 = levels.as_flattened()[cell];
                    level.saturating_add(noise.as_flattened()[cell])
                };
                let found = highest(&levels[..rows], noise);
                assert_eq!(sum(found), (0..rows * LANES).map(sum).max().unwrap());
            }
        }
    }
}
