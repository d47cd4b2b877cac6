//! Rooms that are opened and found, and doors that close.

use std::fs;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::thread;

use crate::secret::Code;

use super::*;

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

fn pass(words: &str) -> PassCode {
    PassCode { code: code(words), part: GuestRole::Player }
}

fn door() -> (Door, String) {
    let door = Door::tcp("127.0.0.1:0".parse().unwrap(), code("amber-boat-lily"), None).unwrap();
    let place = door.place();
    (door, place)
}

#[test]
fn rooms_are_private_unique_and_survive_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    let path = socket(&dir.path().join("rooms"), "room");
    let door = Door::unix(&path).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    assert!(matches!(Door::unix(&path), Err(CarrierError::IsOpen { .. })));
    drop(door);
    let door = Door::unix(&path).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, "").unwrap();
    assert!(matches!(Door::unix(&path), Err(CarrierError::NoSocket { .. })));
    fs::remove_file(&path).unwrap();
    // The socket of a host that has ended stays, and the next host takes it away.
    drop(UnixListener::bind(&path).unwrap());
    let next = Door::unix(&path).unwrap();
    drop(door);
    let door = next;
    let joined =
        dial(&Address::Room("room".to_owned()), path.parent().unwrap(), None, true).unwrap();
    let Some(Arrival::Known(mut stream)) = door.wait() else { panic!() };
    let mut joined = joined;
    joined.writer.write_all(b"hi").unwrap();
    let mut bytes = [0; 2];
    stream.reader.read_exact(&mut bytes).unwrap();
    assert_eq!(&bytes, b"hi");
    stream.closer.close();
    assert_eq!(joined.reader.read(&mut bytes).unwrap(), 0);
}

#[test]
fn hosts_open_a_room_one_after_the_other() {
    let dir = tempfile::tempdir().unwrap();
    let path = socket(dir.path(), "room");
    for _ in 0..20 {
        drop(UnixListener::bind(&path).unwrap());
        let held = fs::File::open(dir.path()).unwrap();
        held.lock().unwrap();
        let other = path.clone();
        let host = thread::spawn(move || Door::unix(&other));
        // The first host takes the old socket away and makes its own.
        fs::remove_file(&path).unwrap();
        let first = UnixListener::bind(&path).unwrap();
        drop(held);
        assert!(matches!(host.join().unwrap(), Err(CarrierError::IsOpen { .. })));
        assert!(UnixStream::connect(&path).is_ok());
        drop(first);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn places_without_a_room_are_refused_with_their_own_cure() {
    let dir = tempfile::tempdir().unwrap();
    let refused = |place: &str| {
        let address = place.parse().unwrap();
        let refused = dial(&address, dir.path(), None, true).unwrap_err().to_string();
        refused.split_once("; ").map_or_else(String::new, |(_, cure)| cure.to_owned())
    };
    assert_eq!(refused("room"), "'tetralith host GAME' opens one");
    assert_eq!(refused("friday"), "'tetralith host GAME --room friday' opens one");
    assert_eq!(refused("./no-such.sock"), "");
    assert_eq!(refused(&format!("./{}", "a".repeat(120))), "use a shorter path");
    let deep = dir.path().join("d".repeat(120));
    let refused = dial(&Address::Room(ROOM.to_owned()), &deep, None, true).unwrap_err();
    let refused = refused.to_string();
    assert!(refused.ends_with("set TETRALITH_DATA_DIR to a shorter path"), "{refused}");
    let refused = Door::unix(&socket(&deep, ROOM)).unwrap_err().to_string();
    assert!(refused.ends_with("use the network with --listen"), "{refused}");
}

#[test]
fn three_wrong_codes_close_the_door() {
    let (door, place) = door();
    let address = Address::Tcp(place);
    let knock = move |words: &'static str| {
        let address = address.clone();
        thread::spawn(move || dial(&address, Path::new(""), Some(&pass(words)), true))
    };
    for n in 1..=MOST_WRONG {
        let guest = knock("amber-boat-lark");
        let Some(Arrival::Stranger(stranger)) = door.wait() else {
            panic!("closed after {}", n - 1)
        };
        let admitted = stranger.admit().unwrap_err();
        let is_last = matches!(admitted, CarrierError::Shut(GuestRole::Player));
        let is_wrong = matches!(admitted, CarrierError::Secret(SecretError::WrongCode(_)));
        assert_eq!((is_last, is_wrong), (n == MOST_WRONG, n < MOST_WRONG), "{n}: {admitted}");
        let refused = guest.join().unwrap();
        assert!(matches!(refused, Err(CarrierError::Secret(SecretError::WrongCode(_)))));
    }
    let late = knock("amber-boat-lily");
    assert!(door.wait().is_none());
    drop(door);
    assert!(late.join().unwrap().is_err());
}

#[test]
fn simultaneous_guessers_are_locked_out_after_three_codes() {
    let (door, place) = door();
    let address = Address::Tcp(place);
    // Each of them is past the door before any is judged.
    let come = |words: &'static str| {
        let address = address.clone();
        let guest = thread::spawn(move || dial(&address, Path::new(""), Some(&pass(words)), true));
        let Some(Arrival::Stranger(stranger)) = door.wait() else { panic!("the door is closed") };
        (guest, stranger)
    };
    let wrong: Vec<_> = (0..MOST_WRONG).map(|_| come("amber-boat-lark")).collect();
    let (late, stranger) = come("amber-boat-lily");
    for (guest, stranger) in wrong {
        assert!(stranger.admit().is_err());
        assert!(guest.join().unwrap().is_err());
    }
    let admitted = [stranger.admit(), late.join().unwrap()];
    for refused in admitted {
        let refused = refused.unwrap_err();
        assert!(matches!(refused, CarrierError::Secret(SecretError::Late(_))), "{refused}");
    }
    assert!(door.is_shut());
}

#[test]
fn listeners_ignore_silence_and_nonsense() {
    let (door, place) = door();
    for said in [&b""[..], b"GET / HTTP/1.1\r\n\r\n", b"{\"type\":\"hello\"}\n", &[b'A'; 33]] {
        let mut guest = TcpStream::connect(&place).unwrap();
        guest.write_all(said).unwrap();
        guest.shutdown(Shutdown::Write).unwrap();
        let Some(Arrival::Stranger(stranger)) = door.wait() else { panic!() };
        assert!(stranger.admit().is_err());
        let mut received = Vec::new();
        // A connection that ends with something unread is reset.
        let _ = guest.read_to_end(&mut received);
        assert!(
            received.len() <= 33 && !String::from_utf8_lossy(&received).contains("tetralith"),
            "{received:?}"
        );
    }
    let guest = thread::spawn(move || {
        let address = Address::Tcp(place);
        dial(&address, Path::new(""), Some(&pass("amber-boat-lark")), true)
    });
    let Some(Arrival::Stranger(stranger)) = door.wait() else { panic!("a guess was counted") };
    assert!(stranger.admit().is_err() && guest.join().unwrap().is_err() && !door.is_shut());
}

#[test]
fn silent_guests_give_way_to_a_guest_with_the_code() {
    let (door, place) = door();
    let mut silent = Vec::new();
    let mut crowds = 0;
    for _ in 0..12 {
        silent.push(TcpStream::connect(&place).unwrap());
        let Some(Arrival::Stranger(stranger)) = door.wait() else { panic!() };
        crowds += usize::from(stranger.crowd().is_some());
        thread::spawn(move || stranger.admit().is_err());
    }
    assert_eq!(crowds, 1, "the host is told once");
    // The oldest of them were sent away without a byte.
    for guest in &mut silent[..8] {
        assert_eq!(guest.read(&mut [0; 1]).unwrap(), 0);
    }
    let guest = thread::spawn(move || {
        dial(&Address::Tcp(place), Path::new(""), Some(&pass("amber-boat-lily")), true)
    });
    let Some(Arrival::Stranger(stranger)) = door.wait() else { panic!() };
    assert!(stranger.admit().is_ok() && guest.join().unwrap().is_ok());
}

#[test]
fn a_guest_who_is_sent_away_from_a_full_door_gets_a_sentence() {
    let (door, place) = door();
    let guest = {
        let address = Address::Tcp(place.clone());
        thread::spawn(move || {
            dial(&address, Path::new(""), Some(&pass("amber-boat-lily")), true).unwrap_err()
        })
    };
    let Some(Arrival::Stranger(first)) = door.wait() else { panic!() };
    let mut more = Vec::new();
    for _ in 0..4 {
        let silent = TcpStream::connect(&place).unwrap();
        let Some(Arrival::Stranger(stranger)) = door.wait() else { panic!() };
        more.push((silent, stranger));
    }
    drop(first);
    let received = guest.join().unwrap().to_string();
    assert!(received.starts_with("the host hung up at once; it may be full"), "{received}");
}

#[test]
fn wrong_codes_of_watchers_close_no_door_to_the_player() {
    let [player, watcher] = ["amber-boat-lily", "amber-boat-lark"];
    let address = "127.0.0.1:0".parse().unwrap();
    let door = Door::tcp(address, code(player), Some(code(watcher))).unwrap();
    let address = Address::Tcp(door.place());
    let come = |words: &str, part| {
        let (address, pass) = (address.clone(), PassCode { code: code(words), part });
        let guest = thread::spawn(move || dial(&address, Path::new(""), Some(&pass), true));
        let Some(Arrival::Stranger(stranger)) = door.wait() else { panic!("the door is closed") };
        let admitted = stranger.admit().map(|stream| stream.part);
        let joined = guest.join().unwrap().map(|stream| stream.part);
        [admitted, joined].map(|came| came.map_err(|error| error.to_string()))
    };
    assert_eq!(come(watcher, GuestRole::Watcher), [Ok(GuestRole::Watcher), Ok(GuestRole::Watcher)]);
    let closes = "after 3 wrong codes the host lets in no more spectators".to_owned();
    let is_wrong = format!("the code is wrong; {closes}");
    for n in 1..=MOST_WRONG {
        let last = "no more spectators after 3 wrong codes".to_owned();
        let report = if n == MOST_WRONG { last } else { is_wrong.clone() };
        assert_eq!(come(player, GuestRole::Watcher), [Err(report), Err(is_wrong.clone())]);
    }
    for words in [player, watcher] {
        assert_eq!(come(words, GuestRole::Watcher), [Err(closes.clone()), Err(closes.clone())]);
    }
    assert_eq!(come(player, GuestRole::Player), [Ok(GuestRole::Player), Ok(GuestRole::Player)]);
}

#[test]
fn a_system_out_of_files_closes_no_door() {
    let dir = tempfile::tempdir().unwrap();
    let path = socket(&dir.path().join("rooms"), "room");
    let door = Door::unix(&path).unwrap();
    let Door::Unix { listener, .. } = &door else { panic!() };
    // A listener that waits for no guest fails as one does that has no file for them.
    listener.set_nonblocking(true).unwrap();
    assert!(matches!(door.wait(), Some(Arrival::Failure(_))));
    listener.set_nonblocking(false).unwrap();
    let _guest = dial(&Address::Socket(path), dir.path(), None, true).unwrap();
    assert!(matches!(door.wait(), Some(Arrival::Known(_))));
}
