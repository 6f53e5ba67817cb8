//! A chapter as a Cargo project: its files, and how they are written to a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::beside::beside;
use crate::cut::cut;
use crate::example;
use crate::files::{self, collect, entries, read, write_new};
use crate::privacy::make_private;
use crate::program::Sources;
use crate::questions::Choice;
use crate::readme::readme;
use crate::shapes::reshape;

/// The last chapter of the series.
pub const LAST: u8 = 17;

/// The folder of `src` that is a part of the series. The others are tools.
const SERIES: &str = "game/";
/// Files that are the chapters' own, in place of those of `src`.
const TEMPLATES: [(&str, &str); 3] = [
    ("main.rs", include_str!("../template/main.rs")),
    ("game/save.rs", include_str!("../template/save.rs")),
    // A chapter saves to one file. This stands for what the game holds for the tools.
    ("save_slot.rs", "#[derive(Clone, Debug, Default)]\npub struct SaveSlot;\n"),
];
/// The crates that chapters depend on.
pub const DEPENDENCIES: [&str; 3] = ["rand", "rand_mt", "sdl2"];
/// What looks for SDL before anything is linked.
pub const BUILD: &str = include_str!("../template/build.rs");
/// A crate that only the program of the repository builds, by a feature of `sdl2` for Windows.
const NOT_OF_CHAPTERS: &str = "vcpkg";
const HAND_OVER: &str = "/target\n/savegame.txt\n";

/// A chapter, cut out and formatted.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its number.
    pub part: u8,
    /// Its source files by their paths below `src`.
    pub sources: Sources,
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
        if path != "lib.rs" && (!path.contains('/') || path.starts_with(SERIES)) {
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

/// Cuts a chapter out of the sources and formats it.
///
/// # Errors
/// When the sources cannot be cut, or cargo, clippy or rustfmt is missing.
pub fn chapter(sources: &Sources, choice: &Choice) -> Result<Chapter, String> {
    let mut all = sources.clone();
    reshape(&mut all, choice.part)?;
    let mut sources = cut(&all, choice)?;
    let (number, title) = (choice.part.to_string(), title(choice.part)?);
    let [library, compilers] =
        ["name", "compilers"].map(|function| library_text(&all, function, &choice.library));
    for text in sources.values_mut() {
        *text = text.replace("PART_NUMBER", &number).replace("PART_TITLE", &title);
        *text = text.replace("LIBRARY_WORDS", &format!("{library} ({compilers})"));
        *text = text.replace("LIBRARY_NAME", library);
        // Of an import of a module and its names only the module can be left.
        *text = text.replace("::{self};", ";");
    }
    let mut sources = format(sources)?;
    let bare = bare_variants(&sources);
    for (path, text) in &mut sources {
        for name in &bare {
            *text = text.replace(&format!("{name} {{}}"), name).replace(&format!("{name} {{ .. }}"), name);
        }
        *text = beside(text, all.get(path).map_or("", String::as_str));
    }
    make_private(&mut sources, &example::code_of_tests(choice.part)?, choice.part)?;
    let mut sources = format(sources)?;
    if let Some(main) = sources.get_mut("main.rs") {
        *main = example::with_test(main);
    }
    Ok(Chapter { part: choice.part, sources })
}

/// The variants that have lost all their fields. They are written without braces.
fn bare_variants(sources: &Sources) -> Vec<String> {
    let lines = sources.values().flat_map(|text| text.lines());
    let names = lines.filter_map(|line| line.trim().strip_suffix(" {},"));
    names.filter(|name| name.chars().all(char::is_alphanumeric)).map(str::to_owned).collect()
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

/// Formats all files, as the repository's own are.
///
/// # Errors
/// When rustfmt is missing, or does not understand them.
pub fn format(sources: Sources) -> Result<Sources, String> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let own = (std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(format!("roguelike-chapters-{}-{}", own.0, own.1));
    let formatted = format_in(&folder, sources);
    // What is left in the folder for temporary files does no harm.
    fs::remove_dir_all(&folder).ok();
    formatted
}

fn format_in(folder: &Path, mut sources: Sources) -> Result<Sources, String> {
    for (path, text) in &sources {
        write_new(&folder.join(path), text.as_bytes())?;
    }
    let output = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(root().join(".rustfmt.toml"))
        .arg(folder.join("main.rs"))
        .output();
    let missing = "is it installed? 'rustup component add rustfmt' does that";
    let output = output.map_err(|error| format!("cannot run rustfmt: {error}; {missing}"))?;
    if !output.status.success() {
        let problem = String::from_utf8_lossy(&output.stderr);
        let line = problem.lines().find(|line| !line.trim().is_empty()).unwrap_or(missing);
        return Err(format!("rustfmt failed: {line}"));
    }
    for (path, text) in &mut sources {
        *text = files::text(&folder.join(path))?;
    }
    Ok(sources)
}

/// Returns an error unless a project can be written to the folder: it is not there yet, or empty.
///
/// # Errors
/// When something is there that would be lost.
pub fn check_free(folder: &Path) -> Result<(), String> {
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => {
                Err(format!("{} is not empty: give a new folder, or empty this one", folder.display()))
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("cannot write to {}: {error}; give another folder", folder.display())),
    }
}

impl Chapter {
    /// The files of the project but fonts, by their paths.
    ///
    /// # Errors
    /// When a file of the repository cannot be read.
    pub fn files(&self, before: Option<&Chapter>) -> Result<BTreeMap<String, String>, String> {
        let read = |path: &str| files::text(&root().join(path));
        let mut files = BTreeMap::new();
        files.insert("Cargo.toml".to_owned(), manifest(self.part, &read("Cargo.toml")?)?);
        files.insert("Cargo.lock".to_owned(), lock(self.part, &read("Cargo.lock")?));
        files.insert("README.md".to_owned(), readme(self, before)?);
        files.insert("build.rs".to_owned(), BUILD.to_owned());
        files.insert(".gitignore".to_owned(), HAND_OVER.to_owned());
        for path in [".rustfmt.toml", "LICENSE"] {
            files.insert(path.to_owned(), read(path)?);
        }
        for (path, text) in &self.sources {
            files.insert(format!("src/{path}"), text.clone());
        }
        files.extend(example::files(self.part, &self.sources)?);
        for (task, texts) in example::tasks(self.part)? {
            files.extend(texts.into_iter().map(|(file, text)| (format!("exercises/{task}/{file}"), text)));
        }
        Ok(files)
    }

    /// All files of the project, by their paths: those of [`Chapter::files`], the picture and the fonts.
    ///
    /// # Errors
    /// When a file of the repository cannot be read.
    pub fn all_files(&self, before: Option<&Chapter>) -> Result<BTreeMap<String, Vec<u8>>, String> {
        let mut all: BTreeMap<String, Vec<u8>> =
            self.files(before)?.into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
        all.insert(format!("{:02}.png", self.part), read(&example::file(self.part, "png"))?);
        let steps = root().join(format!("tests/chapters/steps/{:02}.png", self.part));
        if steps.exists() {
            all.insert(format!("{:02}-steps.png", self.part), read(&steps)?);
        }
        for (name, path) in entries(&root().join("fonts"))? {
            all.insert(format!("fonts/{name}"), read(&path)?);
        }
        Ok(all)
    }

    /// Writes the project to a folder, which must be free.
    ///
    /// # Errors
    /// When something is there already, or cannot be written.
    pub fn write(&self, folder: &Path, before: Option<&Chapter>) -> Result<(), String> {
        check_free(folder)?;
        for (path, bytes) in self.all_files(before)? {
            write_new(&folder.join(path), &bytes)?;
        }
        Ok(())
    }

    /// The lines of all source files: code, comments and blank lines.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.sources.values().flat_map(|text| text.lines())
    }
}

/// The chapter's `Cargo.toml`: the versions of the three crates are those of the repository.
pub fn manifest(part: u8, repository: &str) -> Result<String, String> {
    let mut dependencies = String::new();
    for name in DEPENDENCIES {
        let mut lines = repository.lines();
        let line = lines.find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(" = ")));
        dependencies += line.ok_or_else(|| format!("Cargo.toml has no dependency {name}"))?;
        dependencies.push('\n');
    }
    let title = title(part)?;
    Ok(format!(
        "[package]\nname = \"part{part:02}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
         description = \"Roguelikes in C++ with SDL3, in Rust on SDL2. Part {part}: {title}\"\n\
         license = \"MIT AND OFL-1.1\"\npublish = false\n\n[dependencies]\n{dependencies}\n\
         # A program of its own, also in a folder that belongs to a workspace.\n[workspace]\n"
    ))
}

/// The chapter's `Cargo.lock`: of that of the repository, what the chapter depends on.
fn lock(part: u8, repository: &str) -> String {
    let (head, packages) = repository.split_once("[[package]]\n").unwrap_or_default();
    let packages: Vec<&str> = packages.split("[[package]]\n").map(str::trim_end).collect();
    let quoted =
        |text: &str| -> Vec<String> { text.split('"').skip(1).step_by(2).map(str::to_owned).collect() };
    // A dependency is called `name`, or `name version` where there are several versions.
    let is_called = |package: &str, name: &str| {
        let words = quoted(package);
        name == words[0] || name == format!("{} {}", words[0], words[1])
    };
    let mut needed: BTreeSet<&str> = BTreeSet::new();
    let mut names: Vec<String> = DEPENDENCIES.map(str::to_owned).into();
    while let Some(name) = names.pop() {
        if name == NOT_OF_CHAPTERS {
            continue;
        }
        for package in packages.iter().filter(|package| is_called(package, &name)) {
            if needed.insert(package) {
                names.extend(
                    package.split_once("dependencies = [").map(|(_, list)| quoted(list)).unwrap_or_default(),
                );
            }
        }
    }
    let list: String = DEPENDENCIES.iter().map(|name| format!(" \"{name}\",\n")).collect();
    let own = format!("name = \"part{part:02}\"\nversion = \"0.1.0\"\ndependencies = [\n{list}]");
    needed.insert(&own);
    let mut text = needed.iter().map(|package| format!("\n[[package]]\n{package}\n")).collect::<String>();
    text = text.replace(&format!(" \"{NOT_OF_CHAPTERS}\",\n"), "");
    for package in &needed {
        let words = quoted(package);
        if needed.iter().filter(|other| quoted(other)[0] == words[0]).count() == 1 {
            text = text.replace(&format!("\"{} {}\"", words[0], words[1]), &format!("\"{}\"", words[0]));
        }
    }
    format!("{}\n{text}", head.trim_end())
}
