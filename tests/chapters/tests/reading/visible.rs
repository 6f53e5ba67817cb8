//! A `pub` comes with a user, and no type derives a trait that nothing needs.
//!
//! `privacy.rs` takes `pub` out wherever a chapter compiles without it, but keeps it between two chapters
//! that need it.

use std::collections::{BTreeMap, HashSet};

use chapters::chapter::{LAST, root};
use chapters::check::Checker;
use chapters::example::code_of_tests;
use chapters::files::collect;
use chapters::privacy::declarations;
use chapters::program::Sources;

/// The sources of a chapter with its test, which is compiled as the rest of the program is.
fn sources(part: u8) -> Sources {
    let mut sources = collect(&root().join(format!("tests/chapters/part{part:02}/src"))).unwrap();
    let tests = sources.get_mut("tests.rs").unwrap();
    *tests = tests.replace("#[test]\n", "pub ").replace("include_str!(\"page.txt\")", "\"\"");
    let main = sources.get_mut("main.rs").unwrap();
    *main = main.replace("#[cfg(test)]\nmod tests;", "#[allow(dead_code)]\nmod tests;");
    sources
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// The first chapter with a `pub` uses it outside its file, and so does the last. Fields are left out: those of
/// a C++ struct are all `pub`.
#[test]
fn a_pub_comes_and_goes_with_a_user() {
    let mut uses: BTreeMap<(String, String), Vec<(u8, bool)>> = BTreeMap::new();
    for part in 1..=LAST {
        let sources = sources(part);
        let tests = code_of_tests(part).unwrap();
        for (path, text) in &sources {
            let others = sources.iter().filter(|(other, _)| *other != path).map(|(_, text)| text.as_str());
            // A type is also used in what its own file shows to others.
            let shown = text.lines().filter(|line| line.trim_start().starts_with("pub "));
            let shown = shown.map(|line| line.split_once([':', '(']).unwrap_or_default().1);
            let used: HashSet<&str> = others.chain(shown).chain([tests.as_str()]).flat_map(words).collect();
            let public = declarations(text).unwrap().into_values().filter(|(_, is_public)| *is_public);
            for (name, _) in public.filter(|(name, _)| !name.starts_with("Field ")) {
                let is_used = used.contains(name.rsplit(' ').next().unwrap());
                uses.entry((path.clone(), name)).or_default().push((part, is_used));
            }
        }
    }
    let ends = |uses: &Vec<(u8, bool)>| [uses[0], uses[uses.len() - 1]];
    uses.retain(|_, uses| ends(uses).iter().any(|(_, is_used)| !is_used));
    let found: Vec<_> = uses.iter().map(|(item, uses)| (item, ends(uses))).collect();
    assert!(found.is_empty(), "not used in its first or last chapter: {found:#?}");
}

/// What every small type derives: a reader can print, copy and hand on its values.
const USUAL: [&str; 3] = ["Clone", "Copy", "Debug"];

/// The compiler decides for the last chapter: each trait is taken out by itself. A type of a chapter before
/// derives from the beginning what it needs later.
#[test]
fn every_derived_trait_is_needed_in_the_end() {
    let sources = sources(LAST);
    let checker = Checker::new(LAST).unwrap();
    let compiles = |sources: &Sources| !checker.check(sources).unwrap().iter().any(|message| message.error);
    assert!(compiles(&sources));
    let mut found = Vec::new();
    for (path, text) in sources.iter().filter(|(path, _)| *path != "tests.rs") {
        for line in text.lines().filter(|line| line.starts_with("#[derive(")) {
            let at = line.as_ptr() as usize - text.as_ptr() as usize;
            let traits = line.trim_start_matches("#[derive(").trim_end_matches(")]");
            for one in traits.split(", ").filter(|one| !USUAL.contains(one)) {
                let kept: Vec<&str> = traits.split(", ").filter(|other| *other != one).collect();
                let changed = format!("#[derive({})]", kept.join(", "));
                let mut without = sources.clone();
                without.get_mut(path).unwrap().replace_range(at..at + line.len(), &changed);
                if compiles(&without) {
                    let item = text[at..].lines().nth(1).unwrap_or_default();
                    found.push(format!("{path}: {one} of {item}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
