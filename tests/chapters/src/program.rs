//! The files of a program: their text, their syntax, and what stands inside macros.

use std::collections::{BTreeMap, HashMap};

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Expr, Ident, Lit, Macro, Member, Pat, Token};

use crate::text::{Changes, range};

/// The text of every source file by its path below `src`, such as `game/turn.rs`.
pub type Sources = BTreeMap<String, String>;

/// Sources as syntax.
pub struct Program {
    /// In the order of their paths.
    pub files: Vec<File>,
    /// What stands inside macros and the number of their file, by the address of the macro.
    macros: HashMap<usize, (usize, Inside)>,
}

/// A source file.
pub struct File {
    /// Its path below `src`.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Its syntax; boxed, because places in it are known by their addresses.
    pub tree: Box<syn::File>,
}

/// What stands inside a macro, boxed because places in it are known by their addresses.
pub struct Inside {
    /// Its arguments.
    pub args: Box<[Expr]>,
    /// Which argument is a format string.
    pub format: Option<usize>,
    /// What a `matches!` compares with.
    pub pattern: Option<Box<Pat>>,
}

/// A place in a format string that a value is put in.
pub struct Placeholder {
    /// Where the braces and all between them stand, in bytes of the file.
    pub range: std::ops::Range<usize>,
    /// The name or number between the braces, if there is one.
    pub name: Option<String>,
    /// Returns true if the value is written with `Display` and nothing is said about its shape.
    pub plain: bool,
    /// Returns true for `{:?}`.
    pub debug: bool,
}

/// The address of a piece of syntax, which is its name for as long as the program lives.
pub fn address<T>(node: &T) -> usize {
    std::ptr::from_ref(node).addr()
}

impl Program {
    /// Parses all files.
    ///
    /// # Errors
    /// When one is no Rust: the file, the line and what the parser says.
    pub fn parse(sources: &Sources) -> Result<Program, String> {
        let mut program = Program { files: Vec::new(), macros: HashMap::new() };
        for (path, text) in sources {
            program.files.push(File {
                path: path.clone(),
                text: text.clone(),
                tree: parse_file(path, text)?,
            });
        }
        (0..program.files.len()).for_each(|file| program.collect_macros(file));
        Ok(program)
    }

    /// Makes changes, and parses the files again that are changed.
    ///
    /// # Errors
    /// When one is no Rust any more, as for [`Program::parse`].
    pub fn change(&mut self, changes: Changes) -> Result<(), String> {
        let mut texts: Vec<&mut String> = self.files.iter_mut().map(|file| &mut file.text).collect();
        let changed = changes.apply(&mut texts);
        self.macros.retain(|_, (file, _)| !changed[*file]);
        for number in (0..self.files.len()).filter(|&number| changed[number]) {
            let File { path, text, tree } = &mut self.files[number];
            *tree = parse_file(path, text)?;
            self.collect_macros(number);
        }
        Ok(())
    }

    fn collect_macros(&mut self, number: usize) {
        let mut collector = Collector { found: HashMap::new() };
        collector.visit_file(&self.files[number].tree);
        self.macros.extend(collector.found.into_iter().map(|(address, inside)| (address, (number, inside))));
    }

    /// What stands inside a macro; nothing when it is not known how to read it.
    pub fn inside(&self, mac: &Macro) -> Option<&Inside> {
        self.macros.get(&address(mac)).map(|(_, inside)| inside)
    }

    /// The number of the file with this path.
    pub fn file(&self, path: &str) -> Option<usize> {
        self.files.iter().position(|file| file.path == path)
    }

    /// The text of every file.
    pub fn sources(self) -> Sources {
        self.files.into_iter().map(|file| (file.path, file.text)).collect()
    }
}

fn parse_file(path: &str, text: &str) -> Result<Box<syn::File>, String> {
    let tree =
        syn::parse_file(text).map_err(|error| format!("{path}:{}: {error}", error.span().start().line))?;
    Ok(Box::new(tree))
}

struct Collector {
    found: HashMap<usize, Inside>,
}

impl<'p> Visit<'p> for Collector {
    fn visit_macro(&mut self, mac: &'p Macro) {
        if let Some(inside) = parse_inside(mac) {
            // What is inside has macros of its own; it does not move any more when it is put into the table.
            let mut nested = Collector { found: HashMap::new() };
            inside.args.iter().for_each(|arg| nested.visit_expr(arg));
            if let Some(pattern) = &inside.pattern {
                nested.visit_pat(pattern);
            }
            self.found.extend(nested.found);
            self.found.insert(address(mac), inside);
        }
        visit::visit_macro(self, mac);
    }
}

/// The name of a macro: the last word of its path.
pub fn macro_name(mac: &Macro) -> String {
    mac.path.segments.last().map_or_else(String::new, |segment| segment.ident.to_string())
}

fn parse_inside(mac: &Macro) -> Option<Inside> {
    let name = macro_name(mac);
    if name == "matches" {
        let parser = |input: ParseStream| {
            let value: Expr = input.parse()?;
            input.parse::<Token![,]>()?;
            let mut pattern = Pat::parse_multi_with_leading_vert(input)?;
            if input.peek(Token![if]) {
                let if_token = input.parse()?;
                let guard = Box::new(input.parse()?);
                pattern =
                    Pat::Guard(syn::PatGuard { attrs: Vec::new(), pat: Box::new(pattern), if_token, guard });
            }
            input.parse::<Option<Token![,]>>()?;
            Ok((value, pattern))
        };
        let (value, pattern) = parser.parse2(mac.tokens.clone()).ok()?;
        return Some(Inside { args: Box::new([value]), format: None, pattern: Some(Box::new(pattern)) });
    }
    let args = parse_args(mac.tokens.clone())?;
    let format = match name.as_str() {
        "format" | "print" | "println" | "eprint" | "eprintln" | "panic" | "todo" | "unreachable" => Some(0),
        "write" | "writeln" | "assert" | "debug_assert" => Some(1),
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => Some(2),
        _ => None,
    };
    let format = format.filter(|&index| string_literal(args.get(index)).is_some());
    Some(Inside { args: args.into(), format, pattern: None })
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

impl Inside {
    /// Where the values of a format string go.
    pub fn placeholders(&self, text: &str) -> Vec<Placeholder> {
        let Some(literal) = string_literal(self.format.and_then(|index| self.args.get(index))) else {
            return Vec::new();
        };
        let whole = range(literal);
        let mut found = Vec::new();
        let bytes = text.as_bytes();
        let mut at = whole.start;
        while at < whole.end {
            let next = bytes.get(at + 1);
            match bytes[at] {
                b'\\' if next == Some(&b'u') => {
                    at = text[at..].find('}').map_or(whole.end, |length| at + length);
                }
                b'\\' => at += 1,
                b'{' if next == Some(&b'{') => at += 1,
                b'{' => {
                    let end = text[at..].find('}').map_or(whole.end, |length| at + length);
                    let (name, shape) = text[at + 1..end].split_once(':').unwrap_or((&text[at + 1..end], ""));
                    let name = Some(name.trim()).filter(|name| !name.is_empty()).map(str::to_owned);
                    let plain = end == at + 1 + name.as_ref().map_or(0, String::len);
                    found.push(Placeholder { range: at..end + 1, name, plain, debug: shape.ends_with('?') });
                    at = end;
                }
                _ => {}
            }
            at += 1;
        }
        found
    }

    /// The argument that a placeholder shows: the `index`-th positional one, or one with a name. Not for
    /// names of variables.
    pub fn argument(&self, placeholder: &Placeholder, position: usize) -> Option<&Expr> {
        let first = self.format? + 1;
        match &placeholder.name {
            None => self.args.get(first + position),
            Some(name) => match name.parse::<usize>() {
                Ok(number) => self.args.get(first + number),
                Err(_) => self.args[first..].iter().find_map(|arg| match arg {
                    Expr::Assign(assign) if is_name(&assign.left, name) => Some(&*assign.right),
                    _ => None,
                }),
            },
        }
    }
}

/// Returns true if the expression is this one name.
pub fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(|ident: &Ident| ident == name))
}

/// The name of a field, or its number in a tuple.
pub fn member_name(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
