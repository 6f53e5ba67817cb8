//! The limit for the size of a file that a process may write (`ulimit -f`).

/// Makes a write beyond the limit return an error, like one on a full disk. By default the signal SIGXFSZ
/// ends the program in the middle of the write.
pub fn return_errors() {
    #[cfg(unix)]
    {
        // The write itself returns the error, so the flag is never read. Without a handler the signal has its
        // default effect.
        let flag = std::sync::Arc::default();
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, flag).ok();
    }
}
