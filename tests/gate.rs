//! The scripts of the gate.
#![cfg(unix)]

#[path = "common/scratch.rs"]
mod scratch;

use std::fs;
use std::path::Path;
use std::process::Command;

use scratch::scratch;

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
    let (success, printed) = soak("1");
    assert!(success && printed.ends_with("\n1 runs, 0 failed\n"), "{printed}");
    let (success, printed) = soak("3");
    assert!(!success && printed.ends_with("\n3 runs, 2 failed\n"), "{printed}");
    for words in ["the second time", "SIGABRT", "run 2 of 3, beside 8 busy processes"] {
        assert!(printed.contains(words), "no '{words}' in {printed}");
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
