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
        let rust = match place(&chapters[at], &found[at], name, owner) {
            Some((rust, path)) => format!("`{rust}` in [{path}](part{part:02}/src/{path})"),
            None => without.get(name).map_or("has another form", |reason| reason).to_owned(),
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
fn place<'a>(chapter: &'a Chapter, items: &'a Items, name: &str, owner: &str) -> Option<(String, &'a str)> {
    let known =
        items.iter().filter(|(_, own, original)| original == name || own.rsplit("::").next() == Some(name));
    // A method of the same type is meant before others of that name.
    let of_owner = known.clone().find(|(_, own, _)| own.to_lowercase().starts_with(&owner.to_lowercase()));
    if let Some((path, own, _)) = of_owner.or_else(|| known.clone().next()) {
        return Some((own.clone(), path));
    }
    let spelled = KEYWORDS
        .iter()
        .find(|(original, _)| *original == name)
        .map_or_else(|| snake(name), |own| own.1.to_owned());
    for spelling in [spelled.as_str(), name] {
        for path in in_order(chapter.sources.keys()) {
            if code_words(&chapter.sources[path]).any(|word| word == spelling) {
                return Some((spelling.to_owned(), path));
            }
        }
    }
    let quoted = format!("`{name}`");
    let path =
        in_order(chapter.sources.keys()).into_iter().find(|path| chapter.sources[*path].contains(&quoted))?;
    Some((format!("// {name}"), path))
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
