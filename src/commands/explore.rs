//! `tetralith explore`: what was played in a position.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};
use tetralith_core::text::{counted, escape_json};
use tetralith_core::{Colour, Game, Names, position_text};
use tetralith_files::FileError;
use tetralith_storage::explore::{
    FoundGames, GameFacts, GameIndex, GameResult, GameSource, NextMove, Tally,
};
use tetralith_storage::files::{self, RecordPlace};

use super::place;
use super::position::at_turn;
use crate::cli::ExploreArgs;
use crate::configuration::Configuration;
use crate::program::{Explored, own_games};
use tetralith_cli::CommandError;

/// The most games that are listed in text.
const LISTED: usize = 10;

/// Writes to `out` which moves were made in a position, how often, and who won then.
///
/// # Errors
/// [`CommandError`] if the position cannot be read, a place to look in is not there or cannot be
/// read, or
/// `out` fails.
pub fn explore(
    args: &ExploreArgs,
    configuration: &Configuration,
    out: &mut impl Write,
    err: &mut impl Write,
) -> Result<(), CommandError> {
    let position = match (&args.position, &args.file) {
        (Some(text), _) => position_text::read(text).map_err(CommandError::faulty)?,
        (None, Some(path)) => {
            let (_, mut timeline) = files::load_played(&place::in_list(path, args.list))
                .map_err(CommandError::faulty)?;
            at_turn(&mut timeline, path, args.turn)?;
            timeline.position().clone()
        }
        (None, None) => unreachable!("the command line asks for one of them"),
    };
    let sources = if args.within.is_empty() {
        own_games(place::own_files(configuration, err).ok().as_ref())
    } else {
        for path in &args.within {
            check_named(path)?;
        }
        args.within.iter().cloned().map(GameSource::Path).collect()
    };
    let Explored { index, tally } = Explored::read(&sources, &|| false);
    let found = index.look_up(&position, &[]);
    if args.json {
        writeln!(out, "{}", escape_json(as_json(&position, &index, &found, tally).to_string()))?;
    } else {
        write!(out, "{}", as_text(&position, &index, &found, tally))?;
    }
    Ok(out.flush()?)
}

/// Checks that the file or directory at `path`, which the user has named, can be read.
///
/// # Errors
/// [`CommandError`] if it cannot.
fn check_named(path: &Path) -> Result<(), CommandError> {
    let Ok(path) = RecordPlace::of(path).file() else {
        return files::import(path).map(drop).map_err(CommandError::faulty);
    };
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => {
            CommandError::in_file(path, "there is no such file or directory")
        }
        _ => FileError::Read { path: path.to_owned(), source }.into(),
    };
    let facts = path.metadata().map_err(failed)?;
    if facts.is_dir() {
        // An entry that cannot be had may be the first of all of them.
        fs::read_dir(path).and_then(|mut entries| entries.next().transpose()).map_err(failed)?;
    } else if facts.is_file() {
        // A pipe is not opened, since that would wait for its writer.
        File::open(path).map_err(failed)?;
    }
    Ok(())
}

fn as_json(position: &Game, index: &GameIndex, found: &FoundGames, tally: Tally) -> Value {
    let names = Names::of(position);
    let by_colour = |of: &dyn Fn(Colour) -> Value| -> Value {
        Value::Object(
            Colour::BOTH
                .into_iter()
                .map(|colour| (names.colour(colour).to_owned(), of(colour)))
                .collect(),
        )
    };
    let next = |next: &NextMove| {
        json!({
            "move": names.step(next.step),
            "games": next.games,
            "wins": by_colour(&|colour| next.wins[colour.index()].into()),
            "draws": next.draws,
            "last": next.last,
        })
    };
    let listed = |facts: &GameFacts| {
        let winner = match facts.result {
            GameResult::Won(colour) => names.colour(colour).into(),
            GameResult::Drawn => "draw".into(),
            GameResult::Open => Value::Null,
        };
        let players = by_colour(&|colour| facts.players[colour.index()].as_str().into());
        json!({ "file": &*facts.source, "players": players, "date": facts.day(), "winner": winner })
    };
    let latest = found.listed.iter();
    let latest = latest.filter_map(|&game| Some(listed(&index.game(game)?.facts)));
    json!({
        "position": position_text::write(position),
        "read": {
            "files": tally.files,
            "games": tally.games,
            "skipped": tally.skipped,
            "cut": tally.is_cut,
        },
        "games": found.games,
        "moves": found.moves.iter().map(next).collect::<Vec<_>>(),
        "latest": latest.collect::<Vec<_>>(),
    })
}

fn as_text(position: &Game, index: &GameIndex, found: &FoundGames, tally: Tally) -> String {
    let names = Names::of(position);
    let mut text = format!("{}\n", position_text::write(position));
    let _ = write!(text, "{} of {} continued from here", counted(found.games, "game"), tally.games);
    if tally.skipped > 0 {
        let what = if tally.skipped == 1 {
            "file, directory or line"
        } else {
            "files, directories or lines"
        };
        let _ = write!(text, "; {} {what} left out: no readable game with moves", tally.skipped);
    }
    text += ".\n";
    if tally.is_cut {
        text += "There are too many games; the rest are left out.\n";
    }
    if found.moves.is_empty() {
        return text;
    }
    let [first, second] = Colour::BOTH.map(|colour| names.title(colour));
    let _ = writeln!(
        text,
        "\n{:<14}{:>8}{first:>10}{second:>10}{:>8}{:>8}  last played",
        "move", "games", "drawn", "open"
    );
    for next in &found.moves {
        let [first, second] = next.wins;
        let last = next.last.as_deref().unwrap_or("–");
        let _ = writeln!(
            text,
            "{:<14}{:>8}{first:>10}{second:>10}{:>8}{:>8}  {last}",
            names.step(next.step),
            next.games,
            next.draws,
            next.games.saturating_sub(next.ended())
        );
    }
    text += "\nLatest games:\n";
    for facts in found.listed.iter().take(LISTED).filter_map(|&game| Some(&index.game(game)?.facts))
    {
        let _ = writeln!(text, "  {}", game_line(facts, names));
    }
    text
}

/// A game in a line: its day, its players, its winner and its file.
fn game_line(facts: &GameFacts, names: Names) -> String {
    let day = facts.day().unwrap_or("no date   ");
    let winner = match facts.result {
        GameResult::Won(colour) => format!("{} won", names.title(colour)),
        GameResult::Drawn => "drawn".to_owned(),
        GameResult::Open => "unfinished".to_owned(),
    };
    let players = facts.shown_players();
    let [first, second] = Colour::BOTH.map(|colour| match players[colour.index()].as_str() {
        "" => names.title(colour),
        name => name,
    });
    format!("{day}  {first} – {second}, {winner}  {}", facts.shown_source())
}
