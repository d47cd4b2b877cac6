//! `tetralith-lab train`: weights that rate steps, books and numbers of a search, from games that
//! the engine plays against itself.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use tetralith_cli::{CommandError, ErrorKind, heed, say};
use tetralith_core::text::is_cut_off;
use tetralith_engine::CancelToken;
use tetralith_files::{Existing, FileError, GrowingFile, shown};
use thiserror::Error;

use crate::cli::{
    BookArgs, CheckWeightsArgs, DataArgs, ExportWeightsArgs, FitArgs, PointsArgs, TrainCommand,
    TuneArgs,
};
use crate::train::{
    BookPlan, Model, Samples, SelfPlayPlan, TrainError, TrainingGame, TunePlan, WeightFit, join,
    playable, point_choices, read_games, read_tuned, samples, tuned_to,
};

/// The reasons why a command fails.
#[derive(Debug, Error)]
enum Failed {
    #[error("{}: {fault}", shown(.path))]
    File { path: PathBuf, fault: io::Error },
    #[error("{}: {fault}", shown(.path))]
    Content { path: PathBuf, fault: TrainError },
    #[error("{}: it is not a file of weights: {fault}", shown(.path))]
    Weights { path: PathBuf, fault: serde_json::Error },
    #[error(transparent)]
    Place(#[from] FileError),
    #[error("another run is writing to {}; use another file", shown(.path))]
    InUse { path: PathBuf },
    #[error("{} is an input, so it cannot be the output; name another file", shown(.path))]
    Input { path: PathBuf },
    #[error(
        "{} holds something other than {what} and was not changed; name another file",
        shown(.path)
    )]
    Foreign { path: PathBuf, what: &'static str },
    #[error("{} already exists; --force replaces it", shown(.path))]
    Exists { path: PathBuf },
    #[error("stopped early: {done} of {all} {what} done; the same command continues")]
    Ended { done: u64, all: u64, what: &'static str },
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

/// Does what `command` asks; the findings go to `out`.
///
/// # Errors
/// [`CommandError`] if a file is at fault or cannot be written, it was asked to end, or `out`
/// fails.
pub fn train(command: &TrainCommand, out: &mut impl Write) -> Result<(), CommandError> {
    let done = match command {
        TrainCommand::Data(data) => data.run(),
        TrainCommand::Fit(fit) => fit.run(),
        TrainCommand::Check(check) => check.run(out),
        TrainCommand::Export(export) => export.run(),
        TrainCommand::Points(points) => points.run(),
        TrainCommand::Book(book) => book.run(),
        TrainCommand::Tune(tune) => tune.run(out),
    };
    done.map_err(|failed| match failed {
        Failed::Output(error) => error.into(),
        Failed::Ended { .. } => CommandError::caused(ErrorKind::Ended, failed),
        failed => CommandError::caused(ErrorKind::Input, failed),
    })
}

fn read(path: &Path) -> Result<String, Failed> {
    fs::read_to_string(path).map_err(|fault| Failed::File { path: path.to_owned(), fault })
}

/// Makes sure before any work that `out` may be written: it is none of `inputs`, and nothing is
/// there unless `force` replaces it, which replaces only `what`, by `is_what`.
fn check_out(
    out: &Path,
    force: bool,
    inputs: &[PathBuf],
    (what, is_what): (&'static str, impl Fn(&[u8]) -> bool),
) -> Result<(), Failed> {
    tetralith_files::check_place(out)?;
    let bytes = match fs::read(out) {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => return Ok(()),
        bytes => bytes.map_err(|fault| Failed::File { path: out.to_owned(), fault })?,
    };
    let place = |path: &Path| fs::canonicalize(path).ok();
    if inputs.iter().any(|input| place(input).is_some_and(|input| Some(input) == place(out))) {
        return Err(Failed::Input { path: out.to_owned() });
    }
    if !bytes.is_empty() && !is_what(&bytes) {
        return Err(Failed::Foreign { path: out.to_owned(), what });
    }
    if force { Ok(()) } else { Err(Failed::Exists { path: out.to_owned() }) }
}

/// Writes a file whole, over one that is there only by `force`.
fn put(out: &Path, text: impl AsRef<[u8]>, force: bool) -> Result<(), Failed> {
    let existing = if force { Existing::Replace } else { Existing::Keep };
    tetralith_files::write(out, text, existing).map_err(|error| match error {
        FileError::Exists { path } => Failed::Exists { path },
        error => error.into(),
    })
}

/// A file of lines that more are added to; no other run adds to it while this value exists.
struct Lines {
    file: GrowingFile,
    /// The lines that are there, without what was cut off.
    text: String,
    /// The length of the file without its last line, if that was cut off and has not been removed
    /// yet.
    cut: Option<u64>,
    /// True if the last line is whole but for its end.
    is_unended: bool,
}

impl Lines {
    /// Opens the file at `path`. A last line without an end was cut off when the program was
    /// stopped, if `was_cut` says so of what is before the line and of the line; if not, it is a
    /// line like the others.
    fn open(path: &Path, was_cut: impl Fn(&str, &[u8]) -> bool) -> Result<Self, Failed> {
        let failed = |fault| Failed::File { path: path.to_owned(), fault };
        let mut file =
            GrowingFile::open(path)?.ok_or_else(|| Failed::InUse { path: path.to_owned() })?;
        let text_of =
            |bytes| String::from_utf8(bytes).map_err(|fault| failed(io::Error::other(fault)));
        let mut whole = file.contents()?;
        let end = whole.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        // It may have been cut in the middle of a character.
        let last = whole.split_off(end);
        let mut text = text_of(whole)?;
        let cut = (!last.is_empty() && was_cut(&text, &last)).then_some(end as u64);
        if cut.is_none() {
            text += &text_of(last)?;
        }
        let is_unended = !text.is_empty() && !text.ends_with('\n');
        Ok(Self { file, text, cut, is_unended })
    }

    /// Opens a file of games or iterations.
    fn of_json(path: &Path) -> Result<Self, Failed> {
        const BEGIN: &str = r#"{"game":""#;
        Self::open(path, |_, last| is_cut_off(last, BEGIN))
    }

    /// Adds whole lines. A line that was cut off is removed only now, when the rest has been found
    /// to be what it should be.
    fn add(&mut self, lines: &str) -> Result<(), Failed> {
        if let Some(end) = self.cut.take() {
            self.file.truncate(end)?;
        }
        if mem::take(&mut self.is_unended) {
            self.file.add(b"\n")?;
        }
        Ok(self.file.add(lines.as_bytes())?)
    }

    fn add_json(&mut self, line: &impl Serialize) -> Result<(), Failed> {
        self.add(&(serde_json::to_string(line).map_err(io::Error::from)? + "\n"))
    }

    fn wrong(&self, fault: TrainError) -> Failed {
        Failed::Content { path: self.file.path().to_owned(), fault }
    }
}

fn played(path: &Path) -> Result<Vec<TrainingGame>, Failed> {
    read_games(&read(path)?).map_err(|fault| Failed::Content { path: path.to_owned(), fault })
}

fn gathered(paths: &[PathBuf], mixed: bool) -> Result<Samples, Failed> {
    let mut games = Vec::new();
    for path in paths {
        games.extend(played(path)?);
    }
    let joined = join(games, mixed)?;
    if let Some(note) = joined.note {
        say(&format_args!("note: {note}"));
    }
    Ok(samples(&joined.games)?)
}

/// The flag that is raised once this program is asked to end.
fn heeded() -> Arc<CancelToken> {
    let stop = Arc::new(CancelToken::new());
    heed(&stop);
    stop
}

fn weights(path: &Path) -> Result<Model, Failed> {
    serde_json::from_str(&read(path)?)
        .map_err(|fault| Failed::Weights { path: path.to_owned(), fault })
}

impl DataArgs {
    fn run(&self) -> Result<(), Failed> {
        let plan = SelfPlayPlan::new(&self.game, &self.size)?.with(self.sims, self.seed);
        let mut lines = Lines::of_json(&self.out)?;
        let had = read_games(&lines.text).map_err(|fault| lines.wrong(fault))?;
        plan.check(&had).map_err(|fault| lines.wrong(fault))?;
        let (part, parts) = (u64::from(self.shard.index), u64::from(self.shard.count));
        let is_asked_for = |number: &u64| *number < self.games && number % parts == part;
        let of_seed = had.iter().filter(|game| game.seed == self.seed).map(|game| game.number);
        let there: HashSet<u64> = of_seed.filter(is_asked_for).collect();
        let all = self.games.saturating_sub(part).div_ceil(parts) - there.len() as u64;
        let stop = heeded();
        let missing =
            (part..self.games).step_by(parts as usize).filter(|number| !there.contains(number));
        for (done, number) in (0..).zip(missing) {
            let ended = Failed::Ended { done, all, what: "games" };
            lines.add_json(&plan.play_until(number, &stop).ok_or(ended)?)?;
        }
        Ok(())
    }
}

impl BookArgs {
    fn run(&self) -> Result<(), Failed> {
        let plan = BookPlan::new(&self.game, self.sims, self.seed)?;
        let head = plan.head();
        // A file that begins as a book does is one.
        let mut lines = Lines::open(&self.out, |whole, last| {
            !whole.is_empty() || head.as_bytes().starts_with(last)
        })?;
        if lines.text.is_empty() {
            lines.text.clone_from(&head);
            lines.add(&head)?;
        }
        if !lines.text.starts_with(&head) {
            let is_same = |&(head, line): &(&str, &str)| head == line;
            let line = head.lines().zip(lines.text.lines()).take_while(is_same).count() + 1;
            return Err(lines.wrong(TrainError::OtherBook { line }));
        }
        let text = lines.text.clone();
        let (before, mut done) = (text[head.len()..].lines().count() as u64, 0);
        let stop = heeded();
        plan.extend(&text, self.positions, &stop, |line| {
            done += 1;
            lines.add(&format!("{line}\n"))
        })?;
        let all = (self.positions as u64).saturating_sub(before);
        if stop.is_cancelled() && done < all {
            return Err(Failed::Ended { done, all, what: "positions" });
        }
        Ok(())
    }
}

impl TuneArgs {
    fn run(&self, out: &mut impl Write) -> Result<(), Failed> {
        let plan = TunePlan::new(
            &self.game,
            &self.size,
            &self.sims,
            &self.numbers,
            self.pairs,
            self.seed,
        )?;
        let mut lines = Lines::of_json(&self.out)?;
        let had = read_tuned(&lines.text).map_err(|fault| lines.wrong(fault))?;
        plan.check(&had).map_err(|fault| lines.wrong(fault))?;
        let mut all = had.clone();
        plan.run(&had, &heeded(), |line| {
            all.push(line.clone());
            lines.add_json(line)
        })?;
        if all.len() < self.pairs as usize {
            let [done, all] =
                [all.len(), self.pairs as usize].map(|count| (count - had.len()) as u64);
            return Err(Failed::Ended { done, all, what: "pairs of games" });
        }
        let rounded = |value: f64| (value * 1e3).round() / 1e3;
        let numbers = tuned_to(&all).into_iter().map(|(name, value)| {
            let value = playable(&name, rounded(value));
            format!("{name}={value}")
        });
        writeln!(out, "{}", numbers.collect::<Vec<_>>().join(","))?;
        Ok(())
    }
}

impl FitArgs {
    fn run(&self) -> Result<(), Failed> {
        let fit =
            WeightFit { epochs: self.epochs, rate: self.rate, decay: self.decay, seed: self.seed };
        let is_weights = |bytes: &[u8]| serde_json::from_slice::<Model>(bytes).is_ok();
        check_out(&self.out, self.force, &self.data, ("fitted weights", is_weights))?;
        let mut data = gathered(&self.data, self.mixed)?;
        if !self.kinds.is_empty() {
            data = data.only(&self.kinds)?;
        }
        let model = fit.run(&data)?;
        let text = serde_json::to_vec(&model).map_err(io::Error::from)?;
        put(&self.out, text, self.force)
    }
}

impl CheckWeightsArgs {
    fn run(&self, out: &mut impl Write) -> Result<(), Failed> {
        let (model, data) = (weights(&self.weights)?, gathered(&self.data, self.mixed)?);
        let judged = data.judge(&model)?;
        writeln!(out, "choices      {}", data.len())?;
        writeln!(out, "loss         {:.3} (without weights {:.3})", judged.loss, data.uniform())?;
        writeln!(out, "first        {:.1} %", 100.0 * judged.first)?;
        writeln!(out, "among three  {:.1} %", 100.0 * judged.among_three)?;
        Ok(())
    }
}

impl ExportWeightsArgs {
    fn run(&self) -> Result<(), Failed> {
        let inputs = std::slice::from_ref(&self.weights);
        let what = ("weights as a game embeds them", Model::begins_file);
        check_out(&self.out, self.force, inputs, what)?;
        put(&self.out, weights(&self.weights)?.file()?, self.force)
    }
}

impl PointsArgs {
    fn run(&self) -> Result<(), Failed> {
        let is_choices = |bytes: &[u8]| bytes.starts_with(br#"{"number":"#);
        check_out(&self.out, self.force, &self.data, ("choices of points", is_choices))?;
        let mut lines = Vec::new();
        for path in &self.data {
            let wrong = |fault| Failed::Content { path: path.clone(), fault };
            for game in played(path)? {
                for choice in point_choices(&game).map_err(wrong)? {
                    serde_json::to_writer(&mut lines, &choice).map_err(io::Error::from)?;
                    lines.push(b'\n');
                }
            }
        }
        if lines.is_empty() {
            return Err(TrainError::Empty.into());
        }
        put(&self.out, lines, self.force)
    }
}
