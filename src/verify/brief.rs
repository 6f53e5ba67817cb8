//! Brief recordings: a step is one hash over all its lines. Which lines a program leaves out is found out
//! from the hashes.

use std::collections::HashMap;

use super::compared_kinds::ComparedKinds;
use crate::support::hash::Fnv;
use crate::trace::{Block, Kind, Step};

/// Maximum number of lines that are tried one by one. Each of them doubles the work.
const MOST_LINES: usize = 10;

impl ComparedKinds {
    /// Returns the brief hash over the lines that the recording has.
    pub(super) fn hash(&self, lines: &[String]) -> u64 {
        let is_recorded = |line: &&String| Kind::of_line(line).is_none_or(|kind| self.has(kind));
        lines.iter().filter(is_recorded).fold(Fnv::default(), |hash, line| with_line(hash, line)).finish()
    }

    /// Tries which lines a brief recording leaves out, if that is why a step differs. Kinds that it was seen
    /// to have are not tried. Returns true if the step matches now.
    pub fn leave_out(&mut self, expected: &Block, step: &Step) -> bool {
        let Some(goal) = step.hash else { return false };
        let lines = lines_with_kinds(expected);
        let groups: Vec<_> = lines.chunk_by(|(a, _), (b, _)| a == b).collect();
        let Some(left_out) = self.search(&groups, goal) else { return false };
        self.recorded.extend(left_out.into_iter().map(|kind| (kind, false)));
        true
    }

    /// Returns true if the step matches, perhaps after it is found out which lines a brief recording leaves
    /// out.
    pub fn may_match(&mut self, expected: &Block, step: &Step) -> bool {
        self.matches(expected, step) || self.leave_out(expected, step)
    }

    /// Returns true if there are lines that a brief recording only seems to leave out.
    pub fn is_in_doubt(&self) -> bool {
        self.brief && self.recorded.values().any(|recorded| !recorded)
    }

    /// Returns the kinds of lines that a brief recording seemed to leave out, and of which this step has some
    /// after all. It may not have all of them: a program can forget one message and report the others.
    pub fn brought_back(&self, expected: &Block, step: &Step) -> Vec<Kind> {
        let Some(goal) = step.hash.filter(|_| self.brief) else { return Vec::new() };
        let mut open = self.clone();
        open.recorded.retain(|_, recorded| *recorded);
        let lines = lines_with_kinds(expected);
        let dropped = |kind: Option<Kind>| kind.is_some_and(|kind| self.recorded.get(&kind) == Some(&false));
        let in_question = lines.iter().filter(|(kind, _)| dropped(*kind)).count();
        let one_by_one = in_question <= MOST_LINES;
        let groups: Vec<_> =
            lines.chunk_by(|(a, _), (b, _)| a == b && !(one_by_one && dropped(*a))).collect();
        let left_out = open.search(&groups, goal).filter(|_| in_question > 0);
        let Some(left_out) = left_out else { return Vec::new() };
        let some_is_there = |kind: Kind| {
            let groups = groups.iter().filter(|group| group[0].0 == Some(kind)).count();
            groups > left_out.iter().filter(|&&missing| missing == kind).count()
        };
        let dropped = self.recorded.iter().filter(|(_, recorded)| !**recorded);
        dropped.map(|(&kind, _)| kind).filter(|&kind| some_is_there(kind)).collect()
    }

    /// Returns the kinds of the groups of lines that are left out if the hash of the others is the goal. The
    /// hash is made over the first half of the groups and undone over the second, with and without each of
    /// them: where both meet, the groups are found. That takes the square root of trying all together.
    fn search(&self, groups: &[&[(Option<Kind>, &str)]], goal: u64) -> Option<Vec<Kind>> {
        let (start, end) = groups.split_at(groups.len() / 2);
        let starts = self.hashes(start.iter().copied(), Fnv::default(), |hash, lines| {
            lines.iter().fold(hash, |hash, (_, line)| with_line(hash, line))
        });
        let ends = self.hashes(end.iter().rev().copied(), Fnv::ended_by(goal), |hash, lines| {
            lines.iter().rev().fold(hash, |hash, (_, line)| without_line(hash, line))
        });
        let mut ends: HashMap<u64, Vec<Kind>> = ends.into_iter().collect();
        starts.into_iter().find_map(|(hash, mut left_out)| {
            left_out.extend(ends.remove(&hash)?);
            Some(left_out)
        })
    }

    /// Returns the hashes that come out with and without each group of lines, and the kinds left out of each.
    fn hashes<'a>(
        &self,
        groups: impl Iterator<Item = &'a [(Option<Kind>, &'a str)]>,
        from: Fnv,
        with: impl Fn(Fnv, &[(Option<Kind>, &str)]) -> Fnv,
    ) -> Vec<(u64, Vec<Kind>)> {
        let mut all = vec![(from, Vec::new())];
        for lines in groups {
            let kind = lines[0].0;
            let known = kind.and_then(|kind| self.recorded.get(&kind).copied());
            let mut next = Vec::new();
            for (hash, left_out) in all {
                if let Some(kind) = kind.filter(|_| known != Some(true)) {
                    next.push((hash, [&left_out[..], &[kind]].concat()));
                }
                if known != Some(false) {
                    next.push((with(hash, lines), left_out));
                }
            }
            all = next;
        }
        all.into_iter().map(|(hash, left_out)| (hash.finish(), left_out)).collect()
    }

    /// From now on no line of these kinds may be missing from a brief recording, because a step with them
    /// matched.
    pub fn confirm(&mut self, expected: &Block) {
        if self.brief {
            for kind in expected.lines.iter().filter_map(|line| Kind::of_line(line)) {
                self.recorded.entry(kind).or_insert(true);
            }
        }
    }
}

fn with_line(mut hash: Fnv, line: &str) -> Fnv {
    hash.write(line.as_bytes());
    hash.write(b"\n");
    hash
}

fn without_line(mut hash: Fnv, line: &str) -> Fnv {
    hash.undo(b"\n");
    hash.undo(line.as_bytes());
    hash
}

fn lines_with_kinds(block: &Block) -> Vec<(Option<Kind>, &str)> {
    block.lines.iter().map(|line| (Kind::of_line(line), line.as_str())).collect()
}
