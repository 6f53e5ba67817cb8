//! The C++ of a part: where its files are in a clone of the series, and a file in pieces, a function each.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::colour::tokens;
use crate::files::entries;
use crate::index::Row;

/// Finds a file of a part. What a part does not change can be in the folder of an earlier one alone.
///
/// # Errors
/// When the clone cannot be read.
pub fn find(clone: &Path, part: u8, file: &str) -> Result<Option<PathBuf>, String> {
    let mut places = Vec::new();
    for (name, folder) in entries(clone)? {
        // The folders are called `part 7`, and by some people part07.
        let number = name.to_lowercase().strip_prefix("part").and_then(|rest| rest.trim().parse::<u8>().ok());
        places.extend(number.map(|number| (number, folder.join(file))));
    }
    places.sort();
    Ok(places.into_iter().rev().find(|(number, path)| *number <= part && path.exists()).map(|(_, path)| path))
}

/// A piece of a file: its lines, and the names that it defines.
pub struct Piece<'r> {
    /// The lines, counted from 0.
    pub lines: Range<usize>,
    /// One name, or those of the constants that follow each other.
    pub rows: Vec<&'r Row>,
}

/// Takes a file apart: functions, lambdas, classes and constants, and what is between them. What is defined
/// inside of something else is a piece of its own.
pub fn pieces<'r>(text: &str, rows: &[&'r Row]) -> Vec<Piece<'r>> {
    // The code without what is in comments and strings.
    let mut code = String::new();
    for (class, token) in tokens(text) {
        let is_code = class != "comment" && class != "string";
        code.extend(token.chars().map(|c| if is_code && c.is_ascii() || c == '\n' { c } else { ' ' }));
    }
    let lines: Vec<&str> = text.lines().collect();
    // The innermost definitions of each line, and their length.
    let mut inside: Vec<(Vec<&Row>, usize)> = vec![(Vec::new(), usize::MAX); lines.len()];
    for row in rows {
        let Some(range) = definition(&code, row) else { continue };
        let [mut first, last] = [range.start, range.end].map(|at| code[..at].matches('\n').count());
        while first > 0 && lines[first - 1].trim_start().starts_with("//") {
            first -= 1;
        }
        for (own, length) in inside[first..].iter_mut().take(last - first + 1) {
            if range.len() < *length {
                (*own, *length) = (Vec::new(), range.len());
            }
            own.extend((range.len() == *length).then_some(*row));
        }
    }
    let mut pieces: Vec<Piece> = Vec::new();
    for (number, (own, _)) in inside.into_iter().enumerate() {
        let same = |last: &Piece| match (last.rows.last(), own.last()) {
            (Some(last), Some(row)) => last == row || last.is_constant() && row.is_constant(),
            (last, None) => last.is_none() || lines[number].trim().is_empty(),
            (None, Some(_)) => false,
        };
        match pieces.last_mut().filter(|last| same(last)) {
            Some(last) => {
                last.lines.end += 1;
                let new: Vec<&Row> = own.into_iter().filter(|row| !last.rows.contains(row)).collect();
                last.rows.extend(new);
            }
            None => pieces.push(Piece { lines: number..number + 1, rows: own }),
        }
    }
    pieces
}

/// Where code defines a name: from the beginning of its line to the end of its block or statement.
fn definition(code: &str, row: &Row) -> Option<Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let owner = row.owner.rsplit("::").next().unwrap_or_default();
    code.match_indices(&row.name).find_map(|(at, name)| {
        let behind = &code[at + name.len()..];
        let start = code[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = code[start..at].trim();
        let is_declared = !before.contains(['(', '=', '.', ',']);
        let is_called = behind.trim_start().starts_with('(');
        let fits = match row.kind.as_str() {
            "function" => is_called && is_declared && before.contains(' ') | before.ends_with(is_word),
            // Out of its class behind the name of that, in it behind its type.
            "method" if before.ends_with("::") => is_called && before.ends_with(&format!("{owner}::")),
            "method" => is_called && is_declared && (!before.is_empty() || name == owner),
            "lambda" => before.ends_with("auto"),
            // That of a function stays in it.
            "constant" if !behind.trim_start().starts_with(['=', '[']) => false,
            "constant" => before.contains("const") && !row.owner.contains("::") && row.owner != "main",
            _ => ["class", "struct", "enum"].iter().any(|word| before.ends_with(word)),
        };
        let is_whole = !code[..at].ends_with(is_word) && !behind.starts_with(is_word);
        let length = (fits && is_whole).then(|| length(&code[at..], row.is_constant())).flatten()?;
        Some(start..at + length)
    })
}

/// The length of a definition; none if it is a declaration, which has no block.
fn length(code: &str, is_constant: bool) -> Option<usize> {
    let mut depth = 0;
    for (at, letter) in code.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return is_constant.then_some(at + 1),
            _ => {}
        }
        if letter == '}' && depth == 0 && !is_constant {
            return Some(at + 1);
        }
    }
    None
}
