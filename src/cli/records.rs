//! Arguments of the commands that read records and write something else.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use tetralith_cli::{count, suggested};

use crate::program::Form;
use tetralith_picture::look::themes::PALETTES;
use tetralith_picture::{MAX_SIZE, MIN_SIZE, TurnSequence};

/// Arguments of `check`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  \
    tetralith check --json games/*.json\n\n\
    Exit status: 0 if every record is valid, else 1.")]
pub struct CheckArgs {
    /// The records to check.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write one JSON object per file, each on a line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `convert`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  \
    tetralith convert game.json club.json\n\n\
    Abstract Play's format holds only finished games on square boards, and not of every game. \
    Anything lost is listed on standard error.")]
pub struct ConvertArgs {
    /// The record to read, in either format.
    #[arg(value_name = "FILE")]
    pub input: PathBuf,
    /// The file to write; '-' is standard output. If FILE is a list of records or JSON Lines, a
    /// directory: each record becomes a file there.
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// The format to write; by default the one that FILE does not have.
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

/// The record of a list.
#[derive(Clone, Copy, Debug, Args)]
pub struct ListArgs {
    /// The number of the record, counted from 1, if FILE holds several (a list or JSON Lines).
    #[arg(long, value_name = "N", value_parser = count(1..=u32::MAX))]
    pub game: Option<u32>,
}

/// Arguments of `export`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  tetralith export assets/games/necklace.json game.gif\n  \
    tetralith export assets/games/greylox.json board.svg --turn 20 --theme dark\n  \
    tetralith export game.json opening.png --turns 1-12 --numbers --caption \"The first twelve \
    turns\"\n  \
    tetralith export game.json game.html\n  \
    tetralith export game.json --viewer viewer.html")]
pub struct ExportArgs {
    /// The record; LIST#3 is the third record of a list.
    #[arg(value_name = "FILE", required_unless_present = "viewer")]
    pub file: Option<PathBuf>,
    /// The file to write; '-' is standard output. A name ending in .txt, .svg, .png, .gif or .cast
    /// makes a picture, one ending in .md or .html the annotated game.
    #[arg(value_name = "OUT", required_unless_present = "viewer")]
    pub output: Option<PathBuf>,
    /// Write a viewer page, which shows the game that its address contains; with FILE, print the
    /// address for that game.
    #[arg(
        long,
        value_name = "PAGE",
        conflicts_with_all =
            ["output", "turns", "numbers", "caption", "format", "theme", "size", "no_coordinates"]
    )]
    pub viewer: Option<PathBuf>,
    /// The record of a list.
    #[command(flatten)]
    pub list: ListArgs,
    /// The position after this turn, 0 for the start; by default the last. An animation ends there.
    #[arg(long, value_name = "N", value_parser = count(0..=u32::MAX))]
    pub turn: Option<u32>,
    /// The position after turn B, marking the moves from turn A on; an animation shows these
    /// turns.
    #[arg(long, value_name = "A-B", value_parser = turns, conflicts_with = "turn")]
    pub turns: Option<TurnSequence>,
    /// Number the moves on their stones.
    #[arg(long)]
    pub numbers: bool,
    /// Text below the board.
    #[arg(long, value_name = "TEXT")]
    pub caption: Option<String>,
    /// The format, if OUT does not end in one.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub format: Option<Form>,
    /// Theme: light, dark, high-contrast, colour-blind, another from the settings screen that has
    /// colours, or one of your own; by default light.
    #[arg(long, value_name = "THEME", value_parser = colours_parser(), hide_possible_values = true)]
    pub theme: Option<String>,
    /// The longer side in pixels; by default 720, or 480 for an animation.
    #[arg(long, value_name = "PIXELS", value_parser = count(MIN_SIZE..=MAX_SIZE))]
    pub size: Option<u32>,
    /// Leave out the coordinates.
    #[arg(long)]
    pub no_coordinates: bool,
    /// Replace OUT if it already exists.
    #[arg(long)]
    pub force: bool,
}

/// Some turns, such as `1-12`.
fn turns(text: &str) -> Result<TurnSequence, String> {
    TurnSequence::read(text)
        .ok_or_else(|| "use two turn numbers such as 1-12, the smaller first".to_owned())
}

/// Takes any name of a theme; shells complete those of the program that have colours.
fn colours_parser() -> impl TypedValueParser<Value = String> {
    let with_colours = PALETTES.iter().filter(|palette| !palette.colours.mono);
    suggested(StringValueParser::new(), with_colours.map(|palette| palette.id))
}

/// Accepts a form by its id, with a description of each in the help.
fn format_parser() -> impl TypedValueParser<Value = Form> {
    let values = Form::all()
        .map(|form| PossibleValue::new(form.id()).alias(form.ending()).help(form.description()));
    let of = |name: String| {
        let found = Form::all().find(|form| form.id() == name || form.ending() == name);
        found.ok_or("there is no such format")
    };
    PossibleValuesParser::new(values.collect::<Vec<_>>()).try_map(of)
}
