//! What is marked `Part N:` in the sources: fields, variants, rows of tables and arms of later chapters.

use std::ops::Range;

use syn::visit::{self, Visit};

use crate::nodes::{Kind, Nodes};
use crate::program::Program;
use crate::text::{Change, Changes, comments_above, range, remove_elements, with_comments};

/// The number of the chapter that a comment begins with: `Part 9: ...`.
pub fn mark(comment: &str) -> Option<u8> {
    let (number, _) = comment.trim().strip_prefix("Part ")?.split_once(':')?;
    number.parse().ok()
}

/// Finds the fields and variants that come with later chapters.
pub fn later_parts(program: &Program, part: u8) -> Changes {
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let nodes = Nodes::of(&source.tree);
        for (number, list) in nodes.lists.iter().enumerate() {
            let own = nodes.nodes.iter().filter(|node| node.list.is_some_and(|(list, _)| list == number));
            let own: Vec<_> = own.collect();
            if !own.first().is_some_and(|node| matches!(node.kind, Kind::Field | Kind::Variant)) {
                continue;
            }
            // The documentation counts as a part of the node.
            let stays = |place: &Range<usize>| {
                let docs = source.text()[place.clone()].trim_start().strip_prefix("///").map(str::trim);
                let above = comments_above(source.text(), place.start);
                docs.or(above.first().copied()).and_then(mark).is_none_or(|number| number <= part)
            };
            let keep: Vec<bool> = list.elements.iter().map(stays).collect();
            let mut change = Change::default();
            remove_elements(&mut change, file, source.text(), &list.elements, &keep);
            changes.push(change);
        }
    }
    changes
}

/// Takes away rows of tables and arms that come with later chapters.
pub fn remove_later(program: &Program, part: u8) -> Changes {
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let mut remover = Remover { text: source.text(), file, part, changes };
        remover.visit_file(&source.tree);
        changes = remover.changes;
    }
    changes
}

struct Remover<'p> {
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
}

impl<'ast> Visit<'ast> for Remover<'_> {
    fn visit_expr_array(&mut self, node: &'ast syn::ExprArray) {
        let places: Vec<_> = node.elems.iter().map(range).collect();
        let keep: Vec<bool> = places.iter().map(|place| !self.is_later(place)).collect();
        let mut change = Change::default();
        remove_elements(&mut change, self.file, self.text, &places, &keep);
        self.changes.push(change);
        visit::visit_expr_array(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        let place = range(node);
        if self.is_later(&place) {
            self.changes.delete(self.file, with_comments(self.text, place));
        } else {
            visit::visit_arm(self, node);
        }
    }
}
