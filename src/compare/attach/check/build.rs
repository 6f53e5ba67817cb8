//! Builds a copy with the tools that it was made for: CMake, make, or only a compiler. The older program is
//! removed first, so a program that is there afterwards is of this build.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::num::NonZero;
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::SystemTime;

use super::dependencies::{Contents, beside, is_outside_same, keep_outside, listing, searched};
use super::error::{CheckError, NoWorkspace, of_file};
use super::errors::errors;
use super::files::remove;
#[cfg(unix)]
use super::guard;
use super::listing::{BUILD_FILES, MAX_DEPTH, entries, is_binary, is_object, is_program};
use super::mark::Mark;
use super::process::{Ended, Failure, Job, Limits};
use super::reads::Reads;
use super::tools::{Tools, words};
use super::workspace::Workspace;
use crate::attach::folder::{Entry, file_name, walk};
use roguelike::support::hash::Fnv;
use roguelike::support::terminal::complain;
use roguelike::support::text::visible;

/// A text that is in every program with trace.hpp.
const RECORDER: &[u8] = b"roguelike-trace 1";
/// Endings of the names of sources. Those that the recorder knows come first.
const SOURCES: [&str; 7] = [".cpp", ".cc", ".cxx", ".C", ".CPP", ".c++", ".cp"];
/// Number of sources that are told which are not compiled.
const MAX_TOLD: usize = 5;
/// The file in which CMake remembers what it has found.
const CACHE: &str = "CMakeCache.txt";
/// Files of other ways to build.
const OTHER_BUILDS: [&str; 12] = [
    "meson.build",
    "SConstruct",
    "build.ninja",
    "premake5.lua",
    "xmake.lua",
    "build.sh",
    "build.bat",
    "BUILD.bazel",
    "src/Makefile",
    "src/CMakeLists.txt",
    "configure",
    "build.zig",
];
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
    /// The files that the copy has in place of the user's own.
    pub changed: &'a BTreeMap<String, Vec<u8>>,
    pub limits: Limits,
    /// The compilers with sanitizers, if they are wanted.
    pub tools: Option<&'a Tools>,
    /// Collects what the build reads.
    pub reads: Option<&'a Reads>,
}

impl Build<'_> {
    /// Builds the program, and returns its path. `sources` are what a compiler receives.
    /// Fails if it does not build, or leaves no program.
    pub fn run(&self, sources: &[&str]) -> Result<PathBuf, CheckError> {
        let Workspace { folder, source, build, .. } = self.workspace;
        let has = |name: &&str| folder.join(name).is_file();
        let [cmake, make @ ..] = &BUILD_FILES;
        let (is_cmake, is_make) = (has(cmake), make.iter().any(has));
        let jobs = thread::available_parallelism().map_or(1, NonZero::get);
        if let Some(program) = self.program
            && program.components().any(|part| !matches!(part, Component::Normal(_) | Component::CurDir))
        {
            return Err(CheckError::ProgramOutside(program.to_owned()));
        }
        // A program that is there afterwards is then of this build.
        let named = self.program.map(|program| self.named(program)).unwrap_or_default();
        for old in programs(&[source, build], is_binary).into_iter().map(|old| old.path).chain(named) {
            remove(&old).map_err(of_file(&old))?;
        }
        if self.command.is_some() || !is_cmake && is_make {
            self.clear()?;
        }
        if let Some(command) = self.command {
            let [shell, option] = if cfg!(windows) { ["cmd", "/C"] } else { ["/bin/sh", "-c"] };
            self.step(shell, &[option, command])?;
        } else if let Some(odd) = self.workspace.odd().filter(|_| is_cmake || is_make) {
            return Err(CheckError::NoWorkspace(self.workspace.root.clone(), NoWorkspace::Odd(odd)));
        } else if is_cmake {
            self.cmake(sources, jobs)?;
        } else if is_make {
            self.make(jobs)?;
        } else if self.program.is_some() {
            return Err(CheckError::ProgramOfCompiler);
        } else {
            for other in OTHER_BUILDS.iter().filter(|name| has(name)) {
                complain(&format!("{other} is not used; give --build CMD to build with it"));
            }
            return self.compile(sources, jobs);
        }
        match self.program {
            Some(program) => self.named(program).into_iter().next().ok_or(CheckError::NoProgram),
            None => self.only(programs(&[source, build], is_program)),
        }
    }

    /// Builds with make. The first attempt ignores the times of files (`-B`). It may write only inside the
    /// workspace, because it also runs the rules of files elsewhere that exist already. If it fails, the
    /// second attempt runs make as the user does: some rules work only once, or not in parallel.
    fn make(&self, jobs: usize) -> Result<(), CheckError> {
        let temporary = env::temp_dir();
        let folders = [&*self.workspace.root, &temporary];
        let words = ["-B".to_owned(), format!("-j{jobs}")];
        let anew = self.step_in(Some(&folders), &self.workspace.log, "make", &words);
        let is_final = |error: &CheckError| match error {
            CheckError::NotBuilt { errors, .. } => errors.lines().any(is_error_of_source),
            _ => true,
        };
        match anew {
            Err(error) if !is_final(&error) => {
                self.workspace.copy(self.changed)?;
                self.reads.inspect(|reads| reads.begin(&self.workspace.source));
                self.clear()?;
                self.step("make", &[] as &[&str]).map(drop)
            }
            anew => anew.map(drop),
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
        let hash = |program: &Entry| fs::read(&program.path).ok().map(|bytes| Fnv::of(&bytes));
        let different: BTreeSet<_> = programs.iter().map(hash).collect();
        let Workspace { source, build, .. } = self.workspace;
        let within = |Entry { path, .. }: &Entry| {
            let name = path.strip_prefix(source).or_else(|_| path.strip_prefix(build));
            name.unwrap_or(path).display().to_string()
        };
        if different.len() > 1 {
            return Err(CheckError::Programs(programs.iter().map(within).collect()));
        }
        programs.into_iter().next().map(|program| program.path).ok_or_else(|| {
            let mut libraries = self::programs(&[source, build], is_binary).into_iter();
            libraries.next().map_or(CheckError::NoProgram, |library| CheckError::Library(within(&library)))
        })
    }

    /// Runs a command of the build in the copy. Returns what it prints.
    fn step(&self, program: &str, arguments: &[impl AsRef<OsStr>]) -> Result<String, CheckError> {
        self.step_in(None, &self.workspace.log, program, arguments)
    }

    /// Runs a command that may only write into these folders, with its output in files of this name.
    fn step_in(
        &self,
        folders: Option<&[&Path]>,
        log: &Path,
        program: &str,
        arguments: &[impl AsRef<OsStr>],
    ) -> Result<String, CheckError> {
        let folder = &self.workspace.source;
        let limits = self.limits;
        let listing = self.reads.and_then(|_| listing(&self.workspace.build));
        let of_tools = self.tools.iter().flat_map(|tools| tools.variables.clone());
        let of_copy = self.workspace.variables.iter().cloned();
        let variables = &of_copy.chain(of_tools).chain(listing).collect::<Vec<_>>();
        let program_path = Path::new(program);
        let (shut_in, is_sanitized) = (folders.map(|folders| (folders, None)), false);
        let job = Job {
            program: program_path,
            arguments,
            folder,
            log,
            shut_in,
            limits,
            variables,
            is_sanitized,
            reads: self.reads,
        };
        let ended = job.run(&mut |_| None).map_err(of_file(log))?;
        let Some(failure) = &ended.failure else { return Ok(ended.printed) };
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
        let Workspace { folder, root, source, .. } = self.workspace;
        let mark = self.mark(sources)?;
        // Where the user builds among the sources, headers that CMake writes are among them as well.
        let is_inside = folder.join(CACHE).is_file();
        let build = if is_inside { source } else { &self.workspace.build };
        // A watch has to know what everything was made of.
        let is_known = self.reads.is_none_or(Reads::has_built);
        let is_old = is_known && !is_inside && mark.has_times_of(build, source) && is_outside_same(build);
        let marked = |result: io::Result<()>| result.map_err(of_file(&Mark::path(build)));
        // An interrupted build is not used again.
        if is_old { marked(Mark::remove(build)) } else { self.clear() }?;
        // It may remember what it found in the environment and elsewhere. Objects stay.
        let cache = build.join(CACHE);
        remove(&cache).map_err(of_file(&cache))?;
        let begin = SystemTime::now();
        let optimized = if cfg!(windows) { "" } else { OPTIMIZED };
        let options =
            [format!("-DCMAKE_CXX_FLAGS_INIT={optimized}"), "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON".to_owned()];
        let [source, build] = [source, build].map(|path| path.as_os_str().to_owned());
        let words = ["-S".into(), source, "-B".into(), build.clone()];
        let words: Vec<OsString> = words.into_iter().chain(options.map(OsString::from)).collect();
        let configure = || self.step("cmake", &words);
        let configured = configure()
            .or_else(|error| if is_old { self.clear().and_then(|()| configure()) } else { Err(error) });
        configured?;
        let jobs = OsString::from(jobs.to_string());
        let words = ["--build".into(), build, "--config".into(), "Release".into(), "--parallel".into(), jobs];
        let built = self.step("cmake", &words).map(drop);
        keep_outside(&self.workspace.build, root, begin);
        marked(mark.write(&self.workspace.build))?;
        built
    }

    /// Names the sources in the copy that are not compiled, unless another source includes them.
    fn tell_not_compiled(&self, sources: &[&str]) -> Result<(), CheckError> {
        let copy = &self.workspace.source;
        let texts: Vec<_> = sources.iter().filter_map(|name| fs::read(copy.join(name)).ok()).collect();
        let is_included = |name: &str| {
            let end = format!("{}\"", file_name(name));
            texts.iter().any(|text| String::from_utf8_lossy(text).contains(&end))
        };
        let is_left = |Entry { name, about, .. }: &Entry| {
            let is_source = SOURCES.iter().any(|end| name.ends_with(end)) && !about.is_dir();
            is_source && !sources.contains(&name.as_str()) && !is_included(name)
        };
        let left: Vec<_> = entries(copy)?.into_iter().filter(is_left).map(|entry| entry.name).collect();
        let first: Vec<_> = left.iter().take(MAX_TOLD).map(|name| visible(name)).collect();
        let more = left.len().saturating_sub(MAX_TOLD);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        if !first.is_empty() {
            let words = "give --build CMD to build with what is deep, linked or in a folder of others";
            complain(&format!("not compiled: {}{more}; {words}", first.join(", ")));
        }
        Ok(())
    }

    /// Compiles and links the sources. An object that was made of the same files in the same way is not
    /// compiled again.
    fn compile(&self, sources: &[&str], jobs: usize) -> Result<PathBuf, CheckError> {
        let Workspace { root, source, build, .. } = self.workspace;
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
        self.tell_not_compiled(sources)?;
        let contents = Contents::default();
        let searched = searched(command.iter().filter_map(|word| word.to_str()));
        let program = command[0].to_string_lossy().into_owned();
        let call = |log: &Path, own: &[OsString]| {
            self.step_in(None, log, &program, &[&command[1..], own].concat()).map(drop)
        };
        let compile_one = |name: &str| -> Result<PathBuf, CheckError> {
            let path = source.join(name);
            let mut hash = Fnv::default();
            hash.write(name.as_bytes());
            hash.write(&fs::read(&path).map_err(of_file(&path))?);
            let plain: String = name.replace('/', "-").chars().take(MAX_NAME).collect();
            let object = build.join(format!("{plain}-{:016x}.o", hash.finish()));
            if !contents.are_those_of(&object) {
                let begin = SystemTime::now();
                // An interrupted compiler never leaves half an object under the name of a whole one.
                let unfinished = object.with_extension("unfinished");
                remove(&unfinished).map_err(of_file(&unfinished))?;
                let mut words = vec!["-c".into(), path.into(), with(compiler.object_option, &unfinished)];
                if compiler.lists_files {
                    words.extend(["-MD".into(), "-MF".into(), object.with_extension("d").into()]);
                }
                call(&object, &words)?;
                fs::rename(&unfinished, &object).map_err(|_| CheckError::NoOutput(program.clone()))?;
                contents.keep(&object, (source, root), &searched, begin);
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

/// Returns true for the line of an error in a source. Another attempt would fail as well.
fn is_error_of_source(line: &str) -> bool {
    line.contains(": error: ")
        && ["No such file", "not found", "denied"].iter().all(|words| !line.contains(words))
}

/// Returns an option with its path.
fn with(option: &str, path: &Path) -> OsString {
    let mut word = OsString::from(option);
    word.push(path);
    word
}

/// Returns true for the name of a source that a compiler gets.
pub(super) fn is_compiled(name: &str) -> bool {
    SOURCES[..3].iter().any(|end| name.ends_with(end))
}

/// Returns the failure of a program that is not found.
fn not_found() -> Failure {
    #[cfg(unix)]
    return Failure::Code(guard::NOT_FOUND);
    #[cfg(not(unix))]
    Failure::Code(127)
}

/// Returns the programs in these folders, or other files for which `is_wanted` returns true, that contain
/// trace.hpp.
fn programs(folders: &[&Path], is_wanted: impl Fn(&Path) -> bool) -> Vec<Entry> {
    let is_built = |entry: &Entry| {
        let Entry { name, path, about } = entry;
        about.is_dir() || about.is_file() && !is_object(name) && is_wanted(path)
    };
    let found = folders.iter().filter_map(|folder| walk(folder, MAX_DEPTH, &is_built).ok()).flatten();
    let has_recorder = |entry: &Entry| {
        let bytes = fs::read(&entry.path).unwrap_or_default();
        bytes.windows(RECORDER.len()).any(|part| part == RECORDER)
    };
    found.filter(|entry| entry.about.is_file() && has_recorder(entry)).collect()
}
