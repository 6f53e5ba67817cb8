//! Work on threads whose stack is large enough for every edit.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
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
    let results = Mutex::new((0..count).map(|_| None).collect::<Vec<Option<T>>>());
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return;
            }
            let result = work(index);
            results.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(result);
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(count);
    thread::scope(|scope| {
        for _ in 1..threads {
            // Without another thread this one does all.
            let _joined_at_the_end = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        }
        run();
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
}
