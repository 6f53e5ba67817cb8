//! What is remembered of a run while it is played: its messages, and what was counted.

use crate::desktop::caution::Watch;
use crate::desktop::history::History;
use crate::desktop::summary::{Summary, Tally};
use crate::game::Game;
use crate::key::Key;
use crate::trace::replay::{self, Stroke};

/// The messages and numbers of the run that is played.
#[derive(Clone, Debug, Default)]
pub(super) struct Chronicle {
    pub history: History,
    tally: Tally,
    /// The seed of the game; none if it is not known.
    pub seed: Option<u32>,
}

impl Chronicle {
    /// Begins with what the first screen of a game told.
    pub fn new(game: &Game) -> Chronicle {
        let mut chronicle = Chronicle::default();
        chronicle.history.add(game.part(), game.events());
        chronicle
    }

    /// Adds what a key led to. `before` is what the player knew before it.
    pub fn add(&mut self, before: &Watch, key: Key, game: &Game) {
        if before.began_run(key, game) {
            self.history.clear();
        }
        self.history.add(game.part(), game.events());
        self.tally.count(before, key, game);
    }

    /// Presses keys again, and adds what they led to.
    pub fn press_all(&mut self, keys: &[Stroke], game: &mut Game) {
        for stroke in keys {
            let before = Watch::new(game);
            replay::press(game, stroke);
            self.add(&before, stroke.key, game);
        }
    }

    /// Returns true once a turn was taken.
    pub const fn has_turns(&self) -> bool {
        self.tally.turns > 0
    }

    /// Returns the summary of the run.
    pub const fn summary<'g>(&'g self, game: &'g Game) -> Summary<'g> {
        Summary { game, tally: &self.tally, history: &self.history, seed: self.seed }
    }
}
