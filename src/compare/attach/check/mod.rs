//! From a folder of C++ to an answer (`roguelike check`): a copy of the folder is attached, built, recorded
//! and compared. The folder itself is never changed.
//!
//! `copy.rs` makes the copy, `build.rs` builds it, and `process.rs` runs what has to be run.

mod build;
mod copy;
mod process;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::source::Source;
use super::{AttachError, HEADER, add_lines, attached, read_program};
use crate::verify::{Options, verify_recording};
use build::Build;
use copy::{SAVE, Workspace};
use process::last_lines;
use roguelike::explorer::files::key_file;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::support::terminal::{complain, tell_error};
use roguelike::trace::Reader;

/// Time without a step after which a recording ends.
const MAX_STEP: Duration = Duration::from_secs(5);
/// Maximum size of a recording, and maximum memory of a recorded program, in bytes.
const MAX_RECORDING: u64 = 256 << 20;
const MAX_MEMORY: u64 = 1 << 30;
/// Time between two looks at the folder while it is watched.
const PAUSE: Duration = Duration::from_millis(200);
/// The exit code if the program does not build. The others are those of `verify`.
const NOT_BUILT: u8 = 4;

/// Names that come with a part and that later parts keep, Part 2 first.
const NAMES: [[&str; 2]; 16] = [
    ["Player", "tryMove"],
    ["FOV", "castLight"],
    ["Monster", "wander"],
    ["monsterAt", "monstersAct"],
    ["Game", "GameState"],
    ["DijkstraMap", "monstersAct"],
    ["PotionType", "pickUpHere"],
    ["ItemCategory", "recomputeStats"],
    ["Status", "tickStatuses"],
    ["Level", "descend"],
    ["Level", "generateCaves"],
    ["ScrollType", "readScroll"],
    ["PlayerClass", "drawClassSelect"],
    ["kindByGlyph", "load"],
    ["MessageLog", "Sound"],
    ["drawWinScreen", "makeAmulet"],
];

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
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
enum CheckError {
    #[error(transparent)]
    Attach(#[from] AttachError),
    #[error("these lines have no place in the sources; write them by hand:\n{}", .0.join("\n"))]
    NoPlace(Vec<String>),
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
            CheckError::NotBuilt { .. } | CheckError::NoProgram => NOT_BUILT,
            CheckError::Attach(AttachError::Read { .. })
            | CheckError::File { .. }
            | CheckError::Output(_) => 3,
            _ => 2,
        }
    }
}

impl Check<'_> {
    /// Checks the folder, and writes the answer. Returns the exit code: that of `verify`, or 4 if the program
    /// does not build. A watched folder is checked again whenever a file of it has changed, as long as this
    /// program runs.
    ///
    /// # Errors
    /// If the answer of a watched folder cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> io::Result<u8> {
        let mut was = String::new();
        loop {
            let state = copy::state(self.folder);
            let (code, step) = self.answer(out).unwrap_or_else(|error| (error.report(), None));
            if !self.watch {
                return Ok(code);
            }
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
            // A file that is being saved is whole when nothing changes any more.
            let mut before = state;
            while before == state || before != copy::state(self.folder) {
                before = copy::state(self.folder);
                thread::sleep(PAUSE);
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
        if attached(&sources).is_none() {
            let (left_out, header) = add_lines(part, &sources);
            if !left_out.is_empty() {
                return Err(CheckError::NoPlace(left_out));
            }
            changed.insert(header, HEADER.into());
        }
        let edited = sources.iter().filter(|source| source.is_changed());
        changed.extend(edited.map(|source| (source.name.clone(), source.edited())));
        let workspace = Workspace::open(self.folder, self.keep)?;
        workspace.copy(&changed)?;
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
            let (code, verified) =
                verify_recording(&recording.path, &format!("seed {seed}"), &self.options, out, &mut notes)?;
            let verdict = verified.map(|verified| verified.verdict);
            if code != 0 || recording.failure.is_some() {
                let when = if code == 0 { "after its last step: " } else { "" };
                if let Some(failure) = recording.failure {
                    writeln!(out, "  {when}{failure}")?;
                }
                let path = recording.path.display();
                writeln!(out, "  recording: {path}")?;
                if code != 0 {
                    writeln!(out, "  picture: roguelike verify --picture both.png '{path}'")?;
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
        writeln!(out, "recordings: {}", recorder.workspace.recordings.display())?;
        Ok((0, None))
    }
}

/// A built program, and where it is recorded.
struct Recorder<'a> {
    workspace: &'a Workspace<'a>,
    program: PathBuf,
    /// Where it finds its font.
    folder: PathBuf,
}

/// A recording with at least one step.
struct Recording {
    path: PathBuf,
    library: StdLib,
    /// How the program failed, if it did.
    failure: Option<String>,
}

impl Recorder<'_> {
    /// Records a run.
    fn record(&self, part: Part, seed: &str, keys: &str) -> Result<Recording, CheckError> {
        let keys_path = self.workspace.recordings.join(format!("part{part}-seed{seed}.keys"));
        let path = keys_path.with_extension("trace");
        fs::write(&keys_path, keys).map_err(of_file(&keys_path))?;
        for old in [&path, &self.folder.join(SAVE)] {
            copy::remove(old).map_err(of_file(old))?;
        }
        let files = ["--keys-file".as_ref(), keys_path.as_os_str(), "--trace".as_ref(), path.as_os_str()];
        let arguments = [&["--colors", "--seed", seed].map(OsStr::new)[..], &files].concat();
        let (mut size, mut grown) = (0, Instant::now());
        let mut limit = |process| {
            let now = fs::metadata(&path).map_or(0, |about| about.len());
            if now != size {
                (size, grown) = (now, Instant::now());
            }
            let limits = [
                (grown.elapsed() > MAX_STEP, "no step came for 5 seconds: an endless loop"),
                (size > MAX_RECORDING, "the recording has more than 256 MiB"),
                (process::memory(process) > MAX_MEMORY, "the program takes more than 1 GiB of memory"),
            ];
            limits.into_iter().find_map(|(is_passed, why)| is_passed.then_some(why))
        };
        let ended = process::run(&self.program, &arguments, &self.folder, &self.workspace.log, &mut limit)
            .map_err(of_file(&self.program))?;
        let Some(library) = library(&path) else {
            let why = ended.failure.unwrap_or_else(|| "the program ended before its first step".to_owned());
            let lines = last_lines(&ended.output).join("\n");
            return Err(CheckError::NoRecording { why, lines });
        };
        Ok(Recording { path, library, failure: ended.failure })
    }
}

/// Returns the highest part whose names the sources have.
fn reached_part(sources: &[Source]) -> Part {
    let has = |name: &str| sources.iter().any(|source| source.places(name).next().is_some());
    let reached = NAMES.iter().rposition(|names| names.iter().all(|name| has(name)));
    Part::all().nth(reached.map_or(0, |index| index + 1)).unwrap_or(Part::LAST)
}

/// Returns the library of a recording that has a step.
fn library(path: &Path) -> Option<StdLib> {
    let mut reader = Reader::new(fs::File::open(path).ok()?).ok()?;
    reader.next()?.ok().map(|_| reader.header().library)
}

/// Returns the folder from which a program finds the fonts that its sources name: the copy, a folder in which
/// the program lies, or one in the copy; or else the copy.
fn font_folder(copy: &Path, program: &Path, sources: &str) -> PathBuf {
    let is_font = |text: &&str| text.ends_with(".ttf") || text.ends_with(".otf");
    let fonts: Vec<&str> = sources.split('"').filter(is_font).collect();
    let above = program.ancestors().skip(1).take_while(|folder| folder.starts_with(copy)).map(Path::to_owned);
    let below = copy::entries(copy).unwrap_or_default().into_iter().map(|entry| entry.path);
    let mut folders = std::iter::once(copy.to_owned()).chain(above).chain(below);
    let has_font = |folder: &PathBuf| fonts.iter().any(|font| folder.join(font).is_file());
    folders.find(has_font).unwrap_or_else(|| copy.to_owned())
}
