//! The state of a search as a file, from which it is taken up again after its end, however that
//! came.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;
use tetralith_core::{Exact, Game, Names, Step, json as names};
use thiserror::Error;

use crate::solve::control::Control;
use crate::solve::search::Search;
use crate::solve::table::{SLOT, Table};

/// The positions an entry must have taken to be worth keeping.
const WORTH: u64 = 64;

/// The positions searched to distinguish builds.
const TRIAL_NODES: u64 = 1000;

const TRIAL_BYTES: usize = 1 << 16;

const ENTRY: usize = 24;

/// The longest first line that is read, in bytes.
const MOST_HEADER: u64 = 1 << 20;

/// The reasons why a search cannot be taken up again, or its state not kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StateError {
    /// The system's error.
    #[error("{}: the state of the search cannot be read or written: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// It is no state of a search, or damaged.
    #[error(
        "{}: this is not a search state, or it is damaged; remove it or name another file",
        .0.display()
    )]
    Damaged(PathBuf),
    /// It is of a search with another memory.
    #[error(
        "{}: this is the state of a search with a memory of {} MB; ask for as much, remove it or \
        name another file",
        .path.display(), bytes >> 20
    )]
    Memory {
        /// The file.
        path: PathBuf,
        /// The memory of the search that it is of, in bytes.
        bytes: u64,
    },
    /// It is of another search.
    #[error("{}: this is the state of another search: its {what} differs; remove it or name \
        another file", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The difference.
        what: &'static str,
    },
}

/// A file for the state of one search.
#[derive(Debug)]
pub(crate) struct State<'a> {
    path: &'a Path,
    build: String,
    game: Value,
    slots: usize,
}

impl<'a> State<'a> {
    /// The file at `path` for a search from `position`, to which `steps` lead, with a table of so
    /// many slots.
    pub(crate) fn new<E: Exact>(
        path: &'a Path,
        start: &Game,
        steps: &[Step],
        position: &E,
        slots: usize,
    ) -> Self {
        let written: Vec<String> = steps.iter().map(|&step| Names::of(start).step(step)).collect();
        let info = start.info();
        let options = names::options(info, start.options());
        let game = json!({ "game": info.id, "options": options, "steps": written });
        Self { path, build: build(position), game, slots }
    }

    /// Puts what was kept into `table`; if there is no file yet, nothing. Returns the positions
    /// searched until then. After an error nothing in the table counts.
    pub(crate) fn load(&self, table: &Table) -> Result<u64, StateError> {
        match File::open(self.path) {
            Ok(file) => self.read(BufReader::new(file), table),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
            Err(source) => Err(self.failed(source)),
        }
    }

    fn read(&self, mut file: impl BufRead, table: &Table) -> Result<u64, StateError> {
        let damaged = || StateError::Damaged(self.path.to_owned());
        let mut line = Vec::new();
        (&mut file)
            .take(MOST_HEADER)
            .read_until(b'\n', &mut line)
            .map_err(|source| self.failed(source))?;
        let header: Value = serde_json::from_slice(&line).map_err(|_| damaged())?;
        if header["format"] != "tetralith-solve-state" {
            return Err(damaged());
        }
        // The build after the position, on which it depends.
        for (what, expected) in [("position", &self.game), ("build", &Value::from(&*self.build))] {
            if header[what] != *expected {
                return Err(StateError::Other { path: self.path.to_owned(), what });
            }
        }
        let slots = header["memory"].as_u64().ok_or_else(damaged)?;
        if slots != self.slots as u64 {
            return Err(StateError::Memory {
                path: self.path.to_owned(),
                bytes: slots.saturating_mul(SLOT as u64),
            });
        }
        let entries = header["entries"]
            .as_u64()
            .filter(|&entries| entries <= self.slots as u64)
            .ok_or_else(damaged)?;
        let mut digest = Sha256::new();
        for _ in 0..entries {
            let mut bytes = [0; ENTRY];
            file.read_exact(&mut bytes).map_err(|_| damaged())?;
            digest.update(bytes);
            let word =
                |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[8 * at + byte]));
            if !table.restore([word(0), word(1), word(2)]) {
                return Err(damaged());
            }
        }
        let is_whole = file.read(&mut [0]).is_ok_and(|more| more == 0);
        if !is_whole || header["sha256"] != format!("{:x}", digest.finalize()) {
            return Err(damaged());
        }
        // More than any search comes to could not be added to.
        let nodes = header["nodes"].as_u64().filter(|&nodes| nodes <= u64::MAX >> 1);
        nodes.ok_or_else(damaged)
    }

    /// Keeps what `table` holds, in place of what was kept before: the file is always a whole one.
    pub(crate) fn save(&self, table: &Table, nodes: u64) -> Result<(), StateError> {
        self.write(table, nodes).map_err(|source| self.failed(source))
    }

    fn write(&self, table: &Table, nodes: u64) -> io::Result<()> {
        let folder = self
            .path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let entries: Vec<[u64; 3]> = table.dear(WORTH).collect();
        let bytes = |entry: &[u64; 3]| entry.map(u64::to_le_bytes).concat();
        let mut digest = Sha256::new();
        for entry in &entries {
            digest.update(bytes(entry));
        }
        let header = json!({
            "format": "tetralith-solve-state",
            "build": self.build,
            "position": self.game,
            "memory": self.slots,
            "nodes": nodes,
            "entries": entries.len(),
            "sha256": format!("{:x}", digest.finalize()),
        });
        let mut file = BufWriter::new(NamedTempFile::new_in(folder)?);
        writeln!(file, "{header}")?;
        for entry in &entries {
            file.write_all(&bytes(entry))?;
        }
        let file = file.into_inner()?;
        file.as_file().sync_all()?;
        file.persist(self.path)?;
        Ok(())
    }

    fn failed(&self, source: io::Error) -> StateError {
        StateError::Io { path: self.path.to_owned(), source }
    }
}

/// The build: its version, and what a short search from `position` leaves in a table, which differs
/// as soon as keys, entries or the order of the search do.
fn build<E: Exact>(position: &E) -> String {
    let mut digest = Sha256::new();
    if let Some(table) = Table::new(TRIAL_BYTES) {
        let control = Control::new(TRIAL_NODES, None, &|_| true);
        // Only what it leaves counts, because it seldom ends with an answer.
        let _ = Search { table: &table, control: &control, threads: 1 }.value(position);
        table.dear(0).flatten().for_each(|word| digest.update(word.to_le_bytes()));
    }
    format!("{} {}", env!("CARGO_PKG_VERSION"), &format!("{:x}", digest.finalize())[..16])
}
