//! The `tetralith` program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = tetralith::cli::Cli::from_words();
    tetralith::run(&cli)
        .unwrap_or_else(|error| tetralith_cli::exit(&error.to_string(), error.status()))
}
