//! Records runs of a built program, which can write only inside its workspace.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::environment::{SEPARATOR, VARIABLE};
use super::error::{CheckError, of_file};
use super::files::{create, remove};
use super::finding::Finding;
use super::kept::Kept;
use super::listing::{MAX_DEPTH, SAVE, entries};
use super::output::{cut, last_lines};
use super::process::{Failure, Job, JobKind, Limits};
use super::programs::has_old_recorder;
use super::reads::Reads;
use super::usage::Usage;
use super::workspace::Workspace;
use crate::attach::folder::walk;
use crate::attach::source::Source;
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Reader;

/// The options of the sanitizers, of which the user's program may have some, too. In our own build they also
/// report aborts and fill new memory.
const OPTIONS: [(&str, &str); 2] =
    [("ASAN_OPTIONS", "detect_leaks=0"), ("UBSAN_OPTIONS", "print_stacktrace=1")];
const OWN_OPTIONS: [(&str, &str); 2] = [
    ("ASAN_OPTIONS", "detect_leaks=0:handle_abort=1:malloc_fill_byte=190:max_malloc_fill_size=1048576"),
    ("UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1"),
];
/// Why there is no step, and a reason that a program cannot print. The header in the copy is the newest one.
const ENDED: &str = "the program ended before its first step";
const OLD: &str = "it has an older trace.hpp, which is not the one of this version; remove that from the \
                   folders of -I and CPATH, or replace it";
/// The seed and the keys of a run without a turn. The largest seed shows programs that cut it.
pub(super) const START: (&str, &str) = ("4294967295", "Escape");
/// Time without a step after which a recording ends.
const MAX_STEP: Duration = Duration::from_secs(5);
/// Time between two looks at the files that a program has written.
const LOOK: Duration = Duration::from_secs(1);
/// Maximum size of a recording, in bytes.
const MAX_RECORDING: u64 = 256 << 20;

/// A built program and its workspace.
pub(super) struct Recorder<'a> {
    pub workspace: &'a Workspace<'a>,
    pub program: PathBuf,
    /// The copy as the build left it.
    pub kept: RefCell<Kept>,
    /// The folder that it starts in, where it finds its font.
    pub folder: PathBuf,
    pub limits: Limits,
    /// True if the program was built with sanitizers.
    pub is_sanitized: bool,
    /// Collects what the program reads.
    pub reads: Option<&'a Reads>,
}

/// A recording of a program.
pub(super) struct Recording {
    pub path: PathBuf,
    /// The library of the program. `None` if the recording is without a step.
    pub library: Option<StdLib>,
    /// The failure of the program, if it failed.
    pub failure: Option<Failure>,
    /// Beginning and end of the program's output.
    pub output: String,
}

impl Recorder<'_> {
    /// Records a run, which begins with the copy as it was built, without a save, and with an empty home. Of
    /// what it writes, only the recording stays.
    pub fn record(&self, part: Part, seed: &str, keys: &str) -> Result<Recording, CheckError> {
        let Workspace { source, home, run, recordings, .. } = self.workspace;
        let name = if (seed, keys) == START { "start".to_owned() } else { format!("seed{seed}") };
        let keys_path = recordings.join(format!("part{part}-{name}.keys"));
        let path = keys_path.with_extension("trace");
        let own_path = run.join("trace");
        create(&keys_path)
            .and_then(|mut file| file.write_all(keys.as_bytes()))
            .map_err(of_file(&keys_path))?;
        for old in [&path, &self.folder.join(SAVE)] {
            remove(old).map_err(of_file(old))?;
        }
        for new in [home, run] {
            remove(new).and_then(|()| fs::create_dir(new)).map_err(of_file(new))?;
        }
        let files = ["--keys-file".as_ref(), keys_path.as_os_str(), "--trace".as_ref(), own_path.as_os_str()];
        let recorded = [&["--colors", "--seed", seed].map(OsStr::new)[..], &files].concat();
        let mut growth = Growth::default();
        let folders = [home, source, run].map(PathBuf::as_path);
        let most = size(folders).unwrap_or(0) + (self.limits.memory << 20);
        let mut looked = Instant::now();
        let mut is_disk_full = |usage: Usage| {
            let is_time = looked.elapsed() > LOOK;
            looked = if is_time { Instant::now() } else { looked };
            is_time && size(folders).is_none_or(|size| size + usage.nameless > most)
        };
        let mut limit = |process| {
            let (size, usage) = (fs::metadata(&own_path).map_or(0, |about| about.len()), Usage::of(process));
            let limits = [
                (growth.has_stopped(size, usage), Failure::NoStep),
                (size > MAX_RECORDING, Failure::LongRecording),
                (is_disk_full(usage), Failure::Disk(self.limits.memory)),
            ];
            limits.into_iter().find_map(|(is_reached, failure)| is_reached.then_some(failure))
        };
        let is_sanitized = self.is_sanitized;
        let options = if is_sanitized { OWN_OPTIONS } else { OPTIONS };
        let kind = JobKind::Recorded { is_sanitized };
        let call = (&*self.program, &[""; 0][..]);
        let mut job = Job::new(self.workspace, kind, call, (self.limits, self.reads));
        job.folder = &self.folder;
        job.variables.extend(options.map(|(name, value)| (name, value.into())));
        job.variables.push((VARIABLE, recorded.join(SEPARATOR.as_ref())));
        let ended = job.run(&mut limit).map_err(of_file(&self.program))?;
        self.kept.borrow_mut().restore()?;
        // Whoever opens a pipe waits.
        if fs::symlink_metadata(&own_path).is_ok_and(|about| about.is_file()) {
            fs::rename(&own_path, &path).map_err(of_file(&path))?;
        }
        for old in [home, run] {
            remove(old).map_err(of_file(old))?;
        }
        let library = library(&path, part)?;
        Ok(Recording { path, library, failure: ended.failure, output: ended.output })
    }
}

impl Recording {
    /// Returns the place where the program went wrong. A program that ended well is looked at with `find`,
    /// too, if `is_odd`.
    pub fn place(
        &self,
        sources: (&Path, &[Source]),
        is_odd: bool,
        find: impl FnOnce() -> Option<Finding>,
    ) -> Option<Finding> {
        if matches!(self.failure, Some(Failure::Sanitizer(_))) {
            return Finding::in_output(&self.output, sources);
        }
        let has_crashed =
            matches!(self.failure, Some(Failure::Crash(_) | Failure::NoStep | Failure::Memory(_)));
        if has_crashed || is_odd { find() } else { None }
    }

    /// Returns the error of a recording of a program without a step. `find` finds the place of a crash.
    pub fn without_step(
        &self,
        Recorder { workspace, program, .. }: &Recorder<'_>,
        sources: &[Source],
        find: impl FnOnce() -> Option<Finding>,
    ) -> CheckError {
        let why = self.failure.as_ref().filter(|failure| !matches!(failure, Failure::Code(_)));
        let mut why = why.map_or_else(|| ENDED.to_owned(), Failure::to_string);
        if has_old_recorder(program) {
            why = format!("{why}: {OLD}");
        }
        let finding = self.place((&workspace.source, sources), false, find).map(Box::new);
        let room = workspace.little_room().map(|room| room.to_string());
        let lines = last_lines(&self.output).into_iter().map(|line| cut(line).to_owned()).chain(room);
        CheckError::NoRecording { why, lines: lines.collect::<Vec<String>>().join("\n"), finding }
    }
}

/// The growth of a recording while its program runs.
struct Growth {
    /// The size, in bytes.
    size: u64,
    looked: Instant,
    /// The time since the last step in which the program did not want a processor.
    waited: Duration,
    /// The time on a processor up to the last step.
    worked: Duration,
}

impl Default for Growth {
    fn default() -> Growth {
        Growth { size: 0, looked: Instant::now(), waited: Duration::ZERO, worked: Duration::ZERO }
    }
}

impl Growth {
    /// Returns true if the program has worked or waited for 5 seconds without a step. Time in which a busy
    /// machine keeps it from working does not count.
    fn has_stopped(&mut self, size: u64, usage: Usage) -> bool {
        let passed = mem::replace(&mut self.looked, Instant::now()).elapsed();
        if size != self.size {
            (self.size, self.waited, self.worked) = (size, Duration::ZERO, usage.worked);
        } else if !usage.wants_to_work {
            self.waited += passed;
        }
        self.waited.max(usage.worked.saturating_sub(self.worked)) > MAX_STEP
    }
}

/// Returns the size of the files in these folders, in bytes. `None` if there are too many.
fn size(folders: [&Path; 3]) -> Option<u64> {
    let files = folders.map(|folder| walk(folder, MAX_DEPTH, &|_| true).ok());
    let sizes = files.into_iter().map(|files| Some(files?.iter().map(|file| file.about.len()).sum::<u64>()));
    sizes.sum()
}

/// Returns the library of a recording, or `None` if it is without a step.
/// Fails if it is of another part.
fn library(path: &Path, part: Part) -> Result<Option<StdLib>, CheckError> {
    let reader = fs::File::open(path).ok().and_then(|file| Reader::new(file).ok());
    let Some(mut reader) = reader else { return Ok(None) };
    let recorded = reader.header().part;
    if recorded != part {
        return Err(CheckError::OtherPart(recorded));
    }
    Ok(reader.next().and_then(Result::ok).map(|_| reader.header().library))
}

/// Returns the folder from which a program finds the fonts that its sources name: the copy, a folder above
/// the program, or one in the copy. Without such a folder it is the copy.
pub(super) fn font_folder(copy: &Path, program: &Path, sources: &str) -> PathBuf {
    let is_font = |text: &&str| text.ends_with(".ttf") || text.ends_with(".otf");
    let fonts: Vec<&str> = sources.split('"').filter(is_font).collect();
    let above = program.ancestors().skip(1).take_while(|folder| folder.starts_with(copy)).map(Path::to_owned);
    let below = entries(copy).unwrap_or_default().into_iter();
    let below = below.filter(|entry| entry.about.is_dir()).map(|entry| entry.path);
    let mut folders = std::iter::once(copy.to_owned()).chain(above).chain(below);
    let has_font = |folder: &PathBuf| fonts.iter().any(|font| folder.join(font).is_file());
    folders.find(has_font).unwrap_or_else(|| copy.to_owned())
}
