//! The edits of blocks and statements.

use syn::{Block, Expr, Local, Stmt};

use super::positions::{handed_over, is_position};
use super::source::range;
use super::writer::{Writer, edit};

impl Writer<'_> {
    /// Returns a block with its edits. With `is_unit` its last statement can be left out as well.
    pub fn block(&mut self, block: &Block, is_unit: bool) -> String {
        let mut parts = Vec::new();
        for (index, statement) in block.stmts.iter().enumerate() {
            let mut text = self.statement(statement);
            let is_last = index + 1 == block.stmts.len();
            // The last expression may be the value of the block.
            if let Stmt::Expr(expression, semicolon) = statement
                && (semicolon.is_some()
                    || !is_last
                    || is_unit && matches!(expression, Expr::If(_) | Expr::ForLoop(_) | Expr::While(_)))
            {
                text = self.left_out(statement, text);
            }
            parts.push((range(statement), text));
        }
        let text = self.file.splice(range(block), parts);
        format!("{{ {} }}", self.with_rows(range(block), text))
    }

    fn statement(&mut self, statement: &Stmt) -> String {
        match statement {
            // The block after `else` has to leave the function, so nothing in it is changed.
            Stmt::Local(Local { init: Some(init), .. }) => {
                let raw = self.raw(&init.expr);
                let mut value = self.expression(&init.expr);
                if is_position(raw) {
                    value = self.choose(range(&*init.expr).start, value, handed_over(raw).collect());
                }
                self.file.splice(range(statement), vec![(range(&*init.expr), value)])
            }
            Stmt::Expr(expression, Some(_)) => self.expression(expression) + ";",
            Stmt::Expr(expression, None) => self.expression(expression),
            _ => self.raw(statement).to_owned(),
        }
    }

    /// Returns the text of a statement that can be left out.
    fn left_out(&mut self, statement: &Stmt, text: String) -> String {
        let number = self.next_number();
        let none = edit("delete", self.raw(statement), "", "");
        match self.alternative(range(statement).start, &none) {
            Some(none) => format!("if crate::switches::sel({number}, 1) == 0 {{ {text} }} else {{ {none} }}"),
            None => text,
        }
    }
}
