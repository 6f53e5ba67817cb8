//! Waits for changes of a folder, without work as long as there are none. The tool that writes the chapters
//! uses this file too.

use std::path::Path;

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

/// Calls `tell` whenever something in a folder has changed, or the folder itself was replaced, until the
/// returned watcher goes. A change may be told more than once, and one that only seems to be one, too: whoever
/// is told compares contents.
///
/// # Errors
/// If the system cannot watch neither the folder nor the one that it is in.
pub fn watch(folder: &Path, tell: impl Fn() + Send + 'static) -> notify::Result<RecommendedWatcher> {
    // Reading is no change: compilers and whoever compares contents do it.
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        if event.is_ok_and(|event| !event.kind.is_access()) {
            tell();
        }
    })?;
    // The folder above shows when another one takes the place of this.
    let above = folder.parent().map(|above| watcher.watch(above, RecursiveMode::NonRecursive));
    let own = watcher.watch(folder, RecursiveMode::Recursive);
    match above {
        Some(Ok(())) => Ok(watcher),
        _ => own.map(|()| watcher),
    }
}
