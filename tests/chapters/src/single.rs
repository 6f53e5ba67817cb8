//! Types that have one value left: the chapter, and the standard library.

use std::collections::HashSet;

use syn::visit::{self, Visit};
use syn::{Expr, FnArg, Member, Pat, ReturnType, Type};

use crate::program::Program;

/// A type that has one value in the chapter. Everything of this type goes.
pub struct Single {
    /// The name of the type.
    pub name: String,
    /// The variant that is left; none for `Part`.
    pub variant: Option<String>,
    /// What its values are called: fields, parameters, and functions that return one.
    pub called: HashSet<String>,
}

impl Single {
    /// A type of this name, with all that is declared with it.
    pub fn new(program: &Program, name: &str, variant: Option<&str>) -> Single {
        let single =
            Single { name: name.to_owned(), variant: variant.map(str::to_owned), called: HashSet::new() };
        let mut finder = Finder { single };
        program.files.iter().for_each(|file| finder.visit_file(&file.tree));
        finder.single
    }

    /// Returns true if the type is this one.
    pub fn is_type(&self, ty: &Type) -> bool {
        match ty {
            Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == self.name),
            Type::Reference(reference) => self.is_type(&reference.elem),
            _ => false,
        }
    }

    /// Returns true if the value of an expression is the one that is left.
    pub fn is_value(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => self.called.contains(&name.to_string()),
                None => self.is_variant(&path.path),
            },
            Expr::Field(field) => {
                matches!(&field.member, Member::Named(name) if self.called.contains(&name.to_string()))
            }
            Expr::MethodCall(call) => call.args.is_empty() && self.called.contains(&call.method.to_string()),
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) => call.args.is_empty() && self.is_of_type(&path.path),
                _ => false,
            },
            Expr::Paren(node) => self.is_value(&node.expr),
            Expr::Reference(node) => self.is_value(&node.expr),
            _ => false,
        }
    }

    /// Returns true for `Type::something`.
    fn is_of_type(&self, path: &syn::Path) -> bool {
        path.segments.len() == 2 && path.segments[0].ident == self.name
    }

    /// Returns true for the variant that is left, and for every constant of `Part`.
    fn is_variant(&self, path: &syn::Path) -> bool {
        let last = path.segments.last().map(|last| last.ident.to_string());
        self.is_of_type(path) && (self.variant.is_none() || last == self.variant)
    }

    /// Returns true if a pattern matches the one value.
    pub fn matches(&self, pat: &Pat) -> bool {
        match pat {
            Pat::Or(or) => or.cases.iter().any(|case| self.matches(case)),
            Pat::Path(path) => self.is_variant(&path.path),
            Pat::Wild(_) => true,
            _ => false,
        }
    }
}

struct Finder {
    single: Single,
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_field(&mut self, node: &'ast syn::Field) {
        if let Some(name) = node.ident.as_ref().filter(|_| self.single.is_type(&node.ty)) {
            self.single.called.insert(name.to_string());
        }
    }

    fn visit_signature(&mut self, node: &'ast syn::Signature) {
        for input in &node.inputs {
            if let FnArg::Typed(param) = input
                && let Pat::Ident(name) = &*param.pat
                && self.single.is_type(&param.ty)
            {
                self.single.called.insert(name.ident.to_string());
            }
        }
        // A method without arguments; a function with them is called by the name of its type.
        let getter = matches!(node.inputs.first(), Some(FnArg::Receiver(_))) && node.inputs.len() == 1;
        if let ReturnType::Type(_, ty) = &node.output
            && getter
            && self.single.is_type(ty)
        {
            self.single.called.insert(node.ident.to_string());
        }
        visit::visit_signature(self, node);
    }
}
