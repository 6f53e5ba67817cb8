//! The lines of a build's output that explain its failure, with the user's own paths, and the cures.

use std::fs;
use std::path::MAIN_SEPARATOR;

use super::error::MISSING;
use super::output::{cut, last_lines};
use super::process::Ended;
use super::workspace::Workspace;

/// Number of errors that are shown.
const MAX_ERRORS: usize = 5;
/// Words of the lines that are errors: of GCC and Clang, of Visual Studio, of linkers, and of the system.
const ERRORS: [&str; 15] = [
    ": error",
    ": fatal error",
    " error C",
    " error LNK",
    "undefined reference",
    "undefined symbol",
    "multiple definition",
    "duplicate symbol",
    "unresolved external",
    "No space left on device",
    "Disk quota exceeded",
    COPYING,
    "cannot find -l",
    DENIED,
    "annot allocate memory",
];
/// Words of the system, and those of `cmake -E copy`, about a file that may not be written.
const DENIED: &str = "ermission denied";
const COPYING: &str = "Error copying file";
/// Summaries that a linker's driver prints after the linker's own errors.
const SUMMARIES: [&str; 3] = ["ld returned", "linker command failed", "fatal error LNK1120"];
/// Words of a linker's own lines, which may be without any other words of an error.
const LINKER: &str = "ld:";
/// Words of the lines after an error that name its cure.
const CURES: [&str; 2] = ["#include", "did you mean"];

/// Returns the first errors in what a compiler wrote, or else its last lines, with the user's own paths.
pub(super) fn errors(workspace: &Workspace<'_>, ended: &Ended) -> String {
    let Workspace { folder, source, .. } = workspace;
    let copy = format!("{}{MAIN_SEPARATOR}", source.display());
    let own = |line: &str| {
        let line = line.replace(&copy, "");
        let line = cut(&line);
        let name = line.split(':').next().unwrap_or_default();
        if source.join(name).is_file() { folder.join(line).display().to_string() } else { line.to_owned() }
    };
    let all: Vec<&str> = ended.output.lines().collect();
    let is_any = |line: &str, words: &[&str]| words.iter().any(|word| line.contains(word));
    let mut found: Vec<usize> = (0..all.len()).filter(|&at| is_any(all[at], &ERRORS)).collect();
    let summary = found.iter().copied().find(|&at| is_any(all[at], &SUMMARIES));
    if found.iter().any(|&at| !is_any(all[at], &SUMMARIES)) {
        found.retain(|&at| !is_any(all[at], &SUMMARIES));
    } else if let Some(summary) = summary {
        let before: Vec<usize> = (0..summary).filter(|&at| !all[at].trim().is_empty()).collect();
        let of_linker: Vec<usize> = before.iter().copied().filter(|&at| all[at].contains(LINKER)).collect();
        let before = if of_linker.is_empty() { before } else { of_linker };
        found.splice(..0, before.into_iter().rev().take(MAX_ERRORS - 1).rev());
    }
    let mut shown = Vec::new();
    for &at in found.iter().take(MAX_ERRORS) {
        shown.push(own(all[at]));
        let next = found.iter().find(|&&next| next > at).copied().unwrap_or(all.len());
        let cure = all[at + 1..next].iter().find(|line| line.contains(": note: ") && is_any(line, &CURES));
        shown.extend(cure.map(|line| own(line)));
        shown.extend(explanation(all[at], workspace).map(str::to_owned));
    }
    let more = found.len().saturating_sub(MAX_ERRORS);
    shown.extend((more > 0).then(|| format!("... and {more} more")));
    if found.is_empty() {
        shown.extend(last_lines(&ended.output).into_iter().map(own));
    }
    // An exit code adds nothing to other lines.
    let limit = ended.failure.as_ref().filter(|failure| failure.is_limit() || shown.is_empty());
    shown.extend(limit.map(ToString::to_string));
    // On a full disk the compiler's own message may be lost.
    shown.extend(workspace.little_room().map(|room| room.to_string()));
    shown.join("\n")
}

/// Returns true for the line of an error that is in a source, not in what is around it. GCC and Clang write
/// `main.cpp:3:5: error: ...`, and Visual Studio `main.cpp(3): error C2065: ...`.
pub(super) fn is_error_of_source(line: &str) -> bool {
    let Some((place, words)) = line.split_once(": error") else { return false };
    let number = place.trim_end_matches(')').rsplit_once([':', '(']).map_or("", |(_, number)| number);
    let is_place = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_place && MISSING.iter().chain(&["denied"]).all(|missing| !words.contains(missing))
}

/// Returns what helps with an error that compilers do not explain.
fn explanation(error: &str, workspace: &Workspace<'_>) -> Option<&'static str> {
    let is_missing = error.contains("No such file") || error.contains("file not found");
    let windows = is_missing && error.contains('\\');
    let windows = windows.then_some("only Windows takes \\ in an #include; write / instead");
    let denied = error.find(DENIED).or_else(|| error.find(COPYING).map(|_| error.len()));
    let denied = denied.filter(|_| cfg!(target_os = "linux")).map(|end| &error[..end]);
    let cause = denied.and_then(|text| match named_file(text, workspace) {
        Some(own) => is_not_started(&own).then_some("this file is not executable; chmod +x changes that"),
        None => Some("a build can write only in the copy, in the folder of TMPDIR and in caches"),
    });
    windows.or(cause)
}

/// Returns what is known about the file in the workspace that the last word of a text names.
fn named_file(text: &str, Workspace { root, source, build, .. }: &Workspace<'_>) -> Option<fs::Metadata> {
    let mut words =
        text.trim_end_matches(['P', 'p']).rsplit(|c: char| c.is_whitespace() || "'\"`:".contains(c));
    let name = words.find(|word| !word.is_empty())?;
    let files = [source, build].into_iter().filter_map(|folder| fs::canonicalize(folder.join(name)).ok());
    let mut own = files.filter(|file| file.starts_with(root)).filter_map(|file| fs::metadata(file).ok());
    own.find(fs::Metadata::is_file)
}

/// Returns true for a file that the user may change, but not start.
fn is_not_started(about: &fs::Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o300 == 0o200;
    #[cfg(not(unix))]
    {
        let _ = about;
        false
    }
}
