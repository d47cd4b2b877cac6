//! Threads that wait for keys and for signals, and stopping as a terminal asks for it.

use std::io;
use std::sync::mpsc::Sender;
use std::thread;

use ratatui::crossterm::event::{self, Event};
use ratatui::layout::Size;

use super::Incoming;
#[cfg(unix)]
use super::screen::restore;
use crate::tui::app::Message;
use crate::tui::ground::{Heard, Listener};
use crate::tui::splice::Splice;

/// The name of the thread that reads keys.
pub(super) const KEYBOARD: &str = "keyboard";

fn message(event: Event) -> Option<Message> {
    Some(match event {
        Event::Key(event) => Message::Key(event),
        Event::Mouse(event) => Message::Mouse(event),
        Event::Paste(text) => Message::Paste(text),
        Event::Resize(width, height) => Message::Resize(Size { width, height }),
        Event::FocusGained | Event::FocusLost => return None,
    })
}

pub(super) fn watch_input(sender: Sender<Incoming>) -> io::Result<()> {
    let keyboard = thread::Builder::new().name(KEYBOARD.to_owned());
    let read = move || {
        let (mut splice, mut listener) = (Splice::default(), Listener::default());
        loop {
            let came = match splice.patience().map_or(Ok(true), event::poll) {
                Ok(true) => event::read().map(|event| splice.hear(event)),
                Ok(false) => Ok(splice.give_up()),
                Err(error) => Err(error),
            };
            let Ok(came) = came else {
                // Without a keyboard there is nothing left to wait for; every game is kept already.
                let _ = sender.send(Message::Quit.into());
                return;
            };
            for Heard { events, ground } in came.into_iter().map(|event| listener.hear(event)) {
                for message in events.into_iter().filter_map(message).chain(ground.map(Message::Ground)) {
                    if sender.send(message.into()).is_err() {
                        return;
                    }
                }
            }
        }
    };
    keyboard.spawn(read).map(drop)
}

/// Asks the program to end once there is no terminal any more, which no signal need say.
#[cfg(unix)]
pub(super) fn watch_terminal(sender: Sender<Incoming>) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};

    let wait = move || {
        let stdin = io::stdin();
        // Nothing is asked for but what is always told: that it has vanished.
        let mut terminal = [PollFd::new(&stdin, PollFlags::empty())];
        while poll(&mut terminal, None) == Err(rustix::io::Errno::INTR) {}
        if terminal[0].revents().contains(PollFlags::HUP) {
            // Nobody is left to hear it only when the program ends.
            let _ = sender.send(Message::Quit.into());
        }
    };
    thread::Builder::new().name("terminal".to_owned()).spawn(wait).map(drop)
}

#[cfg(not(unix))]
pub(super) fn watch_terminal(_: Sender<Incoming>) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
pub(super) fn watch_signals(sender: &Sender<Incoming>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};

    let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT])?;
    let sender = sender.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            let message = match signal {
                SIGTSTP => Message::Stopped,
                SIGCONT => Message::Resumed,
                _ => Message::Quit,
            };
            if sender.send(message.into()).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn watch_signals(_: &Sender<Incoming>) -> io::Result<()> {
    Ok(())
}

/// Tells every process started together with this one to stop, as a terminal does on Ctrl-Z; this one hears of it as a signal.
#[cfg(unix)]
pub(super) fn suspend_group() {
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}

#[cfg(not(unix))]
pub(super) fn suspend_group() {}

/// Gives the terminal back and stops this process; returns once it is continued.
#[cfg(unix)]
pub(super) fn stop() {
    restore();
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

#[cfg(not(unix))]
pub(super) fn stop() {}
