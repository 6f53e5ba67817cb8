//! Builds a copy without a Makefile or a list for CMake: calls a compiler for each source.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::SystemTime;

use super::build::Build;
use super::dependencies::{Contents, beside, searched};
use super::error::{CheckError, of_file};
use super::files::remove;
use super::listing::entries;
use super::mark::Mark;
use super::programs::has_recorder;
use super::tools::words;
use super::workspace::Workspace;
use crate::attach::folder::{Entry, file_name};
use roguelike::support::hash::Fnv;
use roguelike::support::terminal::complain;
use roguelike::support::text::visible;

/// Endings of the names of sources. Those that the recorder knows come first.
const SOURCES: [&str; 7] = [".cpp", ".cc", ".cxx", ".C", ".CPP", ".c++", ".cp"];
/// Number of sources that are told which are not compiled.
const MAX_TOLD: usize = 5;
/// How a program is optimised unless its build says otherwise. GCC compiles trace.hpp twice as fast as with
/// `-O1`, and a few thousand steps are recorded nearly as fast. Without optimization, recording takes longer
/// than what the compiler saves.
pub(super) const OPTIMIZED: &str = "-Og";
/// Maximum length of the readable part of an object's name.
const MAX_NAME: usize = 40;

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

impl Build<'_> {
    /// Compiles and links the sources. An object that was made of the same files in the same way is not
    /// compiled again.
    pub(super) fn compile(&self, sources: &[&str], jobs: usize) -> Result<PathBuf, CheckError> {
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
            self.step_with(log, &program, &[&command[1..], own].concat()).map(drop)
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
        if has_recorder(&target) { Ok(target) } else { Err(CheckError::NoRecorder) }
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
