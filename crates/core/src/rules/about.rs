//! The facts about one cell, which a screen shows when a player points at it.

use super::{Refusal, Rules, Territory};
use crate::board::Colour;
use crate::cell::{Cell, CellSet};
use crate::geometry::Direction;
use crate::rules::PlayError;
use crate::step::{Step, StepKind};

/// The facts about one cell, made by [`Rules::about`]. Those that a game has no use for are empty.
///
/// ```
/// use tetralith_core::{Cell, Game, Setup};
/// let game = Game::new("greylox", &Setup { opening: Some(false), ..Setup::default() })?;
/// let about = game.about(Cell::new(0));
/// assert_eq!((about.lines.len(), about.needed), (3, Some(2)));
/// # Ok::<(), tetralith_core::NewGameError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct About {
    /// The straight lines along which the cell sees, one for each direction that has a cell.
    pub lines: Vec<SightLine>,
    /// The number of stones of one colour that, seen along the lines, control the cell.
    pub needed: Option<u16>,
    /// The group of the stone there; of a vacant cell, the groups next to it, the first player's
    /// first.
    pub groups: Vec<(Colour, CellSet)>,
    /// The vacant region that the cell belongs to.
    pub territory: Option<Territory>,
    /// The stones that were counted: those seen, or those around the region.
    pub counted: CellSet,
    /// The rule that closes the vacant cell to a stone of the player to move.
    pub closed: Option<Refusal>,
}

/// The cells seen from a cell in one direction, and the stone that ends the view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SightLine {
    /// The direction it goes in.
    pub direction: Direction,
    /// Its cells, up to and with the stone it ends on, or up to the edge of the board.
    pub cells: CellSet,
    /// The stone it ends on, if it does not reach the edge.
    pub end: Option<(Cell, Colour)>,
}

impl About {
    /// The facts that there are about `cell` in any game: the rule that closes it.
    pub fn of<G: Rules>(game: &G, cell: Cell) -> Self {
        let places = G::INFO.steps.contains(&StepKind::Place);
        let closed = match game.check(Step::Place(cell)) {
            Err(PlayError::Forbidden(refusal)) if places => Some(*refusal),
            _ => None,
        };
        Self { closed, ..Self::default() }
    }

    /// The cells along the lines and of the region, without the stones that are counted.
    pub fn area(&self) -> CellSet {
        let lines = self.lines.iter().fold(CellSet::EMPTY, |all, line| all | line.cells);
        (lines | self.territory.map_or(CellSet::EMPTY, |territory| territory.cells)) - self.counted
    }

    /// The lines of sight from `cell` on `game`'s board, and what they end on.
    #[must_use]
    pub fn with_sight<G: Rules>(self, game: &G, cell: Cell) -> Self {
        let (board, geometry) = (game.board(), game.board().geometry());
        let line = |&direction| {
            let mut line = SightLine { direction, cells: CellSet::EMPTY, end: None };
            let mut at = cell;
            while let (None, Some(next)) = (line.end, geometry.toward(at, direction)) {
                line.cells.insert(next);
                line.end = board.at(next).map(|colour| (next, colour));
                at = next;
            }
            (!line.cells.is_empty()).then_some(line)
        };
        let lines: Vec<SightLine> = geometry.joined().iter().filter_map(line).collect();
        let counted = lines.iter().filter_map(|line| line.end).map(|(end, _)| end).collect();
        Self { lines, counted, ..self }
    }

    /// The group on `cell` of `game`'s board, or the groups next to it.
    #[must_use]
    pub fn with_groups<G: Rules>(self, game: &G, cell: Cell) -> Self {
        let board = game.board();
        let mut near = if board.at(cell).is_some() {
            CellSet::of(cell)
        } else {
            *board.geometry().neighbour_set(cell)
        };
        let mut groups = Vec::new();
        for colour in Colour::BOTH {
            while let Some(start) = (near & *board.stones(colour)).lowest() {
                let group = board.group(start);
                near -= group;
                groups.push((colour, group));
            }
        }
        Self { groups, ..self }
    }
}
