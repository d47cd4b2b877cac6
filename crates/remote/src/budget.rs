//! An allowance that refills with time.

use std::time::Duration;

/// The lines that a link may send at once, and in each second after that.
pub(crate) const LINES: [f64; 2] = [200.0, 10.0];

/// The bytes that a link may send at once, and in each second after that.
pub(crate) const BYTES: [f64; 2] = [1_000_000.0, 16_384.0];

/// The encrypted frames that a link may send at once, and in each second after that: a line has one
/// frame, a long one up to five.
pub(crate) const FRAMES: [f64; 2] = [400.0, 20.0];

/// An allowance: so much at once, and so much in each second after that.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    left: f64,
    most: f64,
    a_second: f64,
    filled: Duration,
}

impl Budget {
    /// A full allowance at the time `now`.
    pub(crate) const fn new([most, a_second]: [f64; 2], now: Duration) -> Self {
        Self { left: most, most, a_second, filled: now }
    }

    /// Spends `amount`; false if more was spent than is allowed.
    pub(crate) fn spend(&mut self, amount: f64, now: Duration) -> bool {
        let time = now.saturating_sub(self.filled).as_secs_f64();
        self.filled = self.filled.max(now);
        self.left = self.most.min(self.left + time * self.a_second) - amount;
        self.left >= 0.0
    }
}
