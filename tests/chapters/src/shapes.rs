//! What earlier chapters of the original have in another shape, or under another name, than later ones. The
//! sources have the shape of the last chapter.

use std::ops::RangeInclusive;

use crate::program::Sources;

/// Chapters, a text of the sources, and what stands there in those chapters.
type Row = (RangeInclusive<u8>, &'static str, &'static str);

/// Before Part 11 there is one level.
const TEXTS: [Row; 9] = [
    (
        1..=10,
        "The levels made so far, by depth; before the first dungeon one of solid wall. Parts 1 to 10 have one.",
        "The level; before the first dungeon solid wall.",
    ),
    (1..=10, "levels: Vec<Level>", "level: Level"),
    (1..=10, "levels: vec![Level::default()]", "level: Level::default()"),
    (
        1..=10,
        "self.levels = vec![Level::generate(part, 0, seed, &mut self.rng)]",
        "self.level = Level::generate(part, 0, seed, &mut self.rng)",
    ),
    (1..=10, "levels[self.depth]", "level"),
    (8..=8, "(`useItem`; in Part 8 `quaff`)", "(`quaff`)"),
    (8..=8, "(`quaff`; in Part 8 `applyPotion`)", "(`applyPotion`)"),
    (9..=17, "(`useItem`; in Part 8 `quaff`)", "(`useItem`)"),
    (9..=17, "(`quaff`; in Part 8 `applyPotion`)", "(`quaff`)"),
];

/// Functions that have another name in some chapters: chapters, name in the sources, name there.
const FUNCTIONS: [Row; 2] = [(8..=8, "use_item", "quaff"), (8..=8, "quaff", "apply_potion")];

/// Gives the sources the shape that a chapter has.
///
/// # Errors
/// When a text of the table is not in the sources any more.
pub fn reshape(sources: &mut Sources, part: u8) -> Result<(), String> {
    for (_, from, to) in TEXTS.iter().filter(|(parts, ..)| parts.contains(&part)) {
        let mut found = false;
        for text in sources.values_mut() {
            found |= text.contains(from);
            *text = text.replace(from, to);
        }
        if !found {
            return Err(format!("src does not say '{from}' any more: correct tests/chapters/src/shapes.rs"));
        }
    }
    let mut names = Vec::new();
    for (_, from, to) in FUNCTIONS.iter().filter(|(parts, ..)| parts.contains(&part)) {
        if !sources.values().any(|text| text.contains(&format!("fn {from}("))) {
            return Err(format!(
                "src has no function '{from}' any more: correct tests/chapters/src/shapes.rs"
            ));
        }
        names.push((*from, *to));
    }
    if !names.is_empty() {
        for text in sources.values_mut() {
            let lines: Vec<String> = text.lines().map(|line| renamed(line, &names)).collect();
            *text = lines.join("\n") + "\n";
        }
    }
    Ok(())
}

/// A line that calls or defines functions by other names. Comments and texts stay.
fn renamed(line: &str, names: &[(&str, &str)]) -> String {
    let (code, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
    let mut out = String::new();
    let mut rest = code;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        let (before, word) = rest.split_at(start);
        let (word, after) =
            word.split_at(word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len()));
        out += before;
        let other = names.iter().find(|(from, _)| *from == word && after.starts_with('('));
        out += other.map_or(word, |(_, to)| to);
        rest = after;
    }
    out + rest + comment
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn functions_change_their_names() {
        let names = [("use_item", "quaff"), ("quaff", "apply_potion")];
        let line = "self.use_item(quaff(a), \"to quaff\"); quaff_all() // quaff()";
        let other = "self.quaff(apply_potion(a), \"to quaff\"); quaff_all() // quaff()";
        assert_eq!(renamed(line, &names), other);
    }
}
