//! Runs a compiler or a recorded program: without a window, with limits, and never longer than this program.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum number of bytes of the output that are kept, from its beginning.
const MAX_OUTPUT: usize = 1 << 20;
/// Time between two looks at a program that runs.
const PAUSE: Duration = Duration::from_millis(10);
/// Time in which the output of a program that has ended comes to its end. A server that it started may keep
/// it open.
const MAX_DRAIN: Duration = Duration::from_secs(1);

/// How a program ended.
pub(super) struct Ended {
    /// What it wrote on standard output and standard error.
    pub output: String,
    /// Its exit code. On Unix a signal is 128 and its number.
    pub code: Option<i32>,
    /// Why it was killed, if it was.
    pub killed: Option<String>,
}

impl Ended {
    /// Returns what a crash is called, if the program crashed.
    pub fn crash(&self) -> Option<String> {
        let code = self.code.filter(|_| self.killed.is_none())?;
        let known = match code {
            132 => "illegal instruction",
            134 => "abort, for example by a failed assertion or an uncaught exception",
            135 => "bus error",
            136 => "arithmetic error, such as a division by zero",
            139 => "segmentation fault",
            -1_073_741_819 => "access violation",
            -1_073_741_571 => "stack overflow",
            -1_073_741_676 => "division by zero",
            _ => return None,
        };
        Some(format!("the program crashed: {known}"))
    }
}

/// Waits for the end of standard input, which comes when this program ends, and then kills the program and
/// all that it started, which are a process group of their own.
#[cfg(unix)]
const GUARD: &str = "exec 3<&0 </dev/null; { read -r _ <&3; kill -s KILL -- -$$; } >/dev/null 2>&1 & \
     \"$@\" 3<&-; code=$?; kill $!; exit $code";

/// Starts a program so that it ends with this one.
#[cfg(unix)]
fn start(program: &Path, arguments: &[String], folder: &Path) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    command.args(["-c", GUARD, "sh"]).arg(program).args(arguments).current_dir(folder).process_group(0);
    command
}

/// Starts a program. The console of Windows ends it together with this one.
#[cfg(not(unix))]
fn start(program: &Path, arguments: &[String], folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    command
}

/// Runs a program in a folder. `limit` returns why it has to be killed, if it has to. It receives the number
/// of the process.
///
/// # Errors
/// If the program does not start.
pub(super) fn run(
    program: &Path,
    arguments: &[String],
    folder: &Path,
    mut limit: impl FnMut(u32) -> Option<String>,
) -> io::Result<Ended> {
    let mut command = start(program, arguments, folder);
    for name in ["SDL_VIDEO_DRIVER", "SDL_VIDEODRIVER", "SDL_AUDIO_DRIVER", "SDL_AUDIODRIVER"] {
        command.env(name, "dummy");
    }
    command.env("SDL_RENDER_DRIVER", "software").env("LC_ALL", "C");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let output = Arc::new(Mutex::new(Vec::new()));
    let pipes = [child.stdout.take().map(boxed), child.stderr.take().map(boxed)];
    let readers = pipes.into_iter().flatten().map(|pipe| keep(pipe, Arc::clone(&output)));
    let readers: Vec<_> = readers.collect();
    let mut killed = None;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if let Some(reason) = limit(child.id()) {
            kill(&mut child)?;
            killed = Some(reason);
            break child.wait()?;
        }
        thread::sleep(PAUSE);
    };
    let end = Instant::now();
    while !readers.iter().all(thread::JoinHandle::is_finished) && end.elapsed() < MAX_DRAIN {
        thread::sleep(PAUSE);
    }
    let output = output.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Ended { output: String::from_utf8_lossy(&output).into_owned(), code: status.code(), killed })
}

fn boxed(pipe: impl Read + Send + 'static) -> Box<dyn Read + Send> {
    Box::new(pipe)
}

/// Reads a pipe to its end, and keeps what has room.
fn keep(mut pipe: Box<dyn Read + Send>, output: Arc<Mutex<Vec<u8>>>) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = pipe.read(&mut bytes) {
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            let room = MAX_OUTPUT.saturating_sub(output.len());
            output.extend_from_slice(&bytes[..count.min(room)]);
        }
    })
}

/// Ends a program. On Unix its guard does that, which also ends what it started.
fn kill(child: &mut Child) -> io::Result<()> {
    if cfg!(unix) {
        drop(child.stdin.take());
        return Ok(());
    }
    child.kill()
}

/// Returns the memory of the programs that a process started, in bytes, where the system says it.
pub(super) fn memory(process: u32) -> u64 {
    let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    let children = children.unwrap_or_default();
    let sizes = children.split_whitespace().map(|child| {
        let status = std::fs::read_to_string(format!("/proc/{child}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) << 10
    });
    sizes.sum()
}
