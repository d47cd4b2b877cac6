//! `tetralith solve`: exact values, with certificates.

mod frontier;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tetralith_arena::heed;
use tetralith_core::{Game, Names, Step, json as names, position_text};
use tetralith_engine::CancelToken;
use tetralith_engine::solve::{
    CertificateError, Content, Solution, SolveLimits, SolveTask, Unsolved, latest,
};
use tetralith_storage::files;

use super::place;
use super::position::{after, position};
use crate::cli::SolveArgs;
use crate::error::Error;

/// Solves the position that `args` ask for, and writes its value to `out`.
///
/// # Errors
/// [`Error`] if the position cannot be set up, is too large or is not solved within the limits, a
/// file cannot be written, or it was asked to end.
pub fn solve_command(args: &SolveArgs, out: &mut impl Write) -> Result<(), Error> {
    let (start, steps) = position(&args.game, args.from.as_ref())?;
    if let (Some(path), Some(option)) =
        (args.from.as_ref().filter(|_| start.is_set_up()), by_moves(args))
    {
        return Err(Error::OwnStart { path: path.clone(), option });
    }
    if let Some((state, certificate)) = args.state.as_ref().zip(args.certificate.as_ref())
        && place::is_same(state, certificate)
    {
        return Err(Error::OneName {
            path: certificate.clone(),
            options: ["--state", "--certificate"],
        });
    }
    if let Some(path) = args.certificate.as_ref().filter(|path| !args.force && path.exists()) {
        return Err(Error::Exists { path: path.clone() });
    }
    let memory = usize::try_from(args.memory << 20).unwrap_or(usize::MAX);
    let limits = SolveLimits {
        memory,
        time: args.seconds,
        threads: args.threads.into(),
        ..SolveLimits::default()
    };
    let stop = Arc::new(CancelToken::new());
    heed(&stop);
    let progress = Progress::new();
    let keep_on = |nodes| {
        progress.show(nodes);
        !stop.is_cancelled()
    };
    let task = SolveTask { start: &start, steps: &steps, limits, state: args.state.as_deref() };
    if let Some(depth) = args.frontier {
        return frontier::solve(args, &task, depth, &keep_on, &stop, out);
    }
    task.check_size()?;
    let found = match &args.certificate {
        None => task.solve(&keep_on).map_err(Error::from),
        Some(path) => {
            let content = Content { with_lemma: !args.no_lemma, every_step: args.every_move };
            write_to(path, |file| task.certify(content, file, &keep_on))
        }
    };
    progress.bar.finish_and_clear();
    let solution = match found {
        Err(Error::Solve(CertificateError::Unsolved(Unsolved::Limits { nodes, .. })))
            if stop.is_cancelled() =>
        {
            return Err(Error::EndedUnsolved { nodes, is_kept: args.state.is_some() });
        }
        found => found?,
    };
    let game = after(&start, &steps);
    let from = args.from.is_some().then_some((&start, &*steps));
    if args.json { tell_json(from, &game, &solution, out) } else { tell(&game, &solution, out) }
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

/// Writes a file whole, or leaves what was there.
fn write_to(
    path: &Path,
    make: impl FnOnce(&mut dyn Write) -> Result<Solution, CertificateError>,
) -> Result<Solution, Error> {
    let failed = |source| Error::Certificate { path: path.to_owned(), source };
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = files::begin(folder).map_err(failed)?;
    let solution = make(&mut io::BufWriter::new(&mut file)).map_err(|error| match error {
        CertificateError::Write(source) => failed(source),
        CertificateError::Unsolved(unsolved) => unsolved.into(),
        other => other.into(),
    })?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(solution)
}

/// Writes the value of `game` as JSON; if it comes `from` a record, also that record's start and
/// the steps from there.
fn tell_json(
    from: Option<(&Game, &[Step])>,
    game: &Game,
    solution: &Solution,
    out: &mut impl Write,
) -> Result<(), Error> {
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
        "seconds": (solution.elapsed.as_secs_f64() * 1000.0).round() / 1000.0,
        "nodes_per_s": solution.rate().round() as u64,
    });
    if let Some((start, steps)) = from {
        if start.is_set_up() {
            object["position"] = position_text::write(start).into();
        }
        object["from"] = steps.iter().map(|&step| name.step(step)).collect();
    }
    Ok(writeln!(out, "{object}")?)
}

fn tell(game: &Game, solution: &Solution, out: &mut impl Write) -> Result<(), Error> {
    let name = Names::of(game);
    let best: Vec<String> = solution.best.iter().map(|&step| name.step(step)).collect();
    let keeps = match (solution.winner, best.len()) {
        (_, count) if count == game.legal().len() => "Every move keeps that".to_owned(),
        (_, 1) => format!("The only move that keeps it is {}", best[0]),
        _ => format!("The moves that keep it are {}", best.join(" ")),
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

/// How far the search has come, on standard error.
struct Progress {
    bar: ProgressBar,
    began: Instant,
    /// The time, in tenths of a second from the beginning, of the last message.
    told: AtomicU64,
}

impl Progress {
    fn new() -> Self {
        let style = ProgressStyle::with_template("{spinner} {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style);
        bar.enable_steady_tick(Duration::from_millis(500));
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

impl From<Unsolved> for Error {
    fn from(unsolved: Unsolved) -> Self {
        CertificateError::Unsolved(unsolved).into()
    }
}
