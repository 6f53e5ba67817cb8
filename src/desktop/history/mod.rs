//! A game with its start and its history.

pub mod step;
pub(crate) mod tally;

use std::time::{Duration, Instant};

use crate::desktop::history::tally::History;
use crate::explorer::snapshot::Snapshot;
use crate::game::{Game, Setup};
use crate::trace::replay::{self, RecordedKey};

/// Time after which no other key is pressed before the window answers.
const BATCH: Duration = Duration::from_millis(20);

/// A game that is played or watched.
#[derive(Clone)]
pub(crate) struct PlayedGame {
    pub game: Game,
    /// The start of the game, or `None` if it is unknown.
    pub setup: Option<Setup>,
    pub history: History,
}

impl PlayedGame {
    /// A game that has just been started.
    pub fn new(game: Game, setup: Option<Setup>) -> PlayedGame {
        let seed = setup.as_ref().map(|setup| setup.seed);
        PlayedGame { history: History::new(&game, seed), game, setup }
    }

    /// Starts a game.
    pub fn start(setup: Setup) -> PlayedGame {
        PlayedGame::new(Game::new(setup.clone()), Some(setup))
    }

    /// Presses keys again, and adds them to the history. Returns the number of keys that were pressed: at
    /// least one, and then as many as fit the time of a batch. `goes_on` is called after each key with their
    /// number, and ends the batch with false.
    pub fn press_while(
        &mut self,
        keys: &[RecordedKey],
        mut goes_on: impl FnMut(usize, &PlayedGame) -> bool,
    ) -> usize {
        let begin = Instant::now();
        for (count, recorded) in (1..).zip(keys) {
            let before = Snapshot::new(&self.game);
            replay::press(&mut self.game, recorded);
            self.history.add(&before, recorded.key, &self.game);
            if !goes_on(count, self) || begin.elapsed() > BATCH {
                return count;
            }
        }
        keys.len()
    }

    /// Returns true while the game goes on and has something to lose: a turn was taken, or it was loaded.
    pub fn is_worth_keeping(&self) -> bool {
        let tally = &self.history.tally;
        self.game.is_run_alive() && (tally.turns() > 0 || tally.continued)
    }
}
