//! Builds a copy with the tools that it was made for: CMake, make, or only a compiler. The older program is
//! removed first, so a program that is there afterwards is of this build.

use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::num::NonZero;
use std::path::{Component, Path, PathBuf};
use std::thread;

use super::copy::{MAX_DEPTH, Workspace, entries, is_object, is_program, remove};
use super::dependencies::{Contents, beside, is_outside_same, keep_outside};
use super::errors::errors;
#[cfg(unix)]
use super::guard;
use super::mark::Mark;
use super::process::{Ended, Failure, Job, Limits};
use super::tools::{Tools, words};
use super::{CheckError, of_file};
use crate::attach::folder::{Entry, walk};
use roguelike::support::hash::Fnv;

/// A text that is in every program with trace.hpp.
const RECORDER: &[u8] = b"roguelike-trace 1";
/// How a program is optimised unless its build says otherwise. GCC compiles trace.hpp twice as fast as with
/// `-O1`, and a few thousand steps are recorded nearly as fast. Without optimization, recording takes longer
/// than what the compiler saves.
const OPTIMIZED: &str = "-Og";
/// Maximum length of the readable part of an object's name.
const MAX_NAME: usize = 40;
/// The build of a copy.
pub(super) struct Build<'a> {
    pub workspace: &'a Workspace<'a>,
    /// The user's own command, if there is one.
    pub command: Option<&'a str>,
    /// Where the program will be in the copy, if the user has named the place.
    pub program: Option<&'a Path>,
    pub limits: Limits,
    /// The compilers with sanitizers, if they are wanted.
    pub tools: Option<&'a Tools>,
}

impl Build<'_> {
    /// Builds the program, and returns its path. `sources` are what a compiler receives.
    /// Fails if it does not build, or leaves no program.
    pub fn run(&self, sources: &[&str]) -> Result<PathBuf, CheckError> {
        let Workspace { folder, source, build, .. } = self.workspace;
        let has = |name: &&str| folder.join(name).is_file();
        let is_make = ["GNUmakefile", "makefile", "Makefile"].iter().any(has);
        let jobs = thread::available_parallelism().map_or(1, NonZero::get);
        if let Some(program) = self.program
            && program.components().any(|part| !matches!(part, Component::Normal(_) | Component::CurDir))
        {
            return Err(CheckError::ProgramOutside(program.to_owned()));
        }
        // A program that is there afterwards is then of this build.
        let named = self.program.map(|program| self.named(program)).unwrap_or_default();
        for old in programs(&[source, build]).into_iter().map(|old| old.path).chain(named) {
            remove(&old).map_err(of_file(&old))?;
        }
        if self.command.is_some() || !has(&"CMakeLists.txt") && is_make {
            self.clear()?;
        }
        if let Some(command) = self.command {
            let [shell, option] = if cfg!(windows) { ["cmd", "/C"] } else { ["/bin/sh", "-c"] };
            self.step(shell, &[option, command])?;
        } else if has(&"CMakeLists.txt") {
            self.cmake(sources, jobs)?;
        } else if is_make {
            // Whatever the times of the files say.
            self.step("make", &["-B".to_owned(), format!("-j{jobs}")])?;
        } else if self.program.is_some() {
            return Err(CheckError::ProgramOfCompiler);
        } else {
            return self.compile(sources, jobs);
        }
        match self.program {
            Some(program) => self.named(program).into_iter().next().ok_or(CheckError::NoProgram),
            None => self.only(programs(&[source, build])),
        }
    }

    /// Returns the files that the user may mean with this path in the copy or in the build folder. A link may
    /// lead to a program that this build has not made.
    fn named(&self, program: &Path) -> Vec<PathBuf> {
        let own = [&self.workspace.source, &self.workspace.build];
        let found = own.iter().filter_map(|folder| fs::canonicalize(folder.join(program)).ok());
        found.filter(|path| path.is_file() && own.iter().any(|folder| path.starts_with(folder))).collect()
    }

    /// Returns the only program, of which there may be copies.
    /// Fails if there is none, or another one as well.
    fn only(&self, programs: Vec<Entry>) -> Result<PathBuf, CheckError> {
        let contents = Contents::default();
        let different: BTreeSet<_> = programs.iter().map(|program| contents.of(&program.path)).collect();
        if different.len() > 1 {
            let Workspace { source, build, .. } = self.workspace;
            let within = |Entry { path, .. }: &Entry| {
                let name = path.strip_prefix(source).or_else(|_| path.strip_prefix(build));
                name.unwrap_or(path).display().to_string()
            };
            return Err(CheckError::Programs(programs.iter().map(within).collect()));
        }
        programs.into_iter().next().map(|program| program.path).ok_or(CheckError::NoProgram)
    }

    /// Runs a command of the build in the copy. Returns its output.
    fn step(&self, program: &str, arguments: &[impl AsRef<OsStr>]) -> Result<String, CheckError> {
        self.step_with_log(&self.workspace.log, program, arguments)
    }

    fn step_with_log(
        &self,
        log: &Path,
        program: &str,
        arguments: &[impl AsRef<OsStr>],
    ) -> Result<String, CheckError> {
        let folder = &self.workspace.source;
        let limits = self.limits;
        let variables = self.tools.map_or(&[][..], |tools| &tools.variables);
        let program_path = Path::new(program);
        let (shut_in, is_sanitized) = (None, false);
        let job =
            Job { program: program_path, arguments, folder, log, shut_in, limits, variables, is_sanitized };
        let ended = job.run(&mut |_| None).map_err(of_file(log))?;
        let Some(failure) = &ended.failure else { return Ok(ended.output) };
        if self.command.is_none() && *failure == not_found() {
            return Err(CheckError::NotInstalled(program.to_owned()));
        }
        Err(self.not_built(program, &ended))
    }

    fn not_built(&self, program: &str, ended: &Ended) -> CheckError {
        let command = self.command.unwrap_or(program).to_owned();
        CheckError::NotBuilt { command, errors: errors(self.workspace, ended) }
    }

    /// Describes what the build is made of.
    fn mark(&self, sources: &[&str]) -> Result<Mark, CheckError> {
        // Without the program or the packages, their text is empty.
        let packages = self.step("pkg-config", &["--cflags", "--libs", "sdl3", "sdl3-ttf"]);
        Mark::of(&self.workspace.source, sources, &packages.unwrap_or_default())
    }

    /// Empties the build folder.
    fn clear(&self) -> Result<(), CheckError> {
        let build = &self.workspace.build;
        remove(build).and_then(|()| fs::create_dir(build)).map_err(of_file(build))
    }

    /// Builds with CMake. Its folder is cleared if CMake might take an old object for new, or fails.
    fn cmake(&self, sources: &[&str], jobs: usize) -> Result<(), CheckError> {
        let Workspace { root, source, build, .. } = self.workspace;
        let mark = self.mark(sources)?;
        let is_old = mark.has_times_of(build, source) && is_outside_same(build);
        let marked = |result: io::Result<()>| result.map_err(of_file(&Mark::path(build)));
        // An interrupted build is not used again.
        if is_old { marked(Mark::remove(build)) } else { self.clear() }?;
        let optimized = if cfg!(windows) { "" } else { OPTIMIZED };
        let flags = OsString::from(format!("-DCMAKE_CXX_FLAGS_INIT={optimized}"));
        let [source, build] = [source, build].map(|path| path.as_os_str().to_owned());
        let configure =
            || self.step("cmake", &["-S".into(), source.clone(), "-B".into(), build.clone(), flags.clone()]);
        let configured = configure()
            .or_else(|error| if is_old { self.clear().and_then(|()| configure()) } else { Err(error) });
        configured?;
        let jobs = OsString::from(jobs.to_string());
        let words = ["--build".into(), build, "--config".into(), "Release".into(), "--parallel".into(), jobs];
        let built = self.step("cmake", &words).map(drop);
        keep_outside(&self.workspace.build, root);
        marked(mark.write(&self.workspace.build))?;
        built
    }

    /// Compiles and links the sources. An object that was made of the same files in the same way is not
    /// compiled again.
    fn compile(&self, sources: &[&str], jobs: usize) -> Result<PathBuf, CheckError> {
        let Workspace { source, build, .. } = self.workspace;
        let compiler = self.compiler()?;
        let mark = self.mark(sources)?;
        if !mark.has_way_of(build) {
            self.clear()?;
            mark.write(build).map_err(of_file(build))?;
        }
        let mut command = compiler.command;
        let is_header = |entry: &Entry| {
            entry.about.is_file() && (entry.name.contains(".h") || entry.name.ends_with(".inl"))
        };
        for Entry { path, .. } in entries(source)?.into_iter().filter(is_header) {
            let mut option = OsString::from("-I");
            option.push(path.parent().unwrap_or(&path));
            if !command.contains(&option) {
                command.push(option);
            }
        }
        let contents = Contents::default();
        let program = command[0].to_string_lossy().into_owned();
        let call = |log: &Path, own: &[OsString]| {
            self.step_with_log(log, &program, &[&command[1..], own].concat()).map(drop)
        };
        let compile_one = |name: &str| -> Result<PathBuf, CheckError> {
            let path = source.join(name);
            let mut hash = Fnv::default();
            hash.write(name.as_bytes());
            hash.write(&fs::read(&path).map_err(of_file(&path))?);
            let plain: String = name.replace('/', "-").chars().take(MAX_NAME).collect();
            let object = build.join(format!("{plain}-{:016x}.o", hash.finish()));
            if !contents.are_those_of(&object, source) {
                // An interrupted compiler never leaves half an object under the name of a whole one.
                let unfinished = object.with_extension("unfinished");
                remove(&unfinished).map_err(of_file(&unfinished))?;
                let mut words = vec!["-c".into(), path.into(), with(compiler.object_option, &unfinished)];
                if compiler.lists_files {
                    words.extend(["-MD".into(), "-MF".into(), object.with_extension("d").into()]);
                }
                call(&object, &words)?;
                fs::rename(&unfinished, &object).map_err(|_| CheckError::NoOutput(program.clone()))?;
                contents.keep(&object, source);
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
        remove(&target).map_err(of_file(&target))?;
        let names = objects.iter().map(|object| object.clone().into_os_string()).collect();
        call(
            &self.workspace.log,
            &[names, vec![with(compiler.program_option, &target)], compiler.last].concat(),
        )?;
        if !target.is_file() {
            return Err(CheckError::NoOutput(program.clone()));
        }
        let files = fs::read_dir(build).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_used = |path: &PathBuf| {
            *path == target
                || *path == Mark::path(build)
                || objects.iter().any(|object| path == object || *path == beside(object))
        };
        for old in files.filter(|path| !is_used(path)) {
            // The next build removes a file that cannot be removed now.
            remove(&old).ok();
        }
        Ok(target)
    }

    /// Returns the compiler: that of CXX, that of a developer prompt of Visual Studio, or c++.
    fn compiler(&self) -> Result<Compiler, CheckError> {
        let packages =
            |option: &str| self.step("pkg-config", &[option, "sdl3", "sdl3-ttf"]).map(|text| words(&text));
        let variable = |name| words(&env::var(name).unwrap_or_default());
        let compiler = variable("CXX");
        let (first, libraries, [object_option, program_option]) = if compiler.is_empty()
            && env::var_os("VCINSTALLDIR").is_some()
        {
            (words("cl -nologo -std:c++20 -O1 -EHsc"), words("-link SDL3.lib SDL3_ttf.lib"), ["-Fo", "-Fe"])
        } else {
            let compiler = match self.tools {
                Some(tools) => vec![tools.compiler.clone().into_os_string()],
                None if compiler.is_empty() => words("c++"),
                None => compiler,
            };
            let first = [compiler, words("-std=c++20"), words(OPTIMIZED), packages("--cflags")?].concat();
            (first, packages("--libs")?, ["-o"; 2])
        };
        let command = [first, variable("CXXFLAGS")].concat();
        Ok(Compiler {
            command,
            last: [variable("LDFLAGS"), libraries].concat(),
            object_option,
            program_option,
            lists_files: program_option == "-o",
        })
    }
}

/// A compiler with its options.
struct Compiler {
    /// Its name, and the first options.
    command: Vec<OsString>,
    /// The last options of linking.
    last: Vec<OsString>,
    /// The options that name an object and a program.
    object_option: &'static str,
    program_option: &'static str,
    /// True if it can list the files that it reads.
    lists_files: bool,
}

/// Returns an option with its path.
fn with(option: &str, path: &Path) -> OsString {
    let mut word = OsString::from(option);
    word.push(path);
    word
}

/// Returns true for the name of a source that a compiler gets.
pub(super) fn is_compiled(name: &str) -> bool {
    [".cpp", ".cc", ".cxx"].iter().any(|end| name.ends_with(end))
}

/// Returns the failure of a program that is not found.
fn not_found() -> Failure {
    #[cfg(unix)]
    return Failure::Code(guard::NOT_FOUND);
    #[cfg(not(unix))]
    Failure::Code(127)
}

/// Returns the programs in these folders that contain trace.hpp.
fn programs(folders: &[&Path]) -> Vec<Entry> {
    let is_built = |entry: &Entry| {
        let Entry { name, path, about } = entry;
        about.is_dir() || about.is_file() && !is_object(name) && is_program(path)
    };
    let found = folders.iter().filter_map(|folder| walk(folder, MAX_DEPTH, &is_built).ok()).flatten();
    let has_recorder = |entry: &Entry| {
        let bytes = fs::read(&entry.path).unwrap_or_default();
        bytes.windows(RECORDER.len()).any(|part| part == RECORDER)
    };
    found.filter(|entry| entry.about.is_file() && has_recorder(entry)).collect()
}
