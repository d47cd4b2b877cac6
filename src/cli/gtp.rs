//! Arguments of `gtp`.

use clap::Args;
use tetralith_cli::{GameArgs, count, level_parser};
use tetralith_engine::Level;

/// Arguments of `gtp`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  \
        printf '1 play red b2\\n2 showboard\\n3 quit\\n' | tetralith gtp necklace --size 5\n\n\
        Version 2 of the protocol; list_commands lists the commands. Colours are the game's own, \
        or first and second. b and w always mean first and second; so do black and white in games \
        without those colours.")]
pub struct GtpArgs {
    /// The game and its options.
    #[command(flatten)]
    pub game: GameArgs,
    /// The level that genmove plays at.
    #[arg(long, value_name = "LEVEL", default_value = "strongest", value_parser = level_parser())]
    pub level: &'static Level,
    /// Think about opening moves instead of using the opening book.
    #[arg(long)]
    pub no_book: bool,
    /// Search threads; levels that play the same on every machine always use one.
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(1..=u8::MAX))]
    pub threads: u8,
    /// The random seed: except at levels strongest and perfect, the same seed and commands give the
    /// same games. Without a seed every session plays differently.
    #[arg(long, value_name = "N", value_parser = count(0..=u64::MAX))]
    pub seed: Option<u64>,
}
