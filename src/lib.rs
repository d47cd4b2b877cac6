//! The front end of Tetralith: what a person or a script touches.
#![forbid(unsafe_code)]

pub mod background;
pub mod cli;
pub mod commands;
pub mod configuration;
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
use std::panic;
use std::process::ExitCode;
use std::sync::Once;

use tetralith_engine::is_catching_panics;

use cli::{Cli, Command, PuzzlesCommand, ScreenArgs};
use configuration::{Asked, Configuration};
use error::Error;

/// Does what the command line asks, and returns the exit status if nothing failed.
///
/// # Errors
/// [`Error`], to be shown as one sentence; [`Error::status`] is the exit status then.
pub fn run(cli: &Cli) -> Result<ExitCode, Error> {
    report_other_panics();
    outlive_limits();
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
        Some(Command::Move(args)) => commands::add_move(args, &mut io::stdout().lock()),
        Some(Command::Receive(args)) => commands::receive(args, &mut io::stdout().lock()),
        Some(Command::Replay(args)) => {
            commands::replay(args, show(&args.screen)?, args.screen.or(&cli.screen).plain)
        }
        Some(Command::Explore(args)) => commands::explore(args, &mut io::stdout().lock()),
        // The bar is drawn by a thread of its own, which would wait for ever for standard error if
        // it were held here.
        Some(Command::Analyse(args)) => {
            commands::analyse(args, &mut io::stdout().lock(), &mut io::stderr())
        }
        Some(Command::Arena(args)) => commands::arena(args, &mut io::stdout().lock()),
        Some(Command::Merge(args)) => commands::merge(args, &mut io::stdout().lock()),
        Some(Command::Report(args)) => commands::report(args, &mut io::stdout().lock()),
        Some(Command::Openings(args)) => commands::openings(args, &mut io::stdout().lock()),
        Some(Command::Bench(args)) => commands::bench(args, &mut io::stdout().lock()),
        Some(Command::Check(args)) => {
            match commands::check(args, &mut io::stdout().lock(), &mut io::stderr().lock()) {
                Ok(false) => return Ok(ExitCode::FAILURE),
                done => done.map(drop),
            }
        }
        Some(Command::Completions(args)) => commands::completions(args, &mut io::stdout().lock()),
        Some(Command::Convert(args)) => {
            commands::convert(args, &mut io::stdout().lock(), &mut io::stderr().lock())
        }
        Some(Command::Export(args)) => {
            commands::export(args, &mut io::stdout().lock(), &mut io::stderr().lock())
        }
        Some(Command::Man(args)) => commands::man(args, &mut io::stdout().lock()),
        Some(Command::Config(args)) => {
            match commands::config(*args, &mut io::stdout().lock(), &mut io::stderr().lock()) {
                Ok(false) => return Ok(ExitCode::FAILURE),
                done => done.map(drop),
            }
        }
        Some(Command::Gtp(args)) => {
            commands::gtp(args, io::BufReader::new(io::stdin()), &mut io::stdout().lock())
        }
        Some(Command::Solve(args)) => commands::solve(args, &mut io::stdout().lock()),
        Some(Command::Verify(args)) => {
            match commands::verify(args, &mut io::stdout().lock(), &mut io::stderr().lock()) {
                Ok(false) => return Ok(ExitCode::FAILURE),
                done => done.map(drop),
            }
        }
        Some(Command::Puzzles(PuzzlesCommand::Make(args))) => {
            commands::make_puzzles(args, &mut io::stdout().lock())
        }
        Some(Command::Puzzles(PuzzlesCommand::Solve(args))) => {
            commands::solve_puzzles(args, show(&args.screen)?, args.screen.or(&cli.screen).plain)
        }
        Some(Command::Puzzles(PuzzlesCommand::Check(args))) => {
            match commands::check_puzzles(args, &mut io::stdout().lock(), &mut io::stderr().lock())
            {
                Ok(false) => return Ok(ExitCode::FAILURE),
                done => done.map(drop),
            }
        }
        Some(Command::Perft(args)) => commands::perft(args, &mut io::stdout().lock()),
    };
    match done {
        // Whoever read the output has seen enough of it.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExitCode::SUCCESS)
        }
        done => done.map(|()| ExitCode::SUCCESS),
    }
}

/// Keeps panics that are caught from being reported here as well: whoever catches a panic of a
/// search reports it.
fn report_other_panics() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !is_catching_panics() {
                report(info);
            }
        }));
    });
}

/// Catches the signal for a file that may not grow (`ulimit -f`): the write fails as on a full
/// disk, and the program does not end.
#[cfg(unix)]
fn outlive_limits() {
    // A signal that is caught does nothing else; in programs that this one starts it acts as usual.
    let heard = std::sync::Arc::default();
    // Where it cannot be caught, it ends the program as before.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, heard);
}

#[cfg(not(unix))]
const fn outlive_limits() {}

#[cfg(test)]
mod tests {
    use std::env;
    use std::process::Command;
    use std::thread;

    use clap::Parser as _;
    use tetralith_engine::catch_panic;

    use super::*;

    /// The variable that tells the test that it runs in a process of its own, begun by itself.
    const ALONE: &str = "TETRALITH_TEST_ALONE";

    #[test]
    fn a_search_that_breaks_down_writes_nothing_by_itself_and_any_other_fault_does() {
        if env::var_os(ALONE).is_some() {
            run(&Cli::try_parse_from(["tetralith", "perft", "multiplicity", "--depth", "1"])
                .unwrap())
            .unwrap();
            let told = catch_panic(|| panic!("in a search"));
            assert_eq!(told, Err::<(), _>("the search failed: in a search".to_owned()));
            assert!(thread::spawn(|| panic!("elsewhere")).join().is_err());
            return;
        }
        let test =
            "tests::a_search_that_breaks_down_writes_nothing_by_itself_and_any_other_fault_does";
        let program = env::current_exe().unwrap();
        let run = Command::new(program)
            .args(["--exact", test, "--nocapture"])
            .env(ALONE, "1")
            .output()
            .unwrap();
        let err = String::from_utf8(run.stderr).unwrap();
        assert!(
            run.status.success() && err.contains("elsewhere") && !err.contains("in a search"),
            "{err}"
        );
    }
}
