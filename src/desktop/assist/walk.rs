//! Steps that follow each other without a fresh press: held keys and journeys.

use std::time::{Duration, Instant};

use crate::desktop::assist::travel::{Halt, Journey};
use crate::game::Game;
use crate::key::Key;
use crate::map::Pos;

/// Time between two steps of a journey: a frame.
const STEP: Duration = Duration::from_millis(16);

/// A journey that was begun.
#[derive(Clone, Copy, Debug)]
struct Begun {
    journey: Journey,
    /// When its next step is due.
    due: Instant,
    /// True once a step was taken.
    has_steps: bool,
}

/// A journey, and whether held keys still walk.
#[derive(Debug, Default)]
pub(crate) struct Walk {
    journey: Option<Begun>,
    /// True from an alarm until the next fresh press.
    stopped: bool,
}

impl Walk {
    /// Begins a journey. Its first step is due at once.
    pub fn begin(&mut self, journey: Journey) {
        self.journey = Some(Begun { journey, due: Instant::now(), has_steps: false });
    }

    /// Begins to run after a first step in this direction.
    pub fn begin_run(&mut self, step: Pos) {
        self.journey = Some(Begun { journey: Journey::Run(step), due: Instant::now(), has_steps: true });
    }

    /// Returns true while a journey goes on.
    pub const fn has_journey(&self) -> bool {
        self.journey.is_some()
    }

    /// Returns true while the player explores.
    pub const fn explores(&self) -> bool {
        matches!(self.journey, Some(Begun { journey: Journey::Explore, .. }))
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
        Some(self.journey?.due.saturating_duration_since(Instant::now()))
    }

    /// Returns the next key of a journey if it is due, or why the journey ends. The player decides on the
    /// first step, so a monster in view does not prevent it. After it a monster ends the journey in silence.
    pub fn due_key(&mut self, game: &Game) -> Option<Result<Key, Halt>> {
        let Begun { journey, due, has_steps } = self.journey.filter(|begun| begun.due <= Instant::now())?;
        let key = if has_steps { journey.next_key(game) } else { journey.first_key(game) };
        let due = due.max(Instant::now() - STEP) + STEP;
        self.journey = key.is_ok().then_some(Begun { journey, due, has_steps: true });
        if has_steps && matches!(key, Err(Halt::Monster(_))) { None } else { Some(key) }
    }
}
