//! Work on threads whose stack is large enough for every edit.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Stack of the threads that play. The depth of calls is limited, see `switches`.
const STACK: usize = 64 << 20;

/// Does some work in a thread whose stack is large enough for every edit.
pub(super) fn in_thread<T: Send + Default>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match thread.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => T::default(),
        }
    })
}

/// Does some works, on as many threads as the machine has processors. Returns the results in their order.
pub(super) fn in_threads<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
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
        let all: Vec<_> = (0..threads).map(spawn).collect();
        for one in all.into_iter().flatten() {
            match one.join() {
                Ok(done) => done.into_iter().for_each(|(index, result)| results[index] = Some(result)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    results.into_iter().flatten().collect()
}
