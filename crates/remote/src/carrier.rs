//! The streams that carry a game: Unix sockets, TCP with a code, programs.
//!
//! Everything here blocks: a caller needs a thread for each end that is read, and for each door
//! that is open.

mod door;
mod program;
#[cfg(all(test, unix))]
mod tests;

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[cfg(unix)]
use std::os::unix::net::{SocketAddr, UnixStream};

use thiserror::Error;

use crate::address::{Address, ROOM};
use crate::secret::{self, GuestRole, MOST_WRONG, Opened, PassCode, Sealed, SecretError};

pub use door::{Arrival, Door, Stranger};
pub use program::CarrierProgram;

/// The time that a guest and a host have to show each other that they know the code.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time that opening a connection may take.
const DIAL: Duration = Duration::from_secs(10);

/// The time that the other side has to read what is written before it counts as gone.
const UNREAD: Duration = Duration::from_secs(40);

/// A reason why nothing carries a game.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum CarrierError {
    #[error("there is no room at {place}{}", opens(.room.as_deref()))]
    NoRoom {
        place: String,
        /// Its name; `None` if a path was given.
        room: Option<String>,
    },
    /// The room is open already.
    #[error("the room at {place} is already open; 'tetralith join' joins it, --room opens another")]
    IsOpen { place: String },
    /// Something else is where the socket of a room would be.
    #[error("{place} exists and is not a socket")]
    NoSocket { place: String },
    /// The path of a room is longer than sockets may have.
    #[error(
        "the path of the room, {place}, is too long for a socket: {} bytes; {cure}",
        .place.len()
    )]
    TooLong {
        /// The path.
        place: String,
        /// The advice.
        cure: &'static str,
    },
    /// A place cannot be reached.
    #[error("{place} cannot be reached: {source}")]
    Unreachable {
        place: String,
        /// The system's error.
        source: io::Error,
    },
    #[error("cannot listen at {place}: {source}")]
    Listen {
        place: String,
        /// The system's error.
        source: io::Error,
    },
    /// A program cannot be started.
    #[error("{program} cannot be started: {source}")]
    Program {
        program: String,
        /// The system's error.
        source: io::Error,
    },
    /// The code is wrong, or the handshake failed otherwise.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The last wrong code for this part has closed the door to it.
    #[error("no more {} after {MOST_WRONG} wrong codes", match .0 {
        GuestRole::Player => "players",
        GuestRole::Watcher => "spectators",
    })]
    Shut(GuestRole),
    /// A host on the network asks for a code.
    #[error("this host needs a code of three words")]
    NeedsCode,
    /// There are no such streams on this system.
    #[error("there are no Unix sockets on this system; --listen opens a room on the network")]
    NoUnix,
}

/// The advice to a guest who finds no `room` of this name; none about a path that was given.
fn opens(room: Option<&str>) -> String {
    match room {
        None => String::new(),
        Some(ROOM) => "; 'tetralith host GAME' opens one".to_owned(),
        Some(name) => format!("; 'tetralith host GAME --room {name}' opens one"),
    }
}

/// A stream to the other side, in both directions.
#[allow(missing_docs, reason = "the names say it")]
pub struct Stream {
    pub reader: Box<dyn Read + Send>,
    pub writer: Box<dyn Write + Send>,
    /// The way to end it, on any thread.
    pub closer: Closer,
    /// The part of a guest, as far as the way it came by decides it.
    pub part: GuestRole,
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("closer", &self.closer).finish_non_exhaustive()
    }
}

/// The way to end a stream.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Closer {
    #[cfg(unix)]
    Unix(Arc<UnixStream>),
    Tcp(Arc<TcpStream>),
    Program(Arc<CarrierProgram>),
}

impl Closer {
    /// Ends the stream: readers and writers find that it has ended.
    pub fn close(&self) {
        // A stream that has ended stays ended.
        match self {
            #[cfg(unix)]
            Self::Unix(stream) => drop(stream.shutdown(Shutdown::Both)),
            Self::Tcp(stream) => drop(stream.shutdown(Shutdown::Both)),
            Self::Program(program) => program.close(),
        }
    }

    /// Ends the stream once what was written is on its way.
    pub fn finish(&self) {
        match self {
            Self::Program(program) => program.finish(),
            // The system passes it on.
            _ => self.close(),
        }
    }

    /// The last line that a program has written to its standard error, safe to show; empty for
    /// anything else.
    pub fn said(&self) -> String {
        match self {
            Self::Program(program) => program.said(),
            _ => String::new(),
        }
    }
}

/// Connects to `address`, with the `pass` if one is asked for; with `quiet` a program that is
/// started asks the user for nothing.
///
/// Rooms lie in the directory `rooms`.
///
/// # Errors
/// [`CarrierError`]
pub fn dial(
    address: &Address,
    rooms: &Path,
    pass: Option<&PassCode>,
    quiet: bool,
) -> Result<Stream, CarrierError> {
    match address {
        Address::Room(name) => join_socket(&socket(rooms, name), Some(name)),
        Address::Socket(path) => join_socket(path, None),
        Address::Tcp(place) => join_tcp(place, pass.ok_or(CarrierError::NeedsCode)?),
        Address::Ssh(ssh) => program::start(&ssh.command(quiet), quiet),
        Address::Program(words) => program::start(words, quiet),
    }
}

/// The socket of the room called `name`.
pub fn socket(rooms: &Path, name: &str) -> PathBuf {
    rooms.join(format!("{name}.sock"))
}

/// Joins the room at `path`, which is called `room`, unless the path itself was given.
#[cfg(unix)]
fn join_socket(path: &Path, room: Option<&str>) -> Result<Stream, CarrierError> {
    let place = path.display().to_string();
    if SocketAddr::from_pathname(path).is_err() {
        let cure =
            room.map_or("use a shorter path", |_| "set TETRALITH_DATA_DIR to a shorter path");
        return Err(CarrierError::TooLong { place, cure });
    }
    match UnixStream::connect(path) {
        Ok(stream) => unix(stream).map_err(|source| CarrierError::Unreachable { place, source }),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused
            ) =>
        {
            Err(CarrierError::NoRoom { place, room: room.map(str::to_owned) })
        }
        Err(source) => Err(CarrierError::Unreachable { place, source }),
    }
}

#[cfg(not(unix))]
fn join_socket(_: &Path, _: Option<&str>) -> Result<Stream, CarrierError> {
    Err(CarrierError::NoUnix)
}

#[cfg(unix)]
fn unix(stream: UnixStream) -> io::Result<Stream> {
    // Writing to a program that reads nothing must not block for ever.
    stream.set_write_timeout(Some(UNREAD))?;
    let (reader, writer) = (stream.try_clone()?, stream.try_clone()?);
    Ok(Stream {
        reader: Box::new(reader),
        writer: Box::new(writer),
        closer: Closer::Unix(Arc::new(stream)),
        part: GuestRole::Player,
    })
}

fn join_tcp(place: &str, pass: &PassCode) -> Result<Stream, CarrierError> {
    let unreachable = |source| CarrierError::Unreachable { place: place.to_owned(), source };
    let mut failure: Option<io::Error> = None;
    for address in place.to_socket_addrs().map_err(unreachable)? {
        match TcpStream::connect_timeout(&address, DIAL) {
            Ok(stream) => {
                let keys = secret::knock(&mut Patient::new(&stream), pass)?;
                return tcp(stream, keys, pass.part).map_err(unreachable);
            }
            // A place refuses guests only if it does so at every address.
            Err(error) => {
                let is_known = |known: &io::Error| known.kind() != io::ErrorKind::ConnectionRefused;
                failure = failure.filter(is_known).or(Some(error));
            }
        }
    }
    Err(unreachable(failure.unwrap_or_else(|| io::ErrorKind::NotFound.into())))
}

/// The encrypted stream over a TCP connection.
fn tcp(stream: TcpStream, keys: secret::Keys, part: GuestRole) -> io::Result<Stream> {
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(Some(UNREAD))?;
    stream.set_nodelay(true)?;
    let (reader, writer) = (stream.try_clone()?, stream.try_clone()?);
    Ok(Stream {
        reader: Box::new(Opened::new(keys.clone(), reader)),
        writer: Box::new(Sealed::new(keys, writer)),
        closer: Closer::Tcp(Arc::new(stream)),
        part,
    })
}

/// A connection over which a handshake must be done by a certain time, however slowly it trickles.
struct Patient<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl<'a> Patient<'a> {
    fn new(stream: &'a TcpStream) -> Self {
        Self { stream, until: Instant::now() + PATIENCE }
    }

    fn left(&self) -> io::Result<Duration> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

impl Read for Patient<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        self.stream.read(into)
    }
}

impl Write for Patient<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
