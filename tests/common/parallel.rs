//! Work on several threads, for the tests that play long runs.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `work` with each item, on as many threads as the machine has processors. The results are in the
/// order of the items.
pub fn in_parallel<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let take = || {
        let index = next.fetch_add(1, Ordering::Relaxed);
        all.get(index).map(|one| (index, one))
    };
    let run = || {
        let mut done = Vec::new();
        while let Some((index, one)) = take() {
            done.push((index, work(one)));
        }
        done
    };
    let mut results: Vec<Option<R>> = all.iter().map(|_| None).collect();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        for (index, result) in workers.into_iter().flat_map(|worker| worker.join().unwrap()) {
            results[index] = Some(result);
        }
    });
    results.into_iter().flatten().collect()
}
