//! The `tetralith` program.
#![forbid(unsafe_code)]

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let cli = tetralith::cli::Cli::parse();
    match tetralith::run(&cli) {
        Ok(status) => status,
        Err(error) => {
            // Where nobody can be told, the exit status still says it.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(error.status())
        }
    }
}
