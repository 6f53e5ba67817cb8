//! The index of the original's names: where each is in the chapter that brings it.

use std::collections::{BTreeMap, BTreeSet};

use crate::chapter::{Chapter, root};
use crate::files::text;
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

/// A name of the original, and what became of it in a chapter.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is, such as `method`.
    pub kind: String,
    /// The name.
    pub name: String,
    /// The class or function that it belongs to, or `-`.
    pub owner: String,
    /// Its file in the original.
    pub file: String,
    /// What it is called in Rust, in backticks; without a file the reason why it has no name; none if neither
    /// is known.
    pub rust: Option<String>,
    /// Its file in the chapter.
    pub path: Option<String>,
}

impl Row {
    /// The name behind that of its owner.
    pub fn whole(&self) -> String {
        format!("{}::{}", self.owner, self.name).trim_start_matches("-::").to_owned()
    }

    /// Returns true if it is a constant.
    pub fn is_constant(&self) -> bool {
        self.kind == "constant"
    }
}

/// The names of a chapter: those whose first and last part `is_wanted`.
///
/// # Errors
/// When a list of names or a page cannot be read, or the chapter is not Rust.
pub fn rows(chapter: &Chapter, is_wanted: impl Fn(u8, u8) -> bool) -> Result<Vec<Row>, String> {
    let read = |path: &str| text(&root().join(path));
    let list = read("tests/names/names.tsv")?;
    let exceptions = read("tests/names/exceptions.tsv")?;
    let exceptions: Vec<Vec<&str>> = exceptions.lines().map(|row| row.split('\t').collect()).collect();
    // The page of the chapter itself comes first.
    let pages = (1..=chapter.part).rev().map(|part| read(&format!("tests/chapters/pages/{part:02}.md")));
    let pages: String = pages.collect::<Result<_, _>>()?;
    let items = items(&chapter.sources, &[Kind::Item, Kind::Member, Kind::Field, Kind::Variant])?;
    let known = Rust { chapter, items, pages: &pages };
    let mut rows = Vec::new();
    for row in list.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [kind, name, owner, file, first, last] = columns[..] else { continue };
        let number = |word: &str| word.parse().map_err(|_| format!("'{word}' is no part: {row}"));
        if !is_wanted(number(first)?, number(last)?) {
            continue;
        }
        let reason = || exceptions.iter().find(|row| row[1] == name && ["*", owner].contains(&row[2]));
        let (rust, path) = match known.place(Name { kind, name, owner }) {
            Some((rust, path)) => (Some(rust), Some(path.to_owned())),
            None => (reason().map(|row| row[3].to_owned()), None),
        };
        let [kind, name, owner, file] = [kind, name, owner, file].map(str::to_owned);
        rows.push(Row { kind, name, owner, file, rust, path });
    }
    Ok(rows)
}

/// The page with all names, sorted.
///
/// # Errors
/// When a list of names cannot be read, or a chapter is not Rust, or has neither a name nor a reason for
/// having none.
pub fn page(chapters: &[Chapter]) -> Result<String, String> {
    let (mut lines, mut anchors) = (BTreeMap::new(), BTreeSet::new());
    for chapter in chapters {
        let part = chapter.part;
        for Row { kind, name, owner, file, rust, path } in rows(chapter, |first, _| first == part)? {
            let rust = rust.ok_or_else(|| {
                format!(
                    "Part {part} has no {kind} {name} of {owner}: put it into the table of its page, or the \
                     reason into tests/names/exceptions.tsv"
                )
            })?;
            let place = path.map_or(String::new(), |path| format!(" in [{path}](part{part:02}/src/{path})"));
            let whose = if owner == "-" { String::new() } else { format!(" of `{owner}`") };
            // A link leads to the first row of a name: names.md#castLight.
            let anchor =
                if anchors.insert(name.clone()) { format!("<a id=\"{name}\"></a>") } else { String::new() };
            let line = format!(
                "| {anchor}`{name}` | {kind}{whose} | `{file}` | [{part}](part{part:02}/README.md) | {rust}{place} |\n"
            );
            lines.insert((name.to_lowercase(), name, owner, kind, part), line);
        }
    }
    let lines: String = lines.into_values().collect();
    Ok(format!(
        "# Names of the C++\n\nThis page lists every name of the original, the chapters that introduce, move or \
         change it, and its name in Rust.\n\n| C++ | what | file | chapter | Rust |\n| --- | --- | --- | ---: | --- |\n{lines}"
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
        // A class without data is a module.
        let is_module = |path: &str| path.trim_end_matches(".rs").eq_ignore_ascii_case(owner);
        // Of two that fit alike the one without a class: `draw` of `main` is no method.
        fits.min_by_key(|(own, path)| (is_other(own) && !is_module(path), own.contains("::")))
            .map(|(own, path)| (format!("`{own}`"), path.as_str()))
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
