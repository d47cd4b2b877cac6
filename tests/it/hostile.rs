//! Records made to do harm: each is refused or shown in one clear sentence, within bounds of
//! memory.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use tetralith::program::Moment;
use tetralith::theme::{Depth, Glyphs, Theme, palette};
use tetralith::tui::app::App;
use tetralith_core::text::is_hidden;
use tetralith_storage::files;

/// The most memory that reading any file may need, in kB: eight times the largest file that is
/// read.
const MOST: u64 = 64 << 10;

/// The variable that names the file a child is to read.
const FILE: &str = "TETRALITH_HOSTILE";

/// Escape sequences, marks of direction, invisible characters, piled marks.
const EVIL: &str = "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{2066}\u{200b}\u{200d}\u{feff}\u{e0041}e\u{301}\u{301}\u{301}\u{301}\u{301}\r\n";

fn record(moves: &str, rest: &str) -> String {
    format!(
        r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":5}},"moves":[{moves}]{rest}}}"#
    )
}

/// The contents of a file, its name, and a part of the sentence about it if it is refused.
fn cases() -> Vec<(&'static str, Vec<u8>, Option<&'static str>)> {
    let evil = serde_json::to_string(EVIL).unwrap();
    let utf16: Vec<u8> = record("", "").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let variations = r#"{"move":"a1","variations":[["#.repeat(100_000);
    let text = |text: String| text.into_bytes();
    vec![
        (
            "a million moves",
            text(record(&vec!["\"a1\""; 1_000_000].join(","), "")),
            Some("more than 50000 turns"),
        ),
        (
            "a million entries of nothing",
            text(record(&vec!["{}"; 1_000_000].join(","), "")),
            Some("more than 50000 turns"),
        ),
        ("deep variations", text(record(&variations, "")), Some("not JSON")),
        ("deep brackets", text("[".repeat(4 << 20)), Some("cut off")),
        ("a huge number", text(record("", r#","x":1e999999999"#)), None),
        (
            "a number of a million digits",
            text(record("", &format!(",\"x\":{}", "9".repeat(1_000_000)))),
            None,
        ),
        (
            "a huge version",
            text(record("", "").replace(":1,", ":99999999999999999999,")),
            Some("version"),
        ),
        ("a huge size", text(record("", "").replace(":5}", ":1e300}")), Some("size")),
        ("a negative size", text(record("", "").replace(":5}", ":-5}")), Some("size")),
        ("the same key twice", text(record("", r#","moves":["a1"]"#)), Some("moves")),
        ("the same unknown key twice", text(record("", r#","x":1,"x":2"#)), Some("x")),
        (
            "a list for a name",
            text(record("", r#","players":{"red":{"name":["x"]}}"#)),
            Some("name"),
        ),
        ("a number for a move", text(record("7", "")), Some("moves[0]")),
        ("a text for moves", text(record("", "").replace("[]", "\"a1\"")), Some("moves")),
        ("null", b"null".to_vec(), Some("found null")),
        ("UTF-16", utf16, Some("not JSON")),
        ("Latin-1", b"{\"format\":\"tetralith\",\"comment\":\"\xe9\"}".to_vec(), Some("UTF-8")),
        ("zeros", vec![0; 1 << 20], Some("not")),
        ("nine megabytes of blanks", vec![b' '; 9 << 20], Some("too large")),
        (
            "a long text",
            text(record("", &format!(r#","event":"{}""#, "x".repeat(4 << 20)))),
            Some("bytes of text"),
        ),
        ("an evil move", text(record(&evil, "")), Some("turn 1")),
        ("an evil game", text(record("", "").replace("\"necklace\"", &evil)), Some("game")),
        ("an evil key", text(record("", "").replace("\"size\"", &evil)), Some("option")),
        ("evil texts", text(evil_texts()), None),
        (
            "many unknown keys",
            text(record(
                "",
                &(0..100_000).map(|i| format!(",\"x{i}\":0")).collect::<Vec<_>>().concat(),
            )),
            Some("keys"),
        ),
    ]
}

/// A record that can be played, and holds hostile text wherever it holds text.
fn evil_texts() -> String {
    let evil = serde_json::to_string(EVIL).unwrap();
    let rest = format!(
        r#","players":{{"red":{{"name":{evil},"kind":"human"}},"blue":{{"name":{evil},"kind":"ai","level":{evil}}}}},"event":{evil},"comment":{evil},"date":"2026-01-01""#
    );
    record(&format!(r#"{{"move":"a1","comment":{evil}}},{{"move":"b2","comment":{evil}}}"#), &rest)
}

/// Reads a file and prints what came of it and the most memory the process has needed.
fn read_one(path: &Path) {
    let said = match files::load(path) {
        Ok((_, timeline)) => format!("read {} steps", timeline.steps()),
        Err(error) => format!("refused {error}"),
    };
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    println!("\npeak {} {said}", peak.trim().trim_end_matches(" kB"));
}

#[test]
fn reading_any_record_is_bounded_and_one_sentence() {
    const NAME: &str = "hostile::reading_any_record_is_bounded_and_one_sentence";
    // Each file is read by this test in a process of its own, so that the memory is that of one
    // file.
    if let Some(path) = env::var_os(FILE) {
        return read_one(Path::new(&path));
    }
    let dir = tempfile::tempdir().unwrap();
    let mut worst = (0, "");
    for (name, bytes, wanted) in cases() {
        let path = dir.path().join("hostile.json");
        fs::write(&path, bytes).unwrap();
        let output = Command::new(env::current_exe().unwrap())
            .args(["--exact", NAME, "--nocapture"])
            .env(FILE, &path)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{name}: {text}");
        let (peak, said) =
            text.lines().find_map(|line| line.strip_prefix("peak ")?.split_once(' ')).unwrap();
        let peak: u64 = peak.parse().unwrap();
        worst = worst.max((peak, name));
        assert!(peak < MOST, "{name}: {peak} kB");
        assert!(!said.contains(is_hidden) && said.len() < 400, "{name}: {said:?}");
        match wanted {
            Some(words) => {
                assert!(said.starts_with("refused ") && said.contains(words), "{name}: {said}");
            }
            None => assert!(said.starts_with("read "), "{name}: {said}"),
        }
    }
    println!("at most {} kB, for {}", worst.0, worst.1);
}

/// The texts of a record are shown without what would act on the terminal, and no path is made of
/// it.
#[test]
fn texts_of_records_are_drawn_harmlessly() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("evil.json");
    fs::write(&path, evil_texts()).unwrap();
    let theme = Theme::new(palette("mono").unwrap(), Depth::Mono, Glyphs::Unicode);
    let size = ratatui::layout::Size { width: 160, height: 50 };
    let start = crate::support::replay(&path, Some(1));
    let (app, _) = App::new(start, theme, size, Moment::default(), None);
    let mut terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(160, 50)).unwrap();
    terminal.draw(|frame| frame.render_widget(&app, frame.area())).unwrap();
    for cell in terminal.backend().buffer().content() {
        assert!(!cell.symbol().contains(is_hidden), "{:?}", cell.symbol());
        assert!(
            cell.symbol().chars().count() <= 1 + tetralith_core::text::MOST_MARKS,
            "{:?}",
            cell.symbol()
        );
    }
    let text: String =
        terminal.backend().buffer().content().iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(text.contains("[2J"), "the harmless rest is shown:\n{text}");
    assert_eq!(entries(dir.path()), ["evil.json"]);
}

/// The written form of such a record can be read on a terminal, and means the same.
#[test]
fn texts_of_records_are_written_harmlessly() {
    let dir = tempfile::tempdir().unwrap();
    let evil = serde_json::to_string(EVIL).unwrap();
    let more = format!(
        r#","result":{{"winner":"red","reason":"resignation"}},{evil}:[{evil},{{{evil}:1}}]}}"#
    );
    let text = evil_texts().strip_suffix('}').unwrap().replace(":5}", ":9}") + &more;
    let [ours, club] = ["ours.json", "club.json"].map(|name| dir.path().join(name));
    fs::write(&ours, &text).unwrap();
    let convert = |from: &Path, to: &str| {
        let run = Command::new(env!("CARGO_BIN_EXE_tetralith"))
            .args(["convert", from.to_str().unwrap(), "-", "--to", to])
            .output()
            .unwrap();
        let [out, err] = [run.stdout, run.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert!(run.status.success(), "{err}");
        for (name, said) in [("standard output", &out), ("standard error", &err)] {
            assert!(!said.contains(|c: char| c != '\n' && is_hidden(c)), "{to}, {name}: {said:?}");
        }
        out
    };
    let written = convert(&ours, "tetralith");
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let (before, after) = (json(&text), json(&written));
    for key in ["players", "event", "comment", "moves", "date", "result", EVIL] {
        assert_eq!(after[key], before[key], "{key:?}");
    }
    fs::write(&club, convert(&ours, "abstract-play")).unwrap();
    assert_eq!(json(&convert(&club, "tetralith"))["players"]["red"]["name"], EVIL);
    assert_eq!(json(&convert(&club, "abstract-play"))["header"]["event"], EVIL);
}

fn entries(dir: &Path) -> Vec<String> {
    fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect()
}
