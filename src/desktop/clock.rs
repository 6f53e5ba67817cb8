//! The clock and the dates of files, as far as the calendar knows them. Both may have any value.

use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Datelike, Local};

/// Returns the present moment, or `None` if the clock is before 1970 or after 9999.
pub(crate) fn now() -> Option<DateTime<Local>> {
    local(SystemTime::now())
}

/// Returns a moment of the system as a date, or `None` before 1970 or after 9999.
pub(crate) fn local(moment: SystemTime) -> Option<DateTime<Local>> {
    let since = moment.duration_since(UNIX_EPOCH).ok()?;
    let utc = DateTime::from_timestamp(i64::try_from(since.as_secs()).ok()?, since.subsec_nanos())?;
    (utc.year() < 10_000).then(|| utc.with_timezone(&Local))
}

/// Returns a date for the name of a file, like `20261123-142500`. An unknown one has zeros.
pub(crate) fn in_name(date: Option<DateTime<Local>>) -> String {
    date.map_or_else(|| "00000000-000000".to_owned(), |date| date.format("%Y%m%d-%H%M%S").to_string())
}
