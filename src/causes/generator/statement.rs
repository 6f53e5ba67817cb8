//! The edits of blocks and statements.

use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprForLoop, ExprLoop, ExprWhile, Local, Pat, Stmt};

use super::source::range;
use super::writer::{Alternative, Form, Writer, edit, is_at_its_place};

/// Maximum length of a statement that is moved, in bytes.
const LONGEST_MOVED: usize = 200;

impl Writer<'_> {
    /// Returns a block with its edits. With `is_unit` its last statement can be left out as well.
    pub fn block(&mut self, block: &Block, is_unit: bool) -> String {
        let count = block.stmts.len();
        let statements = block.stmts.iter().enumerate();
        let mut parts: Vec<(Range<usize>, String)> = statements
            .map(|(index, statement)| {
                (range(statement), self.statement(statement, index + 1 == count, is_unit))
            })
            .collect();
        let is_free = |&index: &usize| {
            let statement = &block.stmts[index];
            is_free(statement, index + 1 == count, is_unit) && !is_jump(statement)
        };
        self.move_statements(&mut parts, &(0..count).filter(is_free).collect::<Vec<_>>());
        let text = self.file.splice(range(block), parts);
        self.with_rows(range(block), text, Form::Block)
    }

    /// Adds the edits in which one of the statements that can be left out stands elsewhere in its block:
    /// before an earlier one, or after a later one.
    fn move_statements(&mut self, parts: &mut [(Range<usize>, String)], free: &[usize]) {
        let mut moved = vec![Vec::new(); parts.len()];
        let mut put = vec![[String::new(), String::new()]; parts.len()];
        for (at, &place) in free.iter().enumerate() {
            // One of two neighbours that comes earlier is the other one that comes later.
            let (earlier, later) = (&free[at + 1..], &free[..at.saturating_sub(1)]);
            for (side, others) in [earlier, later].into_iter().enumerate() {
                let (first, mut arms) = (self.next_number(), Vec::new());
                for &other in others {
                    let [here, text] = [place, other].map(|index| &self.file.text[parts[index].0.clone()]);
                    let is_early = side == 0;
                    let edit = edit(if is_early { "early" } else { "late" }, text, here, text);
                    if text.len() > LONGEST_MOVED {
                        continue;
                    }
                    let number = self.next_number();
                    if let Some(code) = self.alternative(parts[other].0.start, &edit) {
                        moved[other].push(number.to_string());
                        arms.push(code);
                    }
                }
                let count = arms.len();
                let arms = (1..).zip(arms).map(|(arm, code)| format!("\n{arm} => {{ {code} }}"));
                let picks = format!("crate::switches::sel({first}, {count})");
                let text = || Form::Statement.around(&picks, "", &arms.collect::<String>());
                put[place][side] = if count > 0 { text() } else { String::new() };
            }
        }
        for ((part, moved), [before, after]) in parts.iter_mut().zip(moved).zip(put) {
            if !moved.is_empty() {
                part.1 = format!("if {} {{ {} }}", is_at_its_place(&moved.join(", ")), part.1);
            }
            part.1 = before + &part.1 + &after;
        }
    }

    fn statement(&mut self, statement: &Stmt, is_last: bool, is_unit: bool) -> String {
        match statement {
            Stmt::Local(Local { init: Some(init), pat, .. }) => {
                // The block behind `else` has to leave the function, so nothing in it is changed.
                let mut value = self.expression(&init.expr);
                if matches!(pat, Pat::Ident(name) if name.mutability.is_some()) {
                    let zero = vec![Alternative::new("start", self.raw(&*init.expr), "0")];
                    value = self.choose(range(statement).start, value, zero, Form::Value);
                }
                self.file.splice(range(statement), vec![(range(&*init.expr), value)])
            }
            Stmt::Expr(expression, semicolon) => {
                let raw = self.raw(statement);
                let text = self.expression(expression);
                let text = if semicolon.is_some() { text + ";" } else { text };
                if !is_free(statement, is_last, is_unit) {
                    return text;
                }
                let missing = vec![edit("delete", raw, "", "")];
                self.choose(range(statement).start, text, missing, Form::Statement)
            }
            _ => self.raw(statement).to_owned(),
        }
    }
}

/// Returns true if a statement can be left out.
fn is_free(statement: &Stmt, is_last: bool, is_unit: bool) -> bool {
    let Stmt::Expr(expression, semicolon) = statement else { return false };
    semicolon.is_some() || is_statement(expression) && (!is_last || is_unit && !gives_value(expression))
}

/// Returns true for a statement that leaves its function or loop.
fn is_jump(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Expr(Expr::Return(_) | Expr::Continue(_) | Expr::Break(_), _))
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

/// Returns the code of an alternative, whose loops count their passes as those of the series do: with another
/// edit it may never end.
pub(super) fn with_counted_loops(code: &str) -> String {
    let Ok(block) = syn::parse_str::<Block>(&format!("{{{code}}}")) else { return code.to_owned() };
    let mut bodies = LoopBodies::default();
    bodies.visit_block(&block);
    bodies.0.sort_unstable();
    let mut text = code.to_owned();
    for start in bodies.0.into_iter().rev() {
        // The code stands behind a brace, and what is inserted behind another one.
        text.insert_str(start, " crate::switches::tick();");
    }
    text
}

/// Where the bodies of loops begin.
#[derive(Default)]
struct LoopBodies(Vec<usize>);

impl<'ast> Visit<'ast> for LoopBodies {
    fn visit_expr_for_loop(&mut self, whole: &'ast ExprForLoop) {
        self.0.push(range(&whole.body).start);
        visit::visit_expr_for_loop(self, whole);
    }

    fn visit_expr_while(&mut self, whole: &'ast ExprWhile) {
        self.0.push(range(&whole.body).start);
        visit::visit_expr_while(self, whole);
    }

    fn visit_expr_loop(&mut self, whole: &'ast ExprLoop) {
        self.0.push(range(&whole.body).start);
        visit::visit_expr_loop(self, whole);
    }
}
