//! Finds what a program has and the series does not.

use crate::verify::data::{Own, Thing};
use roguelike::game::{Game, Outcome};
use roguelike::key::Key;
use roguelike::monster::{MonsterKind, kinds};
use roguelike::part::Part;
use roguelike::trace::{Kind, Marks, RecordedStep, Value};

/// Larger numbers than any rule gives to an entity. The memory of a member that is never set may have them.
const LARGEST: i64 = 9_999;
/// How the recorder calls a value that is not among those of the series.
const UNKNOWN: &str = "unknown";

/// Returns what steps of a part have of the program's own, each once.
pub(super) fn find(part: Part, steps: &[RecordedStep], marks: &Marks) -> Vec<Own> {
    let mut own: Vec<Own> = marks.left_out.get(&Kind::Tiles).cloned().map(Own::Map).into_iter().collect();
    let known: Vec<char> = kinds(part).iter().map(|MonsterKind { glyph, .. }| char::from(*glyph)).collect();
    let kinds = [Kind::Monster, Kind::Player, Kind::Item, Kind::Pack, Kind::Class, Kind::Screen];
    let facts = steps.iter().flat_map(|recorded| recorded.step.facts());
    for fact in facts.filter(|fact| kinds.contains(&fact.kind)) {
        let glyph = match fact.get("glyph") {
            Some(Value::Char(glyph)) => Some(*glyph),
            _ => None,
        };
        let stranger = glyph.filter(|glyph| !known.contains(glyph));
        let stranger = stranger.map(|glyph| Own::Monster { glyph, known: known.clone() });
        let mut texts = fact.values().filter_map(|(_, value)| value.text());
        let value = texts.find_map(|text| thing(fact.kind, text)).map(Own::Thing);
        let unset = fact.values().filter_map(|(field, value)| {
            let value = value.number().filter(|value| value.abs() > LARGEST)?;
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

/// Returns the thing whose type the recorder does not know.
fn thing(kind: Kind, text: &str) -> Option<Thing> {
    let category = text.strip_suffix(UNKNOWN)?;
    Some(match (kind, category) {
        (Kind::Class, _) => Thing::Class,
        (Kind::Screen, _) => Thing::Screen,
        (_, "potion:") => Thing::Potion,
        (_, "scroll:") => Thing::Scroll,
        _ => Thing::Item,
    })
}

/// Returns a key to which the rules do not react, and the program does.
pub(super) fn key(before: &Game, key: Key) -> Option<Own> {
    (before.clone().press(key) == Outcome::Nothing).then_some(Own::Key(key))
}
