//! How much work a search may do, and how much of it is done.

use std::sync::atomic::{AtomicU64, Ordering};

/// Passes of loops and calls of the copy in a second of processor time, about. Work is counted and not time,
/// so an answer is the same on every machine, however busy.
const WORK_OF_A_SECOND: u64 = 90_000_000;

/// How much work a search may do, and how much of it is done.
#[derive(Debug)]
pub struct Effort {
    most: u64,
    done: AtomicU64,
}

impl Effort {
    /// Returns an effort of about so many seconds of processor time.
    pub const fn of_seconds(seconds: u32) -> Effort {
        Effort { most: seconds as u64 * WORK_OF_A_SECOND, done: AtomicU64::new(0) }
    }

    /// Returns the share that is done, in percent, at most 100.
    pub fn percent(&self) -> u64 {
        (100 * self.done.load(Ordering::Relaxed) / self.most.max(1)).min(100)
    }

    /// Returns a share of the whole, such as one in six.
    pub(crate) fn one_in(&self, share: u64) -> u64 {
        self.most / share
    }

    /// Notes that some work is done.
    pub(crate) fn spend(&self, work: u64) {
        self.done.fetch_add(work, Ordering::Relaxed);
    }

    /// Returns true if nothing is left. All threads have to meet before it is called: otherwise they would
    /// end at another place each time.
    pub(crate) fn is_over(&self) -> bool {
        self.has_done(1)
    }

    /// Returns true if a share of the whole is done, as one in so many.
    pub(crate) fn has_done(&self, share: u64) -> bool {
        self.done.load(Ordering::Relaxed) >= self.one_in(share)
    }
}
