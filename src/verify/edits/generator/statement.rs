//! The edits of blocks and statements.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use syn::visit::Visit;
use syn::{Block, Expr, Local, Stmt};

use super::expression::Use;
use super::locals::Names;
use super::source::range;
use super::writer::{Alternative, Form, Writer, edit};

impl Writer<'_> {
    /// Returns a block with its edits. With `is_unit` its last statement can be left out as well.
    pub fn block(&mut self, block: &Block, is_unit: bool) -> String {
        let count = block.stmts.len();
        let statements = block.stmts.iter().enumerate();
        let parts = statements
            .map(|(index, statement)| {
                (range(statement), self.statement(statement, index + 1 == count, is_unit))
            })
            .collect();
        let text = self.with_orders(block, parts);
        self.with_rows(range(block), text, Form::Block)
    }

    /// Returns a block in which one of its statements may move behind or before one or two others. It is left
    /// out at its own place then, and stands at another one too. Where that does not compile, all the block
    /// stands in another order.
    fn with_orders(&mut self, block: &Block, mut parts: Vec<(Range<usize>, String)>) -> String {
        let texts: Vec<&str> = block.stmts.iter().map(|statement| self.raw(statement)).collect();
        let facts: Vec<Facts> = block.stmts.iter().map(|statement| self.facts(statement)).collect();
        let first = self.next_number();
        let (mut count, mut orders) = (0, String::new());
        let mut places: Vec<Place> = texts.iter().map(|_| Place::default()).collect();
        for (moved, to) in moves(block, &facts) {
            let at = parts[moved].0.start;
            let (from, behind) = (moved.min(to), moved.max(to));
            let both = format!("{} | {}", texts[from], texts[behind]);
            let in_order = |code: &str| edit("order", &both, "", code);
            let mut order = texts.clone();
            let text = order.remove(moved);
            order.insert(to, text);
            let is_free = facts[moved].binds.is_empty()
                && !block.stmts[from..=behind].iter().any(is_jump)
                && (behind + 1 < texts.len() || !may_give_value(&block.stmts[behind]));
            if is_free && let Some(text) = self.alternative(at, &in_order(text)) {
                count += 1;
                places[moved].left_out.push(count);
                let there = if to > moved { &mut places[to].after } else { &mut places[to].before };
                let _ = writeln!(there, "if _order == {count} {{ {text} }}");
            } else if let Some(text) = self.alternative(at, &in_order(&format!("{{ {} }}", order.join("\n"))))
            {
                count += 1;
                let _ = writeln!(orders, "{count} => {{ {text} }}");
            }
        }
        for ((_, text), Place { before, left_out, after }) in parts.iter_mut().zip(places) {
            if !left_out.is_empty() {
                *text = format!("if !{left_out:?}.contains(&_order) {{ {text} }}");
            }
            *text = format!("{before}{text}{after}");
        }
        let text = self.source.splice(range(block), parts);
        match count {
            0 => text,
            _ => {
                let order = format!("let _order = crate::m::sel({first}, {count});");
                format!("{{ {order} match _order {{ {orders} _ => {text} }} }}")
            }
        }
    }

    fn facts(&self, statement: &Stmt) -> Facts {
        let mut names = Names::default();
        if let Stmt::Local(local) = statement {
            names.visit_pat(&local.pat);
        }
        let text = self.raw(statement);
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let uses: BTreeSet<String> = words.map(str::to_owned).collect();
        let acts = names.0.is_empty() || text.contains('(') && !uses.is_disjoint(&self.current.variables);
        Facts { binds: names.0, uses, acts }
    }

    fn statement(&mut self, statement: &Stmt, is_last: bool, is_unit: bool) -> String {
        match statement {
            Stmt::Local(Local { init: Some(init), .. }) => {
                // The block behind `else` has to leave the function, so nothing in it is changed.
                let value = self.expression(&init.expr, Use::Value);
                self.source.splice(range(statement), vec![(range(&*init.expr), value)])
            }
            Stmt::Expr(expression, semicolon) => {
                let raw = self.raw(statement);
                let text = self.expression(expression, Use::Place);
                let text = if semicolon.is_some() { text + ";" } else { text };
                let is_free = semicolon.is_some()
                    || is_statement(expression) && (!is_last || is_unit && !gives_value(expression));
                if !is_free {
                    return text;
                }
                let mut all = vec![edit("delete", raw, "", "")];
                if let Expr::MethodCall(call) = expression {
                    let receiver = self.raw(&call.receiver);
                    let rest = &raw[receiver.len()..];
                    all.push(Alternative::new("copy", raw, format!("({receiver}).clone(){rest}")));
                }
                if let Expr::If(condition) = expression
                    && let Some((_, other)) = &condition.else_branch
                {
                    let (test, then, other) =
                        (self.raw(&condition.cond), self.raw(&condition.then_branch), self.raw(other));
                    all.push(Alternative::new("else", raw, format!("if {test} {then} {other}")));
                    all.push(Alternative::new("else", raw, format!("if {test} {other} else {then}")));
                }
                self.choose(range(statement).start, text, all, Form::Statement)
            }
            _ => self.raw(statement).to_owned(),
        }
    }
}

/// Returns true if an expression can stand as a statement without a semicolon.
fn is_statement(expression: &Expr) -> bool {
    matches!(expression, Expr::If(_) | Expr::ForLoop(_) | Expr::While(_) | Expr::Match(_))
}

/// Returns true for a statement that leaves its block.
fn is_jump(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _))
}

/// Returns true for a last statement that may be the value of its block.
fn may_give_value(statement: &Stmt) -> bool {
    match statement {
        Stmt::Expr(Expr::If(condition), None) => condition.else_branch.is_some(),
        Stmt::Expr(expression, None) => !matches!(expression, Expr::ForLoop(_) | Expr::While(_)),
        _ => false,
    }
}

/// Returns true for an expression that is the value of its block.
fn gives_value(expression: &Expr) -> bool {
    let Expr::If(condition) = expression else { return matches!(expression, Expr::Match(_)) };
    matches!(condition.then_branch.stmts.last(), Some(Stmt::Expr(value, None)) if !is_statement(value))
}

/// What stands around a statement that moves, and around those that it passes.
#[derive(Default)]
struct Place {
    before: String,
    /// The orders in which the statement is not here.
    left_out: Vec<u32>,
    after: String,
}

/// Returns which statements of a block may move behind or before one or two others, and where to.
fn moves(block: &Block, facts: &[Facts]) -> Vec<(usize, usize)> {
    let has_value = matches!(block.stmts.last(), Some(Stmt::Expr(value, None)) if !is_statement(value));
    let last = facts.len().saturating_sub(usize::from(has_value));
    let mut moves = Vec::new();
    for from in 0..last {
        for to in from + 1..last.min(from + 3) {
            for (moved, place) in [(from, to), (to, from)] {
                // Of two neighbours that change places, one moves: one that binds no names, if there is one.
                let is_same = to == from + 1 && (moved == to) == facts[from].binds.is_empty();
                let mut others = (from..=to).filter(|&other| other != moved);
                if !is_same && others.all(|other| facts[moved].can_pass(&facts[other])) {
                    moves.push((moved, place));
                }
            }
        }
    }
    moves
}

/// What a statement does to names.
struct Facts {
    binds: BTreeSet<String>,
    uses: BTreeSet<String>,
    /// True if it changes anything.
    acts: bool,
}

impl Facts {
    /// Returns true if a statement can stand on the other side of another one, and that changes something.
    fn can_pass(&self, other: &Facts) -> bool {
        self.acts && other.acts && self.binds.is_disjoint(&other.uses) && other.binds.is_disjoint(&self.uses)
    }
}
