//! Expressions: values in place of questions, branches in place of choices, names that say more directly what
//! is meant.

use std::ops::Range;

use syn::visit::Visit;
use syn::{BinOp, Block, Expr, ExprIf, Pat, Stmt};

use super::{Folder, Parent};
use crate::known::Const;
use crate::names::Kind;
use crate::program::{address, is_name};
use crate::text::{Change, range};
use crate::ty::Ty;

impl<'s> Folder<'s, '_, '_> {
    /// The branch of an `if` that is always taken: a block, an `if` that is still a question, or nothing.
    pub(super) fn chosen<'e>(&self, node: &'e ExprIf) -> Option<Chosen<'e>> {
        match (self.studied.truth(&node.cond)?, &node.else_branch) {
            (true, _) => Some(Chosen::Block(&node.then_branch)),
            (false, None) => Some(Chosen::Nothing),
            (false, Some((_, branch))) => match &**branch {
                Expr::Block(node) => Some(Chosen::Block(&node.block)),
                Expr::If(next) => Some(self.chosen(next).unwrap_or(Chosen::Expr(branch))),
                branch => Some(Chosen::Expr(branch)),
            },
        }
    }

    /// The text of an expression in place of a larger one.
    pub(super) fn keep_only(&mut self, whole: Range<usize>, expr: &Expr) {
        let inner = range(expr);
        let mut change = Change::default();
        let wrap = match self.parent {
            Parent::Loose => false,
            Parent::Operator => is_weak(expr),
            Parent::Postfix => is_weak(expr) || matches!(expr, Expr::Unary(_) | Expr::Reference(_)),
        };
        let (open, close) = if wrap { ("(", ")") } else { ("", "") };
        change.replace(self.file, whole.start..inner.start, open);
        change.replace(self.file, inner.end..whole.end, close);
        self.changes.push(change);
    }

    /// A block in place of a larger expression: what it is worth, if that is all there is in it.
    pub(super) fn keep_block(&mut self, whole: Range<usize>, block: &Block) {
        let inside = range(block);
        if let [Stmt::Expr(expr, None)] = &block.stmts[..] {
            let value = range(expr);
            let text = self.text();
            if !text[inside.start..value.start].contains("//") && !text[value.end..inside.end].contains("//")
            {
                self.keep_only(whole, expr);
                return;
            }
        }
        let mut change = Change::default();
        change.delete(self.file, whole.start..inside.start).delete(self.file, inside.end..whole.end);
        self.changes.push(change);
    }

    pub(super) fn if_expr(&mut self, node: &ExprIf) {
        let whole = range(node);
        match self.chosen(node) {
            Some(Chosen::Block(block)) => {
                self.keep_block(whole, block);
                self.visit_block(block);
            }
            Some(Chosen::Expr(expr)) => {
                self.keep_only(whole, expr);
                self.visit_expr(expr);
            }
            Some(Chosen::Nothing) => self.changes.replace(self.file, whole, "{}"),
            None => {
                self.condition(&node.cond);
                self.visit_block(&node.then_branch);
                if let Some((token, branch)) = &node.else_branch {
                    self.else_branch(range(token).start, range(&node.then_branch).end, branch);
                }
            }
        }
    }

    fn else_branch(&mut self, else_start: usize, then_end: usize, branch: &Expr) {
        let whole = range(branch);
        match branch {
            Expr::If(node) => match self.chosen(node) {
                Some(Chosen::Block(block)) => {
                    let inside = range(block);
                    let mut change = Change::default();
                    change.delete(self.file, whole.start..inside.start);
                    change.delete(self.file, inside.end..whole.end);
                    self.changes.push(change);
                    self.visit_block(block);
                }
                Some(Chosen::Expr(expr)) => {
                    self.changes.delete(self.file, whole.start..range(expr).start);
                    self.visit_expr(expr);
                }
                Some(Chosen::Nothing) => self.changes.delete(self.file, then_end..whole.end),
                None => self.if_expr(node),
            },
            Expr::Block(node) if node.block.stmts.is_empty() && !self.has_comments(&node.block) => {
                self.changes.delete(self.file, else_start.min(then_end)..whole.end);
            }
            Expr::Block(node) => self.visit_block(&node.block),
            other => self.visit_expr(other),
        }
    }

    /// A condition stands alone, so it needs no parentheses.
    pub(super) fn condition(&mut self, cond: &Expr) {
        if let Expr::Paren(node) = cond {
            self.with_parent(Parent::Loose, |folder| folder.keep_only(range(cond), &node.expr));
        }
        self.with_parent(Parent::Loose, |folder| folder.visit_expr(cond));
    }

    /// A value in place of the expression that is known to have it.
    pub(super) fn replace_known(&mut self, expr: &Expr) -> bool {
        if matches!(expr, Expr::Binary(node) if self.adds_nothing(node)) {
            return false;
        }
        let Some(known) = self.studied.facts.known(expr) else { return false };
        let asks = matches!(
            expr,
            Expr::MethodCall(_)
                | Expr::Call(_)
                | Expr::Binary(_)
                | Expr::Unary(_)
                | Expr::Macro(_)
                | Expr::Index(_)
        );
        let asks = asks && !self.calls_other(expr);
        let named = matches!(expr, Expr::Path(_)) && self.studied.facts.local(expr).is_some();
        if matches!(expr, Expr::Lit(_)) || !self.studied.is_pure(expr) {
            return false;
        }
        let text = match (&known.value, known.fixed) {
            (Const::Bool(value), true) if asks || named => value.to_string(),
            (Const::Bool(value), false) if named => value.to_string(),
            (Const::Int(value), true) if asks => value.to_string(),
            (Const::Str(value), true) if asks => format!("{value:?}"),
            (Const::Some(inner), true) if asks => match &**inner {
                Const::Int(value) => format!("Some({value})"),
                Const::Str(value) => format!("Some({value:?})"),
                _ => return false,
            },
            (Const::None, true) if asks || named => "None".to_owned(),
            _ => return false,
        };
        self.changes.replace(self.file, range(expr), text);
        true
    }

    /// Returns true for a call that does not ask `Part`. It stays: what the function says goes on being said
    /// there.
    fn calls_other(&self, expr: &Expr) -> bool {
        match expr {
            Expr::MethodCall(node) => {
                let receiver = self.studied.facts.values.get(&address(&*node.receiver));
                match receiver.map(|val| &val.ty) {
                    Some(Ty::Adt(id)) => self.studied.names.defs[*id].name != "Part",
                    _ => false,
                }
            }
            Expr::Call(node) => match &*node.func {
                Expr::Path(path) => self.studied.facts.target(&path.path).is_some(),
                _ => true,
            },
            _ => false,
        }
    }

    /// What a name stands for in place of the name: that of a variable, or of a function without parameters,
    /// which is nothing but another name for a literal or a constant.
    pub(super) fn replace_name(&mut self, expr: &Expr) -> bool {
        let text = match expr {
            Expr::Path(_) => {
                self.studied.facts.local(expr).and_then(|id| self.plain.get(&id)).map(|&text| text.to_owned())
            }
            Expr::Call(node) => self.other_name(node),
            Expr::Closure(node) => self.only_calls(node),
            // A text that is the same in every run.
            Expr::Reference(node) => match &*node.expr {
                Expr::MethodCall(call)
                    if call.method == "to_owned" && matches!(*call.receiver, Expr::Lit(_)) =>
                {
                    Some(self.text()[range(&call.receiver)].to_owned())
                }
                Expr::Index(index) => self.whole_table(index),
                _ => None,
            },
            _ => None,
        };
        if let Some(text) = &text {
            self.changes.replace(self.file, range(expr), text.clone());
        }
        text.is_some()
    }

    /// The table of which `TABLE[..3]` is all there is.
    fn whole_table(&self, node: &syn::ExprIndex) -> Option<String> {
        let (Expr::Path(path), Expr::Range(part)) = (&*node.expr, &*node.index) else { return None };
        let id = self.studied.facts.target(&path.path)?;
        let Kind::Const { value: Some(Expr::Reference(value)), .. } = self.studied.names.defs[id].kind else {
            return None;
        };
        let (Expr::Array(rows), None, Some(end)) = (&*value.expr, &part.start, &part.end) else {
            return None;
        };
        let Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) = &**end else { return None };
        let whole = matches!(part.limits, syn::RangeLimits::HalfOpen(_))
            && length.base10_parse::<usize>().is_ok_and(|length| length == rows.elems.len());
        whole.then(|| self.text()[range(path)].to_owned())
    }

    /// The function of this program that a closure calls with its own parameter, if it does nothing else.
    fn only_calls(&self, node: &syn::ExprClosure) -> Option<String> {
        let (Some(Pat::Ident(param)), Expr::Call(call)) = (node.inputs.first(), &*node.body) else {
            return None;
        };
        let Expr::Path(path) = &*call.func else { return None };
        let own = self.studied.facts.target(&path.path).is_some();
        let hands_on = node.inputs.len() == 1
            && call.args.len() == 1
            && call.args.iter().all(|arg| is_name(arg, &param.ident.to_string()));
        (own && hands_on).then(|| self.text()[range(path)].to_owned())
    }

    /// The literal or the constant beside it that a called function returns.
    fn other_name(&self, node: &syn::ExprCall) -> Option<String> {
        let Expr::Path(path) = &*node.func else { return None };
        let called = self.studied.facts.target(&path.path)?;
        let names = self.studied.names;
        let def = &names.defs[called];
        let Kind::Fn { sig, block: Some(block) } = def.kind else { return None };
        let [Stmt::Expr(value, None)] = &block.stmts[..] else { return None };
        match value {
            _ if !sig.inputs.is_empty() => None,
            Expr::Lit(_) => Some(self.studied.text(def.file)[range(value)].to_owned()),
            Expr::Path(value) => {
                let constant = self.studied.facts.target(&value.path)?;
                let beside =
                    names.defs[constant].parent == def.parent || names.owner(constant) == names.owner(called);
                let name = &names.defs[constant].name;
                let text = &self.text()[range(&path.path)];
                let other = match text.rsplit_once("::") {
                    Some((before, _)) => format!("{before}::{name}"),
                    None if def.file == self.file => name.clone(),
                    None => return None,
                };
                (beside && matches!(names.defs[constant].kind, Kind::Const { .. })).then_some(other)
            }
            _ => None,
        }
    }

    /// Returns true for literals and for constants of this program.
    pub(super) fn is_plain(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(_) => true,
            Expr::Path(path) => self
                .studied
                .facts
                .target(&path.path)
                .is_some_and(|id| matches!(self.studied.names.defs[id].kind, Kind::Const { .. })),
            _ => false,
        }
    }

    /// Returns true for a sum or difference whose right side is known to be 0.
    fn adds_nothing(&self, node: &syn::ExprBinary) -> bool {
        let right = self.studied.facts.known(&node.right);
        matches!(node.op, BinOp::Add(_) | BinOp::Sub(_))
            && right.is_some_and(|known| known.fixed && known.value == Const::Int(0))
            && self.studied.is_pure(&node.right)
    }

    pub(super) fn binary(&mut self, node: &syn::ExprBinary) -> bool {
        let neutral = match node.op {
            BinOp::And(_) => true,
            BinOp::Or(_) => false,
            BinOp::Add(_) | BinOp::Sub(_) => {
                let nothing = self.adds_nothing(node);
                if nothing {
                    self.keep_only(range(node), &node.left);
                    self.visit_expr(&node.left);
                }
                return nothing;
            }
            _ => return false,
        };
        let (left, right) = (self.studied.truth(&node.left), self.studied.truth(&node.right));
        let whole = range(node);
        if left == Some(neutral) {
            self.keep_only(whole, &node.right);
            self.visit_expr(&node.right);
            true
        } else if right == Some(neutral) {
            self.keep_only(whole, &node.left);
            self.visit_expr(&node.left);
            true
        } else {
            false
        }
    }

    /// Parentheses that held an `||` or a choice together, and now only hold a comparison or a product.
    pub(super) fn needless_parens(&mut self, node: &syn::ExprBinary) {
        let logical = |op: &BinOp| matches!(op, BinOp::And(_) | BinOp::Or(_));
        for side in [&node.left, &node.right] {
            if let Expr::Paren(paren) = &**side
                && let Expr::Binary(inner) = &*paren.expr
                && (logical(&node.op) && !logical(&inner.op)
                    || matches!((&node.op, &inner.op), (BinOp::Add(_), BinOp::Mul(_))))
            {
                self.with_parent(Parent::Loose, |folder| folder.keep_only(range(&**side), &paren.expr));
            }
        }
    }

    /// The method that is called in the end, if the one that is called does nothing but hand its parameters
    /// on to another one of the same file.
    pub(super) fn forwards_to(&self, expr: &Expr) -> Option<String> {
        let facts = self.studied.facts;
        let [callee] = facts.methods_of.get(&address(expr))?[..] else { return None };
        let def = &self.studied.names.defs[callee];
        let Kind::Fn { sig, block: Some(block) } = def.kind else { return None };
        let [Stmt::Expr(Expr::MethodCall(inner), _)] = &block.stmts[..] else { return None };
        let handed_on = crate::names::parameters(sig).count() == inner.args.len()
            && crate::names::parameters(sig).zip(&inner.args).all(|(param, arg)| match &*param.pat {
                Pat::Ident(node) => is_name(arg, &node.ident.to_string()),
                _ => false,
            });
        (handed_on && def.file == self.file && is_name(&inner.receiver, "self"))
            .then(|| inner.method.to_string())
    }

    /// A function that other files call, and that does nothing but call one of its own file, which nothing
    /// else calls, takes over what that one does.
    pub(super) fn take_over(&mut self, sig: &syn::Signature, block: &Block) -> bool {
        let facts = self.studied.facts;
        let [Stmt::Expr(call, None)] = &block.stmts[..] else { return false };
        let (callee, args) = match call {
            Expr::Call(node) => match &*node.func {
                Expr::Path(path) => (facts.target(&path.path), &node.args),
                _ => return false,
            },
            Expr::MethodCall(node) if is_name(&node.receiver, "self") => (
                facts.methods_of.get(&address(call)).and_then(|methods| methods.first().copied()),
                &node.args,
            ),
            _ => return false,
        };
        let Some(callee) = callee else { return false };
        let names = self.studied.names;
        let def = &names.defs[callee];
        let Kind::Fn { sig: other, block: Some(body) } = def.kind else { return false };
        let text = self.studied.text(def.file);
        let inputs =
            |sig: &syn::Signature| sig.inputs.iter().map(|input| text.get(range(input))).collect::<Vec<_>>();
        // Calls of the same file go straight to the other function, see `forwards_to`.
        let own = names
            .defs
            .iter()
            .position(|def| matches!(def.kind, Kind::Fn { sig: own, .. } if std::ptr::eq(own, sig)));
        let from_elsewhere = own.and_then(|own| facts.calls.get(&own));
        let from_elsewhere =
            from_elsewhere.is_some_and(|calls| calls.iter().all(|call| call.file != self.file));
        let alike = def.file == self.file
            && from_elsewhere
            && facts.calls.get(&callee).is_some_and(|calls| calls.len() == 1)
            && !facts.escaped.contains(&callee)
            && inputs(sig) == inputs(other)
            && text.get(range(&sig.generics)) == text.get(range(&other.generics))
            && text.get(range(&sig.output)) == text.get(range(&other.output))
            && crate::names::parameters(sig).zip(args).all(|(param, arg)| match &*param.pat {
                Pat::Ident(node) => is_name(arg, &node.ident.to_string()),
                _ => false,
            });
        if !alike || range(body).contains(&range(block).start) {
            return false;
        }
        let mut change = Change::default();
        change.replace(self.file, range(block), text[range(body)].to_owned());
        self.changes.push(change);
        true
    }
}

pub(super) enum Chosen<'e> {
    Block(&'e Block),
    Expr(&'e Expr),
    Nothing,
}

/// Returns true if the expression falls apart beside an operator.
pub(super) fn is_weak(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Binary(_)
            | Expr::Range(_)
            | Expr::Closure(_)
            | Expr::Cast(_)
            | Expr::If(_)
            | Expr::Match(_)
            | Expr::Assign(_)
            | Expr::Let(_)
            | Expr::Return(_)
    )
}
