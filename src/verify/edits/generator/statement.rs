//! The edits of blocks and statements.

use std::collections::BTreeSet;

use syn::visit::Visit;
use syn::{Block, Expr, Local, Stmt};

use super::expression::Use;
use super::locals::Names;
use super::source::range;
use super::writer::{Alternative, Form, Writer};

impl Writer<'_> {
    /// Returns a block with its edits. With `is_unit` its last statement can be left out as well.
    pub fn block(&mut self, block: &Block, is_unit: bool) -> String {
        let count = block.stmts.len();
        let statements = block.stmts.iter().enumerate();
        let parts = statements.map(|(index, statement)| {
            (range(statement), self.statement(statement, index + 1 == count, is_unit))
        });
        let parts = parts.collect();
        let text = self.source.splice(range(block), parts);
        let orders = self.orders(block);
        let text = self.choose(range(block).start, text, orders, Form::Block);
        self.with_rows(range(block), text, Form::Block)
    }

    /// Returns a block with one of its statements moved behind or before one or two others.
    fn orders(&self, block: &Block) -> Vec<Alternative> {
        let texts: Vec<&str> = block.stmts.iter().map(|statement| self.raw(statement)).collect();
        let facts: Vec<Facts> = block.stmts.iter().map(|statement| self.facts(statement)).collect();
        let has_value = matches!(block.stmts.last(), Some(Stmt::Expr(value, None)) if !is_statement(value));
        let last = texts.len().saturating_sub(usize::from(has_value));
        let mut orders = Vec::new();
        for from in 0..last {
            for to in from + 1..last.min(from + 3) {
                for (moved, place) in [(from, to), (to, from)] {
                    let mut others = (from..=to).filter(|&other| other != moved);
                    let is_same = to == from + 1 && moved == to;
                    if is_same || !others.all(|other| facts[moved].can_pass(&facts[other])) {
                        continue;
                    }
                    let mut order = texts.clone();
                    let text = order.remove(moved);
                    order.insert(place, text);
                    let told = format!("{} | {}", texts[from], texts[to]);
                    orders.push(Alternative::new("order", &told, format!("{{ {} }}", order.join("\n"))));
                }
            }
        }
        orders
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
                let mut all = vec![Alternative { to: String::new(), ..Alternative::new("delete", raw, "") }];
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

/// Returns true for an expression that is the value of its block.
fn gives_value(expression: &Expr) -> bool {
    let Expr::If(condition) = expression else { return matches!(expression, Expr::Match(_)) };
    matches!(condition.then_branch.stmts.last(), Some(Stmt::Expr(value, None)) if !is_statement(value))
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
