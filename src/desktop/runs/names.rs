//! The names of the files of runs: `20261123-142500-part17-rogue.trace`. They tell a person which run it is.

use std::path::{Path, PathBuf};

use crate::desktop::runs::facts::Mark;
use crate::part::Part;

/// How the name of the file of a run ends.
pub(super) const ENDING: &str = "trace";
/// Maximum number of runs of the same second.
const MAX_AT_ONCE: u32 = 1_000;

/// Returns names for a run that begins now, the best one first.
pub(super) fn names_for(part: Part, mark: &Mark) -> impl Iterator<Item = String> {
    let class =
        mark.facts.class.map_or_else(String::new, |class| format!("-{}", class.name().to_lowercase()));
    let name = format!("{}-part{part}{class}", mark.at.format("%Y%m%d-%H%M%S"));
    (1..MAX_AT_ONCE).map(move |number| match number {
        1 => format!("{name}.{ENDING}"),
        _ => format!("{name}-{number}.{ENDING}"),
    })
}

/// Returns true if this program gives such a name to a file.
pub(super) fn is_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let words: Vec<&str> = name.splitn(3, '-').collect();
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let [day, time, rest] = words[..] else { return false };
    day.len() == 8 && time.len() == 6 && is_number(day) && is_number(time) && rest.starts_with("part")
}

/// Returns the path of the summary of a run.
pub(super) fn summary_beside(run: &Path) -> PathBuf {
    run.with_extension("txt")
}
