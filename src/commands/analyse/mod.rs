//! `tetralith analyse`: what every move of a game was worth.

mod progress;
mod target;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tetralith_cli::{CommandError, ErrorKind, exists, heed, is_same, one_name, write};
use tetralith_core::{Record, Timeline};
use tetralith_engine::CancelToken;
use tetralith_files::{ends_in, shown, takes};
use tetralith_pages::is_html;
use tetralith_storage::exchange::Import;
use tetralith_storage::files;
use tetralith_study::{Budgets, Finding, GameAnalysis, Job, json, text};

use super::place;
use crate::cli::AnalyseArgs;
use crate::program::{Form, analysed};
use progress::Bar;
use target::Target;

/// Analyses each game and writes the report on it to `out`; the faults of an analysis that a record
/// already holds go to `err`, and so do the parts of Abstract Play's records that a new record with
/// the analysis cannot hold. A game that cannot be analysed does not keep the others from it; the
/// result is whether all were analysed.
///
/// # Errors
/// [`CommandError`] if the command line asks for too much, standard output fails, or a signal ends
/// an analysis that is kept in a file.
pub fn analyse(
    args: &AnalyseArgs,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<bool, CommandError> {
    let single = [
        ("--out", args.out.is_some()),
        ("--html", args.html.is_some()),
        ("--game", args.list.game.is_some()),
    ];
    for (option, is_given) in single {
        if is_given && args.files.len() > 1 {
            return Err(CommandError::usage(format_args!(
                "{option} works with one file at a time"
            )));
        }
    }
    check_places(args)?;
    let mut are_all = true;
    for path in &args.files {
        let path = &place::in_list(path, args.list);
        match analyse_file(args, path, out, err) {
            Err(error) if error.kind() == ErrorKind::Input => {
                are_all = false;
                // The exit status shows it where nothing can be written.
                let _ = writeln!(err, "error: {error}");
                if args.json {
                    let file = path.to_string_lossy();
                    writeln!(out, "{}", json::failed(&file, &error.to_string()))?;
                    out.flush()?;
                }
            }
            done => done?,
        }
    }
    Ok(are_all)
}

fn analyse_file(
    args: &AnalyseArgs,
    path: &Path,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<(), CommandError> {
    let (Import { mut record, mut timeline, left_behind, .. }, _) =
        files::import(path).map_err(CommandError::faulty)?;
    // A game in progress that is to be kept with its analysis keeps what was tried in it as
    // well.
    if kept_in(args).is_none() {
        files::leave_out_explored(&mut record, &mut timeline);
    }
    if kept_in(args).is_some_and(target::is_new) {
        for sentence in left_behind {
            let _ = writeln!(err, "note: {}: {sentence}", shown(path));
        }
    }
    let (analysis, fault) = GameAnalysis::of(&record, &timeline);
    if let Some(fault) = fault {
        // If it cannot be reported, the game is analysed anyway.
        let _ = writeln!(err, "note: {}: {fault}", shown(path));
        if fault.is_to_be_kept() && args.out.as_ref().is_some_and(|out| is_same(out, path)) {
            return Err(target::unreadable(path));
        }
    }
    analyse_one(args, path, (record, timeline, analysis), (out, err))
}

fn analyse_one(
    args: &AnalyseArgs,
    path: &Path,
    (record, timeline, mut analysis): (Record, Timeline, GameAnalysis),
    (out, err): (&mut impl Write, &mut impl Write),
) -> Result<(), CommandError> {
    let mut target = None;
    if let Some(to) = kept_in(args) {
        let (there, fault) = Target::at(to, &record, timeline.clone(), &mut analysis)?;
        if let Some(fault) = fault.filter(|_| !is_same(to, path)) {
            let _ = writeln!(err, "note: {}: {fault}", shown(to));
        }
        target = Some(there);
    }
    search(args, &mut analysis, target.as_mut())?;
    for page in pages(args) {
        let report = analysed(&record, &timeline, &analysis).map_err(CommandError::faulty)?;
        write(page, report, args.force)?;
    }
    if args.json {
        writeln!(out, "{}", json::analysis(&path.to_string_lossy(), &analysis))?;
    } else {
        write!(out, "{}", text(&record, &analysis))?;
    }
    Ok(out.flush()?)
}

/// Checks, before the work rather than after it, that the findings can be written to the place in
/// `args`.
fn check_places(args: &AnalyseArgs) -> Result<(), CommandError> {
    let is_other = |path: &&Path| Form::of(path).is_some_and(|form| form != Form::Html);
    if let Some(out) = args.out.as_deref().filter(is_other) {
        return Err(CommandError::input(format_args!(
            "{}: a record or a page cannot have this ending; '.json' and '.html' are theirs",
            shown(out)
        )));
    }
    for path in args.out.iter().chain(&args.html) {
        place::check_file(path)?;
        tetralith_files::check_place(path)?;
    }
    if let Some((out, html)) = kept_in(args).zip(args.html.as_deref())
        && is_same(out, html)
    {
        return Err(one_name(html, ["--out", "--html"]));
    }
    for page in pages(args) {
        // This refuses the record itself too, which is not a page.
        if !takes(page, |head| is_html(&String::from_utf8_lossy(head)))? {
            return Err(CommandError::input(format_args!(
                "{} was not written by tetralith; name another file for the report",
                shown(page)
            )));
        }
        if !args.force && page.symlink_metadata().is_ok() {
            return Err(exists(page));
        }
    }
    let is_record = |path: &&Path| ends_in(path, "json");
    if let Some(page) = args.html.as_deref().filter(|path| is_other(path) || is_record(path)) {
        return Err(CommandError::input(format_args!(
            "{}: a page of HTML cannot have this ending; '.html' is its own",
            shown(page)
        )));
    }
    Ok(())
}

/// The file that the record is to be kept in with its analysis.
fn kept_in(args: &AnalyseArgs) -> Option<&Path> {
    args.out.as_deref().filter(|path| Form::of(path) != Some(Form::Html))
}

/// The files that the report is to go to as a page.
fn pages(args: &AnalyseArgs) -> impl Iterator<Item = &Path> {
    let out = args.out.as_deref().filter(|path| Form::of(path) == Some(Form::Html));
    out.into_iter().chain(args.html.as_deref())
}

/// Looks at every move, keeping in `target` what has been found so far.
///
/// # Errors
/// [`CommandError`] if a search breaks down, `target` cannot be written, or a signal ended the
/// search, which another run can continue.
fn search(
    args: &AnalyseArgs,
    analysis: &mut GameAnalysis,
    mut target: Option<&mut Target>,
) -> Result<(), CommandError> {
    let threads = args
        .threads
        .map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let budgets = match (args.sims, args.seconds) {
        (Some(simulations), _) => Budgets::equal(simulations),
        (None, Some(_)) => Budgets::HURRIED,
        (None, None) => Budgets::USUAL,
    };
    let GameAnalysis { moments, findings, build } = analysis;
    let mut kept: Vec<Option<Finding>> = findings.clone();
    // Of two findings the file keeps the deeper one; without an exact number of simulations no
    // search is shallower than what is known.
    let keep = |kept: &mut Option<Finding>, found: &Option<Finding>| {
        let effort =
            |finding: &Option<Finding>| finding.as_ref().map(|finding| finding.simulations);
        if args.sims.is_none() || effort(found) >= effort(kept) {
            kept.clone_from(found);
        }
    };
    let job = Job { budgets, threads, seed: args.seed, build };
    if args.sims.is_some() {
        for (finding, moment) in findings.iter_mut().zip(moments.list()) {
            finding.take_if(|finding| !job.would_find(finding, moment.turn));
        }
    }
    let bar = Bar::new();
    let stop = Arc::new(CancelToken::new());
    if target.is_some() {
        // Without anything to keep, the signal ends the program as it ends any other.
        heed(&stop);
    }
    let cancel = stop.child();
    let mut last = (0, moments.list().len());
    let mut failed = None;
    let ended = end_after(args.seconds, &cancel, || {
        job.run(moments, findings, &cancel, &mut |progress| {
            bar.show(progress);
            last = (progress.done, progress.of);
            if let Some(target) = &mut target {
                keep(&mut kept[progress.index], &Some(progress.finding.clone()));
                if let Err(error) = target.save(&kept) {
                    failed = Some(error);
                    cancel.cancel();
                }
            }
        })
    })?;
    bar.finish();
    ended.map_err(|reason| {
        CommandError::input(format_args!("{reason}; with --out, results so far are saved"))
    })?;
    failed.map_or(Ok(()), Err)?;
    if stop.is_cancelled() {
        let (done, all) = last;
        let next = "the same command continues";
        return Err(CommandError::ended(done, all, "moves of this pass", next));
    }
    let Some(target) = target else { return Ok(()) };
    kept.iter_mut().zip(findings.iter()).for_each(|(kept, found)| keep(kept, found));
    target.save(&kept)
}

/// Does `work`, and raises `cancel` if it is not done after `time`.
fn end_after<T>(
    time: Option<Duration>,
    cancel: &CancelToken,
    work: impl FnOnce() -> T,
) -> Result<T, CommandError> {
    thread::scope(|scope| {
        // `_done` is dropped at the end of the work, even by a panic, and wakes the thread that
        // waits.
        let (_done, ended) = mpsc::channel::<()>();
        if let Some(time) = time {
            let watch = move || {
                if ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    cancel.cancel();
                }
            };
            thread::Builder::new().spawn_scoped(scope, watch).map_err(|error| {
                CommandError::input(format_args!("the time limit cannot be kept: {error}"))
            })?;
        }
        Ok(work())
    })
}
