//! What all runs of a part come to: their number, the wins, and the deepest floor by class.

use crate::desktop::runs::list::{Run, RunEnd};
use crate::game::PlayerClass;

/// Numbers of some runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub runs: usize,
    pub wins: usize,
    /// The deepest floor, from 1; 0 if it is not known.
    pub depth: usize,
}

/// The numbers of all runs, and of those of each class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub all: Numbers,
    classes: Vec<(&'static str, Numbers)>,
}

impl Numbers {
    fn add(&mut self, run: &Run) {
        self.runs += 1;
        self.wins += usize::from(run.end() == RunEnd::Won);
        self.depth = self.depth.max(run.depth().unwrap_or(0));
    }
}

impl Totals {
    /// Counts runs.
    pub fn of(runs: &[Run]) -> Totals {
        let mut totals = Totals::default();
        // What cannot be read is no run that was played.
        let runs: Vec<&Run> = runs.iter().filter(|run| run.end() != RunEnd::Damaged).collect();
        runs.iter().for_each(|run| totals.all.add(run));
        for class in PlayerClass::ALL {
            let mut numbers = Numbers::default();
            runs.iter().filter(|run| run.class() == Some(class)).for_each(|run| numbers.add(run));
            if numbers.runs > 0 {
                totals.classes.push((class.name(), numbers));
            }
        }
        totals
    }

    /// Returns the lines of a table of 26 columns.
    pub fn lines(&self) -> Vec<String> {
        let rows = [("All", self.all)].into_iter().chain(self.classes.iter().copied());
        let rows = rows
            .map(|(name, Numbers { runs, wins, depth })| format!("{name:<9}{runs:>4}{wins:>5}{depth:>7}"));
        [format!("{:<9}{:>4}{:>5}{:>7}", "", "runs", "wins", "depth")].into_iter().chain(rows).collect()
    }
}
