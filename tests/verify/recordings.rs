//! Recordings to be verified, and what `verify` says of them.

#![allow(dead_code, reason = "the tests that share this file need different parts of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::root::root;
use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::keys::script::KeyReader;
use roguelike::part::Part;
use roguelike::trace::{Form, Header, Tracer};
use roguelike_compare::verify::{
    Divergence, Format, Of, Options, Output, Verdict, Wanted, compare, verify_files,
};

/// A recording of the original.
pub struct Golden {
    pub name: String,
    pub text: String,
}

pub fn goldens() -> Vec<Golden> {
    let folder = root().join("tests/golden/traces");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| Golden {
        name: path.file_name().unwrap().to_str().unwrap().to_owned(),
        text: fs::read_to_string(&path).unwrap(),
    };
    paths.into_iter().map(read).collect()
}

pub fn golden(name: &str) -> String {
    fs::read_to_string(root().join("tests/golden/traces").join(name)).unwrap()
}

pub fn script(keys: &str) -> Vec<Key> {
    KeyReader::new(keys.as_bytes()).collect::<Result<_, _>>().unwrap()
}

/// What the port records for a part, a seed and keys.
pub fn record(part: u8, seed: u32, keys: &str, form: Form) -> String {
    record_with(Setup::new(Part::new(part).unwrap(), seed), keys, form)
}

pub fn record_with(setup: Setup, keys: &str, form: Form) -> String {
    record_keys(setup, script(keys), form)
}

pub fn record_keys(setup: Setup, keys: impl IntoIterator<Item = Key>, form: Form) -> String {
    let mut text = Header::new(&setup, form).to_string();
    let (mut tracer, first) = Tracer::new(setup);
    text += &first.to_text(form);
    for key in keys {
        let step = tracer.press(key);
        text += &step.to_text(form);
        if step.quits() {
            break;
        }
    }
    text
}

/// A file of this test run with this content.
pub fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// What the command answers about a recording, which it calls FILE.
pub struct Answer {
    pub code: u8,
    pub out: String,
    pub errors: String,
}

pub fn answer(text: &str, options: &Options) -> Answer {
    answer_in(Format::default(), text, options)
}

pub fn answer_in(format: Format, text: &str, options: &Options) -> Answer {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let path = file(&format!("answer-{}.trace", COUNT.fetch_add(1, Ordering::Relaxed)), text);
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let mut output = Output::new(format, &mut out, &mut errors);
    let code = verify_files(&[PathBuf::from(&path)], options, &mut output).unwrap();
    fs::remove_file(&path).unwrap();
    let told = |bytes| String::from_utf8(bytes).unwrap().replace(&path, "FILE");
    Answer { code, out: told(out), errors: told(errors) }
}

/// Verifies a recording.
pub fn verify(text: &str) -> Verdict {
    compare(text.as_bytes(), &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The first difference of a recording that has one.
pub fn divergence(text: &str) -> Divergence {
    first_difference(text, &Options::default())
}

/// The same, without a search for its cause.
pub fn difference(text: &str) -> Divergence {
    first_difference(text, &Options { wanted: Wanted::Differences, ..Options::default() })
}

pub fn first_difference(text: &str, options: &Options) -> Divergence {
    let verdict = compare(text.as_bytes(), options).unwrap_or_else(|error| panic!("{error}"));
    let all = verdict.divergences.into_iter().filter(|found| found.of != Of::SaveFile);
    all.min_by_key(|found| (found.expected.number, found.of == Of::Rules)).unwrap_or_else(|| {
        panic!("no difference was found in {}", text.lines().take(6).collect::<Vec<_>>().join("; "))
    })
}

pub fn cause(found: &Divergence) -> &str {
    found.cause.as_ref().map_or("none", |cause| cause.first.reason.name())
}

/// Why the step should be as it is, or nothing if that is not explained.
pub fn explanation(found: &Divergence) -> String {
    found.explanation().map(|explanation| explanation.to_string()).unwrap_or_default()
}

/// The steps of a trace, each with all its lines.
pub fn steps(text: &str) -> Vec<&str> {
    text.split("\nstep ").skip(1).map(|step| step.trim_end_matches('\n')).collect()
}

/// Returns true for every `share`-th entry of a list; for all entries with MISTAKES=all. The searches of the
/// other entries would take minutes.
pub fn is_chosen(index: usize, share: usize) -> bool {
    everything() || index % share == share / 2
}

/// Returns true if mistakes are to be tried in more ways, which takes minutes: with MISTAKES=all.
pub fn everything() -> bool {
    std::env::var_os("MISTAKES").is_some_and(|value| value == "all")
}
