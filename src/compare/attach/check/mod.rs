//! From a folder of C++ to an answer (`roguelike check`): a copy of the folder is attached, built, recorded
//! and compared. The folder itself is never changed.
//!
//! `copy.rs` makes the copy, `build.rs` builds it, `errors.rs` reads what compilers write, `recorder.rs` records
//! the program, and `process.rs` and `guard.rs` run what has to be run. `reached.rs` guesses the part, and
//! `watched.rs` waits for changes.

mod build;
mod copy;
mod errors;
#[cfg(unix)]
mod guard;
mod process;
mod reached;
mod recorder;
mod watched;

#[cfg(unix)]
pub use guard::guard;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::folder::{file_name, is_source};
use super::{AttachError, HEADER, LeftOut, add_lines, attached, header_of, read_program};
use crate::verify::{Format, Options, Output, verify_recording};
use build::Build;
use copy::Workspace;
use reached::reached_part;
use recorder::{Recorder, font_folder};
use roguelike::explorer::files::key_file;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::support::hash::Fnv;
use roguelike::support::terminal::{complain, tell_error};
use roguelike::support::text::{quoted, visible};

/// Time after a change in which more of it may come, and how often a folder is looked at that the system does
/// not watch.
const SETTLED: Duration = Duration::from_millis(100);
const PAUSE: Duration = Duration::from_secs(1);
/// Maximum number of looks at a folder that does not settle.
const MAX_LOOKS: usize = 20;
/// Endings of names, besides those of sources, that builds read; and of fonts.
const READ_BY_BUILDS: [&str; 14] = [
    "CMakeLists.txt",
    "akefile",
    ".cmake",
    ".mk",
    ".ninja",
    ".build",
    ".lua",
    ".py",
    ".sh",
    ".in",
    ".inl",
    ".inc",
    ".ttf",
    ".otf",
];
/// The exit code if the program does not build. The others are those of `verify`.
const NOT_BUILT: u8 = 4;

/// What is checked, and how.
pub struct Check<'a> {
    /// The part; none if it is guessed.
    pub part: Option<Part>,
    /// The folder with the sources.
    pub folder: &'a Path,
    /// The command that builds the program, if it is none of those that are known.
    pub build: Option<&'a str>,
    /// Where the built program lies in the folder, if it is not to be searched.
    pub program: Option<&'a Path>,
    /// True if more seeds are recorded as long as everything is right.
    pub all_seeds: bool,
    /// A folder for copy, program and recordings in place of one in the cache.
    pub keep: Option<&'a Path>,
    /// True if the folder is watched.
    pub watch: bool,
    /// How the recordings are compared.
    pub options: Options<'a>,
    /// True if the answers have bold lines.
    pub color: bool,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
enum CheckError {
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
    #[error("--exe {} leads out of the folder; give the program's path in the folder", .0.display())]
    ProgramOutside(PathBuf),
    #[error("it does not build ({command}):\n{errors}")]
    NotBuilt { command: String, errors: String },
    #[error("the build leaves no program that has trace.hpp; name it with --exe, by its path in the folder")]
    NoProgram,
    #[error("{why}; its last lines:\n{}", if .lines.is_empty() { "(none)" } else { .lines })]
    NoRecording { why: String, lines: String },
    #[error("cannot have a copy in {}: {}", .0.display(), .1)]
    NoWorkspace(PathBuf, String),
    #[error("cannot use {}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

/// Returns the error of a file.
fn of_file(path: &Path) -> impl FnOnce(io::Error) -> CheckError + use<> {
    let path = path.to_owned();
    |error| CheckError::File { path, error }
}

impl CheckError {
    /// Prints the error, and returns the exit code.
    fn report(&self) -> u8 {
        let text = self.to_string();
        let mut lines = text.lines();
        complain(lines.next().unwrap_or_default());
        lines.for_each(|line| tell_error(&format!("  {line}")));
        match self {
            CheckError::NotBuilt { .. }
            | CheckError::NotInstalled(_)
            | CheckError::NoOutput(_)
            | CheckError::NoProgram => NOT_BUILT,
            CheckError::Attach(AttachError::Read { .. })
            | CheckError::File { .. }
            | CheckError::Output(_) => 3,
            _ => 2,
        }
    }
}

impl Check<'_> {
    /// Checks the folder, and writes the answer. Returns the exit code: that of `verify`, or 4 if the program
    /// does not build. A watched folder is checked again whenever something has changed that builds read, as
    /// long as somebody reads the answers.
    ///
    /// # Errors
    /// If the answer of a watched folder cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> io::Result<u8> {
        if !self.watch {
            return Ok(self.answer(out).unwrap_or_else(|error| (error.report(), None)).0);
        }
        let (sender, events) = channel();
        tell_end_of_reader(sender.clone());
        let mut was = String::new();
        loop {
            let state = state(self.folder);
            let (code, step) = match self.answer(out) {
                Err(CheckError::Output(error)) => return Err(error),
                // The other check ends, and may not have seen the last change.
                Err(CheckError::Busy(_)) => {
                    thread::sleep(PAUSE);
                    continue;
                }
                answer => answer.unwrap_or_else(|error| (error.report(), None)),
            };
            let now = match (code, step) {
                (0, _) => "ok".to_owned(),
                (NOT_BUILT, _) => "not built".to_owned(),
                (_, Some(step)) => format!("step {step}"),
                (1, None) => "failed at its end".to_owned(),
                _ => "no answer".to_owned(),
            };
            writeln!(out, "{was}{now}; waiting for the next change")?;
            out.flush()?;
            was = format!("was {now}, now ");
            if !self.wait(state, &sender, &events) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
        }
    }

    /// Waits until the folder is another one than it was before the check. Returns false without a reader.
    fn wait(&self, checked: Option<u64>, sender: &Sender<Event>, events: &Receiver<Event>) -> bool {
        loop {
            let sender = sender.clone();
            let folder = fs::canonicalize(self.folder).unwrap_or_else(|_| self.folder.to_owned());
            let watcher = watched::watch(&folder, move || _ = sender.send(Event::Changed));
            let (mut before, mut now) = (None, state(self.folder));
            // A file that is being saved is whole when nothing changes any more.
            for _ in 0..MAX_LOOKS {
                if now == before || now == checked {
                    break;
                }
                thread::sleep(SETTLED);
                (before, now) = (now, state(self.folder));
            }
            if now != checked {
                return true;
            }
            let event = match watcher {
                Ok(_) => events.recv().ok(),
                Err(_) => events.recv_timeout(PAUSE).ok(),
            };
            if matches!(event, Some(Event::NoReader)) {
                return false;
            }
            // Other files may change all the time.
            thread::sleep(SETTLED);
            if events.try_iter().any(|event| matches!(event, Event::NoReader)) {
                return false;
            }
        }
    }

    /// Writes the answer. Returns the exit code, and the first step that differs.
    fn answer(&self, out: &mut dyn Write) -> Result<(u8, Option<usize>), CheckError> {
        let sources = read_program(self.folder)?;
        let part = self.part.unwrap_or_else(|| reached_part(&sources));
        let by = self.part.map_or(", by the names in the sources; --part N chooses another", |_| "");
        writeln!(out, "Part {part}{by}")?;
        out.flush()?;
        let mut changed = BTreeMap::new();
        // Sources that have the lines already are taken as they are.
        if attached(&sources)?.is_none() {
            let (left_out, header) = add_lines(part, &sources);
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
        let workspace = Workspace::open(self.folder, self.keep)?;
        for left_out in workspace.copy(&changed)? {
            complain(&format!("not in the copy: {left_out}"));
        }
        let is_compiled = |name: &&str| [".cpp", ".cc", ".cxx"].iter().any(|end| name.ends_with(end));
        let names: Vec<&str> =
            sources.iter().map(|source| source.name.as_str()).filter(is_compiled).collect();
        let build = Build { workspace: &workspace, command: self.build, program: self.program };
        let program = build.run(&names)?;
        let texts = sources.iter().map(|source| String::from_utf8_lossy(&source.text));
        let folder = font_folder(&workspace.source, &program, &texts.collect::<String>());
        let recorder = Recorder { workspace: &workspace, program, folder };
        self.compare(&recorder, part, out)
    }

    /// Records and compares one seed after the other as long as everything is right.
    fn compare(
        &self,
        recorder: &Recorder<'_>,
        part: Part,
        out: &mut dyn Write,
    ) -> Result<(u8, Option<usize>), CheckError> {
        // A recording without a turn says which library the program has.
        let own = recorder.record(part, "0", "Escape")?.library;
        // The keys of the other libraries lead through other dungeons.
        let others = StdLib::ALL.into_iter().filter(|library| self.all_seeds && *library != own);
        let mut missed: Option<Vec<&str>> = None;
        let mut seeds = BTreeSet::new();
        for library in std::iter::once(own).chain(others) {
            let keys = key_file(part, library);
            // The first line of the keys names their seed.
            let seed = keys.split_once(", seed ").and_then(|(_, rest)| rest.split(',').next());
            let Some(seed) = seed.filter(|seed| seeds.insert((*seed).to_owned())) else { continue };
            let recording = recorder.record(part, seed, &keys)?;
            let mut notes = Vec::new();
            let format = Format::Text { color: self.color, long: false };
            let (code, verified) = verify_recording(
                &recording.path,
                &format!("seed {seed}"),
                &self.options,
                &mut Output::new(format, out, &mut notes),
            )?;
            let verdict = verified.map(|verified| verified.verdict);
            if code != 0 || recording.failure.is_some() {
                let when = if code == 0 { "after its last step: " } else { "" };
                if let Some(failure) = recording.failure {
                    writeln!(out, "  {when}{}", visible(&failure.to_string()))?;
                }
                let path = &recording.path;
                writeln!(out, "  recording: {}", visible(&path.to_string_lossy()))?;
                if code != 0 {
                    writeln!(out, "  picture: roguelike verify --picture both.png {}", quoted(path))?;
                }
                out.flush()?;
                String::from_utf8_lossy(&notes).lines().for_each(tell_error);
                return Ok((code.max(1), verdict.and_then(|verdict| verdict.first_step())));
            }
            let not_reached = verdict.map_or_else(Vec::new, |verdict| verdict.not_reached);
            let missed = missed.get_or_insert_with(|| not_reached.clone());
            missed.retain(|what| not_reached.contains(what));
        }
        let missed = missed.unwrap_or_default();
        if !missed.is_empty() {
            writeln!(out, "not reached: {}", missed.join(", "))?;
        }
        let recordings = recorder.workspace.recordings.to_string_lossy();
        writeln!(out, "recordings: {}", visible(&recordings))?;
        Ok((0, None))
    }
}

/// What a watched folder waits for.
enum Event {
    /// Something in the folder has changed.
    Changed,
    /// Nobody reads the answers any more.
    NoReader,
}

/// Sends an event when the reader of standard output closes it. Elsewhere than on Unix, the next answer fails.
fn tell_end_of_reader(sender: Sender<Event>) {
    #[cfg(unix)]
    thread::spawn(move || {
        use rustix::event::{PollFd, PollFlags, poll};
        let out = io::stdout();
        let mut out = [PollFd::new(&out, PollFlags::empty())];
        while !poll(&mut out, None).is_ok_and(|found| found > 0) {}
        sender.send(Event::NoReader)
    });
    #[cfg(not(unix))]
    drop(sender);
}

/// Returns a number for the contents of all that a build reads in a folder; none if it cannot be read.
fn state(folder: &Path) -> Option<u64> {
    let mut hash = Fnv::default();
    let is_read = |name: &str| is_source(name) || READ_BY_BUILDS.iter().any(|end| name.ends_with(end));
    for entry in copy::entries(folder).ok()?.iter().filter(|entry| is_read(file_name(&entry.name))) {
        hash.write(entry.name.as_bytes());
        // A file that cannot be read is none.
        hash.write(&fs::read(&entry.path).unwrap_or_default());
    }
    Some(hash.finish())
}
