//! Runs a compiler or a recorded program without a window or a terminal, within limits, and never longer than
//! this program runs.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::environment;
use super::files::create;
#[cfg(unix)]
use super::guard;
use super::output::{read_ends, report};
use super::reads::Reads;
use super::usage::Usage;
use super::workspace::Workspace;
use roguelike::support::terminal::complain;
use roguelike::support::text::counted;

/// Maximum size of the output, in bytes.
const MAX_OUTPUT: u64 = 256 << 20;
/// Time between two looks at a program that runs. Its memory is looked at each tenth time.
const PAUSE: Duration = Duration::from_millis(10);
const MEMORY_LOOKS: u32 = 10;
/// Longest time that a sanitizer takes to print where a program is.
const REPORT: Duration = Duration::from_secs(10);
/// Longest time that a guard takes to end everything.
const ENDING: Duration = Duration::from_secs(1);
/// After this part of the longest time, the user learns that a program still runs.
const PATIENCE: u32 = 10;
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
    #[error("no step came for 5 seconds, which is the limit")]
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
    #[error("the process with which check stops the program was killed")]
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
    pub kind: JobKind,
    pub folder: &'a Path,
    /// The folders in which it may write, on systems that can limit that.
    writable: Vec<&'a Path>,
    /// The home of a recorded program, which is one of them.
    home: Option<&'a Path>,
    /// Its output goes into files of this name.
    pub log: &'a Path,
    pub limits: Limits,
    /// The user's variables that name places in the folder.
    moved: &'a [(OsString, OsString)],
    /// Variables in addition to those of every program.
    pub variables: Vec<(&'a str, OsString)>,
    /// Collects what the program reads.
    pub reads: Option<&'a Reads>,
}

/// What a program is started for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum JobKind {
    /// A tool of a build.
    Tool,
    /// A program that is recorded, with a home of its own.
    Recorded {
        /// True if a sanitizer prints where the program is when it is aborted at a limit.
        is_sanitized: bool,
    },
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

impl<'a, A: AsRef<OsStr>> Job<'a, A> {
    /// A job in the copy of a workspace, with its log and its variables.
    pub fn new(
        workspace: &'a Workspace<'_>,
        kind: JobKind,
        (program, arguments): (&'a Path, &'a [A]),
        (limits, reads): (Limits, Option<&'a Reads>),
    ) -> Job<'a, A> {
        let Workspace { source: folder, home, run, log, .. } = workspace;
        // A recorded program could put links in place of its folders if it could write in the workspace.
        let (writable, home, caches): (Vec<&Path>, _, _) = match kind {
            JobKind::Tool => {
                let writable = workspace.writable.iter().map(PathBuf::as_path).collect();
                (writable, None, &workspace.moved_caches[..])
            }
            JobKind::Recorded { .. } => (vec![folder, home, run], Some(&**home), &[][..]),
        };
        let (moved, variables) = (&workspace.variables[..], caches.to_vec());
        Job { program, arguments, kind, folder, writable, home, log, limits, moved, variables, reads }
    }

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
        command.args(self.arguments).current_dir(self.folder).stdout(out).stderr(err);
        environment::set(&mut command, self.folder, self.home);
        command.envs(self.moved.iter().cloned()).envs(self.variables.iter().cloned());
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
                if self.kind == (JobKind::Recorded { is_sanitized: true }) {
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
            None => self.failure(status.code(), &files)?,
        };
        Ok(Ended { output, printed, failure })
    }

    /// Returns why a program failed that reached no limit. A guard that was killed has no code.
    fn failure(&self, code: Option<i32>, output: &[PathBuf]) -> io::Result<Option<Failure>> {
        let Some(code) = code else {
            #[cfg(unix)]
            guard::end_orphans();
            return Ok(Some(Failure::NoGuard));
        };
        // A build may print the words of a sanitizer, too.
        for file in output.iter().filter(|_| self.kind != JobKind::Tool) {
            if let Some(report) = report(file)? {
                return Ok(Some(Failure::Sanitizer(report)));
            }
        }
        let crash = CRASHES.iter().find(|crash| code == crash.0).map(|crash| Failure::Crash(crash.1));
        Ok(crash.or_else(|| (code != 0).then_some(Failure::Code(code))))
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
            command.arg(guard::WORD).args(&self.writable).arg(guard::END);
            command.arg(self.program).stdin(Stdio::piped());
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
