//! What the compiler says about a chapter.

use std::fs;
use std::io;
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use crate::chapter::{BUILD, DEPENDENCIES, manifest, root};
use crate::files::{self, collect, entries, write_new};
use crate::program::Sources;

/// A folder with the sources of a chapter, which are checked again and again. One thread at a time uses it.
pub struct Checker {
    part: u8,
    folder: PathBuf,
    crates: &'static Crates,
    /// Unlocked when it is dropped.
    _lock: fs::File,
}

/// The crates that chapters depend on. Cargo compiles them once for all chapters. Then it takes half the time to
/// check a chapter with the compiler itself.
struct Crates {
    /// The arguments that name them for the compiler.
    arguments: Vec<String>,
    /// The `Cargo.lock` of the first chapter: that of the repository without what chapters do not need.
    lock: String,
}

/// Cargo's target folder for chapters. They all share it, so Cargo compiles their dependencies once.
pub fn target() -> PathBuf {
    root().join("target/chapters/target")
}

/// A place that a message is about.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The path of the file below `src`.
    pub path: String,
    /// Its bytes.
    pub range: Range<usize>,
    /// Returns true for what the message is about; others explain it.
    pub primary: bool,
}

/// A change that the compiler is sure of: what to write where.
pub type Fix = Vec<(Spot, String)>;

/// An error, or a warning.
#[derive(Debug)]
pub struct Message {
    /// The code of an error, or the name of a lint.
    pub code: String,
    /// Returns true for an error.
    pub error: bool,
    /// What it says.
    pub text: String,
    /// The places that it is about.
    pub spots: Vec<Spot>,
    /// The places that its notes are about.
    pub notes: Vec<Spot>,
    /// What would mend it.
    pub fixes: Vec<Fix>,
}

impl Checker {
    /// The folder of a chapter, below `target/chapters` of the repository.
    ///
    /// # Errors
    /// When it cannot be written, or Cargo cannot compile what chapters depend on.
    pub fn new(part: u8) -> Result<Checker, String> {
        static CRATES: OnceLock<Result<Crates, String>> = OnceLock::new();
        let base = root().join("target/chapters");
        let crates = CRATES.get_or_init(|| Crates::compile(&base)).as_ref().map_err(String::clone)?;
        let (folder, lock) = claim(&base).map_err(|error| unwritten(&base, &error))?;
        fs::create_dir_all(folder.join("fonts")).map_err(|error| unwritten(&base, &error))?;
        for (name, path) in entries(&root().join("fonts"))? {
            fs::copy(path, folder.join("fonts").join(name)).map_err(|error| unwritten(&base, &error))?;
        }
        Ok(Checker { part, folder, crates, _lock: lock })
    }

    /// Says what the compiler says about sources.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn check(&self, sources: &Sources) -> Result<Vec<Message>, String> {
        self.ask("rustc", sources)
    }

    /// Says what clippy says about sources.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn clippy(&self, sources: &Sources) -> Result<Vec<Message>, String> {
        self.ask("clippy-driver", sources)
    }

    fn ask(&self, compiler: &str, sources: &Sources) -> Result<Vec<Message>, String> {
        write(&self.folder.join("src"), sources)?;
        let output = Command::new(compiler)
            .args(["--edition=2024", "--crate-type=bin", "--crate-name=chapter", "--emit=metadata"])
            .args(["--error-format=json", "--out-dir", "target", "src/main.rs"])
            .args(&self.crates.arguments)
            .current_dir(&self.folder)
            .output()
            .map_err(|error| format!("cannot run {compiler}: {error}"))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let messages: Vec<Message> = values(&text).filter_map(|value| Message::read(&value)).collect();
        match output.status.success() || messages.iter().any(|message| message.error) {
            true => Ok(messages),
            false => Err(format!("the chapter cannot be checked: {}", text.trim())),
        }
    }

    /// Formats sources, as the repository's own are.
    ///
    /// # Errors
    /// When rustfmt is missing, or does not understand them.
    pub fn format(&self, sources: &Sources) -> Result<Sources, String> {
        let folder = self.folder.join("src");
        write(&folder, sources)?;
        let output = Command::new("rustfmt")
            .args(["--edition", "2024", "--config-path"])
            .arg(root().join(".rustfmt.toml"))
            .arg(folder.join("main.rs"))
            .output();
        let missing = "is it installed? 'rustup component add rustfmt' does that";
        let output = output.map_err(|error| format!("cannot run rustfmt: {error}; {missing}"))?;
        if !output.status.success() {
            let problem = String::from_utf8_lossy(&output.stderr);
            let line = problem.lines().find(|line| !line.trim().is_empty()).unwrap_or(missing);
            return Err(format!("rustfmt failed: {line}"));
        }
        collect(&folder)
    }

    /// Returns the `Cargo.lock` of the chapter.
    pub fn lock(&self) -> String {
        let name = |part: u8| format!("name = \"part{part:02}\"");
        self.crates.lock.replace(&name(1), &name(self.part))
    }
}

impl Crates {
    /// Compiles them for an empty first chapter. Only one process at a time does this.
    fn compile(base: &Path) -> Result<Crates, String> {
        let folder = base.join("crates");
        let problem = |error: io::Error| unwritten(&folder, &error);
        fs::create_dir_all(folder.join("src")).map_err(problem)?;
        let waiting = fs::File::create(folder.join("lock")).map_err(problem)?;
        waiting.lock().map_err(problem)?;
        fs::write(folder.join("Cargo.toml"), manifest(1)?).map_err(problem)?;
        fs::write(folder.join("build.rs"), BUILD).map_err(problem)?;
        fs::write(folder.join("src/main.rs"), "fn main() {}\n").map_err(problem)?;
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).map_err(problem)?;
        let output = Command::new("cargo")
            .args(["check", "--quiet", "--message-format=json", "--target-dir"])
            .arg(target())
            .env("RUSTFLAGS", "")
            .current_dir(&folder)
            .output()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(format!("what chapters depend on cannot be compiled: {}", text.trim()));
        }
        let arguments = arguments(values(&String::from_utf8_lossy(&output.stdout)));
        Ok(Crates { arguments, lock: files::text(&folder.join("Cargo.lock"))? })
    }
}

fn unwritten(folder: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}", folder.display())
}

/// Reads the JSON that Cargo and compilers print, one value a line.
fn values(text: &str) -> impl Iterator<Item = Value> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok())
}

/// A folder that no other thread or process uses, and its lock. There are as many as processors.
fn claim(base: &Path) -> io::Result<(PathBuf, fs::File)> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let count = thread::available_parallelism().map_or(1, NonZero::get);
    let first = NEXT.fetch_add(1, Ordering::Relaxed);
    let mut places = Vec::new();
    for index in 0..count {
        let place = base.join(((first + index) % count).to_string());
        fs::create_dir_all(&place)?;
        let lock = fs::File::create(place.join("lock"))?;
        if lock.try_lock().is_ok() {
            return Ok((place.join("work"), lock));
        }
        places.push((place.join("work"), lock));
    }
    let (folder, lock) = places.swap_remove(0);
    lock.lock()?;
    Ok((folder, lock))
}

/// The arguments of a compiler for the crates that Cargo has compiled.
fn arguments(values: impl Iterator<Item = Value>) -> Vec<String> {
    let mut arguments = Vec::new();
    for value in values.filter(|value| value["reason"] == "compiler-artifact") {
        let files = value["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let name = value["target"]["name"].as_str().unwrap_or_default();
        for file in files.filter(|file| file.ends_with(".rmeta")) {
            if DEPENDENCIES.contains(&name) {
                arguments.push(format!("--extern={name}={file}"));
            }
            if let Some(folder) = Path::new(file).parent() {
                arguments.push(format!("-Ldependency={}", folder.display()));
            }
        }
    }
    arguments.sort();
    arguments.dedup();
    arguments
}

/// Writes sources to a folder, in place of what is there.
fn write(folder: &Path, sources: &Sources) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("cannot empty {}: {error}", folder.display()))?;
    }
    sources.iter().try_for_each(|(path, text)| write_new(&folder.join(path), text.as_bytes()))
}

impl Message {
    /// Reads a message; none if it is about nothing, such as the number of errors.
    fn read(value: &Value) -> Option<Message> {
        let own = spots(value);
        if own.is_empty() {
            return None;
        }
        let children = || value["children"].as_array().into_iter().flatten();
        let notes = children().flat_map(spots).collect();
        let fixes = children().map(fix).filter(|fix| !fix.is_empty()).collect();
        Some(Message {
            code: value["code"]["code"].as_str().unwrap_or_default().to_owned(),
            error: value["level"] == "error",
            text: value["message"].as_str().unwrap_or_default().to_owned(),
            spots: own,
            notes,
            fixes,
        })
    }
}

fn spots(value: &Value) -> Vec<Spot> {
    value["spans"].as_array().into_iter().flatten().filter_map(spot).collect()
}

/// A place in the sources. What stands in a macro of the standard library is where the macro is called.
fn spot(value: &Value) -> Option<Spot> {
    let name = value["file_name"].as_str().unwrap_or_default();
    let Some(path) = name.strip_prefix("src/").or_else(|| name.strip_prefix("src\\")) else {
        return value["expansion"]["span"].as_object().and_then(|_| spot(&value["expansion"]["span"]));
    };
    let byte = |name: &str| value[name].as_u64().and_then(|byte| usize::try_from(byte).ok());
    let range = byte("byte_start")?..byte("byte_end")?;
    Some(Spot { path: path.replace('\\', "/"), range, primary: value["is_primary"] == true })
}

/// The change that a note asks for, if it can be made as it stands, or derives a trait.
fn fix(value: &Value) -> Fix {
    let spans = value["spans"].as_array().into_iter().flatten();
    let changes = spans.filter_map(|span| {
        let text = span["suggested_replacement"].as_str()?;
        let sure = span["suggestion_applicability"] == "MachineApplicable";
        (sure || text.starts_with("#[derive(")).then(|| Some((spot(span)?, text.to_owned())))?
    });
    changes.collect()
}
