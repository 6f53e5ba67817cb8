//! What is marked `Part N:` in the sources: fields, variants, rows of tables, arms and statements that a
//! later chapter adds.

use std::collections::HashSet;
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Meta};

use crate::names::{DefId, Kind, Names};
use crate::program::Program;
use crate::text::{Change, Changes, comments_above, range, remove_elements, with_comments};

/// The number of the chapter that a comment begins with: `Part 9: ...`.
pub fn mark(comment: &str) -> Option<u8> {
    let (number, _) = comment.trim().strip_prefix("Part ")?.split_once(':')?;
    number.parse().ok()
}

/// The lines of the documentation that attributes make up.
pub fn documentation(attrs: &[Attribute]) -> Vec<String> {
    let docs = attrs.iter().filter(|attr| attr.path().is_ident("doc"));
    let texts = docs.filter_map(|attr| match &attr.meta {
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    texts.map(|text| text.trim().to_owned()).collect()
}

/// The fields and variants that come with later chapters.
pub fn later_parts(program: &Program, names: &Names, part: u8) -> HashSet<DefId> {
    let mut later = HashSet::new();
    for (id, def) in names.defs.iter().enumerate() {
        if !matches!(def.kind, Kind::Field(_) | Kind::Variant(_)) {
            continue;
        }
        let docs = documentation(def.attrs);
        let text = &program.files[def.file].text;
        let above = comments_above(text, def.range.start);
        let first = docs.first().map(String::as_str).or(above.first().copied());
        if first.and_then(mark).is_some_and(|number| number > part) {
            later.insert(id);
        }
    }
    later
}

/// Takes away rows of tables, arms and statements that come with later chapters.
pub fn remove_later(program: &Program, part: u8) -> Changes {
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let mut remover = Remover { program, text: &source.text, file, part, changes };
        remover.visit_file(&source.tree);
        changes = remover.changes;
    }
    changes
}

struct Remover<'p> {
    program: &'p Program,
    text: &'p str,
    file: usize,
    part: u8,
    changes: Changes,
}

impl Remover<'_> {
    fn is_later(&self, place: &Range<usize>) -> bool {
        let above = comments_above(self.text, place.start);
        above.first().and_then(|comment| mark(comment)).is_some_and(|number| number > self.part)
    }

    fn elements<'a, T: syn::spanned::Spanned + 'a>(&mut self, elements: impl Iterator<Item = &'a T>) {
        let places: Vec<_> = elements.map(range).collect();
        let keep: Vec<bool> = places.iter().map(|place| !self.is_later(place)).collect();
        let mut change = Change::default();
        remove_elements(&mut change, self.file, self.text, &places, &keep);
        self.changes.push(change);
    }
}

impl<'ast> Visit<'ast> for Remover<'_> {
    fn visit_expr_array(&mut self, node: &'ast syn::ExprArray) {
        self.elements(node.elems.iter());
        visit::visit_expr_array(self, node);
    }

    fn visit_expr_tuple(&mut self, node: &'ast syn::ExprTuple) {
        self.elements(node.elems.iter());
        visit::visit_expr_tuple(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        let place = range(node);
        if self.is_later(&place) {
            self.changes.delete(self.file, with_comments(self.text, place));
        } else {
            visit::visit_arm(self, node);
        }
    }

    fn visit_stmt(&mut self, node: &'ast syn::Stmt) {
        let place = range(node);
        if self.is_later(&place) {
            self.changes.delete(self.file, with_comments(self.text, place));
        } else {
            visit::visit_stmt(self, node);
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if let Some(inside) = self.program.inside(mac) {
            self.elements(inside.args.iter());
            inside.args.iter().for_each(|arg| self.visit_expr(arg));
        }
    }
}
