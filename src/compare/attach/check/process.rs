//! Runs a compiler or a recorded program without a window or a terminal, within limits, and never longer than
//! this program runs.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::files::create;
#[cfg(unix)]
use super::guard;
use super::reads::Reads;
use roguelike::support::terminal::complain;
use roguelike::support::text::counted;

/// Maximum size of the output, in bytes, and how much is read of its beginning and of its end.
const MAX_OUTPUT: u64 = 256 << 20;
const MAX_READ: u64 = 1 << 20;
/// Number of lines that are shown of a program that fails.
const LAST_LINES: usize = 5;
/// Time between two looks at a program that runs. Its memory is looked at each tenth time.
const PAUSE: Duration = Duration::from_millis(10);
const MEMORY_LOOKS: u32 = 10;
/// Longest time that a sanitizer takes to print where a program is.
const REPORT: Duration = Duration::from_secs(10);
/// Longest time that a guard takes to end everything.
const ENDING: Duration = Duration::from_secs(1);
/// After this part of the longest time, the user learns that a program still runs.
const PATIENCE: u32 = 10;
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
/// Variables that change what make and compilers do or print, or lead to another folder.
const REMOVED: [&str; 10] = [
    "OLDPWD",
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

/// The limits of a build or of a run, each with all processes that it starts.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest time, in seconds.
    pub seconds: u64,
    /// The largest memory, in MiB.
    pub memory: u64,
}

/// Why a program failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Failure {
    #[error("no step came for 5 seconds: an endless loop")]
    NoStep,
    #[error("the recording has more than 256 MiB")]
    LongRecording,
    #[error("it takes more than {0} MiB of memory, with all that it started; --memory allows more")]
    Memory(u64),
    #[error("it writes more than {0} MiB of files; --memory allows more")]
    Disk(u64),
    #[error("it prints more than 256 MiB")]
    Output,
    #[error("it ran for {}, which is the limit; --timeout allows more", counted(*.0, "second"))]
    Time(u64),
    #[error("the program crashed: {0}")]
    Crash(&'static str),
    #[error("a sanitizer reports: {0}")]
    Sanitizer(String),
    #[error("the program ended with exit code {0}")]
    Code(i32),
    #[error("the process that ends what the program has started was killed")]
    NoGuard,
}

impl Failure {
    /// Returns true if the program was ended because it reached a limit.
    pub fn is_limit(&self) -> bool {
        !matches!(self, Failure::Crash(_) | Failure::Sanitizer(_) | Failure::Code(_) | Failure::NoGuard)
    }
}

/// A program that is run in a folder.
pub(super) struct Job<'a, A> {
    pub program: &'a Path,
    pub arguments: &'a [A],
    pub folder: &'a Path,
    /// Its output goes into files of this name.
    pub log: &'a Path,
    /// The folders in which it may write, if that is limited. A recorded program also has an empty home,
    /// which is one of them.
    pub shut_in: Option<(&'a [&'a Path], Option<&'a Path>)>,
    pub limits: Limits,
    /// Variables in addition to those of every program.
    pub variables: &'a [(&'a str, OsString)],
    /// True if a sanitizer prints where the program is when it is aborted at a limit.
    pub is_sanitized: bool,
    /// Collects what the program reads.
    pub reads: Option<&'a Reads>,
}

/// How a program ended.
pub(super) struct Ended {
    /// Beginning and end of what it wrote on standard output, and then on standard error.
    pub output: String,
    /// The same of standard output only.
    pub printed: String,
    /// `None` if its exit code is 0 and it reached no limit.
    pub failure: Option<Failure>,
}

impl<A: AsRef<OsStr>> Job<'_, A> {
    /// Runs the program. `limit` receives the number of a process that has started it, and returns a limit of
    /// the caller's own that it has reached.
    /// Fails if no process can be started, or the output cannot be written.
    pub fn run(&self, limit: &mut dyn FnMut(u32) -> Option<Failure>) -> io::Result<Ended> {
        self.reads.inspect(|reads| reads.start());
        let ended = self.run_to_end(limit);
        self.reads.inspect(|reads| reads.end());
        ended
    }

    fn run_to_end(&self, limit: &mut dyn FnMut(u32) -> Option<Failure>) -> io::Result<Ended> {
        let files = ["out", "err"].map(|extension| self.log.with_extension(extension));
        let [out, err] = [create(&files[0])?, create(&files[1])?];
        let mut command = self.guarded();
        command.args(self.arguments).current_dir(self.folder).envs(ENVIRONMENT).stdout(out).stderr(err);
        // Makefiles use it, and it would lead into the user's own folder.
        command.env("PWD", self.folder);
        REMOVED.iter().for_each(|name| _ = command.env_remove(name));
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        if let Some((_, Some(home))) = self.shut_in {
            // Only the tools of a build have to write English.
            match std::env::var_os("LC_ALL") {
                Some(own) => command.env("LC_ALL", own),
                None => command.env_remove("LC_ALL"),
            };
            command.envs(FOLDERS.map(|name| (name, home)));
        }
        #[cfg(unix)]
        guard::adopt();
        let mut child = command.spawn()?;
        let (started, longest) = (Instant::now(), Duration::from_secs(self.limits.seconds));
        let mut patience = Some(longest / PATIENCE);
        let mut looks = 0;
        let (status, limit) = loop {
            if let Some(status) = child.try_wait()? {
                break (status, None);
            }
            self.reads.inspect(|reads| reads.collect());
            let time = started.elapsed();
            looks += 1;
            let reached = || self.reached(time, &files, looks % MEMORY_LOOKS == 0, child.id());
            if let Some(reached) = limit(child.id()).or_else(reached) {
                if self.is_sanitized {
                    abort(&mut child)?;
                }
                break (end(child)?, Some(reached));
            }
            if patience.take_if(|patience| time > *patience).is_some() {
                let (program, limit) = (self.program.display(), counted(self.limits.seconds, "second"));
                complain(&format!("{program} still runs; it ends after {limit}, or with Ctrl-C"));
            }
            thread::sleep(PAUSE);
        };
        let printed = read_ends(&files[0])?;
        let output = format!("{printed}\n{}", read_ends(&files[1])?);
        let failure = match limit {
            Some(limit) => Some(limit),
            None => {
                // A build may print the words of a sanitizer, too.
                let reports =
                    files.iter().filter(|_| self.shut_in.is_some_and(|shut_in| shut_in.1.is_some()));
                let reports = reports.map(|file| report(file)).collect::<io::Result<Vec<_>>>()?;
                let found = reports.into_iter().flatten().next().map(Failure::Sanitizer);
                let failure = found.or_else(|| failure(status.code()));
                #[cfg(unix)]
                if failure == Some(Failure::NoGuard) {
                    guard::end_orphans();
                }
                failure
            }
        };
        Ok(Ended { output, printed, failure })
    }

    /// Returns the limit that a program has reached after this time.
    fn reached(
        &self,
        time: Duration,
        output: &[PathBuf],
        with_memory: bool,
        process: u32,
    ) -> Option<Failure> {
        let Limits { seconds, memory: most } = self.limits;
        let is_large = |file| fs::metadata(file).is_ok_and(|about| about.len() > MAX_OUTPUT);
        let limits = [
            (time >= Duration::from_secs(seconds), Failure::Time(seconds)),
            (output.iter().any(is_large), Failure::Output),
            (with_memory && Usage::of(process).memory > most << 20, Failure::Memory(most)),
        ];
        limits.into_iter().find_map(|(is_reached, failure)| is_reached.then_some(failure))
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
            let folders = self.shut_in.map_or(&[][..], |(folders, _)| folders);
            command.arg(guard::WORD).args(folders).arg(guard::END).arg(self.program).stdin(Stdio::piped());
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

/// Aborts a program, and gives it a while to print where it is.
fn abort(child: &mut Child) -> io::Result<()> {
    #[cfg(unix)]
    guard::abort(child.id());
    let begin = Instant::now();
    while child.try_wait()?.is_none() && begin.elapsed() < REPORT {
        thread::sleep(PAUSE);
    }
    Ok(())
}

/// Ends a program and all that it started. The guard does that, unless the program has stopped it.
fn end(mut child: Child) -> io::Result<std::process::ExitStatus> {
    drop(child.stdin.take());
    let begin = Instant::now();
    while cfg!(unix) && begin.elapsed() < ENDING {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        thread::sleep(PAUSE);
    }
    #[cfg(unix)]
    guard::kill_below(child.id());
    child.kill()?;
    child.wait()
}

/// Returns why a program failed that reached no limit. A guard that was killed has no code.
fn failure(code: Option<i32>) -> Option<Failure> {
    let Some(code) = code else { return Some(Failure::NoGuard) };
    let crash = CRASHES.iter().find(|crash| code == crash.0).map(|crash| Failure::Crash(crash.1));
    crash.or_else(|| (code != 0).then_some(Failure::Code(code)))
}

/// Returns the first line of an output that a sanitizer wrote, wherever it is.
fn report(path: &Path) -> io::Result<Option<String>> {
    let mut output = File::open(path)?;
    let mut bytes = Vec::new();
    while output.by_ref().take(MAX_READ).read_to_end(&mut bytes)? > 0 {
        let text = String::from_utf8_lossy(&bytes);
        if SANITIZERS.iter().any(|words| text.contains(words)) {
            let mut lines = text.lines();
            let line = lines.find(|line| SANITIZERS.iter().any(|words| line.contains(words)));
            return Ok(line.map(|line| without_colours(line).trim().to_owned()));
        }
        // The last line may go on.
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(bytes.len(), |end| end + 1);
        bytes.drain(..end);
    }
    Ok(None)
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
    let end = |piece: &'_ str| piece.find(|c: char| c.is_ascii_alphabetic()).map_or(0, |end| end + 1);
    pieces.fold(first, |text, piece| text + &piece[end(piece)..])
}

/// Returns the last lines of an output.
pub(super) fn last_lines(output: &str) -> Vec<&str> {
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].to_vec()
}

/// The share of the machine that all processes have taken which a process has started.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// Their memory, in bytes.
    pub memory: u64,
    /// Their time on processors.
    pub worked: Duration,
    /// True if one of them wants a processor, and so works or waits its turn.
    pub wants_to_work: bool,
}

impl Usage {
    /// Returns the usage of the processes that a process has started. Systems without /proc report nothing.
    pub fn of(process: u32) -> Usage {
        #[cfg(unix)]
        return Usage::of_all(&guard::descendants(process));
        #[cfg(not(unix))]
        {
            let _ = process;
            Usage::default()
        }
    }

    #[cfg(unix)]
    fn of_all(processes: &[u32]) -> Usage {
        // The first one is being started.
        let wants_to_work = processes.is_empty() && Path::new("/proc/self").exists();
        let mut usage = Usage { wants_to_work, ..Usage::default() };
        for process in processes {
            let read = |file: &str| fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default();
            // After the name, which may contain anything: the state, and from the twelfth field on the times.
            let stat = read("stat");
            let fields: Vec<&str> = stat.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ').collect();
            let number = |text: &str| text.parse::<u64>().unwrap_or_default();
            let ticks: u64 = fields.iter().skip(11).take(2).map(|field| number(field)).sum();
            usage.worked += Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second());
            usage.wants_to_work |= fields[0] == "R";
            let status = read("status");
            let is_own = |line: &&str| line.starts_with("RssAnon:") || line.starts_with("RssShmem:");
            let own = status.lines().filter(is_own).filter_map(|line| line.split_whitespace().nth(1));
            usage.memory += own.map(number).sum::<u64>() << 10;
        }
        usage
    }
}
