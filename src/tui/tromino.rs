//! The stamp that drops three stones at once: which three cells around the cursor, and which of them is the opponent's.

use tetralith_core::{Cell, Direction, Game, Geometry, Step};

/// A choice of three cells around a centre: two arms, and which of the three takes the opponent's stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stamp {
    /// Which pair of arms, as an index into [`shapes`].
    shape: usize,
    /// 0 for the centre, 1 and 2 for the arms.
    other: usize,
}

/// What a stamp stands for at some place of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamped {
    /// The stamp that was taken.
    pub stamp: Stamp,
    /// The step.
    pub step: Step,
}

/// The pairs of arms: the straight ones first, then those at ever sharper angles, each turned all the way round.
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
    /// The step this stamp stands for with its centre on `cell`; `None` if an arm leaves the board.
    fn step(self, geometry: &Geometry, cell: Cell) -> Option<Step> {
        let arms = *shapes(geometry).get(self.shape)?;
        let cells = [cell, geometry.toward(cell, arms[0])?, geometry.toward(cell, arms[1])?];
        let own = [(self.other + 1) % 3, (self.other + 2) % 3].map(|i| cells[i]);
        Some(Step::tromino(own[0], own[1], cells[self.other]))
    }

    /// This stamp and then every other, in the order in which they are tried.
    fn others(self, geometry: &Geometry) -> impl Iterator<Item = Self> {
        let n = shapes(geometry).len();
        (0..n).flat_map(move |turn| {
            (0..3).map(move |next| Self { shape: (self.shape + turn) % n, other: (self.other + next) % 3 })
        })
    }

    /// The first stamp, this one before all others, that is legal on `cell`, else the first that stays on the board.
    pub fn fitted(self, game: &Game, cell: Cell) -> Option<Stamped> {
        let geometry = game.board().geometry();
        let all =
            || self.others(geometry).filter_map(|stamp| stamp.step(geometry, cell).map(|step| Stamped { stamp, step }));
        all().find(|stamped| game.check(stamped.step).is_ok()).or_else(|| all().next())
    }

    /// The next shape, or with `back` the previous one, that can be played on `cell`; if none can, that stays on the board.
    pub fn turned(self, game: &Game, cell: Cell, back: bool) -> Self {
        let geometry = game.board().geometry();
        let n = shapes(geometry).len();
        let all = || {
            (1..n).flat_map(move |turn| {
                let shape = (self.shape + if back { n - turn } else { turn }) % n;
                (0..3).map(move |next| Self { shape, other: (self.other + next) % 3 })
            })
        };
        self.first_playable(game, cell, all)
    }

    /// The same shape with the opponent's stone on another of its cells, one that can be played if there is one.
    pub fn with_next_stone(self, game: &Game, cell: Cell) -> Self {
        self.first_playable(game, cell, || (1..3).map(move |next| Self { other: (self.other + next) % 3, ..self }))
    }

    fn first_playable<I: Iterator<Item = Self>>(self, game: &Game, cell: Cell, all: impl Fn() -> I) -> Self {
        let step = |stamp: Self| stamp.step(game.board().geometry(), cell);
        all()
            .find(|&stamp| step(stamp).is_some_and(|step| game.check(step).is_ok()))
            .or_else(|| all().find(|&stamp| step(stamp).is_some()))
            .unwrap_or(self)
    }
}
