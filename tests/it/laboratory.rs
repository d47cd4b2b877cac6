//! The two programs together: the arena plays against the engine over the protocol.

use clap::Parser as _;
use serde_json::Value;
use tetralith_cli::CommandError;
use tetralith_core::games;
use tetralith_lab::cli::{Lab, LabCommand};
use tetralith_lab::commands;

const PROGRAM: &str = env!("CARGO_BIN_EXE_tetralith");

/// The output of the arena for this command line, which begins with the game.
pub(crate) fn arena(words: &[&str]) -> Result<String, CommandError> {
    let words = [&["tetralith-lab", "arena"], words].concat();
    let LabCommand::Arena(args) = Lab::try_parse_from(words).unwrap().command else {
        panic!("it is another command");
    };
    let mut out = Vec::new();
    commands::arena(&args, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn a_program_that_speaks_the_protocol_can_play_in_the_arena() {
    let folder = tempfile::tempdir().unwrap();
    for game in games::ids() {
        let player = format!("cmd:{PROGRAM} gtp {game} --level beginner");
        let file = folder.path().join(game);
        let file = file.to_str().unwrap();
        let words = [
            game, "--size", "4", &player, "random", "--games", "2", "--plies", "2", "--json",
            "--out", file,
        ];
        let out = arena(&words).unwrap();
        assert!(out.contains("\"games\":2"), "{out}");
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line.get("fault"), None, "{line}");
        }
    }
}

#[test]
fn a_program_that_plays_by_other_rules_is_refused() {
    let refused = |program: &str, fault: &str| {
        let player = format!("cmd:'{PROGRAM}' {program}");
        let words = ["multiplicity", "--size", "3", "random", &player, "--games", "2"];
        let error = arena(&words).unwrap_err();
        let sentence = error.to_string();
        assert_eq!(error.status(), 1, "{sentence}");
        assert!(sentence.contains(" cannot play: ") && sentence.contains(fault), "{sentence}");
    };
    // The protocol cannot ask a program to play with the opening, so the program must be started
    // that way.
    refused(
        "gtp multiplicity --size 3 --no-opening",
        "plays by other rules: opening false, not true",
    );
    refused("gtp greylox", "plays by other rules: game greylox, not multiplicity");
}
