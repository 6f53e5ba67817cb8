//! The chapters as they are written: they compile without a warning, play every recording of their part to
//! the bit, and their windows show the recorded frames.
//!
//! The windows of three chapters are looked at; `CHAPTERS=all cargo test` takes all of them, `CHAPTERS=3,9 cargo test` these chapters alone. Size and number of files are printed too
//! (`-- --nocapture`).

#[path = "../../../common/parallel.rs"]
mod parallel;
mod screen;
#[path = "../played/texts.rs"]
mod texts;
mod workspace;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chapters::book::{START_IN_REPOSITORY, files};
use chapters::check::Checker;
use chapters::diff::diff;
use chapters::docs::{parts, sentences};
use chapters::repository::{COMMAND, written};
use chapters::shapes::HANDED_OUT;
use parallel::in_parallel;
use workspace::Workspace;

/// The Rust whose compiler and rustfmt wrote the chapters. Another one can report and format differently.
const RUST: &str = "1.95.0";

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

/// The code of the chapters that were cut, and everything beside the code of all.
#[test]
fn chapters_in_the_repository_are_those_of_the_sources() {
    let version = Command::new("rustc").arg("--version").output().unwrap().stdout;
    if String::from_utf8_lossy(&version).split_whitespace().nth(1) != Some(RUST) {
        println!("the chapters in the repository were not compared: another Rust wrote them");
        return;
    }
    let files = files(&Workspace::get().all, None, START_IN_REPOSITORY).unwrap();
    let written = written().unwrap();
    let mut differ: Vec<&String> = written.keys().filter(|path| !files.contains_key(*path)).collect();
    differ.extend(files.iter().filter_map(|(path, bytes)| {
        let same = written.get(path).is_some_and(|place| fs::read(place).unwrap() == *bytes);
        (!same).then_some(path)
    }));
    assert!(differ.is_empty(), "{differ:#?} differ from what the sources give; this writes them: {COMMAND}");
}

#[test]
fn templates_compile_against_the_whole_source() {
    let mut sources = chapters::chapter::series().unwrap();
    chapters::shapes::reshape(&mut sources, 17, HANDED_OUT).unwrap();
    for text in sources.values_mut() {
        // The errors of the command line's words.
        let lines = text.lines().filter(|line| !line.starts_with("#[error("));
        *text = lines.map(|line| format!("{}\n", line.replace(", thiserror::Error", ""))).collect();
    }
    let messages = Checker::new(17).unwrap().check(&sources).unwrap();
    let errors: Vec<_> = messages.iter().filter(|message| message.error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn nothing_of_later_chapters_shines_through() {
    // A text of the sources, the files it would be in, and the first chapter that may have it.
    let later = [
        ("uppermost floor", "", 11),
        ("levels", "game.rs", 11),
        (".max(1)", "game/turn.rs", 9),
        ("without_armour", "monster.rs", 99),
        ("without_fog", "screen.rs", 99),
        ("defense", "", 9),
        ("depth", "game", 11),
        ("fn render", "", 6),
        ("fn use_item", "", 9),
        ("FIRST_ITEM_COUNT", "", 99),
        // What only the tools need.
        ("Setup", "", 99),
        ("slot:", "game.rs", 99),
    ];
    for chapter in &Workspace::get().chapters {
        for (path, text) in &chapter.sources {
            for (word, place, first) in later {
                let found = path.starts_with(place) && chapter.part < first && text.contains(word);
                assert!(!found, "chapter {} has '{word}' in {path}", chapter.part);
            }
            for comment in text.lines().filter_map(|line| Some(line.split_once("//")?.1)) {
                let later = |sentence: &&str| parts(sentence).iter().min() > Some(&chapter.part);
                let about = sentences(comment).into_iter().find(later);
                assert_eq!(about, None, "chapter {}, {path}", chapter.part);
            }
            for (body, _) in text.split("\npub enum ").skip(1).filter_map(|rest| rest.split_once("\n}")) {
                let lines = body.lines().skip(1).filter(|line| !line.trim().starts_with("//"));
                let variants: Vec<&str> = lines.collect();
                let single = variants.len() == 1 && !variants[0].contains('(');
                assert!(!single, "chapter {} has an enum of one variant: {body}", chapter.part);
                let bare = body.lines().find(|line| line.ends_with(" {},"));
                assert_eq!(
                    bare, None,
                    "chapter {}, {path}: a variant without fields has no braces",
                    chapter.part
                );
            }
        }
    }
}

/// A line without what says nothing about the program: the comment behind it.
fn meaning(line: &str) -> String {
    let code = line.split(" // ").next().unwrap_or_default();
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn differences_show_what_differs() {
    let chapters = &Workspace::get().chapters;
    for pair in chapters.windows(2).filter(|pair| pair[0].part + 1 == pair[1].part) {
        let text = diff(&pair[0], &pair[1]);
        for hunk in text.split("\n@@ ").skip(1) {
            let lines = |sign| hunk.lines().skip(1).filter_map(move |line: &str| line.strip_prefix(sign));
            let indent = |line: &str| line.len() - line.trim_start().len();
            for old in lines('-').filter(|line| !meaning(line).is_empty() && !line.trim().starts_with("//")) {
                let noise = lines('+')
                    .any(|new| indent(new) == indent(old) && meaning(new) == meaning(old) && new != old);
                assert!(!noise, "chapter {}: nothing changes in '{old}'", pair[1].part);
            }
        }
    }
}

#[test]
fn chapters_play_every_recording_of_their_part() {
    let workspace = Workspace::get();
    in_parallel(&workspace.parts, |&part| {
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
    });
}

#[test]
fn the_window_of_a_chapter_shows_the_recorded_frames() {
    let workspace = Workspace::get();
    for &part in &workspace.shown {
        for frame in golden("frames", part) {
            screen::compare(workspace, part, &frame);
        }
    }
}

#[test]
fn a_chapter_says_what_is_no_seed() {
    let workspace = Workspace::get();
    for &part in &workspace.shown {
        let output = workspace.command(&format!("part{part:02}")).arg("forty-two").output().unwrap();
        let problem = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), problem.lines().count()), (Some(1), 1), "{problem}");
        assert!(problem.contains("'forty-two' is not a seed"), "{problem}");
    }
}
