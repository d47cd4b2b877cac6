//! The way boards are shown, in every game until it is changed.

use tetralith_look::zoom::Zoom;

/// The way boards and what stands beside them are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Display {
    /// The size of a cell; `None` for as large as fits.
    pub zoom: Option<Zoom>,
    /// Shows the names of rows and columns.
    pub coordinates: bool,
    /// Shows what the game marks: legal cells, control, territories.
    pub marks: bool,
    /// Lists the variations that branch from the moves.
    pub tree: bool,
    /// The number of lines scrolled away of the rules beside the board, if they are shown there.
    pub rules: Option<usize>,
}
