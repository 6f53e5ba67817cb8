//! A single search finds the Rust for any name of the original.
//!
//! `names/names.tsv` lists what the C++ declares: kind, name, owner, file, first and last part. A name counts
//! as found where the series' files declare it in Rust's spelling, or where the documentation of the item
//! that does its work quotes it in backticks. `names/exceptions.tsv` gives the reason if a name is not needed.
//! A reason for one owner is about the chapter that brings the name, and is checked in `chapters`.
//! `names/changes.tsv` lists what each part changes. From them the table of the chapters is made:
//! `TABLES=write cargo test --test names`.

#[path = "common/section.rs"]
mod section;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use roguelike::part::Part;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Ident, Lit, Member, Meta, MetaNameValue};

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Type,
    Enumerator,
    Function,
    Constant,
    Member,
    Local,
}

/// How many names of each kind there are.
const COUNTS: [(Kind, usize); 6] = [
    (Kind::Type, 25),
    (Kind::Enumerator, 23),
    (Kind::Function, 90),
    (Kind::Constant, 77),
    (Kind::Member, 72),
    (Kind::Local, 145),
];

/// A row of names.tsv.
struct Name {
    kind: Kind,
    cpp: String,
    /// The class that it belongs to; empty for `main`, `Game` and what belongs to no class.
    class: String,
    first: u8,
}

impl Name {
    /// The name as a reader of the C++ would write it down.
    fn shown(&self) -> String {
        let qualified = !self.class.is_empty() && self.kind == Kind::Function;
        if qualified { format!("{}::{}", self.class, self.cpp) } else { self.cpp.clone() }
    }
}

/// Something that a file of the series declares.
struct Item {
    kind: Kind,
    name: String,
    /// Below src/.
    file: String,
    /// The C++ names in its documentation, without their classes.
    quoted: BTreeSet<String>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(&path))
        .unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// The fields of a table in tests/names, without its heading.
fn table(name: &str) -> Vec<Vec<String>> {
    let text = read(Path::new("tests/names").join(name));
    text.lines().skip(1).map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

fn kind(word: &str) -> Kind {
    match word {
        "class" | "struct" | "enum" => Kind::Type,
        "enumerator" => Kind::Enumerator,
        "function" | "method" | "lambda" => Kind::Function,
        "constant" => Kind::Constant,
        "member" => Kind::Member,
        "local" => Kind::Local,
        _ => panic!("names of the kind '{word}' are not known"),
    }
}

/// The class whose function this is. `Player` became an `Entity`, and took its functions along.
fn class(owner: &str, cpp: &str) -> String {
    match owner.split("::").next().unwrap_or(owner) {
        class if class == cpp => class,
        "-" | "main" | "Game" => "",
        "Player" => "Entity",
        class => class,
    }
    .to_owned()
}

/// Each distinct name, with the first part that has it.
fn names() -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for row in table("names.tsv") {
        let [word, cpp, owner, _, first, _] = &row[..] else { panic!("a row has six fields: {row:?}") };
        let (kind, first) = (kind(word), first.parse().unwrap());
        let is_method = kind == Kind::Function && word != "lambda";
        let class = if is_method { class(owner, cpp) } else { String::new() };
        match names.iter_mut().find(|name| (name.kind, &name.cpp, &name.class) == (kind, cpp, &class)) {
            Some(known) => known.first = known.first.min(first),
            None => names.push(Name { kind, cpp: cpp.clone(), class, first }),
        }
    }
    names.sort_by_key(|name| (name.first, name.kind));
    names
}

/// The files of the series: the top of src, and src/game.
fn series() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["src", "src/game"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    files.sort();
    files
}

/// The texts in backticks, without classes before them: `MessageLog::add` is `add`.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).map(|quoted| quoted.rsplit("::").next().unwrap_or(quoted))
}

/// What a file of the series declares. Its own documentation belongs to an item with the file's name.
fn items(path: &Path) -> Vec<Item> {
    let source = syn::parse_file(&read(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file = path.strip_prefix("src").unwrap().display().to_string();
    let mut declarations = Declarations { file, items: Vec::new() };
    let stem = path.file_stem().unwrap().to_str().unwrap();
    declarations.add(Kind::Type, &syn::parse_str(stem).unwrap(), &source.attrs);
    declarations.visit_file(&source);
    declarations.items
}

/// The declarations of a file that are found so far.
struct Declarations {
    file: String,
    items: Vec<Item>,
}

impl Declarations {
    fn add(&mut self, kind: Kind, name: &Ident, attributes: &[Attribute]) {
        let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(MetaNameValue { path, value: Expr::Lit(text), .. }) if path.is_ident("doc") => {
                if let Lit::Str(text) = &text.lit {
                    Some(text.value())
                } else {
                    None
                }
            }
            _ => None,
        });
        let documentation = lines.collect::<Vec<_>>().join("\n");
        let quoted = quoted(&documentation).map(str::to_owned).collect();
        self.items.push(Item { kind, name: name.to_string(), file: self.file.clone(), quoted });
    }
}

impl<'s> Visit<'s> for Declarations {
    fn visit_item_struct(&mut self, item: &'s syn::ItemStruct) {
        self.add(Kind::Type, &item.ident, &item.attrs);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'s syn::ItemEnum) {
        self.add(Kind::Type, &item.ident, &item.attrs);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_type(&mut self, item: &'s syn::ItemType) {
        self.add(Kind::Type, &item.ident, &item.attrs);
    }

    fn visit_variant(&mut self, variant: &'s syn::Variant) {
        self.add(Kind::Enumerator, &variant.ident, &variant.attrs);
    }

    fn visit_field(&mut self, field: &'s syn::Field) {
        field.ident.iter().for_each(|name| self.add(Kind::Member, name, &field.attrs));
    }

    fn visit_item_const(&mut self, item: &'s syn::ItemConst) {
        self.add(Kind::Constant, &item.ident, &item.attrs);
        visit::visit_item_const(self, item);
    }

    fn visit_item_static(&mut self, item: &'s syn::ItemStatic) {
        self.add(Kind::Constant, &item.ident, &item.attrs);
        visit::visit_item_static(self, item);
    }

    fn visit_impl_item_const(&mut self, item: &'s syn::ImplItemConst) {
        self.add(Kind::Constant, &item.ident, &item.attrs);
        visit::visit_impl_item_const(self, item);
    }

    fn visit_item_fn(&mut self, item: &'s syn::ItemFn) {
        self.add(Kind::Function, &item.sig.ident, &item.attrs);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'s syn::ImplItemFn) {
        self.add(Kind::Function, &item.sig.ident, &item.attrs);
        visit::visit_impl_item_fn(self, item);
    }

    /// Locals and parameters.
    fn visit_pat_ident(&mut self, pattern: &'s syn::PatIdent) {
        self.add(Kind::Local, &pattern.ident, &[]);
        visit::visit_pat_ident(self, pattern);
    }

    /// A member that gets a value does the work of a local.
    fn visit_field_value(&mut self, field: &'s syn::FieldValue) {
        if let Member::Named(name) = &field.member {
            self.add(Kind::Local, name, &[]);
        }
        visit::visit_field_value(self, field);
    }
}

/// The name in Rust's spelling: letter for letter for types and constants, else snake case without `m_`.
fn spelling(name: &Name) -> String {
    if matches!(name.kind, Kind::Type | Kind::Enumerator) || !name.cpp.contains(char::is_lowercase) {
        return name.cpp.clone();
    }
    let mut snake = String::new();
    for c in name.cpp.trim_start_matches("m_").chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    // A word of Rust.
    if snake == "type" { "kind".to_owned() } else { snake }
}

/// The item that a search for the name ends at; of several the one in the file of the class.
fn find<'i>(name: &Name, items: &'i [Item]) -> Option<&'i Item> {
    let rust = spelling(name);
    let lower = name.kind == Kind::Constant && name.cpp.contains(char::is_lowercase);
    let kind = if lower { Kind::Local } else { name.kind };
    let declares = |item: &&Item| {
        item.kind == kind
            && (item.name == rust || kind == Kind::Type && item.name.eq_ignore_ascii_case(&rust))
    };
    let quotes = |item: &&Item| item.quoted.contains(&name.cpp);
    let of_class = |item: &&Item| {
        let stem = item.file.trim_end_matches(".rs").replace('_', "");
        name.class.is_empty() || stem.eq_ignore_ascii_case(&name.class)
    };
    let all = || items.iter();
    let both = all().find(|item| declares(item) && quotes(item) && of_class(item));
    both.or_else(|| all().find(|item| quotes(item) && of_class(item)))
        .or_else(|| all().find(|item| declares(item) && of_class(item)))
        .or_else(|| all().find(declares))
        .or_else(|| all().find(quotes))
}

fn all_items() -> Vec<Item> {
    series().iter().flat_map(|file| items(file)).collect()
}

/// Every name that is not found has its reason, and every reason is for such a name.
#[test]
fn every_name_of_the_original_leads_to_its_rust() {
    let (names, items) = (names(), all_items());
    let rows = table("exceptions.tsv");
    let excused: BTreeSet<&str> = rows.iter().map(|row| row[1].as_str()).collect();
    let mut problems = String::new();
    for (kind, count) in COUNTS {
        let of_kind = || names.iter().filter(|name| name.kind == kind);
        let distinct =
            |names: &mut dyn Iterator<Item = &Name>| -> BTreeSet<String> { names.map(Name::shown).collect() };
        let all = distinct(&mut of_kind());
        let missing = distinct(&mut of_kind().filter(|name| find(name, &items).is_none()));
        println!("{kind:?}: {} of {count} are found", all.len() - missing.len());
        assert_eq!(all.len(), count, "{kind:?}");
        for name in missing.iter().filter(|name| !excused.contains(name.as_str())) {
            problems += &format!("{kind:?}: {name} is not found\n");
        }
        let of_all = |row: &&Vec<String>| row[2] == "*" && all.contains(&row[1]);
        for row in rows.iter().filter(of_all).filter(|row| !missing.contains(&row[1])) {
            problems += &format!("{kind:?}: {} is found, and needs no reason any more\n", row[1]);
        }
    }
    assert!(
        problems.is_empty(),
        "{problems}Declare the name in the files of the series in Rust's spelling, or put it in backticks into the \
         documentation of what does its work; a name that Rust does without has its reason in tests/names/exceptions.tsv"
    );
}

/// What the documentation quotes from the original exists there: names in backticks that are spelled like
/// C++.
#[test]
fn no_name_is_quoted_that_the_original_does_not_have() {
    let known: BTreeSet<String> = names().into_iter().map(|name| name.cpp).collect();
    for file in series() {
        for line in read(&file).lines().filter(|line| line.trim_start().starts_with("//")) {
            for word in quoted(line) {
                assert!(!is_camel_case(word) || known.contains(word), "{}: `{word}`", file.display());
            }
        }
    }
}

/// Returns true for a name like `carveTile`.
fn is_camel_case(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.contains(|c: char| c.is_ascii_uppercase())
        && word.chars().all(|c| c.is_ascii_alphanumeric())
}

/// The table of the chapters: the types and functions that each part brings, and the names that it changes,
/// each with the file of its Rust. A change of nothing but layout, titles or names is none.
fn chapters() -> String {
    let (names, items) = (names(), all_items());
    let link = |name: &Name| {
        let item = find(name, &items).unwrap_or_else(|| panic!("{} is not found", name.cpp));
        format!("[`{}`][{}]", name.shown(), item.file)
    };
    let mut table = "| part | chapter | adds | changes |\n|---|---|---|---|\n".to_owned();
    for part in Part::all() {
        let number = part.number();
        let brings = names.iter().filter(|name| name.first == number && name.kind <= Kind::Function);
        let brings = brings.filter(|name| name.kind != Kind::Enumerator).map(link).collect::<Vec<_>>();
        let mut changes: Vec<String> = Vec::new();
        for row in self::table("changes.tsv").iter().filter(|row| row[0].parse() == Ok(number)) {
            let [_, function, what] = &row[..] else { panic!("a row has three fields: {row:?}") };
            if what.split(" (").next().is_some_and(|what| what.ends_with("only"))
                || what.contains("same body")
            {
                continue;
            }
            let (kind, function) = match function.strip_prefix("data ") {
                Some(data) => (Kind::Constant, data),
                None => (Kind::Function, function.as_str()),
            };
            let (owner, cpp) = function.rsplit_once("::").unwrap_or(("-", function));
            let of = |name: &&Name| name.kind == kind && name.cpp == cpp;
            let name = names.iter().filter(of).find(|name| name.class == class(owner, cpp));
            let changed = link(name.unwrap_or_else(|| panic!("names.tsv has no {function}")));
            if !changes.contains(&changed) {
                changes.push(changed);
            }
        }
        table += &format!("| {part} | {} | {} | {} |\n", part.name(), brings.join(" "), changes.join(" "));
    }
    table
}

#[test]
fn the_table_of_the_chapters_is_that_of_the_lists() {
    section::check_section("src/README.md", "chapters", &chapters());
}

/// The search of src/README.md: `Part 7:` finds all of chapter 7, also files that are new in it.
#[test]
fn a_module_begins_with_its_part() {
    let firsts = [
        ("player", 2),
        ("fov", 3),
        ("monster", 4),
        ("dijkstra_map", 7),
        ("item", 8),
        ("game/pack", 8),
        ("game/magic", 13),
        ("game/save", 15),
        ("message_log", 16),
        ("sound", 16),
    ];
    for (module, part) in firsts {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/{module}.rs"));
        assert!(read(&file).starts_with(&format!("//! Part {part}: ")), "{module}.rs");
    }
}
