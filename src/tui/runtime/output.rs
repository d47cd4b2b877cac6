//! Writing to the terminal, which may stop reading.

use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The most bytes written at once on a slow line: a line that still works takes them in time.
const PIECE: usize = 256;

/// The most bytes written at once while the terminal takes them as they come: every piece wakes it.
const BRISK_PIECE: usize = 4_096;

/// The time within which a brisk terminal takes a piece.
const BRISK: Duration = Duration::from_millis(20);

/// The moment when the terminal began to take a piece.
static SINCE: Mutex<Option<Instant>> = Mutex::new(None);

/// Knows if the terminal is not written to any more, as it does not read.
static GIVEN_UP: AtomicBool = AtomicBool::new(false);

/// True if the terminal took long over the piece before.
static IS_SLOW: AtomicBool = AtomicBool::new(false);

/// Standard output, written to in pieces, so that the time a write has been waiting is known.
#[derive(Debug)]
pub(super) struct Output;

impl Output {
    /// Returns how long the terminal has been reading nothing that is written.
    #[cfg(unix)]
    pub(super) fn stalled_for() -> Option<Duration> {
        SINCE.lock().unwrap_or_else(PoisonError::into_inner).map(|since| since.elapsed())
    }

    /// Lets every write from now on fail.
    #[cfg(unix)]
    pub(super) fn give_up() {
        GIVEN_UP.store(true, Ordering::SeqCst);
    }

    /// True if every write fails, as the terminal does not read.
    pub(super) fn is_given_up() -> bool {
        GIVEN_UP.load(Ordering::SeqCst)
    }

    /// Writes to standard output even if that was given up.
    pub(super) fn timed<T>(write: impl FnOnce(&mut Stdout) -> io::Result<T>) -> io::Result<T> {
        let set = |since| *SINCE.lock().unwrap_or_else(PoisonError::into_inner) = since;
        set(Some(Instant::now()));
        let done = write(&mut io::stdout());
        set(None);
        done
    }

    fn checked<T>(write: impl FnOnce(&mut Stdout) -> io::Result<T>) -> io::Result<T> {
        if Self::is_given_up() { Err(io::ErrorKind::TimedOut.into()) } else { Self::timed(write) }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = if IS_SLOW.load(Ordering::Relaxed) { PIECE } else { BRISK_PIECE };
        let piece = &bytes[..bytes.len().min(most)];
        let began = Instant::now();
        // Standard output would keep a part of it for later.
        Self::checked(|out| out.write_all(piece).and_then(|()| out.flush()))?;
        IS_SLOW.store(began.elapsed() > BRISK, Ordering::Relaxed);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::checked(Write::flush)
    }
}
