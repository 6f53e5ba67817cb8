//! Who sees what: `pub` stands where another file needs it, and nowhere else.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::check::{Checker, Message};
use crate::nodes::{Kind, Nodes};
use crate::program::Sources;

/// A line that declares something: its file, and its number from 0.
type Line = (String, usize);

/// Removes `pub` wherever the program compiles without it. It stays on functions and fields that the tests of
/// the chapter name, and on fields of what is a struct in the original. The sources are formatted, so a line
/// declares one thing.
///
/// # Errors
/// When the compiler cannot be run, or refuses the sources.
pub fn make_private(sources: &mut Sources, tests: &str, checker: &Checker) -> Result<(), String> {
    let code: Vec<String> = tests.lines().map(code).collect();
    let tests: Vec<&str> = code.iter().map(String::as_str).collect();
    let tested: HashSet<&str> = tests.iter().flat_map(|line| words(line)).collect();
    let calls = tests.iter().flat_map(|line| line.split('(')).filter_map(|before| words(before).last());
    let called: HashSet<&str> = calls.collect();
    // What is `pub`, and of the fields of a struct of the original the line of that.
    let mut public: Vec<(Line, Option<Line>, &str)> = Vec::new();
    for (path, text) in sources.iter() {
        let (mut is_original, mut owner) = (false, None);
        for (number, line) in text.lines().enumerate() {
            let place = (path.clone(), number);
            if line.trim_start().starts_with("pub ") {
                public.push((place.clone(), owner.clone(), line));
            }
            if line.starts_with("pub struct ") && line.ends_with('{') {
                owner = is_original.then_some(place);
            } else if line == "}" {
                owner = None;
            }
            is_original = line.contains("(struct `") || is_original && line.starts_with(['/', '#']);
        }
    }
    // Which type's function is called, a name does not say.
    let is_called =
        |line: &str| line.contains("fn ") && declared(line).is_some_and(|name| called.contains(name));
    let others = public.iter().filter(|(_, owner, line)| owner.is_none() && !is_called(line));
    let mut private: BTreeSet<Line> = others.map(|(place, ..)| place.clone()).collect();
    loop {
        let tried = without_pub(sources, &private);
        let messages = checker.check(&tried)?;
        let count = private.len();
        for line in messages.iter().flat_map(|message| missed(message, &tried)) {
            private.remove(&line);
        }
        if private.len() < count {
            continue;
        }
        if let Some(error) = messages.iter().find(|message| message.error) {
            return Err(format!("nothing says what has to be `pub`: {}", error.text));
        }
        let seen = public.iter().filter(|(place, ..)| !private.contains(place));
        let seen: HashSet<&str> = seen.filter_map(|(.., line)| declared(line)).collect();
        let is_missed = |name: &str| tested.contains(name) && !seen.contains(name);
        for (place, _, line) in public.iter().filter(|(.., line)| !line.contains("mod ")) {
            if declared(line).is_some_and(is_missed) {
                private.remove(place);
            }
        }
        if private.len() == count {
            let hidden = |(place, owner, _): &(Line, Option<Line>, &str)| {
                owner.as_ref().filter(|owner| private.contains(owner)).map(|_| place.clone())
            };
            let fields: Vec<Line> = public.iter().filter_map(hidden).collect();
            private.extend(fields);
            *sources = without_pub(sources, &private);
            return Ok(());
        }
    }
}

/// A line without its comment and its texts, which name nothing.
fn code(line: &str) -> String {
    line.split("//").next().unwrap_or_default().split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

/// Returns the items, methods and fields of a formatted file: the byte where `pub` is or would be, the name
/// after that of its type, and true if it is `pub`.
///
/// # Errors
/// When the text is no Rust.
pub fn declarations(text: &str) -> Result<BTreeMap<usize, (String, bool)>, String> {
    let nodes = Nodes::of(&syn::parse_file(text).map_err(|error| error.to_string())?);
    let declared = nodes.nodes.iter().filter_map(|node| {
        let owner = match node.kind {
            Kind::Item => "",
            Kind::Member => &text[nodes.around(&[Kind::Impl], &node.range)?.name.clone()],
            Kind::Field => &text[nodes.around(&[Kind::Item], &node.range)?.name.clone()],
            _ => return None,
        };
        let before = text[..node.name.start].lines().last()?.trim_start();
        let name = format!("{:?} {owner} {}", node.kind, &text[node.name.clone()]);
        Some((node.name.start - before.len(), (name, before.starts_with("pub "))))
    });
    Ok(declared.collect())
}

/// Keeps `pub` in a chapter between two that need it, so that it never goes and comes back. The chapters are
/// in their order.
///
/// # Errors
/// When a source is no Rust.
pub fn keep_public(mut chapters: Vec<&mut Sources>) -> Result<(), String> {
    // The first and the last chapter that need it, by its file and name.
    let mut needed: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    for (number, sources) in chapters.iter().enumerate() {
        for (path, text) in sources.iter() {
            for (name, _) in declarations(text)?.into_values().filter(|(_, is_public)| *is_public) {
                needed.entry((path.clone(), name)).or_insert((number, number)).1 = number;
            }
        }
    }
    for (number, sources) in chapters.iter_mut().enumerate() {
        for (path, text) in sources.iter_mut() {
            for (place, (name, is_public)) in declarations(text)?.into_iter().rev() {
                let ends = needed.get(&(path.clone(), name)).filter(|_| !is_public);
                if ends.is_some_and(|&(first, last)| (first..last).contains(&number)) {
                    text.insert_str(place, "pub ");
                }
            }
        }
    }
    Ok(())
}

/// The sources without the `pub` of some lines.
fn without_pub(sources: &Sources, private: &BTreeSet<Line>) -> Sources {
    let mut changed = sources.clone();
    for (path, text) in &mut changed {
        let lines = text.lines().enumerate().map(|(number, line)| {
            let is_private = private.contains(&(path.clone(), number));
            if is_private { line.replacen("pub ", "", 1) + "\n" } else { format!("{line}\n") }
        });
        *text = lines.collect();
    }
    changed
}

/// The lines that a message misses `pub` at: where it says that something is defined, or the field of a
/// struct, which it only names: "fields `w` and `h` of struct `map::Room` are private".
fn missed(message: &Message, sources: &Sources) -> Vec<Line> {
    let spots = message.spots.iter().filter(|spot| !spot.primary).chain(&message.notes);
    let mut lines: Vec<Line> = spots
        .filter_map(|spot| {
            let before = sources.get(&spot.path)?.get(..spot.range.start)?;
            Some((spot.path.clone(), before.matches('\n').count()))
        })
        .collect();
    let (fields, owner) = message.text.split_once(" of struct `").unwrap_or_default();
    let owner = owner.split('`').next().and_then(|owner| owner.rsplit("::").next());
    for (path, text) in sources {
        let is_owner = |line: &str| line.contains("struct ") && declared(line) == owner;
        let of_owner = text.lines().enumerate().skip_while(|(_, line)| !is_owner(line));
        let found = of_owner.take_while(|(_, line)| *line != "}").filter(|(_, line)| {
            line.starts_with(' ') && declared(line).is_some_and(|name| fields.contains(&format!("`{name}`")))
        });
        lines.extend(found.map(|(number, _)| (path.clone(), number)));
    }
    lines
}

/// The name of what a line declares.
fn declared(line: &str) -> Option<&str> {
    words(line).find(|word| !["", "pub", "const", "fn", "struct", "enum", "type", "mod"].contains(word))
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
}
