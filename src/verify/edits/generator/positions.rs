//! Edits of one statement of the original where the series has one expression: of x and y apart, which are a
//! position here, and of the members of a new value.

use syn::{Expr, ExprBinary, ExprCall, ExprStruct, Member};

use super::source::{is_integer, range, tokens};
use super::writer::{Alternative, Writer};

/// A step that is added to a place.
const SUMS: [(&str, &str); 6] = [
    ("x stays", "a.x, a.y + b.y"),
    ("y stays", "a.x + b.x, a.y"),
    ("x is subtracted", "a.x - b.x, a.y + b.y"),
    ("y is subtracted", "a.x + b.x, a.y - b.y"),
    ("the step's y is added to x", "a.x + b.y, a.y + b.y"),
    ("the step's x is added to y", "a.x + b.x, a.y + b.x"),
];
/// Two places that are compared.
const COMPARISONS: [(&str, &str); 7] = [
    ("only x is compared", "a.x == b.x"),
    ("only y is compared", "a.y == b.y"),
    ("one of x and y is enough", "a.x == b.x || a.y == b.y"),
    ("x has to differ", "a.x != b.x && a.y == b.y"),
    ("y has to differ", "a.x == b.x && a.y != b.y"),
    ("y is compared with x as well", "a.y == b.x && a.y == b.y"),
    ("x is compared with y as well", "a.x == b.x && a.x == b.y"),
];
/// A place that is handed over.
const ARGUMENTS: [(&str, &str); 3] = [
    ("x and y are exchanged", "p.y, p.x"),
    ("x is taken for y", "p.x, p.x"),
    ("y is taken for x", "p.y, p.y"),
];
/// A place that is set.
const PLACES: [(&str, &str); 3] = [
    ("y is not set", "p.x = v.x"),
    ("x is not set", "p.y = v.y"),
    ("x and y are exchanged", "(p.x, p.y) = (v.y, v.x)"),
];
/// What the members of the original's `Entity` are before they are set.
const MEMBERS: [(&str, &str, &str); 8] = [
    ("x", "pos.x", "0"),
    ("y", "pos.y", "0"),
    ("hp", "hp", "1"),
    ("maxHp", "max_hp", "1"),
    ("power", "power", "1"),
    ("name", "name", "\"thing\""),
    ("color", "color", "crate::color::Color(255, 255, 255)"),
    ("glyph", "glyph", "b'?'"),
];
/// How the names of positions end.
const NAMES: [&str; 4] = ["pos", "stairs", "best", "far"];

impl Writer<'_> {
    /// Returns the edits of a sum or comparison whose sides are positions.
    pub fn coordinates(&self, binary: &ExprBinary) -> Vec<Alternative> {
        let (left, right) = (self.raw(&binary.left), self.raw(&binary.right));
        let sides = format!("{{ let (a, b) = ({left}, {right});");
        let is_place = NAMES.iter().any(|end| left.ends_with(end) || right.ends_with(end));
        let from = format!("{left} {} {right}", tokens(&binary.op));
        let with = |(to, code): (&str, String)| edit("coordinate", &from, to, format!("{sides} {code} }}"));
        match tokens(&binary.op).as_str() {
            "+" if right == "step" => {
                SUMS.map(|(to, code)| with((to, format!("crate::map::Pos::new({code})")))).into()
            }
            "==" if is_place => COMPARISONS.map(|(to, code)| with((to, code.to_owned()))).into(),
            "!=" if is_place => COMPARISONS.map(|(to, code)| with((to, format!("!({code})")))).into(),
            _ => Vec::new(),
        }
    }

    /// Returns the edits of a position that is set.
    pub fn set_coordinates(&self, place: &Expr, value: &Expr) -> Vec<Alternative> {
        let (place, value) = (self.raw(place), self.raw(value));
        if !NAMES.iter().any(|end| place.ends_with(end)) {
            return Vec::new();
        }
        let from = format!("{place} = {value}");
        let with = |(to, code)| {
            edit("coordinate", &from, to, format!("{{ let (v, p) = ({value}, &mut {place}); {code} }}"))
        };
        PLACES.map(with).into()
    }

    /// Returns the edits of a sum of three terms, of which one is missing. That the last one is missing is an
    /// edit of every sum.
    pub fn terms(&self, binary: &ExprBinary) -> Vec<Alternative> {
        let Expr::Binary(first) = &*binary.left else { return Vec::new() };
        let is_sum = |binary: &ExprBinary| ["+", "-"].contains(&tokens(&binary.op).as_str());
        if !is_sum(binary) || !is_sum(first) {
            return Vec::new();
        }
        let (one, two) = (self.raw(&first.left), self.raw(&first.right));
        let (operator, three) = (tokens(&binary.op), self.raw(&binary.right));
        let sign = if tokens(&first.op) == "-" { "-" } else { "" };
        let from = format!("{one} {} {two} {operator} {three}", tokens(&first.op));
        let without = [format!("{sign}{two} {operator} {three}"), format!("{one} {operator} {three}")];
        without.map(|code| Alternative::new("arithmetic", &from, code)).into()
    }

    /// Returns the edits of a new entity, of which a member is not set.
    pub fn unset_members(&self, made: &ExprCall) -> Vec<Alternative> {
        if self.raw(&made.func) != "Entity::new" {
            return Vec::new();
        }
        let made = self.raw(made);
        let with = |(original, member, value)| {
            edit("unset", original, value, format!("{{ let mut new = {made}; new.{member} = {value}; new }}"))
        };
        MEMBERS.map(with).into()
    }

    /// Returns the edits of a new value in which a number or a coordinate is not set. The structs of the
    /// original begin with 0 or 1.
    pub fn unset(&self, made: &ExprStruct) -> Vec<Alternative> {
        let name = made.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
        let kinds = self.given.declarations.structs.get(&name);
        let mut all = Vec::new();
        for field in &made.fields {
            let Member::Named(name) = &field.member else { continue };
            let kind = kinds.and_then(|kinds| kinds.iter().find(|(field, _)| name == field));
            let value = self.raw(&field.expr);
            let values = match kind.map(|(_, kind)| kind.as_str()) {
                Some("Pos") => {
                    ["x", "y"].map(|part| (part, format!("{{ let mut p = {value}; p.{part} = 0; p }}")))
                }
                Some(kind) if is_integer(kind) => ["0", "1"].map(|number| (number, number.to_owned())),
                _ => continue,
            };
            for (to, value) in values {
                let code = self.source.splice(range(made), vec![(range(field), format!("{name}: {value}"))]);
                all.push(edit("unset", &name.to_string(), to, code));
            }
        }
        all
    }
}

/// Returns the edits of a position that is handed over.
pub fn handed_over(place: &str) -> impl Iterator<Item = Alternative> + '_ {
    let with = move |(to, code)| {
        edit("coordinate", place, to, format!("{{ let p = {place}; crate::map::Pos::new({code}) }}"))
    };
    ARGUMENTS.into_iter().map(with)
}

fn edit(operator: &'static str, from: &str, to: &str, code: String) -> Alternative {
    Alternative { to: to.to_owned(), ..Alternative::new(operator, from, code) }
}
