//! Writes a copy of the series in which every edit is chosen by a number: the build script calls it.
//!
//! It edits text by byte ranges: an alternative is the original's text with one edit, and only the original
//! branch holds further edits, so the copy grows with nesting and not exponentially.

mod calls;
mod expression;
mod locals;
mod operators;
mod positions;
mod rows;
mod source;
mod statement;
mod writer;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rows::Row;
use source::{Declarations, Source};
use writer::{Edit, Function, Given, Made, Writer};

/// What was checked by compiling: the functions in which edits are made, and the edits that do not compile.
pub struct Checked {
    declarations: BTreeSet<String>,
    functions: BTreeSet<String>,
    dropped: BTreeSet<String>,
    /// True while the list is made: every function counts as checked, and edits are marked by their keys.
    is_made: bool,
}

impl Checked {
    /// Reads the list.
    pub fn read(list: &str, is_made: bool) -> Checked {
        let words = |begin: &str| {
            let lines = list.lines().filter_map(|line| line.strip_prefix(begin));
            lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
        };
        Checked {
            declarations: words("declarations "),
            functions: words("functions "),
            dropped: words("dropped "),
            is_made,
        }
    }

    fn has_function(&self, key: &str) -> bool {
        self.is_made || self.functions.contains(key)
    }

    fn is_dropped(&self, key: &str) -> bool {
        self.dropped.contains(key)
    }

    fn marked(&self, key: &str, text: &str) -> String {
        if self.is_made { format!("/*@{key}*/{text}/*#*/") } else { text.to_owned() }
    }
}

/// Returns the first 32 bits of the FNV-1a hash of a text in hexadecimal.
fn hash(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:08x}", hash >> 32)
}

/// What is written: the copy, and the list of its edits.
pub struct Copy {
    pub series: String,
    pub edits: String,
    /// Keys of the declarations, and of the functions and constants, as they are now.
    pub declarations: String,
    pub functions: Vec<String>,
    /// The rows that are not in the copy, each with the reason.
    pub left_out: Vec<String>,
}

/// Makes the copy of the series in the folder `src`.
///
/// # Errors
/// When a file cannot be read or parsed.
pub fn copy(src: &Path, checked: &Checked, rows: &str) -> Result<Copy, String> {
    let sources = Source::series(src)?;
    let declarations = Declarations::of(&sources);
    let rows = Row::read_all(rows)?;
    // Numbers of elements are no reason to leave an edit out.
    let key: String = format!("{declarations:?}").chars().filter(|c| !c.is_ascii_digit()).collect();
    let key = hash(&key);
    let nothing = Checked::read("", false);
    let is_usable = checked.is_made || checked.declarations.contains(&key);
    let given = Given {
        declarations: &declarations,
        checked: if is_usable { checked } else { &nothing },
        rows: &rows,
    };
    let mut made = Made { next: 1 + rows.iter().map(Row::count).sum::<u32>(), ..Made::default() };
    let mut series = String::new();
    sources.iter().for_each(|source| write_module(source, given, &mut made, &mut series));
    series += &observers(src)?;
    for module in sources.iter().map(|source| source.name.as_str()) {
        for end in ["::", ";"] {
            let own = format!("crate::verify::edits::series::{module}{end}");
            series = series.replace(&format!("crate::{module}{end}"), &own);
        }
    }
    series = series.replace("crate::m::", "crate::verify::edits::switches::");
    // Their short way is short, but the compiler counts the long one as well.
    series = series.replace("#[inline]", "#[inline(always)]");
    let left_out = left_out(&rows, &made);
    // A row that is left out keeps its number.
    let mut edits: Vec<Edit> = Vec::new();
    for number in 1..=rows.iter().map(Row::count).sum() {
        let nowhere = || Edit { operator: "none", ..Edit::default() };
        edits.push(made.rows.remove(&number).unwrap_or_else(nowhere));
    }
    edits.append(&mut made.edits);
    name_helpers(&mut made.called);
    for edit in edits.iter_mut().filter(|edit| edit.original.is_empty()) {
        let own = made.called.iter().find(|one| one.file == edit.file && one.name == edit.function);
        edit.original = own.map(|own| own.original.clone()).unwrap_or_default();
    }
    Ok(Copy { series, edits: list(&edits), declarations: key, functions: made.functions, left_out })
}

/// Writes a file of the series as a module, with the files of its modules.
fn write_module(source: &Source, given: Given<'_>, made: &mut Made, out: &mut String) {
    let name = source.name.rsplit('/').next().unwrap_or_default();
    let _ = writeln!(out, "pub mod {name} {{\n{}", Writer::new(given, source, made).file());
    source.children.iter().for_each(|child| write_module(child, given, made, out));
    out.push_str("}\n");
}

/// Gives functions that the original does not have the name of the original's function that they are a piece
/// of: the one that all their callers belong to.
fn name_helpers(functions: &mut [Function]) {
    let calls = |caller: &Function, name: &str| {
        caller.text.match_indices(&format!("{name}(")).any(|(at, _)| {
            !caller.text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
        })
    };
    // A piece may have pieces of its own.
    for _ in 0..functions.len() {
        let named = functions
            .iter()
            .position(|piece| piece.original.is_empty() && !only_caller(functions, piece, calls).is_empty());
        let Some(piece) = named else { return };
        functions[piece].original = only_caller(functions, &functions[piece], calls).to_owned();
    }
}

/// Returns the name that all callers of a function have in the original; nothing if they differ.
fn only_caller<'a>(
    functions: &'a [Function],
    piece: &Function,
    calls: impl Fn(&Function, &str) -> bool,
) -> &'a str {
    let mut callers =
        functions.iter().filter(|caller| caller.name != piece.name && calls(caller, &piece.name));
    let Some(first) = callers.next() else { return "" };
    if callers.all(|other| other.original == first.original) { &first.original } else { "" }
}

/// Returns what describes a step: it looks at the copy's game.
fn observers(src: &Path) -> Result<String, String> {
    let mut modules = String::new();
    for name in ["block", "happened"] {
        let path = src.join(format!("trace/{name}.rs"));
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let text = text.replace('\r', "").replace("use super::Form;", "use crate::trace::Form;");
        let text: Vec<&str> = text.lines().filter(|line| !line.starts_with("//!")).collect();
        let _ = writeln!(modules, "pub mod {name} {{\n{}\n}}", text.join("\n"));
    }
    Ok(modules)
}

/// Returns the rows of which an edit is not in the copy.
fn left_out(rows: &[Row], made: &Made) -> Vec<String> {
    let mut left_out = Vec::new();
    for row in rows {
        let functions = made.rows.get(&row.first).map_or("", |edit| &edit.function);
        let functions: Vec<&str> = functions.split_whitespace().collect();
        let is_made = |name: &str| functions.iter().any(|function| [function, "*"].contains(&name));
        if let Some(edit) = row.edits.iter().find(|edit| !is_made(&edit.function)) {
            let sentence = row.sentences().swap_remove(0);
            left_out.push(format!("{sentence}: {} was changed, or the row is new", edit.function));
        }
    }
    left_out
}

/// Returns the list of edits, one in each line. The last five fields are left out where they are those of the
/// line before.
fn list(edits: &[Edit]) -> String {
    let mut list = String::new();
    let mut last = None;
    for Edit { operator, from, to, file, function, original, line } in edits {
        let place = (file, function, *line, from);
        let _ = write!(list, "{operator}\t{to}");
        if last != Some(place) {
            let _ = write!(list, "\t{file}\t{function}\t{original}\t{line}\t{from}");
        }
        list.push('\n');
        last = Some(place);
    }
    list
}
