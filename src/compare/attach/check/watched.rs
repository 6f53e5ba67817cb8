//! Waits for changes of a folder, without work while nothing changes. The tool that writes the chapters uses
//! this file too.

use std::path::{Path, PathBuf};

use notify::event::RemoveKind;
use notify::{Config, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// Calls `notice` when a file in a folder or in one of `others` changes for which `is_read` returns true,
/// when a folder in them comes or goes, and when another folder takes the place of this one. Ends when the
/// returned watcher is dropped. Some calls are for nothing, so the receiver compares contents.
///
/// # Errors
/// If the system cannot watch all of the folders, or neither the folder nor the one that contains it.
pub fn watch(
    folder: &Path,
    others: &[(PathBuf, RecursiveMode)],
    is_read: impl Fn(&Path) -> bool + Send + 'static,
    notice: impl Fn() + Send + 'static,
) -> notify::Result<RecommendedWatcher> {
    let place = folder.to_owned();
    let roots: Vec<PathBuf> = others.iter().map(|(other, _)| other.clone()).chain([place.clone()]).collect();
    let concerns = move |event: &Event, path: &PathBuf| {
        // Only folders are neither files nor read: one that came or went may hold anything.
        let may_be_folder = event.kind != EventKind::Remove(RemoveKind::File) && !path.is_file();
        let is_below = roots.iter().any(|root| path.starts_with(root));
        place.starts_with(path) || is_below && (is_read(path) || may_be_folder)
    };
    let handle = move |event: notify::Result<Event>| {
        // Compilers and whoever compares contents only read. An event without a path means that others were
        // lost.
        let changed = event.ok().filter(|event| !event.kind.is_access());
        if changed.is_some_and(|event| {
            event.paths.is_empty() || event.paths.iter().any(|path| concerns(&event, path))
        }) {
            notice();
        }
    };
    let mut watcher = RecommendedWatcher::new(handle, Config::default().with_follow_symlinks(false))?;
    // The folders above show that another folder takes the place of this one. On macOS a folder is always
    // watched with everything below it.
    let count = if cfg!(target_os = "linux") { usize::MAX } else { 1 };
    let above = folder.ancestors().skip(1).take(count);
    let above: Vec<_> = above.map(|above| watcher.watch(above, RecursiveMode::NonRecursive)).collect();
    let all = others.iter().map(|(other, mode)| (other.as_path(), *mode));
    for (path, mode) in all.chain([(folder, RecursiveMode::Recursive)]) {
        let watched = watcher.watch(path, mode);
        // A missing folder is noticed in the one above when it comes back. A folder that is there and
        // cannot be watched would hide changes: the system may have no room for it, or the user no
        // permission.
        if path.is_dir() || path == folder && !above.first().is_some_and(Result::is_ok) {
            watched?;
        }
    }
    Ok(watcher)
}
