//! Other programs in the seats: scripts that speak the Go Text Protocol, well or badly.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::common::{Run, json, kept_games, run_with, turns};
use crate::pty::PATIENCE;
use crate::support::{Screen, mono, seated, small};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tempfile::TempDir;
use tetralith::program::{Engine, EngineRequest, Message, Start};
use tetralith_core::Colour;
use tetralith_engine::{Analysis, Candidate, Level, SearchAnswer};
use tetralith_session::clock::Clock;
use tetralith_session::seat::Seat;
use tetralith_session::thinking::{ProgramAnswer, ProgramAsk, ProgramMove, ProgramTask};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tetralith");

/// The outcome of a game of Necklace with `args` and these `lines`, in the plain mode.
fn plain(data: &Path, args: &[&str], lines: &str) -> Run {
    let args = [&["play", "necklace", "--size", "4"], args, &["--plain"]].concat();
    let run = run_with(&args, lines.as_bytes(), &[("TETRALITH_DATA_DIR", data.as_os_str())]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(!run.out.contains(|c: char| c.is_control() && c != '\n'), "{:?}", run.out);
    run
}

/// A program that writes what it is asked to `heard`, and answers `genmove` with what the shell
/// command `answer` prints.
fn answering(heard: &Path, answer: &str) -> String {
    format!(
        "cmd:sh -c 'while read -r c rest; do echo \"$c $rest\" >> \"$1\"; case $c in \
         genmove) {answer};; name) echo = Sly;; known_command) echo = false;; *) echo =;; esac; \
         echo; done' sh {}",
        heard.display()
    )
}

#[test]
fn a_program_plays_a_whole_game_and_is_named_in_the_record() {
    let data = tempfile::tempdir().unwrap();
    let program = format!("cmd:'{PROGRAM}' gtp necklace --size 4 --level beginner");
    let out = plain(data.path(), &["--first", "novice", "--second", &program], "").out;
    let games = kept_games(data.path(), false);
    assert_eq!(games.len(), 1, "{out}");
    let record = json(&games[0]);
    assert_eq!(record["players"]["blue"]["kind"], "ai", "{record}");
    assert_eq!(record["players"]["blue"]["name"], "Tetralith", "{record}");
    assert!(record["players"]["blue"].get("level").is_none(), "{record}");
    assert!(!record.to_string().contains("cmd:"), "{record}");
}

#[test]
fn a_turn_of_two_stones_that_is_answered_whole_is_played() {
    let data = tempfile::tempdir().unwrap();
    let program = format!("cmd:'{PROGRAM}' gtp greylox --size 3 --level beginner");
    let args = ["play", "greylox", "--size", "3", "--first", &program, "--second", "novice"];
    let args = [&args[..], &["--plain"]].concat();
    let run = run_with(&args, b"", &[("TETRALITH_DATA_DIR", data.path().as_os_str())]);
    assert_eq!(kept_games(data.path(), false).len(), 1, "{}", run.out);
}

#[test]
fn a_program_that_fails_is_named_and_the_game_is_kept() {
    for (answer, why) in [
        ("exit", "sh exited instead of answering 'genmove blue'"),
        ("echo = a1", "sh played an illegal move"),
        ("echo = z9", "sh played no valid move"),
        ("echo \"? no such command\"", "with the error '? no such command'"),
        ("yes =", "with too much text"),
    ] {
        let data = tempfile::tempdir().unwrap();
        let program = answering(&data.path().join("heard"), answer);
        let out = plain(data.path(), &["--second", &program], "a1\nseat blue human\nb2\n").out;
        let line = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains(why), "{answer}: {out}");
        assert!(line.contains("'seat' changes the players"), "{out}");
        let games = kept_games(data.path(), true);
        assert_eq!(turns(&games[0]), ["a1", "b2"], "{out}");
    }
}

#[test]
fn a_program_without_commands_for_clocks_plays_by_one() {
    let data = tempfile::tempdir().unwrap();
    let answer = "echo = b2;; time_settings|time_left) echo \"? unknown command\"";
    let program = answering(&data.path().join("heard"), answer);
    let out = plain(data.path(), &["--second", &program, "--time", "10m"], "a1\n").out;
    assert!(out.contains("Blue (Sly): b2") && !out.contains("failed"), "{out}");
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let data = tempfile::tempdir().unwrap();
    let args = ["--second", "cmd:./no-such-program --fast"];
    let out = plain(data.path(), &args, "a1\nseat blue novice\n").out;
    assert!(out.contains("./no-such-program cannot be started"), "{out}");
    assert_eq!(turns(&kept_games(data.path(), true)[0]).len(), 2, "{out}");
}

#[test]
fn a_program_that_plays_by_other_rules_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let program = format!("cmd:'{PROGRAM}' gtp necklace --size 4 --pie");
    let out = plain(data.path(), &["--second", &program], "a1\n").out;
    assert!(out.replace('\n', " ").contains("pie true, not false; give its command"), "{out}");
}

#[test]
fn a_program_that_resigns_has_lost() {
    let data = tempfile::tempdir().unwrap();
    let program = answering(&data.path().join("heard"), "echo = resign");
    let out = plain(data.path(), &["--second", &program], "a1\n").out;
    let record = json(&kept_games(data.path(), false)[0]);
    assert_eq!(record["result"]["reason"], "resignation", "{out}");
    assert_eq!(record["result"]["winner"], "red", "{out}");
    assert_eq!(record["players"]["blue"]["name"], "Sly", "{out}");
}

#[test]
fn a_takeback_sets_the_board_of_the_program_up_again() {
    let data = tempfile::tempdir().unwrap();
    let heard = data.path().join("heard");
    let program = answering(&heard, "echo = b2");
    plain(data.path(), &["--second", &program, "--time", "10m,3x30s"], "a1\nundo\nc3\n");
    let heard = fs::read_to_string(heard).unwrap();
    let plays: Vec<&str> =
        heard.lines().filter(|line| line.starts_with("play") || line.contains("clear")).collect();
    assert_eq!(plays, ["clear_board ", "play red a1", "clear_board ", "play red c3"], "{heard}");
    assert!(heard.contains("time_settings 600 30 1"), "{heard}");
    assert!(heard.contains("time_left blue 600 0"), "{heard}");
}

#[test]
fn no_program_outlives_the_game() {
    let data = tempfile::tempdir().unwrap();
    let pipe = data.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let ready = data.path().join("ready");
    assert!(Command::new("mkfifo").arg(&ready).status().unwrap().success());
    // A child in a session of its own keeps the pipe open as long as it lives, and the program
    // answers only after it has opened it.
    let answer = format!(
        "if [ -z \"$forked\" ]; then forked=1; \
         setsid sh -c \"exec 3> {}; echo > {}; exec sleep 1000\" & read line < {}; fi; echo = b2",
        pipe.display(),
        ready.display(),
        ready.display()
    );
    let program = answering(&data.path().join("heard"), &answer);
    // It is opened without waiting for a writer. Its end shows that there is none any more.
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    let mut reader = fs::OpenOptions::new().read(true).custom_flags(flags).open(&pipe).unwrap();
    plain(data.path(), &["--second", &program], "a1\n");
    // The child was killed, but on a busy machine it may still be dying.
    let most = Timespec { tv_sec: 20, tv_nsec: 0 };
    let ended = poll(&mut [PollFd::new(&reader, PollFlags::IN)], Some(&most)).unwrap();
    assert_eq!(ended, 1, "the child holds the pipe open");
    let mut rest = Vec::new();
    std::io::Read::read_to_end(&mut reader, &mut rest).unwrap();
    assert!(rest.is_empty());
}

#[test]
fn no_program_outlives_a_signal() {
    let data = tempfile::tempdir().unwrap();
    let pipe = data.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let hangs = format!("exec sleep 1000 > {}", pipe.display());
    let program = answering(&data.path().join("heard"), &hangs);
    let mut child = Command::new(PROGRAM)
        .args(["play", "necklace", "--size", "4", "--first", &program, "--plain"])
        .env("TETRALITH_DATA_DIR", data.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // Once the pipe is open at both ends, the program thinks.
    let mut reader = fs::File::open(&pipe).unwrap();
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    let mut rest = Vec::new();
    std::io::Read::read_to_end(&mut reader, &mut rest).unwrap();
    assert!(!child.wait().unwrap().success());
}

#[test]
fn the_command_line_explains_what_a_player_can_be() {
    let variables: [(&str, &OsStr); 0] = [];
    for (who, why) in [
        ("cmd:", "'cmd:' needs a program"),
        ("cmd:'x", "a quote is not closed"),
        ("cmd,sims=3:x", "is not a budget for a program"),
        ("gnugo", "this is not 'human', 'even', 'cmd:PROGRAM' or a level"),
    ] {
        let run = run_with(&["play", "necklace", "--second", who, "--plain"], b"", &variables);
        assert_eq!(run.status, 2, "{}", run.err);
        assert!(run.err.contains(why), "{who}: {}", run.err);
    }
}

/// The screen at a game of Necklace 4×4 against a program.
fn against_program(data: TempDir) -> Screen {
    let seats = [Seat::person(String::new()), Seat::program("cmd:my-engine --fast".to_owned())];
    let start = seated("necklace", small(4), seats, Clock::default());
    Screen::in_dir(start, (80, 24), mono(), data)
}

/// Lets the program that was asked last answer so.
fn answer(screen: &mut Screen, found: Result<&str, &str>) {
    let ask = screen.host.consulted.last().expect("a program was asked");
    let step = |text: &str| ask.start.parse_typed(text).unwrap()[0];
    let steps = |text: &str| (text != "resign").then(|| step(text)).into_iter().collect();
    let found = found.map(|text| ProgramMove { steps: steps(text), ..ProgramMove::default() });
    let found = found.map_err(str::to_owned);
    let (ticket, name) = (ask.ticket, Some("Sly Engine".to_owned()));
    screen.send(Message::Consulted(ProgramAnswer { ticket, name, found }));
    let later = screen.app.shared().game.now().steady + Duration::from_secs(10);
    screen.tick(later);
}

#[test]
fn a_program_answers_on_the_screen_under_its_name() {
    let mut screen = against_program(tempfile::tempdir().unwrap());
    let ask = screen.host.consulted.last().unwrap();
    assert_eq!((ask.task, ask.line.len()), (ProgramTask::Begin(Colour::Second), 0));
    screen.keys("ma1<Enter>").assert_shows("my-engine thinks");
    let ask = screen.host.consulted.last().unwrap();
    assert_eq!((ask.command.as_str(), ask.line.len()), ("cmd:my-engine --fast", 1));
    screen.keys("n").assert_shows("Another program cannot be hurried");
    answer(&mut screen, Ok("b2"));
    screen.assert_shows("Sly Engine");
    assert_eq!(turns(&screen.kept()[0]), ["a1", "b2"]);
    screen.keys("ma2<Enter>");
    answer(&mut screen, Ok("resign"));
    let record = json(&screen.kept()[0]);
    assert_eq!(record["result"]["winner"], "red", "{record}");
    assert!(screen.host.dismissals > 0, "it is not needed after the game");
}

#[test]
fn a_failed_program_leaves_its_seat_to_another_player() {
    let mut screen = against_program(tempfile::tempdir().unwrap());
    screen.keys("ma1<Enter>");
    answer(&mut screen, Err("my-engine exited instead of answering 'name'"));
    screen.assert_shows("The program failed: my-engine exited instead of answering 'name'; P");
    screen.keys("P<Right>").assert_shows("a person");
    screen.keys("<Enter>mb2<Enter>");
    assert_eq!(turns(&screen.kept()[0]), ["a1", "b2"]);
    screen.keys("Q");
    assert!(screen.host.dismissals > 0, "the game is left");
}

#[test]
fn a_resumed_game_starts_no_program_by_itself() {
    let mut screen = against_program(tempfile::tempdir().unwrap());
    screen.keys("ma1<Enter>");
    answer(&mut screen, Ok("b2"));
    screen.keys("ma2<Enter>");
    let mut screen = screen.again(Start::Home);
    screen.keys("r").assert_shows("Sly Engine is not running; P gives its seat to another");
    assert!(screen.host.consulted.is_empty(), "records start nothing");
    screen.keys("Qs");
    assert!(screen.host.consulted.is_empty());
}

#[test]
fn a_resumed_game_goes_on_with_the_program_of_the_settings() {
    let dir = tempfile::tempdir().unwrap();
    let text = "hints = false\nmotion = false\nprogram = \"other-engine\"\n";
    fs::write(dir.path().join("config.toml"), text).unwrap();
    let mut screen = against_program(dir);
    screen.keys("ma1<Enter>");
    answer(&mut screen, Ok("b2"));
    screen.keys("ma2<Enter>");
    let mut screen = screen.again_in_settings(Start::Home);
    screen.keys("r<Enter>");
    let ask = screen.host.consulted.last().expect("it is the program's turn");
    assert_eq!((ask.command.as_str(), ask.line.len()), ("cmd:other-engine", 3));
}

#[test]
fn form_takes_the_command_of_a_program_and_keeps_it() {
    let start = crate::support::game("necklace", small(4));
    let mut screen = Screen::with_settings(start, (80, 24), "hints = false\nmotion = false\n");
    screen.keys("N<Home><Right><Down><Down>").assert_shows("Computer (");
    screen.keys(&"<Right>".repeat(Level::ALL.len() - Level::USUAL)).assert_shows("another program");
    // The row of players goes round.
    screen
        .keys("<Right>")
        .assert_shows("(Even match)")
        .keys("<Left>")
        .assert_shows("another program");
    screen.keys("<End><Enter>").assert_shows("needs a program");
    screen.keys("<Home><Down><Down><Down>").assert_shows("its command, such as");
    screen.keys("my-engine --fast<Enter><End><Enter>");
    screen.keys("ma1<Enter>").assert_shows("my-engine thinks");
    assert_eq!(screen.app.shared().settings().new_game.program, "cmd:my-engine --fast");
    answer(&mut screen, Ok("b2"));
    screen.keys("ma2<Enter>");
    assert_eq!(screen.host.consulted.len(), 3);
}

#[test]
fn programs_that_cannot_play_are_named_before_the_first_move() {
    let mut screen = against_program(tempfile::tempdir().unwrap());
    answer(&mut screen, Err("my-engine cannot be started: no such file"));
    screen.assert_shows("The program failed: my-engine cannot be started");
    assert_eq!(screen.host.consulted.len(), 1, "it is not asked again by itself");
    let data = tempfile::tempdir().unwrap();
    let other = format!("cmd:'{PROGRAM}' gtp necklace --size 4 --pie");
    for (program, why) in [
        ("cmd:./no-such-program", "./no-such-program cannot be started"),
        (&*other, "pie true, not false; give its command"),
    ] {
        let out = plain(data.path(), &["--second", program], "").out;
        assert!(out.replace('\n', " ").contains(why), "{out}");
    }
}

#[test]
fn a_program_that_fails_its_tryout_answers_the_move_that_waits() {
    let data = tempfile::tempdir().unwrap();
    let pipe = data.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let command = format!("cmd:sh -c 'read go < \"$1\"; exit 3' sh {}", pipe.display());
    let mut screen = against_program(data);
    screen.keys("ma1<Enter>").assert_shows("my-engine thinks");
    let (tell, answers) = mpsc::channel();
    let mut engine = Engine::new(false, false, move |answer| drop(tell.send(answer)));
    let tasks = [ProgramTask::Begin(Colour::Second), ProgramTask::Move(Colour::Second)];
    assert_eq!(screen.host.consulted.iter().map(|ask| ask.task).collect::<Vec<_>>(), tasks);
    for ask in &screen.host.consulted {
        let ask = ProgramAsk { command: command.clone(), ..ask.clone() };
        assert!(engine.request(EngineRequest::Consult(Box::new(ask))).is_none());
    }
    // Only now does the program end, while it is still tried out.
    fs::write(&pipe, "go\n").unwrap();
    for _ in tasks {
        screen.send(answers.recv_timeout(PATIENCE).expect("each question is answered"));
    }
    screen.assert_shows("The program failed: sh exited instead of answering 'name'; P");
    screen.keys("P<Right><Enter>mb2<Enter>");
    assert_eq!(turns(&screen.kept()[0]), ["a1", "b2"]);
}

/// Settings that can be changed.
const SETTINGS: &str = "hints = false\nmotion = false\ntheme = \"mono\"\n";

/// Reviews the game at the board after its first move, and asks for a second opinion.
fn ask_for_opinion(screen: &mut Screen) {
    screen.keys("ma1<Enter>BS").assert_shows("speaks GTP");
    screen.keys("cmd:my-engine --fast<Enter>").assert_shows("y-engine is asked; S stops");
    assert!(screen.host.consulted.is_empty(), "the engine looks first");
    find(screen);
}

/// Lets the engine find two moves.
fn find(screen: &mut Screen) {
    let asked = screen.host.asks.last().expect("the engine looks first").clone();
    let mut analysis = Analysis::new(asked.position.to_move());
    analysis.simulations = 9_000;
    for (step, win) in [("b2", 0.61), ("c3", 0.52)] {
        let mut candidate = Candidate::new(asked.position.parse_typed(step).unwrap()[0]);
        (candidate.visits, candidate.win) = (4_000, win);
        analysis.candidates.push(candidate);
    }
    let (id, step) = (asked.ticket, None);
    screen.send(Message::Thought(SearchAnswer::Done { id, step, analysis }));
}

/// Lets the program that was asked last answer with c3.
fn give_opinion(screen: &mut Screen) {
    let ask = screen.host.consulted.last().expect("the program was asked");
    assert_eq!((ask.task, ask.line.len()), (ProgramTask::Opinion, 1));
    let steps = ask.start.parse_typed("c3").unwrap();
    let found = Ok(ProgramMove { steps, win: Some(0.55), lead: None });
    let name = Some("Sly Engine".to_owned());
    screen.send(Message::Consulted(ProgramAnswer { ticket: ask.ticket, name, found }));
}

#[test]
fn second_opinion_is_beside_that_of_the_engine() {
    let start = crate::support::game("necklace", small(9));
    for (size, shown) in [((80, 24), true), ((40, 16), false)] {
        let mut screen = Screen::with_settings(start.clone(), size, SETTINGS);
        ask_for_opinion(&mut screen);
        give_opinion(&mut screen);
        assert_eq!(screen.shows("Second opinion"), shown, "{}", screen.text());
        let text = screen.words();
        assert!(text.contains("Sly Engine: c3 55 %"), "{text}");
        assert!(text.contains("ngine: b2 61 %"), "{text}");
        assert_eq!(text.contains("engine: b2 61 %; c3 52 %"), shown, "{text}");
        // It belongs to its position, and is still known there.
        screen.keys("[").assert_shows("S asks my-engine here too");
        screen.keys("]").assert_shows("Sly Engine: c3");
        assert_eq!(screen.host.consulted.len(), 1);
        screen.keys("S");
        assert!(!screen.shows("Sly Engine"), "{}", screen.text());
        assert_eq!(screen.host.dismissals, 1, "the program is not needed any more");
        assert_eq!(screen.app.shared().settings().new_game.program, "cmd:my-engine --fast");
        screen.keys("S").assert_shows("Sly Engine: c3");
    }
}

#[test]
fn second_opinion_ends_by_key_by_moving_on_or_by_a_fault() {
    let start = crate::support::game("necklace", small(4));
    let mut screen = Screen::new(start, (80, 24), mono());
    ask_for_opinion(&mut screen);
    screen.keys("S").assert_shows("Stopped; S asks again");
    assert_eq!((screen.host.consulted.len(), screen.host.dismissals), (1, 1));
    screen.keys("S");
    assert_eq!(screen.host.consulted.len(), 2);
    screen.keys("[]").assert_shows("S asks my-engine here too");
    give_opinion(&mut screen);
    assert!(!screen.shows("Sly Engine"), "the answer came too late: {}", screen.text());
    screen.keys("S");
    find(&mut screen);
    let ticket = screen.host.consulted.last().unwrap().ticket;
    let found = Err("my-engine exited instead of answering 'name'".to_owned());
    screen.send(Message::Consulted(ProgramAnswer { ticket, name: None, found }));
    screen.assert_shows("No second opinion: my-engine exited instead of answering");
    // The command may be wrong: it can be corrected.
    screen.keys("S").assert_shows("Command: cmd:my-engine --fast");
    screen.keys("<Enter>");
    find(&mut screen);
    assert_eq!(screen.host.consulted.len(), 4);
    screen.keys("B").assert_shows("Blue");
}

#[test]
fn second_opinion_without_a_command_says_what_it_needs() {
    let start = crate::support::game("necklace", small(4));
    for size in [(80, 24), (40, 16)] {
        let mut screen = Screen::new(start.clone(), size, mono());
        screen.keys("ma1<Enter>BS<Enter>");
        let text = screen.words();
        assert!(text.contains("second opinion needs a program"), "{text}");
        screen.keys("<Esc>");
        assert!(!screen.shows("needs a program"), "{}", screen.text());
    }
}

#[test]
fn second_opinion_in_the_plain_mode_names_what_is_wrong() {
    let data = tempfile::tempdir().unwrap();
    let game = data.path().join("game.json");
    let text = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":4},
        "moves":["a1","b2"]}"#;
    fs::write(&game, text).unwrap();
    let replay = |lines: &str| {
        let args = ["replay", game.to_str().unwrap(), "--turn", "1", "--plain"];
        let data = [("TETRALITH_DATA_DIR", data.path().as_os_str())];
        let run = run_with(&args, lines.as_bytes(), &data);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
        run.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let heard = data.path().join("heard");
    let good = answering(&heard, "echo = b2");
    let out = replay(&format!("opinion\nopinion {good}\nopinion\nlast\nmoves\n"));
    assert!(out.contains("Opinion needs a program that speaks GTP"), "{out}");
    assert_eq!(out.matches("Sly: b2").count(), 2, "{out}");
    assert!(out.contains("ngine: "), "{out}");
    let asked = fs::read_to_string(&heard).unwrap();
    assert_eq!(asked.matches("genmove blue").count(), 1, "{asked}");
    for (answer, why) in [
        ("exit", "No second opinion: sh exited instead of answering 'genmove blue'"),
        ("echo = a1", "No second opinion: sh played an illegal move"),
        ("yes =", "with too much text"),
        (
            "echo = b2;; known_command) echo = true;; tetralith-analyze) echo =; yes x",
            "sh answered 'tetralith-analyze' with too much text",
        ),
    ] {
        let bad = answering(&heard, answer);
        let out = replay(&format!("opinion {bad}\nnext\nmoves\n"));
        assert!(out.contains(why), "{answer}: {out}");
        assert!(out.contains("Blue: b2") || out.contains("b2"), "the review goes on: {out}");
    }
    let own = format!("opinion cmd,time=0.2:'{PROGRAM}' gtp necklace --size 4 --level casual\n");
    let out = replay(&own);
    let line = out.split("Tetralith: ").nth(1).unwrap_or_else(|| panic!("{out}"));
    assert!(line.contains(" %") || line.contains("wins"), "{out}");
}
