//! The games and the ways they come to what the board shows.

use tetralith_core::{Info, games};

/// The history of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Case {
    /// Four moves; the last was taken back.
    Undone,
    /// Four moves; another was explored in place of an earlier one.
    Variation,
    /// Four moves and a part of the fifth.
    MidTurn,
    /// Four moves and a resignation.
    Ended,
    /// The second player has taken over the first move, where the game has a swap.
    Swapped,
}

pub(crate) const CASES: [Case; 5] =
    [Case::Undone, Case::Variation, Case::MidTurn, Case::Ended, Case::Swapped];

pub(crate) fn games() -> impl Iterator<Item = &'static Info> {
    ["multiplicity", "greylox", "plurality", "necklace"].into_iter().filter_map(games::info)
}
