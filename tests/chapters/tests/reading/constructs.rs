//! Constructs of Rust, found on the syntax tree: the glossary explains each, with the first chapter that has
//! it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use chapters::chapter::root;
use chapters::program::{Program, visit_inside};
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, GenericParam, Lit, Pat, Stmt, Type, UnOp};

use crate::chapters_of_the_repository;

/// The constructs of a chapter, by the words of the glossary.
#[derive(Default)]
struct Constructs(BTreeSet<&'static str>);

impl Constructs {
    fn note(&mut self, word: &'static str, is_there: bool) {
        if is_there {
            self.0.insert(word);
        }
    }
}

impl<'ast> Visit<'ast> for Constructs {
    fn visit_expr(&mut self, node: &'ast Expr) {
        match node {
            Expr::Closure(_) => self.note("closure", true),
            Expr::Struct(node) => self.note("`..value`", node.rest.is_some()),
            Expr::Try(_) => self.note("`?`", true),
            Expr::Unary(node) => self.note("`*`", matches!(node.op, UnOp::Deref(_))),
            Expr::Cast(_) => self.note("`as`", true),
            Expr::Range(_) => self.note("range", true),
            Expr::If(node) => self.note("`if let`", has_let(&node.cond)),
            Expr::While(node) => self.note("`while let`", has_let(&node.cond)),
            Expr::Assign(node) => self.note("pattern", matches!(*node.left, Expr::Tuple(_) | Expr::Array(_))),
            Expr::MethodCall(node) => {
                self.note("`collect`", node.method == "collect");
                self.note("`drain(..)`", node.method == "drain");
                self.note("`position`", node.method == "position");
                self.note("`zip`", node.method == "zip");
                self.note("turbofish", node.turbofish.is_some());
            }
            Expr::Path(node) => {
                let path: Vec<String> =
                    node.path.segments.iter().map(|part| part.ident.to_string()).collect();
                self.note("`from_fn`", path.last().is_some_and(|name| name == "from_fn"));
                self.note("`super`", path[0] == "super");
            }
            _ => {}
        }
        visit::visit_expr(self, node);
    }

    fn visit_stmt(&mut self, node: &'ast Stmt) {
        if let Stmt::Local(local) = node {
            self.note("`let … else`", local.init.as_ref().is_some_and(|init| init.diverge.is_some()));
        }
        visit::visit_stmt(self, node);
    }

    fn visit_pat(&mut self, node: &'ast Pat) {
        match node {
            Pat::Struct(_) | Pat::Slice(_) | Pat::Tuple(_) => self.note("pattern", true),
            Pat::Range(_) => self.note("range in a pattern", true),
            Pat::Guard(_) => self.note("guard", true),
            Pat::Ident(node) => self.note("`name @ pattern`", node.subpat.is_some()),
            _ => {}
        }
        visit::visit_pat(self, node);
    }

    fn visit_type(&mut self, node: &'ast Type) {
        match node {
            Type::Reference(node) => {
                let is_static = node.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
                self.note("`&'static str`", is_static);
            }
            Type::ImplTrait(_) => self.note("`impl Trait`", true),
            Type::TraitObject(_) => self.note("`dyn`", true),
            _ => {}
        }
        visit::visit_type(self, node);
    }

    fn visit_generic_param(&mut self, node: &'ast GenericParam) {
        self.note(
            match node {
                GenericParam::Lifetime(_) => "lifetime",
                GenericParam::Type(_) => "type parameter",
                GenericParam::Const(_) => "`const N`",
            },
            true,
        );
        visit::visit_generic_param(self, node);
    }

    fn visit_signature(&mut self, node: &'ast syn::Signature) {
        self.note("`const fn`", node.constness.is_some());
        let takes_pattern =
            |input: &FnArg| matches!(input, FnArg::Typed(arg) if !matches!(*arg.pat, Pat::Ident(_)));
        self.note("pattern", node.inputs.iter().any(takes_pattern));
        visit::visit_signature(self, node);
    }

    fn visit_item(&mut self, node: &'ast syn::Item) {
        match node {
            syn::Item::Impl(node) => {
                let name = node.trait_.as_ref().and_then(|(path, ..)| path_name(path));
                self.note("`impl Add`", name.as_deref() == Some("Add"));
                self.note("trait", name.is_some());
            }
            syn::Item::Mod(node) => self.note("`pub mod`", matches!(node.vis, syn::Visibility::Public(_))),
            syn::Item::Type(_) => self.note("`type`", true),
            syn::Item::Struct(node) => {
                self.note("tuple struct", matches!(node.fields, syn::Fields::Unnamed(_)))
            }
            syn::Item::Use(node) => {
                let syn::UseTree::Path(path) = &node.tree else { return };
                self.note("`super`", path.ident == "super");
            }
            _ => {}
        }
        visit::visit_item(self, node);
    }

    fn visit_lit(&mut self, node: &'ast Lit) {
        self.note("`b'#'`", matches!(node, Lit::Byte(_)));
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        visit_inside(self, node);
    }
}

fn path_name(path: &syn::Path) -> Option<String> {
    path.segments.last().map(|part| part.ident.to_string())
}

/// Returns true if a condition is a `let`, or a list of conditions with one.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(node) => has_let(&node.left) || has_let(&node.right),
        _ => false,
    }
}

#[test]
fn the_glossary_explains_constructs_where_they_are_new() {
    let mut first: BTreeMap<&str, u8> = BTreeMap::new();
    for chapter in chapters_of_the_repository() {
        let mut constructs = Constructs::default();
        for file in &Program::parse(&chapter.sources).unwrap().files {
            constructs.visit_file(&file.tree);
        }
        for word in constructs.0 {
            first.entry(word).or_insert(chapter.part);
        }
    }
    assert!(first.len() > 20, "{first:?}");
    let glossary = fs::read_to_string(root().join("tests/chapters/glossary.md")).unwrap();
    let wrong: Vec<_> = first
        .into_iter()
        .filter(|(word, part)| {
            let row = glossary.lines().find(|line| line.starts_with(&format!("| {word} |")));
            !row.is_some_and(|row| row.ends_with(&format!("| [{part}](part{part:02}/README.md) |")))
        })
        .collect();
    assert!(wrong.is_empty(), "the glossary needs these words with their first chapter: {wrong:?}");
}
