//! Edits of one statement of the original where the series has a part of one: x or y, or a member.

use syn::{Expr, ExprBinary, ExprField, ExprStruct, Member};

use super::names::{POSITION, POSITIONS, STEP, TARGET};
use super::operators::kinds;
use super::source::{is_integer, range, tokens};
use super::writer::{Alternative, Writer, edit, fill};

/// Variables whose members are taken for each other's.
const ROLES: [&str; 2] = ["attacker", "defender"];

/// Returns the names that are easily confused with another.
fn names_alike(name: &str) -> impl Iterator<Item = String> {
    let pairs = kinds("names alike").flat_map(|(one, other)| [(one, other), (other, one)]);
    pairs.flat_map(move |(one, other)| {
        let end = name.strip_suffix(one).map(|start| format!("{start}{other}"));
        // x1 and y1.
        let start = name.strip_prefix(one).filter(|rest| rest.len() == 1);
        end.into_iter().chain(start.map(|rest| format!("{other}{rest}")))
    })
}

impl Writer<'_> {
    /// Returns the call or calculation around a name with another name that could be taken for it: y for x,
    /// or the height for the width. No variable is set to itself.
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
        let before = &self.file.text[..range(name).start];
        others.into_iter().filter(|other| !before.ends_with(&format!(" {other} = "))).map(with).collect()
    }

    /// Returns the edits of a sum or comparison whose sides are positions, or pairs such as `(dx, dy)`.
    pub fn coordinates(&self, binary: &ExprBinary) -> Vec<Alternative> {
        let (left, operator, right) = (self.raw(&binary.left), tokens(&binary.op), self.raw(&binary.right));
        let mut from = format!("{left} {operator} {right}");
        let mut sides = [left, right].map(str::to_owned);
        let mut is_comparison = is_position(left) || is_position(right);
        if let (Expr::Tuple(one), Expr::Tuple(other)) = (&*binary.left, &*binary.right) {
            let equal = |(one, other)| format!("{} == {}", self.raw(one), self.raw(other));
            // As the original writes it.
            from = one.elems.iter().zip(&other.elems).map(equal).collect::<Vec<_>>().join(" && ");
            sides = sides.map(|side| format!("crate::map::Pos::new{side}"));
            is_comparison = one.elems.len() == 2;
        }
        let form = match operator.as_str() {
            "+" if right == STEP => "position + step",
            "==" | "!=" if is_comparison => "position == position",
            _ => return Vec::new(),
        };
        let [left, right] = sides;
        let negated = if operator == "!=" { "!" } else { "" };
        let with = |(to, code)| {
            edit("coordinate", &from, to, format!("{{ let (a, b) = ({left}, {right}); {negated}({code}) }}"))
        };
        kinds(form).map(with).collect()
    }

    /// Returns the edits of a position that is set.
    pub fn set_coordinates(&self, place: &str, value: &str) -> Vec<Alternative> {
        let from = format!("{place} = {value}");
        let set = |(to, code)| (to, format!("{{ let (v, p) = ({value}, &mut {place}); {code} }}"));
        let steps = stepped(value, place).map(|(to, code)| (to, format!("{place} = {code}")));
        let all = kinds("position = position").map(set).chain(steps).filter(|_| is_position(place));
        all.map(|(to, code)| edit("coordinate", &from, to, code)).collect()
    }

    /// Returns a new value in which two members are exchanged, or a number or a coordinate is not set. The
    /// structs of the original begin with 0 or 1.
    pub fn structs(&self, literal: &ExprStruct, whole: &Expr) -> Vec<Alternative> {
        let name = literal.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
        let Some(declared) = self.declarations.structs.get(&name) else { return Vec::new() };
        let typed = literal.fields.iter().filter_map(|field| {
            let (_, kind) = declared.iter().find(|(name, _)| *name == tokens(&field.member))?;
            Some((field, kind.as_str()))
        });
        let typed: Vec<_> = typed.collect();
        let written = typed.iter().filter(|(field, _)| field.colon_token.is_some());
        let mut all =
            self.exchanges(whole, &written.map(|(field, kind)| (&field.expr, *kind)).collect::<Vec<_>>());
        let numbers = typed.iter().filter(|(field, kind)| field.colon_token.is_some() && is_integer(kind));
        let numbers: Vec<_> = numbers.map(|(field, _)| (tokens(&field.member), &field.expr)).collect();
        all.extend(self.misplaced(whole, &numbers));
        for (field, kind) in typed {
            let (name, value) = (tokens(&field.member), self.raw(&field.expr));
            let with = |value: &str| self.put(whole, field, &format!("{name}: {value}"));
            let numbers = ["0", "1"].into_iter().filter(|_| is_integer(kind));
            all.extend(numbers.map(|value| edit("unset", &name, value, with(value))));
            let coordinates = unset_coordinates([value, &name], "").filter(|_| kind == POSITION);
            all.extend(coordinates.map(|one| Alternative { code: with(&one.code), ..one }));
        }
        all
    }
}

/// Returns other sums for the place to which a step leads, where the original adds it to x and to y.
fn stepped(target: &str, from: &str) -> impl Iterator<Item = (&'static str, String)> {
    let sums = kinds("position + step").filter(move |_| target == TARGET);
    sums.map(move |(to, code)| (to, format!("{{ let (a, b) = ({from}, {STEP}); {code} }}")))
}

/// Returns the edits of a position that is handed over, or that a variable begins with.
pub fn handed_over(place: &str) -> impl Iterator<Item = Alternative> + '_ {
    let other = move |(to, code)| (to, format!("{{ let p = {place}; {code} }}"));
    let sums = stepped(place, "target + crate::map::Pos::new(-step.x, -step.y)");
    let all = kinds("f(position)").map(other).chain(sums);
    all.map(move |(to, code)| edit("coordinate", place, to, code))
}

/// Returns the edits of a new entity of which a member is not set, or of what has the entity `inside`.
pub fn unset_members<'a>(entity: &'a str, inside: &'a str) -> impl Iterator<Item = Alternative> + 'a {
    let unset = kinds("Entity::new").map(move |(member, unset)| {
        let value = unset.rsplit(" = ").next().unwrap_or_default();
        edit("unset", member, value, new_with(entity, inside, unset))
    });
    let inside = if inside.is_empty() { ".pos" } else { ".entity.pos" };
    unset.chain(unset_coordinates([entity, "pos"], inside))
}

/// Returns the edits of a new value with a name whose coordinates are `inside`.
fn unset_coordinates([value, name]: [&str; 2], inside: &str) -> impl Iterator<Item = Alternative> {
    kinds("position").map(move |(members, set)| {
        let (members, code) = (members.replace("$n", name), new_with(value, inside, set));
        match members.split_once(" in place of ") {
            Some((place, of)) => edit("place", place, of, code),
            None => edit("unset", &members, "0", code),
        }
    })
}

/// Returns a new value with what is set in it, or `inside` of it.
fn new_with(value: &str, inside: &str, set: &str) -> String {
    format!("{{ let mut new = {value}; {}; new }}", fill(set, &[("$e", &format!("new{inside}"))]))
}

/// Returns true for a variable that is a position.
pub fn is_position(name: &str) -> bool {
    POSITIONS.into_iter().any(|end| name.ends_with(end))
}
