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
        let count = block.stmts.len();
        let statements = block.stmts.iter().enumerate();
        let mut parts: Vec<(Range<usize>, String)> = statements
            .map(|(index, statement)| {
                (range(statement), self.statement(statement, index + 1 == count, is_unit))
            })
            .collect();
        let can_move = |&index: &usize| {
            let statement = &block.stmts[index];
            is_free(statement, index + 1 == count, is_unit) && !is_jump(statement)
        };
        self.move_statements(&mut parts, &(0..count).filter(can_move).collect::<Vec<_>>());
        let text = self.file.splice(range(block), parts);
        format!("{{ {} }}", self.with_rows(range(block), text))
    }

    /// Adds the edits in which one of the statements that can be moved stands elsewhere in its block: before
    /// an earlier one, or after a later one.
    fn move_statements(&mut self, parts: &mut [(Range<usize>, String)], movable: &[usize]) {
        let mut around = vec![[String::new(), String::new()]; parts.len()];
        for (at, &moved) in movable.iter().enumerate() {
            let range = parts[moved].0.clone();
            let text = &self.file.text[range.clone()];
            let first = self.next_number();
            let earlier = movable[..at].iter().map(|place| ("early", 0, place));
            // One of two neighbours that comes later is the other one that comes earlier.
            let later = movable.iter().skip(at + 2).map(|place| ("late", 1, place));
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

    fn statement(&mut self, statement: &Stmt, is_last: bool, is_unit: bool) -> String {
        match statement {
            // The block behind `else` has to leave the function, so nothing in it is changed.
            Stmt::Local(Local { init: Some(init), .. }) => {
                let value = self.expression(&init.expr);
                self.file.splice(range(statement), vec![(range(&*init.expr), value)])
            }
            Stmt::Expr(expression, semicolon) => {
                let raw = self.raw(statement);
                let text = self.expression(expression);
                let text = if semicolon.is_some() { text + ";" } else { text };
                if !is_free(statement, is_last, is_unit) {
                    return text;
                }
                let number = self.next_number();
                match self.alternative(range(statement).start, &edit("delete", raw, "", "")) {
                    Some(none) => {
                        format!("if crate::switches::sel({number}, 1) == 0 {{ {text} }} else {{ {none} }}")
                    }
                    None => text,
                }
            }
            _ => self.raw(statement).to_owned(),
        }
    }
}

/// Returns true if a statement can be left out.
fn is_free(statement: &Stmt, is_last: bool, is_unit: bool) -> bool {
    let Stmt::Expr(expression, semicolon) = statement else { return false };
    let is_statement = matches!(expression, Expr::If(_) | Expr::ForLoop(_) | Expr::While(_));
    semicolon.is_some() || !is_last || is_unit && is_statement
}

/// Returns true for a statement that leaves its function or loop.
fn is_jump(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Expr(Expr::Return(_) | Expr::Continue(_) | Expr::Break(_), _))
}
