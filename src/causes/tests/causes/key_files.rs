//! The files of `roguelike keys`.
//!
//! `RENEW_KEYS=1 cargo test -p roguelike-causes --test causes key_files` makes them again, with the seeds
//! that they name, and the lists of the bugs that they do not show. To try another seed, write it into the
//! first line of a file before.

use std::env;
use std::fs;
use std::hash::Hasher;

use fnv::FnvHasher;

use super::compiler::root::root;
use super::explorer::{RARE, Script};
use super::{in_parallel, record_keys};
use roguelike::game::Setup;
use roguelike::keys::script::words;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::{Form, Kind};
use roguelike_causes::Hidden;
use roguelike_compare::keys::{NOT_REACHED, hidden};
use roguelike_compare::verify::{Options, Wanted, compare};

/// The variable with which the files are made again, and the command.
const RENEW_KEYS: &str = "RENEW_KEYS";
const RENEW: &str = "RENEW_KEYS=1 cargo test -p roguelike-causes --test causes key_files";
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
    let is_renewed = env::var_os(RENEW_KEYS).is_some();
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
    assert!(old.is_empty(), "{RENEW} renews {old:#?}");
}

/// The stored lists of the bugs that the keys do not show are what a search finds. Two short ones are made
/// again, and one that the table of bugs chooses.
#[test]
fn key_files_hide_the_bugs_that_are_stored() {
    let path = root().join("src/compare/keys/hidden.txt");
    let mut hasher = FnvHasher::default();
    hasher.write(&fs::read(root().join("src/causes/rows.txt")).unwrap());
    let table = hasher.finish();
    let is_renewed = env::var_os(RENEW_KEYS).is_some();
    // Most people compile with this library.
    let mut files: Vec<(Part, StdLib)> = Part::all().map(|part| (part, StdLib::default())).collect();
    if !is_renewed {
        let drawn = files[(table % files.len() as u64) as usize];
        files.truncate(2);
        files.push(drawn);
    }
    let lists = in_parallel(&files, |&(part, library)| {
        let (script, _) = Script::of_bot(Script::new(part, library, None).setup);
        let hidden = hidden_by(&script, Wanted::SearchedBugs, &[]);
        let line = hidden::write(part, library, &hidden);
        assert_eq!(hidden::read(&line, part, library).as_ref(), Some(&hidden), "part {part} {library}");
        line
    });
    let lines = std::iter::once(format!("rows {table:016x}\n")).chain(lists);
    if is_renewed {
        fs::write(path, lines.collect::<String>()).unwrap();
        return;
    }
    let stored = fs::read_to_string(path).unwrap();
    for line in lines {
        let is_stored = stored.split_inclusive('\n').any(|other| other == line);
        assert!(is_stored, "{RENEW} renews the lists of hidden bugs, which lack this line:\n{line}");
    }
}

/// A stored list is of use where everything is compared. Other answers are searched.
#[test]
fn key_files_with_lines_that_are_ignored_are_searched() {
    let script = Script::new(Part::new(2).unwrap(), StdLib::default(), None);
    let answers = |ignore: &[Kind]| {
        let [listed, searched] =
            [Wanted::HiddenBugs, Wanted::SearchedBugs].map(|how| hidden_by(&script, how, ignore));
        assert_eq!(listed, searched, "{ignore:?}");
        listed
    };
    let (all, fewer) = (answers(&[]), answers(&[Kind::Frame]));
    assert!(fewer.bugs.len() > all.bugs.len(), "{fewer:?}");
}

/// Returns the bugs that a right recording of a run does not show. It has every line, as the recorder for C++
/// writes them.
fn hidden_by(Script { setup, keys }: &Script, wanted: Wanted, ignore: &[Kind]) -> Hidden {
    let text = record_keys(setup.clone(), keys.iter().copied(), Form::Normal);
    let records = Kind::all().filter(|kind| kind.exists_in(setup.part)).map(Kind::word);
    let mark = format!("\n# records {}\nstep 0 ", records.collect::<Vec<_>>().join(" "));
    let options = Options { wanted, ignore: ignore.to_vec(), ..Options::default() };
    compare(text.replacen("\nstep 0 ", &mark, 1).as_bytes(), &options).unwrap().hidden.unwrap()
}

/// Returns the section of a library. Its comments explain how to use it.
fn section_of(script: &Script, not_reached: &[&str]) -> String {
    let Setup { part, seed, library, .. } = &script.setup;
    let compilers = library.compilers();
    let mut text = format!(
        "# Part {part}, seed {seed}, random numbers of {library} ({compilers}). \
         Record your program with it:\n\
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
