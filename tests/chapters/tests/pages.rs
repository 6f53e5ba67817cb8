//! The pages: they are short, their samples are what the program prints, and the mistakes they quote are
//! known to `verify`.
//!
//! `PAGES=write cargo test --test pages` puts what the program prints into the samples.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use chapters::chapter::{LAST, root};

/// Maximum length of a page, in lines.
const MAX_LINES: usize = 60;
/// Maximum length of a line.
const WIDTH: usize = 110;

fn pages() -> Vec<(PathBuf, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("pages");
    let paths = (1..=LAST).map(|part| folder.join(format!("{part:02}.md")));
    paths.map(|path| (path.clone(), fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn pages_are_short() {
    for (path, text) in pages() {
        assert!(text.lines().count() <= MAX_LINES, "{}: {} lines", path.display(), text.lines().count());
        for (number, line) in (1..).zip(text.lines()) {
            assert!(line.chars().count() <= WIDTH, "{}:{number} is too long", path.display());
        }
    }
}

#[test]
fn quoted_mistakes_are_known_to_verify() {
    let mut known = chapters::program::Sources::new();
    chapters::chapter::collect(&root().join("src/verify/mistakes"), "", &mut known).unwrap();
    // A text can take more than one line there.
    let lines = |text: &String| text.split("\\\n").map(str::trim_start).collect::<String>();
    let known: Vec<String> = known.values().map(lines).collect();
    for (path, text) in pages() {
        // A quotation can take more than one line.
        let paragraphs = text.split("\n\n").filter(|paragraph| paragraph.starts_with("> "));
        let quoted: Vec<String> =
            paragraphs.map(|quoted| quoted.replace("\n> ", " ")[2..].trim_end().to_owned()).collect();
        assert!(quoted.len() >= 3, "{} quotes too few mistakes", path.display());
        for mistake in quoted {
            let text = format!("\"{mistake}\"");
            assert!(known.iter().any(|file| file.contains(&text)), "{}: '{mistake}'", path.display());
        }
    }
}

/// What a command prints, with `roguelike` built from the repository.
fn run(command: &str) -> String {
    let manifest = root().join("Cargo.toml");
    let script = format!(
        "roguelike() {{ '{}' run --quiet --locked --manifest-path '{}' --bin roguelike -- \"$@\"; }}\n{command}",
        env!("CARGO"),
        manifest.display()
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{command}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn samples_are_what_the_program_prints() {
    for (path, text) in pages() {
        let mut samples = 0;
        let mut printed = String::new();
        let mut inside = false;
        for line in text.lines() {
            let command = line.strip_prefix("$ ").filter(|_| inside);
            if line.starts_with("```") {
                inside = line == "```console";
            }
            if inside && command.is_none() && line != "```console" {
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
        }
        assert_eq!(text, printed, "{}", path.display());
    }
}
