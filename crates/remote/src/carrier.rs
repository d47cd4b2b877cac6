//! The streams that carry a game: Unix sockets, TCP with a code, programs.
//!
//! Everything here blocks: whoever uses it has a thread for each end that is read, and for each door that is open.

use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use std::os::unix::fs::PermissionsExt as _;
#[cfg(unix)]
use std::os::unix::net::{UnixListener, UnixStream};

use tetralith_core::text::display_text;
use thiserror::Error;

use crate::address::Address;
use crate::secret::{self, Code, Opened, Sealed, SecretError};

/// The time that a guest has to show that it knows the code.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time that a connection may take to come about.
const DIAL: Duration = Duration::from_secs(10);

/// The wrong codes after which a door closes.
pub const MOST_WRONG: u32 = 3;

/// The most guests who are asked for the code at a time.
const MOST_KNOCKS: u32 = 4;

/// The time that the other side has to take in what is written, before it counts as gone.
const UNREAD: Duration = Duration::from_secs(40);

/// The most bytes that are kept of what a program says on its standard error.
const MAX_SAID: usize = 4096;

/// A reason why nothing carries a game.
#[derive(Debug, Error)]
pub enum CarrierError {
    /// There is no such room.
    #[error("there is no room at {place}; 'tetralith host GAME' opens one")]
    NoRoom {
        /// The place.
        place: String,
    },
    /// The room is open already.
    #[error("the room at {place} is open already; --room opens another, and 'tetralith join' joins this one")]
    IsOpen {
        /// The place.
        place: String,
    },
    /// Something else is where the socket of a room would be.
    #[error("{place} is there and is no socket")]
    NoSocket {
        /// The place.
        place: String,
    },
    /// A place cannot be reached.
    #[error("{place} cannot be reached: {source}")]
    Unreachable {
        /// The place.
        place: String,
        /// The system's error.
        source: io::Error,
    },
    /// Nothing can listen there.
    #[error("nothing can listen at {place}: {source}")]
    Listen {
        /// The place.
        place: String,
        /// The system's error.
        source: io::Error,
    },
    /// A program cannot be started.
    #[error("{program} cannot be started: {source}")]
    Program {
        /// The program.
        program: String,
        /// The system's error.
        source: io::Error,
    },
    /// The code is wrong, or the handshake failed otherwise.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// A host on the network asks for a code.
    #[error("a host on the network asks for a code of three words")]
    NeedsCode,
    /// There are no such streams on this system.
    #[error("there are no Unix sockets on this system; --listen opens a room on the network")]
    NoUnix,
}

/// A stream to the other side, in both directions.
pub struct Stream {
    /// The end that is read.
    pub reader: Box<dyn Read + Send>,
    /// The end that is written to.
    pub writer: Box<dyn Write + Send>,
    /// The way to end it, whoever reads or writes.
    pub closer: Closer,
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("closer", &self.closer).finish_non_exhaustive()
    }
}

/// The way to end a stream.
#[derive(Clone, Debug)]
pub enum Closer {
    /// A Unix socket.
    #[cfg(unix)]
    Unix(Arc<UnixStream>),
    /// A TCP connection.
    Tcp(Arc<TcpStream>),
    /// A program, and what it has said on its standard error.
    Program(Arc<Mutex<Child>>, Arc<Mutex<Vec<u8>>>),
}

impl Closer {
    /// Ends the stream: whoever reads or writes finds that it has ended.
    pub fn close(&self) {
        // What has ended already has ended.
        match self {
            #[cfg(unix)]
            Self::Unix(stream) => drop(stream.shutdown(Shutdown::Both)),
            Self::Tcp(stream) => drop(stream.shutdown(Shutdown::Both)),
            Self::Program(child, _) => {
                let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = child.kill();
                let _ = child.wait();
            }
        }
    }

    /// The last line that a program has said on its standard error, safe to show; empty for anything else.
    pub fn said(&self) -> String {
        match self {
            Self::Program(_, said) => {
                let said = said.lock().unwrap_or_else(PoisonError::into_inner);
                let text = String::from_utf8_lossy(&said);
                display_text(text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default())
            }
            _ => String::new(),
        }
    }
}

/// Goes to `address`, by the `code` where one is asked for; a program that is started shall ask for nothing if it is `quiet`.
///
/// Rooms lie in the directory `rooms`.
///
/// # Errors
/// [`CarrierError`]
pub fn dial(address: &Address, rooms: &Path, code: Option<&Code>, quiet: bool) -> Result<Stream, CarrierError> {
    match address {
        Address::Room(name) => join_socket(&socket(rooms, name)),
        Address::Socket(path) => join_socket(path),
        Address::Tcp(place) => join_tcp(place, code.ok_or(CarrierError::NeedsCode)?),
        Address::Ssh(ssh) => start(&ssh.command(quiet), quiet),
        Address::Program(words) => start(words, quiet),
    }
}

/// The socket of the room called `name`.
pub fn socket(rooms: &Path, name: &str) -> PathBuf {
    rooms.join(format!("{name}.sock"))
}

#[cfg(unix)]
fn join_socket(path: &Path) -> Result<Stream, CarrierError> {
    let place = path.display().to_string();
    match UnixStream::connect(path) {
        Ok(stream) => unix(stream).map_err(|source| CarrierError::Unreachable { place, source }),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => {
            Err(CarrierError::NoRoom { place })
        }
        Err(source) => Err(CarrierError::Unreachable { place, source }),
    }
}

#[cfg(not(unix))]
fn join_socket(_: &Path) -> Result<Stream, CarrierError> {
    Err(CarrierError::NoUnix)
}

#[cfg(unix)]
fn unix(stream: UnixStream) -> io::Result<Stream> {
    // Who reads nothing is not to be written to for ever.
    stream.set_write_timeout(Some(UNREAD))?;
    let (reader, writer) = (stream.try_clone()?, stream.try_clone()?);
    Ok(Stream { reader: Box::new(reader), writer: Box::new(writer), closer: Closer::Unix(Arc::new(stream)) })
}

fn join_tcp(place: &str, code: &Code) -> Result<Stream, CarrierError> {
    let unreachable = |source| CarrierError::Unreachable { place: place.to_owned(), source };
    let mut last = io::ErrorKind::NotFound.into();
    for address in place.to_socket_addrs().map_err(unreachable)? {
        match TcpStream::connect_timeout(&address, DIAL) {
            Ok(mut stream) => {
                stream.set_read_timeout(Some(PATIENCE)).map_err(unreachable)?;
                let keys = secret::knock(&mut stream, code)?;
                return tcp(stream, keys).map_err(unreachable);
            }
            Err(error) => last = error,
        }
    }
    Err(unreachable(last))
}

/// The encrypted stream over a TCP connection.
fn tcp(stream: TcpStream, keys: secret::Keys) -> io::Result<Stream> {
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(Some(UNREAD))?;
    stream.set_nodelay(true)?;
    let (reader, writer) = (stream.try_clone()?, stream.try_clone()?);
    Ok(Stream {
        reader: Box::new(Opened::new(keys.clone(), reader)),
        writer: Box::new(Sealed::new(keys, writer)),
        closer: Closer::Tcp(Arc::new(stream)),
    })
}

/// Starts a program whose input and output carry the game.
fn start(words: &[String], quiet: bool) -> Result<Stream, CarrierError> {
    let (program, arguments) = words.split_first().ok_or_else(|| CarrierError::Program {
        program: "nothing".to_owned(),
        source: io::ErrorKind::InvalidInput.into(),
    })?;
    let failed = |source| CarrierError::Program { program: program.clone(), source };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if quiet {
        // Nobody sees what it would ask.
        command.env("SSH_ASKPASS_REQUIRE", "never");
    }
    let mut child = command.spawn().map_err(failed)?;
    let missing = || failed(io::ErrorKind::BrokenPipe.into());
    let (Some(writer), Some(reader), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(missing());
    };
    let said = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&said);
    // It ends with the program.
    let listen = move || {
        let mut errors = errors;
        let mut bytes = [0; 1024];
        while let Ok(count @ 1..) = errors.read(&mut bytes) {
            let mut said = heard.lock().unwrap_or_else(PoisonError::into_inner);
            said.extend_from_slice(&bytes[..count]);
            let surplus = said.len().saturating_sub(MAX_SAID);
            said.drain(..surplus);
        }
    };
    thread::Builder::new().name("program".to_owned()).spawn(listen).map_err(failed)?;
    let closer = Closer::Program(Arc::new(Mutex::new(child)), said);
    Ok(Stream { reader: Box::new(reader), writer: Box::new(writer), closer })
}

/// A door that guests come to.
#[derive(Debug)]
pub enum Door {
    /// A Unix socket in the directory of rooms, for the own account alone.
    #[cfg(unix)]
    Unix {
        /// The listener.
        listener: UnixListener,
        /// The socket, which goes with the door.
        path: PathBuf,
    },
    /// One address of the network, for who knows the code.
    Tcp {
        /// The listener.
        listener: TcpListener,
        /// The code.
        code: Code,
        /// The wrong codes that were tried.
        wrong: Arc<AtomicU32>,
        /// The guests who are asked for the code now.
        knocks: Arc<AtomicU32>,
    },
}

/// Somebody at a door.
#[derive(Debug)]
pub enum Guest {
    /// Somebody of the own account.
    Known(Stream),
    /// Somebody who is to show that they know the code.
    Stranger(Stranger),
}

/// Somebody on the network who is to show that they know the code.
#[derive(Debug)]
pub struct Stranger {
    stream: TcpStream,
    code: Code,
    wrong: Arc<AtomicU32>,
    knocks: Arc<AtomicU32>,
    door: SocketAddr,
}

impl Door {
    /// Opens the room whose socket is at `path`; its directory is made, for the own account alone.
    ///
    /// # Errors
    /// [`CarrierError::IsOpen`], [`CarrierError::NoSocket`] or [`CarrierError::Listen`].
    #[cfg(unix)]
    pub fn unix(path: &Path) -> Result<Self, CarrierError> {
        use std::os::unix::fs::FileTypeExt as _;

        let place = path.display().to_string();
        let failed = |source| CarrierError::Listen { place: place.clone(), source };
        if let Some(dir) = path.parent() {
            fs::create_dir_all(dir).map_err(failed)?;
            // Before anything is in it, so that nobody else comes to a socket on its way to its own mode.
            fs::set_permissions(dir, fs::Permissions::from_mode(0o700)).map_err(failed)?;
        }
        if let Ok(found) = path.symlink_metadata() {
            if !found.file_type().is_socket() {
                return Err(CarrierError::NoSocket { place });
            }
            if UnixStream::connect(path).is_ok() {
                return Err(CarrierError::IsOpen { place });
            }
            // A host that was killed has left it behind.
            fs::remove_file(path).map_err(failed)?;
        }
        let listener = UnixListener::bind(path).map_err(failed)?;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(failed)?;
        Ok(Self::Unix { listener, path: path.to_owned() })
    }

    /// There are none here.
    ///
    /// # Errors
    /// [`CarrierError::NoUnix`]
    #[cfg(not(unix))]
    pub fn unix(_: &Path) -> Result<Self, CarrierError> {
        Err(CarrierError::NoUnix)
    }

    /// Listens on `address` for who knows the `code`.
    ///
    /// # Errors
    /// [`CarrierError::Listen`]
    pub fn tcp(address: SocketAddr, code: Code) -> Result<Self, CarrierError> {
        let listener =
            TcpListener::bind(address).map_err(|source| CarrierError::Listen { place: address.to_string(), source })?;
        Ok(Self::Tcp { listener, code, wrong: Arc::default(), knocks: Arc::default() })
    }

    /// The place of the door, as a guest joins there.
    pub fn place(&self) -> String {
        match self {
            #[cfg(unix)]
            Self::Unix { path, .. } => path.display().to_string(),
            Self::Tcp { listener, .. } => {
                listener.local_addr().map_or_else(|_| String::new(), |place| place.to_string())
            }
        }
    }

    /// Returns true if wrong codes have closed the door.
    pub fn is_shut(&self) -> bool {
        matches!(self, Self::Tcp { wrong, .. } if wrong.load(SeqCst) >= MOST_WRONG)
    }

    /// Waits for somebody; `None` once the door is closed.
    pub fn wait(&self) -> Option<Guest> {
        match self {
            #[cfg(unix)]
            Self::Unix { listener, .. } => {
                come(|| listener.accept().and_then(|(stream, _)| unix(stream))).map(Guest::Known)
            }
            Self::Tcp { listener, code, wrong, knocks } => loop {
                let door = listener.local_addr().ok()?;
                let (stream, _) = come(|| listener.accept())?;
                if wrong.load(SeqCst) >= MOST_WRONG {
                    return None;
                }
                if knocks.fetch_add(1, SeqCst) >= MOST_KNOCKS {
                    knocks.fetch_sub(1, SeqCst);
                    continue;
                }
                let (code, wrong, knocks) = (code.clone(), Arc::clone(wrong), Arc::clone(knocks));
                return Some(Guest::Stranger(Stranger { stream, code, wrong, knocks, door }));
            },
        }
    }
}

/// Waits for who comes by `accept`, whoever else goes away before they are let in; `None` if the system lets nobody in.
fn come<T>(accept: impl Fn() -> io::Result<T>) -> Option<T> {
    use io::ErrorKind as K;
    loop {
        match accept() {
            Ok(guest) => return Some(guest),
            Err(error) if matches!(error.kind(), K::ConnectionAborted | K::ConnectionReset | K::Interrupted) => {}
            Err(_) => return None,
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Self::Unix { path, .. } = self {
            // One that stays is taken away when the room is opened again.
            let _ = fs::remove_file(path);
        }
    }
}

impl Stranger {
    /// Lets them in if they know the code.
    ///
    /// # Errors
    /// [`CarrierError::Secret`] if not; the door closes after [`MOST_WRONG`] wrong codes.
    pub fn admit(mut self) -> Result<Stream, CarrierError> {
        let asked = self.ask();
        self.knocks.fetch_sub(1, SeqCst);
        if matches!(asked, Err(CarrierError::Secret(SecretError::WrongCode)))
            && self.wrong.fetch_add(1, SeqCst) + 1 == MOST_WRONG
        {
            // Whoever waits at the door is to see that it is closed.
            let _ = TcpStream::connect_timeout(&self.door, DIAL);
        }
        asked
    }

    fn ask(&mut self) -> Result<Stream, CarrierError> {
        self.stream.set_read_timeout(Some(PATIENCE)).map_err(SecretError::Io)?;
        self.stream.set_write_timeout(Some(PATIENCE)).map_err(SecretError::Io)?;
        let mut patient = Patient { stream: &self.stream, until: std::time::Instant::now() + PATIENCE };
        let keys = secret::answer(&mut patient, &self.code)?;
        let stream = self.stream.try_clone().map_err(SecretError::Io)?;
        Ok(tcp(stream, keys).map_err(SecretError::Io)?)
    }
}

/// A connection of which all must come by a certain time, however slowly it trickles.
struct Patient<'a> {
    stream: &'a TcpStream,
    until: std::time::Instant,
}

impl Read for Patient<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(std::time::Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(into)
    }
}

impl Write for Patient<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(all(test, unix))]
mod tests {
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
        let joined = dial(&Address::Room("room".to_owned()), path.parent().unwrap(), None, true).unwrap();
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
            assert!(told.len() <= 33 && !String::from_utf8_lossy(&told).contains("tetralith"), "{told:?}");
        }
        let Door::Tcp { wrong, .. } = &door else { panic!() };
        assert_eq!(wrong.load(SeqCst), 0);
    }

    #[test]
    fn a_program_carries_lines_and_its_last_words_are_known() {
        let words =
            ["sh", "-c", "read line; echo \"got $line\"; echo 'oh \u{1b}[2Jno' >&2"].map(str::to_owned).to_vec();
        let mut stream = dial(&Address::Program(words), Path::new(""), None, true).unwrap();
        stream.writer.write_all(b"e5\n").unwrap();
        let mut text = String::new();
        stream.reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "got e5\n");
        stream.closer.close();
        while stream.closer.said().is_empty() {
            thread::yield_now();
        }
        assert_eq!(stream.closer.said(), "oh \u{fffd}[2Jno");
        let missing = dial(&Address::Program(vec!["no-such-program".to_owned()]), Path::new(""), None, true);
        assert!(missing.unwrap_err().to_string().starts_with("no-such-program cannot be started"));
    }
}
