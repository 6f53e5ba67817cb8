//! What a recording leaves out, over all its steps.

use std::collections::BTreeMap;

use super::compared_kinds::ComparedKinds;
use super::difference::{facts, of_kind};
use crate::trace::{Fact, Kind, RecordedStep, Step};

/// What was expected and is not recorded, over all steps.
#[derive(Debug, Default)]
pub(super) struct NotCompared {
    /// For lines and fields: the number of steps in which they were expected, and in which they were recorded
    /// then.
    counts: BTreeMap<(Kind, &'static str), [usize; 2]>,
    /// The number of lines of a kind in steps that have all their lines. All lines of a kind have the same
    /// fields.
    whole: [usize; Kind::COUNT],
    /// True if the recorded program ended.
    ended: bool,
}

impl NotCompared {
    /// Counts a step that is as it should be, as far as it is recorded.
    pub fn count(&mut self, expected: &Step, recorded: &RecordedStep) {
        if recorded.quits() {
            self.ended = true;
            return;
        }
        let kinds = || expected.lines().filter_map(|line| Some((line, Kind::of_line(line)?)));
        // Most steps are like that, and few lines have to be taken apart.
        if recorded.hash.is_some() || expected.text() == recorded.step.text() {
            kinds().for_each(|(_, kind)| self.whole[kind as usize] += 1);
            return;
        }
        let (recorded, _) = facts(&recorded.step);
        for (line, kind) in kinds() {
            let theirs = of_kind(&recorded, kind);
            let Some(ours) =
                Some(line).filter(|_| !theirs.is_empty()).and_then(|line| Fact::parse(line).ok())
            else {
                self.add((kind, ""), false);
                continue;
            };
            let theirs = theirs.iter().find(|fact| fact.which == ours.which);
            self.add((kind, ""), theirs.is_some());
            let names = ours.fields.iter().map(|field| field.name).filter(|name| !name.is_empty());
            if let Some(theirs) = theirs {
                names.for_each(|name| self.add((kind, name), theirs.get(name).is_some()));
            }
        }
    }

    /// Counts a step that differs. What the recording never has is no part of the difference.
    pub fn count_left_out(&mut self, compared: &ComparedKinds, expected: &Step) {
        let kinds = expected.lines().filter_map(Kind::of_line).filter(|&kind| !compared.has(kind));
        kinds.for_each(|kind| self.add((kind, ""), false));
    }

    fn add(&mut self, what: (Kind, &'static str), recorded: bool) {
        let [expected, found] = self.counts.entry(what).or_default();
        *expected += 1;
        *found += usize::from(recorded);
    }

    /// Returns true if anything was compared.
    pub fn compared(&self) -> bool {
        self.ended
            || self.whole.iter().any(|&count| count > 0)
            || self.counts.values().any(|[_, found]| *found > 0)
    }

    /// Returns the kinds of lines that were expected and are in no step.
    pub fn missing(&self) -> Vec<Kind> {
        let is_missing = |((kind, name), [_, found]): &(&(Kind, &str), &[usize; 2])| {
            name.is_empty() && *found == 0 && self.whole[*kind as usize] == 0
        };
        self.counts.iter().filter(is_missing).map(|((kind, _), _)| *kind).collect()
    }

    /// Returns what could not be compared, in words.
    pub fn descriptions(&self) -> Vec<String> {
        let gaps = self.counts.iter().filter(|(_, [expected, found])| found < expected);
        gaps.map(|((kind, name), [expected, found])| {
            let whole = self.whole[*kind as usize];
            let (expected, found) = (expected + whole, found + whole);
            let name = if name.is_empty() { String::new() } else { format!(" {name}") };
            let missing = match found {
                0 => String::new(),
                _ => format!(" ({} of {expected})", expected - found),
            };
            format!("{}{name}{missing}", kind.word())
        })
        .collect()
    }
}
