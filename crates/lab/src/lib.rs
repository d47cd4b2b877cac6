//! The laboratory: what authors of engines and designers of games do with the games of Tetralith.
//!
//! [`arena`] plays matches and rates players, [`report`] says what matches say of a game,
//! [`puzzles`] finds positions with one best move, and [`train`] fits what the engine knows of a
//! game. The commands put them to work, and the solver and the checker of its certificates as well.
#![forbid(unsafe_code)]

pub mod arena;
pub mod cli;
pub mod commands;
mod error;
pub mod puzzles;
pub mod report;
pub mod train;

use std::process::ExitCode;

use tetralith_cli::{CommandError, Surroundings, stderr, stdout};

use cli::{Lab, LabCommand, LabPuzzles};

/// Does what the command line asks, and returns the exit status if nothing failed.
///
/// # Errors
/// [`CommandError`], to be shown as one sentence with the exit status of its kind.
pub fn run(cli: &Lab) -> Result<ExitCode, CommandError> {
    tetralith_cli::begin();
    let out = &mut stdout();
    let is_right = |is_right: bool| if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    let done = match &cli.command {
        LabCommand::Arena(args) => commands::arena(args, out),
        LabCommand::Merge(args) => commands::merge(args, out),
        LabCommand::Openings(args) => commands::openings(args, out),
        LabCommand::Report(args) => commands::report(args, out),
        LabCommand::Solve(args) => commands::solve(args, out),
        LabCommand::Verify(args) => {
            return commands::verify(args, out, &mut stderr()).map(is_right);
        }
        LabCommand::Bench(args) => commands::bench(args, out),
        LabCommand::Perft(args) => commands::perft(args, out),
        LabCommand::Puzzles(LabPuzzles::Make(args)) => commands::make_puzzles(args, out),
        LabCommand::Puzzles(LabPuzzles::Check(args)) => {
            return commands::check_puzzles(args, out, &mut stderr()).map(is_right);
        }
        LabCommand::Train(command) => commands::train(command, out),
        LabCommand::Completions(args) => tetralith_cli::completions(Lab::program(), args, out),
        LabCommand::Man(args) => {
            tetralith_cli::man(Lab::program(), &Surroundings::default(), args, out)
        }
    };
    match done {
        Err(error) if error.is_broken_pipe() => Ok(ExitCode::SUCCESS),
        done => done.map(|()| ExitCode::SUCCESS),
    }
}

/// The examples of the README, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
