//! The command line's types.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use crate::clock::{Clock, TimeControl, TimeError};
use crate::commands::arena::{PlayerSpec, Sprt};
use crate::picture::{Format, MAX_SIZE, MIN_SIZE};
use crate::settings::NO_CLOCK;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use clap::{Args, Parser, Subcommand, ValueEnum};
use tetralith_core::{Info, Setup, Shape, Ties, games};
use tetralith_engine::Level;

/// Play and study four modern abstract games in the terminal.
#[derive(Debug, Parser)]
#[command(name = "tetralith", version, about, max_term_width = 100)]
#[command(after_help = "Example:\n  tetralith play necklace --size 9\n\n\
    Exit status: 0 done; 1 the input is at fault; 2 the command line is at fault.")]
pub struct Cli {
    /// What to do; without it the home screen opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How the screen is shown.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

/// How the screen is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct ScreenArgs {
    /// The colours: auto, dark, light, high-contrast, colour-blind, mono or a theme of your own.
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    /// Draw with ASCII characters alone.
    #[arg(long)]
    pub ascii: bool,
    /// Leave the mouse to the terminal.
    #[arg(long)]
    pub no_mouse: bool,
    /// Lines of text in place of a screen: for screen readers, pipes and terminals that can do no more.
    #[arg(long)]
    pub plain: bool,
}

impl ScreenArgs {
    /// What either asks for.
    pub fn or(&self, other: &Self) -> Self {
        Self {
            theme: self.theme.clone().or_else(|| other.theme.clone()),
            ascii: self.ascii || other.ascii,
            no_mouse: self.no_mouse || other.no_mouse,
            plain: self.plain || other.plain,
        }
    }
}

/// What the program can be asked to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game.
    Play(PlayArgs),
    /// Step through a saved game.
    Replay(ReplayArgs),
    /// Validate records by playing them.
    Check(CheckArgs),
    /// Count the sequences of legal steps, to test the rules.
    Perft(PerftArgs),
    /// Speak the Go Text Protocol on standard input and output.
    Gtp(GtpArgs),
    /// Measure how fast playouts and search are.
    Bench(BenchArgs),
    /// Let computer players meet in matches and rate them.
    Arena(ArenaArgs),
    /// Convert records from and to those of Abstract Play.
    Convert(ConvertArgs),
    /// Make a picture of a position, or of a whole game.
    Export(ExportArgs),
    /// Write the completions of a shell.
    Completions(CompletionsArgs),
    /// Write the manual pages.
    Man(ManArgs),
    /// Say where the settings are and what is wrong with them.
    Config(ConfigArgs),
}

/// Arguments of `play`.
#[derive(Clone, Debug, Default, Args)]
#[command(after_help = play_help())]
pub struct PlayArgs {
    /// The game to play; without it the program asks.
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub game: Option<&'static Info>,
    /// The game's options.
    #[command(flatten)]
    pub options: GameOptions,
    /// Who makes the first move: human, or the computer's level; without it as in the settings, where it is usually human.
    #[arg(long, value_name = "WHO", value_parser = who, requires = "game")]
    pub first: Option<Who>,
    /// Who answers it: human, or the computer's level; without it as in the settings, where it is usually human.
    #[arg(long, value_name = "WHO", value_parser = who, requires = "game")]
    pub second: Option<Who>,
    /// The time each side has: a main time, with an increment or periods, as in 10m+5s or 10m,3x30s; or none.
    #[arg(long, value_name = "TIME", value_parser = Limit::parse, requires = "game")]
    pub time: Option<Limit>,
    /// Let who runs out of time play on.
    #[arg(long, requires = "time")]
    pub no_time_loss: bool,
    /// How the screen is shown.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

impl PlayArgs {
    /// The clocks of a game that begins with these arguments; `usual` is the time each side has otherwise.
    pub fn clock(&self, usual: Option<TimeControl>) -> Clock {
        let control = self.time.map_or(usual, |limit| limit.0);
        Clock::new(control, !self.no_time_loss, Duration::ZERO)
    }
}

/// The time each side is asked to have, or that there shall be no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit(pub Option<TimeControl>);

impl Limit {
    fn parse(text: &str) -> Result<Self, TimeError> {
        if text.eq_ignore_ascii_case(NO_CLOCK) {
            Ok(Self(None))
        } else {
            TimeControl::parse(text).map(|time| Self(Some(time)))
        }
    }
}

/// Arguments of `replay`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith replay assets/games/necklace.json --turn 12")]
pub struct ReplayArgs {
    /// The record to step through.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Show the position after this turn, counted from 1, or the end if there are fewer; without it the start.
    #[arg(long, value_name = "N", value_parser = count(0..=u32::MAX), allow_negative_numbers = true)]
    pub turn: Option<u32>,
    /// How the screen is shown.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

/// Arguments of `check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith check --json games/*.json\n\n\
    Exit status: 0 if every record is valid, else 1.")]
pub struct CheckArgs {
    /// The records.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write one JSON object a line and file.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gtp`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  printf '1 play red b2\\n2 showboard\\n3 quit\\n' | tetralith gtp necklace --size 5\n\n\
    Version 2 of the protocol; list_commands names what there is. Colours are the game's own, or first and second; \
    b and w also mean first and second."
)]
pub struct GtpArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// How strongly genmove plays.
    #[arg(long, value_name = "LEVEL", default_value = "strongest", value_parser = level_parser())]
    pub level: &'static Level,
    /// Threads of the search, but for levels that are the same on every machine.
    #[arg(long, value_name = "T", default_value = "1", value_parser = count(1..=u8::MAX), allow_negative_numbers = true)]
    pub threads: u8,
}

/// Arguments of `perft`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith perft multiplicity --size 3 --no-opening --depth 3\n  \
    tetralith perft necklace --depth 2 --from assets/games/necklace.json")]
pub struct PerftArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// Count to this number of steps.
    #[arg(long, value_name = "D", value_parser = count(1..=u32::MAX), allow_negative_numbers = true)]
    pub depth: u32,
    /// Start from the end of this record, which must be of the same game and agree with the options given.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
}

/// Arguments of `bench`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith bench necklace 13 --seconds 1")]
pub struct BenchArgs {
    /// The game; without it, all of them.
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub game: Option<&'static Info>,
    /// Points or cells a side of the board; without it, the usual sizes.
    #[arg(value_name = "SIZE", requires = "game", value_parser = size, allow_negative_numbers = true)]
    pub size: Option<i64>,
    /// Measure each figure for about so long.
    #[arg(long, value_name = "S", default_value = "0.5", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Duration,
    /// Threads of the search; playouts are always measured on one.
    #[arg(long, value_name = "T", default_value = "1", value_parser = count(1..=u8::MAX), allow_negative_numbers = true)]
    pub threads: u8,
    /// Write one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `arena`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Players:\n  \
    beginner, easy, casual, medium, hard, expert, master, strongest   a level\n  \
    sims=1000, time=0.2          the engine with a budget a step\n  \
    random, greedy               fixed opponents\n  \
    uct:sims=1000, grave:time=0.2   fixed opponents with a budget a step\n  \
    'cmd:PROGRAM ARGUMENTS'      a program that speaks GTP, in words quoted as in a shell\n\n\
    Example:\n  tetralith arena necklace --size 9 sims=1000 uct:sims=1000 --games 20")]
pub struct ArenaArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// The players, two or more: each meets each.
    #[arg(value_name = "PLAYER", required = true, num_args = 2.., value_parser = PlayerSpec::parse)]
    pub players: Vec<PlayerSpec>,
    /// Games a pairing; 0 only rates what `--out` holds.
    #[arg(long, value_name = "N", value_parser = count(0..=u32::MAX), allow_negative_numbers = true)]
    pub games: u32,
    /// Different openings, each played with colours swapped; without it, one for every two games.
    #[arg(long, value_name = "K", value_parser = count(1..=u32::MAX), allow_negative_numbers = true)]
    pub openings: Option<u32>,
    /// Random steps in an opening: 4, or 1 with --pie, since nobody can swap after more; results with openings of another length are left out.
    #[arg(long, value_name = "P", value_parser = count(0_u32..=64), allow_negative_numbers = true)]
    pub plies: Option<u32>,
    /// Where random numbers begin; shards of one tournament take different ones.
    #[arg(long, value_name = "S", default_value = "1", value_parser = count(0..=u64::MAX), allow_negative_numbers = true)]
    pub seed: u64,
    /// Stop as soon as it is clear whether the first player is nearer to LOW or to HIGH Elo above the second.
    #[arg(long, value_name = "LOW,HIGH", value_parser = sprt, allow_negative_numbers = true)]
    pub sprt: Option<Sprt>,
    /// Games at once; without it, one for each processor.
    #[arg(long, value_name = "T", value_parser = count(1..=u8::MAX), allow_negative_numbers = true)]
    pub threads: Option<u8>,
    /// How long a program may take for an answer, in seconds.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds, allow_negative_numbers = true)]
    pub patience: Duration,
    /// Add results to this file, and do not play again what it holds: --games says how many there are to be. Files can be joined.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Keep the games as records in this folder; no file there is replaced.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,
    /// Write one JSON object a pairing.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `convert`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith convert game.json club.json\n\n\
    Abstract Play has records of finished games of some of the games here, on square boards. What one format says and \
    the other cannot is named on standard error.")]
pub struct ConvertArgs {
    /// The record to read, in either format.
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// The file to write; '-' is standard output.
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// The format to write; without it, the one that IN is not in.
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<RecordFormat>,
    /// Replace OUT if it is there already.
    #[arg(long)]
    pub force: bool,
}

/// A format of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RecordFormat {
    /// The format of the online club Abstract Play.
    AbstractPlay,
    /// This program's own.
    Tetralith,
}

/// Arguments of `export`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith export assets/games/necklace.json game.gif\n  \
    tetralith export assets/games/greylox.json board.svg --turn 20 --theme dark")]
pub struct ExportArgs {
    /// The record.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The picture to write; its ending says the format: .txt, .svg, .png or .gif. '-' is standard output.
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// The position after this turn, counted from 1; without it the end. An animation goes up to it.
    #[arg(long, value_name = "N", value_parser = count(0..=u32::MAX), allow_negative_numbers = true)]
    pub turn: Option<u32>,
    /// The format, if the ending of OUT does not say it.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// The colours: light, dark, high-contrast, colour-blind or a theme of your own.
    #[arg(long, value_name = "THEME", default_value = "light")]
    pub theme: String,
    /// The longer side in pixels; without it 720, or 480 for an animation.
    #[arg(long, value_name = "PIXELS", value_parser = count(MIN_SIZE..=MAX_SIZE), allow_negative_numbers = true)]
    pub size: Option<u32>,
    /// Leave out the names of rows and columns.
    #[arg(long)]
    pub no_coordinates: bool,
    /// Replace OUT if it is there already.
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `completions`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith completions bash > ~/.local/share/bash-completion/completions/tetralith")]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith man ~/.local/share/man/man1\n\n\
    Pages that are there already are replaced.")]
pub struct ManArgs {
    /// Write a page for each command into this folder; without it, the program's page to standard output.
    #[arg(value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Arguments of `config`.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(after_help = "Example:\n  tetralith config\n  tetralith config --default > my-settings.toml\n\n\
    TETRALITH_CONFIG names another file, TETRALITH_CONFIG_DIR another directory for config.toml.\n\
    Exit status: 0 if nothing is wrong with the settings, else 1.")]
pub struct ConfigArgs {
    /// Print a file with every setting at its default, each with its meaning.
    #[arg(long)]
    pub default: bool,
}

/// A game and how it is set up.
#[derive(Clone, Debug, Args)]
pub struct GameArgs {
    /// The game.
    #[arg(value_name = "GAME", value_parser = game_parser())]
    pub game: &'static Info,
    /// The game's options.
    #[command(flatten)]
    pub options: GameOptions,
}

/// The options of a game; whatever is not given takes the game's default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
#[group(requires = "game")]
pub struct GameOptions {
    /// Points or cells a side of the board.
    #[arg(long, value_name = "N", value_parser = size, allow_negative_numbers = true)]
    pub size: Option<i64>,
    /// The board's outline.
    #[arg(long, value_name = "SHAPE", value_parser = shape_parser())]
    pub board: Option<Shape>,
    /// Start without the one-bound-one-free opening.
    #[arg(long)]
    pub no_opening: bool,
    /// Whole points for the second player, on top of the half point it always has.
    #[arg(long, value_name = "K", value_parser = komi, allow_negative_numbers = true)]
    pub komi: Option<i64>,
    /// Who owns a tied territory.
    #[arg(long, value_name = "RULE", value_parser = ties_parser())]
    pub ties: Option<Ties>,
    /// Let the second player swap sides at its first turn.
    #[arg(long)]
    pub pie: bool,
}

impl GameOptions {
    /// What was asked for, for [`Info::options`] to judge.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            size: self.size,
            opening: self.no_opening.then_some(false),
            komi: self.komi,
            ties: self.ties,
            pie: self.pie.then_some(true),
        }
    }
}

/// Who holds one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Who {
    /// A person at the keyboard.
    Human,
    /// The computer.
    Level(&'static Level),
}

fn levels() -> String {
    Level::ALL.map(|level| level.id).join(", ")
}

fn play_help() -> String {
    let levels = levels();
    format!(
        "Example:\n  tetralith play necklace --size 9 --pie --second casual\n  \
        tetralith play greylox --first hard --second expert\n\nLevels, weakest first: {levels}."
    )
}

fn who(text: &str) -> Result<Who, String> {
    if text == "human" {
        return Ok(Who::Human);
    }
    Level::from_id(text)
        .map(Who::Level)
        .ok_or_else(|| format!("nobody is called that; it is human, or the computer as {}", levels()))
}

/// A size; whether a game is played on it is for [`Info::options`] to say.
fn size(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "a whole number such as 9 is needed".to_owned())
}

/// A komi; whether it can be played is for [`Info::options`] to say.
fn komi(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "whole points such as 5 are needed; the half point is always added".to_owned())
}

/// A parser of whole numbers in `range`.
fn count<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + Display + Copy + PartialOrd + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse::<u64>().ok().and_then(|number| T::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("a whole number from {least} to {most} is needed")
        })
    }
}

/// Two Elo differences, the lower one first.
fn sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
    text.split_once(',')
        .and_then(|(low, high)| Some(Sprt { low: number(low)?, high: number(high)? }))
        .filter(|sprt| sprt.low < sprt.high)
        .ok_or_else(|| "two Elo differences are needed, the lower one first, such as 0,20".to_owned())
}

/// A time in seconds, more than none and at most an hour.
fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds: &f64| *seconds > 0.0 && *seconds <= 3600.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "a time in seconds such as 0.5 is needed, more than 0 and at most 3600".to_owned())
}

fn game_parser() -> impl clap::builder::TypedValueParser<Value = &'static Info> {
    PossibleValuesParser::new(games::ids()).try_map(|id| games::info(&id).ok_or("not in the list of games"))
}

fn level_parser() -> impl clap::builder::TypedValueParser<Value = &'static Level> {
    PossibleValuesParser::new(Level::ALL.map(|level| level.id)).try_map(|id| Level::from_id(&id).ok_or("not a level"))
}

fn shape_parser() -> impl clap::builder::TypedValueParser<Value = Shape> {
    PossibleValuesParser::new(Shape::ALL.map(Shape::id)).try_map(|id| Shape::from_id(&id).ok_or("not a board"))
}

fn ties_parser() -> impl clap::builder::TypedValueParser<Value = Ties> {
    PossibleValuesParser::new(Ties::ALL.map(Ties::id)).try_map(|id| Ties::from_id(&id).ok_or("not a rule"))
}
