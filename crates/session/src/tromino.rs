//! The stamp that drops three stones at once: which three cells around the cursor, and which of
//! them is the opponent's.

use tetralith_core::{Cell, Direction, Game, Geometry, Step};

/// A choice of three cells, a centre and two arms: which of them lies on the cursor, and which
/// takes the opponent's stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stamp {
    /// The pair of arms, as an index into [`shapes`].
    shape: usize,
    /// The cell on the cursor: 0 for the centre, 1 and 2 for the arms.
    held: usize,
    /// The opponent's stone: 0 for the centre, 1 and 2 for the arms.
    other: usize,
}

/// The pairs of arms: the straight ones first, then those at ever sharper angles, each turned all
/// the way round.
fn shapes(geometry: &Geometry) -> Vec<[Direction; 2]> {
    let directions = geometry.joined();
    let n = directions.len();
    (1..=n / 2)
        .rev()
        .flat_map(|span| {
            let turns = if 2 * span == n { n / 2 } else { n };
            (0..turns).map(move |i| [directions[i], directions[(i + span) % n]])
        })
        .collect()
}

impl Stamp {
    /// The step of this stamp with `cell` held; `None` if it leaves the board.
    fn step(self, geometry: &Geometry, cell: Cell) -> Option<Step> {
        let arms = *shapes(geometry).get(self.shape)?;
        let centre = match self.held.checked_sub(1) {
            None => cell,
            Some(arm) => geometry.toward(cell, arms[arm].opposite())?,
        };
        let cells = [centre, geometry.toward(centre, arms[0])?, geometry.toward(centre, arms[1])?];
        let own = [(self.other + 1) % 3, (self.other + 2) % 3].map(|i| cells[i]);
        Some(Step::tromino(own[0], own[1], cells[self.other]))
    }

    fn is_playable(self, game: &Game, cell: Cell) -> bool {
        self.step(game.board().geometry(), cell).is_some_and(|step| game.check(step).is_ok())
    }

    /// This stamp with the opponent's stone on each of its cells, beginning where it is.
    fn with_each_stone(self) -> impl Iterator<Item = Self> {
        (0..3).map(move |next| Self { other: (self.other + next) % 3, ..self })
    }

    /// Every shape in turn, this stamp's first, with its centre on `cell`; if none can be played
    /// like that, with an arm there, so that anything playable on a cell can be reached from it.
    fn ways(self, game: &Game, cell: Cell) -> Vec<Self> {
        let n = shapes(game.board().geometry()).len();
        let about = (0..n).map(|shape| Self { shape, held: 0, ..self });
        let beside = (0..n).flat_map(|shape| [1, 2].map(|held| Self { shape, held, ..self }));
        let playable =
            |stamp: Self| stamp.with_each_stone().any(|stamp| stamp.is_playable(game, cell));
        let reaches = !about.clone().any(playable) && beside.clone().any(playable);
        let mut ways: Vec<Self> = if reaches { beside.collect() } else { about.collect() };
        let same_shape = |way: &Self| way.shape == self.shape;
        let first =
            ways.iter().position(|way| *way == self).or_else(|| ways.iter().position(same_shape));
        ways.rotate_left(first.unwrap_or(0));
        ways
    }

    /// The first stamp, this one before all others, that is legal on `cell`, else the first that
    /// stays on the board; with the step that it makes there.
    pub fn fitted(self, game: &Game, cell: Cell) -> Option<(Self, Step)> {
        let geometry = game.board().geometry();
        let ways = self.ways(game, cell);
        let all = || ways.iter().copied().flat_map(Self::with_each_stone);
        let stamp = all()
            .find(|stamp| stamp.is_playable(game, cell))
            .or_else(|| all().find(|stamp| stamp.step(geometry, cell).is_some()))?;
        stamp.step(geometry, cell).map(|step| (stamp, step))
    }

    /// The next shape, or with `back` the previous one, that can be played on `cell`; this one if
    /// no other can.
    pub fn turned(self, game: &Game, cell: Cell, back: bool) -> Self {
        let mut others = self.ways(game, cell).split_off(1);
        if back {
            others.reverse();
        }
        let mut all = others.into_iter().flat_map(Self::with_each_stone);
        all.find(|stamp| stamp.is_playable(game, cell)).unwrap_or(self)
    }

    /// The same shape with the opponent's stone on another of its cells, if it can be played so.
    pub(crate) fn with_next_stone(self, game: &Game, cell: Cell) -> Self {
        self.with_each_stone().skip(1).find(|stamp| stamp.is_playable(game, cell)).unwrap_or(self)
    }
}
