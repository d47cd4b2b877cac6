//! `tetralith-lab bench`: how fast playouts and search are, and how well the win rates hold.

mod hints;
mod shown;

use std::io::Write;

use serde::Serialize;
use tetralith_cli::CommandError;
use tetralith_core::games::INFOS;
use tetralith_core::{Game, Info, OptionKind, Setup, Shape};
use tetralith_engine::Speed;

use super::clocks::{program_time, thread_time};
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
    /// The threads that made them.
    threads: u8,
    /// Their simulations as a multiple of those of one thread in the same time.
    times_one_thread: f64,
    /// Processor time of a simulation, of all threads together.
    us_per_simulation: f64,
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
            "{:<14}{:>5}{:>8}{:>12}{:>11}{:>15}{:>8}{:>10}  checksum",
            "game", "size", "plies", "playouts/s", "ns a ply", "simulations/s", "x one", "us each"
        )?;
    }
    for (game, size, start) in starts {
        let (clock, all) = (thread_time(), program_time());
        let measure =
            |threads: u8| Speed::measure(&start, args.seconds, threads.into(), [&clock, &all]);
        let alone = measure(1);
        let speed = if args.threads > 1 { measure(args.threads) } else { alone };
        let row = Row {
            game,
            size,
            plies: speed.plies,
            playouts_per_s: speed.playouts_per_second.round(),
            ns_per_ply: hundredths(speed.ns_per_ply),
            simulations_per_s: speed.simulations_per_second.round(),
            threads: args.threads,
            times_one_thread: hundredths(
                speed.simulations_per_second / alone.simulations_per_second,
            ),
            us_per_simulation: hundredths(speed.ns_per_simulation / 1e3),
            checksum: format!("{:016x}", speed.checksum),
        };
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&row).map_err(std::io::Error::from)?)?;
        } else {
            writeln!(
                out,
                "{:<14}{:>5}{:>8.1}{:>12.0}{:>11.2}{:>15.0}{:>8.2}{:>10.2}  {}",
                row.game,
                row.size,
                row.plies,
                row.playouts_per_s,
                row.ns_per_ply,
                row.simulations_per_s,
                row.times_one_thread,
                row.us_per_simulation,
                row.checksum
            )?;
        }
        out.flush()?;
    }
    Ok(())
}

/// `number`, rounded to a hundredth.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
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
