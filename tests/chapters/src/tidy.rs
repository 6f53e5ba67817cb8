//! Takes away what has become empty: modules, implementations, branches, and functions that do nothing.

use std::collections::HashMap;

use syn::visit::{self, Visit};
use syn::{Expr, Item, ReturnType, Stmt};

use crate::program::{Program, is_name, visit_inside};
use crate::pure::Purity;
use crate::text::{Changes, range, with_comments};

/// Finds what is empty.
pub fn tidy(program: &Program) -> Changes {
    let purity = Purity::of(program);
    let mut functions = Functions(HashMap::new());
    program.files.iter().for_each(|file| functions.visit_file(&file.tree));
    let empty: Vec<&String> = functions.0.iter().filter(|(_, empty)| **empty).map(|(name, _)| name).collect();
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let folder = match source.path.as_str() {
            "main.rs" => String::new(),
            path => format!("{}/", path.trim_end_matches(".rs")),
        };
        let mut tidier =
            Tidier { program, file, text: source.text(), folder, empty: &empty, purity: &purity, changes };
        tidier.visit_file(&source.tree);
        changes = tidier.changes;
    }
    changes
}

/// Returns true if a file has something in it that is used.
fn is_used(file: &syn::File) -> bool {
    file.items.iter().any(|item| !matches!(item, Item::Use(_)))
}

/// Functions by name: true if all of this name do nothing, or nothing but to return `Ok(())`.
struct Functions(HashMap<String, bool>);

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.add(&node.sig, &node.block);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.add(&node.sig, &node.block);
        visit::visit_impl_item_fn(self, node);
    }
}

impl Functions {
    fn add(&mut self, sig: &syn::Signature, block: &syn::Block) {
        let empty = match &block.stmts[..] {
            [] => matches!(sig.output, ReturnType::Default) && sig.ident != "main",
            [Stmt::Expr(Expr::Call(call), None)] => is_ok(call),
            _ => false,
        };
        *self.0.entry(sig.ident.to_string()).or_insert(true) &= empty;
    }
}

/// Returns true for `Ok(())`.
fn is_ok(call: &syn::ExprCall) -> bool {
    is_name(&call.func, "Ok") && matches!(call.args.first(), Some(Expr::Tuple(unit)) if unit.elems.is_empty())
}

struct Tidier<'p> {
    program: &'p Program,
    file: usize,
    text: &'p str,
    /// The folder of the modules of this file.
    folder: String,
    /// Functions that do nothing.
    empty: &'p [&'p String],
    purity: &'p Purity,
    changes: Changes,
}

impl Tidier<'_> {
    fn delete(&mut self, node: &impl syn::spanned::Spanned) {
        self.changes.delete(self.file, with_comments(self.text, range(node)));
    }

    /// Returns true if an expression does nothing, and has no value.
    fn does_nothing(&self, expr: &Expr) -> bool {
        let (name, args) = match expr {
            Expr::Call(node) => match &*node.func {
                Expr::Path(path) => (path.path.segments.last().map(|last| &last.ident), &node.args),
                _ => return false,
            },
            Expr::MethodCall(node) => (Some(&node.method), &node.args),
            // A function that is always right.
            Expr::Try(node) => return self.does_nothing(&node.expr),
            Expr::If(node) => {
                return node.then_branch.stmts.is_empty()
                    && node.else_branch.is_none()
                    && self.purity.is_pure(&node.cond)
                    && !self.text[range(&node.then_branch)].contains("//");
            }
            Expr::ForLoop(node) => return node.body.stmts.is_empty() && self.purity.is_pure(&node.expr),
            _ => return false,
        };
        name.is_some_and(|name| self.empty.iter().any(|empty| name == empty.as_str()))
            && args.iter().all(|arg| self.purity.is_pure(arg))
    }
}

impl<'ast> Visit<'ast> for Tidier<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Impl(node) if node.items.is_empty() && node.trait_.is_none() => self.delete(item),
            Item::Mod(node) if node.content.as_ref().is_some_and(|(_, items)| items.is_empty()) => {
                self.delete(item);
            }
            Item::Mod(node) if node.content.is_none() => {
                let path = format!("{}{}.rs", self.folder, node.ident);
                let file = self.program.file(&path);
                if file.is_none_or(|file| !is_used(&self.program.files[file].tree)) {
                    self.delete(item);
                }
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        match stmt {
            Stmt::Expr(expr, _) if self.does_nothing(expr) => self.delete(stmt),
            Stmt::Expr(Expr::If(node), _) => {
                if let Some((token, other)) = &node.else_branch
                    && let Expr::Block(block) = &**other
                    && block.block.stmts.is_empty()
                    && !self.text[range(block)].contains("//")
                {
                    self.changes.delete(self.file, range(token).start..range(block).end);
                }
                visit::visit_stmt(self, stmt);
            }
            _ => visit::visit_stmt(self, stmt),
        }
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        if self.does_nothing(&node.body) {
            self.changes.replace(self.file, range(&node.body), "{}");
        } else if let Expr::Block(body) = &*node.body
            && let [only @ (Stmt::Macro(_) | Stmt::Expr(Expr::Macro(_), None))] = &body.block.stmts[..]
            && !self.text[range(body)].contains("//")
        {
            // What is left of a decision needs no braces. rustfmt does not touch those around a macro.
            let comma = if node.comma.is_some() { "" } else { "," };
            self.changes.replace(self.file, range(body), format!("{}{comma}", &self.text[range(only)]));
        } else {
            visit::visit_arm(self, node);
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        visit_inside(self, mac);
    }
}
