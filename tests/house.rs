//! The structure of the code: modules use each other without cycles, and the picture in src/README.md
//! matches the sources.

#[path = "common/paths.rs"]
mod paths;
#[path = "common/section.rs"]
mod section;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use paths::{Module, paths_of};
use section::check_section;

/// The layers of the desktop. Each uses only those before it.
const LAYERS: [&str; 14] = [
    "clock",
    "stacks",
    "history",
    "kept",
    "actions",
    "key_table",
    "bindings",
    "assist",
    "settings",
    "scene",
    "screens",
    "input",
    "session",
    "window",
];

/// The layers of `verify`, in the same order.
const VERIFY: [&str; 4] = ["input", "data", "judge", "report"];

/// The rooms of the crate `roguelike` that know SDL.
const SDL: [&str; 5] = ["desktop", "glyph_cache", "main", "picture", "sound"];

/// The crates: their names in paths, and the folders of their sources.
const CRATES: [(&str, &str); 3] =
    [("roguelike", "src"), ("roguelike_causes", "src/causes"), ("roguelike_compare", "src/compare")];

/// Maximum length of a line of code or of a comment, in columns.
const COLUMNS: usize = 110;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file of a crate, and the modules of that crate that it uses.
struct Source {
    /// The module's path from the root of its crate. `mod.rs` has that of its folder.
    module: Module,
    file: PathBuf,
    uses: BTreeSet<Module>,
}

/// Returns the files of a crate without those of the crates inside its folder, and of tests.
fn files_of(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![root().join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() && !path.join("Cargo.toml").exists() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Reads a crate. Paths that lead to an item become paths of the module that has it.
fn sources_of(name: &str, folder: &str) -> Vec<Source> {
    let module_of = |file: &Path| -> Module {
        let path = file.strip_prefix(root().join(folder)).unwrap().with_extension("");
        let names = path.iter().map(|name| name.to_str().unwrap().to_owned());
        names.filter(|name| name != "mod" && name != "lib").collect()
    };
    let files = files_of(folder);
    let modules: BTreeSet<Module> = files.iter().map(|file| module_of(file)).collect();
    let nearest = |mut path: Module| {
        while !modules.contains(&path) {
            path.pop();
        }
        path
    };
    let sources = files.into_iter().map(|file| {
        let module = module_of(&file);
        let text = fs::read_to_string(&file).unwrap();
        let parent = module.split_last().map_or(&[][..], |(_, parent)| parent);
        let paths = paths_of(&text, &["crate", name], Some(parent));
        let paths = paths.unwrap_or_else(|| panic!("{}", file.display()));
        let uses = paths.into_iter().map(nearest).filter(|used| *used != module).collect();
        Source { module, file, uses }
    });
    sources.collect()
}

/// Returns what is in a circle, or leads into one: what is left when everything that uses nothing more is
/// taken away, again and again.
fn circles<T: Ord + Clone>(uses: &BTreeMap<T, BTreeSet<T>>) -> BTreeSet<T> {
    let mut left: BTreeSet<T> = uses.keys().cloned().collect();
    while let Some(free) = left.iter().find(|file| uses[*file].is_disjoint(&left)).cloned() {
        left.remove(&free);
    }
    left
}

/// A file and the `mod.rs` of its folder may use each other.
#[test]
fn no_files_use_each_other_in_a_circle() {
    for (name, folder) in CRATES {
        let is_parent = |a: &Module, b: &Module| a.len() < b.len() && b.starts_with(a);
        let uses: BTreeMap<Module, BTreeSet<Module>> = sources_of(name, folder)
            .into_iter()
            .map(|source| {
                let is_kin =
                    |used: &Module| is_parent(used, &source.module) || is_parent(&source.module, used);
                let others = source.uses.into_iter().filter(|used| !is_kin(used)).collect();
                (source.module, others)
            })
            .collect();
        let left = circles(&uses);
        assert!(left.is_empty(), "a circle in {name} is among these: {left:?}");
    }
}

/// Checks that each layer of a folder uses only those before it. `without_layer` is that of files beside
/// them.
fn check_layers(crate_folder: (&str, &str), folder: &str, layers: &[&str], without_layer: &str) {
    let number = |module: &Module| {
        let layer = module.get(1).map_or(without_layer, String::as_str);
        layers.iter().position(|other| *other == layer).unwrap_or_else(|| panic!("{module:?} is no layer"))
    };
    let is_in_layer = |module: &Module| module.len() > 1 && module[0] == folder;
    for source in sources_of(crate_folder.0, crate_folder.1).iter().filter(|it| is_in_layer(&it.module)) {
        for used in source.uses.iter().filter(|used| is_in_layer(used)) {
            let is_before = number(used) <= number(&source.module);
            assert!(is_before, "{} uses {}, a later layer", source.file.display(), used.join("::"));
        }
    }
}

#[test]
fn a_layer_of_the_desktop_uses_only_those_before_it() {
    check_layers(CRATES[0], "desktop", &LAYERS, "session");
}

#[test]
fn a_layer_of_verify_uses_only_those_before_it() {
    check_layers(CRATES[2], "verify", &VERIFY, "report");
}

#[test]
fn only_the_documented_modules_use_sdl() {
    let with_sdl = sources_of("roguelike", "src").into_iter().filter(|source| {
        let text = fs::read_to_string(&source.file).unwrap();
        !paths_of(&text, &["sdl2"], None).unwrap().is_empty()
    });
    let rooms: BTreeSet<String> = with_sdl.map(|source| source.module[0].clone()).collect();
    assert!(rooms.iter().eq(SDL), "{rooms:?}");
}

/// What is at the top of the repository, besides files whose names begin with a point.
const TOP: [&str; 8] =
    ["Cargo.lock", "Cargo.toml", "LICENSE", "README.md", "build.rs", "fonts", "src", "tests"];

#[test]
fn nothing_else_is_at_the_top_of_the_repository() {
    let output = Command::new("git").arg("ls-files").current_dir(root()).output().unwrap();
    let files = String::from_utf8(output.stdout).unwrap();
    let top: BTreeSet<&str> = files.lines().filter_map(|path| path.split('/').next()).collect();
    assert!(top.iter().copied().filter(|name| !name.starts_with('.')).eq(TOP), "{top:?}");
}

#[test]
fn lines_end_at_the_same_column() {
    let mut long = Vec::new();
    for file in CRATES.iter().flat_map(|(_, folder)| files_of(folder)) {
        let text = fs::read_to_string(&file).unwrap();
        let lines = (1..).zip(text.lines()).filter(|(_, line)| line.chars().count() > COLUMNS);
        // The rows of a table may be longer.
        let lines = lines.filter(|(_, line)| !line.starts_with("//! |"));
        long.extend(lines.map(|(number, _)| format!("{}:{number}", file.display())));
    }
    assert!(long.is_empty(), "longer than {COLUMNS} columns:\n{}", long.join("\n"));
}

/// Returns the room of a module: the series is one room, and each folder beside it another.
fn room(module: &Module) -> &str {
    let first = module.first().map_or("", String::as_str);
    let is_folder = root().join("src").join(first).is_dir() && first != "game";
    if is_folder { first } else { "series" }
}

/// The rooms of the crate `roguelike` and the arrows between them. An arrow that a longer way shows as well
/// is left out.
#[test]
fn the_picture_of_the_house_is_that_of_the_sources() {
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in
        sources_of("roguelike", "src").iter().filter(|it| !it.module.is_empty() && it.module != ["main"])
    {
        let of_room = uses.entry(room(&source.module).to_owned()).or_default();
        let used = source.uses.iter().filter(|used| !used.is_empty()).map(room);
        of_room.extend(used.filter(|used| *used != room(&source.module)).map(str::to_owned));
    }
    let circle = circles(&uses);
    assert!(circle.is_empty(), "rooms use each other in a circle: {circle:?}");
    let leads_to = |from: &str, to: &str| {
        let mut seen = BTreeSet::from([from.to_owned()]);
        let mut ways = vec![from.to_owned()];
        while let Some(next) = ways.pop() {
            ways.extend(uses[&next].iter().filter(|it| seen.insert((*it).clone())).cloned());
        }
        seen.contains(to)
    };
    let mut picture = "```mermaid\nflowchart TD\n".to_owned();
    for (room, used) in &uses {
        for other in used {
            let is_direct = !used.iter().any(|between| between != other && leads_to(between, other));
            if is_direct {
                picture += &format!("    {room} --> {other}\n");
            }
        }
    }
    check_section("src/README.md", "house", &(picture + "```\n"));
}
