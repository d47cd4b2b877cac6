//! The front end of Tetralith: what a person or a script touches.

pub mod cli;
pub mod commands;
pub mod error;
pub mod tui;

use std::io;

use cli::{Cli, Command};
use error::Error;

/// Does what the command line asks.
///
/// # Errors
/// [`Error`], to be shown as one sentence; [`Error::status`] is the exit status.
pub fn run(cli: &Cli) -> Result<(), Error> {
    match &cli.command {
        Command::Bench(args) => commands::bench(args, &mut io::stdout().lock()),
        Command::Perft(args) => commands::perft(args, &mut io::stdout().lock()),
    }
}
