//! Arms of a `match` and patterns that never match, or that earlier arms have taken.

use std::collections::HashSet;
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Arm, Expr, ExprMatch, Pat, Stmt};

use super::{Folder, Parent, Studied};
use crate::known::Const;
use crate::names::{DefId, Kind};
use crate::program::address;
use crate::text::{Change, range, remove_elements, with_comments};
use crate::walk::pattern::matches;

impl<'s> Folder<'s, '_, '_> {
    /// The arm of a `match` that is always taken.
    pub(super) fn chosen_arm<'e>(&self, node: &'e ExprMatch) -> Option<&'e Arm> {
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
    pub(super) fn is_impossible(&self, pat: &Pat) -> bool {
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

    pub(super) fn match_expr(&mut self, node: &ExprMatch) {
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
    pub(super) fn pattern(&mut self, pat: &Pat, covered: &Covered) {
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
}

/// What earlier arms of a `match` take for themselves.
#[derive(Default)]
pub(super) struct Covered {
    all: bool,
    all_variants: bool,
    shapes: HashSet<DefId>,
    texts: HashSet<String>,
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
pub(super) fn binds(studied: &Studied, pat: &Pat) -> bool {
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
