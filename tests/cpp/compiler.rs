//! Compiles the programs of this folder with the C++ compiler at hand; for the tests that run them.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex, OnceLock};

#[path = "../common/root.rs"]
pub mod root;

use root::root;

/// The C++ standards that the header promises to work under.
pub const STANDARDS: [&str; 2] = ["c++17", "c++20"];

/// Where a program is once it was compiled.
type Compiled = Arc<OnceLock<PathBuf>>;

/// Compiles `tests/cpp/<program>.cpp`, all warnings being errors, once a test run, and returns the path of
/// what came out.
pub fn compile(program: &'static str, standard: &'static str) -> PathBuf {
    static COMPILED: Mutex<BTreeMap<(&str, &str), Compiled>> = Mutex::new(BTreeMap::new());
    // The list is locked no longer than this, so that two programs can be compiled at the same time.
    let compiled = COMPILED.lock().unwrap().entry((program, standard)).or_default().clone();
    compiled.get_or_init(|| compile_now(program, standard)).clone()
}

/// Compiles a program that has a mistake in it, and returns what the compiler said.
#[allow(dead_code, reason = "the tests that share this file need different parts of it")]
pub fn fail_to_compile(name: &str, program: &str, standard: &str) -> String {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.cpp", std::process::id()));
    fs::write(&source, program).unwrap();
    let headers = root().join("tests/cpp");
    let output =
        compiler(standard).arg("-fsyntax-only").arg("-I").arg(headers).arg(&source).output().unwrap();
    fs::remove_file(source).unwrap();
    assert!(!output.status.success(), "{name} compiles");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The compiler at hand, or the one that CXX names.
fn compiler(standard: &str) -> Command {
    let words = std::env::var("CXX").unwrap_or_default();
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("c++"));
    command.args(words).arg(format!("-std={standard}"));
    command
}

/// Compiles a program, unless another test process has compiled the same texts with the same compiler.
fn compile_now(program: &str, standard: &str) -> PathBuf {
    let sources = root().join("tests/cpp");
    let source = sources.join(program).with_extension("cpp");
    let mut command = compiler(standard);
    // Two programs run hundreds of times, and unoptimised they take ten times as long.
    command.arg(if program == "loops" { "-O0" } else { "-O1" });
    // Readers make errors of these warnings, too.
    command.args(["-Wall", "-Wextra", "-Wpedantic", "-Wnull-dereference", "-Werror"]);
    if program == "loops" {
        command.arg("-Weffc++");
    }
    let name = command.get_program().to_string_lossy().into_owned();
    let version = Command::new(&name).arg("--version").output().unwrap_or_else(|error| {
        panic!(
            "no C++ compiler: '{name}' does not start ({error}). Install one (Debian, Ubuntu: apt install g++; \
             Fedora: dnf install gcc-c++; Arch: pacman -S gcc; macOS: xcode-select --install) or name yours in CXX"
        )
    });
    let mut hash = DefaultHasher::new();
    let texts = [&source, &sources.join("trace.hpp")].map(|path| fs::read(path).unwrap());
    (format!("{command:?}"), version.stdout, texts).hash(&mut hash);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = format!("{program}-{standard}-{:016x}{}", hash.finish(), std::env::consts::EXE_SUFFIX);
    let finished = folder.join(&file);
    if finished.exists() {
        return finished;
    }
    let unfinished = folder.join(format!("{}-{file}", std::process::id()));
    let output = command.arg("-o").args([&unfinished, &source]).output().unwrap();
    assert!(
        output.status.success(),
        "{name} -std={standard} {program}.cpp:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    // Another process may be compiling the same thing: the process that is last leaves a whole program.
    fs::rename(unfinished, &finished).unwrap();
    finished
}

/// Runs a program on `input` and returns what it said.
pub fn run(program: &Path, arguments: &[&str], input: Stdio) -> Output {
    let started = Command::new(program).args(arguments).stdin(input).output();
    started.unwrap_or_else(|error| panic!("{}: {error}", program.display()))
}
