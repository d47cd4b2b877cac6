//! The doors that guests come to: a socket of the own account, or an address of the network behind
//! a code.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
#[cfg(unix)]
use std::os::unix::net::{UnixListener, UnixStream};
#[cfg(unix)]
use std::path::PathBuf;

#[cfg(unix)]
use super::unix;
use super::{CarrierError, DIAL, PATIENCE, Stream, tcp};
use crate::secret::{self, Code, SecretError};

/// The wrong codes after which a door closes.
pub const MOST_WRONG: u32 = 3;

/// The most guests who are asked for the code at a time.
const MOST_KNOCKS: u32 = 4;

/// A door that guests come to.
#[derive(Debug)]
pub enum Door {
    /// A Unix socket in the directory of rooms, for this account alone.
    #[cfg(unix)]
    Unix {
        /// The listener.
        listener: UnixListener,
        /// The socket, which goes with the door.
        path: PathBuf,
    },
    /// One address of the network, for guests who know the code.
    Tcp {
        /// The listener.
        listener: TcpListener,
        /// The code.
        code: Code,
        /// The wrong codes that were tried.
        wrong: Arc<Wrong>,
        /// The guests who are asked for the code now.
        knocks: Arc<AtomicU32>,
    },
}

/// The count of wrong codes that were tried at a door.
#[derive(Default, Debug)]
pub struct Wrong(Mutex<u32>);

impl Wrong {
    /// The count; it goes up to [`MOST_WRONG`].
    pub fn count(&self) -> u32 {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Judges a guess, of which `is_right` tells, and says whether the guest is let in. Guests are
    /// judged one after the other, and nobody is any more once the door is closed.
    fn judge(&self, is_right: &mut dyn FnMut() -> bool) -> Verdict {
        let mut count = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if *count >= MOST_WRONG {
            return Verdict::Late;
        }
        if is_right() {
            return Verdict::Right;
        }
        *count += 1;
        if *count == MOST_WRONG { Verdict::Closes } else { Verdict::Wrong }
    }
}

/// What is said of a guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Right,
    Wrong,
    /// Wrong, and the last that the door takes.
    Closes,
    /// It came after the door was closed.
    Late,
}

/// Somebody at a door.
#[derive(Debug)]
pub enum Guest {
    /// Somebody using this account.
    Known(Stream),
    /// Somebody who is to show that they know the code.
    Stranger(Stranger),
}

/// Somebody on the network who is to show that they know the code.
#[derive(Debug)]
pub struct Stranger {
    stream: TcpStream,
    code: Code,
    wrong: Arc<Wrong>,
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
        let place = path.display().to_string();
        let failed = |source| CarrierError::Listen { place: place.clone(), source };
        if let Some(dir) = path.parent() {
            fs::create_dir_all(dir).map_err(failed)?;
            // Before anything is in the directory, so that nobody else can open a socket before its
            // own mode is set.
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

    /// Fails: there are no Unix sockets on this system.
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
        let listener = TcpListener::bind(address)
            .map_err(|source| CarrierError::Listen { place: address.to_string(), source })?;
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
        matches!(self, Self::Tcp { wrong, .. } if wrong.count() >= MOST_WRONG)
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
                if wrong.count() >= MOST_WRONG {
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

/// Waits until `accept` returns a guest, ignoring guests who leave before they are let in; `None`
/// if the system lets nobody in.
fn come<T>(accept: impl Fn() -> io::Result<T>) -> Option<T> {
    use io::ErrorKind as K;
    loop {
        match accept() {
            Ok(guest) => return Some(guest),
            Err(error)
                if matches!(
                    error.kind(),
                    K::ConnectionAborted | K::ConnectionReset | K::Interrupted
                ) => {}
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
        let mut verdict = None;
        let asked = self.ask(&mut verdict);
        self.knocks.fetch_sub(1, SeqCst);
        if verdict == Some(Verdict::Closes) {
            // Wakes the thread that waits at the door, so that it sees that the door is closed.
            let _ = TcpStream::connect_timeout(&self.door, DIAL);
        }
        asked
    }

    fn ask(&mut self, verdict: &mut Option<Verdict>) -> Result<Stream, CarrierError> {
        self.stream.set_read_timeout(Some(PATIENCE)).map_err(SecretError::Io)?;
        self.stream.set_write_timeout(Some(PATIENCE)).map_err(SecretError::Io)?;
        let mut patient = Patient { stream: &self.stream, until: Instant::now() + PATIENCE };
        let wrong = &self.wrong;
        let keys = secret::answer(&mut patient, &self.code, |is_right| {
            *verdict.insert(wrong.judge(is_right)) == Verdict::Right
        })?;
        let stream = self.stream.try_clone().map_err(SecretError::Io)?;
        Ok(tcp(stream, keys).map_err(SecretError::Io)?)
    }
}

/// A connection of which all must come by a certain time, however slowly it trickles.
struct Patient<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl Read for Patient<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
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
