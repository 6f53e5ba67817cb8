//! Dates and times in UTC, in the names of files and on the list of runs.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{Local, NaiveDate};

/// Number of days after which the calendar repeats itself, and of years.
const CYCLE: (i64, i64) = (146_097, 400);

/// A moment to the second, in the Gregorian calendar. Years have at least four digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timestamp {
    /// The year, and month and day as four digits.
    year: i64,
    month_day: u32,
    /// Hour, minute and second as six digits.
    time: u32,
}

impl Timestamp {
    /// Returns the time now.
    pub fn now() -> Timestamp {
        SystemTime::now().into()
    }

    /// Reads `20261121` and `034559`. Returns none if they are anything else.
    pub fn parse(date: &str, time: &str) -> Option<Timestamp> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(date) || !is_number(time) || time.len() != 6 || date.len() < 8 {
            return None;
        }
        let (year, month_day) = date.split_at(date.len() - 4);
        Some(Timestamp {
            year: year.parse().ok()?,
            month_day: month_day.parse().ok()?,
            time: time.parse().ok()?,
        })
    }

    /// Returns the moment to the minute where the player is: `2026-11-21 03:45`. A moment that the time zone
    /// does not know is told in UTC.
    pub fn to_minute(self) -> String {
        let Timestamp { year, month_day, time } = self;
        let (month, day, hour, minute) = (month_day / 100, month_day % 100, time / 10_000, time / 100 % 100);
        let date = i32::try_from(year)
            .ok()
            .filter(|year| (0..10_000).contains(year))
            .and_then(|year| NaiveDate::from_ymd_opt(year, month, day));
        match date.and_then(|date| date.and_hms_opt(hour, minute, time % 100)) {
            Some(utc) => utc.and_utc().with_timezone(&Local).format("%Y-%m-%d %H:%M").to_string(),
            None => format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}"),
        }
    }
}

/// As in the names of files: `20261121-034559`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}{:04}-{:06}", self.year, self.month_day, self.time)
    }
}

impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Timestamp {
        let seconds = match time.duration_since(UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_secs()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_secs()).map_or(i64::MIN, |seconds| -seconds),
        };
        let (year, month, day) = date(seconds.div_euclid(86_400));
        let time = seconds.rem_euclid(86_400) as u32;
        let time = time / 3600 * 10_000 + time / 60 % 60 * 100 + time % 60;
        Timestamp { year, month_day: month * 100 + day, time }
    }
}

/// Returns the date of a day, counted from 1 January 1970: year, month from 1, day from 1.
fn date(days: i64) -> (i64, u32, u32) {
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    // So that no loop is longer than a cycle.
    let (cycles, mut days) = (days.div_euclid(CYCLE.0), days.rem_euclid(CYCLE.0));
    let mut year = 1970 + cycles * CYCLE.1;
    while days >= 365 + i64::from(leap(year)) {
        days -= 365 + i64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + i64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days as u32 + 1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(-1), (1969, 12, 31));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_778), (2026, 11, 21));
        assert_eq!(date(20_778 + 146_097), (2426, 11, 21));
    }

    /// A loop over all years up to the last of these would take minutes.
    #[test]
    fn any_time_of_a_file_has_a_date() {
        let text = |seconds: i64| {
            let moment = UNIX_EPOCH + Duration::from_secs(seconds.unsigned_abs());
            let moment =
                if seconds < 0 { UNIX_EPOCH - Duration::from_secs(seconds.unsigned_abs()) } else { moment };
            Timestamp::from(moment).to_minute()
        };
        assert_eq!(text(1_795_232_759), "2026-11-21 03:45");
        assert_eq!(text(253_402_300_799), "9999-12-31 23:59");
        assert_eq!(text(253_402_300_800), "10000-01-01 00:00");
        assert_eq!(text(-1), "1969-12-31 23:59");
        if cfg!(unix) {
            assert_eq!(text(i64::MAX), "292277026596-12-04 15:30");
            assert_eq!(text(-i64::MAX), "-292277022657-01-27 08:29");
        }
    }

    #[test]
    fn names_of_files_are_read_and_ordered() {
        let read = |text: &str| text.split_once('-').and_then(|(date, time)| Timestamp::parse(date, time));
        for name in ["20261121-034559", "00010101-000000", "123451231-235959"] {
            assert_eq!(read(name).unwrap().to_string(), name);
        }
        for name in ["2026112-034559", "20261121-03455", "2026x121-034559", "99999999999999999999999-000000"]
        {
            assert_eq!(read(name), None, "{name}");
        }
        assert!(read("20261121-034559") < read("20261121-034600"));
        assert!(read("20261121-034559") < read("100000101-000000"));
        assert_eq!(read("99991399-996199").unwrap().to_minute(), "9999-13-99 99:61");
    }
}
