//! Records from and to Abstract Play on the command line, shell completions and manual pages.

use std::fs;
use std::path::Path;

use crate::common::{run, run_with};
use serde_json::Value;

/// A record as Abstract Play writes it.
pub(crate) const CLUB: &str = include_str!("data/club.json");

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_record_goes_over_and_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let [club, ours, back] =
        ["club.json", "ours.json", "back.json"].map(|name| dir.path().join(name));
    fs::write(&club, CLUB).unwrap();
    let convert = |from: &Path, to: &Path, more: &[&str]| {
        run(&[&["convert", from.to_str().unwrap(), to.to_str().unwrap()], more].concat(), b"")
    };
    let first = convert(&club, &ours, &[]);
    assert_eq!((first.status, first.out.as_str(), first.err.as_str()), (0, "", ""));
    assert!(text(&ours).contains(r#""result": {"winner": "white", "reason": "resignation"}"#));
    assert_eq!(convert(&ours, &back, &[]).status, 0);
    let moves = |text: &str| serde_json::from_str::<Value>(text).unwrap()["moves"].clone();
    assert_eq!(moves(&text(&back)), moves(CLUB));

    let before = text(&ours);
    let refused = convert(&back, &ours, &[]);
    assert_eq!((refused.status, text(&ours)), (1, before));
    assert_eq!(
        refused.err,
        format!("error: {} already exists; --force replaces it\n", ours.display())
    );
    let forced = convert(&back, &ours, &["--force", "--to", "abstract-play"]);
    assert_eq!((forced.status, moves(&text(&ours))), (0, moves(CLUB)));
    let piped = convert(&club, Path::new("-"), &["--to", "tetralith"]);
    assert!(piped.out.starts_with("{\n  \"format\": \"tetralith\""), "{}", piped.out);
}

#[test]
fn losses_are_named_and_impossible_games_refused() {
    let run_on = |game: &str| run(&["convert", &format!("assets/games/{game}.json"), "-"], b"");
    let plurality = run_on("plurality");
    assert_eq!(plurality.status, 0);
    assert!(plurality.err.lines().all(|line| line.starts_with("note: ")), "{}", plurality.err);
    assert!(
        plurality.err.contains("note: variations are left out (1 move in all)\n"),
        "{}",
        plurality.err
    );
    let greylox = run_on("greylox");
    let said = "error: assets/games/greylox.json: Abstract Play has no Greylox, so this game \
        cannot be converted\n";
    assert_eq!((greylox.status, greylox.out.as_str(), greylox.err.as_str()), (1, "", said));
}

#[test]
fn other_commands_read_records_of_the_club_too() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("club.json");
    fs::write(&path, CLUB).unwrap();
    let check = run(&["check", path.to_str().unwrap()], b"");
    assert!(
        check.out.ends_with("valid, Plurality on square 13, 2 turns, White wins by resignation\n"),
        "{}",
        check.out
    );
    fs::write(&path, CLUB.replace("g8", "c3")).unwrap();
    let check = run(&["check", "--json", path.to_str().unwrap()], b"");
    assert_eq!(check.status, 1);
    let found: Value = serde_json::from_str(&check.out).unwrap();
    assert!(
        found["error"].as_str().unwrap().starts_with("round 2, move 2 'g7,c3,h8': "),
        "{found}"
    );
}

/// A page is not written through a link that lies in its place.
#[cfg(unix)]
fn is_link_refused(pages: &Path) {
    let (page, other) = (pages.join("tetralith.1"), pages.join("other"));
    std::fs::rename(&page, &other).unwrap();
    std::os::unix::fs::symlink(&other, &page).unwrap();
    std::fs::write(&other, "mine").unwrap();
    let run = run(&["man", pages.to_str().unwrap()], b"");
    assert_eq!((run.status, text(&other).as_str()), (1, "mine"));
    assert!(run.err.contains("is a link to another file"), "{}", run.err);
    std::fs::remove_file(&page).unwrap();
}

#[cfg(not(unix))]
fn is_link_refused(_: &Path) {}

#[test]
fn shells_and_man_know_every_command() {
    let help = run(&["--help"], b"").out;
    let commands = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let commands: Vec<&str> = commands
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty())
        .collect();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell], b"").out;
        for command in &commands {
            assert!(script.contains(command), "{shell} knows {command}");
        }
    }
    assert_eq!(run(&["completions", "tcsh"], b"").status, 2);
    let bash = run(&["completions", "bash"], b"").out;
    let of = |option: &str| bash.split(&format!(" {option})\n")).nth(1).unwrap().lines().next();
    assert!(of("--second").unwrap().contains("human ") && of("--second").unwrap().contains("hard"));
    assert!(of("--theme").unwrap().contains("auto dark light "));
    let (_, export) = bash.split_once("        tetralith__subcmd__export)\n").unwrap();
    let themes = export.split(" --theme)\n").nth(1).unwrap().lines().next().unwrap();
    assert!(themes.contains("(compgen -W \"dark light ") && !themes.contains("mono"), "{themes}");
    // If only files can follow, nothing is offered, so that the shell completes files.
    let check =
        bash.split("_check)\n").nth(1).unwrap().split(";;\n        tetralith").next().unwrap();
    assert!(!check.contains("COMP_CWORD") && check.matches("compgen").count() == 1, "{check}");

    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("man1");
    assert_eq!(run(&["man", pages.to_str().unwrap()], b"").status, 0);
    assert_eq!(text(&pages.join("tetralith.1")), run(&["man"], b"").out);
    // Each page that is referred to is there.
    for page in std::fs::read_dir(&pages).unwrap() {
        let page = text(&page.unwrap().path());
        let page = page.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "");
        for name in page.split_whitespace().filter_map(|word| word.strip_suffix("(1)")) {
            assert!(pages.join(format!("{name}.1")).exists(), "there is no page {name}:\n{page}");
        }
    }
    is_link_refused(&pages);
    // A page is replaced, another file is not.
    let notes = pages.join("tetralith-play.1");
    for (there, status) in [(text(&notes).replace(" 1 ", " 1  "), 0), ("my notes".to_owned(), 1)] {
        fs::write(&notes, &there).unwrap();
        let again = run(&["man", pages.to_str().unwrap()], b"");
        assert_eq!((again.status, text(&notes) == there), (status, status == 1), "{}", again.err);
        let why = "tetralith-play.1 is not a manual page of this program; remove it";
        assert_eq!(again.err.contains(why), status == 1, "{}", again.err);
    }
    fs::remove_file(&notes).unwrap();
    assert_eq!(run(&["man", pages.to_str().unwrap()], b"").status, 0);
    for command in commands.iter().filter(|&&command| command != "help") {
        let page = text(&pages.join(format!("tetralith-{command}.1")));
        assert!(
            page.contains(&format!("tetralith {command}"))
                && page.contains(".SH EXAMPLES\n.nf\n")
                && page.contains(".SH \"SEE ALSO\"\n\\fBtetralith\\fR(1)")
                && page.contains(".SH \"EXIT STATUS\"")
                && page.contains(".SH ENVIRONMENT")
                && !page.contains("fB75")
                && page.contains("75 if a signal ended it") == (command == &"analyse")
                && page.matches("Exit status:").count() == 0
                && !page.contains(".SH EXTRA"),
            "{command}: {page}"
        );
    }
}

#[test]
fn a_position_becomes_a_picture_in_the_format_its_name_says() {
    let dir = tempfile::tempdir().unwrap();
    let export = |name: &str, more: &[&str]| {
        let path = dir.path().join(name);
        let done = run(
            &[&["export", "assets/games/greylox.json", path.to_str().unwrap()], more].concat(),
            b"",
        );
        (done, fs::read(&path).unwrap_or_default())
    };
    for (name, more, begin) in [
        ("a.txt", &["--turn", "1"][..], &b"Greylox on hexhex 5, turn 1: Black to move\n\n"[..]),
        ("a.svg", &[], b"<svg xmlns"),
        ("a.PNG", &["--size", "200"], b"\x89PNG\r\n"),
        (
            "a.gif",
            &["--turn", "2", "--size", "100", "--theme", "dark", "--no-coordinates"],
            b"GIF89a",
        ),
        ("a", &["--format", "text"], b"Greylox on hexhex 5, turn "),
    ] {
        let (done, bytes) = export(name, more);
        assert_eq!((done.status, done.out.as_str(), done.err.as_str()), (0, "", ""), "{name}");
        assert!(bytes.starts_with(begin), "{name}: {:?}", &bytes[..bytes.len().min(40)]);
    }
    let (dark, _) = export("b.svg", &["--theme", "dark"]);
    assert_eq!(dark.status, 0);
    assert_ne!(text(&dir.path().join("a.svg")), text(&dir.path().join("b.svg")));
    let (bare, _) = export("c.svg", &["--no-coordinates"]);
    assert_eq!(bare.status, 0);
    assert!(text(&dir.path().join("c.svg")).len() < text(&dir.path().join("a.svg")).len());

    let before = text(&dir.path().join("a.svg"));
    let (refused, after) = export("a.svg", &["--turn", "3"]);
    assert_eq!((refused.status, after), (1, before.clone().into_bytes()));
    assert!(
        refused.err.ends_with("a.svg already exists; --force replaces it\n"),
        "{}",
        refused.err
    );
    assert_eq!(export("a.svg", &["--turn", "3", "--force"]).0.status, 0);
    assert_ne!(text(&dir.path().join("a.svg")), before);
    let (unknown, _) = export("d.jpeg", &[]);
    assert_eq!(unknown.status, 2);
    assert!(
        unknown.err.contains("end the name in .txt, .svg, .png, .gif, .cast, .md or .html"),
        "{}",
        unknown.err
    );
    let (large, _) = export("e.gif", &["--size", "2000"]);
    assert_eq!(
        (large.status, large.err.contains("100 to 1200 pixels")),
        (2, true),
        "{}",
        large.err
    );
    let piped = run(&["export", "assets/games/greylox.json", "-", "--format", "svg"], b"");
    assert!(piped.out.ends_with("</svg>\n"));
}

#[test]
fn a_picture_can_have_the_colours_of_a_theme_of_the_users_own() {
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join("config.toml");
    let export = |theme: &str| {
        let args =
            ["export", "assets/games/greylox.json", "-", "--format", "svg", "--theme", theme];
        run_with(&args, b"", &[("TETRALITH_CONFIG", config.as_os_str())])
    };
    let unknown = export("forest");
    assert_eq!((unknown.status, unknown.out.as_str()), (2, ""));
    assert!(
        unknown.err.contains("there is no theme forest; the themes are dark, light, "),
        "{}",
        unknown.err
    );
    let mono = export("mono");
    assert_eq!((mono.status, mono.out.as_str()), (2, ""));
    let why = "error: the theme mono has no colours; those with colours are dark, light, ";
    assert!(mono.err.starts_with(why), "{}", mono.err);
    fs::write(&config, "[themes.forest]\nbase = \"dark\"\nground = \"#123456\"\n").unwrap();
    let own = export("forest");
    assert_eq!((own.status, own.err.as_str()), (0, ""));
    assert!(own.out.contains("#123456"));
    assert!(!export("dark").out.contains("#123456"));
    fs::write(&config, "colour = 1\n[themes.forest]\nground = \"#123456\"\n").unwrap();
    let faulty = export("forest");
    assert_eq!(faulty.status, 0);
    assert!(faulty.err.starts_with("note: ") && faulty.err.contains("colour"), "{}", faulty.err);
}

#[cfg(unix)]
#[test]
fn written_files_follow_the_users_mask() {
    use std::os::unix::fs::PermissionsExt as _;

    let dir = tempfile::tempdir().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let [ordinary, picture] = ["ordinary", "a.svg"].map(|name| dir.path().join(name));
    fs::write(&ordinary, "").unwrap();
    assert_eq!(
        run(&["export", "assets/games/necklace.json", picture.to_str().unwrap()], b"").status,
        0
    );
    assert_eq!(mode(&picture), mode(&ordinary));
}

#[test]
fn a_picture_of_a_turn_that_was_never_played_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let picture = dir.path().join("x.svg");
    let export = |turn: &str| {
        run(
            &[
                "export",
                "assets/games/necklace.json",
                picture.to_str().unwrap(),
                "--force",
                "--turn",
                turn,
            ],
            b"",
        )
    };
    let none = export("9999");
    assert_eq!((none.status, picture.exists()), (1, false));
    let last = none
        .err
        .strip_prefix("error: assets/games/necklace.json: there is no turn 9999; the last is ")
        .unwrap();
    let last: u32 = last.trim().parse().unwrap();
    assert_eq!((export(&last.to_string()).status, export(&(last + 1).to_string()).status), (0, 1));
    assert_eq!(export("0").status, 0);
}

#[test]
fn a_record_of_the_club_with_one_player_says_how_many_there_are() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("club.json");
    fs::write(&path, CLUB.replace(r#",{"name":"Bo","userid":"u2","score":12.5,"result":1}"#, ""))
        .unwrap();
    let read = run(&["check", path.to_str().unwrap()], b"");
    assert_eq!(read.status, 1);
    assert!(read.err.contains("expected a list of two players, found a list of 1"), "{}", read.err);
}

#[test]
fn turn_beyond_the_end_is_refused_everywhere() {
    let record = "assets/games/necklace.json";
    for args in
        [&["replay", record, "--plain"][..], &["export", record, "never.svg"], &["explore", record]]
    {
        let refused = run(&[args, &["--turn", "9999"]].concat(), b"");
        assert_eq!(refused.status, 1, "{args:?}");
        assert!(refused.err.contains("there is no turn 9999; the last is "), "{}", refused.err);
    }
}

#[test]
fn empty_list_is_named_by_every_command() {
    let dir = tempfile::tempdir().unwrap();
    let [list, games] = ["empty.json", "games/"].map(|name| dir.path().join(name));
    fs::write(&list, "[]").unwrap();
    let [list, games] = [&list, &games].map(|path| path.to_str().unwrap());
    for args in [&["check", list][..], &["analyse", list], &["convert", list, games]] {
        let refused = run(args, b"");
        assert_eq!((refused.status, refused.out.as_str()), (1, ""), "{args:?}");
        let told = "empty.json holds no record: it is an empty list\n";
        assert!(refused.err.ends_with(told) && refused.err.lines().count() == 1, "{}", refused.err);
    }
    assert!(!Path::new(games).exists());
    let object = run(&["check", "--json", list], b"");
    assert_eq!(object.status, 1);
    assert!(object.out.contains(r#""ok":false"#), "{}", object.out);
}

#[test]
fn single_records_are_converted_by_every_name() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let game = |moves: &str| {
        format!(
            r#"{{"format":"tetralith","version":1,"game":"necklace","options":{{"size":5}},
            "date":"2026-11-21T10:00:00Z","moves":[{moves}]}}"#
        )
    };
    fs::write(path("list.json"), format!("[{},{}]", game("\"a1\""), game("\"c3\""))).unwrap();
    fs::write(path("old.json"), game("\"a1\"")).unwrap();
    fs::write(path(".tetralith-old.json"), game("\"a1\",\"d4\"")).unwrap();
    for (input, last) in [
        (path("list.json#2"), "c3"),
        ("necklace/5#a1,e5".to_owned(), "e5"),
        (path("old.json"), "d4"),
    ] {
        let made = run(&["convert", &input, "-", "--to", "tetralith"], b"");
        assert_eq!((made.status, made.err.as_str()), (0, ""), "{input}");
        assert!(made.out.contains(&format!("\"{last}\"")), "{input}: {}", made.out);
    }
}

/// A record of one move.
const OURS: &str = concat!(
    r#"{"format":"tetralith","version":1,"game":"necklace","#,
    r#""options":{"size":5},"moves":["a1"]}"#,
);

#[test]
fn records_of_lists_and_lines_are_never_written_to() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("list.json"), format!("[{OURS},{OURS}]")).unwrap();
    fs::write(path("one.json"), OURS).unwrap();
    let letter = run(&["move", &path("one.json"), "b2"], b"").out;
    let before = fs::read_dir(dir.path()).unwrap().count();
    for place in [path("list.json#2"), path("one.json#1"), "necklace/5#c3".to_owned()] {
        for (words, input) in [
            (vec!["move", &place, "c3"], ""),
            (vec!["receive", &place], &letter),
            (vec!["analyse", &path("one.json"), "--sims", "1", "--out", &place], ""),
            (vec!["convert", "--to", "tetralith", &path("one.json"), &place], ""),
            (vec!["export", &path("one.json"), &place, "--format", "txt"], ""),
        ] {
            let refused = run(&words, input.as_bytes());
            assert_eq!((refused.status, refused.out.as_str()), (1, ""), "{words:?}");
            let told = "which cannot be written to; name a file of its own\n";
            assert!(refused.err.ends_with(told), "{words:?}: {}", refused.err);
        }
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), before);
}

#[test]
fn commands_to_be_pasted_quote_the_names_of_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("one.json"), OURS).unwrap();
    let letter = run(&["move", &path("one.json"), "b2"], b"").out;
    let received = run(&["receive", &path("our game.json")], letter.as_bytes());
    let told = format!("tetralith move \"{}\" MOVE\n", path("our game.json"));
    assert!(received.out.ends_with(&told), "{} {}", received.out, received.err);
    let named = run(&["our game.json"], b"");
    assert!(named.err.contains("tetralith replay \"our game.json\""), "{}", named.err);
}

#[test]
fn list_of_records_is_split_and_checked() {
    let dir = tempfile::tempdir().unwrap();
    let [list, games] = ["list.json", "games"].map(|name| dir.path().join(name));
    let [list_name, games_name] = [&list, &games].map(|path| path.to_str().unwrap());
    for text in [format!("[{OURS},{CLUB}]"), format!("{OURS}\n{OURS}\n")] {
        fs::write(&list, &text).unwrap();
        let checked = run(&["check", list_name], b"");
        assert_eq!((checked.status, checked.out.lines().count()), (0, 2), "{}", checked.err);
        assert!(checked.out.contains("list.json#2: valid"), "{}", checked.out);
        let refused = run(&["analyse", list_name], b"");
        assert_eq!(refused.status, 1);
        assert!(refused.err.contains("is a list of 2 records"), "{}", refused.err);
    }
    fs::write(&list, format!("[{OURS},{{}},{CLUB}]")).unwrap();
    let checked = run(&["check", list_name, "--json"], b"");
    assert_eq!((checked.status, checked.out.lines().count()), (1, 3), "{}", checked.err);
    let told = "list.json: 2 of 3 records are games played here\n";
    assert!(checked.err.ends_with(told), "{}", checked.err);
    let to = ["convert", list_name, games_name, "--to", "tetralith"];
    assert_eq!(run(&to, b"").status, 1, "OUT is no directory");
    fs::create_dir(&games).unwrap();
    let split = run(&to, b"");
    assert_eq!(split.status, 1);
    assert!(
        split.err.contains("error: record 2: ")
            && split.err.ends_with("1 of 3 records were not converted\n")
    );
    let third = run(&["check", games.join("list-3.json").to_str().unwrap()], b"");
    assert_eq!(third.status, 0, "{}", third.err);

    // One of them by its number.
    let third = format!("{list_name}#3");
    assert_eq!(run(&["check", &third], b"").status, 0);
    let picture = dir.path().join("third.txt");
    let picture = picture.to_str().unwrap();
    for args in [&["export", &third, picture][..], &["export", list_name, picture, "--game", "3"]] {
        let drawn = run(&[args, &["--force"]].concat(), b"");
        assert_eq!(drawn.status, 0, "{}", drawn.err);
        assert!(fs::read_to_string(picture).unwrap().starts_with("Plurality"));
    }
    let absent = run(&["analyse", list_name, "--game", "4"], b"");
    assert!(absent.err.contains("holds 3 records; there is no record 4"), "{}", absent.err);
    let explored =
        run(&["explore", "--game", "1", list_name, "--turn", "0", "--in", list_name], b"");
    assert!(explored.out.contains("1 game of 2 continued from here"), "{}", explored.out);

    fs::write(&list, r#"{"game":"plurality","stack":[]}"#).unwrap();
    let state = run(&["check", list_name], b"");
    assert!(state.err.contains("is the state of a game at Abstract Play"), "{}", state.err);
}

#[test]
fn dash_is_no_file_where_it_is_no_stream() {
    for words in [
        &["check", "-"][..],
        &["man", "-"],
        &["move", "-", "c3"],
        &["receive", "-"],
        &["replay", "-"],
        &["analyse", "assets/games/necklace.json", "--out", "-"],
        &["analyse", "assets/games/necklace.json", "--html", "-"],
        &["host", "--resume", "-"],
    ] {
        let refused = run(words, b"");
        assert_eq!(refused.status, 2, "{words:?}");
        assert!(refused.err.contains("'-' cannot be used here"), "{words:?}");
    }
}

#[test]
fn game_as_a_command_names_the_command() {
    let refused = run(&["Necklace"], b"");
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("'Necklace' is a game: use 'tetralith play necklace'"));
    let refused = run(&["Game.JSON"], b"");
    assert!(refused.err.contains("'Game.JSON' is a file: use 'tetralith replay Game.JSON'"));
    let legal = run(&["play", "Necklace", "--size", "4", "--plain"], b"quit\n");
    assert!(legal.status == 0 && legal.out.contains("Necklace, square 4"), "{}", legal.err);
}

#[test]
fn games_in_a_line_are_taken_as_a_file() {
    let line = "plurality/5;komi=3#c3,c4,d4,pass@1";
    let checked = run(&["check", "--json", line], b"");
    assert_eq!(checked.status, 0, "{}", checked.err);
    assert!(checked.out.contains(r#""steps":2"#), "{}", checked.out);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.txt");
    std::fs::write(&file, format!("{line}\n")).unwrap();
    let to = ["--to", "tetralith"];
    let converted = run(&[&["convert", file.to_str().unwrap(), "-"], &to[..]].concat(), b"");
    assert!(converted.out.contains(r#""komi""#), "{} {}", converted.out, converted.err);
    let wrong = run(&["check", "plurality/5#c3,c4"], b"");
    assert_eq!(wrong.status, 1);
    assert!(
        wrong.err.contains("move 1 'c3,c4'") || wrong.out.contains("move 1 'c3,c4'"),
        "{}",
        wrong.err
    );
}
