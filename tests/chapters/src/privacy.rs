//! Says `pub` where another file names something, and nothing where none does: a chapter is a program, so
//! no other program uses it.

use std::collections::HashSet;

use syn::visit::Visit;
use syn::{Ident, Visibility};

use crate::program::Program;
use crate::text::{Changes, range};

/// Finds the changes that make functions, constants and fields private, and everything else plainly `pub`.
pub fn privacy(program: &Program) -> Changes {
    let words: Vec<HashSet<&str>> = program.files.iter().map(|file| words(&file.text)).collect();
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let others = words.iter().enumerate().filter(|(other, _)| *other != file);
        let named = others.flat_map(|(_, words)| words.iter().copied()).collect();
        let mut places = Places { program, file, named: &named, changes };
        places.visit_file(&source.tree);
        changes = places.changes;
    }
    changes
}

/// The words of a text that are no comments.
pub fn words(text: &str) -> HashSet<&str> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_')).collect()
}

struct Places<'n> {
    program: &'n Program,
    file: usize,
    /// The words of all other files.
    named: &'n HashSet<&'n str>,
    changes: Changes,
}

impl Places<'_> {
    /// Makes something private if no other file has its name, which stands at `next`.
    fn hide(&mut self, vis: &Visibility, next: usize, name: &Ident) {
        if matches!(vis, Visibility::Inherited) {
            return;
        }
        if self.named.contains(name.to_string().as_str()) {
            self.show(vis);
        } else {
            self.changes.delete(self.file, range(vis).start..next);
        }
    }

    fn show(&mut self, vis: &Visibility) {
        if matches!(vis, Visibility::Restricted(_)) {
            self.changes.replace(self.file, range(vis), "pub");
        }
    }
}

impl<'ast> Visit<'ast> for Places<'_> {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.hide(&node.vis, range(&node.sig).start, &node.sig.ident);
        self.visit_block(&node.block);
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.hide(&node.vis, range(&node.sig).start, &node.sig.ident);
        self.visit_block(&node.block);
    }

    fn visit_item_const(&mut self, node: &'ast syn::ItemConst) {
        self.hide(&node.vis, range(&node.const_token).start, &node.ident);
    }

    fn visit_impl_item_const(&mut self, node: &'ast syn::ImplItemConst) {
        self.hide(&node.vis, range(&node.const_token).start, &node.ident);
    }

    fn visit_field(&mut self, node: &'ast syn::Field) {
        match &node.ident {
            Some(name) => self.hide(&node.vis, range(name).start, name),
            None => self.show(&node.vis),
        }
    }

    fn visit_visibility(&mut self, vis: &'ast Visibility) {
        self.show(vis);
    }

    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        let path = format!("::{}::", node.ident);
        if self.program.files.iter().any(|file| file.text.contains(&path)) {
            self.show(&node.vis);
        } else if !matches!(node.vis, Visibility::Inherited) {
            self.changes.delete(self.file, range(&node.vis).start..range(&node.mod_token).start);
        }
    }
}
