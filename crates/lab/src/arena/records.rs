//! Games of the arena as records.

use std::path::Path;

use tetralith_core::record::{Player, PlayerKind, Record};
use tetralith_core::text::digest;
use tetralith_core::timeline::Timeline;
use tetralith_core::{Colour, Game, Reason};
use tetralith_files::{Existing, FileError};
use tetralith_storage::results::ResultLine;

use crate::arena::error::ArenaError;
use crate::arena::game::ArenaGame;
use crate::arena::results::GameKey;

/// The most characters of a player in the name of a file.
const MOST_IN_NAME: usize = 40;

/// The most characters of a player in a record.
const MOST_IN_RECORD: usize = 200;

/// The number of files that may have the same name but for a number at its end.
const MOST_NAMESAKES: u32 = 10_000;

/// Keeps the game of `line`, `played` from `start`, in `folder`, and replaces nothing there.
///
/// # Errors
/// [`ArenaError::File`] if it cannot be written.
pub fn keep(
    folder: &Path,
    start: &Game,
    line: &ResultLine,
    played: &ArenaGame,
) -> Result<(), ArenaError> {
    // A game of the arena is within every bound of a record.
    let Ok(text) = record(start, line, played) else { return Ok(()) };
    let name = name(line);
    for n in 1..=MOST_NAMESAKES {
        let path =
            folder.join(if n == 1 { format!("{name}.json") } else { format!("{name}-{n}.json") });
        match tetralith_files::write(&path, &text, Existing::Keep) {
            Err(FileError::Exists { .. }) => {
                // The same game played again needs no second file.
                if tetralith_files::read(&path, text.len() as u64)
                    .is_ok_and(|bytes| bytes == text.as_bytes())
                {
                    return Ok(());
                }
            }
            written => return Ok(written?),
        }
    }
    Err(FileError::Exists { path: folder.join(format!("{name}.json")) }.into())
}

fn record(
    start: &Game,
    line: &ResultLine,
    played: &ArenaGame,
) -> Result<String, tetralith_core::RecordError> {
    let mut timeline = Timeline::new(start.clone());
    for &step in &played.line {
        if timeline.play(step).is_err() {
            break;
        }
    }
    let holders = if played.a_ends_first { [&line.a, &line.b] } else { [&line.b, &line.a] };
    if timeline.outcome().is_none() {
        let a = if played.a_ends_first { Colour::First } else { Colour::Second };
        let winner = if played.points > 0.5 { a } else { a.other() };
        // Records have no reason of their own for a fault; being late is a loss on time, anything
        // else gives the game up.
        timeline.end(winner, played.reason.unwrap_or(Reason::Resignation));
    }
    let mut record = Record::default();
    for (player, name) in record.players.iter_mut().zip(holders) {
        let name = name.chars().take(MOST_IN_RECORD).collect();
        *player = Player { name: Some(name), kind: Some(PlayerKind::Ai), ..Player::default() };
    }
    record.event = Some(format!("arena {} game {}", line.seed, line.number + 1));
    record.comment = line.fault.as_ref().map(|fault| {
        let loser = if line.points < 0.5 { &line.a } else { &line.b };
        let loser: String = loser.chars().take(MOST_IN_RECORD).collect();
        format!("lost by {loser}: {fault}")
    });
    record.write(&timeline)
}

/// Returns all that decides the game as the name of a file without its ending.
fn name(line: &ResultLine) -> String {
    let key = GameKey::of(line);
    let [first, second] = key.players.each_ref().map(|player| short(player));
    let (seed, plies, opening) = (key.seed, key.plies, key.opening + 1);
    let options = clean(&line.options);
    let from =
        key.list.map_or_else(|| format!("plies-{plies}"), |list| format!("list-{}", clean(&list)));
    let name = format!(
        "{}-{options}-{first}-{second}-seed-{seed}-{from}-opening-{opening}",
        clean(&line.game)
    );
    if key.round == 0 { name } else { format!("{name}-round-{}", key.round + 1) }
}

/// `text` with nothing in it that is special in a file name.
fn clean(text: &str) -> String {
    text.replace(|c: char| !c.is_ascii_alphanumeric() && c != '.', "-")
}

/// A player's name as part of a file name: cut if it is long, with a digest that distinguishes it
/// from others that begin so.
fn short(player: &str) -> String {
    let name = clean(player);
    if name.len() <= MOST_IN_NAME {
        return name;
    }
    format!("{}-{:08x}", &name[..MOST_IN_NAME - 9], digest(player.bytes()) as u32)
}
