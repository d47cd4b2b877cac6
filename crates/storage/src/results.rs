//! Results of matches as JSON lines: each game stands for itself, so that files can be joined and
//! read again.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use tetralith_core::{Info, OptionKind, Options, Setup, Shape, Ties};

/// The result of one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ResultLine {
    /// The game's name.
    pub game: String,
    /// The options, written out.
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
    /// Steps played.
    pub steps: usize,
    /// The reason of its end.
    pub reason: Option<String>,
    /// The fault of the loser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The time that a program might take for an answer, in seconds.
    #[serde(default = "usual_patience")]
    pub patience: f64,
    /// The program's version; lines of the first ones do not say.
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
    /// The first player's winning chance before each step in thousandths, as whoever played it saw
    /// it, if the game was traced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wins: Vec<Option<u16>>,
}

/// The length of openings in lines that do not say it yet.
const fn usual_plies() -> u32 {
    4
}

/// The time for an answer in lines that do not say it yet.
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
    /// Returns the result: the points of whoever held the first colour at its beginning, and how
    /// many steps were played.
    pub fn result(&self) -> (f64, usize) {
        (if self.a_first { self.points } else { 1.0 - self.points }, self.steps)
    }

    /// Returns whether player `a` holds the first colour at its end, after any swap; of a game
    /// whose moves are not told, at its beginning.
    pub fn ends_first(&self) -> bool {
        self.a_first ^ self.moves.iter().any(|step| step.eq_ignore_ascii_case("swap"))
    }
}

/// Options in one short text, the same for the same options.
pub fn describe(options: Options) -> String {
    let mut parts = vec![options.board.id().to_owned(), options.size.to_string()];
    parts.extend(OptionKind::ALL.into_iter().filter_map(|option| {
        let id = option.id();
        match option {
            OptionKind::Opening => options.opening.then(|| id.to_owned()),
            OptionKind::Komi => (options.komi > 0).then(|| format!("{id} {}", options.komi)),
            OptionKind::Ties => {
                (options.ties != Ties::default()).then(|| format!("{id} {}", options.ties.id()))
            }
            OptionKind::Pie => options.pie.then(|| id.to_owned()),
        }
    }));
    parts.join(" ")
}

/// The options of a game that [`describe`] writes as `text`; `None` if it has no such options.
pub fn options_of(info: &Info, text: &str) -> Option<Options> {
    let mut words = text.split(' ');
    let board = Some(Shape::from_id(words.next()?)?);
    let size = Some(words.next()?.parse().ok()?);
    // What is not written is off.
    let off = |option| info.has(option).then_some(false);
    let mut setup = Setup {
        board,
        size,
        opening: off(OptionKind::Opening),
        pie: off(OptionKind::Pie),
        ..Setup::default()
    };
    setup.komi = info.has(OptionKind::Komi).then_some(0);
    while let Some(word) = words.next() {
        match OptionKind::from_id(word)? {
            OptionKind::Opening => setup.opening = Some(true),
            OptionKind::Komi => setup.komi = Some(words.next()?.parse().ok()?),
            OptionKind::Ties => setup.ties = Some(Ties::from_id(words.next()?)?),
            OptionKind::Pie => setup.pie = Some(true),
        }
    }
    info.options(&setup).ok()
}

#[cfg(test)]
mod tests {
    use tetralith_core::games;

    use super::*;

    #[test]
    fn options_are_read_as_they_are_described() {
        let info = games::info("plurality").unwrap();
        let options = options_of(info, "square 9 komi 3 ties parity").unwrap();
        assert_eq!((options.size, options.komi), (9, 3));
        assert_eq!(describe(options), "square 9 komi 3 ties parity");
        assert_eq!(options_of(info, "square 9 pie"), None);
    }
}
