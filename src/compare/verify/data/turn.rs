//! A step as two games, from which its explanation is made.

use std::fmt;

use roguelike::game::Game;

/// A step by the right rules.
#[derive(Clone)]
pub struct Turn {
    /// The game before the step.
    pub before: Game,
    /// The game after the step.
    pub after: Game,
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turn").finish_non_exhaustive()
    }
}
