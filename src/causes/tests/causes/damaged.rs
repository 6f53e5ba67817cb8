//! Recordings at which the copy of the series panics or does not come to an end: the answer comes all the
//! same.

use std::fs;
use std::path::Path;

use roguelike_compare::verify::{Format, Options, Output, verify_files};

/// A game in which F9 finds no save, because a step records that, and then a step that differs.
const NO_SAVE_TO_LOAD: &str = include_str!("no-save-to-load.trace");

#[test]
fn a_save_that_the_recording_brings_along_costs_no_answer() {
    let name = format!("damaged-{}.trace", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, NO_SAVE_TO_LOAD).unwrap();
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    let mut output = Output::new(Format::Json, &mut out, &mut complaints);
    let code = verify_files(std::slice::from_ref(&path), &Options::default(), &mut output).unwrap();
    fs::remove_file(path).unwrap();
    let json = String::from_utf8(out).unwrap();
    assert!(code == 1 && json.lines().count() == 1 && json.contains("\"step\":8,"), "{code} {json}");
}
