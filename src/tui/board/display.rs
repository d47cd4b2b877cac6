//! The way boards are shown, in every game until it is changed.

use super::layout::Fit;
use tetralith_picture::look::zoom::Zoom;
use tetralith_termpix::Abilities;

/// The way boards and what is beside them are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Display {
    /// The size of a cell; `None` for as large as fits.
    pub zoom: Option<Zoom>,
    /// True if cells are of that size only where the whole board fits so.
    pub whole: bool,
    /// Pixels that a character holds, across and down, where boards can be drawn as pixels.
    pub dots: Option<(u16, u16)>,
    /// The abilities of the terminal, where boards are pictures on it now.
    pub picture: Option<Abilities>,
    /// Shows the names of rows and columns.
    pub coordinates: bool,
    /// Shows what the game marks: legal cells, control, territories.
    pub marks: bool,
    /// Lists the variations that branch from the moves.
    pub tree: bool,
    /// Has a line above a game for those who do not see the board.
    pub announce: bool,
    /// The number of lines scrolled away of the rules beside the board, if they are shown there.
    pub rules: Option<usize>,
}

impl Display {
    /// The way in which boards are fitted into their room.
    pub fn fit(&self) -> Fit {
        let picture =
            self.picture.map(|terminal| (terminal.cell.width as u16, terminal.cell.height as u16));
        Fit {
            zoom: self.zoom,
            whole: self.whole,
            coordinates: self.coordinates,
            dots: self.dots,
            picture,
            is_preview: false,
        }
    }
}
