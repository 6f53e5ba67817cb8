//! `chapters watch 8`: an exercise in a copy of its chapter, which is built and tested at each change.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf, absolute};
use std::process::Command;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::chapter::{LAST, root};
use crate::diff::difference;
use crate::example::{file, tasks};
use crate::files::{self, below, collect, read, write_new};
use crate::program::Sources;
use crate::watched;

const KEYS: &str = "h: hint   s: compare with the solution   n: next exercise   q: quit   (then Enter)";
/// The empty file in a copy whose exercise is solved.
const DONE: &str = "done";
/// How long after a change the file is read: some editors write it in two steps.
const SETTLED: Duration = Duration::from_millis(50);

/// Prints a line. Without a terminal any more the program ends.
macro_rules! say {
    ($($words:tt)*) => { writeln!(io::stdout(), $($words)*).map_err(|error| format!("cannot print: {error}"))? };
}

/// What a task waits for: a line that was typed, or without one a change of a file.
type Event = Option<String>;

/// A task in its folder.
struct Task {
    part: u8,
    name: String,
    /// Its page, its test and its solution.
    files: BTreeMap<&'static str, String>,
    /// The copy of the chapter.
    folder: PathBuf,
}

/// Lets people work on the tasks of a chapter and of those behind it, in copies below `folder`: from a task
/// on, or from the first one that is not done.
///
/// # Errors
/// When there is no such task, or a file or the compiler cannot be used.
pub fn watch(part: u8, first: Option<&str>, folder: &Path) -> Result<(), String> {
    let mut all = Vec::new();
    for part in part..=LAST {
        all.extend(tasks(part)?.into_iter().map(|(name, files)| {
            let folder = folder.join(format!("part{part:02}-{name}"));
            Task { part, name, files, folder }
        }));
    }
    let own: Vec<&str> = all.iter().filter(|task| task.part == part).map(|task| task.name.as_str()).collect();
    let mut at = match first {
        Some(name) => own.iter().position(|own| *own == name).ok_or_else(|| {
            format!("chapter {part} has no exercise '{name}'; it has {}", own.join(" and "))
        })?,
        None => undone(&all, 0),
    };
    let (sender, receiver) = channel();
    let typed = sender.clone();
    thread::spawn(move || {
        let lines = io::stdin().lock().lines().map_while(Result::ok);
        // The program ends without a keyboard. Then the receiver is gone.
        lines.chain(["q".to_owned()]).try_for_each(|line| typed.send(Some(line)))
    });
    while let Some(task) = all.get(at) {
        if !task.work(&sender, &receiver)? {
            return Ok(());
        }
        at = undone(&all, at + 1);
    }
    say!("That was the last exercise.");
    Ok(())
}

/// The first task from a place on that is not done.
fn undone(all: &[Task], from: usize) -> usize {
    (from..all.len()).find(|at| !all[*at].folder.join(DONE).exists()).unwrap_or(all.len())
}

impl Task {
    /// Returns true for the next exercise, or false at the end of the program.
    fn work(&self, sender: &Sender<Event>, events: &Receiver<Event>) -> Result<bool, String> {
        self.prepare()?;
        let src = self.folder.canonicalize().map_err(|error| error.to_string())?.join("src");
        let page = &self.files["README.md"];
        // How to run the test is for those who work without this program, and the hint is folded.
        let text = page.split("\n\nThis test fails until ").next().unwrap_or(page);
        say!("\n{text}\n\nChange the files in {}.\n{KEYS}", src.display());
        let mut tested = Sources::new();
        let mut event: Event = None;
        loop {
            // Another folder may have taken the place of the one before.
            let sender = sender.clone();
            let watcher = watched::watch(&src, &[], |_| true, move || _ = sender.send(None));
            let _watcher = watcher.map_err(|error| format!("cannot watch {}: {error}", src.display()))?;
            match event {
                None => {
                    thread::sleep(SETTLED);
                    match collect(&src) {
                        Ok(now) if now != tested => {
                            renew(&src, &now, &tested)
                                .map_err(|error| format!("cannot write to {}: {error}", src.display()))?;
                            self.test(&now)?;
                            tested = now;
                        }
                        Ok(_) => {}
                        Err(_) if !self.folder.is_dir() => {
                            return Err(format!(
                                "{} is gone; start again for a new copy",
                                self.folder.display()
                            ));
                        }
                        // It may come back in a moment.
                        Err(problem) => say!("{problem}"),
                    }
                }
                Some(line) => match line.trim() {
                    "h" => say!("{}", self.hint()),
                    "s" => say!("{}", self.difference()?.trim_end()),
                    "n" => return Ok(true),
                    "q" => return Ok(false),
                    _ => say!("{KEYS}"),
                },
            }
            event = events.recv().map_err(|error| error.to_string())?;
        }
    }

    /// Makes the folder of the task, unless that was done before. It gets its name when it is whole.
    fn prepare(&self) -> Result<(), String> {
        let is_whole = ["Cargo.toml", "src/tests.rs"].iter().all(|name| self.folder.join(name).is_file());
        if self.folder.exists() {
            let problem = "is not a complete copy of the chapter; rename or remove it";
            return if is_whole { Ok(()) } else { Err(format!("{} {problem}", self.folder.display())) };
        }
        let problem = |error: io::Error| format!("cannot make {}: {error}", self.folder.display());
        let above = self.folder.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(above).map_err(problem)?;
        let copy = tempfile::Builder::new().prefix(".unfinished-").tempdir_in(above).map_err(problem)?;
        self.copy(copy.path())?;
        fs::rename(copy.keep(), &self.folder).map_err(problem)
    }

    /// Copies the chapter with the test of the task.
    fn copy(&self, folder: &Path) -> Result<(), String> {
        let chapter = root().join(format!("tests/chapters/part{:02}", self.part));
        let mut files = BTreeMap::new();
        below(&chapter, "", &mut files)?;
        for (path, place) in files.iter().filter(|(path, _)| !path.starts_with("/target/")) {
            let mut bytes = read(place)?;
            match path.as_str() {
                "/src/tests.rs" => bytes.extend(self.files["test.rs"].bytes()),
                "/Cargo.toml" | "/Cargo.lock" => bytes = self.named(bytes),
                _ => {}
            }
            write_new(&folder.join(&path[1..]), &bytes)?;
        }
        Ok(())
    }

    /// Gives a manifest the package name of this copy, with a number for its folder. Cargo takes packages
    /// of one name in one target folder for the same, and would run the program of another copy.
    fn named(&self, manifest: Vec<u8>) -> Vec<u8> {
        let mut hasher = DefaultHasher::new();
        absolute(&self.folder).unwrap_or_else(|_| self.folder.clone()).hash(&mut hasher);
        let chapter = format!("part{:02}", self.part);
        let own = format!("{chapter}-{}-{:06x}", self.name, hasher.finish() & 0xff_ffff);
        let text = String::from_utf8_lossy(&manifest);
        text.replacen(&format!("name = \"{chapter}\""), &format!("name = \"{own}\""), 1).into_bytes()
    }

    /// Builds and tests, and prints what the compiler or the test says.
    fn test(&self, now: &Sources) -> Result<(), String> {
        say!("\n--- chapter {}, {}: building", self.part, self.name);
        let colours = if io::stdout().is_terminal() { "-diagnostic-rendered-ansi" } else { "" };
        let output = Command::new("cargo")
            .args(["test", "--quiet", &format!("--message-format=json{colours}")])
            .arg(self.name.replace('-', "_"))
            .env("RUST_BACKTRACE", "0")
            .current_dir(&self.folder)
            .output()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        // Lines of JSON from the compiler, and behind them what the test prints.
        let printed = String::from_utf8_lossy(&output.stdout);
        let is_message = |line: &&str| line.starts_with('{');
        let messages = printed.lines().filter(is_message).filter_map(|line| serde_json::from_str(line).ok());
        let error = messages
            .map(|mut line: Value| line["message"].take())
            .find(|message| message["level"] == "error");
        let printed: Vec<&str> = printed.lines().filter(|line| !is_message(line)).collect();
        let printed = printed.join("\n");
        if let Some(error) = error {
            say!("{}", error["rendered"].as_str().unwrap_or_default().trim_end());
            let code = error["code"]["code"].as_str().unwrap_or("no code");
            if let Some((part, words)) = explained(self.part, code)? {
                say!("\nChapter {part} explains {code}:\n\n{words}");
            }
        } else if printed.is_empty() {
            say!("{}", String::from_utf8_lossy(&output.stderr).trim_end());
        } else if output.status.success() && !printed.contains(" 0 passed") {
            let path = self.folder.join(DONE);
            // Whatever has that name already, such as a link, is not written to.
            match fs::File::create_new(&path) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(format!("cannot write {}: {error}", path.display()));
                }
                _ => {}
            }
            say!("The test passes: you have solved this exercise.");
        } else {
            let said = printed.split("stdout ----\n").nth(1).and_then(|rest| rest.split("\n\n").next());
            let said = said.and_then(|said| said.split("\nnote: ").next()).unwrap_or(&printed).trim();
            say!("The test fails:\n{said}");
            // The line of the test that fails.
            let place =
                said.split("src/tests.rs:").nth(1).and_then(|rest| rest.split(':').next()?.parse().ok());
            if let Some(line) = place.and_then(|line: usize| now.get("tests.rs")?.lines().nth(line - 1)) {
                say!("  line: {}", line.trim());
            }
        }
        say!("{KEYS}");
        Ok(())
    }

    /// The paragraph of its page that helps.
    fn hint(&self) -> &str {
        let page = &self.files["README.md"];
        page.split("\n\n").find(|paragraph| paragraph.starts_with("Hint: ")).unwrap_or_default()
    }

    /// What has to change for the solution of the page. That is made in a temporary folder of its own.
    fn difference(&self) -> Result<String, String> {
        let problem = |error: io::Error| format!("cannot apply the solution with patch: {error}");
        let solved = tempfile::tempdir().map_err(problem)?;
        self.copy(solved.path())?;
        let patch = solved.path().join(format!("exercises/{}/solution.diff", self.name));
        let patch = fs::File::open(patch).map_err(problem)?;
        let applied =
            Command::new("patch").arg("-p1").stdin(patch).current_dir(&solved).output().map_err(problem)?;
        if !applied.status.success() {
            return Err(format!(
                "the solution cannot be applied: {}",
                String::from_utf8_lossy(&applied.stdout)
            ));
        }
        let [own, solution] =
            [self.folder.as_path(), solved.path()].map(|folder| collect(&folder.join("src")));
        let difference = difference(["yours", "solution"], &own?, &solution?);
        let none = "There is no difference.".to_owned();
        Ok(if difference.is_empty() { none } else { difference })
    }
}

/// Gives the files that have changed since the last test the time of now. Cargo compares times, and would
/// take a file that was restored with an old one for tested. A link keeps its file as it is: that is
/// elsewhere.
fn renew(src: &Path, now: &Sources, tested: &Sources) -> io::Result<()> {
    let changed = now.iter().filter(|(path, text)| tested.get(*path) != Some(text));
    for path in changed.map(|(path, _)| src.join(path)).filter(|path| !path.is_symlink()) {
        fs::File::options().append(true).open(path)?.set_modified(SystemTime::now())?;
    }
    Ok(())
}

/// What a page says about an error of the compiler, and its chapter: that of the task, else the nearest
/// before it. Pages that come later speak of code that is not there yet.
fn explained(part: u8, code: &str) -> Result<Option<(u8, String)>, String> {
    for part in (1..=part).rev() {
        let page = files::text(&file(part, "md"))?;
        // The question, the change, the folded answer: what the compiler says, and why.
        let pieces: Vec<&str> = page.split("```").collect();
        let says = format!("text\nerror[{code}]");
        let mut windows = pieces.windows(5);
        let found = windows.find(|window| window[1].starts_with("diff\n") && window[3].starts_with(&says));
        if let Some(words) = found.and_then(|window| window[4].trim().split("\n\n").next()) {
            return Ok(Some((part, words.to_owned())));
        }
    }
    Ok(None)
}
