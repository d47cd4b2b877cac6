//! Two people at two terminals: whole games over every carrier, cuts, kiosks, games by mail.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use tetralith::keymap::{Key, Keymap};
use tetralith::program::{Message, Start};
use tetralith::remote::game::RemoteGame;
use tetralith::tui::layers::Layer;
use tetralith_core::{Colour, Game, Names, Setup, Step, games};
use tetralith_remote::peer::{Event, Out, Peer, Terms};

use tetralith_terminput::{KeyCode, KeyEvent, KeyModifiers};

use crate::common::{json, run};
use crate::pty::{PATIENCE, Pty};
use crate::support::{Screen, mono};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tetralith");

/// A program in plain mode, and what it has written.
struct Side {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    text: String,
}

impl Side {
    fn start(args: &[&str], data: &Path, path: Option<&Path>) -> Self {
        let mut command = Command::new(PROGRAM);
        command.arg("--plain").args(args).env("TETRALITH_DATA_DIR", data).env("TETRALITH_CONFIG_DIR", data);
        if let Some(dir) = path {
            let usual = std::env::var("PATH").unwrap_or_default();
            command.env("PATH", format!("{}:{usual}", dir.display()));
        }
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

/// The ways that a guest comes to a host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Carrier {
    Unix,
    Tcp,
    Pipe,
    Ssh,
}

/// An `sshd` on a port of its own, with keys made for the test, and an `ssh` that knows it.
struct Sshd {
    child: Child,
    dir: TempDir,
    port: u16,
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn ok(command: &mut Command) -> Option<()> {
    command.stdin(Stdio::null()).output().ok().filter(|output| output.status.success()).map(drop)
}

impl Sshd {
    /// Starts one whose only account joins the room in `data`; `None` where there is none.
    fn start(data: &Path) -> Option<Self> {
        let daemon = ["/usr/sbin/sshd", "/usr/bin/sshd"].iter().map(Path::new).find(|path| path.exists())?;
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        for key in ["host", "guest"] {
            ok(Command::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(at(key)))?;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let forced = format!("env TETRALITH_DATA_DIR={} {PROGRAM} join --stdio --kiosk", data.display());
        let key = fs::read_to_string(at("guest.pub")).unwrap();
        fs::write(at("authorized"), format!("command=\"{forced}\",restrict {key}")).unwrap();
        let settings = format!(
            "Port {port}\nListenAddress 127.0.0.1\nHostKey {}\nAuthorizedKeysFile {}\nStrictModes no\nUsePAM no\nPidFile none\n\
             PasswordAuthentication no\nPermitRootLogin yes\n",
            at("host").display(),
            at("authorized").display()
        );
        fs::write(at("sshd_config"), settings).unwrap();
        let child = Command::new(daemon)
            .args(["-D", "-e", "-f"])
            .arg(at("sshd_config"))
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let script = format!(
            "#!/bin/sh\nexec /usr/bin/ssh -F none -i {} -o IdentitiesOnly=yes -o StrictHostKeyChecking=no \
             -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR \"$@\"\n",
            at("guest").display()
        );
        fs::create_dir(at("bin")).unwrap();
        fs::write(at("bin/ssh"), script).unwrap();
        fs::set_permissions(at("bin/ssh"), fs::Permissions::from_mode(0o755)).unwrap();
        let mut sshd = Self { child, dir, port };
        let begun = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            // Where it may not run it has ended.
            if sshd.child.try_wait().unwrap().is_some() || begun.elapsed() > Duration::from_secs(5) {
                return None;
            }
            thread::yield_now();
        }
        Some(sshd)
    }
}

/// A host and a guest who have met, and where they keep their games.
struct Meeting {
    sides: [Side; 2],
    dirs: [TempDir; 2],
    /// The address of a host on the network.
    place: String,
    _sshd: Option<Sshd>,
}

impl Meeting {
    /// Has Ann host `game`, with the first seat, and Ben join by `carrier`; `None` where that is not installed.
    fn new(game: &str, more: &[&str], carrier: Carrier) -> Option<Self> {
        let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let data = dirs[0].path();
        let mut args = vec!["host", game, "--as", "first", "--name", "Ann"];
        args.extend(more);
        let mut host = Side::start(&args, data, None);
        host.see("aiting for a guest");
        let socket = data.join("rooms/room.sock");
        let mut sshd = None;
        let guest = match carrier {
            Carrier::Unix => Side::start(&["join", socket.to_str().unwrap(), "--name", "Ben"], dirs[1].path(), None),
            Carrier::Tcp => unreachable!("it asks for a code"),
            Carrier::Pipe => {
                let inner = format!("{PROGRAM} join --stdio {}", socket.display());
                let through: Vec<&str> = if Command::new("socat").arg("-V").output().is_ok() {
                    vec!["socat", "-", &*Box::leak(format!("EXEC:{inner}").into_boxed_str())]
                } else {
                    Box::leak(inner.into_boxed_str()).split(' ').collect()
                };
                Side::start(&[&["join", "--name", "Ben", "--through"], &*through].concat(), dirs[1].path(), None)
            }
            Carrier::Ssh => {
                let Some(found) = Sshd::start(data) else {
                    eprintln!("skipped: no sshd can run here");
                    return None;
                };
                let user = std::env::var("USER").unwrap_or_else(|_| "root".to_owned());
                let place = format!("ssh://{user}@127.0.0.1:{}", found.port);
                let bin = found.dir.path().join("bin");
                let guest = Side::start(&["join", &place, "--name", "Ben"], dirs[1].path(), Some(&bin));
                sshd = Some(found);
                guest
            }
        };
        let mut meeting = Self { sides: [host, guest], dirs, place: String::new(), _sshd: sshd };
        meeting.sides[0].see("Ben is here");
        meeting.sides[1].see("Ann is here");
        Some(meeting)
    }

    /// The same over TCP.
    fn tcp(game: &str, more: &[&str]) -> Self {
        let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let mut args = vec!["host", game, "--as", "first", "--name", "Ann", "--listen", "127.0.0.1:0"];
        args.extend(more);
        let mut host = Side::start(&args, dirs[0].path(), None);
        host.see("'tetralith join ");
        let mut rest = String::new();
        while !rest.contains(". ") {
            rest = format!("{}{} ", host.text, host.lines.recv_timeout(PATIENCE).unwrap());
            host.text.clone_from(&rest);
        }
        let (place, rest) = rest.split_once('\'').unwrap();
        let code = rest.split_once("the code is ").unwrap().1.split('.').next().unwrap().replace(' ', "");
        let mut wrong = Side::start(&["join", place, "--name", "Eve"], dirs[1].path(), None);
        wrong.say(if code == "amber-boat-lily" { "amber-boat-lark" } else { "amber-boat-lily" });
        wrong.see("error: the code is wrong");
        let mut guest = Side::start(&["join", place, "--name", "Ben"], dirs[1].path(), None);
        guest.say(&code.to_uppercase());
        let mut meeting = Self { sides: [host, guest], dirs, place: place.to_owned(), _sshd: None };
        meeting.sides[0].see("Ben is here");
        meeting.sides[1].see("Ann is here");
        meeting
    }

    /// Has whoever is to move make a legal move; both see it. Returns false if the game is over.
    fn step(&mut self, game: &mut Game, turn: u32) -> bool {
        if game.outcome().is_some() {
            return false;
        }
        let (names, mover) = (Names::of(game), game.to_move().index());
        let mut steps: Vec<Step> = Vec::new();
        loop {
            let legal = game.legal();
            let step = legal[(turn as usize * 37 + steps.len() + 11) % legal.len()];
            game.play(step).unwrap();
            steps.push(step);
            if !game.phase().is_mid_turn() || game.outcome().is_some() {
                break;
            }
        }
        self.sides[mover].say(&names.turn(&steps));
        let shown = format!(": {}.", names.step(steps[steps.len() - 1]));
        for side in &mut self.sides {
            side.see(&format!("Turn {turn}, "));
            side.see(&shown);
        }
        true
    }

    /// Ends both programs and compares what they have kept, but for the players.
    fn assert_same_records(self, kind: &str) -> Value {
        let Self { sides, dirs, .. } = self;
        sides.into_iter().for_each(Side::quit);
        assert_same_records(&[dirs[0].path().join(kind), dirs[1].path().join(kind)])
    }
}

fn only_file(dir: &Path) -> PathBuf {
    let mut files: Vec<PathBuf> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0)
}

/// Compares the only records in both directories byte for byte but for the players; returns one of them.
fn assert_same_records(dirs: &[PathBuf; 2]) -> Value {
    let [one, other] = [0, 1].map(|i| {
        let text = fs::read_to_string(only_file(&dirs[i])).unwrap();
        let (before, rest) = text.split_once("\"players\"").unwrap();
        let after = &rest[rest.find('\n').unwrap_or(0)..];
        format!("{before}{after}")
    });
    assert_eq!(one, other);
    json(&only_file(&dirs[0]))
}

fn smallest(id: &str) -> (Game, String) {
    let size = i64::from(games::info(id).unwrap().boards[0].min);
    (Game::new(id, &Setup { size: Some(size), ..Setup::default() }).unwrap(), size.to_string())
}

#[test]
fn each_game_is_played_to_its_end_over_a_carrier_of_its_own() {
    let carriers = [Carrier::Unix, Carrier::Tcp, Carrier::Pipe, Carrier::Ssh];
    let all = std::env::var_os("TETRALITH_CARRIERS").is_some();
    for (i, info) in games::INFOS.iter().enumerate() {
        for (j, carrier) in carriers.into_iter().enumerate() {
            if !all && i % carriers.len() != j {
                continue;
            }
            let (mut game, size) = smallest(info.id);
            let more = ["--size", &size, "--time", "10m+5s"];
            let meeting = if carrier == Carrier::Tcp {
                Some(Meeting::tcp(info.id, &more))
            } else {
                Meeting::new(info.id, &more, carrier)
            };
            let Some(mut meeting) = meeting else { continue };
            let mut turn = 1;
            while meeting.step(&mut game, turn) {
                turn += 1;
            }
            let record = meeting.assert_same_records("games");
            assert_eq!(record["moves"].as_array().unwrap().len() as u32, turn - 1, "{} over {carrier:?}", info.id);
        }
    }
}

#[test]
fn takebacks_pauses_chat_resignation_and_a_rematch_go_from_side_to_side() {
    let mut meeting = Meeting::new("necklace", &["--size", "5", "--time", "10m"], Carrier::Unix).unwrap();
    let (mut game, _) = smallest("necklace");
    game = Game::new("necklace", &Setup { size: Some(5), ..Setup::default() }).unwrap_or(game);
    meeting.step(&mut game, 1);
    let [host, guest] = &mut meeting.sides;
    host.say("undo");
    guest.see("Ann asks to take back to the start");
    guest.say("accept");
    host.see("Ben accepts the takeback");
    host.say("c3");
    guest.see("Turn 1, Red (Remote (Ann)): c3.");
    guest.say("c3");
    guest.see("occupied");
    host.say("clock");
    guest.see("Ann asks to pause");
    guest.say("accept");
    host.see("clocks stand still");
    guest.say("b2");
    guest.see("paused");
    guest.say("clock");
    host.see("game goes on");
    guest.say("say good \u{1b}[2J luck");
    host.see("Ben: good \u{fffd}[2J luck");
    guest.say("hint");
    guest.see("no help");
    guest.say("resign!");
    host.see("by resignation");
    host.say("rematch");
    guest.see("offers a rematch");
    guest.say("accept");
    host.see("Blue (Ann)");
    guest.see("Red (Ben)");
    guest.say("e5");
    host.see("Turn 1, Red (Remote (Ben)): e5.");
    let first = meeting.dirs.iter().map(|dir| dir.path().join("games")).collect::<Vec<_>>();
    let record = assert_same_records(&[first[0].clone(), first[1].clone()]);
    assert_eq!(record["result"]["reason"], "resignation");
    let rematch = meeting.assert_same_records("unfinished");
    assert_eq!(rematch["players"]["red"]["name"], "Ben");
}

#[test]
fn a_guest_whose_host_comes_back_with_a_new_code_is_told_and_closes_no_door() {
    let mut meeting = Meeting::tcp("necklace", &["--size", "5"]);
    let mut game = Game::new("necklace", &Setup { size: Some(5), ..Setup::default() }).unwrap();
    meeting.step(&mut game, 1);
    let Meeting { sides: [host, mut guest], dirs, place, .. } = meeting;
    drop(host);
    guest.see("trying again");
    let mut host = Side::start(&["host", "--resume", "--name", "Ann", "--listen", &place], dirs[0].path(), None);
    host.see("the code is ");
    guest.see(&format!("The host has a new code; quit, and 'tetralith join {place}' continues the game with it."));
    host.quit();
    guest.quit();
}

#[test]
fn who_runs_out_of_time_loses_on_both_sides() {
    let mut meeting = Meeting::new("necklace", &["--size", "5", "--time", "1s"], Carrier::Unix).unwrap();
    meeting.sides[0].say("c3");
    meeting.sides[1].see("Turn 1,");
    for side in &mut meeting.sides {
        side.see("on time");
    }
    assert_eq!(meeting.assert_same_records("games")["result"]["reason"], "time");
}

#[test]
fn on_the_screen_a_game_outlives_the_kill_of_either_side() {
    let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let socket = dirs[0].path().join("rooms/room.sock");
    let size = (80, 24);
    let begin_host = |args: &[&str]| Pty::tetralith(args, dirs[0].path(), size);
    let begin_guest = || Pty::tetralith(&["join", socket.to_str().unwrap(), "--name", "Ben"], dirs[1].path(), size);
    let mut host = begin_host(&["host", "necklace", "--size", "5", "--as", "first", "--name", "Ann"]);
    host.see("Waiting for a guest");
    let mut guest = begin_guest();
    host.see("connected");
    guest.see("Remote (Ann)");
    host.press("mc3\r");
    guest.see("turn 1");
    guest.press("mb2\r");
    host.see("turn 2");
    guest.signal("-KILL");
    host.see("connection cut");
    let mut guest = begin_guest();
    guest.see("turn 2");
    host.see("connected");
    host.press("md4\r");
    guest.see("turn 3");
    host.signal("-KILL");
    guest.see("connection cut");
    let mut host = begin_host(&["host", "--resume", "--name", "Ann"]);
    host.see("turn 3");
    // Nobody does anything: the guest's program comes back by itself.
    host.see("connected");
    guest.see("connected");
    guest.press("me1\r");
    host.see("turn 4");
    host.press("C");
    host.see("Say");
    host.press("hello\r");
    guest.see("Ann: hello");
    host.press("Gy");
    guest.see("by resignation");
    guest.press("q");
    host.press("q");
    assert_eq!((guest.end().0, host.end().0), (0, 0));
    let record = assert_same_records(&[dirs[0].path().join("games"), dirs[1].path().join("games")]);
    assert_eq!(record["moves"].as_array().map(Vec::len), Some(4));
}

/// The game of a guest in a kiosk who has met a host in memory, and is to move.
fn kiosk() -> Start {
    let start = Game::new("greylox", &Setup::default()).unwrap();
    let terms = Terms { start, time: None, host: Some(Colour::Second), date: "2026-01-02T03:04:05Z".to_owned() };
    let mut host = Peer::host("Ann".to_owned(), String::new(), terms, false);
    let mut guest = Peer::guest("Ben".to_owned(), String::new(), false);
    host.connected(1, [1; 16], Duration::ZERO);
    guest.connected(1, [2; 16], Duration::ZERO);
    let mut held = Vec::new();
    while !guest.is_met() {
        for out in guest.take() {
            match out {
                Out::Send(id, line) => host.line(id, line.trim(), Duration::ZERO),
                Out::Event(Event::Offered(_)) => guest.enter(None),
                Out::Event(event) => held.push(event),
                Out::Close(_) => {}
            }
        }
        for out in host.take() {
            if let Out::Send(id, line) = out {
                guest.line(id, line.trim(), Duration::ZERO);
            }
        }
    }
    Start::Remote { game: Box::new(RemoteGame::new(guest, held, String::new(), true)), loaded: None }
}

#[test]
fn in_a_kiosk_no_key_leads_to_a_file_a_shell_or_another_game() {
    let keymap = Keymap::default();
    let named = [KeyCode::Enter, KeyCode::Esc, KeyCode::Tab, KeyCode::BackTab, KeyCode::Backspace, KeyCode::Delete];
    let moves = [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down, KeyCode::Home, KeyCode::End];
    let codes = (' '..='~').map(KeyCode::Char).chain((1..=12).map(KeyCode::F)).chain(named).chain(moves);
    let codes: Vec<KeyCode> = codes.chain([KeyCode::PageUp, KeyCode::PageDown]).collect();
    let controls = ('a'..='z').map(|c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
    let keys: Vec<KeyEvent> =
        codes.into_iter().map(|code| KeyEvent::new(code, KeyModifiers::NONE)).chain(controls).collect();
    // Each key of the keymap but those of Shift with a key that moves is among them.
    let bound = keymap.lines().flat_map(|(_, keys)| keys.to_vec()).filter(|key| !key.name(true).starts_with("Shift"));
    for key in bound {
        assert!(keys.iter().any(|event| Key::of(*event) == Some(key)), "{}", key.name(true));
    }
    for mode in ["", "B", "?", "i", "m"] {
        for key in &keys {
            let mut screen = Screen::new(kiosk(), (80, 24), mono());
            screen.keys(mode).send(Message::Key(*key));
            screen.keys("<Enter>");
            let layers = std::iter::once(screen.app.screen()).chain(screen.app.overlays());
            for layer in layers {
                let plays = matches!(
                    layer,
                    Layer::Game(_) | Layer::Help(_) | Layer::Rules(_) | Layer::Question(_) | Layer::Prompt(_)
                );
                assert!(plays || screen.has_quit(), "{mode} {key:?} leads to {layer:?}");
            }
            assert!(screen.kept().is_empty() && screen.host.asks.is_empty(), "{mode} {key:?}");
            let files: Vec<_> = fs::read_dir(screen.path()).unwrap().collect();
            assert!(files.is_empty(), "{mode} {key:?}: {files:?}");
        }
    }
}

#[test]
fn a_game_by_mail_goes_to_and_fro() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [ours, theirs] = [path("ours.json"), path("theirs.json")];
    fs::write(&ours, r#"{"format":"tetralith","version":1,"game":"necklace","options":{"size":5},"moves":[]}"#)
        .unwrap();
    let sent = run(&["move", &ours, "c3"], b"");
    assert_eq!((sent.status, sent.err.as_str()), (0, ""));
    let quoted: String = format!("Hello\n> {}", sent.out.trim().replace(' ', "\n> "));
    let received = run(&["receive", &theirs], quoted.as_bytes());
    assert!(received.status == 0 && received.out.contains("Blue to move"), "{}{}", received.out, received.err);
    let answer = run(&["move", &theirs, "B2"], b"");
    assert_eq!(run(&["receive", &ours], answer.out.as_bytes()).status, 0);
    assert_eq!(json(Path::new(&ours))["moves"], json(Path::new(&theirs))["moves"]);
    for (args, input, wanted) in [
        (vec!["move", &ours, "c3"], "", "occupied"),
        (vec!["receive", &ours], &*sent.out, "another game, or has fewer moves"),
        (vec!["receive", &ours], "hello", "there is no game in this text"),
        (vec!["move", "no-such.json", "c3"], "", "no-such.json"),
    ] {
        let refused = run(&args, input.as_bytes());
        assert!(refused.status == 1 && refused.err.contains(wanted), "{args:?}: {}", refused.err);
        assert_eq!(refused.err.lines().count(), 1);
    }
}

#[test]
fn places_that_are_none_are_refused_in_a_sentence() {
    let dir = tempfile::tempdir().unwrap();
    for (args, status, wanted) in [
        (&["host", "necklace", "--listen", "0.0.0.0:4000"][..], 2, "every network"),
        (&["host", "necklace", "--listen", "[::]:4000"], 2, "every network"),
        (&["host", "necklace", "--listen", "4000"], 2, "not an address to listen on"),
        (&["host", "--resume"], 1, "no game with another terminal to continue"),
        (&["host"], 2, "GAME"),
        (&["join"], 1, "there is no room at"),
        (&["join", "ssh://-oProxyCommand=id"], 2, "no place to join"),
        (&["join", "ssh://a@b", "--stdio"], 1, "for a room on this machine"),
        (&["join", "--stdio"], 1, "there is no room at"),
    ] {
        let variables = [("TETRALITH_DATA_DIR", dir.path().as_os_str())];
        let refused = crate::common::run_with(args, b"", &variables);
        assert!(
            refused.status == status && refused.err.contains(wanted),
            "{args:?}: {} {}",
            refused.status,
            refused.err
        );
        assert_eq!(refused.out, "");
    }
}
