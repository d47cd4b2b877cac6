//! The ways in which a board can lie: turned by steps that map it onto itself, and flipped.

use crate::cell::Cell;
use crate::geometry::{AROUND_HEXAGON, Direction, Geometry, Place, Shape};

/// The orientation of a board: flipped from left to right or not, then turned anticlockwise.
///
/// The default is upright: as the board's geometry has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Orientation {
    /// Steps of a quarter (square) or a sixth (hexhex) of a full turn, anticlockwise.
    turns: u8,
    flipped: bool,
}

/// The steps of a full turn.
const fn steps(shape: Shape) -> u8 {
    match shape {
        Shape::Square => 4,
        Shape::Hexhex => 6,
    }
}

/// The directions that turn into each other, anticlockwise.
const fn directions(shape: Shape) -> &'static [Direction] {
    match shape {
        Shape::Square => &Direction::ALL,
        Shape::Hexhex => &AROUND_HEXAGON,
    }
}

/// The place of a cell relative to the middle of a hexhex board, in cells to the east and to the
/// north-east.
type Axial = (i32, i32);

impl Orientation {
    /// All ways in which a board of this shape can lie, upright first.
    pub fn all(shape: Shape) -> impl Iterator<Item = Self> + Clone {
        [false, true]
            .into_iter()
            .flat_map(move |flipped| (0..steps(shape)).map(move |turns| Self { turns, flipped }))
    }

    /// Flipped or not, then turned by so many steps, fewer than those of a full turn.
    pub(crate) const fn new(turns: u8, flipped: bool) -> Self {
        Self { turns, flipped }
    }

    /// True if each pair of sides that a colour joins, if colours join any, stays that colour's.
    pub fn keeps(self, shape: Shape, joins: Option<[[Direction; 2]; 2]>) -> bool {
        let mut pairs = joins.iter().flatten();
        pairs.all(|pair| pair.iter().all(|&side| pair.contains(&self.direction(shape, side))))
    }

    /// Turned one step further clockwise.
    #[must_use]
    pub const fn turned(self, shape: Shape) -> Self {
        Self { turns: (self.turns + steps(shape) - 1) % steps(shape), ..self }
    }

    /// Flipped, left and right as the screen has them.
    #[must_use]
    pub const fn mirrored(self, shape: Shape) -> Self {
        Self { turns: (steps(shape) - self.turns) % steps(shape), flipped: !self.flipped }
    }

    /// True if the board lies as its geometry has it.
    pub fn is_upright(self) -> bool {
        self == Self::default()
    }

    /// The inverse: applied after this orientation, it puts the board upright again.
    const fn inverse(self, shape: Shape) -> Self {
        if self.flipped {
            self
        } else {
            Self { turns: (steps(shape) - self.turns) % steps(shape), flipped: false }
        }
    }

    /// The cell in whose place `cell` is drawn.
    pub fn shown(self, geometry: &Geometry, cell: Cell) -> Cell {
        if self.is_upright() {
            return cell;
        }
        // A symmetry of the board: it has a cell wherever one goes.
        geometry.cell_at(self.place(geometry, geometry.place(cell))).unwrap_or(cell)
    }

    /// The cell that is drawn in the place of `shown`: the other way round than
    /// [`Orientation::shown`].
    pub fn original(self, geometry: &Geometry, shown: Cell) -> Cell {
        self.inverse(geometry.shape()).shown(geometry, shown)
    }

    /// The direction on the screen in which a `direction` of the board points.
    ///
    /// Hexhex boards know no north and south; those stay as they are.
    pub fn direction(self, shape: Shape, direction: Direction) -> Direction {
        let all = directions(shape);
        let Some(i) = all.iter().position(|&other| other == direction) else { return direction };
        let i = if self.flipped { 3 * all.len() / 2 - i } else { i };
        all[(i + usize::from(self.turns) * all.len() / usize::from(steps(shape))) % all.len()]
    }

    /// The next cell from `cell` in a direction of the screen.
    pub fn toward(self, geometry: &Geometry, cell: Cell, direction: Direction) -> Option<Cell> {
        if self.is_upright() {
            return geometry.toward(cell, direction);
        }
        geometry.toward(cell, self.inverse(geometry.shape()).direction(geometry.shape(), direction))
    }

    /// The directions on the screen in which those sides of a hexhex board face that bear names:
    /// the two sides where rows begin, which bear letters, and the first row, which bears numbers.
    pub fn named_sides(self) -> ([Direction; 2], Direction) {
        use Direction as D;
        let faces = |beyond: [D; 2]| {
            facing(beyond.map(|direction| self.direction(Shape::Hexhex, direction)))
        };
        (
            [faces([D::West, D::SouthWest]), faces([D::West, D::NorthWest])],
            faces([D::SouthWest, D::SouthEast]),
        )
    }

    fn place(self, geometry: &Geometry, place: Place) -> Place {
        let (row, x) = (i32::from(place.row), i32::from(place.x));
        let size = i32::from(geometry.size());
        let (row, x) = match geometry.shape() {
            Shape::Square => {
                let last = size - 1;
                let column = if self.flipped { last - x / 2 } else { x / 2 };
                let (column, row) =
                    (0..self.turns).fold((column, row), |(column, row), _| (last - row, column));
                (row, 2 * column)
            }
            Shape::Hexhex => {
                let middle = size - 1;
                // Half columns count two for a cell to the east and one for a cell to the
                // north-east.
                let (x, up) = (x - 2 * middle, row - middle);
                let x = if self.flipped { -x } else { x };
                let start: Axial = ((x - up) / 2, up);
                let (east, up) = (0..self.turns).fold(start, |(east, up), _| (-up, east + up));
                (up + middle, 2 * east + up + 2 * middle)
            }
        };
        Place { row: row as u8, x: x as u8 }
    }
}

/// The direction in which a side of a hexhex board faces, two neighbours beyond which lie in
/// `beyond`: left, right, up or down.
fn facing(beyond: [Direction; 2]) -> Direction {
    use Direction as D;
    match beyond {
        _ if beyond.contains(&D::West) => D::West,
        _ if beyond.contains(&D::East) => D::East,
        _ if beyond.contains(&D::NorthWest) => D::North,
        _ => D::South,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every() -> impl Iterator<Item = (&'static Geometry, Orientation)> {
        Shape::ALL
            .into_iter()
            .flat_map(|shape| shape.sizes().filter_map(move |size| Geometry::get(shape, size)))
            .flat_map(|geometry| {
                Orientation::all(geometry.shape()).map(move |orientation| (geometry, orientation))
            })
    }

    #[test]
    fn every_orientation_maps_the_board_onto_itself_and_back() {
        for (geometry, orientation) in every() {
            let mut shown: Vec<Cell> =
                geometry.cells().map(|cell| orientation.shown(geometry, cell)).collect();
            for (cell, &shown) in geometry.cells().zip(&shown) {
                assert_eq!(
                    orientation.original(geometry, shown),
                    cell,
                    "{geometry:?} {orientation:?}"
                );
            }
            shown.sort_unstable();
            assert!(shown.into_iter().eq(geometry.cells()), "{geometry:?} {orientation:?}");
        }
    }

    #[test]
    fn neighbours_stay_neighbours_in_the_turned_direction() {
        for (geometry, orientation) in every() {
            for cell in geometry.cells() {
                for direction in Direction::ALL {
                    let turned = orientation.direction(geometry.shape(), direction);
                    let next = geometry.toward(cell, direction);
                    if next.is_some() {
                        assert_eq!(
                            orientation.toward(geometry, cell, turned),
                            next,
                            "{orientation:?} {direction:?}"
                        );
                        assert_eq!(
                            geometry.toward(orientation.shown(geometry, cell), turned),
                            next.map(|next| orientation.shown(geometry, next)),
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn turns_and_flips_reach_all_orientations_and_lead_back() {
        for shape in Shape::ALL {
            let all: Vec<_> = Orientation::all(shape).collect();
            for &start in &all {
                assert_eq!((0..steps(shape)).fold(start, |at, _| at.turned(shape)), start);
                assert_eq!(start.mirrored(shape).mirrored(shape), start);
                assert_ne!(start.turned(shape), start);
                // Flipped on the screen, what was on the right is on the left.
                let [east, west] = [
                    start.direction(shape, Direction::East),
                    start.direction(shape, Direction::West),
                ];
                if east == Direction::East {
                    assert_eq!(start.mirrored(shape).direction(shape, Direction::East), west);
                }
            }
            let mut reached = vec![Orientation::default()];
            for i in 0.. {
                let Some(&at) = reached.get(i) else { break };
                for next in [at.turned(shape), at.mirrored(shape)] {
                    if !reached.contains(&next) {
                        reached.push(next);
                    }
                }
            }
            assert_eq!(reached.len(), all.len());
        }
    }

    #[test]
    fn a_quarter_turn_clockwise_takes_the_top_to_the_right() {
        let up = Orientation::default();
        assert_eq!(
            up.turned(Shape::Square).direction(Shape::Square, Direction::North),
            Direction::East
        );
        assert_eq!(
            up.turned(Shape::Hexhex).direction(Shape::Hexhex, Direction::NorthWest),
            Direction::NorthEast
        );
        assert_eq!(
            up.mirrored(Shape::Square).direction(Shape::Square, Direction::North),
            Direction::North
        );
    }
}
