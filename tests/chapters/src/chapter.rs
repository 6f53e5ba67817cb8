//! A chapter as a Cargo project: its files, and how they are written to a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::beside::beside;
use crate::check::Checker;
use crate::cut::{Purpose, cut};
use crate::example;
use crate::files::{self, collect, entries, read};
use crate::html::web::pictures::cropped;
use crate::part_checks::Choice;
use crate::privacy::make_private;
use crate::program::Sources;
use crate::readme::readme;
use crate::shapes::{HANDED_OUT, Row, reshape};

/// The last chapter of the series.
pub const LAST: u8 = 17;

/// The folder of `src` that is a part of the series. The others are tools.
const SERIES: &str = "game/";
/// Files that are the chapters' own, in place of those of `src`.
const TEMPLATES: [(&str, &str); 3] = [
    ("main.rs", include_str!("../template/main.rs")),
    ("game/save.rs", include_str!("../template/save.rs")),
    // A chapter saves to one file. This stands for what the game holds for the tools.
    (
        "save_slot.rs",
        "#[derive(Clone, Debug, Default)]\npub struct SaveSlot;\n\nimpl SaveSlot {\n    pub fn replace(&mut self, _: SaveSlot) {}\n}\n",
    ),
];
/// The crates that chapters depend on.
pub const DEPENDENCIES: [&str; 3] = ["rand", "rand_mt", "sdl2"];
/// What looks for SDL before anything is linked.
pub const BUILD: &str = include_str!("../template/build.rs");
const HAND_OVER: &str = "/target\n/savegame*.txt\n";

/// A chapter, cut out and formatted.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its number.
    pub part: u8,
    /// Its source files by their paths below `src`.
    pub sources: Sources,
    /// Its `Cargo.lock`: the versions of the repository.
    pub lock: String,
}

/// The folder of the whole repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All source files of the series by their paths below `src`, with the chapters' own `main.rs` and place for
/// saves.
///
/// # Errors
/// When a file cannot be read.
pub fn series() -> Result<Sources, String> {
    let mut sources = Sources::new();
    for (path, text) in collect(&root().join("src"))? {
        // What the game needs of the tooling stands beside it.
        let text = text.replace("crate::support::", "crate::");
        // The names of keys are for recordings. The title is written in `forms`, in game.rs.
        let is_tool = ["lib.rs", "key.rs", "game/title.rs"].contains(&path.as_str());
        if !is_tool && (!path.contains('/') || path.starts_with(SERIES)) {
            sources.insert(path, text);
        }
    }
    for (path, text) in TEMPLATES {
        sources.insert(path.to_owned(), text.to_owned());
    }
    Ok(sources)
}

/// Where a file of the series is in the repository.
pub fn origin(path: &str) -> String {
    match TEMPLATES.iter().find(|(own, _)| *own == path) {
        Some(_) => format!("tests/chapters/template/{}", path.rsplit('/').next().unwrap_or(path)),
        None => format!("src/{path}"),
    }
}

/// Cuts a chapter out of the sources as it is handed out, and formats it.
///
/// # Errors
/// When the sources cannot be cut, or cargo, clippy or rustfmt is missing.
pub fn chapter(sources: &Sources, choice: &Choice) -> Result<Chapter, String> {
    let mut all = sources.clone();
    reshape(&mut all, choice.part, HANDED_OUT)?;
    let checker = Checker::new(choice.part)?;
    let mut sources = cut(&all, choice, Purpose::Reading, &checker)?;
    put_words(&mut sources, &all, choice)?;
    let mut sources = checker.format(&sources)?;
    for (path, text) in &mut sources {
        *text = beside(text, all.get(path).map_or("", String::as_str));
    }
    make_private(&mut sources, &example::code_of_tests(choice.part)?, &checker)?;
    let mut sources = checker.format(&sources)?;
    if let Some(main) = sources.get_mut("main.rs") {
        *main = example::with_test(main);
    }
    Ok(Chapter { part: choice.part, sources, lock: checker.lock() })
}

/// Cuts a chapter out of sources that also play recordings. `rows` are the texts that such sources have in
/// another form.
///
/// # Errors
/// As for [`chapter`].
pub fn playable(sources: &Sources, choice: &Choice, rows: &[Row]) -> Result<Sources, String> {
    let mut all = sources.clone();
    reshape(&mut all, choice.part, rows)?;
    let mut sources = cut(&all, choice, Purpose::Playing, &Checker::new(choice.part)?)?;
    put_words(&mut sources, &all, choice)?;
    Ok(sources)
}

/// Fills in the number and the subject of a chapter, and its standard library.
fn put_words(sources: &mut Sources, all: &Sources, choice: &Choice) -> Result<(), String> {
    let (number, title) = (choice.part.to_string(), title(choice.part)?);
    let [library, compilers] =
        ["name", "compilers"].map(|function| library_text(all, function, &choice.library));
    for text in sources.values_mut() {
        *text = text.replace("PART_NUMBER", &number).replace("PART_TITLE", &title);
        *text = text.replace("LIBRARY_WORDS", &format!("{library} ({compilers})"));
        *text = text.replace("LIBRARY_NAME", library);
        // Of an import of a module and its names only the module can be left.
        *text = text.replace("::{self};", ";");
    }
    Ok(())
}

/// The chapter's subject, from the table in `part.rs`.
///
/// # Errors
/// When the table is not there.
pub fn title(part: u8) -> Result<String, String> {
    let path = root().join("src/part.rs");
    let text = files::text(&path)?;
    let table = text.split("const NAMES").nth(1).and_then(|rest| rest.split("];").next()).unwrap_or_default();
    let names: Vec<&str> = table.split('"').skip(1).step_by(2).collect();
    names
        .get(usize::from(part) - 1)
        .map(|name| (*name).to_owned())
        .ok_or_else(|| format!("{} does not name part {part}", path.display()))
}

/// The variants of `StdLib` with a text for each, from the function of this name in `rng.rs`.
fn libraries<'a>(sources: &'a Sources, function: &str) -> Vec<(&'a str, &'a str)> {
    let text = sources.get("rng.rs").map_or("", String::as_str);
    let (_, rows) = text.split_once(&format!("fn {function}(")).unwrap_or_default();
    let rows = rows.lines().skip(2).map_while(|line| {
        let (variant, text) = line.trim().strip_prefix("StdLib::")?.split_once(" => \"")?;
        Some((variant, text.strip_suffix("\",")?))
    });
    rows.collect()
}

/// The variant of `StdLib` that the sources call by this name.
///
/// # Errors
/// When there is none; says which there are.
pub fn library(sources: &Sources, name: &str) -> Result<String, String> {
    let known = libraries(sources, "name");
    let found = known.iter().find(|(_, known)| *known == name).map(|(variant, _)| (*variant).to_owned());
    let names: Vec<&str> = known.iter().map(|(_, name)| *name).collect();
    found.ok_or_else(|| format!("unknown standard library '{name}': use one of {}", names.join(", ")))
}

/// A text of a variant of `StdLib`: its `name`, such as `libstdc++`, or its `compilers`.
fn library_text<'a>(sources: &'a Sources, function: &str, variant: &str) -> &'a str {
    let mut texts = libraries(sources, function).into_iter();
    texts.find(|(known, _)| *known == variant).map_or("", |(_, text)| text)
}

impl Chapter {
    /// All files of the project, by their paths.
    ///
    /// # Errors
    /// When a file of the repository cannot be read.
    pub fn files(&self, before: Option<&Chapter>) -> Result<BTreeMap<String, Vec<u8>>, String> {
        let mut texts = example::files(self.part, &self.sources)?;
        texts.insert("Cargo.toml".to_owned(), manifest(self.part)?);
        texts.insert("Cargo.lock".to_owned(), self.lock.clone());
        texts.insert("README.md".to_owned(), readme(self, before)?);
        texts.insert("build.rs".to_owned(), BUILD.to_owned());
        texts.insert(".gitignore".to_owned(), HAND_OVER.to_owned());
        for (path, text) in &self.sources {
            texts.insert(format!("src/{path}"), text.clone());
        }
        for (task, files) in example::tasks(self.part)? {
            texts.extend(files.into_iter().map(|(file, text)| (format!("exercises/{task}/{file}"), text)));
        }
        let mut files: BTreeMap<String, Vec<u8>> =
            texts.into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
        for path in [".rustfmt.toml", "LICENSE"] {
            files.insert(path.to_owned(), read(&root().join(path))?);
        }
        files.insert(format!("{:02}.png", self.part), cropped(&read(&example::file(self.part, "png"))?)?);
        let stills = entries(&root().join("tests/chapters/steps"))?.into_iter();
        for (name, path) in stills.filter(|(name, _)| name.starts_with(&format!("{:02}-", self.part))) {
            files.insert(name, read(&path)?);
        }
        for (name, path) in entries(&root().join("fonts"))? {
            files.insert(format!("fonts/{name}"), read(&path)?);
        }
        Ok(files)
    }

    /// The lines of all source files: code, comments and blank lines.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.sources.values().flat_map(|text| text.lines())
    }
}

/// The chapter's `Cargo.toml`: the versions of the three crates are those of the repository.
///
/// # Errors
/// When the repository's cannot be read, or lacks one.
pub fn manifest(part: u8) -> Result<String, String> {
    let repository = files::text(&root().join("Cargo.toml"))?;
    let mut dependencies = String::new();
    for name in DEPENDENCIES {
        let mut lines = repository.lines();
        let line = lines.find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(" = ")));
        let line = line.ok_or_else(|| format!("Cargo.toml has no dependency {name}"))?;
        // A chapter always has a window.
        let line = line.replace(", optional = true", "");
        let version = line.split_once(" = { version = ").and_then(|(_, rest)| rest.strip_suffix(" }"));
        dependencies += &match version.filter(|version| !version.contains(',')) {
            Some(version) => format!("{name} = {version}\n"),
            None => format!("{line}\n"),
        };
    }
    let title = title(part)?;
    Ok(format!(
        "[package]\nname = \"part{part:02}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
         description = \"Roguelikes in C++ with SDL3, in Rust on SDL2. Part {part}: {title}\"\n\
         license = \"MIT AND OFL-1.1\"\npublish = false\n\n[dependencies]\n{dependencies}\n\
         # A program of its own, also in a folder that belongs to a workspace.\n[workspace]\n"
    ))
}
