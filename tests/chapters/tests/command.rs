//! The command line, as people use it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty folder of the test's own.
fn scratch(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command").join(test);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn chapters(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chapters")).args(words).current_dir(folder).output().unwrap()
}

/// The exit code and the single line on standard error of a command that is refused.
fn refused(folder: &Path, words: &[&str]) -> (i32, String) {
    let output = chapters(folder, words);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{words:?}: {error}");
    assert!(output.stdout.is_empty());
    (output.status.code().unwrap(), error)
}

/// All files below a folder, with their texts.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let bytes = fs::read(&path).unwrap();
            found.push((path, bytes));
        }
    }
    found.sort();
    found
}

#[test]
fn a_chapter_is_a_project() {
    let folder = scratch("project");
    let output = chapters(&folder, &["3", "three"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let written: Vec<String> = files(&folder.join("three"))
        .iter()
        .map(|(path, _)| path.strip_prefix(folder.join("three")).unwrap().display().to_string())
        .collect();
    for expected in [
        ".gitignore",
        "Cargo.toml",
        "LICENSE",
        "README.md",
        "build.rs",
        "fonts/OFL.txt",
        "src/fov.rs",
        "src/main.rs",
    ] {
        assert!(written.iter().any(|path| path == expected), "{expected} is missing: {written:?}");
    }
    for later in ["src/monster.rs", "src/sound.rs", "src/part.rs"] {
        assert!(!written.iter().any(|path| path == later), "{later} is no part of chapter 3");
    }
    let manifest = fs::read_to_string(folder.join("three/Cargo.toml")).unwrap();
    let (_, dependencies) = manifest.split_once("[dependencies]\n").unwrap();
    let lines = dependencies.lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> = lines.map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(names, ["rand", "rand_mt", "sdl2"]);
    let readme = fs::read_to_string(folder.join("three/README.md")).unwrap();
    assert!(readme.starts_with("# Part 3: Field of View\n"), "{readme}");
    for new in ["`cast_light` [`castLight`]", "(new file)", "since Part 2", "cargo run -- 42"] {
        assert!(readme.contains(new), "{new} is missing: {readme}");
    }
}

#[test]
fn what_is_there_stays() {
    let folder = scratch("stays");
    fs::create_dir(folder.join("full")).unwrap();
    fs::write(folder.join("full/notes"), "mine").unwrap();
    fs::write(folder.join("file"), "mine too").unwrap();
    fs::create_dir_all(folder.join("all/part02")).unwrap();
    fs::write(folder.join("all/part02/notes"), "and mine").unwrap();
    let before = files(&folder);
    let (code, error) = refused(&folder, &["1", "full"]);
    assert!(code == 1 && error.contains("full is not empty") && error.contains("new folder"), "{error}");
    let (code, error) = refused(&folder, &["1", "file"]);
    assert!(code == 1 && error.contains("file") && error.contains("another folder"), "{error}");
    let (code, error) = refused(&folder, &["1..3", "all"]);
    assert!(code == 1 && error.contains("all is not empty"), "{error}");
    let (code, error) = refused(&folder, &["1", "/proc/nobody/writes/here"]);
    assert!(code == 1 && error.contains("/proc/nobody/writes/here"), "{error}");
    assert_eq!(files(&folder), before);
}

#[test]
fn an_empty_folder_is_free() {
    let folder = scratch("free");
    fs::create_dir(folder.join("empty")).unwrap();
    let output = chapters(&folder, &["1", "empty"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(folder.join("empty/src/map.rs").exists());
}

#[test]
fn wrong_words_are_one_line() {
    let folder = scratch("words");
    for (words, expected) in [
        (&["18", "x"][..], "there is no chapter \"18\""),
        (&["0", "x"], "chapters 1 to 17"),
        (&["seven", "x"], "\"seven\""),
        (&["1..18", "x"], "\"18\""),
        (&["5..4", "x"], "5..4 contains no chapter"),
        (&["diff", "1", "99"], "\"99\""),
        (
            &["--stdlib", "libx", "3", "x"],
            "unknown standard library 'libx': use one of libstdc++, libstdc++-10",
        ),
        (&["--stdlib"], "--stdlib needs a name"),
    ] {
        let (code, error) = refused(&folder, words);
        assert!(code == 2 && error.contains(expected), "{words:?}: {error}");
    }
    let usage = chapters(&folder, &[]);
    assert_eq!(usage.status.code(), Some(2));
    assert!(String::from_utf8(usage.stderr).unwrap().starts_with("usage: "));
    assert_eq!(files(&folder), []);
}

#[test]
fn another_library_can_be_chosen() {
    let folder = scratch("library");
    let output = chapters(&folder, &["--stdlib", "libc++", "1", "mac"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rng = fs::read_to_string(folder.join("mac/src/rng.rs")).unwrap();
    assert!(rng.contains("below_by_mask") && !rng.contains("lemire"), "{rng}");
}

#[test]
fn a_difference_is_a_patch() {
    let folder = scratch("patch");
    let output = chapters(&folder, &["1..2", "."]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
    assert!(page("README.md").contains("[Player & Movement](part02/README.md)"), "{}", page("README.md"));
    // Every chapter leads to those around it.
    assert!(page("part01/README.md").contains("next: [Part 2: Player & Movement](../part02/README.md)"));
    assert!(page("part02/README.md").contains("[what Part 2 changes](../diff01-02.md)"));
    for path in ["README.md", "names.md", "part01/README.md", "part02/README.md"] {
        // Code is in blocks, and has no links.
        let text: String = page(path).split("```").step_by(2).collect();
        let links = text.split("](").skip(1).map(|link| link.split(')').next().unwrap());
        for link in links.filter(|link| !link.contains("://") && !link.starts_with('#')) {
            let target = folder.join(path).with_file_name(link.split('#').next().unwrap());
            assert!(target.exists(), "{path}: {link}");
        }
    }
    // Every page of the book is there.
    let contents = page("SUMMARY.md");
    let links = contents.split("](").skip(1).map(|link| link.split(')').next().unwrap());
    assert_eq!(links.map(|link| page(link).len()).filter(|length| *length > 0).count(), 11, "{contents}");
    assert!(page("book.toml").contains("src = \".\""));
    let output = chapters(&folder, &["diff", "1", "2"]);
    let patch = String::from_utf8(output.stdout).unwrap();
    let (_, in_book) =
        page("diff01-02.md").split_once("\n## ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let in_book = format!("## {in_book}").replace("```diff\n", "").replace("```\n\n", "");
    let headings =
        in_book.lines().filter(|line| !line.starts_with('#') && !line.is_empty() && *line != "```");
    assert!(headings.eq(patch.lines().filter(|line| !line.is_empty())), "{in_book}");
    assert!(patch.contains("--- /dev/null\n+++ part02/src/player.rs\n"), "{patch}");
    fs::write(folder.join("patch"), &patch).unwrap();
    // So does the page of the book, with `patch`.
    let patched = folder.join("patched");
    for (path, bytes) in files(&folder.join("part01/src")) {
        let place = patched.join("src").join(path.strip_prefix(folder.join("part01/src")).unwrap());
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, bytes).unwrap();
    }
    let applied = Command::new("patch")
        .args(["-p1", "-i", "../diff01-02.md"])
        .current_dir(&patched)
        .output()
        .unwrap_or_else(|error| panic!("patch: {error}"));
    assert!(applied.status.success(), "{}", String::from_utf8_lossy(&applied.stdout));
    for path in ["src/main.rs", "src/player.rs", "src/screen.rs"] {
        assert_eq!(
            fs::read(patched.join(path)).unwrap(),
            fs::read(folder.join("part02").join(path)).unwrap()
        );
    }
    // git turns the one chapter into the other. It takes the folder for one outside of any repository.
    let applied = Command::new("git")
        .args(["apply", "-p1", "../patch"])
        .env("GIT_CEILING_DIRECTORIES", &folder)
        .current_dir(folder.join("part01"))
        .output()
        .unwrap_or_else(|error| panic!("git: {error}"));
    assert!(applied.status.success(), "{}", String::from_utf8_lossy(&applied.stderr));
    let source = |part: &str| -> Vec<(PathBuf, Vec<u8>)> {
        let base = folder.join(part).join("src");
        // The test of a chapter plays the run of its page, and is no part of the difference.
        let is_test = |path: &Path| path.ends_with("tests.rs") || path.ends_with("page.txt");
        let files = files(&base).into_iter().filter(|(path, _)| !is_test(path));
        files.map(|(path, text)| (path.strip_prefix(&base).unwrap().to_owned(), text)).collect()
    };
    assert_eq!(source("part01"), source("part02"));
}
