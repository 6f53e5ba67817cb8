//! Cuts a chapter out of the sources.

use std::collections::{BTreeMap, HashSet};

use syn::visit::{self, Visit};

use crate::check::{Checker, Message};
use crate::docs::{Reader, plain_visibility, without_library};
use crate::erase::erase;
use crate::fold::{Known, fold};
use crate::marks::{later_parts, remove_later};
use crate::nodes::{Kind, Nodes, defined};
use crate::program::{Program, Sources};
use crate::questions::{Choice, Questions};
use crate::react::{Emptied, Removed, react, told};
use crate::single::Single;
use crate::text::{Changes, range, with_comments};
use crate::tidy::tidy;
use crate::writes::unread;

/// Rounds after which something is wrong: no chapter takes half as many.
const MOST_ROUNDS: usize = 120;
/// Maximum length of a line, as for rustfmt.
pub const WIDTH: usize = 110;

/// Cuts a chapter out of the sources, whose `main.rs` is the chapter's own: folds what is chosen, and takes
/// away what the compiler calls unused then.
///
/// # Errors
/// When a file is no Rust, or breaks a rule of `tests/chapters/README.md`, with its name and line.
pub fn cut(sources: &Sources, choice: &Choice) -> Result<Sources, String> {
    cut_chapter(sources, choice).map_err(|problem| format!("chapter {}: {problem}", choice.part))
}

fn cut_chapter(sources: &Sources, choice: &Choice) -> Result<Sources, String> {
    // Where every token of the chapter before stood is not needed any more.
    proc_macro2::extra::invalidate_current_thread_spans();
    let mut cutter = Cutter::new(sources, choice)?;
    cutter.fold()?;
    for _ in 0..MOST_ROUNDS {
        if cutter.round()? {
            return cutter.settle(cutter.finish(sources));
        }
    }
    Err("it does not come to rest".to_owned())
}

struct Cutter {
    program: Program,
    known: Known,
    checker: Checker,
    removed: Removed,
    emptied: Emptied,
    /// What is tried when nothing is reported any more.
    stage: Stage,
    /// Implementations of traits that the chapter needs, by their file and line.
    needed: HashSet<(String, u32)>,
    part: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// Nothing but what the compiler calls unused.
    Unused,
    /// Fields and variants that are marked as those of later chapters.
    Marked,
    /// The compiler's hints on style.
    Style,
}

impl Cutter {
    fn new(sources: &Sources, choice: &Choice) -> Result<Cutter, String> {
        let mut program = Program::parse(sources)?;
        let questions = Questions::read(&program, choice.part)?;
        let part = Single::new(&program, "Part", None);
        let library = Single::new(&program, "StdLib", Some(&choice.library));
        program.files.retain(|file| file.path != "part.rs");
        program.change_until_quiet(|program| Ok(needless(program)))?;
        program.change_until_quiet(|program| Ok(remove_later(program, choice.part)))?;
        let known = Known { questions, singles: vec![part, library] };
        Ok(Cutter {
            program,
            known,
            checker: Checker::new(choice.part)?,
            removed: Removed::default(),
            emptied: Emptied::default(),
            stage: Stage::Unused,
            needed: HashSet::new(),
            part: choice.part,
        })
    }

    /// Takes away what is decided, and what is empty then.
    fn fold(&mut self) -> Result<(), String> {
        let Cutter { program, known, .. } = self;
        program.change_until_quiet(|program| {
            let mut changes = fold(program, known)?;
            if changes.is_empty() {
                changes = erase(program, &known.singles);
            }
            if changes.is_empty() {
                changes = tidy(program);
            }
            if changes.is_empty() {
                changes = unread(program);
            }
            Ok(changes)
        })
    }

    /// Asks the compiler once, and makes the changes that follow. Returns true if nothing is left to do.
    fn round(&mut self) -> Result<bool, String> {
        let messages = self.check(&self.program.sources(), self.stage == Stage::Style)?;
        if !messages.iter().any(|message| message.error) {
            self.removed.clear();
            if let Some(mistake) = self.emptied.mistake(&self.program, &messages) {
                return Err(mistake.clone());
            }
        }
        let last = self.stage == Stage::Style;
        let changes = match messages.is_empty() {
            true => self.quiet()?,
            false => react(&self.program, &messages, &mut self.removed, &mut self.emptied)?,
        };
        if changes.is_empty() {
            return Ok(last && self.stage == Stage::Style);
        }
        self.program.change(changes)?;
        self.fold()?;
        Ok(false)
    }

    /// What the compiler says about sources.
    fn check(&self, sources: &Sources, style: bool) -> Result<Vec<Message>, String> {
        let messages = if style { self.checker.clippy(sources)? } else { self.checker.check(sources)? };
        if std::env::var_os("CHAPTERS_SHOW").is_some() {
            let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
            messages.iter().for_each(|message| *codes.entry(&message.code).or_default() += 1);
            let lines: usize = sources.values().map(|text| text.lines().count()).sum();
            eprintln!("chapter {}: {lines} lines, {codes:?}", self.part);
        }
        Ok(messages)
    }

    /// What is tried when nothing is reported.
    fn quiet(&mut self) -> Result<Changes, String> {
        if self.stage == Stage::Unused {
            self.stage = Stage::Marked;
        }
        let changes = later_parts(&self.program, self.part);
        if !changes.is_empty() {
            return Ok(changes);
        }
        let changes = self.implementations()?;
        if changes.is_empty() {
            self.stage = Stage::Style;
        }
        Ok(changes)
    }

    /// Tries to do without each implementation of a trait.
    fn implementations(&mut self) -> Result<Changes, String> {
        for (number, source) in self.program.files.iter().enumerate() {
            for node in Nodes::of(&source.tree).nodes.iter().rev().filter(|node| node.kind == Kind::TraitImpl)
            {
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
                if self.check(&sources, false)?.iter().any(|message| message.error) {
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

    /// The chapter's sources as they are handed out, but for their format.
    fn finish(&self, all: &Sources) -> Sources {
        let mut sources = self.program.sources();
        for file in &self.program.files {
            if file.tree.items.iter().all(|item| matches!(item, syn::Item::Use(_))) {
                sources.remove(&file.path);
            }
        }
        let mut gone = names(all);
        let left = names(&sources);
        gone.retain(|name| !left.contains(name));
        let reader = Reader { part: self.part, gone: &gone, width: WIDTH };
        for (path, text) in &mut sources {
            let restored = derived_again(text, all.get(path).map_or("", String::as_str));
            *text = reader.file(&plain_visibility(&without_library(&restored)));
        }
        sources
    }
}

impl Cutter {
    /// Types derive what they derive in the sources. Where that is not possible, because something in them
    /// lost an implementation that nothing needs, they derive less.
    fn settle(&self, mut sources: Sources) -> Result<Sources, String> {
        for _ in 0..MOST_ROUNDS {
            let messages = self.check(&sources, false)?;
            let Some(error) = messages.iter().find(|message| message.error) else { return Ok(sources) };
            let spot = error.spots.iter().find(|spot| spot.primary).or(error.spots.first());
            let less = spot.and_then(|spot| {
                let text = sources.get_mut(&spot.path)?;
                let nodes = Nodes::of(&syn::parse_file(text).ok()?);
                let start = nodes.around(&[Kind::Item], &spot.range)?.range.start;
                let at = start + text[start..].find("#[derive(")?;
                let end = at + text[at..].find(")]")?;
                let names = text[at + "#[derive(".len()..end].split(", ");
                let kept: Vec<&str> = names.filter(|name| !READING.contains(name)).collect();
                let list = format!("#[derive({}", kept.join(", "));
                let changed = list.len() < end - at;
                text.replace_range(at..end, &list);
                changed.then_some(())
            });
            if less.is_none() {
                return Err(told(&self.program, error));
            }
        }
        Err("what types derive does not come to rest".to_owned())
    }
}

/// The names of everything that sources define.
fn names(sources: &Sources) -> HashSet<String> {
    let parsed = sources.values().filter_map(|text| Some((syn::parse_file(text).ok()?, text)));
    parsed.flat_map(|(tree, text)| defined(&tree, text)).collect()
}

/// Traits whose derived code reads fields, so that the compiler takes them for used.
const READING: [&str; 5] = ["PartialEq", "Eq", "PartialOrd", "Ord", "Hash"];

/// Takes away unit tests, and what types derive that would count as use.
fn needless(program: &Program) -> Changes {
    struct Needless<'t> {
        file: usize,
        text: &'t str,
        changes: Changes,
    }
    impl<'ast> Visit<'ast> for Needless<'_> {
        fn visit_item(&mut self, item: &'ast syn::Item) {
            let attrs = match item {
                syn::Item::Mod(node) => &node.attrs,
                syn::Item::Fn(node) => &node.attrs,
                syn::Item::Impl(node) => &node.attrs,
                syn::Item::Use(node) => &node.attrs,
                syn::Item::Const(node) => &node.attrs,
                _ => return visit::visit_item(self, item),
            };
            let is_test = attrs.iter().any(|attr| match &attr.meta {
                syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
                _ => false,
            });
            if is_test {
                self.changes.delete(self.file, with_comments(self.text, range(item)));
            } else {
                visit::visit_item(self, item);
            }
        }

        fn visit_attribute(&mut self, node: &'ast syn::Attribute) {
            let syn::Meta::List(list) = &node.meta else { return };
            if list.path.is_ident("error") {
                self.changes.delete(self.file, with_comments(self.text, range(node)));
            } else if list.path.is_ident("derive") {
                let derived = &self.text[range(list)];
                let derived = derived.trim_start_matches("derive(").trim_end_matches(')');
                let all: Vec<&str> = derived.split(',').map(str::trim).collect();
                let goes = |name: &&&str| !READING.contains(*name) && !name.contains("::");
                let kept: Vec<&str> = all.iter().filter(goes).copied().collect();
                if kept.len() < all.len() {
                    self.changes.replace(self.file, range(node), format!("#[derive({})]", kept.join(", ")));
                }
            }
        }
    }
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let mut needless = Needless { file, text: source.text(), changes };
        needless.visit_file(&source.tree);
        changes = needless.changes;
    }
    changes
}

/// Gives the types of a file what they derive in the sources, so that it is the same in all chapters.
fn derived_again(text: &str, source: &str) -> String {
    let mut before: BTreeMap<String, String> = BTreeMap::new();
    let mut list = None;
    for line in source.lines().map(str::trim) {
        match (declared(line), line.starts_with("#[derive(")) {
            (_, true) => list = Some(line.to_owned()),
            (Some(name), _) => before.extend(list.take().map(|list| (name, list))),
            _ => {}
        }
    }
    let mut out: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("#[derive(") {
            continue;
        }
        if let Some(list) = declared(line.trim()).and_then(|name| before.get(&name)) {
            let names = list.trim_start_matches("#[derive(").trim_end_matches(")]");
            let kept: Vec<&str> = names.split(", ").filter(|name| !name.contains("::")).collect();
            out.push(format!("#[derive({})]", kept.join(", ")));
        }
        out.push(line.to_owned());
    }
    out.join("\n") + "\n"
}

/// The name of the type that a line declares.
fn declared(line: &str) -> Option<String> {
    let words =
        line.trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ").trim_start_matches("pub ");
    let rest = words.strip_prefix("struct ").or_else(|| words.strip_prefix("enum "))?;
    Some(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}
