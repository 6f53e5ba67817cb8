//! Names for values that need none. The sources have a variable where parts have different values; a chapter
//! has only one of them, such as `let monster_count = MONSTER_COUNT;`. Before Part 11 there is one level, and
//! `let level = &mut self.level;` saves no indexing.

use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Block, Expr, FieldValue, Pat, Stmt};

use crate::program::{Program, visit_inside};
use crate::text::{Changes, comments_start, range, with_comments};

/// Finds variables that are another name of a constant, of a number or text, or of the level, and writes the
/// value in their place.
pub fn inline(program: &Program) -> Changes {
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let mut finder = Finder { text: source.text(), found: None };
        finder.visit_file(&source.tree);
        // One at a time: what is written for one can hold the name of another.
        if let Some(Found { line, value, uses }) = finder.found {
            changes.delete(file, line);
            uses.into_iter().for_each(|place| changes.replace(file, place, value.clone()));
        }
    }
    changes
}

/// A variable that goes.
struct Found {
    line: Range<usize>,
    value: String,
    uses: Vec<Range<usize>>,
}

struct Finder<'t> {
    text: &'t str,
    found: Option<Found>,
}

impl Finder<'_> {
    fn variable(&self, stmt: &Stmt, rest: &[Stmt]) -> Option<Found> {
        let Stmt::Local(local) = stmt else { return None };
        let Pat::Ident(name) = &local.pat else { return None };
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else { return None };
        let (value, is_place) = match &*init.expr {
            Expr::Lit(_) => (range(&init.expr), false),
            Expr::Path(path) => {
                let name = path.path.segments.last()?.ident.to_string();
                if name.contains(char::is_lowercase) {
                    return None;
                }
                (range(path), false)
            }
            Expr::Reference(node) if self.text[range(&node.expr)].ends_with(".level") => {
                (range(&node.expr), true)
            }
            _ => return None,
        };
        let own = range(stmt);
        let text = &self.text[range(first).start..range(last).end];
        let captured = text.contains(&format!("{{{}", name.ident));
        let commented = comments_start(self.text, own.start) != own.start;
        if name.mutability.is_some() || name.by_ref.is_some() || captured || commented {
            return None;
        }
        let mut uses = Uses { name: &name.ident, all: Vec::new(), places: Vec::new(), other: false };
        rest.iter().for_each(|stmt| uses.visit_stmt(stmt));
        if uses.other || uses.all.is_empty() || is_place && uses.places != uses.all {
            return None;
        }
        let line = with_comments(self.text, own);
        Some(Found { line, value: self.text[value].to_owned(), uses: uses.all })
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        for (index, stmt) in block.stmts.iter().enumerate() {
            if self.found.is_none() {
                self.found = self.variable(stmt, &block.stmts[index + 1..]);
            }
        }
        visit::visit_block(self, block);
    }
}

/// Where a variable is used.
struct Uses<'n> {
    name: &'n syn::Ident,
    all: Vec<Range<usize>>,
    /// The uses before a point, where a reference and the place itself are the same.
    places: Vec<Range<usize>>,
    /// True if something else has its name, or it cannot be replaced.
    other: bool,
}

impl Uses<'_> {
    fn is_use(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(path) if path.path.is_ident(self.name))
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if self.is_use(expr) {
            self.all.push(range(expr));
        }
        let base = match expr {
            Expr::Field(node) => Some(&node.base),
            Expr::MethodCall(node) => Some(&node.receiver),
            _ => None,
        };
        if let Some(base) = base.filter(|base| self.is_use(base)) {
            self.places.push(range(base));
        }
        visit::visit_expr(self, expr);
    }

    fn visit_field_value(&mut self, node: &'ast FieldValue) {
        self.other |= node.colon_token.is_none() && self.is_use(&node.expr);
        visit::visit_field_value(self, node);
    }

    fn visit_pat_ident(&mut self, node: &'ast syn::PatIdent) {
        self.other |= node.ident == *self.name;
        visit::visit_pat_ident(self, node);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        visit_inside(self, mac);
    }
}
