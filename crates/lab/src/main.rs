//! The `tetralith-lab` program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = tetralith_lab::cli::Lab::from_words();
    tetralith_lab::run(&cli)
        .unwrap_or_else(|error| tetralith_cli::exit(&error.to_string(), error.status()))
}
