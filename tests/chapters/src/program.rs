//! The files of a program: their text, their syntax, and what stands inside macros.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Expr, Macro, Pat, Token};

use crate::chapter::origin;
use crate::nodes::Nodes;
use crate::text::{Changes, Text};

/// The text of every source file by its path below `src`, such as `game/turn.rs`.
pub type Sources = BTreeMap<String, String>;

/// Sources as syntax, in the order of their paths.
pub struct Program {
    /// The files.
    pub files: Vec<File>,
}

/// A source file.
pub struct File {
    /// Its path below `src`.
    pub path: String,
    text: Text,
    /// Its syntax.
    pub tree: syn::File,
    nodes: OnceCell<Nodes>,
}

impl File {
    /// The text as it is now.
    pub fn text(&self) -> &str {
        &self.text.now
    }

    /// The pieces that can be removed. Computing their places takes long, so the file keeps them until it
    /// changes.
    pub fn nodes(&self) -> &Nodes {
        self.nodes.get_or_init(|| Nodes::of(&self.tree))
    }

    /// The line of the original file that a byte comes from.
    pub fn line(&self, at: usize) -> u32 {
        self.text.line(at)
    }
}

impl Program {
    /// Parses all files.
    ///
    /// # Errors
    /// When one is no Rust: the file, the line and what the parser says.
    pub fn parse(sources: &Sources) -> Result<Program, String> {
        let mut files = Vec::new();
        for (path, text) in sources {
            let (tree, nodes) = (parse_file(path, text)?, OnceCell::new());
            files.push(File { path: path.clone(), text: Text::new(text), tree, nodes });
        }
        Ok(Program { files })
    }

    /// Makes changes, and parses the files again that are changed.
    ///
    /// # Errors
    /// When one is no Rust any more, as for [`Program::parse`].
    pub fn change(&mut self, changes: Changes) -> Result<(), String> {
        let mut texts: Vec<&mut Text> = self.files.iter_mut().map(|file| &mut file.text).collect();
        let changed = changes.apply(&mut texts);
        for (file, _) in self.files.iter_mut().zip(changed).filter(|(_, changed)| *changed) {
            (file.tree, file.nodes) = (parse_file(&file.path, &file.text.now)?, OnceCell::new());
        }
        Ok(())
    }

    /// Makes the changes that `find` finds, until it finds none.
    ///
    /// # Errors
    /// As for [`Program::change`], and when there is no end to it.
    pub fn change_until_quiet(
        &mut self,
        find: impl Fn(&Program) -> Result<Changes, String>,
    ) -> Result<(), String> {
        for _ in 0..MOST_PASSES {
            let changes = find(self)?;
            if changes.is_empty() {
                return Ok(());
            }
            self.change(changes)?;
        }
        Err("the sources do not come to rest".to_owned())
    }

    /// The number of the file with this path.
    pub fn file(&self, path: &str) -> Option<usize> {
        self.files.iter().position(|file| file.path == path)
    }

    /// Where a byte of a file comes from: the file and the line.
    pub fn place(&self, path: &str, at: usize) -> String {
        let line = self.file(path).map_or(1, |file| self.files[file].line(at));
        format!("{}:{line}", origin(path))
    }

    /// The text of every file.
    pub fn sources(&self) -> Sources {
        self.files.iter().map(|file| (file.path.clone(), file.text.now.clone())).collect()
    }
}

/// Passes over the sources after which something is wrong.
const MOST_PASSES: usize = 60;

fn parse_file(path: &str, text: &str) -> Result<syn::File, String> {
    syn::parse_file(text).map_err(|error| format!("{path}:{}: {error}", error.span().start().line))
}

/// Visits what stands inside a macro: expressions, and the pattern of a `matches!`.
pub fn visit_inside(visitor: &mut impl for<'i> Visit<'i>, mac: &Macro) {
    let tested = |input: ParseStream| {
        let value: Expr = input.parse()?;
        input.parse::<Token![,]>()?;
        let pattern = Pat::parse_multi_with_leading_vert(input)?;
        input.parse::<Option<Token![,]>>()?;
        Ok((value, pattern))
    };
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    if mac.path.is_ident("matches") {
        if let Ok((value, pattern)) = tested.parse2(mac.tokens.clone()) {
            visitor.visit_expr(&value);
            visitor.visit_pat(&pattern);
        }
    } else if let Ok(args) = list.parse2(mac.tokens.clone()) {
        args.iter().for_each(|arg| visitor.visit_expr(arg));
    }
}
