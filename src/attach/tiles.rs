//! Functions that tell the header which tiles a map has, where members have other names than in the series or
//! are private.

use super::places::{Class, Lines, plain_name};
use super::source::{Group, Source, Variable};

/// Words in the names of kinds of tiles that are walked on, and that are not.
const FLOORS: [&str; 7] = ["floor", "ground", "open", "room", "corridor", "passage", "walkable"];
const WALLS: [&str; 5] = ["wall", "rock", "solid", "stone", "block"];
/// Maximum number of members of a class that are looked at.
const MAX_MEMBERS: usize = 50;

/// Adds the functions to the class of the map and to that of its tiles.
pub(super) fn read(lines: &mut Lines) {
    let Some((source, class)) = map_class(lines) else { return };
    // The tiles: several objects of a class that says what is floor.
    let members = source.variables(class).take(MAX_MEMBERS);
    let found = members.filter(Variable::is_container).find_map(|grid| {
        grid.type_words().find_map(|word| {
            let &(tile_source, tile) = lines.classes.get(word)?;
            Some((grid, tile_source, tile, floor(lines, tile_source, tile)?))
        })
    });
    let Some((grid, tile_source, tile, floor)) = found else { return };
    let is_known = plain_name(grid.name) == "tiles";
    if !is_known || !grid.is_public(class) {
        lines.befriend(source, class);
    }
    if !is_known {
        let text = format!("const auto& traced_tiles() const {{ return {}; }}", grid.name);
        source.insert_first(class.open, &text);
    }
    let (value, is_found) = floor;
    if !tile_source.variables(tile).all(|member| member.is_public(tile)) {
        lines.befriend(tile_source, tile);
    }
    if !is_found {
        let text = format!("bool traced_floor() const {{ return {value}; }}");
        tile_source.insert_first(tile.open, &text);
    }
}

/// Returns the class of the map: `Map`, or that of a variable of this name.
fn map_class<'s>(lines: &Lines<'s>) -> Option<Class<'s>> {
    lines.classes.get("Map").copied().or_else(|| {
        let groups =
            lines.sources.iter().flat_map(|source| source.groups.iter().map(move |group| (source, group)));
        let variables = groups.flat_map(|(source, group)| source.variables(group));
        let is_map = |variable: &Variable| matches!(plain_name(variable.name), "map" | "dungeon");
        variables.filter(is_map).find_map(|map| lines.class_of(&map))
    })
}

/// Returns how a tile of a class says that it is floor, and true if the header finds that by itself.
fn floor(lines: &Lines, source: &Source, class: &Group) -> Option<(String, bool)> {
    source.variables(class).take(MAX_MEMBERS).find_map(|member| {
        let name = plain_name(member.name).to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if member.is("bool") {
            let is_wall = has(&WALLS);
            let value = format!("{}{}", if is_wall { "!" } else { "" }, member.name);
            return (is_wall || has(&FLOORS)).then(|| (value, member.name == "floor"));
        }
        let ty: String = member.type_words().filter(|word| *word != "const").collect();
        let kinds = enumerators(lines, ty.rsplit("::").next()?)?;
        let is = |kind: &&&str, words: &[&str]| words.iter().any(|word| kind.to_lowercase().contains(word));
        let floors: Vec<&&str> = kinds.iter().filter(|kind| is(kind, &FLOORS)).collect();
        let walls: Vec<&&str> = kinds.iter().filter(|kind| is(kind, &WALLS)).collect();
        let (kinds, sign, joint) =
            if floors.is_empty() { (walls, "!=", " && ") } else { (floors, "==", " || ") };
        let is_found = kinds == [&"Floor"] && matches!(plain_name(member.name), "type" | "kind");
        let tests = kinds.iter().map(|kind| format!("{} {sign} {ty}::{kind}", member.name));
        let tests = tests.collect::<Vec<_>>().join(joint);
        (!tests.is_empty()).then_some((tests, is_found))
    })
}

/// Returns the names of the values of an enum.
fn enumerators<'s>(lines: &Lines<'s>, name: &str) -> Option<Vec<&'s str>> {
    lines.sources.iter().find_map(|source| {
        let is_enum = |&index: &usize| {
            let before = source.token(index.wrapping_sub(1));
            before == "enum"
                || matches!(before, "class" | "struct") && source.token(index.wrapping_sub(2)) == "enum"
        };
        let place = source.places(name).find(is_enum)?;
        let open = (place..source.len()).find(|&index| matches!(source.token(index), "{" | ";"))?;
        let close = source.group_at(open)?.close;
        let tokens = (open + 1..close).filter(|&index| matches!(source.token(index - 1), "{" | ","));
        Some(tokens.map(|index| source.token(index)).collect())
    })
}
