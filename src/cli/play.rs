//! Arguments of the commands that open the screen at a game.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;
use tetralith_cli::{GameOptions, STYLES, count, game_parser, levels, suggested};
use tetralith_core::Info;
use tetralith_engine::Level;
use tetralith_gtp::GtpProgram;
use thiserror::Error;

use super::records::ListArgs;
use super::screen::ScreenArgs;
use crate::settings::NO_CLOCK;
use tetralith_session::clock::{Clock, TimeControl, TimeError};
use tetralith_session::seat::{EVEN, HUMAN, Seat};

/// Arguments of `play`.
#[derive(Clone, Debug, Default, Args)]
#[command(after_help = play_help())]
pub struct PlayArgs {
    /// The game that begins.
    #[command(flatten)]
    pub new_game: NewGameArgs,
    /// Let the engine think about its opening moves instead of using its opening book.
    #[arg(long)]
    pub no_book: bool,
    /// The look of the screen.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

/// A game that begins, with its players and clocks.
#[derive(Clone, Debug, Default, Args)]
pub struct NewGameArgs {
    /// The game to play; without one the program asks.
    #[arg(value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    pub game: Option<&'static Info>,
    /// The game's options.
    #[command(flatten)]
    pub options: GameOptions,
    /// The first player: human, even, a level of the engine or 'cmd:PROGRAM'; by default as in the
    /// settings.
    #[arg(
        long,
        value_name = "WHO",
        value_parser = who_parser(),
        hide_possible_values = true,
        requires = "game"
    )]
    pub first: Option<Seat>,
    /// The second player: human, even, a level of the engine or 'cmd:PROGRAM'; by default as in the
    /// settings.
    #[arg(
        long,
        value_name = "WHO",
        value_parser = who_parser(),
        hide_possible_values = true,
        requires = "game"
    )]
    pub second: Option<Seat>,
    /// Time control: a main time (10m), also with an increment (10m+5s) or byo-yomi (10m,3x30s); or
    /// none.
    #[arg(long, value_name = "TIME", value_parser = Limit::parse, requires = "game")]
    pub time: Option<Limit>,
    /// Time control of the first player only, for time odds.
    #[arg(long, value_name = "TIME", value_parser = TimeControl::parse, requires = "game")]
    pub first_time: Option<TimeControl>,
    /// Time control of the second player only, for time odds.
    #[arg(long, value_name = "TIME", value_parser = TimeControl::parse, requires = "game")]
    pub second_time: Option<TimeControl>,
    /// Let a player who runs out of time play on.
    #[arg(long, requires = "game")]
    pub no_time_loss: bool,
    /// Moves that a person may take back; by default any number.
    #[arg(long, value_name = "N", value_parser = count(0..=u32::MAX), requires = "game")]
    pub takebacks: Option<u32>,
}

impl NewGameArgs {
    /// The players of a game that begins with these arguments; `usual` are those that they do not
    /// name.
    ///
    /// # Errors
    /// [`BothEven`] if the level of both is still to be found.
    pub fn seats(&self, usual: [Seat; 2]) -> Result<[Seat; 2], BothEven> {
        let [first, second] = usual;
        let seats = [self.first.clone().unwrap_or(first), self.second.clone().unwrap_or(second)];
        if seats.iter().all(Seat::is_undecided) {
            return Err(BothEven);
        }
        Ok(seats.map(|seat| seat.with_takebacks(self.takebacks)))
    }

    /// The clocks of a game that begins with these arguments; `usual` is the time control if they
    /// name none.
    ///
    /// # Errors
    /// [`NoTime`] if only one player has a time control.
    pub fn clock(&self, usual: Option<TimeControl>) -> Result<Clock, NoTime> {
        let both = self.time.map_or(usual, |limit| limit.0);
        let controls = match [self.first_time, self.second_time].map(|own| own.or(both)) {
            [Some(first), Some(second)] => Some([first, second]),
            [None, None] => None,
            [Some(_), None] => return Err(NoTime { option: "--second-time" }),
            [None, Some(_)] => return Err(NoTime { option: "--first-time" }),
        };
        Ok(Clock::with_odds(controls, !self.no_time_loss, Duration::ZERO))
    }
}

/// The error that both players are to be as strong as the person, who does not play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "'{EVEN}' is as strong as you are, so only one player can be '{EVEN}'; \
    add --first {HUMAN} or --second {HUMAN}"
)]
pub struct BothEven;

/// The error that only one player has a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("only one player has a time control: add {option}, or --time for both")]
pub struct NoTime {
    /// The option that would give the other player one.
    option: &'static str,
}

/// The time control that is asked for; `None` for no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit(pub Option<TimeControl>);

impl Limit {
    pub(super) fn parse(text: &str) -> Result<Self, TimeError> {
        if text.eq_ignore_ascii_case(NO_CLOCK) {
            Ok(Self(None))
        } else {
            TimeControl::parse(text).map(|time| Self(Some(time)))
        }
    }
}

/// Reads a player as the command line has it.
///
/// # Errors
/// One sentence that states what is wrong with `text`.
pub fn seat(text: &str) -> Result<Seat, String> {
    if let Some(program) = GtpProgram::parse(text) {
        return program.map(|program| Seat::program(program.to_string()));
    }
    Seat::of_word(text).ok_or_else(|| {
        format!("this is not '{HUMAN}', '{EVEN}', 'cmd:PROGRAM' or a level: {}", levels())
    })
}

fn play_help() -> String {
    let levels = levels();
    format!(
        "Examples:\n  \
         tetralith play necklace --size 9 --pie --second casual\n  \
         tetralith play greylox --first hard --second expert\n  \
         tetralith play greylox --second 'cmd:my-engine --strong'\n\n\
         Levels, weakest first: {levels}. {STYLES} 'even' is as strong as you are, by the \
         results of your games on that board. \
         'cmd:PROGRAM ARGUMENTS' is a program that speaks the Go Text Protocol."
    )
}

/// Parses who plays; shells complete the usual ones.
fn who_parser() -> impl TypedValueParser<Value = Seat> {
    suggested(seat, [HUMAN, EVEN].into_iter().chain(Level::ALL.map(|level| level.id)))
}

/// Arguments of `replay`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Example:\n  tetralith replay assets/games/necklace.json --turn 12")]
pub struct ReplayArgs {
    /// The record to review; LIST#3 is the third record of a list.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The record of a list.
    #[command(flatten)]
    pub list: ListArgs,
    /// Start after this turn, 0 for the start; by default at the start.
    #[arg(long, value_name = "N", value_parser = count(0..=u32::MAX))]
    pub turn: Option<u32>,
    /// The look of the screen.
    #[command(flatten)]
    pub screen: ScreenArgs,
}
