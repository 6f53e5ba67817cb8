//! Unties bundles: a struct that is made of one value, and is only handed on and taken apart, is that value.
//! Fields that are always filled alike are filled where it is taken apart.

use syn::visit::{self, Visit};
use syn::{Expr, Fields, FnArg, ImplItem, Item, Member, Pat, Stmt, Type};

use crate::program::{Program, is_name, visit_inside};
use crate::text::{Changes, range, with_comments};

/// A struct whose only function makes one of the value of a field.
struct Bundle {
    name: String,
    field: String,
    /// The type of the field, as it is written.
    of: String,
    /// The other fields as variables.
    others: String,
}

/// Finds the changes that put the field in place of the struct.
pub fn untie(program: &Program) -> Changes {
    let mut changes = Changes::default();
    for source in &program.files {
        for item in &source.tree.items {
            let Some(bundle) = bundle(source.text(), &source.tree.items, item) else { continue };
            let opening = format!("let {} {{", bundle.name);
            let taken_apart = program.files.iter().any(|file| file.text().contains(&opening));
            if !bundle.others.is_empty() && !taken_apart {
                continue;
            }
            for (file, source) in program.files.iter().enumerate() {
                let mut places = Places { bundle: &bundle, file, text: source.text(), param: None, changes };
                places.visit_file(&source.tree);
                changes = places.changes;
            }
            return changes;
        }
    }
    changes
}

/// The bundle that an item of a file is, if it is one.
fn bundle(text: &str, items: &[Item], item: &Item) -> Option<Bundle> {
    let Item::Struct(node) = item else { return None };
    let Fields::Named(fields) = &node.fields else { return None };
    let name = node.ident.to_string();
    let mut impls = items.iter().filter_map(|item| match item {
        Item::Impl(block) if is_type(&block.self_ty, &name) => Some(block),
        _ => None,
    });
    let (Some(block), None) = (impls.next(), impls.next()) else { return None };
    let [ImplItem::Fn(new)] = &block.items[..] else { return None };
    let [Stmt::Expr(Expr::Struct(literal), None)] = &new.block.stmts[..] else { return None };
    let Some(FnArg::Typed(param)) = new.sig.inputs.first().filter(|_| new.sig.inputs.len() == 1) else {
        return None;
    };
    let Pat::Ident(param) = &*param.pat else { return None };
    let field = fields.named.iter().find(|field| field.ident.as_ref() == Some(&param.ident))?;
    let field_name = param.ident.to_string();
    let mut others = String::new();
    for entry in literal.fields.iter().filter(|entry| !is_name(&entry.expr, &field_name)) {
        let (Member::Named(name), Expr::Call(call)) = (&entry.member, &entry.expr) else { return None };
        if !call.args.is_empty() {
            return None;
        }
        others += &format!("let {name} = {};\n", &text[range(call)]);
    }
    let makes = literal.path.is_ident(&name) && new.sig.ident == "new";
    makes.then(|| Bundle { name, field: field_name, of: text[range(&field.ty)].to_owned(), others })
}

fn is_type(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

struct Places<'b> {
    bundle: &'b Bundle,
    file: usize,
    text: &'b str,
    /// The parameter that is the bundle, in the function around.
    param: Option<String>,
    changes: Changes,
}

impl<'b> Places<'b> {
    fn function(&mut self, sig: &syn::Signature, block: &syn::Block) {
        let outer = self.param.take();
        for input in &sig.inputs {
            if let FnArg::Typed(param) = input
                && let Pat::Ident(name) = &*param.pat
                && is_type(&param.ty, &self.bundle.name)
            {
                let Bundle { field, of, .. } = self.bundle;
                self.changes.replace(self.file, range(param), format!("{field}: {of}"));
                self.param = Some(name.ident.to_string());
            }
        }
        self.visit_block(block);
        self.param = outer;
    }
}

impl<'ast> Visit<'ast> for Places<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let own = match item {
            Item::Struct(node) => node.ident == self.bundle.name,
            Item::Impl(node) => is_type(&node.self_ty, &self.bundle.name),
            _ => false,
        };
        if own {
            self.changes.delete(self.file, with_comments(self.text, range(item)));
        } else {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.function(&node.sig, &node.block);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.function(&node.sig, &node.block);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Local(local) = stmt
            && let Pat::Struct(pat) = &local.pat
            && pat.path.is_ident(&self.bundle.name)
        {
            if self.bundle.others.is_empty() {
                self.changes.delete(self.file, with_comments(self.text, range(stmt)));
            } else {
                self.changes.replace(self.file, range(stmt), self.bundle.others.trim_end());
            }
            return;
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match (expr, &self.param) {
            (Expr::Call(node), _)
                if matches!(&*node.func, Expr::Path(path) if path.path.segments.len() == 2
                    && path.path.segments[0].ident == self.bundle.name) =>
            {
                if let Some(value) = node.args.first() {
                    self.changes.replace(self.file, range(expr), self.text[range(value)].to_owned());
                }
            }
            (Expr::Path(_), Some(param)) if is_name(expr, param) => {
                self.changes.replace(self.file, range(expr), self.bundle.field.clone());
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        visit_inside(self, mac);
    }
}
