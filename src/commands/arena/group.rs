//! Programs that are started together with all that they start themselves, and ended the same way.

use std::io;
use std::process::{Child, Command};

/// A running program and whatever it has started.
pub(super) struct Group {
    child: Child,
}

impl Group {
    /// Starts `command`.
    ///
    /// # Errors
    /// The system's error if it cannot be started.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        Ok(Self { child: system::start(command)? })
    }

    /// The program itself.
    pub(super) const fn child(&mut self) -> &mut Child {
        &mut self.child
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Whether it has ended already or not, nothing of it must outlive the game.
        system::end(&mut self.child);
        let _ = self.child.wait();
    }
}

/// From now on lets no program outlive this one when a signal ends it.
pub(super) fn end_with_us() -> io::Result<()> {
    system::end_with_us()
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use rustix::process::{Pid, Signal, kill_process_group};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// The groups that are running; a group is called by the process that began it.
    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn running() -> MutexGuard<'static, Vec<Pid>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn start(command: &mut Command) -> io::Result<Child> {
        // Held meanwhile, so that no signal comes between the start and its being noted.
        let mut running = running();
        let child = command.process_group(0).spawn()?;
        running.push(Pid::from_child(&child));
        Ok(child)
    }

    /// Ends the group of `child`, which has not been waited for: until then nothing else can have its number.
    pub(super) fn end(child: &mut Child) {
        let group = Pid::from_child(child);
        let mut running = running();
        let _ = kill_process_group(group, Signal::KILL);
        running.retain(|&other| other != group);
    }

    pub(super) fn end_with_us() -> io::Result<()> {
        let heard: Vec<i32> = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal)).collect();
        let mut signals = Signals::new(heard)?;
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let running = running();
                for &group in &*running {
                    let _ = kill_process_group(group, Signal::KILL);
                }
                // With the list still held: nothing is started any more.
                let _ = emulate_default_handler(signal);
            }
        });
        Ok(())
    }

    /// Returns whether whoever started this program has asked it to pass over `signal`, as `nohup` does; Linux says so.
    fn is_ignored(signal: i32) -> bool {
        let ignored = || {
            let status = std::fs::read_to_string("/proc/self/status").ok()?;
            let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
            u64::from_str_radix(mask.trim(), 16).ok()
        };
        ignored().is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::{Child, Command};

    pub(super) fn start(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) fn end(child: &mut Child) {
        let _ = child.kill();
    }

    pub(super) fn end_with_us() -> io::Result<()> {
        Ok(())
    }
}
