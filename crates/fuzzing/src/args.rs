//! Words that may be a command line.

use clap::Parser as _;
use clap::error::ErrorKind;
use tetralith::cli::{Cli, Command};

/// A command line is understood, or refused with exit status 2 and a sentence.
pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let words = text.split('\n').take(64);
    match Cli::try_parse_from(std::iter::once("tetralith").chain(words)) {
        Ok(cli) => {
            if let Some(Command::Play(args)) = cli.command
                && let Some(info) = args.game
                && let Err(error) = info.options(&args.options.setup())
            {
                crate::assert_sentence(&error.to_string());
            }
        }
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            assert_eq!(error.exit_code(), if asked { 0 } else { 2 });
            assert!(!error.to_string().trim().is_empty());
        }
    }
}
