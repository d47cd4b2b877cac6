//! Reading a certificate: a line of JSON, then entries of a fixed width.

use std::fmt;
use std::io::{BufRead, BufReader, Read};

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use tetralith_core::{Colour, Info, Names, Options, Record, Step, games, json as written};

use crate::error::{MOST_BYTES, VerifyError};

/// The longest first line that is read, in bytes.
const MOST_HEADER: u64 = 1 << 20;

/// The first line.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
    game: String,
    #[serde(deserialize_with = "distinct")]
    options: Value,
    steps: Vec<String>,
    winner: String,
    score: Option<i16>,
    lemma: Option<String>,
    strategies: Vec<Promise>,
    sha256: String,
}

#[derive(Deserialize)]
struct Promise {
    side: String,
    reaches: i16,
    roots: Vec<Vec<String>>,
    entries: usize,
}

/// A promise of one side, and how it is kept.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// Its owner, by the colour held at first.
    pub side: Colour,
    /// The value that is reached or surpassed, as that side counts.
    pub reaches: i16,
    /// The steps from the position to those from which it is promised.
    pub roots: Vec<Vec<Step>>,
    /// The numbers of positions, rising, each with the number of the step to play there.
    pub entries: Vec<(u128, u16)>,
}

/// A certificate as it was read; nothing of it is proven yet.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The game.
    pub info: &'static Info,
    /// Its options.
    pub options: Options,
    /// The steps to the position from the start of the game.
    pub steps: Vec<Step>,
    /// The winner; `None` is a draw.
    pub winner: Option<Colour>,
    /// The first player's lead in points, komi apart; `None` in a game without points.
    pub score: Option<i16>,
    /// The lemma on which the proof rests, if it does.
    pub lemma: Option<String>,
    /// The promises of both sides.
    pub strategies: Vec<Strategy>,
}

impl Certificate {
    /// Reads a certificate and holds no more than [`MOST_BYTES`] of it.
    ///
    /// # Errors
    /// [`VerifyError`] that states what is wrong first.
    pub fn read(file: impl Read) -> Result<Self, VerifyError> {
        let (mut file, mut line, mut body) = (BufReader::new(file), Vec::new(), Vec::new());
        (&mut file).take(MOST_HEADER).read_until(b'\n', &mut line)?;
        let invalid = VerifyError::Header;
        let header: Header = serde_json::from_slice(&line).map_err(VerifyError::Syntax)?;
        if header.format != "tetralith-certificate" || header.version != 1 {
            return Err(invalid("format and version"));
        }
        let info = games::info(&header.game).ok_or(VerifyError::Game(header.game))?;
        let options = options(info, &header.options).ok_or(invalid("options"))?;
        let names = Names { info, geometry: options.geometry() };
        let winner = match &*header.winner {
            "draw" if info.draws => None,
            name => Some(info.colour(name).ok_or(invalid("winner"))?),
        };
        if header.score.is_some_and(|score| !(-999..=999).contains(&score)) {
            return Err(invalid("score"));
        }
        // A position, then a step in two bytes.
        let width =
            width(options.geometry().len()).ok_or(invalid("size: its board is too large"))? + 2;
        let entries = header
            .strategies
            .iter()
            .try_fold(0_usize, |sum, promise| sum.checked_add(promise.entries));
        let bytes = entries
            .and_then(|entries| entries.checked_mul(width))
            .filter(|&bytes| bytes <= MOST_BYTES);
        let bytes = bytes.ok_or(VerifyError::Announced)?;
        file.take(bytes as u64 + 1).read_to_end(&mut body)?;
        if body.len() != bytes {
            return Err(VerifyError::Length(body.len(), bytes));
        }
        if header.sha256 != format!("{:x}", Sha256::digest(&body)) {
            return Err(VerifyError::Digest);
        }
        let number =
            |bytes: &[u8]| bytes.iter().fold(0, |number, &byte| number << 8 | u128::from(byte));
        let mut list = body.chunks_exact(width).map(|entry| entry.split_at(width - 2));
        let mut strategies = Vec::new();
        for Promise { side, reaches, roots, entries } in header.strategies {
            let side = info.colour(&side).ok_or(invalid("side of a strategy"))?;
            let roots = roots.iter().map(|root| steps(names, root)).collect::<Result<_, _>>()?;
            let entries = list
                .by_ref()
                .take(entries)
                .map(|(position, step)| (number(position), number(step) as u16));
            let entries: Vec<_> = entries.collect();
            if !entries.is_sorted_by(|a, b| a.0 < b.0) {
                return Err(VerifyError::Order);
            }
            strategies.push(Strategy { side, reaches, roots, entries });
        }
        let Header { score, lemma, .. } = header;
        Ok(Self {
            info,
            options,
            steps: steps(names, &header.steps)?,
            winner,
            score,
            lemma,
            strategies,
        })
    }

    /// The names of its steps and colours.
    pub fn names(&self) -> Names {
        Names { info: self.info, geometry: self.options.geometry() }
    }
}

/// The bytes of the number of a position on a board of so many cells, if it fits into 128 bits.
fn width(cells: usize) -> Option<usize> {
    let largest =
        (0..cells).try_fold(2 * (2 + 2 * cells as u128), |number, _| number.checked_mul(3))?;
    Some((128 - largest.leading_zeros() as usize).div_ceil(8))
}

fn steps(names: Names, list: &[String]) -> Result<Vec<Step>, VerifyError> {
    list.iter().map(|step| names.parse_step(step).map_err(|_| VerifyError::Steps)).collect()
}

/// Reads an object and refuses a key that comes twice: one reader would count the first value,
/// another the second.
fn distinct<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    struct Entries;

    impl<'de> Visitor<'de> for Entries {
        type Value = Value;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
            let mut object = Map::new();
            while let Some((key, value)) = entries.next_entry::<String, Value>()? {
                if object.contains_key(&key) {
                    return Err(A::Error::custom(format_args!("the key '{key}' is there twice")));
                }
                object.insert(key, value);
            }
            Ok(Value::Object(object))
        }
    }

    from.deserialize_map(Entries)
}

/// The options as a record has them; all must be there, and no others.
fn options(info: &Info, given: &Value) -> Option<Options> {
    let record = json!({
        "format": "tetralith",
        "version": 1,
        "game": info.id,
        "options": given,
        "moves": [],
    });
    let (_, timeline) = Record::read(record.to_string().as_bytes()).ok()?;
    let options = *timeline.position().options();
    (Value::Object(written::options(info, &options)) == *given).then_some(options)
}
