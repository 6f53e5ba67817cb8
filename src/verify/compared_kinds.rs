//! What of a recording can be compared, and whether a step is as recorded.

use super::difference::fields;
use super::stored_trace::StoredTrace;
use crate::support::hash::Fnv;
use crate::trace::{Fact, Kind, RecordedStep, Step};

/// The kinds of lines that are compared: a recording may leave lines out.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComparedKinds {
    compared: KindSet,
    /// Kinds with one line a step that the recording promises to have, and that no step has. Their absence is
    /// a difference.
    absent: KindSet,
}

/// For each kind whether it is in the set.
type KindSet = [bool; Kind::COUNT];

fn set(is_member: impl Fn(Kind) -> bool) -> KindSet {
    let mut set = KindSet::default();
    Kind::all().for_each(|kind| set[kind as usize] = is_member(kind));
    set
}

impl ComparedKinds {
    /// What a recording has anywhere, or says that it would have. A brief one that does not say what it has
    /// is compared with all lines.
    pub fn of(trace: &StoredTrace) -> ComparedKinds {
        let (is_brief, records) = (trace.is_brief(), &trace.marks.records);
        let is_compared = |kind| match is_brief && records.is_empty() {
            true => true,
            // The end of the program is never left out: nothing else would be in its place.
            false => kind == Kind::Quit || trace.kinds.contains(&kind) || records.contains(&kind),
        };
        let is_absent = |kind: Kind| {
            !is_brief && !kind.is_list() && !trace.kinds.contains(&kind) && records.contains(&kind)
        };
        ComparedKinds { compared: set(is_compared), absent: set(is_absent) }
    }

    /// Returns what two recordings have both. A list that one of them has nowhere is empty there.
    pub fn shared(&self, older: &ComparedKinds) -> ComparedKinds {
        self.where_compared(|kind| match kind.is_list() {
            true => self.has(kind) || older.has(kind),
            false => self.has(kind) && older.has(kind),
        })
    }

    /// Returns the same where other kinds are compared.
    fn where_compared(&self, is_compared: impl Fn(Kind) -> bool) -> ComparedKinds {
        ComparedKinds { compared: set(is_compared), ..*self }
    }

    /// Returns the same without these kinds of lines.
    pub fn without(&self, kinds: &[Kind]) -> ComparedKinds {
        self.where_compared(|kind| self.has(kind) && !kinds.contains(&kind))
    }

    /// Returns the same with these kinds of lines.
    pub fn with(&self, kinds: &[Kind]) -> ComparedKinds {
        self.where_compared(|kind| self.has(kind) || kinds.contains(&kind))
    }

    /// Returns the same without all kinds of lines but one.
    pub fn only(&self, only: Kind) -> ComparedKinds {
        self.where_compared(|kind| self.has(kind) && kind == only)
    }

    /// Returns true if such lines are compared.
    pub const fn has(&self, kind: Kind) -> bool {
        self.compared[kind as usize]
    }

    /// Returns true if no step has the line of this kind, although the recording promises it.
    pub const fn is_absent(&self, kind: Kind) -> bool {
        self.absent[kind as usize]
    }

    /// Returns the kinds of lines that a step should have and that are not compared.
    pub fn left_out(&self, expected: &Step) -> Vec<Kind> {
        let kinds = expected.lines().filter_map(Kind::of_line);
        let mut left_out: Vec<Kind> = kinds.filter(|&kind| !self.has(kind)).collect();
        left_out.dedup();
        left_out
    }

    /// Returns true if the recorded step, as far as it goes, is what it should be.
    pub fn matches(&self, expected: &Step, recorded: &RecordedStep) -> bool {
        let step = &recorded.step;
        // What has no pictures is compared by their hashes alone.
        let same = |ours: &Option<Vec<String>>, theirs: &Option<Vec<String>>| {
            !self.has(Kind::Frame) || ours.is_none() || theirs.is_none() || ours == theirs
        };
        self.matches_text(expected.text(), recorded)
            && same(&expected.screen, &step.screen)
            && same(&expected.colors, &step.colors)
    }

    /// The same for the text of a step alone, without its pictures.
    pub fn matches_text(&self, expected: &str, recorded: &RecordedStep) -> bool {
        match recorded.hash {
            Some(hash) => Fnv::of(expected.as_bytes()) == hash,
            None => expected == recorded.step.text() || self.same_lines(expected, &recorded.step),
        }
    }

    /// Returns true if a step may be without the line of a kind of which there is one. Only a window that is
    /// never drawn before the first key has no frame then.
    fn may_lack(&self, kind: Kind, number: usize) -> bool {
        !kind.is_list() && !self.is_absent(kind) && (kind, number) != (Kind::Frame, 0)
    }

    /// Returns true if the recorded lines are what they should be, as far as they are compared.
    pub fn same_lines(&self, expected: &str, step: &Step) -> bool {
        let quits = expected.lines().next() == Some(Kind::Quit.word());
        if quits != step.quits() {
            return false;
        }
        let has = |line: &&str| Kind::of_line(line).is_some_and(|kind| self.has(kind));
        let mut recorded = step.lines().filter(has).peekable();
        for line in expected.lines().filter(has) {
            if recorded.next_if(|other| *other == line || same_fields(line, other)).is_none() {
                let kind = Kind::of_line(line);
                let is_there = recorded.peek().and_then(|other| Kind::of_line(other)) == kind;
                if is_there || !kind.is_some_and(|kind| self.may_lack(kind, step.number)) {
                    return false;
                }
            }
        }
        recorded.peek().is_none()
    }
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
