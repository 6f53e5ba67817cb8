//! The members of a game that have other names than in the series, and functions that let the header read
//! them. Lists are found by their type, and single values by their type and a word in their names.

use super::places::{Definition, Lines, plain_name};
use super::source::Variable;
use super::tiles::let_in;
use roguelike::part::Part;

/// Maximum number of members of a class that are examined. Hostile sources have any number.
const MAX_MEMBERS: usize = 100;

/// A list: the class and the name of the member, the type of its objects, and the parts that have it.
type List = (&'static str, &'static str, &'static str, fn(Part) -> bool);

const LISTS: [List; 6] = [
    ("Game", "inventory", "Item", Part::has_items),
    ("Game", "levels", "Level", Part::has_floors),
    ("Game", "monsters", "Monster", |part| part.has_game_class() && !part.has_floors()),
    ("Game", "items", "Item", |part| part.has_items() && !part.has_floors()),
    ("Level", "monsters", "Monster", Part::has_floors),
    ("Level", "items", "Item", Part::has_floors),
];

/// A single member: the names that the header knows, the first of which is that of the series, its
/// type, words in the names of members like it, and the parts that have it.
type Single = (&'static [&'static str], &'static str, &'static [&'static str], fn(Part) -> bool);

/// The single members of class `Game`.
const SINGLES: [Single; 8] = [
    (&["hasWeapon"], "bool", &["weapon", "armed", "wield"], Part::has_equipment),
    (
        &["hasArmour", "hasArmor", "wearsArmour"],
        "bool",
        &["armour", "armor", "worn", "wear"],
        Part::has_equipment,
    ),
    (&["weapon"], "Item", &["weapon", "wield", "blade"], Part::has_equipment),
    (&["armour", "armor", "wornArmour"], "Item", &["armour", "armor", "worn"], Part::has_equipment),
    (&["strengthBonus"], "int", &["strength", "str"], Part::has_equipment),
    (&["magicBonus"], "int", &["magic", "spell"], Part::has_scrolls),
    (&["amulets"], "int", &["amulet"], Part::has_amulets),
    (&["depth"], "int", &["depth", "floor", "level"], Part::has_floors),
];

/// A name of the series, without `m_`, and the program's name of the same member.
pub(super) type OwnName = (&'static str, String);

/// Lets the header read each member whose name is not found, if only one other member looks like it. Returns
/// the names of all members that are found.
pub(super) fn read(lines: &Lines, part: Part) -> Vec<OwnName> {
    let mut found = read_lists(lines, part);
    let Some(&(source, group)) = lines.classes.get("Game") else { return found };
    let members: Vec<Variable> =
        source.variables(group).take(MAX_MEMBERS).filter(|member| !member.is_container()).collect();
    let known = |names: &[&str]| members.iter().find(|member| names.contains(&plain_name(member.name)));
    for (names, ty, words, _) in SINGLES.into_iter().filter(|(.., exists)| exists(part)) {
        let is_known =
            |member: &Variable| SINGLES.iter().any(|(names, ..)| names.contains(&plain_name(member.name)));
        let is_like = |member: &&Variable| {
            let name = member.name.to_lowercase();
            member.is(ty) && !is_known(member) && words.iter().any(|word| name.contains(word))
        };
        let mut like = members.iter().filter(is_like);
        match (known(names), like.next(), like.next()) {
            (Some(known), ..) => found.push((names[0], known.name.to_owned())),
            (None, Some(other), None) => found.push(let_read((source, group), names[0], other)),
            _ => {}
        }
    }
    found
}

/// Lets the header read each list whose name is not found, if only one other member looks like it: several
/// objects of the same type. Returns their names.
fn read_lists(lines: &Lines, part: Part) -> Vec<OwnName> {
    let mut found = Vec::new();
    let of_part = || LISTS.into_iter().filter(|(.., exists)| exists(part));
    for (class, name, ty, _) in of_part() {
        let Some(&(source, group)) = lines.classes.get(class) else { continue };
        let lists = source.variables(group).take(MAX_MEMBERS).filter(Variable::is_container);
        let lists: Vec<Variable> = lists.filter(|list| list.is(ty)).collect();
        let is_known =
            |list: &Variable| of_part().any(|(of, known, ..)| of == class && known == plain_name(list.name));
        let mut others = lists.iter().filter(|list| !is_known(list));
        let has_name = lists.iter().any(|list| plain_name(list.name) == name);
        if let (Some(other), None, false) = (others.next(), others.next(), has_name) {
            found.push(let_read((source, group), name, other));
        }
    }
    found
}

/// Lets the header read the member of a class that the series calls `name`. Returns both names.
fn let_read((source, class): Definition, name: &'static str, member: &Variable) -> OwnName {
    let function = format!("const auto& traced_{name}() const {{ return {}; }}", member.name);
    let_in((source, class), Some(function), member.is_public(class));
    (name, member.name.to_owned())
}
