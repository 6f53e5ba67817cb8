//! Random edits of files, and how many of them are tried.

#![allow(dead_code, reason = "the tests that share this file need different parts of it")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use super::root::root;

pub fn folder(name: &str) -> PathBuf {
    root().join("tests").join(name)
}

/// This number of cases, or a multiple of it. What fails is kept and tried first the next time.
pub fn config(cases: u32) -> ProptestConfig {
    let times = match env::var("ROGUELIKE_CASES") {
        Ok(number) => number.parse().expect("ROGUELIKE_CASES is a number"),
        Err(_) => 1,
    };
    let kept = folder("fuzz/regressions/properties.txt");
    ProptestConfig {
        cases: cases * times,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(Box::leak(
            kept.display().to_string().into_boxed_str(),
        )))),
        ..ProptestConfig::default()
    }
}

/// A recording, and one or two edits of its first steps.
pub type EditedTrace = (prop::sample::Index, Vec<(prop::sample::Index, Edit)>);

pub fn edited_trace() -> impl Strategy<Value = EditedTrace> {
    (any::<prop::sample::Index>(), vec((any::<prop::sample::Index>(), edit()), 1..3))
}

/// Returns the first steps of a recording with the edits.
pub fn apply(file: prop::sample::Index, edits: Vec<(prop::sample::Index, Edit)>) -> Vec<u8> {
    let mut files = files(&folder("golden/traces"), "trace");
    files.extend(self::files(&folder("golden/traces"), "brief"));
    let text = fs::read_to_string(file.get(&files)).unwrap();
    let mut bytes = first_steps(&text, 4).as_bytes().to_vec();
    for (place, edit) in edits {
        edit.apply(place.index(bytes.len()), &mut bytes);
    }
    bytes
}

#[derive(Clone, Debug)]
pub struct Edit {
    removed: usize,
    inserted: Vec<u8>,
}

impl Edit {
    pub fn apply(self, place: usize, bytes: &mut Vec<u8>) {
        let end = bytes.len().min(place + self.removed);
        bytes.splice(place..end, self.inserted);
    }
}

/// The beginning of a trace, up to and without this step.
pub fn first_steps(trace: &str, end: usize) -> &str {
    &trace[..trace.find(&format!("\nstep {end} ")).map_or(trace.len(), |place| place + 1)]
}

pub fn edit() -> impl Strategy<Value = Edit> {
    let inserted =
        prop_oneof![vec(any::<u8>(), 0..3), vec(prop::sample::select(b"0123456789 \n-rkgS".to_vec()), 0..3),];
    (0..3usize, inserted).prop_map(|(removed, inserted)| Edit { removed, inserted })
}

/// The files of a folder with this ending, sorted.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == ending));
    files.sort();
    files
}
