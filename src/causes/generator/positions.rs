//! Edits of one statement of the original where the series has one expression: of x and y apart, which are a
//! position here, and of the members of a new value.

use syn::{Expr, ExprBinary, ExprField, ExprStruct, Member};

use super::names::{MEMBERS, POSITION, POSITIONS, STEP};
use super::source::{is_integer, range, tokens};
use super::writer::{Alternative, Writer, edit};

/// A step that is added to a place.
const SUMS: [(&str, &str); 8] = [
    ("x stays", "a.x, a.y + b.y"),
    ("y stays", "a.x + b.x, a.y"),
    ("x is subtracted", "a.x - b.x, a.y + b.y"),
    ("y is subtracted", "a.x + b.x, a.y - b.y"),
    ("the step's y is added to x", "a.x + b.y, a.y + b.y"),
    ("the step's x is added to y", "a.x + b.x, a.y + b.x"),
    ("x is computed from y", "a.y + b.x, a.y + b.y"),
    ("y is computed from x", "a.x + b.x, a.x + b.y"),
];
/// Two places that are compared.
const COMPARISONS: [(&str, &str); 9] = [
    ("only x is compared", "a.x == b.x"),
    ("only y is compared", "a.y == b.y"),
    ("one of x and y is enough", "a.x == b.x || a.y == b.y"),
    ("x must differ", "a.x != b.x && a.y == b.y"),
    ("y must differ", "a.x == b.x && a.y != b.y"),
    ("y is compared with x as well", "a.y == b.x && a.y == b.y"),
    ("x is compared with y as well", "a.x == b.x && a.x == b.y"),
    ("both are compared with y", "a.x == b.y && a.y == b.y"),
    ("both are compared with x", "a.x == b.x && a.y == b.x"),
];
/// A place that is handed over.
const ARGUMENTS: [(&str, &str); 3] =
    [("x and y are swapped", "p.y, p.x"), ("x is used for y", "p.x, p.x"), ("y is used for x", "p.y, p.y")];
/// A place that is set.
const PLACES: [(&str, &str); 7] = [
    ("y is not set", "p.x = v.x"),
    ("x is not set", "p.y = v.y"),
    ("x and y are swapped", "(p.x, p.y) = (v.y, v.x)"),
    ("x is set to y", "(p.x, p.y) = (v.y, v.y)"),
    ("y is set to x", "(p.x, p.y) = (v.x, v.x)"),
    ("x is set to y, and y is not set", "p.x = v.y"),
    ("y is set to x, and x is not set", "p.y = v.x"),
];
/// Ends of names that are taken for each other, and whole names.
const ALIKE: [(&str, &str); 6] =
    [("x", "y"), ("w", "h"), ("W", "H"), ("1", "2"), ("WIDTH", "HEIGHT"), ("MEM", "LIT")];

/// Variables whose members are taken for each other's.
const ROLES: [&str; 2] = ["attacker", "defender"];

/// Returns the names that are easily confused with another.
fn names_alike(name: &str) -> impl Iterator<Item = String> {
    let pairs = ALIKE.into_iter().flat_map(|(one, other)| [(one, other), (other, one)]);
    pairs.flat_map(move |(one, other)| {
        let end = name.strip_suffix(one).map(|start| format!("{start}{other}"));
        // x1 and y1.
        let start = name.strip_prefix(one).filter(|rest| rest.len() == 1);
        end.into_iter().chain(start.map(|rest| format!("{other}{rest}")))
    })
}

impl Writer<'_> {
    /// Returns the call or calculation around a name with another name that could be taken for it: y for x,
    /// or the height for the width.
    pub fn alike(&self, name: &Expr) -> Vec<Alternative> {
        let (raw, around) = (self.raw(name), self.current.around.clone());
        let declarations = self.declarations;
        let others: Vec<String> = match name {
            Expr::Field(ExprField { base, member: Member::Named(member), .. }) => {
                let base = self.raw(&**base);
                let fields = declarations.fields_like(&member.to_string());
                let members = names_alike(raw.rsplit('.').next().unwrap_or_default());
                let members = members.filter(|other| fields.contains(&other.as_str()));
                let bases = ROLES.into_iter().filter(|other| ROLES.contains(&base) && *other != base);
                let members = members.map(|other| format!("{base}.{other}"));
                members.chain(bases.map(|other| format!("{other}.{member}"))).collect()
            }
            _ => names_alike(raw)
                .filter(|other| {
                    self.current.words.contains(other) || declarations.constants.contains_key(other)
                })
                .collect(),
        };
        let is_inside = around.start <= range(name).start && range(name).end <= around.end;
        let around = if is_inside { around } else { range(name) };
        let with = |other: String| {
            let to = self.file.splice(around.clone(), vec![(range(name), other.clone())]);
            edit("alike", &self.file.text[around.clone()], &to, other)
        };
        others.into_iter().map(with).collect()
    }

    /// Returns the edits of a sum or comparison whose sides are positions.
    pub fn coordinates(&self, binary: &ExprBinary) -> Vec<Alternative> {
        let (left, operator, right) = (self.raw(&binary.left), tokens(&binary.op), self.raw(&binary.right));
        let from = format!("{left} {operator} {right}");
        let with = |to: &str, code: String| {
            edit("coordinate", &from, to, format!("{{ let (a, b) = ({left}, {right}); {code} }}"))
        };
        let is_comparison = is_position(left) || is_position(right);
        match operator.as_str() {
            "+" if right == STEP => {
                SUMS.map(|(to, code)| with(to, format!("crate::map::Pos::new({code})"))).into()
            }
            "==" if is_comparison => COMPARISONS.map(|(to, code)| with(to, code.to_owned())).into(),
            "!=" if is_comparison => COMPARISONS.map(|(to, code)| with(to, format!("!({code})"))).into(),
            _ => Vec::new(),
        }
    }

    /// Returns the edits of a position that is set.
    pub fn set_coordinates(&self, place: &str, value: &str) -> Vec<Alternative> {
        let from = format!("{place} = {value}");
        let with = |(to, code)| {
            edit("coordinate", &from, to, format!("{{ let (v, p) = ({value}, &mut {place}); {code} }}"))
        };
        if is_position(place) { PLACES.map(with).into() } else { Vec::new() }
    }

    /// Returns a new value in which two members are exchanged, or a number or a coordinate is not set. The
    /// structs of the original begin with 0 or 1.
    pub fn structs(&self, literal: &ExprStruct, whole: &Expr) -> Vec<Alternative> {
        let name = literal.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
        let Some(kinds) = self.declarations.structs.get(&name) else { return Vec::new() };
        let typed = literal.fields.iter().filter_map(|field| {
            let (_, kind) = kinds.iter().find(|(name, _)| *name == tokens(&field.member))?;
            Some((field, kind.as_str()))
        });
        let typed: Vec<_> = typed.collect();
        let written = typed.iter().filter(|(field, _)| field.colon_token.is_some());
        let mut all =
            self.exchanges(whole, &written.map(|(field, kind)| (&field.expr, *kind)).collect::<Vec<_>>());
        for (field, kind) in typed {
            let (name, value) = (tokens(&field.member), self.raw(&field.expr));
            let values = match kind {
                POSITION => {
                    let unset = |part| format!("{{ let mut p = {value}; p.{part} = 0; p }}");
                    let both = "crate::map::Pos::new(0, 0)".to_owned();
                    vec![("x", unset("x")), ("y", unset("y")), ("x and y", both)]
                }
                _ if is_integer(kind) => vec![("0", "0".to_owned()), ("1", "1".to_owned())],
                _ => continue,
            };
            let with =
                |(to, value)| edit("unset", &name, to, self.put(whole, field, &format!("{name}: {value}")));
            all.extend(values.into_iter().map(with));
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

/// Returns the edits of a new entity of which a member is not set, or of what has the entity `inside`.
pub fn unset_members(entity: &str, inside: &str) -> [Alternative; MEMBERS.len()] {
    MEMBERS.map(|(original, members, unset)| {
        let set: String = members.iter().map(|member| format!("new{inside}.{member} = {unset}; ")).collect();
        let code = format!("{{ let mut new = {entity}; {set}new }}");
        edit("unset", original, unset, code)
    })
}

/// Returns true for a variable that is a position.
pub fn is_position(name: &str) -> bool {
    POSITIONS.into_iter().any(|end| name.ends_with(end))
}
