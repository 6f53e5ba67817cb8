//! From a folder of C++ to an answer (`roguelike check`): a copy of the folder is attached, built, recorded
//! and compared. The folder itself is never changed.
//!
//! `copy.rs` makes the copy, `build.rs` builds it, and `process.rs` runs what has to be run. `guess.rs` finds
//! the part.

mod build;
mod copy;
mod guess;
mod process;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::folder::Folder;
use super::source::Source;
use super::{AttachError, HEADER, add_lines, attached, folder, one_program};
use crate::explorer::files::key_file;
use crate::part::Part;
use crate::rng::StdLib;
use crate::trace::{Header, Reader};
use crate::verify::{Options, verify_recording};
use build::Build;
use copy::{SAVE, Workspace};
use process::Ended;

/// Time without a step after which a recording ends.
const MAX_STEP: Duration = Duration::from_secs(5);
/// Maximum size of a recording, and maximum memory of a recorded program, in bytes.
const MAX_RECORDING: u64 = 256 << 20;
const MAX_MEMORY: u64 = 2 << 30;
/// Time between two looks at the folder while it is watched.
const PAUSE: Duration = Duration::from_millis(200);
/// Number of lines of a program that does not begin to record.
const LAST_LINES: usize = 5;

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
    /// How the recordings are compared.
    pub options: Options<'a>,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The exit code: that of `verify`, or 4 if the program does not build.
    pub code: u8,
    /// The result in one or two words, such as `step 576`.
    pub words: String,
}

/// Why there is no answer.
#[allow(missing_docs, reason = "the texts say it")]
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    #[error(transparent)]
    Attach(#[from] AttachError),
    #[error("these lines have no place in the sources; write them by hand:\n{}", .0.join("\n"))]
    NoPlace(Vec<String>),
    #[error("it does not build ({command}):\n{}", build::shown(errors).join("\n"))]
    NotBuilt { command: String, errors: Vec<String> },
    #[error("the build leaves no program that has trace.hpp; name it with --exe, by its path in the folder")]
    NoProgram,
    #[error("the program records nothing{}; its last lines:\n{lines}", .why.as_deref().map(|why| format!(" ({why})")).unwrap_or_default())]
    NoRecording { why: Option<String>, lines: String },
    #[error("{} needs more room than a copy may have; name the folder of your game alone", .0.display())]
    TooLarge(PathBuf),
    #[error("{} has files of something else; give a new folder with --keep", .0.display())]
    Taken(PathBuf),
    #[error("the copy {} would be in the folder that is copied, or the other way round; give another --keep", .0.display())]
    Inside(PathBuf),
    #[error("another check of {} is running; wait for its end", .0.display())]
    Busy(PathBuf),
    #[error("there is no folder for the copy: {0}; give one with --keep")]
    Cache(String),
    #[error("cannot use {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl CheckError {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            CheckError::NotBuilt { .. } | CheckError::NoProgram => 4,
            CheckError::Write { .. } | CheckError::Output(_) | CheckError::Cache(_) => 3,
            CheckError::Attach(AttachError::Read { .. }) => 3,
            _ => 2,
        }
    }
}

impl Check<'_> {
    /// Checks the folder once, and writes the answer.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn once(&self, out: &mut dyn Write, complaints: &mut dyn Write) -> Result<Outcome, CheckError> {
        let Folder { mut sources, .. } = folder::read(self.folder)?;
        let guessed = guess::part(&sources);
        let part = self.part.unwrap_or(guessed);
        let by =
            if self.part.is_none() { ", by the names in the sources; --part N chooses another" } else { "" };
        writeln!(out, "Part {part}{by}")?;
        out.flush()?;
        // Sources that have the lines already are taken as they are.
        let mut changed = Vec::new();
        let mut no_place = Vec::from_iter(one_program(&mut sources));
        if attached(&sources).is_none() {
            let (lines, header) = add_lines(part, &mut sources);
            no_place.extend(lines);
            changed.push((header, HEADER.into()));
        }
        if !no_place.is_empty() {
            return Err(CheckError::NoPlace(no_place));
        }
        let edited = sources.iter().filter(|source| !source.edits.is_empty());
        changed.extend(edited.map(|source| (source.name.clone(), source.edited())));
        let workspace = Workspace::open(self.folder, self.keep)?;
        workspace.copy(self.folder, &changed)?;
        let is_compiled = |name: &&str| [".cpp", ".cc", ".cxx"].iter().any(|end| name.ends_with(end));
        let names = sources.iter().map(|source| source.name.as_str()).filter(is_compiled);
        let sources_of_build = names.map(str::to_owned).collect();
        let build = Build {
            workspace: &workspace,
            folder: self.folder,
            command: self.build,
            sources: sources_of_build,
        };
        let program = build.run(self.program)?;
        let recording = Recording { folder: font_folder(&workspace, &program, &sources), workspace, program };
        self.compare(&recording, part, out, complaints)
    }

    /// Records and compares one seed after the other as long as everything is right.
    fn compare(
        &self,
        recording: &Recording,
        part: Part,
        out: &mut dyn Write,
        complaints: &mut dyn Write,
    ) -> Result<Outcome, CheckError> {
        // A recording without a turn says which library the program has.
        let (path, ended) = recording.record(part, "0", "Escape")?;
        let own = header(&path).ok_or_else(|| no_recording(&ended))?.library;
        // The keys of the other libraries lead through other dungeons.
        let others = StdLib::ALL.into_iter().filter(|library| self.all_seeds && *library != own);
        let mut missed: Option<Vec<&str>> = None;
        let mut seeds = Vec::new();
        for library in std::iter::once(own).chain(others) {
            let keys = key_file(part, library);
            let Some(seed) = seed_of(keys).filter(|seed| !seeds.contains(seed)) else { continue };
            seeds.push(seed);
            let (path, ended) = recording.record(part, seed, keys)?;
            if header(&path).is_none() {
                return Err(no_recording(&ended));
            }
            let answer = verify_recording(&path, &format!("seed {seed}"), &self.options, out, complaints)?;
            if answer.code != 0 {
                if let Some(crash) = ended.crash() {
                    writeln!(out, "  {crash}")?;
                }
                writeln!(out, "  recording: {}", path.display())?;
                writeln!(out, "  picture: roguelike verify --picture both.png '{}'", path.display())?;
                let step = answer.step.map_or_else(|| "no answer".to_owned(), |step| format!("step {step}"));
                return Ok(Outcome { code: answer.code, words: step });
            }
            let reached = |what: &&str| answer.not_reached.contains(what);
            missed = Some(match missed {
                Some(missed) => missed.into_iter().filter(reached).collect(),
                None => answer.not_reached,
            });
        }
        let missed = missed.unwrap_or_default();
        if !missed.is_empty() {
            writeln!(out, "not reached: {}", missed.join(", "))?;
        }
        let recordings = recording.workspace.root.join("recordings");
        writeln!(
            out,
            "{}: {}",
            if seeds.len() == 1 { "recording" } else { "recordings" },
            recordings.display()
        )?;
        Ok(Outcome { code: 0, words: "ok".to_owned() })
    }

    /// Checks the folder again whenever a file of it has changed, until this program is ended. `show`
    /// receives each error.
    ///
    /// # Errors
    /// If the answer cannot be written.
    pub fn watch(
        &self,
        out: &mut dyn Write,
        complaints: &mut dyn Write,
        show: &dyn Fn(&CheckError),
    ) -> Result<Outcome, CheckError> {
        let mut last: Option<String> = None;
        loop {
            let state = copy::state(self.folder).ok();
            let words = match self.once(out, complaints) {
                Ok(outcome) => outcome.words,
                Err(error @ CheckError::Output(_)) => return Err(error),
                Err(error) => {
                    show(&error);
                    if error.code() == 4 { "not built" } else { "no answer" }.to_owned()
                }
            };
            match last {
                Some(last) => writeln!(out, "was {last}, now {words}")?,
                None => writeln!(out, "{words}; waiting for the next change")?,
            }
            out.flush()?;
            last = Some(words);
            while copy::state(self.folder).ok() == state {
                thread::sleep(PAUSE);
            }
        }
    }
}

/// A built program that is recorded.
struct Recording {
    workspace: Workspace,
    program: PathBuf,
    /// Where it finds its font.
    folder: PathBuf,
}

impl Recording {
    /// Records a run. Returns the recording, and how the program ended.
    fn record(&self, part: Part, seed: &str, keys: &str) -> Result<(PathBuf, Ended), CheckError> {
        let recordings = self.workspace.root.join("recordings");
        let keys_path = recordings.join(format!("part{part}-seed{seed}.keys"));
        let path = keys_path.with_extension("trace");
        let cannot = |path: &Path| {
            let path = path.to_owned();
            move |error| CheckError::Write { path, error }
        };
        fs::write(&keys_path, keys).map_err(cannot(&keys_path))?;
        for old in [&path, &self.folder.join(SAVE)] {
            match fs::remove_file(old) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(cannot(old)(error)),
                _ => {}
            }
        }
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let arguments = [
            ["--seed".to_owned(), seed.to_owned()],
            ["--keys-file".to_owned(), text(&keys_path)],
            ["--trace".to_owned(), text(&path)],
        ];
        let arguments = [arguments.concat(), vec!["--colors".to_owned()]].concat();
        let (mut size, mut grown) = (0, Instant::now());
        let ended = process::run(&self.program, &arguments, &self.folder, |process| {
            let now = fs::metadata(&path).map_or(0, |about| about.len());
            if now != size {
                (size, grown) = (now, Instant::now());
            }
            let reason = match () {
                () if grown.elapsed() > MAX_STEP => "no step came for 5 seconds: an endless loop",
                () if size > MAX_RECORDING => "the recording has more than 256 MiB",
                () if process::memory(process) > MAX_MEMORY => "the program takes more than 2 GiB of memory",
                () => return None,
            };
            Some(reason.to_owned())
        });
        let ended = ended.map_err(cannot(&self.program))?;
        if let Some(reason) = ended.killed.as_ref().filter(|_| size > 0) {
            let is_cut = fs::read(&path).map_err(cannot(&path))?.last() != Some(&b'\n');
            let mut file = fs::File::options().append(true).open(&path).map_err(cannot(&path))?;
            let line_end = if is_cut { "\n" } else { "" };
            writeln!(file, "{line_end}# stopped {reason}").map_err(cannot(&path))?;
        }
        Ok((path, ended))
    }
}

/// Returns the header of a recording that has one, and a step.
fn header(path: &Path) -> Option<Header> {
    let file = fs::File::open(path).ok()?;
    let mut reader = Reader::new(io::BufReader::new(file)).ok()?;
    let header = reader.header().clone();
    reader.next()?.ok().map(|_| header)
}

/// Says why a program has recorded nothing.
fn no_recording(ended: &Ended) -> CheckError {
    let lines: Vec<&str> = ended.output.lines().filter(|line| !line.trim().is_empty()).collect();
    let lines = lines[lines.len().saturating_sub(LAST_LINES)..].join("\n");
    CheckError::NoRecording { why: ended.killed.clone().or_else(|| ended.crash()), lines }
}

/// Returns the seed that the first line of a file of keys names.
fn seed_of(keys: &str) -> Option<&str> {
    keys.split_once(", seed ")?.1.split(',').next()
}

/// Returns the folder from which a program finds the fonts that its sources name.
fn font_folder(workspace: &Workspace, program: &Path, sources: &[Source]) -> PathBuf {
    let mut fonts = Vec::new();
    for source in sources {
        let text = String::from_utf8_lossy(&source.text);
        let literals = text.split('"').filter(|text| text.ends_with(".ttf") || text.ends_with(".otf"));
        fonts.extend(literals.map(str::to_owned));
    }
    let source = workspace.source();
    let above = program.ancestors().skip(1).filter(|folder| folder.starts_with(&source));
    let below = sources.iter().map(|file| source.join(file.folder()));
    let mut candidates: Vec<PathBuf> = std::iter::once(source.clone()).collect();
    candidates.extend(above.map(Path::to_owned).chain(below));
    let found = candidates.iter().find(|folder| fonts.iter().any(|font| folder.join(font).is_file()));
    found.cloned().unwrap_or(source)
}
