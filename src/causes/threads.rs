//! Work on threads whose stack is large enough for every edit.

use std::iter;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Stack of the threads that play. The depth of calls is limited, see `switches`.
const STACK: usize = 64 << 20;

/// Time between two calls of a watching function.
const PAUSE: Duration = Duration::from_millis(100);

/// Does some work in a thread whose stack is large enough for every edit, and calls `watch` on this one
/// meanwhile. Returns `None` if the work panicked, or if the system cannot start a thread.
pub(crate) fn in_thread<T: Send>(work: impl FnOnce() -> T + Send, watch: &dyn Fn()) -> Option<T> {
    // The sender is dropped when the work is done, or panics.
    let (sender, done) = mpsc::channel::<()>();
    let work = move || {
        let _sender = sender;
        work()
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()?;
        while done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            watch();
        }
        thread.join().ok()
    })
}

/// Does some work with each item on one thread per processor, or on this thread if the system cannot start
/// others. Returns the results in the order of the items.
///
/// # Panics
/// When the work does.
pub(crate) fn in_threads<I: Sync, T: Send>(items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let run = || {
        let indices = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let some = indices.map_while(|index| Some((index, work(items.get(index)?))));
        some.collect::<Vec<_>>()
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    let mut results = thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).ok();
        let others: Vec<_> = (1..threads).filter_map(start).collect();
        let own = run();
        let theirs =
            others.into_iter().flat_map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        own.into_iter().chain(theirs).collect::<Vec<_>>()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
