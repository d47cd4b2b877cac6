//! Programs that are started together with all that they start themselves, and ended the same way.

use std::io;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A running program and the processes it has started.
pub(crate) struct Group {
    child: Arc<Mutex<Child>>,
}

/// Ends a program from another thread.
#[derive(Clone)]
pub struct ProgramCloser(Arc<Mutex<Child>>);

fn lock(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Group {
    /// Starts `command`.
    ///
    /// # Errors
    /// The system's error if it cannot be started.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        Ok(Self { child: Arc::new(Mutex::new(system::start(command)?)) })
    }

    /// The program itself.
    pub(crate) fn child(&self) -> MutexGuard<'_, Child> {
        lock(&self.child)
    }

    pub(crate) fn closer(&self) -> ProgramCloser {
        ProgramCloser(Arc::clone(&self.child))
    }
}

impl ProgramCloser {
    /// Ends the program and all that it has started.
    pub fn close(&self) {
        system::end(&mut lock(&self.0));
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let mut child = self.child();
        // Even if it has already ended, nothing of it must outlive the game.
        system::end(&mut child);
        let _ = child.wait();
    }
}

pub use system::end_all;

#[cfg(unix)]
mod system {
    use std::fs;
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use rustix::process::{Pid, Signal, kill_process, kill_process_group};

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

    /// Ends the group of `child` once: until it is waited for nothing else can have its number.
    pub(super) fn end(child: &mut Child) {
        let group = Pid::from_child(child);
        let mut running = running();
        if let Some(at) = running.iter().position(|&other| other == group) {
            kill(group);
            running.swap_remove(at);
        }
    }

    /// Ends all programs that run, and starts none until `then` has returned.
    pub fn end_all(then: &mut dyn FnMut()) {
        let running = running();
        running.iter().copied().for_each(kill);
        then();
    }

    /// Kills a group, and the descendants of its leader that have left it for a session of their
    /// own.
    fn kill(group: Pid) {
        // Stopped first, so that none of them starts another one while they are being found.
        let _ = kill_process_group(group, Signal::STOP);
        let descendants = descendants(group);
        let _ = kill_process_group(group, Signal::KILL);
        for descendant in descendants {
            let _ = kill_process(descendant, Signal::KILL);
        }
    }

    /// The descendants of a process; only Linux lists them, elsewhere there are none.
    ///
    /// Source: `proc_pid_stat(5)`.
    fn descendants(ancestor: Pid) -> Vec<Pid> {
        let parents: Vec<(Pid, Pid)> = fs::read_dir("/proc")
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| {
                let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
                // The name before it, in parentheses, may hold anything.
                let (_, facts) = stat.rsplit_once(')')?;
                let pid = |text: &str| Pid::from_raw(text.parse().ok()?);
                Some((
                    pid(entry.file_name().to_str()?)?,
                    pid(facts.split_ascii_whitespace().nth(1)?)?,
                ))
            })
            .collect();
        let mut found = vec![ancestor];
        let mut next = 0;
        while let Some(&parent) = found.get(next) {
            next += 1;
            found.extend(parents.iter().filter(|(_, of)| *of == parent).map(|(child, _)| *child));
        }
        found.split_off(1)
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

    /// Does `then`: programs hear of the end by that of their input.
    pub fn end_all(then: &mut dyn FnMut()) {
        then();
    }
}
