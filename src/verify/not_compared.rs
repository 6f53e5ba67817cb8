//! What a recording leaves out, over all its steps.

use std::collections::BTreeMap;

use super::compared_kinds::{ComparedKinds, is_equal};
use super::difference::{facts, of_kind};
use crate::trace::{Block, Kind, Step};

/// What was expected and is not recorded, over all steps.
#[derive(Debug, Default)]
pub(super) struct NotCompared {
    /// For lines and fields: the number of steps in which they were expected, and in which they were recorded
    /// then.
    counts: BTreeMap<(Kind, &'static str), [usize; 2]>,
    /// The number of lines of a kind in steps that have all their lines. All lines of a kind have the same
    /// fields.
    whole: BTreeMap<Kind, usize>,
    /// True if the recorded program ended.
    ended: bool,
}

impl NotCompared {
    /// Counts a step.
    pub fn count(&mut self, compared: &ComparedKinds, expected: &Block, step: &Step) {
        if step.quits() {
            self.ended = true;
            return;
        }
        // Most steps are like that, and few lines have to be taken apart.
        if is_equal(&expected.lines, step) {
            for kind in expected.lines.iter().filter_map(|line| Kind::of_line(line)) {
                *self.whole.entry(kind).or_default() += 1;
            }
            return;
        }
        let recorded = step.facts();
        for ours in facts(expected) {
            let theirs = of_kind(&recorded, ours.kind).iter().find(|fact| fact.which == ours.which);
            let has = if step.hash.is_some() { compared.has(ours.kind) } else { theirs.is_some() };
            self.add((ours.kind, ""), has);
            let names = theirs.into_iter().flat_map(|_| &ours.fields).map(|field| field.name);
            for name in names.filter(|name| !name.is_empty()) {
                self.add((ours.kind, name), theirs.is_some_and(|fact| fact.get(name).is_some()));
            }
        }
    }

    /// Counts a step that differs. What the recording never has is no part of the difference.
    pub fn count_left_out(&mut self, compared: &ComparedKinds, expected: &Block) {
        for ours in facts(expected).iter().filter(|ours| !compared.has(ours.kind)) {
            self.add((ours.kind, ""), false);
        }
    }

    fn add(&mut self, what: (Kind, &'static str), recorded: bool) {
        let [expected, found] = self.counts.entry(what).or_default();
        *expected += 1;
        *found += usize::from(recorded);
    }

    /// Returns true if anything was compared.
    pub fn compared(&self) -> bool {
        self.ended || !self.whole.is_empty() || self.counts.values().any(|[_, found]| *found > 0)
    }

    /// Returns the kinds of lines that were expected and are in no step.
    pub fn missing(&self) -> Vec<Kind> {
        let never = self.counts.iter().filter(|((kind, name), [_, found])| {
            name.is_empty() && *found == 0 && !self.whole.contains_key(kind)
        });
        never.map(|((kind, _), _)| *kind).collect()
    }

    /// Returns what could not be compared, in words.
    pub fn told(&self) -> Vec<String> {
        let gaps = self.counts.iter().filter(|(_, [expected, found])| found < expected);
        gaps.map(|((kind, name), [expected, found])| {
            let whole = self.whole.get(kind).copied().unwrap_or_default();
            let (expected, found) = (expected + whole, found + whole);
            let mut told = kind.word().to_owned();
            if !name.is_empty() {
                told += &format!(" {name}");
            }
            if found > 0 {
                told += &format!(" ({} of {expected})", expected - found);
            }
            told
        })
        .collect()
    }
}
