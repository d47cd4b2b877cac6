//! The commands that open the screen, or without one the plain mode.

use std::io::{self, BufReader, IsTerminal as _, Write as _};

use super::place;
use super::position::at_turn;
use crate::cli::{PlayArgs, ReplayArgs};
use crate::configuration::Configuration;
use crate::plain;
use crate::program::Start;
use crate::remote::links::Links;
use crate::theme::Glyphs;
use crate::tui::runtime;
use tetralith_cli::{CommandError, TerminalText};
use tetralith_storage as storage;
use tetralith_storage::files::Files;

/// Opens the home screen.
///
/// # Errors
/// [`CommandError`] if there is no terminal.
pub fn home(configuration: Configuration, is_plain: bool) -> Result<(), CommandError> {
    show(Start::Home, configuration, is_plain, None)
}

/// Opens the table with a new game, or without a game's name the home screen.
///
/// # Errors
/// [`CommandError`] if the options cannot be played, or there is no terminal.
pub fn play(
    args: &PlayArgs,
    mut configuration: Configuration,
    is_plain: bool,
) -> Result<(), CommandError> {
    configuration.asked.no_book = args.no_book;
    let args = &args.new_game;
    let start = match args.game {
        None => Start::Home,
        Some(info) => Start::Play {
            info,
            options: info.options(&args.options.setup())?,
            seats: args
                .seats(configuration.settings.new_game.seats.clone())
                .map_err(CommandError::usage)?,
            clock: args
                .clock(configuration.settings.new_game.clock)
                .map_err(CommandError::usage)?,
        },
    };
    show(start, configuration, is_plain, None)
}

/// Opens the table with a record to review.
///
/// # Errors
/// [`CommandError`] if the file cannot be read or is not a record, or there is no terminal.
pub fn replay(
    args: &ReplayArgs,
    configuration: Configuration,
    is_plain: bool,
) -> Result<(), CommandError> {
    let file = place::in_list(&args.file, args.list);
    let loaded = storage::load(
        &file,
        Files::locate(configuration.settings.saving.dir.as_deref()).ok().as_ref(),
    )
    .map_err(CommandError::faulty)?;
    at_turn(&mut loaded.timeline.clone(), &file, args.turn)?;
    show(Start::Replay { loaded: Box::new(loaded), turn: args.turn }, configuration, is_plain, None)
}

/// On the screen, or with `is_plain` in lines; a terminal that calls itself dumb gets those without
/// being asked. `links` lead to other terminals.
pub(super) fn show(
    start: Start,
    configuration: Configuration,
    is_plain: bool,
    links: Option<Links>,
) -> Result<(), CommandError> {
    let mut err = tetralith_cli::stderr();
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let falls_back =
        !is_plain && is_dumb && io::stdin().is_terminal() && io::stdout().is_terminal();
    if falls_back {
        // If it cannot be reported, the plain mode itself shows it.
        let _ = writeln!(err, "TERM is 'dumb', so this is plain mode.");
    }
    if !is_plain && !falls_back {
        return Ok(runtime::run(start, configuration, links)?);
    }
    for fault in &configuration.faults {
        let _ = writeln!(err, "{fault}");
    }
    let typed = io::stdin().is_terminal();
    let input = BufReader::new(io::stdin());
    let book = !configuration.asked.no_book;
    // A pipe takes every character unless the user decides otherwise.
    let asks_ascii = configuration.asked.ascii || configuration.settings.look.glyphs.is_some();
    let ascii =
        configuration.glyphs() == Glyphs::Ascii && (asks_ascii || io::stdout().is_terminal());
    let mut out = TerminalText::new(io::stdout().lock(), ascii);
    plain::run(start, configuration.settings, book, input, typed, &mut out, links)
}
