//! The README shows what the program shows: its screens and its keys are made here and compared.
//!
//! After a change of either, `TETRALITH_UPDATE=1 cargo test --test readme` writes them anew.

#[allow(dead_code, reason = "each test program uses its part")]
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::support::{Screen, mono};
use serde_json::Value;
use tetralith::tui::app::Start;
use tetralith::tui::keymap::{Context, KEYMAP, Key};
use tetralith::tui::runtime;
use tetralith::tui::theme::PALETTES;
use tetralith_core::games::INFOS;
use tetralith_engine::Level;

const BEGIN: &str = "<!-- made by tests/it/readme.rs: ";
const END: &str = "<!-- end -->";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The screen of a sample game at one of its turns.
fn sample(game: &str, turn: u32) -> String {
    let path = root().join(format!("assets/games/{game}.json"));
    let mut loaded = runtime::load(&path, None).unwrap();
    loaded.path = PathBuf::from(format!("{game}.json"));
    let start = Start::Replay { loaded: Box::new(loaded), turn: Some(turn) };
    Screen::new(start, (80, 24), mono()).text()
}

/// What stands between a marker that says `what` and the end marker.
fn made(what: &str) -> String {
    let words: Vec<&str> = what.split(' ').collect();
    match words[..] {
        ["keys"] => keys(),
        ["levels"] => levels(),
        ["settings"] => format!("```toml\n{}```\n", tetralith::settings::sample_settings()),
        ["themes"] => themes(),
        ["home"] => fenced(&Screen::new(Start::Home, (80, 24), mono()).text()),
        ["screen", game, "turn", turn] => fenced(&sample(game, turn.parse().unwrap())),
        _ => panic!("nobody knows how to make '{what}'"),
    }
}

fn fenced(text: &str) -> String {
    format!("```text\n{}\n```\n", text.trim_end())
}

/// Every theme by the name that settings give it.
fn themes() -> String {
    let mut text = String::from("| theme | name in settings |\n|---|---|\n");
    for palette in PALETTES {
        let _ = writeln!(text, "| {} | `{}` |", palette.title, palette.id);
    }
    text
}

fn keys() -> String {
    let mut text = String::from("| where | keys | what they do |\n|---|---|---|\n");
    for context in Context::ALL {
        for binding in KEYMAP.iter().filter(|binding| binding.context == context) {
            let names: Vec<String> = binding.keys.iter().map(|key: &Key| format!("`{}`", key.name(false))).collect();
            let names = names.join(" ").replace('|', "\\|");
            let _ = writeln!(text, "| {} | {names} | {} |", context.title(), binding.what);
        }
    }
    text
}

/// What each level is worth above the one before it, and in how many games, by the arena from the results it kept.
fn levels() -> String {
    let ids = Level::ALL.each_ref().map(|level| level.id);
    let mut text = String::from("| Elo above the level before |");
    let mut columns = Vec::new();
    for info in INFOS {
        let _ = write!(text, " {} |", info.title);
        let file = root().join(format!("assets/arena/{}.jsonl", info.id));
        let output = Command::new(env!("CARGO_BIN_EXE_tetralith"))
            .args(["arena", info.id, "--games", "0", "--json", "--out"])
            .arg(file)
            .args(ids)
            .output()
            .unwrap();
        let pairings: Vec<Value> =
            output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
        columns.push(pairings);
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(INFOS.len()));
    let met = |pairings: &[Value], pair: &[&str]| {
        let of = |pairing: &&Value| pairing["a"] == pair[0] && pairing["b"] == pair[1];
        pairings.iter().find(of).expect("the arena rates every pairing").clone()
    };
    // The strongest, which takes its time over every step, has met the one before it in fewer games.
    let is_repeatable = |pair: &[&str]| Level::from_id(pair[1]).is_some_and(Level::is_repeatable);
    let (fixed, timed): (Vec<&[&str]>, Vec<&[&str]>) = ids.windows(2).partition(|pair| is_repeatable(pair));
    for (title, pairs) in [("games for each", fixed), ("games of the strongest", timed)] {
        let _ = write!(text, "| {title} |");
        for pairings in &columns {
            let games = pairs.iter().map(|pair| met(pairings, pair)["games"].as_u64().unwrap());
            let (least, most) = (games.clone().min().unwrap(), games.max().unwrap());
            assert!(least > 0, "every level has met the one before");
            let games = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let _ = write!(text, " {games} |");
        }
        text.push('\n');
        for pair in pairs {
            let _ = write!(text, "| {} |", pair[1]);
            for pairings in &columns {
                let pairing = met(pairings, pair);
                // The arena says what the weaker one is worth; the table turns it round.
                let bound = |key: &str, none: &str| {
                    pairing[key].as_f64().map_or(none.to_owned(), |elo| format!("{:+.0}", -elo))
                };
                let _ = write!(text, " {} [{}, {}] |", bound("elo", ""), bound("high", "−∞"), bound("low", "∞"));
            }
            text.push('\n');
        }
    }
    text
}

/// The README with everything that is made here made anew.
fn renewed(readme: &str) -> (String, usize) {
    let mut text = String::new();
    let mut rest = readme;
    let mut count = 0;
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (what, after) = after.split_once(" -->\n").expect("a marker ends with its line");
        let (_, after) = after.split_once(END).expect("every marker has its end");
        let _ = write!(text, "{before}{BEGIN}{what} -->\n{}{END}", made(what));
        rest = after;
        count += 1;
    }
    (text + rest, count)
}

#[test]
fn the_readme_shows_what_the_program_shows() {
    let path = root().join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let (wanted, count) = renewed(&readme);
    assert!(count >= INFOS.len() + 2, "a screen for each game, the home screen and the keys");
    for info in INFOS {
        assert!(readme.contains(&format!("screen {} turn", info.id)), "{} has its screen", info.id);
    }
    if env::var_os("TETRALITH_UPDATE").is_some() {
        fs::write(&path, &wanted).unwrap();
    } else if let Some((old, new)) = readme.lines().zip(wanted.lines()).find(|(old, new)| old != new) {
        panic!("README.md says\n{old}\nwhere the program shows\n{new}");
    } else {
        assert_eq!(readme.len(), wanted.len());
    }
}

#[test]
fn the_readme_begins_with_the_two_commands() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let find = |text: &str| readme.find(text).unwrap_or_else(|| panic!("'{text}' is not in the README"));
    assert!(find("cargo run --release") < find("cargo test --workspace"));
    assert!(find("cargo test --workspace") < find("\n## "));
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(ci.contains("cargo test --workspace"), "the checks run the README's test command");
}

#[test]
fn every_file_that_is_pointed_at_is_there() {
    for page in ["README.md", "GUARANTEES.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let links: Vec<&str> = text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert!(!links.is_empty(), "{page}");
        for link in links.into_iter().filter(|link| !link.starts_with('#')) {
            assert!(Path::new(&root()).join(link).exists(), "{page} points at {link}");
        }
    }
}
