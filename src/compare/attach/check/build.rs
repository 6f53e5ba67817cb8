//! Builds a copy with what is there: CMake, make, or the compiler alone.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::num::NonZero;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::thread;

use super::copy::{MAX_DEPTH, Workspace, entries, is_object, is_program};
use super::process::{self, Ended, last_lines};
use super::{CheckError, of_file};
use crate::attach::folder::{Entry, walk};
use roguelike::support::hash::Fnv;

/// Number of errors that are shown.
const MAX_ERRORS: usize = 5;
/// Words of the lines that are errors: of GCC and Clang, of Visual Studio, and of linkers.
const ERRORS: [&str; 5] =
    [": error", ": fatal error", " error C", "undefined reference", "unresolved external"];
/// What is in every program that has trace.hpp.
const RECORDER: &[u8] = b"roguelike-trace 1";

/// How a copy is built.
pub(super) struct Build<'a> {
    pub workspace: &'a Workspace<'a>,
    /// The user's own command, if there is one.
    pub command: Option<&'a str>,
    /// Where the program will lie in the copy, if the user says it.
    pub program: Option<&'a Path>,
}

impl Build<'_> {
    /// Builds the program, and returns its path. `sources` are what a compiler receives.
    /// Fails if it does not build, or there is no program afterwards.
    pub fn run(&self, sources: &[&str]) -> Result<PathBuf, CheckError> {
        let Workspace { folder, source, build, log, .. } = self.workspace;
        let has = |name: &&str| folder.join(name).is_file();
        let jobs = thread::available_parallelism().map_or(1, NonZero::get);
        if let Some(command) = self.command {
            let [shell, option] = if cfg!(windows) { ["cmd", "/C"] } else { ["/bin/sh", "-c"] };
            self.step(log, shell, &[option, command])?;
        } else if has(&"CMakeLists.txt") {
            let (source, build, jobs) = (text(source), text(build), jobs.to_string());
            let optimized = if cfg!(windows) { "" } else { "-O1" };
            let flags = format!("-DCMAKE_CXX_FLAGS_INIT={optimized}");
            self.step(log, "cmake", &["-S", &source, "-B", &build, &flags])?;
            self.step(log, "cmake", &["--build", &build, "--config", "Release", "--parallel", &jobs])?;
        } else if ["GNUmakefile", "makefile", "Makefile"].iter().any(has) {
            self.step(log, "make", &[&format!("-j{jobs}")])?;
        } else {
            return self.compile(sources, jobs);
        }
        let program = match self.program {
            Some(program) => Some(source.join(program)).filter(|program| program.is_file()),
            None => newest_program(&[source, build]),
        };
        program.ok_or(CheckError::NoProgram)
    }

    /// Runs a command of the build in the copy. Returns what it wrote.
    fn step(&self, log: &Path, program: &str, arguments: &[impl AsRef<OsStr>]) -> Result<String, CheckError> {
        let missing = || format!("{program} is not installed; install it, or give --build CMD");
        let ended = process::run(Path::new(program), arguments, &self.workspace.source, log, &mut |_| None);
        let errors = match ended {
            Ok(Ended { code: Some(0), output, .. }) => return Ok(output),
            // A shell does not find the program.
            Ok(Ended { code: Some(127), .. }) if self.command.is_none() => missing(),
            Ok(Ended { output, .. }) => self.errors(&output),
            Err(_) => missing(),
        };
        Err(CheckError::NotBuilt { command: self.command.unwrap_or(program).to_owned(), errors })
    }

    /// Compiles and links the sources. The name of an object has the hash of all that it is made of, so what
    /// is there already is not compiled again.
    fn compile(&self, sources: &[&str], jobs: usize) -> Result<PathBuf, CheckError> {
        let Workspace { source, build, log, .. } = self.workspace;
        let variable = |name| words(&env::var(name).unwrap_or_default());
        let packages = |option: &str| self.step(log, "pkg-config", &[option, "sdl3", "sdl3-ttf"]);
        let compiler = env::var("CXX").unwrap_or_default();
        // In a developer prompt of Visual Studio, its compiler, with the options that it has.
        let is_visual = compiler.is_empty() && env::var_os("VCINSTALLDIR").is_some();
        let (own, libraries, [object_option, program_option]) = if is_visual {
            let own = "cl -nologo -std:c++20 -O1 -EHsc".to_owned();
            (own, "-link SDL3.lib SDL3_ttf.lib".to_owned(), ["-Fo", "-Fe"])
        } else {
            let compiler = if compiler.is_empty() { "c++" } else { &compiler };
            let own = format!("{compiler} -std=c++20 -O1 {}", packages("--cflags")?);
            (own, packages("--libs")?, ["-o"; 2])
        };
        let mut command = [words(&own), variable("CXXFLAGS")].concat();
        let mut common = Fnv::default();
        let is_header = |entry: &Entry| entry.name.contains(".h") || entry.name.ends_with(".inl");
        for Entry { path, .. } in entries(source)?.into_iter().filter(is_header) {
            let option = format!("-I{}", text(path.parent().unwrap_or(&path)));
            if !command.contains(&option) {
                command.push(option);
            }
            common.write(&fs::read(&path).map_err(of_file(&path))?);
        }
        common.write(format!("{command:?}").as_bytes());
        let call = |log: &Path, own: &[String]| self.step(log, &command[0], &[&command[1..], own].concat());
        let compile_one = |name: &str| -> Result<PathBuf, CheckError> {
            let path = source.join(name);
            let mut hash = common;
            hash.write(&fs::read(&path).map_err(of_file(&path))?);
            let object = build.join(format!("{}-{:016x}.o", name.replace('/', "-"), hash.finish()));
            if !object.exists() {
                // A compiler that is interrupted leaves no half object under the name of a whole one.
                let unfinished = object.with_extension("unfinished");
                let output = format!("{object_option}{}", text(&unfinished));
                call(&object, &["-c".to_owned(), text(&path), output])?;
                fs::rename(&unfinished, &object).map_err(of_file(&object))?;
            }
            Ok(object)
        };
        let compile_share = |share: &[&str]| share.iter().map(|name| compile_one(name)).collect::<Vec<_>>();
        let compiled: Vec<_> = thread::scope(|scope| {
            let shares = sources.chunks(sources.len().div_ceil(jobs).max(1));
            let threads: Vec<_> = shares.map(|share| scope.spawn(|| compile_share(share))).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
        });
        let objects = compiled.into_iter().collect::<Result<Vec<_>, _>>()?;
        let target = build.join(format!("program{}", env::consts::EXE_SUFFIX));
        let output = vec![format!("{program_option}{}", text(&target))];
        let names = objects.iter().map(|object| text(object)).collect();
        call(log, &[names, output, variable("LDFLAGS"), words(&libraries)].concat())?;
        let files = fs::read_dir(build).into_iter().flatten().flatten().map(|entry| entry.path());
        for old in files.filter(|path| !objects.contains(path) && *path != target) {
            // What cannot be removed now is removed the next time.
            fs::remove_file(old).ok();
        }
        Ok(target)
    }

    /// Returns the first errors in what a compiler wrote, or else its last lines, with the user's own paths.
    fn errors(&self, output: &str) -> String {
        let Workspace { folder, source, .. } = self.workspace;
        let copy = format!("{}{MAIN_SEPARATOR}", source.display());
        let own = |line: &str| {
            let line = line.replace(&copy, "");
            let name = line.split(':').next().unwrap_or_default();
            if source.join(name).is_file() { folder.join(&line).display().to_string() } else { line }
        };
        let is_error = |line: &&str| ERRORS.iter().any(|word| line.contains(word));
        let mut lines: Vec<&str> = output.lines().filter(is_error).collect();
        if lines.is_empty() {
            lines = last_lines(output);
        }
        let more = lines.len().saturating_sub(MAX_ERRORS);
        let mut shown: Vec<String> = lines.into_iter().take(MAX_ERRORS).map(own).collect();
        shown.extend((more > 0).then(|| format!("... and {more} more")));
        shown.join("\n")
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns the program with trace.hpp that was built last.
fn newest_program(folders: &[&Path]) -> Option<PathBuf> {
    let is_built = |entry: &Entry| {
        let Entry { name, path, about } = entry;
        !path.is_symlink() && (about.is_dir() || about.is_file() && !is_object(name) && is_program(path))
    };
    let found = folders.iter().filter_map(|folder| walk(folder, MAX_DEPTH, &is_built).ok()).flatten();
    let programs = found.filter(|entry| {
        let bytes = fs::read(&entry.path).unwrap_or_default();
        bytes.windows(RECORDER.len()).any(|part| part == RECORDER)
    });
    programs.max_by_key(|entry| entry.about.modified().ok()).map(|entry| entry.path)
}
