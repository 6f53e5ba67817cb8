//! Runs that were left: the list of runs, and how a run goes on.

use std::mem;
use std::path::Path;

use crate::desktop::assist::walk::Walk;
use crate::desktop::input::Input;
use crate::desktop::pages::Page;
use crate::desktop::pages::run_list::{RunChoice, RunList};
use crate::desktop::run::PlayedRun;
use crate::desktop::runs::folder::RunError;
use crate::desktop::runs::run_file::Claimed;
use crate::desktop::session::replay::control;
use crate::desktop::session::{Mode, Session};
use crate::game::{GameState, Setup};
use crate::key::Key;

impl Session {
    /// Shows the list of runs.
    pub(super) fn show_runs(&mut self) {
        let part = self.run.game.part();
        let own = self.files.path().map(Path::to_owned);
        let list = RunList::new(part, self.files.list(part), own, self.recorder.is_some());
        self.set_page(Some(Page::Runs(Box::new(list))));
    }

    /// Does what was chosen on the list of runs.
    pub(super) fn choose_run(&mut self, choice: RunChoice, mut list: Box<RunList>) {
        match choice {
            RunChoice::Stay => {}
            RunChoice::Continue(path) => self.resume(&path),
            RunChoice::GiveUp(run) => {
                let part = self.run.game.part();
                let ended = self.files.give_up(&run);
                list.update(self.files.list(part));
                self.set_page(Some(Page::Runs(list)));
                self.look_for_run();
                self.count_runs();
                self.warn_of(ended);
            }
            RunChoice::Watch(path) => self.watch(&path, list),
        }
    }

    /// The menu's line: continues the run that it offers.
    pub(super) fn resume_offer(&mut self) {
        if let Some(path) = self.files.offer().run.as_ref().map(|run| run.path().to_owned()) {
            self.resume(&path);
        }
    }

    /// Continues a run that was left. The run that is played until now is kept.
    fn resume(&mut self, path: &Path) {
        // A run can be loaded on the menu and on the map, and not on the screens of a death or a win.
        if matches!(self.run.game.state(), GameState::Dead | GameState::Won) {
            self.press(Key::SPACE);
        }
        let claimed = match self.files.claim(path, &self.run) {
            Ok(claimed) => claimed,
            Err(error) => return self.stay(&error),
        };
        // The keys of a script say nothing about the game.
        let Some((claimed, setup)) = claimed.and_then(|it| it.replay.setup().map(|setup| (it, setup))) else {
            return;
        };
        let run = PlayedRun::start(setup.clone());
        self.mode = Mode::Continuing(Box::new(Continuing { claimed, setup, run, count: 0 }));
        self.press_kept_keys();
    }

    /// Presses the next keys of the run that is continued. After the last one it is played.
    pub(super) fn press_kept_keys(&mut self) {
        let Mode::Continuing(continuing) = &mut self.mode else { return };
        let Continuing { claimed, run, count, .. } = &mut **continuing;
        let keys = &claimed.replay.keys;
        let end = (*count + KEYS_AT_ONCE).min(keys.len());
        run.press_all(&keys[*count..end]);
        *count = end;
        if end < keys.len() {
            let percent = 100 * end / keys.len();
            return self.set_page(Some(Page::Progress(percent)));
        }
        let Mode::Continuing(continuing) = mem::replace(&mut self.mode, Mode::Playing) else { return };
        self.set_page(None);
        let Continuing { claimed, setup, mut run, .. } = *continuing;
        match self.files.go_on(claimed, &setup, &run) {
            Ok(note) => {
                run.game.set_slot(self.run.game.slot().clone());
                self.run = run;
                self.walk = Walk::default();
                self.report.is_continued = true;
                note.into_iter().for_each(|note| self.warn(note));
            }
            Err(error) => self.stay(&error),
        }
    }

    /// An input while the keys of a run are pressed. Escape stops that, and the run stays as it was.
    pub(super) fn stop_continuing(&mut self, input: Input) {
        if control(input) == Some(Key::ESCAPE) {
            self.mode = Mode::Playing;
            self.set_page(None);
        }
    }

    fn stay(&mut self, error: &RunError) {
        self.warn(error.to_string());
        self.look_for_run();
    }
}

/// Number of keys that are pressed before the window shows how far it is.
const KEYS_AT_ONCE: usize = 5_000;

/// A run that was left, while its keys are pressed again. It makes no sound, and its saves stay in memory.
pub(super) struct Continuing {
    claimed: Claimed,
    setup: Setup,
    run: PlayedRun,
    /// Number of keys that were pressed.
    count: usize,
}
