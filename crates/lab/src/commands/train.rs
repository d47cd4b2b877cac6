//! `tetralith-lab train`: weights that rate steps, books and numbers of a search, from games that
//! the engine plays against itself.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use tetralith_cli::{CommandError, exists, say, write};
use tetralith_core::text::is_cut_off;
use tetralith_files::{FileError, shown};

use super::growing::{Growing, MAX_BYTES};
use super::place::check_no_input;
use crate::arena::heeded;
use crate::cli::{
    BookArgs, CheckWeightsArgs, DataArgs, ExportWeightsArgs, FitArgs, PointsArgs, TrainCommand,
    TuneArgs,
};
use crate::train::{
    BookPlan, Model, Samples, SelfPlayPlan, TrainError, TrainingGame, TunePlan, WeightFit, join,
    playable, point_choices, read_games, read_tuned, samples, tuned_to,
};

/// The largest file of weights that is read, in bytes.
const MAX_WEIGHTS: u64 = 16 << 20;

/// Does what `command` asks; the findings go to `out`.
///
/// # Errors
/// [`CommandError`] if a file is at fault or cannot be written, it was asked to end, or `out`
/// fails.
pub fn train(command: &TrainCommand, out: &mut impl Write) -> Result<(), CommandError> {
    match command {
        TrainCommand::Data(data) => data.run(),
        TrainCommand::Fit(fit) => fit.run(),
        TrainCommand::Check(check) => check.run(out),
        TrainCommand::Export(export) => export.run(),
        TrainCommand::Points(points) => points.run(),
        TrainCommand::Book(book) => book.run(),
        TrainCommand::Tune(tune) => tune.run(out),
    }
}

fn read(path: &Path, limit: u64) -> Result<String, CommandError> {
    let bytes = tetralith_files::read(path, limit)?;
    String::from_utf8(bytes).map_err(|fault| CommandError::in_file(path, fault.utf8_error()))
}

/// Makes sure before any work that `out` may be written: it is none of `inputs`, and nothing is
/// there unless `force` replaces it, which replaces only `what`, by `is_what`.
fn check_out(
    out: &Path,
    force: bool,
    inputs: &[PathBuf],
    (what, is_what): (&'static str, impl Fn(&[u8]) -> bool),
) -> Result<(), CommandError> {
    tetralith_files::check_place(out)?;
    let bytes = match tetralith_files::read(out, MAX_BYTES) {
        Err(FileError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            return Ok(());
        }
        bytes => bytes?,
    };
    check_no_input(out, inputs)?;
    if !bytes.is_empty() && !is_what(&bytes) {
        return Err(CommandError::input(format_args!(
            "{} holds something other than {what} and was not changed; name another file",
            shown(out)
        )));
    }
    if force { Ok(()) } else { Err(exists(out)) }
}

/// Opens the file of games or iterations at `path` to add to it.
fn open_json(path: &Path) -> Result<Growing, CommandError> {
    const BEGIN: &str = r#"{"game":""#;
    Growing::open(path, |_, last| is_cut_off(last, BEGIN))
}

fn add_json(file: &mut Growing, line: &impl Serialize) -> Result<(), CommandError> {
    let text = serde_json::to_string(line).map_err(io::Error::from)? + "\n";
    Ok(file.add(&text)?)
}

fn played(path: &Path) -> Result<Vec<TrainingGame>, CommandError> {
    read_games(&read(path, MAX_BYTES)?).map_err(|fault| CommandError::in_file(path, fault))
}

fn gathered(paths: &[PathBuf], mixed: bool) -> Result<Samples, CommandError> {
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

fn weights(path: &Path) -> Result<Model, CommandError> {
    serde_json::from_str(&read(path, MAX_WEIGHTS)?).map_err(|fault| {
        CommandError::in_file(path, format_args!("it is not a file of weights: {fault}"))
    })
}

impl DataArgs {
    fn run(&self) -> Result<(), CommandError> {
        let plan = SelfPlayPlan::new(self.game, &self.size, self.sims, self.seed)?;
        let mut file = open_json(&self.out)?;
        let wrong = |fault| CommandError::in_file(&self.out, fault);
        let had = read_games(file.text()?).map_err(wrong)?;
        plan.check(&had).map_err(wrong)?;
        let (part, parts) = (u64::from(self.shard.index), u64::from(self.shard.count));
        let is_asked_for = |number: &u64| *number < self.games && number % parts == part;
        let of_seed = had.iter().filter(|game| game.seed == self.seed).map(|game| game.number);
        let there: HashSet<u64> = of_seed.filter(is_asked_for).collect();
        let all = self.games.saturating_sub(part).div_ceil(parts) - there.len() as u64;
        let stop = heeded();
        let missing =
            (part..self.games).step_by(parts as usize).filter(|number| !there.contains(number));
        for (done, number) in (0..).zip(missing) {
            let game = plan.play(number, &stop).ok_or_else(|| ended(done, all, "games"))?;
            add_json(&mut file, &game)?;
        }
        Ok(())
    }
}

impl BookArgs {
    fn run(&self) -> Result<(), CommandError> {
        let plan = BookPlan::new(self.game, self.sims, self.seed)?;
        let head = plan.head();
        // A file that begins as a book does is one.
        let mut file = Growing::open(&self.out, |whole, last| {
            !whole.is_empty() || head.as_bytes().starts_with(last)
        })?;
        let mut text = file.text()?.to_owned();
        if text.is_empty() {
            text.clone_from(&head);
            file.add(&head)?;
        }
        if !text.starts_with(&head) {
            let is_same = |&(head, line): &(&str, &str)| head == line;
            let line = head.lines().zip(text.lines()).take_while(is_same).count() + 1;
            return Err(CommandError::in_file(&self.out, TrainError::OtherBook { line }));
        }
        let (before, mut done) = (text[head.len()..].lines().count() as u64, 0);
        let stop = heeded();
        plan.extend(&text, self.positions, &stop, |line| {
            done += 1;
            Ok::<(), CommandError>(file.add(&format!("{line}\n"))?)
        })?;
        let all = (self.positions as u64).saturating_sub(before);
        if stop.is_cancelled() && done < all {
            return Err(ended(done, all, "positions"));
        }
        Ok(())
    }
}

/// A run that adds to a file was asked to end.
fn ended(done: u64, all: u64, what: &str) -> CommandError {
    let [done, all] = [done, all].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
    CommandError::ended(done, all, what, "the same command continues")
}

impl TuneArgs {
    fn run(&self, out: &mut impl Write) -> Result<(), CommandError> {
        let plan =
            TunePlan::new(self.game, &self.size, &self.sims, &self.numbers, self.pairs, self.seed)?;
        let mut file = open_json(&self.out)?;
        let wrong = |fault| CommandError::in_file(&self.out, fault);
        let had = read_tuned(file.text()?).map_err(wrong)?;
        plan.check(&had).map_err(wrong)?;
        let mut all = had.clone();
        plan.run(&had, &heeded(), |line| {
            all.push(line.clone());
            add_json(&mut file, line)
        })?;
        if all.len() < self.pairs as usize {
            let [done, all] =
                [all.len(), self.pairs as usize].map(|count| (count - had.len()) as u64);
            return Err(ended(done, all, "pairs of games"));
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
    fn run(&self) -> Result<(), CommandError> {
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
        write(&self.out, text, self.force)
    }
}

impl CheckWeightsArgs {
    fn run(&self, out: &mut impl Write) -> Result<(), CommandError> {
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
    fn run(&self) -> Result<(), CommandError> {
        let inputs = std::slice::from_ref(&self.weights);
        let what = ("weights as a game embeds them", Model::begins_file);
        check_out(&self.out, self.force, inputs, what)?;
        write(&self.out, weights(&self.weights)?.file()?, self.force)
    }
}

impl PointsArgs {
    fn run(&self) -> Result<(), CommandError> {
        let is_choices = |bytes: &[u8]| bytes.starts_with(br#"{"number":"#);
        check_out(&self.out, self.force, &self.data, ("choices of points", is_choices))?;
        let mut lines = Vec::new();
        for path in &self.data {
            let wrong = |fault| CommandError::in_file(path, fault);
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
        write(&self.out, lines, self.force)
    }
}
