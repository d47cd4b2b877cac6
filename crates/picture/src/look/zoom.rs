//! The sizes in which boards of characters are drawn.

use strum::VariantArray;

/// The sizes in which the cells of the board are drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, VariantArray)]
pub enum Zoom {
    /// Two columns by one row a cell: a glyph and a mark beside it.
    Compact,
    /// Four columns by two rows a cell: three columns of content between walls or grid lines that
    /// cells share.
    Outlined,
    /// Six columns by three rows a cell, filled.
    Filled,
    /// Eight columns by four rows a cell, filled.
    Large,
    /// Ten columns by five rows a cell, filled.
    Vast,
}

impl Zoom {
    /// Every size, smallest first.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// The next larger size, if there is one.
    pub fn larger(self) -> Option<Self> {
        Self::ALL.into_iter().find(|zoom| *zoom > self)
    }

    /// The next smaller size, if there is one.
    pub fn smaller(self) -> Option<Self> {
        Self::ALL.into_iter().rfind(|zoom| *zoom < self)
    }

    /// Columns that half a cell takes: rows of hexhex boards are staggered by this much.
    pub const fn half(self) -> u16 {
        match self {
            Self::Compact => 1,
            Self::Outlined => 2,
            Self::Filled => 3,
            Self::Large => 4,
            Self::Vast => 5,
        }
    }

    /// Rows from one row of cells to the next.
    pub const fn rows(self) -> u16 {
        self.half()
    }
}
