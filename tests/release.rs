//! The contents of a release: the licences of all crates, the version in a single place, and the claims of
//! `.ci/README.md`.
#![cfg(target_os = "linux")]

#[path = "common/scratch.rs"]
mod scratch;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use scratch::scratch;

const TARGETS: [&str; 2] = ["x86_64-unknown-linux-gnu", "x86_64-pc-windows-gnu"];

/// How to install what these tests run.
const INSTALL: &str = "install what the tests need: apt-get install -y git";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a command, and returns what it prints.
fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}; {INSTALL}"))
}

/// Runs a command that must succeed, and returns its standard output.
fn succeed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = run(command);
    assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// `.ci/licences` for a crate.
fn licences(target: &str, folder: &Path) -> Command {
    let mut command = Command::new(root().join(".ci/licences"));
    command.arg(target).arg(folder);
    command
}

/// The script fails if one of them brings none.
#[test]
fn every_crate_in_the_program_brings_the_text_of_its_licence() {
    for target in TARGETS {
        let texts = succeed(&mut licences(target, root()));
        let (line, crates) = ("=".repeat(100), ["clap", "rand_mt", "sdl2", "sdl2-sys", "syn"]);
        let sections: Vec<&str> = texts.split(&format!("\n{line}\n")).skip(1).collect();
        let is_there = |name: &&str| sections.iter().any(|text| text.starts_with(&format!("{name} ")));
        assert!(sections.len() >= 30 && crates.iter().all(is_there), "{target}: {} crates", sections.len());
        assert!(sections.iter().all(|text| text.len() > 500), "{target}: a text is missing");
    }
}

#[test]
fn a_crate_without_a_text_is_refused_by_name() {
    let folder = scratch("bare_crate");
    for (package, rest) in
        [("program", "[workspace]\n[dependencies]\nbare = { path = \"bare\" }\n"), ("program/bare", "")]
    {
        let folder = folder.join(package);
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("src/lib.rs"), "").unwrap();
        let name = package.rsplit('/').next().unwrap();
        let section = format!("[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nlicense = \"MIT\"\n{rest}");
        fs::write(folder.join("Cargo.toml"), section).unwrap();
    }
    let program = folder.join("program");
    succeed(Command::new(env!("CARGO")).args(["generate-lockfile", "--offline"]).current_dir(&program));
    let Output { status, stderr, .. } = run(&mut licences(TARGETS[0], &program));
    let errors = String::from_utf8(stderr).unwrap();
    assert!(!status.success() && errors.contains("no text of the licence: bare"), "{errors}");
    fs::write(program.join("bare/LICENSE"), "Do what you like.\n").unwrap();
    let texts = succeed(&mut licences(TARGETS[0], &program));
    assert!(texts.contains("bare 1.0.0 (MIT)") && texts.contains("Do what you like."), "{texts}");
}

/// A repository with what `.ci/release` needs to set versions and tags.
fn repository(name: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    // Not by git: a downloaded archive is no repository, and git refuses one that belongs to somebody else.
    let scripts = fs::read_dir(root().join(".ci")).unwrap().map(|entry| entry.unwrap().path());
    let tools = ["bench", "chapters", "fuzz"].map(|tool| root().join("tests").join(tool).join("Cargo.lock"));
    let manifests = ["Cargo.toml", "Cargo.lock"].map(|file| root().join(file));
    for file in scripts.chain(tools).chain(manifests) {
        let to = folder.join(file.strip_prefix(root()).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(file, to).unwrap();
    }
    fs::write(folder.join(".gitignore"), "target/\n").unwrap();
    git(&folder, &["init", "--quiet"]);
    commit(&folder);
    folder
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
    succeed(Command::new("git").args(identity).args(arguments).current_dir(folder))
}

fn commit(folder: &Path) {
    git(folder, &["add", "--all"]);
    git(folder, &["commit", "--quiet", "--message=A commit"]);
}

/// `.ci/release` in a repository.
fn release(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(folder.join(".ci/release"));
    command.args(arguments).env_remove("CARGO_TARGET_DIR");
    for (variable, value) in [("NAME", "Test"), ("EMAIL", "test@example.org")] {
        command.env(format!("GIT_COMMITTER_{variable}"), value);
    }
    command
}

fn refused(command: &mut Command, word: &str) {
    let Output { status, stderr, .. } = run(command);
    let errors = String::from_utf8(stderr).unwrap();
    assert!(!status.success() && errors.contains(word), "{errors}");
}

#[test]
fn one_step_sets_the_version_everywhere() {
    let folder = repository("version");
    let changelog = folder.join(".ci/CHANGELOG.md");
    fs::write(
        &changelog,
        "# Changes\n\n## Not released\n\n- A thing that is new.\n\n## 1.2.0, 2000-01-01\n\n- Old.\n",
    )
    .unwrap();
    refused(&mut release(&folder, &["version", "1.2"]), "a version is three numbers");
    succeed(&mut release(&folder, &["version", "1.2.3-dev"]));
    refused(&mut release(&folder, &["make"]), "commit first");
    commit(&folder);
    refused(&mut release(&folder, &["make"]), "the last commit is no release");
    succeed(&mut release(&folder, &["version", "1.2.3"]));
    for file in ["Cargo.toml", "Cargo.lock", "tests/bench/Cargo.lock", "tests/fuzz/Cargo.lock"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let (_, after) = text.split_once("name = \"roguelike-sdl2\"\n").unwrap();
        assert!(after.starts_with("version = \"1.2.3\"\n"), "{file}");
    }
    let changes = fs::read_to_string(&changelog).unwrap();
    assert!(changes.starts_with("# Changes\n\n## 1.2.3, 20"), "{changes}");
    refused(&mut release(&folder, &["version", "1.2.4"]), "has to begin with a section '## Not released'");

    commit(&folder);
    succeed(&mut release(&folder, &["version", "1.3.0-dev"]));
    let changes = fs::read_to_string(&changelog).unwrap();
    assert!(changes.starts_with("# Changes\n\n## Not released\n\n## 1.2.3, 20"), "{changes}");
    commit(&folder);
    refused(&mut release(&folder, &["make"]), "the last commit is no release");
}

/// Between releases, the version ends with -dev.
#[test]
fn the_changelog_begins_with_this_version_or_the_next() {
    let changelog = fs::read_to_string(root().join(".ci/CHANGELOG.md")).unwrap();
    let first = changelog.lines().find(|line| line.starts_with("## ")).unwrap();
    let this = format!("## {}, 20", env!("CARGO_PKG_VERSION"));
    let is_development = env!("CARGO_PKG_VERSION").ends_with("-dev");
    assert!(if is_development { first == "## Not released" } else { first.starts_with(&this) }, "{first}");
}

/// A registry shows the README with links below `repository`.
#[test]
fn the_address_stands_in_one_place() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let lines: Vec<&str> =
        manifest.lines().filter(|line| line.trim_start_matches("# ").starts_with("repository = ")).collect();
    assert_eq!(lines.len(), 1, "Cargo.toml names the address in one line: {lines:?}");
    let address = env!("CARGO_PKG_REPOSITORY");
    assert!(address.is_empty() || address.starts_with("https://"), "{address}");
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(address.is_empty() || !readme.contains(address), "links in README.md are relative");
}

#[test]
fn the_readme_of_releases_names_scripts_and_options_that_exist() {
    let readme = fs::read_to_string(root().join(".ci/README.md")).unwrap();
    let mut commands = 0;
    for words in readme
        .lines()
        .filter(|line| line.starts_with(".ci/"))
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
    {
        let script =
            fs::read_to_string(root().join(words[0])).unwrap_or_else(|error| panic!("{words:?}: {error}"));
        if let Some(option) = words.get(1).filter(|word| !word.starts_with('#')) {
            let usage = format!("#   {} {option}", words[0]);
            assert!(script.lines().any(|line| line.starts_with(&usage)), "{words:?} is not in its usage");
        }
        commands += 1;
    }
    assert!(commands >= 6, "only {commands} commands");
}
