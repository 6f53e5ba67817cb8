//! Writes a copy of the series in which every edit is chosen by a number: the build script calls it.
//!
//! It edits text by byte ranges: an alternative is the original's text with one edit, and only the original
//! branch holds further edits, so the copy grows with nesting and not exponentially.

mod alternatives;
mod error;
mod expression;
mod names;
mod operators;
mod positions;
mod rows;
mod source;
mod statement;
mod writer;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

pub use error::CopyError;
use fnv::FnvHasher;
use names::{FILES, READERS};
use rows::Row;
use source::{Declarations, SeriesFile};
use writer::{Current, Edit, Function, Writer};

/// The result of compiling all edits: the functions that were checked, and the edits that do not compile.
pub struct Checked {
    functions: BTreeSet<String>,
    dropped: BTreeSet<String>,
    /// True while the list is renewed: every function counts as checked, and edits are marked by their keys.
    is_renewed: bool,
}

impl Checked {
    /// Reads the list.
    pub fn read(list: &str, is_renewed: bool) -> Checked {
        let words = |begin: &str| {
            let lines = list.lines().filter_map(|line| line.strip_prefix(begin));
            lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
        };
        Checked { functions: words("functions "), dropped: words("dropped "), is_renewed }
    }

    fn marked(&self, key: &str, text: &str) -> String {
        if self.is_renewed { format!("/*@{key}*/{text}/*#*/") } else { text.to_owned() }
    }
}

/// Returns the first 32 bits of the FNV-1a hash of a text in hexadecimal.
fn hash(text: &str) -> String {
    let mut hasher = FnvHasher::default();
    hasher.write(text.as_bytes());
    format!("{:08x}", hasher.finish() >> 32)
}

/// The output: the copy, and the list of its edits.
pub struct Copy {
    pub series: String,
    pub edits: String,
    /// The list of what was checked, as it is after all of the copy is checked: keys of functions and
    /// constants, and of the edits that do not compile.
    pub checked: String,
    /// The rows that are not in the copy, each with the reason.
    pub left_out: Vec<String>,
    /// The files that were read.
    pub files: Vec<PathBuf>,
}

/// Makes the copy of the series in the folder `src`.
///
/// # Errors
/// When a file cannot be read or parsed.
pub fn copy(src: &Path, checked: &Checked, rows: &str) -> Result<Copy, CopyError> {
    let read =
        |names: &str| names.split(' ').map(|name| SeriesFile::read(src, name)).collect::<Result<Vec<_>, _>>();
    let (files, readers) = (read(FILES)?, read(READERS)?);
    let declarations = Declarations::of(&files);
    let rows = Row::read_all(rows)?;
    // A row that is left out keeps its number.
    let count = rows.iter().map(Row::count).sum::<u32>();
    let nowhere = (0..count).map(|_| Edit { operator: "none", ..Edit::default() });
    let mut writer = Writer {
        declarations: &declarations,
        checked,
        rows: &rows,
        file: &files[0],
        own_type: String::new(),
        current: Current::default(),
        edits: nowhere.collect(),
        functions: Vec::new(),
        keys: BTreeSet::new(),
        dropped: BTreeSet::new(),
    };
    let mut series = String::new();
    files.iter().for_each(|file| writer.module(file, &mut series));
    readers.iter().for_each(|file| series += &writer::as_module(file, &file.text));
    let left_out = left_out(&rows, &writer.edits);
    name_helpers(&mut writer.functions);
    for edit in writer.edits.iter_mut().filter(|edit| edit.original.is_empty()) {
        let own = writer.functions.iter().find(|one| one.file == edit.file && one.name == edit.function);
        let users = own.map(|own| own.original.as_str()).unwrap_or_default();
        // A constant comes before its users. A sentence of the table names only the functions.
        let name = edit.function.as_str();
        let is_first = name.starts_with(char::is_uppercase) && edit.operator != "row";
        let both = [name, users].into_iter().skip(usize::from(!is_first)).filter(|name| !name.is_empty());
        edit.original = both.collect::<Vec<_>>().join(", ");
    }
    Ok(Copy {
        series,
        edits: list(&writer.edits),
        checked: checked_list(&writer),
        left_out,
        files: files.iter().chain(&readers).flat_map(SeriesFile::paths).collect(),
    })
}

/// Maximum number of keys in a line of the list of what was checked.
const KEYS_IN_LINE: usize = 12;

/// Maximum number of functions of the original that one of ours is a piece of.
const MOST_NAMES: usize = 3;

/// Gives constants, and functions that the original does not have, the names of the original's functions that
/// they are a piece of: those of their users.
fn name_helpers(functions: &mut [Function]) {
    // A piece may have pieces of its own.
    loop {
        let unnamed = functions.iter().enumerate().filter(|(_, piece)| piece.original.is_empty());
        let mut named = unnamed.map(|(index, piece)| (index, users(functions, &piece.name)));
        let Some((index, names)) = named.find(|(_, names)| !names.is_empty()) else { return };
        functions[index].original = names;
    }
}

/// Returns the original's names of all functions with another, or a constant, unless one has none or they are
/// many.
fn users(functions: &[Function], name: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let is_function = |user: &&Function| user.name != name && user.name.starts_with(char::is_lowercase);
    for user in functions.iter().filter(is_function).filter(|user| user.uses.contains(name)) {
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

/// Returns the rows of which an edit is not in the copy.
fn left_out(rows: &[Row], edits: &[Edit]) -> Vec<String> {
    let mut left_out = Vec::new();
    for row in rows {
        let written = &edits[row.first as usize - 1];
        let functions: Vec<&str> = written.function.split_whitespace().collect();
        let is_written = |name: &str| functions.iter().any(|function| [function, "*"].contains(&name));
        if let Some(edit) = row.edits.iter().find(|edit| !is_written(&edit.function)) {
            let sentence = row.sentences().swap_remove(0);
            left_out.push(format!("{sentence}: {} was changed, or the row is new", edit.function));
        }
    }
    left_out
}

/// Returns the list of what was checked.
fn checked_list(writer: &Writer<'_>) -> String {
    let mut list = String::new();
    for (begin, keys) in [("functions", &writer.keys), ("dropped", &writer.dropped)] {
        for row in keys.iter().map(String::as_str).collect::<Vec<_>>().chunks(KEYS_IN_LINE) {
            let _ = writeln!(list, "{begin} {}", row.join(" "));
        }
    }
    list
}

/// Returns the list of edits, one in each line.
fn list(edits: &[Edit]) -> String {
    let line = |Edit { operator, from, to, file, function, original, lines: [first, last], twin }: &Edit| {
        format!("{operator}\t{to}\t{file}\t{function}\t{original}\t{first}-{last}\t{from}\t{twin}\n")
    };
    edits.iter().map(line).collect()
}
