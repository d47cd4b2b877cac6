//! Moments in time, and the dates that records and files give them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::{Offset, TimeZone};

/// A moment in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The time since the program began; it never goes back.
    pub steady: Duration,
    /// The date and time of day.
    pub wall: SystemTime,
    /// The zone in which they are shown.
    pub zone: Zone,
}

impl Default for Moment {
    fn default() -> Self {
        Self { steady: Duration::ZERO, wall: SystemTime::UNIX_EPOCH, zone: Zone::Utc }
    }
}

impl Moment {
    /// Returns the date and time of day as [`Zone::rfc3339`] writes them.
    pub fn date(&self) -> String {
        self.zone.rfc3339(self.wall)
    }
}

/// A time zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Zone {
    /// Universal time.
    #[default]
    Utc,
    /// That of this machine, or of the variable `TZ`.
    Local,
}

/// The last second that jiff can write in every zone.
const LAST: Duration = Duration::from_secs(253_402_207_200);

impl Zone {
    /// Returns `time` as RFC 3339 writes it, to the second, with the offset of the zone then; a
    /// time before 1970 or after 9999 counts as the nearest within.
    ///
    /// ```
    /// use std::time::UNIX_EPOCH;
    /// use tetralith_session::time::Zone;
    /// assert_eq!(Zone::Utc.rfc3339(UNIX_EPOCH), "1970-01-01T00:00:00Z");
    /// ```
    pub fn rfc3339(self, time: SystemTime) -> String {
        let (stamp, offset) = self.in_zone(time);
        let date = offset.to_datetime(stamp);
        // RFC 3339 has no seconds in offsets, which only old local mean times had.
        let minutes = offset.seconds().abs() / 60;
        let sign = if offset.seconds() < 0 { '-' } else { '+' };
        if minutes == 0 {
            format!("{date}Z")
        } else {
            format!("{date}{sign}{:02}:{:02}", minutes / 60, minutes % 60)
        }
    }

    /// Returns the time of a date as RFC 3339 writes it, or of the beginning of a day here; `None`
    /// of any other text.
    ///
    /// ```
    /// use tetralith_session::time::Zone;
    /// let time = |date| Zone::Utc.time(date);
    /// assert_eq!(time("2026-07-01"), time("2026-07-01T02:00:00+02:00"));
    /// assert_eq!(time("yesterday"), None);
    /// ```
    pub fn time(self, date: &str) -> Option<SystemTime> {
        let begins = || {
            let zone = match self {
                Self::Utc => TimeZone::UTC,
                Self::Local => TimeZone::system(),
            };
            Some(date.parse::<Date>().ok()?.to_zoned_datetime(zone).ok()?.timestamp())
        };
        date.parse::<Timestamp>().ok().or_else(begins)?.try_into().ok()
    }

    /// Returns the number of days from the first of January 1970 to the day of `time`.
    pub fn day(self, time: SystemTime) -> u32 {
        let (stamp, offset) = self.in_zone(time);
        let seconds = stamp.as_second() + i64::from(offset.seconds());
        u32::try_from(seconds.div_euclid(86_400)).unwrap_or_default()
    }

    /// The second of `time`, and the offset of the zone from universal time then.
    fn in_zone(self, time: SystemTime) -> (Timestamp, Offset) {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default().min(LAST);
        let stamp = i64::try_from(since.as_secs()).map(Timestamp::from_second);
        let stamp = stamp.ok().and_then(Result::ok).unwrap_or(Timestamp::UNIX_EPOCH);
        let offset = match self {
            Self::Utc => Offset::UTC,
            Self::Local => TimeZone::system().to_offset(stamp),
        };
        (stamp, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_time_that_a_file_may_have_is_a_date() {
        for (time, wanted) in [
            (UNIX_EPOCH - Duration::from_secs(1), "1970-01-01T00:00:00Z"),
            (UNIX_EPOCH + Duration::from_millis(951_827_696_999), "2000-02-29T12:34:56Z"),
            (UNIX_EPOCH + 2 * LAST, "9999-12-30T22:00:00Z"),
        ] {
            assert_eq!(Zone::Utc.rfc3339(time), wanted);
            assert!(tetralith_core::record::is_rfc3339(&Zone::Local.rfc3339(time)));
        }
    }

    #[test]
    fn days_begin_at_midnight() {
        let day = Duration::from_secs(86_400);
        assert_eq!(Zone::Utc.day(UNIX_EPOCH + day), 1);
        assert_eq!(Zone::Utc.day(UNIX_EPOCH + day - Duration::from_nanos(1)), 0);
        assert_eq!(Zone::Utc.day(UNIX_EPOCH - day), 0);
    }
}
