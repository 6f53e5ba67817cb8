//! Builds a copy with what is there: CMake, make, or the compiler alone.

use std::env;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::CheckError;
use super::copy::{Workspace, entries};
use super::process::{self, Ended};
use crate::support::hash::Fnv;

/// Number of errors that are shown.
const MAX_ERRORS: usize = 5;
/// What is in every program that has trace.hpp.
const RECORDER: &[u8] = b"roguelike-trace 1";

/// How a copy is built.
pub(super) struct Build<'a> {
    pub workspace: &'a Workspace,
    /// The folder as the user wrote it, which errors name instead of the copy.
    pub folder: &'a Path,
    /// The user's own command, if there is one.
    pub command: Option<&'a str>,
    /// The sources of the program, which the compiler alone receives.
    pub sources: Vec<String>,
}

impl Build<'_> {
    /// Builds the program, and returns its path. `program` is its path in the copy, if the user names it.
    ///
    /// # Errors
    /// If it does not build, or there is no program afterwards.
    pub fn run(&self, program: Option<&Path>) -> Result<PathBuf, CheckError> {
        let (source, jobs) =
            (self.workspace.source(), thread::available_parallelism().map_or(1, NonZero::get));
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let has = |names: &[&str]| names.iter().any(|name| self.folder.join(name).is_file());
        if let Some(command) = self.command {
            let [shell, option] = if cfg!(windows) { ["cmd", "/C"] } else { ["/bin/sh", "-c"] };
            self.step(command, shell, &[option.to_owned(), command.to_owned()])?;
        } else if has(&["CMakeLists.txt"]) {
            let build = text(&self.workspace.root.join("build"));
            let mut configure = vec!["-S".to_owned(), text(&source), "-B".to_owned(), build.clone()];
            if cfg!(unix) {
                configure.push("-DCMAKE_CXX_FLAGS_INIT=-O1".to_owned());
            }
            self.step("cmake", "cmake", &configure)?;
            let jobs = jobs.to_string();
            let build = ["--build", &build, "--config", "Release", "--parallel", &jobs];
            self.step("cmake", "cmake", &build.map(str::to_owned))?;
        } else if has(&["GNUmakefile", "makefile", "Makefile"]) {
            self.step("make", "make", &[format!("-j{jobs}")])?;
        } else {
            return self.compile(jobs);
        }
        match program {
            Some(program) => Some(source.join(program)).filter(|program| program.is_file()),
            None => newest_program(&[source, self.workspace.root.join("build")]),
        }
        .ok_or(CheckError::NoProgram)
    }

    /// Runs a command of the build in the copy.
    fn step(&self, name: &str, program: &str, arguments: &[String]) -> Result<String, CheckError> {
        let ended = process::run(Path::new(program), arguments, &self.workspace.source(), |_| None);
        let failed = |errors| CheckError::NotBuilt { command: name.to_owned(), errors };
        match ended {
            Ok(Ended { code: Some(0), output, .. }) => Ok(output),
            // A shell that does not find the program.
            Ok(Ended { code: Some(127), .. }) if self.command.is_none() => {
                Err(failed(vec![format!("{program} is not installed; install it, or give --build CMD")]))
            }
            Ok(Ended { output, .. }) => Err(failed(self.errors(&output))),
            Err(error) => Err(failed(vec![format!("{program} does not start: {error}; give --build CMD")])),
        }
    }

    /// Compiles and links all sources. Objects are named by what they are made of, and compiled only once.
    fn compile(&self, jobs: usize) -> Result<PathBuf, CheckError> {
        let words = |name: &str| -> Vec<String> {
            let value = env::var(name).unwrap_or_default();
            value.split_whitespace().map(str::to_owned).collect()
        };
        let mut compiler = words("CXX");
        // A developer prompt of Visual Studio.
        let is_visual = compiler.is_empty() && env::var_os("VCINSTALLDIR").is_some();
        if compiler.is_empty() {
            compiler.push(if is_visual { "cl" } else { "c++" }.to_owned());
        }
        let program = compiler.remove(0);
        let (own, libraries) = if is_visual {
            let own = ["/nologo", "/std:c++20", "/O1", "/EHsc"].map(str::to_owned);
            (own.to_vec(), ["/link", "SDL3.lib", "SDL3_ttf.lib"].map(str::to_owned).to_vec())
        } else {
            let packages = |option: &str| -> Result<Vec<String>, CheckError> {
                let arguments = [option, "sdl3", "sdl3-ttf"].map(str::to_owned);
                let flags = self.step("pkg-config", "pkg-config", &arguments)?;
                Ok(flags.split_whitespace().map(str::to_owned).collect())
            };
            let own = ["-std=c++20".to_owned(), "-O1".to_owned()];
            ([&own[..], &packages("--cflags")?].concat(), packages("--libs")?)
        };
        let flags = [compiler, own, words("CXXFLAGS"), self.header_folders()?].concat();
        let folder = self.workspace.root.join("build");
        let objects: Vec<PathBuf> =
            self.object_names(&program, &flags)?.iter().map(|name| folder.join(name)).collect();
        let option = |name: &str, path: &Path| match is_visual {
            true => vec![format!("/F{}{}", if name == "-c" { "o" } else { "e" }, path.display())],
            false => vec!["-o".to_owned(), path.to_string_lossy().into_owned()],
        };
        let next = AtomicUsize::new(0);
        let errors = Mutex::new(Vec::new());
        let work = || {
            while let Some((source, object)) = {
                let index = next.fetch_add(1, Ordering::Relaxed);
                self.sources.get(index).zip(objects.get(index))
            } {
                // A compiler that is interrupted leaves no half object under the name of a whole one.
                let unfinished = object.with_extension("unfinished");
                let path = self.workspace.source().join(source).to_string_lossy().into_owned();
                let arguments = [&flags[..], &["-c".to_owned(), path], &option("-c", &unfinished)].concat();
                let compiled = if object.exists() {
                    Ok(())
                } else {
                    self.step(&program, &program, &arguments).map(|_| ()).and_then(|()| {
                        fs::rename(&unfinished, object)
                            .map_err(|error| CheckError::Write { path: object.clone(), error })
                    })
                };
                if let Err(error) = compiled {
                    errors.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((source, error));
                }
            }
        };
        thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(work))));
        let mut errors = errors.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        errors.sort_by_key(|(source, _)| source.as_str());
        if let Some(error) = errors.into_iter().map(|(_, error)| error).reduce(CheckError::and) {
            return Err(error);
        }
        let target = folder.join(format!("program{}", env::consts::EXE_SUFFIX));
        let inputs = objects.iter().map(|object| object.to_string_lossy().into_owned()).collect();
        let flags = [flags, option("", &target), inputs, words("LDFLAGS"), libraries].concat();
        self.step(&program, &program, &flags)?;
        let is_old = |path: &PathBuf| !objects.contains(path) && *path != target;
        let files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        // An object that stays is removed the next time.
        files.filter(is_old).for_each(|path| drop(fs::remove_file(path)));
        Ok(target)
    }

    /// Returns the options for folders that have headers.
    fn header_folders(&self) -> Result<Vec<String>, CheckError> {
        let source = self.workspace.source();
        let all = entries(&source)?;
        let headers = all.iter().filter(|entry| is_header(&entry.name));
        let mut folders: Vec<_> =
            headers.map(|header| source.join(&header.name).with_file_name("")).collect();
        folders.sort();
        folders.dedup();
        let option =
            |folder: PathBuf| format!("-I{}", folder.to_string_lossy().trim_end_matches(['/', '\\']));
        Ok(folders.into_iter().map(option).collect())
    }

    /// Returns the names of the objects, which change with the source, a header, or the command.
    fn object_names(&self, program: &str, flags: &[String]) -> Result<Vec<String>, CheckError> {
        let source = self.workspace.source();
        let read = |name: &String| {
            let path = source.join(name);
            fs::read(&path).map_err(|error| CheckError::Write { path, error })
        };
        let mut shared = Fnv::default();
        shared.write(format!("{program} {flags:?}").as_bytes());
        for entry in entries(&source)?.iter().filter(|entry| is_header(&entry.name)) {
            shared.write(entry.name.as_bytes());
            shared.write(&read(&entry.name)?);
        }
        let name = |name: &String| {
            let mut hash = shared;
            hash.write(name.as_bytes());
            hash.write(&read(name)?);
            Ok(format!("{}-{:016x}.o", name.replace(['/', '.', ' '], "-"), hash.finish()))
        };
        self.sources.iter().map(name).collect()
    }

    /// Returns the first errors in what a compiler wrote, with the user's own paths.
    fn errors(&self, output: &str) -> Vec<String> {
        let source = self.workspace.source();
        let copy = format!("{}{}", source.display(), std::path::MAIN_SEPARATOR);
        let own = |line: &str| {
            let relative = line.split_once(':').filter(|(name, _)| source.join(name).is_file());
            match relative {
                Some((name, _)) if Path::new(name).is_relative() => {
                    self.folder.join(line).display().to_string()
                }
                _ => line.replace(&copy, &self.folder.join("").to_string_lossy()),
            }
        };
        let is_error = |line: &&str| {
            let words =
                [": error", ": fatal error", " error C", "undefined reference", "unresolved external"];
            words.iter().any(|word| line.contains(word))
        };
        let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
        let mut errors: Vec<&str> = lines.iter().copied().filter(is_error).collect();
        if errors.is_empty() {
            errors = lines[lines.len().saturating_sub(MAX_ERRORS)..].to_vec();
        }
        errors.into_iter().map(own).collect()
    }
}

impl CheckError {
    /// Puts the errors of two sources together.
    fn and(self, other: CheckError) -> CheckError {
        match (self, other) {
            (CheckError::NotBuilt { command, mut errors }, CheckError::NotBuilt { errors: more, .. }) => {
                errors.extend(more);
                CheckError::NotBuilt { command, errors }
            }
            (first, _) => first,
        }
    }
}

/// Returns the lines that say why a program does not build.
pub(super) fn shown(errors: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = errors.iter().take(MAX_ERRORS).cloned().collect();
    if errors.len() > MAX_ERRORS {
        lines.push(format!("... and {} more", errors.len() - MAX_ERRORS));
    }
    lines
}

fn is_header(name: &str) -> bool {
    [".h", ".hpp", ".hh", ".hxx", ".inl"].iter().any(|end| name.ends_with(end))
}

/// Returns the program with trace.hpp that was built last.
fn newest_program(folders: &[PathBuf]) -> Option<PathBuf> {
    let mut folders = folders.to_vec();
    let mut programs = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let Ok(about) = fs::symlink_metadata(&path) else { continue };
            if about.is_dir() {
                folders.push(path);
            } else if about.is_file()
                && is_executable(&path, &about)
                && fs::read(&path)
                    .is_ok_and(|bytes| bytes.windows(RECORDER.len()).any(|part| part == RECORDER))
            {
                programs.push((about.modified().ok(), path));
            }
        }
    }
    programs.into_iter().max().map(|(_, path)| path)
}

#[cfg(unix)]
fn is_executable(_: &Path, about: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(path: &Path, _: &fs::Metadata) -> bool {
    path.extension().is_some_and(|extension| extension == "exe")
}
