//! `chapters watch`, as somebody uses it: from the chapter as it is, over an error of the compiler, to the
//! solution and the next exercise.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, SystemTime};

use chapters::chapter::root;
use chapters::check::target;
use chapters::files::below;

/// A running `chapters watch`.
struct Watch {
    child: Child,
    keys: ChildStdin,
    shown: Lines<BufReader<ChildStdout>>,
}

impl Watch {
    /// All tries have one target folder, as `CARGO_TARGET_DIR` or a clone's settings give it.
    fn start(folder: &Path, words: &[&str]) -> Watch {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chapters"))
            .arg("watch")
            .args(words)
            .arg("-o")
            .arg(folder)
            .env("CARGO_TARGET_DIR", target())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let keys = child.stdin.take().unwrap();
        let shown = BufReader::new(child.stdout.take().unwrap()).lines();
        Watch { child, keys, shown }
    }

    fn type_in(&mut self, line: &str) {
        writeln!(self.keys, "{line}").unwrap();
    }

    /// Reads until a line that has the words, and returns all that was shown.
    fn until(&mut self, words: &str) -> String {
        let mut text = String::new();
        loop {
            let line =
                self.shown.next().unwrap_or_else(|| panic!("ended before '{words}':\n{text}")).unwrap();
            text += &format!("{line}\n");
            if line.contains(words) {
                return text;
            }
        }
    }
}

/// An empty folder of the test's own.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("watch").join(name);
    fs::remove_dir_all(&folder).ok();
    folder
}

#[test]
fn a_task_is_watched_from_the_start_to_the_solution() {
    let folder = scratch("tries");
    let mut watch = Watch::start(&folder, &["8", "potion-of-sight"]);
    let begin = watch.until("h: hint");
    assert!(begin.contains("# A potion of sight") && begin.contains("part08-potion-of-sight/src"), "{begin}");
    assert!(!begin.contains("Hint: "), "{begin}");
    let shown = watch.until("h: hint");
    assert!(shown.contains("The test fails:") && shown.contains("  line: let sight = "), "{shown}");
    watch.type_in("h");
    assert!(watch.until("Hint: ").contains("Hint: `PotionType::ALL`"));

    // A borrow that lasts too long. The page of the chapter has a sentence about it.
    let copy = folder.join("part08-potion-of-sight");
    let pack = copy.join("src/game/pack.rs");
    let before = fs::read_to_string(&pack).unwrap();
    let line = before.lines().find(|line| line.contains("self.inventory.push(")).unwrap();
    let wrong = format!("let first = &self.inventory[0];\n{line}\nprintln!(\"{{:?}}\", first);\n");
    fs::write(&pack, before.replacen(&format!("{line}\n"), &wrong, 1)).unwrap();
    let shown = watch.until("Chapter 8 explains E0502");
    assert!(shown.contains("error[E0502]") && shown.contains("src/game/pack.rs"), "{shown}");
    watch.until("h: hint");
    fs::write(&pack, before).unwrap();
    assert!(watch.until("h: hint").contains("The test fails:"));
    watch.type_in("s");
    assert!(watch.until("+    Sight,").contains("/src/item.rs"));

    let patch = fs::File::open(copy.join("exercises/potion-of-sight/solution.diff")).unwrap();
    assert!(
        Command::new("patch").arg("-p1").stdin(patch).current_dir(&copy).output().unwrap().status.success()
    );
    watch.until("The test passes: you have solved this exercise.");
    assert!(copy.join("done").is_file());
    watch.type_in("s");
    watch.until("There is no difference.");
    // The task that is done does not come again.
    watch.type_in("n");
    assert!(watch.until("h: hint").contains("part09-"));
    watch.until("h: hint");
    watch.type_in("q");
    assert!(watch.child.wait().unwrap().success());

    let mut again = Watch::start(&folder, &["8"]);
    assert!(again.until("h: hint").contains("part08-pick-up-all/src"));
    // Without a keyboard it tests once.
    drop(again.keys);
    assert!(again.child.wait().unwrap().success());
}

/// Copies the files of a chapter.
fn copy(from: &Path, to: &Path) {
    let mut files = BTreeMap::new();
    below(from, "", &mut files).unwrap();
    for (path, place) in files.iter().filter(|(path, _)| !path.starts_with("/target/")) {
        let copy = to.join(&path[1..]);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(place, copy).unwrap();
    }
}

/// Gives all files below a folder a time from long before any build, as a restored backup has it.
fn age(folder: &Path) {
    let mut files = BTreeMap::new();
    below(folder, "", &mut files).unwrap();
    for place in files.values().filter(|place| place.extension().is_some_and(|kind| kind == "rs")) {
        let old = SystemTime::now() - Duration::from_hours(24 * 365);
        fs::File::options().append(true).open(place).unwrap().set_modified(old).unwrap();
    }
}

/// What `cargo run` says about a seed that is no number: it never opens a window.
fn refusal(folder: &Path) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--", "forty-two"])
        .env("CARGO_TARGET_DIR", target())
        .current_dir(folder)
        .output()
        .unwrap();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_chapter_and_its_tries_run_their_own_code_in_any_order() {
    let folder = scratch("names");
    copy(&root().join("tests/chapters/part01"), &folder.join("part01"));
    for task in ["columns", "largest-room"] {
        let mut watch = Watch::start(&folder, &["1", task]);
        // Before the first test, and after it.
        watch.until("h: hint");
        watch.until("h: hint");
        watch.type_in("q");
        assert!(watch.child.wait().unwrap().success());
    }
    let copies = ["part01", "part01-columns", "part01-largest-room"].map(|name| folder.join(name));
    for copy in &copies {
        let main = copy.join("src/main.rs");
        let text = fs::read_to_string(&main).unwrap();
        let name = copy.file_name().unwrap().to_str().unwrap();
        fs::write(&main, text.replacen("is not a seed", &format!("is not a seed of {name}"), 1)).unwrap();
        age(copy);
    }
    for index in [0, 1, 2, 1, 0, 2, 0] {
        let name = copies[index].file_name().unwrap().to_str().unwrap();
        let said = refusal(&copies[index]);
        assert!(said.contains(&format!("is not a seed of {name}: ")), "{name}: {said}");
    }

    // `watch` tests what is there now, whatever the time of the file is.
    let map = copies[1].join("src/map.rs");
    let before = fs::read_to_string(&map).unwrap();
    let mut watch = Watch::start(&folder, &["1", "columns"]);
    watch.until("The test fails:");
    let patch = fs::File::open(copies[1].join("exercises/columns/solution.diff")).unwrap();
    let patched = Command::new("patch").arg("-p1").stdin(patch).current_dir(&copies[1]).output().unwrap();
    assert!(patched.status.success());
    watch.until("The test passes: you have solved this exercise.");
    fs::write(folder.join("map.rs"), &before).unwrap();
    age(&folder.join("map.rs"));
    fs::rename(folder.join("map.rs"), &map).unwrap();
    watch.until("The test fails:");
    watch.type_in("q");
    assert!(watch.child.wait().unwrap().success());
}

#[test]
fn an_error_that_a_later_page_explains_is_shown_alone() {
    let folder = scratch("early");
    let mut watch = Watch::start(&folder, &["1", "columns"]);
    watch.until("The test fails:");
    let map = folder.join("part01-columns/src/map.rs");
    let wrong = "fn twice() {\n    let mut rooms = vec![1];\n    let first = &rooms[0];\n    rooms.push(2);\n    println!(\"{first}\");\n}\n";
    fs::write(&map, fs::read_to_string(&map).unwrap() + wrong).unwrap();
    watch.until("error[E0502]");
    let shown = watch.until("h: hint");
    assert!(!shown.contains(" explains E"), "{shown}");
    watch.type_in("q");
    assert!(watch.child.wait().unwrap().success());
}

#[test]
fn an_unknown_task_is_one_line() {
    let output = Command::new(env!("CARGO_BIN_EXE_chapters"))
        .args(["watch", "8", "no-such-task", "-o"])
        .arg(scratch("unknown"))
        .current_dir(root())
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && error.lines().count() == 1, "{error}");
    assert!(error.contains("'no-such-task'") && error.contains("pick-up-all and potion-of-sight"), "{error}");
    assert!(output.stdout.is_empty());
}

/// A file `done` keeps its text, a link to it and links to files elsewhere do, too; links to folders lead in no
/// circle, and an editor's lock is not read.
#[cfg(unix)]
#[test]
fn links_and_files_of_the_reader_are_left_alone() {
    use std::os::unix::fs::symlink;
    let folder = scratch("links");
    let mut watch = Watch::start(&folder, &["8", "potion-of-sight"]);
    watch.until("The test fails:");
    watch.until("h: hint");
    let task = folder.join("part08-potion-of-sight");
    let precious = folder.join("precious.rs");
    fs::write(&precious, "// Buy milk.\n").unwrap();
    fs::write(folder.join("done"), "Buy milk.\n").unwrap();
    symlink(&precious, task.join("done")).unwrap();
    symlink(&precious, task.join("src/elsewhere.rs")).unwrap();
    symlink("nobody@nowhere", task.join("src/.#map.rs")).unwrap();
    for name in ["a", "b"] {
        symlink(".", task.join("src").join(name)).unwrap();
    }
    age(&precious);
    let before = fs::metadata(&precious).unwrap().modified().unwrap();
    let patch = fs::File::open(task.join("exercises/potion-of-sight/solution.diff")).unwrap();
    let patched = Command::new("patch").arg("-p1").stdin(patch).current_dir(&task).status().unwrap();
    assert!(patched.success());
    let shown = watch.until("The test passes: you have solved this exercise.");
    assert!(!shown.contains("cannot"), "{shown}");
    watch.type_in("q");
    assert!(watch.child.wait().unwrap().success());
    assert_eq!(fs::read_to_string(&precious).unwrap(), "// Buy milk.\n");
    assert_eq!(fs::metadata(&precious).unwrap().modified().unwrap(), before);
    assert_eq!(fs::read_to_string(folder.join("done")).unwrap(), "Buy milk.\n");
}

/// Nothing of the reader's is touched: not a folder `solved`, not one that is no copy. A file that comes with an
/// old time is tested, and another folder in the place of `src` is seen.
#[test]
fn folders_of_the_reader_are_left_alone() {
    let folder = scratch("own");
    let task = folder.join("part08-potion-of-sight");
    let mut watch = Watch::start(&folder, &["8", "potion-of-sight"]);
    watch.until("The test fails:");
    watch.until("h: hint");
    for text in ["", "mine"] {
        fs::remove_dir_all(task.join("solved")).ok();
        fs::create_dir(task.join("solved")).unwrap();
        fs::write(task.join("solved/notes.txt"), text).unwrap();
        watch.type_in("s");
        watch.until("+    Sight,");
        assert_eq!(fs::read_to_string(task.join("solved/notes.txt")).unwrap(), text);
    }
    // The solution, with times from long ago.
    let patch = fs::File::open(task.join("exercises/potion-of-sight/solution.diff")).unwrap();
    let other = task.join("other");
    assert!(Command::new("cp").arg("-r").arg(task.join("src")).arg(&other).status().unwrap().success());
    fs::create_dir(folder.join("around")).unwrap();
    fs::rename(&other, folder.join("around/src")).unwrap();
    let patched =
        Command::new("patch").arg("-p1").stdin(patch).current_dir(folder.join("around")).status().unwrap();
    assert!(patched.success());
    for file in fs::read_dir(folder.join("around/src")).unwrap() {
        let path = file.unwrap().path();
        if path.is_file() {
            let file = fs::File::options().append(true).open(path).unwrap();
            file.set_modified(
                std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000),
            )
            .unwrap();
        }
    }
    fs::rename(task.join("src"), task.join("before")).unwrap();
    fs::rename(folder.join("around/src"), task.join("src")).unwrap();
    watch.until("The test passes: you have solved this exercise.");
    watch.type_in("q");
    assert!(watch.child.wait().unwrap().success());
    // A folder that is no copy.
    let half = scratch("half").join("part08-potion-of-sight");
    fs::create_dir_all(&half).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_chapters"))
        .args(["watch", "8", "potion-of-sight", "-o"])
        .arg(half.parent().unwrap())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(!output.status.success());
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("is not a complete copy of the chapter"),
        "{output:?}"
    );
    assert_eq!(fs::read_dir(&half).unwrap().count(), 0);
}

/// A pipe is no source, and neither is a device without an end.
#[cfg(unix)]
#[test]
fn a_clone_of_pipes_and_devices_is_refused() {
    let clone = scratch("clone");
    let part = clone.join("part 2");
    fs::create_dir_all(&part).unwrap();
    let map = part.join("Map.cpp");
    let beside = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chapters"));
        let output =
            command.args(["beside", "2"]).arg(&clone).arg("-o").arg(clone.join("x.html")).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert!(Command::new("mkfifo").arg(&map).status().unwrap().success());
    let (is_written, said) = beside();
    assert!(!is_written && said.contains("it is not a regular file"), "{said}");
    fs::remove_file(&map).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &map).unwrap();
    let (is_written, said) = beside();
    assert!(!is_written && said.contains("it is not a regular file"), "{said}");
}
