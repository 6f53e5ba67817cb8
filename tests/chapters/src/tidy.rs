//! Takes away what has become empty: modules, implementations, and methods that do nothing.

use syn::{ImplItem, Item, ReturnType};

use crate::program::Program;
use crate::text::{Changes, range, with_comments};

/// Finds what is empty.
pub fn tidy(program: &Program) -> Changes {
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let folder = match source.path.as_str() {
            "main.rs" => String::new(),
            path => format!("{}/", path.trim_end_matches(".rs")),
        };
        let has_module = |name: &syn::Ident| {
            let file = program.file(&format!("{folder}{name}.rs"));
            file.is_some_and(|file| is_used(&program.files[file].tree))
        };
        for item in &source.tree.items {
            let is_empty = match item {
                Item::Impl(node) => node.items.is_empty() && node.trait_.is_none(),
                Item::Mod(node) => match &node.content {
                    Some((_, items)) => items.is_empty(),
                    None => !has_module(&node.ident),
                },
                _ => false,
            };
            if is_empty {
                changes.delete(file, with_comments(source.text(), range(item)));
            } else if let Item::Impl(node) = item
                && node.trait_.is_none()
            {
                for member in node.items.iter().filter(|member| does_nothing(member)) {
                    changes.delete(file, with_comments(source.text(), range(member)));
                }
            }
        }
    }
    changes
}

/// Returns true if a file has something in it that is used.
pub fn is_used(file: &syn::File) -> bool {
    !file.items.iter().all(|item| matches!(item, Item::Use(_)))
}

fn does_nothing(member: &ImplItem) -> bool {
    let ImplItem::Fn(node) = member else { return false };
    node.block.stmts.is_empty() && matches!(node.sig.output, ReturnType::Default)
}
