//! The files of `roguelike keys`.
//!
//! `RENEW_KEYS=1 cargo test --release -p roguelike-causes --test causes key_files` makes them again, with the
//! seeds that they name. To try another seed, write it into the first line of a file before.

use std::env;
use std::fs;

use super::compiler::root::root;
use super::copy::{self, KnownMistake};
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

/// The beginning of the comments about known mistakes, which are the last ones of a section.
const KNOWN_MISTAKES: &str = "# With these keys ";

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
    let runs = in_parallel(&all_files(), |&(part, library)| {
        let seed = Script::new(part, library, None).setup.seed;
        let script = Script::new(part, library, Some(seed));
        let is_counted = is_renewed || everything() || part.number() == 2;
        let shown = is_counted.then(|| shown_mistakes(&script));
        (script, shown)
    });
    let mut old = Vec::new();
    for (part, runs) in Part::all().zip(runs.chunks(StdLib::ALL.len())) {
        let known = known_mistakes(part);
        let is_shown = |number: &u32| {
            runs.iter().any(|(_, shown)| shown.as_ref().is_some_and(|all| all.contains(number)))
        };
        let hidden = known.iter().filter(|known| !is_shown(&known.number)).map(|known| &known.text);
        let hidden: String = hidden.map(|text| format!("#   {text}\n")).collect();
        let sections = runs.iter().map(|(script, shown)| {
            let about_mistakes = match shown {
                Some(shown) => {
                    let hidden = match hidden.as_str() {
                        "" => String::new(),
                        hidden => format!("# The keys of no library show these:\n{hidden}"),
                    };
                    let (shown, all) = (shown.len(), known.len());
                    format!("{KNOWN_MISTAKES}{shown} of {all} known mistakes of the part show.\n{hidden}")
                }
                None => {
                    let lines = key_file(part, script.setup.library).lines();
                    let lines = lines.skip_while(|line| !line.starts_with(KNOWN_MISTAKES));
                    lines.take_while(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect()
                }
            };
            text_of(script, &about_mistakes)
        });
        let text = sections.collect::<Vec<_>>().join("\n");
        let path = root().join(format!("src/explorer/keys/{:02}.keys", part.number()));
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

/// The known mistakes of a part, each with one of its values.
fn known_mistakes(part: Part) -> Vec<KnownMistake> {
    let mut known = copy::known(part);
    known.dedup_by_key(|known| known.row);
    known
}

/// The numbers of the known mistakes that show in a run.
fn shown_mistakes(script: &Script) -> Vec<u32> {
    let run = Run::new(script.setup.clone(), script.keys.clone());
    let numbers = known_mistakes(script.setup.part).into_iter().map(|known| known.number);
    numbers.filter(|&number| run.first_changed(number).is_some()).collect()
}

/// The text of a file. Its comments say how to use it.
fn text_of(script: &Script, about_mistakes: &str) -> String {
    let Setup { part, seed, library, .. } = &script.setup;
    let compilers = library.compilers();
    let mut text = format!(
        "# Part {part}, seed {seed}, random numbers of {library} ({compilers}). Record your program with it:\n\
         #   ./mygame --seed {seed} --keys-file part{part}.keys --colors --trace mine.trace\n"
    );
    let not_reached = script.not_reached();
    if !not_reached.is_empty() {
        text += &format!("# Not reached: {}.\n", not_reached.join(", "));
    }
    text += about_mistakes;
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
