//! The edits of an expression.

use syn::visit::{self, Visit};
use syn::*;

use super::operators::{self, FAR, NEAR, OF_FLOAT};
use super::source::{is_integer, range, tokens};
use super::writer::{Alternative, Form, Writer, edit, fill};

impl Writer<'_> {
    /// Returns an expression with its edits.
    pub fn expression(&mut self, whole: &Expr) -> String {
        let outer = self.current.around.clone();
        if matches!(whole, Expr::Call(_) | Expr::MethodCall(_) | Expr::Binary(_)) {
            self.current.around = range(whole);
        }
        let text = self.edited(whole);
        self.current.around = outer;
        text
    }

    fn edited(&mut self, whole: &Expr) -> String {
        let raw = self.raw(whole);
        let at = range(whole).start;
        match whole {
            Expr::Lit(ExprLit { lit, .. }) => self.literal(lit, at),
            Expr::Path(path) => self.path(path, whole),
            Expr::Continue(_) | Expr::Break(_) => {
                let jumps = if self.current.is_unit {
                    &["continue", "break", "return"][..]
                } else {
                    &["continue", "break"]
                };
                let others = jumps.iter().filter(|jump| **jump != raw);
                let all = others.map(|jump| Alternative::new("jump", raw, *jump)).collect();
                self.choose(at, raw.to_owned(), all, Form::Value)
            }
            Expr::Field(_) => {
                let base = self.children(whole);
                self.choose(at, base, self.alike(whole), Form::Value)
            }
            Expr::Macro(call) if call.mac.path.is_ident("format") => self.format(&call.mac, whole),
            Expr::Binary(binary) => {
                let text = self.binary(binary, whole);
                if has_let(whole) { text } else { self.with_rows(range(whole), text, Form::Value) }
            }
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr: inner, .. }) => {
                let base = match &**inner {
                    Expr::Lit(_) => raw.to_owned(),
                    _ => self.children(whole),
                };
                let all = [self.raw(inner), "0"].map(|text| Alternative::new("sign", raw, text));
                self.choose(at, base, all.into(), Form::Value)
            }
            Expr::Unary(ExprUnary { op: UnOp::Not(_), expr: inner, .. }) => {
                let base = self.children(whole);
                self.choose(at, base, vec![Alternative::new("not", raw, self.raw(inner))], Form::Value)
            }
            Expr::ForLoop(looped) => {
                let words = format!("for {} in {}", self.raw(&looped.pat), self.raw(&looped.expr));
                let items = self.expression(&looped.expr);
                let items = self.iterator(range(&*looped.expr).start, &words, items);
                let body = (range(&looped.body), self.block(&looped.body, true));
                self.file.splice(range(whole), vec![(range(&*looped.expr), items), body])
            }
            Expr::Match(choice) => self.match_(choice),
            Expr::Assign(assign) => self.assign(assign, whole),
            Expr::Call(call) => self.call(call, whole),
            Expr::MethodCall(call) => self.method(call, whole),
            Expr::Struct(literal) => {
                let base = self.children(whole);
                let name =
                    literal.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
                let fields = self.input.declarations.structs.get(&name);
                let written = literal.fields.iter().filter(|field| field.colon_token.is_some());
                let typed = written.filter_map(|field| {
                    let (_, kind) = fields?.iter().find(|(name, _)| *name == tokens(&field.member))?;
                    Some((&field.expr, kind.as_str()))
                });
                let mut all = self.exchanges(whole, &typed.collect::<Vec<_>>());
                all.extend(self.unset(literal));
                self.choose(at, base, all, Form::Value)
            }
            Expr::Array(ExprArray { elems, .. }) | Expr::Tuple(ExprTuple { elems, .. }) => {
                let base = self.children(whole);
                let all =
                    self.exchanges(whole, &elems.iter().map(|element| (element, "")).collect::<Vec<_>>());
                self.choose(at, base, all, Form::Value)
            }
            Expr::Range(ExprRange { start: Some(start), limits, end: Some(end), .. }) => {
                let base = self.children(whole);
                let is_open = matches!(limits, RangeLimits::HalfOpen(_));
                let code = format!("{}..{} + 1", self.raw(start), self.raw(end));
                let more = is_open.then(|| edit("loop", raw, "one more", code));
                self.choose(at, base, more.into_iter().collect(), Form::Value)
            }
            _ => self.children(whole),
        }
    }

    /// Returns a place that is set, with the edits of its parts.
    fn place(&mut self, place: &Expr) -> String {
        if matches!(place, Expr::Field(_)) { self.raw(place).to_owned() } else { self.expression(place) }
    }

    /// Returns an expression with the edits of its parts.
    fn children(&mut self, whole: &Expr) -> String {
        let mut children = Children::default();
        visit::visit_expr(&mut children, whole);
        let mut parts = Vec::new();
        for (index, child) in children.expressions.into_iter().enumerate() {
            let text = match whole {
                Expr::If(_) | Expr::While(_) if index == 0 => self.condition(child),
                _ => self.expression(child),
            };
            parts.push((range(child), text));
        }
        for child in children.blocks {
            parts.push((range(child), self.block(child, true)));
        }
        self.file.splice(range(whole), parts)
    }

    /// Returns what a loop passes over, in another order or without some of it.
    pub(super) fn iterator(&mut self, at: usize, words: &str, items: String) -> String {
        let call = format!("{items})");
        self.switch(at, ("loop", words), &operators::PASSES, items, |id| {
            format!("crate::switches::iter({id}, {call}")
        })
    }

    /// Returns an expression with two of its parts exchanged, for each two of the same type.
    pub(super) fn exchanges(&self, whole: &Expr, typed: &[(&Expr, &str)]) -> Vec<Alternative> {
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

    fn literal(&mut self, literal: &Lit, at: usize) -> String {
        let raw = self.raw(literal);
        match literal {
            Lit::Int(number) if number.suffix().is_empty() => self.number(at, raw, raw.to_owned(), NEAR),
            Lit::Float(_) => self.number(at, raw, raw.to_owned(), OF_FLOAT),
            Lit::Bool(value) => {
                let other = (!value.value).to_string();
                self.choose(at, raw.to_owned(), vec![Alternative::new("bool", raw, other)], Form::Value)
            }
            _ => raw.to_owned(),
        }
    }

    /// Returns a whole number that may be another one.
    fn number(&mut self, at: usize, words: &str, value: String, changes: usize) -> String {
        let changes = operators::numbers(changes);
        let call = format!("{}, {value})", changes.len());
        self.switch(at, ("number", words), &changes, value, |id| {
            format!("crate::switches::number({id}, {call}")
        })
    }

    /// Returns the value of a constant with its edits.
    pub fn constant_value(&mut self, constant: &ItemConst) -> String {
        let at = range(&*constant.expr).start;
        match &*constant.expr {
            Expr::Lit(ExprLit { lit: Lit::Int(_), .. }) => {
                let raw = self.raw(&constant.expr);
                self.number(at, &format!("{} = {raw}", constant.ident), raw.to_owned(), FAR)
            }
            value => self.expression(value),
        }
    }

    fn path(&mut self, path: &ExprPath, whole: &Expr) -> String {
        let raw = self.raw(path);
        let at = range(path).start;
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let last = &names[names.len() - 1];
        let declarations = self.input.declarations;
        if let Some((module, kind)) = declarations.constants.get(last) {
            let call = format!("crate::{module}::m_{last}()");
            let shared = self.switch(at, ("constant", raw), &[""; 0], raw.to_owned(), |_| call);
            if shared == raw {
                return shared;
            }
            let shared = if is_integer(kind) { self.number(at, raw, shared, NEAR) } else { shared };
            return self.choose(at, shared, self.alike(whole), Form::Value);
        }
        let all: Vec<Alternative> = match names.as_slice() {
            [kind, variant] => self.variants(kind, variant, |other| format!("{kind}::{other}"), raw),
            [_] => self.alike(whole),
            _ => Vec::new(),
        };
        self.choose(at, raw.to_owned(), all, Form::Value)
    }

    /// Returns the other variants of an enum that hold the same.
    pub(super) fn variants(
        &self,
        kind: &str,
        variant: &str,
        put: impl Fn(&str) -> String,
        raw: &str,
    ) -> Vec<Alternative> {
        let Some(variants) = self.input.declarations.enums.get(kind) else { return Vec::new() };
        let Some((_, holds)) = variants.iter().find(|(name, _)| name == variant) else { return Vec::new() };
        let others = variants.iter().filter(|(other, held)| other != variant && held == holds);
        others.map(|(other, _)| Alternative::new("variant", raw, put(other))).collect()
    }

    /// Returns the condition of a branch or loop.
    fn condition(&mut self, condition: &Expr) -> String {
        let base = self.expression(condition);
        if has_let(condition) {
            return base;
        }
        let base = self.with_rows(range(condition), base, Form::Value);
        if matches!(condition, Expr::Binary(_)) {
            return base;
        }
        let raw = self.raw(condition);
        let changes = ["true".to_owned(), "false".to_owned(), format!("!({raw})")];
        let all = changes.map(|code| Alternative::new("condition", raw, code));
        self.choose(range(condition).start, base, all.into(), Form::Value)
    }

    fn binary(&mut self, binary: &ExprBinary, whole: &Expr) -> String {
        let raw = self.raw(whole);
        let operator = tokens(&binary.op);
        let is_change = matches!(binary.op, BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_));
        let left = if is_change { self.place(&binary.left) } else { self.expression(&binary.left) };
        let right = (range(&*binary.right), self.expression(&binary.right));
        let parts = vec![(range(&*binary.left), left), right];
        let base = self.file.splice(range(whole), parts);
        if has_let(whole) {
            return base;
        }
        let sides = [self.raw(&binary.left), self.raw(&binary.right)];
        // In the text of the copy each side is one term.
        let terms = sides.map(|side| format!("({side})"));
        let (kind, templates) = operators::of_operator(&operator);
        let with =
            |template: &str, [a, b]: [&str; 2]| fill(template, &[("$a", a), ("$o", &operator), ("$b", b)]);
        let others =
            templates.iter().filter(|template| with(template, ["$a", "$b"]) != format!("$a {operator} $b"));
        let others = others.map(|template| {
            edit(kind, raw, &with(template, sides), with(template, terms.each_ref().map(String::as_str)))
        });
        let mut all: Vec<Alternative> = others.collect();
        match kind {
            "compare" => all.extend(self.coordinates(binary)),
            "logic" => all.extend(self.regrouped(binary)),
            "arithmetic" => {
                all.extend(self.regrouped_terms(binary).into_iter().chain(self.coordinates(binary)))
            }
            "assign" => all.extend(
                self.other_fields(&binary.left)
                    .into_iter()
                    .map(|place| Alternative::new("assign", raw, format!("{place} {operator} {}", sides[1]))),
            ),
            _ => {}
        }
        self.choose(range(&binary.op).start, base, all, Form::Value)
    }

    /// Returns `&&` for `||`, or the other way round, in a row of three or more terms, as the text says it:
    /// `&&` binds tighter. That both sides are grouped as before is an edit of every such operator.
    fn regrouped(&self, binary: &ExprBinary) -> Option<Alternative> {
        let Expr::Binary(first) = &*binary.left else { return None };
        let is_row = matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) && first.op == binary.op;
        let (one, two, three) = (self.raw(&first.left), self.raw(&first.right), self.raw(&binary.right));
        let code = format!("{one} || {two} && {three}");
        is_row.then(|| Alternative::new("logic", self.raw(binary), code))
    }

    /// Returns the places of the fields that could be taken for the one that is changed.
    fn other_fields(&self, place: &Expr) -> Vec<String> {
        let Expr::Field(ExprField { base, member: Member::Named(name), .. }) = place else {
            return Vec::new();
        };
        let like = self.input.declarations.fields_like(&name.to_string()).into_iter();
        like.map(|other| format!("{}.{other}", self.raw(base))).collect()
    }

    fn assign(&mut self, assign: &ExprAssign, whole: &Expr) -> String {
        let (raw, value) = (self.raw(whole), self.raw(&assign.right));
        let mut parts = vec![(range(&*assign.right), self.expression(&assign.right))];
        let mut places: Vec<String> = Vec::new();
        match &*assign.left {
            Expr::Tuple(ExprTuple { elems, .. }) | Expr::Array(ExprArray { elems, .. }) => {
                let around = range(&*assign.left);
                let without = |place| self.file.splice(around.clone(), vec![(range(place), "_".to_owned())]);
                places.extend(elems.iter().map(|place| without(place) + " ="));
            }
            place => {
                parts.push((range(place), self.place(place)));
                places.extend(self.other_fields(place).iter().map(|other| format!("{other} =")));
                places.extend(["+=", "-="].map(|operator| format!("{} {operator}", self.raw(place))));
                // The value is read, but not stored.
                if value.ends_with('?') {
                    places.push("_ =".to_owned());
                }
            }
        }
        let base = self.file.splice(range(whole), parts);
        let all = places.into_iter().map(|place| Alternative::new("assign", raw, format!("{place} {value}")));
        let all = all.chain(self.set_coordinates(&assign.left, &assign.right)).collect();
        self.choose(range(whole).start, base, all, Form::Value)
    }

    fn match_(&mut self, choice: &ExprMatch) -> String {
        let mut parts = vec![(range(&*choice.expr), self.expression(&choice.expr))];
        let arms: Vec<&Arm> = choice.arms.iter().collect();
        for (index, arm) in arms.iter().enumerate() {
            if let Pat::Guard(guarded) = &arm.pat {
                parts.push((range(&*guarded.guard), self.condition(&guarded.guard)));
            }
            // Such a range begins where the one before ends.
            if let Pat::Range(PatRange { end: Some(end), limits: RangeLimits::HalfOpen(_), .. }) = &arm.pat {
                let end = self.expression(end);
                parts.push((range(&arm.pat), format!("value if value < {end}")));
            }
            let (own, body) = (self.raw(&arm.body), self.expression(&arm.body));
            let mut all = Vec::new();
            let others = arms.iter().enumerate().filter(|(other, arm)| {
                let is_near = other.abs_diff(index) == 1 || other + 1 == arms.len();
                *other != index && is_near && self.raw(&arm.body) != own
            });
            all.extend(others.map(|(_, arm)| Alternative::new("arm", own, self.raw(&arm.body))));
            if let Some(next) = arms.get(index + 1) {
                all.push(Alternative::new("fall", own, format!("{own}; {}", self.raw(&next.body))));
            }
            let mut text = self.choose(range(&*arm.body).start, body, all, Form::Value);
            if arm.comma.is_none() && matches!(&*arm.body, Expr::Block(_)) && text.starts_with('(') {
                text += ",";
            }
            parts.push((range(&*arm.body), text));
        }
        self.file.splice(range(choice), parts)
    }
}

/// Returns true for a condition that binds names.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// The parts of an expression that can have edits.
#[derive(Default)]
struct Children<'ast> {
    expressions: Vec<&'ast Expr>,
    blocks: Vec<&'ast Block>,
}

impl<'ast> Visit<'ast> for Children<'ast> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        self.expressions.push(expression);
    }
    fn visit_block(&mut self, block: &'ast Block) {
        self.blocks.push(block);
    }
    fn visit_field_value(&mut self, field: &'ast FieldValue) {
        if field.colon_token.is_some() {
            self.visit_expr(&field.expr);
        }
    }
    fn visit_expr_repeat(&mut self, repeated: &'ast ExprRepeat) {
        self.visit_expr(&repeated.expr);
    }
}
