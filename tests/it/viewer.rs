//! The page that shows every game in a line: its script against the rules of core, and addresses
//! that are no game.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use tetralith_core::games::info;
use tetralith_core::{Colour, Game, Names, Step, Timeline, game_line};

use crate::common::run;
use crate::support::{Screen, game, mono, small};

/// Boards with every option that changes the rules, small enough to be played to the end.
const GAMES: [&str; 12] = [
    "multiplicity/3#",
    "multiplicity/4;opening=false#",
    "greylox/2#",
    "greylox/4#",
    "greylox/3;opening=false#",
    "plurality/5#",
    "plurality/6;komi=7;ties=parity#",
    "plurality/5;komi=-4#",
    "plurality/3;board=hexhex#",
    "necklace/2#",
    "necklace/6#",
    "necklace/5;pie=true#",
];

/// Plays the games of the input by the page's rules.
const DRIVER: &str = r#"
const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
const rules = new Function(input.rules + "; return rules;")();
const played = input.lines.map(({ line, steps }) => {
  const game = rules.read(line, input.games);
  if (game.error) return game.error;
  const positions = game.positions.map((at, i) => ({
    stones: at.stones.map((stone) => "12"[stone] || ".").join(""),
    mover: at.mover, over: at.over, winner: at.winner, turn: at.turn || 0,
    legal: (steps[i] || []).filter((name) => {
      const step = game.readStep(name);
      return step !== null && game.isLegal(at, step);
    }),
  }));
  return { options: game.options, cursor: game.cursor, positions };
});
console.log(JSON.stringify({ played, names: typeof document }));
"#;

fn page() -> String {
    let made = run(&["export", "--viewer", "-"], b"");
    assert_eq!((made.status, made.err.as_str()), (0, ""));
    made.out
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    text.split_once(begin).and_then(|(_, rest)| rest.split_once(end)).unwrap().0
}

/// Has the page's rules read these lines, or `None` where no engine for scripts is installed.
fn played(lines: &Value) -> Option<Value> {
    let page = page();
    let games = between(&page, "id=\"games\">", "</script>");
    let input = json!({
        "rules": between(&page, "id=\"rules\">", "</script>"),
        "games": serde_json::from_str::<Value>(games).unwrap(),
        "lines": lines,
    });
    let started = Command::new("node")
        .args(["-e", DRIVER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn();
    let Ok(mut node) = started else {
        eprintln!("skipped: node is not installed, so the page's script is not run");
        return None;
    };
    node.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success());
    let mut found: Value = serde_json::from_slice(&output.stdout).unwrap();
    Some(found["played"].take())
}

/// A position as the driver writes it, with those of `steps` that are legal.
fn position(timeline: &Timeline, steps: &[Step]) -> Value {
    let game = timeline.position();
    let stone = |cell| match game.board().at(cell) {
        None => '.',
        Some(Colour::First) => '1',
        Some(Colour::Second) => '2',
    };
    let names = Names::of(game);
    let outcome = game.outcome();
    let legal = steps.iter().filter(|&&step| game.check(step).is_ok());
    json!({
        "stones": game.board().geometry().cells().map(stone).collect::<String>(),
        "mover": game.to_move().index(),
        "over": outcome.is_some(),
        "winner": outcome.and_then(|outcome| outcome.winner).map(Colour::index),
        "turn": timeline.turn(timeline.cursor()),
        "legal": legal.map(|&step| names.step(step)).collect::<Vec<_>>(),
    })
}

/// Steps to be judged in a position: legal ones, and as many of any kind.
fn steps_to_judge(game: &Game, rng: &mut Xoshiro256PlusPlus) -> Vec<Step> {
    let mut legal = Vec::new();
    game.legal_steps(&mut legal);
    let cells: Vec<_> = game.board().geometry().cells().collect();
    let mut any = || cells[rng.random_range(0..cells.len())];
    let mut steps = Vec::new();
    for _ in 0..6 {
        let [a, b, c] = [any(), any(), any()];
        let made = if Names::of(game).info.steps.contains(&tetralith_core::StepKind::Tromino) {
            let near = game.board().geometry().neighbours(a);
            vec![Step::tromino(a, near[0], near[1]), Step::tromino(a, near[1], near[0])]
        } else {
            vec![Step::Place(a), Step::Flip(b), Step::Place(c), Step::Swap]
        };
        steps.extend(made);
    }
    if !legal.is_empty() {
        for _ in 0..6 {
            steps.push(legal[rng.random_range(0..legal.len())]);
        }
    }
    steps
}

#[test]
fn viewer_rules_agree_with_core_in_random_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(43);
    let (mut lines, mut wanted) = (Vec::new(), Vec::new());
    for start in GAMES.into_iter().cycle().take(4 * GAMES.len()) {
        let mut timeline = game_line::read(start).unwrap();
        let (mut asked, mut positions) = (Vec::new(), Vec::new());
        loop {
            let steps = steps_to_judge(timeline.position(), &mut rng);
            let names = Names::of(timeline.position());
            asked.push(steps.iter().map(|&step| names.step(step)).collect::<Vec<_>>());
            positions.push(position(&timeline, &steps));
            let mut legal = Vec::new();
            timeline.position().legal_steps(&mut legal);
            // A game that passes early shows little.
            legal.retain(|&step| step != Step::Pass || rng.random_range(0..40) == 0);
            if timeline.position().outcome().is_none() && legal.is_empty() {
                legal.push(Step::Pass);
            }
            if legal.is_empty() {
                break;
            }
            timeline.play(legal[rng.random_range(0..legal.len())]).unwrap();
        }
        let line = game_line::write(&timeline).unwrap();
        lines.push(json!({ "line": line, "steps": asked }));
        wanted.push(positions);
    }
    let Some(played) = played(&Value::Array(lines.clone())) else { return };
    for ((line, wanted), found) in lines.iter().zip(&wanted).zip(played.as_array().unwrap()) {
        let positions = found["positions"].as_array();
        let found = positions.unwrap_or_else(|| panic!("{line}: {found}"));
        assert_eq!(found.len(), wanted.len(), "{line}");
        for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            assert_eq!(found, wanted, "step {at} of {}", line["line"]);
        }
    }
}

#[test]
fn viewer_refuses_what_is_no_game_in_one_sentence() {
    let long = format!("necklace/5#{}", "a1,".repeat(30_000));
    let cases = [
        ("chess/8#e4", "there is no game 'chess'"),
        ("__proto__/8#e4", "'__proto__/8#e4' is not a game in a line"),
        ("constructor/8#e4", "there is no game 'constructor'"),
        ("necklace", "'necklace' is not a game in a line"),
        ("necklace/big#a1", "'big' is not the size of a board"),
        ("necklace/99#a1", "Necklace takes boards from 2 to 25"),
        ("necklace/5;komi=3#a1", "'komi=3' is not an option of Necklace"),
        ("necklace/5;pie=constructor#a1", "'pie=constructor' is not an option"),
        ("necklace/5#a1,a1", "move 2 'a1' is illegal"),
        ("necklace/5#a1,z9", "move 2 'z9' is not a move on this board"),
        ("plurality/5#c3,c4", "move 1 'c3' is not a move on this board"),
        ("necklace/5#a1@2", "'@2' is not a number from 0 to 1"),
        ("necklace/5#<img src=x onerror=alert(1)>", "move 1 '<img src=x onerror=alert(1)>' is not"),
        (&long, "at most 64 KiB"),
    ];
    let lines: Vec<Value> =
        cases.iter().map(|(line, _)| json!({ "line": line, "steps": [] })).collect();
    let Some(played) = played(&Value::Array(lines)) else { return };
    for ((line, wanted), found) in cases.iter().zip(played.as_array().unwrap()) {
        let found = found.as_str().unwrap_or_else(|| panic!("{line} was read"));
        assert!(found.contains(wanted), "{line}: {found}");
        assert!(found.len() < 200, "{found}");
        if !line.starts_with("necklace/5;pie") && line.len() < 100 {
            assert!(game_line::read(line).is_err(), "{line}");
        }
    }
}

/// Lines that people, messengers and other programs might write, right and wrong.
const ODD_LINES: [&str; 44] = [
    "viewer.html#necklace/7%23d4,e3",
    "v/viewer.html#necklace/3#b1,a1",
    "viewer.htm#necklace/3#b1",
    "necklace/3.html#b1",
    "plurality/9;komi=5.5#",
    "plurality/9;komi=5.#",
    "plurality/9;komi=5.50#",
    "plurality/9;komi=5.25#",
    "plurality/9;komi=.5#",
    "plurality/9;komi=-0.5#",
    "plurality/9;komi=-2.5#",
    "plurality/9;komi=-0#",
    "plurality/9;komi=+3#",
    "plurality/9;komi=03#",
    "plurality/9;komi=3=5#",
    "plurality/9;komi=3;komi=5#",
    "plurality/9;komi=999.5#",
    "plurality/9;komi=-999.5#",
    "plurality/9;komi=1000#",
    "plurality/7;board=hexhex;board=square#",
    "plurality/5#c3, c4,d4 ,pass",
    "plurality/5#c4,c3,d4",
    "plurality/5#c3,c4*,d4",
    "necklace/07#d4",
    "necklace/+7#d4",
    "necklace/7 #d4",
    "necklace/7;size=7#d4",
    "necklace/7;#d4",
    "necklace/7;pie#d4",
    "necklace/7;pie=true;pie=true#d4,swap",
    "necklace/7#d4@+1",
    "necklace/7#d4@ 1",
    "necklace/7#d4@01",
    "necklace/7#d4@1@1",
    "necklace/7#d4@",
    "necklace/7#@0",
    "necklace/7#D4",
    "necklace/7#d04",
    "NECKLACE/7#d4",
    "  necklace/7#d4 , e3 @1  ",
    "necklace/7%23d4,e3",
    "https://h/v.html#necklace/7#d4",
    "https://h/v.html#necklace/7%23d4@0",
    "h2://h/v.html#necklace/7#d4",
];

#[test]
fn page_and_program_read_the_same_lines() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(47);
    let mut lines: Vec<String> = ODD_LINES.map(str::to_owned).to_vec();
    let whole = [
        "plurality/5;komi=-4;ties=parity#c3,c4,d4,pass@1",
        "necklace/5;pie=true#c3,swap,b2@2",
        "https://h/v.html#multiplicity/3;opening=false#c3,a1",
        "greylox/3#c3,c4,a1,b1",
    ];
    let signs: Vec<char> = "#/;=@,.+-%0139abcxKt ".chars().collect();
    for line in whole.into_iter().cycle().take(800) {
        let mut line: Vec<char> = line.chars().collect();
        let at = rng.random_range(0..line.len());
        let sign = signs[rng.random_range(0..signs.len())];
        match rng.random_range(0..3) {
            0 => line[at] = sign,
            1 => line.insert(at, sign),
            _ => drop(line.remove(at)),
        }
        lines.push(line.into_iter().collect());
    }
    let asked = lines.iter().map(|line| json!({ "line": line, "steps": [] })).collect();
    let Some(played) = played(&asked) else { return };
    for (line, found) in lines.iter().zip(played.as_array().unwrap()) {
        let read = game_line::read(line);
        let Ok(mut timeline) = read else {
            assert!(found.is_string(), "only the page reads {line}: {read:?}");
            continue;
        };
        assert!(found.is_object(), "only the program reads {line}: {found}");
        assert_eq!(found["cursor"], timeline.depth(timeline.cursor()), "{line}");
        let options = timeline.start().options();
        for kind in info(timeline.start().info().id).unwrap().option_kinds() {
            assert_eq!(found["options"][kind.id()], Value::from(options.get(kind)), "{line}");
        }
        let end = timeline.line().last().copied();
        timeline.go_to(end.unwrap_or(tetralith_core::NodeId::START));
        let positions = found["positions"].as_array().unwrap();
        assert_eq!(positions.len(), timeline.steps() + 1, "{line}");
        assert_eq!(positions.last().unwrap(), &position(&timeline, &[]), "{line}");
    }
}

#[test]
fn the_viewer_is_one_file_whose_address_can_run_nothing() {
    let page = page();
    for foreign in ["http:", "https:", "innerHTML", "unsafe-inline", "eval(", "document.write"] {
        let found = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(foreign), "{foreign}");
    }
    assert!(page.contains("default-src 'none'") && page.contains("script-src 'nonce-tetralith'"));
    assert_eq!(page.matches("<script").count(), 3, "the games, the rules and the page's own");
    for id in tetralith_core::games::ids() {
        assert!(page.contains(&format!("\"{id}\":{{\"")) || info(id).is_none(), "{id}");
        assert!(page.contains(&format!(".game-{id} ")), "{id}");
    }
    assert!(!page.contains("{style}") && !page.contains("{script}"));
}

#[test]
fn the_viewer_is_written_with_the_address_of_a_game() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let setup = small(5);
    let mut timeline = Timeline::new(Game::new("necklace", &setup).unwrap());
    for name in ["c3", "b2", "d4"] {
        timeline.play(Names::of(timeline.start()).parse_step(name).unwrap()).unwrap();
    }
    let record = tetralith_core::Record::default().write(&timeline).unwrap();
    fs::write(at("game.json"), record).unwrap();
    let made = run(&["export", &at("game.json"), "--viewer", &at("v.html"), "--turn", "2"], b"");
    let address = format!("{}#necklace/5%23c3,b2,d4@2\n", at("v.html"));
    assert_eq!((made.status, made.out.as_str(), made.err.as_str()), (0, address.as_str(), ""));
    assert_eq!(fs::read_to_string(at("v.html")).unwrap(), page());
    let again = run(&["export", "--viewer", &at("v.html")], b"");
    assert!(again.status == 1 && again.err.contains("v.html"), "{}", again.err);
    for (words, wanted) in [
        (vec!["export"], "FILE"),
        (vec!["export", "--viewer", "v.html", "--numbers"], "--numbers"),
        (vec!["export", "a.json", "--viewer", "-"], "the address of a page names its file"),
    ] {
        let refused = run(&words, b"");
        assert!(refused.status == 2 && refused.err.contains(wanted), "{words:?} {}", refused.err);
    }
}

#[test]
fn the_qr_code_of_a_game_needs_room() {
    let setup = small(7);
    let mut screen = Screen::new(game("necklace", setup), (80, 30), mono());
    screen.play_some(5).keys("%");
    screen.assert_shows("Scan to take this game along: necklace/7#");
    assert!(screen.text().contains('▀'), "{}", screen.text());
    screen.resize(80, 12);
    screen.assert_shows("The code needs a window of");
    screen.resize(80, 30);
    assert!(screen.text().contains('▄'), "{}", screen.text());
    screen.keys("<Esc>");
    assert!(!screen.shows("Scan to take"), "{}", screen.text());
}
