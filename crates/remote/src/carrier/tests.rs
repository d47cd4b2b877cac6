//! Rooms that are opened and found, and doors that close.

use std::fs;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::thread;

use super::*;

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

fn door() -> (Door, String) {
    let door = Door::tcp("127.0.0.1:0".parse().unwrap(), code("amber-boat-lily")).unwrap();
    let place = door.place();
    (door, place)
}

#[test]
fn a_room_is_for_its_owner_alone_is_opened_once_and_outlives_a_kill() {
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
    let Some(Guest::Known(mut stream)) = door.wait() else { panic!() };
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
        thread::spawn(move || dial(&address, Path::new(""), Some(&code(words)), true))
    };
    for n in 1..=MOST_WRONG {
        let guest = knock("amber-boat-lark");
        let Some(Guest::Stranger(stranger)) = door.wait() else { panic!("closed after {}", n - 1) };
        assert!(matches!(stranger.admit(), Err(CarrierError::Secret(SecretError::WrongCode))));
        assert!(matches!(guest.join().unwrap(), Err(CarrierError::Secret(SecretError::WrongCode))));
    }
    let late = knock("amber-boat-lily");
    assert!(door.wait().is_none());
    drop(door);
    assert!(late.join().unwrap().is_err());
}

#[test]
fn of_guests_who_guess_at_once_nobody_is_let_in_after_three_wrong_codes() {
    let (door, place) = door();
    let address = Address::Tcp(place);
    // Each of them is past the door before any is judged.
    let come = |words: &'static str| {
        let address = address.clone();
        let guest = thread::spawn(move || dial(&address, Path::new(""), Some(&code(words)), true));
        let Some(Guest::Stranger(stranger)) = door.wait() else { panic!("the door is closed") };
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
    let Door::Tcp { wrong, .. } = &door else { panic!() };
    assert_eq!(wrong.count(), MOST_WRONG);
}

#[test]
fn a_listener_says_nothing_to_who_says_nothing_or_nonsense_and_counts_no_guess() {
    let (door, place) = door();
    for said in [&b""[..], b"GET / HTTP/1.1\r\n\r\n", b"{\"type\":\"hello\"}\n", &[b'A'; 33]] {
        let mut guest = TcpStream::connect(&place).unwrap();
        guest.write_all(said).unwrap();
        guest.shutdown(Shutdown::Write).unwrap();
        let Some(Guest::Stranger(stranger)) = door.wait() else { panic!() };
        assert!(stranger.admit().is_err());
        let mut told = Vec::new();
        // A connection that ends with something unread is reset.
        let _ = guest.read_to_end(&mut told);
        assert!(
            told.len() <= 33 && !String::from_utf8_lossy(&told).contains("tetralith"),
            "{told:?}"
        );
    }
    let Door::Tcp { wrong, .. } = &door else { panic!() };
    assert_eq!(wrong.count(), 0);
}
