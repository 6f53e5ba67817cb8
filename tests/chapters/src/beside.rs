//! Comments behind what they explain: a chapter is a program, and nothing renders the documentation of its
//! constants. Those of fields and variants stay above, because rustfmt would move them with every new field.

use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Attribute, Expr};

use crate::docs::sentences;
use crate::program::{Program, Sources};
use crate::text::{Changes, comments_start, line_end, line_start, range};

/// Finds the changes that put comments of one line behind constants, rows of tables and arms of one line,
/// where both together are not longer than `width`. Which comments are about several constants is the same in
/// all chapters: the sources tell.
pub fn beside(program: &Program, sources: &Sources, width: usize) -> Changes {
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let origin = sources.get(&source.path).map_or("", String::as_str);
        let mut places = Places { file, text: source.text(), origin, width, changes };
        places.visit_file(&source.tree);
        changes = places.changes;
    }
    changes
}

struct Places<'t> {
    file: usize,
    text: &'t str,
    /// The same file in the sources.
    origin: &'t str,
    width: usize,
    changes: Changes,
}

impl Places<'_> {
    /// Moves the comment above a piece of syntax behind it.
    fn lower(&mut self, whole: Range<usize>, attrs: &[Attribute]) {
        let text = self.text;
        // The documentation counts as an attribute, which ends before the line break.
        let start = attrs.last().map_or(whole.start, |attr| {
            let after = range(attr).end;
            text.len() - text[after..].trim_start().len()
        });
        let end = line_end(text, whole.end);
        let above = comments_start(text, start);
        let (comment, line) = (text[above..start].trim_end(), line_start(text, start));
        let behind = text[whole.end..end].trim_start_matches(',');
        let is_line = comment.starts_with("//") && !comment.contains('\n');
        if !is_line || text[start..end].contains('\n') || !behind.is_empty() {
            return;
        }
        let code = text[line..end].to_owned();
        let line = format!("{code} // {}", plain(comment.trim_start_matches('/').trim()));
        if line.chars().count() <= self.width {
            self.changes.replace(self.file, line_start(text, above)..end, line);
        }
    }
}

/// A comment without links, and without its period if it is a single sentence.
fn plain(words: &str) -> String {
    let words = words.replace("[`", "`").replace("`]", "`");
    if sentences(&words).len() == 1 { words.trim_end_matches('.').to_owned() } else { words }
}

impl<'ast> Visit<'ast> for Places<'_> {
    fn visit_item_const(&mut self, node: &'ast syn::ItemConst) {
        // A comment above several constants is about all of them.
        let own = format!("const {}:", node.ident);
        let next = self.origin.lines().skip_while(|line| !line.contains(&own)).nth(1).unwrap_or_default();
        if !next.contains("const ") {
            self.lower(range(node), &node.attrs);
        }
        visit::visit_item_const(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        self.lower(range(node), &node.attrs);
        visit::visit_arm(self, node);
    }

    fn visit_expr_array(&mut self, node: &'ast syn::ExprArray) {
        node.elems.iter().for_each(|row: &Expr| self.lower(range(row), &[]));
    }
}
