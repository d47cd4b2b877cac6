//! A game and its options.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tetralith_core::rules::parse_komi;
use tetralith_core::{Info, Setup, Shape, Ties, games};

/// A game and how it is set up.
#[derive(Clone, Debug, Args)]
pub struct GameArgs {
    /// The game.
    #[arg(value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    pub game: &'static Info,
    /// The game's options.
    #[command(flatten)]
    pub options: GameOptions,
}

/// The options of a game; those that are not given have the game's default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
#[group(requires = "game")]
pub struct GameOptions {
    /// Cells on each side of the board.
    #[arg(long, value_name = "N", value_parser = size)]
    pub size: Option<i64>,
    /// The shape of the board.
    #[arg(long, value_name = "SHAPE", value_parser = shape_parser())]
    pub board: Option<Shape>,
    /// Play without the opening of bound and free stones.
    #[arg(long)]
    pub no_opening: bool,
    /// Points the second player starts with, such as 5.5; 5 also means 5.5; below zero they are the
    /// first player's.
    #[arg(long, value_name = "N", value_parser = komi)]
    pub komi: Option<i64>,
    /// The owner of a tied territory.
    #[arg(long, value_name = "RULE", value_parser = ties_parser())]
    pub ties: Option<Ties>,
    /// Play with the pie rule: the second player may swap colours after the first stone.
    #[arg(long)]
    pub pie: bool,
}

impl GameOptions {
    /// Returns what was asked for, for [`Info::options`] to judge.
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

/// Parses a size; [`Info::options`] checks that the game can be played on it.
///
/// # Errors
/// One sentence if it is no whole number.
pub fn size(text: &str) -> Result<i64, String> {
    text.parse().map_err(|_| "use a whole number such as 9".to_owned())
}

/// Parses a komi; [`Info::options`] checks that the game can be played with it.
fn komi(text: &str) -> Result<i64, String> {
    parse_komi(text).ok_or_else(|| "use a number such as 5.5, or 5 for the same komi".to_owned())
}

/// Parses the name of a game in any case, with all of them in the help; the argument must ignore
/// case too.
pub fn game_parser() -> impl TypedValueParser<Value = &'static Info> {
    PossibleValuesParser::new(games::ids())
        .try_map(|id| games::info(&id.to_ascii_lowercase()).ok_or("not in the list of games"))
}

fn shape_parser() -> impl clap::builder::TypedValueParser<Value = Shape> {
    PossibleValuesParser::new(Shape::ALL.map(Shape::id)).try_map(|id| id.parse::<Shape>())
}

fn ties_parser() -> impl clap::builder::TypedValueParser<Value = Ties> {
    PossibleValuesParser::new(Ties::ALL.map(Ties::id)).try_map(|id| id.parse::<Ties>())
}
