//! Appearances of potions and scrolls that a program calls something else.

use super::compared_kinds::by_kind;
use roguelike::item::{COLOURS, LABELS};
use roguelike::trace::{Fact, Kind, Step};

/// How the recorder calls a value that is not among those of the series or the program.
pub(super) const UNKNOWN: &str = "unknown";

/// Returns true if lines of this kind differ only by words for appearances that the series does not have.
pub(super) fn are_looks(kind: Kind, expected: &Step, recorded: &Step) -> bool {
    let known: &[&str] = match kind {
        Kind::Potion => &COLOURS,
        Kind::Scroll => &LABELS,
        _ => return false,
    };
    let is_own = |look: &str| !known.contains(&look) && look != UNKNOWN;
    let is_like = |ours: &Fact, theirs: &Fact| {
        let [our_values, their_values] = [ours, theirs].map(Fact::values);
        our_values.zip(their_values).all(|((name, ours), (_, theirs))| {
            ours == theirs || name == "looks" && theirs.text().is_some_and(is_own)
        })
    };
    let of_kind = by_kind(expected, recorded).find(|(other, _)| *other == kind);
    of_kind.is_some_and(|(_, [ours, theirs])| {
        ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| is_like(ours, theirs))
    })
}
