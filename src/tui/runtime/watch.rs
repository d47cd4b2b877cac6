//! Threads that wait for the terminal and for signals, and stopping as a terminal asks for it.

use std::io;
#[cfg(unix)]
use std::sync::atomic::AtomicBool;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::mpsc::Sender;
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use ratatui::layout::Size;

#[cfg(unix)]
use super::output::Output;
#[cfg(unix)]
use super::screen::{abandon, drawn, restore, told_or_usual, unblock};
use super::{Incoming, ScreenError};
use crate::program::Message;

/// The time a terminal may read nothing once the program was asked to end; a game is kept before it
/// is shown.
#[cfg(unix)]
const STALL: Duration = Duration::from_secs(1);

/// True if the program was asked to stop and has not been asked to continue since. Reading from a
/// terminal that is the shell's again may stop it before it stops itself; once continued, it must
/// not stop a second time.
#[cfg(unix)]
static TO_STOP: AtomicBool = AtomicBool::new(false);

/// The time between checks whether a terminal reads.
#[cfg(unix)]
const BEAT: Duration = Duration::from_millis(50);

/// Passes on what `read` returns, again and again, on a thread of its own; asks the program to end
/// if that fails.
pub(super) fn watch(
    sender: Sender<Incoming>,
    mut read: impl FnMut() -> io::Result<Vec<Message>> + Send + 'static,
) -> io::Result<()> {
    /// Reports that the thread breaks down: no other thread would ever pass on a key.
    struct Watcher(Sender<Incoming>);

    impl Drop for Watcher {
        fn drop(&mut self) {
            if thread::panicking() {
                // Only when the program ends is there no receiver.
                let _ = self.0.send(Incoming::Failed(ScreenError::Deaf));
            }
        }
    }

    let watcher = Watcher(sender);
    let pass_on = move || {
        let Watcher(sender) = &watcher;
        while let Ok(messages) = read() {
            for message in messages {
                if sender.send(message.into()).is_err() {
                    return;
                }
            }
        }
        // Without a keyboard there is nothing left to wait for; every game is kept already.
        let _ = sender.send(Message::Quit.into());
    };
    thread::Builder::new().name(super::KEYBOARD.to_owned()).spawn(pass_on).map(drop)
}

/// Asks the program to end once there is no terminal any more, which no signal need say.
#[cfg(unix)]
pub(super) fn watch_terminal(sender: Sender<Incoming>) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};

    let wait = move || {
        let stdin = io::stdin();
        // Nothing is asked for but the event that is always reported: that it has vanished.
        let mut terminal = [PollFd::new(&stdin, PollFlags::empty())];
        while poll(&mut terminal, None) == Err(rustix::io::Errno::INTR) {}
        if terminal[0].revents().contains(PollFlags::HUP) {
            // Only when the program ends is there no receiver.
            let _ = sender.send(Message::Quit.into());
        }
    };
    thread::Builder::new().name("terminal".to_owned()).spawn(wait).map(drop)
}

#[cfg(not(unix))]
pub(super) fn watch_terminal(_: Sender<Incoming>) -> io::Result<()> {
    Ok(())
}

/// The editors that were given the terminal, and those that have ended.
static EDITORS: [AtomicU32; 2] = [const { AtomicU32::new(0) }; 2];

/// Lets `edit` have the terminal and the interrupts that are typed on it.
pub(super) fn while_editing<T>(edit: impl FnOnce() -> T) -> T {
    let [begun, ended] = &EDITORS;
    begun.fetch_add(1, SeqCst);
    let edited = edit();
    ended.fetch_add(1, SeqCst);
    // The thread that hears signals may be behind: an interrupt that it hears before this one was
    // typed in the editor.
    #[cfg(unix)]
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGWINCH);
    edited
}

#[cfg(unix)]
pub(super) fn watch_signals(sender: &Sender<Incoming>) -> io::Result<()> {
    use ratatui::crossterm::terminal;
    use signal_hook::consts::{SIGCONT, SIGINT, SIGQUIT, SIGTSTP, SIGWINCH};

    // None of them may leave the terminal in raw mode.
    let heard = tetralith_cli::ENDINGS.into_iter().chain([SIGTSTP, SIGCONT, SIGWINCH]);
    let mut signals = signal_hook::iterator::Signals::new(heard)?;
    let sender = sender.clone();
    let mut told = false;
    let mut tell = move |signal, is_editing| {
        let message = match signal {
            SIGTSTP => {
                TO_STOP.store(true, SeqCst);
                Message::Stopped
            }
            SIGCONT => {
                TO_STOP.store(false, SeqCst);
                Message::Resumed
            }
            SIGWINCH => match terminal::size() {
                Ok((width, height)) => {
                    Message::Resize(drawn(told_or_usual(Size { width, height })))
                }
                Err(_) => return true,
            },
            // Meant for the editor.
            SIGINT | SIGQUIT if is_editing => return true,
            _ => Message::Quit,
        };
        if matches!(message, Message::Quit) && !told {
            told = true;
            // Without a thread the program waits until its output is read.
            let _ = thread::Builder::new().spawn(end_stalled);
        }
        sender.send(message.into()).is_ok()
    };
    let listen = move || {
        let mut settled = 0;
        loop {
            let mut come: Vec<_> = signals.wait().collect();
            // Their order is not known; the program is running, so the signal to continue came
            // last.
            come.sort_by_key(|&signal| signal == SIGCONT);
            let [begun, ended] = [0, 1].map(|at| EDITORS[at].load(SeqCst));
            let is_editing = begun != settled;
            if come.contains(&SIGWINCH) {
                settled = ended;
            }
            if !come.into_iter().all(|signal| tell(signal, is_editing)) {
                return;
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(listen).map(drop)
}

/// Ends a program that was asked to end but waits for a terminal that reads nothing.
#[cfg(unix)]
fn end_stalled() {
    let mut since = Instant::now();
    loop {
        thread::sleep(BEAT);
        if Output::stalled_for().is_none_or(|stalled| stalled.min(since.elapsed()) < STALL) {
            continue;
        }
        if Output::is_given_up() {
            abandon();
        }
        unblock();
        since = Instant::now();
    }
}

#[cfg(not(unix))]
pub(super) fn watch_signals(_: &Sender<Incoming>) -> io::Result<()> {
    Ok(())
}

/// True if no shell would continue this process if it stopped: no shell of its session
/// has begun its process group.
///
/// The system ignores a terminal's request to stop there. Stopping anyway would leave a terminal
/// that nothing brings back: that of a window or of a line from elsewhere in which this is the only
/// program.
///
/// Source: POSIX.1-2017, 3.264 "Orphaned Process Group" and 2.4.3 "Signal Actions".
#[cfg(unix)]
pub(super) fn is_orphaned() -> bool {
    use rustix::process::{getpgrp, getppid, getsid};

    let Ok(session) = getsid(None) else { return false };
    // The process that began the first group of a session is outside it. Any other group was begun
    // by a shell in the session, which is this one's parent or that of the leader of the group.
    getpgrp() == session || getppid().is_none_or(|parent| getsid(Some(parent)) != Ok(session))
}

#[cfg(not(unix))]
pub(super) const fn is_orphaned() -> bool {
    true
}

/// Gives the terminal back and stops every process started together with this one, as a terminal
/// does on Ctrl-Z; this one hears of it as a signal.
#[cfg(unix)]
pub(super) fn suspend_group() {
    // Before: as soon as one of them has stopped the shell may write to the terminal, which is not
    // this one's any more.
    restore();
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}

#[cfg(not(unix))]
pub(super) fn suspend_group() {}

/// Gives the terminal back and stops this process, unless it has been continued already; returns
/// once it is.
#[cfg(unix)]
pub(super) fn stop() {
    if !TO_STOP.swap(false, SeqCst) {
        return;
    }
    restore();
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

#[cfg(not(unix))]
pub(super) fn stop() {}
