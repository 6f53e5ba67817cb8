//! Patterns: the variables that they bind, the variants that they ask for, and whether they match.

use std::collections::HashMap;

use syn::Pat;

use super::Walker;
use super::value::{bool_of, literal};
use crate::facts::{Condition, Declared, Facts, Needed};
use crate::known::{Const, Known, Val};
use crate::names::{DefId, Kind, Names, Target};
use crate::program::{address, member_name};
use crate::ty::Ty;

impl<'p> Walker<'p, '_> {
    pub(super) fn push_condition(&mut self, pat: &Pat) {
        let alternatives = self.alternatives(pat);
        if alternatives.iter().all(|needed| !needed.is_empty()) {
            self.facts.conditions.push(Condition { outer: self.condition, alternatives });
            self.condition = Some(self.facts.conditions.len() - 1);
        }
    }

    /// The variants that must be possible for a pattern to match, for each way in which it can.
    fn alternatives(&self, pat: &Pat) -> Vec<Vec<DefId>> {
        let all = |pats: Vec<&Pat>| {
            let mut needed = Vec::new();
            for pat in pats {
                if let [only] = &self.alternatives(pat)[..] {
                    needed.extend(only);
                }
            }
            needed
        };
        let own = self.facts.shape_of.get(&address(pat)).copied();
        let own = own.filter(|&id| matches!(self.names.defs[id].kind, Kind::Variant(_)));
        let with_own = |mut needed: Vec<DefId>| {
            needed.extend(own);
            vec![needed]
        };
        match pat {
            Pat::Or(node) => node.cases.iter().flat_map(|case| self.alternatives(case)).collect(),
            Pat::Guard(node) => self.alternatives(&node.pat),
            Pat::Paren(node) => self.alternatives(&node.pat),
            Pat::Reference(node) => self.alternatives(&node.pat),
            Pat::Type(node) => self.alternatives(&node.pat),
            Pat::Tuple(node) => with_own(all(node.elems.iter().collect())),
            Pat::TupleStruct(node) => with_own(all(node.elems.iter().collect())),
            Pat::Struct(node) => with_own(all(node.fields.iter().map(|field| &*field.pat).collect())),
            Pat::Slice(node) => with_own(all(node.elems.iter().collect())),
            Pat::Ident(node) => match &node.subpat {
                Some((_, pat)) => self.alternatives(pat),
                None => with_own(Vec::new()),
            },
            _ => with_own(Vec::new()),
        }
    }

    pub(super) fn pat(&mut self, pat: &'p Pat, val: &Val, declared: Declared) {
        match pat {
            Pat::Ident(node) => {
                let name = node.ident.to_string();
                if node.by_ref.is_none() && node.mutability.is_none() && node.subpat.is_none() {
                    let (target, import) = self.names.follow(self.module, &[&name], false);
                    let local = self.items.iter().rev().find_map(|items| items.get(&name)).copied();
                    let found = local.map(Target::Def).or(target);
                    if let Some(Target::Def(id)) = found
                        && matches!(
                            self.names.defs[id].kind,
                            Kind::Const { .. } | Kind::Variant(_) | Kind::Struct(_)
                        )
                    {
                        self.facts.imports_used.extend(import);
                        self.named_pattern(pat, id);
                        return;
                    }
                    if name == "None" {
                        return;
                    }
                }
                let known = val.known.clone().filter(|_| node.mutability.is_none());
                let declared = if node.subpat.is_some() { Declared::Inside } else { declared };
                self.declare(&name, address(pat), declared, Val { ty: val.ty.clone(), known });
                if let Some((_, inner)) = &node.subpat {
                    self.pat(inner, val, Declared::Inside);
                }
            }
            Pat::Type(node) => {
                self.mention(&node.ty);
                let ty = self.names.ty(&node.ty, self.owner);
                let val = self.typed(Val { ty, known: val.known.clone() });
                self.pat(&node.pat, &val, declared);
            }
            Pat::Paren(node) => self.pat(&node.pat, val, declared),
            Pat::Reference(node) => self.pat(&node.pat, val, declared),
            Pat::Guard(node) => {
                self.pat(&node.pat, val, declared);
                self.expr(&node.guard);
            }
            Pat::Or(node) => {
                let mut first: HashMap<String, usize> = HashMap::new();
                for case in &node.cases {
                    self.scopes.push(HashMap::new());
                    self.pat(case, val, Declared::Inside);
                    for (name, id) in self.scopes.pop().unwrap_or_default() {
                        // The same variable, bound in another way.
                        match first.get(&name) {
                            Some(&known) => {
                                self.facts
                                    .bound
                                    .values_mut()
                                    .filter(|bound| **bound == id)
                                    .for_each(|bound| *bound = known);
                            }
                            None => {
                                first.insert(name, id);
                            }
                        }
                    }
                }
                if let Some(scope) = self.scopes.last_mut() {
                    scope.extend(first);
                }
            }
            Pat::Tuple(node) => {
                let elems: Vec<&'p Pat> = node.elems.iter().collect();
                self.sequence(&elems, val);
            }
            Pat::Slice(node) => {
                let element = Val::from(val.ty.element());
                for elem in &node.elems {
                    // What is bound to the rest is a list again.
                    let is_rest = matches!(elem, Pat::Ident(node) if node.subpat.is_some());
                    let of = if is_rest { Val::from(val.ty.clone()) } else { element.clone() };
                    self.pat(elem, &of, Declared::Inside);
                }
            }
            Pat::TupleStruct(node) => self.tuple_struct(pat, node, val),
            Pat::Struct(node) => {
                let (target, _) = self.resolve(&node.path, true);
                let of = match target {
                    Some(Target::Def(id)) => Some(self.names.unalias(id)),
                    _ => None,
                };
                if let Some(id) = of {
                    self.named_pattern(pat, id);
                }
                for field in &node.fields {
                    self.field_pattern(of, field);
                }
            }
            Pat::Path(node) => {
                if let (Some(Target::Def(id)), _) = self.resolve(&node.path, false) {
                    self.named_pattern(pat, id);
                }
            }
            Pat::Range(node) => {
                for end in [&node.start, &node.end].into_iter().flatten() {
                    self.expr(end);
                }
            }
            Pat::Const(node) => {
                self.block(&node.block);
            }
            Pat::Macro(node) => {
                self.macro_call(&node.mac);
            }
            _ => {}
        }
    }

    /// Needs the type of the pattern, not that there is such a value.
    fn named_pattern(&mut self, pat: &Pat, id: DefId) {
        self.facts.shape_of.insert(address(pat), id);
        self.needs(Needed::Def(self.names.owner(id)));
    }

    fn field_pattern(&mut self, of: Option<DefId>, field: &'p syn::FieldPat) {
        let name = member_name(&field.member);
        let Some(id) = of.and_then(|of| self.names.part(of, &name)) else {
            match of {
                Some(_) => {
                    self.facts.missing.insert(address(field));
                }
                None => self.needs(Needed::AnyField(name)),
            }
            self.pat(&field.pat, &Val::from(Ty::Unknown), Declared::Inside);
            return;
        };
        self.facts.entry_of.insert(address(field), id);
        let val = self.typed(Val::from(self.field_type(id)));
        if !matches!(*field.pat, Pat::Wild(_)) && !self.has_single_value(&val.ty) {
            self.needs(Needed::Def(id));
        }
        self.pat(&field.pat, &val, Declared::Inside);
    }

    fn tuple_struct(&mut self, pat: &'p Pat, node: &'p syn::PatTupleStruct, val: &Val) {
        let (target, words) = self.resolve(&node.path, false);
        let elems: Vec<&'p Pat> = node.elems.iter().collect();
        if let Some(Target::Def(id)) = target {
            self.named_pattern(pat, id);
            let fields = self.names.children(id).to_vec();
            for (index, elem) in elems.iter().enumerate() {
                if matches!(elem, Pat::Rest(_)) {
                    break;
                }
                let Some(&field) = fields.get(index) else { break };
                if !matches!(elem, Pat::Wild(_)) {
                    self.needs(Needed::Def(field));
                }
                let val = self.typed(Val::from(self.field_type(field)));
                self.pat(elem, &val, Declared::Inside);
            }
            return;
        }
        let inner = match words.last().map(String::as_str) {
            Some("Some" | "Ok") => Val::from(val.ty.element()),
            Some("Err") => Val::from(if val.ty == Ty::External { Ty::External } else { Ty::Unknown }),
            _ => Val::from(Ty::Unknown),
        };
        let inner = self.typed(inner);
        for elem in elems {
            self.pat(elem, &inner, Declared::Inside);
        }
    }

    fn sequence(&mut self, elems: &[&'p Pat], val: &Val) {
        let rest = elems.iter().position(|elem| matches!(elem, Pat::Rest(_)));
        for (index, elem) in elems.iter().enumerate() {
            let of = match &val.ty {
                Ty::Tuple(types) => {
                    let index = match rest {
                        Some(rest) if index > rest => (types.len() + index).checked_sub(elems.len()),
                        _ => Some(index),
                    };
                    index.and_then(|index| types.get(index)).cloned().unwrap_or(Ty::Unknown)
                }
                Ty::External => Ty::External,
                _ => Ty::Unknown,
            };
            let known = match &val.known {
                Some(Known { value: Const::Tuple(values), fixed }) if rest.is_none() => {
                    values.get(index).map(|value| Known { value: value.clone(), fixed: *fixed })
                }
                _ => None,
            };
            let of = self.typed(Val { ty: of, known });
            self.pat(elem, &of, Declared::Inside);
        }
    }

    pub(super) fn field_type(&self, field: DefId) -> Ty {
        match self.names.defs[field].kind {
            Kind::Field(node) => {
                // A field of a variant sees what its enum is generic over.
                self.names.ty(&node.ty, field).for_caller()
            }
            _ => Ty::Unknown,
        }
    }

    /// Returns true if a pattern matches a value, false if it does not, nothing if that is not known.
    pub(super) fn matches(&self, pat: &Pat, val: &Val) -> Option<bool> {
        let known = val.known.as_ref().map(|known| &known.value);
        let impossible =
            self.alternatives(pat).iter().all(|needed| needed.iter().any(|&id| !self.knowledge.may_be(id)));
        if impossible {
            return Some(false);
        }
        matches(self.names, &self.facts, pat, known?)
    }
}

/// Returns true if a pattern matches a value, false if it does not, nothing if that cannot be told.
pub fn matches(names: &Names, facts: &Facts, pat: &Pat, value: &Const) -> Option<bool> {
    let inner = |pat: &Pat, value: &Const| matches(names, facts, pat, value);
    let shape = facts.shape_of.get(&address(pat)).copied();
    let shape = shape.filter(|&id| matches!(names.defs[id].kind, Kind::Variant(_)));
    match (pat, value) {
        (Pat::Wild(_) | Pat::Rest(_), _) => Some(true),
        (Pat::Paren(node), _) => inner(&node.pat, value),
        (Pat::Reference(node), _) => inner(&node.pat, value),
        (Pat::Type(node), _) => inner(&node.pat, value),
        (Pat::Guard(node), _) => match (inner(&node.pat, value), bool_of(facts.known(&node.guard))) {
            (Some(false), _) | (_, Some((false, _))) => Some(false),
            (Some(true), Some((true, _))) => Some(true),
            _ => None,
        },
        (Pat::Or(node), _) => {
            let cases: Vec<_> = node.cases.iter().map(|case| inner(case, value)).collect();
            if cases.contains(&Some(true)) {
                Some(true)
            } else {
                cases.iter().all(|case| *case == Some(false)).then_some(false)
            }
        }
        (_, Const::Variant(id)) if shape.is_some() => Some(shape == Some(*id)),
        (Pat::Ident(node), Const::None | Const::Some(_)) if node.ident == "None" => {
            Some(*value == Const::None)
        }
        (Pat::Ident(node), _) => match (&node.subpat, facts.shape_of.contains_key(&address(pat))) {
            (Some((_, pat)), _) => inner(pat, value),
            (None, false) => Some(true),
            (None, true) => None,
        },
        (Pat::Lit(node), _) => literal(&node.lit).known.map(|known| known.value == *value),
        (Pat::TupleStruct(node), Const::None) => (node.path.is_ident("Some")).then_some(false),
        (Pat::TupleStruct(node), Const::Some(value)) if node.path.is_ident("Some") => {
            node.elems.first().and_then(|elem| inner(elem, value))
        }
        (Pat::Tuple(node), Const::Tuple(values)) if node.elems.len() == values.len() => {
            let all: Vec<_> = node.elems.iter().zip(values).map(|(elem, value)| inner(elem, value)).collect();
            if all.contains(&Some(false)) {
                Some(false)
            } else {
                all.iter().all(|one| *one == Some(true)).then_some(true)
            }
        }
        _ => None,
    }
}
