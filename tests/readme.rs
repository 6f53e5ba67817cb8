//! The pages are true: the program has the options they give, the tables come from the program, and the links
//! work, both in a clone and in the published package.

#[path = "common/section.rs"]
mod section;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use section::check_section;

/// The pages that people read, each beside what it is about.
const PAGES: [&str; 10] = [
    "README.md",
    "src/README.md",
    "src/desktop/README.md",
    "src/fov_lab/README.md",
    "tests/README.md",
    "tests/cpp/README.md",
    "tests/chapters/README.md",
    ".ci/README.md",
    ".ci/CONTRIBUTING.md",
    ".ci/SECURITY.md",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// Returns the contents of the code blocks in these languages.
fn blocks<'t>(text: &'t str, languages: &[&str]) -> Vec<&'t str> {
    let mut blocks = Vec::new();
    let mut rest = text.split("```");
    while let (Some(_), Some(block)) = (rest.next(), rest.next()) {
        let (language, block) = block.split_once('\n').unwrap_or_default();
        blocks.extend(languages.contains(&language).then_some(block));
    }
    blocks
}

/// Returns the commands of a text's `console` blocks, and what they print.
fn samples(text: &str) -> Vec<(String, Vec<String>)> {
    let mut samples: Vec<(String, Vec<String>)> = Vec::new();
    for line in blocks(text, &["console"]).into_iter().flat_map(str::lines) {
        match line.strip_prefix("$ ") {
            Some(command) => samples.push((command.to_owned(), Vec::new())),
            None => samples.last_mut().expect("a block begins with a command").1.push(line.to_owned()),
        }
    }
    samples
}

fn roguelike(arguments: &str) -> String {
    let arguments = arguments.split_whitespace().map(|word| word.trim_matches('"'));
    let output = Command::new(env!("CARGO_BIN_EXE_roguelike")).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that record with the keys of `roguelike keys` are those that the files of keys name.
#[test]
fn recordings_are_made_with_the_seed_of_the_keys() {
    let mut compared = 0;
    for (command, _) in PAGES.iter().flat_map(|page| samples(&read(page))) {
        if let Some((_, rest)) = command.split_once(" --keys-file part") {
            let part = rest.split('.').next().unwrap();
            let keys = read(&format!("src/compare/keys/{part:0>2}.keys"));
            let first = keys.split("\n\n").next().unwrap();
            assert!(first.contains(" of libstdc++ (") && first.contains(&command), "{command}");
            compared += 1;
        }
    }
    assert!(compared >= 2, "only {compared} commands were compared");
}

/// Every option that the pages name, in code blocks and in sentences, is one of the program.
#[test]
fn commands_have_the_options_that_the_pages_give() {
    for page in PAGES {
        let text = read(page);
        let lines = blocks(&text, &["sh", "console"]).into_iter().flat_map(str::lines);
        let lines = lines.filter_map(|line| line.trim_start_matches("$ ").strip_prefix("roguelike "));
        let inline = text.split('`').filter(|code| !code.contains('\n'));
        let inline = inline.filter_map(|code| code.strip_prefix("roguelike "));
        for command in lines.chain(inline).map(|command| command.split('#').next().unwrap()) {
            let first = command.split(' ').next().unwrap();
            // The program of these is another one, with tests of its own.
            if ["attach", "check", "diff", "fov", "keys", "verify"].contains(&first) {
                continue;
            }
            // Only the program itself has a version.
            let is_version = command.trim() == "--version";
            let of = if is_version {
                ""
            } else if first.starts_with('-') {
                "play"
            } else {
                first
            };
            let help = roguelike(format!("{of} --help").trim_start());
            assert!(!help.is_empty(), "{page}: {command}");
            for option in command.split(' ').filter(|word| word.starts_with("--")) {
                assert!(help.contains(option), "{page}: {command}: {option}");
            }
        }
    }
}

/// The search that the README gives for a name of the C++ ends at its Rust.
#[cfg(unix)]
#[test]
fn the_search_for_a_name_finds_its_rust() {
    let text = read("README.md");
    let search = text.split('`').find(|code| code.starts_with("grep ")).expect("a search");
    let output = Command::new("sh").args(["-c", search]).current_dir(root()).output().unwrap();
    let found = String::from_utf8(output.stdout).unwrap();
    assert!(found.lines().count() == 1 && found.starts_with("src/game/turn.rs:"), "{search}: {found}");
}

/// Returns the program's text about keys as a table of Markdown.
fn keys_table() -> String {
    let row = |line: &str| {
        if !line.starts_with("    ") {
            return format!("| **{}** | | |\n", line.trim());
        }
        let (keys, meaning, parts) = (line[4..25].trim(), line[25..66].trim(), &line[66..]);
        format!("| {keys} | {meaning} | {parts} |\n")
    };
    let rows: String = roguelike::desktop::keys_text().lines().skip(1).map(row).collect();
    format!("| key | does | parts |\n|---|---|---|\n{rows}")
}

/// The page about playing has the program's table. The few keys of the README are in it.
#[test]
fn the_keys_are_those_of_the_program() {
    let table = keys_table();
    check_section("src/desktop/README.md", "keys", &table);
    let cell = |line: &str| line.split(" | ").next().map(|cell| cell.trim_start_matches("| ").to_owned());
    let keys: Vec<String> = table.lines().filter_map(cell).collect();
    let readme = read("README.md");
    let shown: Vec<String> =
        readme.lines().filter(|line| line.starts_with("| ")).skip(1).filter_map(cell).collect();
    assert!(!shown.is_empty());
    for key in &shown {
        let names = if key == "arrows" { &["UP", "DOWN", "LEFT", "RIGHT"][..] } else { &[key.as_str()] };
        for name in names {
            assert!(
                keys.iter().any(|row| row.split("  ").any(|it| it == *name)),
                "no key {name} in:\n{table}"
            );
        }
    }
}

/// Every file of tests has its options for cargo and its first sentence in the table. cargo-mutants runs tests
/// of the game.
#[test]
fn the_table_of_tests_has_each_file_of_tests() {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(root().join("tests")).unwrap().map(|entry| entry.unwrap().path()) {
        // Those of the comparers are named after their folder, or cargo would take them for tests of the
        // game.
        let own = entry.join(entry.file_name().unwrap()).with_extension("rs");
        let candidates = [entry.join("main.rs"), own, entry].into_iter();
        files.extend(
            candidates.filter(|path| path.extension().is_some_and(|it| it == "rs") && path.is_file()),
        );
    }
    files.sort();
    let of_comparers = read("src/compare/Cargo.toml");
    let mut table = "| file | cargo test | what its tests check |\n|---|---|---|\n".to_owned();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let file = path.strip_prefix(root()).unwrap().display().to_string();
        let package = if of_comparers.contains(&file) { "-p roguelike-compare " } else { "" };
        let named = if path.ends_with("main.rs") { path.parent().unwrap() } else { &path };
        let name = named.file_stem().unwrap().display();
        let about: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//! ")).collect();
        let about = about.join(" ");
        let sentence = about.split(". ").next().unwrap().trim_end_matches('.');
        table += &format!("| `{file}` | `{package}--test {name}` | {sentence} |\n");
    }
    check_section("tests/README.md", "tests", &table);
    for config in [".cargo/mutants.toml", ".cargo/mutants-tools.toml"].map(read) {
        let names: Vec<&str> =
            config.split("\"--test=").skip(1).filter_map(|it| it.split('"').next()).collect();
        assert!(
            !names.is_empty() && names.iter().all(|name| table.contains(&format!("| `--test {name}` |"))),
            "{names:?}"
        );
    }
}

/// The Rust files below a folder, but for written chapters and what is built.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            match path.is_dir() {
                true if name != "target" && !name.starts_with("part") => folders.push(path),
                false if name.ends_with(".rs") => files.push(path),
                _ => {}
            }
        }
    }
    files
}

/// A test is found by its name in one line of a terminal, and a module of a test in the folder of that test.
#[test]
fn tests_have_short_names_and_their_own_folders() {
    let mut tests = 0;
    for path in rust_files(&root().join("tests")) {
        let Ok(file) = syn::parse_file(&fs::read_to_string(&path).unwrap()) else { continue };
        let has = |attributes: &[syn::Attribute], name| attributes.iter().any(|it| it.path().is_ident(name));
        for item in &file.items {
            match item {
                syn::Item::Fn(item) if has(&item.attrs, "test") => {
                    let name = item.sig.ident.to_string();
                    assert!(name.len() < 60, "{}: {name}", path.display());
                    tests += 1;
                }
                syn::Item::Mod(item) if has(&item.attrs, "path") => {
                    let own = path.with_extension("").join(format!("{}.rs", item.ident));
                    assert!(!own.exists(), "{} needs no path, if its test is a main.rs", own.display());
                }
                _ => {}
            }
        }
    }
    assert!(tests > 400, "{tests}");
}

#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(
        lines <= 120,
        "README.md has {lines} lines: what is for few readers belongs on one of the other pages"
    );
}

/// The targets of a page's links: those in the text, and those of its list at the end.
fn links(text: &str) -> Vec<&str> {
    let inline = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    let listed = text.lines().filter(|line| line.starts_with('[')).filter_map(|line| line.split_once("]: "));
    inline.chain(listed.map(|(_, target)| target)).filter(|link| !link.contains("://")).collect()
}

/// Returns the anchors of a page: those of its headings, and those that it names.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings =
        text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches(['#', ' ']));
    let kept = |heading: &str| {
        heading.to_lowercase().replace(|c: char| !c.is_alphanumeric() && !" -".contains(c), "")
    };
    let named = text.split("<a id=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
    headings.map(|heading| kept(heading).replace(' ', "-")).chain(named).collect()
}

/// Returns the files of the published package.
fn packaged() -> BTreeSet<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["package", "--list", "--allow-dirty", "--offline"]).current_dir(root());
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(PathBuf::from).collect()
}

/// Every link to a file leads to one, and every link to a section to a heading. What is in the package leads
/// only to what is in it too.
#[test]
fn links_lead_somewhere() {
    let packaged = packaged();
    for page in PAGES {
        let text = read(page);
        let folder = Path::new(page).parent().unwrap();
        for link in links(&text) {
            let (file, section) =
                link.split_once('#').map_or((link, None), |(file, section)| (file, Some(section)));
            let target = if file.is_empty() { PathBuf::from(page) } else { folder.join(file) };
            let target = root().join(target).canonicalize().unwrap_or_else(|_| panic!("{page}: {link}"));
            let target = target.strip_prefix(root().canonicalize().unwrap()).unwrap();
            // The written chapters are in the repository alone, as the README says.
            let written =
                ["part", "diff", "names.md", "chapters.md"].map(|name| format!("tests/chapters/{name}"));
            let in_repository = written.iter().any(|start| target.to_string_lossy().starts_with(start));
            let there = in_repository || packaged.iter().any(|path| path.starts_with(target));
            assert!(there || !packaged.contains(Path::new(page)), "{page}: {link} is not in the package");
            if let Some(section) = section {
                assert!(anchors(&read(target.to_str().unwrap())).contains(section), "{page}: {link}");
            }
        }
        // Files that are named without a link.
        for path in text.split('`').skip(1).step_by(2) {
            let is_path = ["src/", "tests/", ".ci/"].iter().any(|folder| path.starts_with(folder));
            let is_path = (is_path || path.ends_with(".rs")) && !path.contains(['*', ' ', 'N', '\n']);
            let places = [root(), &root().join("src"), &root().join(folder)].map(|base| base.join(path));
            assert!(!is_path || places.iter().any(|path| path.exists()), "{page}: there is no {path}");
        }
    }
}
