//! Who sees what: `pub` stands where another file needs it, and nowhere else.

use std::collections::HashSet;

use crate::program::Sources;

/// Words between `pub` and the name.
const KEYWORDS: [&str; 6] = ["const", "fn", "struct", "enum", "type", "mod"];

/// Takes `pub` away from everything that only its own file names, or a file below it, which sees all of it.
/// `tests` is what the tests of the chapter need. The sources are formatted, so a line declares one thing.
pub fn make_private(sources: &mut Sources, tests: &str) {
    let all = sources.clone();
    for (path, text) in sources.iter_mut() {
        let below = path.replace(".rs", "/");
        let others = all.iter().filter(|(other, _)| *other != path && !other.starts_with(&below));
        let others: String = others.map(|(_, text)| text.as_str()).chain([tests]).collect();
        let (named, read) = (words(&others, false), words(&others, true));
        // A name alone does not say whose field it is. A field is read behind a point, or in a pattern.
        let is_seen = |line: &str, name: &str| {
            if line.starts_with("pub mod ") {
                others.contains(&format!("{name}::"))
            } else if line.contains(": ") && !line.contains(['=', '(']) {
                read.contains(name)
            } else {
                named.contains(name)
            }
        };
        // What a type shows is seen with it: the types of its fields, and those that functions return.
        let shown = text.lines().filter(|line| declared(line).is_some_and(|name| is_seen(line, name)));
        let shown = words(&shown.collect::<Vec<_>>().join("\n"), false);
        // No other file reads a field of a type that it does not see.
        let mut in_private_struct = false;
        let lines = text.lines().map(|line| {
            let line = match declared(line) {
                Some(_) if in_private_struct => line.replacen("pub ", "", 1),
                Some(name) if !is_seen(line, name) && !shown.contains(name) => line.replacen("pub ", "", 1),
                _ => line.to_owned(),
            };
            in_private_struct = (in_private_struct || line.starts_with("struct ")) && line != "}";
            line
        });
        *text = lines.map(|line| line + "\n").collect();
    }
}

/// The name of what a line declares as `pub`.
fn declared(line: &str) -> Option<&str> {
    let mut rest = line.trim_start().strip_prefix("pub ")?;
    while let Some((_, after)) = rest.split_once(' ').filter(|(word, _)| KEYWORDS.contains(word)) {
        rest = after;
    }
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

/// The words of code, without comments. Those that can be fields stand behind a point, or in a pattern or
/// literal of a struct.
fn words(text: &str, fields: bool) -> HashSet<String> {
    let is_other = |c: char| !c.is_alphanumeric() && c != '_';
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let mut found = HashSet::new();
    for line in code {
        let braces = line.contains("{ ")
            || line.trim_start().starts_with(|c: char| c.is_lowercase()) && line.ends_with(',');
        let mut at = 0;
        for word in line.split_inclusive(is_other) {
            let name = word.trim_end_matches(is_other);
            if !name.is_empty() && (!fields || braces || line[..at].ends_with('.')) {
                found.insert(name.to_owned());
            }
            at += word.len();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_other_file_names_is_private() {
        let one =
            "pub const fn own() {}\npub fn seen() -> Shown {}\npub struct Shown;\n    pub field: i32,\n";
        let two = "pub struct Own {\n    pub x: i32,\n}\n";
        let files = [
            ("a.rs", one),
            ("a/below.rs", "own()\n"),
            ("b.rs", "a::seen(pos.x); field(); // own\n"),
            ("c.rs", two),
        ];
        let mut sources: Sources = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
        make_private(&mut sources, "");
        let expected = "const fn own() {}\npub fn seen() -> Shown {}\npub struct Shown;\n    field: i32,\n";
        assert_eq!(sources["a.rs"], expected);
        assert_eq!(sources["c.rs"], two.replace("pub ", ""));
    }
}
