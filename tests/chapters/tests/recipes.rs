//! The recipes of src/README.md: in a copy of the repository its changes are made, its commands are run, and
//! each fails or passes as the page says.
//!
//! The changes of all recipes are made each time. `RECIPES=all cargo test` also runs the commands of all,
//! `RECIPES=2` those of the second one. Each compiles half of the repository, so `.ci/release check` does it.

mod page;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use page::{Edit, copy, lines_of};

/// The repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// What a recipe says to do.
enum Step {
    Change(Edit),
    /// A command of cargo, and words of its output if it has to fail.
    Run {
        command: String,
        fails: Option<String>,
    },
}

/// A recipe: its title and its steps.
struct Recipe {
    title: String,
    steps: Vec<Step>,
}

/// The recipes of the page: the sections of "Recipes".
fn recipes() -> Vec<Recipe> {
    let page = fs::read_to_string(root().join("src/README.md")).unwrap();
    let (_, working) = page.split_once("\n## Recipes\n").unwrap();
    let (working, _) = working.split_once("\n<a id=").unwrap();
    working.split("\n### ").skip(1).map(recipe).collect()
}

fn recipe(section: &str) -> Recipe {
    let title = section.lines().next().unwrap().to_owned();
    let mut steps = Vec::new();
    for block in section.split("```").skip(1).step_by(2) {
        let (kind, text) = block.split_once('\n').unwrap();
        let lines = lines_of(text);
        match kind {
            "diff" => steps.push(Step::Change(Edit::read(&lines))),
            "sh" => steps.extend(lines.iter().filter(|line| !line.is_empty()).map(|line| {
                let (command, comment) = line.split_once(" # ").unwrap_or_else(|| panic!("{title}: {line}"));
                let fails = comment.trim().strip_prefix("fails: ").map(str::to_owned);
                assert!(fails.is_some() || comment.trim() == "passes", "{title}: {line}");
                Step::Run { command: command.trim().to_owned(), fails }
            })),
            other => panic!("{title}: a block of kind '{other}'"),
        }
    }
    Recipe { title, steps }
}

/// The recipes that `RECIPES` names.
fn chosen(count: usize) -> Vec<usize> {
    match env::var("RECIPES").as_deref() {
        Ok("all") => (0..count).collect(),
        Ok(list) => list.split(',').map(|number| number.trim().parse::<usize>().unwrap() - 1).collect(),
        Err(_) => Vec::new(),
    }
}

/// The packages that recipes change. Each step compiles them again, so they are not optimized.
const CHANGED: [&str; 3] = ["roguelike-sdl2", "roguelike-causes", "roguelike-compare"];

/// Runs a command in the copy. Returns whether it succeeded, and its output.
fn run(command: &str, folder: &Path) -> (bool, String) {
    let mut words = command.split(' ').peekable();
    let mut cargo = Command::new(env!("CARGO"));
    // As in `RENEW_EDITS=1 cargo test`.
    while let Some((variable, value)) =
        words.next_if(|word| *word != "cargo").and_then(|word| word.split_once('='))
    {
        cargo.env(variable, value);
    }
    assert_eq!(words.next(), Some("cargo"), "{command}");
    for package in CHANGED {
        for setting in ["opt-level=0", "codegen-units=64"] {
            cargo.args(["--config", &format!("profile.test.package.{package}.{setting}")]);
        }
    }
    cargo.args(words).current_dir(folder).env_remove("RUSTFLAGS");
    // The other crates are those that the repository's own tests have compiled. The programs are the copy's.
    cargo.env("CARGO_BUILD_BUILD_DIR", root().join("target")).env("CARGO_TARGET_DIR", target());
    let output = cargo.env("CARGO_INCREMENTAL", "1").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success(), printed + &String::from_utf8_lossy(&output.stderr))
}

/// The folder of the copy's programs.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("recipes-target")
}

/// Copies what the recipes change and compile. The copy keeps its place, so what does not change is compiled
/// once.
fn fresh_copy(name: &str, entries: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    for entry in entries {
        copy(&root().join(entry), &folder.join(entry));
    }
    folder
}

/// Follows a recipe in a copy of the repository. Without commands it only makes the changes.
fn follow(recipe: &Recipe, folder: &Path, with_commands: bool) -> Result<(), String> {
    for step in &recipe.steps {
        match step {
            Step::Change(edit) => {
                edit.apply(folder).map_err(|error| format!("{}: {:?}: {error}", edit.file, edit.before))?;
            }
            Step::Run { command, fails } if with_commands => {
                let (passed, printed) = run(command, folder);
                match fails {
                    None if !passed => return Err(format!("'{command}' fails:\n{printed}")),
                    Some(_) if passed => return Err(format!("'{command}' passes")),
                    Some(words) if !printed.contains(words) => {
                        return Err(format!("'{command}' does not print '{words}':\n{printed}"));
                    }
                    _ => {}
                }
            }
            Step::Run { .. } => {}
        }
    }
    Ok(())
}

#[test]
fn recipes_work_as_they_say() {
    let recipes = recipes();
    assert!(recipes.len() >= 5, "only {} recipes", recipes.len());
    let chosen = chosen(recipes.len());
    let mut wrong = Vec::new();
    for (index, recipe) in recipes.iter().enumerate() {
        let has_commands = recipe.steps.iter().any(|step| matches!(step, Step::Run { .. }));
        assert!(has_commands, "{}: no command", recipe.title);
        let with_commands = chosen.contains(&index);
        let mut entries = vec!["Cargo.toml", "build.rs", "src", "tests"];
        if with_commands {
            entries.extend(["Cargo.lock", "LICENSE", "README.md", "fonts", ".ci", ".cargo"]);
        }
        let folder = fresh_copy("recipe", &entries);
        if let Err(error) = follow(recipe, &folder, with_commands) {
            wrong.push(format!("{}: {error}", recipe.title));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
