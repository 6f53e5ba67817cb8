//! Finds what a program has and the series does not.

use super::comparison::{Comparison, DifferingStep};
use super::looks::UNKNOWN;
use crate::verify::data::{Cause, Own, Thing};
use roguelike::game::Outcome;
use roguelike::monster::{MonsterKind, kinds};
use roguelike::trace::{Kind, Value};

/// Larger numbers than any rule gives to an entity. The memory of a member that is never set may have them.
const LARGEST: i64 = 9_999;

/// Returns what a recording has of the program's own, each once: in the steps from the one on in which its
/// rules differ. A cause that explains everything explains its keys, too.
pub(super) fn find(comparison: &Comparison<'_>, cause: Option<&Cause>) -> Vec<Own> {
    let Comparison { trace, setup, recent, rules, .. } = comparison;
    let map = trace.marks.left_out.get(&Kind::Tiles).cloned().map(Own::Map);
    let mut own: Vec<Own> = map.into_iter().collect();
    let Some(rules) = rules else { return own };
    let steps = recent.steps.get(rules.number().saturating_sub(recent.first)..).unwrap_or_default();
    let kinds_of_part = kinds(setup.part).iter();
    let known: Vec<char> = kinds_of_part.map(|MonsterKind { glyph, .. }| char::from(*glyph)).collect();
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
        let mut found: Vec<Own> = unset.collect();
        // Memory that nothing sets has any glyph and type.
        if found.is_empty() {
            found.extend(stranger.into_iter().chain(value));
        }
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
    own.extend(key(rules).filter(|_| cause.is_none_or(|cause| !cause.is_whole())));
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

/// Returns the key of a step if the series ignores it.
fn key(found: &DifferingStep) -> Option<Own> {
    let (before, key) = (found.before.as_ref()?, found.recorded.step.key?);
    (before.clone().press(key) == Outcome::Nothing).then_some(Own::Key(key))
}
