//! Openings from which neither side has the better of it.
//!
//! A match from random steps is often decided by the seat. Openings that a long search finds even
//! leave the decision to the players; they are found once and kept, so that all matches begin from
//! the same.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tetralith_core::text::digest;
use tetralith_core::{Colour, Game, Names, Step};
use tetralith_engine::{AnySearch, CancelToken, Config, Limits};
use tetralith_files::FileError;
use thiserror::Error;

use crate::arena::game::{after, opening};

/// The list that comes with the program, of every game.
const OWN: &str = include_str!("../../assets/openings.jsonl");

/// The largest list that is read, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// The winning chances of the player to move that count as even.
const EVEN: std::ops::RangeInclusive<f32> = 0.4..=0.6;

/// Random steps that openings are made of, from the fewest to the most.
const PLIES: [u32; 2] = [3, 6];

/// An opening as a line of a list holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// The game's name.
    pub game: String,
    /// The options, written out.
    pub options: String,
    /// The steps, by their names.
    pub moves: Vec<String>,
    /// The first player's winning chance after them, in thousandths.
    pub win: u16,
    /// The simulations of the search that found it.
    pub sims: u64,
}

/// The reason why there are no openings to start from.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum OpeningsError {
    /// A list cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}: line {line} is not an opening of {game}: {fault}", tetralith_files::shown(.path))]
    Line {
        /// The list.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The game's title.
        game: &'static str,
        /// The reason.
        fault: String,
    },
    /// A list has none for a game and its options.
    #[error(
        "there are no balanced openings for {game} on {options}; make some with 'tetralith-lab \
         openings {id}' and use --balanced=FILE"
    )]
    None {
        /// The game's title.
        game: &'static str,
        /// Its name.
        id: &'static str,
        options: String,
    },
}

/// The balanced openings of one game on one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Openings {
    openings: Vec<Vec<Step>>,
    /// The name that results have of it: it changes with what it holds.
    name: String,
}

impl Openings {
    /// The openings for `start` of the list that comes with the program.
    ///
    /// # Errors
    /// [`OpeningsError::None`] if it has none.
    pub fn own(start: &Game) -> Result<Self, OpeningsError> {
        Self::parse(Path::new("openings.jsonl"), OWN.as_bytes(), start)
    }

    /// The openings for `start` of the list at `path`.
    ///
    /// # Errors
    /// [`OpeningsError`] if it cannot be read, is damaged, or has none.
    pub fn read(path: &Path, start: &Game) -> Result<Self, OpeningsError> {
        Self::parse(path, &tetralith_files::read(path, MAX_BYTES)?, start)
    }

    fn parse(path: &Path, text: &[u8], start: &Game) -> Result<Self, OpeningsError> {
        let (info, options) = (start.info(), start.options().to_string());
        let mut openings = Vec::new();
        let mut listed = String::new();
        for (at, line) in text
            .split(|&byte| byte == b'\n')
            .enumerate()
            .filter(|(_, line)| !line.trim_ascii().is_empty())
        {
            let failed = |fault: String| OpeningsError::Line {
                path: path.to_owned(),
                line: at + 1,
                game: info.title,
                fault,
            };
            let line: Opening = serde_json::from_slice(line)
                .map_err(|_| failed("it is not JSON with moves".to_owned()))?;
            if line.game == info.id && line.options == options {
                openings.push(steps(start, &line.moves).map_err(failed)?);
                listed = line.moves.iter().fold(listed, |listed, name| listed + name + " ") + "\n";
            }
        }
        if openings.is_empty() {
            return Err(OpeningsError::None { game: info.title, id: info.id, options });
        }
        Ok(Self { openings, name: format!("{:08x}", digest(listed.bytes()) as u32) })
    }

    /// These `openings`, steps from `start`, at least one.
    pub fn of(start: &Game, openings: Vec<Vec<Step>>) -> Self {
        let names = Names::of(start);
        let lines = openings.iter().map(|steps| names.turn(steps) + "\n");
        let name = format!("{:08x}", digest(lines.collect::<String>().bytes()) as u32);
        Self { openings, name }
    }

    /// The name of this list in results; it changes with the openings in it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of openings, at least one.
    pub fn count(&self) -> u32 {
        u32::try_from(self.openings.len()).unwrap_or(u32::MAX)
    }

    /// The steps of the opening with this `number` under `seed`; the first [`count`](Self::count)
    /// numbers have different openings.
    pub(crate) fn steps(&self, seed: u64, number: u32) -> &[Step] {
        let count = self.openings.len() as u64;
        &self.openings[(seed.wrapping_add(number.into()) % count) as usize]
    }

    /// Looks for `count` openings of `start` that a search of `sims` simulations finds even, and
    /// hands each to `found`.
    ///
    /// The same for the same seed and build. Ends without the rest when `stop` is raised, or when
    /// ten times as many candidates as asked for brought nothing new.
    ///
    /// # Errors
    /// Those of `found`.
    pub fn make<E>(
        start: &Game,
        count: usize,
        sims: u64,
        seed: u64,
        stop: &CancelToken,
        found: &mut dyn FnMut(&Opening) -> Result<(), E>,
    ) -> Result<(), E> {
        let names = Names::of(start);
        let mut known: Vec<Vec<String>> = Vec::new();
        let (mut candidate, mut in_vain) = (0u32, 0);
        while known.len() < count && in_vain < 10 * count.max(10) && !stop.is_cancelled() {
            let plies = PLIES[0] + candidate % (PLIES[1] - PLIES[0] + 1);
            let line =
                opening(start, plies, seed.wrapping_mul(1_000_003).wrapping_add(candidate.into()));
            candidate += 1;
            in_vain += 1;
            let moves: Vec<String> = line.iter().map(|&step| names.step(step)).collect();
            let position = after(start, &line);
            if known.contains(&moves) {
                continue;
            }
            let mut search = AnySearch::new(Config { seed, ..Config::default() });
            search.follow(&position, &[]);
            let limits = Limits { early: false, ..Limits::simulations(sims) };
            let Ok(analysis) = search.run(&limits, stop, &mut |_| {}) else { continue };
            let analysis = analysis.fair();
            if analysis.proof.is_some() || !EVEN.contains(&analysis.win) || stop.is_cancelled() {
                continue;
            }
            let first =
                if position.to_move() == Colour::First { analysis.win } else { 1.0 - analysis.win };
            let (game, options) = (start.info().id.to_owned(), start.options().to_string());
            found(&Opening {
                game,
                options,
                moves: moves.clone(),
                win: (1000.0 * first).round() as u16,
                sims,
            })?;
            known.push(moves);
            in_vain = 0;
        }
        Ok(())
    }
}

/// Returns the steps called `moves`, if they can be played from `start` and leave a game to play.
fn steps(start: &Game, moves: &[String]) -> Result<Vec<Step>, String> {
    let names = Names::of(start);
    let mut position = start.clone();
    let mut line = Vec::new();
    for name in moves {
        let step = names.parse_step(name).map_err(|error| error.to_string())?;
        if step.is_idle() {
            return Err(format!("an opening has stones only, and no {name}"));
        }
        position.play(step).map_err(|error| error.to_string())?;
        line.push(step);
    }
    if position.outcome().is_some() { Err("it ends the game".to_owned()) } else { Ok(line) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetralith_core::Setup;

    fn small() -> Game {
        let setup = Setup { size: Some(4), ..Setup::default() };
        Game::new("necklace", &setup).expect("the size is playable")
    }

    fn made(seed: u64) -> Vec<Opening> {
        let mut found = Vec::new();
        let done: Result<(), ()> =
            Openings::make(&small(), 3, 50, seed, &CancelToken::new(), &mut |opening| {
                found.push(opening.clone());
                Ok(())
            });
        assert_eq!(done, Ok(()));
        found
    }

    #[test]
    fn openings_that_are_made_are_even_and_can_be_read_again() {
        let found = made(3);
        assert_eq!(found.len(), 3);
        assert_eq!(found, made(3));
        assert!(found.iter().all(|opening| (400..=600).contains(&opening.win)), "{found:?}");
        let text: Vec<String> = found
            .iter()
            .map(|opening| serde_json::to_string(opening).expect("it is plain"))
            .collect();
        let openings = Openings::parse(Path::new("list"), text.join("\n").as_bytes(), &small())
            .expect("it was just made");
        assert_eq!(openings.count(), 3);
        assert_ne!(openings.steps(0, 0), openings.steps(0, 1));
        assert_eq!(openings.steps(1, 0), openings.steps(0, 1));
        let fewer = Openings::parse(Path::new("list"), text[..2].join("\n").as_bytes(), &small())
            .expect("it was just made");
        assert_ne!(openings.name(), fewer.name());
    }

    #[test]
    fn a_list_that_is_damaged_or_has_nothing_says_so() {
        let listed = |text: &str| {
            Openings::parse(Path::new("list"), text.as_bytes(), &small())
                .expect_err(text)
                .to_string()
        };
        let line = |moves: &str| {
            format!(
                r#"{{"game":"necklace","options":"square 4","moves":[{moves}],"win":500,"sims":1}}"#
            )
        };
        assert!(listed("").contains("no balanced openings for Necklace on square 4"));
        assert!(listed("nonsense").contains("list: line 1 is not an opening"));
        assert!(
            listed(&format!("\n{}", line(r#""a1","a1""#)))
                .contains("list: line 2 is not an opening")
        );
        assert!(listed(&line(r#""z9""#)).contains("z9"));
        let passed = listed(&line(r#""a1","pass""#));
        assert!(passed.contains("an opening has stones only, and no pass"), "{passed}");
    }

    #[test]
    fn the_list_that_comes_with_the_program_can_be_played() {
        for line in OWN.lines() {
            let opening: Opening = serde_json::from_str(line).expect("a line of the list");
            assert!((400..=600).contains(&opening.win), "{line}");
        }
        for info in tetralith_core::games::INFOS {
            let start = Game::new(info.id, &Setup::default()).expect("the defaults are playable");
            // A game that has just been added has none yet.
            if OWN.contains(&format!("\"game\":\"{}\"", info.id)) {
                assert!(
                    Openings::own(&start).is_ok_and(|openings| openings.count() >= 20),
                    "{}",
                    info.id
                );
            }
        }
    }
}
