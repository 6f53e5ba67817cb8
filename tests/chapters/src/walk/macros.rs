//! Macros, and the arguments of format strings.

use syn::{Expr, Macro};

use super::Walker;
use crate::facts::{Declared, Needed};
use crate::known::{Const, Known, Val};
use crate::names::Target;
use crate::program::{address, macro_name};
use crate::ty::Ty;

impl<'p> Walker<'p, '_> {
    pub(super) fn macro_call(&mut self, mac: &'p Macro) -> Val {
        let name = macro_name(mac);
        let Some(inside) = self.program.inside(mac) else {
            self.anything(mac.tokens.clone());
            return Ty::Unknown.into();
        };
        if let Some(pattern) = &inside.pattern {
            return self.scoped(|walker| {
                let val = walker.expr(&inside.args[0]);
                walker.pat(pattern, &val, Declared::Inside);
                let known = walker.matches(pattern, &val);
                let known = known.map(|matches| Known::fixed(Const::Bool(matches)));
                Val { ty: Ty::External, known }
            });
        }
        let mut types = Vec::new();
        for arg in &inside.args {
            let val = match (inside.format, arg) {
                // A name for an argument of a format string.
                (Some(_), Expr::Assign(assign)) => self.expr(&assign.right),
                _ => self.expr(arg),
            };
            types.push(val.ty);
        }
        if inside.format.is_some() {
            let mut position = 0;
            for placeholder in inside.placeholders(&self.program.files[self.file].text) {
                let shown = match inside.argument(&placeholder, position) {
                    Some(arg) => self.facts.values.get(&address(arg)).map(|val| val.ty.clone()),
                    None => placeholder.name.as_ref().and_then(|name| self.inline(name)),
                };
                position += usize::from(placeholder.name.is_none());
                if !placeholder.debug {
                    self.needs_trait(&shown.unwrap_or(Ty::Unknown), "Display");
                }
            }
        }
        match name.as_str() {
            "vec" => {
                let ty = types.into_iter().find(|ty| *ty != Ty::Unknown).unwrap_or(Ty::Unknown);
                Ty::List(Box::new(ty)).into()
            }
            "write" | "writeln" => {
                if let Some(target) = inside.args.first() {
                    self.mutate(target);
                }
                Ty::Result(Box::new(Ty::External)).into()
            }
            "format" | "concat" | "env" | "include_str" | "include_bytes" | "cfg" => Ty::External.into(),
            _ => Ty::Unknown.into(),
        }
    }

    /// A variable or constant that a format string names.
    fn inline(&mut self, name: &str) -> Option<Ty> {
        if let Some(id) = self.local(name) {
            self.read(id);
            return Some(self.facts.locals[id].val.ty.clone());
        }
        let local = self.items.iter().rev().find_map(|items| items.get(name)).copied();
        let (target, import) = self.names.follow(self.module, &[name], false);
        match local.map(Target::Def).or(target) {
            Some(Target::Def(id)) => {
                self.facts.imports_used.extend(import);
                Some(self.value_of(id, true).ty)
            }
            _ => None,
        }
    }

    /// A macro whose arguments cannot be read: every name in it may be needed.
    fn anything(&mut self, tokens: proc_macro2::TokenStream) {
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if let Some(id) = self.local(&name) {
                        self.facts.locals[id].reads += 1;
                        self.facts.locals[id].mutated = true;
                    }
                    self.needs(Needed::AnyMethod(name.clone()));
                    self.needs(Needed::AnyField(name));
                }
                proc_macro2::TokenTree::Group(group) => self.anything(group.stream()),
                _ => {}
            }
        }
    }
}
