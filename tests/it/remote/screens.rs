//! Both sides on the screen, each in a pseudo-terminal.

use portable_pty::CommandBuilder;
use serde_json::Value;
use tempfile::TempDir;
use tetralith_core::{Game, Names, games};

use super::carriers::{Carrier, invitation};
use super::{PROGRAM, assert_same_records, play, smallest};
use crate::pty::Pty;

/// Keys that accept and decline what the other side offers.
const ACCEPT: &str = "\x19";
const DECLINE: &str = "\x0e";

/// The windows of both.
const SIZE: (u16, u16) = (80, 24);

/// A host and a guest who have met, and where they keep their games.
struct Screens {
    sides: [Pty; 2],
    dirs: [TempDir; 2],
}

impl Screens {
    /// Has Ann host `game`, with the first seat, and Ben join by `carrier`; `None` where that is
    /// not installed.
    fn meet(game: &str, more: &[&str], carrier: Carrier) -> Option<Self> {
        let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let usual = ["host", game, "--as", "first", "--name", "Ann"];
        let mut host =
            Pty::tetralith(&[&usual, more, carrier.host_args()].concat(), dirs[0].path(), SIZE);
        host.see("Waiting for a guest");
        if carrier == Carrier::Tcp {
            host.wait("the code", |screen| invitation(&screen.contents()).is_some());
        }
        let way = carrier.way(dirs[0].path(), &host.text())?;
        let mut command = CommandBuilder::new(PROGRAM);
        command.args(&way.args);
        let mut guest = Pty::start(command, dirs[1].path(), SIZE, &[("PATH", &way.path())]);
        if let Some(code) = &way.code {
            guest.see("Code");
            guest.press(&format!("{code}\r"));
        }
        host.see("connected");
        guest.see("connected");
        Some(Self { sides: [host, guest], dirs })
    }

    /// Has the player to move make a legal move, typed; both see it. Returns false if the game is
    /// over.
    fn step(&mut self, game: &mut Game, turn: u32) -> bool {
        let (names, mover) = (Names::of(game), game.to_move().index());
        let Some(steps) = play(game, turn) else { return false };
        self.sides[mover].press(&format!("m{}\r", names.turn(&steps)));
        for side in &mut self.sides {
            side.see(&format!("turn {turn} "));
        }
        true
    }

    /// Ends both programs and compares what they have kept, but for the players.
    fn assert_same_records(self) -> Value {
        kept_alike(&self.quit(), false)
    }

    /// Ends both programs, which have kept all by then.
    fn quit(self) -> [TempDir; 2] {
        self.sides.into_iter().for_each(Pty::quit);
        self.dirs
    }
}

/// Compares the records of that `kind` in both directories, but for the players.
fn kept_alike(dirs: &[TempDir; 2], go_on: bool) -> Value {
    assert_same_records([dirs[0].path(), dirs[1].path()], go_on)
}

/// The carriers that are tried: rooms on this machine, or all of them if that is wanted.
fn carriers() -> Vec<Carrier> {
    if Carrier::all_are_wanted() { Carrier::ALL.to_vec() } else { vec![Carrier::Unix] }
}

#[test]
fn each_game_is_played_to_its_end_on_two_screens() {
    for carrier in carriers() {
        for info in games::INFOS {
            let (mut game, size) = smallest(info.id);
            let Some(mut screens) =
                Screens::meet(info.id, &["--size", &size, "--time", "10m+5s"], carrier)
            else {
                break;
            };
            let mut turn = 1;
            while screens.step(&mut game, turn) {
                turn += 1;
            }
            let record = screens.assert_same_records();
            assert_eq!(
                record["moves"].as_array().unwrap().len() as u32,
                turn - 1,
                "{} over {carrier:?}",
                info.id
            );
            assert!(record["result"].is_object(), "{} over {carrier:?}", info.id);
        }
    }
}

#[test]
fn on_two_screens_all_that_both_must_agree_on_goes_to_and_fro() {
    for carrier in carriers() {
        let Some(mut screens) =
            Screens::meet("necklace", &["--size", "5", "--time", "10m"], carrier)
        else {
            continue;
        };
        let [host, guest] = &mut screens.sides;
        host.press("mc3\r");
        guest.see("turn 1 ");
        host.press("u");
        guest.see("Ann asks for a takeback to the start");
        guest.press(DECLINE);
        host.see("Ben declines the takeback");
        guest.see("Declined");
        host.press("u");
        guest.see("Ann asks for a takeback to the start");
        guest.press(ACCEPT);
        host.see("turn 0 ");
        guest.see("turn 0 ");
        host.press("mb2\r");
        guest.see("turn 1 ");
        guest.press("Z");
        host.see("Ben asks to pause");
        host.press(ACCEPT);
        guest.see("paused");
        guest.press("md4\r");
        guest.see("The game is paused");
        guest.press("Z");
        host.see("Ben asks to resume");
        host.press(ACCEPT);
        // A guest's pause ends once the host has confirmed it.
        guest.see("connected");
        guest.press("md4\r");
        host.see("turn 2 ");
        host.press("B");
        host.see("back to the game");
        assert!(!host.text().contains("analyse"), "engine help is off");
        host.press("B");
        guest.press("C");
        guest.see("Say");
        guest.press("good luck\r");
        host.see("Ben: good luck");
        // Enter is not enough where neither side can undo alone.
        guest.press("G\r");
        guest.see("Resign as");
        guest.press("y");
        host.see("by resignation");
        host.press("R");
        guest.see("Ann offers a rematch");
        guest.press(ACCEPT);
        host.see("turn 0 ");
        guest.see("Red, Ben");
        guest.press("me5\r");
        host.see("turn 1 ");
        let dirs = screens.quit();
        let record = kept_alike(&dirs, false);
        assert_eq!(record["result"]["reason"], "resignation", "{carrier:?}");
        assert_eq!(record["moves"].as_array().map(Vec::len), Some(2), "{carrier:?}");
        let rematch = kept_alike(&dirs, true);
        assert_eq!(rematch["players"]["red"]["name"], "Ben", "{carrier:?}");
    }
}

#[test]
fn on_two_screens_who_runs_out_of_time_loses() {
    for carrier in carriers() {
        let Some(mut screens) =
            Screens::meet("necklace", &["--size", "5", "--time", "1s"], carrier)
        else {
            continue;
        };
        for side in &mut screens.sides {
            side.see("on time");
            // No key was pressed here.
            assert!(!side.text().contains("is here"), "{}", side.text());
        }
        assert_eq!(screens.assert_same_records()["result"]["reason"], "time", "{carrier:?}");
    }
}

#[test]
fn on_the_screen_a_game_outlives_the_kill_of_either_side() {
    let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let socket = dirs[0].path().join("rooms/room.sock");
    let size = (80, 24);
    let begin_host = |args: &[&str]| Pty::tetralith(args, dirs[0].path(), size);
    let begin_guest = || {
        Pty::tetralith(&["join", socket.to_str().unwrap(), "--name", "Ben"], dirs[1].path(), size)
    };
    let mut host =
        begin_host(&["host", "necklace", "--size", "5", "--as", "first", "--name", "Ann"]);
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
    // A move typed then is one move that has to wait, not a row of keys.
    host.press("mGy\r");
    host.see("Ben is away");
    let mut guest = begin_guest();
    guest.see("turn 2");
    host.see("connected");
    host.press("md4\r");
    guest.see("turn 3");
    host.signal("-KILL");
    guest.see("connection cut");
    // She keeps the name that she has in the record.
    let mut host = begin_host(&["host", "--resume"]);
    host.see("turn 3");
    // No player does anything: the guest's program comes back by itself.
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
    let record = assert_same_records([dirs[0].path(), dirs[1].path()], false);
    assert_eq!(record["moves"].as_array().map(Vec::len), Some(4));
}
