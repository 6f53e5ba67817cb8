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

use std::collections::{BTreeMap, BTreeSet};
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
    let _ = writeln!(series, "pub const TWICE: &[crate::m::Twice] = &[{}];", made.twice.join(", "));
    for module in sources.iter().map(|source| source.name.as_str()) {
        for end in ["::", ";"] {
            let own = format!("crate::verify::edits::series::{module}{end}");
            series = series.replace(&format!("crate::{module}{end}"), &own);
        }
    }
    series = series.replace("crate::m::", "crate::verify::edits::switches::");
    // The original believes a save file, and so does a program with a mistake.
    series = series.replace("Words::new(", "Words::trusting(");
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
    name_constants(&mut edits, &made.called);
    Ok(Copy { series, edits: list(&edits), declarations: key, functions: made.functions, left_out })
}

/// Writes a file of the series as a module, with the files of its modules.
fn write_module(source: &Source, given: Given<'_>, made: &mut Made, out: &mut String) {
    let name = source.name.rsplit('/').next().unwrap_or_default();
    let _ = writeln!(out, "pub mod {name} {{\n{}", Writer::new(given, source, made).file());
    source.children.iter().for_each(|child| write_module(child, given, made, out));
    out.push_str("}\n");
}

/// Maximum number of functions of the original that one of ours is a piece of.
const MOST_NAMES: usize = 3;

/// Gives functions that the original does not have the names of the original's functions that they are a
/// piece of: those of their callers.
fn name_helpers(functions: &mut [Function]) {
    // A piece may have pieces of its own.
    loop {
        let unnamed = functions.iter().enumerate().filter(|(_, piece)| piece.original.is_empty());
        let mut named =
            unnamed.map(|(index, piece)| (index, users(functions, &format!("{}(", piece.name), &piece.name)));
        let Some((index, names)) = named.find(|(_, names)| !names.is_empty()) else { return };
        functions[index].original = names;
    }
}

/// Returns the names that the users of something have in the original, but for one function; nothing if there
/// are too many, or if one has none.
fn users(functions: &[Function], text: &str, but: &str) -> String {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let uses = |function: &&Function| {
        let mut places = function.text.match_indices(text);
        function.name != but
            && places.any(|(at, _)| {
                let (before, after) = (&function.text[..at], &function.text[at + text.len()..]);
                !before.ends_with(is_letter) && (text.ends_with('(') || !after.starts_with(is_letter))
            })
    };
    let mut names: Vec<&str> = Vec::new();
    for user in functions.iter().filter(uses) {
        if !names.contains(&user.original.as_str()) {
            names.push(&user.original);
        }
    }
    if names.len() <= MOST_NAMES && names.iter().all(|name| !name.is_empty()) {
        names.join(", ")
    } else {
        String::new()
    }
}

/// Adds to the name of a constant that of the functions that use it. A sentence of the table names the
/// functions alone.
fn name_constants(edits: &mut [Edit], functions: &[Function]) {
    let mut known = BTreeMap::new();
    let is_constant = |edit: &&mut Edit| edit.function.starts_with(char::is_uppercase);
    for edit in edits.iter_mut().filter(is_constant) {
        let users = known.entry(edit.function.clone()).or_insert_with_key(|name| users(functions, name, ""));
        edit.original = match (edit.operator, users.as_str()) {
            ("row", users) => users.to_owned(),
            (_, "") => edit.function.clone(),
            (_, users) => format!("{}, {users}", edit.function),
        };
    }
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
