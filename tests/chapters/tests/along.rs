//! Pages that one types along: the snippets lead from the chapter before, or from an empty folder, to the
//! chapter, line for line. Where a page says "run it", the program compiles and prints what the page says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chapters::along::{Along, project};
use chapters::chapter::{Chapter, LAST};
use chapters::check::target;
use chapters::example::{self, file};
use chapters::files::write_all;
use chapters::repository;

fn plan(part: u8, chapters: &[Chapter]) -> Along {
    let page = fs::read_to_string(file(part, "md")).unwrap();
    let at = usize::from(part) - 1;
    let before = at.checked_sub(1).map(|at| &chapters[at]);
    Along::new(&page, &chapters[at], before).unwrap_or_else(|problem| panic!("page {part}: {problem}"))
}

#[test]
fn snippets_lead_to_the_chapter() {
    let chapters = repository::read().unwrap();
    for part in 1..=LAST {
        let along = plan(part, &chapters);
        let chapter = &chapters[usize::from(part) - 1];
        let mut wanted = chapter.sources.clone();
        for (path, text) in example::files(part, &chapter.sources).unwrap() {
            wanted.insert(path.trim_start_matches("src/").to_owned(), text);
        }
        let mut typed = along.after(along.count);
        assert_eq!(typed.remove("Cargo.toml").is_some(), part == 1);
        assert!(typed == wanted, "page {part} ends with another program");
        // The first and the last state of a reader's own folder are found again.
        for number in 0..=along.count {
            let (last, departs) = along.fits(&along.after(number));
            assert!(last >= number, "page {part}: after {number} fits {last}, {departs:?}");
        }
        assert!(!along.runs.is_empty(), "page {part} is never run");
    }
}

/// The pages whose programs are compiled: those that `CHAPTERS` names, or one from each third of the series.
/// The first begins with an empty folder.
fn chosen() -> Vec<u8> {
    match std::env::var("CHAPTERS").as_deref() {
        Ok("all") => (1..=LAST).collect(),
        Ok(list) => list.split(',').map(|number| number.trim().parse().unwrap()).collect(),
        Err(_) => vec![1, 9, 15],
    }
}

fn cargo(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO"));
    command.args(words).env("CARGO_TARGET_DIR", target()).current_dir(folder).output().unwrap()
}

#[test]
fn the_program_runs_where_the_page_says_so() {
    let chapters = repository::read().unwrap();
    let mut wrong = Vec::new();
    for part in chosen() {
        let along = plan(part, &chapters);
        for (at, run) in along.runs.iter().enumerate() {
            let name = format!("page {part}, after snippet {}", run.after);
            let folder = scratch(&format!("part{part:02}-{at}"));
            let mut files = project(&along, part, run.after).unwrap();
            // A package of its own for each place.
            let manifest = String::from_utf8(files.remove("Cargo.toml").unwrap()).unwrap();
            let own = format!("along{part:02}-{at}");
            let manifest =
                manifest.replacen(&format!("name = \"part{part:02}\""), &format!("name = \"{own}\""), 1);
            files.insert("Cargo.toml".to_owned(), manifest.into_bytes());
            files.remove("Cargo.lock");
            write_all(&folder, &files).unwrap();
            fs::copy(chapters::chapter::root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
            let output = match run.arguments.as_deref() {
                None => cargo(&folder, &["check", "--quiet"]),
                Some("test") => cargo(&folder, &["test", "--quiet"]),
                Some(words) => {
                    let words: Vec<&str> = words.split(' ').collect();
                    cargo(&folder, &[&["run", "--quiet", "--"], &words[..]].concat())
                }
            };
            // From Part 15 on the tests press F5.
            assert!(!folder.join("savegame.txt").exists(), "{name} replaces the game of the reader");
            let shown = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            let expected = run.arguments.as_deref().is_none_or(|words| words == "test");
            if expected && !output.status.success() {
                wrong.push(format!("{name}: {shown}"));
            } else if !expected {
                let lines: Vec<&str> =
                    shown.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
                let printed: Vec<&str> =
                    run.printed.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
                let missing = printed.split(|line| *line == "...").find(|wanted| {
                    !wanted.is_empty() && !lines.windows(wanted.len()).any(|window| window == *wanted)
                });
                if let Some(missing) = missing {
                    wrong.push(format!("{name}: {missing:#?} is not in {shown}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The programs that the folded answers of a page are checked with: the lines of a `main` that prints the first
/// `text` block of the answer that follows.
#[test]
fn predictions_are_computed() {
    for part in 1..=LAST {
        let page = fs::read_to_string(file(part, "md")).unwrap();
        let before_exercises = page.split("\n## Exercises").next().unwrap();
        let boxes = before_exercises.matches("\n> **Predict.**").count();
        assert!(boxes >= 2, "page {part} has {boxes} predictions before its exercises");
        let folder = scratch(&format!("predict{part:02}"));
        fs::create_dir_all(&folder).unwrap();
        for (number, text) in page.split("\n<!-- computes\n").skip(1).enumerate() {
            let (program, rest) = text.split_once("\n-->\n").unwrap();
            let program = format!("fn main() {{\n{program}\n}}\n");
            let answer = rest.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
            // In a box each line begins with `> `.
            let answer: Vec<&str> =
                answer.lines().map(|line| line.trim_start_matches("> ").trim_end_matches('>')).collect();
            let source = folder.join(format!("{number}.rs"));
            fs::write(&source, program).unwrap();
            let mut rustc = Command::new("rustc");
            rustc.args(["--edition", "2024", "-A", "warnings"]).arg(&source);
            let rustc = rustc.arg("-o").arg(folder.join("program")).output().unwrap();
            assert!(rustc.status.success(), "page {part}: {}", String::from_utf8_lossy(&rustc.stderr));
            let run = Command::new(folder.join("program")).output().unwrap();
            let printed = String::from_utf8(run.stdout).unwrap();
            assert_eq!(
                printed.trim_end(),
                answer.join("\n").trim_end(),
                "page {part}, answer {}",
                number + 1
            );
        }
    }
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("along").join(name);
    fs::remove_dir_all(&folder).ok();
    folder
}
