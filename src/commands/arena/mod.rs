//! `tetralith arena`: matches between computer players, and what they say about strength.

mod external;
mod game;
mod player;
mod rating;
mod results;

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use tetralith_core::Game;
use tetralith_core::record::{Player as RecordPlayer, PlayerKind, Record};
use tetralith_core::timeline::Timeline;

use crate::cli::ArenaArgs;
use crate::error::Error;
use game::Played;
pub use player::PlayerSpec;
pub use rating::Sprt;
use rating::{Elo, Tally, Verdict, bradley_terry};
use results::{Key, Line, Log};

/// A pairing as one line of output shows it, seen by `a`. Bounds that are infinite are null.
#[derive(Serialize)]
struct Pairing<'a> {
    a: &'a str,
    b: &'a str,
    games: u32,
    wins: u32,
    losses: u32,
    draws: u32,
    elo: f64,
    low: Option<f64>,
    high: Option<f64>,
}

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
/// [`Error::Setup`] if the options cannot be played, [`Error::Read`] or [`Error::Results`] if a file of results cannot be
/// used, [`Error::Output`] if something cannot be written.
pub fn arena(args: &ArenaArgs, out: &mut impl Write) -> Result<(), Error> {
    let info = args.game.game;
    let options = info.options(&args.game.options.setup())?;
    let start = Game::start(info, &options)?;
    let described = results::describe(options);
    let names: Vec<String> = args.players.iter().map(PlayerSpec::to_string).collect();
    let mut known = match &args.out {
        Some(path) => results::read(path, info.id, &described)?,
        None => HashMap::new(),
    };
    let openings = args.openings.unwrap_or_else(|| args.games.div_ceil(2)).max(1);
    let key = |task: &Task| (names[task.a].clone(), names[task.b].clone(), args.seed, openings, task.number);
    let tasks: Vec<Task> = schedule(names.len(), args.games).filter(|task| !known.contains_key(&key(task))).collect();
    let mut log = match &args.out {
        Some(path) if !tasks.is_empty() => Some(Log::open(path)?),
        _ => None,
    };
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder).map_err(|source| Error::Read { path: folder.clone(), source })?;
    }
    let bar = progress_bar(tasks.len() as u64);
    let stop = AtomicBool::new(false);
    let waiting = Mutex::new(tasks.into_iter());
    let threads = args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let send = send.clone();
            let (args, start, stop, waiting) = (args, &start, &stop, &waiting);
            scope.spawn(move || {
                while !stop.load(Relaxed) {
                    let Some(task) = waiting.lock().unwrap_or_else(PoisonError::into_inner).next() else { break };
                    if send.send((task, meet(args, start, openings, task))).is_err() {
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
                openings,
                number: task.number,
                a_first: begins(task.number),
                points: played.points,
                steps: played.line.len(),
                reason: played.reason.map(|reason| reason.id().to_owned()),
                fault: played.fault.clone(),
            };
            if let Some(folder) = &args.records {
                keep(folder, &start, &line, &played)?;
            }
            if let Some(log) = &mut log {
                log.add(&line)?;
            }
            if let Some(fault) = &line.fault {
                let loser = if line.points < 0.5 { &line.a } else { &line.b };
                bar.suspend(|| {
                    // The results hold it too; a match need not end because nobody can be told.
                    let _ = writeln!(io::stderr(), "game {} is lost by {loser}: {fault}", line.number + 1);
                });
            }
            known.insert(line.key(), line);
            let tally = tally(&known, &names[0], &names[1]);
            bar.set_message(format!("{} against {}: {}", names[0], names[1], show(tally.elo())));
            bar.inc(1);
            if args.sprt.is_some_and(|sprt| sprt.verdict(tally) != Verdict::Open) {
                stop.store(true, Relaxed);
            }
        }
        Ok::<(), Error>(())
    })?;
    bar.finish_and_clear();
    report(args, &names, &known, out)
}

/// All games: every pairing's first, then every pairing's second, and so on.
fn schedule(players: usize, games: u32) -> impl Iterator<Item = Task> {
    (0..games)
        .flat_map(move |number| (0..players).flat_map(move |a| (a + 1..players).map(move |b| Task { a, b, number })))
}

/// Whether A begins in the game with this number of a pairing.
const fn begins(number: u32) -> bool {
    number.is_multiple_of(2)
}

fn meet(args: &ArenaArgs, start: &Game, openings: u32, task: Task) -> Played {
    let opening_seed = args.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(task.number / 2 % openings));
    let opening = game::opening(start, args.plies, opening_seed);
    let pairing = (task.a * args.players.len() + task.b) as u64;
    let seed =
        (args.seed ^ pairing << 48).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(task.number) << 20);
    game::play(
        start,
        &opening,
        [&args.players[task.a], &args.players[task.b]],
        begins(task.number),
        seed,
        args.patience,
    )
}

struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

fn progress_bar(games: u64) -> ProgressBar {
    // The template is fixed, so it is either always right or never.
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(games).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// What `a` scored against `b` in all games known, whichever was written first.
fn tally(known: &HashMap<Key, Line>, a: &str, b: &str) -> Tally {
    let mut tally = Tally::default();
    for line in known.values() {
        if line.a == a && line.b == b {
            tally.add(line.points);
        } else if line.a == b && line.b == a {
            tally.add(1.0 - line.points);
        }
    }
    tally
}

fn keep(folder: &Path, start: &Game, line: &Line, played: &Played) -> Result<(), Error> {
    let mut timeline = Timeline::new(start.clone());
    for &step in &played.line {
        if timeline.play(step).is_err() {
            break;
        }
    }
    let program = |name: &str| RecordPlayer {
        name: Some(name.to_owned()),
        kind: Some(PlayerKind::Ai),
        ..RecordPlayer::default()
    };
    let mut record = Record::default();
    let holders = if played.a_first { [&line.a, &line.b] } else { [&line.b, &line.a] };
    for (player, name) in record.players.iter_mut().zip(holders) {
        *player = program(name);
    }
    record.event = Some(format!("arena {} game {}", line.seed, line.number + 1));
    record.comment.clone_from(&line.fault);
    let clean = |name: &str| name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '.', "-");
    let name = format!("{}-{}-{}-{}.json", clean(&line.a), clean(&line.b), line.seed, line.number + 1);
    let path = folder.join(name);
    // A game of the arena is shorter than any bound of a record.
    let Ok(text) = record.write(&timeline) else { return Ok(()) };
    std::fs::write(&path, text).map_err(|source| Error::Read { path, source })
}

fn report(args: &ArenaArgs, names: &[String], known: &HashMap<Key, Line>, out: &mut impl Write) -> Result<(), Error> {
    for (i, a) in names.iter().enumerate() {
        for b in &names[i + 1..] {
            let tally = tally(known, a, b);
            let elo = tally.elo();
            if args.json {
                let finite = |bound: f64| bound.is_finite().then(|| tenth(bound));
                let pairing = Pairing {
                    a,
                    b,
                    games: tally.games(),
                    wins: tally.wins,
                    losses: tally.losses,
                    draws: tally.draws,
                    elo: tenth(elo.value),
                    low: finite(elo.low),
                    high: finite(elo.high),
                };
                writeln!(out, "{}", serde_json::to_string(&pairing).map_err(std::io::Error::from)?)?;
            } else {
                let Tally { wins, draws, losses } = tally;
                let share = 100.0 * tally.points() / f64::from(tally.games().max(1));
                writeln!(
                    out,
                    "{a} against {b}: {wins} won, {draws} drawn, {losses} lost ({share:.0} %), Elo {}",
                    show(elo)
                )?;
            }
        }
    }
    if args.json {
        return Ok(());
    }
    if let Some(sprt) = args.sprt {
        let tally = tally(known, &names[0], &names[1]);
        let verdict = match sprt.verdict(tally) {
            Verdict::Higher => format!("nearer to {} Elo", sprt.high),
            Verdict::Lower => format!("nearer to {} Elo", sprt.low),
            Verdict::Open => "not decided".to_owned(),
        };
        writeln!(out, "test of {} against {}: {verdict}", sprt.low, sprt.high)?;
    }
    if names.len() > 2 {
        let results: Vec<Vec<(f64, f64)>> = names
            .iter()
            .map(|a| {
                let cell = |b: &String| if a == b { Tally::default() } else { tally(known, a, b) };
                names.iter().map(cell).map(|tally| (tally.points(), f64::from(tally.games()))).collect()
            })
            .collect();
        writeln!(out, "\nrating, {} at 0, with 95 % intervals", names[0])?;
        let mut rated: Vec<(&String, Elo)> = names.iter().zip(bradley_terry(&results)).collect();
        rated.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        for (name, elo) in rated {
            writeln!(out, "{name:<24}{}", show(elo))?;
        }
    }
    Ok(())
}

fn tenth(elo: f64) -> f64 {
    (elo * 10.0).round() / 10.0
}

fn show(elo: Elo) -> String {
    let bound = |elo: f64| match elo {
        f64::INFINITY => "∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        elo => format!("{elo:+.0}"),
    };
    format!("{} [{}, {}]", bound(elo.value), bound(elo.low), bound(elo.high))
}
