//! Adds functions that give the header the tiles of a map whose members are private or have names of their
//! own.

use super::places::{Definition, Lines, MAX_PLACES, plain_name};
use super::source::Variable;

/// Words in the names of tiles that can be walked on, and of tiles that cannot.
const FLOORS: [&str; 7] = ["floor", "ground", "open", "room", "corridor", "passage", "walkable"];
const WALLS: [&str; 5] = ["wall", "rock", "solid", "stone", "block"];

/// Lets the header read the map and its tiles.
pub(super) fn read(lines: &Lines) {
    let Some((source, class)) = map_class(lines) else { return };
    // The tiles are several objects of a class with a member for the floor.
    let members = source.variables(class).take(MAX_PLACES);
    let found = members.filter(Variable::is_container).find_map(|grid| {
        let mut classes = grid.type_words().filter_map(|word| lines.classes.get(word));
        classes.find_map(|&tile| Some((grid, tile, floor(lines, tile)?)))
    });
    let Some((grid, (tile_source, tile), (floor, is_known))) = found else { return };
    let tiles = format!("const auto& traced_tiles() const {{ return {}; }}", grid.name);
    let tiles = (plain_name(grid.name) != "tiles").then_some(tiles);
    let_in((source, class), tiles, grid.is_public(class));
    let floor = (!is_known).then(|| format!("bool traced_floor() const {{ return {floor}; }}"));
    let_in((tile_source, tile), floor, tile_source.variables(tile).all(|member| member.is_public(tile)));
}

/// Lets the header read a class, through a function if a member has another name.
pub(super) fn let_in((source, class): Definition, function: Option<String>, is_public: bool) {
    if !is_public || function.is_some() {
        source.befriend(class);
    }
    if let Some(function) = function {
        source.insert_first(class.open, &function);
    }
}

/// Returns the class of the map: `Map`, or that of a variable of this name.
fn map_class<'s>(lines: &Lines<'s>) -> Option<Definition<'s>> {
    let groups =
        lines.sources.iter().flat_map(|source| source.groups.iter().map(move |group| (source, group)));
    let variables = groups.flat_map(|(source, group)| source.variables(group));
    let mut maps = variables.filter(|variable| matches!(plain_name(variable.name), "map" | "dungeon"));
    lines.classes.get("Map").copied().or_else(|| maps.find_map(|map| lines.class_of(&map)))
}

/// Returns the expression that is true for a tile of the floor. The flag is true if the header finds it by
/// itself.
fn floor(lines: &Lines, (source, class): Definition) -> Option<(String, bool)> {
    let has = |name: &str, words: &[&str]| words.iter().any(|word| name.to_lowercase().contains(word));
    source.variables(class).take(MAX_PLACES).find_map(|member| {
        let name = member.name;
        if member.is("bool") {
            let is_wall = has(name, &WALLS);
            let value = format!("{}{name}", if is_wall { "!" } else { "" });
            return (is_wall || has(name, &FLOORS)).then(|| (value, name == "floor"));
        }
        let ty: String = member.type_words().filter(|word| *word != "const").collect();
        let kinds = enumerators(lines, ty.rsplit("::").next()?)?;
        let of = |words: &[&str]| kinds.iter().filter(|kind| has(kind, words)).copied().collect::<Vec<_>>();
        let (kinds, sign, joint) = match of(&FLOORS) {
            floors if floors.is_empty() => (of(&WALLS), "!=", " && "),
            floors => (floors, "==", " || "),
        };
        let is_known = kinds == ["Floor"] && matches!(plain_name(name), "type" | "kind");
        let tests: Vec<String> = kinds.iter().map(|kind| format!("{name} {sign} {ty}::{kind}")).collect();
        (!tests.is_empty()).then(|| (tests.join(joint), is_known))
    })
}

/// Returns the names of the values of an enum.
fn enumerators<'s>(lines: &Lines<'s>, name: &str) -> Option<Vec<&'s str>> {
    lines.sources.iter().find_map(|source| {
        // `enum X` or `enum class X`.
        let is_enum =
            |&index: &usize| index > 1 && [1, 2].iter().any(|back| source.token(index - back) == "enum");
        let place = source.places(name).find(is_enum)?;
        let open = (place..source.len()).find(|&index| matches!(source.token(index), "{" | ";"))?;
        let close = source.group_at(open)?.close;
        let is_value = |&index: &usize| matches!(source.before(index), "{" | ",");
        Some((open + 1..close).filter(is_value).map(|index| source.token(index)).collect())
    })
}
