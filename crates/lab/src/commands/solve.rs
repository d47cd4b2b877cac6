//! `tetralith-lab solve`: exact values, with certificates.

mod frontier;

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use tetralith_cli::{CommandError, ErrorKind, exists, is_same, one_name};
use tetralith_core::{Game, Names, Step, json as names, position_text};
use tetralith_engine::solve::{
    CertificateError, Content, Solution, SolveLimits, SolveTask, Unsolved, latest,
};
use tetralith_files::{Existing, FileError, check_place, shown};

use super::clocks::all_worked;
use super::place::check_no_input;
use super::position::position;
use crate::arena::{after, heeded};
use crate::cli::SolveArgs;
use crate::error::unsolved;

/// Solves the position that `args` ask for, and writes its value to `out`.
///
/// # Errors
/// [`CommandError`] if the position cannot be set up, is too large or is not solved within the
/// limits, a file cannot be written, or it was asked to end.
pub fn solve_command(args: &SolveArgs, out: &mut impl Write) -> Result<(), CommandError> {
    let (start, steps) = position(&args.game, args.from.as_ref())?;
    if let (Some(path), Some(option)) =
        (args.from.as_ref().filter(|_| start.is_set_up()), by_moves(args))
    {
        return Err(CommandError::input(format_args!(
            "{}: it starts from a set-up position, which {option} cannot record",
            shown(path)
        )));
    }
    if let Some((state, certificate)) = args.state.as_ref().zip(args.certificate.as_ref())
        && is_same(state, certificate)
    {
        return Err(one_name(certificate, ["--state", "--certificate"]));
    }
    if let Some(certificate) = &args.certificate {
        check_no_input(certificate, &args.from)?;
    }
    if let Some(path) = args.certificate.as_ref().filter(|path| !args.force && path.exists()) {
        return Err(exists(path));
    }
    if let Some(path) = &args.certificate {
        check_place(path)?;
    }
    let memory = args.memory.map_or_else(|| usual_memory(&after(&start, &steps)), |mib| mib << 20);
    let memory = usize::try_from(memory).unwrap_or(usize::MAX);
    let limits = SolveLimits {
        memory,
        time: args.seconds,
        threads: args.threads.into(),
        ..SolveLimits::default()
    };
    let stop = heeded();
    let progress = Progress::new();
    let keep_on = |nodes| {
        progress.show(nodes);
        !stop.is_cancelled()
    };
    let task = SolveTask { start: &start, steps: &steps, limits, state: args.state.as_deref() };
    if let Some(depth) = args.frontier {
        return frontier::solve(args, &task, depth, &keep_on, &stop, out);
    }
    let before = all_worked();
    let found = match &args.certificate {
        _ if let Err(large) = task.check_size() => Err(large.into()),
        None => task.solve(&keep_on).map_err(CertificateError::Unsolved),
        Some(path) => {
            let content = Content { with_lemma: !args.no_lemma, every_step: args.every_move };
            let existing = if args.force { Existing::Replace } else { Existing::Keep };
            let mut keep = |bytes: &[u8]| write_to(path, existing, bytes);
            task.certify(content, &mut keep, &keep_on)
        }
    };
    let work = all_worked().zip(before).map(|(now, before)| now.saturating_sub(before));
    progress.bar.finish_and_clear();
    let game = after(&start, &steps);
    let from = args.from.is_some().then_some((&start, &*steps));
    if let Err(CertificateError::Unsolved(unsolved) | CertificateError::Certified(unsolved)) =
        &found
        && args.json
    {
        tell_unproved(from, &game, unsolved, work, out)?;
    }
    let solution = found.map_err(|fault| match fault {
        CertificateError::Unsolved(Unsolved::Limits { nodes, .. }) if stop.is_cancelled() => {
            let next = if args.state.is_some() {
                "the same command continues"
            } else {
                "with --state the same command could continue"
            };
            CommandError::new(
                ErrorKind::Ended,
                format_args!("stopped after {nodes} positions, with no solution yet; {next}"),
            )
        }
        CertificateError::Certified(_) if stop.is_cancelled() => {
            CommandError::caused(ErrorKind::Ended, fault)
        }
        CertificateError::Write(source) => {
            let path = args.certificate.clone().unwrap_or_default();
            FileError::Write { path, source }.into()
        }
        fault => unsolved(fault),
    })?;
    if args.json {
        tell_json(from, &game, &solution, work, out)
    } else {
        tell(&game, &solution, out)
    }
}

/// The bytes for positions where none are asked for: as many as the search of `position` is likely
/// to fill, but no more than a quarter of the machine's and 2 GiB.
fn usual_memory(position: &Game) -> u64 {
    const EACH: f64 = 64.0;
    const LEAST: f64 = (64_u64 << 20) as f64;
    const MOST: u64 = 2 << 30;
    let likely = (EACH * 10_f64.powf(position.solving_effort())).max(LEAST) as u64;
    likely.min(MOST).min(machine_memory().unwrap_or(1 << 30) / 4)
}

/// The bytes of memory that this machine has, where the system reports it.
fn machine_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// The first option in `args` whose file gives a position by the moves from the usual start.
fn by_moves(args: &SolveArgs) -> Option<&'static str> {
    let options = [
        ("--certificate", args.certificate.is_some()),
        ("--frontier", args.frontier.is_some()),
        ("--state", args.state.is_some()),
    ];
    options.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
}

/// Writes a certificate to `path`.
fn write_to(path: &Path, existing: Existing, bytes: &[u8]) -> io::Result<()> {
    tetralith_files::write(path, bytes, existing).map_err(|fault| match fault {
        FileError::Write { source, .. } => source,
        fault => io::Error::other(fault),
    })
}

/// Writes the value of `game` and the processor time it took as JSON; if it comes `from` a record,
/// also that record's start and the steps from there.
fn tell_json(
    from: Option<(&Game, &[Step])>,
    game: &Game,
    solution: &Solution,
    work: Option<Duration>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let info = game.info();
    let name = Names::of(game);
    let mut object = json!({
        "game": info.id,
        "options": names::options(info, game.options()),
        "proved": true,
        "winner": solution.winner.map_or("draw", |winner| info.side(winner).name),
        "score": solution.score,
        "best": solution.best.iter().map(|&step| name.step(step)).collect::<Vec<_>>(),
        "nodes": solution.nodes,
        "seconds": milliseconds(solution.elapsed),
        "processor_seconds": work.map(milliseconds),
        "nodes_per_s": solution.rate().round() as u64,
    });
    add_place(&mut object, from);
    Ok(writeln!(out, "{object}")?)
}

/// Writes as JSON that `game` is not solved, what is known of its value, how many positions were
/// searched, and the processor time that took.
fn tell_unproved(
    from: Option<(&Game, &[Step])>,
    game: &Game,
    unsolved: &Unsolved,
    work: Option<Duration>,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let info = game.info();
    let (nodes, elapsed, range) = match unsolved {
        Unsolved::Limits { nodes, elapsed, range, .. } => (*nodes, *elapsed, Some(range)),
        _ => (0, Duration::ZERO, None),
    };
    let mut object = json!({
        "game": info.id,
        "options": names::options(info, game.options()),
        "proved": false,
        "range": range,
        "nodes": nodes,
        "seconds": milliseconds(elapsed),
        "processor_seconds": work.map(milliseconds),
        "error": unsolved.to_string(),
    });
    add_place(&mut object, from);
    Ok(writeln!(out, "{object}")?)
}

/// Adds how the record comes to the position, if it comes `from` one.
fn add_place(object: &mut Value, from: Option<(&Game, &[Step])>) {
    let Some((start, steps)) = from else { return };
    let name = Names::of(start);
    if start.is_set_up() {
        object["position"] = position_text::write(start).into();
    }
    object["from"] = steps.iter().map(|&step| name.step(step)).collect();
}

/// A time in seconds, to the millisecond.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

fn tell(game: &Game, solution: &Solution, out: &mut impl Write) -> Result<(), CommandError> {
    let name = Names::of(game);
    let best: Vec<String> = solution.best.iter().map(|&step| name.step(step)).collect();
    let keeps = match best.len() {
        count if count == game.legal().len() => "Every move keeps this result".to_owned(),
        1 => format!("Only {} keeps this result", best[0]),
        _ => format!("The moves that keep this result: {}", best.join(" ")),
    };
    writeln!(out, "{}. {keeps}.", result(game, solution))?;
    let seconds = solution.elapsed.as_secs_f64();
    Ok(writeln!(
        out,
        "{} positions{} in {seconds:.1} s, {:.0} a second.",
        solution.nodes,
        latest(solution.nodes, solution.before),
        solution.rate()
    )?)
}

/// The value in words.
fn result(game: &Game, solution: &Solution) -> String {
    let info = game.info();
    let winner = solution.winner.map_or_else(
        || "It is a draw".to_owned(),
        |side| format!("{} wins", info.side(side).title),
    );
    match solution.score {
        None => winner,
        Some(score) => {
            let [first, second] = info.colours.each_ref().map(|side| side.title);
            let ahead = match score {
                0 => "the territories are equal".to_owned(),
                1.. => format!("{first} leads by {score} in territory"),
                ..0 => format!("{second} leads by {} in territory", -score),
            };
            format!("{winner}: {ahead}")
        }
    }
}

/// The progress of the search, on standard error.
struct Progress {
    bar: ProgressBar,
    began: Instant,
    /// The time, in tenths of a second from the beginning, of the last message.
    told: AtomicU64,
}

impl Progress {
    fn new() -> Self {
        let style = ProgressStyle::with_template("{spinner} {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner())
            .tick_chars("-\\|/ ");
        let bar = ProgressBar::new_spinner().with_style(style);
        if tetralith_cli::has_threads() {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Self { bar, began: Instant::now(), told: AtomicU64::new(0) }
    }

    /// Shows the number of positions, but not too often.
    fn show(&self, nodes: u64) {
        let seconds = self.began.elapsed().as_secs_f64();
        let tenths = (10.0 * seconds) as u64;
        if self.told.swap(tenths, Relaxed) != tenths {
            let millions = nodes as f64 / 1e6;
            let rate = millions / seconds;
            self.bar.set_message(format!(
                "{millions:.1} million positions in {seconds:.0} s, {rate:.1} million a second"
            ));
        }
    }
}
