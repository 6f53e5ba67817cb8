//! The files of a program: their text, their syntax, and what stands inside macros.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Expr, Ident, Lit, Macro, Pat, Token};

use crate::chapter::origin;
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
}

/// What stands inside a macro.
pub struct Inside {
    /// Its arguments.
    pub args: Vec<Expr>,
    /// Which argument is a format string.
    pub format: Option<usize>,
    /// What a `matches!` compares with.
    pub pattern: Option<Pat>,
}

impl File {
    /// The text as it is now.
    pub fn text(&self) -> &str {
        &self.text.now
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
            files.push(File { path: path.clone(), text: Text::new(text), tree: parse_file(path, text)? });
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
            file.tree = parse_file(&file.path, &file.text.now)?;
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

/// Visits what stands inside a macro.
pub fn visit_inside(visitor: &mut impl for<'i> Visit<'i>, mac: &Macro) {
    if let Some(inside) = Inside::of(mac) {
        for arg in &inside.args {
            // The name of a named argument is no expression.
            match arg {
                Expr::Assign(named) if inside.format.is_some() => visitor.visit_expr(&named.right),
                _ => visitor.visit_expr(arg),
            }
        }
        if let Some(pattern) = &inside.pattern {
            visitor.visit_pat(pattern);
        }
    }
}

impl Inside {
    /// What stands inside a macro; nothing when it is not known how to read it.
    pub fn of(mac: &Macro) -> Option<Inside> {
        let name = mac.path.segments.last().map_or_else(String::new, |segment| segment.ident.to_string());
        if name == "matches" {
            let parser = |input: ParseStream| {
                let value: Expr = input.parse()?;
                input.parse::<Token![,]>()?;
                let mut pattern = Pat::parse_multi_with_leading_vert(input)?;
                if input.peek(Token![if]) {
                    let if_token = input.parse()?;
                    let guard = Box::new(input.parse()?);
                    let pat = Box::new(pattern);
                    pattern = Pat::Guard(syn::PatGuard { attrs: Vec::new(), pat, if_token, guard });
                }
                input.parse::<Option<Token![,]>>()?;
                Ok((value, pattern))
            };
            let (value, pattern) = parser.parse2(mac.tokens.clone()).ok()?;
            return Some(Inside { args: vec![value], format: None, pattern: Some(pattern) });
        }
        let args = parse_args(mac.tokens.clone())?;
        let format = match name.as_str() {
            "format" | "print" | "println" | "eprint" | "eprintln" | "panic" | "unreachable" => Some(0),
            "write" | "writeln" | "assert" | "debug_assert" => Some(1),
            "assert_eq" | "assert_ne" => Some(2),
            _ => None,
        };
        let format = format.filter(|&index| string_literal(args.get(index)).is_some());
        Some(Inside { args, format, pattern: None })
    }
}

fn parse_args(tokens: TokenStream) -> Option<Vec<Expr>> {
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    if let Ok(args) = list.parse2(tokens.clone()) {
        return Some(args.into_iter().collect());
    }
    // vec![value; count]
    let repeat = |input: ParseStream| {
        let value: Expr = input.parse()?;
        input.parse::<Token![;]>()?;
        let count: Expr = input.parse()?;
        Ok(vec![value, count])
    };
    repeat.parse2(tokens).ok()
}

fn string_literal(arg: Option<&Expr>) -> Option<&syn::LitStr> {
    match arg {
        Some(Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. })) => Some(text),
        _ => None,
    }
}

/// Returns true if the expression is this one name.
pub fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(|ident: &Ident| ident == name))
}
