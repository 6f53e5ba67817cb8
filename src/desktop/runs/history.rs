//! What is remembered of a run while it is played: its messages, and what was counted.

use crate::desktop::assist::alarm::Snapshot;
use crate::desktop::pages::messages::Messages;
use crate::desktop::pages::summary::{Summary, Tally};
use crate::game::Game;
use crate::key::Key;
use crate::trace::replay::{self, Stroke};

/// The messages and numbers of the run that is played.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunHistory {
    pub messages: Messages,
    tally: Tally,
    /// The seed of the game; none if it is not known.
    pub seed: Option<u32>,
}

impl RunHistory {
    /// Begins with what the first screen of a game told.
    pub fn new(game: &Game) -> RunHistory {
        let mut history = RunHistory::default();
        history.messages.add(game.part(), game.events());
        history
    }

    /// Adds what a key led to. `before` is what the player knew before it.
    pub fn add(&mut self, before: &Snapshot, key: Key, game: &Game) {
        if before.began_run(key, game) {
            self.messages.clear();
        }
        self.messages.add(game.part(), game.events());
        self.tally.count(before, key, game);
    }

    /// Presses keys again, and adds what they led to.
    pub fn press_all(&mut self, keys: &[Stroke], game: &mut Game) {
        for stroke in keys {
            let before = Snapshot::new(game);
            replay::press(game, stroke);
            self.add(&before, stroke.key, game);
        }
    }

    /// Returns the number of turns that were taken.
    pub const fn turns(&self) -> u64 {
        self.tally.turns
    }

    /// Returns the summary of the run.
    pub const fn summary<'g>(&'g self, game: &'g Game) -> Summary<'g> {
        Summary { game, tally: &self.tally, messages: &self.messages, seed: self.seed }
    }
}
