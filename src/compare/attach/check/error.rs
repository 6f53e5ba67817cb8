//! Errors of a check, with their exit codes.

use std::io;
use std::path::{Path, PathBuf};

use super::environment::SEPARATOR;
use super::finding::Finding;
use super::listing::NotCopied;
use crate::attach::AttachError;
use roguelike::part::Part;
use roguelike::support::folders::NoFolder;
use roguelike::support::terminal::{complain, tell_error};

/// The exit code if the program does not build. The others are those of `verify`.
pub(super) const NOT_BUILT: u8 = 4;

/// Words of compilers, make and CMake about a file that is not there.
pub(super) const MISSING: [&str; 5] =
    ["No such file", "not found", "No rule to make", "cannot find", "Cannot find"];

/// The reason why a check ends without an answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum CheckError {
    #[error(transparent)]
    Attach(#[from] AttachError),
    #[error("these lines have no place in the sources; write them by hand:\n{}", .0.join("\n"))]
    NoPlace(Vec<String>),
    #[error("another check of the folder is running in {}; wait for its end", .0.display())]
    Busy(PathBuf),
    #[error("{0} is not installed; install it, or give --build CMD")]
    NotInstalled(String),
    #[error("{0} ends without an error, and writes nothing; is it a compiler?")]
    NoOutput(String),
    #[error(
        "--exe {path} leads out of the folder; copy it there, as with --build \"make && cp {path} .\"",
        path = .0.display()
    )]
    ProgramOutside(PathBuf),
    #[error("the program does not build ({command}):\n{errors}")]
    NotBuilt { command: String, errors: String, is_interrupted: bool },
    #[error("--exe is only for CMake, make and --build; leave it out")]
    ProgramOfCompiler,
    #[error("{0} is not UTF-8; give it another value")]
    NoText(&'static str),
    #[error(
        "the build produced no program that contains trace.hpp in the copy; name it with --exe, or copy it \
         there, as with --build \"make && cp ../bin/mygame .\""
    )]
    NoProgram,
    #[error(
        "trace.hpp is not in the program, though its sources use trace::; give your own trace another name"
    )]
    NoRecorder,
    #[error("trace.hpp is in the library {0}; name the program that loads it with --exe")]
    Library(String),
    #[error("the sources record Part {0} (trace::begin); check it with --part {0}, or change that line")]
    OtherPart(Part),
    #[error("/proc is not mounted, so check could not stop all that a program starts; mount it")]
    NoProcesses,
    #[error(
        "the build writes {0} itself, without the recorder's lines; add them to the file it is generated from"
    )]
    Rewritten(String),
    #[error(
        "the build produced several programs that contain trace.hpp; name one with --exe:\n{}",
        .0.join("\n")
    )]
    Programs(Vec<String>),
    #[error(
        "{why}; its last lines:\n{}{}", if .lines.is_empty() { "(none)" } else { .lines },
        .finding.as_ref().map_or_else(String::new, |finding| format!("\n{finding}"))
    )]
    NoRecording { why: String, lines: String, finding: Option<Box<Finding>> },
    #[error("cannot keep a copy in {}: {}", .0.display(), .1)]
    NoWorkspace(PathBuf, NoWorkspace),
    #[error("cannot use {}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

/// The reason why a folder cannot be used for a copy.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoWorkspace {
    #[error("it contains other files; give a new folder with --keep")]
    OfOthers,
    #[error("it would contain the folder that is copied, or be inside it; give another --keep")]
    Inside,
    #[error("CMake and make cannot handle {0:?} in its path; give another folder with --keep")]
    Odd(char),
    #[error("the recorder cannot handle {SEPARATOR:?} in its path; give another folder with --keep")]
    Separator,
    #[error("it is in the way; move it elsewhere")]
    InTheWay,
    #[error("it is a link; remove it")]
    Link,
    #[error("the system starts no programs there (noexec); give a folder on another disk with --keep")]
    NoPrograms,
    #[error("{0}; give a folder with --keep")]
    NoCache(#[from] NoFolder),
    #[error("the home folder does not exist; give a folder with --keep")]
    NoHome,
}

/// Returns the error of a file.
pub(super) fn of_file(path: &Path) -> impl FnOnce(io::Error) -> CheckError + use<> {
    let path = path.to_owned();
    |error| CheckError::File { path, error }
}

impl CheckError {
    /// Returns true if the build has ended by itself.
    pub fn is_uninterrupted(&self) -> bool {
        matches!(self, CheckError::NotBuilt { is_interrupted: false, .. })
    }

    /// Adds what is never in a copy to the errors of a build that lacks it.
    pub fn with_not_copied(self, all: &[NotCopied]) -> CheckError {
        let CheckError::NotBuilt { command, mut errors, is_interrupted } = self else { return self };
        let is_lacking = |line: &&str| MISSING.iter().any(|words| line.contains(words));
        let lacking: Vec<&str> = errors.lines().filter(is_lacking).collect();
        let is_named = |entry: &&NotCopied| {
            let name = entry.place.file_name().unwrap_or_default().to_string_lossy();
            entry.is_usual() && lacking.iter().any(|line| line.contains(&*name))
        };
        let named: String =
            all.iter().filter(is_named).map(|entry| format!("\nnot in the copy: {entry}")).collect();
        errors += &named;
        CheckError::NotBuilt { command, errors, is_interrupted }
    }

    /// Prints the error, and returns its exit code.
    pub fn report(&self) -> u8 {
        let text = self.to_string();
        let mut lines = text.lines();
        complain(lines.next().unwrap_or_default());
        lines.for_each(|line| tell_error(&format!("  {line}")));
        match self {
            CheckError::NotBuilt { .. }
            | CheckError::NotInstalled(_)
            | CheckError::NoOutput(_)
            | CheckError::NoProgram
            | CheckError::NoRecorder
            | CheckError::Library(_)
            | CheckError::Rewritten(_)
            | CheckError::Programs(_) => NOT_BUILT,
            CheckError::Attach(AttachError::Read { .. })
            | CheckError::File { .. }
            | CheckError::Output(_) => 3,
            _ => 2,
        }
    }
}
