//! The game reproduces the recordings of the original, byte for byte.

#[path = "common/parallel.rs"]
mod parallel;
#[path = "common/recording.rs"]
mod recording;

use std::fs;
use std::path::{Path, PathBuf};

use roguelike::game::Setup;
use roguelike::key::Key;
use roguelike::part::Part;
use roguelike::support::hash::Fnv;
use roguelike::trace::{Kind, Tracer, Value};

use parallel::in_parallel;
use recording::parse;

/// Plays what a recording played, from nothing but its header and its keys.
fn replay(recording: &str) -> String {
    let recording = parse(recording.as_bytes()).unwrap();
    let form = recording.header.form;
    let (mut tracer, first) = Tracer::new(recording.header.setup());
    let mut text = recording.header.to_string() + &first.to_text(form);
    for key in recording.keys() {
        text += &tracer.press(key).to_text(form);
    }
    text
}

fn recordings() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Returns where the replayed recording differs from the file; None if it does not.
fn difference(file: &Path) -> Option<String> {
    let recording = fs::read_to_string(file).unwrap();
    let replayed = replay(&recording);
    if recording == replayed {
        return None;
    }
    let line = recording.lines().zip(replayed.lines()).position(|(a, b)| a != b);
    let line = line.unwrap_or_else(|| recording.lines().count().min(replayed.lines().count()));
    let step = recording.lines().take(line + 1).filter(|line| line.starts_with("step ")).last();
    Some(format!(
        "{}: line {}, {step:?}: recorded {:?}, got {:?}",
        file.file_name().unwrap().display(),
        line + 1,
        recording.lines().nth(line),
        replayed.lines().nth(line)
    ))
}

#[test]
fn every_recording_is_reproduced() {
    let files = recordings();
    assert_eq!(files.len(), 134, "a recording is missing, or new and not in this number");
    let failed: Vec<String> = in_parallel(&files, |file| difference(file)).into_iter().flatten().collect();
    assert!(failed.is_empty(), "{} of {} differ:\n{}", failed.len(), files.len(), failed.join("\n"));
}

/// Reading takes lines apart, and writing puts them together: nothing is lost in between.
#[test]
fn a_recording_that_is_read_is_written_the_same() {
    for file in recordings().iter().filter(|file| file.extension().is_some_and(|name| name == "trace")) {
        let text = fs::read_to_string(file).unwrap();
        let recording = parse(text.as_bytes()).unwrap();
        let steps = recording.steps.iter().map(|recorded| recorded.step.to_text(recording.header.form));
        let written = recording.header.to_string() + &steps.collect::<String>();
        assert!(written == text, "{} is written in another way", file.display());
    }
}

/// The digits of a map are what its hash is made of, which the recordings of the original have.
#[test]
fn the_map_of_a_full_recording_has_its_hash() {
    for part in Part::all() {
        let (mut tracer, _) = Tracer::new(Setup::new(part, 42));
        for key in [Key::NUM_1, Key::UP, Key::RIGHT] {
            let step = tracer.press(key);
            let numbers: Vec<u8> =
                step.tiles.as_ref().unwrap().concat().bytes().map(|digit| digit - b'0').collect();
            assert_eq!(numbers.len(), 64 * 36, "part {part}");
            let hash = step.fact(Kind::Tiles).unwrap().get("");
            assert_eq!(hash, Some(&Value::Hash(Fnv::of(&numbers))), "part {part}, {}", key.name());
        }
    }
}
