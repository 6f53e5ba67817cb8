//! The part that sources have reached.

use crate::attach::source::Source;
use crate::part::Part;

/// Names that come with a part and that later parts keep, Part 2 first.
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

/// Returns the highest part whose names the sources have.
pub(super) fn part(sources: &[Source]) -> Part {
    let has = |name: &str| sources.iter().any(|source| source.places(name).next().is_some());
    let reached = NAMES.iter().rposition(|names| names.iter().all(|name| has(name)));
    Part::all().nth(reached.map_or(0, |index| index + 1)).unwrap_or(Part::LAST)
}
