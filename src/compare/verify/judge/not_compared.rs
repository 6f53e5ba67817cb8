//! The gaps of a recording, counted over all its steps.

use std::collections::BTreeMap;

use super::compared_kinds::{ComparedKinds, by_kind};
use crate::verify::data::Gap;
use roguelike::trace::{Kind, RecordedStep, Step};

/// Lines and fields that are expected and not recorded, over all steps.
#[derive(Debug, Default)]
pub(super) struct NotCompared {
    /// The number of recorded lines of each kind.
    recorded: [usize; Kind::COUNT],
    /// The number of missing lines and fields. A whole line has an empty name of a field.
    missing: BTreeMap<(Kind, &'static str), usize>,
}

impl NotCompared {
    /// Counts a step that is as it should be, as far as it is recorded.
    pub fn count(&mut self, expected: &Step, recorded: &RecordedStep) {
        // A step with a hash has all lines.
        let step = if recorded.hash.is_some() { expected } else { &recorded.step };
        for (kind, [ours, theirs]) in by_kind(expected, step) {
            self.recorded[kind as usize] += theirs.len();
            // Most steps are equal.
            if ours == theirs {
                continue;
            }
            for ours in ours {
                match theirs.iter().find(|fact| fact.which() == ours.which()) {
                    None => self.add((kind, "")),
                    Some(theirs) => {
                        let missing = ours.values().filter(|(name, _)| theirs.get(name).is_none());
                        missing.for_each(|(name, _)| self.add((kind, name)));
                    }
                }
            }
        }
    }

    /// Counts the kinds of a differing step that are not compared.
    pub fn count_left_out(&mut self, compared: &ComparedKinds, expected: &Step) {
        compared.left_out(expected).into_iter().for_each(|kind| self.add((kind, "")));
    }

    fn add(&mut self, what: (Kind, &'static str)) {
        *self.missing.entry(what).or_default() += 1;
    }

    /// Returns the kinds of lines that were expected and are in no step.
    pub fn missing(&self) -> impl Iterator<Item = Kind> + '_ {
        let lines = self.missing.keys().filter(|(_, field)| field.is_empty()).map(|(kind, _)| *kind);
        lines.filter(|&kind| self.recorded[kind as usize] == 0)
    }

    /// Returns what could not be compared.
    pub fn gaps(&self) -> impl Iterator<Item = Gap> + '_ {
        self.missing.iter().map(|(&(kind, field), &count)| {
            let recorded = self.recorded[kind as usize];
            // Of a field the lines that have it are counted, and of a line those that are there.
            let all = if field.is_empty() { recorded + count } else { recorded };
            Gap::Missing { kind, field, count, all }
        })
    }
}
