//! The files of `roguelike keys`.
//!
//! `RENEW_KEYS=1 cargo test -p roguelike-causes --test causes key_files` makes them again, with the seeds
//! that they name. To try another seed, write it into the first line of a file before.

use std::env;
use std::fs;

use super::compiler::root::root;
use super::explorer::{RARE, Script};
use super::in_parallel;
use roguelike::game::Setup;
use roguelike::keys::script::words;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike_compare::keys::NOT_REACHED;

/// Maximum number of letters in a line of keys.
const WIDTH: usize = 100;

/// Every part with every library.
fn all_files() -> Vec<(Part, StdLib)> {
    let of_part = |part| StdLib::ALL.into_iter().map(move |library| (part, library));
    Part::all().flat_map(of_part).collect()
}

/// The files are the games of the bot, and it reaches what their part has.
#[test]
fn key_files_are_those_of_the_bot() {
    let is_renewed = env::var_os("RENEW_KEYS").is_some();
    let sections = in_parallel(&all_files(), |&(part, library)| {
        let (script, not_reached) = Script::of_bot(Script::new(part, library, None).setup);
        let are_rare = not_reached.iter().all(|words| RARE.contains(words));
        assert!(are_rare, "part {part} {library}: {not_reached:?}");
        section_of(&script, &not_reached)
    });
    let mut old = Vec::new();
    for (part, sections) in Part::all().zip(sections.chunks(StdLib::ALL.len())) {
        let path = root().join(format!("src/compare/keys/{:02}.keys", part.number()));
        let text = sections.join("\n");
        if is_renewed {
            fs::write(path, text).unwrap();
        } else if fs::read_to_string(&path).unwrap() != text {
            old.push(path);
        }
    }
    assert!(
        old.is_empty(),
        "RENEW_KEYS=1 cargo test -p roguelike-causes --test causes key_files renews {old:#?}"
    );
}

/// Returns the section of a library. Its comments explain how to use it.
fn section_of(script: &Script, not_reached: &[&str]) -> String {
    let Setup { part, seed, library, .. } = &script.setup;
    let compilers = library.compilers();
    let mut text = format!(
        "# Part {part}, seed {seed}, random numbers of {library} ({compilers}). Record your program with it:\n\
         #   ./mygame --seed {seed} --keys-file part{part}.keys --colors --trace mine.trace\n"
    );
    if !not_reached.is_empty() {
        text += &format!("{NOT_REACHED}{}.\n", not_reached.join(", "));
    }
    let mut line = String::new();
    for word in words(&script.keys) {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            text += &format!("{line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &word;
    }
    text + &line + "\n"
}
