//! The index of the original's names: where each is in the chapter that brings it.

use std::collections::BTreeMap;
use std::fs;

use crate::chapter::{Chapter, root};
use crate::order::in_order;
use crate::readme::{items, original};

/// Rust's own words that the original uses as names, and what they are called here.
const KEYWORDS: [(&str, &str); 1] = [("type", "kind")];

/// The page with all names, sorted.
///
/// # Errors
/// When a list of names cannot be read, or a chapter is not Rust.
pub fn page(chapters: &[Chapter]) -> Result<String, String> {
    let read = |path: &str| {
        let path = root().join(path);
        fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    };
    let list = read("tests/names/names.tsv")?;
    let exceptions = read("tests/names/exceptions.tsv")?;
    let without: BTreeMap<&str, &str> = exceptions
        .lines()
        .skip(1)
        .filter_map(|row| {
            let mut columns = row.split('\t').skip(1);
            Some((columns.next()?, columns.next()?))
        })
        .collect();
    let mut rows = BTreeMap::new();
    let found: Vec<Items> = chapters.iter().map(|chapter| named(chapter, &list)).collect::<Result<_, _>>()?;
    for row in list.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [kind, name, owner, file, first, ..] = columns[..] else { continue };
        let Some(at) = chapters.iter().position(|chapter| chapter.part.to_string() == first) else {
            continue;
        };
        let part = chapters[at].part;
        let rust = match place(&chapters[at], &found[at], (kind, name, owner)) {
            Some((rust, path)) => format!("`{rust}` in [{path}](part{part:02}/src/{path})"),
            None => without.get(name).map_or("no name of its own here", |reason| reason).to_owned(),
        };
        let whose = if owner == "-" { String::new() } else { format!(" of `{owner}`") };
        let line =
            format!("| `{name}` | {kind}{whose} | `{file}` | [{part}](part{part:02}/README.md) | {rust} |\n");
        rows.insert((name.to_lowercase(), name, owner, kind), line);
    }
    let rows: String = rows.into_values().collect();
    Ok(format!(
        "# Names of the C++\n\nEach name of the original, with the chapter that brings it, and what it is called in \
         that chapter's Rust.\n\n| C++ | what | file | chapter | Rust |\n| --- | --- | --- | ---: | --- |\n{rows}"
    ))
}

/// The items of a chapter: path of the file, name here, name in the original.
type Items = Vec<(String, String, String)>;

fn named(chapter: &Chapter, list: &str) -> Result<Items, String> {
    let mut all = Vec::new();
    for (path, items) in items(&chapter.sources)? {
        for (name, body) in items {
            let first = original(&name, &body, list).unwrap_or_default();
            all.push((path.clone(), name, first));
        }
    }
    Ok(all)
}

/// What a name of the original is called in a chapter, and its file there.
fn place<'a>(
    chapter: &'a Chapter,
    items: &'a Items,
    (kind, name, owner): (&str, &str, &str),
) -> Option<(String, &'a str)> {
    let is_type = ["class", "struct", "enum", "enumerator"].contains(&kind);
    let renamed = KEYWORDS.iter().find(|(original, _)| *original == name).map(|(_, own)| (*own).to_owned());
    let spelled = renamed.unwrap_or_else(|| if is_type { name.to_owned() } else { snake(name) });
    let is_item = !["local", "member", "enumerator"].contains(&kind);
    if let Some((path, own)) = item(items, name, &spelled, owner, is_type).filter(|_| is_item) {
        return Some((own.to_owned(), path));
    }
    // The file of what the name belongs to, from the inside to the outside.
    let home = owner.rsplit("::").find_map(|outer| item(items, outer, &snake(outer), "-", false));
    let home = home.map(|(path, _)| path);
    let global = ["member", "constant"].contains(&kind) && owner.matches("::").count() == 0;
    let others = in_order(chapter.sources.keys()).into_iter().map(String::as_str).filter(|_| global);
    let path = home.into_iter().chain(others).find(|path| {
        chapter.sources.get(*path).is_some_and(|text| code_words(text).any(|word| word == spelled))
    })?;
    Some((spelled, path))
}

/// The item that a name of the original became: one that is spelled like it, or whose documentation names it.
fn item<'a>(
    items: &'a Items,
    name: &str,
    spelled: &str,
    owner: &str,
    is_type: bool,
) -> Option<(&'a str, &'a str)> {
    let alike = |own: &str| {
        let own = own.rsplit("::").next().unwrap_or(own);
        own == spelled || own.eq_ignore_ascii_case(name)
    };
    let of_owner = |own: &str| own.to_lowercase().starts_with(&format!("{}::", owner.to_lowercase()));
    let begins_large = |own: &str| {
        own.rsplit("::")
            .next()
            .is_some_and(|own| own.chars().any(char::is_lowercase) && own.starts_with(char::is_uppercase))
    };
    let found = items.iter().find(|(_, own, _)| alike(own) && of_owner(own));
    let found = found.or_else(|| items.iter().find(|(_, own, _)| alike(own)));
    let found = found.or_else(|| {
        items.iter().find(|(_, own, original)| original == name && (is_type || !begins_large(own)))
    });
    found.map(|(path, own, _)| (path.as_str(), own.as_str()))
}

/// The words of a file outside of comments.
fn code_words(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
}

/// A name as Rust spells a field or a function: `m_toPlayer` is `to_player`.
fn snake(name: &str) -> String {
    let name = name.strip_prefix("m_").unwrap_or(name);
    if !name.chars().any(char::is_lowercase) {
        return name.to_owned();
    }
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::snake;

    #[test]
    fn names_are_spelled_as_in_rust() {
        for (original, rust) in
            [("m_toPlayer", "to_player"), ("MAX_DEPTH", "MAX_DEPTH"), ("castLight", "cast_light")]
        {
            assert_eq!(snake(original), rust);
        }
    }
}
