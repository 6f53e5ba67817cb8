//! Builds a copy with the tools that it was made for: CMake, make, or only a compiler. The older program is
//! removed first, so a program that is there afterwards is of this build.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::num::NonZero;
use std::path::{Component, Path, PathBuf};
use std::thread;

use super::copy::{MAX_DEPTH, Workspace, entries, is_object, is_program, remove};
use super::errors::errors;
#[cfg(unix)]
use super::guard;
use super::process::{Ended, Failure, Job, Limits};
use super::{CheckError, of_file};
use crate::attach::folder::{Entry, walk};
use roguelike::support::hash::Fnv;

/// A text that is in every program with trace.hpp.
const RECORDER: &[u8] = b"roguelike-trace 1";
/// Maximum length of the readable part of an object's name.
const MAX_NAME: usize = 40;
/// Variables that CMake reads only when it makes a build folder.
const REMEMBERED: [&str; 8] =
    ["CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS", "PKG_CONFIG_PATH", "CMAKE_PREFIX_PATH", "CMAKE_GENERATOR"];
/// The file of a build folder that remembers them.
const MADE_WITH: &str = "roguelike-check.txt";

/// The build of a copy.
pub(super) struct Build<'a> {
    pub workspace: &'a Workspace<'a>,
    /// The user's own command, if there is one.
    pub command: Option<&'a str>,
    /// Where the program will be in the copy, if the user has named the place.
    pub program: Option<&'a Path>,
    pub limits: Limits,
}

impl Build<'_> {
    /// Builds the program, and returns its path. `sources` are what a compiler receives.
    /// Fails if it does not build, or leaves no program.
    pub fn run(&self, sources: &[&str]) -> Result<PathBuf, CheckError> {
        let Workspace { folder, source, build, .. } = self.workspace;
        let has = |name: &&str| folder.join(name).is_file();
        let jobs = thread::available_parallelism().map_or(1, NonZero::get);
        // A program that is there afterwards is then of this build.
        for old in programs(&[source, build]) {
            remove(&old.path).map_err(of_file(&old.path))?;
        }
        if let Some(command) = self.command {
            let [shell, option] = if cfg!(windows) { ["cmd", "/C"] } else { ["/bin/sh", "-c"] };
            self.step(shell, &[option, command])?;
        } else if has(&"CMakeLists.txt") {
            self.cmake(jobs)?;
        } else if ["GNUmakefile", "makefile", "Makefile"].iter().any(has) {
            self.step("make", &[format!("-j{jobs}")])?;
        } else {
            return self.compile(sources, jobs);
        }
        let program = match self.program {
            Some(program)
                if program
                    .components()
                    .any(|part| !matches!(part, Component::Normal(_) | Component::CurDir)) =>
            {
                return Err(CheckError::ProgramOutside(program.to_owned()));
            }
            Some(program) => {
                Some(source.join(program)).filter(|program| program.is_file() && !program.is_symlink())
            }
            None => newest(programs(&[source, build])),
        };
        program.ok_or(CheckError::NoProgram)
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
        let job = Job { program: Path::new(program), arguments, folder, log, shut_in: None, limits };
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

    /// Builds with CMake. Its folder is cleared if it was made with other settings, or does not configure.
    fn cmake(&self, jobs: usize) -> Result<(), CheckError> {
        let Workspace { source, build, .. } = self.workspace;
        let made_with = format!("{source:?} {:?}", REMEMBERED.map(env::var_os));
        let is_old = fs::read_to_string(build.join(MADE_WITH)).is_ok_and(|old| old == made_with);
        let clear = || {
            remove(build).and_then(|()| fs::create_dir(build)).map_err(of_file(build))?;
            fs::write(build.join(MADE_WITH), &made_with).map_err(of_file(build))
        };
        if !is_old {
            clear()?;
        }
        let optimized = if cfg!(windows) { "" } else { "-O1" };
        let flags = OsString::from(format!("-DCMAKE_CXX_FLAGS_INIT={optimized}"));
        let [source, build] = [source, build].map(|path| path.as_os_str().to_owned());
        let configure =
            || self.step("cmake", &["-S".into(), source.clone(), "-B".into(), build.clone(), flags.clone()]);
        let configured =
            configure().or_else(|error| if is_old { clear().and_then(|()| configure()) } else { Err(error) });
        if let Err(error) = configured {
            clear()?;
            return Err(error);
        }
        let jobs = OsString::from(jobs.to_string());
        let words = ["--build".into(), build, "--config".into(), "Release".into(), "--parallel".into(), jobs];
        self.step("cmake", &words).map(drop)
    }

    /// Compiles and links the sources. The name of an object contains a hash of everything that it is made
    /// of, so an object that exists already is not compiled again.
    fn compile(&self, sources: &[&str], jobs: usize) -> Result<PathBuf, CheckError> {
        let Workspace { source, build, .. } = self.workspace;
        let tools = self.tools()?;
        let mut command = tools.command;
        let mut common = Fnv::default();
        let is_header = |entry: &Entry| {
            entry.about.is_file() && (entry.name.contains(".h") || entry.name.ends_with(".inl"))
        };
        for Entry { path, .. } in entries(source)?.into_iter().filter(is_header) {
            let mut option = OsString::from("-I");
            option.push(path.parent().unwrap_or(&path));
            if !command.contains(&option) {
                command.push(option);
            }
            common.write(&fs::read(&path).map_err(of_file(&path))?);
        }
        common.write(format!("{command:?}").as_bytes());
        let program = command[0].to_string_lossy().into_owned();
        let call = |log: &Path, own: &[OsString]| {
            self.step_with_log(log, &program, &[&command[1..], own].concat()).map(drop)
        };
        let compile_one = |name: &str| -> Result<PathBuf, CheckError> {
            let path = source.join(name);
            let mut hash = common;
            hash.write(name.as_bytes());
            hash.write(&fs::read(&path).map_err(of_file(&path))?);
            let plain: String = name.replace('/', "-").chars().take(MAX_NAME).collect();
            let object = build.join(format!("{plain}-{:016x}.o", hash.finish()));
            if !object.is_file() {
                // An interrupted compiler never leaves half an object under the name of a whole one.
                let unfinished = object.with_extension("unfinished");
                remove(&unfinished).map_err(of_file(&unfinished))?;
                call(&object, &["-c".into(), path.into(), with(tools.object_option, &unfinished)])?;
                fs::rename(&unfinished, &object).map_err(|_| CheckError::NoOutput(program.clone()))?;
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
        call(&self.workspace.log, &[names, vec![with(tools.program_option, &target)], tools.last].concat())?;
        if !target.is_file() {
            return Err(CheckError::NoOutput(program.clone()));
        }
        let files = fs::read_dir(build).into_iter().flatten().flatten().map(|entry| entry.path());
        for old in files.filter(|path| !objects.contains(path) && *path != target) {
            // The next build removes a file that cannot be removed now.
            remove(&old).ok();
        }
        Ok(target)
    }

    /// Returns the compiler: that of CXX, that of a developer prompt of Visual Studio, or c++.
    fn tools(&self) -> Result<Tools, CheckError> {
        let packages =
            |option: &str| self.step("pkg-config", &[option, "sdl3", "sdl3-ttf"]).map(|text| words(&text));
        let variable = |name| words(&env::var(name).unwrap_or_default());
        let compiler = variable("CXX");
        let (first, libraries, [object_option, program_option]) = if compiler.is_empty()
            && env::var_os("VCINSTALLDIR").is_some()
        {
            (words("cl -nologo -std:c++20 -O1 -EHsc"), words("-link SDL3.lib SDL3_ttf.lib"), ["-Fo", "-Fe"])
        } else {
            let compiler = if compiler.is_empty() { words("c++") } else { compiler };
            let first = [compiler, words("-std=c++20 -O1"), packages("--cflags")?].concat();
            (first, packages("--libs")?, ["-o"; 2])
        };
        let command = [first, variable("CXXFLAGS")].concat();
        Ok(Tools { command, last: [variable("LDFLAGS"), libraries].concat(), object_option, program_option })
    }
}

/// A compiler with its options.
struct Tools {
    /// Its name, and the first options.
    command: Vec<OsString>,
    /// The last options of linking.
    last: Vec<OsString>,
    /// The options that name an object and a program.
    object_option: &'static str,
    program_option: &'static str,
}

/// Returns an option with its path.
fn with(option: &str, path: &Path) -> OsString {
    let mut word = OsString::from(option);
    word.push(path);
    word
}

/// Returns the words of a text, with a shell's quotation marks.
fn words(text: &str) -> Vec<OsString> {
    let plain = || text.split_whitespace().map(str::to_owned).collect();
    let words = if cfg!(windows) { plain() } else { shlex::split(text.trim()).unwrap_or_else(plain) };
    words.into_iter().map(OsString::from).collect()
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

/// Returns the path of the latest one.
fn newest(programs: Vec<Entry>) -> Option<PathBuf> {
    programs.into_iter().max_by_key(|entry| entry.about.modified().ok()).map(|entry| entry.path)
}
