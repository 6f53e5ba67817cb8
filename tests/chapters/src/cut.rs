//! Cuts a chapter out of the sources.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use crate::chapter::root;
use crate::check::Checker;
use crate::docs::{Reader, plain_visibility, without_library};
use crate::example::TESTS;
use crate::files;
use crate::fold::fold;
use crate::marks::{later_parts, later_rows};
use crate::nodes::{Kind, defined};
use crate::part_checks::{Choice, PartChecks};
use crate::program::{Program, Sources};
use crate::react::{erase, mistake, react, sweep, unread};
use crate::shapes::renamed;
use crate::text::{Changes, with_comments};
use crate::tidy::{is_used, tidy};

/// Rounds after which something is wrong: no chapter takes half as many.
const MOST_ROUNDS: usize = 120;
/// Maximum length of a line, as for rustfmt.
pub const WIDTH: usize = 110;

/// The purpose of a cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A chapter for readers: it keeps nothing that it can do without.
    Reading,
    /// A program that plays recordings: it loses only the code that the compiler reports as unused.
    Playing,
}

/// Cuts a chapter out of the sources, whose `main.rs` is the chapter's own: folds what is chosen, and takes
/// away what the compiler calls unused then.
///
/// # Errors
/// When a file is no Rust, or breaks a rule of `tests/chapters/README.md`, with its name and line.
pub fn cut(
    sources: &Sources,
    choice: &Choice,
    purpose: Purpose,
    checker: &Checker,
) -> Result<Sources, String> {
    // Where every token of the chapter before stood is not needed any more.
    proc_macro2::extra::invalidate_current_thread_spans();
    let cut = Cutter::new(sources, choice, purpose, checker).and_then(|cutter| cutter.run(sources));
    cut.map_err(|problem| format!("chapter {}: {problem}", choice.part))
}

struct Cutter<'c> {
    program: Program,
    part_checks: PartChecks,
    purpose: Purpose,
    checker: &'c Checker,
    /// Returns true once nothing but clippy's hints is left.
    style: bool,
    /// Implementations of traits that the chapter needs, by their file and line.
    needed: HashSet<(String, u32)>,
    part: u8,
}

impl Cutter<'_> {
    fn new<'c>(
        sources: &Sources,
        choice: &Choice,
        purpose: Purpose,
        checker: &'c Checker,
    ) -> Result<Cutter<'c>, String> {
        let bare = sources.iter().map(|(path, text)| (path.clone(), bare(text)));
        let mut program = Program::parse(&bare.collect())?;
        let part_checks = PartChecks::read(&program, choice)?;
        program.files.retain(|file| file.path != "part.rs");
        program.change_until_quiet(|program| Ok(later_rows(program, choice.part)))?;
        let (style, needed) = (false, HashSet::new());
        Ok(Cutter { program, part_checks, purpose, checker, style, needed, part: choice.part })
    }

    fn run(mut self, all: &Sources) -> Result<Sources, String> {
        self.fold()?;
        for _ in 0..MOST_ROUNDS {
            if self.round()? {
                return match self.purpose {
                    Purpose::Reading => self.finish(all),
                    Purpose::Playing => Ok(self.left()),
                };
            }
        }
        Err("it does not come to rest".to_owned())
    }

    /// Takes away what is decided, and what is empty then.
    fn fold(&mut self) -> Result<(), String> {
        let Cutter { program, part_checks, .. } = self;
        program.change_until_quiet(|program| {
            let changes = fold(program, part_checks)?;
            let then = |changes: Changes, find: fn(&Program) -> Changes| {
                if changes.is_empty() { find(program) } else { changes }
            };
            Ok([erase, tidy, unread].into_iter().fold(changes, then))
        })
    }

    /// Asks the compiler once, and makes the changes that follow. Returns true if nothing is left to do.
    fn round(&mut self) -> Result<bool, String> {
        let sources = self.program.sources();
        let messages =
            if self.style { self.checker.clippy(&sources)? } else { self.checker.check(&sources)? };
        let changes = match messages.is_empty() {
            true => self.quiet()?,
            false => react(&self.program, &messages)?,
        };
        if changes.is_empty() {
            let done = std::mem::replace(&mut self.style, true) || self.purpose == Purpose::Playing;
            return mistake(&self.program).map_or(Ok(done), Err);
        }
        self.program.change(changes)?;
        self.fold()?;
        Ok(false)
    }

    /// What is tried when nothing is reported.
    fn quiet(&mut self) -> Result<Changes, String> {
        let mut changes = sweep(&self.program);
        changes.append(later_parts(&self.program, self.part));
        let is_last = changes.is_empty() && self.purpose == Purpose::Reading;
        if is_last { self.implementations() } else { Ok(changes) }
    }

    /// Tries to do without each implementation of a trait.
    fn implementations(&mut self) -> Result<Changes, String> {
        for (number, source) in self.program.files.iter().enumerate() {
            for node in source.nodes().nodes.iter().rev().filter(|node| node.kind == Kind::TraitImpl) {
                let key = (source.path.clone(), source.line(node.range.start));
                let head = source.text()[node.range.clone()].split('{').next().unwrap_or_default();
                // The compiler does not notice when nothing is done any more at the end of a life.
                if head.contains("Drop for") || self.needed.contains(&key) {
                    continue;
                }
                let mut sources = self.program.sources();
                if let Some(text) = sources.get_mut(&source.path) {
                    text.replace_range(node.range.clone(), "");
                }
                if self.checker.check(&sources)?.iter().any(|message| message.error) {
                    self.needed.insert(key);
                } else {
                    let mut changes = Changes::default();
                    changes.delete(number, with_comments(source.text(), node.range.clone()));
                    return Ok(changes);
                }
            }
        }
        Ok(Changes::default())
    }

    /// The files that are used, with the chapter's names.
    fn left(&self) -> Sources {
        let mut sources = self.program.sources();
        for file in &self.program.files {
            if !is_used(&file.tree) {
                sources.remove(&file.path);
            }
        }
        for text in sources.values_mut() {
            *text = renamed(text, self.part);
        }
        sources
    }

    /// The chapter's sources as they are handed out, but for their format.
    fn finish(&self, all: &Sources) -> Result<Sources, String> {
        let mut sources = self.left();
        let mut gone = names(all);
        let left = names(&sources);
        gone.retain(|name| !left.contains(name));
        let later = later_names(self.part)?;
        gone.extend(later.iter().filter(|name| !left.contains(*name)).cloned());
        let reader = Reader { part: self.part, gone: &gone, later: &later, dangling: RefCell::default() };
        for text in sources.values_mut() {
            *text = reader.file(&plain_visibility(&without_library(text)));
        }
        reader.dangling.into_inner().pop().map_or(Ok(sources), Err)
    }
}

/// Returns the names that the original has in parts after this one only, also with their owners.
///
/// # Errors
/// When the list of names cannot be read.
pub fn later_names(part: u8) -> Result<HashSet<String>, String> {
    let path = root().join("tests/names/names.tsv");
    let list = files::text(&path)?;
    let mut first: HashMap<String, u8> = HashMap::new();
    for row in list.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>()) {
        let [_, name, owner, _, own, ..] = row[..] else { continue };
        let own = own.parse().map_err(|_| format!("{}: '{own}' is no part", path.display()))?;
        for name in [name.to_owned(), format!("{owner}::{name}")] {
            let known = first.entry(name).or_insert(own);
            *known = own.min(*known);
        }
    }
    Ok(first.into_iter().filter(|(_, first)| *first > part).map(|(name, _)| name).collect())
}

/// The names of everything that sources define.
fn names(sources: &Sources) -> HashSet<String> {
    let parsed = sources.values().filter_map(|text| Some((syn::parse_file(text).ok()?, text)));
    parsed.flat_map(|(tree, text)| defined(&tree, text)).collect()
}

/// Traits whose derived code reads fields, so that the compiler takes them for used.
const READING: [&str; 5] = ["PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];

/// A file without what its types derive that would count as use. Where something needs that, the compiler
/// says so. It doesn't see the tests: what these make, they also compare.
fn bare(text: &str) -> String {
    let mut bare = String::new();
    for (line, next) in text.lines().zip(text.lines().skip(1).chain([""])) {
        let derived = line.trim().strip_prefix("#[derive(").and_then(|line| line.strip_suffix(")]"));
        let is_made = next.strip_prefix("pub struct ").is_some_and(|made| TESTS.contains(made));
        if let Some(derived) = derived.filter(|_| !is_made) {
            let kept: Vec<&str> = derived.split(", ").filter(|name| !READING.contains(name)).collect();
            bare += &format!("#[derive({})]", kept.join(", "));
        } else {
            bare += line;
        }
        bare.push('\n');
    }
    bare
}
