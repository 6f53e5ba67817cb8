//! Compilers that add the sanitizers to what they compile, under the names that builds call.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::environment::{temporary_in, words};
use super::files::{create, remove};
use super::process::{Job, JobKind, Limits};
use super::workspace::Workspace;
use roguelike::support::text::quoted;

/// The sanitizers, and options that make their reports exact.
const SANITIZERS: &str = "-g -fsanitize=address,undefined -fno-sanitize-recover=undefined \
                          -fno-omit-frame-pointer -fno-optimize-sibling-calls -D_GLIBCXX_DEBUG \
                          -D_GLIBCXX_SANITIZE_VECTOR";
/// The option that fills variables which nothing sets. Older compilers do not have it.
const FILLING: &str = "-ftrivial-auto-var-init=pattern";
/// Names of compilers that builds call, perhaps with a version, as in `g++-12`.
const COMPILERS: [&str; 3] = ["c++", "g++", "clang++"];
/// The name of the compiler that CXX names, with its options.
const OWN: &str = "own-c++";

/// The compilers of a build with sanitizers, and the variables that lead to them.
pub(super) struct Tools {
    /// The compiler of the user.
    pub compiler: PathBuf,
    /// The variables of the build.
    pub variables: [(&'static str, OsString); 2],
}

impl Tools {
    /// Makes a folder with programs of the names of all compilers. Each calls its compiler with sanitizers.
    /// `None` if the user's compiler has none, and on Windows.
    pub fn make(workspace: &Workspace<'_>, limits: Limits) -> Option<Tools> {
        let folder = workspace.root.join("tools");
        remove(&folder).and_then(|()| fs::create_dir(&folder)).ok().filter(|()| cfg!(unix))?;
        let path = env::var_os("PATH")?;
        let installed =
            |name: &str| env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file());
        // Several names may lead to one compiler.
        let mut tried: BTreeMap<PathBuf, bool> = BTreeMap::new();
        let files =
            env::split_paths(&path).filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        let names = files.filter_map(|file| file.file_name().into_string().ok());
        for name in names.filter(|name| is_compiler(name)).collect::<BTreeSet<String>>() {
            let Some(program) = installed(&name) else { continue };
            let tool = folder.join(name);
            let command = |options: &str| format!("exec {} \"$@\" {options}", quoted(&program));
            let real = fs::canonicalize(&program).unwrap_or_else(|_| program.clone());
            let with_filling = *tried.entry(real).or_insert_with(|| {
                write(&tool, &command(&format!("{SANITIZERS} {FILLING}"))) && works(&tool, workspace, limits)
            });
            let options = if with_filling { &format!("{SANITIZERS} {FILLING}") } else { SANITIZERS };
            write(&tool, &command(options));
        }
        let own = words(&env::var("CXX").unwrap_or_default());
        let own = if own.is_empty() { words(COMPILERS[0]) } else { own };
        // A name leads to one of the tools, also after `ccache`.
        let options = if Path::new(&own[0]).is_absolute() { SANITIZERS } else { "" };
        let own: Vec<String> = own.iter().map(|word| quoted(Path::new(word))).collect();
        let compiler = folder.join(OWN);
        let command = format!(
            "PATH={}:\"$PATH\"\nexport PATH\nexec {} \"$@\" {options}",
            quoted(&folder),
            own.join(" ")
        );
        let is_written = write(&compiler, &command);
        let paths = [folder].into_iter().chain(env::split_paths(&path));
        let variables = [("PATH", env::join_paths(paths).ok()?), ("CXX", compiler.clone().into_os_string())];
        (is_written && works(&compiler, workspace, limits)).then_some(Tools { compiler, variables })
    }
}

/// Returns true for the name of a compiler, or for such a name with a version.
fn is_compiler(name: &str) -> bool {
    let is_version = |rest: &str| {
        let number = rest.strip_prefix('-').unwrap_or_default();
        rest.is_empty() || !number.is_empty() && number.chars().all(|c| c == '.' || c.is_ascii_digit())
    };
    COMPILERS.iter().any(|compiler| name.strip_prefix(compiler).is_some_and(is_version))
}

/// Writes a program of the shell. Returns false if it cannot be written.
fn write(path: &Path, command: &str) -> bool {
    let written = create(path).and_then(|mut file| writeln!(file, "#!/bin/sh\n{command}"));
    #[cfg(unix)]
    let written =
        written.and_then(|()| fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700)));
    written.is_ok()
}

/// Returns true if a compiler makes a program that runs.
fn works(compiler: &Path, workspace: &Workspace<'_>, limits: Limits) -> bool {
    let [source, program] = ["works.cpp", "works"].map(|name| workspace.root.join(name));
    let made = create(&source).and_then(|mut file| file.write_all(b"int main() {}\n")).is_ok();
    let runs = |program: &Path, words: &[&Path]| {
        let mut job = Job::new(workspace, JobKind::Tool, (program, words), (limits, None));
        // The folder for temporary files of a build is made later.
        job.variables.extend(temporary_in(&workspace.root));
        job.run(&mut |_| None).is_ok_and(|ended| ended.failure.is_none())
    };
    made && runs(compiler, &[&source, Path::new("-o"), &program]) && runs(&program, &[])
}
