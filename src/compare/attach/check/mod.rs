//! From a folder of C++ to an answer (`roguelike check`): a copy of the folder is attached, built, recorded
//! and compared. The folder itself is never changed.
//!
//! - `workspace.rs`, `listing.rs`, `copy.rs`, `files.rs`: the folder of a check, what is copied, the copy.
//! - `build.rs`, `mark.rs`, `dependencies.rs`: the build, and what of an earlier one can be used again.
//!   `errors.rs` finds the errors in the output of compilers.
//! - `recorder.rs`, `kept.rs`, `process.rs`, `guard.rs`: runs of the program. Each begins with the same copy.
//! - `reached.rs` guesses the part. `sanitized.rs` finds the place of a crash with the compilers of
//!   `tools.rs`, and `finding.rs` describes it. `error.rs` has the reasons why there is no answer.
//! - `watch.rs`, `watched.rs`, `state.rs`, `reads.rs`, `opened.rs`: checks again when a file changes that the
//!   build or the program has read.

mod build;
mod copy;
mod dependencies;
mod error;
mod errors;
mod files;
mod finding;
#[cfg(unix)]
mod guard;
mod kept;
mod listing;
mod mark;
#[cfg(target_os = "linux")]
mod opened;
mod process;
mod reached;
mod reads;
mod recorder;
mod sanitized;
mod state;
mod tools;
mod watch;
mod watched;
mod workspace;

#[cfg(unix)]
pub use guard::guard;
pub use process::Limits;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::members::OwnName;
use super::words::Words;
use super::{HEADER, LeftOut, add_lines, attached, header_of, read_program};
use crate::attach::source::Source;
use crate::keys::{KeyFile, key_file};
use crate::verify::{Format, HiddenBugs, Options, Output, Verdict, not_shown, verify_recording};
use build::{Build, is_compiled};
use dependencies::all_listed;
use error::CheckError;
use finding::Finding;
use kept::Kept;
use listing::NotCopied;
use mark::COMMANDS;
use reached::reached_part;
use reads::Reads;
use recorder::{Recorder, Recording, START, font_folder};
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::support::terminal::{complain, tell_error};
use roguelike::support::text::{quoted, visible};
use roguelike_causes::Hidden;
use tools::Tools;
use workspace::Workspace;

/// Every line of the recorder contains this text.
const RECORDER: &[u8] = b"trace::";
/// Number of things that are not in the copy and told each.
const MAX_NOT_COPIED: usize = 5;
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
    /// The names of the sources that a compiler gets.
    compiled: Vec<String>,
    /// The text of all sources.
    text: String,
    /// The names of members.
    names: Vec<OwnName>,
}

/// Finds the place of a bug by a second build, with this seed and these keys.
type Find<'f> = dyn Fn(&str, &str) -> Option<Finding> + 'f;

/// The answer of a check.
struct Answer {
    /// The exit code.
    code: u8,
    /// The first step that differs.
    step: Option<usize>,
}

/// A recording that was compared: everything is right, or there is an answer.
type Judged = Result<Option<Verdict>, Answer>;

/// Returns the name of a source that had the recorder's lines before a build and has none after it.
fn rewritten(workspace: &Workspace<'_>, changed: &BTreeMap<String, Vec<u8>>) -> Option<String> {
    let has_lines = |text: &[u8]| text.windows(RECORDER.len()).any(|word| word == RECORDER);
    let mut attached = changed.iter().filter(|(_, text)| has_lines(text)).map(|(name, _)| name);
    let is_lost = |name: &&String| fs::read(workspace.source.join(name)).is_ok_and(|text| !has_lines(&text));
    attached.find(is_lost).cloned()
}

/// Returns true if one of the sources includes the source of this name, and so has what is in it.
fn is_included(name: &str, sources: &[Source]) -> bool {
    let includes = |source: &Source, line: &str| {
        let line: String = line.split_whitespace().collect();
        let file = line.strip_prefix("#include\"").and_then(|line| line.split('"').next());
        file.is_some_and(|file| format!("{}{}", source.folder(), file.trim_start_matches("./")) == name)
    };
    sources
        .iter()
        .any(|source| String::from_utf8_lossy(&source.text).lines().any(|line| includes(source, line)))
}

/// Tells what is not in a copy, except what is in no copy.
fn tell_not_copied(all: &[NotCopied]) {
    let (first, others) = (NotCopied::telling(all).take(MAX_NOT_COPIED), NotCopied::telling(all).count());
    first.for_each(|entry| complain(&format!("not in the copy: {entry}")));
    if let more @ 1.. = others.saturating_sub(MAX_NOT_COPIED) {
        complain(&format!("not in the copy: and {more} more"));
    }
}

impl Check<'_> {
    /// Checks the folder, and writes the answer. Returns the exit code: that of `verify`, or 4 if the program
    /// does not build. A watched folder is checked until nobody reads the answers any more.
    ///
    /// # Errors
    /// If the answer of a watched folder cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> io::Result<u8> {
        // Whoever has started this program may ignore the ends of children, which nobody could wait for then.
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGCHLD, std::sync::Arc::default()).ok();
        if self.watch {
            return watch::watch(self, out);
        }
        Ok(self.answer(out, None).map_or_else(|error| error.report(), |answer| answer.code))
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
        let find = |seed: &str, keys: &str| sanitized::find(self, &workspace, &program, (part, seed, keys));
        let words = Words { sources: &sources, members: &program.names };
        self.compare(&recorder, part, (&words, &find), out)
    }

    /// Copies and builds the program in a workspace. `tools` are compilers with sanitizers. `reads` collects
    /// what the build reads.
    fn build<'w>(
        &self,
        workspace: &'w Workspace<'w>,
        Prepared { changed, compiled, text, .. }: &Prepared,
        (tools, reads): (Option<&'w Tools>, Option<&'w Reads>),
    ) -> Result<Recorder<'w>, CheckError> {
        let not_copied = workspace.copy(changed)?;
        // The second copy lacks the same files.
        if tools.is_none() {
            tell_not_copied(&not_copied);
        }
        reads.inspect(|reads| reads.begin(&workspace.source));
        let limits = Limits { memory: self.limits.memory * MEMORY_OF_BUILDS, ..self.limits };
        let build =
            Build { workspace, command: self.command, program: self.program, changed, limits, tools, reads };
        let program = build.run(&compiled.iter().map(String::as_str).collect::<Vec<_>>());
        let Workspace { root, source, build, .. } = workspace;
        reads.inspect(|reads| reads.add_listed(source, root, all_listed(&[source, build])));
        if matches!(program, Ok(_) | Err(CheckError::NoProgram)) {
            rewritten(workspace, changed).map_or(Ok(()), |name| Err(CheckError::Rewritten(name)))?;
        }
        let program = program.map_err(|error| error.with_not_copied(&not_copied))?;
        let folder = font_folder(&workspace.source, &program, text);
        let kept = RefCell::new(Kept::new(&workspace.source, workspace.root.join("kept"))?);
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
        let compiled = sources.iter().map(|source| &source.name);
        let compiled = compiled.filter(|name| is_compiled(name) && !is_included(name, sources));
        let compiled = compiled.cloned().collect();
        let text = sources.iter().map(|source| String::from_utf8_lossy(&source.text)).collect();
        Ok(Prepared { changed, compiled, text, names })
    }

    /// Records and compares one seed after the other as long as everything is right.
    fn compare(
        &self,
        recorder: &Recorder<'_>,
        part: Part,
        names: (&Words<'_>, &Find<'_>),
        out: &mut dyn Write,
    ) -> Result<Answer, CheckError> {
        let record = |seed: &str, keys: &str| -> Result<(Recording, StdLib), CheckError> {
            let recording = recorder.record(part, seed, keys)?;
            match recording.library {
                Some(library) => Ok((recording, library)),
                None => Err(recording.without_step(recorder.workspace, || names.1(seed, keys))),
            }
        };
        // The header of a recording without a turn has the name of the program's library.
        let (first, own) = record(START.0, START.1)?;
        // The keys of the other libraries lead through other dungeons.
        let others = StdLib::ALL.into_iter().filter(|library| self.all_seeds && *library != own);
        let mut missed: Option<Vec<&str>> = None;
        let mut hidden: Option<Hidden> = None;
        let mut seeds = BTreeSet::new();
        for library in std::iter::once(own).chain(others) {
            let KeyFile { text: keys, seed, .. } = key_file(part, library);
            if !seeds.insert(seed) {
                continue;
            }
            let seed = seed.to_string();
            let (recording, _) = record(&seed, &keys)?;
            let verdict = match self.judge(recorder, names, (&seed, &keys), &recording, out)? {
                Ok(verdict) => verdict,
                Err(answer) => return Ok(answer),
            };
            let (not_reached, here) =
                verdict.map_or_else(Default::default, |verdict| (verdict.not_reached, verdict.hidden));
            hidden = match (hidden, here) {
                (Some(before), Some(here)) => Some(before.and(here)),
                (before, here) => before.or(here),
            };
            let missed = missed.get_or_insert_with(|| not_reached.clone());
            missed.retain(|what| not_reached.contains(what));
        }
        // The other recordings come first, because they show it better.
        let mut said = Vec::new();
        let judged = self.judge(recorder, names, START, &first, &mut said)?;
        if let Err(answer) = judged {
            out.write_all(&said)?;
            out.flush()?;
            return Ok(answer);
        }
        let missed = missed.unwrap_or_default();
        if !missed.is_empty() {
            writeln!(out, "not reached: {}", missed.join(", "))?;
        }
        if let Some(hidden) = hidden.filter(|hidden| !hidden.bugs.is_empty()) {
            writeln!(out, "{}", not_shown(&hidden, part, false))?;
        }
        let recordings = recorder.workspace.recordings.to_string_lossy();
        writeln!(out, "recordings: {}", visible(&recordings))?;
        Ok(Answer { code: 0, step: None })
    }

    /// Compares a recording, and writes what is wrong with it or with the end of its program.
    fn judge(
        &self,
        recorder: &Recorder<'_>,
        (words, find): (&Words<'_>, &Find<'_>),
        (seed, keys): (&str, &str),
        recording: &Recording,
        out: &mut dyn Write,
    ) -> Result<Judged, CheckError> {
        let mut notes = Vec::new();
        // A run without a turn shows hardly any bug.
        let hidden = if (seed, keys) == START { HiddenBugs::Unwanted } else { HiddenBugs::Listed };
        let options = Options { hidden, sources: Some(words), ..self.options.clone() };
        let format = Format::Text { color: self.color, long: false };
        let (code, verified) = verify_recording(
            &recording.path,
            &format!("seed {seed}"),
            &options,
            &mut Output::new(format, out, &mut notes),
        )?;
        let verdict = verified.map(|verified| verified.verdict);
        if code == 0 && recording.failure.is_none() {
            return Ok(Ok(verdict));
        }
        let when = if code == 0 { "after its last step: " } else { "" };
        if let Some(failure) = &recording.failure {
            writeln!(out, "  {when}{}", visible(&failure.to_string()))?;
            let room = recorder.workspace.little_room();
            room.map_or(Ok(()), |room| writeln!(out, "  {room}"))?;
        }
        let place = recording.place(&recorder.workspace.source, verdict.as_ref(), || find(seed, keys));
        for line in place.map(|place| place.to_string()).iter().flat_map(|place| place.lines()) {
            writeln!(out, "  {}", visible(line))?;
        }
        let path = &recording.path;
        writeln!(out, "  recording: {}", visible(&path.to_string_lossy()))?;
        if code != 0 {
            writeln!(out, "  picture: roguelike verify --picture both.png {}", quoted(path))?;
        }
        out.flush()?;
        String::from_utf8_lossy(&notes).lines().for_each(tell_error);
        let step = verdict.and_then(|verdict| verdict.first_step());
        Ok(Err(Answer { code: code.max(1), step }))
    }
}
