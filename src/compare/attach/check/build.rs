//! Builds a copy with the tools that it was made for: CMake, make, or only a compiler. The older program is
//! removed first, so a program that is there afterwards is of this build.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::num::NonZero;
use std::path::{Component, Path, PathBuf};
use std::thread;

use super::copy::Libraries;
use super::dependencies::listing;
use super::environment::{temporary_in, unused_of_make};
use super::error::{CheckError, NoWorkspace, of_file};
use super::errors::{errors, is_error_of_source};
use super::files::remove;
#[cfg(unix)]
use super::guard;
use super::listing::{BUILD_FILES, NotCopied, entries, is_library, is_made_library};
#[cfg(target_os = "linux")]
use super::original::Original;
use super::other_builds::{OF_CMAKE, OF_MAKE, tell_unused};
use super::outside::Outside;
use super::process::{Failure, Job, JobKind, Limits};
use super::programs;
use super::reads::Reads;
use super::told::{complain_of_each, listed};
use super::tools::Tools;
use super::workspace::Workspace;
use crate::attach::folder::{Entry, is_source};
use roguelike::support::file;
use roguelike::support::terminal::complain;
use roguelike::support::text::shortened;

/// Maximum size of a library, in bytes.
const MAX_SIZE: u64 = 512 << 20;
/// The build of a copy.
pub(super) struct Build<'a> {
    pub workspace: &'a Workspace<'a>,
    /// The user's own command, if there is one.
    pub command: Option<&'a str>,
    /// Where the program will be in the copy, if the user has named the place.
    pub program: Option<&'a Path>,
    /// The files that the copy has in place of the user's own.
    pub changed: &'a BTreeMap<String, Vec<u8>>,
    /// The name of the source that has `main`.
    pub main: Option<&'a str>,
    pub limits: Limits,
    /// The compilers with sanitizers, if they are wanted.
    pub tools: Option<&'a Tools>,
    /// Collects what the build reads.
    pub reads: Option<&'a Reads>,
}

/// How a copy is built.
#[derive(Clone, Copy)]
enum Way<'a> {
    Command(&'a str),
    CMake,
    Make,
    Compiler,
}

impl Way<'_> {
    /// Returns the files of its tool.
    fn files(self) -> &'static [&'static str] {
        match self {
            Way::CMake => OF_CMAKE,
            Way::Make => OF_MAKE,
            Way::Command(_) | Way::Compiler => &[],
        }
    }

    /// Names what make would take from variables that a check removes, unless the user's own command has it.
    fn tell_unused_variables(self) {
        let command = match self {
            Way::Make => "",
            Way::Command(command) => command,
            Way::CMake | Way::Compiler => return,
        };
        for (name, value) in unused_of_make().filter(|(_, value)| !command.contains(value)) {
            let value = shortened(&value);
            complain(&format!("not used: {value} of {name}; give --build CMD to build with it"));
        }
    }

    /// Returns the libraries of each attempt. A copy has no objects and programs, so make builds them all.
    /// CMake and the own calls of compilers know what is old.
    fn attempts(self) -> &'static [Libraries] {
        match self {
            Way::Make | Way::Command(_) => &[Libraries::None, Libraries::All],
            Way::CMake | Way::Compiler => &[Libraries::All],
        }
    }
}

impl Build<'_> {
    /// Copies the folder, builds the program, and returns its path. `sources` are what a compiler receives.
    /// Fails if it does not build, or leaves no program.
    pub fn run(&self, sources: &[&str]) -> Result<PathBuf, CheckError> {
        let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if let Some(program) = self.program.filter(|program| !program.components().all(is_plain)) {
            return Err(CheckError::ProgramOutside(program.to_owned()));
        }
        let folder = self.workspace.folder;
        // The second build is made of the same files.
        if self.is_first() {
            Outside::of(folder, self.command)?.tell(folder);
        }
        let way = self.way()?;
        if self.is_first() {
            way.tell_unused_variables();
        }
        self.attempt((way, sources), way.attempts(), Vec::new())
    }

    /// Returns true unless the program was built before.
    pub(super) fn is_first(&self) -> bool {
        self.tools.is_none()
    }

    /// Chooses the way to build.
    fn way(&self) -> Result<Way<'_>, CheckError> {
        let Workspace { folder, root, .. } = self.workspace;
        let has = |name: &&str| folder.join(name).is_file();
        let [cmake, make @ ..] = &BUILD_FILES;
        let way = match self.command {
            Some(command) => return Ok(Way::Command(command)),
            None if has(cmake) => Way::CMake,
            None if make.iter().any(has) => Way::Make,
            None if self.program.is_some() => return Err(CheckError::ProgramOfCompiler),
            None => Way::Compiler,
        };
        if self.is_first() {
            tell_unused(folder, way.files());
        }
        if matches!(way, Way::Compiler) {
            return Ok(way);
        }
        let odd = self.workspace.odd().map(NoWorkspace::Odd);
        odd.map_or(Ok(way), |odd| Err(CheckError::NoWorkspace(root.clone(), odd)))
    }

    /// Makes the first of these attempts, and the next, with a new copy, if that fails and not because of a
    /// source. `old` are libraries without which an attempt has failed.
    fn attempt(
        &self,
        (way, sources): (Way<'_>, &[&str]),
        attempts: &[Libraries],
        old: Vec<PathBuf>,
    ) -> Result<PathBuf, CheckError> {
        let [now, next @ ..] = attempts else { return Err(CheckError::NoProgram) };
        let Workspace { source, .. } = self.workspace;
        let not_copied = self.workspace.copy(self.changed, *now)?;
        if self.is_first() && old.is_empty() {
            tell_not_copied(&not_copied);
        }
        self.reads.inspect(|reads| reads.begin(source));
        let libraries: Vec<_> = not_copied.iter().filter(|entry| entry.is_library()).collect();
        let libraries: Vec<PathBuf> = libraries.into_iter().map(|entry| entry.place.clone()).collect();
        // Without a library in the folder, the next attempt would be the same.
        let is_last = next.is_empty() || *now == Libraries::None && libraries.is_empty();
        #[cfg(target_os = "linux")]
        let original = self.is_first().then(|| Original::watch(self.workspace)).flatten();
        let built = self.build((way, sources));
        #[cfg(target_os = "linux")]
        original.iter().filter(|_| built.is_ok()).for_each(Original::tell);
        if matches!(way, Way::CMake) && self.is_first() {
            self.workspace.tell_options(&not_copied);
        }
        match built {
            Err(error) if !is_last && is_of_attempt(&error) => self.attempt((way, sources), next, libraries),
            Err(error) => Err(error.with_not_copied(&not_copied)),
            Ok(program) => {
                let mut old = if *now == Libraries::None { self.put_back(libraries)? } else { old };
                if self.is_first() {
                    old.extend(self.stale_libraries()?);
                    old.sort();
                    old.dedup();
                    tell_old(&old);
                }
                Ok(program)
            }
        }
    }

    /// Builds a copy in a way, and finds the program.
    fn build(&self, (way, sources): (Way<'_>, &[&str])) -> Result<PathBuf, CheckError> {
        programs::remove_old(self.workspace, self.program)?;
        let jobs = thread::available_parallelism().map_or(1, NonZero::get);
        match way {
            Way::Compiler => return self.compile(sources, jobs),
            Way::CMake => self.cmake(jobs)?,
            Way::Make => {
                self.clear()?;
                self.step("make", &[""; 0])?;
            }
            Way::Command(command) => {
                self.clear()?;
                let [shell, option] = if cfg!(windows) { ["cmd", "/C"] } else { ["/bin/sh", "-c"] };
                self.step(shell, &[option, command])?;
            }
        }
        programs::find(self.workspace, self.program)
    }

    /// Puts shared libraries into the copy that the build has not made: the program may load them. Returns
    /// those.
    fn put_back(&self, libraries: Vec<PathBuf>) -> Result<Vec<PathBuf>, CheckError> {
        let Workspace { folder, source, .. } = self.workspace;
        let is_missing = |place: &PathBuf| {
            let to = source.join(place);
            let above = to.parent().and_then(|above| fs::canonicalize(above).ok());
            // The build may have made a link of the folder.
            let is_inside = above.is_some_and(|above| above.starts_with(source));
            is_library(place) && is_inside && fs::symlink_metadata(to).is_err()
        };
        let missing: Vec<PathBuf> = libraries.into_iter().filter(is_missing).collect();
        for place in &missing {
            let bytes = file::read_regular(&folder.join(place), MAX_SIZE).map_err(of_file(place))?;
            let written = File::create_new(source.join(place)).and_then(|mut file| file.write_all(&bytes));
            written.map_err(of_file(place))?;
        }
        Ok(missing)
    }

    /// Returns the libraries of the folder that the build has not written, although a source beside them is
    /// newer.
    fn stale_libraries(&self) -> Result<Vec<PathBuf>, CheckError> {
        let all = entries(&self.workspace.source)?;
        let time = |path: &Path| fs::metadata(path).and_then(|about| about.modified()).ok();
        let is_old = |library: &Entry| {
            let made = time(&library.path);
            let is_newer = |source: &Entry| {
                is_source(&source.name)
                    && source.path.parent() == library.path.parent()
                    && time(&source.path) > made
            };
            made == time(&self.workspace.folder.join(&library.name))
                && is_made_library(&library.path)
                && all.iter().any(is_newer)
        };
        Ok(all.iter().filter(|entry| is_old(entry)).map(|entry| PathBuf::from(&entry.name)).collect())
    }

    /// Runs a tool of the build in the copy. Returns what it prints.
    pub(super) fn step(&self, program: &str, arguments: &[impl AsRef<OsStr>]) -> Result<String, CheckError> {
        self.step_with(&self.workspace.log, program, arguments)
    }

    /// Runs a tool with its output in files of this name.
    pub(super) fn step_with(
        &self,
        log: &Path,
        program: &str,
        arguments: &[impl AsRef<OsStr>],
    ) -> Result<String, CheckError> {
        let call = (Path::new(program), arguments);
        let mut job = Job::new(self.workspace, JobKind::Tool, call, (self.limits, self.reads));
        job.log = log;
        job.variables.extend(self.tools.iter().flat_map(|tools| tools.variables.clone()));
        job.variables.extend(self.reads.iter().flat_map(|_| listing(&self.workspace.build)));
        job.variables.extend(temporary_in(&self.workspace.temporary));
        let ended = job.run(&mut |_| None).map_err(of_file(log))?;
        let Some(failure) = &ended.failure else { return Ok(ended.printed) };
        if self.command.is_none() && *failure == not_found() {
            return Err(CheckError::NotInstalled(program.to_owned()));
        }
        // Ninja and make end with these codes after an error.
        let is_interrupted = !matches!(failure, Failure::Code(1 | 2));
        let command = self.command.unwrap_or(program).to_owned();
        Err(CheckError::NotBuilt { command, errors: errors(self.workspace, &ended), is_interrupted })
    }

    /// Empties the build folder.
    pub(super) fn clear(&self) -> Result<(), CheckError> {
        let build = &self.workspace.build;
        remove(build).and_then(|()| fs::create_dir(build)).map_err(of_file(build))
    }
}

/// Returns true for an error that another attempt may not have. One in a source would be the same.
fn is_of_attempt(error: &CheckError) -> bool {
    matches!(error, CheckError::NotBuilt { errors, .. } if !errors.lines().any(is_error_of_source))
}

/// Tells what is not in a copy, except what is in no copy.
fn tell_not_copied(all: &[NotCopied]) {
    complain_of_each("not in the copy: ", NotCopied::telling(all).map(NotCopied::to_string));
}

/// Tells which libraries are of an earlier build.
fn tell_old(libraries: &[PathBuf]) {
    if !libraries.is_empty() {
        let names = listed(libraries.iter().map(|place| place.to_string_lossy()));
        let words = "the answer holds for libraries as they are, not for their sources";
        complain(&format!("not rebuilt: {names}; {words}"));
    }
}

/// Returns the failure of a program that is not found.
fn not_found() -> Failure {
    #[cfg(unix)]
    return Failure::Code(guard::NOT_FOUND);
    #[cfg(not(unix))]
    Failure::Code(127)
}
