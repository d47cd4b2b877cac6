//! The ways in which boards are drawn on a terminal.

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::look::zoom::Zoom;

/// The ways in which boards are drawn on a terminal.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, Default, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Art {
    /// The best that fits and that the terminal can do.
    #[default]
    Auto,
    /// A picture, where the terminal shows some; else the best that it can do.
    Picture,
    /// Blocks of characters in two colours; with fewer than 16 colours, large characters.
    ///
    /// Its older name is `filled`.
    #[strum(to_string = "blocks", serialize = "filled")]
    Blocks,
    /// Characters with outlines.
    Outlined,
    /// Characters that take as little room as can be.
    Compact,
}

impl Art {
    /// Every way, the usual one first.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all of them");

    /// The name in settings and on the command line.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The size of characters that it names; `None` for as large as fits.
    pub const fn zoom(self) -> Option<Zoom> {
        match self {
            Self::Auto | Self::Picture => None,
            Self::Blocks => Some(Zoom::Filled),
            Self::Outlined => Some(Zoom::Outlined),
            Self::Compact => Some(Zoom::Compact),
        }
    }
}
