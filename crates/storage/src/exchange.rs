//! Game records of Abstract Play, the online club, read and written.
//!
//! [`read`] makes a [`Record`](tetralith_core::Record) and a
//! [`Timeline`](tetralith_core::timeline::Timeline) of the club's text by playing it, [`write()`]
//! makes the club's text of them again. Outside the games themselves this module is the only code
//! that names a game: `CLUB` lists those that the club has too.
//!
//! The club's format, from its sources (`AbstractPlay/recranks`, `gamerecord.json`;
//! `AbstractPlay/gameslib`, `_base.ts`, `necklace.ts`, `plurality.ts`; `AbstractPlay/node-backend`,
//! `abstractplay.ts`; all of 2026):
//! - `header` names the game by its title, the board as a variant (`13x13 board`; nothing for
//!   Necklace's one board of 19), dates, and `players` in the order of their seats at the end, each
//!   with a `result`: the winner's is the greater.
//! - `moves` is a list of rounds, each a list of one move a seat. Cells are named as here. `resign`
//!   and `timeout` are the last move of a game that ends like that; only the results say who did
//!   it.
//! - Necklace: a player without a placement has to `pass`. Swapping sides does not count as a move:
//!   `players` are in the order after the swap, and `pie-invoked` is true (the schema calls it
//!   `pied`, which is read and written too).
//! - Plurality: the first seat's first move is komi, a whole number. The second seat answers
//!   `play-second`, and the first seat is Black; or it makes Black's first move at once and is
//!   Black itself. Either way White has komi and the half point, but with komi 0 neither side has
//!   it and a tie goes to the second seat. The game is over as soon as no tromino fits. A tromino
//!   names the two own cells, in any order, and then the opponent's.
//!
//! Things that only one side can express are returned as sentences; where the game would be another
//! without them, they are an error. The rest of a header is kept in the record under [`KEPT`] and
//! written again.

mod read;
#[cfg(test)]
mod tests;
mod write;

use thiserror::Error;

pub use read::{Import, is_abstract_play, read};
pub use write::{ExportedGame, write};

use tetralith_core::games;
use tetralith_core::record::RecordError;
use tetralith_core::rules::Info;
use tetralith_core::text::Excerpt;

/// The key of a record under which the header of the club's record is kept.
pub const KEPT: &str = "abstract_play";

/// A game as the club has it.
struct Club {
    /// The name of the game in records here.
    id: &'static str,
    /// The size of the board without a variant.
    size: u8,
    /// The possible sizes, all of square boards.
    sizes: &'static [u8],
    /// True if the usual size is named among the variants as well.
    names_usual: bool,
    /// True if the second player may always swap sides after the first stone.
    pie: bool,
}

/// The games of the club that are played here.
const CLUB: &[Club] = &[
    Club { id: "necklace", size: 19, sizes: &[19], names_usual: false, pie: true },
    Club { id: "plurality", size: 15, sizes: &[13, 15, 19], names_usual: true, pie: false },
];

/// The titles of the games of the club that are played here.
fn titles() -> Vec<&'static str> {
    CLUB.iter().filter_map(|club| games::info(club.id)).map(|info| info.title).collect()
}

impl Club {
    fn of(info: &Info) -> Option<&'static Self> {
        CLUB.iter().find(|club| club.id == info.id)
    }
}

/// The reasons why a record of the club cannot be read, or a game cannot be written as one. Each is
/// one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ExchangeError {
    /// It is not JSON, or some value is not of the type that the format asks for.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A record of another game than those both sides have.
    #[error(
        "header.game.name: '{name}' cannot be read; the readable games of Abstract Play are {}",
        titles().join(", ")
    )]
    Game {
        /// The name in the record.
        name: Excerpt,
    },
    /// An unknown variant, which may change the rules.
    #[error(
        "header.game.variants: '{name}' is unknown; a variant names the board, as in '13x13 board'"
    )]
    Variant {
        /// The name in the record.
        name: Excerpt,
    },
    /// Something about a whole round.
    #[error("round {round}: {reason}")]
    Round {
        /// The number of the round, from 1.
        round: usize,
        /// The fault, as a sentence without its full stop.
        reason: String,
    },
    /// A move that is not one, or that the rules forbid.
    #[error("round {round}, move {seat} '{text}': {reason}")]
    Move {
        /// The number of the round, from 1.
        round: usize,
        /// The first move of the round or the second.
        seat: usize,
        /// The text of the move.
        text: Excerpt,
        /// The fault, as a sentence without its full stop.
        reason: String,
    },
    /// The game, its board or an option of it does not exist at the club.
    #[error("Abstract Play has no {what}, so this game cannot be converted")]
    Unknown {
        /// The thing it does not have.
        what: String,
    },
    /// The game goes on.
    #[error("the game is not over; Abstract Play has only finished games")]
    Unfinished,
}
