//! Reports on games: every form, and games played in parts.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::common::{PROGRAM, Run, checked, run};
use serde_json::Value;
use tetralith_core::Record;
use tetralith_engine::CancelToken;
use tetralith_study::{Budgets, GameAnalysis, Job, cache};

/// A record of Abstract Play.
const CLUB: &str = include_str!("../../../../tests/it/data/club.json");

fn report(options: &[&str]) -> Run {
    let found = run(
        &[&["report", "necklace", "--size", "4", "--sims", "20", "--threads", "1"], options]
            .concat(),
        b"",
    );
    assert_eq!(found.status, 0, "{}", found.err);
    found
}

/// A report without games of its own, which may be refused.
fn none_played(options: &[&str]) -> Run {
    run(&[&["report", "necklace", "--size", "4", "--games", "0"], options].concat(), b"")
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_report_is_written_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let kept = path("games.jsonl");
    let printed = report(&["--games", "4", "--keep", text(&kept)]).out;
    for part in [
        "# Necklace on square 4",
        "## Balance",
        "sims=800,vary=6",
        "## First moves and the swap",
        "## The median game",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    assert_eq!(fs::read_to_string(&kept).unwrap().lines().count(), 12);
    // Nothing is played again.
    assert_eq!(report(&["--games", "4", "--keep", text(&kept)]).out, printed);
    let write = |name: &str| {
        report(&["--games", "0", "--in", text(&kept), "--out", text(&path(name))]);
        fs::read_to_string(path(name)).unwrap()
    };
    assert_eq!(write("report.txt"), printed);
    let page = write("report.md");
    assert!(page.contains("](report-swap.svg)"), "{page}");
    for picture in ["balance", "branching", "opening", "holding", "swap"] {
        let svg = fs::read_to_string(path(&format!("report-{picture}.svg"))).unwrap();
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{picture}");
    }
    assert!(write("report.html").matches("<svg ").count() == 5);
    let figures: Value = serde_json::from_str(&write("report.json")).unwrap();
    assert_eq!(
        (&figures["game"], &figures["figures"][0]["games"]),
        (&"necklace".into(), &4.into())
    );
    assert_eq!(figures["first_moves"].as_array().unwrap().len(), 16);
    let example = figures["figures"][0]["examples"][0]["record"].as_str().unwrap();
    fs::write(path("example.json"), example).unwrap();
    assert_eq!(checked(&path("example.json"))["over"], true);
    // A record is a game like others, and one that is not finished is refused.
    let records = report(&["--games", "0", "--in", text(&path("example.json"))]).out;
    assert!(records.contains("| analysed records |     1 |"), "{records}");
    fs::write(
        path("half.json"),
        r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":4},"moves":["b2"]}"#,
    )
    .unwrap();
    let half = none_played(&["--in", text(&path("half.json"))]);
    assert!(half.status == 1 && half.err.contains("the game is not finished"), "{}", half.err);
    let again = none_played(&["--out", text(&path("report.md"))]);
    assert_eq!(again.status, 1, "{}", again.err);
    assert!(again.err.contains("--force"), "{}", again.err);
    // Nor is a picture replaced that belongs to no page, and no half of one is written.
    fs::remove_file(path("report.md")).unwrap();
    let again = none_played(&["--out", text(&path("report.md"))]);
    assert!(again.status == 1 && again.err.contains("report-balance.svg"), "{}", again.err);
    assert!(!path("report.md").exists());
}

/// Writes the record `from` with an analysis of its moves to `to`.
fn analyse(from: &Path, to: &Path) {
    let (mut record, mut timeline) = Record::read(&fs::read(from).unwrap()).unwrap();
    let (mut analysis, _) = GameAnalysis::of(&record, &timeline);
    let GameAnalysis { moments, findings, build } = &mut analysis;
    let job = Job { budgets: Budgets::equal(100), threads: 1, seed: 0, build };
    job.run(moments, findings, &CancelToken::new(), &mut |_| {}).unwrap();
    cache::write(&mut record, &mut timeline, moments, findings);
    fs::write(to, record.write(&timeline).unwrap()).unwrap();
}

#[test]
fn analysed_records_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let moves = r#""moves":["b2","b3","c2","c3","d2","a2","d3","a1","c1"]"#;
    let end = r#""result":{"winner":"red","reason":"resignation"}"#;
    let record = format!(
        r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":4}},{end},{moves}}}"#
    );
    fs::write(path("plain.json"), record).unwrap();
    let analysed = path("analysed.json");
    analyse(&path("plain.json"), &analysed);
    let of = |file: &Path| report(&["--games", "0", "--in", text(file)]).out;
    let (plain, analysed) = (of(&path("plain.json")), of(&analysed));
    assert!(!plain.contains("lead changes a game"), "{plain}");
    assert!(analysed.contains("lead changes a game"), "{analysed}");
    // One that is ignored is reported.
    let newer = path("newer.json");
    let analysed = fs::read_to_string(path("analysed.json")).unwrap();
    fs::write(
        &newer,
        analysed.replace(r#""analysis": {"version":1}"#, r#""analysis": {"version":2}"#),
    )
    .unwrap();
    let output = report(&["--games", "0", "--in", text(&newer)]);
    assert!(
        output.err.contains("newer.json: the analysis in this record has version 2"),
        "{}",
        output.err
    );
    assert!(
        output.err.starts_with("note: ") && !output.out.contains("lead changes a game"),
        "{} {}",
        output.err,
        output.out
    );
}

#[test]
fn file_names_in_any_case_and_club_records_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("CLUB.JSON"), CLUB).unwrap();
    let found = run(
        &[
            "report",
            "plurality",
            "--games",
            "0",
            "--in",
            &path("CLUB.JSON"),
            "--out",
            &path("R.HTML"),
        ],
        b"",
    );
    assert_eq!((found.status, found.err.as_str()), (0, ""));
    let page = fs::read_to_string(path("R.HTML")).unwrap();
    assert!(page.contains("<html") && page.contains("analysed records"), "{page}");
    report(&["--games", "2", "--level", "novice", "--out", &path("G.JSONL")]);
    let games = fs::read_to_string(path("G.JSONL")).unwrap();
    assert_eq!(games.lines().count(), 2);
    // Results of the arena are no record.
    let made = run(
        &["puzzles", "make", "necklace", "--in", &path("G.JSONL"), "--sims", "0", "--count", "1"],
        b"",
    );
    assert_eq!(made.status, 0, "{}", made.err);
}

#[test]
fn parts_of_the_games_make_the_report_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for part in ["0", "1", "2"] {
        let shard = format!("{part}/3");
        report(&[
            "--games",
            "6",
            "--level",
            "beginner",
            "--shard",
            &shard,
            "--out",
            text(&path(&format!("{part}.jsonl"))),
        ]);
    }
    let parts = ["0.jsonl", "1.jsonl", "2.jsonl"].map(path);
    let [a, b, c] = parts.each_ref().map(|path| text(path));
    assert_eq!(run(&["merge", a, b, c, "--out", text(&path("all.jsonl"))], b"").status, 0);
    report(&["--games", "6", "--level", "beginner", "--out", text(&path("whole.jsonl"))]);
    assert_eq!(
        fs::read_to_string(path("all.jsonl")).unwrap(),
        fs::read_to_string(path("whole.jsonl")).unwrap()
    );
    let of = |name: &str| report(&["--games", "0", "--in", text(&path(name))]).out;
    assert_eq!(of("all.jsonl"), of("whole.jsonl"));
    assert_eq!(report(&["--games", "6", "--level", "beginner"]).out, of("whole.jsonl"));
}

#[test]
fn exact_values_and_other_options_are_on_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let line = |game: &str| {
        format!(
            r#"{{"game":"{game}","options":{{"size":3}},"proved":true,"winner":"red","score":null,"best":["b2"],"nodes":77,"seconds":0.1}}"#
        )
    };
    fs::write(path("solved"), format!("{}\n{}\n", line("necklace"), line("greylox"))).unwrap();
    let kept = path("games.jsonl");
    report(&["--games", "2", "--level", "beginner", "--keep", text(&kept)]);
    let found = report(&[
        "--pie",
        "--games",
        "2",
        "--level",
        "beginner",
        "--in",
        text(&kept),
        "--solved",
        text(&path("solved")),
    ])
    .out;
    assert!(found.contains("## Solved boards") && found.matches(" 77 |").count() == 1, "{found}");
    assert!(found.contains("## Other options") && found.contains("| square 4 pie "), "{found}");
    let whole = line("necklace");
    let with = |more: &str| whole.replacen('{', &format!("{{{more},"), 1);
    for (content, says) in [
        ("nonsense\n".to_owned(), "line 1 is not a result of 'tetralith-lab solve --json'"),
        (format!("{whole}\n{}\n", with(r#""from":["b2"]"#)), "line 2 is the value of a position;"),
        (
            with(r#""position":"necklace size=3 3/1b1/3 red","from":[]"#),
            "line 1 is the value of a position;",
        ),
    ] {
        fs::write(path("solved"), content).unwrap();
        let wrong = none_played(&["--solved", text(&path("solved"))]);
        assert_eq!(wrong.status, 1);
        assert!(wrong.err.contains(says), "{}", wrong.err);
    }
    fs::write(path("solved"), with(r#""from":[]"#)).unwrap();
    assert_eq!(none_played(&["--solved", text(&path("solved"))]).status, 0);
}

#[test]
fn games_of_a_level_begin_differently_and_are_counted_once() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("games.jsonl");
    let page = report(&["--games", "10", "--level", "easy", "--keep", text(&kept)]).out;
    let games = fs::read_to_string(&kept).unwrap();
    let games: Vec<Value> = games.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 10);
    let openings: HashSet<String> = games
        .iter()
        .map(|game| game["moves"].as_array().unwrap()[..4].iter().map(Value::to_string).collect())
        .collect();
    assert_eq!(openings.len(), 5, "{openings:?}");
    let different: HashSet<String> = games.iter().map(|game| game["moves"].to_string()).collect();
    assert!(page.contains(&format!("| easy    | {:>5} |", different.len())), "{page}");
    assert_eq!(page.contains("left out"), different.len() < 10, "{page}");
    assert!(
        page.contains("They started from arena openings") && !page.contains("by visits"),
        "{page}"
    );
    // A level may have a style.
    report(&["--games", "1", "--level", "learner-solid"]);
}

#[test]
fn impossible_reports_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let refused = |options: &[&str], status: i32, output: &str| {
        let found =
            run(&[&["report", "necklace", "--size", "4", "--games", "2"], options].concat(), b"");
        assert_eq!(found.status, status, "{}", found.err);
        assert!(found.err.contains(output), "{}", found.err);
    };
    refused(&["--out", text(&path("report.doc"))], 2, "unknown format");
    refused(&["--shard", "0/2", "--out", text(&path("report.md"))], 2, "is not a report yet");
    refused(&["--shard", "2/2", "--out", text(&path("part.jsonl"))], 2, "such as 0/4");
    refused(&["--in", text(&path("nothing"))], 1, "nothing");
    let line = r#"{"game":"necklace","options":"square 4","a":"x","b":"y","seed":1,"number":0,"a_first":true,"points":1.0,"steps":1,"reason":null,"moves":["z9"]}"#;
    // Another game of the same match, then two that cannot be played.
    let game = |number: u32, step: &str| {
        let numbered = line.replace("\"number\":0", &format!("\"number\":{number}"));
        numbered.replace("z9", step) + "\n"
    };
    let wrong = [game(0, "a1"), game(2, "z9"), game(4, "z8")].concat();
    fs::write(path("wrong.jsonl"), &wrong).unwrap();
    let says = "wrong.jsonl: line 2: move 1, 'z9', cannot be played";
    refused(&["--in", text(&path("wrong.jsonl"))], 1, says);
    refused(&["--keep", text(&path("wrong.jsonl"))], 1, says);
    assert_eq!(fs::read_to_string(path("wrong.jsonl")).unwrap(), wrong);
    let shown = run(&["bench", "shown", text(&path("wrong.jsonl"))], b"");
    assert!(shown.status == 1 && shown.err.contains(says), "{}", shown.err);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn inputs_that_give_nothing_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("plurality.json"), CLUB).unwrap();
    let found = none_played(&["--in", text(&path("plurality.json"))]);
    assert_eq!((found.status, found.out.as_str()), (1, ""));
    assert_eq!(found.err, "error: none of the games in --in is one of Necklace\n");
    let solved = |game: &str, proved: bool| {
        let line = format!(
            r#"{{"game":"{game}","options":{{"size":3}},"proved":{proved},"winner":"red"}}"#
        );
        fs::write(path("solved"), line).unwrap();
        none_played(&["--solved", text(&path("solved"))])
    };
    for found in [solved("greylox", true), solved("necklace", false)] {
        let says = "solved: it has no proven value of Necklace";
        assert!(found.status == 1 && found.err.contains(says), "{}", found.err);
    }
    assert_eq!(solved("necklace", true).status, 0);
}

#[test]
fn records_are_counted_once_and_never_replaced_by_their_report() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("club.json");
    fs::write(&record, CLUB).unwrap();
    let again = folder.path().join(".").join("club.json");
    let with = |options: &[&str]| {
        let args = ["report", "plurality", "--komi", "12", "--games", "0", "--in"];
        let args = [&args[..], &[text(&record)]].concat();
        run(&[&args[..], options].concat(), b"")
    };
    assert!(with(&[text(&again)]).out.contains("In 1 recorded game "), "{}", with(&[]).out);
    for out in [&record, &again] {
        let found = with(&["--out", text(out), "--force"]);
        let says = "is an input, so it cannot be the output; name another file";
        assert!(found.status == 1 && found.err.contains(says), "{}", found.err);
        assert_eq!(fs::read_to_string(&record).unwrap(), CLUB);
    }
}

#[test]
fn pictures_of_a_page_with_any_name_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("my report (1).md");
    report(&["--games", "2", "--level", "novice", "--out", text(&page)]);
    let written = fs::read_to_string(&page).unwrap();
    assert!(written.contains("](my%20report%20%281%29-opening.svg)"), "{written}");
    assert!(folder.path().join("my report (1)-opening.svg").exists());
}

#[test]
fn unwritable_outputs_are_refused_before_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("there.md"), "").unwrap();
    for (options, status, wanted) in [
        (vec!["--out", "there.md"], 1, "already exists"),
        (vec!["--out", "b.jsonl", "--keep", "a.jsonl"], 2, "leave out --keep and --in"),
        (vec!["--out", "b.jsonl", "--in", "a.jsonl"], 2, "leave out --keep and --in"),
        (vec!["--out", "no/r.html"], 1, "cannot write r.html: there is no directory"),
        (vec!["--out", "no/r.md"], 1, "cannot write r.md: there is no directory"),
    ] {
        let options: Vec<String> = options
            .iter()
            .map(|word| if word.contains('.') { path(word) } else { (*word).to_owned() })
            .collect();
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let found =
            run(&[&["report", "necklace", "--games", "100000"], &options[..]].concat(), b"");
        assert!(
            found.status == status && found.err.contains(wanted),
            "{options:?}: {} {}",
            found.status,
            found.err
        );
    }
    let bad = path("bad.jsonl");
    fs::write(&bad, "no opening\n").unwrap();
    let found = run(&["openings", "necklace", "--count", "10000", "--out", &bad], b"");
    assert!(found.status == 1 && found.err.contains("line 1"), "{}", found.err);
    let found =
        run(&["openings", "necklace", "--count", "10000", "--out", &path("no/o.jsonl")], b"");
    assert!(
        found.status == 1 && found.err.contains("cannot write o.jsonl: there is no directory"),
        "{}",
        found.err
    );
}

#[test]
#[cfg(target_os = "linux")]
fn no_game_is_played_without_a_writable_file() {
    for name in ["r.html", "r.md"] {
        let out = format!("/proc/{name}");
        let found = run(&["report", "necklace", "--games", "100000", "--out", &out], b"");
        assert!(
            found.status == 1 && found.err.contains(&format!("cannot write {out}")),
            "{}",
            found.err
        );
    }
    let found = run(&["openings", "necklace", "--count", "10000", "--out", "/proc/o.jsonl"], b"");
    assert!(found.status == 1 && found.err.contains("cannot write /proc/o.jsonl"), "{}", found.err);
}

#[test]
fn a_part_with_no_games_has_a_file_that_can_be_joined() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let parts = ["0/3", "1/3", "2/3"].map(|shard| {
        let part = path(&format!("{}.jsonl", shard.replace('/', "-")));
        report(&["--level", "novice", "--games", "4", "--shard", shard, "--out", &part]);
        part
    });
    // Pairs of games are 0 and 1, and so there is none for the last part.
    assert_eq!(fs::read(&parts[2]).unwrap(), b"");
    let [a, b, c] = &parts;
    let merged = run(&["merge", c, b, a, "--out", &path("all.jsonl")], b"");
    assert_eq!((merged.status, merged.err.as_str()), (0, ""));
    assert!(merged.out.starts_with("4 games of 3 files"), "{}", merged.out);
    let joined = report(&["--games", "0", "--in", &path("all.jsonl")]).out;
    assert!(joined.contains("# Necklace on square 4"), "{joined}");
}

/// The message of a report with `args` that plays without end, when it is asked to end once
/// `is_begun`.
#[cfg(target_os = "linux")]
fn said_when_asked_to_end(args: &[&str], is_begun: impl Fn() -> bool) -> String {
    let endless = [
        "report",
        "necklace",
        "--size",
        "3",
        "--level",
        "novice",
        "--games",
        "1000000",
        "--threads",
        "1",
    ];
    let mut child = std::process::Command::new(PROGRAM)
        .args(endless)
        .args(args)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    while !is_begun() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::yield_now();
    }
    rustix::process::kill_process(
        rustix::process::Pid::from_child(&child),
        rustix::process::Signal::TERM,
    )
    .unwrap();
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(75), "{said}");
    said
}

#[cfg(target_os = "linux")]
#[test]
fn reports_with_kept_games_offer_to_continue() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let is_begun = || fs::read_to_string(&file).unwrap_or_default().lines().next().is_some();
    let said = said_when_asked_to_end(&["--out", text(&file)], is_begun);
    assert!(
        said.contains("; the same command plays the rest") && !said.contains("--keep"),
        "{said}"
    );
    // Games of another seed are none of this command's.
    let of_seed = || {
        let there = fs::read_to_string(&file).unwrap();
        there.lines().filter(|line| line.contains("\"seed\":2,")).count()
    };
    let said = said_when_asked_to_end(&["--seed", "2", "--out", text(&file)], || of_seed() > 0);
    assert!(said.contains(&format!(": {} of 1000000 games", of_seed())), "{}: {said}", of_seed());
}

#[cfg(target_os = "linux")]
#[test]
fn games_are_not_promised_again_where_none_is_kept() {
    use std::io::{BufRead as _, BufReader, Read as _};

    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept.jsonl");
    for (keep, next) in [
        (vec![], "with --keep the games would not be lost"),
        (vec!["--keep", text(&kept)], "the same command searches them again"),
    ] {
        let mut child = std::process::Command::new(PROGRAM)
            .args(["report", "necklace", "--size", "4", "--level", "novice", "--games", "2"])
            .args(["--threads", "1", "--sims", "1000000000"])
            .args(&keep)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !line.starts_with("2 of 2 games") {
            line.clear();
            assert_ne!(said.read_line(&mut line).unwrap(), 0, "it ended by itself");
        }
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        line.clear();
        said.read_to_string(&mut line).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(75), "{line}");
        assert!(line.ends_with(&format!("0 of 16 first moves done; {next}\n")), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn games_that_were_handed_in_do_not_count_as_played() {
    let folder = tempfile::tempdir().unwrap();
    let [there, kept] = ["there.jsonl", "kept.jsonl"].map(|name| folder.path().join(name));
    report(&["--level", "beginner", "--games", "8", "--out", text(&there)]);
    let played = || fs::read_to_string(&kept).unwrap_or_default().lines().count();
    let said =
        said_when_asked_to_end(&["--in", text(&there), "--keep", text(&kept)], || played() > 0);
    assert!(
        said.contains(&format!(": {} of 1000000 games done;", played())),
        "{}: {said}",
        played()
    );
}

#[test]
fn first_moves_are_rated_by_games_from_each_kind() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept.jsonl");
    let args = ["--pie", "--games", "0", "--level", "beginner", "--first-games", "3"];
    let page = report(&[&args[..], &["--keep", text(&kept)]].concat());
    // Four kinds of the sixteen moves; an odd number is rounded up to whole pairs.
    let lines = fs::read_to_string(&kept).unwrap();
    assert_eq!(lines.lines().count(), 16);
    for alike in ["| a1 a4 d1 d4 |     4 |", "| b2 b3 c2 c3 |     4 |"] {
        assert!(page.out.contains(alike), "{}", page.out);
    }
    assert!(page.out.contains("By games from each first move, "), "{}", page.out);
    assert!(page.out.contains("16 games from first moves."), "{}", page.out);
    for (args, why) in [
        (&["greylox", "--games", "0"][..], "Greylox has no pie rule"),
        (&["necklace", "--games", "1", "--out", "x.jsonl"], "leave out --first-games"),
    ] {
        let refused = run(&[&["report"], args, &["--first-games", "2"]].concat(), b"");
        assert!(refused.status == 2 && refused.err.contains(why), "{}", refused.err);
    }
    // Nothing is played twice, and the pie rule makes no difference.
    let again = report(&[&args[..], &["--keep", text(&kept)]].concat());
    assert_eq!((&again.out, fs::read_to_string(&kept).unwrap()), (&page.out, lines));
    // Without the pie rule both kinds of games have the same board.
    let both = ["--games", "4", "--level", "beginner", "--first-games", "2", "--keep", text(&kept)];
    assert_eq!(report(&both).out, report(&both).out);
    let figures: Value = serde_json::from_str(&{
        let path = folder.path().join("report.json");
        report(&[&args[..], &["--keep", text(&kept), "--out", text(&path)]].concat());
        fs::read_to_string(path).unwrap()
    })
    .unwrap();
    let moves = figures["first_moves"].as_array().unwrap();
    assert_eq!(moves.len(), 16);
    let share = |name: &str| {
        let found = moves.iter().find(|found| found["step"] == name).unwrap();
        (found["chance"].as_f64(), found["games"]["number"].as_u64())
    };
    assert_eq!(share("a1"), share("d4"));
    assert_eq!(share("b2").1, Some(4));
}
