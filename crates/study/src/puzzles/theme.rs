//! The effect of a move on the board, as far as stones and groups show it.

use strum::{EnumString, IntoStaticStr, VariantArray};
use tetralith_core::{Colour, Game, Step};

/// The effect of the first move of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum PuzzleTheme {
    /// It places no stone.
    Pass,
    /// It takes over an opponent's stone.
    Flip,
    /// It stops a win that the opponent threatens with the next move.
    Defence,
    /// It wins at once.
    Finish,
    /// It joins groups of one's own and keeps groups of the opponent apart.
    LinkAndCut,
    /// It joins groups of one's own.
    Link,
    /// It separates groups of the opponent.
    Cut,
    /// It touches no stone.
    Distance,
}

impl PuzzleTheme {
    /// All themes, in the order of menus.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// The name in files.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The words people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Flip => "flip",
            Self::Defence => "defence",
            Self::Finish => "win at once",
            Self::LinkAndCut => "link and cut",
            Self::Link => "link",
            Self::Cut => "cut",
            Self::Distance => "from a distance",
        }
    }

    /// The effect of `step` in `position`, if known.
    pub fn of(position: &Game, step: Step) -> Option<Self> {
        let mover = position.to_move();
        match step {
            Step::Pass => return Some(Self::Pass),
            Step::Flip(_) => return Some(Self::Flip),
            Step::Swap => return None,
            Step::Place(_) | Step::Tromino { .. } => {}
        }
        if wins(position, step, mover) {
            return Some(Self::Finish);
        }
        if threatens(position) {
            return Some(Self::Defence);
        }
        let [own, others] =
            [mover, mover.other()].map(|colour| touched(position, step, mover, colour));
        match (own, others) {
            (2.., 2..) => Some(Self::LinkAndCut),
            (2.., _) => Some(Self::Link),
            (_, 2..) => Some(Self::Cut),
            (0, 0) => Some(Self::Distance),
            _ => None,
        }
    }
}

/// True if `step` ends the game with a win of `colour`.
fn wins(position: &Game, step: Step, colour: Colour) -> bool {
    let mut next = position.clone();
    next.play_unchecked(step);
    next.outcome().is_some_and(|outcome| outcome.winner == Some(colour))
}

/// True if the opponent could win at once if it were their turn.
fn threatens(position: &Game) -> bool {
    let Some(passed) = position.passed_over() else { return false };
    passed.legal().into_iter().any(|step| wins(&passed, step, passed.to_move()))
}

/// The number of groups of `colour` beside the stones that `mover` places with `step`.
fn touched(position: &Game, step: Step, mover: Colour, colour: Colour) -> usize {
    let board = position.board();
    let placed = step.stones(mover).filter(|&(_, stone)| stone == mover);
    let beside: Vec<_> =
        placed.flat_map(|(cell, _)| board.geometry().neighbours(cell).iter().copied()).collect();
    board
        .groups(colour)
        .iter()
        .filter(|group| beside.iter().any(|&cell| group.contains(cell)))
        .count()
}
