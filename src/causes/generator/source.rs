//! The files of the series, and what they declare.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprForLoop, ExprLoop, ExprWhile, Field, File, FnArg, ImplItem, Item, Signature, Variant};

use super::error::CopyError;
use super::names::TRUSTING;

/// A file of the series with the files of its modules.
pub struct SeriesFile {
    /// Its path below `src`, without `.rs`.
    pub name: String,
    path: PathBuf,
    pub text: String,
    pub parsed: File,
    pub children: Vec<SeriesFile>,
}

impl SeriesFile {
    /// Reads a file with those of its modules.
    pub fn read(src: &Path, name: &str) -> Result<SeriesFile, CopyError> {
        let path = src.join(format!("{name}.rs"));
        let unreadable = |error| CopyError::File { path: path.clone(), error };
        let text = fs::read_to_string(&path).map_err(unreadable)?.replace('\r', "");
        let parsed =
            syn::parse_file(&text).map_err(|error| CopyError::Syntax { path: path.clone(), error })?;
        let modules = parsed.items.iter().filter_map(|item| match item {
            Item::Mod(module) if module.content.is_none() => Some(module),
            _ => None,
        });
        let children = modules.map(|module| SeriesFile::read(src, &format!("{name}/{}", module.ident)));
        let children = children.collect::<Result<_, _>>()?;
        Ok(SeriesFile { name: name.to_owned(), path, text, parsed, children })
    }

    /// Returns the paths of the file and of its modules.
    pub fn paths(&self) -> Vec<PathBuf> {
        let mut paths = vec![self.path.clone()];
        paths.extend(self.children.iter().flat_map(SeriesFile::paths));
        paths
    }

    /// Returns the line of a byte of the text, from 1.
    pub fn line(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }

    /// Returns a piece of the text with other texts in place of some of its parts.
    pub fn splice(&self, around: Range<usize>, parts: Vec<(Range<usize>, String)>) -> String {
        splice(&self.text, around, parts)
    }
}

/// Returns a piece of a text with other texts in place of some of its parts.
pub fn splice(whole: &str, around: Range<usize>, mut parts: Vec<(Range<usize>, String)>) -> String {
    parts.sort_by_key(|(range, _)| range.start);
    let (mut text, mut at) = (String::new(), around.start);
    for (range, part) in parts {
        text += &whole[at..range.start];
        text += &part;
        at = range.end;
    }
    text + &whole[at..around.end]
}

/// Returns a file of the copy with what is different everywhere. Save files are believed.
pub fn finished(text: &str) -> String {
    let mut changes = Everywhere::default();
    if let Ok(file) = syn::parse_file(text) {
        changes.visit_file(&file);
    }
    let [checking, trusting] = TRUSTING;
    splice(text, 0..text.len(), changes.0).replace(checking, trusting)
}

/// Loops count their passes, because with an edit they may never end.
#[derive(Default)]
struct Everywhere(Vec<(Range<usize>, String)>);

impl<'ast> Visit<'ast> for Everywhere {
    fn visit_expr(&mut self, whole: &'ast Expr) {
        if let Expr::ForLoop(ExprForLoop { body, .. })
        | Expr::While(ExprWhile { body, .. })
        | Expr::Loop(ExprLoop { body, .. }) = whole
        {
            let begin = range(body).start + 1;
            self.0.push((begin..begin, " crate::switches::tick();".to_owned()));
        }
        visit::visit_expr(self, whole);
    }
}

/// Returns a text with blanks in place of its comments.
pub fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let comment = line.find("// ").filter(|&at| !line[..at].contains('"')).unwrap_or(line.len());
        out += &line[..comment];
        out.extend(line[comment..].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
    }
    out
}

/// Returns true for a letter of a name.
fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the words of a text.
pub fn words(text: &str) -> BTreeSet<String> {
    text.split(|letter| !is_letter(letter)).map(str::to_owned).collect()
}

/// Returns the functions that a text calls, and the constants and types that it names.
pub fn uses(text: &str) -> BTreeSet<String> {
    let words = text.split_inclusive(|letter| !is_letter(letter));
    let used = words.filter(|word| word.ends_with('(') || word.starts_with(char::is_uppercase));
    used.map(|word| word.trim_end_matches(|letter| !is_letter(letter)).to_owned()).collect()
}

/// Returns the tokens of a piece of syntax, with a blank between each two.
pub fn tokens(syntax: &impl ToTokens) -> String {
    syntax.to_token_stream().to_string()
}

/// Returns the range of a piece of syntax in its file.
pub fn range(syntax: &impl Spanned) -> Range<usize> {
    syntax.span().byte_range()
}

/// Returns true for a type of whole numbers.
pub fn is_integer(type_name: &str) -> bool {
    matches!(type_name, "i32" | "u32" | "usize" | "u8" | "u64" | "i64")
}

/// Returns true for a type whose values are easily confused.
pub fn is_scalar(type_name: &str) -> bool {
    is_integer(type_name) || matches!(type_name, "f32" | "bool" | "Pos" | "& 'static str" | "Color")
}

/// A name with its type or, for a variant, the types that it holds.
pub type Typed = (String, String);

/// The declarations of the series, by name.
#[derive(Default)]
pub struct Declarations {
    /// The fields of each struct, and of each variant whose fields have names.
    pub structs: BTreeMap<String, Vec<Typed>>,
    pub enums: BTreeMap<String, Vec<Typed>>,
    /// The types of the arguments of each function with this name.
    pub functions: BTreeMap<String, Vec<Vec<String>>>,
    /// The module and the type of each constant.
    pub constants: BTreeMap<String, Typed>,
}

impl Declarations {
    pub fn of(files: &[SeriesFile]) -> Declarations {
        let mut declarations = Declarations::default();
        files.iter().for_each(|file| declarations.add(file));
        declarations
    }

    fn add(&mut self, file: &SeriesFile) {
        for item in &file.parsed.items {
            match item {
                Item::Struct(item) => self.add_fields(&item.ident.to_string(), item.fields.iter()),
                Item::Enum(item) => {
                    let typed = |variant: &Variant| (variant.ident.to_string(), tokens(&variant.fields));
                    self.enums.insert(item.ident.to_string(), item.variants.iter().map(typed).collect());
                    for variant in &item.variants {
                        self.add_fields(&variant.ident.to_string(), variant.fields.iter());
                    }
                }
                Item::Const(item) => {
                    let module = file.name.replace('/', "::");
                    self.constants.insert(item.ident.to_string(), (module, tokens(&item.ty)));
                }
                Item::Fn(item) => self.add_function(&item.sig),
                Item::Impl(item) => {
                    for item in &item.items {
                        if let ImplItem::Fn(function) = item {
                            self.add_function(&function.sig);
                        }
                    }
                }
                _ => {}
            }
        }
        file.children.iter().for_each(|child| self.add(child));
    }

    fn add_fields<'f>(&mut self, name: &str, fields: impl Iterator<Item = &'f Field>) {
        let named = fields.filter_map(|field| Some((field.ident.as_ref()?.to_string(), tokens(&field.ty))));
        self.structs.entry(name.to_owned()).or_default().extend(named);
    }

    fn add_function(&mut self, signature: &Signature) {
        let types = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(input) => Some(tokens(&input.ty)),
            FnArg::Receiver(_) => None,
        });
        self.functions.entry(signature.ident.to_string()).or_default().push(types.collect());
    }

    /// Returns what edits of a text depend on: the declarations of the names in it. Sizes of arrays are left
    /// out, because no edit depends on them.
    pub fn used_by(&self, text: &str) -> String {
        let names: BTreeSet<&str> = text.split(|letter| !is_letter(letter)).collect();
        let declared = names.into_iter().map(|name| {
            // Fields count where a value is made of them.
            let is_made = text.contains(&format!("{name} {{"));
            let (fields, variants) = (self.structs.get(name).filter(|_| is_made), self.enums.get(name));
            let (arguments, constant) = (self.functions.get(name), self.constants.get(name));
            format!("{fields:?} {variants:?} {arguments:?} {constant:?} {:?}", self.fields_like(name))
        });
        declared.collect::<String>().replace(|letter: char| letter.is_ascii_digit(), "")
    }

    /// Returns the other fields of the same type in each struct that has a field of this name.
    pub fn fields_like(&self, name: &str) -> Vec<&str> {
        let mut like: Vec<&str> = Vec::new();
        for fields in self.structs.values() {
            let own = fields.iter().find(|(field, kind)| field == name && is_scalar(kind));
            let Some((_, kind)) = own else { continue };
            let others = fields.iter().filter(|(field, other)| field != name && other == kind);
            like.extend(others.map(|(field, _)| field.as_str()));
        }
        like.sort_unstable();
        like.dedup();
        like
    }
}
