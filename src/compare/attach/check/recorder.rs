//! Records runs of a built program, which is shut in while it runs.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::copy::{self, SAVE, Workspace, create};
use super::process::{Failure, Job, last_lines, memory};
use super::{CheckError, of_file};
use roguelike::part::Part;
use roguelike::rng::StdLib;
use roguelike::trace::Reader;

/// Time without a step after which a recording ends.
const MAX_STEP: Duration = Duration::from_secs(5);
/// Maximum size of a recording, and maximum memory of a recorded program, in bytes.
const MAX_RECORDING: u64 = 256 << 20;
const MAX_MEMORY: u64 = 1 << 30;

/// A built program, and where it is recorded.
pub(super) struct Recorder<'a> {
    pub workspace: &'a Workspace<'a>,
    pub program: PathBuf,
    /// Where it finds its font.
    pub folder: PathBuf,
}

/// A recording with at least one step.
pub(super) struct Recording {
    pub path: PathBuf,
    pub library: StdLib,
    /// How the program failed, if it did.
    pub failure: Option<Failure>,
}

impl Recorder<'_> {
    /// Records a run. The program begins it without a save, and without anything else in its home.
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
        let (mut size, mut grown) = (0, Instant::now());
        let mut limit = |process| {
            let now = fs::metadata(&path).map_or(0, |about| about.len());
            if now != size {
                (size, grown) = (now, Instant::now());
            }
            let limits = [
                (grown.elapsed() > MAX_STEP, Failure::NoStep),
                (size > MAX_RECORDING, Failure::LongRecording),
                (memory(process) > MAX_MEMORY, Failure::Memory),
            ];
            limits.into_iter().find_map(|(is_met, failure)| is_met.then_some(failure))
        };
        let (program, folder) = (&self.program, &self.folder);
        let job = Job { program, arguments: &arguments, folder, log, shut_in: Some([root, home]) };
        let ended = job.run(&mut limit).map_err(of_file(program))?;
        let Some(library) = library(&path) else {
            let why = ended.failure.filter(|failure| !matches!(failure, Failure::Code(_)));
            let why = why
                .map_or_else(|| "the program ended before its first step".to_owned(), |why| why.to_string());
            let lines = last_lines(&ended.output).join("\n");
            return Err(CheckError::NoRecording { why, lines });
        };
        Ok(Recording { path, library, failure: ended.failure })
    }
}

/// Returns the library of a recording that has a step.
fn library(path: &Path) -> Option<StdLib> {
    let mut reader = Reader::new(fs::File::open(path).ok()?).ok()?;
    reader.next()?.ok().map(|_| reader.header().library)
}

/// Returns the folder from which a program finds the fonts that its sources name: the copy, a folder in which
/// the program lies, or one in the copy; or else the copy.
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
