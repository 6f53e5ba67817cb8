//! What a run is: a game, how it was started, and what is remembered of it.

pub(crate) mod history;
pub(crate) mod messages;
pub mod snapshot;

use crate::desktop::run::history::RunHistory;
use crate::desktop::run::snapshot::Snapshot;
use crate::game::{Game, Setup};
use crate::trace::replay::{self, Stroke};

/// A run that is played or watched.
#[derive(Clone)]
pub(crate) struct PlayedRun {
    pub game: Game,
    /// What the game was started with; none if it is not known.
    pub setup: Option<Setup>,
    pub history: RunHistory,
}

impl PlayedRun {
    /// A game that has just been started.
    pub fn new(game: Game, setup: Option<Setup>) -> PlayedRun {
        let seed = setup.as_ref().map(|setup| setup.seed);
        PlayedRun { history: RunHistory::new(&game, seed), game, setup }
    }

    /// Starts a game.
    pub fn start(setup: Setup) -> PlayedRun {
        PlayedRun::new(Game::new(setup.clone()), Some(setup))
    }

    /// Presses a key again, and remembers what it leads to.
    pub fn press(&mut self, stroke: &Stroke) {
        let before = Snapshot::new(&self.game);
        self.history.has_other_view |= replay::changes_view(&self.game, stroke.key);
        replay::press(&mut self.game, stroke);
        self.history.add(&before, stroke.key, &self.game);
    }

    /// Returns true while the run goes on and has something to lose: a turn was taken, or it was loaded.
    pub fn is_worth_keeping(&self) -> bool {
        let tally = &self.history.tally;
        self.game.is_run_alive() && (tally.turns() > 0 || tally.continued)
    }
}
