//! Finds the place of a crash, of a hang, or of behaviour that C++ leaves undefined: builds the program once
//! more with the compiler's sanitizers, in a folder of its own, and presses the same keys.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::build::words;
use super::copy::{Workspace, create, remove};
use super::finding::Finding;
use super::{Check, Prepared};
use roguelike::part::Part;
use roguelike::support::text::quoted;

/// The sanitizers, and options that make their reports exact.
const SANITIZERS: &str = "-g -fsanitize=address,undefined -fno-sanitize-recover=undefined \
                          -fno-omit-frame-pointer -fno-optimize-sibling-calls -D_GLIBCXX_DEBUG";
/// The option that fills variables which nothing sets. Older compilers do not have it.
const FILLING: &str = "-ftrivial-auto-var-init=pattern";
/// Names of compilers that builds call.
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

/// Builds and records a program with sanitizers. Returns the first thing that they find. `None` if they find
/// nothing, or if the compiler or the build does not take them.
pub(super) fn find(
    check: &Check<'_>,
    workspace: &Workspace<'_>,
    program: &Prepared,
    (part, seed, keys): (Part, &str, &str),
) -> Option<Finding> {
    let inner = workspace.inner("sanitized").ok()?;
    let tools = Tools::make(&inner.root)?;
    let recorder = check.build(&inner, program, Some(&tools)).ok()?;
    let recording = recorder.record(part, seed, keys).ok()?;
    Finding::in_output(&recording.output, &inner.source).or_else(|| Finding::in_recording(&recording.path))
}

impl Tools {
    /// Makes a folder with programs of the names of all compilers. Each calls its compiler with sanitizers.
    /// `None` if the user's compiler has none, and on Windows.
    fn make(root: &Path) -> Option<Tools> {
        let folder = root.join("tools");
        remove(&folder).and_then(|()| fs::create_dir(&folder)).ok().filter(|()| cfg!(unix))?;
        let path = env::var_os("PATH")?;
        let installed =
            |name: &str| env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file());
        // Several names may lead to one compiler.
        let mut tried: BTreeMap<PathBuf, bool> = BTreeMap::new();
        for name in COMPILERS {
            let Some(program) = installed(name) else { continue };
            let tool = folder.join(name);
            let command = |options: &str| format!("exec {} \"$@\" {options}", quoted(&program));
            let real = fs::canonicalize(&program).unwrap_or_else(|_| program.clone());
            let with_filling = *tried.entry(real).or_insert_with(|| {
                write(&tool, &command(&format!("{SANITIZERS} {FILLING}"))) && works(&tool, root)
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
        (is_written && works(&compiler, root)).then_some(Tools { compiler, variables })
    }
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
fn works(compiler: &Path, root: &Path) -> bool {
    let [source, program] = ["works.cpp", "works"].map(|name| root.join(name));
    let made = create(&source).and_then(|mut file| file.write_all(b"int main() {}\n")).is_ok();
    let runs = |command: &mut Command| {
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    };
    made && runs(Command::new(compiler).arg(&source).arg("-o").arg(&program))
        && runs(&mut Command::new(&program))
}
