//! A run of the list that is watched again. What was played before waits, and goes on after it.

use std::mem;
use std::path::Path;
use std::time::Duration;

use crate::desktop::pages::Page;
use crate::desktop::pages::run_list::RunList;
use crate::desktop::runs::history::RunHistory;
use crate::desktop::runs::keeper::RunKeeper;
use crate::desktop::runs::playback::Playback;
use crate::desktop::session::Session;
use crate::game::{Game, Setup};
use crate::trace::replay::Replay;

/// Time between two keys at first.
const PAUSE: Duration = Duration::from_millis(100);

/// What waits while a run is watched.
pub(super) struct SuspendedRun {
    game: Game,
    runs: RunKeeper,
    history: RunHistory,
    setup: Option<Setup>,
    list: Box<RunList>,
}

impl Session {
    /// Begins to watch the run of a file of keys.
    pub(super) fn watch(&mut self, path: &Path, list: Box<RunList>) {
        if self.recorder.is_some() {
            return self.warn("no other run can be watched while this one is recorded".to_owned());
        }
        let replay = match Replay::read(path) {
            Ok(replay) => replay,
            Err(error) => return self.warn(error.to_string()),
        };
        let Some(setup) = replay.header.map(|header| header.setup()) else {
            return self.warn(format!("{} is no trace of a run", path.display()));
        };
        // Should the program end now, the run is kept.
        self.keep_run();
        let game = Game::new(setup.clone());
        let mut history = RunHistory::new(&game);
        history.seed = Some(setup.seed);
        self.suspended = Some(Box::new(SuspendedRun {
            game: mem::replace(&mut self.game, game),
            runs: mem::take(&mut self.runs),
            history: mem::replace(&mut self.history, history),
            setup: self.setup.replace(setup),
            list,
        }));
        self.play_back(Playback::new(replay.keys.into(), PAUSE, false, None));
        self.set_page(None);
    }

    /// Returns true while a run of the list is watched.
    pub(super) const fn is_watching(&self) -> bool {
        self.suspended.is_some()
    }

    /// Goes back to what was played before, and to the list.
    pub(super) fn come_back(&mut self) {
        let Some(suspended) = self.suspended.take() else { return };
        let SuspendedRun { game, runs, history, setup, list } = *suspended;
        (self.game, self.runs, self.history, self.setup) = (game, runs, history, setup);
        self.playback = None;
        self.set_page(Some(Page::Runs(list)));
    }
}
