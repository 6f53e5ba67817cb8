//! A run of the list that is watched again. What was played before waits, and goes on after it.

use std::mem;
use std::path::Path;
use std::time::Duration;

use crate::desktop::assist::walk::Walk;
use crate::desktop::pages::Page;
use crate::desktop::pages::run_list::RunList;
use crate::desktop::runs::keeper::RunKeeper;
use crate::desktop::runs::run_file;
use crate::desktop::session::Session;
use crate::desktop::session::history::RunHistory;
use crate::desktop::session::playback::Playback;
use crate::desktop::session::run::{Mode, PlayedRun, SuspendedRun};
use crate::game::Game;
use crate::trace::replay::Replay;

/// Time between two keys at first.
const PAUSE: Duration = Duration::from_millis(100);

impl Session {
    /// Begins to watch the run of a file of keys.
    pub(super) fn watch(&mut self, path: &Path, list: Box<RunList>) {
        if self.recorder.is_some() {
            return self.warn("no other run can be watched while this one is recorded".to_owned());
        }
        let (setup, keys) = match run_file::read(path) {
            Ok(Replay { header: Some(header), keys, .. }) => (header.setup(), keys),
            Ok(_) => return,
            Err(error) => return self.warn(format!("cannot watch {}: {error}", path.display())),
        };
        // Should the program end now, the run is kept.
        self.keep_run();
        let game = Game::new(setup.clone());
        let mut history = RunHistory::new(&game);
        history.seed = Some(setup.seed);
        let watched = PlayedRun { game, setup: Some(setup), history, files: RunKeeper::default() };
        let run = mem::replace(&mut self.run, watched);
        let playback = Playback::new(keys, PAUSE, false, None);
        self.mode = Mode::Watching(playback, Box::new(SuspendedRun { run, list }));
        self.set_page(None);
    }

    /// Goes back to what was played before, and to the list.
    pub(super) fn come_back(&mut self) {
        if let Mode::Watching(_, suspended) = mem::replace(&mut self.mode, Mode::Playing) {
            let SuspendedRun { run, list } = *suspended;
            self.run = run;
            self.walk = Walk::default();
            self.set_page(Some(Page::Runs(list)));
        }
    }
}
