//! The colours of everything, by what they are for.

use crate::look::tint::{Tint, mix};

/// The ink of one sort of stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoneInk {
    /// The stone.
    pub fill: Tint,
    /// The colour of what is written on it.
    pub text: Tint,
}

/// The colours of the board itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardInk {
    /// The cells: one tone, so that colour is left for what matters.
    pub tile: Tint,
    /// Walls and grid lines.
    pub line: Tint,
    /// The colour of the dot on a vacant cell that is nothing special.
    pub dot: Tint,
    /// Vacant cells that are lit for the step at hand.
    pub legal: Tint,
    /// Brackets of the cursor.
    pub cursor: Tint,
    /// Marks of the last step.
    pub last: Tint,
    /// Threatened stones, forbidden points, illegal ghosts.
    pub alarm: Tint,
    /// The background of emphasised cells.
    pub emphasis: Tint,
    /// The background of the winning path.
    pub path: Tint,
}

/// The share of a side's colour in the background of a vacant cell that it holds.
pub const WASH: f32 = 0.45;

impl BoardInk {
    /// The colour of a neutral cell where its sign is small: greyer than the board.
    pub fn neutral(&self) -> Tint {
        mix(self.tile, Tint::Rgb(128, 128, 128), 0.6)
    }
}

/// The colours of everything, at one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inks {
    /// The background of the whole screen.
    pub background: Tint,
    /// Ordinary text.
    pub text: Tint,
    /// Text of less weight: coordinates, labels.
    pub dim: Tint,
    /// The colour of what is out: keys, the current item.
    pub accent: Tint,
    /// Headings.
    pub title: Tint,
    /// Something is wrong.
    pub warning: Tint,
    /// Something went well.
    pub good: Tint,
    /// Lines between panels.
    pub border: Tint,
    /// The selected item: text and background.
    pub selected: (Tint, Tint),
    /// Boards to choose from; a game is shown on the one with the best contrast to its stones.
    pub boards: [BoardInk; 2],
    /// One more of those, where neither has enough contrast to a game's stones.
    pub further: Option<BoardInk>,
    /// Stones by colour: white, black, red, blue.
    pub stones: [StoneInk; 4],
}

/// A set of colours for every depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colours {
    /// Colours for terminals with 256 colours or more.
    pub inks: Inks,
    /// Colours for terminals with 16.
    pub inks16: Inks,
    /// True if it shows no colour at any depth.
    pub mono: bool,
}

/// A set of colours that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// The name in settings.
    pub id: &'static str,
    /// Its colours.
    pub colours: Colours,
}
