//! The edits of blocks and statements.

use syn::{Block, Expr, Local, Stmt};

use super::positions::{handed_over, is_position};
use super::source::range;
use super::writer::{Writer, edit};

impl Writer<'_> {
    /// Returns a block with its edits. With `is_unit` its last statement can be left out as well.
    pub fn block(&mut self, block: &Block, is_unit: bool) -> String {
        let (mut parts, mut exchanged) = (Vec::new(), None);
        let lines = block.stmts.iter().enumerate().map(|(index, statement)| match statement {
            // The last expression may be the value of the block.
            Stmt::Expr(Expr::If(_) | Expr::ForLoop(_) | Expr::While(_), None) if is_unit => true,
            Stmt::Expr(_, semicolon) => semicolon.is_some() || index + 1 < block.stmts.len(),
            _ => false,
        });
        let lines: Vec<bool> = lines.collect();
        for (index, statement) in block.stmts.iter().enumerate() {
            let (mut text, raw) = (self.statement(statement), self.raw(statement));
            if lines[index] {
                text = self.choose(range(statement), text, vec![edit("delete", raw, "", "")]) + ";";
            }
            // The statement before it has come after it.
            if let Some(number) = exchanged.take() {
                text = format!("if crate::switches::sel({number}, 1) == 0 {{ {text} }}");
            }
            // In the original the value of a variable is often a part of the statement that uses it.
            if let (Stmt::Local(_), Some(before)) =
                (statement, index.checked_sub(1).filter(|one| lines[*one]))
            {
                let (number, late) = (self.next_number(), self.raw(&block.stmts[before]));
                let code = self.alternative(&range(statement), &edit("order", late, raw, late));
                if let (Some(code), Some((_, first))) = (code, parts.last_mut()) {
                    *first = format!("if crate::switches::sel({number}, 1) == 0 {{ {first} }}");
                    text += &format!(" if crate::switches::sel({number}, 1) > 0 {{ {code} }}");
                }
            }
            let next = block.stmts.get(index + 1).map_or("", |next| self.raw(next));
            let is_jump = ["return", "continue", "break"].iter().any(|jump| next.starts_with(jump));
            if lines[index..].starts_with(&[true, true]) && !is_jump {
                let number = self.next_number();
                let turned = edit("order", raw, next, format!("{next} {raw}"));
                text = self.choose(range(statement), text, vec![turned]) + ";";
                exchanged = (self.next_number() > number).then_some(number);
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
                    value = self.choose(range(&*init.expr), value, handed_over(raw).collect());
                }
                self.file.splice(range(statement), vec![(range(&*init.expr), value)])
            }
            Stmt::Expr(expression, Some(_)) => self.expression(expression) + ";",
            Stmt::Expr(expression, None) => self.expression(expression),
            _ => self.raw(statement).to_owned(),
        }
    }
}
