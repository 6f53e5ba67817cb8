//! An expression of the copy: its parts have edits, and so has the whole.

use std::ops::Range;

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::*;

use super::names::GRID;
use super::operators::{self, FAR, NEAR, OF_FLOAT};
use super::source::{is_integer, range};
use super::writer::{Alternative, Writer, edit};

impl Writer<'_> {
    /// Returns an expression with its edits.
    pub fn expression(&mut self, whole: &Expr) -> String {
        let outer = self.current.around.clone();
        if matches!(whole, Expr::Call(_) | Expr::MethodCall(_) | Expr::Binary(_)) {
            self.current.around = range(whole);
        }
        let base = self.with_parts(whole);
        let text = self.choose(range(whole), base, self.alternatives(whole));
        self.current.around = outer;
        match whole {
            Expr::Binary(_) if !has_let(whole) => self.with_rows(range(whole), text),
            _ => text,
        }
    }

    /// Returns an expression with the edits of its parts, and with those that `switches.rs` makes.
    fn with_parts(&mut self, whole: &Expr) -> String {
        let (raw, at) = (self.raw(whole), range(whole).start);
        match whole {
            Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) if number.suffix().is_empty() => {
                self.number(at, raw, raw.to_owned(), NEAR)
            }
            Expr::Lit(ExprLit { lit: Lit::Float(_), .. }) => self.number(at, raw, raw.to_owned(), OF_FLOAT),
            // Only the sign changes.
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) if matches!(**expr, Expr::Lit(_)) => {
                raw.to_owned()
            }
            Expr::Path(path) => self.name(path, raw),
            Expr::Macro(call) if call.mac.path.is_ident("format") => self.format(&call.mac, whole),
            Expr::Match(choice) => self.match_(choice),
            Expr::MethodCall(call) if ["iter", "iter_mut"].iter().any(|name| call.method == name) => {
                let items = self.children(whole);
                self.iterator(at, raw, items)
            }
            Expr::Call(call) if self.raw(&call.func) == GRID => self.grid(at, raw),
            _ => self.children(whole),
        }
    }

    /// Returns the positions of the map, or some of them.
    fn grid(&mut self, at: usize, raw: &str) -> String {
        let (words, tests): (Vec<&str>, Vec<&str>) = operators::kinds("Map::positions()").unzip();
        let tests: String = tests.iter().map(|test| format!("|pos| {test}, ")).collect();
        let call = format!("{raw}, &[{tests}])");
        self.switch(at, ("loop", raw), &words, raw.to_owned(), |id| {
            format!("crate::switches::among({id}, {call}")
        })
    }

    /// Returns an expression with the edits of its parts.
    fn children(&mut self, whole: &Expr) -> String {
        let mut children = Children::default();
        visit::visit_expr(&mut children, whole);
        let mut parts = Vec::new();
        for (index, child) in children.expressions.into_iter().enumerate() {
            let text = match whole {
                Expr::If(_) | Expr::While(_) if index == 0 => self.condition(child),
                Expr::ForLoop(looped) => {
                    let words = format!("for {} in {}", self.raw(&looped.pat), self.raw(child));
                    let items = self.expression(child);
                    self.iterator(range(child).start, &words, items)
                }
                // Behind `else` only a block may be chosen.
                Expr::If(_) if matches!(child, Expr::If(_)) => format!("{{ {} }}", self.expression(child)),
                _ if index == 0 && sets(whole, child) => self.raw(child).to_owned(),
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
    fn iterator(&mut self, at: usize, words: &str, items: String) -> String {
        let call = format!("{items})");
        self.switch(at, ("loop", words), &operators::PASSES, items, |id| {
            format!("crate::switches::iter({id}, {call}")
        })
    }

    /// Returns a number that an edit can change.
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

    /// Returns a name. A constant has the edits of its value, and as a number its own at this place.
    fn name(&mut self, path: &ExprPath, raw: &str) -> String {
        let last = path.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let Some((module, kind)) = self.declarations.constants.get(&last) else {
            return raw.to_owned();
        };
        let at = range(path).start;
        let call = format!("crate::{module}::m_{last}()");
        let shared = self.switch(at, ("constant", raw), &[""; 0], raw.to_owned(), |_| call);
        if is_integer(kind) { self.number(at, raw, shared, NEAR) } else { shared }
    }

    /// Returns the condition of a branch or loop.
    fn condition(&mut self, condition: &Expr) -> String {
        let base = self.expression(condition);
        if has_let(condition) || matches!(condition, Expr::Binary(_)) {
            return base;
        }
        let base = self.with_rows(range(condition), base);
        let raw = self.raw(condition);
        let changes = ["true".to_owned(), "false".to_owned(), format!("!({raw})")];
        let all = changes.map(|code| Alternative::new("condition", raw, code));
        self.choose(range(condition), base, all.into())
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
            if let Some(last) = arms[index + 1..].last() {
                parts.extend(self.negated_arm(choice, arm, self.raw(&last.body)));
            }
            let mut all = Vec::new();
            // The result of an arm further away may need a name from its own pattern.
            let has_name = |arm: &Arm| {
                let mut words = self.raw(&arm.pat).split(|c: char| !c.is_alphanumeric());
                words.any(|word| word.starts_with(char::is_lowercase))
            };
            let others = arms.iter().enumerate().filter(|(other, arm)| {
                let is_near = other.abs_diff(index) == 1 || other + 1 == arms.len();
                *other != index && (is_near || !has_name(arm)) && self.raw(&arm.body) != own
            });
            all.extend(others.map(|(_, arm)| Alternative::new("arm", own, self.raw(&arm.body))));
            // The calls of the original are statements in its cases.
            if let Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_) = &*arm.body {
                all.push(edit("delete", own, "", "{}"));
            }
            // The last case of the original does nothing.
            if let Some(next) = arms.get(index + 1).filter(|next| !matches!(next.pat, Pat::Wild(_))) {
                all.push(Alternative::new("fall", own, format!("{own}; {}", self.raw(&next.body))));
            }
            let mut text = self.choose(range(&*arm.body), body, all);
            if arm.comma.is_none() && matches!(&*arm.body, Expr::Block(_)) && text.starts_with('(') {
                text += ",";
            }
            parts.push((range(&*arm.body), text));
        }
        self.file.splice(range(choice), parts)
    }

    /// Returns a case for all values but that of an arm, which does what the last arm does: in the original
    /// many are tests, such as `m_state == GameState::Dead`.
    fn negated_arm(&mut self, choice: &ExprMatch, arm: &Arm, last: &str) -> Option<(Range<usize>, String)> {
        let (pattern, guard) = match &arm.pat {
            Pat::Guard(guarded) => (&*guarded.pat, format!(" && ({})", self.raw(&*guarded.guard))),
            pattern => (pattern, String::new()),
        };
        let Pat::Path(_) = pattern else { return None };
        let (at, value, number) = (range(arm).start, self.raw(pattern), self.next_number());
        let [equal, other] = ["==", "!="].map(|sign| format!("{} {sign} {value}", self.raw(&choice.expr)));
        let code = format!("if matches!(*_case, {value}) {{ {last} }} else {{ {} }}", self.raw(&arm.body));
        let code = self.alternative(&range(arm), &edit("compare", &equal, &other, code))?;
        Some((at..at, format!("ref _case if crate::switches::sel({number}, 1) > 0{guard} => {{ {code} }} ")))
    }

    /// Returns a text with values in it, each with its edits.
    fn format(&mut self, call: &Macro, whole: &Expr) -> String {
        let arguments =
            call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated).unwrap_or_default();
        let values = arguments.iter().skip(1).filter(|argument| !matches!(argument, Expr::Assign(_)));
        let parts = values.map(|value| (range(value), self.expression(value))).collect();
        self.file.splice(range(whole), parts)
    }
}

/// Returns true if an expression sets a place. Other places are alternatives of the whole statement.
fn sets(whole: &Expr, place: &Expr) -> bool {
    let is_change = |binary: &ExprBinary| matches!(binary.op, BinOp::AddAssign(_) | BinOp::SubAssign(_));
    let is_set =
        matches!(whole, Expr::Assign(_)) || matches!(whole, Expr::Binary(binary) if is_change(binary));
    is_set && matches!(place, Expr::Path(_) | Expr::Field(_) | Expr::Tuple(_) | Expr::Array(_))
}

/// Returns true for a condition that binds names.
pub fn has_let(condition: &Expr) -> bool {
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
