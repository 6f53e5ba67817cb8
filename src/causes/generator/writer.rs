//! Writes the functions and constants of a file with their edits.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::ops::Range;

use syn::spanned::Spanned;
use syn::{Attribute, Block, Expr, ImplItem, Item, ItemConst, ReturnType, Signature, Type};

use super::names::{NOT_ORIGINAL, OF_TOOLS, SCREEN};
use super::rows::{PlacedRow, Row, bare};
use super::source::{Declarations, SeriesFile, finished, range, tokens, uses, without_comments, words};
use super::{Checked, hash};

/// An edit, as the list of edits describes it.
#[derive(Default)]
pub struct Edit {
    pub operator: &'static str,
    pub from: String,
    pub to: String,
    pub file: String,
    pub function: String,
    /// The function's name in the original.
    pub original: String,
    /// The first and the last line.
    pub lines: [usize; 2],
    /// The number of the row that makes the same text, or 0.
    pub twin: u32,
}

/// A function or constant of the series.
pub struct Function {
    pub file: String,
    pub name: String,
    /// Its name in the original; empty if it is not known.
    pub original: String,
    /// The functions that it calls, and the constants and types that it names.
    pub uses: BTreeSet<String>,
}

/// Another text for a place of the series.
pub struct Alternative {
    pub operator: &'static str,
    /// The text that it replaces and its own, for people.
    pub from: String,
    pub to: String,
    pub code: String,
}

impl Alternative {
    /// A text in place of another.
    pub fn new(operator: &'static str, from: &str, code: impl Into<String>) -> Alternative {
        let code = code.into();
        edit(operator, from, &code.clone(), code)
    }
}

/// Returns a text in place of another, which is described in other words.
pub fn edit(operator: &'static str, from: &str, to: &str, code: impl Into<String>) -> Alternative {
    Alternative { operator, from: from.to_owned(), to: to.to_owned(), code: code.into() }
}

/// Returns the text of a file as a module. Most of it is text of the series, with one edit at most.
pub fn as_module(file: &SeriesFile, text: &str) -> String {
    let name = file.name.rsplit('/').next().unwrap_or_default();
    let lints = "#[allow(warnings, arithmetic_overflow, unconditional_panic, clippy::all, rustdoc::all)]";
    format!("{lints}\npub(crate) mod {name} {{\n{text}}}\n")
}

/// Returns a template with values in its places.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(template.to_owned(), |text, (place, value)| text.replace(place, value))
}

/// Writes the files, one after the other, and keeps what they have.
pub struct Writer<'a> {
    pub declarations: &'a Declarations,
    pub checked: &'a Checked,
    pub rows: &'a [Row],
    /// The file that is written.
    pub file: &'a SeriesFile,
    /// The type whose functions are written.
    pub own_type: String,
    pub current: Current<'a>,
    /// The edits in the order of their numbers, from 1. Those of the rows come first.
    pub edits: Vec<Edit>,
    pub functions: Vec<Function>,
    /// Keys of the functions and constants, as they are now, and of their edits that do not compile.
    pub keys: BTreeSet<String>,
    pub dropped: BTreeSet<String>,
}

/// The function or constant that is written.
#[derive(Default)]
pub struct Current<'a> {
    name: String,
    /// Its name in the original.
    original: String,
    /// True if it has edits besides those of rows: it was checked, and not only tools call it.
    has_edits: bool,
    /// Number of edits in it with the same text.
    same: HashMap<String, usize>,
    /// True if it returns nothing.
    pub is_unit: bool,
    /// Its words.
    pub words: BTreeSet<String>,
    /// The call or calculation that is written.
    pub around: Range<usize>,
    /// Its range, and the rows in it.
    body: Range<usize>,
    rows: Vec<PlacedRow<'a>>,
}

impl<'a> Writer<'a> {
    /// Writes a file of the series as a module, with the files of its modules.
    pub fn module(&mut self, file: &'a SeriesFile, out: &mut String) {
        self.file = file;
        let mut text = finished(&self.file()) + "use crate::switches::Draws as _;\n";
        file.children.iter().for_each(|child| self.module(child, &mut text));
        *out += &as_module(file, &text);
    }

    /// Returns the file with its edits, without the modules in files of their own.
    fn file(&mut self) -> String {
        let (mut parts, mut constants) = (Vec::new(), String::new());
        for item in &self.file.parsed.items {
            self.own_type.clear();
            match item {
                Item::Fn(item) => parts.extend(self.function(&item.attrs, &item.sig, &item.block)),
                Item::Impl(block) if block.trait_.is_none() => {
                    self.own_type = tokens(&block.self_ty);
                    for item in &block.items {
                        if let ImplItem::Fn(item) = item {
                            parts.extend(self.function(&item.attrs, &item.sig, &item.block));
                        }
                    }
                }
                Item::Const(item) => constants += &self.constant(item),
                // Tests, and modules that are written with their own files.
                Item::Mod(module) => parts.push((range(module), String::new())),
                _ => {}
            }
        }
        self.file.splice(0..self.file.text.len(), parts) + "\n" + &constants
    }

    pub fn raw(&self, syntax: &impl Spanned) -> &'a str {
        &self.file.text[range(syntax)]
    }

    /// Returns a piece of syntax with another text in place of one of its parts.
    pub fn put(&self, whole: &impl Spanned, part: &impl Spanned, text: &str) -> String {
        self.file.splice(range(whole), vec![(range(part), text.to_owned())])
    }

    /// Begins a function or constant: it gets edits if its text and its rows are as they were checked.
    fn begin(&mut self, name: String, original: String, text: &str, around: &Range<usize>) {
        let (file, uses) = (self.file_name(), uses(&self.file.text[around.clone()]));
        let function = Function { file: file.clone(), name: name.clone(), original: original.clone(), uses };
        self.functions.push(function);
        let rows = self.rows.iter();
        let rows = rows.filter_map(|row| row.place(&file, [&name, &self.file.text], around));
        let rows: Vec<PlacedRow> = rows.collect();
        let puts: Vec<_> = rows.iter().flat_map(|row| &row.parts).map(|(_, put)| put).collect();
        let uses = self.declarations.used_by(text);
        let key = hash(&format!("{file}\t{}\t{name}\t{text}\t{puts:?}\t{uses}", self.own_type));
        let is_checked = self.checked.is_renewed || self.checked.functions.contains(&key);
        self.keys.insert(key);
        let has_edits = is_checked && self.file.name != OF_TOOLS;
        let (words, body) = (words(text), around.clone());
        self.current = Current { name, original, has_edits, words, body, ..Current::default() };
        if is_checked {
            let compiles = |placed: &PlacedRow| !self.is_dropped(self.row_key(placed.row));
            let rows: Vec<PlacedRow> = rows.into_iter().filter(compiles).collect();
            rows.iter().for_each(|placed| self.note_row(placed.row, &placed.span));
            self.current.rows = rows;
        }
    }

    /// Notes the edits of a row in this function.
    fn note_row(&mut self, row: &Row, span: &Range<usize>) {
        for (number, to) in row.numbers().zip(row.sentences()) {
            let lines = [span.start, span.end].map(|at| self.file.line(at));
            let from = format!("{} {} {}", row.name, row.parts, row.first);
            let mut edit = Edit { operator: "row", from, to, lines, ..self.edit_at(span.start) };
            if row.edits.iter().any(|edit| edit.function == "*") || !row.functions.is_empty() {
                edit.original.clone_from(&row.functions);
            }
            let noted = &mut self.edits[number as usize - 1];
            match noted.operator {
                "row" => noted.function += &format!(" {}", self.current.name),
                _ => *noted = edit,
            }
        }
    }

    /// Returns the key of a row in this function. It survives a new sentence.
    fn row_key(&self, row: &Row) -> String {
        hash(&format!("row\t{}\t{}\t{}", self.current.name, row.name, row.changes()))
    }

    fn file_name(&self) -> String {
        format!("{}.rs", self.file.name)
    }

    /// Returns an edit at a place of the file.
    fn edit_at(&self, at: usize) -> Edit {
        let (function, original) = (self.current.name.clone(), self.current.original.clone());
        Edit { file: self.file_name(), function, original, lines: [self.file.line(at); 2], ..Edit::default() }
    }

    /// Returns the key of an edit if the copy has it. Comments and other places of the file do not change it.
    fn key(&mut self, operator: &str, from: &str, code: &str) -> Option<String> {
        let (file, function) = (self.file_name(), &self.current.name);
        let words = |text| without_comments(text).split_whitespace().collect::<String>();
        let [from, code] = [from, code].map(words);
        let text = format!("{file}\t{}\t{function}\t{operator}\t{from}\t{code}", self.own_type);
        let number = self.current.same.entry(text.clone()).or_default();
        *number += 1;
        let key = hash(&format!("{text}\t{number}"));
        (self.current.has_edits && !self.is_dropped(key.clone())).then_some(key)
    }

    /// Returns true if the edit with this key does not compile.
    fn is_dropped(&mut self, key: String) -> bool {
        let is_dropped = self.checked.dropped.contains(&key);
        if is_dropped {
            self.dropped.insert(key);
        }
        is_dropped
    }

    /// Notes an edit, which has the next number.
    fn note(&mut self, at: usize, operator: &'static str, from: &str, to: &str) {
        let short = |text: &str| {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if text.len() > 110 { text.chars().take(107).collect::<String>() + "..." } else { text }
        };
        let edit = Edit { operator, from: short(from), to: short(to), ..self.edit_at(at) };
        self.edits.push(edit);
    }

    /// Notes an alternative for a place and returns its text, or `None` if it does not compile.
    pub fn alternative(&mut self, place: &Range<usize>, alternative: &Alternative) -> Option<String> {
        let Alternative { operator, from, to, code } = alternative;
        let key = self.key(operator, from, code)?;
        let result = bare(&self.file.splice(self.current.body.clone(), vec![(place.clone(), code.clone())]));
        let twin = self.current.rows.iter().find(|placed| placed.result.as_ref() == Some(&result));
        let twin = twin.map_or(0, |placed| placed.row.first);
        self.note(place.start, operator, from, to);
        self.edits.last_mut()?.twin = twin;
        Some(self.checked.marked(&key, code))
    }

    /// Returns the number of the next edit.
    pub fn next_number(&self) -> u32 {
        self.edits.len() as u32 + 1
    }

    /// Returns a place that is one of several texts: the original one, or an alternative.
    pub fn choose(&mut self, place: Range<usize>, base: String, alternatives: Vec<Alternative>) -> String {
        let first = self.next_number();
        let (mut arms, mut count) = (String::new(), 0);
        for alternative in alternatives {
            if let Some(code) = self.alternative(&place, &alternative) {
                count += 1;
                let _ = write!(arms, "\n{count} => {{ {code} }}");
            }
        }
        if count == 0 {
            return base;
        }
        picked(&format!("crate::switches::sel({first}, {count})"), &base, &arms)
    }

    /// Returns a place whose alternatives a function of `switches.rs` makes, called with the first number.
    pub fn switch(
        &mut self,
        at: usize,
        (operator, from): (&'static str, &str),
        descriptions: &[impl AsRef<str>],
        base: String,
        call: impl FnOnce(u32) -> String,
    ) -> String {
        let Some(key) = self.key(operator, from, "") else { return base };
        let text = call(self.next_number());
        descriptions.iter().for_each(|to| self.note(at, operator, from, to.as_ref()));
        self.checked.marked(&key, &text)
    }

    /// Puts the alternatives of the rows around a place that no smaller one could take.
    pub fn with_rows(&mut self, around: Range<usize>, base: String) -> String {
        let is_here = |row: &mut PlacedRow| around.start <= row.span.start && row.span.end <= around.end;
        let here: Vec<PlacedRow> = self.current.rows.extract_if(.., is_here).collect();
        let (mut arms, mut numbers) = (String::new(), Vec::new());
        for placed in here {
            let key = self.row_key(placed.row) + "=";
            let parts = placed.parts.into_iter().map(|(range, put)| (range, placed.row.with_values(&put)));
            let text = self.file.splice(around.clone(), parts.collect());
            let first = numbers.len() + 1;
            numbers.extend(placed.row.numbers());
            let code = self.checked.marked(&key, &text);
            let _ = write!(arms, "\n{first}..={} => {{ {code} }}", numbers.len());
        }
        if numbers.is_empty() {
            return base;
        }
        picked(&asked_rows(&numbers), &base, &arms)
    }

    fn function(
        &mut self,
        attributes: &[Attribute],
        signature: &Signature,
        body: &Block,
    ) -> Vec<(Range<usize>, String)> {
        let name = signature.ident.to_string();
        // Two texts of a function that returns `impl Iterator` would return two types.
        let is_opaque =
            matches!(&signature.output, ReturnType::Type(_, kind) if matches!(**kind, Type::ImplTrait(_)));
        let is_ours = NOT_ORIGINAL.contains(&(&self.file.name, &name));
        if is_opaque || is_ours || signature.constness.is_some() {
            return Vec::new();
        }
        let original = self.original_name(attributes);
        self.begin(name, original, &format!("{} {}", tokens(signature), tokens(body)), &range(body));
        let is_unit = matches!(signature.output, ReturnType::Default);
        self.current.is_unit = is_unit;
        let (first, rows) = (self.next_number(), self.row_numbers());
        let text = self.block(body, is_unit);
        let edited = format!("let _call = crate::switches::Call::enter(); {}", &text[1..]);
        if self.next_number() == first && rows.is_empty() {
            return vec![(range(body), format!("{{ {edited}"))];
        }
        let mut is_plain = self.is_plain(first, &rows);
        for name in &self.current.words {
            if let Some((module, _)) = self.declarations.constants.get(name) {
                is_plain += &format!(" && crate::{module}::is_{name}()");
            }
        }
        // The text of the series is inlined as there if that with the edits is a function of its own.
        let plain = self.raw(body);
        let text =
            format!("{{ if {is_plain} {{ return {plain}; }} crate::switches::edited(move || {{ {edited}) }}");
        let inlined = attributes.iter().find(|attribute| attribute.path().is_ident("inline"));
        let inlined = inlined.map(|attribute| (range(attribute), "#[inline(always)]".to_owned()));
        inlined.into_iter().chain([(range(body), text)]).collect()
    }

    /// Returns the question whether none of the edits from a number on is active, and none of some rows.
    fn is_plain(&self, first: u32, rows: &[u32]) -> String {
        let count = self.next_number() - first;
        format!("{} == 0 && crate::switches::sel({first}, {count}) == 0", asked_rows(rows))
    }

    /// Returns the numbers of the rows in the function.
    fn row_numbers(&self) -> Vec<u32> {
        self.current.rows.iter().flat_map(|placed| placed.row.numbers()).collect()
    }

    /// Returns the original's names of a function: the first ones in brackets in its documentation.
    fn original_name(&self, attributes: &[Attribute]) -> String {
        let lines = attributes.iter().filter(|attribute| attribute.path().is_ident("doc"));
        let text: String = lines.map(tokens).collect();
        let is_name = |word: &&str| {
            !word.contains(' ')
                && (word.contains("::")
                    || word.starts_with(char::is_lowercase) && word.chars().all(char::is_alphanumeric))
        };
        let mut in_brackets = text.split('(').skip(1).filter_map(|rest| rest.split(')').next());
        let names = in_brackets.find_map(|text| {
            // Behind a semicolon are names of other parts.
            let text = text.split(';').next().unwrap_or_default();
            let names: Vec<&str> = text.split('`').skip(1).step_by(2).filter(is_name).collect();
            (!names.is_empty()).then_some(names)
        });
        // The original has the functions of screen.rs in `Game`.
        let own = if self.file.name == SCREEN.0 { SCREEN.1 } else { &self.own_type };
        let full = |name: &str| match name.contains("::") || own.is_empty() {
            true => name.to_owned(),
            false => format!("{own}::{name}"),
        };
        names.unwrap_or_default().into_iter().map(full).collect::<Vec<_>>().join(", ")
    }

    /// Returns a function with the value of a constant, which has edits.
    fn constant(&mut self, constant: &ItemConst) -> String {
        let name = constant.ident.to_string();
        let text = format!("{} {}", tokens(&constant.ty), tokens(&constant.expr));
        self.begin(name.clone(), String::new(), &text, &range(&*constant.expr));
        let kind = self.raw(&*constant.ty).replace("&'static ", "&").replace('&', "&'static ");
        let (first, rows) = (self.next_number(), self.row_numbers());
        let mut value = self.constant_value(constant);
        if self.next_number() == first {
            value.clone_from(&name);
        } else if matches!(*constant.expr, Expr::Reference(_)) {
            // Only a value without edits lives for ever by itself.
            value = format!("Box::leak(Box::new({}))", &value[1..]);
        }
        value = self.with_rows(range(&*constant.expr), value);
        let is_plain = self.is_plain(first, &rows);
        let value = format!("if is_{name}() {{ {name} }} else {{ crate::switches::edited(|| {value}) }}");
        let attributes = "#[allow(non_snake_case, dead_code)] #[inline(always)] pub(crate)";
        format!(
            "{attributes} fn is_{name}() -> bool {{ {is_plain} }}\n\
             {attributes} fn m_{name}() -> {kind} {{ {value} }}\n"
        )
    }
}

/// Returns the question which of some rows is active.
fn asked_rows(rows: &[u32]) -> String {
    let words = rows.chunk_by(|a, b| a / 64 == b / 64);
    let bits = |rows: &[u32]| rows.iter().fold(0_u64, |bits, row| bits | 1 << (row % 64));
    let words: Vec<(u32, u64)> = words.map(|rows| (rows[0] / 64, bits(rows))).collect();
    format!("crate::switches::row(&{words:?}, &{rows:?})")
}

/// Returns a `match` that picks the original text or one of the others.
fn picked(picks: &str, base: &str, arms: &str) -> String {
    format!("(match {picks} {{\n0 => {{ {base} }}{arms}\n_ => crate::switches::never() }})")
}
