//! The edits of blocks and statements.

use std::ops::Range;

use syn::{Block, Expr, Local, Stmt};

use super::source::range;
use super::writer::{Writer, edit};

/// Maximum length of a statement that is moved, in bytes.
const LONGEST_MOVED: usize = 200;

impl Writer<'_> {
    /// Returns a block with its edits. With `is_unit` its last statement can be left out as well.
    pub fn block(&mut self, block: &Block, is_unit: bool) -> String {
        let (mut parts, mut free) = (Vec::new(), Vec::new());
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
                if !matches!(expression, Expr::Return(_) | Expr::Continue(_) | Expr::Break(_)) {
                    free.push(index);
                }
            }
            parts.push((range(statement), text));
        }
        self.move_statements(&mut parts, &free);
        let text = self.file.splice(range(block), parts);
        format!("{{ {} }}", self.with_rows(range(block), text))
    }

    /// Adds the edits in which one of some statements stands elsewhere in its block: before an earlier one,
    /// or after a later one.
    fn move_statements(&mut self, parts: &mut [(Range<usize>, String)], free: &[usize]) {
        let mut around = vec![[String::new(), String::new()]; parts.len()];
        for (at, &moved) in free.iter().enumerate() {
            let range = parts[moved].0.clone();
            let text = &self.file.text[range.clone()];
            let first = self.next_number();
            let earlier = free[..at].iter().map(|place| ("early", 0, place));
            // One of two neighbours that comes later is the other one that comes earlier.
            let later = free.iter().skip(at + 2).map(|place| ("late", 1, place));
            for (operator, side, &place) in earlier.chain(later).filter(|_| text.len() <= LONGEST_MOVED) {
                let here = &self.file.text[parts[place].0.clone()];
                let number = self.next_number();
                if let Some(code) = self.alternative(range.start, &edit(operator, text, here, text)) {
                    around[place][side] += &format!("if crate::switches::sel({number}, 1) > 0 {{ {code} }}");
                }
            }
            let count = self.next_number() - first;
            if count > 0 {
                let own = &mut parts[moved].1;
                *own = format!("if crate::switches::sel({first}, {count}) == 0 {{ {own} }}");
            }
        }
        for ((_, text), [before, after]) in parts.iter_mut().zip(around) {
            *text = before + text + &after;
        }
    }

    fn statement(&mut self, statement: &Stmt) -> String {
        match statement {
            // The block behind `else` has to leave the function, so nothing in it is changed.
            Stmt::Local(Local { init: Some(init), .. }) => {
                let value = self.expression(&init.expr);
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
