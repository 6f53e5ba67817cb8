//! Records runs of a built program, which can write only inside its workspace.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::mem;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::copy::{self, SAVE, Workspace, create};
use super::process::{Failure, Job, Limits, Usage, last_lines};
use super::{CheckError, of_file};
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Reader;

/// Time without a step after which a recording ends.
const MAX_STEP: Duration = Duration::from_secs(5);
/// Maximum size of a recording, in bytes.
const MAX_RECORDING: u64 = 256 << 20;

/// A built program and its workspace.
pub(super) struct Recorder<'a> {
    pub workspace: &'a Workspace<'a>,
    pub program: PathBuf,
    /// The folder that it starts in, where it finds its font.
    pub folder: PathBuf,
    pub limits: Limits,
}

/// A recording with at least one step.
pub(super) struct Recording {
    pub path: PathBuf,
    pub library: StdLib,
    /// The failure of the program, if it failed.
    pub failure: Option<Failure>,
}

impl Recorder<'_> {
    /// Records a run, which begins without a save and with an empty home.
    pub fn record(&self, part: Part, seed: &str, keys: &str) -> Result<Recording, CheckError> {
        let Workspace { root, home, recordings, log, .. } = self.workspace;
        let keys_path = recordings.join(format!("part{part}-seed{seed}.keys"));
        let path = keys_path.with_extension("trace");
        create(&keys_path)
            .and_then(|mut file| file.write_all(keys.as_bytes()))
            .map_err(of_file(&keys_path))?;
        for old in [&path, &self.folder.join(SAVE), home] {
            copy::remove(old).map_err(of_file(old))?;
        }
        fs::create_dir(home).map_err(of_file(home))?;
        let files = ["--keys-file".as_ref(), keys_path.as_os_str(), "--trace".as_ref(), path.as_os_str()];
        let arguments = [&["--colors", "--seed", seed].map(OsStr::new)[..], &files].concat();
        let mut growth = Growth::default();
        let mut limit = |process| {
            let size = fs::metadata(&path).map_or(0, |about| about.len());
            let limits = [
                (growth.has_stopped(size, Usage::of(process)), Failure::NoStep),
                (size > MAX_RECORDING, Failure::LongRecording),
            ];
            limits.into_iter().find_map(|(is_reached, failure)| is_reached.then_some(failure))
        };
        let (program, folder, limits) = (&self.program, &self.folder, self.limits);
        let job = Job { program, arguments: &arguments, folder, log, shut_in: Some([root, home]), limits };
        let ended = job.run(&mut limit).map_err(of_file(program))?;
        let Some(library) = library(&path) else {
            let why = ended.failure.filter(|failure| !matches!(failure, Failure::Code(_)));
            let why = why
                .map_or_else(|| "the program ended before its first step".to_owned(), |why| why.to_string());
            let room = self.workspace.little_room().map(|room| room.to_string());
            let lines = last_lines(&ended.output).into_iter().map(str::to_owned).chain(room);
            let lines = lines.collect::<Vec<String>>().join("\n");
            return Err(CheckError::NoRecording { why, lines });
        };
        Ok(Recording { path, library, failure: ended.failure })
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

/// Returns the library of a recording, or `None` if it has no step.
fn library(path: &Path) -> Option<StdLib> {
    let mut reader = Reader::new(fs::File::open(path).ok()?).ok()?;
    reader.next()?.ok().map(|_| reader.header().library)
}

/// Returns the folder from which a program finds the fonts that its sources name: the copy, a folder above
/// the program, or one in the copy. Without such a folder it is the copy.
pub(super) fn font_folder(copy: &Path, program: &Path, sources: &str) -> PathBuf {
    let is_font = |text: &&str| text.ends_with(".ttf") || text.ends_with(".otf");
    let fonts: Vec<&str> = sources.split('"').filter(is_font).collect();
    let above = program.ancestors().skip(1).take_while(|folder| folder.starts_with(copy)).map(Path::to_owned);
    let below = copy::entries(copy).unwrap_or_default().into_iter();
    let below = below.filter(|entry| entry.about.is_dir()).map(|entry| entry.path);
    let mut folders = std::iter::once(copy.to_owned()).chain(above).chain(below);
    let has_font = |folder: &PathBuf| fonts.iter().any(|font| folder.join(font).is_file());
    folders.find(has_font).unwrap_or_else(|| copy.to_owned())
}
