//! The scripts of the gate.
#![cfg(unix)]

#[path = "common/scratch.rs"]
mod scratch;

use std::fs;
use std::path::Path;
use std::process::Command;

use scratch::scratch;

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

/// The tests that it runs here are of a crate with a test that fails every second time, and another that
/// crashes then.
#[test]
fn the_soak_prints_and_counts_what_fails_now_and_then() {
    let folder = scratch("soak");
    for (file, text) in [
        ("Cargo.toml", "[package]\nname = \"now-and-then\"\nedition = \"2024\"\n[workspace]\n"),
        ("src/lib.rs", NOW_AND_THEN),
        (
            "tests/crash.rs",
            "#[test]\nfn crashes() { if now_and_then::is_second(\"crash\") { std::process::abort() } }\n",
        ),
    ] {
        fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
        fs::write(folder.join(file), text).unwrap();
    }
    fs::create_dir_all(folder.join(".ci")).unwrap();
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/soak"), folder.join(".ci/soak")).unwrap();
    let lock =
        Command::new(env!("CARGO")).args(["generate-lockfile", "--offline"]).current_dir(&folder).status();
    assert!(lock.unwrap().success());
    let soak = |times: &str| {
        let output =
            Command::new(".ci/soak").arg(times).current_dir(&folder).env_remove("CARGO_TARGET_DIR").output();
        let output = output.unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let (success, told) = soak("1");
    assert!(success && told.ends_with("\n1 runs, 0 failures\n"), "{told}");
    let (success, told) = soak("2");
    assert!(!success && told.ends_with("\n2 runs, 2 failures\n"), "{told}");
    for words in
        ["run 1, alone:", "the second time", "SIGABRT", "run 2 of 2, beside eight busy processes: 2 passed"]
    {
        assert!(told.contains(words), "no '{words}' in {told}");
    }
}

/// Source of that crate. A file that the first time leaves is found and removed the second time.
const NOW_AND_THEN: &str = r#"
/// Returns true every second time.
pub fn is_second(name: &str) -> bool {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let is_second = file.exists();
    if is_second { std::fs::remove_file(file).unwrap() } else { std::fs::write(file, "").unwrap() }
    is_second
}

#[test]
fn fails() {
    assert!(!is_second("failure"), "the second time");
}
"#;
