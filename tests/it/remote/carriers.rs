//! The ways that a guest comes to a host, on this machine alone.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::PROGRAM;

/// The ways that a guest comes to a host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Carrier {
    Unix,
    Tcp,
    Pipe,
    Ssh,
}

/// The way to one room.
pub(super) struct Way {
    /// The arguments of the guest's program.
    pub(super) args: Vec<String>,
    /// The code that it asks for.
    pub(super) code: Option<String>,
    /// The code for guests who watch.
    pub(super) watching: Option<String>,
    sshd: Option<Sshd>,
}

impl Way {
    /// The `PATH` of the guest's program.
    pub(super) fn path(&self) -> String {
        let usual = std::env::var("PATH").unwrap_or_default();
        match &self.sshd {
            Some(sshd) => format!("{}:{usual}", sshd.dir.path().join("bin").display()),
            None => usual,
        }
    }
}

/// The place and the code in the output of a host, however its lines are cut; `None` while they are
/// not whole.
pub(super) fn invitation(told: &str) -> Option<(String, String)> {
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let (place, rest) = told.split_once("'tetralith join ")?.1.split_once('\'')?;
    let (codes, _) = rest.split_once("the code is ")?.1.split_once('.')?;
    let code = codes.split(';').next()?;
    Some((place.to_owned(), code.replace(' ', "")))
}

/// The code for watching in the output of a host.
fn watching(told: &str) -> Option<String> {
    let told: String = told.split_whitespace().collect();
    let (code, _) = told.split_once("--watchis")?.1.split_once('.')?;
    Some(code.to_owned())
}

impl Carrier {
    pub(super) const ALL: [Self; 4] = [Self::Unix, Self::Tcp, Self::Pipe, Self::Ssh];

    /// Returns true if every test is to use every carrier, which takes longer.
    pub(super) fn all_are_wanted() -> bool {
        std::env::var_os("TETRALITH_CARRIERS").is_some()
    }

    /// The arguments that a host needs for it.
    pub(super) fn host_args(self) -> &'static [&'static str] {
        if self == Self::Tcp { &["--listen", "127.0.0.1:0"] } else { &[] }
    }

    /// Finds the way to the room of a host whose games are in `data`, and who has printed `told`;
    /// `None` where that is not installed.
    pub(super) fn way(self, data: &Path, told: &str) -> Option<Way> {
        let socket = data.join("rooms/room.sock").display().to_string();
        let join = |words: &[&str]| -> Vec<String> {
            ["join", "--name", "Ben"].iter().chain(words).map(|&word| word.to_owned()).collect()
        };
        let (args, code, sshd) = match self {
            Self::Unix => (join(&[&socket]), None, None),
            Self::Tcp => {
                let (place, code) = invitation(told)?;
                (join(&[&place]), Some(code), None)
            }
            Self::Pipe if Command::new("socat").arg("-V").output().is_ok() => {
                let inner = format!("EXEC:{PROGRAM} join --stdio {socket}");
                (join(&["--through", "socat", "-", &inner]), None, None)
            }
            Self::Pipe => {
                eprintln!("there is no socat here: --stdio goes without it");
                (join(&["--through", PROGRAM, "join", "--stdio", &socket]), None, None)
            }
            Self::Ssh => {
                let Some(sshd) = Sshd::start(data) else {
                    eprintln!("skipped: no sshd can run here");
                    return None;
                };
                let user = std::env::var("USER").unwrap_or_else(|_| "root".to_owned());
                (join(&[&format!("ssh://{user}@127.0.0.1:{}", sshd.port)]), None, Some(sshd))
            }
        };
        Some(Way { args, code, watching: watching(told), sshd })
    }
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
        let daemon =
            ["/usr/sbin/sshd", "/usr/bin/sshd"].iter().map(Path::new).find(|path| path.exists())?;
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        for key in ["host", "guest"] {
            ok(Command::new("ssh-keygen")
                .args(["-q", "-t", "ed25519", "-N", "", "-f"])
                .arg(at(key)))?;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let forced =
            format!("env TETRALITH_DATA_DIR={} {PROGRAM} join --stdio --kiosk", data.display());
        let key = fs::read_to_string(at("guest.pub")).unwrap();
        fs::write(at("authorized"), format!("command=\"{forced}\",restrict {key}")).unwrap();
        let settings = format!(
            "Port {port}\n\
             ListenAddress 127.0.0.1\n\
             HostKey {}\n\
             AuthorizedKeysFile {}\n\
             StrictModes no\n\
             UsePAM no\n\
             PidFile none\n\
             PasswordAuthentication no\n\
             PermitRootLogin yes\n",
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
            "#!/bin/sh\n\
             exec /usr/bin/ssh -F none -i {} -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o \
             UserKnownHostsFile=/dev/null -o LogLevel=ERROR \"$@\"\n",
            at("guest").display()
        );
        fs::create_dir(at("bin")).unwrap();
        fs::write(at("bin/ssh"), script).unwrap();
        fs::set_permissions(at("bin/ssh"), fs::Permissions::from_mode(0o755)).unwrap();
        let mut sshd = Self { child, dir, port };
        let begun = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            // A program that may not run has ended.
            if sshd.child.try_wait().unwrap().is_some() || begun.elapsed() > Duration::from_secs(5)
            {
                return None;
            }
            thread::yield_now();
        }
        Some(sshd)
    }
}
