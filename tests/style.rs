//! Comments and documentation read alike everywhere: lines of at most 110 columns, in plain words.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum length of a line of a comment.
const COLUMNS: usize = 110;

/// Words that make a reader guess, where a technical term or a plain sentence exists.
const RIDDLES: [&str; 5] = ["whoever", "Whoever", "who has it", "so many ", "is none that"];

/// Every Rust file below src and tests.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src"), root.join("tests")];
    let mut files = vec![root.join("build.rs")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.extension() {
                Some(extension) if extension == "rs" => files.push(path),
                None if path.is_dir() && !path.ends_with("target") => folders.push(path),
                _ => {}
            }
        }
    }
    files
}

/// The comments of a file: line number and text.
fn comments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| line.trim_start().starts_with("//"))
}

/// Code of the program ends there too.
#[test]
fn lines_end_at_the_same_column() {
    let mut long = Vec::new();
    for path in sources() {
        let is_program = path.starts_with(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| line.chars().count() > COLUMNS) {
            let is_comment = line.trim_start().starts_with("//");
            // Rows of tables, and texts that `cargo fmt` cannot break.
            let is_whole = line.starts_with("//! |") || !is_comment && line.contains('"');
            if !is_whole && (is_comment || is_program) {
                long.push(format!("{}:{number}", path.display()));
            }
        }
    }
    assert!(long.is_empty(), "longer than {COLUMNS} columns:\n{}", long.join("\n"));
}

#[test]
fn comments_are_no_riddles() {
    for path in sources().iter().filter(|path| !path.ends_with("tests/style.rs")) {
        let text = fs::read_to_string(path).unwrap();
        for (number, line) in comments(&text) {
            for riddle in RIDDLES {
                assert!(!line.contains(riddle), "{}:{number}: {riddle}", path.display());
            }
        }
    }
}

/// Only the program, the desktop, pictures, the glyphs and the sounds know SDL. Tests inside of modules are
/// left out.
#[test]
fn only_the_documented_modules_use_sdl() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let uses_sdl = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        text.split("#[cfg(test)]").next().unwrap().contains("sdl2::")
    };
    let files = sources().into_iter().filter(|path| path.starts_with(&source) && uses_sdl(path));
    let rooms = files.map(|path| path.strip_prefix(&source).unwrap().iter().next().unwrap().to_owned());
    let rooms: BTreeSet<_> = rooms.collect();
    assert!(rooms.iter().eq(["desktop", "glyph_cache.rs", "main.rs", "picture", "sound.rs"]), "{rooms:?}");
}

/// The layers of the desktop in order. Each uses only those before it.
const LAYERS: [&str; 9] =
    ["run", "runs", "actions", "assist", "settings", "screens", "input", "session", "window"];

/// Returns what a file of the desktop uses of the desktop, as paths of modules that may end with other names.
/// Comments are left out.
fn used_by(file: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join(" ");
    let words = |path: &str| -> Vec<String> { path.split("::").map(|word| word.trim().to_owned()).collect() };
    let mut used = Vec::new();
    for rest in code.split("crate::desktop::").skip(1) {
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter)).unwrap();
        let (path, rest) = rest.split_at(end);
        match rest.strip_prefix('{').and_then(|group| group.split_once('}')) {
            Some((group, _)) => used.extend(group.split(',').map(|name| words(&format!("{path}{name}")))),
            None => used.push(words(path)),
        }
    }
    used
}

/// Every file of the desktop's layers, by its path of modules. A `mod.rs` has that of its folder.
fn files_of_the_desktop() -> BTreeMap<Vec<String>, PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/desktop");
    let files = sources().into_iter().filter_map(|file| {
        let path = file.strip_prefix(&root).ok()?.with_extension("");
        let mut names: Vec<String> = path.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
        names.retain(|name| name != "mod");
        LAYERS.contains(&names.first()?.as_str()).then_some((names, file))
    });
    files.collect()
}

#[test]
fn a_layer_of_the_desktop_uses_only_those_before_it() {
    let number = |layer: &str| LAYERS.iter().position(|other| *other == layer);
    let mut files = 0;
    for (names, file) in files_of_the_desktop() {
        files += 1;
        for used in used_by(&file) {
            let layer =
                number(&used[0]).unwrap_or_else(|| panic!("{}: {used:?} is no layer", file.display()));
            assert!(layer <= number(&names[0]).unwrap(), "{}: {used:?} is a later layer", file.display());
        }
    }
    assert!(files > 50, "{files}");
}

/// A file and the `mod.rs` of its folder may use each other.
#[test]
fn no_files_of_the_desktop_use_each_other_in_a_circle() {
    let files = files_of_the_desktop();
    let uses: BTreeMap<_, BTreeSet<&[String]>> = files
        .iter()
        .map(|(names, file)| {
            let used = used_by(file);
            let targets = used.iter().filter_map(|used| {
                (1..=used.len())
                    .rev()
                    .find_map(|count| Some(files.get_key_value(&used[..count])?.0.as_slice()))
            });
            let is_parent = |a: &[String], b: &[String]| a.len() + 1 == b.len() && b.starts_with(a);
            let other = |target: &&[String]| !is_parent(target, names) && !is_parent(names, target);
            (names.as_slice(), targets.filter(other).filter(|target| target != names).collect())
        })
        .collect();
    // Files that use nothing that is left are no part of a circle.
    let mut left: BTreeSet<&[String]> = uses.keys().copied().collect();
    while let Some(&free) = left.iter().find(|file| uses[**file].is_disjoint(&left)) {
        left.remove(free);
    }
    assert!(left.is_empty(), "some of these are in a circle: {left:?}");
}
