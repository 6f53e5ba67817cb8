//! The files of the series, and what they declare.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Field, Fields, File, FnArg, ImplItem, Item, Signature};

/// The files of which no copy is made: the copy shares them with the rest of the program.
const SHARED: [&str; 6] = ["color", "glyph_cache", "key", "part", "rng", "sound"];

/// A file of the series with the files of its modules.
pub struct Source {
    /// Its path below `src`, without `.rs`.
    pub name: String,
    pub text: String,
    pub parsed: File,
    pub children: Vec<Source>,
}

impl Source {
    /// Reads the files of the series, in the order of lib.rs.
    pub fn series(src: &Path) -> Result<Vec<Source>, String> {
        let lib = fs::read_to_string(src.join("lib.rs")).unwrap_or_default();
        let series =
            lib.split("// The series").nth(1).and_then(|rest| rest.split("// The other folders").next());
        let lines = series.unwrap_or_default().lines();
        let names = lines.filter_map(|line| line.trim().strip_prefix("pub mod ")?.strip_suffix(';'));
        names.filter(|name| !SHARED.contains(name)).map(|name| Source::read(src, name)).collect()
    }

    fn read(src: &Path, name: &str) -> Result<Source, String> {
        let path = src.join(format!("{name}.rs"));
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let text = text.replace('\r', "");
        let parsed = syn::parse_file(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let modules = parsed.items.iter().filter_map(|item| match item {
            Item::Mod(module) if module.content.is_none() => Some(module),
            _ => None,
        });
        let children = modules.map(|module| Source::read(src, &format!("{name}/{}", module.ident)));
        let children = children.collect::<Result<_, _>>()?;
        Ok(Source { name: name.to_owned(), text, parsed, children })
    }

    /// Returns the line of a byte of the text, from 1.
    pub fn line(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }

    /// Returns a piece of the text with other texts in place of some of its parts.
    pub fn splice(&self, around: Range<usize>, mut parts: Vec<(Range<usize>, String)>) -> String {
        parts.sort_by_key(|(range, _)| range.start);
        let (mut text, mut at) = (String::new(), around.start);
        for (range, part) in parts {
            text += &self.text[at..range.start];
            text += &part;
            at = range.end;
        }
        text + &self.text[at..around.end]
    }
}

/// Returns the tokens of a piece of syntax, with a blank between each two.
pub fn tokens(syntax: &impl ToTokens) -> String {
    syntax.to_token_stream().to_string()
}

/// Returns where a piece of syntax stands in its file.
pub fn range(syntax: &impl Spanned) -> Range<usize> {
    syntax.span().byte_range()
}

/// Returns true for a type of whole numbers.
pub fn is_integer(type_name: &str) -> bool {
    matches!(type_name, "i32" | "u32" | "usize" | "u8" | "u64" | "i64")
}

/// Returns true for a type whose values can stand for each other.
pub fn is_scalar(type_name: &str) -> bool {
    is_integer(type_name) || matches!(type_name, "f32" | "bool" | "Pos" | "& 'static str" | "Color")
}

/// A name with its type or, for a variant, the types that it holds.
pub type Typed = (String, String);

/// What the series declares, by name.
#[derive(Debug, Default)]
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
    pub fn of(sources: &[Source]) -> Declarations {
        let mut declarations = Declarations::default();
        sources.iter().for_each(|source| declarations.add(source));
        declarations
    }

    fn add(&mut self, source: &Source) {
        for item in &source.parsed.items {
            match item {
                Item::Struct(item) => self.add_fields(&item.ident.to_string(), item.fields.iter()),
                Item::Enum(item) => {
                    let holds = |fields: &Fields| match fields {
                        Fields::Unit => String::new(),
                        fields => tokens(fields),
                    };
                    let variants = item.variants.iter();
                    let variants =
                        variants.map(|variant| (variant.ident.to_string(), holds(&variant.fields))).collect();
                    self.enums.insert(item.ident.to_string(), variants);
                    for variant in &item.variants {
                        self.add_fields(&variant.ident.to_string(), variant.fields.iter());
                    }
                }
                Item::Const(item) => {
                    let module = source.name.replace('/', "::");
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
        source.children.iter().for_each(|child| self.add(child));
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
