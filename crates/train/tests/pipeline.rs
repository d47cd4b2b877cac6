//! The whole way from games to weights, by the program, on a tiny board.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tetralith_arena::PlayerSpec;
use tetralith_train::read_tuned;

/// Games on a tiny board that the program played, so that the later steps do not wait for the first.
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sample.jsonl");

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetralith-train")).args(arguments).output().expect("the program starts")
}

/// Runs what must succeed and returns what it writes.
fn done(arguments: &[&str]) -> String {
    let output = run(arguments);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).expect("it writes text")
}

/// Runs what must fail and returns the sentence it says.
fn failed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    String::from_utf8(output.stderr).expect("it writes text")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of letters")
}

#[test]
fn games_become_weights_that_foretell_choices_better_than_none() {
    let dir = tempfile::tempdir().expect("a directory");
    let at = |name: &str| -> PathBuf { dir.path().join(name) };
    let (weights, prior) = (at("weights.json"), at("greylox.prior"));
    done(&["fit", SAMPLE, "--epochs", "6", "--out", text(&weights)]);
    let told = done(&["check", text(&weights), SAMPLE]);
    let figure = |word: &str| -> f64 {
        let (_, rest) = told.split_once(word).unwrap_or_else(|| panic!("{told}"));
        rest.trim_start()
            .split([' ', ')'])
            .next()
            .and_then(|text| text.parse().ok())
            .unwrap_or_else(|| panic!("{told}"))
    };
    assert!(figure("loss") < figure("without weights") - 0.1, "{told}");
    done(&["export", text(&weights), "--out", text(&prior)]);
    let bytes = fs::read(&prior).expect("the file was written");
    assert!(bytes.starts_with(b"tetprior") && bytes.len() <= 64 << 10, "{} bytes", bytes.len());
    fs::write(&weights, "{}").expect("it can be written");
    assert!(failed(&["export", text(&weights), "--out", text(&prior)]).contains("no file of weights"));
}

#[test]
fn data_goes_on_where_it_was_cut_off_and_shards_make_the_whole() {
    let dir = tempfile::tempdir().expect("a directory");
    let at = |name: &str| dir.path().join(name);
    let play = |games: &str, shard: &str, out: &Path| {
        let plan =
            ["data", "greylox", "--size", "2", "--sims", "20", "--seed", "3", "--games", games, "--shard", shard];
        done(&[&plan[..], &["--out", text(out)]].concat());
        fs::read_to_string(out).expect("the file was written")
    };
    let whole = play("4", "0/1", &at("whole"));
    assert_eq!(whole.lines().count(), 4);
    let cut = at("cut");
    fs::write(&cut, &whole[..whole.len() - 9]).expect("it can be written");
    assert_eq!(play("4", "0/1", &cut), whole);
    assert_eq!(play("4", "0/1", &cut), whole, "there is nothing left to play");
    let mut parts: Vec<String> = ["0/2", "1/2"].map(|shard| play("4", shard, &at(&shard[..1]))).into();
    parts = parts.iter().flat_map(|part| part.lines().map(str::to_owned)).collect();
    parts.sort();
    let mut lines: Vec<&str> = whole.lines().collect();
    lines.sort_unstable();
    assert_eq!(parts, lines);
}

#[test]
fn what_is_wrong_with_games_is_said_with_its_place() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("games");
    let sample = fs::read_to_string(SAMPLE).expect("the sample is there");
    let told = |text_of: String| {
        fs::write(&file, text_of).expect("it can be written");
        failed(&["fit", text(&file), "--out", text(&dir.path().join("out"))])
    };
    assert!(told(format!("{sample}nonsense\n")).contains(&format!("line {} is no game", sample.lines().count() + 1)));
    assert!(told(String::new()).contains("nothing to fit to"));
    assert!(told(sample.replace("greylox", "chess")).contains("no game 'chess'"));
    assert!(told(sample.replace("greylox", "necklace")).contains("necklace lists no features"));
    let first = sample.lines().next().expect("a game");
    assert!(told(first.replacen("\"moves\":[\"", "\"moves\":[\"z9\",\"", 1)).contains("step 1"), "{first}");
}

#[test]
fn tuning_goes_on_where_it_was_cut_off_and_says_what_the_numbers_came_to() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("path");
    let plan = |seed: &str, numbers: &str, run: &dyn Fn(&[&str]) -> String| {
        run(&[
            "tune",
            "greylox",
            "--size",
            "2,3",
            "--sims",
            "4,8",
            "--pairs",
            "6",
            "--seed",
            seed,
            "--numbers",
            numbers,
            "--out",
            text(&path),
        ])
    };
    let told = plan("1", "exploration,hints", &done);
    let numbers: Vec<_> = told.trim_end().split(',').filter_map(|part| part.split_once('=')).collect();
    assert!(matches!(numbers[..], [("exploration", _), ("hints", _)]), "{told}");
    assert!(numbers.iter().all(|(_, value)| value.parse::<f64>().is_ok_and(|value| value > 0.0)), "{told}");
    let whole = fs::read_to_string(&path).expect("the file was written");
    let played: Vec<_> = read_tuned(&whole).expect("it is a path").iter().map(|line| (line.size, line.sims)).collect();
    assert_eq!(played, [(2, 4), (3, 4), (2, 8), (3, 8), (2, 4), (3, 4)]);
    // Also cut off in the middle of a number.
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
    let line = &whole[ends[2]..ends[3]];
    for end in [1, 20, line.find('-').expect("one is moved down") + 1, line.rfind('.').expect("a fraction") + 1] {
        fs::write(&path, &whole[..ends[2] + end]).expect("it can be written");
        assert_eq!(plan("1", "exploration,hints", &done), told);
        assert_eq!(fs::read_to_string(&path).expect("the file was written"), whole);
    }
    assert!(plan("2", "exploration,hints", &failed).contains("line 1 is of another tuning"));
    assert!(plan("1", "hints", &failed).contains("line 1 is of another tuning"));
    assert!(plan("1", "speed", &failed).contains("no number of a search is called \"speed\"; there are exploration"));
    fs::write(&path, "{}\n").expect("it can be written");
    assert!(plan("1", "hints", &failed).contains("line 1 is no iteration"));
}

#[test]
fn all_numbers_are_tuned_as_far_as_a_search_plays_with_them() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("path");
    let told = done(&["tune", "greylox", "--size", "2", "--sims", "4", "--pairs", "4", "--out", text(&path)]);
    let player = format!("sims=4,{}", told.trim_end());
    assert!(told.contains("tables=") && told.contains("window="), "{told}");
    PlayerSpec::parse(&player).unwrap_or_else(|fault| panic!("{player}: {fault}"));
}

#[test]
fn another_file_named_by_mistake_stays_as_it_is() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("file");
    let data: &[&str] = &["data", "greylox", "--size", "2", "--sims", "20", "--games", "2"];
    let tune: &[&str] = &["tune", "greylox", "--size", "2", "--sims", "4", "--pairs", "2"];
    let book: &[&str] = &["book", "greylox", "--sims", "20", "--positions", "1"];
    for (command, content) in [
        (data, "{\"game\":\"greylox\",\"weights\":[]}"),
        (data, "my diary, one line"),
        (tune, "line one\nprecious text"),
        (book, "precious text"),
        (book, "line one\nprecious text"),
    ] {
        fs::write(&path, content).expect("it can be written");
        failed(&[command, &["--out", text(&path)]].concat());
        assert_eq!(fs::read_to_string(&path).expect("it is there"), content, "{command:?}");
    }
}

#[test]
fn games_of_another_plan_are_not_taken_for_those_that_are_wanted() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("games");
    let plan = |game: &'static str, size: &'static str, sims: &'static str, seed: &'static str| {
        ["data", game, "--size", size, "--sims", sims, "--seed", seed, "--games", "1", "--out", text(&path)]
    };
    done(&plan("greylox", "2", "20", "1"));
    let before = fs::read(&path).expect("it was written");
    for other in
        [plan("multiplicity", "2", "20", "2"), plan("greylox", "3", "20", "1"), plan("greylox", "2", "30", "1")]
    {
        assert!(failed(&other).contains("line 1 is of another game, or of the same seed"), "{other:?}");
        assert_eq!(fs::read(&path).expect("it is there"), before);
    }
    done(&plan("greylox", "2", "30", "2"));
    assert_eq!(fs::read_to_string(&path).expect("it is there").lines().count(), 2);
}
