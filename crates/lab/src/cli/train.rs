//! Arguments of `train`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use tetralith_cli::game_parser;
use tetralith_core::Info;

use crate::arena::Shard;
use crate::train::WeightFit;

/// The commands about what the engine knows of a game.
#[derive(Clone, Debug, Subcommand)]
pub enum TrainCommand {
    /// Play games and record how often the searches visited each step.
    ///
    /// Continues after the last complete game in the file. The same seed gives the same games.
    Data(DataArgs),
    /// Fit weights to games.
    Fit(FitArgs),
    /// Measure how well weights predict the choices in games that they were not fitted to.
    Check(CheckWeightsArgs),
    /// Write weights in the form that a game embeds.
    Export(ExportWeightsArgs),
    /// Write the choices of points in games, from which a policy learns.
    Points(PointsArgs),
    /// Search the openings of a game, the likeliest first, and write them as a book.
    ///
    /// Continues after the last position in the file. The same seed and build give the same book.
    Book(BookArgs),
    /// Tune the parameters of a search by games between two variations of them (SPSA).
    ///
    /// Boards and budgets take turns. Continues after the last pair of games in the file; the same
    /// seed and build give the same path. At the end it prints the tuned numbers. Put them after a
    /// player's budget, as in sims=1000,amaf=0.8, and play against the budget without them.
    Tune(TuneArgs),
}

/// Arguments of `train data`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  tetralith-lab train data greylox --games 200 --out games.jsonl"
)]
pub struct DataArgs {
    /// The game.
    #[arg(value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    pub game: &'static Info,
    /// Sizes of boards, in turn; by default the usual one.
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub size: Vec<u8>,
    /// Games in all, including those of other shards.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub games: u64,
    /// Simulations for each step.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub sims: u64,
    /// The seed of random numbers.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The part of the games to play, from 0, and the number of parts: I/N.
    #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = Shard::parse)]
    pub shard: Shard,
    /// The file that games are added to, one a line. Each shard needs a file of its own.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// Arguments of `train fit`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith-lab train fit games.jsonl --out weights.json")]
pub struct FitArgs {
    /// Files of games.
    #[arg(value_name = "FILE", required = true)]
    pub data: Vec<PathBuf>,
    /// Number of passes of the fit over all choices.
    #[arg(
        long,
        value_name = "N",
        default_value_t = WeightFit::default().epochs,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub epochs: u32,
    /// Size of the first steps of a weight.
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = WeightFit::default().rate,
        value_parser = rate
    )]
    pub rate: f32,
    /// The strength with which weights are drawn to 0.
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = WeightFit::default().decay,
        value_parser = decay
    )]
    pub decay: f32,
    /// The seed of the order of choices.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Kinds of features to fit alone, instead of all together.
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    pub kinds: Vec<String>,
    /// Fit to games of different builds, too.
    #[arg(long)]
    pub mixed: bool,
    /// The file of weights to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Replace the file to write if it already exists and is one of weights.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `train check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith-lab train check weights.json other-games.jsonl")]
pub struct CheckWeightsArgs {
    /// The file of weights.
    #[arg(value_name = "FILE")]
    pub weights: PathBuf,
    /// Files of games.
    #[arg(value_name = "FILE", required = true)]
    pub data: Vec<PathBuf>,
    /// Take games of different builds, too.
    #[arg(long)]
    pub mixed: bool,
}

/// Arguments of `train export`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith-lab train export weights.json --out greylox.prior")]
pub struct ExportWeightsArgs {
    /// The file of weights.
    #[arg(value_name = "FILE")]
    pub weights: PathBuf,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Replace the file to write if it already exists and is one of weights.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `train points`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith-lab train points games.jsonl --out points.jsonl")]
pub struct PointsArgs {
    /// Files of games.
    #[arg(value_name = "FILE", required = true)]
    pub data: Vec<PathBuf>,
    /// The file to write, one choice a line.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Replace the file to write if it already exists and is one of choices.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `train book`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  tetralith-lab train book greylox --positions 200 --out greylox.book"
)]
pub struct BookArgs {
    /// The game.
    #[arg(value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    pub game: &'static Info,
    /// Positions in all.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..)
    )]
    pub positions: usize,
    /// Simulations for each position.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub sims: u64,
    /// The seed of random numbers.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The file that positions are added to, one a line.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// Arguments of `train tune`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  \
        tetralith-lab train tune necklace --size 9,13 --sims 500,2000 --pairs 400 --numbers \
        amaf,hints --out path.jsonl")]
pub struct TuneArgs {
    /// The game.
    #[arg(value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    pub game: &'static Info,
    /// Sizes of boards, in turn; by default the usual one.
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub size: Vec<u8>,
    /// Simulations for each step, in turn.
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_value = "1000",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub sims: Vec<u64>,
    /// Numbers to tune, by the names they have in players of the arena; by default all.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub numbers: Vec<String>,
    /// Pairs of games in all.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub pairs: u32,
    /// The seed of random numbers.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The file that pairs of games are added to, one a line.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// Size of the steps of a weight.
fn rate(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|rate: &f32| rate.is_finite() && *rate > 0.0);
    number.ok_or_else(|| "use a number above 0, such as 0.01".to_owned())
}

/// Strength with which weights are drawn to 0.
fn decay(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|decay: &f32| decay.is_finite() && *decay >= 0.0);
    number.ok_or_else(|| "use a number of 0 or more, such as 1e-5".to_owned())
}
