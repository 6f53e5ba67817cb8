//! The edits of blocks and statements.

use syn::{Block, Expr, Local, Stmt};

use super::source::range;
use super::writer::{Form, Writer, edit};

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
        let text = self.file.splice(range(block), parts);
        self.with_rows(range(block), text, Form::Block)
    }

    fn statement(&mut self, statement: &Stmt, is_last: bool, is_unit: bool) -> String {
        match statement {
            Stmt::Local(Local { init: Some(init), .. }) => {
                // The block behind `else` has to leave the function, so nothing in it is changed.
                let value = self.expression(&init.expr);
                self.file.splice(range(statement), vec![(range(&*init.expr), value)])
            }
            Stmt::Expr(expression, semicolon) => {
                let raw = self.raw(statement);
                let text = self.expression(expression);
                let text = if semicolon.is_some() { text + ";" } else { text };
                let is_free = semicolon.is_some()
                    || is_statement(expression) && (!is_last || is_unit && !gives_value(expression));
                if !is_free {
                    return text;
                }
                let missing = vec![edit("delete", raw, "", "")];
                self.choose(range(statement).start, text, missing, Form::Statement)
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
