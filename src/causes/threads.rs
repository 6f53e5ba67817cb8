//! Work on threads whose stack is large enough for every edit.

use std::iter;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Stack of the threads that play. The depth of calls is limited, see `switches`.
const STACK: usize = 64 << 20;

/// Does some work in a thread whose stack is large enough for every edit. None if the work panicked, or if
/// the system has no thread for it.
pub(crate) fn in_thread<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()?;
        thread.join().ok()
    })
}

/// Does some work with each item on as many threads as the machine has processors, or on this one if the
/// system has no other. Returns the results in the order of the items.
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
