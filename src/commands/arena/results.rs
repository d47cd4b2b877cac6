//! Results as JSON lines: each game stands for itself, so that files can be joined and read again.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use tetralith_core::{OptionKind, Options, Ties};

use crate::error::Error;

/// The result of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Line {
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
    /// How many openings the arena played.
    pub openings: u32,
    /// The game's number in its pairing, from 0.
    pub number: u32,
    /// Whether `a` began with the first colour.
    pub a_first: bool,
    /// Points of `a`: 1, 0 or ½.
    pub points: f64,
    /// Steps played.
    pub steps: usize,
    /// What ended it.
    pub reason: Option<String>,
    /// What the loser did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// What makes two lines the same game.
pub(super) type Key = (String, String, u64, u32, u32);

impl Line {
    /// What makes this the same game as another.
    pub(super) fn key(&self) -> Key {
        (self.a.clone(), self.b.clone(), self.seed, self.openings, self.number)
    }
}

/// Options in one short text, the same for the same options.
pub(super) fn describe(options: Options) -> String {
    let mut parts = vec![options.board.id().to_owned(), options.size.to_string()];
    if options.opening {
        parts.push(OptionKind::Opening.id().to_owned());
    }
    if options.komi > 0 {
        parts.push(format!("{} {}", OptionKind::Komi.id(), options.komi));
    }
    if options.ties != Ties::default() {
        parts.push(format!("{} {}", OptionKind::Ties.id(), options.ties.id()));
    }
    if options.pie {
        parts.push(OptionKind::Pie.id().to_owned());
    }
    parts.join(" ")
}

/// The results in `path` that are of `game` with `options`, by what makes them the same game; none if there is no such file.
///
/// A last line that was cut off, as when the program was killed, is left out.
///
/// # Errors
/// [`Error::Read`] if the file cannot be read, [`Error::Results`] if another line is damaged.
pub(super) fn read(path: &Path, game: &str, options: &str) -> Result<HashMap<Key, Line>, Error> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(HashMap::new()),
        Err(source) => return Err(Error::Read { path: path.to_owned(), source }),
    };
    let mut found = HashMap::new();
    let mut damaged = None;
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let text = line.map_err(|source| Error::Read { path: path.to_owned(), source })?;
        if let Some(line) = damaged {
            return Err(Error::Results { path: path.to_owned(), line });
        }
        if text.trim().is_empty() {
            continue;
        }
        match serde_json::from_str::<Line>(&text) {
            Ok(line) if line.game == game && line.options == options => {
                found.insert(line.key(), line);
            }
            Ok(_) => {}
            Err(_) => damaged = Some(number + 1),
        }
    }
    Ok(found)
}

/// A file that results are added to as games end.
pub(super) struct Log {
    file: File,
}

impl Log {
    /// Opens `path` to add to it.
    ///
    /// # Errors
    /// [`Error::Read`] if it cannot be opened.
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let unreadable = |source| Error::Read { path: path.to_owned(), source };
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(unreadable)?;
        // What was cut off must not run into what comes now.
        let text = std::fs::read(path).map_err(unreadable)?;
        if text.last().is_some_and(|&last| last != b'\n') {
            let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            if serde_json::from_slice::<Line>(&text[whole..]).is_ok() {
                file.write_all(b"\n")?;
            } else {
                file.set_len(whole as u64)?;
            }
        }
        Ok(Self { file })
    }

    /// Adds a result.
    ///
    /// # Errors
    /// [`Error::Output`] if it cannot be written.
    pub(super) fn add(&mut self, line: &Line) -> Result<(), Error> {
        let mut text = serde_json::to_string(line).map_err(std::io::Error::from)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: u32) -> Line {
        Line {
            game: "multiplicity".into(),
            options: "hexhex 3".into(),
            a: "random".into(),
            b: "greedy".into(),
            seed: 1,
            openings: 4,
            number,
            a_first: true,
            points: 0.5,
            steps: 18,
            reason: Some("score".into()),
            fault: None,
        }
    }

    #[test]
    fn what_was_cut_off_is_dropped_and_the_rest_goes_on() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("results.jsonl");
        assert!(read(&path, "multiplicity", "hexhex 3")?.is_empty());
        Log::open(&path)?.add(&line(0))?;
        std::fs::OpenOptions::new().append(true).open(&path)?.write_all(b"{\"game\":\"mult")?;
        assert_eq!(read(&path, "multiplicity", "hexhex 3")?.len(), 1);
        Log::open(&path)?.add(&line(1))?;
        let found = read(&path, "multiplicity", "hexhex 3")?;
        assert_eq!(found.get(&line(1).key()), Some(&line(1)));
        assert_eq!(found.len(), 2);
        assert!(read(&path, "multiplicity", "hexhex 4")?.is_empty());
        Ok(())
    }

    #[test]
    fn a_damaged_line_in_the_middle_is_an_error_that_names_it() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("results.jsonl");
        let good = serde_json::to_string(&line(0))?;
        std::fs::write(&path, format!("{good}\nnonsense\n{good}\n"))?;
        let error = read(&path, "multiplicity", "hexhex 3").expect_err("line 2 is damaged");
        assert!(error.to_string().contains("line 2"), "{error}");
        Ok(())
    }
}
