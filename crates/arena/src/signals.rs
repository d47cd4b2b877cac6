//! Signals that end a match: no program that it started outlives it, and a request to end is heeded
//! between two games.

use std::sync::Arc;

use tetralith_engine::CancelToken;

/// Has the signal that asks a program to end (SIGTERM) raise `stop`, and sees to it that no program
/// started here outlives this one when an interrupt or the loss of the terminal ends it.
///
/// Where signals cannot be had, programs are told by the end of their input.
pub fn heed(stop: &Arc<CancelToken>) {
    let _ = system::heed(stop);
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::sync::Arc;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use tetralith_engine::CancelToken;

    use crate::group;

    pub(super) fn heed(stop: &Arc<CancelToken>) -> io::Result<()> {
        let heard: Vec<i32> =
            [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal)).collect();
        let mut signals = Signals::new(heard)?;
        // A match that is over needs no more signals.
        let stop = Arc::downgrade(stop);
        std::thread::spawn(move || {
            for signal in signals.forever() {
                match stop.upgrade() {
                    Some(stop) if signal == SIGTERM => {
                        stop.cancel();
                        group::end_all(|| ());
                    }
                    _ => group::end_all(|| {
                        let _ = emulate_default_handler(signal);
                    }),
                }
            }
        });
        Ok(())
    }

    /// Returns true if this program was started with `signal` ignored, as `nohup` does; only Linux
    /// tells.
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
    use std::sync::Arc;

    use tetralith_engine::CancelToken;

    pub(super) fn heed(_stop: &Arc<CancelToken>) -> io::Result<()> {
        Ok(())
    }
}
