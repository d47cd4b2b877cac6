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
    // A host that is killed takes nothing away.
    let Door::Unix { listener, .. } = &door else { panic!() };
    let listener = listener.try_clone().unwrap();
    drop(door);
    drop(listener);
    fs::write(&path, "").unwrap();
    assert!(matches!(Door::unix(&path), Err(CarrierError::NoSocket { .. })));
    fs::remove_file(&path).unwrap();
    drop(UnixListener::bind(&path).unwrap());
    let door = Door::unix(&path).unwrap();
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
        assert!(matches!(stranger.admit(), Err(CarrierError::Secret(SecretError::WrongCode))));
        assert!(matches!(guest.join().unwrap(), Err(CarrierError::Secret(SecretError::WrongCode))));
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
    assert!(matches!(stranger.admit(), Err(CarrierError::Secret(SecretError::WrongCode))));
    assert!(late.join().unwrap().is_err());
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
        (stranger.admit().map(|stream| stream.part), guest.join().unwrap().is_ok())
    };
    assert!(matches!(come(watcher, GuestRole::Watcher), (Ok(GuestRole::Watcher), true)));
    for _ in 0..=MOST_WRONG {
        assert!(matches!(come(player, GuestRole::Watcher), (Err(_), false)));
    }
    assert!(matches!(come(watcher, GuestRole::Watcher), (Err(_), false)), "watching is closed");
    assert!(matches!(come(player, GuestRole::Player), (Ok(GuestRole::Player), true)));
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
