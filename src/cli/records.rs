//! Arguments of the commands that read records and write something else.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::values::count;
use tetralith_picture::{Format, MAX_SIZE, MIN_SIZE};

/// Arguments of `check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith check --json games/*.json\n\n\
    Exit status: 0 if every record is valid, else 1.")]
pub struct CheckArgs {
    /// The records.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write one JSON object per file, each on a line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `convert`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith convert game.json club.json\n\n\
    Abstract Play has records of finished games of some of the games here, on square boards. What gets lost in \
    conversion is named on standard error.")]
pub struct ConvertArgs {
    /// The record to read, in either format.
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// The file to write; '-' is standard output.
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// The format to write; by default the other one than that of IN.
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<RecordFormat>,
    /// Replace OUT if it already exists.
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
    /// The file to write, ending in .txt, .svg, .png or .gif; '-' is standard output.
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// The position after this turn, counted from 1; by default the last. An animation goes up to it.
    #[arg(long, value_name = "N", value_parser = count(0..=u32::MAX), allow_negative_numbers = true)]
    pub turn: Option<u32>,
    /// The format, if the name OUT does not say it.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub format: Option<Format>,
    /// Theme: light, dark, high-contrast, colour-blind or one of your own.
    #[arg(long, value_name = "THEME", default_value = "light")]
    pub theme: String,
    /// The longer side in pixels; by default 720, or 480 for an animation.
    #[arg(long, value_name = "PIXELS", value_parser = count(MIN_SIZE..=MAX_SIZE), allow_negative_numbers = true)]
    pub size: Option<u32>,
    /// Leave out the names of rows and columns.
    #[arg(long)]
    pub no_coordinates: bool,
    /// Replace OUT if it already exists.
    #[arg(long)]
    pub force: bool,
}

/// Accepts the format of a picture by its id, with a description of each in the help.
fn format_parser() -> impl TypedValueParser<Value = Format> {
    let values = Format::ALL.map(|format| PossibleValue::new(format.id()).help(format.description()));
    PossibleValuesParser::new(values).try_map(|id| Format::from_id(&id).ok_or("there is no such format"))
}
