//! The commands that open the screen.

use crate::cli::{PlayArgs, ReplayArgs, Who};
use crate::error::Error;
use crate::files::Files;
use crate::tui::app::Start;
use crate::tui::configuration::Configuration;
use crate::tui::runtime;
use crate::tui::seat::Seat;
use tetralith_engine::Level;

/// Opens the table with a new game, or without a game's name the home screen.
///
/// # Errors
/// [`Error`] if the options cannot be played, or there is no terminal.
pub fn play(args: &PlayArgs, configuration: Configuration) -> Result<(), Error> {
    let start = match args.game {
        None => Start::Home,
        Some(info) => {
            let seat = |asked: Option<Who>, usual: Option<&Level>| match (asked, usual) {
                (Some(Who::Level(level)), _) | (None, Some(level)) => Seat::computer(level),
                (Some(Who::Human), _) | (None, None) => Seat::person(String::new()),
            };
            let [first, second] = configuration.settings.seats;
            let seats = [seat(args.first, first), seat(args.second, second)];
            Start::Play { info, options: info.options(&args.options.setup())?, seats }
        }
    };
    Ok(runtime::run(start, configuration)?)
}

/// Opens the table with a record to look through.
///
/// # Errors
/// [`Error`] if the file cannot be read or is not a record, or there is no terminal.
pub fn replay(args: &ReplayArgs, configuration: Configuration) -> Result<(), Error> {
    let loaded =
        runtime::load(&args.file, Files::locate(configuration.settings.autosave_dir.as_deref()).ok().as_ref())?;
    Ok(runtime::run(Start::Replay { loaded: Box::new(loaded), turn: args.turn }, configuration)?)
}
