//! The whole way from games to weights, by the program, on a tiny board.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::PROGRAM;
use tetralith_files::hold;
use tetralith_lab::arena::PlayerSpec;
use tetralith_lab::train::{Model, read_games, read_tuned, samples};

/// Games on a tiny board that the program played, so that the later steps do not wait for the
/// first.
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sample.jsonl");

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).arg("train").args(arguments).output().expect("the program starts")
}

/// Runs what must succeed and returns what it writes.
fn done(arguments: &[&str]) -> String {
    let output = run(arguments);
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {printed}");
    String::from_utf8(output.stdout).expect("it writes text")
}

/// Runs what must fail and returns the sentence it prints.
fn failed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    String::from_utf8(output.stderr).expect("it writes text")
}

/// Runs what the command line refuses and returns the sentence it prints.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
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
    let printed = done(&["check", text(&weights), SAMPLE]);
    let figure = |word: &str| -> f64 {
        let (_, rest) = printed.split_once(word).unwrap_or_else(|| panic!("{printed}"));
        rest.trim_start()
            .split([' ', ')'])
            .next()
            .and_then(|text| text.parse().ok())
            .unwrap_or_else(|| panic!("{printed}"))
    };
    assert!(figure("loss") < figure("without weights") - 0.1, "{printed}");
    done(&["export", text(&weights), "--out", text(&prior)]);
    let bytes = fs::read(&prior).expect("the file was written");
    assert!(bytes.starts_with(b"tetprior") && bytes.len() <= 64 << 10, "{} bytes", bytes.len());
    fs::write(&weights, "{}").expect("it can be written");
    assert!(
        failed(&["export", text(&weights), "--force", "--out", text(&prior)])
            .contains("not a file of weights")
    );
}

#[test]
fn ties_of_weights_that_foretell_nothing_are_no_hits() {
    let games = read_games(&fs::read_to_string(SAMPLE).expect("the sample is there"));
    let data = samples(&games.expect("they are games")).expect("they have searches");
    let model = Model {
        game: "greylox".into(),
        builds: Vec::new(),
        seed: 0,
        games: 0,
        choices: 0,
        weights: vec![0.0; data.features()],
    };
    let judged = data.judge(&model).expect("it is of the same game");
    assert!((judged.loss - data.uniform()).abs() < 1e-3, "{judged:?}");
    assert!(judged.first < 0.5 && judged.first < judged.among_three, "{judged:?}");
    assert!((3.0 * judged.first - judged.among_three).abs() < 0.1, "{judged:?}");
}

#[test]
fn data_goes_on_where_it_was_cut_off_and_shards_make_the_whole() {
    let dir = tempfile::tempdir().expect("a directory");
    let at = |name: &str| dir.path().join(name);
    let play = |games: &str, shard: &str, out: &Path| {
        let plan = [
            "data", "greylox", "--size", "2", "--sims", "20", "--seed", "3", "--games", games,
            "--shard", shard,
        ];
        done(&[&plan[..], &["--out", text(out)]].concat());
        fs::read_to_string(out).expect("the file was written")
    };
    let whole = play("4", "0/1", &at("whole"));
    assert_eq!(whole.lines().count(), 4);
    let cut = at("cut");
    fs::write(&cut, &whole[..whole.len() - 9]).expect("it can be written");
    assert_eq!(play("4", "0/1", &cut), whole);
    assert_eq!(play("4", "0/1", &cut), whole, "there is nothing left to play");
    let mut parts: Vec<String> =
        ["0/2", "1/2"].map(|shard| play("4", shard, &at(&shard[..1]))).into();
    parts = parts.iter().flat_map(|part| part.lines().map(str::to_owned)).collect();
    parts.sort();
    let mut lines: Vec<&str> = whole.lines().collect();
    lines.sort_unstable();
    assert_eq!(parts, lines);
}

#[test]
fn faults_in_games_are_named_with_their_place() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("games");
    let sample = fs::read_to_string(SAMPLE).expect("the sample is there");
    let printed = |text_of: String| {
        fs::write(&file, text_of).expect("it can be written");
        failed(&["fit", text(&file), "--out", text(&dir.path().join("out"))])
    };
    assert!(
        printed(format!("{sample}nonsense\n"))
            .contains(&format!("line {} is not a game", sample.lines().count() + 1))
    );
    assert!(printed(String::new()).contains("nothing to fit"));
    assert!(printed(sample.replace("greylox", "chess")).contains("no game 'chess'"));
    assert!(printed(sample.replace("greylox", "necklace")).contains("necklace has no features"));
    assert!(printed(sample.replace("hexhex", "round")).contains("game 0 is on a board \"round\""));
    let first = sample.lines().next().expect("a game");
    assert!(
        printed(first.replacen("\"moves\":[\"", "\"moves\":[\"z9\",\"", 1)).contains("step 1"),
        "{first}"
    );
}

#[test]
fn tuning_continues_and_reports_its_numbers() {
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
    let printed = plan("1", "exploration,hints", &done);
    let numbers: Vec<_> =
        printed.trim_end().split(',').filter_map(|part| part.split_once('=')).collect();
    assert!(matches!(numbers[..], [("exploration", _), ("hints", _)]), "{printed}");
    assert!(
        numbers.iter().all(|(_, value)| value.parse::<f64>().is_ok_and(|value| value > 0.0)),
        "{printed}"
    );
    let whole = fs::read_to_string(&path).expect("the file was written");
    let played: Vec<_> = read_tuned(&whole)
        .expect("it is a path")
        .iter()
        .map(|line| (line.size, line.sims))
        .collect();
    assert_eq!(played, [(2, 4), (3, 4), (2, 8), (3, 8), (2, 4), (3, 4)]);
    // Also cut off in the middle of a number.
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
    let line = &whole[ends[2]..ends[3]];
    for end in [
        1,
        20,
        line.find('-').expect("one is moved down") + 1,
        line.rfind('.').expect("a fraction") + 1,
    ] {
        fs::write(&path, &whole[..ends[2] + end]).expect("it can be written");
        assert_eq!(plan("1", "exploration,hints", &done), printed);
        assert_eq!(fs::read_to_string(&path).expect("the file was written"), whole);
    }
    assert!(plan("2", "exploration,hints", &failed).contains("line 1 is from another tuning"));
    assert!(plan("1", "hints", &failed).contains("line 1 is from another tuning"));
    assert!(
        plan("1", "speed", &refused)
            .contains("there is no search number \"speed\"; there are exploration")
    );
    fs::write(&path, "{}\n").expect("it can be written");
    assert!(plan("1", "hints", &failed).contains("line 1 is not an iteration"));
}

#[test]
fn all_numbers_are_tuned_as_far_as_a_search_plays_with_them() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("path");
    let printed = done(&[
        "tune",
        "greylox",
        "--size",
        "2",
        "--sims",
        "4",
        "--pairs",
        "4",
        "--out",
        text(&path),
    ]);
    let player = format!("sims=4,{}", printed.trim_end());
    assert!(printed.contains("tables=") && printed.contains("window="), "{printed}");
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
fn a_book_of_another_budget_differs_in_its_second_line() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("book");
    let book =
        |game| ["book", game, "--sims", "20", "--positions", "1", "--out", text(&path)].to_vec();
    done(&book("necklace"));
    let mut other = book("necklace");
    other[3] = "30";
    assert!(failed(&other).contains("line 2 is from another book"), "{}", failed(&other));
    let printed = failed(&book("greylox"));
    assert!(printed.contains("line 1 is from another book"), "{printed}");
}

#[test]
fn games_of_another_plan_are_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("games");
    let plan = |game: &'static str, size: &'static str, sims: &'static str, seed: &'static str| {
        [
            "data",
            game,
            "--size",
            size,
            "--sims",
            sims,
            "--seed",
            seed,
            "--games",
            "1",
            "--out",
            text(&path),
        ]
    };
    done(&plan("greylox", "2", "20", "1"));
    let before = fs::read(&path).expect("it was written");
    for other in [
        plan("multiplicity", "2", "20", "2"),
        plan("greylox", "3", "20", "1"),
        plan("greylox", "2", "30", "1"),
    ] {
        assert!(
            failed(&other).contains("line 1 is from another game, or from the same seed"),
            "{other:?}"
        );
        assert_eq!(fs::read(&path).expect("it is there"), before);
    }
    done(&plan("greylox", "2", "30", "2"));
    assert_eq!(fs::read_to_string(&path).expect("it is there").lines().count(), 2);
}

#[test]
fn the_shards_of_data_are_the_file_of_one_machine_byte_for_byte() {
    let dir = tempfile::tempdir().expect("a directory");
    let play = |shard: &str| {
        let out = dir.path().join(shard.replace('/', "-"));
        let plan =
            ["data", "greylox", "--size", "2,3,2", "--sims", "20", "--seed", "4", "--games", "7"];
        done(&[&plan[..], &["--shard", shard, "--out", text(&out)]].concat());
        let text = fs::read_to_string(&out).expect("the file was written");
        assert!(text.ends_with('\n'));
        text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>()
    };
    let mut whole = play("0/1");
    assert_eq!(whole.len(), 7);
    for game in read_games(&whole.concat()).expect("they are games") {
        assert_eq!(game.version.as_deref(), Some(env!("CARGO_PKG_VERSION")));
        assert!(game.build.len() == 16 && game.processor.is_some_and(|name| !name.is_empty()));
        assert_eq!(game.threads, Some(1));
    }
    for parts in 2..=3 {
        let mut joined: Vec<String> =
            (0..parts).flat_map(|part| play(&format!("{part}/{parts}"))).collect();
        joined.sort_unstable();
        whole.sort_unstable();
        assert_eq!(joined.concat(), whole.concat());
    }
}

#[test]
fn games_and_sizes_are_named_as_for_other_commands() {
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().join("out");
    for command in ["data", "tune", "book"] {
        let with = |words: &[&str]| refused(&[&[command], words, &["--out", text(&out)]].concat());
        assert!(with(&["chess"]).contains("possible values: "), "{command}");
        if command != "book" {
            assert!(with(&["greylox", "--size", "200"]).contains("200"), "{command}");
        }
        assert!(!out.exists(), "{command}");
    }
    done(&["book", "GREYLOX", "--sims", "20", "--positions", "1", "--out", text(&out)]);
}

#[cfg(unix)]
#[test]
fn pipes_are_no_files_of_games_or_weights() {
    let dir = tempfile::tempdir().expect("a directory");
    let [pipe, out] = ["pipe", "out"].map(|name| dir.path().join(name));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    for command in [
        &["fit", text(&pipe), "--out", text(&out)][..],
        &["points", text(&pipe), "--out", text(&out)],
        &["export", text(&pipe), "--out", text(&out)],
        &["check", text(&pipe), SAMPLE],
        &["fit", SAMPLE, "--force", "--out", text(&pipe)],
    ] {
        assert!(failed(command).contains("is not a regular file"), "{command:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_too_large_to_read_are_not_added_to() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("file");
    // A hole takes no room on the disk.
    let file = fs::File::create(&path).expect("it can be made");
    file.set_len(5 << 30).expect("it can have a hole");
    for command in [&["data", "greylox", "--games", "1"][..], &["book", "greylox"]] {
        let printed = failed(&[command, &["--out", text(&path)]].concat());
        assert!(printed.contains("is too large: more than 4294967296 bytes"), "{printed}");
    }
}

#[test]
fn a_file_that_another_run_adds_to_is_left_to_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("file");
    let data: &[&str] = &["data", "greylox", "--size", "2", "--sims", "20", "--games", "2"];
    let tune: &[&str] = &["tune", "greylox", "--size", "2", "--sims", "4", "--pairs", "2"];
    let book: &[&str] = &["book", "greylox", "--sims", "20", "--positions", "1"];
    for command in [data, tune, book] {
        let command = [command, &["--out", text(&path)]].concat();
        fs::write(&path, "").expect("it can be written");
        let held = hold(&path).expect("it can be opened").expect("nobody has it");
        let printed = failed(&command);
        assert!(
            printed.contains("another run is writing to") && printed.contains("another file"),
            "{printed}"
        );
        assert_eq!(fs::read(&path).expect("it is there"), b"", "{command:?}");
        drop(held);
        done(&command);
        fs::remove_file(&path).expect("it was written");
    }
}

#[cfg(unix)]
#[test]
fn stopped_runs_keep_whole_lines_and_continue() {
    use std::process::Stdio;

    let data: &[&str] = &["data", "greylox", "--size", "2", "--sims", "20", "--games", "1000000"];
    let tune: &[&str] = &["tune", "greylox", "--size", "2", "--sims", "4", "--pairs", "1000000"];
    let book: &[&str] = &["book", "greylox", "--sims", "20", "--positions", "1000000"];
    for command in [data, tune, book] {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("file");
        let command = [command, &["--out", text(&path)]].concat();
        let there = || fs::read_to_string(&path).unwrap_or_default();
        // Once lines are added the signal is caught. Returns the file after it.
        let ended = |least: usize, meanwhile: &dyn Fn()| {
            let mut child = Command::new(PROGRAM)
                .arg("train")
                .args(&command)
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the program starts");
            while there().lines().count() < least {
                assert!(
                    child.try_wait().expect("it is ours").is_none(),
                    "{command:?} ended by itself"
                );
                std::thread::yield_now();
            }
            meanwhile();
            let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
            assert!(kill.expect("the program is there").success());
            let output = child.wait_with_output().expect("it ends");
            let printed = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(75), "{command:?}: {printed}");
            assert!(
                printed.contains("stopped before the work was done: ")
                    && printed.contains("the same command continues"),
                "{printed}"
            );
            let text = there();
            assert!(text.ends_with('\n'));
            text
        };
        // A second run is refused, and costs the first nothing.
        let first = ended(4, &|| assert!(failed(&command).contains("another run is writing to")));
        let more = ended(first.lines().count() + 2, &|| ());
        assert!(more.starts_with(&first), "{command:?}");
        if command[0] == "data" {
            let games = read_games(&more).expect("they are games");
            assert!(
                (0..).zip(&games).all(|(number, game)| game.number == number),
                "none is lost or played twice"
            );
        }
    }
}

#[test]
fn games_that_occur_twice_are_fitted_to_once() {
    let dir = tempfile::tempdir().expect("a directory");
    let fit = |files: &[&str]| {
        let out = dir.path().join(files.len().to_string());
        let options = ["--epochs", "1", "--out", text(&out)];
        let output = run(&[&["fit"], files, &options].concat());
        assert!(output.status.success());
        (
            fs::read(&out).expect("it was written"),
            String::from_utf8(output.stderr).expect("it writes text"),
        )
    };
    let (once, printed) = fit(&[SAMPLE]);
    assert_eq!(printed, "");
    let (twice, printed) = fit(&[SAMPLE, SAMPLE]);
    assert!(twice == once, "the weights are others");
    assert_eq!(printed, "note: 12 games are left out because they are in the data already\n");
}

#[test]
fn games_of_different_builds_are_joined_only_on_request() {
    let dir = tempfile::tempdir().expect("a directory");
    let at = |name: &str| dir.path().join(name);
    let (other, small, weights) = (at("other"), at("small"), at("weights"));
    let sample = fs::read_to_string(SAMPLE).expect("the sample is there");
    let build = read_games(&sample).expect("they are games")[0].build.clone();
    fs::write(
        &other,
        sample.replace(&build, "deadbeef\u{9b}2J").replace("\"seed\":5", "\"seed\":6"),
    )
    .expect("it can be written");
    done(&[
        "data",
        "greylox",
        "--size",
        "2",
        "--sims",
        "20",
        "--games",
        "1",
        "--out",
        text(&small),
    ]);
    // Every board has a signature of its own.
    done(&["fit", SAMPLE, text(&small), "--epochs", "1", "--out", text(&weights)]);
    let fit: &[&str] =
        &["fit", SAMPLE, text(&other), "--epochs", "1", "--force", "--out", text(&weights)];
    let check: &[&str] = &["check", text(&weights), SAMPLE, text(&other)];
    for command in [fit, check] {
        let before = fs::read(&weights).expect("it was written");
        let printed = failed(command);
        assert!(printed.contains("on hexhex 3 were played by different builds"), "{printed}");
        assert!(
            printed.contains(&build) && printed.contains("deadbeef") && printed.contains("--mixed"),
            "{printed}"
        );
        assert!(!printed.trim_end().contains(char::is_control), "{printed:?}");
        assert!(fs::read(&weights).expect("it is there") == before, "the weights are others");
        done(&[command, &["--mixed"]].concat());
    }
}

#[test]
fn no_file_is_replaced_by_weights_but_one_of_weights() {
    let dir = tempfile::tempdir().expect("a directory");
    let at = |name: &str| dir.path().join(name);
    let (games, precious, weights, prior) =
        (at("games"), at("precious"), at("weights"), at("prior"));
    fs::copy(SAMPLE, &games).expect("it can be copied");
    fs::copy(SAMPLE, &precious).expect("it can be copied");
    let sample = fs::read(SAMPLE).expect("the sample is there");
    let fit = |out: &Path| {
        ["fit", text(&games), "--epochs", "1", "--force", "--out", text(out)].map(str::to_owned)
    };
    let stays = |path: &Path, arguments: &[&str], says: &str| {
        let before = fs::read(path).expect("it is there");
        let printed = failed(arguments);
        assert!(printed.contains(says) && printed.contains("name another"), "{printed}");
        assert!(fs::read(path).expect("it is there") == before, "{arguments:?}");
    };
    let fitted = |out: &Path, says: &str| {
        let arguments = fit(out);
        stays(out, &arguments.each_ref().map(String::as_str), says);
    };
    fitted(&games, "is an input");
    fitted(&dir.path().join(".").join("games"), "is an input");
    fitted(&precious, "holds something other than fitted weights");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&games, at("link")).expect("it can be made");
        fitted(&at("link"), "is an input");
    }
    fs::hard_link(&games, at("twin")).expect("it can be made");
    fitted(&at("twin"), "holds something other than fitted weights");
    assert_eq!(fs::read(&games).expect("it is there"), sample);
    // An empty file, none, and weights are what may be there, for --force to replace them.
    fs::write(&weights, "").expect("it can be written");
    let unasked = |arguments: &[String], out: &Path| {
        let before = fs::read(out).expect("it is there");
        let arguments: Vec<&str> =
            arguments.iter().map(String::as_str).filter(|word| *word != "--force").collect();
        let told = failed(&arguments);
        assert!(told.contains("already exists; --force replaces it"), "{told}");
        assert!(fs::read(out).expect("it is there") == before, "{arguments:?}");
    };
    for _ in 0..2 {
        unasked(&fit(&weights), &weights);
        done(&fit(&weights).each_ref().map(String::as_str));
    }
    let export =
        |out: &Path| ["export", text(&weights), "--force", "--out", text(out)].map(str::to_owned);
    let exported = |out: &Path, says: &str| {
        let arguments = export(out);
        stays(out, &arguments.each_ref().map(String::as_str), says);
    };
    exported(&weights, "is an input");
    exported(&games, "holds something other than weights as a game embeds them");
    for _ in 0..2 {
        done(&export(&prior).each_ref().map(String::as_str));
        unasked(&export(&prior), &prior);
    }
    fitted(&prior, "holds something other than fitted weights");
    let left: HashSet<_> = fs::read_dir(dir.path())
        .expect("it is there")
        .map(|entry| entry.expect("a file").file_name())
        .collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{left:?}");
}

#[test]
fn numbers_that_lead_nowhere_are_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().join("out");
    let with = |command: &[&str], option: &[&str]| {
        refused(&[command, option, &["--out", text(&out)]].concat())
    };
    let fit: &[&str] = &["fit", SAMPLE];
    for rate in ["nan", "inf", "0", "-1", "fast"] {
        assert!(with(fit, &["--rate", rate]).contains("use a number above 0"), "{rate}");
    }
    for decay in ["nan", "inf", "-1"] {
        assert!(with(fit, &["--decay", decay]).contains("use a number of 0 or more"), "{decay}");
    }
    with(fit, &["--epochs", "0"]);
    for (command, option) in [
        ("data", "--sims"),
        ("data", "--games"),
        ("book", "--sims"),
        ("book", "--positions"),
        ("tune", "--sims"),
        ("tune", "--pairs"),
    ] {
        assert!(with(&[command, "greylox"], &[option, "0"]).contains(option));
    }
    // An error found during the work is reported before anything is written.
    let printed = failed(&["fit", SAMPLE, "--epochs", "2", "--rate", "1e30", "--out", text(&out)]);
    assert!(
        printed.contains("at the rate 1e30 and the decay 1e-5 the weights diverge"),
        "{printed}"
    );
    let printed = refused(&[
        "tune",
        "greylox",
        "--size",
        "2",
        "--numbers",
        "amaf,hints,amaf",
        "--out",
        text(&out),
    ]);
    assert!(printed.contains("the number \"amaf\" is named twice"), "{printed}");
    assert!(!out.exists());
}
