//! What is chosen while a chapter is written, and the answers that follow from it.

use std::collections::HashMap;

use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit};

use crate::program::Program;

/// What is chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The number of the chapter.
    pub part: u8,
    /// The standard library whose random numbers are drawn: the name of a variant of `StdLib`.
    pub library: String,
}

/// The questions that the sources ask about the chapter, such as `has_melee`: from which chapter on the
/// answer is yes.
pub struct Questions {
    part: u8,
    /// The standard library whose random numbers are drawn.
    pub library: String,
    first: HashMap<String, u8>,
}

impl Questions {
    /// Reads the table of questions, which is made of methods such as
    /// `const fn has_melee(self) -> bool { self.0 >= 5 }`.
    ///
    /// # Errors
    /// When a program has no `part.rs`.
    pub fn read(program: &Program, choice: &Choice) -> Result<Questions, String> {
        let file = program.file("part.rs").ok_or("src/part.rs is missing")?;
        let Choice { part, library } = choice.clone();
        let mut questions = Questions { part, library, first: HashMap::new() };
        questions.visit_file(&program.files[file].tree);
        Ok(questions)
    }

    /// Returns the answer to a question; none if it is not in the table.
    pub fn answer(&self, question: &str) -> Option<bool> {
        self.first.get(question).map(|&first| self.part >= first)
    }
}

impl<'ast> Visit<'ast> for Questions {
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
