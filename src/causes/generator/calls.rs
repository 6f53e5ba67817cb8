//! The edits of calls: of functions, methods, and macros that make texts.

use std::ops::Range;

use syn::punctuated::Punctuated;
use syn::*;

use super::names::*;
use super::operators::{self, METHODS};
use super::positions::{handed_over, unset_members};
use super::source::{is_integer, range};
use super::writer::{Alternative, Form, Writer, edit, fill};

impl Writer<'_> {
    /// Returns the arguments of a call, each with its edits.
    fn arguments(&mut self, arguments: &Punctuated<Expr, Token![,]>) -> Vec<(Range<usize>, String)> {
        arguments.iter().map(|argument| (range(argument), self.expression(argument))).collect()
    }

    /// Returns a call with two of its arguments, or the coordinates of one, exchanged.
    fn other_arguments(
        &self,
        name: &str,
        arguments: &Punctuated<Expr, Token![,]>,
        whole: &Expr,
    ) -> Vec<Alternative> {
        let functions = self.input.declarations.functions.get(name).into_iter().flatten();
        let mut all = Vec::new();
        for kinds in functions.filter(|kinds| kinds.len() == arguments.len()) {
            let typed: Vec<_> = arguments.iter().zip(kinds.iter().map(String::as_str)).collect();
            all.extend(self.exchanges(whole, &typed));
            for (argument, _) in typed.iter().filter(|(_, kind)| *kind == POSITION) {
                all.extend(handed_over(self.raw(argument)).map(|one| {
                    let code = self.file.splice(range(whole), vec![(range(argument), one.code)]);
                    // The call tells people more than the position.
                    edit(one.operator, self.raw(whole), &one.to, code)
                }));
            }
        }
        all
    }

    /// Returns a call with its edits.
    pub(super) fn call(&mut self, call: &ExprCall, whole: &Expr) -> String {
        let raw = self.raw(whole);
        let parts = self.arguments(&call.args);
        let base = self.file.splice(range(whole), parts);
        let names: Vec<String> = match &*call.func {
            Expr::Path(path) => path.path.segments.iter().map(|segment| segment.ident.to_string()).collect(),
            _ => Vec::new(),
        };
        let mut all = self.other_arguments(names.last().map_or("", String::as_str), &call.args, whole);
        if let [kind, variant] = names.as_slice() {
            let put =
                |other: &str| raw.replacen(&format!("{kind}::{variant}"), &format!("{kind}::{other}"), 1);
            all.extend(self.variants(kind, variant, put, raw));
            all.extend(self.unset_value(kind, variant, call, whole));
        }
        if names == NEW_ENTITY {
            all.extend(unset_members(raw, ""));
        }
        if let [name] = names.as_slice() {
            all.extend(self.unset_arguments(name, call, whole));
        }
        if let (CHOICE, Some(choices)) = (self.raw(&call.func), call.args.first()) {
            all.extend(other_choices(raw, self.raw(choices)));
        }
        self.choose(range(whole).start, base, all, Form::Value)
    }

    /// Returns the edit of a variant whose value is not set. In the original it is a member of a new value,
    /// which begins with 0 or with the first of its enum.
    fn unset_value(&self, kind: &str, variant: &str, call: &ExprCall, whole: &Expr) -> Option<Alternative> {
        let declarations = self.input.declarations;
        let (_, holds) = declarations.enums.get(kind)?.iter().find(|(name, _)| name == variant)?;
        let held = holds.trim_matches(|letter: char| !letter.is_alphanumeric());
        let unset = match declarations.enums.get(held) {
            Some(variants) => format!("{held}::{}", variants.first()?.0),
            None if is_integer(held) => "0".to_owned(),
            None => return None,
        };
        let value = call.args.first()?;
        let code = self.file.splice(range(whole), vec![(range(value), unset.clone())]);
        Some(edit("unset", self.raw(value), &unset, code))
    }

    /// Returns the edits of a closure's call. In the original its arguments are members of a new value, which
    /// begin with 0.
    fn unset_arguments(&self, name: &str, call: &ExprCall, whole: &Expr) -> Vec<Alternative> {
        let is_closure =
            name.starts_with(char::is_lowercase) && !self.input.declarations.functions.contains_key(name);
        let arguments = call.args.iter().filter(|argument| is_closure && !matches!(argument, Expr::Lit(_)));
        let unset = arguments.map(|argument| {
            let code = self.file.splice(range(whole), vec![(range(argument), "0".to_owned())]);
            edit("unset", self.raw(argument), "0", code)
        });
        // Two of them stand in one line of the original.
        let pairs: Vec<&Expr> = call.args.iter().filter(|_| is_closure).collect();
        let pairs = pairs.chunks_exact(2).map(|pair| {
            let zeros = pair.iter().map(|argument| (range(*argument), "0".to_owned())).collect();
            let from = format!("{}, {}", self.raw(pair[0]), self.raw(pair[1]));
            let code = self.file.splice(range(whole), zeros);
            edit("unset", &from, "0", code)
        });
        unset.chain(pairs).collect()
    }

    /// Returns a call of a method with its edits.
    pub(super) fn method(&mut self, call: &ExprMethodCall, whole: &Expr) -> String {
        let (raw, at) = (self.raw(whole), range(whole).start);
        let name = call.method.to_string();
        let mut parts = self.arguments(&call.args);
        parts.push((range(&*call.receiver), self.expression(&call.receiver)));
        let base = self.file.splice(range(whole), parts);
        if ["iter", "iter_mut", "into_iter"].contains(&name.as_str()) {
            return self.iterator(at, raw, base);
        }
        let changes: &[(&str, &str)] = match name.as_str() {
            UNIFORM => &operators::DRAWS,
            COIN => &operators::COINS,
            SHUFFLE => &operators::SHUFFLES,
            _ => &[],
        };
        if !changes.is_empty() {
            let arguments: Vec<String> =
                call.args.iter().map(|argument| format!("({})", self.raw(argument))).collect();
            let argument = |index| arguments.get(index).map_or("", String::as_str);
            let values = [("$r", self.raw(&call.receiver)), ("$a", argument(0)), ("$b", argument(1))];
            let all = changes.iter().map(|(to, code)| edit("draw", raw, to, fill(code, &values)));
            return self.choose(at, base, all.collect(), Form::Value);
        }
        let receiver = self.raw(&call.receiver);
        let mut all = self.other_arguments(&name, &call.args, whole);
        for names in METHODS {
            if let Some(index) = names.iter().position(|other| *other == name) {
                let code =
                    self.file.splice(range(whole), vec![(range(&call.method), names[1 - index].to_owned())]);
                all.push(Alternative::new("method", raw, code));
            }
        }
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
        if ["abs", "signum", "max", "min"].contains(&name.as_str()) {
            all.push(Alternative::new("method", raw, receiver));
        }
        self.choose(at, base, all, Form::Value)
    }

    /// Returns a text with values in it, each with its edits.
    pub(super) fn format(&mut self, call: &Macro, whole: &Expr) -> String {
        let arguments =
            call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated).unwrap_or_default();
        let values = arguments.iter().skip(1).filter(|argument| !matches!(argument, Expr::Assign(_)));
        let parts = values.map(|value| (range(value), self.expression(value))).collect();
        self.file.splice(range(whole), parts)
    }
}

/// Returns the edits of a draw among choices. In the original it is a draw of a number, at each place.
fn other_choices(from: &str, choices: &str) -> [Alternative; 3] {
    let among = |part: &str| format!("{{ let all = {choices}; {CHOICE}(&all[{part}], rng) }}");
    [
        edit("draw", from, "upper bound -1", among("..all.len() - 1")),
        edit("draw", from, "lower bound +1", among("1..")),
        edit("draw", from, "the first without a draw", format!("({choices})[0]")),
    ]
}
