//! Reading a certificate: a line of JSON, then entries of a fixed width.

use std::io::{BufRead, BufReader, Read};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use tetralith_core::{Colour, Info, Names, Options, Setup, Shape, Step, Ties, games};
use tetralith_slow_rules::start;
use thiserror::Error;

/// The largest certificate that is read, in bytes.
pub const MOST_BYTES: u64 = 1 << 30;

/// The longest first line that is read, in bytes.
const MOST_HEADER: u64 = 1 << 20;

/// The bytes of a step's number.
const STEP: usize = 2;

/// The reasons for which a file is no certificate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system's error.
    #[error("it cannot be read: {0}")]
    Read(#[from] std::io::Error),
    /// The file is too large.
    #[error("it is larger than {} MiB, the most that is read", MOST_BYTES >> 20)]
    Large,
    /// The first line is not that of a certificate.
    #[error("it is no certificate: its first line has no valid {0}")]
    Header(&'static str),
    /// There is no such game, or nobody has written its slow rules.
    #[error("it is of the game '{}', which cannot be checked", tetralith_core::text::Excerpt::new(.0))]
    Game(String),
    /// The steps are not legal.
    #[error("its steps are not legal one after the other")]
    Steps,
    /// There are more or fewer entries than the first line says.
    #[error("its entries take {found} bytes where its first line says {expected}")]
    Length {
        /// The bytes there are, counted no further than one too many.
        found: u64,
        /// The bytes there should be.
        expected: u64,
    },
    /// The digest of the entries is another one.
    #[error("its SHA-256 does not match: the file has been changed or damaged")]
    Digest,
    /// Entries are not in rising order.
    #[error("entry {0} is out of order")]
    Order(usize),
}

/// A promise of one side, as a certificate writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Whose it is, by the colour held at first.
    pub side: Colour,
    /// The value that is reached or surpassed, as that side counts.
    pub reaches: i16,
    /// The steps from the position to those from which it is promised.
    pub roots: Vec<Vec<Step>>,
    /// The number of entries.
    pub entries: usize,
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
    /// The winner that is claimed; `None` is a draw.
    pub winner: Option<Colour>,
    /// The points that are claimed.
    pub score: Option<i16>,
    /// The lemma that is used.
    pub lemma: Option<String>,
    /// The strategies, in the order of their entries.
    pub strategies: Vec<Strategy>,
    pub(crate) images: Vec<Vec<usize>>,
    width: usize,
    body: Vec<u8>,
}

impl Certificate {
    /// Reads a certificate, of which no more than [`MOST_BYTES`] are held.
    ///
    /// # Errors
    /// [`FileError`] that says what is wrong first.
    pub fn read(file: impl Read) -> Result<Self, FileError> {
        let mut file = BufReader::new(file);
        let mut line = Vec::new();
        (&mut file).take(MOST_HEADER).read_until(b'\n', &mut line)?;
        let header: Value = serde_json::from_slice(&line).map_err(|_| FileError::Header("JSON"))?;
        let mut found = Self::from_header(&header)?;
        let entry = (found.width + STEP) as u64;
        let entries = found.strategies.iter().try_fold(0_u64, |sum, strategy| sum.checked_add(strategy.entries as u64));
        let expected = entries.and_then(|entries| entries.checked_mul(entry)).ok_or(FileError::Large)?;
        if expected > MOST_BYTES {
            return Err(FileError::Large);
        }
        file.take(expected + 1).read_to_end(&mut found.body)?;
        if found.body.len() as u64 != expected {
            return Err(FileError::Length { found: found.body.len() as u64, expected });
        }
        if header["sha256"] != format!("{:x}", Sha256::digest(&found.body)) {
            return Err(FileError::Digest);
        }
        let mut first = 0;
        for strategy in &found.strategies {
            for entry in first + 1..first + strategy.entries {
                if found.position(entry - 1) >= found.position(entry) {
                    return Err(FileError::Order(entry));
                }
            }
            first += strategy.entries;
        }
        Ok(found)
    }

    fn from_header(header: &Value) -> Result<Self, FileError> {
        if header["format"] != "tetralith-certificate" || header["version"] != 1 {
            return Err(FileError::Header("format and version"));
        }
        let text = |key: &'static str| header[key].as_str().ok_or(FileError::Header(key));
        let id = text("game")?;
        let info = games::info(id).ok_or_else(|| FileError::Game(id.to_owned()))?;
        let options = options(info, header["options"].as_object()).ok_or(FileError::Header("options"))?;
        let rules = start(id, options).ok_or_else(|| FileError::Game(id.to_owned()))?;
        let names = Names { info, geometry: options.geometry() };
        let winner = match text("winner")? {
            "draw" if info.draws => None,
            name => Some(info.colour(name).ok_or(FileError::Header("winner"))?),
        };
        let score = match &header["score"] {
            Value::Null => None,
            score => Some(small(score).ok_or(FileError::Header("score"))?),
        };
        let lemma = match &header["lemma"] {
            Value::Null => None,
            lemma => Some(lemma.as_str().ok_or(FileError::Header("lemma"))?.to_owned()),
        };
        let strategies = header["strategies"].as_array().ok_or(FileError::Header("strategies"))?;
        let strategies = strategies.iter().map(|value| strategy(names, value)).collect::<Option<Vec<_>>>();
        let cells = options.geometry().len();
        Ok(Self {
            info,
            options,
            steps: steps(names, &header["steps"]).ok_or(FileError::Header("steps"))?,
            winner,
            score,
            lemma,
            strategies: strategies.ok_or(FileError::Header("strategies"))?,
            images: rules.symmetries(),
            width: width(cells).ok_or(FileError::Header("size: its board is too large"))?,
            body: Vec::new(),
        })
    }

    /// Returns whether there are strategies for what comes after single steps.
    pub(crate) fn speaks_of_steps(&self) -> bool {
        self.strategies.iter().any(|strategy| strategy.roots.iter().any(|root| !root.is_empty()))
    }

    /// The number of the position of an entry.
    fn position(&self, entry: usize) -> u128 {
        let at = entry * (self.width + STEP);
        self.body[at..at + self.width].iter().fold(0, |number, &byte| number << 8 | u128::from(byte))
    }

    /// The number of the step of an entry.
    pub(crate) fn step(&self, entry: usize) -> u16 {
        let at = entry * (self.width + STEP) + self.width;
        u16::from_be_bytes([self.body[at], self.body[at + 1]])
    }

    /// The entry, of `count` from `first`, for the position with this number.
    pub(crate) fn find(&self, first: usize, count: usize, position: u128) -> Option<usize> {
        let (mut low, mut high) = (first, first + count);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.position(middle) < position {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < first + count && self.position(low) == position).then_some(low)
    }
}

/// The bytes of the number of a position on a board of so many cells, if it fits into 128 bits.
fn width(cells: usize) -> Option<usize> {
    let states = 2 * (2 + 2 * cells as u128);
    let largest = (0..cells).try_fold(states, |number, _| number.checked_mul(3))?;
    Some((1..=16).find(|&bytes| bytes == 16 || largest >> (8 * bytes) == 0).unwrap_or(16))
}

fn small(value: &Value) -> Option<i16> {
    value.as_i64().and_then(|number| i16::try_from(number).ok()).filter(|number| number.abs() < 1000)
}

fn steps(names: Names, list: &Value) -> Option<Vec<Step>> {
    list.as_array()?.iter().map(|step| names.parse_step(step.as_str()?).ok()).collect()
}

fn strategy(names: Names, value: &Value) -> Option<Strategy> {
    let roots = value["roots"].as_array()?.iter().map(|root| steps(names, root)).collect::<Option<Vec<_>>>()?;
    let entries = usize::try_from(value["entries"].as_u64()?).ok()?;
    let side = names.info.colour(value["side"].as_str()?)?;
    Some(Strategy { side, reaches: small(&value["reaches"])?, roots, entries })
}

/// The options by their names in records; all must be there, and no others.
fn options(info: &Info, given: Option<&Map<String, Value>>) -> Option<Options> {
    let mut setup = Setup::default();
    for (key, value) in given? {
        match key.as_str() {
            "size" => setup.size = Some(value.as_i64()?),
            "board" => setup.board = Some(Shape::from_id(value.as_str()?)?),
            "opening" => setup.opening = Some(value.as_bool()?),
            "komi" => setup.komi = Some(value.as_i64()?),
            "ties" => setup.ties = Some(Ties::from_id(value.as_str()?)?),
            "pie" => setup.pie = Some(value.as_bool()?),
            _ => return None,
        }
    }
    let options = info.options(&setup).ok()?;
    (info.setup(&options) == setup).then_some(options)
}
