//! The front end of Tetralith: what a person or a script touches.
#![forbid(unsafe_code)]

pub mod background;
pub mod cli;
pub mod commands;
pub mod configuration;
pub mod depth;
pub mod error;
pub mod graphics;
pub mod keymap;
pub mod plain;
pub mod program;
pub mod remote;
pub mod settings;
pub mod shipped;
pub mod theme;
pub mod tui;

use std::io;
use std::process::ExitCode;

use cli::{Cli, Command, PuzzlesCommand, SURROUNDINGS, ScreenArgs};
use configuration::{Asked, Configuration};
use tetralith_cli::{CommandError, stderr, stdout};

/// Does what the command line asks, and returns the exit status if nothing failed.
///
/// # Errors
/// [`CommandError`], to be shown as one sentence; [`CommandError::status`] is the exit status then.
pub fn run(cli: &Cli) -> Result<ExitCode, CommandError> {
    tetralith_cli::begin();
    let show = |screen: &ScreenArgs| {
        // Before the command or after it, an option means the same.
        let ScreenArgs { theme, ascii, no_mouse, board_art, .. } = screen.or(&cli.screen);
        Configuration::load(Asked { theme, ascii, no_mouse, board: board_art, no_book: false })
    };
    let done = match &cli.command {
        None => commands::home(show(&cli.screen)?, cli.screen.plain),
        Some(Command::Play(args)) => {
            commands::play(args, show(&args.screen)?, args.screen.or(&cli.screen).plain)
        }
        Some(Command::Host(args)) => {
            commands::host(args, show(&args.screen)?, args.screen.or(&cli.screen).plain)
        }
        Some(Command::Join(args)) => {
            commands::join(args, show(&args.screen)?, args.screen.or(&cli.screen).plain)
        }
        Some(Command::Move(args)) => commands::add_move(args, &mut stdout()),
        Some(Command::Receive(args)) => {
            commands::receive(args, &show(&cli.screen)?, &mut stdout(), &mut stderr())
        }
        Some(Command::Replay(args)) => {
            commands::replay(args, show(&args.screen)?, args.screen.or(&cli.screen).plain)
        }
        Some(Command::Explore(args)) => {
            commands::explore(args, &show(&cli.screen)?, &mut stdout(), &mut stderr())
        }
        Some(Command::Stats(args)) => {
            commands::stats(*args, &show(&cli.screen)?, &mut stdout(), &mut stderr())
        }
        Some(Command::Analyse(args)) => {
            match commands::analyse(args, &mut stdout(), &mut stderr()) {
                Ok(false) => return Ok(ExitCode::FAILURE),
                done => done.map(drop),
            }
        }
        Some(Command::Check(args)) => match commands::check(args, &mut stdout(), &mut stderr()) {
            Ok(false) => return Ok(ExitCode::FAILURE),
            done => done.map(drop),
        },
        Some(Command::Completions(args)) => {
            tetralith_cli::completions(Cli::program(), args, &mut io::stdout().lock())
        }
        Some(Command::Convert(args)) => {
            commands::convert(args, &mut io::stdout().lock(), &mut stderr())
        }
        Some(Command::Export(args)) => {
            commands::export(args, &mut io::stdout().lock(), &mut stderr())
        }
        Some(Command::Man(args)) => {
            tetralith_cli::man(Cli::program(), &SURROUNDINGS, args, &mut io::stdout().lock())
        }
        Some(Command::Config(args)) => {
            match commands::config(*args, &mut stdout(), &mut stderr()) {
                Ok(false) => return Ok(ExitCode::FAILURE),
                done => done.map(drop),
            }
        }
        Some(Command::Gtp(args)) => {
            commands::gtp(args, io::BufReader::new(io::stdin()), &mut io::stdout().lock())
        }
        Some(Command::Puzzles(PuzzlesCommand::Solve(args))) => {
            commands::solve_puzzles(args, show(&args.screen)?, args.screen.or(&cli.screen).plain)
        }
    };
    match done {
        Err(error) if error.is_broken_pipe() => Ok(ExitCode::SUCCESS),
        done => done.map(|()| ExitCode::SUCCESS),
    }
}
