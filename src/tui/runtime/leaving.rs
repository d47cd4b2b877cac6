//! Bytes that the terminal still sends when it is given back: reports of the mouse and answers to
//! questions that are under way would reach the shell as if they had been typed.
//!
//! A last question is asked once nothing more is to be reported; its answer comes after everything
//! that was under way, and what comes before it is swallowed. Keys after it were typed for the
//! shell, and stay. mosh answers at the machine of the program: there reports are under way even
//! then, and are swallowed until the mouse rests.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{QueueSelector, tcflush, tcgetpgrp};
use tetralith_terminput::{Decoder, Input, TerminalReport};

use super::output::Output;

/// The question that every terminal answers: its device attributes.
///
/// Source: ECMA-48, section 8.3.24, "DA - device attributes".
const QUESTION: &[u8] = b"\x1b[c";

/// The time within which a terminal answers that has answered before.
const PATIENCE: Duration = Duration::from_secs(2);

/// The time within which a terminal answers for the first time; one that is silent for so long
/// after the first question is asked only briefly at the end.
const FIRST_PATIENCE: Duration = Duration::from_secs(1);

/// The time that a silent terminal is given at the end.
const BRIEFLY: Duration = Duration::from_millis(100);

/// The attributes of mosh, which gives no name.
///
/// Source: mosh, src/terminal/terminalfunctions.cc, "device attributes".
const MOSH: [u16; 1] = [62];

/// The time after the last report in which a mouse that moves would have reported again, over a
/// line too.
const RESTS: Duration = Duration::from_millis(150);

/// The holder of this reads the terminal.
static READING: Mutex<()> = Mutex::new(());

/// The number of these questions that are not answered yet.
static UNANSWERED: AtomicU32 = AtomicU32::new(0);

/// True once the terminal has answered one of them.
static HAS_ANSWERED: AtomicBool = AtomicBool::new(false);

/// True if the terminal has given its name, or answered about pictures, as mosh does not.
static IS_NAMED: AtomicBool = AtomicBool::new(false);

/// True if the terminal answers as mosh does.
static IS_MOSH: AtomicBool = AtomicBool::new(false);

/// The moment of the last report of the mouse.
static MOVED: Mutex<Option<Instant>> = Mutex::new(None);

/// The moment of the first question.
static SINCE: Mutex<Option<Instant>> = Mutex::new(None);

/// Waits until nothing else reads the terminal.
pub(super) fn reading() -> MutexGuard<'static, ()> {
    READING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts the question if it is at the end of `bytes`, which are to be written.
pub(super) fn note_asked(bytes: &[u8]) {
    if bytes.ends_with(QUESTION) {
        UNANSWERED.fetch_add(1, SeqCst);
        SINCE.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now);
    }
}

/// Counts an answer, and notes when the mouse has moved.
pub(super) fn note_input(input: &Input) {
    match input {
        Input::Mouse(_) => {
            *MOVED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        Input::Report(TerminalReport::DeviceAttributes(attributes)) => {
            IS_MOSH.store(*attributes == MOSH && !IS_NAMED.load(SeqCst), SeqCst);
            HAS_ANSWERED.store(true, SeqCst);
            let one_less = |unanswered: u32| unanswered.checked_sub(1);
            // More answers than questions are no harm.
            let _ = UNANSWERED.fetch_update(SeqCst, SeqCst, one_less);
        }
        Input::Report(TerminalReport::Version(_) | TerminalReport::Graphics(_)) => {
            IS_NAMED.store(true, SeqCst);
        }
        _ => {}
    }
}

/// The moment up to which a mouse may still report after the answer.
fn moves_until() -> Option<Instant> {
    let moved = *MOVED.lock().unwrap_or_else(PoisonError::into_inner);
    moved.filter(|_| IS_MOSH.load(SeqCst)).map(|moved| moved + RESTS)
}

fn patience() -> Duration {
    if HAS_ANSWERED.load(SeqCst) {
        return PATIENCE;
    }
    let since = *SINCE.lock().unwrap_or_else(PoisonError::into_inner);
    let asked = since.map_or(Duration::ZERO, |since| since.elapsed());
    FIRST_PATIENCE.saturating_sub(asked).max(BRIEFLY)
}

/// Asks the last question and swallows what comes until it is answered. The terminal must report
/// nothing any more and still be in raw mode.
pub(super) fn swallow() {
    use std::io::Write as _;

    let stdin = io::stdin();
    // In the background reading would stop the program.
    let is_in_front = tcgetpgrp(&stdin).is_ok_and(|group| group == rustix::process::getpgrp());
    if !is_in_front || Output::is_given_up() {
        return;
    }
    let patience = patience();
    note_asked(QUESTION);
    let asked = Output::timed(|out| out.write_all(QUESTION).and_then(|()| out.flush()));
    if asked.is_err() {
        return;
    }
    let _reading = reading();
    let until = Instant::now() + patience;
    let mut decoder = Decoder::default();
    loop {
        let is_answered = UNANSWERED.load(SeqCst) == 0;
        let end = if is_answered { moves_until().map(|end| end.min(until)) } else { Some(until) };
        let now = Instant::now();
        let left = end.and_then(|end| end.checked_duration_since(now));
        let Some(left) = left.filter(|left| !left.is_zero()) else {
            if !is_answered {
                // Nothing ends the swallowing, so all that has come goes.
                UNANSWERED.store(0, SeqCst);
                let _ = tcflush(&stdin, QueueSelector::IFlush);
            }
            return;
        };
        let left = Timespec::try_from(left).ok();
        match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], left.as_ref()) {
            Ok(0) | Err(rustix::io::Errno::INTR) => continue,
            Ok(_) => {}
            Err(_) => return,
        }
        // One by one: what follows the answer is the shell's.
        let mut byte = [0];
        match rustix::io::read(&stdin, &mut byte) {
            Ok(1) => {
                let inputs = decoder.feed(&byte, now);
                inputs.iter().for_each(note_input);
                if is_answered && inputs.iter().any(|input| matches!(input, Input::Key(_))) {
                    return;
                }
            }
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Ok(_) | Err(_) => return,
        }
    }
}
