//! The front end of Tetralith: what a person or a script touches.

pub mod cli;
pub mod commands;
pub mod error;
pub mod files;
pub mod tui;

use std::io;

use cli::{Cli, Command};
use error::Error;
use tui::app::Start;
use tui::runtime::{self, Show};

/// Does what the command line asks.
///
/// # Errors
/// [`Error`], to be shown as one sentence; [`Error::status`] is the exit status.
pub fn run(cli: &Cli) -> Result<(), Error> {
    let show = Show { ascii: cli.ascii, mouse: !cli.no_mouse };
    match &cli.command {
        None => Ok(runtime::run(Start::Home, show)?),
        Some(Command::Play(args)) => commands::play(args, show),
        Some(Command::Replay(args)) => commands::replay(args, show),
        Some(Command::Arena(args)) => commands::arena(args, &mut io::stdout().lock()),
        Some(Command::Bench(args)) => commands::bench(args, &mut io::stdout().lock()),
        Some(Command::Perft(args)) => commands::perft(args, &mut io::stdout().lock()),
    }
}
