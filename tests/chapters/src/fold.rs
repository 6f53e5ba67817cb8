//! Folds what is known: questions that have one answer, branches that are never or always taken, patterns
//! that never match.

mod block;
mod expr;
mod format;
mod pattern;

use std::collections::HashMap;

use syn::visit::{self, Visit};
use syn::{Block, Expr, Macro, Pat, UnOp};

use self::expr::is_weak;
use self::pattern::Covered;
use crate::facts::Facts;
use crate::known::Knowledge;
use crate::names::{DefId, Names};
use crate::program::{Program, address};
use crate::text::{Changes, range};
use crate::walk::value::bool_of;

/// A program with all that was found out about it.
pub struct Studied<'s, 'p> {
    pub program: &'p Program,
    pub names: &'s Names<'p>,
    pub facts: &'s Facts<'p>,
    pub knowledge: &'s Knowledge,
}

impl Studied<'_, '_> {
    /// Returns true if nothing is lost when the expression is not computed.
    pub fn is_pure(&self, expr: &Expr) -> bool {
        self.facts.is_pure(self.program, self.names, expr)
    }

    /// The text of a file.
    pub fn text(&self, file: usize) -> &str {
        &self.program.files[file].text
    }

    /// A truth value that is known and may be put in place of the expression.
    fn truth(&self, expr: &Expr) -> Option<bool> {
        let (value, _) = bool_of(self.facts.known(expr))?;
        self.is_pure(expr).then_some(value)
    }
}

/// Finds the changes that fold what is known.
pub fn fold(studied: &Studied) -> Changes {
    let mut changes = Changes::default();
    for file in 0..studied.program.files.len() {
        let mut folder = Folder { studied, file, changes, parent: Parent::Loose, plain: HashMap::new() };
        folder.visit_file(&studied.program.files[file].tree);
        changes = folder.changes;
    }
    changes
}

/// What an expression is part of, as far as it decides about parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parent {
    /// Nothing that binds it.
    Loose,
    /// An operator.
    Operator,
    /// Something that comes after it, such as a method.
    Postfix,
}

struct Folder<'s, 'k, 'p> {
    studied: &'s Studied<'k, 'p>,
    file: usize,
    changes: Changes,
    parent: Parent,
    /// Variables that only give another name to a constant, or to a literal that is needed once, by the text
    /// of that.
    plain: HashMap<usize, &'s str>,
}

impl<'s> Folder<'s, '_, '_> {
    fn text(&self) -> &'s str {
        self.studied.text(self.file)
    }

    fn with_parent(&mut self, parent: Parent, inside: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.parent, parent);
        inside(self);
        self.parent = outer;
    }

    /// Arguments that every call has alike are folded inside the function; they go with the parameter.
    fn skips(&self, callee: Option<DefId>, index: usize) -> bool {
        callee.is_some_and(|id| self.studied.knowledge.params.contains_key(&(id, index)))
    }
}

impl<'ast> Visit<'ast> for Folder<'_, '_, '_> {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        if self.take_over(&node.sig, &node.block) {
            return;
        }
        self.tail(&node.block);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        if self.take_over(&node.sig, &node.block) {
            return;
        }
        self.tail(&node.block);
        visit::visit_impl_item_fn(self, node);
    }

    fn visit_block(&mut self, block: &'ast Block) {
        if self.named_tail(block) {
            return;
        }
        let end = range(block).end;
        let last = self.unreachable(block).unwrap_or(block.stmts.len());
        self.with_parent(Parent::Loose, |folder| {
            for (index, stmt) in block.stmts.iter().enumerate().take(last + 1) {
                let rest = &folder.text()[range(stmt).end..end];
                let is_tail = index + 1 == block.stmts.len();
                if !folder.stmt(stmt, rest, is_tail) {
                    visit::visit_stmt(folder, stmt);
                }
            }
        });
    }

    fn visit_local(&mut self, node: &'ast syn::Local) {
        if let (Pat::Ident(pat), Some(init)) = (&node.pat, &node.init)
            && let Some(&id) = self.studied.facts.bound.get(&address(&node.pat))
            && (self.studied.facts.locals[id].reads == 1 || matches!(*init.expr, Expr::Path(_)))
            && pat.mutability.is_none()
            && self.is_plain(&init.expr)
        {
            self.plain.insert(id, &self.text()[range(&init.expr)]);
        }
        if let Some(init) = &node.init
            && let Expr::Paren(paren) = &*init.expr
        {
            self.keep_only(range(&init.expr), &paren.expr);
        }
        visit::visit_local(self, node);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if self.replace_known(expr) || self.replace_name(expr) {
            return;
        }
        match expr {
            Expr::If(node) => self.if_expr(node),
            Expr::Match(node) => self.match_expr(node),
            Expr::Binary(node) => {
                if !self.binary(node) {
                    self.needless_parens(node);
                    self.with_parent(Parent::Operator, |folder| visit::visit_expr(folder, expr));
                }
            }
            Expr::While(node) => {
                self.condition(&node.cond);
                self.visit_block(&node.body);
            }
            Expr::Paren(node) if self.parent == Parent::Postfix => {
                // Parentheses that hold something together that needs none.
                if !is_weak(&node.expr) {
                    self.with_parent(Parent::Loose, |folder| folder.keep_only(range(expr), &node.expr));
                }
                self.with_parent(Parent::Loose, |folder| folder.visit_expr(&node.expr));
            }
            Expr::Unary(node) => {
                if let (UnOp::Not(_), Expr::Paren(paren)) = (&node.op, &*node.expr)
                    && !is_weak(&paren.expr)
                {
                    self.with_parent(Parent::Loose, |folder| {
                        folder.keep_only(range(&node.expr), &paren.expr)
                    });
                }
                self.with_parent(Parent::Postfix, |folder| visit::visit_expr(folder, expr));
            }
            Expr::Cast(_) | Expr::Reference(_) => {
                self.with_parent(Parent::Operator, |folder| visit::visit_expr(folder, expr));
            }
            Expr::MethodCall(node) => {
                if let Some(target) = self.forwards_to(expr) {
                    self.changes.replace(self.file, range(&node.method), target);
                }
                self.with_parent(Parent::Postfix, |folder| folder.visit_expr(&node.receiver));
                let callee = self
                    .studied
                    .facts
                    .methods_of
                    .get(&address(expr))
                    .and_then(|methods| methods.first().copied());
                for (index, arg) in node.args.iter().enumerate() {
                    if !self.skips(callee, index) {
                        self.with_parent(Parent::Loose, |folder| folder.visit_expr(arg));
                    }
                }
            }
            Expr::Call(node) => {
                let callee = match &*node.func {
                    Expr::Path(path) => self.studied.facts.target(&path.path),
                    _ => None,
                };
                self.with_parent(Parent::Postfix, |folder| folder.visit_expr(&node.func));
                for (index, arg) in node.args.iter().enumerate() {
                    if !self.skips(callee, index) {
                        self.with_parent(Parent::Loose, |folder| folder.visit_expr(arg));
                    }
                }
            }
            Expr::Field(_) | Expr::Index(_) | Expr::Try(_) => {
                self.with_parent(Parent::Postfix, |folder| visit::visit_expr(folder, expr));
            }
            _ => self.with_parent(Parent::Loose, |folder| visit::visit_expr(folder, expr)),
        }
    }

    fn visit_field_value(&mut self, node: &'ast syn::FieldValue) {
        // `Setup { part }` has no expression of its own.
        if node.colon_token.is_some() {
            self.visit_expr(&node.expr);
        }
    }

    fn visit_pat(&mut self, pat: &'ast Pat) {
        match pat {
            Pat::Or(_) => {
                let Pat::Or(node) = pat else { return };
                let possible = node.cases.iter().any(|case| self.is_impossible(case));
                if possible {
                    self.pattern(pat, &Covered::default());
                } else {
                    visit::visit_pat(self, pat);
                }
            }
            // Guards are looked at with their arms.
            Pat::Guard(node) => self.visit_pat(&node.pat),
            _ => visit::visit_pat(self, pat),
        }
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        if let Some(inside) = self.studied.program.inside(mac) {
            let keep = self.format(mac, inside);
            for (index, arg) in inside.args.iter().enumerate() {
                let shown = inside.format.is_some_and(|format| index > format);
                match arg {
                    Expr::Assign(node) if shown => self.visit_expr(&node.right),
                    _ if !keep[index] => {}
                    _ => self.with_parent(Parent::Loose, |folder| folder.visit_expr(arg)),
                }
            }
            if let Some(pattern) = &inside.pattern {
                self.visit_pat(pattern);
            }
        }
    }
}
