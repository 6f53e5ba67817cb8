//! Blocks and statements: what is left of a branch stands in place of the whole statement.

use std::collections::HashSet;
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Arm, Block, Expr, Pat, Stmt};

use super::Folder;
use super::expr::Chosen;
use crate::names::Kind;
use crate::program::{address, is_name, macro_name};
use crate::text::{Change, line_end, line_start, range, with_comments};
use crate::walk::diverges;

impl<'s> Folder<'s, '_, '_> {
    /// From the beginning of `range` to its end, but with the whole line where nothing else stands on it.
    fn whole_lines(&self, range: Range<usize>) -> Range<usize> {
        let text = self.text();
        let start = line_start(text, range.start);
        let end = line_end(text, range.end);
        let start = if text[start..range.start].trim().is_empty() { start } else { range.start };
        let end = if text[range.end..end].trim().is_empty() && start == line_start(text, range.start) {
            (end + 1).min(text.len())
        } else {
            range.end
        };
        start..end
    }

    /// Takes away what stands before the inside of a block, up to and with its opening brace.
    fn open(&self, change: &mut Change, from: usize, block: &Block) {
        let brace = range(&block.brace_token.span.open()).end;
        let text = self.text();
        let mut lines = self.whole_lines(from..brace);
        // When something stands before, what was inside begins on its line.
        if lines.end == brace
            && text[brace..line_end(text, brace)].trim().is_empty()
            && !block.stmts.is_empty()
        {
            let inside = text[brace..].trim_start();
            if !inside.starts_with("//") {
                lines.end = text.len() - inside.len();
            }
        }
        change.delete(self.file, lines);
    }

    /// Takes away what stands behind the inside of a block, from its closing brace on, and puts `tail` there.
    fn close(&self, change: &mut Change, block: &Block, to: usize, tail: &str) {
        let brace = range(&block.brace_token.span.close()).start;
        let lines = self.whole_lines(brace..to);
        match (tail, block.stmts.last()) {
            ("", _) | (_, None) => change.delete(self.file, lines),
            (_, Some(last)) => change.replace(self.file, range(last).end..lines.end, format!("{tail}\n")),
        };
    }

    /// The statements of a block in place of a statement.
    fn splice(&mut self, stmt: &Stmt, block: &Block, rest: &str, is_tail: bool) {
        let whole = range(stmt);
        let mut change = Change::default();
        if block.stmts.is_empty() && !self.has_comments(block) {
            self.changes.delete(self.file, with_comments(self.text(), whole));
            return;
        }
        if clashes(block, rest) {
            if matches!(stmt, Stmt::Expr(Expr::Block(_), _)) {
                return;
            }
            // The variables of the block must not be seen behind it.
            change.delete(self.file, whole.start..range(block).start);
            change.delete(self.file, range(block).end..whole.end);
        } else {
            let needs_semi = match block.stmts.last() {
                Some(Stmt::Expr(expr, None)) => (!is_tail || has_semi(stmt)) && !is_block_like(expr),
                Some(Stmt::Macro(node)) => (!is_tail || has_semi(stmt)) && node.semi_token.is_none(),
                _ => false,
            };
            self.open(&mut change, whole.start, block);
            self.close(&mut change, block, whole.end, if needs_semi { ";" } else { "" });
        }
        self.changes.push(change);
    }

    pub(super) fn has_comments(&self, block: &Block) -> bool {
        self.text()[range(block)].contains("//")
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt, rest: &str, is_tail: bool) -> bool {
        let whole = range(stmt);
        match stmt {
            Stmt::Expr(Expr::If(node), _) => match self.chosen(node) {
                Some(Chosen::Block(block)) => {
                    self.splice(stmt, block, rest, is_tail);
                    self.visit_block(block);
                    true
                }
                Some(Chosen::Expr(expr)) => {
                    self.changes.delete(self.file, whole.start..range(expr).start);
                    self.visit_expr(expr);
                    true
                }
                Some(Chosen::Nothing) => {
                    self.changes.delete(self.file, with_comments(self.text(), whole));
                    true
                }
                None => {
                    let empty = node.then_branch.stmts.is_empty() && node.else_branch.is_none();
                    if empty && !self.has_comments(&node.then_branch) && self.studied.is_pure(&node.cond) {
                        self.changes.delete(self.file, with_comments(self.text(), whole));
                        return true;
                    }
                    false
                }
            },
            Stmt::Expr(Expr::Match(node), _) => match self.chosen_arm(node) {
                Some(arm) => {
                    self.splice_arm(stmt, arm, rest, is_tail);
                    self.visit_expr(&arm.body);
                    true
                }
                None => false,
            },
            Stmt::Expr(Expr::ForLoop(node), _) => {
                let empty = node.body.stmts.is_empty() && !self.has_comments(&node.body);
                if empty && self.studied.is_pure(&node.expr) {
                    self.changes.delete(self.file, with_comments(self.text(), whole));
                    return true;
                }
                false
            }
            Stmt::Expr(expr @ (Expr::Call(_) | Expr::MethodCall(_)), Some(_)) if self.does_nothing(expr) => {
                self.changes.delete(self.file, with_comments(self.text(), whole));
                true
            }
            // A check that checks nothing.
            Stmt::Expr(Expr::Try(node), Some(_)) if self.does_nothing(&node.expr) => {
                self.changes.delete(self.file, with_comments(self.text(), whole));
                true
            }
            Stmt::Expr(Expr::Block(node), _) if node.label.is_none() && node.attrs.is_empty() => {
                self.splice(stmt, &node.block, rest, is_tail);
                self.visit_block(&node.block);
                true
            }
            _ => false,
        }
    }

    /// Returns true for a call of a function without content, or one that only says `Ok(())`.
    fn does_nothing(&self, expr: &Expr) -> bool {
        let facts = self.studied.facts;
        let (callee, args) = match expr {
            Expr::Call(node) => match &*node.func {
                Expr::Path(path) => (facts.target(&path.path), &node.args),
                _ => return false,
            },
            Expr::MethodCall(node) => {
                let methods = facts.methods_of.get(&address(expr)).map(Vec::as_slice);
                (methods.and_then(|methods| (methods.len() == 1).then_some(methods[0])), &node.args)
            }
            _ => return false,
        };
        let empty = callee.is_some_and(|id| match self.studied.names.defs[id].kind {
            Kind::Fn { block: Some(block), .. } => match &block.stmts[..] {
                [] => true,
                [Stmt::Expr(Expr::Return(node), _)] => node.expr.is_none(),
                [Stmt::Expr(expr, None)] => is_ok_unit(expr),
                _ => false,
            },
            _ => false,
        });
        empty && args.iter().all(|arg| self.studied.is_pure(arg))
    }

    fn splice_arm(&mut self, stmt: &Stmt, arm: &Arm, rest: &str, is_tail: bool) {
        if let Expr::Block(node) = &*arm.body
            && node.label.is_none()
        {
            self.splice(stmt, &node.block, rest, is_tail);
            return;
        }
        let whole = range(stmt);
        let body = range(&arm.body);
        let mut change = Change::default();
        let semi = if has_semi(stmt) || !is_tail && !is_block_like(&arm.body) { ";" } else { "" };
        change.delete(self.file, whole.start..body.start).replace(self.file, body.end..whole.end, semi);
        self.changes.push(change);
    }

    /// What stands behind a statement that never ends is never reached.
    pub(super) fn unreachable(&mut self, block: &Block) -> Option<usize> {
        let at = block.stmts.iter().position(|stmt| match stmt {
            Stmt::Expr(expr, _) => diverges(expr),
            Stmt::Macro(node) => matches!(macro_name(&node.mac).as_str(), "panic" | "unreachable" | "todo"),
            _ => false,
        })?;
        let mut after = block.stmts[at + 1..].iter().filter(|stmt| !matches!(stmt, Stmt::Item(_))).peekable();
        after.peek()?;
        for stmt in after {
            self.changes.delete(self.file, with_comments(self.text(), range(stmt)));
        }
        Some(at)
    }

    /// `return x;` at the end of a function is `x`.
    pub(super) fn tail(&mut self, block: &Block) {
        if let Some(Stmt::Expr(Expr::Return(node), Some(semi))) = block.stmts.last()
            && let Some(value) = &node.expr
        {
            let mut change = Change::default();
            change.delete(self.file, range(node).start..range(value).start);
            change.delete(self.file, range(semi));
            self.changes.push(change);
        }
    }

    /// `let x = e; x` at the end of a block is `e`.
    pub(super) fn named_tail(&mut self, block: &Block) -> bool {
        let [.., stmt @ Stmt::Local(local), Stmt::Expr(tail @ Expr::Path(_), None)] = &block.stmts[..] else {
            return false;
        };
        let facts = self.studied.facts;
        let (Pat::Ident(_), Some(init)) = (&local.pat, &local.init) else { return false };
        let same = facts.local(tail).is_some()
            && facts.local(tail) == facts.bound.get(&address(&local.pat)).copied();
        if !same || init.diverge.is_some() || facts.bound(&local.pat).is_none_or(|local| local.reads != 1) {
            return false;
        }
        let mut change = Change::default();
        change.delete(self.file, range(stmt).start..range(&init.expr).start);
        change.delete(self.file, range(&init.expr).end..range(tail).end);
        self.changes.push(change);
        true
    }
}

fn has_semi(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Expr(_, Some(_)))
}

/// Returns true for `Ok(())`.
fn is_ok_unit(expr: &Expr) -> bool {
    let Expr::Call(node) = expr else { return false };
    is_name(&node.func, "Ok")
        && matches!(node.args.first(), Some(Expr::Tuple(tuple)) if tuple.elems.is_empty())
}

/// Returns true if the expression can stand as a statement without a semicolon.
fn is_block_like(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_)
    )
}

/// Returns true if variables that a block declares have names that what follows uses.
fn clashes(block: &Block, rest: &str) -> bool {
    let mut names = Vec::new();
    for stmt in &block.stmts {
        match stmt {
            Stmt::Local(local) => {
                let mut bound = Idents(Vec::new());
                bound.visit_pat(&local.pat);
                names.extend(bound.0);
            }
            Stmt::Item(syn::Item::Const(node)) => names.push(node.ident.to_string()),
            _ => {}
        }
    }
    let words: HashSet<&str> = rest.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    names.iter().any(|name| words.contains(name.as_str()))
}

struct Idents(Vec<String>);

impl<'ast> Visit<'ast> for Idents {
    fn visit_pat_ident(&mut self, node: &'ast syn::PatIdent) {
        self.0.push(node.ident.to_string());
        visit::visit_pat_ident(self, node);
    }
}
