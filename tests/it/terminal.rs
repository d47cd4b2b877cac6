//! The program itself, in a pseudo-terminal.
#![cfg(unix)]

use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread;

use crate::common::{kept_games, turns};
use crate::pty::{PATIENCE, Pty, assert_restored, kill};
use portable_pty::CommandBuilder;
use tetralith_storage::files;

#[test]
fn games_survive_resizing_quitting_and_resuming() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&["play", "multiplicity", "--size", "2"], data.path(), (80, 24));
    pty.see("White: first stone");
    pty.press("\r");
    pty.see("Red: bound stone (1 of 2)");
    pty.resize(36, 20);
    pty.wait("the small screen", |screen| {
        screen.contents().contains("bound stone (1 of 2)") && !screen.contents().contains("Moves")
    });
    pty.press("ma1\r");
    pty.see("turn 2");
    pty.quit();
    assert_eq!(kept_games(data.path(), true).len(), 1);

    let mut pty = Pty::tetralith(&[], data.path(), (80, 24));
    pty.see("Resume the unfinished game");
    pty.press("\r");
    pty.see("turn 2");
    for turn in 3..=6 {
        pty.press("\t\r");
        pty.wait("the next turn", |screen| {
            let text = screen.contents();
            text.contains(&format!("turn {turn}")) || text.contains("game over")
        });
    }
    pty.see("by score");
    pty.quit();
    assert_eq!(kept_games(data.path(), true).len(), 0);
    assert_eq!(kept_games(data.path(), false).len(), 1);
}

#[test]
fn a_game_against_the_computer_is_played_to_its_end() {
    let data = tempfile::tempdir().unwrap();
    let args = ["play", "multiplicity", "--size", "2", "--second", "beginner"];
    let mut pty = Pty::tetralith(&args, data.path(), (80, 24));
    pty.see("Red, Beginner");
    // The turn and its task.
    let place = |screen: &vt100::Screen| {
        let rows: Vec<String> = screen.rows(0, 80).collect();
        let to_do = rows.iter().find_map(|row| row.find("White: ").map(|at| row[at..].to_owned()));
        (rows[0].clone(), to_do)
    };
    let mut before = (String::new(), None);
    loop {
        pty.wait("the person's turn, or the end", |screen| {
            let now = place(screen);
            now.0.contains("game over") || now.1.is_some() && now != before
        });
        before = place(pty.screen.screen());
        if before.0.contains("game over") {
            break;
        }
        pty.press("\t\r");
    }
    pty.see("by score");
    pty.quit();
    let games: Vec<_> = std::fs::read_dir(data.path().join("games")).unwrap().collect();
    let record = std::fs::read_to_string(games[0].as_ref().unwrap().path()).unwrap();
    assert!(
        games.len() == 1 && record.contains(r#""red": {"kind": "ai", "level": "beginner"}"#),
        "{record}"
    );
}

#[test]
fn the_mouse_plays_through_the_terminal() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&["play", "necklace", "--size", "5"], data.path(), (80, 24));
    pty.see("Red: place a stone");
    pty.wait("the mouse", |screen| {
        screen.mouse_protocol_mode() == vt100::MouseProtocolMode::AnyMotion
    });
    // The coordinates of rows and columns show where a5 is.
    let (row, column) = {
        let screen = pty.screen.screen();
        let rows: Vec<String> = screen.rows(0, 80).collect();
        let row = rows.iter().position(|line| line.trim_start().starts_with('5')).unwrap();
        let column = rows
            .iter()
            .find_map(|line| line.find('a').filter(|&i| line[i..].contains("   b ")))
            .unwrap();
        (row, column)
    };
    pty.press(&format!("\x1b[<35;{0};{1}M\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    pty.see("a5");
    pty.see("Blue: place a stone");
    pty.quit();
}

#[test]
fn a_signal_to_end_gives_the_terminal_back_and_the_game_is_kept() {
    for signal in ["-TERM", "-HUP", "-INT", "-QUIT", "-XCPU", "-USR1", "-ALRM"] {
        let data = tempfile::tempdir().unwrap();
        let mut pty = Pty::tetralith(&["play", "necklace"], data.path(), (80, 24));
        pty.see("Red: place a stone");
        pty.press("\r");
        pty.see("Blue: place a stone");
        pty.signal(signal);
        let (_, screen) = pty.end();
        assert_restored(&screen);
        assert_eq!(kept_games(data.path(), true).len(), 1, "{signal}");
    }
}

/// A game in a shell that compares the terminal's modes before and after, and the file with the
/// game's process.
fn compared(data: &Path) -> (Pty, std::path::PathBuf) {
    let pid = data.join("pid");
    let mut shell = CommandBuilder::new("sh");
    let script = r#"before=$(stty -g)
        sh -c 'echo $$ >"$TETRALITH_DATA_DIR/pid"; exec "$0" play necklace' "$0"; echo "status $?"
        [ "$before" = "$(stty -g)" ] && echo modes as before"#;
    shell.args(["-c", script, env!("CARGO_BIN_EXE_tetralith")]);
    (Pty::start(shell, data, (80, 24), &[]), pid)
}

#[test]
fn a_signal_that_comes_as_the_screen_is_taken_gives_it_back() {
    use rustix::process::{Pid, Signal, kill_process};

    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        for round in 0..12 {
            let data = tempfile::tempdir().unwrap();
            let (mut pty, pid) = compared(data.path());
            pty.wait("the alternate screen", vt100::Screen::alternate_screen);
            let pid = std::fs::read_to_string(pid)
                .unwrap()
                .trim()
                .parse()
                .ok()
                .and_then(Pid::from_raw)
                .unwrap();
            kill_process(pid, signal).unwrap();
            let (_, screen) = pty.end();
            assert_restored(&screen);
            let text = screen.screen().contents();
            assert!(
                text.contains("status 0") && text.contains("modes as before"),
                "{signal:?}, round {round}:\n{text}"
            );
        }
    }
}

#[test]
fn a_signal_ends_it_while_its_output_is_not_read() {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{Mode, OFlags};
    use rustix::process::{Pid, Signal, kill_process, test_kill_process};

    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let data = tempfile::tempdir().unwrap();
        let (mut pty, pid) = compared(data.path());
        pty.see("Red: place a stone");
        let pid = std::fs::read_to_string(pid)
            .unwrap()
            .trim()
            .parse()
            .ok()
            .and_then(Pid::from_raw)
            .unwrap();
        pty.press("\r");
        pty.see("Blue: place a stone");
        let line = Arc::clone(&pty.line);
        let stopped = line.lock().unwrap();
        pty.resize(400, 120);
        // The frame is more than the line holds, so that nothing more can be written.
        let slave = rustix::fs::open(
            pty.master.tty_name().unwrap(),
            OFlags::RDWR | OFlags::NOCTTY,
            Mode::empty(),
        )
        .unwrap();
        let moment = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
        let begun = std::time::Instant::now();
        while poll(&mut [PollFd::new(&slave, PollFlags::OUT)], Some(&moment)).unwrap() > 0 {
            assert!(begun.elapsed() < PATIENCE, "the line takes everything");
            thread::yield_now();
        }
        drop(slave);
        kill_process(pid, signal).unwrap();
        let begun = std::time::Instant::now();
        while test_kill_process(pid).is_ok() {
            assert!(begun.elapsed() < PATIENCE, "it does not end while nobody reads");
            thread::yield_now();
        }
        drop(stopped);
        let (_, screen) = pty.end();
        assert_restored(&screen);
        let text = screen.screen().contents();
        assert!(text.contains("modes as before"), "{signal:?}:\n{text}");
        if cfg!(target_os = "linux") {
            assert!(text.contains("status 0"), "{signal:?}:\n{text}");
        }
        let kept = kept_games(data.path(), true);
        assert_eq!(files::load(&kept[0]).unwrap().1.steps(), 1);
    }
}

/// Runs `script` in a terminal, `$0` being the program, and closes that when `until` returns. The
/// output of the script in the files `status`, which ends with it, and `errors` beside the games in
/// `data`.
fn close_terminal(
    data: &Path,
    script: &str,
    until: impl FnOnce(&dyn portable_pty::MasterPty),
) -> (String, String) {
    let size = portable_pty::PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = portable_pty::native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new("sh");
    // The shell outlives its terminal, to report how the program ended.
    let script = format!("trap : HUP; {script}; echo $? >\"$TETRALITH_DATA_DIR\"/status");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_tetralith")]);
    for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8")] {
        command.env(name, value);
    }
    command.env("TETRALITH_DATA_DIR", data);
    command.env("TETRALITH_CONFIG_DIR", data);
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    // Nothing is typed here, since giving the keyboard back would type a line and the end of the
    // input.
    until(&*pair.master);
    drop(pair.master);
    let begun = std::time::Instant::now();
    let read = |name: &str| std::fs::read_to_string(data.join(name)).unwrap_or_default();
    while !read("status").ends_with('\n') {
        assert!(begun.elapsed() < PATIENCE, "it does not end without a terminal");
        thread::yield_now();
    }
    child.wait().unwrap();
    (read("status"), read("errors"))
}

/// Reads what is written to a terminal until it shows `text`.
fn read_until(master: &dyn portable_pty::MasterPty, text: &str) {
    use std::io::Read as _;

    let mut reader = master.try_clone_reader().unwrap();
    let cells = |n: u16| std::num::NonZero::new(n).unwrap();
    let mut screen = vt100::Parser::new(cells(24), cells(80), 0);
    while !screen.screen().contents().contains(text) {
        let mut bytes = [0; 4096];
        let n = reader.read(&mut bytes).unwrap();
        screen.process(&bytes[..n]);
    }
}

/// Closes the terminal once the computer has made the first step of a game; the program's exit
/// status, and what it wrote to a file for errors.
fn vanish(leader: &[&str], errors: bool) -> (String, String) {
    let data = tempfile::tempdir().unwrap();
    let script = format!(
        "{} \"$0\" play necklace --size 9 --first beginner{}",
        leader.join(" "),
        if errors { " 2>\"$TETRALITH_DATA_DIR\"/errors" } else { "" }
    );
    let ended =
        close_terminal(data.path(), &script, |master| read_until(master, "Blue: place a stone"));
    let kept = kept_games(data.path(), true);
    assert_eq!(files::load(&kept[0]).unwrap().1.steps(), 1);
    ended
}

#[test]
fn a_terminal_that_vanishes_as_it_starts_ends_it_quietly() {
    use rustix::fs::{Mode, OFlags};
    use rustix::termios::{LocalModes, tcgetattr};

    let program = "\"$0\" play necklace 2>\"$TETRALITH_DATA_DIR\"/errors";
    let quietly = ("0\n".to_owned(), String::new());
    let before = format!("echo ready; read line; {program}");
    let data = tempfile::tempdir().unwrap();
    assert_eq!(
        close_terminal(data.path(), &before, |master| read_until(master, "ready")),
        quietly,
        "before"
    );
    for round in 0..20 {
        // The first sign of it is that keys are not put into lines any more.
        let until = |master: &dyn portable_pty::MasterPty| {
            let flags = OFlags::RDWR | OFlags::NOCTTY;
            let slave = rustix::fs::open(master.tty_name().unwrap(), flags, Mode::empty()).unwrap();
            let begun = std::time::Instant::now();
            while tcgetattr(&slave).unwrap().local_modes.contains(LocalModes::ICANON) {
                assert!(begun.elapsed() < PATIENCE, "it does not start");
            }
        };
        for leader in if cfg!(target_os = "linux") { ["", "setsid -w "] } else { ["", ""] } {
            let data = tempfile::tempdir().unwrap();
            let ended = close_terminal(data.path(), &format!("{leader}{program}"), until);
            assert_eq!(ended, quietly, "round {round} {leader}");
        }
    }
}

#[test]
fn vanished_terminals_end_quietly_and_save_the_game() {
    // Of a program that leads a session of its own no signal reports that the terminal has gone.
    let leaders: [&[&str]; 2] =
        if cfg!(target_os = "linux") { [&[], &["setsid", "-w"]] } else { [&[], &[]] };
    for leader in leaders {
        for errors in [true, false] {
            let ended = vanish(leader, errors);
            assert_eq!(
                ended,
                ("0\n".to_owned(), String::new()),
                "{leader:?}, errors in a file: {errors}"
            );
        }
    }
}

/// A shell at its prompt `ready>`, with the program as `$PROGRAM`.
fn shell(data: &Path) -> Pty {
    let mut shell = CommandBuilder::new("bash");
    shell.args(["--norc", "--noprofile", "--noediting", "-i"]);
    let variables = [
        ("PS1", "ready>"),
        ("HISTFILE", "/dev/null"),
        ("PROGRAM", env!("CARGO_BIN_EXE_tetralith")),
    ];
    let mut pty = Pty::start(shell, data, (80, 24), &variables);
    pty.see("ready>");
    pty
}

#[test]
fn it_can_be_put_aside_and_called_back_by_a_shell() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = shell(data.path());
    pty.press("stty -a | md5sum > \"$TETRALITH_DATA_DIR\"/before\n");
    pty.press("\"$PROGRAM\" play necklace\n");
    pty.see("Red: place a stone");
    pty.press("\x1a");
    pty.see_stopped();
    assert_restored(&pty.screen);
    pty.press("stty -a | md5sum > \"$TETRALITH_DATA_DIR\"/between; echo compared\n");
    pty.wait("the comparison", |screen| screen.contents().matches("compared").count() == 2);
    // Text typed before the shell reads again goes to the program, which reads until it has ended.
    pty.wait("the prompt", |screen| screen.contents().matches("ready>").count() == 4);
    pty.press("fg\n");
    pty.see_table();
    pty.press("\r");
    pty.see("Blue: place a stone");
    pty.press("q");
    pty.see_prompts(5);
    pty.press("stty -a | md5sum > \"$TETRALITH_DATA_DIR\"/after; echo done $?\n");
    pty.see("done 0");
    assert_restored(&pty.screen);
    let modes = |name: &str| std::fs::read_to_string(data.path().join(name)).unwrap();
    assert_eq!(modes("before"), modes("between"));
    assert_eq!(modes("before"), modes("after"));
    pty.press("exit\n");
    pty.end();
}

/// Waits for as many questions about device attributes as were asked since the byte `at`, and
/// answers each; `before` comes before the last answer.
fn answer_attributes(pty: &mut Pty, at: usize, before: &str) {
    pty.see_raw(at, "\x1b[c");
    let asked = pty.raw_text(at).matches("\x1b[c").count();
    let answers = "\x1b[?62;22c".repeat(asked - 1);
    pty.press(&format!("{answers}{before}\x1b[?62;22c"));
}

#[test]
fn reports_under_way_do_not_reach_the_shell() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = shell(data.path()).silent();
    pty.press("\"$PROGRAM\" play necklace\n");
    pty.see("Red: place a stone");
    pty.see_raw(0, "\x1b[c");
    let asked = pty.raw.len();
    answer_attributes(&mut pty, 0, "");
    // Once the terminal has named itself it is asked for pictures.
    pty.see_raw(asked, "\x1b_G");
    answer_attributes(&mut pty, asked, "");
    let under_way = "\x1b[<35;12;6M\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[<35;13;6M";
    for (round, end) in ["\x1a", "q"].into_iter().enumerate() {
        let at = pty.raw.len();
        pty.press(&format!("\x1b[<35;11;6M{end}\x1b[<35;11;6M"));
        answer_attributes(&mut pty, at, under_way);
        let raw = pty.raw_text(at);
        assert!(raw.find("\x1b[?1003l") < raw.find("\x1b[c"), "{raw:?}");
        // Keys after the answer were typed for the shell.
        pty.press(&format!("echo heard {round}\n"));
        pty.see_raw(at, &format!("heard {round}"));
        assert_restored(&pty.screen);
        let text = pty.text();
        assert!(!text.contains("35;1") && !text.contains("22c") && !text.contains("rgb"), "{text}");
        if end == "\x1a" {
            let at = pty.raw.len();
            pty.press("fg\n");
            pty.see_raw(at, "Red: place a stone");
        }
    }
    pty.press("exit\n");
    pty.end();
}

#[test]
fn reports_after_the_answer_of_mosh_do_not_reach_the_shell() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = shell(data.path()).silent();
    pty.press("\"$PROGRAM\" play necklace\n");
    pty.see("Red: place a stone");
    // mosh answers for the terminal, which does not even know of the question yet.
    let answer = |pty: &mut Pty, from: usize| {
        pty.see_raw(from, "\x1b[c");
        let asked = pty.raw_text(from).matches("\x1b[c").count();
        pty.press(&"\x1b[?62c".repeat(asked));
    };
    let asked = pty.raw.len();
    answer(&mut pty, 0);
    pty.see_raw(asked, "\x1b_G");
    answer(&mut pty, asked);
    let at = pty.raw.len();
    pty.press("\x1b[<35;11;6Mq\x1b[<35;11;6M");
    pty.see_raw(at, "\x1b[c");
    let asked = pty.raw_text(at).matches("\x1b[c").count();
    let moves = "\x1b[<35;12;6M\x1b[<35;13;6M";
    pty.press(&format!("{}{moves}", "\x1b[?62c".repeat(asked)));
    pty.wait("the shell", |screen| !screen.alternate_screen());
    pty.press("echo heard it\n");
    pty.see_raw(at, "heard it");
    let text = pty.text();
    assert!(!text.contains("35;1") && !text.contains("62c"), "{text}");
    pty.press("exit\n");
    pty.end();
}

#[test]
fn stopped_from_outside_it_hears_keys_again() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = shell(data.path());
    pty.press("sh -c 'echo $$ > \"$TETRALITH_DATA_DIR\"/pid; exec \"$PROGRAM\" play necklace'\n");
    pty.see("Red: place a stone");
    let pid = std::fs::read_to_string(data.path().join("pid")).unwrap();
    let at = pty.raw.len();
    kill("-STOP", &pid);
    pty.see_raw(at, "Stopped");
    pty.press("stty sane; fg\n");
    pty.see_raw(at, "Red: place a stone");
    pty.press("\r");
    pty.see("Blue: place a stone");
    pty.press("q");
    pty.wait("the shell", |screen| !screen.alternate_screen());
    assert_restored(&pty.screen);
    pty.press("exit\n");
    pty.end();
}

#[test]
fn prompt_is_below_the_last_frame_without_alternate_screens() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&["play", "necklace"], data.path(), (80, 24));
    pty.see("Red: place a stone");
    pty.press("q");
    let (_, raw) = pty.end_raw();
    let plain = raw.replace("\x1b[?1049h", "").replace("\x1b[?1049l", "");
    let cells = |n: u16| std::num::NonZero::new(n).unwrap();
    let mut screen = vt100::Parser::new(cells(24), cells(80), 0);
    screen.process(plain.as_bytes());
    assert_eq!(screen.screen().cursor_position(), (23, 0));
    assert_eq!(screen.screen().rows(0, 80).nth(23).as_deref(), Some(""), "the prompt's row");
}

#[test]
fn cursor_of_the_terminal_is_where_the_eye_is() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&[], data.path(), (80, 24));
    pty.see("four modern abstract games");
    let at = |screen: &vt100::Screen| {
        let (row, column) = screen.cursor_position();
        let line = screen.rows(0, 80).nth(row.into()).unwrap_or_default();
        let before: String = line.chars().take(column.into()).collect();
        (line, before, (row, column))
    };
    pty.wait("the selected line", |screen| at(screen).0.contains("> "));
    let (first, ..) = at(pty.screen.screen());
    pty.press("\x1b[B");
    pty.wait("the next line", |screen| at(screen).0.contains("> ") && at(screen).0 != first);
    pty.press("\x03");
    pty.end();
    let args = ["play", "necklace", "--size", "9", "--board-art", "outlined"];
    let mut pty = Pty::tetralith(&args, data.path(), (80, 24));
    pty.see("Red: place a stone");
    let is_on_board = |screen: &vt100::Screen| {
        let rows = screen.rows(0, 80).enumerate();
        let marked = rows.filter_map(|(row, line)| {
            let column = line.chars().position(|c| c == '<')?;
            Some((row as u16, column as u16 + 1))
        });
        marked.collect::<Vec<_>>() == [screen.cursor_position()]
    };
    pty.wait("the cell in the middle", is_on_board);
    let (.., before) = at(pty.screen.screen());
    pty.press("\x1b[C");
    pty.wait("the cell beside it", |screen| {
        is_on_board(screen) && screen.cursor_position() != before
    });
    pty.press("me5");
    pty.wait("the caret", |screen| at(screen).1.ends_with("e5"));
    pty.press("\x1b[D");
    pty.wait("the caret before the last letter", |screen| at(screen).1.ends_with(" e"));
    pty.press("\x03");
    pty.end();
}

#[test]
fn a_window_without_a_size_is_taken_for_a_usual_one() {
    for (variables, last_row) in [("", 23), ("LINES=20 COLUMNS=60 ", 19)] {
        let data = tempfile::tempdir().unwrap();
        let mut shell = CommandBuilder::new("sh");
        let script = format!("stty rows 0 cols 0; {variables}exec \"$0\" play necklace");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_tetralith")]);
        let mut pty = Pty::start(shell, data.path(), (80, 24), &[]);
        pty.see("Red: place a stone");
        pty.wait("the keys at the foot", |screen| {
            screen.rows(0, 80).nth(last_row).is_some_and(|row| row.contains("type"))
        });
        pty.quit();
    }
}

#[test]
fn suspending_without_a_shell_is_refused() {
    // Alone in its terminal, and begun by a script that is.
    for script in ["exec \"$0\" play necklace", "\"$0\" play necklace; exit $?"] {
        for suspend in ["\x1a", "-TSTP"] {
            let data = tempfile::tempdir().unwrap();
            let mut shell = CommandBuilder::new("sh");
            shell.args(["-c", script, env!("CARGO_BIN_EXE_tetralith")]);
            let mut pty = Pty::start(shell, data.path(), (80, 24), &[]);
            pty.see("Red: place a stone");
            if suspend.starts_with('-') {
                kill(suspend, &format!("-{}", pty.master.process_group_leader().unwrap()));
            } else {
                pty.press(suspend);
            }
            pty.see("No shell could resume Tetralith, so it keeps running; q quits");
            pty.press("\r");
            pty.see("Blue: place a stone");
            pty.quit();
        }
    }
}

#[test]
fn begun_by_a_script_that_a_shell_runs_it_can_be_put_aside_too() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = shell(data.path());
    pty.press("sh -c '\"$PROGRAM\" play necklace; exit $?'\n");
    pty.see("Red: place a stone");
    pty.press("\x1a");
    pty.see_prompts(2);
    // The shell speaks as soon as the script has stopped; the program in it must have, too.
    pty.press("until ps -o stat=,comm= | grep -q '^T.* tetralith'; do :; done; echo aside\n");
    pty.wait("the program", |screen| screen.contents().matches("aside").count() == 2);
    pty.press("fg\n");
    pty.see_table();
    pty.press("q");
    pty.see_prompts(4);
    pty.press("exit\n");
    pty.end();
}

/// A shell's terminal before the program, and after the program ended in each of many ways.
#[test]
fn however_it_ends_modes_cursor_and_screen_are_as_before() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = shell(data.path());
    let modes = |pty: &mut Pty| {
        pty.press("clear; stty -a > \"$TETRALITH_DATA_DIR\"/modes; echo told $?\n");
        pty.wait("the modes", |screen| {
            screen.contents().lines().collect::<Vec<_>>() == ["told 0", "ready>"]
        });
        std::fs::read_to_string(data.path().join("modes")).unwrap()
    };
    let before = modes(&mut pty);
    assert!(before.contains(" icanon") && before.contains(" echo "), "{before}");
    for end in ["q", "\x03", "-TERM", "-HUP", "-INT"] {
        pty.press(
            "sh -c 'echo $$ > \"$TETRALITH_DATA_DIR\"/pid; exec \"$PROGRAM\" play necklace'\n",
        );
        pty.see_table();
        if end.starts_with('-') {
            let pid = std::fs::read_to_string(data.path().join("pid")).unwrap();
            kill(end, &pid);
        } else {
            pty.press(end);
        }
        pty.wait("the prompt", |screen| {
            !screen.alternate_screen() && screen.contents().matches("ready>").count() == 2
        });
        assert_restored(&pty.screen);
        let text = pty.text();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0] == "told 0" && lines.last() == Some(&"ready>"), "after {end:?}:\n{text}");
        assert_eq!(modes(&mut pty), before, "after {end:?}");
    }
    pty.press("exit\n");
    pty.end();
}

#[test]
fn with_input_or_output_closed_it_says_so_or_ends() {
    for (redirection, args, sentence) in [
        ("<&-", "", "standard input is not one"),
        (">&-", "", "standard output is not one"),
        ("</dev/null >/dev/null", "play necklace", "standard input is not one"),
        ("<&- >&-", "replay \"$1\"", "standard input is not one"),
    ] {
        let record = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/games/necklace.json");
        let script = format!("\"$0\" {args} {redirection}");
        let mut shell = CommandBuilder::new("bash");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_tetralith"), record]);
        let data = tempfile::tempdir().unwrap();
        let mut pty = Pty::start(shell, data.path(), (80, 24), &[]);
        pty.see(sentence);
        let (status, screen) = pty.end();
        assert_eq!(status, 2, "{redirection}");
        assert_restored(&screen);
    }
}

/// The cell where a stone is put after keys that come in these pieces, while nothing of the screen
/// is read.
fn put_after_pieces(pieces: &[&str]) -> String {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&["play", "necklace", "--size", "9"], data.path(), (80, 24));
    pty.see("Red: place a stone");
    let line = Arc::clone(&pty.line);
    let late = line.lock().unwrap();
    // Nothing is read of what the program writes; it has to take all keys none the less.
    let (mut keys, (sender, written)) =
        (std::mem::replace(&mut pty.keys, Box::new(std::io::sink())), mpsc::channel());
    let pieces: Vec<String> = pieces.iter().map(|&piece| piece.to_owned()).collect();
    thread::spawn(move || {
        for piece in pieces {
            keys.write_all(piece.as_bytes()).unwrap();
        }
        sender.send(keys).unwrap();
    });
    pty.keys = written.recv_timeout(PATIENCE).expect("it stopped reading keys");
    drop(late);
    pty.press("\r");
    pty.see("Blue: place a stone");
    pty.quit();
    let kept = kept_games(data.path(), true);
    turns(&kept[0]).remove(0)
}

#[test]
fn keys_over_slow_lines_are_decoded_correctly() {
    // To and fro many times, then one step right and one up.
    let to_and_fro = ["\x1b[C", "\x1bOA", "\x1b[D", "\x1bOB"].repeat(300);
    let whole: Vec<&str> = to_and_fro.into_iter().chain(["\x1b[C", "\x1bOA"]).collect();
    assert_eq!(put_after_pieces(&[]), "e5");
    assert_eq!(put_after_pieces(&whole), "f6");
    for cut in 1..=2 {
        let pieces: Vec<&str> =
            whole.iter().flat_map(|key| <[&str; 2]>::from(key.split_at(cut))).collect();
        assert_eq!(put_after_pieces(&pieces), "f6", "cut after {cut} bytes");
    }
}

#[test]
fn a_sequence_that_is_never_finished_makes_it_deaf_to_no_key() {
    for begun in ["\x1b[?", "\x1b[", "\x1bO", "\x1b[1;", "\x1b[<0;", "\x1b[M", "\x1b[?2026;2$y"] {
        let data = tempfile::tempdir().unwrap();
        let mut pty = Pty::tetralith(&["play", "necklace"], data.path(), (80, 24));
        pty.see("Red: place a stone");
        pty.press(begun);
        pty.press("\x03");
        let (status, screen) = pty.end();
        assert_eq!(status, 0, "{begun:?}");
        assert_restored(&screen);
    }
}

#[test]
fn without_colour_no_colour_is_sent() {
    let data = tempfile::tempdir().unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tetralith"));
    command.args(["play", "greylox"]);
    let mut pty = Pty::start(command, data.path(), (80, 24), &[("NO_COLOR", "1")]);
    pty.see("White: first stone");
    let screen = pty.screen.screen();
    for row in 0..24 {
        for column in 0..80 {
            let cell = screen.cell(row, column).unwrap();
            assert_eq!(
                (cell.fgcolor(), cell.bgcolor()),
                (vt100::Color::Default, vt100::Color::Default)
            );
        }
    }
    assert!((0..24).any(|row| (0..80).any(|column| screen.cell(row, column).unwrap().bold())));
    pty.quit();
}

#[test]
fn absurdly_large_windows_are_drawn_within_memory() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&["play", "necklace", "--size", "4"], data.path(), (80, 24));
    pty.see("turn 0");
    // The drawing fits in this; the terminal shows more.
    pty.resize(1_000, 500);
    pty.resize_unseen(u16::MAX, u16::MAX);
    pty.wait("the keys at the foot", |screen| {
        screen.cell(499, 1).is_some_and(|cell| cell.contents() == "E")
    });
    pty.press("\r");
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", pty.child.process_id().unwrap()))
            .unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    // Only Linux reports it.
    assert!(peak.is_none_or(|peak| peak.parse::<u32>().unwrap() < 512 << 10), "{peak:?} KiB");
    pty.resize(80, 24);
    pty.see("turn 1");
    pty.press("\t\r");
    pty.see("turn 2");
    pty.quit();
}

#[test]
fn without_a_terminal_it_says_so() {
    for args in [vec![], vec!["play", "necklace"], vec!["replay", "assets/games/necklace.json"]] {
        let data = tempfile::tempdir().unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_tetralith"))
            .args(args)
            .env("TETRALITH_DATA_DIR", data.path())
            .env("TETRALITH_CONFIG_DIR", data.path())
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.contains("standard input is not one") && error.lines().count() == 1,
            "{error}"
        );
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_dumb_terminal_gets_the_plain_mode_and_a_message() {
    let data = tempfile::tempdir().unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tetralith"));
    command.args(["play", "necklace", "--size", "4"]);
    let mut pty = Pty::start(command, data.path(), (80, 24), &[("TERM", "dumb")]);
    pty.see("so this is plain mode");
    pty.see("Red to move: place a stone.");
    pty.press("quit\n");
    assert_eq!(pty.end().0, 0);
}

#[test]
fn lines_pasted_without_brackets_are_one_text() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&["play", "necklace"], data.path(), (120, 30));
    pty.see("Red: place a stone");
    pty.press("\r");
    pty.see("Blue: place a stone");
    pty.press("c");
    pty.see("Comment:");
    pty.press("a first line of some length\rquit this game");
    pty.see("a first line of some length quit this game");
    pty.press("\x03");
    assert_eq!(pty.end().0, 0);
}

#[test]
fn plain_mode_writes_ascii_to_a_terminal_of_8_bits() {
    let data = tempfile::tempdir().unwrap();
    let record = data.path().join("game.json");
    let text = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},
        "players":{"red":{"name":"Û31mRED"},"blue":{"name":"ĝ0;TITLEĜ"}},"moves":["a1"]}"#;
    std::fs::write(&record, text).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tetralith"));
    command.args(["replay", record.to_str().unwrap(), "--plain"]);
    let mut pty = Pty::start(command, data.path(), (80, 24), &[("LC_ALL", "C")]);
    pty.see("U31mRED");
    pty.see("?0;TITLE?");
    pty.press("quit\n");
    let (status, raw) = pty.end_raw();
    assert!(status == 0 && raw.is_ascii(), "{raw}");
}

#[test]
fn plain_mode_lines_reach_the_thinking_computer() {
    let data = tempfile::tempdir().unwrap();
    let args = ["play", "necklace", "--second", "strongest", "--no-book", "--plain"];
    let mut pty = Pty::tetralith(&args, data.path(), (80, 40));
    pty.see("Red to move: place a stone.");
    pty.press("g7\n");
    pty.see("While the engine thinks");
    pty.press("moves\n");
    pty.see("1.[g7]");
    pty.press("why g7\n");
    pty.see("Wait for the engine");
    // It is taken before the line that waits.
    pty.press("now\n");
    pty.see("g7 is occupied by Red");
    pty.press("brief\nundo\nf6\n");
    pty.see("Turn 1, Red: f6.");
    // The end of the input is not left to wait for the computer.
    pty.press("\u{4}");
    let (status, screen) = pty.end();
    assert_eq!(status, 0);
    let text = screen.screen().contents();
    let after = text.split("Turn 1, Red: f6.").last().unwrap_or_default();
    assert!(
        after.contains("The game is saved; type resume to continue it.")
            && !after.contains("(Strongest): "),
        "{text}"
    );
}

#[test]
fn windows_resized_while_suspended_take_clicks_correctly() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = shell(data.path());
    pty.press("\"$PROGRAM\" play necklace\n");
    pty.see("Red: place a stone");
    pty.press("\x1a");
    pty.see_stopped();
    pty.resize(60, 20);
    pty.press("fg\n");
    pty.see_table();
    pty.wait("the hints", |screen| {
        screen.rows(0, 60).nth(19).is_some_and(|line| line.contains("type"))
    });
    let column =
        pty.screen.screen().rows(0, 60).nth(19).and_then(|line| line.find("type")).unwrap();
    pty.press(&format!("\x1b[<0;{0};20M\x1b[<0;{0};20m", column + 1));
    pty.see("Play:");
    pty.press("\x03");
    pty.see_prompts(3);
    pty.press("exit\n");
    pty.end();
}

#[test]
fn a_game_that_could_not_be_saved_is_reported_after_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    std::fs::write(&data, "").unwrap();
    let mut pty = Pty::tetralith(&["play", "necklace"], &data, (80, 24));
    pty.see("Red: place a stone");
    pty.press("\r");
    pty.see("is not saved");
    pty.press("q");
    pty.see("Quit and lose the game?");
    pty.press("y");
    let (status, screen) = pty.end();
    assert_restored(&screen);
    assert_eq!(status, 1);
    assert!(
        screen.screen().contents().contains("the game was not saved"),
        "{}",
        screen.screen().contents()
    );
}

#[test]
fn keys_typed_while_the_terminal_answers_are_not_lost() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&[], data.path(), (80, 24));
    pty.see("four modern abstract games");
    let background = |screen: &vt100::Screen| screen.cell(0, 0).map(vt100::Cell::bgcolor);
    let dark = background(pty.screen.screen());
    pty.press("\x1b[B\x1b]11;rgb:ffff/ffff/ffff\x1b\\\r");
    pty.see("New game: Greylox");
    assert_ne!(background(pty.screen.screen()), dark);
    pty.press("\x03");
    assert_eq!(pty.end().0, 0);

    let command = || {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tetralith"));
        command.arg("--theme=light");
        command
    };
    let mut pty = Pty::start(command(), data.path(), (80, 24), &[]);
    pty.see("four modern abstract games");
    assert_ne!(background(pty.screen.screen()), dark, "a theme that is asked for needs no answer");
    pty.quit();
    let mut pty = Pty::start(command(), data.path(), (80, 24), &[("NO_COLOR", "1")]);
    pty.see("four modern abstract games");
    assert_eq!(
        background(pty.screen.screen()),
        Some(vt100::Color::Default),
        "NO_COLOR comes before every theme"
    );
    pty.quit();
}

#[test]
fn answers_of_the_terminal_without_a_question_do_nothing() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&["play", "necklace", "--size", "9"], data.path(), (80, 24));
    pty.see("Red: place a stone");
    let answers = [
        "\x1bP>|XTerm(390)\x1b\\",
        "\x1bP!|7E565445\x1b\\",
        "\x1bP1+r544e=787465726d\x1b\\",
        "\x1b]10;rgb:ffff/ffff/ffff\x1b\\",
        "\x1b]4;1;rgb:cdcd/0000/0000\x07",
        "\x1b]52;c;cXVpdA==\x07",
        "\x1b]11;#ffffff\x07",
        "\x1b]lquit\x1b\\",
        "\x1b_Gi=31;OK\x1b\\",
    ];
    for (turn, answer) in (1..).zip(answers) {
        // A step after it is played as ever: nothing has opened before it.
        pty.press(&format!("{answer}\t\r"));
        pty.see(&format!("turn {turn}"));
        pty.see("place a stone");
    }
    pty.quit();
}

#[test]
fn saved_games_are_read_beside_the_keys_and_shown() {
    let data = tempfile::tempdir().unwrap();
    let games = data.path().join("games");
    std::fs::create_dir(&games).unwrap();
    // It comes last, since all others have later dates.
    std::fs::write(games.join("last.json"), r#"no game, "date": "2000-01-01""#).unwrap();
    for i in 0..200 {
        std::fs::copy(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games/greylox.json"),
            games.join(format!("{i}.json")),
        )
        .unwrap();
    }
    let mut pty = Pty::tetralith(&[], data.path(), (100, 30));
    pty.see("Open a saved game");
    pty.press(":open a saved\r");
    pty.see("A sample game");
    // The search finds files that were never in view.
    pty.press("/unreadable");
    pty.see("This file cannot be read");
    pty.press("\rd");
    pty.see("Deleted last");
    pty.press("u");
    pty.see("Restored last");
    pty.quit();
    assert!(games.join("last.json").exists());
}

#[test]
fn the_diagram_is_handed_to_the_terminal_for_the_clipboard() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&["play", "necklace", "--size", "2"], data.path(), (80, 24));
    pty.see("Red: place a stone");
    pty.press("E\x15copy\r");
    // "Necklace on square 2, start: Red to move", two lines of points and one of letters, in base
    // 64.
    let wanted =
        b"\x1b]52;c;TmVja2xhY2Ugb24gc3F1YXJlIDIsIHN0YXJ0OiBSZWQgdG8gbW92ZQoKIDIgIC4gLgogMSAgLiAuCiAgICBhIGIK\x07";
    let mut seen = Vec::new();
    while !seen.windows(wanted.len()).any(|part| part == wanted) {
        match pty.output.recv_timeout(PATIENCE) {
            Ok(bytes) => seen.extend(bytes),
            Err(error) => panic!("{error} in {}", String::from_utf8_lossy(&seen)),
        }
    }
    pty.quit();
}

#[test]
fn quitting_leaves_no_part_of_a_picture() {
    let data = tempfile::tempdir().unwrap();
    let pictures = tempfile::tempdir().unwrap();
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/games/greylox.json");
    // An animation takes seconds, during which the program ends; a picture is then just about to be
    // written.
    for (name, said) in [("film.gif", Some("Drawing every turn")), ("picture.svg", None)] {
        let mut pty = Pty::tetralith(&["replay", game], data.path(), (100, 30));
        pty.see("Greylox");
        pty.press(&format!("E\x15{}\r", pictures.path().join(name).display()));
        if let Some(said) = said {
            pty.see(said);
        }
        pty.press("\x03");
        assert_eq!(pty.end().0, 0);
    }
    for entry in std::fs::read_dir(pictures.path()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let end: &[u8] =
            if path.extension().is_some_and(|kind| kind == "gif") { b";" } else { b"</svg>\n" };
        assert!(bytes.ends_with(end) && !name.starts_with('.'), "{name} is left behind");
    }
}

#[test]
fn theme_follows_a_terminal_that_changes_to_light() {
    let data = tempfile::tempdir().unwrap();
    let mut pty = Pty::tetralith(&["play", "necklace"], data.path(), (80, 24));
    pty.see("Red: place a stone");
    pty.see_raw(0, "\x1b[?2031h");
    let ground = |screen: &vt100::Screen| match screen.cell(0, 0).map(vt100::Cell::bgcolor) {
        Some(vt100::Color::Idx(colour)) => Some(colour),
        _ => None,
    };
    let dark = ground(pty.screen.screen());
    pty.press("\x1b[?997;2n");
    pty.wait("a light ground", |screen| ground(screen) != dark);
    pty.press("\x1b[?997;1n");
    pty.wait("the dark ground", |screen| ground(screen) == dark);
    pty.press("q");
    let (status, raw) = pty.end_raw();
    assert_eq!(status, 0);
    let (tells, ends) = (raw.rfind("\x1b[?2031h"), raw.rfind("\x1b[?2031l"));
    assert!(tells.is_some() && tells < ends && ends < raw.rfind("\x1b[?1049l"), "{raw:?}");
}

#[test]
fn comments_are_written_in_the_editor_of_the_environment() {
    let data = tempfile::tempdir().unwrap();
    let editor = data.path().join("editor");
    // It interrupts all programs here, as Ctrl-C does, and says what it has been given; then it
    // waits for a line, and writes that below.
    let script = "#!/bin/sh\ntrap '' INT; kill -INT 0\n\
        echo \"given: $(cat \"$1\")\"; read line; echo \"$line\" >> \"$1\"\n";
    std::fs::write(&editor, script).unwrap();
    let begin = |editor: &str| {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tetralith"));
        command.args(["play", "necklace", "--size", "4"]);
        command.env_remove("VISUAL");
        let mut pty = Pty::start(command, data.path(), (80, 24), &[("EDITOR", editor)]);
        pty.see("place a stone");
        pty.press("\r");
        pty.see("turn 1");
        pty
    };
    let mut pty = begin(&format!("sh {}", editor.display()));
    pty.press("ccorner\r");
    pty.see("corner");
    pty.press("$");
    pty.see("given: corner");
    pty.press("and more\r");
    // The board is back, and its keys are.
    pty.see("To move");
    pty.press("c");
    pty.see("The comment on turn 1");
    pty.see("and more");
    pty.press("\x1b");
    pty.wait("the board", |screen| screen.contents().contains("To move"));
    pty.quit();
    let games = kept_games(data.path(), true);
    let record = std::fs::read_to_string(&games[0]).unwrap();
    assert!(record.contains(r#""comment": "corner\nand more""#), "{record}");

    let mut pty = begin("/no/such/editor");
    pty.press("$");
    pty.see("is not found; set VISUAL or EDITOR");
    pty.quit();
    let mut pty = begin("");
    pty.press("$");
    pty.see("No editor is set");
    pty.quit();
}
