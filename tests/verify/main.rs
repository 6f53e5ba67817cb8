//! `verify` says of right recordings that they are right, and of wrong ones where and why they are wrong.

mod broken;
mod causes;
#[path = "../cpp/compiler.rs"]
mod compiler;
mod damaged;
mod detours;
mod faults;
mod hints;
mod known;
mod limits;
mod mutants;
mod names;
mod own_texts;
mod page;
mod pairs;
#[path = "../common/parallel.rs"]
mod parallel;
mod runs;
#[path = "../common/section.rs"]
mod section;
mod side_by_side;
mod surroundings;
mod words;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parallel::in_parallel;
use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::keys::script::KeyReader;
use roguelike::part::Part;
use roguelike::trace::{Form, Header, Tracer};
use roguelike::verify::{Divergence, Options, Verdict, compare};

/// A recording of the original.
struct Golden {
    name: String,
    text: String,
}

fn goldens() -> Vec<Golden> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| Golden {
        name: path.file_name().unwrap().to_str().unwrap().to_owned(),
        text: fs::read_to_string(&path).unwrap(),
    };
    paths.into_iter().map(read).collect()
}

fn golden(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces").join(name)).unwrap()
}

fn script(keys: &str) -> Vec<Key> {
    KeyReader::new(keys.as_bytes()).collect::<Result<_, _>>().unwrap()
}

/// What the port records for a part, a seed and keys.
fn record(part: u8, seed: u32, keys: &str, form: Form) -> String {
    record_with(Setup::new(Part::new(part).unwrap(), seed), keys, form)
}

fn record_with(setup: Setup, keys: &str, form: Form) -> String {
    let mut text = Header::new(&setup, form).to_string();
    let (mut tracer, first) = Tracer::new(setup);
    text += &first.to_text(form);
    for key in script(keys) {
        let block = tracer.press(key);
        text += &block.to_text(form);
        if block.quits() {
            break;
        }
    }
    text
}

/// Verifies a recording.
fn verify(text: &str) -> Verdict {
    compare(text.as_bytes(), &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The first difference of a recording that has one.
fn divergence(text: &str) -> Divergence {
    first_difference(text, &Options::default())
}

/// The same, without a search for its cause.
fn difference(text: &str) -> Divergence {
    first_difference(text, &Options { search_time: Some(Duration::ZERO), ..Options::default() })
}

fn first_difference(text: &str, options: &Options) -> Divergence {
    let verdict = compare(text.as_bytes(), options).unwrap_or_else(|error| panic!("{error}"));
    let all = verdict.cosmetic.into_iter().chain(verdict.divergence);
    all.min_by_key(|found| found.expected.number).unwrap_or_else(|| {
        panic!("no difference was found in {}", text.lines().take(6).collect::<Vec<_>>().join("; "))
    })
}

fn cause(found: &Divergence) -> &str {
    found.cause.as_ref().map_or("none", |cause| cause.name)
}

/// The steps of a trace, each with all its lines.
fn steps(text: &str) -> Vec<&str> {
    text.split("\nstep ").skip(1).map(|step| step.trim_end_matches('\n')).collect()
}

/// Returns true for every `share`-th entry of a list; for all entries with MISTAKES=all. The searches of the
/// other entries would take minutes.
fn is_chosen(index: usize, share: usize) -> bool {
    everything() || index % share == share / 2
}

/// Returns true if mistakes are to be tried in more ways, which takes minutes: with MISTAKES=all.
fn everything() -> bool {
    std::env::var_os("MISTAKES").is_some_and(|value| value == "all")
}
