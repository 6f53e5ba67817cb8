//! From a folder of C++ to an answer (`roguelike check`): a copy of the folder is attached, built, recorded
//! and compared. The folder itself is never changed.
//!
//! - `workspace.rs`, `listing.rs`, `objects.rs`, `copy.rs`, `files.rs`: the folder of a check, what is
//!   copied, the copy. `outside.rs` finds what a build names outside of it, `original.rs` what it reads in
//!   the user's own folder, and `options.rs` names the options of CMake that only the user's own build has.
//! - `build.rs`, `cmake.rs`, `compiler.rs`, `programs.rs`: the build and its program. `errors.rs` finds the
//!   errors in the output of compilers, and `dependencies.rs` the files that they have read.
//! - `process.rs`, `guard.rs`, `environment.rs`, `usage.rs`, `output.rs`: the programs that are run, the
//!   process that ends them, their variables, what they take and what they print.
//! - `recorder.rs`, `kept.rs`: runs of the built program. Each begins with the same copy.
//! - `answer.rs` compares the recordings. `reached.rs` guesses the part. `sanitized.rs` finds the place of a
//!   crash with the compilers of `tools.rs`, `finding.rs` describes it, and `unset.rs` finds a member that
//!   nothing sets. `error.rs` has the reasons why a check ends without an answer, and `told.rs` shortens
//!   long lists.
//! - `edited.rs` names the files that have changed during a check. `watch.rs`, `watched.rs`, `state.rs`,
//!   `reads.rs`, `opened.rs`: checks again when a file changes that the build or the program has read.
//!   `again.rs` knows the libraries that may be used again.

mod again;
mod answer;
mod build;
mod cmake;
mod compiler;
mod copy;
mod dependencies;
mod edited;
mod environment;
mod error;
mod errors;
mod files;
mod finding;
#[cfg(unix)]
mod guard;
mod kept;
mod listing;
mod objects;
#[cfg(target_os = "linux")]
mod opened;
mod options;
#[cfg(target_os = "linux")]
mod original;
mod other_builds;
mod output;
mod outside;
mod process;
mod programs;
mod reached;
mod reads;
mod recorder;
mod sanitized;
mod state;
mod told;
mod tools;
mod unset;
mod usage;
mod watch;
mod watched;
mod workspace;

#[cfg(unix)]
pub use guard::guard;
pub use process::Limits;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::members::OwnName;
use super::places::entry;
use super::words::Words;
use super::{HEADER, LeftOut, add_lines, attached, header_of, read_program};
use crate::attach::folder::is_compiled;
use crate::attach::source::Source;
use crate::verify::Options;
use answer::{Answer, Comparison};
use build::Build;
use dependencies::all_listed;
use edited::Files;
use error::CheckError;
use kept::Kept;
use outside::COMMANDS;
use reached::reached_part;
use reads::Reads;
use recorder::{Recorder, font_folder};
use roguelike::part::Part;
use roguelike::support::terminal::complain;
use tools::Tools;
use workspace::Workspace;

/// Every line of the recorder contains this text.
const RECORDER: &[u8] = b"trace::";
/// A build may take this many times the memory of a run: compilers work on several sources at a time.
const MEMORY_OF_BUILDS: u64 = 8;

/// A folder to check, and the way to check it.
pub struct Check<'a> {
    /// The part, or `None` to guess it.
    pub part: Option<Part>,
    /// The folder with the sources.
    pub folder: &'a Path,
    /// The command that builds the program, or `None` to use CMake, make or a compiler.
    pub command: Option<&'a str>,
    /// The place of the built program in the folder, or `None` to search for it.
    pub program: Option<&'a Path>,
    /// True if more seeds are recorded as long as everything is right.
    pub all_seeds: bool,
    /// A folder for copy, program and recordings in place of one in the cache.
    pub keep: Option<&'a Path>,
    /// True to look for undefined behaviour, too, if nothing differs.
    pub sanitize: bool,
    /// True to check again after each change.
    pub watch: bool,
    /// The limits of each run. A build may take more memory.
    pub limits: Limits,
    /// How the recordings are compared.
    pub options: Options<'a>,
    /// True if the answers have bold lines.
    pub color: bool,
}

/// The sources of a program, prepared for a build.
struct Prepared {
    /// The files that are new or different in the copy: sources with the lines of the recorder, and the
    /// header.
    changed: BTreeMap<String, Vec<u8>>,
    /// The names of the sources that a compiler gets, in the order of a shell's `*.cpp`, and of the one with
    /// `main`.
    compiled: Vec<String>,
    main: Option<String>,
    /// The text of all sources.
    text: String,
    /// The names of members.
    names: Vec<OwnName>,
}

/// Undoes settings of whoever has started this program that no check could work with: it may ignore the ends
/// of children, which nobody could wait for then, or make files that their owner may not use.
#[cfg(unix)]
fn prepare_process() {
    use rustix::fs::Mode;
    use rustix::process::umask;
    signal_hook::flag::register(signal_hook::consts::SIGCHLD, std::sync::Arc::default()).ok();
    let mask = umask(Mode::RWXG | Mode::RWXO);
    umask(mask - Mode::RWXU);
}

/// Returns the name of a source that had the recorder's lines before a build and has none after it.
fn rewritten(workspace: &Workspace<'_>, changed: &BTreeMap<String, Vec<u8>>) -> Option<String> {
    let has_lines = |text: &[u8]| text.windows(RECORDER.len()).any(|word| word == RECORDER);
    let mut attached = changed.iter().filter(|(_, text)| has_lines(text)).map(|(name, _)| name);
    let is_lost = |name: &&String| fs::read(workspace.source.join(name)).is_ok_and(|text| !has_lines(&text));
    attached.find(is_lost).cloned()
}

impl Check<'_> {
    /// Checks the folder, and writes the answer. Returns the exit code: that of `verify`, or 4 if the program
    /// does not build. A watched folder is checked until nobody reads the answers any more.
    ///
    /// # Errors
    /// If the answer of a watched folder cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> io::Result<u8> {
        #[cfg(unix)]
        prepare_process();
        if self.watch {
            return watch::watch(self, out);
        }
        let begun = Files::of(self.folder);
        let code = self.answer(out, None).map_or_else(|error| error.report(), |answer| answer.code);
        begun.tell_changed(self.folder);
        Ok(code)
    }

    /// Checks the folder once, and writes the answer. Adds what was read to `reads`.
    fn answer(&self, out: &mut dyn Write, reads: Option<&Reads>) -> Result<Answer, CheckError> {
        if cfg!(target_os = "linux") && !Path::new("/proc/self/stat").exists() {
            return Err(CheckError::NoProcesses);
        }
        let is_no_text = |name: &&&str| env::var_os(name).is_some_and(|value| value.to_str().is_none());
        if let Some(name) = COMMANDS.iter().find(is_no_text) {
            return Err(CheckError::NoText(name));
        }
        let sources = read_program(self.folder)?;
        let part = self.part.unwrap_or_else(|| reached_part(&sources));
        // Sources without a place for a line need no workspace.
        let prepared = match self.prepare(part, &sources) {
            Ok(program) => Ok((Workspace::open(self.folder, self.keep)?, program)),
            Err(error) => Err(error),
        };
        let by = self.part.map_or(", by the names in the sources; --part N chooses another", |_| "");
        writeln!(out, "Part {part}{by}")?;
        out.flush()?;
        let (workspace, program) = prepared?;
        let recorder = self.build(&workspace, &program, (None, reads))?;
        let find = |seed: &str, keys: &str| {
            sanitized::find((self, &program, &sources), &workspace, (part, seed, keys))
        };
        let words = Words { sources: &sources, members: &program.names };
        Comparison { check: self, part, recorder: &recorder, words: &words, find: &find }.run(out)
    }

    fn limits_of_builds(&self) -> Limits {
        Limits { memory: self.limits.memory * MEMORY_OF_BUILDS, ..self.limits }
    }

    /// Copies and builds the program in a workspace. `tools` are compilers with sanitizers. `reads` collects
    /// what the build reads.
    fn build<'w>(
        &self,
        workspace: &'w Workspace<'w>,
        Prepared { changed, compiled, main, text, .. }: &Prepared,
        (tools, reads): (Option<&'w Tools>, Option<&'w Reads>),
    ) -> Result<Recorder<'w>, CheckError> {
        let Check { command, program, .. } = *self;
        let (limits, main) = (self.limits_of_builds(), main.as_deref());
        let build = Build { workspace, command, program, changed, main, limits, tools, reads };
        let program = build.run(&compiled.iter().map(String::as_str).collect::<Vec<_>>());
        let Workspace { root, source, build, .. } = workspace;
        reads.inspect(|reads| reads.add_listed(source, root, all_listed(source, build)));
        if matches!(program, Ok(_) | Err(CheckError::NoProgram)) {
            rewritten(workspace, changed).map_or(Ok(()), |name| Err(CheckError::Rewritten(name)))?;
        }
        let program = program?;
        let folder = font_folder(source, &program, text);
        let kept = RefCell::new(Kept::new(source, root.join("kept"))?);
        let (limits, is_sanitized) = (self.limits, tools.is_some());
        Ok(Recorder { workspace, program, kept, folder, limits, is_sanitized, reads })
    }

    /// Adds the lines of the recorder to the sources.
    /// Fails if one of them lacks a place.
    fn prepare(&self, part: Part, sources: &[Source]) -> Result<Prepared, CheckError> {
        let (mut changed, mut names) = (BTreeMap::new(), Vec::new());
        // Sources that have the lines already are taken as they are.
        if attached(sources)?.is_none() {
            let (left_out, header, members) = add_lines(part, sources);
            names = members;
            let (optional, needed): (Vec<_>, Vec<_>) = left_out.into_iter().partition(LeftOut::is_optional);
            if !needed.is_empty() {
                return Err(CheckError::NoPlace(needed.iter().map(ToString::to_string).collect()));
            }
            optional.iter().for_each(|line| complain(&line.to_string()));
            header_of(self.folder, &header)?;
            changed.insert(header, HEADER.into());
        }
        let edited = sources.iter().filter(|source| source.is_changed());
        changed.extend(edited.map(|source| (source.name.clone(), source.edited())));
        let certain = sources.iter().filter(|source| !source.is_loose).map(|source| &source.name);
        let mut compiled: Vec<String> = certain.filter(|name| is_compiled(name)).cloned().collect();
        compiled.sort();
        let main = sources.iter().find(|source| entry(source).is_some()).map(|source| source.name.clone());
        let text = sources.iter().map(|source| String::from_utf8_lossy(&source.text)).collect();
        Ok(Prepared { changed, compiled, main, text, names })
    }
}
