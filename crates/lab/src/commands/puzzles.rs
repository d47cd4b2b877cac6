//! `tetralith-lab puzzles`: puzzles out of games, and their check.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;
use tetralith_cli::{CommandError, OutputLines, exists, say};
use tetralith_core::text::counted;
use tetralith_core::{Game, Info, Step};
use tetralith_engine::CancelToken;
use tetralith_files::shown;
use tetralith_storage::files;
use tetralith_study::puzzles::{Check, MAX_BYTES, MAX_PUZZLES, Puzzle, PuzzleAim, read, write};

use super::growing::{Growing, is_no_json};
use super::place;
use crate::arena::{GameKey, Shard, heeded, read as read_results};
use crate::cli::{CheckPuzzlesArgs, MakePuzzlesArgs};
use crate::puzzles::{Campaign, Judge, Rechecked, difficulty};
use crate::report::ReportedGame;

type Moves = (Game, Vec<Step>);

/// Makes the puzzles that `args` ask for, and adds each to its file, or to `out`, as soon as it is
/// found.
///
/// # Errors
/// [`CommandError`] if the file to add to holds something else, another run adds to it, or it would
/// take more than can be read again, if a game cannot be read, it was asked to end, or nothing can
/// be written.
pub fn make_puzzles(args: &MakePuzzlesArgs, out: &mut impl Write) -> Result<(), CommandError> {
    let mut games = Vec::new();
    for path in &args.input {
        games.extend(games_of(path)?);
    }
    // Beside the engine's own games, those of --in need not be of every game.
    if !args.input.is_empty() && !args.self_play {
        let has_games = |info: &&&Info| games.iter().any(|(start, _)| start.info().id == info.id);
        if let Some(info) = args.games.iter().find(|info| !has_games(info)) {
            return Err(place::no_games(info));
        }
    }
    let opened = args.out.as_deref().map(open).transpose()?;
    let (had, mut room, mut file) = opened.map_or_else(
        || (Vec::new(), Room::ENDLESS, None),
        |(had, length, file)| {
            let room = Room::after(had.len(), length);
            (had, room, Some(file))
        },
    );
    let stop = heeded();
    let mut asked: Vec<&Info> = Vec::new();
    for &info in &args.games {
        if asked.iter().any(|other| other.id == info.id) {
            continue;
        }
        asked.push(info);
        let of_game = |game: &Game| game.info().id == info.id;
        let had: Vec<Puzzle> =
            had.iter().filter(|puzzle| of_game(&puzzle.position)).cloned().collect();
        let games: Vec<Moves> = games.iter().filter(|(start, _)| of_game(start)).cloned().collect();
        let sink: &mut dyn Write = file.as_mut().map_or(&mut *out as &mut dyn Write, |file| file);
        let count = make(args, info, &had, &games, &stop, &mut room, sink)?;
        say(&format_args!("{}: {count} of {} puzzles", info.title, args.count));
        if stop.is_cancelled() {
            let next = if args.out.is_some() {
                "the same command searches for the rest"
            } else {
                "with --out the same command could continue"
            };
            return Err(CommandError::ended(count, args.count, "puzzles", next));
        }
    }
    Ok(())
}

/// The room in a file of puzzles, which would not be read if it had more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Room {
    puzzles: usize,
    bytes: usize,
}

impl Room {
    /// The room of an output that is no file.
    const ENDLESS: Self = Self { puzzles: usize::MAX, bytes: usize::MAX };

    /// The room that is left after so many `puzzles` in so many `bytes`.
    const fn after(puzzles: usize, bytes: usize) -> Self {
        Self {
            puzzles: MAX_PUZZLES.saturating_sub(puzzles),
            bytes: MAX_BYTES.saturating_sub(bytes),
        }
    }

    fn take(&mut self, line: &str) -> Option<()> {
        let left = Self {
            puzzles: self.puzzles.checked_sub(1)?,
            bytes: self.bytes.checked_sub(line.len())?,
        };
        *self = left;
        Some(())
    }
}

/// Makes the puzzles of one game, as long as there is room for them, and returns how many there are
/// now.
fn make(
    args: &MakePuzzlesArgs,
    info: &'static Info,
    had: &[Puzzle],
    games: &[Moves],
    stop: &Arc<CancelToken>,
    room: &mut Room,
    out: &mut dyn Write,
) -> Result<usize, CommandError> {
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let judge = Judge { simulations: args.sims, stop: Arc::clone(stop), ..Judge::default() };
    let plays = args.input.is_empty() || args.self_play;
    let campaign =
        Campaign { info, games, plays, seed: args.seed, shard, judge, least: args.moves };
    let begin = Instant::now();
    let mut count = had.len();
    if count >= args.count {
        return Ok(count);
    }
    // Only a file can be full.
    let full = || {
        let path = args.out.clone().unwrap_or_default();
        CommandError::input(format_args!(
            "{} is full: a puzzle file has at most {MAX_PUZZLES} puzzles and {MAX_BYTES} bytes; \
             use another file",
            shown(&path)
        ))
    };
    if room.puzzles == 0 {
        // To look for one first may take hours.
        return Err(full());
    }
    let mut found = |puzzle: Puzzle| -> Result<(), CommandError> {
        let line = write(&puzzle);
        room.take(&line).ok_or_else(full)?;
        out.write_all(line.as_bytes())?;
        Ok(out.flush()?)
    };
    campaign.run(had, &mut found, &mut |seen| {
        count = seen.puzzles;
        count < args.count && args.seconds.is_none_or(|most| begin.elapsed() < most)
    })?;
    Ok(count)
}

/// The puzzles in the file at `path`, its length in bytes, and the file to add to; a last line that
/// was cut off is taken away.
fn open(path: &Path) -> Result<(Vec<Puzzle>, usize, Growing), CommandError> {
    let mut file = Growing::open(path, is_no_json)?;
    let had = read(file.contents(), true).map_err(|fault| no_puzzles(path, &fault))?;
    file.end_line()?;
    let length = usize::try_from(file.length()?).unwrap_or(usize::MAX);
    Ok((had, length, file))
}

/// The games in the file at `path`: a record, or results of the arena whose games were traced.
fn games_of(path: &Path) -> Result<Vec<Moves>, CommandError> {
    if place::is_record(path) {
        let (_, timeline) = files::load_played(path).map_err(CommandError::faulty)?;
        let steps =
            timeline.main_line().into_iter().filter_map(|node| timeline.step(node)).collect();
        return Ok(vec![(timeline.start().clone(), steps)]);
    }
    let held = read_results(path)?;
    let lines = held.lines();
    let is_empty = lines.is_empty();
    let mut games = Vec::new();
    for (number, line) in lines {
        if !line.moves.is_empty() {
            let course =
                ReportedGame::read(line).map_err(|fault| place::in_line(path, number, fault))?;
            let start = Game::start(course.info, &course.options)?;
            games.push((line, (start, course.steps)));
        }
    }
    // A part of a match may have no games at all.
    if games.is_empty() && !is_empty {
        let fault = "it has no games with moves; use 'tetralith-lab arena --trace'";
        return Err(CommandError::in_file(path, fault));
    }
    // The same games give the same puzzles in any order of the lines.
    games.sort_by_cached_key(|(line, _)| {
        (line.game.clone(), line.options.clone(), GameKey::of(line))
    });
    Ok(games.into_iter().map(|(_, game)| game).collect())
}

fn no_puzzles(path: &Path, fault: &tetralith_study::puzzles::PuzzleFileError) -> CommandError {
    CommandError::in_file(path, fault)
}

/// The numbers of puzzles of one file.
#[derive(Default)]
struct Tally {
    puzzles: usize,
    right: usize,
    unknown: usize,
    /// Those that had no proof and have one now.
    proven: usize,
}

/// Checks the puzzles of each file, writes to `out` how many are right and to `err` which are not;
/// returns true if none is wrong.
///
/// Once the reader of `out` has left, or if `err` cannot be written, the files are checked anyway,
/// for what is returned.
///
/// # Errors
/// [`CommandError`] if `out` fails in any other way.
pub fn check_puzzles(
    args: &CheckPuzzlesArgs,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<bool, CommandError> {
    let judge = Judge {
        simulations: args.sims,
        nodes: args.nodes,
        vacant: usize::MAX,
        seed: 1_000,
        ..Judge::default()
    };
    if let Some(to) = &args.out {
        if args.files.len() > 1 {
            return Err(CommandError::usage("--out is for one file; give one at a time"));
        }
        if to.exists() && !args.force {
            return Err(exists(to));
        }
        // Before the work, not after.
        tetralith_files::check_place(to)?;
    }
    let mut all_right = true;
    let mut lines = OutputLines::new(out);
    for path in &args.files {
        let mut tally = Tally::default();
        let written = match check(args, path, &judge, &mut tally, err) {
            Ok(written) => written,
            Err(error) => {
                all_right = false;
                let _ = writeln!(err, "error: {error}");
                if args.json {
                    let (file, error) = (path.to_string_lossy(), error.to_string());
                    let line = json!({ "file": file, "ok": false, "error": error });
                    lines.add(&line)?;
                }
                continue;
            }
        };
        let Tally { puzzles, right, unknown, proven } = tally;
        let wrong = puzzles - right - unknown;
        all_right &= wrong == 0;
        if args.json {
            let file = path.to_string_lossy();
            let mut line = json!({
                "file": file,
                "ok": wrong == 0,
                "puzzles": puzzles,
                "right": right,
                "unknown": unknown,
            });
            if args.out.is_some() {
                line["proven"] = proven.into();
            }
            lines.add(&line)?;
        } else {
            let count = counted(puzzles, "puzzle");
            let newly = match args.out {
                Some(_) => format!(", {proven} newly proven"),
                None => String::new(),
            };
            lines.add(&format_args!(
                "{}: {count}, {right} right, {wrong} wrong, {unknown} undecided{newly}",
                shown(path)
            ))?;
        }
        if let Some(to) = &args.out {
            tetralith_cli::write(to, written, args.force)?;
        }
    }
    Ok(all_right)
}

/// The seed of the searches that rate puzzles again, so that each has one rating.
const RATING_SEED: u64 = 1;

/// Checks the puzzles of the file at `path`, and returns the text of the file that `args` ask for.
fn check(
    args: &CheckPuzzlesArgs,
    path: &Path,
    judge: &Judge,
    tally: &mut Tally,
    err: &mut impl Write,
) -> Result<String, CommandError> {
    let bytes = tetralith_files::read(path, MAX_BYTES as u64)?;
    let puzzles = read(&bytes, false).map_err(|fault| no_puzzles(path, &fault))?;
    let mut written = String::new();
    for (number, puzzle) in (1..).zip(&puzzles) {
        let is_open = args.out.is_some() && puzzle.check != Check::Proof;
        let proven = is_open.then(|| judge.with_proof(puzzle)).flatten();
        tally.proven += usize::from(proven.is_some());
        // A proof that was just found need not be found again.
        let shows_right =
            |proven: &Puzzle| puzzle.aim == PuzzleAim::Best || puzzle.aim == proven.aim;
        let is_right = proven.as_ref().is_some_and(shows_right);
        if args.out.is_some() {
            let mut puzzle = proven.unwrap_or_else(|| puzzle.clone());
            puzzle.rating = difficulty(&puzzle.questions(), RATING_SEED, &judge.stop);
            written.push_str(&write(&puzzle));
        }
        tally.puzzles += 1;
        match if is_right { Rechecked::Right } else { judge.recheck(puzzle) } {
            Rechecked::Right => tally.right += 1,
            Rechecked::Unknown => tally.unknown += 1,
            Rechecked::Wrong { move_number } => {
                let _ = writeln!(
                    err,
                    "{}: puzzle {number}: move {move_number} is not the only best move",
                    shown(path)
                );
            }
        }
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_puzzles_takes_what_can_be_read_again_and_no_more() {
        let mut room = Room::after(MAX_PUZZLES - 2, MAX_BYTES - 10);
        assert_eq!(room.take("12345678901"), None, "too many bytes");
        assert_eq!(
            (room.take("12345"), room.take("12345"), room.take("")),
            (Some(()), Some(()), None)
        );
        assert_eq!(Room::after(MAX_PUZZLES + 1, MAX_BYTES + 1), Room { puzzles: 0, bytes: 0 });
    }
}
