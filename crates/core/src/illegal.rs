//! The errors of steps and positions that the rules forbid, with the sentences that people read.

use std::fmt;

use crate::notation::Names;
use crate::rules::{ArrangementError, PlayError};

/// A step that the rules forbid in a game, and everything that its sentence needs.
///
/// ```
/// use tetralith_core::{Game, Names, PlayError, Setup};
/// let mut game = Game::new("multiplicity", &Setup { size: Some(3), ..Setup::default() })?;
/// let names = Names::of(&game);
/// game.play(names.parse_step("c3")?)?;
/// let error = game.play(names.parse_step("c3")?).unwrap_err();
/// assert_eq!(error.to_string(), "c3 is occupied by White");
/// assert!(matches!(error.reason, PlayError::Occupied(..)));
/// let error = game.play(names.parse_step("a1")?).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a1 is illegal: the bound stone goes next to c3, the opponent's last stone"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalStep {
    /// The rule, the cells and the colour.
    pub reason: PlayError,
    /// The names of cells and colours in the game.
    pub names: Names,
}

impl fmt::Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.explain(&self.reason))
    }
}

impl std::error::Error for IllegalStep {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}

/// Stones and a turn that make no position of a game, and everything that the sentence about them
/// needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalArrangement {
    /// The rule, the cells and the colour.
    pub reason: ArrangementError,
    /// The names of cells and colours in the game.
    pub names: Names,
}

impl fmt::Display for IllegalArrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            ArrangementError::Illegal(flaw) => {
                f.write_str(&self.names.fill(flaw.because, flaw.colour, &flaw.cells))
            }
            reason => reason.fmt(f),
        }
    }
}

impl std::error::Error for IllegalArrangement {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}
