//! What all runs of a part come to: their number, the wins, and the deepest floor by class.

use crate::desktop::runs::list::{Run, RunEnd};
use crate::game::PlayerClass;

/// Returns the lines of a table of 26 columns; none without runs.
pub(crate) fn totals(runs: &[Run]) -> Vec<String> {
    // What cannot be read is no run that was played.
    let runs: Vec<&Run> = runs.iter().filter(|run| run.end() != RunEnd::Damaged).collect();
    if runs.is_empty() {
        return Vec::new();
    }
    let line = |name: &str, runs: &[&Run]| {
        let wins = runs.iter().filter(|run| run.end() == RunEnd::Won).count();
        let depth = runs.iter().filter_map(|run| run.facts.depth).max().unwrap_or(0);
        format!("{name:<9}{:>4}{wins:>5}{depth:>7}", runs.len())
    };
    let mut lines = vec![format!("{:<9}{:>4}{:>5}{:>7}", "", "runs", "wins", "depth"), line("All", &runs)];
    for class in PlayerClass::ALL {
        let runs: Vec<&Run> = runs.iter().copied().filter(|run| run.facts.class == Some(class)).collect();
        lines.extend((!runs.is_empty()).then(|| line(class.name(), &runs)));
    }
    lines
}
