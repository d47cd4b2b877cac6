//! The pages show what the program shows: screens, keys, settings, themes and levels are made here
//! and compared.
//!
//! After a change of any of them, `TETRALITH_UPDATE=1 cargo test --test it docs` writes them again.

mod calibration;
mod reports;
mod solved;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::support::{Screen, mono};
use serde_json::Value;
use tetralith::keymap::{Context, HelpLine, Keymap};
use tetralith::program::Start;
use tetralith::theme::{PALETTES, Theme};
use tetralith_core::games::INFOS;
use tetralith_engine::{Effort, Level};
use tetralith_storage as storage;

const BEGIN: &str = "<!-- made by tests/it/docs.rs: ";
const END: &str = "<!-- end -->";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[allow(clippy::large_types_passed_by_value, reason = "a theme is made for each frame")]
fn sample(game: &str, turn: u32, size: (u16, u16), theme: Theme) -> Screen {
    let path = root().join(format!("assets/games/{game}.json"));
    let mut loaded = storage::load(&path, None).unwrap();
    loaded.path = PathBuf::from(format!("{game}.json"));
    let start = Start::Replay { loaded: Box::new(loaded), turn: Some(turn) };
    Screen::new(start, size, theme)
}

/// The text between a marker with `what` and the end marker.
fn made(what: &str) -> String {
    let words: Vec<&str> = what.split(' ').collect();
    match words[..] {
        ["crates"] => fenced(&crate::architecture::picture_of_crates()),
        ["keys"] => keys(),
        ["levels"] => levels(),
        ["ladders"] => ladders(),
        ["ratings"] => ratings(),
        ["calibration"] => calibration::table(&root().join("crates/study/assets/calibration")),
        ["solved"] => solved::boards(&root().join("assets/solved")),
        ["reports"] => reports::builds(&root().join("docs/lab/reports")),
        ["settings"] => format!("```toml\n{}```\n", tetralith::settings::sample_settings()),
        ["themes"] => themes(),
        ["home"] => fenced(&Screen::new(Start::Home, (80, 24), mono()).text()),
        ["screen", game, "turn", turn] => {
            fenced(&sample(game, turn.parse().unwrap(), (80, 24), mono()).text())
        }
        _ => panic!("nothing makes '{what}'"),
    }
}

fn fenced(text: &str) -> String {
    format!("```text\n{}\n```\n", text.trim_end())
}

/// Every theme by the name that settings give it.
fn themes() -> String {
    let mut text = String::new();
    for palette in PALETTES.iter() {
        let _ = writeln!(text, "- `{}`", palette.id);
    }
    text
}

/// The keys of each part of the program, a table each.
fn keys() -> String {
    let (mut text, keymap) = (String::new(), Keymap::default());
    for context in Context::ALL {
        let _ = write!(text, "\n## {}\n\n| keys | what they do |\n|---|---|\n", context.title());
        for HelpLine { keys, what, .. } in keymap.help_in(context, false) {
            let named = |keys: &Vec<String>| format!("`{}`", keys.join("` `"));
            let keys = keys.iter().map(named).collect::<Vec<_>>().join(" / ");
            let _ = writeln!(text, "| {} | {what} |", keys.replace('|', "\\|"));
        }
    }
    text
}

/// The rung of the level called `id`, if it has one.
fn rung_of(id: &str) -> Option<usize> {
    match Level::from_id(id)?.effort {
        Effort::Rung(rung) => Some(rung),
        _ => None,
    }
}

/// The rating of each level above the one before it, and in how many games, by the arena from the
/// results it kept.
fn levels() -> String {
    // Perfect play is not rated but proven.
    let ids: Vec<&str> =
        Level::ALL.iter().filter(|level| !level.is_exact).map(|level| level.id).collect();
    let mut text = String::from("| Elo above the level before |");
    let mut columns = Vec::new();
    for info in INFOS {
        let _ = write!(text, " {} |", info.title);
        let file = root().join(format!("assets/arena/{}.jsonl", info.id));
        let file = file.to_str().unwrap();
        let words = [&[info.id, "--games", "0", "--json", "--out", file], &ids[..]].concat();
        let out = crate::laboratory::arena(&words).unwrap();
        let pairings: Vec<Value> =
            out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        columns.push(pairings);
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(INFOS.len()));
    let met = |pairings: &[Value], pair: &[&str]| {
        let of = |pairing: &&Value| pairing["a"] == pair[0] && pairing["b"] == pair[1];
        pairings.iter().find(of).expect("the arena rates every pairing").clone()
    };
    // The strongest, which takes its time over every step, has met the one before it in fewer
    // games, or in none.
    let is_repeatable = |pair: &[&str]| Level::from_id(pair[1]).is_some_and(Level::is_repeatable);
    let (fixed, timed): (Vec<&[&str]>, Vec<&[&str]>) =
        ids.windows(2).partition(|pair| is_repeatable(pair));
    for (title, pairs) in [("games for each", fixed), ("games of the strongest", timed)] {
        let none =
            |pair: &&[&str]| columns.iter().all(|pairings| met(pairings, pair)["games"] == 0);
        if title != "games for each" && pairs.iter().all(none) {
            continue;
        }
        let _ = write!(text, "| {title} |");
        for pairings in &columns {
            let games = pairs.iter().map(|pair| met(pairings, pair)["games"].as_u64().unwrap());
            let (least, most) = (games.clone().min().unwrap(), games.max().unwrap());
            assert!(least > 0 || title != "games for each", "every level has met the one before");
            let games =
                if least == most { least.to_string() } else { format!("{least} to {most}") };
            let _ = write!(text, " {games} |");
        }
        text.push('\n');
        for pair in pairs {
            let _ = write!(text, "| {} |", pair[1]);
            for (info, pairings) in INFOS.iter().zip(&columns) {
                let pairing = met(pairings, pair);
                if pairing["games"] == 0 {
                    text.push_str(" – |");
                    continue;
                }
                // The program counts by the same figures.
                let ladder = tetralith_core::games::ladder(info);
                let elo = rung_of(pair[1]).map_or(ladder.timed_elo, |rung| ladder.elo[rung]);
                assert_eq!(pairing["elo"].as_f64().map(|elo| -elo.round()), Some(elo.into()));
                // The arena reports what the weaker one is worth; the table turns it round.
                let bound = |key: &str, none: &str| {
                    pairing[key].as_f64().map_or(none.to_owned(), |elo| format!("{:+.0}", -elo))
                };
                let _ = write!(
                    text,
                    " {} [{}, {}] |",
                    bound("elo", ""),
                    bound("high", "−∞"),
                    bound("low", "∞")
                );
            }
            text.push('\n');
        }
    }
    text
}

/// The Elo of each level whose strength does not depend on the machine.
fn ratings() -> String {
    let mut text = String::from("| level |");
    for info in INFOS {
        let _ = write!(text, " {} |", info.title);
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(INFOS.len()));
    for level in Level::ALL.iter().filter(|level| level.is_repeatable()) {
        let _ = write!(text, "| {} |", level.title);
        for info in INFOS {
            let _ = write!(text, " {:.0} |", level.elo(info).unwrap());
        }
        text.push('\n');
    }
    text
}

/// The effort of each level that has a rung in each game.
fn ladders() -> String {
    let mut text = String::from("| level |");
    for info in INFOS {
        let _ = write!(text, " {} |", info.title);
    }
    let _ = writeln!(text, "\n|---|{}", "---|".repeat(INFOS.len()));
    for level in &Level::ALL {
        let Effort::Rung(rung) = level.effort else { continue };
        let _ = write!(text, "| {} |", level.title);
        for info in INFOS {
            let rung = tetralith_core::games::ladder(info).rungs[rung];
            let glances = format!(", {:.0} % at a glance", 100.0 * rung.glances);
            let _ = write!(
                text,
                " {}{} |",
                rung.simulations,
                if rung.glances > 0.0 { &glances } else { "" }
            );
        }
        text.push('\n');
    }
    text
}

/// A page with everything that is made here made again.
fn renewed(page: &str) -> (String, usize) {
    let mut text = String::new();
    let mut rest = page;
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

/// The folders of the repository that have pages.
const PAGES: [&str; 6] =
    ["", "docs", "docs/lab", "docs/lab/cluster", "docs/lab/grid", "docs/lab/reports"];

/// Every page of the repository.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = PAGES
        .map(|dir| root().join(dir))
        .iter()
        .flat_map(|dir| fs::read_dir(dir).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    pages
}

fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string()
}

/// Compares a file with what it should hold, or writes it when asked to.
fn settle(path: &Path, wanted: &str) {
    let found = fs::read_to_string(path).unwrap_or_default();
    if found == wanted {
        return;
    }
    if env::var_os("TETRALITH_UPDATE").is_some() {
        fs::write(path, wanted).unwrap();
        return;
    }
    let name = name(path);
    match found.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted) {
        Some((found, wanted)) => panic!("{name} says\n{found}\nwhere the program shows\n{wanted}"),
        None => panic!("{name} has {} bytes where the program makes {}", found.len(), wanted.len()),
    }
}

#[test]
#[cfg_attr(tetralith_yavalath, ignore = "it shows the list of games as it is without a fifth")]
fn the_pages_show_what_the_program_shows() {
    let mut all = String::new();
    let mut made = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let (wanted, count) = renewed(&page);
        settle(&path, &wanted);
        made += count;
        all += &wanted;
    }
    for what in ["calibration", "home", "keys", "levels", "settings", "themes"] {
        assert!(all.contains(&format!("{BEGIN}{what} -->")), "the pages show {what}");
    }
    for info in INFOS {
        assert!(all.contains(&format!("screen {} turn", info.id)), "{} has its screen", info.id);
    }
    assert!(made >= INFOS.len() + 5);
}

#[test]
fn the_program_describes_its_games_as_the_reports_do() {
    let mut told = serde_json::Map::new();
    for info in INFOS {
        let path = root().join(format!("docs/lab/reports/{}.json", info.id));
        // A game that has just been added has no report yet.
        let Ok(text) = fs::read_to_string(path) else { continue };
        let report: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(report["game"], info.id);
        assert!(report["about"].as_array().is_some_and(|about| !about.is_empty()));
        told.insert(info.id.to_owned(), report["about"].clone());
    }
    let text = serde_json::to_string_pretty(&told).unwrap() + "\n";
    settle(&root().join("assets/reports/about.json"), &text);
}

#[test]
fn the_pictures_of_real_terminals_are_few_small_and_shown() {
    let text = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    let (readme, pages) = (text("README.md"), text("README.md") + &text("docs/playing.md"));
    let (mut pictures, mut animations) = (0, 0);
    for entry in fs::read_dir(root().join("docs/pictures")).unwrap() {
        let path = entry.unwrap().path();
        let (name, bytes) = (name(&path), fs::read(&path).unwrap());
        let (begin, most, count) = match path.extension().and_then(|ending| ending.to_str()) {
            None if name.ends_with("make") => continue,
            Some("png") => (&b"\x89PNG"[..], 150_000, &mut pictures),
            Some("gif") => (&b"GIF89a"[..], 1_500_000, &mut animations),
            _ => panic!("{name} is no picture"),
        };
        *count += 1;
        assert!(bytes.starts_with(begin), "{name} is not what its ending says");
        assert!(bytes.len() < most, "{name} has {} bytes", bytes.len());
        let file = path.file_name().unwrap().to_str().unwrap();
        assert!(pages.contains(&format!("pictures/{file})")), "no page shows {name}");
    }
    assert!(
        (1..=12).contains(&pictures) && animations == 1,
        "{pictures} pictures, {animations} animations"
    );
    let shown = |ending: &str| links(&readme).iter().filter(|link| link.ends_with(ending)).count();
    assert_eq!(
        (shown(".png"), shown(".gif")),
        (2, 1),
        "the README shows two of them and the animation"
    );
}

#[test]
fn the_readme_begins_with_the_two_commands_and_is_short() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let find =
        |text: &str| readme.find(text).unwrap_or_else(|| panic!("'{text}' is not in the README"));
    assert!(find("cargo run --release") < find("cargo test --workspace"));
    assert!(find("cargo test --workspace") < find("\n## "));
    assert!(readme.lines().count() <= 200, "the README has {} lines", readme.lines().count());
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(ci.contains("cargo test --workspace"), "the checks run the README's test command");
}

/// The anchors of a page's headings, as they are made where pages are shown: lower case, hyphens
/// for blanks.
fn anchors(page: &str) -> Vec<String> {
    let heading = |line: &str| {
        line.starts_with('#').then(|| line.trim_start_matches('#').trim().to_lowercase())
    };
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    page.lines()
        .filter_map(heading)
        .map(|title| title.chars().filter(kept).collect::<String>().replace(' ', "-"))
        .collect()
}

/// The targets of links and pictures, in Markdown and in HTML.
fn links(page: &str) -> Vec<&str> {
    let markdown = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let html = page.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    markdown.chain(html).collect()
}

#[test]
fn summary_of_the_site_has_every_page_once() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut listed: Vec<PathBuf> = links(&summary).iter().map(|link| docs.join(link)).collect();
    let mut found: Vec<PathBuf> =
        pages().into_iter().filter(|page| page.starts_with(&docs)).collect();
    found.retain(|page| !page.ends_with("SUMMARY.md"));
    listed.sort();
    found.sort();
    assert_eq!(listed, found);
}

#[test]
fn every_link_leads_somewhere() {
    let mut count = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        for link in links(&page).into_iter().filter(|link| !link.starts_with("https://")) {
            let (file, anchor) =
                link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
            let target =
                if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(target.exists(), "{} points at {link}", name(&path));
            if let Some(anchor) = anchor {
                let there = anchors(&fs::read_to_string(&target).unwrap());
                assert!(
                    there.iter().any(|known| known == anchor),
                    "{} points at {link}: {there:?}",
                    name(&path)
                );
            }
            count += 1;
        }
    }
    assert!(count > 30, "only {count} links were found");
}

#[test]
fn the_positions_of_their_page_are_read_as_they_are_written() {
    let page = fs::read_to_string(root().join("docs/positions.md")).unwrap();
    let block = page.split("```").nth(1).unwrap().trim_start_matches("text");
    let positions: Vec<&str> = block.lines().filter(|line| !line.is_empty()).collect();
    assert!(positions.len() >= 4);
    for text in positions {
        let position = tetralith_core::position_text::read(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(tetralith_core::position_text::write(&position), text);
    }
}
