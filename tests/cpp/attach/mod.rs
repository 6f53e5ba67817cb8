//! `roguelike attach`, with sources of several layouts.

mod lines;
mod runs;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::program::files;

fn attach(part: &str, folder: &Path, more: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_roguelike-compare"));
    program.args(["attach", "--part", part]).arg(folder).args(more).output().unwrap()
}

/// Applies the patch of a folder's sources to them with git.
fn patch(part: &str, folder: &Path) {
    let before = files(folder);
    let output = attach(part, folder, &["-o", folder.join("trace.patch").to_str().unwrap()]);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    // It says what it changes, and the next command.
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("the patch changes ")
            && said.contains("; next: patch -d ")
            && said.lines().count() == 1,
        "{said}"
    );
    fs::rename(folder.join("trace.patch"), folder.with_extension("patch")).unwrap();
    assert_eq!(files(folder), before, "attach changes nothing itself");
    apply(folder);
}

/// Applies the patch beside a folder to it with git.
fn apply(folder: &Path) {
    let mut git = Command::new("git");
    git.arg("apply").arg(folder.with_extension("patch")).current_dir(folder);
    // The folder is no part of the repository around it.
    git.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap());
    let output = git.output().unwrap_or_else(|error| {
        panic!("git: {error}; install what the tests need: apt-get install -y git");
    });
    assert!(output.status.success(), "{output:?}");
}
