//! Recordings at which the copy of the series panics or does not come to an end: the answer comes all the
//! same.

use std::fs;
use std::path::Path;

use roguelike::verify::{Options, verify_files};

/// A run in which F9 finds no save, because a step says that there is none, and then a step that differs.
const NO_SAVE_TO_LOAD: &str = include_str!("no-save-to-load.trace");

/// Verifies a recording. Returns the exit code and the answer.
fn answer(name: &str, text: &str, json: bool) -> (u8, String) {
    let name = format!("damaged-{name}-{}.trace", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    let options = Options { json, ..Options::default() };
    let (mut out, mut complaints) = (Vec::new(), Vec::new());
    let code = verify_files(std::slice::from_ref(&path), &options, &mut out, &mut complaints).unwrap();
    fs::remove_file(path).unwrap();
    (code, String::from_utf8(out).unwrap())
}

#[test]
fn a_save_that_the_recording_brings_along_costs_no_answer() {
    let (code, text) = answer("text", NO_SAVE_TO_LOAD, false);
    assert!(code == 1 && text.contains(": step 8 of 9, Up\n"), "{code} {text}");
    let (code, json) = answer("json", NO_SAVE_TO_LOAD, true);
    assert!(code == 1 && json.lines().count() == 1 && json.contains("\"step\":8,"), "{code} {json}");
}
