//! Programs that are started together with all that they start themselves, and ended the same way.

use std::io;
use std::process::{Child, Command};

/// A running program and whatever it has started.
pub(crate) struct Group {
    child: Child,
}

impl Group {
    /// Starts `command`.
    ///
    /// # Errors
    /// The system's error if it cannot be started.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        Ok(Self { child: system::start(command)? })
    }

    /// The program itself.
    pub(crate) const fn child(&mut self) -> &mut Child {
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

/// Ends all groups, and starts none until `then` has returned.
pub(crate) fn end_all(then: &mut dyn FnMut()) {
    system::end_all(then);
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use rustix::process::{Pid, Signal, kill_process_group};

    /// The groups that are running, each by the id of the process that leads it.
    static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

    fn running() -> MutexGuard<'static, Vec<Pid>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn start(command: &mut Command) -> io::Result<Child> {
        // The lock is held, so that no signal comes between the start of a group and noting it.
        let mut running = running();
        let child = command.process_group(0).spawn()?;
        running.push(Pid::from_child(&child));
        Ok(child)
    }

    /// Ends the group of `child`, which has not been waited for: until then nothing else can have
    /// its number.
    pub(super) fn end(child: &mut Child) {
        let group = Pid::from_child(child);
        let mut running = running();
        let _ = kill_process_group(group, Signal::KILL);
        running.retain(|&other| other != group);
    }

    pub(super) fn end_all(then: &mut dyn FnMut()) {
        let running = running();
        for &group in &*running {
            let _ = kill_process_group(group, Signal::KILL);
        }
        then();
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

    // Programs hear of the end by that of their input.
    pub(super) fn end_all(then: &mut dyn FnMut()) {
        then();
    }
}
