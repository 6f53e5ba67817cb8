//! Work on threads whose stack is large enough for every edit.

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

/// Does `count` pieces of work on as many threads as the machine has processors, or on this one if the system
/// has no other. Returns the results in their order.
///
/// # Panics
/// When one of the pieces does.
pub(crate) fn in_threads<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return done;
            }
            done.push((index, work(index)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(count);
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        // This thread works as well.
        let all: Vec<_> = (1..threads).map(spawn).collect();
        let own = run();
        let others = all.into_iter().flatten();
        let others = others.flat_map(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic)));
        for (index, result) in others.chain(own) {
            results[index] = Some(result);
        }
    });
    results.into_iter().flatten().collect()
}
