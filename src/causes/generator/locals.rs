//! The arguments and locals of a function.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Block, FnArg, Local, Pat, PatIdent, Signature};

use super::source::{is_scalar, range, tokens};

/// The names that patterns bind.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.0.insert(pattern.ident.to_string());
    }
}

/// The arguments and locals of a function.
#[derive(Default)]
pub struct Locals {
    /// Names of the same type, bound together, or with values of the same shape.
    groups: BTreeMap<String, Vec<String>>,
}

impl Locals {
    pub fn of(signature: &Signature, body: &Block) -> Locals {
        let mut locals = Locals::default();
        for input in &signature.inputs {
            if let FnArg::Typed(input) = input
                && let Pat::Ident(argument) = &*input.pat
            {
                let (name, kind) = (argument.ident.to_string(), tokens(&input.ty));
                if is_scalar(&kind) {
                    locals.groups.entry(kind).or_default().push(name);
                }
            }
        }
        locals.visit_block(body);
        locals
    }

    /// Returns for each name the others of its groups.
    pub fn alike(&self) -> BTreeMap<String, Vec<String>> {
        let mut alike: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for group in self.groups.values() {
            for name in group {
                let others = group.iter().filter(|other| *other != name).cloned();
                alike.entry(name.clone()).or_default().extend(others);
            }
        }
        alike
    }
}

impl<'ast> Visit<'ast> for Locals {
    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init {
            let mut names = Names::default();
            names.visit_pat(&local.pat);
            // Values are alike if they differ only in names and numbers.
            let is_name = |word: &&str| word.starts_with(char::is_alphanumeric);
            let words = tokens(&init.expr);
            let shape = words.split(' ').map(|word| if is_name(&word) { "name" } else { word });
            let shape = match &local.pat {
                Pat::Ident(_) => shape.collect::<String>(),
                pattern => format!("{:?}", range(pattern)),
            };
            self.groups.entry(shape).or_default().extend(names.0);
        }
        visit::visit_local(self, local);
    }
}
