//! The doors that guests come to: a socket of the own account, or an address of the network with a
//! code.

use std::io;
use std::net::{IpAddr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
#[cfg(unix)]
use std::os::unix::net::{SocketAddr as UnixAddr, UnixListener, UnixStream};
#[cfg(unix)]
use std::path::PathBuf;

#[cfg(unix)]
use super::unix;
use super::{CarrierError, DIAL, GuestRole, Patient, Stream, tcp};
use crate::secret::{self, Code, Guess, MOST_WRONG, SecretError};

/// The most guests who are asked for the code at a time: each has a thread.
const MOST_KNOCKS: usize = 16;

/// The most of them who come from one address.
const MOST_OF_ONE: usize = 4;

/// The time after which the host is warned again that the door is crowded.
const CROWDED: Duration = Duration::from_secs(60);

/// A door that guests come to.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Door {
    /// A Unix socket in the directory of rooms, for this account alone.
    #[cfg(unix)]
    Unix {
        listener: UnixListener,
        /// The socket. It stays when the host ends, and the next host takes it away.
        path: PathBuf,
    },
    /// One address of the network, for guests who know a code.
    Tcp {
        listener: TcpListener,
        /// The codes, and the wrong ones that were tried.
        locks: Arc<Locks>,
        /// The guests who are asked for the code now.
        queue: Arc<Queue>,
    },
}

/// The codes of a door.
#[derive(Debug)]
pub struct Locks {
    player: Lock,
    /// The code for guests who watch, if any may.
    watcher: Option<Lock>,
}

impl Locks {
    const fn of(&self, part: GuestRole) -> Option<&Lock> {
        match part {
            GuestRole::Player => Some(&self.player),
            GuestRole::Watcher => self.watcher.as_ref(),
        }
    }
}

/// A code, and the count of wrong ones that were tried in its place, up to [`MOST_WRONG`].
#[derive(Debug)]
struct Lock {
    code: Code,
    wrong: Mutex<u32>,
}

impl Lock {
    const fn new(code: Code) -> Self {
        Self { code, wrong: Mutex::new(0) }
    }

    fn is_shut(&self) -> bool {
        *self.wrong.lock().unwrap_or_else(PoisonError::into_inner) >= MOST_WRONG
    }

    /// Judges a guess by the answer of `is_right`. Guests are judged one after the other, and none
    /// is any more once the lock is shut.
    fn judge(&self, is_right: &mut dyn FnMut() -> bool) -> Guess {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if *wrong >= MOST_WRONG {
            return Guess::Late;
        }
        if is_right() {
            return Guess::Right;
        }
        *wrong += 1;
        Guess::Wrong
    }
}

/// The guests who are asked for the code now, the one who has waited longest first.
#[derive(Debug, Default)]
pub struct Queue(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    count: u64,
    knocks: Vec<Knock>,
    reported_at: Option<Instant>,
}

/// A guest who has not shown yet that they know the code.
#[derive(Debug)]
struct Knock {
    number: u64,
    network: IpAddr,
    stream: TcpStream,
}

/// The address of a guest as far as it counts as one: of IPv6 the first half, which one machine can
/// have to itself.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64)),
        ip @ IpAddr::V4(_) => ip,
    }
}

impl Queue {
    /// Lines up a guest from `address`; returns their number, and true if the host is to be warned
    /// that the door is crowded.
    ///
    /// If there are too many, the guest who has waited longest without an answer has to go: first
    /// among those of the same address, so that no address can fill the door.
    fn enter(&self, stream: TcpStream, address: IpAddr) -> (u64, bool) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let network = network(address);
        let is_same = |knock: &Knock| knock.network == network;
        let of_one = waiting.knocks.iter().filter(|knock| is_same(knock)).count();
        let oldest = if of_one >= MOST_OF_ONE {
            waiting.knocks.iter().position(is_same)
        } else {
            (waiting.knocks.len() >= MOST_KNOCKS).then_some(0)
        };
        if let Some(oldest) = oldest {
            // One that has ended already has ended.
            let _ = waiting.knocks.remove(oldest).stream.shutdown(Shutdown::Both);
        }
        let is_news =
            waiting.reported_at.is_none_or(|reported_at| reported_at.elapsed() >= CROWDED);
        let is_crowded = oldest.is_some() && is_news;
        if is_crowded {
            waiting.reported_at = Some(Instant::now());
        }
        waiting.count += 1;
        let number = waiting.count;
        waiting.knocks.push(Knock { number, network, stream });
        (number, is_crowded)
    }

    fn leave(&self, number: u64) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.knocks.retain(|knock| knock.number != number);
    }
}

/// The events at a door.
#[derive(Debug)]
pub enum Arrival {
    /// A guest in this account has come.
    Known(Stream),
    /// A guest has come who must show that they know the code.
    Stranger(Stranger),
    /// The system lets no guest in for now, as when there are too many open files.
    Failure(io::Error),
}

/// A guest on the network who must show that they know the code.
#[derive(Debug)]
pub struct Stranger {
    stream: TcpStream,
    locks: Arc<Locks>,
    queue: Arc<Queue>,
    number: u64,
    /// The address that the door is crowded from, if the host is to be warned.
    crowd: Option<IpAddr>,
    door: SocketAddr,
}

impl Door {
    /// Opens the room whose socket is at `path`; its directory is made, for the own account alone.
    ///
    /// # Errors
    /// [`CarrierError::TooLong`], [`CarrierError::IsOpen`], [`CarrierError::NoSocket`] or
    /// [`CarrierError::Listen`].
    #[cfg(unix)]
    pub fn unix(path: &Path) -> Result<Self, CarrierError> {
        let place = path.display().to_string();
        if UnixAddr::from_pathname(path).is_err() {
            let cure = "set TETRALITH_DATA_DIR to a shorter path, or use the network with --listen";
            return Err(CarrierError::TooLong { place, cure });
        }
        let failed = |source| CarrierError::Listen { place: place.clone(), source };
        if let Some(dir) = path.parent() {
            fs::create_dir_all(dir).map_err(failed)?;
            // Before anything is in the directory, so that no other account can open a socket
            // before its own mode is set.
            fs::set_permissions(dir, fs::Permissions::from_mode(0o700)).map_err(failed)?;
        }
        let _alone = path.parent().and_then(alone);
        if let Ok(found) = path.symlink_metadata() {
            if !found.file_type().is_socket() {
                return Err(CarrierError::NoSocket { place });
            }
            if UnixStream::connect(path).is_ok() {
                return Err(CarrierError::IsOpen { place });
            }
            // A host that has ended has left it.
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

    /// Listens on `address` for a guest who knows the code `player`, and for those who know the
    /// code `watcher`, if there is one.
    ///
    /// # Errors
    /// [`CarrierError::Listen`]
    pub fn tcp(
        address: SocketAddr,
        player: Code,
        watcher: Option<Code>,
    ) -> Result<Self, CarrierError> {
        let listener = TcpListener::bind(address)
            .map_err(|source| CarrierError::Listen { place: address.to_string(), source })?;
        let locks = Locks { player: Lock::new(player), watcher: watcher.map(Lock::new) };
        Ok(Self::Tcp { listener, locks: Arc::new(locks), queue: Arc::default() })
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

    /// True if wrong codes have closed the door.
    pub fn is_shut(&self) -> bool {
        matches!(self, Self::Tcp { locks, .. } if locks.player.is_shut())
    }

    /// Waits for a guest; `None` once the door is closed.
    ///
    /// A failure of the system closes no door: the caller waits for a moment and tries again.
    pub fn wait(&self) -> Option<Arrival> {
        let arrival = match self {
            #[cfg(unix)]
            Self::Unix { listener, .. } => {
                come(|| listener.accept().and_then(|(stream, _)| unix(stream))).map(Arrival::Known)
            }
            Self::Tcp { listener, locks, queue } => {
                let stranger = come(|| {
                    let (stream, from) = listener.accept()?;
                    Ok((stream.try_clone()?, stream, from, listener.local_addr()?))
                });
                if self.is_shut() {
                    return None;
                }
                stranger.map(|(stream, ours, from, door)| {
                    let (number, is_crowded) = queue.enter(ours, from.ip());
                    Arrival::Stranger(Stranger {
                        stream,
                        locks: Arc::clone(locks),
                        queue: Arc::clone(queue),
                        number,
                        crowd: is_crowded.then(|| from.ip()),
                        door,
                    })
                })
            }
        };
        Some(arrival.unwrap_or_else(Arrival::Failure))
    }
}

/// Keeps other hosts from opening a room in `dir` as long as the result exists: of two that find
/// the socket of a host that has ended, the second would take away the new one of the first.
///
/// Where directories cannot be locked, nothing is.
#[cfg(unix)]
fn alone(dir: &Path) -> Option<fs::File> {
    let dir = fs::File::open(dir).ok()?;
    dir.lock().is_ok().then_some(dir)
}

/// Waits until `accept` returns a guest, ignoring guests who leave before they are let in.
fn come<T>(accept: impl Fn() -> io::Result<T>) -> io::Result<T> {
    use io::ErrorKind as K;
    loop {
        match accept() {
            Err(error)
                if matches!(
                    error.kind(),
                    K::ConnectionAborted | K::ConnectionReset | K::Interrupted
                ) => {}
            come => return come,
        }
    }
}

impl Stranger {
    /// The address that so many silent links came from that the oldest of them had to go, if the
    /// host is to be warned.
    pub const fn crowd(&self) -> Option<IpAddr> {
        self.crowd
    }

    /// Lets them in if they know a code.
    ///
    /// # Errors
    /// [`CarrierError::Secret`] if not, or [`CarrierError::Shut`] after the last of [`MOST_WRONG`]
    /// wrong codes, which closes the door to all who want the same part.
    pub fn admit(self) -> Result<Stream, CarrierError> {
        let locks = &self.locks;
        let code = |part| locks.of(part).map(|lock| &lock.code);
        let judge = |part, is_right: &mut dyn FnMut() -> bool| {
            // A guest who is being judged cannot be sent away for being silent.
            self.queue.leave(self.number);
            locks.of(part).map_or(Guess::Late, |lock| lock.judge(is_right))
        };
        let asked = secret::answer(&mut Patient::new(&self.stream), code, judge);
        self.queue.leave(self.number);
        if let Err(SecretError::WrongCode(part)) = asked
            && locks.of(part).is_some_and(Lock::is_shut)
        {
            if part == GuestRole::Player {
                // Wakes the thread that waits at the door, so that it sees that the door is closed.
                let _ = TcpStream::connect_timeout(&self.door, DIAL);
            }
            return Err(CarrierError::Shut(part));
        }
        let (keys, part) = asked?;
        Ok(tcp(self.stream, keys, part).map_err(SecretError::Io)?)
    }
}
