//! The places where a game can be joined.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use tetralith_core::text::{Excerpt, shell_word};
use thiserror::Error;

/// The name of a room without a name of its own.
pub const ROOM: &str = "room";

/// The most characters of the name of a room.
const MAX_ROOM: usize = 32;

/// The place where a game can be joined.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Address {
    Room(String),
    Socket(PathBuf),
    /// A host that listens on the network: `HOST:PORT`.
    Tcp(String),
    /// A room on another machine, through OpenSSH.
    Ssh(Ssh),
    /// A program whose input and output carry the game, with its arguments.
    Program(Vec<String>),
}

/// A room on another machine, through OpenSSH.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ssh {
    /// The account; `None` for the one that OpenSSH is configured with.
    user: Option<String>,
    machine: String,
    port: Option<u16>,
    room: Option<String>,
}

/// The reasons why a text is not an address.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "their sentences say it")]
pub enum AddressError {
    #[error(
        "'{0}' is not a place to join; use the name of a room, ADDRESS:PORT or ssh://user@machine"
    )]
    Unknown(Excerpt),
    #[error(
        "'{0}' is not the name of a room; use 1 to {MAX_ROOM} letters, digits, hyphens and \
         underscores, but not a hyphen first"
    )]
    Room(Excerpt),
    #[error(
        "'{0}' is not an address to listen on; use an address and a port, as in 192.168.0.5:4000"
    )]
    Listen(Excerpt),
    /// It means every address of the machine.
    #[error("'{0}' would listen on every network; use the address of one, as in 192.168.0.5:4000")]
    Everywhere(Excerpt),
}

/// True if `name` can be that of a room: it becomes a file's name, and an argument of a
/// program.
pub fn is_room(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    !name.is_empty() && name.len() <= MAX_ROOM && name.chars().all(fits) && !name.starts_with('-')
}

/// Reads the name of a room.
///
/// # Errors
/// [`AddressError::Room`]
pub fn room(name: &str) -> Result<String, AddressError> {
    if is_room(name) { Ok(name.to_owned()) } else { Err(AddressError::Room(Excerpt::new(name))) }
}

/// Reads an address to listen on: one of this machine's own, and a port.
///
/// ```
/// use tetralith_remote::address::listening;
/// assert!(listening("127.0.0.1:4000").is_ok());
/// assert!(listening("0.0.0.0:4000").is_err() && listening("[::]:4000").is_err());
/// ```
///
/// # Errors
/// [`AddressError::Listen`], or [`AddressError::Everywhere`] for an address that means all of them.
pub fn listening(text: &str) -> Result<SocketAddr, AddressError> {
    let literal = match text.rsplit_once(':') {
        Some((host, port)) if host.eq_ignore_ascii_case("localhost") => format!("127.0.0.1:{port}"),
        _ => text.to_owned(),
    };
    let address: SocketAddr =
        literal.parse().map_err(|_| AddressError::Listen(Excerpt::new(text)))?;
    let ip = match address.ip() {
        IpAddr::V6(ip) => ip.to_ipv4_mapped().map_or(IpAddr::V6(ip), IpAddr::V4),
        ip @ IpAddr::V4(_) => ip,
    };
    let is_broadcast = matches!(ip, IpAddr::V4(ip) if ip.is_broadcast());
    match ip {
        ip if ip.is_unspecified() => Err(AddressError::Everywhere(Excerpt::new(text))),
        ip if ip.is_multicast() || is_broadcast => Err(AddressError::Listen(Excerpt::new(text))),
        _ => Ok(address),
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let unknown = || AddressError::Unknown(Excerpt::new(text));
        if let Some(rest) = text.strip_prefix("ssh://") {
            return Ssh::read(rest).map(Self::Ssh).ok_or_else(unknown);
        }
        if text.contains("://") {
            return Err(unknown());
        }
        if text.contains('/') {
            return Ok(Self::Socket(PathBuf::from(text)));
        }
        match text.rsplit_once(':') {
            Some((host, port))
                if is_machine(host) && port.parse::<u16>().is_ok_and(|port| port > 0) =>
            {
                Ok(Self::Tcp(text.to_owned()))
            }
            None if is_room(text) => Ok(Self::Room(text.to_owned())),
            _ => Err(unknown()),
        }
    }
}

/// True if `name` can be that of a machine, or its address: it becomes an argument of a
/// program.
fn is_machine(name: &str) -> bool {
    let fits =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '[' | ']' | '%');
    !name.is_empty() && name.len() < 256 && !name.starts_with('-') && name.chars().all(fits)
}

impl Ssh {
    /// Reads `user@machine:port/room`, in which all but the machine is optional.
    fn read(text: &str) -> Option<Self> {
        let (place, room) =
            text.split_once('/').map_or((text, None), |(place, room)| (place, Some(room)));
        let room = room.filter(|room| !room.is_empty());
        let (user, place) =
            place.split_once('@').map_or((None, place), |(user, place)| (Some(user), place));
        let (machine, port) = match place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((machine, "")) => (machine, None),
            Some((machine, rest)) => (machine, Some(rest.strip_prefix(':')?)),
            None => {
                place.split_once(':').map_or((place, None), |(machine, port)| (machine, Some(port)))
            }
        };
        let port = port.map(|port| port.parse::<u16>().ok().filter(|port| *port > 0));
        if port == Some(None) || !is_machine(machine) || user.is_some_and(|user| !is_user(user)) {
            return None;
        }
        if room.is_some_and(|room| !is_room(room)) {
            return None;
        }
        let owned = |text: &str| text.to_owned();
        Some(Self {
            user: user.map(owned),
            machine: owned(machine),
            port: port.flatten(),
            room: room.map(owned),
        })
    }

    /// The program that joins the room, with its arguments; with `quiet` it asks the user for
    /// nothing.
    pub fn command(&self, quiet: bool) -> Vec<String> {
        let mut words: Vec<String> = vec!["ssh".to_owned(), "-T".to_owned()];
        if quiet {
            words.extend(["-o".to_owned(), "BatchMode=yes".to_owned()]);
        }
        if let Some(port) = self.port {
            words.extend(["-p".to_owned(), port.to_string()]);
        }
        let machine = self
            .user
            .as_ref()
            .map_or_else(|| self.machine.clone(), |user| format!("{user}@{}", self.machine));
        words.extend(["--", &machine, "tetralith", "join", "--stdio"].map(str::to_owned));
        words.extend(self.room.clone());
        words
    }
}

fn is_user(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !name.is_empty() && name.len() <= 64 && !name.starts_with('-') && name.chars().all(fits)
}

impl Address {
    /// The command that joins there, as typed.
    pub fn command(&self) -> String {
        match self {
            Self::Room(name) if name == ROOM => "tetralith join".to_owned(),
            Self::Program(words) => {
                let words: Vec<_> = words.iter().map(|word| shell_word(word)).collect();
                format!("tetralith join --through {}", words.join(" "))
            }
            place => format!("tetralith join {}", shell_word(&place.to_string())),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(name) | Self::Tcp(name) => f.write_str(name),
            Self::Socket(path) => write!(f, "{}", path.display()),
            Self::Ssh(Ssh { user, machine, port, room }) => {
                let user = user.as_ref().map_or_else(String::new, |user| format!("{user}@"));
                let machine =
                    if machine.contains(':') { format!("[{machine}]") } else { machine.clone() };
                let port = port.as_ref().map_or_else(String::new, |port| format!(":{port}"));
                let room = room.as_ref().map_or_else(String::new, |room| format!("/{room}"));
                write!(f, "ssh://{user}{machine}{port}{room}")
            }
            Self::Program(words) => f.write_str(words.first().map_or("", String::as_str)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(text: &str) -> String {
        match text.parse() {
            Ok(Address::Ssh(ssh)) => ssh.command(false).join(" "),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn addresses_are_distinguished() {
        assert_eq!("friday".parse(), Ok(Address::Room("friday".to_owned())));
        assert_eq!("./a.sock".parse(), Ok(Address::Socket(PathBuf::from("./a.sock"))));
        assert_eq!("192.168.0.5:4000".parse(), Ok(Address::Tcp("192.168.0.5:4000".to_owned())));
        assert_eq!("[fe80::1]:4000".parse(), Ok(Address::Tcp("[fe80::1]:4000".to_owned())));
        assert_eq!(
            command("ssh://ann@example.org"),
            "ssh -T -- ann@example.org tetralith join --stdio"
        );
        assert_eq!(
            command("ssh://[::1]:2222/friday"),
            "ssh -T -p 2222 -- ::1 tetralith join --stdio friday"
        );
        for place in [
            "friday",
            "./a.sock",
            "[fe80::1]:4000",
            "ssh://ann@example.org",
            "ssh://[::1]:2222/friday",
        ] {
            let typed = format!("tetralith join {}", shell_word(place));
            assert_eq!(place.parse::<Address>().unwrap().command(), typed);
        }
        assert_eq!(Address::Room(ROOM.to_owned()).command(), "tetralith join");
        let words = ["sh", "-c", "exec tetralith join"].map(str::to_owned).to_vec();
        assert_eq!(
            Address::Program(words).command(),
            r#"tetralith join --through sh -c "exec tetralith join""#
        );
    }

    #[test]
    fn nothing_that_acts_on_a_shell_or_a_program_is_an_address() {
        for text in [
            "",
            "ssh://",
            "ssh://-oProxyCommand=id",
            "ssh://a@-b",
            "ssh://-a@b",
            "ssh://a@b/$(id)",
            "ssh://a@b/x;id",
            "ssh://a@b/--kiosk",
            "ssh://a b@c",
            "ssh://a@b:0",
            "ssh://a@b:99999",
            "http://a",
            "a:b",
            "-x:1",
            "a b",
            "-a",
            "a;b",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }

    #[test]
    fn nothing_listens_everywhere() {
        for text in ["0.0.0.0:1", "[::]:1", "[::ffff:0.0.0.0]:1"] {
            assert!(matches!(listening(text), Err(AddressError::Everywhere(_))), "{text}");
        }
        for text in
            ["", "4000", ":4000", "*:4000", "224.0.0.1:1", "255.255.255.255:1", "example.org:1"]
        {
            assert!(matches!(listening(text), Err(AddressError::Listen(_))), "{text}");
        }
        for text in ["localhost:4000", "LOCALHOST:4000", "[::1]:0"] {
            assert!(listening(text).is_ok(), "{text}");
        }
        assert!(listening("[::ffff:localhost]:4000").is_err());
    }

    #[test]
    fn names_of_rooms_are_refused_with_the_whole_rule() {
        for name in ["", "-x", "a b", &"x".repeat(33)] {
            let refused = room(name).unwrap_err().to_string();
            assert!(refused.contains("1 to 32 letters"), "{refused}");
            assert!(refused.contains("not a hyphen first"), "{refused}");
        }
        assert_eq!(room("x-_1"), Ok("x-_1".to_owned()));
    }
}
