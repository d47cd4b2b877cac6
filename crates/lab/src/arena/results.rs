//! Files of results: which games they hold, each once, and adding to them.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};
use tetralith_core::games::INFOS;
use tetralith_core::text::{digest, is_cut_off};
use tetralith_files::{FileError, GrowingFile};
use tetralith_storage::results::ResultLine;

use crate::arena::error::ArenaError;

/// The largest file of results that is read, in bytes: more than a million games, or a hundred
/// thousand that were traced.
const MAX_BYTES: u64 = 512 << 20;

/// Everything that decides a game besides its kind and options; lines with the same key are about
/// the same game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameKey {
    /// The players, who begins first.
    pub players: [String; 2],
    /// The arena's seed.
    pub seed: u64,
    /// Random steps in an opening.
    pub plies: u32,
    /// The list that the opening is from, if it is not made of random steps.
    pub list: Option<String>,
    /// The opening's number, from 0.
    pub opening: u32,
    /// The number of earlier games with these players, in this order, from the same opening.
    pub round: u32,
}

impl GameKey {
    /// Returns what makes the game of `line` the same as another.
    pub fn of(line: &ResultLine) -> Self {
        let players =
            if line.a_first { [&line.a, &line.b] } else { [&line.b, &line.a] }.map(String::clone);
        let openings = line.openings.unwrap_or(u32::MAX).max(1);
        Self {
            players,
            seed: line.seed,
            plies: line.plies,
            list: line.list.clone(),
            opening: line.number / 2 % openings,
            round: line.number / 2 / openings,
        }
    }

    /// Returns what both games of a pair have in common.
    pub(crate) fn pair(mut self) -> Self {
        self.players.sort();
        self
    }

    pub(crate) fn opening_seed(&self) -> u64 {
        self.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(self.opening))
    }

    /// Returns the seed of the players, the same in either order.
    pub(crate) fn game_seed(&self) -> u64 {
        let [first, second] = &self.players;
        let numbers = [self.seed, self.plies.into(), self.opening.into(), self.round.into()];
        let list = self.list.as_ref();
        let names =
            [first, second].into_iter().chain(list).flat_map(|name| name.bytes().chain([0]));
        digest(numbers.into_iter().flat_map(u64::to_le_bytes).chain(names))
    }
}

/// True if the first of a pairing begins in its game with this number.
pub(crate) const fn begins(number: u32) -> bool {
    number.is_multiple_of(2)
}

/// The contents of a file of results.
#[derive(Debug, Default)]
pub struct Results {
    /// The games, each once and with the number of its line, from 1, by game and options.
    games: HashMap<(String, String), HashMap<GameKey, (usize, ResultLine)>>,
    /// Bytes of it that are whole lines.
    whole: u64,
    /// Bytes of it.
    length: u64,
    /// True if the last line is whole but for its end.
    is_unended: bool,
    /// Lines that contradict an earlier line about the same game: how many, and the number of the
    /// first, from 1.
    contradictions: Option<(usize, usize)>,
}

impl Results {
    /// Every game of the file, each once, in no order.
    pub fn all(self) -> impl Iterator<Item = ResultLine> {
        self.games.into_values().flat_map(HashMap::into_values).map(|(_, line)| line)
    }

    /// Every game of the file, each once, with the number of its line, from 1, in their order.
    pub fn lines(&self) -> Vec<(usize, &ResultLine)> {
        let games = self.games.values().flat_map(HashMap::values);
        let mut lines: Vec<_> = games.map(|(number, line)| (*number, line)).collect();
        lines.sort_unstable_by_key(|&(number, _)| number);
        lines
    }

    /// The games of `game` with `options`, which are then no longer among the results.
    pub fn take(&mut self, game: &str, options: &str) -> HashMap<GameKey, ResultLine> {
        let games = self.games.remove(&(game.to_owned(), options.to_owned())).unwrap_or_default();
        games.into_iter().map(|(key, (_, line))| (key, line)).collect()
    }

    /// Takes in the line with this `number`, from 1, which replaces any earlier line about the same
    /// game.
    fn add(&mut self, line: ResultLine, number: usize) {
        let games = self.games.entry((line.game.clone(), line.options.clone())).or_default();
        let result = line.result();
        let before = games.insert(GameKey::of(&line), (number, line));
        if before.is_some_and(|(_, before)| before.result() != result) {
            let (count, first) = self.contradictions.unwrap_or((0, number));
            self.contradictions = Some((count + 1, first));
        }
    }

    /// One sentence if lines of the file at `path` contradict each other about the same game.
    pub fn contradiction(&self, path: &Path) -> Option<String> {
        let (count, first) = self.contradictions?;
        let path = tetralith_files::shown(path);
        let more = match count - 1 {
            0 => String::new(),
            1 => ", and so does one line after it".to_owned(),
            more => format!(", and so do {more} lines after it"),
        };
        Some(format!(
            "{path}: line {first} contradicts an earlier one about the same game{more}; the last \
             counts"
        ))
    }
}

/// Reads the file of results at `path`, of every game.
///
/// A last line that was cut off, as when the program was killed, is left out.
///
/// # Errors
/// [`ArenaError::File`] if the file cannot be read, [`ArenaError::NoResults`] if it is something
/// else, [`ArenaError::Results`] if a line of it is damaged.
pub fn read(path: &Path) -> Result<Results, ArenaError> {
    if path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        return Err(ArenaError::NoResults { path: path.to_owned() });
    }
    let bytes = tetralith_files::read(path, MAX_BYTES)?;
    let mut held = Results { length: bytes.len() as u64, ..Results::default() };
    let mut is_first = true;
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let text = without_mark(line, number);
        let ended = text.ends_with(b"\n");
        if !text.trim_ascii().is_empty() {
            match serde_json::from_slice::<ResultLine>(text) {
                Ok(line) => {
                    held.add(line, number + 1);
                    held.is_unended = !ended;
                }
                Err(_) if !ended && was_cut(text) => break,
                Err(_) if is_first && !is_result(text) => {
                    return Err(ArenaError::NoResults { path: path.to_owned() });
                }
                Err(_) => {
                    return Err(ArenaError::Results { path: path.to_owned(), line: number + 1 });
                }
            }
            is_first = false;
        }
        held.whole += line.len() as u64;
    }
    Ok(held)
}

/// Reads the file at `path`, to which results are to be added, as [`read`] does; one that does not
/// exist is read as an empty one.
///
/// # Errors
/// Those of [`read`].
pub fn read_to_add(path: &Path) -> Result<Results, ArenaError> {
    match read(path) {
        Err(ArenaError::File(FileError::Read { source, .. }))
            if source.kind() == io::ErrorKind::NotFound =>
        {
            Ok(Results::default())
        }
        held => held,
    }
}

/// The text of the line with this `number`, from 0, without the byte-order mark that some editors
/// put before a text.
pub(super) fn without_mark(line: &[u8], number: usize) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").filter(|_| number == 0).unwrap_or(line)
}

/// The text of a file with a line of JSON for each of `lines`.
pub(crate) fn json_lines(lines: &[impl Serialize]) -> String {
    // Lines like these can be written.
    let texts = lines.iter().filter_map(|line| serde_json::to_string(line).ok());
    texts.map(|text| text + "\n").collect()
}

/// True if `text` is an object with every key that a line of results must have, with any
/// values.
fn is_result(text: &[u8]) -> bool {
    const KEYS: [&str; 9] =
        ["game", "options", "a", "b", "seed", "number", "a_first", "points", "steps"];
    serde_json::from_slice::<Map<String, Value>>(text)
        .is_ok_and(|object| KEYS.iter().all(|&key| object.contains_key(key)))
}

/// True if `text` is the beginning of a line as it is written here, and not the whole of
/// anything.
fn was_cut(text: &[u8]) -> bool {
    INFOS.iter().any(|info| is_cut_off(text, &format!("{{\"game\":\"{}\",\"options\":\"", info.id)))
}

/// A file that results are added to as games end; no other arena adds to it while this value
/// exists.
#[derive(Debug)]
pub struct Log(GrowingFile);

impl Log {
    /// Opens `path`, which holds `held`, to add to it.
    ///
    /// # Errors
    /// [`ArenaError::InUse`] if another arena adds to it or has done so since it was read,
    /// [`ArenaError::File`] if it cannot be written to.
    pub fn open(path: &Path, held: &Results) -> Result<Self, ArenaError> {
        let in_use = || ArenaError::InUse { path: path.to_owned() };
        let mut file = GrowingFile::open(path)?.ok_or_else(in_use)?;
        if file.length()? != held.length {
            return Err(in_use());
        }
        // A line that was cut off must not run into the next one.
        if held.is_unended {
            file.add(b"\n")?;
        } else if held.whole < held.length {
            file.truncate(held.whole)?;
        }
        Ok(Self(file))
    }

    /// Adds a result.
    ///
    /// # Errors
    /// [`ArenaError::File`] if it cannot be written.
    pub fn add(&mut self, line: &ResultLine) -> Result<(), ArenaError> {
        let failed = |error: serde_json::Error| FileError::Write {
            path: self.0.path().to_owned(),
            source: error.into(),
        };
        let mut text = serde_json::to_string(line).map_err(failed)?;
        text.push('\n');
        Ok(self.0.add(text.as_bytes())?)
    }
}

#[cfg(test)]
mod tests;
