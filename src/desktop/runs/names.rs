//! The names of the files of runs: `20261123-142500-part17-rogue.trace`. They tell a person which run it is.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Local, NaiveDateTime};

use crate::desktop::runs::facts::Mark;
use crate::game::PlayerClass;
use crate::part::Part;

/// How the name of the file of a run ends.
pub(super) const ENDING: &str = "trace";
/// Maximum number of runs of the same second.
const MAX_AT_ONCE: u32 = 1_000;
/// The format of the date.
const DATE: &str = "%Y%m%d-%H%M%S";

/// What the name of a file says that this program made.
#[derive(Debug, Default)]
pub(super) struct Name {
    /// When the run began, in the time zone of that place.
    pub date: Option<DateTime<Local>>,
    pub part: Option<Part>,
    pub class: Option<PlayerClass>,
}

/// Returns names for a run that begins now, the best one first.
pub(super) fn names_for(part: Part, mark: &Mark) -> impl Iterator<Item = String> {
    let class =
        mark.facts.class.map_or_else(String::new, |class| format!("-{}", class.name().to_lowercase()));
    let name = format!("{}-part{part}{class}", mark.at.format(DATE));
    (1..MAX_AT_ONCE).map(move |number| match number {
        1 => format!("{name}.{ENDING}"),
        _ => format!("{name}-{number}.{ENDING}"),
    })
}

/// Reads the name of a file of a run. Returns none for a name that this program gives no file.
pub(super) fn name_of(path: &Path) -> Option<Name> {
    let name = path.file_name()?.to_str()?.strip_suffix(ENDING)?.strip_suffix('.')?;
    let mut words = name.split('-');
    let (day, time) = (words.next()?, words.next()?);
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if day.len() < 8 || time.len() != 6 || !is_number(day) || !is_number(time) {
        return None;
    }
    let part = words.next()?.strip_prefix("part")?.parse().ok()?;
    let class = words
        .next()
        .and_then(|word| PlayerClass::ALL.into_iter().find(|class| class.name().eq_ignore_ascii_case(word)));
    let date = NaiveDateTime::parse_from_str(&format!("{day}-{time}"), DATE).ok();
    let date = date.and_then(|date| date.and_local_timezone(Local).earliest());
    Some(Name { date, part: Some(part), class })
}

/// Returns the path of the summary of a run.
pub(super) fn summary_beside(run: &Path) -> PathBuf {
    run.with_extension("txt")
}
