//! Takes the types that have one value out of declarations: fields, parameters and variables of such a type,
//! what is handed on to them, and the type itself.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, Item, Pat, ReturnType, Stmt};

use crate::program::{Program, visit_inside};
use crate::react::thinned;
use crate::single::Single;
use crate::text::{Change, Changes, range, remove_elements, with_comments};

/// Finds the changes that take some types away.
pub fn erase(program: &Program, singles: &[Single]) -> Changes {
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let mut eraser = Eraser { file, text: source.text(), singles, changes };
        eraser.visit_file(&source.tree);
        changes = eraser.changes;
    }
    changes
}

struct Eraser<'p> {
    file: usize,
    text: &'p str,
    singles: &'p [Single],
    changes: Changes,
}

impl Eraser<'_> {
    fn is_type(&self, ty: &syn::Type) -> bool {
        self.singles.iter().any(|single| single.is_type(ty))
    }

    fn is_value(&self, expr: &Expr) -> bool {
        self.singles.iter().any(|single| single.is_value(expr))
    }

    fn is_called(&self, member: &syn::Member) -> bool {
        let syn::Member::Named(name) = member else { return false };
        self.singles.iter().any(|single| single.called.contains(&name.to_string()))
    }

    fn delete(&mut self, node: &impl Spanned) {
        self.changes.delete(self.file, with_comments(self.text, range(node)));
    }

    /// Takes elements out of a list.
    fn list<'a, T: Spanned + 'a>(
        &mut self,
        items: impl Iterator<Item = &'a T>,
        goes: impl Fn(&Self, &T) -> bool,
    ) {
        let (places, keep): (Vec<_>, Vec<_>) = items.map(|item| (range(item), !goes(self, item))).unzip();
        let mut change = Change::default();
        remove_elements(&mut change, self.file, self.text, &places, &keep);
        self.changes.push(change);
    }
}

impl<'ast> Visit<'ast> for Eraser<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let goes = match item {
            Item::Enum(node) => self.singles.iter().any(|single| node.ident == single.name),
            Item::Impl(node) => self.is_type(&node.self_ty),
            Item::Fn(node) => matches!(&node.sig.output, ReturnType::Type(_, ty) if self.is_type(ty)),
            _ => false,
        };
        if goes { self.delete(item) } else { visit::visit_item(self, item) }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        match item {
            syn::ImplItem::Fn(node) if matches!(&node.sig.output, ReturnType::Type(_, ty) if self.is_type(ty)) =>
            {
                self.delete(item);
            }
            _ => visit::visit_impl_item(self, item),
        }
    }

    fn visit_signature(&mut self, node: &'ast syn::Signature) {
        self.list(
            node.inputs.iter(),
            |eraser, input| matches!(input, FnArg::Typed(param) if eraser.is_type(&param.ty)),
        );
    }

    fn visit_fields_named(&mut self, node: &'ast syn::FieldsNamed) {
        self.list(node.named.iter(), |eraser, field| eraser.is_type(&field.ty));
    }

    fn visit_expr_call(&mut self, node: &'ast syn::ExprCall) {
        self.list(node.args.iter(), Eraser::is_value);
        visit::visit_expr_call(self, node);
    }

    fn visit_expr_method_call(&mut self, node: &'ast syn::ExprMethodCall) {
        self.list(node.args.iter(), Eraser::is_value);
        visit::visit_expr_method_call(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        self.list(node.fields.iter(), |eraser, field| eraser.is_called(&field.member));
        visit::visit_expr_struct(self, node);
    }

    fn visit_pat_struct(&mut self, node: &'ast syn::PatStruct) {
        self.list(node.fields.iter(), |eraser, field| eraser.is_called(&field.member));
        visit::visit_pat_struct(self, node);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        match stmt {
            Stmt::Local(local) => match local.init.as_ref().map(|init| (&local.pat, &*init.expr)) {
                Some((_, value)) if self.is_value(value) => self.delete(stmt),
                Some((Pat::Tuple(names), Expr::Tuple(values))) => {
                    let keep: Vec<bool> = values.elems.iter().map(|value| !self.is_value(value)).collect();
                    if keep.contains(&false) {
                        let mut change = Change::default();
                        for (range, text) in thinned(self.text, local, names, values, &keep) {
                            change.replace(self.file, range, text);
                        }
                        self.changes.push(change);
                    } else {
                        visit::visit_stmt(self, stmt);
                    }
                }
                _ => visit::visit_stmt(self, stmt),
            },
            Stmt::Expr(Expr::Assign(node), _) if self.is_value(&node.left) => self.delete(stmt),
            _ => visit::visit_stmt(self, stmt),
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        visit_inside(self, mac);
    }
}
