//! What all runs of a part come to: their number, the deepest floor, and the wins, by class.

use crate::desktop::runs::{Run, RunEnd};
use crate::game::PlayerClass;

/// Returns a heading and lines of 26 columns; none without runs.
pub(crate) fn totals(runs: &[Run]) -> Vec<String> {
    let mut lines = vec!["Your runs".to_owned(), String::new()];
    for class in PlayerClass::ALL {
        // What cannot be read is no run that was played.
        let runs = runs.iter().filter(|run| run.facts.class == Some(class) && run.end() != RunEnd::Damaged);
        let (count, wins) =
            (runs.clone().count(), runs.clone().filter(|run| run.end() == RunEnd::Won).count());
        let depth = runs.filter_map(|run| run.facts.depth).max().unwrap_or(1);
        let plural = if count == 1 { "" } else { "s" };
        lines
            .extend((count > 0).then(|| format!("{:<8}{count:>4} run{plural}, depth {depth}", class.name())));
        lines.extend((wins > 0).then(|| format!("{wins:>12} won")));
    }
    if lines.len() == 2 { Vec::new() } else { lines }
}
