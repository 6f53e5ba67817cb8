//! Builds a copy with what is there: CMake, make, or the compiler alone.

use std::env;
use std::fs;
use std::num::NonZero;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::thread;

use super::copy::{Entry, Workspace, entries, is_object, is_program};
use super::process::{self, Ended};
use super::{CheckError, of_file};
use crate::support::hash::Fnv;

/// Number of errors that are shown.
const MAX_ERRORS: usize = 5;
/// Words of the lines that are errors: of GCC and Clang, of Visual Studio, and of linkers.
const ERRORS: [&str; 5] =
    [": error", ": fatal error", " error C", "undefined reference", "unresolved external"];
/// What is in every program that has trace.hpp.
const RECORDER: &[u8] = b"roguelike-trace 1";

/// How a copy is built.
pub(super) struct Build<'a> {
    pub workspace: &'a Workspace,
    /// The folder as the user wrote it, which errors name instead of the copy.
    pub folder: &'a Path,
    /// The user's own command, if there is one.
    pub command: Option<&'a str>,
    /// Where the program will lie in the copy, if the user says it.
    pub program: Option<&'a Path>,
}

impl Build<'_> {
    /// Builds the program, and returns its path. `sources` are what a compiler receives.
    ///
    /// # Errors
    /// If it does not build, or there is no program afterwards.
    pub fn run(&self, sources: &[&str]) -> Result<PathBuf, CheckError> {
        let Workspace { source, root, .. } = self.workspace;
        let build = root.join("build");
        let has = |name: &&str| self.folder.join(name).is_file();
        let jobs = thread::available_parallelism().map_or(1, NonZero::get);
        if let Some(command) = self.command {
            let [shell, option] = if cfg!(windows) { ["cmd", "/C"] } else { ["/bin/sh", "-c"] };
            self.step(shell, &[option, command])?;
        } else if has(&"CMakeLists.txt") {
            let (source, build, jobs) = (text(source), text(&build), jobs.to_string());
            let optimized = if cfg!(windows) { "" } else { "-O1" };
            let flags = format!("-DCMAKE_CXX_FLAGS_INIT={optimized}");
            self.step("cmake", &["-S", &source, "-B", &build, &flags])?;
            self.step("cmake", &["--build", &build, "--config", "Release", "--parallel", &jobs])?;
        } else if ["GNUmakefile", "makefile", "Makefile"].iter().any(has) {
            self.step("make", &[&format!("-j{jobs}")])?;
        } else {
            return self.compile(sources, &build, jobs);
        }
        let named = |program: &Path| Some(source.join(program)).filter(|program| program.is_file());
        self.program.map_or_else(|| newest_program(root), named).ok_or(CheckError::NoProgram)
    }

    /// Runs a command of the build in the copy. Returns what it wrote.
    fn step(&self, program: &str, arguments: &[impl AsRef<str>]) -> Result<String, CheckError> {
        let arguments: Vec<String> = arguments.iter().map(|argument| argument.as_ref().to_owned()).collect();
        let missing = || vec![format!("{program} is not installed; install it, or give --build CMD")];
        let errors = match process::run(Path::new(program), &arguments, &self.workspace.source, |_| None) {
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
    fn compile(&self, sources: &[&str], folder: &Path, jobs: usize) -> Result<PathBuf, CheckError> {
        let mut compiler = words(env::var("CXX").ok());
        // A developer prompt of Visual Studio.
        let is_visual = compiler.is_empty() && env::var_os("VCINSTALLDIR").is_some();
        if compiler.is_empty() {
            compiler.push(if is_visual { "cl" } else { "c++" }.to_owned());
        }
        let program = compiler.remove(0);
        let own = if is_visual { "-nologo -std:c++20 -O1 -EHsc" } else { "-std=c++20 -O1" };
        let packages = |option: &str| self.step("pkg-config", &[option, "sdl3", "sdl3-ttf"]).map(Some);
        let (headers, libraries) = match is_visual {
            true => (None, Some("-link SDL3.lib SDL3_ttf.lib".to_owned())),
            false => (packages("--cflags")?, packages("--libs")?),
        };
        let own = words(Some(own.to_owned()));
        let mut flags = [compiler, own, words(headers), words(env::var("CXXFLAGS").ok())].concat();
        let mut common = Fnv::default();
        let all = entries(&self.workspace.source)?;
        for Entry { name, .. } in
            all.iter().filter(|entry| entry.name.contains(".h") || entry.name.ends_with(".inl"))
        {
            let path = self.workspace.source.join(name);
            let option = format!("-I{}", text(path.parent().unwrap_or(&path)));
            if !flags.contains(&option) {
                flags.push(option);
            }
            common.write(&fs::read(&path).map_err(of_file(&path))?);
        }
        common.write(format!("{program} {flags:?}").as_bytes());
        let output = |letter: char, path: &Path| match is_visual {
            true => format!("-F{letter}{}", path.display()),
            false => format!("-o{}", path.display()),
        };
        let compile_one = |name: &str| -> Result<PathBuf, CheckError> {
            let path = self.workspace.source.join(name);
            let mut hash = common;
            hash.write(&fs::read(&path).map_err(of_file(&path))?);
            let object = folder.join(format!("{}-{:016x}.o", name.replace('/', "-"), hash.finish()));
            if !object.exists() {
                // A compiler that is interrupted leaves no half object under the name of a whole one.
                let unfinished = object.with_extension("unfinished");
                let own = ["-c".to_owned(), text(&path), output('o', &unfinished)];
                self.step(&program, &[&flags[..], &own].concat())?;
                fs::rename(&unfinished, &object).map_err(of_file(&object))?;
            }
            Ok(object)
        };
        let compile_each =
            |first| sources.iter().skip(first).step_by(jobs).map(|name| compile_one(name)).collect();
        let compiled: Vec<Vec<Result<PathBuf, CheckError>>> = thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs).map(|first| scope.spawn(move || compile_each(first))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
        });
        let mut objects = Vec::new();
        let mut failed: Option<CheckError> = None;
        for compiled in compiled.into_iter().flatten() {
            match (compiled, &mut failed) {
                (Ok(object), _) => objects.push(object),
                (
                    Err(CheckError::NotBuilt { errors: more, .. }),
                    Some(CheckError::NotBuilt { errors, .. }),
                ) => errors.extend(more),
                (Err(error), _) => failed = Some(error),
            }
        }
        failed.map_or(Ok(()), Err)?;
        let target = folder.join(format!("program{}", env::consts::EXE_SUFFIX));
        flags.push(output('e', &target));
        flags.extend(objects.iter().map(|object| text(object)));
        self.step(&program, &[flags, words(env::var("LDFLAGS").ok()), words(libraries)].concat())?;
        let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        // What cannot be removed now is removed the next time.
        files
            .filter(|path| !objects.contains(path) && *path != target)
            .for_each(|old| drop(fs::remove_file(old)));
        Ok(target)
    }

    /// Returns the errors in what a compiler wrote, or else its last lines, with the user's own paths.
    fn errors(&self, output: &str) -> Vec<String> {
        let source = &self.workspace.source;
        let copy = format!("{}{MAIN_SEPARATOR}", source.display());
        let own = |line: &&str| {
            let name = line.split_once(':').map_or("", |(name, _)| name);
            match Path::new(name).is_relative() && source.join(name).is_file() {
                true => self.folder.join(line).display().to_string(),
                false => line.replace(&copy, &text(&self.folder.join(""))),
            }
        };
        let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
        let is_error = |line: &&&str| ERRORS.iter().any(|word| line.contains(word));
        let errors: Vec<String> = lines.iter().filter(is_error).map(own).collect();
        let last = &lines[lines.len().saturating_sub(MAX_ERRORS)..];
        if errors.is_empty() { last.iter().map(own).collect() } else { errors }
    }
}

/// Returns the lines that say why a program does not build.
pub(super) fn shown(errors: &[String]) -> String {
    let first = errors.iter().take(MAX_ERRORS).map(String::as_str).collect::<Vec<_>>().join("\n");
    let more = errors.len().saturating_sub(MAX_ERRORS);
    if more == 0 { first } else { format!("{first}\n... and {more} more") }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn words(text: Option<String>) -> Vec<String> {
    text.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

/// Returns the program with trace.hpp that was built last.
fn newest_program(root: &Path) -> Option<PathBuf> {
    let mut folders = vec![root.to_owned()];
    let mut programs = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let Ok(about) = fs::symlink_metadata(&path) else { continue };
            if about.is_dir() {
                folders.push(path);
            } else if about.is_file() && !is_object(&path.to_string_lossy()) && is_program(&path) {
                let bytes = fs::read(&path).unwrap_or_default();
                let records = bytes.windows(RECORDER.len()).any(|part| part == RECORDER);
                programs.extend(records.then(|| (about.modified().ok(), path)));
            }
        }
    }
    programs.into_iter().max().map(|(_, path)| path)
}
