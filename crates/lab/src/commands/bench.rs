//! `tetralith-lab bench`: how fast playouts and search are, and how well the win rates hold.

mod hints;
mod shown;

use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;
use tetralith_cli::CommandError;
use tetralith_core::games::INFOS;
use tetralith_core::{Game, Info, OptionKind, Setup, Shape};
use tetralith_engine::Speed;

use crate::cli::{BenchArgs, BenchNumbers};

/// One line of output.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    size: u8,
    plies: f64,
    playouts_per_s: f64,
    ns_per_ply: f64,
    simulations_per_s: f64,
    checksum: String,
}

/// Measures what is asked for. Of speed it writes a row for each game and size to `out` as soon as
/// it is known.
///
/// Games that can do without their opening are measured without it, so that every ply is one of the
/// placement phase.
///
/// # Errors
/// [`CommandError`] if the game has no such size, a file cannot be read, or `out` fails.
pub fn bench(args: &BenchArgs, out: &mut impl Write) -> Result<(), CommandError> {
    match &args.numbers {
        None => bench_speed(args, out),
        Some(BenchNumbers::Hints(args)) => hints::bench_hints(args, out),
        Some(BenchNumbers::Shown(args)) => shown::bench_shown(args, out),
    }
}

fn bench_speed(args: &BenchArgs, out: &mut impl Write) -> Result<(), CommandError> {
    let games: Vec<&'static Info> = args.game.map_or_else(|| INFOS.to_vec(), |info| vec![info]);
    let mut starts = Vec::new();
    for info in games {
        let sizes = args.size.map_or_else(|| usual_sizes(info), |size| vec![size]);
        for size in sizes {
            let opening = info.has(OptionKind::Opening).then_some(false);
            let options = info.options(&Setup { size: Some(size), opening, ..Setup::default() })?;
            starts.push((info.id, options.size, Game::start(info, &options)?));
        }
    }
    if !args.json {
        writeln!(
            out,
            "{:<14}{:>5}{:>8}{:>12}{:>11}{:>15}  checksum",
            "game", "size", "plies", "playouts/s", "ns a ply", "simulations/s"
        )?;
    }
    for (game, size, start) in starts {
        let speed = Speed::measure(&start, args.seconds, args.threads.into(), &thread_time());
        let row = Row {
            game,
            size,
            plies: speed.plies,
            playouts_per_s: speed.playouts_per_second.round(),
            ns_per_ply: (speed.ns_per_ply * 100.0).round() / 100.0,
            simulations_per_s: speed.simulations_per_second.round(),
            checksum: format!("{:016x}", speed.checksum),
        };
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&row).map_err(std::io::Error::from)?)?;
        } else {
            writeln!(
                out,
                "{:<14}{:>5}{:>8.1}{:>12.0}{:>11.2}{:>15.0}  {}",
                row.game,
                row.size,
                row.plies,
                row.playouts_per_s,
                row.ns_per_ply,
                row.simulations_per_s,
                row.checksum
            )?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Sizes worth comparing on the game's usual board: those that are played, and one well above.
fn usual_sizes(info: &Info) -> Vec<i64> {
    let range = &info.boards[0];
    let sizes: &[u8] = match range.shape {
        Shape::Hexhex => &[5, 6, 8, 10],
        Shape::Square => &[9, 13, 19],
    };
    sizes
        .iter()
        .copied()
        .filter(|size| (range.min..=range.max).contains(size))
        .map(i64::from)
        .collect()
}

/// A clock of the time this thread has worked, where the system reports it; else of the time that
/// has passed.
fn thread_time() -> impl Fn() -> Duration {
    let began = Instant::now();
    move || worked().unwrap_or_else(|| began.elapsed())
}

/// Returns the time that this thread has worked, as Linux says it.
fn worked() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_ascii_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
