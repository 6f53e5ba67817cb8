//! `check --watch`: checks a folder again whenever something changes that its build reads.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use notify::RecursiveMode;

use super::answer::Answer;
use super::error::{CheckError, NOT_BUILT};
#[cfg(target_os = "linux")]
use super::opened::Folders;
use super::reads::Reads;
use super::state::{State, folders_of_links};
use super::{Check, watched};
use roguelike::support::terminal::complain;

/// Time after a change in which more of it may come.
const SETTLED: Duration = Duration::from_millis(100);
/// Maximum number of looks at a folder that keeps changing.
const MAX_LOOKS: usize = 20;
/// Time between two attempts while another check runs, and between two looks at a folder that the system
/// cannot watch. Looks also take at most this part of the time.
const PAUSE: Duration = Duration::from_secs(1);
const LOOKING: u32 = 50;

/// A thing that happens while a folder is watched.
enum Event {
    /// Something in the folder has changed.
    Changed,
    /// Nobody reads the answers any more.
    NoReader,
}

/// Checks the folder again and again, as long as somebody reads the answers.
///
/// # Errors
/// If an answer cannot be written. The kind is `BrokenPipe` if nobody reads it.
pub(super) fn watch(check: &Check<'_>, out: &mut dyn Write) -> io::Result<u8> {
    let (sender, events) = channel();
    tell_end_of_reader(sender.clone());
    let mut was = String::new();
    let reads = Arc::new(Reads::default());
    let outside = Outside::new(&sender);
    let mut before = State::default();
    loop {
        let (begin, mut state) = (SystemTime::now(), State::whole(check.folder, &reads));
        reads.again.add(state.changed_files(&before, &reads));
        let now = describe(next_answer(check, out, &reads, &events)?);
        state.complete(&reads, begin);
        writeln!(out, "{was}{now}; waiting for the next change")?;
        out.flush()?;
        was = format!("was {now}, now ");
        wait(check.folder, (&state, &reads), &outside, &sender, &events)?;
        before = state;
    }
}

/// Checks the folder as soon as no other check does.
fn next_answer(
    check: &Check<'_>,
    out: &mut dyn Write,
    reads: &Reads,
    events: &Receiver<Event>,
) -> io::Result<Answer> {
    let mut is_told = false;
    loop {
        match check.answer(out, Some(reads)) {
            Err(CheckError::Output(error)) => return Err(error),
            Err(busy @ CheckError::Busy(_)) => {
                if !is_told {
                    complain(&busy.to_string());
                    is_told = true;
                }
                if let Ok(Event::NoReader) = events.recv_timeout(PAUSE) {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
            }
            answer => return Ok(answer.unwrap_or_else(|error| Answer { code: error.report(), step: None })),
        }
    }
}

/// Returns an answer in a word or two.
fn describe(answer: Answer) -> String {
    match (answer.code, answer.step) {
        (0, _) => "ok".to_owned(),
        (NOT_BUILT, _) => "not built".to_owned(),
        (_, Some(step)) => format!("step {step}"),
        (1, None) => "failed, though no step differs".to_owned(),
        _ => "no answer".to_owned(),
    }
}

/// Waits until a build would read something else than what was checked.
///
/// # Errors
/// If nobody reads the answers any more.
fn wait(
    folder: &Path,
    (checked, reads): (&State, &Arc<Reads>),
    outside: &Outside,
    sender: &Sender<Event>,
    events: &Receiver<Event>,
) -> io::Result<()> {
    let folders: Vec<PathBuf> = reads.outside().into_iter().filter(|path| path.is_dir()).collect();
    // The folder may be a link, or below one, and lead elsewhere.
    let above = std::path::absolute(folder).map_or_else(|_| Vec::new(), |folder| folders_of_links(&folder));
    let others: Vec<_> =
        checked.linked.iter().cloned().chain(outside.others(&folders)).chain(above).collect();
    loop {
        // Events have absolute paths.
        let absolute = || std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let place = fs::canonicalize(folder).unwrap_or_else(|_| absolute());
        let (sender, reads_now, known, own) = (sender.clone(), reads.clone(), checked.paths(), place.clone());
        let is_read = move |path: &Path| {
            let is_linked = !path.starts_with(&own) && !known.contains(path);
            is_linked
                || reads_now.has(&own, path)
                || known.contains(path) != fs::symlink_metadata(path).is_ok()
        };
        let watcher = watched::watch(&place, &others, is_read, move || _ = sender.send(Event::Changed));
        let is_watched = outside.add(&folders) && watcher.is_ok();
        let look = Instant::now();
        if has_changed(checked, reads) {
            return Ok(());
        }
        let mut event = match is_watched {
            true => events.recv().ok(),
            false => events.recv_timeout(PAUSE.max(LOOKING * look.elapsed())).ok(),
        };
        // One event is often followed by others.
        thread::sleep(if event.is_some() { SETTLED } else { Duration::ZERO });
        while let Some(now) = event {
            if matches!(now, Event::NoReader) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            event = events.try_recv().ok();
        }
    }
}

/// The watch of folders outside. Systems other than Linux watch them together with the user's own.
struct Outside {
    #[cfg(target_os = "linux")]
    folders: Option<Folders>,
}

impl Outside {
    fn new(sender: &Sender<Event>) -> Outside {
        let sender = sender.clone();
        let notice = move || _ = sender.send(Event::Changed);
        #[cfg(target_os = "linux")]
        return Outside { folders: Folders::new(notice) };
        #[cfg(not(target_os = "linux"))]
        {
            drop(notice);
            Outside {}
        }
    }

    /// Returns the folders that are watched together with the user's own.
    fn others(&self, folders: &[PathBuf]) -> Vec<(PathBuf, RecursiveMode)> {
        let all = folders.iter().filter(|_| !cfg!(target_os = "linux"));
        all.map(|folder| (folder.clone(), RecursiveMode::NonRecursive)).collect()
    }

    /// Watches these folders from now on. Returns false if one of them cannot be watched.
    fn add(&self, folders: &[PathBuf]) -> bool {
        #[cfg(target_os = "linux")]
        return self.folders.as_ref().is_some_and(|all| folders.iter().all(|folder| all.add(folder)));
        #[cfg(not(target_os = "linux"))]
        {
            let _ = folders;
            true
        }
    }
}

/// Returns true if a build would read something else, once that stays. A file that is being saved is whole
/// then, and one that comes and goes is none.
fn has_changed(checked: &State, reads: &Reads) -> bool {
    let mut changes = checked.changes(reads);
    for _ in 0..MAX_LOOKS {
        if changes.is_empty() {
            return false;
        }
        thread::sleep(SETTLED);
        let before = std::mem::replace(&mut changes, checked.changes(reads));
        if before == changes {
            break;
        }
    }
    !changes.is_empty()
}

/// Sends an event when the reader of standard output closes it. On Windows the next answer fails instead.
fn tell_end_of_reader(sender: Sender<Event>) {
    #[cfg(unix)]
    thread::spawn(move || {
        use rustix::event::{PollFd, PollFlags, poll};
        let out = io::stdout();
        let mut out = [PollFd::new(&out, PollFlags::empty())];
        while !poll(&mut out, None).is_ok_and(|found| found > 0) {}
        sender.send(Event::NoReader)
    });
    #[cfg(not(unix))]
    drop(sender);
}
