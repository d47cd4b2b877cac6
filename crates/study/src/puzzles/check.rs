//! The aim of a puzzle, and the way its solution was checked.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// The result that the solver is to reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum PuzzleAim {
    /// A win, which is proven.
    Win,
    /// A draw, which is proven to be the best result there is.
    Draw,
    /// The best chances; every other move is clearly worse.
    Best,
}

impl PuzzleAim {
    /// All aims, in the order of menus.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// The name in files.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// The ways in which a solution was checked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Check {
    /// Every move of the solver is proven to be the only one that reaches the aim.
    Proof,
    /// Searches from two seeds agree.
    Search {
        /// Simulations of each search.
        simulations: u64,
        /// The least winning chance, from 0 to 1, that any other move costs.
        gap: f32,
    },
}

impl Check {
    /// The weaker of two checks: the weaker kind, the smaller gap.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Proof, check) | (check, Self::Proof) => check,
            (Self::Search { simulations: a, gap: x }, Self::Search { simulations: b, gap: y }) => {
                Self::Search { simulations: a.min(b), gap: x.min(y) }
            }
        }
    }
}
