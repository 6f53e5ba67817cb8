//! Guesses the part that a program has reached by the functions and classes that it implements.

use crate::attach::source::{GroupKind, Source};
use roguelike::part::Part;

/// Names that a part introduces and later parts keep, beginning with Part 2.
const NAMES: [[&str; 2]; 16] = [
    ["Player", "tryMove"],
    ["FOV", "castLight"],
    ["Monster", "wander"],
    ["monsterAt", "monstersAct"],
    ["Game", "GameState"],
    ["DijkstraMap", "monstersAct"],
    ["PotionType", "pickUpHere"],
    ["ItemCategory", "recomputeStats"],
    ["Status", "tickStatuses"],
    ["Level", "descend"],
    ["Level", "generateCaves"],
    ["ScrollType", "readScroll"],
    ["PlayerClass", "drawClassSelect"],
    ["kindByGlyph", "load"],
    ["MessageLog", "Sound"],
    ["drawWinScreen", "makeAmulet"],
];

/// Returns the highest part whose names the sources implement.
pub(super) fn reached_part(sources: &[Source]) -> Part {
    let has = |name: &str| sources.iter().any(|source| implements(source, name));
    let reached = NAMES.iter().rposition(|names| names.iter().all(|name| has(name)));
    Part::all().nth(reached.map_or(0, |index| index + 1)).unwrap_or(Part::LAST)
}

/// Returns true if a source has a function, a class, an enumeration or a lambda of this name whose body isn't
/// empty. Declarations and calls do not count.
fn implements(source: &Source, name: &str) -> bool {
    let is_filled = |open: usize| source.group_at(open).is_some_and(|group| group.close > open + 1);
    let is_defined = |at: usize| {
        let group = source.groups.iter().find(|group| group.name == Some(at));
        let is_body = group.is_some_and(|group| {
            matches!(group.kind, GroupKind::Function | GroupKind::Class) && group.close > group.open + 1
        });
        let is_enum = source.before(at) == "enum" || matches!(source.before(at), "class" | "struct");
        let open = (at..source.len()).find(|&index| matches!(source.token(index), "{" | ";"));
        let is_lambda = source.token(at + 1) == "=" && source.token(at + 2) == "[";
        is_body || (is_enum || is_lambda) && open.is_some_and(is_filled)
    };
    source.places(name).any(is_defined)
}
