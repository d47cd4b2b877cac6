//! Two people at two terminals: whole games over every carrier, cuts, kiosks, games by mail.
#![cfg(unix)]

mod carriers;
mod kiosk;
mod mail;
mod plain;
mod screens;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tetralith_core::{Game, Setup, Step, games};

use crate::common::{json, kept_games};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tetralith");

fn only_file(dir: &Path) -> PathBuf {
    let mut files: Vec<PathBuf> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0)
}

/// Compares the only records in both directories byte for byte but for the players; returns one of
/// them.
fn assert_same_records(data: [&Path; 2], go_on: bool) -> Value {
    let files = data.map(|data| {
        let mut games = kept_games(data, go_on);
        assert_eq!(games.len(), 1, "{games:?}");
        games.remove(0)
    });
    let [one, other] = files.each_ref().map(|file| {
        let text = fs::read_to_string(file).unwrap();
        let (before, rest) = text.split_once("\"players\"").unwrap();
        let after = &rest[rest.find('\n').unwrap_or(0)..];
        format!("{before}{after}")
    });
    assert_eq!(one, other);
    json(&files[0])
}

fn smallest(id: &str) -> (Game, String) {
    let size = i64::from(games::info(id).unwrap().boards[0].min);
    (Game::new(id, &Setup { size: Some(size), ..Setup::default() }).unwrap(), size.to_string())
}

/// Makes a legal turn, some one; `None` if the game is over.
fn play(game: &mut Game, turn: u32) -> Option<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    while steps.is_empty() || game.phase().is_mid_turn() {
        if game.outcome().is_some() {
            break;
        }
        let legal = game.legal();
        let step = legal[(turn as usize * 37 + steps.len() + 11) % legal.len()];
        game.play(step).unwrap();
        steps.push(step);
    }
    (!steps.is_empty()).then_some(steps)
}

#[test]
fn path_too_long_for_a_socket_is_refused_in_a_sentence() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("d".repeat(120));
    let variables = [("TETRALITH_DATA_DIR", data.as_os_str())];
    for args in [&["host", "necklace", "--plain"][..], &["join", "--plain"]] {
        let refused = crate::common::run_with(args, b"", &variables);
        assert_eq!((refused.status, refused.out.as_str()), (1, ""), "{args:?}");
        assert!(refused.err.contains("is too long for a socket: "), "{}", refused.err);
        assert_eq!(refused.err.lines().count(), 1, "{}", refused.err);
    }
}

#[test]
fn places_that_are_none_are_refused_in_a_sentence() {
    let dir = tempfile::tempdir().unwrap();
    for (args, status, wanted) in [
        (&["host", "necklace", "--listen", "0.0.0.0:4000"][..], 2, "every network"),
        (&["host", "necklace", "--listen", "[::]:4000"], 2, "every network"),
        (&["host", "necklace", "--listen", "4000"], 2, "not an address to listen on"),
        (&["host", "--resume"], 1, "no unfinished remote game"),
        (&["host"], 2, "GAME"),
        (&["host", "necklace", "--time", "--room", "x"], 2, "a value is required for '--time"),
        (&["host", "necklace", "--time", "-5m"], 2, "'-5m' is not a time control"),
        (&["host", "plurality", "--komi", "-.5x"], 2, "use a number such as 5.5"),
        (&["host", "necklace", "--room=-x"], 2, "but not a hyphen first"),
        (&["join"], 1, "there is no room at"),
        (&["join", "friday"], 1, "'tetralith host GAME --room friday' opens one"),
        (&["join", "ssh://-oProxyCommand=id"], 2, "not a place to join"),
        (&["join", "ssh://a@b", "--stdio"], 2, "for a room on this machine"),
        (&["host", "--resume", "--size", "7"], 2, "leave those options out"),
        (&["join", "--stdio"], 1, "there is no room at"),
    ] {
        let variables = [("TETRALITH_DATA_DIR", dir.path().as_os_str())];
        let refused = crate::common::run_with(args, b"", &variables);
        assert!(
            refused.status == status && refused.err.contains(wanted),
            "{args:?}: {} {}",
            refused.status,
            refused.err
        );
        assert_eq!(refused.out, "");
    }
}
