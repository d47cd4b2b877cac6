//! The `tetralith` program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use tetralith::cli::Cli;

fn main() -> ExitCode {
    Cli::from_words()
        .and_then(|cli| tetralith::run(&cli))
        .unwrap_or_else(|error| tetralith_cli::exit(&error.to_string(), error.status()))
}
