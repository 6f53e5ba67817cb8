//! Steps that follow each other without a fresh press: held keys and journeys.

use std::time::{Duration, Instant};

use crate::desktop::assist::travel::{Halt, Journey};
use crate::game::Game;
use crate::key::Key;

/// Time between two steps of a journey: a frame.
const STEP: Duration = Duration::from_millis(16);

/// A journey, and whether held keys still walk.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    /// The journey, and when its next step is due.
    journey: Option<(Journey, Instant)>,
    /// True from an alarm until the next fresh press.
    stopped: bool,
}

impl Walk {
    /// Begins a journey. Its first step is due at once.
    pub fn begin(&mut self, journey: Journey) {
        self.journey = Some((journey, Instant::now()));
    }

    /// A fresh press ends a journey, and held keys walk again.
    pub fn interrupt(&mut self) {
        *self = Walk::default();
    }

    /// Something happened that ends a journey and stops held keys.
    pub fn stop(&mut self) {
        *self = Walk { journey: None, stopped: true };
    }

    /// Returns true if a held key walks on.
    pub const fn repeats(&self) -> bool {
        !self.stopped
    }

    /// Returns the time until the next step of a journey; none without a journey.
    pub fn timeout(&self) -> Option<Duration> {
        let (_, due) = self.journey?;
        Some(due.saturating_duration_since(Instant::now()))
    }

    /// Returns the next key of a journey if it is due, or why the journey ends.
    pub fn due_key(&mut self, game: &Game) -> Option<Result<Key, Halt>> {
        let (journey, due) = self.journey.filter(|&(_, due)| due <= Instant::now())?;
        let key = journey.next_key(game);
        self.journey = key.is_ok().then(|| (journey, due.max(Instant::now() - STEP) + STEP));
        Some(key)
    }
}
