//! The frame of a page: what one will learn, a summary, and three questions. What the answers say is what the
//! programs print, or what the compiler says about them.

#[path = "../../common/parallel.rs"]
mod parallel;

use std::fs;
use std::path::Path;
use std::process::Command;

use chapters::along::is_typed;
use chapters::chapter::LAST;
use chapters::example::file;
use parallel::in_parallel;

fn pages() -> Vec<(u8, String)> {
    (1..=LAST).map(|part| (part, fs::read_to_string(file(part, "md")).unwrap())).collect()
}

/// A program of a question, and the text of its answer.
struct Question {
    name: String,
    asks_for_error: bool,
    program: String,
    answer: Vec<String>,
}

/// The questions of a page. Each is a program, and behind it a folded answer with a text and a reason.
fn questions(part: u8, page: &str) -> Vec<Question> {
    let (_, end) =
        page.split_once("\n## Questions\n").unwrap_or_else(|| panic!("page {part} has no questions"));
    let mut questions = Vec::new();
    for (number, text) in (1..).zip(end.split("\n**").skip(1)) {
        let name = format!("page {part}, question {number}");
        let (program, rest) =
            text.split_once("```rust\n").and_then(|(_, rest)| rest.split_once("```\n\n")).unwrap();
        let folded = rest.strip_prefix("<details><summary>The answer</summary>\n\n```text\n");
        let (answer, why) =
            folded.and_then(|rest| rest.split_once("```\n\n")).unwrap_or_else(|| panic!("{name}: {rest}"));
        let why = why.trim().strip_suffix("</details>").unwrap().trim();
        assert!(!why.is_empty(), "{name} has no reason");
        questions.push(Question {
            name,
            asks_for_error: text.starts_with(&format!("{number}.** Which line does the compiler refuse")),
            program: program.to_owned(),
            answer: answer.lines().map(str::to_owned).collect(),
        });
    }
    questions
}

/// What is wrong with an answer.
fn problem(folder: &Path, question: &Question) -> Option<String> {
    let folder = folder.join(question.name.replace([' ', ','], ""));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("main.rs"), &question.program).unwrap();
    let rustc = Command::new("rustc")
        .args(["--edition", "2024", "-A", "warnings", "main.rs"])
        .current_dir(&folder)
        .output()
        .unwrap();
    if rustc.status.success() == question.asks_for_error {
        return Some(format!("{}: it compiles: {}", question.name, rustc.status.success()));
    }
    let printed = if question.asks_for_error {
        String::from_utf8(rustc.stderr).unwrap()
    } else {
        let run = Command::new(folder.join("main")).output().unwrap();
        assert!(run.status.success(), "{}", question.name);
        String::from_utf8(run.stdout).unwrap()
    };
    // Of what the compiler says, the answer has the first error and its place.
    let is_error = |line: &&str| !question.asks_for_error || line.starts_with("error[");
    let lines = printed.lines().skip_while(|line| !is_error(line));
    let lines: Vec<&str> = if question.asks_for_error { lines.take(2).collect() } else { lines.collect() };
    let answer: Vec<&str> = question.answer.iter().map(String::as_str).collect();
    (lines != answer).then(|| format!("{}: {lines:?}, not {answer:?}", question.name))
}

#[test]
fn each_page_says_what_one_learns_and_asks_three_questions() {
    for (part, page) in pages() {
        // These have predictions, see the test `along`.
        if is_typed(&page) {
            assert!(page.contains("\n## In short\n") && page.contains("\n## Bug clinic\n"), "page {part}");
            continue;
        }
        let learned = page.strip_prefix("**You will learn**\n\n").and_then(|rest| rest.split("\n\n").next());
        let count = learned.unwrap_or_else(|| panic!("page {part}")).matches("- ").count();
        assert!((3..=5).contains(&count), "page {part}: {count} things to learn");
        assert!(page.contains("\n<!-- code "), "page {part} shows no code");
        assert!(page.contains("\n## In short\n"), "page {part}");
        let questions = questions(part, &page);
        assert_eq!(questions.len(), 3, "page {part}");
        let errors = questions.iter().filter(|question| question.asks_for_error).count();
        assert!((1..=2).contains(&errors), "page {part} asks for both: what is printed, and what is refused");
    }
}

#[test]
fn answers_are_what_compiler_and_program_say() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("questions");
    fs::remove_dir_all(&folder).ok();
    let pages: Vec<(u8, String)> = pages().into_iter().filter(|(_, page)| !is_typed(page)).collect();
    let questions: Vec<Question> = pages.iter().flat_map(|(part, page)| questions(*part, page)).collect();
    let problems: Vec<String> =
        in_parallel(&questions, |question| problem(&folder, question)).into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
