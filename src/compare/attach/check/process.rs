//! Runs a compiler or a recorded program: without a window, with limits, and never longer than this program.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Maximum size of the output, in bytes, and how much of each stream is read.
const MAX_OUTPUT: u64 = 256 << 20;
const MAX_READ: u64 = 1 << 20;
/// Number of lines that are shown of a program that fails.
const LAST_LINES: usize = 5;
/// Time between two looks at a program that runs.
const PAUSE: Duration = Duration::from_millis(10);
/// SDL without a window and sound, and compilers that speak English.
const ENVIRONMENT: [(&str, &str); 6] = [
    ("SDL_VIDEO_DRIVER", "dummy"),
    ("SDL_VIDEODRIVER", "dummy"),
    ("SDL_AUDIO_DRIVER", "dummy"),
    ("SDL_AUDIODRIVER", "dummy"),
    ("SDL_RENDER_DRIVER", "software"),
    ("LC_ALL", "C"),
];
/// A shell that waits for the end of standard input, which comes when this program ends or wants it, and then
/// kills its process group: itself, and all that it started.
#[cfg(unix)]
const GUARD: &str = "exec 3<&0 </dev/null; { read -r _ <&3; kill -s KILL -- -$$; } >/dev/null 2>&1 & \
     \"$@\" 3<&-; code=$?; kill $!; exit $code";
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

/// How a program ended.
pub(super) struct Ended {
    /// The beginning of what it wrote on standard output, and then on standard error.
    pub output: String,
    pub code: Option<i32>,
    /// Why it was failure, or what its crash is called.
    pub failure: Option<String>,
}

/// Returns the command that starts a program so that it ends with this one. On Windows the console ends both.
fn guarded(program: &Path) -> Command {
    #[cfg(unix)]
    {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", GUARD, "sh"]).arg(program);
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }
    #[cfg(not(unix))]
    Command::new(program)
}

/// Runs a program in a folder. Its output goes into files beside `log`: a pipe would stay open as long as a
/// server that the program started. `limit` returns why it has to be killed, if it has to. It receives the
/// number of the process.
/// Fails if the program does not start.
pub(super) fn run(
    program: &Path,
    arguments: &[impl AsRef<OsStr>],
    folder: &Path,
    log: &Path,
    limit: &mut dyn FnMut(u32) -> Option<&'static str>,
) -> io::Result<Ended> {
    let files = ["out", "err"].map(|extension| log.with_extension(extension));
    let mut command = guarded(program);
    command.args(arguments).current_dir(folder).envs(ENVIRONMENT).stdin(Stdio::piped());
    command.stdout(File::create(&files[0])?).stderr(File::create(&files[1])?);
    let mut child = command.spawn()?;
    let is_large = |file: &PathBuf| fs::metadata(file).is_ok_and(|about| about.len() > MAX_OUTPUT);
    let mut failure = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        let too_much = || files.iter().any(is_large).then_some("it prints more than 256 MiB");
        failure = limit(child.id()).or_else(too_much).map(str::to_owned);
        if failure.is_some() {
            drop(child.stdin.take());
            if !cfg!(unix) {
                child.kill()?;
            }
            break child.wait()?;
        }
        thread::sleep(PAUSE);
    };
    let mut output = Vec::new();
    for file in files {
        File::open(file)?.take(MAX_READ).read_to_end(&mut output)?;
        output.push(b'\n');
    }
    let output = String::from_utf8_lossy(&output).into_owned();
    let crash = CRASHES.iter().find(|crash| status.code() == Some(crash.0));
    let crash = crash.map(|crash| format!("the program crashed: {}", crash.1));
    Ok(Ended { output, code: status.code(), failure: failure.or(crash) })
}

/// Returns the last lines of an output.
pub(super) fn last_lines(output: &str) -> Vec<&str> {
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].to_vec()
}

/// Returns the memory of what a process started, in bytes; 0 where the system does not say it.
pub(super) fn memory(process: u32) -> u64 {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    let size = |child: &str| {
        let status = fs::read_to_string(format!("/proc/{child}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    children.split_whitespace().filter_map(size).sum::<u64>() << 10
}
