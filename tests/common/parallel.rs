//! Work on several threads, for the tests that play long runs.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `work` with each item, on as many threads as the machine has processors. The results are in the
/// order of the items.
pub fn in_parallel<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let results: Vec<Mutex<Option<R>>> = all.iter().map(|_| Mutex::new(None)).collect();
    each_in_parallel(all.len(), &|index| {
        let result = work(&all[index]);
        *results[index].lock().unwrap() = Some(result);
    });
    results.into_iter().map(|result| result.into_inner().unwrap().unwrap()).collect()
}

/// Calls `work` with each number below `count`. It is compiled once for all kinds of items.
fn each_in_parallel(count: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return;
            }
            work(index);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(run);
        }
    });
}
