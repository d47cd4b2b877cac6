//! `tetralith completions` and `tetralith man`: what shells and `man` read of the command line.

use std::fs;
use std::io::Write;

use clap::CommandFactory as _;

use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::error::Error;
use tetralith_storage::files::{self, Existing, FileError};

/// Writes the script to `out` that completes this program's command line in a shell.
///
/// # Errors
/// [`Error::Output`] if `out` fails.
pub fn completions(args: &CompletionsArgs, out: &mut impl Write) -> Result<(), Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tetralith", &mut script);
    out.write_all(&script)?;
    Ok(out.flush()?)
}

/// Writes a manual page for the program and one for each command into a folder, which is made if
/// need be, or the program's to `out`.
///
/// # Errors
/// [`Error::File`] if the folder or a page cannot be written, [`Error::Output`] if `out` fails.
pub fn man(args: &ManArgs, out: &mut impl Write) -> Result<(), Error> {
    // The page of a command says what its --help would.
    let mut program = Cli::command().disable_help_subcommand(true);
    // Fills in what commands share and gives each its full name.
    program.build();
    let Some(dir) = &args.dir else {
        out.write_all(&page(&program)?)?;
        return Ok(out.flush()?);
    };
    fs::create_dir_all(dir).map_err(|source| FileError::Write { path: dir.clone(), source })?;
    let mut commands = vec![&program];
    while let Some(command) = commands.pop() {
        let path =
            dir.join(format!("{}.1", command.get_display_name().unwrap_or(command.get_name())));
        files::write(&path, page(command)?, Existing::Replace)?;
        commands.extend(command.get_subcommands().filter(|command| command.get_name() != "help"));
    }
    Ok(())
}

fn page(command: &clap::Command) -> Result<Vec<u8>, Error> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
