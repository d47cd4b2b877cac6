//! A step of a simulation on its way through the tree.

use tetralith_core::{Colour, Rules};

/// A node that a simulation passed.
#[derive(Clone, Copy)]
pub(super) struct Visit {
    pub(super) node: u32,
    /// The player who moves there.
    pub(super) mover: Colour,
    /// True if the step that led here was a swap, after which the people have each other's colour.
    pub(super) swapped: bool,
    /// True if it was counted on the way down, as a loss.
    pub(super) counted: bool,
}

impl Visit {
    /// A visit of `node`, which is `position`, that is counted on the way up.
    pub(super) fn uncounted(node: u32, position: &impl Rules, swapped: bool) -> Self {
        Self { node, mover: position.to_move(), swapped, counted: false }
    }
}
