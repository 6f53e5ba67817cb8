//! What of a recording can be compared, and whether a step is as recorded.

use std::collections::BTreeMap;

use super::difference::fields;
use super::source::Survey;
use crate::trace::{Block, Fact, Kind, Step};

/// What of a run can be compared: a recording may leave lines out.
#[derive(Clone, Debug, Default)]
pub(super) struct ComparedKinds {
    /// Kinds of lines, and whether the recording has them. In a brief one that does not say what it records,
    /// only what was found left out.
    pub(super) recorded: BTreeMap<Kind, bool>,
    /// Kinds with one line a step that the program writes when there is something to write, and that are in
    /// no step. Their absence is a difference.
    pub(super) never: Vec<Kind>,
    /// True for a brief recording.
    pub(super) brief: bool,
}

impl ComparedKinds {
    /// What a recording has anywhere, or says that it would have.
    pub fn of(survey: &Survey) -> ComparedKinds {
        let Survey { kinds, brief, marks, .. } = survey;
        let has = |kind| kinds.contains(&kind) || marks.records.contains(&kind);
        let mut recorded: BTreeMap<Kind, bool> = Kind::all().map(|kind| (kind, has(kind))).collect();
        if *brief && marks.records.is_empty() {
            recorded.clear();
        }
        // The end of the program is never left out: nothing else would be in its place.
        recorded.insert(Kind::Quit, true);
        let is_never = |kind: &Kind| !kind.is_list() && !kinds.contains(kind) && !brief;
        let never = marks.records.iter().copied().filter(is_never).collect();
        ComparedKinds { recorded, never, brief: *brief }
    }

    /// Returns the same without these kinds of lines.
    pub fn without(&self, kinds: &[Kind]) -> ComparedKinds {
        self.set(kinds, false)
    }

    /// Returns the same with these kinds of lines.
    pub fn with(&self, kinds: &[Kind]) -> ComparedKinds {
        self.set(kinds, true)
    }

    /// Returns the same without all kinds of lines but one.
    pub fn only(&self, kind: Kind) -> ComparedKinds {
        self.without(&Kind::all().filter(|&other| other != kind).collect::<Vec<Kind>>())
    }

    fn set(&self, kinds: &[Kind], recorded: bool) -> ComparedKinds {
        let mut compared = self.clone();
        compared.recorded.extend(kinds.iter().map(|&kind| (kind, recorded)));
        compared
    }

    /// Returns true if the recording has such lines. For a brief one that is assumed until it is disproved.
    pub fn has(&self, kind: Kind) -> bool {
        self.recorded.get(&kind).copied().unwrap_or(self.brief)
    }

    /// Returns true if the recording lacks any of these lines.
    pub fn leaves_out(&self, expected: &Block) -> bool {
        // Not every step has messages or sounds, so their absence means nothing.
        let kinds = expected.lines.iter().filter_map(|line| Kind::of_line(line));
        kinds.filter(|kind| !matches!(kind, Kind::Log | Kind::Sound)).any(|kind| !self.has(kind))
    }

    /// Returns true if the recorded step, as far as it goes, is what it should be.
    pub fn matches(&self, expected: &Block, step: &Step) -> bool {
        // A block without pictures is compared by its hashes alone.
        let same = |recorded: &Option<Vec<String>>, expected: &Vec<String>| {
            !self.has(Kind::Frame)
                || expected.is_empty()
                || recorded.as_ref().is_none_or(|rows| rows == expected)
        };
        self.matches_lines(&expected.lines, expected.step, step)
            && same(&step.screen, &expected.screen)
            && same(&step.colors, &expected.colors)
    }

    /// The same for the lines of a step with this number.
    pub fn matches_lines(&self, expected: &[String], number: usize, step: &Step) -> bool {
        match step.hash {
            Some(hash) => self.hash(expected) == hash,
            None => is_equal(expected, step) || self.same_lines(expected, number, step, |_| true),
        }
    }

    /// Returns true if a step may be without the line of a kind of which there is one. Only a window that is
    /// never drawn before the first key has no frame then.
    pub(super) fn may_lack(&self, kind: Kind, step: usize) -> bool {
        !kind.is_list() && !self.never.contains(&kind) && (kind, step) != (Kind::Frame, 0)
    }

    /// Returns true if the recorded lines of some kinds are what they should be.
    pub(super) fn same_lines(
        &self,
        expected: &[String],
        number: usize,
        step: &Step,
        of_kind: impl Fn(Kind) -> bool,
    ) -> bool {
        if expected.first().is_some_and(|line| line == Kind::Quit.word()) != step.quits() {
            return false;
        }
        let has = |line: &&str| Kind::of_line(line).is_some_and(|kind| of_kind(kind) && self.has(kind));
        let mut recorded = step.lines().filter(has).peekable();
        for line in expected.iter().map(String::as_str).filter(has) {
            let kind = Kind::of_line(line);
            match recorded.peek() {
                Some(other) if *other == line || same_fields(line, other) => {
                    recorded.next();
                }
                other
                    if kind.is_some_and(|kind| self.may_lack(kind, number))
                        && other.and_then(|line| Kind::of_line(line)) != kind => {}
                _ => return false,
            }
        }
        recorded.peek().is_none()
    }
}

/// Returns true if a step has the lines that it should have, all of them.
pub(super) fn is_equal(expected: &[String], step: &Step) -> bool {
    step.lines().eq(expected.iter().map(String::as_str))
}

/// Returns true if two lines agree in the fields that the recorded one has.
fn same_fields(expected: &str, recorded: &str) -> bool {
    let kind = Kind::of_line(expected);
    if kind != Kind::of_line(recorded) || kind.is_some_and(Kind::is_cosmetic) {
        return false;
    }
    match (Fact::parse(expected), Fact::parse(recorded)) {
        (Ok(ours), Ok(theirs)) => ours.which == theirs.which && fields(&ours, &theirs).is_none(),
        _ => false,
    }
}

/// Returns a step as a recording would have it that leaves nothing out.
pub(super) fn as_recorded(block: &Block) -> Step {
    let rows = |rows: &Vec<String>| Some(rows.clone()).filter(|rows| !rows.is_empty());
    let step = Step::of(block.key, block.lines.iter().map(String::as_str));
    step.with_pictures([&block.tiles, &block.screen, &block.colors].map(rows))
}
