//! Builds a copy without a Makefile or a list for CMake: calls a compiler for each source.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use super::build::Build;
use super::dependencies::{LIST, listed_in, searched};
use super::environment::words;
use super::error::{CheckError, of_file};
use super::listing::entries;
use super::programs::has_recorder;
use super::told::{complain_of_each, listed};
use super::workspace::Workspace;
use crate::attach::folder::Entry;
use roguelike::support::terminal::complain;
use roguelike::support::text::visible;

/// Endings of the names of sources. The recorder knows only the first three. The last one is that of C, which
/// is told but never compiled.
const SOURCES: [&str; 8] = [".cpp", ".cc", ".cxx", ".C", ".CPP", ".c++", ".cp", ".c"];
/// How a program is optimised unless its build says otherwise. GCC compiles trace.hpp twice as fast as with
/// `-O1`, and a few thousand steps are recorded nearly as fast. Without optimization, recording takes longer
/// than what the compiler saves.
pub(super) const OPTIMIZED: &str = "-Og";
/// The name of the program in the copy.
const PROGRAM: &str = "roguelike-check-program";
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
    /// Compiles the sources, and links them without those that the source with `main` includes. Only the
    /// compiler knows which these are: an `#include` may be in a comment, or depend on a macro.
    pub(super) fn compile(&self, sources: &[&str], jobs: usize) -> Result<PathBuf, CheckError> {
        let Workspace { root, source: copy, .. } = self.workspace;
        self.clear()?;
        let compiler = self.compiler()?;
        let searched = searched(compiler.command.iter().filter_map(|word| word.to_str()));
        self.reads.inspect(|reads| reads.add_listed(copy, root, searched.into_iter().collect()));
        let all: Vec<(usize, &str)> = sources.iter().copied().enumerate().collect();
        let compile_share =
            |share: &[_]| share.iter().map(|&one| self.compile_one(&compiler, one)).collect::<Vec<_>>();
        let compiled: Vec<(&str, Result<PathBuf, CheckError>)> = thread::scope(|scope| {
            let shares = all.chunks(all.len().div_ceil(jobs).max(1));
            let threads: Vec<_> = shares.map(|share| scope.spawn(|| compile_share(share))).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
        });
        let main = compiled.iter().find(|(name, _)| self.main == Some(*name));
        let main = main.and_then(|(_, object)| object.as_ref().ok());
        let included = main.map_or_else(BTreeSet::new, |object| made_of(object, copy));
        let is_part = |path: PathBuf| fs::canonicalize(path).is_ok_and(|real| included.contains(&real));
        let is_linked = |name: &str| self.main == Some(name) || !is_part(copy.join(name));
        // Globals are made in this order, and of two classes of one name the linker takes the first.
        let linked = compiled.into_iter().filter(|(name, _)| is_linked(name));
        let objects = linked.map(|(_, object)| object).collect::<Result<Vec<_>, _>>()?;
        if self.is_first() {
            let known = objects.iter().flat_map(|object| made_of(object, copy)).collect();
            self.tell_not_compiled(sources, &known)?;
            self.tell_twins(sources, &objects)?;
        }
        self.link(&compiler, objects)
    }

    /// Compiles a source. Its number makes the name of its object unique.
    fn compile_one<'s>(
        &self,
        compiler: &Compiler,
        (number, name): (usize, &'s str),
    ) -> (&'s str, Result<PathBuf, CheckError>) {
        let Workspace { source, build, .. } = self.workspace;
        let plain: String = name.replace('/', "-").chars().take(MAX_NAME).collect();
        let object = build.join(format!("{plain}-{number}.o"));
        let mut words = vec!["-c".into(), source.join(name).into(), with(compiler.object_option, &object)];
        if compiler.lists_files {
            words.extend(["-MD".into(), "-MF".into(), object.with_extension(LIST).into()]);
        }
        (name, self.call(compiler, &object, &words).map(|()| object))
    }

    /// Links a program that has the recorder. It is at the top of the copy, because it may look for files
    /// beside itself.
    fn link(&self, compiler: &Compiler, objects: Vec<PathBuf>) -> Result<PathBuf, CheckError> {
        let program = self.workspace.build.join(format!("program{}", env::consts::EXE_SUFFIX));
        let objects = objects.into_iter().map(PathBuf::into_os_string);
        let words = objects.chain([with(compiler.program_option, &program)]).chain(compiler.last.clone());
        self.call(compiler, &program, &words.collect::<Vec<_>>())?;
        if !has_recorder(&program) {
            return Err(CheckError::NoRecorder);
        }
        let place = self.workspace.source.join(PROGRAM).with_extension(env::consts::EXE_EXTENSION);
        fs::rename(&program, &place).map_err(of_file(&place))?;
        Ok(place)
    }

    /// Calls the compiler with these words.
    /// Fails if it does not make the file.
    fn call(&self, compiler: &Compiler, made: &Path, words: &[OsString]) -> Result<(), CheckError> {
        let program = compiler.command[0].to_string_lossy();
        self.step_with(made, &program, &[&compiler.command[1..], words].concat())?;
        if made.is_file() { Ok(()) } else { Err(CheckError::NoOutput(program.into_owned())) }
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
        let is_header = |entry: &Entry| {
            entry.about.is_file() && (entry.name.contains(".h") || entry.name.ends_with(".inl"))
        };
        let mut command = [first, variable("CXXFLAGS")].concat();
        for Entry { path, .. } in entries(&self.workspace.source)?.into_iter().filter(is_header) {
            let mut option = OsString::from("-I");
            option.push(path.parent().unwrap_or(&path));
            if !command.contains(&option) {
                command.push(option);
            }
        }
        Ok(Compiler {
            command,
            last: [variable("LDFLAGS"), libraries].concat(),
            object_option,
            program_option,
            lists_files: program_option == "-o",
        })
    }

    /// Names the headers that compilers have found in one folder, and that are in another as well. One beside
    /// a source is the one that is meant.
    fn tell_twins(&self, sources: &[&str], objects: &[PathBuf]) -> Result<(), CheckError> {
        let copy = &self.workspace.source;
        let beside: BTreeSet<PathBuf> =
            sources.iter().filter_map(|name| Some(copy.join(name).parent()?.to_owned())).collect();
        let listed = objects.iter().flat_map(|object| listed_in(&object.with_extension(LIST), copy));
        let used: BTreeSet<PathBuf> = listed.filter_map(|path| fs::canonicalize(path).ok()).collect();
        let is_found = |path: &&PathBuf| path.parent().is_some_and(|folder| !beside.contains(folder));
        let all = entries(copy)?;
        let twins = used.iter().filter(is_found).filter_map(|one| {
            let is_twin = |other: &&Entry| {
                other.about.is_file()
                    && other.path.file_name() == one.file_name()
                    && !used.contains(&other.path)
            };
            Some((one.strip_prefix(copy).ok()?, &all.iter().find(is_twin)?.name))
        });
        complain_of_each(
            "",
            twins.map(|(one, other)| {
                let (one, other) = (visible(&one.to_string_lossy()), visible(other));
                format!("{one} is compiled, not {other}; give --build CMD to build with the other")
            }),
        );
        Ok(())
    }

    /// Names the sources in the copy that are not compiled, unless another source includes them.
    fn tell_not_compiled(&self, sources: &[&str], known: &BTreeSet<PathBuf>) -> Result<(), CheckError> {
        let is_part = |path: &Path| fs::canonicalize(path).is_ok_and(|real| known.contains(&real));
        let is_left = |Entry { name, path, about }: &Entry| {
            is_compilable(name) && !about.is_dir() && !sources.contains(&name.as_str()) && !is_part(path)
        };
        let left: Vec<_> =
            entries(&self.workspace.source)?.into_iter().filter(is_left).map(|entry| entry.name).collect();
        if !left.is_empty() {
            complain(&format!("not compiled: {}; give --build CMD to build with them, too", listed(left)));
        }
        Ok(())
    }
}

/// Returns the real paths of the sources that an object was made of, as its compiler has listed them.
fn made_of(object: &Path, copy: &Path) -> BTreeSet<PathBuf> {
    let files = listed_in(&object.with_extension(LIST), copy).into_iter();
    let sources = files.filter(|file| is_compilable(&file.to_string_lossy()));
    sources.filter_map(|file| fs::canonicalize(file).ok()).collect()
}

/// Returns an option with its path.
fn with(option: &str, path: &Path) -> OsString {
    let mut word = OsString::from(option);
    word.push(path);
    word
}

/// Returns true for the name of a source, which may contain another.
fn is_compilable(name: &str) -> bool {
    SOURCES.iter().any(|end| name.ends_with(end))
}
