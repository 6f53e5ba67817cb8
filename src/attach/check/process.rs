//! Runs a compiler or a recorded program: without a window, with limits, and never longer than this program.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Maximum number of bytes of the output that are kept, from its beginning, and maximum length of a line.
const MAX_OUTPUT: u64 = 1 << 20;
/// Time between two looks at a program that runs.
const PAUSE: Duration = Duration::from_millis(10);
/// Maximum time for the rest of the output. A server that the program started may keep it open.
const MAX_REST: Duration = Duration::from_secs(1);
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
    /// What it wrote on standard output and standard error.
    pub output: String,
    pub code: Option<i32>,
    /// Why it was killed, if it was.
    pub killed: Option<String>,
}

impl Ended {
    /// Returns what a crash is called, if the program crashed.
    pub fn crash(&self) -> Option<&'static str> {
        CRASHES
            .iter()
            .find(|(code, _)| self.killed.is_none() && self.code == Some(*code))
            .map(|crash| crash.1)
    }
}

/// Returns the command that starts a program so that it ends with this one.
#[cfg(unix)]
fn guarded(program: &Path) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    command.args(["-c", GUARD, "sh"]).arg(program).process_group(0);
    command
}

/// Returns the command that starts a program. The console of Windows ends it together with this one.
#[cfg(not(unix))]
fn guarded(program: &Path) -> Command {
    Command::new(program)
}

/// Runs a program in a folder. `limit` returns why it has to be killed, if it has to. It receives the number
/// of the process.
/// Fails if the program does not start.
pub(super) fn run(
    program: &Path,
    arguments: &[String],
    folder: &Path,
    mut limit: impl FnMut(u32) -> Option<String>,
) -> io::Result<Ended> {
    let mut command = guarded(program);
    command.args(arguments).current_dir(folder).envs(ENVIRONMENT);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let output = Arc::default();
    let readers = [keep(child.stdout.take(), &output), keep(child.stderr.take(), &output)];
    let mut killed = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        killed = limit(child.id());
        if killed.is_some() {
            drop(child.stdin.take());
            if !cfg!(unix) {
                child.kill()?;
            }
            break child.wait()?;
        }
        thread::sleep(PAUSE);
    };
    let end = Instant::now();
    while !readers.iter().all(JoinHandle::is_finished) && end.elapsed() < MAX_REST {
        thread::sleep(PAUSE);
    }
    let output = output.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Ended { output: String::from_utf8_lossy(&output).into_owned(), code: status.code(), killed })
}

/// Reads a pipe to its end, and keeps the lines that have room. Both pipes write to one output, so a line is
/// added whole.
fn keep(pipe: Option<impl Read + Send + 'static>, output: &Arc<Mutex<Vec<u8>>>) -> JoinHandle<()> {
    let output = Arc::clone(output);
    thread::spawn(move || {
        let Some(mut pipe) = pipe.map(BufReader::new) else { return };
        let mut line = Vec::new();
        while let Ok(1..) = pipe.by_ref().take(MAX_OUTPUT).read_until(b'\n', &mut line) {
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            if (output.len() + line.len()) as u64 <= MAX_OUTPUT {
                output.extend_from_slice(&line);
            }
            line.clear();
        }
    })
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
