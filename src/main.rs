//! The `tetralith` program.

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let cli = tetralith::cli::Cli::parse();
    match tetralith::run(&cli) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(error.status())
        }
    }
}
