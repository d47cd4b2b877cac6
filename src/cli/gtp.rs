//! Arguments of `gtp`.

use clap::Args;
use tetralith_cli::{GameArgs, count, level_parser};
use tetralith_engine::Level;

/// Arguments of `gtp`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  printf '1 play red b2\\n2 showboard\\n3 quit\\n' | tetralith gtp necklace --size 5\n\n\
    Version 2 of the protocol; list_commands lists the commands. Colours are the game's own, or first and second; \
    b and w also mean first and second, whatever \
    the players are called; so do black and white in a game that calls no player so."
)]
pub struct GtpArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// The level at which genmove plays.
    #[arg(long, value_name = "LEVEL", default_value = "strongest", value_parser = level_parser())]
    pub level: &'static Level,
    /// Think about the first moves instead of taking them from the book of openings.
    #[arg(long)]
    pub no_book: bool,
    /// Threads of the search; levels that are the same on every machine always use one.
    #[arg(long, value_name = "T", default_value = "1", value_parser = count(1..=u8::MAX), allow_negative_numbers = true)]
    pub threads: u8,
    /// The seed of the random numbers. The same seed and commands give the same games, each game of
    /// a session with numbers of its own; without it every session plays others.
    #[arg(long, value_name = "N", value_parser = count(0..=u64::MAX), allow_negative_numbers = true)]
    pub seed: Option<u64>,
}
