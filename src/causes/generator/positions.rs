//! Edits of one statement of the original where the series has one expression: of x and y apart, which are a
//! position here, and of the members of a new value.

use syn::{Expr, ExprBinary, ExprField, ExprStruct, Member};

use super::names::{DISTANCE, MEMBERS, POSITION, POSITIONS, STATUS_TURNS, STEP};
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
    ("y is taken for the sum's x", "a.y + b.x, a.y + b.y"),
    ("x is taken for the sum's y", "a.x + b.x, a.x + b.y"),
];
/// Two places that are compared.
const COMPARISONS: [(&str, &str); 9] = [
    ("only x is compared", "a.x == b.x"),
    ("only y is compared", "a.y == b.y"),
    ("one of x and y is enough", "a.x == b.x || a.y == b.y"),
    ("x has to differ", "a.x != b.x && a.y == b.y"),
    ("y has to differ", "a.x == b.x && a.y != b.y"),
    ("y is compared with x as well", "a.y == b.x && a.y == b.y"),
    ("x is compared with y as well", "a.x == b.x && a.x == b.y"),
    ("both are compared with y", "a.x == b.y && a.y == b.y"),
    ("both are compared with x", "a.x == b.x && a.y == b.x"),
];
/// A place that is handed over.
const ARGUMENTS: [(&str, &str); 3] = [
    ("x and y are exchanged", "p.y, p.x"),
    ("x is taken for y", "p.x, p.x"),
    ("y is taken for x", "p.y, p.y"),
];
/// A place that is set.
const PLACES: [(&str, &str); 5] = [
    ("y is not set", "p.x = v.x"),
    ("x is not set", "p.y = v.y"),
    ("x and y are exchanged", "(p.x, p.y) = (v.y, v.x)"),
    ("x is set to y", "(p.x, p.y) = (v.y, v.y)"),
    ("y is set to x", "(p.x, p.y) = (v.x, v.x)"),
];
/// Turns of both statuses that are set.
const STATUSES: [(&str, &str); 2] =
    [("poison is not set", "p[1] = v[1]"), ("regeneration is not set", "p[0] = v[0]")];
/// The distance of two places.
const DISTANCES: [(&str, &str); 5] = [
    ("only x counts", "(a.x - b.x).abs()"),
    ("only y counts", "(a.y - b.y).abs()"),
    ("y is subtracted", "(a.x - b.x).abs() - (a.y - b.y).abs()"),
    ("the sum of x counts", "(a.x + b.x).abs() + (a.y - b.y).abs()"),
    ("the sum of y counts", "(a.x - b.x).abs() + (a.y + b.y).abs()"),
];
/// Ends of names that are taken for each other, and whole names.
const ALIKE: [(&str, &str); 6] =
    [("x", "y"), ("w", "h"), ("W", "H"), ("1", "2"), ("WIDTH", "HEIGHT"), ("MEM", "LIT")];

/// Variables whose members are taken for each other's.
const ROLES: [&str; 2] = ["attacker", "defender"];

/// Returns the names that could be taken for another one.
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
        let declarations = self.input.declarations;
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
        let (left, right) = (self.raw(&binary.left), self.raw(&binary.right));
        let sides = format!("{{ let (a, b) = ({left}, {right});");
        let place = position(left).or(position(right));
        let from = format!("{left} {} {right}", tokens(&binary.op));
        let with = |name: &'static str, to: &str, code: &str| {
            edit("coordinate", &from, to, format!("{sides} {code} }}")).by_name(name)
        };
        match (tokens(&binary.op).as_str(), place) {
            ("+", _) if right == STEP => {
                SUMS.map(|(to, code)| with(STEP, to, &format!("crate::map::Pos::new({code})"))).into()
            }
            ("==", Some(name)) => COMPARISONS.map(|(to, code)| with(name, to, code)).into(),
            ("!=", Some(name)) => COMPARISONS.map(|(to, code)| with(name, to, &format!("!({code})"))).into(),
            _ => Vec::new(),
        }
    }

    /// Returns the edit of a comparison of positions that is the last of more conditions: x and y are two
    /// conditions in the original.
    pub fn split_comparison(&self, logic: &ExprBinary) -> Option<Alternative> {
        let Expr::Binary(last) = &*logic.right else { return None };
        if [tokens(&logic.op), tokens(&last.op)] != ["&&", "=="] {
            return None;
        }
        let (left, right) = (self.raw(&last.left), self.raw(&last.right));
        position(left).or(position(right))?;
        let before = self.raw(&logic.left);
        let code = format!("{{ let (a, b) = ({left}, {right}); ({before}) && a.x == b.x || a.y == b.y }}");
        let from = format!("{before} && {left} == {right}");
        Some(edit("coordinate", &from, "y alone is enough", code))
    }

    /// Returns the edits of a position that is set.
    pub fn set_coordinates(&self, place: &Expr, value: &Expr) -> Vec<Alternative> {
        let (place, value) = (self.raw(place), self.raw(value));
        let from = format!("{place} = {value}");
        let with = |(to, code)| {
            edit("coordinate", &from, to, format!("{{ let (v, p) = ({value}, &mut {place}); {code} }}"))
        };
        match place {
            _ if place.ends_with(STATUS_TURNS) => {
                STATUSES.map(|change| with(change).by_name(STATUS_TURNS)).into()
            }
            _ => match position(place) {
                Some(name) => PLACES.map(|change| with(change).by_name(name)).into(),
                None => Vec::new(),
            },
        }
    }

    /// Returns the edits of a sum of three terms, of which one is missing. That the last one is missing is an
    /// edit of every sum. Where a product is subtracted, its factors may be two terms.
    pub fn terms(&self, binary: &ExprBinary) -> Vec<Alternative> {
        let operator = tokens(&binary.op);
        let mut all = Vec::new();
        if let ("-", Expr::Binary(last)) = (operator.as_str(), &*binary.right) {
            let (one, two, three) = (self.raw(&binary.left), self.raw(&last.left), self.raw(&last.right));
            let code = format!("{one} - {two} + {three}");
            all.push(Alternative::new("arithmetic", self.raw(binary), code));
        }
        let is_sum = |operator: &str| ["+", "-"].contains(&operator);
        // Parentheses around the sum, or none.
        if let Expr::Binary(last) = &*binary.right
            && is_sum(&operator)
            && !is_sum(&tokens(&last.op))
        {
            let (one, two, three) = (self.raw(&binary.left), self.raw(&last.left), self.raw(&last.right));
            let code = format!("({one} {operator} {two}) {} {three}", tokens(&last.op));
            all.push(Alternative::new("arithmetic", self.raw(binary), code));
        }
        if let Expr::Paren(sum) = &*binary.left
            && !is_sum(&operator)
        {
            let code = format!("{} {operator} {}", self.raw(&*sum.expr), self.raw(&binary.right));
            all.push(Alternative::new("arithmetic", self.raw(binary), code));
        }
        if let Expr::Binary(first) = &*binary.left
            && is_sum(&operator)
            && is_sum(&tokens(&first.op))
        {
            let (one, two, three) = (self.raw(&first.left), self.raw(&first.right), self.raw(&binary.right));
            let sign = if tokens(&first.op) == "-" { "-" } else { "" };
            let from = format!("{one} {} {two} {operator} {three}", tokens(&first.op));
            let without = [format!("{sign}{two} {operator} {three}"), format!("{one} {operator} {three}")];
            all.extend(without.map(|code| Alternative::new("arithmetic", &from, code)));
        }
        all
    }

    /// Returns the edits of a new value in which a number or a coordinate is not set. The structs of the
    /// original begin with 0 or 1.
    pub fn unset(&self, literal: &ExprStruct) -> Vec<Alternative> {
        let name = literal.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
        let kinds = self.input.declarations.structs.get(&name);
        let mut all = Vec::new();
        for field in &literal.fields {
            let Member::Named(name) = &field.member else { continue };
            let kind = kinds.and_then(|kinds| kinds.iter().find(|(field, _)| name == field));
            let value = self.raw(&field.expr);
            let values = match kind.map(|(_, kind)| kind.as_str()) {
                Some(POSITION) => {
                    let unset = |part| format!("{{ let mut p = {value}; p.{part} = 0; p }}");
                    let both = "crate::map::Pos::new(0, 0)".to_owned();
                    vec![("x", unset("x")), ("y", unset("y")), ("x and y", both)]
                }
                Some(kind) if is_integer(kind) => vec![("0", "0".to_owned()), ("1", "1".to_owned())],
                _ => continue,
            };
            for (to, value) in values {
                let code = self.file.splice(range(literal), vec![(range(field), format!("{name}: {value}"))]);
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

/// Returns the edits of the distance of two positions.
pub fn distances(one: &str, other: &str) -> impl Iterator<Item = Alternative> + use<> {
    let (from, sides) = (format!("{one}.{DISTANCE}({other})"), format!("let (a, b) = ({one}, {other});"));
    DISTANCES.into_iter().map(move |(to, code)| {
        edit("coordinate", &from, to, format!("{{ {sides} {code} }}")).by_name(DISTANCE)
    })
}

/// Returns the edits of a new entity of which a member is not set, or of what has the entity `inside`.
pub fn unset_members(entity: &str, inside: &str, result: impl Fn(&str) -> String) -> Vec<Alternative> {
    let with = |(original, members, unset): (&'static str, &[&str], &str)| {
        let set: String = members.iter().map(|member| format!("new{inside}.{member} = {unset}; ")).collect();
        let code = format!("{{ let mut new = {entity}; {set}{} }}", result("new"));
        edit("unset", original, unset, code).by_name(original)
    };
    MEMBERS.map(with).into()
}

/// Returns how the name of a position ends; none for other names.
fn position(name: &str) -> Option<&'static str> {
    POSITIONS.into_iter().find(|end| name.ends_with(end))
}
