//! Finds what a program has and the series does not.

use crate::verify::data::Own;
use roguelike::monster::{MonsterKind, kinds};
use roguelike::part::Part;
use roguelike::trace::{Fact, Kind, Marks, RecordedStep};

/// Larger numbers than any rule gives to an entity. The memory of a member that is never set may have them.
const LARGEST: i64 = 9_999;
/// How the recorder calls a value that is not among those of the series.
const UNKNOWN: &str = "unknown";

/// Returns what steps of a part have of the program's own, each once.
pub(super) fn find(part: Part, steps: &[RecordedStep], marks: &Marks) -> Vec<Own> {
    let mut own: Vec<Own> = marks.left_out.get(&Kind::Tiles).cloned().map(Own::Map).into_iter().collect();
    let known: Vec<char> = kinds(part).iter().map(|MonsterKind { glyph, .. }| char::from(*glyph)).collect();
    let kinds = [Kind::Monster, Kind::Player, Kind::Item, Kind::Pack, Kind::Class, Kind::Screen];
    let lines = steps.iter().flat_map(|recorded| recorded.step.lines());
    let lines = lines.filter(|line| Kind::of_line(line).is_some_and(|kind| kinds.contains(&kind)));
    for fact in lines.filter_map(|line| Fact::parse(line).ok()) {
        let glyph = fact.get("glyph").and_then(|glyph| glyph.chars().next());
        let stranger = glyph.filter(|glyph| !known.contains(glyph));
        let stranger = stranger.map(|glyph| Own::Monster { glyph, known: known.clone() });
        let value =
            fact.fields.iter().any(|(_, value)| value.ends_with(UNKNOWN)).then_some(Own::Value(fact.kind));
        let unset = fact.fields.iter().filter_map(|(field, value)| {
            let value = value.parse::<i64>().ok().filter(|value| value.abs() > LARGEST)?;
            Some(Own::Unset { subject: fact.subject(), field, value })
        });
        let found: Vec<Own> = stranger.into_iter().chain(value).chain(unset).collect();
        for new in found {
            // One monster is enough of those with the same member.
            let is_same = |old: &Own| match (old, &new) {
                (Own::Unset { field: old, .. }, Own::Unset { field, .. }) => old == field,
                (old, new) => old == new,
            };
            if !own.iter().any(is_same) {
                own.push(new);
            }
        }
    }
    own
}
