//! Functions that let the header read the lists of a game whose members have other names than in the series.

use super::places::{Definition, Lines, MAX_PLACES, plain_name};
use super::source::Variable;
use super::tiles::let_in;
use roguelike::part::Part;

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

/// Lets the header read each list whose name is not found, if only one other member looks like it: several
/// objects of the same type.
pub(super) fn read(lines: &Lines, part: Part) {
    let of_part = || LISTS.into_iter().filter(|(.., exists)| exists(part));
    for (class, name, ty, _) in of_part() {
        let Some(&(source, group)) = lines.classes.get(class) else { continue };
        let lists = source.variables(group).take(MAX_PLACES).filter(Variable::is_container);
        let lists: Vec<Variable> = lists.filter(|list| list.is(ty)).collect();
        let is_known =
            |list: &Variable| of_part().any(|(of, known, ..)| of == class && known == plain_name(list.name));
        let mut others = lists.iter().filter(|list| !is_known(list));
        let has_name = lists.iter().any(|list| plain_name(list.name) == name);
        if let (Some(other), None, false) = (others.next(), others.next(), has_name) {
            let function = format!("const auto& traced_{name}() const {{ return {}; }}", other.name);
            let definition: Definition = (source, group);
            let_in(definition, Some(function), other.is_public(group));
        }
    }
}
