//! The index of the original's names: where each is in the chapter that brings it.

use std::collections::BTreeMap;
use std::fs;

use crate::chapter::{Chapter, root};
use crate::nodes::Kind;
use crate::places::place;
use crate::readme::items;

/// Names of the original that are spelled by no rule here. `type` is a word of Rust.
const SPELLED: [(&str, &str); 2] = [("type", "kind"), ("BSPNode", "BspNode")];
/// Types and functions of the original, and the types here that have their members, enumerators and locals.
const HEIRS: [(&str, &str); 6] = [
    ("Player", "Entity"),
    ("Game", "Level"),
    ("main", "Game"),
    ("main", "Level"),
    ("MKind", "MonsterKind"),
    ("ItemCategory", "Item"),
];

/// The page with all names, sorted.
///
/// # Errors
/// When a list of names cannot be read, or a chapter is not Rust, or has neither a name nor a reason for
/// having none.
pub fn page(chapters: &[Chapter]) -> Result<String, String> {
    let read = |path: &str| {
        let path = root().join(path);
        fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    };
    let list = read("tests/names/names.tsv")?;
    let exceptions = read("tests/names/exceptions.tsv")?;
    let exceptions: Vec<Vec<&str>> = exceptions.lines().map(|row| row.split('\t').collect()).collect();
    let mut rows = BTreeMap::new();
    for chapter in chapters {
        let part = chapter.part;
        // The page of the chapter itself comes first.
        let pages = (1..=part).rev().map(|part| read(&format!("tests/chapters/pages/{part:02}.md")));
        let pages: String = pages.collect::<Result<_, _>>()?;
        let items = items(&chapter.sources, &[Kind::Item, Kind::Member, Kind::Field, Kind::Variant])?;
        let rust = Rust { chapter, items, pages: &pages };
        for row in list.lines().skip(1) {
            let columns: Vec<&str> = row.split('\t').collect();
            let [kind, name, owner, file, first, ..] = columns[..] else { continue };
            if part.to_string() != first {
                continue;
            }
            let reason = || exceptions.iter().find(|row| row[1] == name && ["*", owner].contains(&row[2]));
            let rust = match rust.place(Name { kind, name, owner }) {
                Some((rust, path)) => format!("{rust} in [{path}](part{part:02}/src/{path})"),
                None => reason().map(|row| row[3].to_owned()).ok_or_else(|| {
                    format!(
                        "Part {part} has no {kind} {name} of {owner}: put it into the table of its page, or the \
                         reason into tests/names/exceptions.tsv"
                    )
                })?,
            };
            let whose = if owner == "-" { String::new() } else { format!(" of `{owner}`") };
            let line = format!(
                "| `{name}` | {kind}{whose} | `{file}` | [{part}](part{part:02}/README.md) | {rust} |\n"
            );
            rows.insert((name.to_lowercase(), name, owner, kind, part), line);
        }
    }
    let rows: String = rows.into_values().collect();
    Ok(format!(
        "# Names of the C++\n\nEach name of the original, with the chapters that bring, move or change it, and what \
         it is called in their Rust.\n\n| C++ | what | file | chapter | Rust |\n| --- | --- | --- | ---: | --- |\n{rows}"
    ))
}

/// A name of the original.
#[derive(Clone, Copy)]
struct Name<'n> {
    kind: &'n str,
    name: &'n str,
    owner: &'n str,
}

impl<'n> Name<'n> {
    /// The class or function that it belongs to.
    fn outer(self) -> Option<Name<'n>> {
        let (owner, name) = self.owner.rsplit_once("::").unwrap_or(("-", self.owner));
        (name != "-").then_some(Name { kind: "", name, owner })
    }

    fn is_constructor(self) -> bool {
        self.kind == "method" && self.owner == self.name
    }

    /// Returns true if a text has the name in backticks, a constructor's with its class.
    fn is_in(self, text: &str) -> bool {
        let Name { name, .. } = self;
        text.contains(&format!("::{name}`")) || !self.is_constructor() && text.contains(&format!("`{name}`"))
    }
}

/// What is known of a chapter.
struct Rust<'a> {
    chapter: &'a Chapter,
    /// What it declares, by file.
    items: BTreeMap<String, Vec<(String, String)>>,
    /// Its page, and those of the chapters before.
    pages: &'a str,
}

impl Rust<'_> {
    /// What a name is called, and its file.
    fn place(&self, name: Name) -> Option<(String, &str)> {
        // In `main` the page comes first, because another local has the name `sdl` there.
        let is_inside = ["local", "lambda"].contains(&name.kind) && name.owner != "main";
        let first = self.declared(name).or_else(|| self.word(name).filter(|_| is_inside));
        first.or_else(|| self.row(name)).or_else(|| self.word(name))
    }

    /// What is spelled like the name: of its class, of what took the place of that, or, if it can stand
    /// alone, of any.
    fn declared(&self, name: Name) -> Option<(String, &str)> {
        let spelled = spelled(name.name);
        let is_part = ["local", "member", "enumerator"].contains(&name.kind);
        let items = self.items.iter().flat_map(|(path, items)| items.iter().map(move |(own, _)| (own, path)));
        let owner = name.owner.rsplit("::").next().unwrap_or(name.owner);
        let is_other = |own: &str| {
            let class = own.rsplit_once("::").map_or("", |(class, _)| class);
            !class.eq_ignore_ascii_case(owner) && !HEIRS.contains(&(owner, class))
        };
        let alike = items.filter(|(own, _)| own.rsplit("::").next() == Some(&spelled));
        let fits = alike.filter(|(own, _)| !(name.is_constructor() || is_part && is_other(own)));
        fits.min_by_key(|(own, _)| is_other(own)).map(|(own, path)| (format!("`{own}`"), path.as_str()))
    }

    /// What the row of a page's table says.
    fn row(&self, name: Name) -> Option<(String, &str)> {
        let rows = self.pages.lines().filter_map(place);
        let mut rows = rows.filter_map(|(row, path, _)| Some((row.trim().rsplit_once(" | ")?, path)));
        let ((cpp, rust), path) =
            rows.find(|((cpp, _), path)| name.is_in(cpp) && self.chapter.sources.contains_key(*path))?;
        let rust = rust.split(", Part").next()?;
        let spelled = format!("`{}`", spelled(name.name));
        if rust.starts_with("the same") || rust.contains(&spelled) {
            return Some((spelled, path));
        }
        // In lists of the same length the names stand in the same order.
        let [cpp, each] = [cpp, rust].map(|list| list.split(", ").collect::<Vec<_>>());
        let at = cpp.iter().position(|cpp| name.is_in(cpp)).filter(|_| cpp.len() == each.len());
        Some((at.map_or(rust, |at| each[at]).to_owned(), path))
    }

    /// The word in the file of what the name belongs to. What was in `main` can be in the game too.
    fn word(&self, name: Name) -> Option<(String, &str)> {
        let spelled = spelled(name.name);
        let home = name.outer().and_then(|outer| Some(self.place(outer)?.1));
        let others = ["game.rs", "level.rs"].into_iter().filter(|_| name.owner == "main");
        let has = |path: &&str| self.chapter.sources.get(*path).is_some_and(|text| has_word(text, &spelled));
        let path = home.into_iter().chain(others).find(has)?;
        Some((format!("`{spelled}`"), path))
    }
}

/// Returns true if code has a word, as something else than a method or a field of a value. Imports and
/// declarations of modules are no proof, because a module can be called like a variable.
fn has_word(text: &str, word: &str) -> bool {
    let mut lines = text.lines().map(|line| line.trim_start().trim_start_matches("pub "));
    lines.any(|line| {
        let code = line.split("//").next().unwrap_or_default().split('"').step_by(2);
        let is_other = |c: char| !c.is_alphanumeric() && c != '_' && c != '.';
        let mut words = code.flat_map(|code| code.split(is_other));
        !line.starts_with("use ")
            && !line.starts_with("mod ")
            && words.any(|own| own.split('.').next() == Some(word))
    })
}

/// A name as Rust spells it: the field `m_toPlayer` is `to_player`. Types and constants keep their name.
fn spelled(name: &str) -> String {
    if let Some((_, own)) = SPELLED.iter().find(|(original, _)| *original == name) {
        return (*own).to_owned();
    }
    let name = name.strip_prefix("m_").unwrap_or(name);
    if name.starts_with(char::is_uppercase) {
        return name.to_owned();
    }
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_as_in_rust() {
        for (original, rust) in
            [("m_toPlayer", "to_player"), ("MAX_DEPTH", "MAX_DEPTH"), ("castLight", "cast_light")]
        {
            assert_eq!(spelled(original), rust);
        }
    }

    #[test]
    fn a_word_of_the_code_is_no_import_and_no_method() {
        for other in ["mod map;", "    use crate::map;", "tiles.map(f)", "game.map", "f(\"map\") // map"] {
            assert!(!has_word(other, "map"), "{other}");
        }
        assert!(has_word("let map = 1;", "map") && has_word("map.tile(pos)", "map"));
    }
}
