//! The exercises of the pages, the pictures of ideas, and what the compiler says about the C++'s way: each
//! change is made in the written chapter, whose `cargo test` then prints what the page says. The tasks beside
//! the pages have a test that fails before their solution, and passes with it.
//!
//! The changes of all chapters are made each time. The programs of three chapters are compiled and tested;
//! `CHAPTERS=all cargo test` tests those of all, `CHAPTERS=5,9 cargo test` those of these chapters.
//!
//! When a chapter changes, its solutions must be renewed, because they have to apply without offset or fuzz.
//! `SOLUTIONS=apply cargo test --test exercises solutions` applies as much as it can, in copies;
//! `SOLUTIONS=write` turns the copies into solutions.

mod page;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chapters::chapter::{LAST, root};
use chapters::check::target;
use chapters::example;
use chapters::files::collect;
use page::{Edit, copy, lines_of};
use similar::TextDiff;

/// A change to a file, and what `cargo test` prints after it.
struct Exercise {
    edit: Edit,
    printed: Vec<String>,
    /// True if it is the cause of a wrong picture in the bug clinic.
    is_bug: bool,
    /// True for one in the section of the exercises.
    is_asked: bool,
}

impl Exercise {
    /// Returns true if the change only adds lines: they print how something works, and change no run.
    fn is_look(&self) -> bool {
        !self.is_bug
            && !self.is_refused()
            && self.edit.before.iter().all(|line| self.edit.after.contains(line))
    }

    /// Returns true if the compiler refuses the change.
    fn is_refused(&self) -> bool {
        self.printed.first().is_some_and(|line| line.starts_with("error["))
    }
}

/// The chapters that `CHAPTERS` names; without it one of each third of the series.
fn chosen() -> Vec<u8> {
    match env::var("CHAPTERS").as_deref() {
        Ok("all") => (1..=LAST).collect(),
        Ok(list) => list.split(',').map(|number| number.trim().parse().unwrap()).collect(),
        Err(_) => vec![3, 12, 16],
    }
}

/// The exercises of a page: a `diff` that begins with the file, and the `text` that follows it. In the bug
/// clinic the wrong picture comes first, and the `diff` that causes it is folded below.
fn exercises(page: &str) -> Vec<Exercise> {
    let mut found: Vec<Exercise> = Vec::new();
    let filled = |lines: &[&str]| {
        lines.iter().filter(|line| !line.is_empty()).map(|line| (*line).to_owned()).collect::<Vec<_>>()
    };
    for section in page.split("\n## ") {
        let is_bug = section.starts_with("Bug clinic\n");
        let is_asked = section.starts_with("Exercises\n");
        let mut before = ("", Vec::new());
        for block in section.split("```").skip(1).step_by(2) {
            let (kind, text) = block.split_once('\n').unwrap();
            let lines = lines_of(text);
            let (kind_before, lines_before) = std::mem::replace(&mut before, (kind, lines.clone()));
            if kind == "diff" {
                let picture = is_bug && kind_before == "text";
                let printed = if picture { filled(&lines_before) } else { Vec::new() };
                found.push(Exercise { edit: Edit::read(&lines), printed, is_bug, is_asked });
            } else if kind == "text"
                && kind_before == "diff"
                && !is_bug
                && let Some(exercise) = found.last_mut()
            {
                exercise.printed = filled(&lines);
            }
        }
    }
    found
}

/// Runs the tests of a chapter with these words as argument, all of them without words. Returns whether they
/// passed, and what was printed.
///
/// The tasks have their own target folder, so the two tests that compile don't wait for each other.
fn cargo_test(folder: &Path, words: &str) -> (bool, String) {
    let around = folder.parent().unwrap();
    let target = if around.ends_with("tasks") { around.join("target") } else { target() };
    let output = Command::new(env!("CARGO"))
        .args(["test", "--quiet", "--target-dir"])
        .arg(target)
        .arg("--")
        .args((!words.is_empty()).then_some(words))
        // The same program changes again and again.
        .env("CARGO_INCREMENTAL", "1")
        .current_dir(folder)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success(), printed + &String::from_utf8_lossy(&output.stderr))
}

/// Does an exercise in a chapter, and takes its change back. Tells what the page says wrong.
fn try_out(folder: &Path, exercise: &Exercise) -> Result<(), String> {
    let Exercise { edit, printed, .. } = exercise;
    let path = folder.join(&edit.file);
    let text = edit.apply(folder)?;
    let (passed, shown) = cargo_test(folder, if exercise.is_look() { "--nocapture" } else { "" });
    fs::write(&path, text).unwrap();
    if passed != exercise.is_look() {
        return Err(format!("the tests {}", if passed { "pass" } else { "fail" }));
    }
    if printed.is_empty() {
        return Err("the page does not say what comes out".to_owned());
    }
    // Empty rows of the window are not on the page.
    let shown: Vec<&str> = shown.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    // Lines that follow each other on the page follow each other there; `...` stands for others.
    for lines in printed.split(|line| line == "...") {
        if !shown.windows(lines.len()).any(|window| window == lines) {
            return Err(format!("{lines:#?} is not in\n{}", shown.join("\n")));
        }
    }
    Ok(())
}

/// Every change of a page fits the code of its chapter.
#[test]
fn changes_of_all_chapters_can_be_made() {
    let mut wrong = Vec::new();
    for part in 1..=LAST {
        let folder = fresh("changes", part);
        let page = fs::read_to_string(example::file(part, "md")).unwrap();
        for Exercise { edit, .. } in exercises(&page) {
            match edit.apply(&folder) {
                Ok(text) => fs::write(folder.join(&edit.file), text).unwrap(),
                Err(error) => wrong.push(format!("part {part}, {:?}: {error}", edit.before)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A fresh copy of a chapter in the repository.
fn fresh(use_of: &str, part: u8) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(use_of).join(format!("part{part:02}"));
    fs::remove_dir_all(&folder).ok();
    copy(&root().join(format!("tests/chapters/part{part:02}")), &folder);
    folder
}

/// The solutions apply exactly, and their hunks are as large as `SOLUTIONS=write` makes them.
#[test]
fn solutions_of_all_tasks_fit_exactly() {
    let mut wrong = Vec::new();
    let tasks =
        (1..=LAST).flat_map(|part| example::tasks(part).unwrap().into_iter().map(move |it| (part, it)));
    for (part, (task, files)) in tasks {
        let solved = || fresh(&format!("solved/{task}"), part);
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("solved/{task}/part{part:02}"));
        let source = root().join(format!("tests/chapters/exercises/{part:02}/{task}"));
        match env::var("SOLUTIONS").as_deref() {
            Ok("apply") => {
                let patch = solve(&solved(), &source, &[]);
                println!("{}: {}", place.display(), String::from_utf8_lossy(&patch.stdout));
            }
            Ok("write") => {
                fs::write(source.join("solution.diff"), between(&fresh("fresh", part), &place)).unwrap()
            }
            _ => {
                let patch = solve(&solved(), &source, &["--fuzz=0"]);
                if !patch.status.success() || between(&fresh("fresh", part), &place) != files["solution.diff"]
                {
                    wrong.push(format!("part {part}, {task}: {}", String::from_utf8_lossy(&patch.stdout)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "renew them, as tests/chapters/README.md explains: {}", wrong.join("\n\n"));
}

/// The changes of the sources between two copies of a chapter, as a patch.
fn between(before: &Path, after: &Path) -> String {
    let [old, new] = [before, after].map(|copy| collect(&copy.join("src")).unwrap());
    let mut patch = String::new();
    for (path, text) in new {
        let changes =
            TextDiff::configure().algorithm(similar::Algorithm::Patience).diff_lines(&old[&path], &text);
        let names = [format!("a/src/{path}"), format!("b/src/{path}")];
        patch += &changes.unified_diff().context_radius(3).header(&names[0], &names[1]).to_string();
    }
    patch
}

/// Applies the solution of a task as its page says.
fn solve(folder: &Path, task: &Path, options: &[&str]) -> Output {
    let solution = fs::File::open(task.join("solution.diff")).unwrap();
    Command::new("patch").arg("-p1").args(options).stdin(solution).current_dir(folder).output().unwrap()
}

/// Each chapter has two tasks. Their tests fail in the chapter as it is, and pass with the solution.
#[test]
fn tasks_have_a_test_and_a_solution() {
    let mut wrong = Vec::new();
    for part in chosen() {
        let page = fs::read_to_string(example::file(part, "md")).unwrap();
        let tasks = example::tasks(part).unwrap();
        assert_eq!(tasks.len(), 2, "{:?}", tasks.keys());
        for (task, files) in tasks {
            let name = format!("part {part}, {task}");
            let words = task.replace('-', "_");
            assert!(page.contains(&format!("(exercises/{task}/README.md)")), "{name} is not on the page");
            for commands in [
                format!("$ cat exercises/{task}/test.rs >> src/tests.rs\n$ cargo test {words}\n"),
                format!("$ patch -p1 < exercises/{task}/solution.diff\n"),
            ] {
                assert!(files["README.md"].contains(&commands), "{name} does not say: {commands}");
            }
            let folder = fresh("tasks", part);
            let tests = folder.join("src/tests.rs");
            fs::write(&tests, fs::read_to_string(&tests).unwrap() + &files["test.rs"]).unwrap();
            if cargo_test(&folder, &words).0 {
                wrong.push(format!("{name}: the test passes before there is a solution"));
            }
            let patch = solve(&folder, &folder.join("exercises").join(&task), &[]);
            let (passed, printed) = cargo_test(&folder, &words);
            let empty = printed.contains(" 0 passed");
            if !patch.status.success() || !passed || empty || printed.contains("warning") {
                wrong.push(format!("{name}: {}{printed}", String::from_utf8_lossy(&patch.stdout)));
                continue;
            }
            let others = root().join(format!("tests/chapters/exercises/{part:02}/{task}/wrong.txt"));
            let others = fs::read_to_string(others).unwrap();
            let others: Vec<&str> = others.split("\n\n").collect();
            assert!(others.len() >= 3, "{name} has too few wrong solutions");
            for other in others {
                // A sentence, and what is different from the solution.
                let (why, change) = other.split_once("\n--- ").unwrap_or_else(|| panic!("{name}: {other}"));
                let edit = Edit::read(&lines_of(&format!("--- {change}")));
                match edit.apply(&folder) {
                    Err(error) => wrong.push(format!("{name}, {why}: {error}")),
                    Ok(text) => {
                        let (passed, printed) = cargo_test(&folder, &words);
                        fs::write(folder.join(&edit.file), text).unwrap();
                        if passed || !printed.contains("test result: FAILED") {
                            wrong.push(format!("{name}: it is not refused that {why}\n{printed}"));
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn exercises_come_out_as_the_page_says() {
    let mut wrong = Vec::new();
    for part in chosen() {
        let page = fs::read_to_string(example::file(part, "md")).unwrap();
        let exercises = exercises(&page);
        let first = |it: &&Exercise| it.is_asked && !it.is_look() && !it.is_refused();
        assert_eq!(exercises.iter().filter(first).count(), 1, "page {part} has one first step");
        let folder = fresh("exercises", part);
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        for row in readme.lines().filter(|line| line.starts_with("| ") && line.contains(".rs: ")) {
            wrong.push(format!("part {part} does not have the place that this row names: {row}"));
        }
        let (passed, printed) = cargo_test(&folder, "");
        if !passed {
            wrong.push(format!("part {part} as it is: {printed}"));
        }
        for exercise in exercises {
            if let Err(error) = try_out(&folder, &exercise) {
                wrong.push(format!("part {part}, {:?}: {error}", exercise.edit.before));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
