//! The kinds of lines of a recording that can be compared.

use crate::verify::input::{Options, StoredTrace};
use roguelike::trace::{Fact, Kind, Step};

/// The kinds of lines that are compared: a recording may leave lines out.
#[derive(Clone, Debug)]
pub(in crate::verify) struct ComparedKinds {
    compared: Vec<Kind>,
    /// Kinds with one line a step that the recording promises to have, and that no step has. Their absence is
    /// a difference.
    absent: Vec<Kind>,
}

impl ComparedKinds {
    /// The kinds that are compared: those of the recording, and of the older one if that is expected, but
    /// nothing that is to be ignored. A list that one of the two has nowhere is empty there.
    pub fn of(trace: &StoredTrace, options: &Options) -> ComparedKinds {
        let own = ComparedKinds::recorded_in(trace);
        let both = options.older.map(ComparedKinds::recorded_in).map(|older| {
            own.where_compared(|kind| match kind.is_list() {
                true => own.has(kind) || older.has(kind),
                false => own.has(kind) && older.has(kind),
            })
        });
        both.unwrap_or(own).without(&options.ignore)
    }

    /// The kinds that a recording has anywhere, or promises. A brief one without a promise is compared with
    /// all lines.
    fn recorded_in(trace: &StoredTrace) -> ComparedKinds {
        let (is_brief, records) = (trace.is_brief(), &trace.marks.records);
        let has = |kind: &Kind| trace.kinds.contains(kind);
        // The end of the program is never left out: nothing else would be in its place.
        let is_compared = |kind: &Kind| {
            is_brief && records.is_empty() || *kind == Kind::Quit || has(kind) || records.contains(kind)
        };
        let is_absent = |kind: &Kind| !is_brief && !kind.is_list() && !has(kind) && records.contains(kind);
        ComparedKinds {
            compared: Kind::all().filter(is_compared).collect(),
            absent: Kind::all().filter(is_absent).collect(),
        }
    }

    /// Returns the same where other kinds are compared.
    fn where_compared(&self, is_compared: impl Fn(Kind) -> bool) -> ComparedKinds {
        let compared = Kind::all().filter(|&kind| is_compared(kind)).collect();
        ComparedKinds { compared, absent: self.absent.clone() }
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
    pub fn has(&self, kind: Kind) -> bool {
        self.compared.contains(&kind)
    }

    /// Returns true if no step has the line of this kind, although the recording promises it.
    pub fn is_absent(&self, kind: Kind) -> bool {
        self.absent.contains(&kind)
    }

    /// Returns the kinds of lines that a step should have and that are not compared.
    pub fn left_out(&self, expected: &Step) -> Vec<Kind> {
        let kinds = expected.facts().iter().map(|fact| fact.kind);
        let mut left_out: Vec<Kind> = kinds.filter(|&kind| !self.has(kind)).collect();
        left_out.dedup();
        left_out
    }
}

/// Returns the facts of two steps, kind by kind.
pub(super) fn by_kind<'t>(
    expected: &'t Step,
    step: &'t Step,
) -> impl Iterator<Item = (Kind, [&'t [Fact]; 2])> {
    let mut rest = [expected, step].map(Step::facts);
    Kind::all().map(move |kind| {
        let of_kind = rest.each_mut().map(|rest| {
            let (facts, later) = rest.split_at(rest.iter().take_while(|fact| fact.kind == kind).count());
            *rest = later;
            facts
        });
        (kind, of_kind)
    })
}
