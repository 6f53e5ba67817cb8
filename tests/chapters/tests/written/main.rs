//! The chapters as they are written: they compile without a warning, play every recording of their part to
//! the bit, and their windows show the recorded frames.
//!
//! `cargo test` takes three chapters, other ones each time, and says which; `CHAPTERS=all cargo test` takes
//! all of them, `CHAPTERS=3,9 cargo test` these. Size and number of files are printed too (`-- --nocapture`).

mod screen;
mod workspace;

use std::fs;
use std::path::{Path, PathBuf};

use chapters::known::Choice;
use workspace::Workspace;

/// What the recordings and frames of a part with GCC's numbers are called.
fn golden(folder: &str, part: u8) -> Vec<PathBuf> {
    let folder = chapters::chapter::root().join("tests/golden").join(folder);
    let folder = folder.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let prefix = format!("part{part:02}-libstdc++-seed");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| name(path).starts_with(&prefix)).collect();
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Maximum sizes of chapters, in lines of code and comments. The C++ has 894 and 1,978 lines there.
const SIZES: [(u8, usize); 2] = [(3, 800), (17, 2_400)];

#[test]
fn chapters_stay_small() {
    let sources = chapters::chapter::series().unwrap();
    for (part, most) in SIZES {
        let choice = Choice { part, library: "Libstdcxx".to_owned() };
        let lines = chapters::chapter::chapter(&sources, &choice).unwrap().lines();
        assert!(lines <= most, "chapter {part} has {lines} lines, more than {most}");
    }
}

#[test]
fn chapters_play_every_recording_of_their_part() {
    let workspace = Workspace::get();
    for &part in &workspace.parts {
        let recordings = golden("traces", part);
        assert!(!recordings.is_empty(), "no recordings of part {part}");
        let folder = workspace.empty_folder(&format!("plays{part:02}"));
        let output = workspace
            .command(&format!("played{part:02}"))
            .arg("--replay")
            .args(&recordings)
            .current_dir(&folder)
            .output()
            .unwrap();
        let played = String::from_utf8_lossy(&output.stdout).lines().count();
        let problem = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "part {part}: {problem}");
        assert_eq!(played, recordings.len(), "part {part}: {problem}");
    }
}

#[test]
fn the_window_of_a_chapter_shows_the_recorded_frames() {
    let workspace = Workspace::get();
    for &part in &workspace.parts {
        for frame in golden("frames", part) {
            screen::compare(workspace, part, &frame);
        }
    }
}

#[test]
fn a_chapter_says_what_is_no_seed() {
    let workspace = Workspace::get();
    for &part in &workspace.parts {
        let output = workspace.command(&format!("part{part:02}")).arg("forty-two").output().unwrap();
        let problem = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), problem.lines().count()), (Some(1), 1), "{problem}");
        assert!(problem.contains("'forty-two' is no seed"), "{problem}");
    }
}
