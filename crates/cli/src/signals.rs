//! Signals that ask a program to end.

use std::sync::Arc;

use tetralith_engine::CancelToken;

/// Makes the first signal that asks the program to end, an interrupt and the loss of the terminal
/// among them, raise `stop`; a second one ends it at once.
///
/// If signals cannot be had, nothing changes.
pub fn heed(stop: &Arc<CancelToken>) {
    heed_with(stop, |end| end());
}

/// As [`heed`]; a signal then acts within `around`, which may first end what the program has
/// started.
pub fn heed_with(stop: &Arc<CancelToken>, around: fn(&mut dyn FnMut())) {
    let _ = system::heed(stop, around);
}

/// The signals that end a program unless it hears them, but for those that report a fault of the
/// program itself.
#[cfg(unix)]
pub const ENDINGS: [i32; 10] = {
    use signal_hook::consts::{
        SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
    };

    [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2]
};

#[cfg(unix)]
mod system {
    use std::io;
    use std::sync::Arc;

    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use tetralith_engine::CancelToken;

    use super::ENDINGS;

    pub(super) fn heed(stop: &Arc<CancelToken>, around: fn(&mut dyn FnMut())) -> io::Result<()> {
        let heard: Vec<i32> = ENDINGS.into_iter().filter(|&signal| !is_ignored(signal)).collect();
        let mut signals = Signals::new(heard)?;
        // Work that is over needs no more signals.
        let stop = Arc::downgrade(stop);
        let listen = move || {
            for signal in signals.forever() {
                match stop.upgrade() {
                    Some(stop) if !stop.is_cancelled() => {
                        // Raised first, so that what ends then is not taken for a fault.
                        stop.cancel();
                        around(&mut || ());
                    }
                    _ => around(&mut || {
                        let _ = emulate_default_handler(signal);
                    }),
                }
            }
        };
        std::thread::Builder::new().name("signals".to_owned()).spawn(listen).map(drop)
    }

    /// True if this program was started with `signal` ignored, as `nohup` does; only Linux
    /// reports it.
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

    pub(super) fn heed(_stop: &Arc<CancelToken>, _around: fn(&mut dyn FnMut())) -> io::Result<()> {
        Ok(())
    }
}
