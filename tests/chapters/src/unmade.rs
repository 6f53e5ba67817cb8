//! Types that nothing makes a value of: what the sources hold for their tools. The compiler takes a type for
//! used where a field has it.

use std::collections::HashSet;

use syn::visit::{self, Visit};
use syn::{Expr, Item, Type};

use crate::program::{Program, visit_inside};
use crate::text::{Changes, range, with_comments};

/// Finds those types, and takes them away.
pub fn unmade(program: &Program) -> Changes {
    let mut made = Made { names: HashSet::new(), own: Vec::new() };
    program.files.iter().for_each(|file| made.visit_file(&file.tree));
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        for item in &source.tree.items {
            let Item::Struct(node) = item else { continue };
            let by_default = node.attrs.iter().any(|attr| source.text()[range(attr)].contains("Default"));
            if !node.fields.is_empty() && !by_default && !made.names.contains(&node.ident.to_string()) {
                changes.delete(file, with_comments(source.text(), range(item)));
            }
        }
    }
    changes
}

/// The names of types that values are made of.
struct Made {
    names: HashSet<String>,
    /// The types that `Self` stands for, the innermost last.
    own: Vec<String>,
}

impl Made {
    fn path(&mut self, path: &syn::Path) {
        let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let name = if name == "Self" { self.own.last().cloned().unwrap_or_default() } else { name };
        self.names.insert(name);
    }
}

impl<'ast> Visit<'ast> for Made {
    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        if let Type::Path(path) = &*node.self_ty {
            self.own.extend(path.path.segments.last().map(|last| last.ident.to_string()));
        }
        visit::visit_item_impl(self, node);
        self.own.pop();
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Struct(node) => self.path(&node.path),
            Expr::Path(node) => self.path(&node.path),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        visit_inside(self, mac);
    }
}
