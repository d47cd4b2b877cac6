//! `tetralith arena`: matches between computer players, and what they say about strength.

mod external;
mod game;
mod group;
mod player;
mod progress;
mod rating;
mod records;
mod report;
mod results;
mod turn;

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tetralith_core::{Game, Reason};

use crate::cli::{ArenaArgs, PlayerKind, PlayerSpec};
use crate::error::Error;
use external::External;
use game::Played;
use progress::{Progress, say};
use rating::Verdict;
use report::{show, tally};
use results::{Held, Key, Line, Log, begins};
use tetralith_storage::files::FileError;

/// Random steps in an opening, unless somebody asks for more or fewer.
const PLIES: u32 = 4;

/// The same where the second player may swap sides: the one step that there is to judge.
const PLIES_UNDER_PIE: u32 = 1;

/// A game that is to be played.
#[derive(Clone, Copy)]
struct Task {
    a: usize,
    b: usize,
    number: u32,
}

/// Plays the matches asked for and writes how they went to `out`.
///
/// Every opening is played twice with colours swapped. Progress goes to standard error.
///
/// # Errors
/// [`Error::Setup`] if the options cannot be played, [`Error::File`], [`Error::NoResults`], [`Error::Results`],
/// [`Error::InUse`] or [`Error::Write`] if a file of results cannot be used or a record not be kept, [`Error::Player`] if a
/// program cannot play at all, [`Error::Output`] if `out` fails.
pub fn arena(args: &ArenaArgs, out: &mut impl Write) -> Result<(), Error> {
    let info = args.game.game;
    let options = info.options(&args.game.options.setup())?;
    let start = Game::start(info, &options)?;
    let described = results::describe(options);
    let names = names(&args.players);
    let plies = plies(args.plies, options.pie);
    let mut held = match &args.out {
        Some(path) => held(path, args.games)?,
        None => Held::default(),
    };
    let mut known = held.take(info.id, &described);
    let others = set_apart(&mut known, plies, &names);
    if let (1.., Some(path)) = (others, &args.out) {
        let path = tetralith_storage::files::shown(path);
        say(&format_args!(
            "{others} games of {path} began with other openings than --plies {plies} makes and are left out"
        ));
    }
    if let (0, Some(path)) = (args.games, &args.out)
        && !known.values().any(|line| names.contains(&line.a) && names.contains(&line.b))
    {
        let path = tetralith_storage::files::shown(path);
        say(&format_args!("{path} holds no game of {} on {described} between these players", info.title));
    }
    let key = |task: &Task| Key::new([&names[task.a], &names[task.b]], args.seed, plies, args.openings, task.number);
    let is_decided = |known: &HashMap<Key, Line>| {
        args.sprt.is_some_and(|sprt| sprt.verdict(tally(known, &names[0], &names[1])) != Verdict::Open)
    };
    let games = if is_decided(&known) { 0 } else { args.games };
    let tasks: Vec<Task> = schedule(names.len(), games).filter(|task| !known.contains_key(&key(task))).collect();
    try_out(&args.players, &tasks, &start, args.patience)?;
    let mut log = match &args.out {
        Some(path) if !tasks.is_empty() => Some(Log::open(path, &held)?),
        _ => None,
    };
    if let Some(folder) = &args.records {
        let failed = |source| FileError::Write { path: folder.clone(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut progress = Progress::new(tasks.len());
    let stop = AtomicBool::new(false);
    let waiting = Mutex::new(tasks.into_iter());
    let threads = args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let send = send.clone();
            let (args, start, stop, waiting, key) = (args, &start, &stop, &waiting, &key);
            scope.spawn(move || {
                while !stop.load(Relaxed) {
                    let Some(task) = waiting.lock().unwrap_or_else(PoisonError::into_inner).next() else { break };
                    if send.send((task, meet(args, start, &key(&task), task))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        // Whatever fails here, the players must stop.
        let _stop = StopOnDrop(&stop);
        for (task, played) in &receive {
            let line = Line {
                game: info.id.to_owned(),
                options: described.clone(),
                a: names[task.a].clone(),
                b: names[task.b].clone(),
                seed: args.seed,
                openings: args.openings,
                plies,
                number: task.number,
                a_first: begins(task.number),
                points: played.points,
                steps: played.line.len(),
                reason: played.reason.map(|reason: Reason| reason.id().to_owned()),
                fault: played.fault.clone(),
                patience: args.patience.as_secs_f64(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            };
            let kept = args.records.as_ref().map_or(Ok(()), |folder| records::keep(folder, &start, &line, &played));
            // The result counts even if its record cannot be kept.
            if let Some(log) = &mut log {
                log.add(&line)?;
            }
            kept?;
            if let Some(fault) = &line.fault {
                let loser = if line.points < 0.5 { &line.a } else { &line.b };
                progress.tell(&format_args!("game {} is lost by {loser}: {fault}", line.number + 1));
            }
            known.insert(line.key(), line);
            let elo = tally(&known, &names[0], &names[1]).elo();
            progress.step(&format!("{} against {}: {}", names[0], names[1], show(elo)));
            if is_decided(&known) {
                stop.store(true, Relaxed);
            }
        }
        Ok::<(), Error>(())
    })?;
    progress.finish();
    report::write(args, &names, &known, out)
}

/// Returns the names of the players: as they are written, and with a number where that has been taken.
fn names(players: &[PlayerSpec]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for player in players {
        let name = player.to_string();
        let numbered = (2..).map(|n| format!("{name} #{n}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(name));
        names.push(free.unwrap_or(name));
    }
    names
}

/// Reads the file of results at `path`, to which so many `games` are to be added.
fn held(path: &Path, games: u32) -> Result<Held, Error> {
    // Only to rate what is not there is a slip.
    if games == 0
        && let Err(source) = path.metadata()
    {
        return Err(FileError::Read { path: path.to_owned(), source }.into());
    }
    let held = results::read(path)?;
    if let Some(sentence) = held.contradiction(path) {
        say(&sentence);
    }
    Ok(held)
}

/// Returns the number of random steps of an opening if so many were `asked` for; says so if that leaves nobody the swap of `pie`.
fn plies(asked: Option<u32>, pie: bool) -> u32 {
    let plies = asked.unwrap_or(if pie { PLIES_UNDER_PIE } else { PLIES });
    if pie && plies > PLIES_UNDER_PIE {
        say(&format_args!(
            "nobody can swap in these games: an opening of {plies} steps goes past the second player's first turn; --plies 1 does not"
        ));
    }
    plies
}

/// Takes the games away that did not begin with so many `plies`; says how many of them were between players with these `names`.
fn set_apart(known: &mut HashMap<Key, Line>, plies: u32, names: &[String]) -> usize {
    let others = known.extract_if(|_, line| line.plies != plies);
    others.filter(|(_, line)| names.contains(&line.a) && names.contains(&line.b)).count()
}

/// All games: every pairing's first, then every pairing's second, and so on.
fn schedule(players: usize, games: u32) -> impl Iterator<Item = Task> {
    (0..games)
        .flat_map(move |number| (0..players).flat_map(move |a| (a + 1..players).map(move |b| Task { a, b, number })))
}

/// Makes sure that the programs that `tasks` need can play from `start`, each with `patience` for an answer.
///
/// # Errors
/// [`Error::Player`] names the first that cannot.
fn try_out(players: &[PlayerSpec], tasks: &[Task], start: &Game, patience: Duration) -> Result<(), Error> {
    let mut tried: Vec<&[String]> = Vec::new();
    for (i, player) in players.iter().enumerate() {
        let PlayerKind::Program(words) = player.kind() else { continue };
        if tried.contains(&&**words) || !tasks.iter().any(|task| task.a == i || task.b == i) {
            continue;
        }
        if tried.is_empty() {
            // Where that cannot be had, they are told by the end of their input.
            let _ = group::end_with_us();
        }
        tried.push(words);
        External::try_out(words, start, patience).map_err(|fault| Error::Player {
            player: player.to_string(),
            fault: fault.what,
            game: start.info().id,
        })?;
    }
    Ok(())
}

fn meet(args: &ArenaArgs, start: &Game, key: &Key, task: Task) -> Played {
    let opening = game::opening(start, key.plies, key.opening_seed());
    game::play(
        start,
        &opening,
        [&args.players[task.a], &args.players[task.b]],
        begins(task.number),
        key.game_seed(),
        args.patience,
    )
}

struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_the_same_kind_have_names_of_their_own() {
        let players = ["random", "greedy", "random", "random"].map(|text| PlayerSpec::parse(text).expect(text));
        assert_eq!(names(&players), ["random", "greedy", "random #2", "random #3"]);
    }
}
