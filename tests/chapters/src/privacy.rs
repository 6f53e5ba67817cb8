//! Who sees what: `pub` stands where another file needs it, and nowhere else.

use std::collections::{BTreeSet, HashSet};

use crate::check::{Checker, Message};
use crate::program::Sources;

/// A line that declares something: its file, and its number from 0.
type Line = (String, usize);

/// Takes `pub` away from all that the compiler does not miss it at. What the tests of the chapter name is
/// seen: of several fields with one name those that other files need too. The sources are formatted, so a
/// line declares one thing.
///
/// # Errors
/// When the compiler cannot be run, or refuses the sources.
pub fn make_private(sources: &mut Sources, tests: &str, part: u8) -> Result<(), String> {
    let checker = Checker::new(part)?;
    let tests: Vec<&str> = tests.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let tested: HashSet<&str> = tests.iter().flat_map(|line| words(line)).collect();
    let calls = tests.iter().flat_map(|line| line.split('(')).filter_map(|before| words(before).last());
    let called: HashSet<&str> = calls.collect();
    let public: Vec<(Line, &str)> = sources
        .iter()
        .flat_map(|(path, text)| text.lines().enumerate().map(move |(at, line)| ((path.clone(), at), line)))
        .filter(|(_, line)| line.trim_start().starts_with("pub "))
        .collect();
    // Which type's function is called, a name does not say.
    let is_called =
        |line: &str| line.contains("fn ") && declared(line).is_some_and(|name| called.contains(name));
    let others = public.iter().filter(|(_, text)| !is_called(text));
    let mut private: BTreeSet<Line> = others.map(|(line, _)| line.clone()).collect();
    loop {
        let tried = without_pub(sources, &private);
        let messages = checker.check(&tried)?;
        let count = private.len();
        for line in messages.iter().flat_map(|message| missed(message, &tried)) {
            private.remove(&line);
        }
        if private.len() == count {
            let seen = public.iter().filter(|(line, _)| !private.contains(line));
            let seen: HashSet<&str> = seen.filter_map(|(_, text)| declared(text)).collect();
            let is_missed =
                |text: &str| declared(text).is_some_and(|name| tested.contains(name) && !seen.contains(name));
            // Of a type that other files see, tests see all that they name.
            for group in public.chunk_by(|_, (_, next)| next.starts_with(' ')) {
                let (line, text) = &group[0];
                let is_own = text.starts_with(' ') || !private.contains(line) || is_missed(text);
                if is_own && group.iter().any(|(_, text)| is_missed(text)) {
                    let named = |text: &str| declared(text).is_some_and(|name| tested.contains(name));
                    group.iter().filter(|(_, text)| named(text)).for_each(|(line, _)| {
                        private.remove(line);
                    });
                }
            }
        }
        if private.len() == count {
            if let Some(error) = messages.iter().find(|message| message.error) {
                return Err(format!("chapter {part}: nothing says what has to be `pub`: {}", error.text));
            }
            *sources = tried;
            return Ok(());
        }
    }
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
