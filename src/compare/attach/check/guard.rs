//! The process between `check` and a program that it runs. It gives the program a session without a terminal,
//! and ends everything that the program has started. On Linux it also keeps a recorded program from writing
//! outside of its folders.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{self, Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus};

/// The word of the command line that starts a guard. The folders where the program may write follow, if it
/// may not write everywhere, then [`END`], the program and its words.
pub(super) const WORD: &str = "--guard";
pub(super) const END: &str = "--";
/// Exit codes of a shell for a program that does not start or is not found.
pub(super) const NOT_STARTED: i32 = 126;
pub(super) const NOT_FOUND: i32 = 127;
/// The devices that a recorded program may write to.
#[cfg(target_os = "linux")]
const DEVICES: [&str; 8] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/tty",
    "/dev/dri",
    "/dev/snd",
];
/// The first descriptor after standard input, output and error.
const FIRST: i32 = 3;
/// Time between two attempts to end all processes.
const PAUSE: Duration = Duration::from_millis(1);

/// Runs as a guard if the command line begins with its word. Returns the exit code as a shell does.
pub fn guard() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    words.next().filter(|word| word == WORD)?;
    let folders: Vec<OsString> = words.by_ref().take_while(|word| word != END).collect();
    let code = run(&folders, &words.next()?, words).unwrap_or_else(|error| {
        eprintln!("cannot start: {error}");
        if error.kind() == ErrorKind::NotFound { NOT_FOUND } else { NOT_STARTED }
    });
    Some(ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX)))
}

/// Runs a program to its end, and then ends the processes that it leaves.
/// Fails if it does not start.
fn run(folders: &[OsString], program: &OsStr, words: impl Iterator<Item = OsString>) -> io::Result<i32> {
    // The call fails if the guard leads a session already, which then is without a terminal.
    process::setsid().ok();
    // Files that the user's shell has open are not the program's.
    close_fds::set_fds_cloexec_threadsafe(FIRST, &[]);
    // No core files. A limit that is lower already stays.
    process::setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) }).ok();
    // Orphans become children of the guard. Where the program has stopped it, it goes on when `check` ends.
    adopt();
    #[cfg(target_os = "linux")]
    process::set_parent_process_death_signal(Some(Signal::CONT)).ok();
    if !folders.is_empty() {
        shut_in(folders);
    }
    // Standard input ends when `check` ends, or when it ends the program.
    let started = Arc::new(OnceLock::new());
    let program_of_thread = started.clone();
    thread::Builder::new().spawn(move || {
        io::stdin().read_to_end(&mut Vec::new()).ok();
        loop {
            program_of_thread.get().into_iter().for_each(|child| kill_all(*child));
            thread::sleep(PAUSE);
        }
    })?;
    let mut command = Command::new(program);
    let child = command.args(words).stdin(Stdio::null()).process_group(0).spawn()?;
    let child = *started.get_or_init(|| Pid::from_child(&child));
    loop {
        match process::wait(WaitOptions::empty()) {
            Ok(Some((ended, status))) if ended == child => {
                end_all(child);
                return Ok(code(status));
            }
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Kills all processes that the program has left, until none is there.
fn end_all(child: Pid) {
    kill_all(child);
    while !matches!(process::wait(WaitOptions::NOHANG), Err(Errno::CHILD)) {
        kill_all(child);
        thread::sleep(PAUSE);
    }
}

/// Kills the group of the program and, on systems with /proc, all processes below this one. Any of them may
/// have ended meanwhile.
fn kill_all(child: Pid) {
    process::kill_process_group(child, Signal::KILL).ok();
    kill_below(std::process::id());
}

/// Kills all processes that a process has started and those below them, on systems with /proc.
pub(super) fn kill_below(process: u32) {
    let pids = descendants(process).into_iter();
    for pid in pids.filter_map(|pid| Pid::from_raw(pid.try_into().ok()?)) {
        process::kill_process(pid, Signal::KILL).ok();
    }
}

/// Lets the orphans of guards that are killed become children of this process, where the system can.
pub(super) fn adopt() {
    #[cfg(target_os = "linux")]
    process::set_child_subreaper(Some(process::getpid())).ok();
}

/// Ends the processes below this one after a guard was killed.
pub(super) fn end_orphans() {
    loop {
        let orphans = descendants(std::process::id());
        if orphans.is_empty() {
            return;
        }
        for pid in orphans.into_iter().filter_map(|pid| Pid::from_raw(pid.try_into().ok()?)) {
            process::kill_process(pid, Signal::KILL).ok();
            // Only children of this process are waited for.
            process::waitpid(Some(pid), WaitOptions::NOHANG).ok();
        }
        thread::sleep(PAUSE);
    }
}

/// Aborts the program of a guard, which lets a sanitizer print where it is.
pub(super) fn abort(guard: u32) {
    let program = descendants(guard).into_iter().next();
    let program = program.and_then(|pid| Pid::from_raw(pid.try_into().ok()?));
    // It may have ended meanwhile.
    program.into_iter().for_each(|pid| _ = process::kill_process(pid, Signal::ABORT));
}

/// Returns the processes that a process has started, and all below them.
pub(super) fn descendants(process: u32) -> Vec<u32> {
    let (mut found, mut next) = (vec![process], 0);
    while let Some(process) = found.get(next) {
        next += 1;
        let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let children = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        let children: Vec<u32> = children
            .flat_map(|list| list.split(' ').filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
            .collect();
        found.extend(children);
    }
    found.split_off(1)
}

/// Returns the exit code of a shell: 128 and the signal, if one ended the program.
fn code(status: WaitStatus) -> i32 {
    status.exit_status().or_else(|| Some(128 + status.terminating_signal()?)).unwrap_or(NOT_STARTED)
}

/// Lets this process and those that it starts write only below these folders, and into devices that keep
/// nothing; newer systems also keep them from sending signals to others. Linux has Landlock since 5.13. Other
/// systems go on without it.
fn shut_in(folders: &[OsString]) {
    #[cfg(target_os = "linux")]
    {
        use landlock::{
            ABI, AccessFs, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
        };
        let writing = AccessFs::from_write(ABI::V5);
        let shut = || -> Result<(), RulesetError> {
            let scopes = Scope::AbstractUnixSocket | Scope::Signal;
            let rules = Ruleset::default().handle_access(writing)?.scope(scopes)?.create()?;
            let rules = rules.add_rules(path_beneath_rules(folders, writing))?;
            let devices = AccessFs::WriteFile | AccessFs::IoctlDev;
            rules.add_rules(path_beneath_rules(DEVICES, devices))?.restrict_self().map(drop)
        };
        shut().ok();
    }
    #[cfg(not(target_os = "linux"))]
    let _ = folders;
}
