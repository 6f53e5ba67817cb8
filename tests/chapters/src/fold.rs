//! Folds what is known: questions that have one answer, branches that are never or always taken, patterns
//! that never match.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Arm, BinOp, Block, Expr, ExprIf, ExprMatch, Macro, Pat, Stmt, UnOp};

use crate::facts::{Facts, Local};
use crate::known::{Const, Knowledge};
use crate::names::{DefId, Kind, Names};
use crate::program::{Inside, Program, address, is_name, macro_name};
use crate::text::{Change, Changes, line_end, line_start, range, remove_elements, with_comments};
use crate::ty::Ty;
use crate::walk::{bool_of, diverges, matches};

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
    /// Variables that only give another name to a literal or a constant, by the text of that. They are read
    /// once.
    plain: HashMap<usize, &'s str>,
}

impl<'s> Folder<'s, '_, '_> {
    fn text(&self) -> &'s str {
        self.studied.text(self.file)
    }

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

    fn has_comments(&self, block: &Block) -> bool {
        self.text()[range(block)].contains("//")
    }

    /// The branch of an `if` that is always taken: a block, an `if` that is still a question, or nothing.
    fn chosen<'e>(&self, node: &'e ExprIf) -> Option<Chosen<'e>> {
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

    /// The arm of a `match` that is always taken.
    fn chosen_arm<'e>(&self, node: &'e ExprMatch) -> Option<&'e Arm> {
        let known = self.studied.facts.known(&node.expr)?;
        if !self.studied.is_pure(&node.expr)
            || !(known.fixed || matches!(known.value, Const::Bool(_) | Const::Variant(_)))
        {
            return None;
        }
        for arm in &node.arms {
            let matched = self.matches(&arm.pat, Some(&known.value));
            match matched {
                Some(true) if !binds(self.studied, &arm.pat) => return Some(arm),
                Some(false) => {}
                _ => return None,
            }
        }
        None
    }

    fn matches(&self, pat: &Pat, value: Option<&Const>) -> Option<bool> {
        if self.is_impossible(pat) {
            return Some(false);
        }
        matches(self.studied.names, self.studied.facts, pat, value?)
    }

    /// Returns true if a pattern asks for a variant of which there never is a value.
    fn is_impossible(&self, pat: &Pat) -> bool {
        let shape = self.studied.facts.shape_of.get(&address(pat)).copied();
        let variant = shape.filter(|&id| matches!(self.studied.names.defs[id].kind, Kind::Variant(_)));
        if variant.is_some_and(|id| !self.studied.knowledge.may_be(id)) {
            return true;
        }
        match pat {
            Pat::Or(node) => node.cases.iter().all(|case| self.is_impossible(case)),
            Pat::Guard(node) => self.is_impossible(&node.pat),
            Pat::Paren(node) => self.is_impossible(&node.pat),
            Pat::Reference(node) => self.is_impossible(&node.pat),
            Pat::Type(node) => self.is_impossible(&node.pat),
            Pat::Tuple(node) => node.elems.iter().any(|elem| self.is_impossible(elem)),
            Pat::TupleStruct(node) => node.elems.iter().any(|elem| self.is_impossible(elem)),
            Pat::Slice(node) => node.elems.iter().any(|elem| self.is_impossible(elem)),
            Pat::Struct(node) => node.fields.iter().any(|field| self.is_impossible(&field.pat)),
            Pat::Ident(node) => node.subpat.as_ref().is_some_and(|(_, pat)| self.is_impossible(pat)),
            _ => false,
        }
    }

    // Statements.

    fn stmt(&mut self, stmt: &Stmt, rest: &str, is_tail: bool) -> bool {
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
    fn unreachable(&mut self, block: &Block) -> Option<usize> {
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
    fn tail(&mut self, block: &Block) {
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
    fn named_tail(&mut self, block: &Block) -> bool {
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

    // Expressions.

    /// The text of an expression in place of a larger one.
    fn keep_only(&mut self, whole: Range<usize>, expr: &Expr) {
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
    fn keep_block(&mut self, whole: Range<usize>, block: &Block) {
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

    fn with_parent(&mut self, parent: Parent, inside: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.parent, parent);
        inside(self);
        self.parent = outer;
    }

    fn if_expr(&mut self, node: &ExprIf) {
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
    fn condition(&mut self, cond: &Expr) {
        if let Expr::Paren(node) = cond {
            self.with_parent(Parent::Loose, |folder| folder.keep_only(range(cond), &node.expr));
        }
        self.with_parent(Parent::Loose, |folder| folder.visit_expr(cond));
    }

    /// A value in place of the expression that is known to have it.
    fn replace_known(&mut self, expr: &Expr) -> bool {
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
    fn replace_name(&mut self, expr: &Expr) -> bool {
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
    fn is_plain(&self, expr: &Expr) -> bool {
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

    fn binary(&mut self, node: &syn::ExprBinary) -> bool {
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
    fn needless_parens(&mut self, node: &syn::ExprBinary) {
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
    fn forwards_to(&self, expr: &Expr) -> Option<String> {
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
    fn take_over(&mut self, sig: &syn::Signature, block: &Block) -> bool {
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

    /// Methods whose answer depends on a truth value that is known.
    fn known_method(&mut self, node: &syn::ExprMethodCall) -> bool {
        let whole = range(node);
        let method = node.method.to_string();
        let arg = node.args.first();
        let body = arg.map(|arg| match arg {
            Expr::Closure(closure) => &*closure.body,
            other => other,
        });
        match (method.as_str(), body) {
            ("then" | "then_some", Some(body)) => match self.studied.truth(&node.receiver) {
                Some(true) => {
                    let inner = range(body);
                    let mut change = Change::default();
                    change.replace(self.file, whole.start..inner.start, "Some(");
                    change.replace(self.file, inner.end..whole.end, ")");
                    self.changes.push(change);
                    true
                }
                Some(false) => {
                    self.changes.replace(self.file, whole, "None");
                    true
                }
                None => false,
            },
            ("filter", Some(body)) if matches!(arg, Some(Expr::Closure(_))) => {
                let option = self.studied.facts.values.get(&address(&*node.receiver));
                let option = option.is_some_and(|val| matches!(val.ty, Ty::Option(_)));
                match self.studied.truth(body) {
                    Some(true) => {
                        self.changes.delete(self.file, range(&node.receiver).end..whole.end);
                        true
                    }
                    Some(false) if option && self.studied.is_pure(&node.receiver) => {
                        self.changes.replace(self.file, whole, "None");
                        true
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Arguments that every call has alike are folded inside the function; they go with the parameter.
    fn skips(&self, callee: Option<DefId>, index: usize) -> bool {
        callee.is_some_and(|id| self.studied.knowledge.params.contains_key(&(id, index)))
    }

    // Matches.

    fn match_expr(&mut self, node: &ExprMatch) {
        if let Some(arm) = self.chosen_arm(node) {
            match &*arm.body {
                Expr::Block(body) if body.label.is_none() => self.keep_block(range(node), &body.block),
                body => self.keep_only(range(node), body),
            }
            self.visit_expr(&arm.body);
            return;
        }
        self.with_parent(Parent::Loose, |folder| folder.visit_expr(&node.expr));
        let known = self.studied.facts.known(&node.expr).map(|known| &known.value);
        let mut covered = Covered::default();
        for arm in &node.arms {
            let never =
                matches!(&arm.pat, Pat::Guard(node) if self.studied.truth(&node.guard) == Some(false));
            let impossible = self.matches(&arm.pat, known) == Some(false);
            if never || impossible || covered.all || self.is_covered(&covered, &arm.pat) {
                self.changes.delete(self.file, with_comments(self.text(), range(arm)));
                continue;
            }
            if let Pat::Guard(guard) = &arm.pat {
                if self.studied.truth(&guard.guard) == Some(true) {
                    self.changes.delete(self.file, range(&guard.pat).end..range(&guard.guard).end);
                    self.cover(&mut covered, &guard.pat);
                }
                self.pattern(&guard.pat, &covered);
                self.with_parent(Parent::Loose, |folder| folder.visit_expr(&guard.guard));
            } else {
                self.pattern(&arm.pat, &covered);
                self.cover(&mut covered, &arm.pat);
            }
            if !self.bare_arm(arm) {
                self.with_parent(Parent::Loose, |folder| folder.visit_expr(&arm.body));
            }
        }
    }

    /// `=> { f(); }` is `=> f(),` if `f` returns nothing, and `=> { format!("") }` is `=> format!(""),`.
    fn bare_arm(&mut self, arm: &Arm) -> bool {
        let Expr::Block(body) = &*arm.body else { return false };
        let mac = match &body.block.stmts[..] {
            [Stmt::Macro(node)] if node.semi_token.is_none() => Some(&node.mac),
            [Stmt::Expr(Expr::Macro(node), None)] => Some(&node.mac),
            _ => None,
        };
        if let Some(mac) = mac.filter(|_| !self.has_comments(&body.block)) {
            self.bare(arm, range(mac));
            return true;
        }
        let [Stmt::Expr(call, Some(_))] = &body.block.stmts[..] else { return false };
        let facts = self.studied.facts;
        let callee = match call {
            Expr::Call(node) => match &*node.func {
                Expr::Path(path) => facts.target(&path.path),
                _ => None,
            },
            Expr::MethodCall(_) => facts.methods_of.get(&address(call)).and_then(|ids| ids.first().copied()),
            _ => None,
        };
        let returns_nothing = callee.is_some_and(|id| match self.studied.names.defs[id].kind {
            Kind::Fn { sig, .. } => matches!(sig.output, syn::ReturnType::Default),
            _ => false,
        });
        if !returns_nothing || self.has_comments(&body.block) {
            return false;
        }
        self.bare(arm, range(call));
        true
    }

    /// Keeps this part of an arm's body alone.
    fn bare(&mut self, arm: &Arm, inside: Range<usize>) {
        let comma = if arm.comma.is_none() { "," } else { "" };
        let whole = range(&arm.body);
        let mut change = Change::default();
        change.delete(self.file, whole.start..inside.start);
        change.replace(self.file, inside.end..whole.end, comma);
        self.changes.push(change);
    }

    /// Takes away the ways to match that are impossible, or come too late.
    fn pattern(&mut self, pat: &Pat, covered: &Covered) {
        if let Pat::Or(node) = pat {
            let keep: Vec<bool> = node
                .cases
                .iter()
                .map(|case| !self.is_impossible(case) && !self.is_covered(covered, case))
                .collect();
            if keep.contains(&false) && keep.contains(&true) {
                let elements: Vec<_> = node.cases.iter().map(range).collect();
                let mut change = Change::default();
                remove_elements(&mut change, self.file, self.text(), &elements, &keep);
                self.changes.push(change);
                return;
            }
        }
        match pat {
            Pat::Or(_) => visit::visit_pat(self, pat),
            _ => self.visit_pat(pat),
        }
    }

    fn is_covered(&self, covered: &Covered, pat: &Pat) -> bool {
        let pat = if let Pat::Guard(node) = pat { &*node.pat } else { pat };
        match pat {
            Pat::Or(node) => node.cases.iter().all(|case| self.is_covered(covered, case)),
            Pat::Paren(node) => self.is_covered(covered, &node.pat),
            _ => {
                let shape = self.studied.facts.shape_of.get(&address(pat));
                shape.is_some_and(|id| covered.shapes.contains(id))
                    || covered.texts.contains(&self.text()[range(pat)])
                    || is_catch_all(pat) && covered.all_variants
            }
        }
    }

    /// Notes what an arm without a guard leaves for no later arm.
    fn cover(&self, covered: &mut Covered, pat: &Pat) {
        match pat {
            Pat::Or(node) => node.cases.iter().for_each(|case| self.cover(covered, case)),
            Pat::Paren(node) => self.cover(covered, &node.pat),
            _ if self.is_irrefutable(pat) => covered.all = true,
            _ => {
                covered.texts.insert(self.text()[range(pat)].to_owned());
                let Some(&id) = self.studied.facts.shape_of.get(&address(pat)) else { return };
                let inner: Vec<&Pat> = match pat {
                    Pat::TupleStruct(node) => node.elems.iter().collect(),
                    Pat::Struct(node) => node.fields.iter().map(|field| &*field.pat).collect(),
                    _ => Vec::new(),
                };
                if inner.iter().all(|pat| self.is_irrefutable(pat)) {
                    covered.shapes.insert(id);
                }
                let names = self.studied.names;
                let of = names.owner(id);
                let mut variants = names.children(of).iter();
                covered.all_variants = matches!(names.defs[of].kind, Kind::Enum(_))
                    && variants.all(|id| covered.shapes.contains(id) || !self.studied.knowledge.may_be(*id));
            }
        }
    }

    fn is_irrefutable(&self, pat: &Pat) -> bool {
        match pat {
            Pat::Wild(_) | Pat::Rest(_) => true,
            Pat::Ident(node) => {
                !self.studied.facts.shape_of.contains_key(&address(pat))
                    && node.ident != "None"
                    && node.subpat.as_ref().is_none_or(|(_, pat)| self.is_irrefutable(pat))
            }
            Pat::Paren(node) => self.is_irrefutable(&node.pat),
            Pat::Reference(node) => self.is_irrefutable(&node.pat),
            Pat::Tuple(node) => node.elems.iter().all(|elem| self.is_irrefutable(elem)),
            Pat::Struct(node) => {
                let shape = self.studied.facts.shape_of.get(&address(pat));
                shape.is_some_and(|&id| matches!(self.studied.names.defs[id].kind, Kind::Struct(_)))
                    && node.fields.iter().all(|field| self.is_irrefutable(&field.pat))
            }
            _ => false,
        }
    }

    // Format strings.

    /// Writes what is known into the format string itself. Returns which arguments of the macro stay.
    fn format(&mut self, mac: &Macro, inside: &Inside) -> Vec<bool> {
        let mut keep = vec![true; inside.args.len()];
        let Some(index) = inside.format else { return keep };
        let text = self.text();
        let placeholders = inside.placeholders(text);
        let mut change = Change::default();
        let mut position = 0;
        for placeholder in &placeholders {
            let arg = inside.argument(placeholder, position);
            let shown = match (arg, &placeholder.name) {
                (Some(arg), _) => {
                    self.studied.facts.known(arg).filter(|known| known.fixed).map(|known| &known.value)
                }
                (None, Some(name)) => self.inline(mac, name),
                _ => None,
            };
            if placeholder.name.is_none() {
                position += 1;
            }
            let shown = match shown {
                Some(Const::Str(text)) => text.clone(),
                Some(Const::Int(number)) => number.to_string(),
                Some(Const::Struct(_, values)) => match &values[..] {
                    [Const::Int(number)] => number.to_string(),
                    _ => continue,
                },
                _ => continue,
            };
            if !placeholder.plain || placeholder.debug {
                continue;
            }
            let literal = format!("{shown:?}");
            let literal = literal[1..literal.len() - 1].replace('{', "{{").replace('}', "}}");
            change.replace(self.file, placeholder.range.clone(), literal);
            if let (Some(arg), None) = (arg, &placeholder.name) {
                let arg = inside.args.iter().position(|known| std::ptr::eq(known, arg));
                if let Some(arg) = arg {
                    keep[arg] = false;
                }
            }
        }
        if !change.is_empty() {
            let elements: Vec<_> = inside.args.iter().map(range).collect();
            remove_elements(&mut change, self.file, text, &elements, &keep);
            self.changes.push(change);
        } else if macro_name(mac) == "format" && placeholders.is_empty() && inside.args.len() == 1 {
            // Nothing is put into the text any more.
            let literal = text[range(&inside.args[index])].replace("{{", "{").replace("}}", "}");
            self.changes.replace(self.file, range(mac), format!("{literal}.to_owned()"));
        }
        keep
    }

    /// The value of a variable that a format string names: one of a type that has a single value.
    fn inline(&self, mac: &Macro, name: &str) -> Option<&'s Const> {
        let at = range(mac).start;
        let facts = self.studied.facts;
        // The last one of that name that is declared before, in this function.
        let function = self.studied.names.defs.iter().filter(|def| {
            matches!(def.kind, Kind::Fn { .. }) && def.file == self.file && def.range.contains(&at)
        });
        let function = function.map(|def| def.range.clone()).min_by_key(|range| range.len())?;
        let mut here = Declarations { facts, name, function, at, best: None };
        here.visit_file(&self.studied.program.files[self.file].tree);
        let known = here.best?.1.val.known.as_ref().filter(|known| known.fixed)?;
        Some(&known.value)
    }
}

/// Finds the declaration of a variable that is nearest before a place.
struct Declarations<'f, 's> {
    facts: &'s Facts<'s>,
    name: &'f str,
    function: Range<usize>,
    at: usize,
    best: Option<(usize, &'s Local)>,
}

impl<'ast> Visit<'ast> for Declarations<'_, '_> {
    fn visit_pat(&mut self, pat: &'ast Pat) {
        if let Some(local) = self.facts.bound(pat).filter(|local| local.name == self.name) {
            let start = range(pat).start;
            if self.function.contains(&start)
                && start < self.at
                && self.best.is_none_or(|(best, _)| best < start)
            {
                self.best = Some((start, local));
            }
        }
        visit::visit_pat(self, pat);
    }
}

enum Chosen<'e> {
    Block(&'e Block),
    Expr(&'e Expr),
    Nothing,
}

/// What earlier arms of a `match` take for themselves.
#[derive(Default)]
struct Covered {
    all: bool,
    all_variants: bool,
    shapes: HashSet<DefId>,
    texts: HashSet<String>,
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
            && self.studied.facts.locals[id].reads == 1
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
                if self.known_method(node) {
                    return;
                }
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

/// Returns true if the expression falls apart beside an operator.
fn is_weak(expr: &Expr) -> bool {
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

/// Returns true if a pattern takes whatever comes.
fn is_catch_all(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) => true,
        Pat::Ident(node) => node.subpat.is_none() && node.ident.to_string().starts_with(char::is_lowercase),
        _ => false,
    }
}

/// Returns true if a pattern binds variables that are read.
fn binds(studied: &Studied, pat: &Pat) -> bool {
    let mut found = Bound { studied, found: false };
    found.visit_pat(pat);
    found.found
}

struct Bound<'s, 'k, 'p> {
    studied: &'s Studied<'k, 'p>,
    found: bool,
}

impl<'ast> Visit<'ast> for Bound<'_, '_, '_> {
    fn visit_pat(&mut self, pat: &'ast Pat) {
        self.found |= self.studied.facts.bound(pat).is_some_and(|local| local.reads > 0);
        visit::visit_pat(self, pat);
    }
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
