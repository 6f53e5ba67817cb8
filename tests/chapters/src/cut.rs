//! Cuts a chapter out of the sources.

use std::collections::HashSet;

use syn::visit::{self, Visit};

use crate::beside::beside;
use crate::bundle::untie;
use crate::derives::needless;
use crate::docs::{Reader, without_library};
use crate::fold::{Studied, fold};
use crate::known::Choice;
use crate::marks::{later_parts, remove_later};
use crate::names::{Kind, Names};
use crate::privacy::{privacy, words};
use crate::program::{Program, Sources};
use crate::reach::learn;
use crate::sweep::sweep;
use crate::text::{Changes, range, with_comments};

/// Rounds after which something is wrong: no chapter takes half as many.
const MOST_ROUNDS: usize = 100;
/// Maximum length of a line, as for rustfmt.
const WIDTH: usize = 110;

/// Cuts a chapter out of the sources, whose `main.rs` is the chapter's own: folds what is chosen, and takes
/// away what `main` does not need then.
///
/// # Errors
/// When a file is no Rust, or became none, with its name and line.
pub fn cut(sources: &Sources, choice: &Choice) -> Result<Sources, String> {
    // Where every token of the chapter before stood is not needed any more.
    proc_macro2::extra::invalidate_current_thread_spans();
    let mut program = Program::parse(sources)?;
    let before = defined(&program);
    plainly(&mut program, tests)?;
    plainly(&mut program, |program| remove_later(program, choice.part))?;
    // What nothing needs goes by itself. Only then all that is left of later chapters goes too.
    let mut forced = false;
    for _ in 0..MOST_ROUNDS {
        let (changes, used) = round(&program, choice, forced);
        let done = changes.is_empty();
        program.change(changes)?;
        if done && !forced {
            forced = true;
        } else if done {
            let bundles = untie(&program);
            if !bundles.is_empty() {
                program.change(bundles)?;
                continue;
            }
            let derives = derives(&program, choice);
            program.change(derives)?;
            program.change(privacy(&program))?;
            let mut sources = program.sources();
            sources.retain(|path, _| used.contains(path));
            let mut gone = before;
            for word in sources.values().flat_map(|text| words(text)) {
                gone.remove(word);
            }
            let reader = Reader { part: choice.part, gone: &gone, width: WIDTH };
            for text in sources.values_mut() {
                *text = reader.file(&without_library(text));
            }
            let mut program = Program::parse(&sources)?;
            program.change(beside(&program, WIDTH))?;
            return Ok(program.sources());
        }
    }
    Err(format!("Part {} does not come to rest", choice.part))
}

/// The names of everything that a program defines.
fn defined(program: &Program) -> HashSet<String> {
    let names = Names::new(program);
    names.defs.iter().filter(|def| !matches!(def.kind, Kind::Field(_))).map(|def| def.name.clone()).collect()
}

fn round(program: &Program, choice: &Choice, forced: bool) -> (Changes, HashSet<String>) {
    let names = Names::new(program);
    let later = later_parts(program, &names, choice.part);
    let (facts, mut reach, mut knowledge) = learn(program, &names, choice, &later);
    let removed = if forced { later } else { HashSet::new() };
    for made in knowledge.made.iter_mut().chain([&mut reach.made]) {
        made.retain(|id| !removed.contains(id));
    }
    let studied = Studied { program, names: &names, facts: &facts, knowledge: &knowledge };
    let mut changes = fold(&studied);
    changes.append(sweep(&studied, &reach, &removed));
    let files = names.defs.iter().filter(|def| !matches!(def.kind, Kind::Module) || def.parent.is_none());
    let used = files.map(|def| program.files[def.file].path.clone()).collect();
    (changes, used)
}

/// Shortens what types derive.
fn derives(program: &Program, choice: &Choice) -> Changes {
    let names = Names::new(program);
    let (_, reach, _) = learn(program, &names, choice, &HashSet::new());
    needless(program, &names, &reach)
}

/// Makes changes that need to know nothing but the syntax.
fn plainly(program: &mut Program, find: impl Fn(&Program) -> Changes) -> Result<(), String> {
    loop {
        let changes = find(program);
        if changes.is_empty() {
            return Ok(());
        }
        program.change(changes)?;
    }
}

/// Takes the unit tests away.
fn tests(program: &Program) -> Changes {
    struct Tests<'t> {
        file: usize,
        text: &'t str,
        changes: Changes,
    }
    impl<'ast> Visit<'ast> for Tests<'_> {
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
    }
    let mut changes = Changes::default();
    for (file, source) in program.files.iter().enumerate() {
        let mut tests = Tests { file, text: &source.text, changes };
        tests.visit_file(&source.tree);
        changes = tests.changes;
    }
    changes
}
