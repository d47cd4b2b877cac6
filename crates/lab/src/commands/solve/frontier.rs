//! The positions of a frontier, solved one by one: a line of JSON each, on standard output or in a
//! file that later runs continue.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tetralith_cli::{CommandError, ErrorKind};
use tetralith_core::{Game, Names, Step, json as names};
use tetralith_engine::CancelToken;
use tetralith_engine::solve::{FrontierPart, KeepOn, SolveTask, Unit, Unsolved, solve_frontier};
use tetralith_files::shown;

use crate::arena::{Provenance, Shard, UnitLine, after, json_lines, parse_units};
use crate::cli::SolveArgs;
use crate::commands::growing::{Growing, is_no_json};
use crate::error::unsolved;

/// Solves the positions `depth` steps after that of `task`, or the part of them that `args` ask
/// for, and writes a line for each as soon as it is solved: to a file, which a later run continues,
/// else to `out`.
///
/// # Errors
/// [`CommandError`] if the limits do not suffice, the file holds something else, is another run's
/// or cannot be written, or it was asked to end.
pub(super) fn solve(
    args: &SolveArgs,
    task: &SolveTask<'_>,
    depth: u32,
    keep_on: KeepOn,
    stop: &CancelToken,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let game = after(task.start, task.steps);
    let lines = Lines::new(task, depth);
    let mut file = args.out.as_deref().map(|path| Growing::open(path, is_no_json)).transpose()?;
    let before = file.as_ref().map_or_else(|| Ok(Vec::new()), |file| lines.held(file))?;
    let known: BTreeSet<usize> = before.iter().map(|line| line.unit).collect();
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let of = before.first().map(|line| line.of);
    let part = FrontierPart {
        depth,
        shard: shard.index as usize,
        shards: shard.count as usize,
        known: &known,
        of,
    };
    if let Some(file) = &mut file {
        file.end_line()?;
    }
    let (mut written, mut done) = (Ok(()), before.len());
    let fails = AtomicBool::new(false);
    let mut tell = |unit: Unit| {
        let line = json_lines(&[lines.line(&game, &unit)]);
        let write = |to: &mut dyn Write| to.write_all(line.as_bytes()).and_then(|()| to.flush());
        if written.is_ok() {
            written = file.as_mut().map_or_else(|| write(out), |file| write(file));
            fails.store(written.is_err(), Relaxed);
        }
        done += 1;
    };
    // Positions whose lines cannot be written need not be solved.
    let goes_on = |nodes: u64| !fails.load(Relaxed) && keep_on(nodes);
    let found = solve_frontier(&game, part, &task.limits, &goes_on, &mut tell);
    written?;
    match found {
        Err(Unsolved::Limits { .. }) if stop.is_cancelled() => {
            let next = if args.out.is_some() {
                "the same command solves the rest"
            } else {
                "with --out the same command could continue"
            };
            Err(CommandError::new(
                ErrorKind::Ended,
                format_args!("stopped after {done} positions were solved; {next}"),
            ))
        }
        Err(fault @ Unsolved::Frontier { .. }) => {
            let path = args.out.as_deref();
            Err(path.map_or_else(|| unsolved(fault.into()), other_frontier))
        }
        found => found.map_err(|fault| unsolved(fault.into())),
    }
}

/// The file at `path` holds the positions of another frontier.
fn other_frontier(path: &Path) -> CommandError {
    CommandError::input(format_args!(
        "{} holds positions of another game, board, --from or --frontier; name another file",
        shown(path)
    ))
}

/// The part of every line that is the same for all positions of a frontier.
struct Lines(UnitLine);

impl Lines {
    fn new(task: &SolveTask<'_>, depth: u32) -> Self {
        let (info, start) = (task.start.info(), task.start);
        let threads = usize::try_from(task.limits.threads).unwrap_or(usize::MAX);
        let Provenance { version, bench, processor, threads } = Provenance::here(start, threads);
        Self(UnitLine {
            unit: 0,
            of: 0,
            depth,
            game: info.id.to_owned(),
            options: names::options(info, start.options()),
            from: written(start, task.steps),
            steps: Vec::new(),
            winner: String::new(),
            value: 0,
            version,
            bench,
            processor,
            threads,
        })
    }

    /// The line of a position that was solved.
    fn line(&self, game: &Game, unit: &Unit) -> UnitLine {
        let winner = unit.winner.map_or("draw", |winner| game.info().side(winner).name).to_owned();
        let steps = written(game, &unit.steps);
        UnitLine {
            unit: unit.number,
            of: unit.of,
            steps,
            winner,
            value: unit.value,
            ..self.0.clone()
        }
    }

    /// Reads the lines of this frontier in `file`; refuses a line of another one, as far as is
    /// known already.
    fn held(&self, file: &Growing) -> Result<Vec<UnitLine>, CommandError> {
        let held = parse_units(file.path(), file.contents())?;
        // Only the search knows how many positions there are, but all lines must say the same.
        let ours = UnitLine { of: held.first().map_or(0, |line| line.of), ..self.0.clone() };
        match held.iter().find(|line| !line.is_of_the_frontier_of(&ours)) {
            Some(_) => Err(other_frontier(file.path())),
            None => Ok(held),
        }
    }
}

fn written(game: &Game, steps: &[Step]) -> Vec<String> {
    steps.iter().map(|&step| Names::of(game).step(step)).collect()
}
