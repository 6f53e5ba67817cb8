//! The programs that a build has left in a workspace.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::environment::VARIABLE;
use super::error::{CheckError, of_file};
use super::files::remove;
use super::listing::{MAX_DEPTH, is_binary, is_program};
use super::objects::is_object;
use super::workspace::Workspace;
use crate::attach::folder::{Entry, walk};
use roguelike::support::hash::Fnv;

/// A text that is in every program with trace.hpp.
const RECORDER: &[u8] = b"roguelike-trace 1";
/// Beginnings of the names of functions that code with sanitizers calls. A linker alone adds others.
const SANITIZERS: [&[u8]; 2] = [b"__asan_report_", b"__ubsan_handle_"];

/// Removes the programs of an earlier build, and the files that the user names as the program. A program that
/// is there after a build is then of this build.
pub(super) fn remove_old(workspace: &Workspace<'_>, program: Option<&Path>) -> Result<(), CheckError> {
    let old = with_recorder(workspace, is_binary).into_iter().map(|old| old.path);
    for old in old.chain(program.into_iter().flat_map(|program| named(workspace, program))) {
        remove(&old).map_err(of_file(&old))?;
    }
    Ok(())
}

/// Returns the program that a build has left: the one that the user names, or the only one.
/// Fails if it is not there, or it is not clear which one is meant.
pub(super) fn find(workspace: &Workspace<'_>, program: Option<&Path>) -> Result<PathBuf, CheckError> {
    match program {
        Some(program) => named(workspace, program).into_iter().next().ok_or(CheckError::NoProgram),
        None => only(workspace),
    }
}

/// Returns true for a file that contains trace.hpp.
pub(super) fn has_recorder(path: &Path) -> bool {
    contains(&fs::read(path).unwrap_or_default(), RECORDER)
}

/// Returns true for a program with a trace.hpp that is too old for a check.
pub(super) fn has_old_recorder(path: &Path) -> bool {
    let bytes = fs::read(path).unwrap_or_default();
    contains(&bytes, RECORDER) && !contains(&bytes, VARIABLE.as_bytes())
}

/// Returns true for a program that a compiler has given sanitizers.
pub(super) fn has_sanitizer(path: &Path) -> bool {
    let bytes = fs::read(path).unwrap_or_default();
    SANITIZERS.iter().any(|name| contains(&bytes, name))
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|part| part == text)
}

/// Returns the files that the user may mean with this path in the copy or in the build folder. A link may
/// lead to a program that this build has not made.
fn named(workspace: &Workspace<'_>, program: &Path) -> Vec<PathBuf> {
    let own = [&workspace.source, &workspace.build];
    let found = own.iter().filter_map(|folder| fs::canonicalize(folder.join(program)).ok());
    found.filter(|path| path.is_file() && own.iter().any(|folder| path.starts_with(folder))).collect()
}

/// Returns the only program, of which there may be copies.
/// Fails if there is none, or another one as well.
fn only(workspace: &Workspace<'_>) -> Result<PathBuf, CheckError> {
    let programs = with_recorder(workspace, is_program);
    let hash = |program: &Entry| fs::read(&program.path).ok().map(|bytes| Fnv::of(&bytes));
    let different: BTreeSet<_> = programs.iter().map(hash).collect();
    let Workspace { source, build, .. } = workspace;
    let within = |Entry { path, .. }: &Entry| {
        let name = path.strip_prefix(source).or_else(|_| path.strip_prefix(build));
        name.unwrap_or(path).display().to_string()
    };
    if different.len() > 1 {
        return Err(CheckError::Programs(programs.iter().map(within).collect()));
    }
    programs.into_iter().next().map(|program| program.path).ok_or_else(|| {
        let mut libraries = with_recorder(workspace, is_binary).into_iter();
        libraries.next().map_or(CheckError::NoProgram, |library| CheckError::Library(within(&library)))
    })
}

/// Returns the files for which `is_wanted` returns true and that contain trace.hpp.
fn with_recorder(workspace: &Workspace<'_>, is_wanted: impl Fn(&Path) -> bool) -> Vec<Entry> {
    let is_built = |Entry { name, path, about }: &Entry| {
        about.is_dir() || about.is_file() && !is_object(name) && is_wanted(path)
    };
    let folders = [&workspace.source, &workspace.build].into_iter();
    let found = folders.filter_map(|folder| walk(folder, MAX_DEPTH, &is_built).ok()).flatten();
    found.filter(|entry| entry.about.is_file() && has_recorder(&entry.path)).collect()
}
