//! The alternatives of an expression.

use std::collections::BTreeSet;

use syn::punctuated::Punctuated;
use syn::*;

use super::expression::has_let;
use super::names::*;
use super::operators;
use super::positions::{handed_over, is_position, unset_members};
use super::source::{Declarations, range, tokens};
use super::writer::{Alternative, Writer, edit, fill};

impl Writer<'_> {
    /// Returns the alternatives of an expression.
    pub fn alternatives(&self, whole: &Expr) -> Vec<Alternative> {
        let raw = self.raw(whole);
        match whole {
            Expr::Lit(ExprLit { lit: Lit::Bool(literal), .. }) => {
                vec![Alternative::new("bool", raw, (!literal.value).to_string())]
            }
            Expr::Path(path) => self.other_names(path, whole),
            Expr::Field(_) => self.alike(whole),
            Expr::Continue(_) | Expr::Break(_) => {
                let count = if self.current.is_unit { 3 } else { 2 };
                let others = ["continue", "break", "return"].into_iter().take(count);
                others.filter(|jump| *jump != raw).map(|jump| Alternative::new("jump", raw, jump)).collect()
            }
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => {
                [self.raw(expr), "0"].map(|text| Alternative::new("sign", raw, text)).into()
            }
            Expr::Unary(ExprUnary { op: UnOp::Not(_), expr, .. }) => {
                vec![Alternative::new("not", raw, self.raw(expr))]
            }
            Expr::Binary(binary) if !has_let(whole) => self.operations(binary),
            Expr::Assign(assign) => self.assignments(assign),
            Expr::Call(call) => self.calls(call, whole),
            Expr::MethodCall(call) => self.method_calls(call, whole),
            Expr::Struct(literal) => self.structs(literal, whole),
            Expr::If(choice) => self.both_branches(choice).into_iter().collect(),
            Expr::Macro(call) if call.mac.path.is_ident("format") => other_words(raw),
            Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) => other_numbers(raw).collect(),
            Expr::Array(ExprArray { elems, .. }) | Expr::Tuple(ExprTuple { elems, .. }) => {
                self.exchanges(whole, &elems.iter().map(|element| (element, "")).collect::<Vec<_>>())
            }
            Expr::Range(ExprRange { start: Some(start), limits, end: Some(end), .. }) => {
                let (start, limits, end) = (self.raw(start), tokens(limits), self.raw(end));
                let ends = [("one more", "", " + 1"), ("one earlier", " - 1", "")];
                let code = |first, last| format!("{start}{first}{limits}{end}{last}");
                ends.map(|(to, first, last)| edit("loop", raw, to, code(first, last))).into()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the other variants of an enum that hold the same, or names that are taken for the name.
    fn other_names(&self, path: &ExprPath, whole: &Expr) -> Vec<Alternative> {
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let [kind, variant] = names.as_slice() else { return self.alike(whole) };
        let Some(variants) = self.declarations.enums.get(kind) else { return self.alike(whole) };
        let holds = variants.iter().find(|(name, _)| name == variant).map(|(_, holds)| holds);
        let others = variants.iter().filter(|(other, held)| other != variant && Some(held) == holds);
        let put = |other| Alternative::new("variant", self.raw(whole), format!("{kind}::{other}"));
        others.map(|(other, _)| put(other)).collect()
    }

    /// Returns an expression with two of its parts exchanged, for each two of the same type.
    pub fn exchanges(&self, whole: &Expr, typed: &[(&Expr, &str)]) -> Vec<Alternative> {
        let mut all = Vec::new();
        for (index, (first, kind)) in typed.iter().enumerate() {
            for (second, _) in typed[index + 1..].iter().filter(|(_, other)| other == kind) {
                let (one, other) = (self.raw(first), self.raw(second));
                if one != other {
                    let parts = vec![(range(first), other.to_owned()), (range(second), one.to_owned())];
                    all.push(edit("exchange", one, other, self.file.splice(range(whole), parts)));
                }
            }
        }
        all
    }

    /// Returns values of which one is set in place of another, which stays 0. Members with a literal or a
    /// constant are set where the original declares them.
    pub fn misplaced(&self, whole: &Expr, members: &[(String, &Expr)]) -> Vec<Alternative> {
        let pairs = members.iter().flat_map(|one| members.iter().map(move |other| (one, other)));
        let name = |value: &Expr| self.raw(value).rsplit("::").next().unwrap_or_default();
        let is_computed = |value| name(value).contains(char::is_lowercase);
        let different = pairs.filter(|((one, _), (other, value))| one != other && is_computed(value));
        let set = |((one, place), (other, value)): (&(String, &Expr), &(String, &Expr))| {
            let parts = vec![(range(*place), self.raw(*value).to_owned()), (range(*value), "0".to_owned())];
            edit("place", one, other, self.file.splice(range(whole), parts))
        };
        different.map(set).collect()
    }

    /// Returns a branch that is followed by what is behind its `else`.
    fn both_branches(&self, choice: &ExprIf) -> Option<Alternative> {
        let (_, other) = choice.else_branch.as_ref()?;
        let first = &self.file.text[range(choice).start..range(&choice.then_branch).end];
        Some(edit("else", first, "", format!("{first} {}", self.raw(&**other))))
    }

    /// Returns the alternatives of a calculation, a comparison or a change of a variable.
    fn operations(&self, binary: &ExprBinary) -> Vec<Alternative> {
        let (raw, operator) = (self.raw(binary), tokens(&binary.op));
        let sides = [self.raw(&binary.left), self.raw(&binary.right)];
        // In the text of the copy each side is one term.
        let terms = sides.map(|side| format!("({side})"));
        let (kind, templates) = operators::of_operator(&operator);
        let with =
            |template: &str, [a, b]: [&str; 2]| fill(template, &[("$a", a), ("$o", &operator), ("$b", b)]);
        let others =
            templates.iter().filter(|template| with(template, ["$a", "$b"]) != format!("$a {operator} $b"));
        // Times 1 is the same as nothing, which is an edit of its own.
        let is_nothing = |template: &&&str| sides[1] == "1" && ["$a * $b", "$a / $b"].contains(*template);
        let others = others.filter(|template| !is_nothing(template)).map(|template| {
            edit(kind, raw, &with(template, sides), with(template, terms.each_ref().map(String::as_str)))
        });
        let fields = self.other_fields(&binary.left).into_iter().filter(|_| kind == "assign");
        let fields =
            fields.map(|place| Alternative::new(kind, raw, format!("{place} {operator} {}", sides[1])));
        others.chain(fields).chain(self.regrouped(binary)).chain(self.coordinates(binary)).collect()
    }

    /// Returns a row of terms with parentheses too many or too few, so that its operators bind in another
    /// order. Another operator with the same grouping is an edit of every operator.
    fn regrouped(&self, binary: &ExprBinary) -> Vec<Alternative> {
        let is_sum = |operator: &str| ["+", "-"].contains(&operator);
        let operator = tokens(&binary.op);
        let (left, right) = (self.raw(&binary.left), self.raw(&binary.right));
        let mut codes = Vec::new();
        match (operator.as_str(), &*binary.left, &*binary.right) {
            ("&&" | "||", Expr::Binary(first), _) if first.op == binary.op => {
                codes.push(format!("{} || {} && {right}", self.raw(&first.left), self.raw(&first.right)));
            }
            // In the original `x == u && y == v`, of which the last `&&` is exchanged.
            ("&&", _, Expr::Binary(ExprBinary { left: a, op: BinOp::Eq(_), right: b, .. }))
                if is_position(self.raw(&**b)) =>
            {
                let (a, b) = (self.raw(&**a), self.raw(&**b));
                codes.push(format!("{left} && {a}.x == {b}.x || {a}.y == {b}.y"));
            }
            (sum, _, Expr::Binary(last)) if is_sum(sum) => {
                let (two, three) = (self.raw(&last.left), self.raw(&last.right));
                codes.push(format!("({left} {sum} {two}) {} {three}", tokens(&last.op)));
                // The factors of a product that is subtracted may be two terms.
                codes.extend((sum == "-").then(|| format!("{left} - {two} + {three}")));
            }
            ("*" | "/" | "%", Expr::Paren(sum), _) => {
                codes.push(format!("{} {operator} {right}", self.raw(&*sum.expr)));
            }
            _ => {}
        }
        let (kind, _) = operators::of_operator(&operator);
        codes.into_iter().map(|code| Alternative::new(kind, self.raw(binary), code)).collect()
    }

    /// Returns the places of the fields that could be taken for the one that is changed.
    fn other_fields(&self, place: &Expr) -> Vec<String> {
        let Expr::Field(ExprField { base, member: Member::Named(name), .. }) = place else {
            return Vec::new();
        };
        let like = self.declarations.fields_like(&name.to_string()).into_iter();
        like.map(|other| format!("{}.{other}", self.raw(base))).collect()
    }

    fn assignments(&self, assign: &ExprAssign) -> Vec<Alternative> {
        let (raw, place, value) = (self.raw(assign), &*assign.left, self.raw(&assign.right));
        let mut places: Vec<String> = Vec::new();
        match place {
            Expr::Tuple(ExprTuple { elems, .. }) | Expr::Array(ExprArray { elems, .. }) => {
                let typed: Vec<(&Expr, &str)> = elems.iter().map(|element| (element, "")).collect();
                places.extend(self.exchanges(place, &typed).into_iter().map(|other| other.code + " ="));
                places.extend(elems.iter().map(|element| self.put(place, element, "_") + " ="));
            }
            _ => {
                places.extend(self.other_fields(place).iter().map(|other| format!("{other} =")));
                places.extend(["+=", "-="].map(|operator| format!("{} {operator}", self.raw(place))));
                // The value is read, but not stored.
                places.extend(value.ends_with('?').then(|| "_ =".to_owned()));
            }
        }
        let all = places.into_iter().map(|place| Alternative::new("assign", raw, format!("{place} {value}")));
        // A member of an entity begins with 1.
        let unset = value.ends_with('?').then(|| format!("{} = 1; _ = {value}", self.raw(place)));
        let unset = unset.map(|code| edit("unset", self.raw(place), "1", code));
        all.chain(self.set_coordinates(self.raw(place), value)).chain(unset).collect()
    }

    /// Returns a call with two of its arguments, or the coordinates of one, exchanged.
    fn other_arguments(
        &self,
        name: &str,
        arguments: &Punctuated<Expr, Token![,]>,
        whole: &Expr,
    ) -> Vec<Alternative> {
        // The types of what is not a function of the series are unknown.
        let kind = |argument| if is_position(self.raw(argument)) { POSITION } else { "" }.to_owned();
        let declared = self.declarations.functions.get(name).cloned();
        let functions = declared.unwrap_or_else(|| vec![arguments.iter().map(kind).collect()]);
        let mut all = Vec::new();
        for kinds in functions.iter().filter(|kinds| kinds.len() == arguments.len()) {
            let typed: Vec<_> = arguments.iter().zip(kinds.iter().map(String::as_str)).collect();
            all.extend(self.exchanges(whole, &typed));
            for (argument, _) in typed.iter().filter(|(_, kind)| *kind == POSITION) {
                // The whole call is easier to find for people than the position.
                let within = |one: Alternative| {
                    edit(one.operator, self.raw(whole), &one.to, self.put(whole, argument, &one.code))
                };
                all.extend(handed_over(self.raw(argument)).map(within));
            }
        }
        all
    }

    fn calls(&self, call: &ExprCall, whole: &Expr) -> Vec<Alternative> {
        let raw = self.raw(whole);
        let names: Vec<String> = match &*call.func {
            Expr::Path(path) => path.path.segments.iter().map(|segment| segment.ident.to_string()).collect(),
            _ => Vec::new(),
        };
        let mut all = self.other_arguments(names.last().map_or("", String::as_str), &call.args, whole);
        all.extend(self.unset_arguments(&names, call, whole));
        if names == NEW_ENTITY {
            all.extend(unset_members(raw, ""));
        }
        let (name, values) =
            (self.raw(&call.func), [("$a", call.args.first().map_or("", |one| self.raw(one)))]);
        let operator = if name == CHOICE { "draw" } else { "method" };
        all.extend(operators::kinds(name).map(|(to, code)| edit(operator, raw, to, fill(code, &values))));
        all
    }

    /// Returns a closure or a variant with 0, or the first of an enum, for its arguments: in the original
    /// they are members that are not set, often two in one line.
    fn unset_arguments(&self, names: &[String], call: &ExprCall, whole: &Expr) -> Vec<Alternative> {
        let Declarations { enums, functions, .. } = self.declarations;
        let held = match names {
            [name] if !name.starts_with(char::is_uppercase) && !functions.contains_key(name) => Some(""),
            [kind, variant] => enums.get(kind).and_then(|all| {
                let (_, holds) = all.iter().find(|(name, _)| name == variant)?;
                Some(holds.trim_matches(|letter: char| !letter.is_alphanumeric()))
            }),
            _ => None,
        };
        let Some(held) = held else { return Vec::new() };
        let first = enums.get(held).and_then(|variants| variants.first());
        let zero = first.map_or_else(|| "0".to_owned(), |(first, _)| format!("{held}::{first}"));
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let single = arguments.chunks(1).filter(|argument| !matches!(argument, [Expr::Lit(_)]));
        let unset = |some: &[&Expr]| {
            let zeros = some.iter().map(|argument| (range(*argument), zero.clone())).collect();
            let from: Vec<&str> = some.iter().map(|argument| self.raw(*argument)).collect();
            edit("unset", &from.join(", "), &zero, self.file.splice(range(whole), zeros))
        };
        let pairs = arguments.as_chunks::<2>().0.iter().map(|pair| &pair[..]);
        let closure = format!("let {} = |", names[0]);
        let parameters = self.file.text.split(&closure).nth(1).and_then(|rest| rest.split('|').next());
        let parameters = parameters.unwrap_or_default().split(", ").map(str::to_owned);
        let members: Vec<_> = parameters.zip(arguments.iter().copied()).collect();
        single.chain(pairs).map(unset).chain(self.misplaced(whole, &members)).collect()
    }

    fn method_calls(&self, call: &ExprMethodCall, whole: &Expr) -> Vec<Alternative> {
        let (raw, receiver, name) = (self.raw(whole), self.raw(&call.receiver), call.method.to_string());
        let arguments: Vec<String> =
            call.args.iter().map(|argument| format!("({})", self.raw(argument))).collect();
        let argument = |index| arguments.get(index).map_or("", String::as_str);
        let values = [("$r", receiver), ("$a", argument(0)), ("$b", argument(1)), ("$c", argument(2))];
        let is_draw = [UNIFORM, COIN, SHUFFLE].contains(&name.as_str());
        let operator = if is_draw { "draw" } else { "method" };
        let others = operators::kinds(&name).map(|(to, code)| edit(operator, raw, to, fill(code, &values)));
        if is_draw {
            return others.collect();
        }
        let mut all = self.other_arguments(&name, &call.args, whole);
        all.extend(others);
        if let ("extend", Some(Expr::Array(array))) = (name.as_str(), call.args.first()) {
            let elements: Vec<&str> = array.elems.iter().map(|element| self.raw(element)).collect();
            for left_out in 0..elements.len() {
                let mut kept = elements.clone();
                let from = format!("{receiver}.push({})", kept.remove(left_out));
                let code = format!("{receiver}.extend([{}])", kept.join(", "));
                all.push(edit("delete", &from, "", code));
            }
        }
        if name == NEW_MONSTER {
            all.extend(unset_members(raw, ".entity"));
        }
        all
    }
}

/// Number of names before and after a name in a text that could be taken for it.
const NEAR_NAMES: usize = 3;

/// Returns the edits of a text in which a name near another takes its place, `{hp}` for `{max_hp}`, or in
/// which a number is another.
fn other_words(text: &str) -> Vec<Alternative> {
    let names =
        text.match_indices('{').filter_map(|(at, _)| Some((at + 1, text[at + 1..].split('}').next()?)));
    let names: Vec<_> = names.filter(|(_, name)| name.starts_with(char::is_lowercase)).collect();
    let mut all: Vec<Alternative> = other_numbers(text).collect();
    for (index, &(at, from)) in names.iter().enumerate() {
        let near = names.iter().take(index + NEAR_NAMES + 1).skip(index.saturating_sub(NEAR_NAMES));
        let others: BTreeSet<&str> = near.map(|(_, name)| *name).filter(|name| *name != from).collect();
        all.extend(others.into_iter().map(|to| written(text, at, from, to)));
    }
    all
}

/// Returns the edits of a text in which a number is one more or less.
fn other_numbers(text: &str) -> impl Iterator<Item = Alternative> + '_ {
    let is_digit = |c: char| c.is_ascii_digit();
    let is_start = move |&(at, _): &(usize, &str)| !text[..at].ends_with(|c| is_digit(c) || c == '{');
    text.match_indices(is_digit).filter(is_start).flat_map(move |(at, _)| {
        let number = text[at..].split(|c| !is_digit(c)).next().unwrap_or_default();
        let value: u32 = number.parse().unwrap_or_default();
        [value.wrapping_sub(1), value + 1].map(|other| written(text, at, number, &other.to_string()))
    })
}

/// Returns the edit of a text that writes another piece of it.
fn written(text: &str, at: usize, from: &str, to: &str) -> Alternative {
    edit("written", from, to, format!("{}{to}{}", &text[..at], &text[at + from.len()..]))
}
