//! The files of `roguelike keys`.
//!
//! `RENEW_KEYS=1 cargo test --release -p roguelike-causes --test causes key_files` makes them again, with the
//! seeds that they name, and with PART=2 counts the known mistakes of that part alone. To try another seed,
//! write it into the first line of a file before.

use std::env;
use std::fs;

use super::compiler::root::root;
use super::copy;
use super::explorer::Script;
use super::known::Run;
use super::{everything, in_parallel};
use roguelike::explorer::files::key_file;
use roguelike::game::Setup;
use roguelike::keys::script::words;
use roguelike::part::Part;
use roguelike::rng::StdLib;

/// Maximum number of letters in a line of keys.
const WIDTH: usize = 100;

/// The end of the line that says how many known mistakes show in a run.
const KNOWN_MISTAKES: &str = " known mistakes of the part show.";

/// Every part with every library.
fn all_files() -> Vec<(Part, StdLib)> {
    let of_part = |part| StdLib::ALL.into_iter().map(move |library| (part, library));
    Part::all().flat_map(of_part).collect()
}

/// The files are what the bot makes. The known mistakes are counted for one part only, because that takes
/// long; for all parts with MISTAKES=all.
#[test]
fn key_files_are_those_of_the_bot() {
    let is_renewed = env::var_os("RENEW_KEYS").is_some();
    let only: Option<u8> = env::var("PART").ok().and_then(|part| part.parse().ok());
    let sections = in_parallel(&all_files(), |&(part, library)| {
        let line = key_file(part, library).lines().find(|line| line.ends_with(KNOWN_MISTAKES));
        let seed = Script::new(part, library, None).setup.seed;
        let script = Script::new(part, library, Some(seed));
        let is_all = (is_renewed || everything()) && only.is_none();
        let is_counted = is_all || part.number() == only.unwrap_or(2);
        let shown = if is_counted { Some(shown_mistakes(&script)) } else { line.map(str::to_owned) };
        text_of(&script, shown)
    });
    let mut old = Vec::new();
    for (part, sections) in Part::all().zip(sections.chunks(StdLib::ALL.len())) {
        let path = root().join(format!("src/explorer/keys/{:02}.keys", part.number()));
        let text = sections.join("\n");
        if is_renewed {
            fs::write(path, text).unwrap();
        } else if fs::read_to_string(&path).unwrap() != text {
            old.push(path);
        }
    }
    assert!(
        old.is_empty(),
        "RENEW_KEYS=1 cargo test --release -p roguelike-causes --test causes key_files renews {old:#?}"
    );
}

/// The line that says how many known mistakes show in a run.
fn shown_mistakes(script: &Script) -> String {
    let mut known = copy::known(script.setup.part);
    known.dedup_by_key(|known| known.row);
    let run = Run::new(script.setup.clone(), script.keys.clone());
    let shown = known.iter().filter(|known| run.first_changed(known.number).is_some()).count();
    format!("# With these keys {shown} of {}{KNOWN_MISTAKES}", known.len())
}

/// The text of a file. Its comments say how to use it.
fn text_of(script: &Script, shown_mistakes: Option<String>) -> String {
    let Setup { part, seed, library, .. } = &script.setup;
    let compilers = library.compilers();
    let mut text = format!(
        "# Part {part}, seed {seed}, random numbers of {library} ({compilers}). Record your program with it:\n\
         #   ./mygame --seed {seed} --keys-file part{part}.keys --colors --trace mine.trace\n"
    );
    text.extend(shown_mistakes.map(|line| line + "\n"));
    let not_reached = script.not_reached();
    if !not_reached.is_empty() {
        text += &format!("# Not reached: {}.\n", not_reached.join(", "));
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
