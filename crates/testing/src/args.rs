//! Words that may be a command line.

use std::io::{Cursor, sink};

use clap::Parser as _;
use clap::error::ErrorKind;
use tetralith::cli::{Cli, Command};
use tetralith_cli::{CommandError, GameArgs};
use tetralith_core::{Setup, SetupError};
use tetralith_lab::cli::{ArenaArgs, Lab, LabCommand};

use crate::assert_sentence;

/// Checks that a command line is understood, or refused with exit status 2 and a sentence, by the
/// parser or by the command.
pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let words = text.split('\n').take(64);
    match Cli::try_parse_from(std::iter::once("tetralith").chain(words.clone())) {
        Ok(cli) => begin(cli),
        Err(error) => refused(&error),
    }
    match Lab::try_parse_from(std::iter::once("tetralith-lab").chain(words)) {
        Ok(lab) => begin_lab(lab),
        Err(error) => refused(&error),
    }
}

/// Checks that the parser answers with a sentence and the status of what was asked.
fn refused(error: &clap::Error) {
    let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    assert_eq!(error.exit_code(), if asked { 0 } else { 2 });
    assert!(!error.to_string().trim().is_empty());
}

/// Panics if the options of a game are refused without a sentence.
fn judged(judged: Result<(), SetupError>) {
    if let Err(error) = judged {
        assert_sentence(&error.to_string());
    }
}

fn game(args: &GameArgs) -> Result<(), SetupError> {
    args.game.options(&args.options.setup()).map(drop)
}

/// Lets the command judge what it was given, without a game being played or a file touched.
fn begin(cli: Cli) {
    match cli.command {
        Some(Command::Play(args)) => {
            if let Some(info) = args.new_game.game {
                judged(info.options(&args.new_game.options.setup()).map(drop));
            }
        }
        Some(Command::Gtp(args)) => {
            let fits = game(&args.game).is_ok();
            let begun = tetralith::commands::gtp(&args, Cursor::new(b"name\nquit\n"), &mut sink());
            assert_eq!(begun.is_ok(), fits);
            if let Err(error) = begun {
                assert_sentence(&error.to_string());
                assert_eq!(error.status(), 2);
            }
        }
        _ => {}
    }
}

/// The same for the laboratory.
fn begin_lab(lab: Lab) {
    match lab.command {
        LabCommand::Perft(args) => judged(game(&args.game)),
        LabCommand::Bench(args) => {
            if let Some(info) = args.game {
                judged(info.options(&Setup { size: args.size, ..Setup::default() }).map(drop));
            }
            assert!(args.seconds.as_secs_f64() > 0.0 && args.threads > 0);
        }
        // Players that are programs are left out: whether they can be started depends on the
        // system.
        LabCommand::Arena(args)
            if !args.players.iter().any(|player| player.to_string().starts_with("cmd:")) =>
        {
            let args = ArenaArgs { games: 0, out: None, records: None, balanced: None, ..args };
            let mut out = Vec::new();
            let begun = tetralith_lab::commands::arena(&args, &mut out);
            assert_eq!(begun.is_ok(), game(&args.game).is_ok());
            assert!(
                begun.is_err() || String::from_utf8(out).is_ok_and(|out| !out.trim().is_empty())
            );
            judge(begun.err());
        }
        _ => {}
    }
}

/// Panics if there is an error that is not the fault of the command line, or that is not a
/// sentence.
fn judge(error: Option<CommandError>) {
    if let Some(error) = error {
        assert_sentence(&error.to_string());
        assert_eq!(error.status(), 2);
    }
}
