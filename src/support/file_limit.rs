//! The limit for the size of a file that a process may write (`ulimit -f`).

/// From now on a write beyond the limit fails like one on a full disk. Before, the signal SIGXFSZ would end
/// the program in the middle of the write.
pub fn survive() {
    #[cfg(unix)]
    {
        // The write itself returns the error, so the flag is never read. Without a handler the signal has its
        // default effect.
        let flag = std::sync::Arc::default();
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, flag).ok();
    }
}
