//! The commands that open the screen.

use crate::cli::{PlayArgs, ReplayArgs, Who};
use crate::error::Error;
use crate::files::Files;
use crate::tui::app::Start;
use crate::tui::runtime::{self, Show};
use crate::tui::seat::Seat;

/// Opens the table with a new game, or without a game's name the home screen.
///
/// # Errors
/// [`Error`] if the options cannot be played, or there is no terminal.
pub fn play(args: &PlayArgs, show: Show) -> Result<(), Error> {
    let start = match args.game {
        None => Start::Home,
        Some(info) => {
            let seats = [args.first, args.second].map(|who| match who {
                Who::Human => Seat::person(String::new()),
                Who::Level(level) => Seat::computer(level),
            });
            Start::Play { info, options: info.options(&args.options.setup())?, seats }
        }
    };
    Ok(runtime::run(start, show)?)
}

/// Opens the table with a record to look through.
///
/// # Errors
/// [`Error`] if the file cannot be read or is not a record, or there is no terminal.
pub fn replay(args: &ReplayArgs, show: Show) -> Result<(), Error> {
    let loaded = runtime::load(&args.file, Files::locate().ok().as_ref())?;
    Ok(runtime::run(Start::Replay { loaded: Box::new(loaded), turn: args.turn }, show)?)
}
