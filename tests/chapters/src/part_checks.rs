//! The choices for a chapter, and the results of the part checks that follow from them.

use std::collections::HashMap;

use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit};

use crate::program::Program;

/// The choices for a chapter.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The number of the chapter.
    pub part: u8,
    /// The standard library whose random numbers are used: the name of a variant of `StdLib`.
    pub library: String,
}

/// The functions of `part.rs` that depend on the part, such as `has_melee`, with the first part for which
/// each is true.
pub struct PartChecks {
    part: u8,
    /// The standard library whose random numbers are used.
    pub library: String,
    first: HashMap<String, u8>,
}

impl PartChecks {
    /// Reads the part checks, which are methods such as
    /// `const fn has_melee(self) -> bool { self.0 >= 5 }`.
    ///
    /// # Errors
    /// If the program has no `part.rs`.
    pub fn read(program: &Program, choice: &Choice) -> Result<PartChecks, String> {
        let file = program.file("part.rs").ok_or("src/part.rs is missing")?;
        let Choice { part, library } = choice.clone();
        let mut part_checks = PartChecks { part, library, first: HashMap::new() };
        part_checks.visit_file(&program.files[file].tree);
        Ok(part_checks)
    }

    /// Returns the result of a part check, or `None` if there is no such function.
    pub fn answer(&self, name: &str) -> Option<bool> {
        self.first.get(name).map(|&first| self.part >= first)
    }
}

impl<'ast> Visit<'ast> for PartChecks {
    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        if let [syn::Stmt::Expr(Expr::Binary(binary), None)] = &node.block.stmts[..]
            && let (BinOp::Ge(_), Expr::Lit(literal)) = (&binary.op, &*binary.right)
            && let Lit::Int(number) = &literal.lit
            && let Ok(first) = number.base10_parse()
        {
            self.first.insert(node.sig.ident.to_string(), first);
        }
        visit::visit_impl_item_fn(self, node);
    }
}
