//! `tetralith-lab openings`: even positions to start matches from.

use std::io::{self, Write};
use std::path::Path;

use tetralith_cli::{CommandError, say};
use tetralith_core::Game;
use tetralith_core::text::counted;
use tetralith_files::{Existing, FileError};

use super::progress::Progress;
use crate::arena::{Opening, Openings, OpeningsError, heeded};
use crate::cli::OpeningsArgs;

/// The largest list that is added to, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// Finds the openings that `args` ask for and puts them into their list, or on `out`.
///
/// # Errors
/// [`CommandError`] if the options cannot be played, the list cannot be read or written, it was
/// asked to end, or `out` fails.
pub fn openings(args: &OpeningsArgs, out: &mut impl Write) -> Result<(), CommandError> {
    let info = args.game.game;
    let start = Game::start(info, &info.options(&args.game.options.setup())?)?;
    let count = args.count as usize;
    // A fault of the list is better reported before the search than after it.
    if let Some(path) = &args.out {
        tetralith_files::check_place(path)?;
        others(path, &start)?;
    }
    let stop = heeded();
    let mut progress = Progress::new(count, "openings");
    let mut lines = Vec::new();
    Openings::make(&start, count, args.sims, args.seed, &stop, &mut |opening: &Opening| {
        let line = serde_json::to_string(opening).map_err(io::Error::from)?;
        progress.step(&opening.moves.join(" "));
        if args.out.is_none() {
            writeln!(out, "{line}")?;
        }
        lines.push(line);
        Ok::<(), CommandError>(())
    })?;
    progress.finish();
    if stop.is_cancelled() {
        let next = "the same command starts again";
        return Err(CommandError::ended(lines.len(), count, "openings", next));
    }
    if lines.len() < count {
        let were = if lines.len() == 1 { "was" } else { "were" };
        say(&format_args!(
            "{} {were} found; there are hardly any more balanced ones",
            counted(lines.len(), "opening")
        ));
    }
    if let Some(path) = args.out.as_deref().filter(|_| !lines.is_empty()) {
        // Another search may have added to it meanwhile.
        let text: String =
            others(path, &start)?.into_iter().chain(lines).map(|line| line + "\n").collect();
        tetralith_files::write(path, text, Existing::Replace)?;
    }
    Ok(())
}

/// The lines of the list at `path`, if there is one, but for those of the game of `start` with the
/// same options.
fn others(path: &Path, start: &Game) -> Result<Vec<String>, CommandError> {
    let before = match tetralith_files::read(path, MAX_BYTES) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(FileError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            String::new()
        }
        Err(error) => return Err(error.into()),
    };
    let (game, options) = (start.info().id, start.options().to_string());
    let mut kept = Vec::new();
    for (at, line) in before.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str::<Opening>(line) {
            Ok(opening) if opening.game == game && opening.options == options => {}
            Ok(_) => kept.push(line.to_owned()),
            // A file that is no list of openings is not replaced by one.
            Err(_) => {
                let fault = "it is not JSON with moves".to_owned();
                let title = start.info().title;
                return Err(OpeningsError::Line {
                    path: path.to_owned(),
                    line: at + 1,
                    game: title,
                    fault,
                }
                .into());
            }
        }
    }
    Ok(kept)
}
