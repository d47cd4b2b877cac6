//! Moments in time, and the dates that records and files give them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A moment in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The time since the program began; it never goes back.
    pub steady: Duration,
    /// The date and time of day.
    pub wall: SystemTime,
}

impl Default for Moment {
    fn default() -> Self {
        Self { steady: Duration::ZERO, wall: SystemTime::UNIX_EPOCH }
    }
}

/// The last second of the year 9999, which is the last that RFC 3339 can write.
const LAST: Duration = Duration::from_secs(253_402_300_799);

/// Returns `time` in UTC as RFC 3339 writes it, to the second; a time before 1970 or after 9999
/// counts as the nearest within.
pub fn rfc3339(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time.clamp(UNIX_EPOCH, UNIX_EPOCH + LAST)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_time_that_a_file_may_have_is_a_date() {
        for (time, wanted) in [
            (UNIX_EPOCH - Duration::from_secs(1), "1970-01-01T00:00:00Z"),
            (UNIX_EPOCH + Duration::from_millis(951_827_696_999), "2000-02-29T12:34:56Z"),
            (UNIX_EPOCH + LAST + Duration::from_secs(1), "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(rfc3339(time), wanted);
        }
    }

    #[test]
    fn leap_days_are_dated_right() {
        let moment = UNIX_EPOCH + std::time::Duration::from_secs(951_827_696);
        assert_eq!(rfc3339(moment), "2000-02-29T12:34:56Z");
    }
}
