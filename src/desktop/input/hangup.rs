//! The end of the terminal that the game was started from.

/// Notices that the terminal was closed (SIGHUP). Without it the program would end at once.
#[derive(Debug, Default)]
pub(crate) struct Hangup {
    #[cfg(unix)]
    signal: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

impl Hangup {
    /// Listens from now on. If that is not possible, a hangup ends the program as it does by default.
    pub fn listen() -> Hangup {
        let hangup = Hangup::default();
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGHUP, hangup.signal.clone()).ok();
        hangup
    }

    /// Returns true once after the terminal was closed.
    pub fn take(&self) -> bool {
        #[cfg(unix)]
        return self.signal.swap(false, std::sync::atomic::Ordering::Relaxed);
        #[cfg(not(unix))]
        false
    }
}
