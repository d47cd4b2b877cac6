//! The program `tetralith-train`: weights by which the engine rates steps, from games that it plays against itself.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use serde::Serialize;
use tetralith_core::text::is_cut_off;
use tetralith_train::{
    BookPlan, Fit, Model, Plan, Played, Samples, TrainError, TunePlan, playable, read_games, read_tuned, samples,
    tuned_to,
};
use thiserror::Error;

/// Fit the weights by which the engine rates steps before it tries them.
#[derive(Parser)]
#[command(name = "tetralith-train", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games and keep how often the searches looked at each step.
    ///
    /// Goes on after the last game in the file; what was cut off there is played anew. The same seed gives the same games.
    Data(Data),
    /// Fit weights to games.
    Fit(FitWeights),
    /// Say how well weights foretell the choices in games that they were not fitted to.
    Check(Check),
    /// Write weights in the form that a game embeds.
    Export(Export),
    /// Search the openings of a game, the likeliest first, and write them as a book.
    ///
    /// Goes on after the last position in the file. The same seed and build give the same book.
    Book(MakeBook),
    /// Tune the numbers that shape a search by games of two variations of them against each other (SPSA).
    ///
    /// Boards and budgets take turns. Goes on after the last pair of games in the file; the same seed and build give the same path.
    /// In the end it prints the tuned numbers as a player of the arena is written with them: let that player meet one without them.
    #[command(
        after_help = "Example:\n  tetralith-train tune necklace --size 9,13 --sims 500,2000 --pairs 400 --numbers amaf,hints --out path.jsonl"
    )]
    Tune(Tune),
}

#[derive(Args)]
struct Data {
    /// The game.
    game: String,
    /// Sizes of boards, in turn; by default the usual one.
    #[arg(long, value_delimiter = ',')]
    size: Vec<u8>,
    /// Games in all, those of other shards among them.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Simulations for each step.
    #[arg(long, default_value_t = 1_000)]
    sims: u64,
    /// The seed of random numbers.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Which part of the games to play, from 0, and of how many: I/N.
    #[arg(long, default_value = "0/1", value_parser = shard)]
    shard: (u64, u64),
    /// The file that games are added to, one a line.
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct FitWeights {
    /// Files of games.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// How often each choice is looked at.
    #[arg(long, default_value_t = Fit::default().epochs)]
    epochs: u32,
    /// How far a weight moves at once at first.
    #[arg(long, default_value_t = Fit::default().rate)]
    rate: f32,
    /// The strength with which weights are drawn to 0.
    #[arg(long, default_value_t = Fit::default().decay)]
    decay: f32,
    /// The seed of the order of choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Kinds of features to fit alone, instead of all together.
    #[arg(long, value_delimiter = ',')]
    kinds: Vec<String>,
    /// The file of weights to write.
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct Check {
    /// The file of weights.
    weights: PathBuf,
    /// Files of games.
    #[arg(required = true)]
    data: Vec<PathBuf>,
}

#[derive(Args)]
struct Export {
    /// The file of weights.
    weights: PathBuf,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct MakeBook {
    /// The game.
    game: String,
    /// Positions in all.
    #[arg(long, default_value_t = 100)]
    positions: usize,
    /// Simulations for each position.
    #[arg(long, default_value_t = 100_000)]
    sims: u64,
    /// The seed of random numbers.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The file that positions are added to, one a line.
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct Tune {
    /// The game.
    game: String,
    /// Sizes of boards, in turn; by default the usual one.
    #[arg(long, value_delimiter = ',')]
    size: Vec<u8>,
    /// Simulations for each step, in turn.
    #[arg(long, value_delimiter = ',', default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    sims: Vec<u64>,
    /// Numbers to tune, as players of the arena are written with them; by default all.
    #[arg(long, value_delimiter = ',')]
    numbers: Vec<String>,
    /// Pairs of games in all.
    #[arg(long, default_value_t = 400)]
    pairs: u32,
    /// The seed of random numbers.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The file that pairs of games are added to, one a line.
    #[arg(long)]
    out: PathBuf,
}

/// The reasons for which a command fails.
#[derive(Debug, Error)]
enum Failed {
    #[error("{}: {fault}", .path.display())]
    File { path: PathBuf, fault: io::Error },
    #[error("{}: {fault}", .path.display())]
    Content { path: PathBuf, fault: TrainError },
    #[error("{}: it is no file of weights: {fault}", .path.display())]
    Weights { path: PathBuf, fault: serde_json::Error },
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    parts.filter(|(part, parts)| part < parts).ok_or_else(|| "it must be I/N with I from 0 and below N".to_owned())
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Data(data) => data.run(),
        Command::Fit(fit) => fit.run(),
        Command::Check(check) => check.run(),
        Command::Export(export) => export.run(),
        Command::Book(book) => book.run(),
        Command::Tune(tune) => tune.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            let _ = writeln!(io::stderr(), "tetralith-train: {failed}");
            ExitCode::FAILURE
        }
    }
}

fn read(path: &Path) -> Result<String, Failed> {
    fs::read_to_string(path).map_err(|fault| Failed::File { path: path.to_owned(), fault })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failed> {
    fs::write(path, bytes).map_err(|fault| Failed::File { path: path.to_owned(), fault })
}

/// A file of lines that more are added to.
struct Lines {
    path: PathBuf,
    file: File,
    /// The lines that are there, without what was cut off.
    text: String,
    /// The length of the file without what was cut off; `None` once lines have been added.
    end: Option<u64>,
}

impl Lines {
    /// Opens the file at `path`. A last line without an end was cut off when the program was stopped, if `was_cut` says so of what
    /// stands before the line and of the line; if not, it is a line like the others.
    fn open(path: &Path, was_cut: impl Fn(&str, &str) -> bool) -> Result<Self, Failed> {
        let failed = |fault| Failed::File { path: path.to_owned(), fault };
        let file = OpenOptions::new().create(true).append(true).read(true).open(path).map_err(failed)?;
        let mut text = read(path)?;
        let (whole, last) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        if was_cut(whole, last) {
            text.truncate(whole.len());
        }
        Ok(Self { path: path.to_owned(), file, end: Some(text.len() as u64), text })
    }

    /// Opens a file of games or iterations.
    fn of_json(path: &Path) -> Result<Self, Failed> {
        const BEGIN: &str = r#"{"game":""#;
        Self::open(path, |_, last| is_cut_off(last.as_bytes(), BEGIN))
    }

    /// Adds whole lines. What was cut off is removed only now, when the rest has been found to be what it should be.
    fn add(&mut self, lines: &str) -> Result<(), Failed> {
        let failed = |fault| Failed::File { path: self.path.clone(), fault };
        if let Some(end) = self.end.take() {
            // Some systems do not let a file that is open to append be truncated.
            let cut = OpenOptions::new().write(true).open(&self.path).and_then(|file| file.set_len(end));
            cut.map_err(failed)?;
            if !self.text.is_empty() && !self.text.ends_with('\n') {
                self.file.write_all(b"\n").map_err(failed)?;
            }
        }
        self.file.write_all(lines.as_bytes()).map_err(failed)
    }

    /// Adds a line of JSON.
    fn add_json(&mut self, line: &impl Serialize) -> Result<(), Failed> {
        self.add(&(serde_json::to_string(line).map_err(io::Error::from)? + "\n"))
    }

    /// The fault of what is there.
    fn wrong(&self, fault: TrainError) -> Failed {
        Failed::Content { path: self.path.clone(), fault }
    }
}

fn played(path: &Path) -> Result<Vec<Played>, Failed> {
    read_games(&read(path)?).map_err(|fault| Failed::Content { path: path.to_owned(), fault })
}

fn gathered(paths: &[PathBuf]) -> Result<Samples, Failed> {
    let mut games = Vec::new();
    for path in paths {
        games.extend(played(path)?);
    }
    Ok(samples(&games)?)
}

fn weights(path: &Path) -> Result<Model, Failed> {
    serde_json::from_str(&read(path)?).map_err(|fault| Failed::Weights { path: path.to_owned(), fault })
}

impl Data {
    fn run(self) -> Result<(), Failed> {
        let plan = Plan::new(&self.game, &self.size)?.with(self.sims, self.seed);
        let mut lines = Lines::of_json(&self.out)?;
        let had = read_games(&lines.text).map_err(|fault| lines.wrong(fault))?;
        plan.check(&had).map_err(|fault| lines.wrong(fault))?;
        let (part, parts) = self.shard;
        for number in (part..self.games).step_by(parts as usize) {
            if had.iter().all(|game| (game.number, game.seed) != (number, self.seed)) {
                lines.add_json(&plan.play(number))?;
            }
        }
        Ok(())
    }
}

impl MakeBook {
    fn run(self) -> Result<(), Failed> {
        let plan = BookPlan::new(&self.game, self.sims, self.seed)?;
        let head = plan.head();
        // What begins as a book does is one.
        let mut lines = Lines::open(&self.out, |whole, last| !whole.is_empty() || head.starts_with(last))?;
        if lines.text.is_empty() {
            lines.text.clone_from(&head);
            lines.add(&head)?;
        }
        if !lines.text.starts_with(&head) {
            return Err(lines.wrong(TrainError::OtherBook { line: 1 }));
        }
        let text = lines.text.clone();
        plan.extend(&text, self.positions, |line| lines.add(&format!("{line}\n")))
    }
}

impl Tune {
    fn run(self) -> Result<(), Failed> {
        let plan = TunePlan::new(&self.game, &self.size, &self.sims, &self.numbers, self.pairs, self.seed)?;
        let mut lines = Lines::of_json(&self.out)?;
        let had = read_tuned(&lines.text).map_err(|fault| lines.wrong(fault))?;
        plan.check(&had).map_err(|fault| lines.wrong(fault))?;
        let mut all = had.clone();
        plan.run(&had, |line| {
            all.push(line.clone());
            lines.add_json(line)
        })?;
        let rounded = |value: f64| (value * 1e3).round() / 1e3;
        let numbers = tuned_to(&all).into_iter().map(|(name, value)| {
            let value = playable(&name, rounded(value));
            format!("{name}={value}")
        });
        writeln!(io::stdout(), "{}", numbers.collect::<Vec<_>>().join(","))?;
        Ok(())
    }
}

impl FitWeights {
    fn run(self) -> Result<(), Failed> {
        let fit = Fit { epochs: self.epochs, rate: self.rate, decay: self.decay, seed: self.seed };
        let mut data = gathered(&self.data)?;
        if !self.kinds.is_empty() {
            data = data.only(&self.kinds)?;
        }
        let model = fit.run(&data);
        write(&self.out, &serde_json::to_vec(&model).map_err(io::Error::from)?)
    }
}

impl Check {
    fn run(self) -> Result<(), Failed> {
        let (model, data) = (weights(&self.weights)?, gathered(&self.data)?);
        let judged = data.judge(&model)?;
        let mut out = io::stdout();
        writeln!(out, "choices      {}", data.len())?;
        writeln!(out, "loss         {:.3} (without weights {:.3})", judged.loss, data.uniform())?;
        writeln!(out, "first        {:.1} %", 100.0 * judged.first)?;
        writeln!(out, "among three  {:.1} %", 100.0 * judged.among_three)?;
        Ok(())
    }
}

impl Export {
    fn run(self) -> Result<(), Failed> {
        write(&self.out, &weights(&self.weights)?.file()?)
    }
}
