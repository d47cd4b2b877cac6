//! Both sides in plain mode: whole games, offers, clocks, a new code, people who watch.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Instant;

use serde_json::Value;
use tempfile::TempDir;
use tetralith_core::{Game, Names, Setup, games};

use super::carriers::{Carrier, Way, invitation};
use super::{PROGRAM, assert_same_records, only_file, play, smallest};
use crate::common::{json, kept_games, run};
use crate::pty::{PATIENCE, Pty};

/// A program in plain mode, and what it has written.
struct Side {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    text: String,
}

impl Side {
    fn start(args: &[impl AsRef<std::ffi::OsStr>], data: &Path) -> Self {
        let mut command = Command::new(PROGRAM);
        command.arg("--plain").args(args);
        Self::run(command, data)
    }

    /// Has Ben go that way.
    fn come(way: &Way, data: &Path) -> Self {
        let mut command = Command::new(PROGRAM);
        command.arg("--plain").args(&way.args).env("PATH", way.path());
        let mut guest = Self::run(command, data);
        if let Some(code) = &way.code {
            guest.say(&code.to_uppercase());
        }
        guest
    }

    fn run(mut command: Command, data: &Path) -> Self {
        command.env("TETRALITH_DATA_DIR", data).env("TETRALITH_CONFIG_DIR", data);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (tell, lines) = mpsc::channel();
        let outputs: [Box<dyn std::io::Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        for output in outputs {
            let tell = tell.clone();
            thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    let _ = tell.send(line);
                }
            });
        }
        let input = child.stdin.take();
        Self { child, input, lines, text: String::new() }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits until `text` is written, wherever lines end, and forgets all up to there.
    #[track_caller]
    fn see(&mut self, text: &str) {
        let begun = Instant::now();
        loop {
            if let Some(at) = self.text.find(text) {
                self.text.drain(..at + text.len());
                return;
            }
            match self.lines.recv_timeout(PATIENCE.saturating_sub(begun.elapsed())) {
                Ok(line) => self.text = format!("{}{line} ", self.text),
                Err(error) => panic!("waited in vain for {text:?}, {error}:\n{}", self.text),
            }
        }
    }

    /// Waits until all of an invitation is written.
    fn invite(&mut self) -> (String, String) {
        let mut told = String::new();
        loop {
            if let Some(invitation) = invitation(&told) {
                return invitation;
            }
            told = format!("{told}{} ", self.lines.recv_timeout(PATIENCE).unwrap());
            self.text.clone_from(&told);
        }
    }

    fn signal(&self, signal: &str) {
        crate::pty::kill(signal, &self.child.id().to_string());
    }

    fn quit(mut self) {
        self.say("quit");
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A host and a guest who have met, and where they keep their games.
struct Meeting {
    sides: [Side; 2],
    dirs: [TempDir; 2],
    way: Way,
}

impl Meeting {
    /// Has Ann host `game`, with the first seat, and Ben join by `carrier`; `None` where that is
    /// not installed.
    fn new(game: &str, more: &[&str], carrier: Carrier) -> Option<Self> {
        let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let usual = ["host", game, "--as", "first", "--name", "Ann"];
        let mut host = Side::start(&[&usual, more, carrier.host_args()].concat(), dirs[0].path());
        if carrier == Carrier::Tcp {
            host.invite();
        } else {
            host.see("aiting for a guest");
        }
        let way = carrier.way(dirs[0].path(), &host.text)?;
        if let [.., place] = &*way.args
            && let Some(code) = &way.code
        {
            let mut wrong = Side::start(&["join", place, "--name", "Eve"], dirs[1].path());
            wrong.say(if code == "amber-boat-lily" {
                "amber-boat-lark"
            } else {
                "amber-boat-lily"
            });
            wrong.see("error: the code is wrong");
        }
        let guest = Side::come(&way, dirs[1].path());
        let mut meeting = Self { sides: [host, guest], dirs, way };
        meeting.sides[0].see("Ben is here");
        meeting.sides[1].see("Ann is here");
        Some(meeting)
    }

    /// Has the player to move make a legal move; both see it. Returns false if the game is over.
    fn step(&mut self, game: &mut Game, turn: u32) -> bool {
        let (names, mover) = (Names::of(game), game.to_move().index());
        let Some(steps) = play(game, turn) else { return false };
        self.sides[mover].say(&names.turn(&steps));
        let shown = format!(": {}.", names.step(steps[steps.len() - 1]));
        for side in &mut self.sides {
            side.see(&format!("Turn {turn}, "));
            side.see(&shown);
        }
        true
    }

    /// Ends both programs and compares what they have kept, but for the players.
    fn assert_same_records(self, go_on: bool) -> Value {
        let Self { sides, dirs, .. } = self;
        sides.into_iter().for_each(Side::quit);
        assert_same_records([dirs[0].path(), dirs[1].path()], go_on)
    }
}

#[test]
fn each_game_is_played_to_its_end_over_a_carrier_of_its_own() {
    let carriers = Carrier::ALL;
    for (i, info) in games::INFOS.iter().enumerate() {
        for (j, carrier) in carriers.into_iter().enumerate() {
            if !Carrier::all_are_wanted() && i % carriers.len() != j {
                continue;
            }
            let (mut game, size) = smallest(info.id);
            let more = ["--size", &size, "--time", "10m+5s"];
            let Some(mut meeting) = Meeting::new(info.id, &more, carrier) else { continue };
            let mut turn = 1;
            while meeting.step(&mut game, turn) {
                turn += 1;
            }
            let record = meeting.assert_same_records(false);
            assert_eq!(
                record["moves"].as_array().unwrap().len() as u32,
                turn - 1,
                "{} over {carrier:?}",
                info.id
            );
        }
    }
}

#[test]
fn takebacks_pauses_chat_and_rematches_reach_both_sides() {
    let mut meeting =
        Meeting::new("necklace", &["--size", "5", "--time", "10m"], Carrier::Unix).unwrap();
    let (mut game, _) = smallest("necklace");
    game = Game::new("necklace", &Setup { size: Some(5), ..Setup::default() }).unwrap_or(game);
    meeting.step(&mut game, 1);
    let [host, guest] = &mut meeting.sides;
    host.say("undo");
    guest.see("Ann asks for a takeback to the start");
    guest.say("accept");
    host.see("Ben accepts the takeback");
    host.say("c3");
    guest.see("Turn 1, Red, Remote (Ann): c3.");
    guest.say("c3");
    guest.see("occupied");
    host.say("clock");
    guest.see("Ann asks to pause");
    guest.say("accept");
    host.see("clocks are paused");
    // A guest's pause begins and ends once the host has confirmed it.
    guest.see("clocks are paused");
    guest.say("b2");
    guest.see("paused");
    guest.say("clock");
    host.see("Ben asks to resume");
    host.say("accept");
    guest.see("game is resumed");
    guest.say("say good \u{1b}[2J luck");
    host.see("Ben: good \u{fffd}[2J luck");
    guest.say("hint");
    guest.see("help is off");
    guest.say("resign!");
    host.see("by resignation");
    host.say("rematch");
    guest.see("offers a rematch");
    guest.say("accept");
    host.see("Blue (Ann)");
    guest.see("Red (Ben)");
    guest.say("e5");
    host.see("Turn 1, Red, Remote (Ben): e5.");
    let record = assert_same_records([meeting.dirs[0].path(), meeting.dirs[1].path()], false);
    assert_eq!(record["result"]["reason"], "resignation");
    let rematch = meeting.assert_same_records(true);
    assert_eq!(rematch["players"]["red"]["name"], "Ben");
}

/// Lets a host come back that was killed before it heard that the guest had ended the game and
/// left.
fn end_by_the_guest(moves: &[&str], last: &str, end: &str) -> Value {
    let Meeting { sides: [mut host, mut guest], dirs, way } =
        Meeting::new("necklace", &["--size", "3"], Carrier::Unix).unwrap();
    for (turn, name) in (1..).zip(moves) {
        if turn % 2 == 1 { &mut host } else { &mut guest }.say(name);
        for side in [&mut host, &mut guest] {
            side.see(&format!(": {name}."));
        }
    }
    host.signal("-STOP");
    guest.say(last);
    guest.see(end);
    guest.quit();
    drop(host);
    let mut host = Side::start(&["host", "--resume", "--name", "Ann"], dirs[0].path());
    host.see("aiting for a guest");
    let mut guest = Side::come(&way, dirs[1].path());
    host.see(end);
    guest.see("Ann is here");
    same_games(Meeting { sides: [host, guest], dirs, way })
}

/// Ends both programs and returns what both have kept of the game: once, and alike but for who
/// plays elsewhere and the order of reports.
fn same_games(meeting: Meeting) -> Value {
    let Meeting { sides, dirs, .. } = meeting;
    sides.into_iter().for_each(Side::quit);
    let [ours, theirs] = dirs.each_ref().map(|dir| {
        assert!(kept_games(dir.path(), true).is_empty());
        let mut record = json(&only_file(&dir.path().join("games")));
        record.as_object_mut().unwrap().remove("players");
        record
    });
    assert_eq!(ours, theirs);
    ours
}

#[test]
fn a_win_that_did_not_arrive_is_made_good() {
    let record = end_by_the_guest(&["a1", "a2", "c1", "b2", "c3"], "c2", "wins");
    assert_eq!(record["result"]["winner"], "blue");
}

#[test]
fn a_resignation_that_did_not_arrive_is_made_good() {
    let record = end_by_the_guest(&["b2", "a1"], "resign!", "by resignation");
    assert_eq!(record["result"]["winner"], "red");
}

#[test]
fn a_host_whose_game_is_over_offers_its_end_to_the_guest() {
    let meeting = Meeting::new("necklace", &["--size", "3"], Carrier::Unix).unwrap();
    let Meeting { sides: [mut host, mut guest], dirs, way } = meeting;
    host.say("b2");
    guest.see(": b2.");
    guest.signal("-STOP");
    host.say("resign!");
    host.see("by resignation");
    host.quit();
    drop(guest);
    let file = only_file(&dirs[0].path().join("games"));
    let mut host =
        Side::start(&["host", "--resume", file.to_str().unwrap(), "--name", "Ann"], dirs[0].path());
    host.see("your guest can still join to see the result");
    let mut guest = Side::come(&way, dirs[1].path());
    guest.see("by resignation");
    assert_eq!(
        same_games(Meeting { sides: [host, guest], dirs, way })["result"]["reason"],
        "resignation"
    );
}

#[test]
fn guests_learn_of_new_codes_and_close_no_door() {
    let mut meeting = Meeting::new("necklace", &["--size", "5"], Carrier::Tcp).unwrap();
    let mut game = Game::new("necklace", &Setup { size: Some(5), ..Setup::default() }).unwrap();
    meeting.step(&mut game, 1);
    let Meeting { sides: [host, mut guest], dirs, way, .. } = meeting;
    let place = way.args.last().unwrap();
    drop(host);
    guest.see("trying again");
    guest.see(&format!(
        "No host listens at {place} any more; quit, and 'tetralith join --name Ben {place}' \
        continues the game with a new code once it is hosted again."
    ));
    let mut host =
        Side::start(&["host", "--resume", "--name", "Ann", "--listen", place], dirs[0].path());
    host.see("the code is ");
    host.say("quit");
    host.see(&format!("'tetralith host --resume --listen {place} --name Ann' continues it."));
    guest.say("quit");
    guest.see(&format!("'tetralith join --name Ben {place}' continues it."));
}

#[test]
fn swapped_players_are_informed() {
    let mut meeting = Meeting::new("necklace", &["--size", "5", "--pie"], Carrier::Unix).unwrap();
    let [host, guest] = &mut meeting.sides;
    host.say("c3");
    guest.see(": c3.");
    guest.say("swap");
    host.see("Ben has swapped colours; you play Blue now.");
    host.say("b2");
    guest.see("Blue, Remote (Ann): b2.");
}

#[test]
fn time_outs_lose_on_both_sides() {
    let mut meeting =
        Meeting::new("necklace", &["--size", "5", "--time", "1s"], Carrier::Unix).unwrap();
    meeting.sides[0].say("c3");
    meeting.sides[1].see("Turn 1,");
    for side in &mut meeting.sides {
        side.see("on time");
    }
    assert_eq!(meeting.assert_same_records(false)["result"]["reason"], "time");
}

/// A game after its first move, and Eve, who watches it, with her directory.
fn watched() -> (Meeting, Game, tempfile::TempDir, Pty) {
    let mut meeting =
        Meeting::new("necklace", &["--size", "5", "--watchers"], Carrier::Unix).unwrap();
    let mut game = Game::new("necklace", &Setup { size: Some(5), ..Setup::default() }).unwrap();
    meeting.step(&mut game, 1);
    let theirs = tempfile::tempdir().unwrap();
    let socket = meeting.way.args.last().unwrap();
    let mut eve =
        Pty::tetralith(&["join", socket, "--watch", "--name", "Eve"], theirs.path(), (80, 24));
    eve.see("turn 1");
    (meeting, game, theirs, eve)
}

#[test]
fn watchers_see_every_move_and_make_none() {
    let (mut meeting, mut game, theirs, mut eve) = watched();
    eve.see("Ann");
    meeting.step(&mut game, 2);
    eve.see("turn 2");
    for key in ["me5\r", "C", "G", "R", "u", "Z"] {
        eve.press(key);
        eve.see("You are watching this game");
    }
    meeting.sides[1].say("say hello");
    eve.see("Ben: hello");
    meeting.step(&mut game, 3);
    eve.see("turn 3");
    meeting.sides[0].say("resign!");
    eve.see("by resignation");
    eve.press("q");
    assert_eq!(eve.end().0, 0);
    assert!(!theirs.path().join("games").exists());
    assert_eq!(meeting.assert_same_records(false)["result"]["reason"], "resignation");
}

#[test]
fn watchers_follow_again_after_the_host_was_killed() {
    let (mut meeting, mut game, _theirs, mut eve) = watched();
    meeting.sides[0].child.kill().unwrap();
    eve.see("connection cut");
    meeting.sides[0].child.wait().unwrap();
    let resumes = ["host", "--resume", "--watchers", "--name", "Ann"];
    meeting.sides[0] = Side::start(&resumes, meeting.dirs[0].path());
    meeting.sides[0].see("Ben is here");
    eve.see("connected");
    meeting.step(&mut game, 2);
    eve.see("turn 2");
    assert!(eve.text().contains("connected"), "{}", eve.text());
    eve.press("q");
    assert_eq!(eve.end().0, 0);
}

#[test]
fn a_code_for_watching_gives_no_seat() {
    let more = ["--size", "5", "--watchers"];
    let meeting = Meeting::new("necklace", &more, Carrier::Tcp).unwrap();
    let Meeting { sides: [mut host, _ben], dirs, way } = meeting;
    let (place, watcher) = (way.args.last().unwrap(), way.watching.as_ref().unwrap());
    assert_ne!(Some(watcher), way.code.as_ref());
    let mut eve = Side::start(&["join", place, "--name", "Eve"], dirs[1].path());
    eve.say(watcher);
    eve.see("error: the code is wrong");
    host.see("a wrong code");
    let mut eve = Side::start(&["join", place, "--watch", "--name", "Eve"], dirs[1].path());
    eve.say(watcher);
    eve.see("Ann is here");
}

#[test]
fn refused_watchers_are_informed() {
    let meeting = Meeting::new("necklace", &["--size", "5"], Carrier::Unix).unwrap();
    let socket = meeting.way.args.last().unwrap();
    let mut eve = Side::start(&["join", socket, "--watch"], meeting.dirs[1].path());
    eve.see("error: the other side reports: 'the host allows no spectators'");
}

#[test]
fn a_host_whose_date_or_time_control_is_none_is_refused() {
    for (date, time, wanted) in [
        ("2026-01-02", "foo", "an unknown time control, 'foo'"),
        ("2026-01-02", "99999h", "an unknown time control, '99999h'"),
        ("\\u001b[31m", "10m", "sent '\\u{1b}[31m' as the date of the game"),
    ] {
        let record = r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},"moves":[]}"#;
        let who = r#""type":"room","protocol":3,"program":"","name":"Ann""#;
        let zeros = "0".repeat(64);
        let room = format!(
            r#"{{{who},"record":{record},"date":"{date}","time":"{time}","commitment":"{zeros}"}}"#
        );
        let host = ["sh", "-c", "printf '%s\\n' \"$0\"; cat > /dev/null", &room];
        let refused = run(&[&["--plain", "join", "--through"], &host[..]].concat(), b"");
        assert!(
            refused.status == 1 && refused.err.contains(wanted),
            "{}: {}",
            refused.status,
            refused.err
        );
        assert_eq!(refused.err.lines().count(), 1, "{}", refused.err);
    }
}
