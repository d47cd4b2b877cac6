//! The front end of Tetralith: what a person or a script touches.

pub mod cli;
pub mod commands;
pub mod error;
pub mod tui;

use std::io;
use std::process::ExitCode;

use cli::{Cli, Command};
use error::Error;

/// Does what the command line asks, and returns the exit status of what went as it should.
///
/// # Errors
/// [`Error`], to be shown as one sentence; [`Error::status`] is the exit status then.
pub fn run(cli: &Cli) -> Result<ExitCode, Error> {
    let mut out = io::stdout().lock();
    let done = match &cli.command {
        Command::Bench(args) => commands::bench(args, &mut out),
        Command::Check(args) => match commands::check(args, &mut out, &mut io::stderr().lock()) {
            Ok(false) => return Ok(ExitCode::FAILURE),
            done => done.map(drop),
        },
        Command::Gtp(args) => commands::gtp(args, &mut io::stdin().lock(), &mut out),
        Command::Perft(args) => commands::perft(args, &mut out),
    };
    match done {
        // Whoever read the output has seen enough of it.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        done => done.map(|()| ExitCode::SUCCESS),
    }
}
