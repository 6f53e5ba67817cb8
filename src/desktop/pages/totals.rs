//! What all runs of a part come to: their number, the wins, and the deepest floor by class.

use crate::desktop::runs::list::{Run, RunEnd};
use crate::game::PlayerClass;

/// Numbers of some runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub runs: usize,
    wins: usize,
    /// The deepest floor, from 1; 0 if it is not known.
    depth: usize,
}

/// The numbers of all runs, and of those of each class that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub all: Numbers,
    classes: Vec<(&'static str, Numbers)>,
}

impl Numbers {
    fn of<'r>(runs: impl Iterator<Item = &'r Run>) -> Numbers {
        let mut numbers = Numbers::default();
        // What cannot be read is no run that was played.
        for run in runs.filter(|run| run.end() != RunEnd::Damaged) {
            numbers.runs += 1;
            numbers.wins += usize::from(run.end() == RunEnd::Won);
            numbers.depth = numbers.depth.max(run.facts.depth.unwrap_or(0));
        }
        numbers
    }
}

impl Totals {
    /// Counts runs.
    pub fn of(runs: &[Run]) -> Totals {
        let of = |class| Numbers::of(runs.iter().filter(move |run| run.facts.class == Some(class)));
        let classes = PlayerClass::ALL.into_iter().map(|class| (class.name(), of(class)));
        let classes = classes.filter(|(_, numbers)| numbers.runs > 0).collect();
        Totals { all: Numbers::of(runs.iter()), classes }
    }

    /// Returns the lines of a table of 26 columns.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{:<9}{:>4}{:>5}{:>7}", "", "runs", "wins", "depth")];
        for (name, Numbers { runs, wins, depth }) in [("All", self.all)].iter().chain(&self.classes) {
            lines.push(format!("{name:<9}{runs:>4}{wins:>5}{depth:>7}"));
        }
        lines
    }
}
