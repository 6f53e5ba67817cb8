//! The pages: they are short, their samples are what the program prints, their pictures what it draws, and
//! the mistakes they quote are known to `verify`.
//!
//! `PAGES=write cargo test --test pages` puts what the program prints and draws into the pages.

mod programs;

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use chapters::chapter::{LAST, root};
use chapters::example::{self, example};
use programs::programs;

/// Maximum length of a page, in lines: it shows every line of its program.
const MAX_LINES: usize = 720;
/// Maximum number of words of all pages, code included.
const MAX_WORDS: usize = 45_000;
/// Maximum length of a line.
const WIDTH: usize = 110;

fn pages() -> Vec<(PathBuf, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("pages");
    let paths = (1..=LAST).map(|part| folder.join(format!("{part:02}.md")));
    paths.map(|path| (path.clone(), fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn pages_are_short() {
    let mut words = 0;
    for (path, text) in pages() {
        assert!(text.lines().count() <= MAX_LINES, "{}: {} lines", path.display(), text.lines().count());
        words += text.split_whitespace().count();
        for (number, line) in (1..).zip(text.lines()) {
            let is_marker = line.starts_with("<!-- ");
            assert!(is_marker || line.chars().count() <= WIDTH, "{}:{number} is too long", path.display());
        }
    }
    assert!(words <= MAX_WORDS, "{words} words");
}

/// A page begins with something one can see, and ends as every page does.
#[test]
fn pages_have_the_same_shape() {
    for (path, text) in pages() {
        let page = path.display();
        let top: Vec<&str> = text.lines().take(20).collect();
        let is_seen = |line: &&str| line.starts_with("```") || line.starts_with("![");
        assert!(top.iter().any(is_seen), "{page}: nothing to see in the first 20 lines");
        let headings = ["Bug clinic", "Exercises", "In short", "The C++, file by file"];
        let places = headings.map(|heading| text.find(&format!("\n## {heading}\n")));
        assert!(places.is_sorted() && places[0].is_some(), "{page}: {places:?}");
        for words in ["\n**Next:** ", "\n**Further reading:** "] {
            assert!(text.contains(words), "{page} has no {words}");
        }
    }
}

/// Each bug that a page quotes is in its clinic, with a folded explanation before the next one.
#[test]
fn quoted_bugs_are_explained() {
    for (path, text) in pages() {
        let (before, rest) = text.split_once("\n## Bug clinic\n").unwrap();
        let (clinic, after) = rest.split_once("\n## ").unwrap();
        assert!(bugs(before).is_empty() && bugs(after).is_empty(), "{}", path.display());
        let bugs = bugs(clinic);
        for (number, bug) in bugs.iter().enumerate() {
            let explained = clinic.split_once(bug).unwrap().1;
            let next = bugs.get(number + 1).and_then(|next| explained.find(next));
            let explained = &explained[..next.unwrap_or(explained.len())];
            assert!(explained.contains("\n<details><summary>"), "{}: {bug}", path.display());
        }
    }
}

/// The bugs that a text quotes. One can take more than one line.
fn bugs(text: &str) -> Vec<&str> {
    let quoted = |paragraph: &&str| paragraph.starts_with("> ") && !paragraph.starts_with("> **Predict.**");
    text.split("\n\n").map(str::trim_start).filter(quoted).collect()
}

#[test]
fn each_page_has_a_first_step_and_two_tasks() {
    for (part, (path, text)) in (1..).zip(pages()) {
        let page = path.display();
        assert_eq!(text.matches("**A first step.** ").count(), 1, "{page}");
        for heading in ["Bug clinic", "Exercises", "In short", "The C++, file by file"] {
            assert!(text.contains(&format!("\n## {heading}\n")), "{page} has no '{heading}'");
        }
        let tasks = example::tasks(part).unwrap();
        assert_eq!(tasks.len(), 2, "{page}");
        for (task, files) in tasks {
            assert!(
                text.contains(&format!("](exercises/{task}/README.md)")),
                "{page} does not lead to {task}"
            );
            let folded = "<details><summary>Stuck?</summary>\n\nHint: ";
            assert!(files["README.md"].contains(folded), "{task} of {page} has no folded hint");
        }
    }
}

#[test]
fn each_page_begins_with_a_question_and_explains_its_bugs() {
    /// Lines of a page in which its question is: the picture of a problem comes before it.
    const FIRST: usize = 30;
    for (path, text) in pages() {
        let asked = text.lines().take(FIRST).any(|line| line.contains('?'));
        assert!(asked, "{} begins without a question", path.display());
        let paragraphs: Vec<&str> = text.split("\n\n").collect();
        let is_quoted = |text: &str| text.starts_with("> ") && !text.starts_with("> **Predict.**");
        for pair in paragraphs.windows(2).filter(|pair| is_quoted(pair[0])) {
            let is_explained = !is_quoted(pair[1]) && !pair[1].starts_with("## ");
            assert!(is_explained, "{} does not explain '{}'", path.display(), pair[0]);
        }
    }
}

#[test]
fn quoted_mistakes_are_known_to_verify() {
    // A row begins with a name and the parts that have the mistake.
    let rows = fs::read_to_string(root().join("src/causes/rows.txt")).unwrap();
    let rows = rows.lines().filter_map(|line| line.splitn(3, ' ').nth(2));
    // The names in them are marked, because the reader's own can be put in their place.
    let known: Vec<String> = rows.map(|mistake| without_functions(mistake).0.replace('`', "")).collect();
    // `verify` calls a function as the part does: what is a method of `Game` was a lambda of `main` before.
    let names = fs::read_to_string(root().join("tests/names/names.tsv")).unwrap();
    let names: Vec<Vec<&str>> = names.lines().skip(1).map(|row| row.split('\t').collect()).collect();
    let is_of = |part: u8, function: &str| {
        let (owner, own) = function.rsplit_once("::").unwrap_or(("", function));
        names.iter().any(|row| {
            let [first, last] = [row[4], row[5]].map(|number| number.parse::<u8>().unwrap());
            let owned = if owner.is_empty() { row[0] != "method" } else { row[2] == owner };
            row[1] == own && owned && (first..=last).contains(&part)
        })
    };
    for (part, (path, text)) in (1..).zip(pages()) {
        let quoted: Vec<String> = bugs(&text)
            .into_iter()
            .map(|quoted| quoted.replace("\n> ", " ")[2..].trim_end().to_owned())
            .collect();
        assert!(quoted.len() >= 3, "{} quotes too few mistakes", path.display());
        for mistake in quoted {
            let (words, functions) = without_functions(&mistake);
            assert!(known.iter().any(|known| known == words), "{}: '{mistake}'", path.display());
            let other = functions.iter().find(|function| !is_of(part, function));
            assert!(other.is_none(), "{}: Part {part} has no function {other:?}", path.display());
        }
    }
}

/// A mistake without the functions in brackets at its end, and these.
fn without_functions(mistake: &str) -> (&str, Vec<&str>) {
    let named = mistake.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    named.map_or((mistake, Vec::new()), |(text, names)| (text, names.split(", ").collect()))
}

/// What a command prints.
fn run(command: &str) -> String {
    String::from_utf8(run_for_bytes(command)).unwrap()
}

fn run_for_bytes(command: &str) -> Vec<u8> {
    let path = env::var_os("PATH").unwrap_or_default();
    let path = [programs().to_owned()].into_iter().chain(env::split_paths(&path));
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", command]).env("PATH", env::join_paths(path).unwrap());
    let output = shell.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{command}: {errors}");
    output.stdout
}

/// What a written chapter's own test prints after a run, from its trace: the messages of Parts 5 to 15, the
/// title and the window.
fn text_of_run(part: u8, trace: &str) -> String {
    let words = |name: &'static str| trace.lines().filter_map(move |line| line.strip_prefix(name));
    let mut lines: Vec<&str> = Vec::new();
    if (5..=15).contains(&part) {
        lines.extend(words("log "));
    }
    lines.extend(words("title ").next_back());
    let window = trace.rsplit("\nframe ").next().unwrap();
    let rows = window.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
    lines.extend(rows.map(str::trim_end));
    lines.join("\n") + "\n"
}

#[test]
fn pictures_and_runs_are_those_of_the_program() {
    for (part, (path, page)) in (1..).zip(pages()) {
        let command = example(&page).unwrap().command;
        let (options, picture) = command.split_once(" -o ").unwrap();
        assert_eq!(picture, format!("{part:02}.png"), "{}", path.display());
        assert!(page.contains(&format!("]({picture})")), "{} does not show its picture", path.display());
        let drawn = run_for_bytes(&format!("roguelike shot {options} -o -"));
        let text = text_of_run(part, &run(&format!("roguelike trace {options} --full")));
        if env::var("PAGES").as_deref() == Ok("write") {
            fs::write(example::file(part, "png"), &drawn).unwrap();
            fs::write(example::file(part, "txt"), &text).unwrap();
        }
        assert!(drawn == fs::read(example::file(part, "png")).unwrap(), "{picture} is another picture");
        assert_eq!(fs::read_to_string(example::file(part, "txt")).unwrap(), text, "part {part}");
    }
}

#[test]
fn samples_are_what_the_program_prints() {
    for (path, text) in pages() {
        let mut samples = 0;
        let mut printed = String::new();
        let mut inside = false;
        for line in text.lines() {
            // The command of the picture has a test of its own.
            let command =
                line.strip_prefix("$ ").filter(|line| inside && !line.starts_with("roguelike shot "));
            if line.starts_with("```") {
                inside = line == "```console";
            }
            if inside && !line.starts_with("$ ") && line != "```console" {
                continue;
            }
            printed += line;
            printed.push('\n');
            if let Some(command) = command {
                printed += &run(command);
                samples += 1;
            }
        }
        assert!(samples > 0, "{} has no sample", path.display());
        if env::var("PAGES").as_deref() == Ok("write") {
            fs::write(&path, &printed).unwrap();
            continue;
        }
        assert_eq!(text, printed, "{}", path.display());
    }
}
