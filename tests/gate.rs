//! The scripts of the gate.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

/// A name in `.ci/` that no test has any more must not pass as tested.
#[test]
fn the_gate_fails_where_a_test_has_another_name() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = |printed: &str| {
        let script = format!(". .ci/common; tests_named printf '{printed}' some_test");
        let mut bash = Command::new("bash");
        bash.args(["-euo", "pipefail", "-c", &script]).current_dir(top);
        bash.env("CARGO_TARGET_DIR", env!("CARGO_TARGET_TMPDIR")).output().unwrap()
    };
    let ran = run("running 1 test\\ntest result: ok. 1 passed; 0 failed\\n");
    assert!(ran.status.success(), "{ran:?}");
    let missing = run("running 0 tests\\ntest result: ok. 0 passed; 0 failed\\n");
    assert!(!missing.status.success(), "{missing:?}");
    let told = String::from_utf8(missing.stderr).unwrap();
    assert!(told.contains("no test has the name some_test"), "{told}");
}

/// Every test that the gate runs by its name is run by the function that finds out whether there is one.
#[test]
fn no_name_of_a_test_is_given_without_that() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci");
    for script in std::fs::read_dir(folder).unwrap() {
        let path = script.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| line.contains("cargo_test --") || line.contains("cargo test"))
        {
            let words: Vec<&str> = line.split_whitespace().collect();
            let after = |option: &str| words.iter().rposition(|word| *word == option);
            // A word after `--test NAME`, or the last word if it is no option's value.
            let named = after("--test")
                .is_some_and(|at| words.get(at + 2).is_some_and(|word| !word.starts_with('-')));
            assert!(!named || words.contains(&"tests_named"), "{}: {line}", path.display());
        }
    }
}
