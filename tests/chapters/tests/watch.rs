//! `chapters watch`, as somebody uses it: from the chapter as it is, over an error of the compiler, to the
//! solution and the next task.

use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use chapters::chapter::root;

/// A running `chapters watch`.
struct Watch {
    child: Child,
    keys: ChildStdin,
    shown: Lines<BufReader<ChildStdout>>,
}

impl Watch {
    fn start(folder: &Path, words: &[&str]) -> Watch {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chapters"))
            .arg("watch")
            .args(words)
            .arg("-o")
            .arg(folder)
            .env("CARGO_TARGET_DIR", folder.parent().unwrap().join("target"))
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
    let shown = watch.until("The page of chapter 8 about E0502");
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
    watch.until("The test passes: this task is done.");
    assert_eq!(fs::read_to_string(folder.join("done")).unwrap(), "08 potion-of-sight\n");
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
