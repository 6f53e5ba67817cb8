//! The README is true: its samples print what it says, and its links lead somewhere.

use std::fs;
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// The commands of a text's `console` blocks that run this program, and what they print.
fn samples(text: &str) -> Vec<(String, Vec<String>)> {
    let blocks = text.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut samples: Vec<(String, Vec<String>)> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        match line.strip_prefix("$ ") {
            Some(command) => samples.push((command.to_owned(), Vec::new())),
            None => samples.last_mut().expect("a block begins with a command").1.push(line.to_owned()),
        }
    }
    samples.retain(|(command, _)| command.starts_with("roguelike "));
    samples
}

/// Returns true if a line is the expected one. `...` in it stands for anything.
fn fits(line: &str, expected: &str) -> bool {
    match expected.split_once("...") {
        Some((begin, end)) => line.starts_with(begin.trim_end()) && line.ends_with(end),
        None => line == expected,
    }
}

#[test]
fn samples_print_what_the_readme_says() {
    let mut compared = 0;
    for (command, expected) in samples(&readme()).iter().filter(|(_, expected)| !expected.is_empty()) {
        if command.contains("mine.trace") {
            // Compared in tests/verify, which compiles the mistaken program.
            continue;
        }
        let arguments = command.split_whitespace().skip(1);
        let output = Command::new(env!("CARGO_BIN_EXE_roguelike")).args(arguments).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
        assert_eq!(lines.len(), expected.len(), "{command} prints:\n{printed}");
        for (line, expected) in lines.iter().zip(expected) {
            assert!(fits(line, expected), "{command} prints\n{line}\nnot\n{expected}");
        }
        compared += 1;
    }
    assert!(compared >= 2, "only {compared} samples were compared");
}

#[test]
fn the_keys_are_those_of_the_program() {
    let text = readme();
    let table = roguelike::desktop::keys_table();
    assert!(text.contains(&format!("<!-- keys -->\n\n{table}\n<!-- end of keys -->")), "expected:\n{table}");
}

/// Every link to a file of the repository leads to one, and every link to a section to a heading.
#[test]
fn links_lead_somewhere() {
    let text = readme();
    let headings: Vec<String> =
        text.lines().filter_map(|line| line.strip_prefix("## ")).map(anchor).collect();
    let links = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    for link in links.filter(|link| !link.contains("://")) {
        match link.split_once('#') {
            Some(("", section)) => assert!(headings.iter().any(|heading| heading == section), "#{section}"),
            Some((file, line)) => {
                let number: usize = line.trim_start_matches('L').parse().unwrap();
                let lines = fs::read_to_string(root().join(file)).unwrap().lines().count();
                assert!((1..=lines).contains(&number), "{link}");
            }
            None => assert!(root().join(link).exists(), "{link}"),
        }
    }
}

/// How a heading is linked to.
fn anchor(heading: &str) -> String {
    let kept = heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'))
        .collect::<String>();
    kept.replace(' ', "-")
}
