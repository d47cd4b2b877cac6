//! Results of matches as JSON lines: each game is complete by itself, so that files can be joined
//! and read again.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// A line of a file of results: a game between two players and how it ended.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct ResultLine {
    /// The game's name.
    pub game: String,
    pub options: String,
    /// One player.
    pub a: String,
    /// The other.
    pub b: String,
    /// The arena's seed.
    pub seed: u64,
    /// The number of openings after which the arena began again with the first; `None` if there was
    /// one for every two games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<u32>,
    /// Random steps in an opening.
    #[serde(default = "usual_plies")]
    pub plies: u32,
    /// The game's number in its pairing, from 0.
    pub number: u32,
    /// True if `a` began with the first colour.
    pub a_first: bool,
    /// Points of `a`: 1, 0 or ½.
    #[serde(deserialize_with = "points")]
    pub points: f64,
    pub steps: usize,
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The time that a program might take for an answer, in seconds.
    #[serde(default = "usual_patience")]
    pub patience: f64,
    /// The program's version; lines of the first ones do not state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The list that the opening is from, if it is not made of random steps.
    #[serde(default, rename = "book", skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// The signature of the engine, as `bench` prints it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bench: Option<String>,
    /// The processor, as the system names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// Games that were played at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// The steps, by their names, if the game was traced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The first player's winning chance before each step in thousandths, as the player who played
    /// it saw it, if the game was traced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wins: Vec<Option<u16>>,
}

/// The length of openings in lines that do not state it yet.
const fn usual_plies() -> u32 {
    4
}

/// The time for an answer in lines that do not state it yet.
const fn usual_patience() -> f64 {
    60.0
}

fn points<'de, D: Deserializer<'de>>(value: D) -> Result<f64, D::Error> {
    let points = f64::deserialize(value)?;
    if [0.0, 0.5, 1.0].contains(&points) {
        Ok(points)
    } else {
        Err(D::Error::custom("points are 1, 0 or 0.5"))
    }
}

impl ResultLine {
    /// Returns the result: the points of the holder of the first colour at its beginning, and how
    /// many steps were played.
    pub fn result(&self) -> (f64, usize) {
        (if self.a_first { self.points } else { 1.0 - self.points }, self.steps)
    }

    /// True if player `a` holds the first colour at its end, after any swap; of a game
    /// without its moves, at its beginning.
    pub fn ends_first(&self) -> bool {
        self.a_first ^ self.moves.iter().any(|step| step.eq_ignore_ascii_case("swap"))
    }
}
