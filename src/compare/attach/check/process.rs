//! Runs a compiler or a recorded program: without a window or a terminal, with limits, and never longer than
//! this program.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::copy::create;
#[cfg(unix)]
use super::guard;
use roguelike::support::terminal::complain;

/// Maximum size of the output, in bytes, and how much is read of its beginning and of its end.
const MAX_OUTPUT: u64 = 256 << 20;
const MAX_READ: u64 = 1 << 20;
/// Number of lines that are shown of a program that fails.
const LAST_LINES: usize = 5;
/// Time between two looks at a program that runs.
const PAUSE: Duration = Duration::from_millis(10);
/// Time after which the user learns that a program still runs, and its longest time.
const PATIENCE: Duration = Duration::from_secs(60);
const MAX_MINUTES: u64 = 10;
/// SDL without a window and sound, and tools that write plain English.
const ENVIRONMENT: [(&str, &str); 9] = [
    ("SDL_VIDEO_DRIVER", "dummy"),
    ("SDL_VIDEODRIVER", "dummy"),
    ("SDL_AUDIO_DRIVER", "dummy"),
    ("SDL_AUDIODRIVER", "dummy"),
    ("SDL_RENDER_DRIVER", "software"),
    ("LC_ALL", "C"),
    ("NO_COLOR", "1"),
    ("TERM", "dumb"),
    ("GIT_TERMINAL_PROMPT", "0"),
];
/// Variables that change what make and compilers do or print.
const REMOVED: [&str; 9] = [
    "MAKEFLAGS",
    "MFLAGS",
    "GNUMAKEFLAGS",
    "MAKEFILES",
    "MAKELEVEL",
    "CLICOLOR_FORCE",
    "CMAKE_COLOR_DIAGNOSTICS",
    "GCC_COLORS",
    "LANGUAGE",
];
/// The folders that a recorded program may think are the user's.
const FOLDERS: [&str; 8] = [
    "HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "XDG_RUNTIME_DIR",
    "TMPDIR",
    "APPDATA",
];
/// Exit codes of crashes: those of a shell, which adds 128 to the signal, and those of Windows.
const CRASHES: [(i32, &str); 8] = [
    (132, "illegal instruction"),
    (134, "abort, for example by a failed assertion or an uncaught exception"),
    (135, "bus error"),
    (136, "arithmetic error, such as a division by zero"),
    (139, "segmentation fault"),
    (-1_073_741_819, "access violation"),
    (-1_073_741_676, "division by zero"),
    (-1_073_741_571, "stack overflow"),
];
/// Words of the reports of sanitizers.
const SANITIZERS: [&str; 2] = ["Sanitizer: ", ": runtime error: "];

/// Why a program failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Failure {
    #[error("no step came for 5 seconds: an endless loop")]
    NoStep,
    #[error("the recording has more than 256 MiB")]
    LongRecording,
    #[error("the program takes more than 1 GiB of memory, with all that it started")]
    Memory,
    #[error("it prints more than 256 MiB")]
    Output,
    #[error("it ran for {MAX_MINUTES} minutes, which is the limit")]
    Time,
    #[error("the program crashed: {0}")]
    Crash(&'static str),
    #[error("a sanitizer reports: {0}")]
    Sanitizer(String),
    #[error("the program ended with exit code {0}")]
    Code(i32),
}

impl Failure {
    /// Returns true if the program was ended because it met a limit.
    pub fn is_limit(&self) -> bool {
        !matches!(self, Failure::Crash(_) | Failure::Sanitizer(_) | Failure::Code(_))
    }
}

/// What is run, and where.
pub(super) struct Job<'a, A> {
    pub program: &'a Path,
    pub arguments: &'a [A],
    pub folder: &'a Path,
    /// Its output goes into files of this name.
    pub log: &'a Path,
    /// The folder outside of which a recorded program may not write, and its empty home in it.
    pub shut_in: Option<[&'a Path; 2]>,
}

/// How a program ended.
pub(super) struct Ended {
    /// Beginning and end of what it wrote on standard output, and then on standard error.
    pub output: String,
    /// Nothing if its exit code is 0, and no limit was met.
    pub failure: Option<Failure>,
}

impl<A: AsRef<OsStr>> Job<'_, A> {
    /// Runs the program. `limit` receives the number of its process, and returns the limit that it has met.
    /// Fails if no process can be started, or the output cannot be written.
    pub fn run(&self, limit: &mut dyn FnMut(u32) -> Option<Failure>) -> io::Result<Ended> {
        let files = ["out", "err"].map(|extension| self.log.with_extension(extension));
        let [out, err] = [create(&files[0])?, create(&files[1])?];
        let mut command = self.guarded();
        command.args(self.arguments).current_dir(self.folder).envs(ENVIRONMENT).stdout(out).stderr(err);
        REMOVED.iter().for_each(|name| _ = command.env_remove(name));
        if let Some([_, home]) = self.shut_in {
            command.envs(FOLDERS.map(|name| (name, home)));
        }
        let mut child = command.spawn()?;
        let started = Instant::now();
        let mut is_told = false;
        let is_large = |file| fs::metadata(file).is_ok_and(|about| about.len() > MAX_OUTPUT);
        let (status, limit) = loop {
            if let Some(status) = child.try_wait()? {
                break (status, None);
            }
            let late = (started.elapsed().as_secs() >= 60 * MAX_MINUTES).then_some(Failure::Time);
            let large = files.iter().any(is_large).then_some(Failure::Output);
            if let Some(met) = limit(child.id()).or(large).or(late) {
                break (end(child)?, Some(met));
            }
            if started.elapsed() > PATIENCE && !is_told {
                is_told = true;
                let program = self.program.display();
                complain(&format!(
                    "{program} still runs; it ends after {MAX_MINUTES} minutes, or with Ctrl-C"
                ));
            }
            thread::sleep(PAUSE);
        };
        let output = read_ends(&files[0])? + "\n" + &read_ends(&files[1])?;
        let failure = limit.or_else(|| failure(status.code(), &output));
        Ok(Ended { output, failure })
    }

    /// Returns the command that starts the program so that it ends with this one. On Windows the console ends
    /// both.
    fn guarded(&self) -> Command {
        #[cfg(unix)]
        {
            // This very program, also if its file is being replaced.
            let own = Path::new("/proc/self/exe");
            let own = if own.exists() { own.to_owned() } else { std::env::current_exe().unwrap_or_default() };
            let mut command = Command::new(own);
            let folder = self.shut_in.map_or(OsStr::new(""), |[folder, _]| folder.as_os_str());
            command.arg(guard::WORD).arg(folder).arg(self.program).stdin(Stdio::piped());
            command
        }
        #[cfg(not(unix))]
        {
            let mut command = Command::new(self.program);
            command.stdin(Stdio::null());
            command
        }
    }
}

/// Ends a program and all that it started.
fn end(mut child: Child) -> io::Result<std::process::ExitStatus> {
    drop(child.stdin.take());
    if !cfg!(unix) {
        child.kill()?;
    }
    child.wait()
}

/// Returns why a program failed that met no limit.
fn failure(code: Option<i32>, output: &str) -> Option<Failure> {
    let is_report = |line: &&str| SANITIZERS.iter().any(|words| line.contains(words));
    let report = output.lines().find(is_report).map(|line| Failure::Sanitizer(line.trim().to_owned()));
    let crash = CRASHES.iter().find(|crash| code == Some(crash.0)).map(|crash| Failure::Crash(crash.1));
    report.or(crash).or_else(|| code.filter(|code| *code != 0).map(Failure::Code))
}

/// Returns the beginning and the end of a file, without the colours of a terminal.
fn read_ends(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.by_ref().take(MAX_READ).read_to_end(&mut bytes)?;
    if size > MAX_READ {
        bytes.extend_from_slice(b"\n...\n");
        file.seek(SeekFrom::Start(MAX_READ.max(size.saturating_sub(MAX_READ))))?;
        file.take(MAX_READ).read_to_end(&mut bytes)?;
    }
    Ok(without_colours(&String::from_utf8_lossy(&bytes)))
}

/// Removes the sequences that begin with ESC and `[`, and end with a letter.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    let behind = |piece: &'_ str| piece.find(|c: char| c.is_ascii_alphabetic()).map_or(0, |end| end + 1);
    pieces.fold(first, |text, piece| text + &piece[behind(piece)..])
}

/// Returns the last lines of an output.
pub(super) fn last_lines(output: &str) -> Vec<&str> {
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].to_vec()
}

/// Returns the memory of all that a process has started, in bytes; 0 where the system does not tell.
pub(super) fn memory(process: u32) -> u64 {
    #[cfg(unix)]
    {
        let size = |process: u32| -> u64 {
            let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
            let own =
                status.lines().filter(|line| line.starts_with("RssAnon:") || line.starts_with("RssShmem:"));
            own.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).sum()
        };
        guard::descendants(process).into_iter().map(size).sum::<u64>() << 10
    }
    #[cfg(not(unix))]
    {
        let _ = process;
        0
    }
}
