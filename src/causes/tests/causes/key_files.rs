//! The files of `roguelike keys`.
//!
//! `RENEW_KEYS=1 cargo test --release -p roguelike-causes --test causes key_files` makes them again, with the
//! seeds that they name. With PART=2 it counts the known bugs of only that part. To try another seed, write
//! it into the first line of a file before.

use std::env;
use std::fs;

use super::compiler::root::root;
use super::copy::{self, Bug};
use super::explorer::{RARE, Script};
use super::known::Run;
use super::{everything, in_parallel};
use roguelike::game::Setup;
use roguelike::keys::script::words;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike_compare::keys::{HIDDEN, NOT_REACHED, key_file};

/// Maximum number of letters in a line of keys.
const WIDTH: usize = 100;

/// The end of the line with the number of known bugs that show in a game.
const KNOWN_BUGS: &str = " known bugs of the part show.";

/// Every part with every library.
fn all_files() -> Vec<(Part, StdLib)> {
    let of_part = |part| StdLib::ALL.into_iter().map(move |library| (part, library));
    Part::all().flat_map(of_part).collect()
}

/// A run of the bot, what it does not reach, and the known mistakes that do not show in it, if they were
/// tried.
type Section = (Script, Vec<&'static str>, Option<Vec<String>>);

/// The files are what the bot makes, and it reaches what their part has. The known mistakes are tried for one
/// part only, because that takes long; for all parts with MISTAKES=all.
#[test]
fn key_files_are_those_of_the_bot() {
    let is_renewed = env::var_os("RENEW_KEYS").is_some();
    let only: Option<u8> = env::var("PART").ok().and_then(|part| part.parse().ok());
    let is_all = (is_renewed || everything()) && only.is_none();
    let sections = in_parallel(&all_files(), |&(part, library)| {
        let (script, not_reached) = Script::of_bot(Script::new(part, library, None).setup);
        let are_rare = not_reached.iter().all(|words| RARE.contains(words));
        assert!(are_rare, "part {part} {library}: {not_reached:?}");
        let is_tried = is_all || part.number() == only.unwrap_or(2);
        let hidden = is_tried.then(|| hidden_bugs(&script));
        (script, not_reached, hidden)
    });
    let mut old = Vec::new();
    for (part, sections) in Part::all().zip(sections.chunks(StdLib::ALL.len())) {
        let path = root().join(format!("src/compare/keys/{:02}.keys", part.number()));
        let text = text_of(part, sections);
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

/// The known mistakes of a part, row by row: one row has a mistake for each value.
fn rows(part: Part) -> Vec<Vec<Bug>> {
    copy::known(part).chunk_by(|one, other| one.row() == other.row()).map(<[_]>::to_vec).collect()
}

/// The sentences of the rows that do not show in a run, whatever the value.
fn hidden_bugs(script: &Script) -> Vec<String> {
    let run = Run::new(script.setup.clone(), script.keys.clone());
    let is_hidden = |row: &Vec<Bug>| row.iter().all(|known| run.first_changed(known.number()).is_none());
    let hidden = rows(script.setup.part).into_iter().filter(is_hidden);
    hidden.map(|mut row| row.swap_remove(0).to_string()).collect()
}

/// The text of the file of a part: the sections of the libraries, and the known mistakes that none of them
/// shows. Where these were not tried, they are as in the file.
fn text_of(part: Part, runs: &[Section]) -> String {
    let shown = |(script, _, hidden): &Section| match hidden {
        Some(hidden) => {
            let count = rows(part).len();
            Some(format!("# With these keys {} of {count}{KNOWN_BUGS}", count - hidden.len()))
        }
        None => {
            let old = key_file(part, script.setup.library).text;
            old.lines().find(|line| line.ends_with(KNOWN_BUGS)).map(str::to_owned)
        }
    };
    let mut sections: Vec<String> = runs.iter().map(|run| section_of(run, shown(run))).collect();
    let tried: Option<Vec<&Vec<String>>> = runs.iter().map(|(.., hidden)| hidden.as_ref()).collect();
    let nowhere = match tried {
        Some(tried) => {
            let is_nowhere = |text: &&String| tried.iter().all(|hidden| hidden.contains(text));
            tried[0].iter().filter(is_nowhere).map(|text| format!("#   {text}\n")).collect()
        }
        None => {
            let old = key_file(part, StdLib::default()).text;
            old.split_once(HIDDEN).map_or_else(String::new, |(_, lines)| lines.trim_start().to_owned())
        }
    };
    sections.extend((!nowhere.is_empty()).then(|| format!("{HIDDEN}\n{nowhere}")));
    sections.join("\n")
}

/// Returns the section of a library. Its comments explain how to use it.
fn section_of((script, not_reached, _): &Section, shown_bugs: Option<String>) -> String {
    let Setup { part, seed, library, .. } = &script.setup;
    let compilers = library.compilers();
    let mut text = format!(
        "# Part {part}, seed {seed}, random numbers of {library} ({compilers}). Record your program with it:\n\
         #   ./mygame --seed {seed} --keys-file part{part}.keys --colors --trace mine.trace\n"
    );
    text.extend(shown_bugs.map(|line| line + "\n"));
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
