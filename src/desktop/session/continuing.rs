//! Runs that were left: the list of runs, and how a run goes on.

use std::mem;
use std::path::Path;

use crate::desktop::pages::Page;
use crate::desktop::pages::run_list::{RunChoice, RunList};
use crate::desktop::run::PlayedRun;
use crate::desktop::runs::folder::RunError;
use crate::desktop::runs::run_file::Claimed;
use crate::desktop::session::{Mode, Session};
use crate::game::Setup;

/// A run that was left, while its keys are pressed again. It makes no sound, and its saves stay in memory.
pub(super) struct Continuing {
    claimed: Claimed,
    setup: Setup,
    run: PlayedRun,
    /// Number of keys that were pressed.
    count: usize,
}

impl Session {
    /// Shows the list of runs.
    pub(super) fn show_runs(&mut self) {
        if self.recorder.is_some() {
            return self.show_text("This run is recorded, so no other one can be continued or watched.");
        }
        let part = self.run.game.part();
        let own = self.files.path().map(Path::to_owned);
        let list = RunList::new(part, self.files.list(part), own);
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
                self.look_for_runs();
                self.warn_of(ended);
            }
            RunChoice::Watch(path) => self.watch(&path, Some(list)),
            RunChoice::Again(seed) => self.begin(seed),
            RunChoice::Share(line) => {
                self.set_page(Some(Page::Runs(list)));
                self.share(line);
            }
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
        let begun = self.begin_to_continue(path);
        self.warn_of(begun);
        self.press_kept_keys();
        self.look_for_runs();
    }

    fn begin_to_continue(&mut self, path: &Path) -> Result<(), RunError> {
        let Some(claimed) = self.files.claim(path, &self.run)? else { return Ok(()) };
        // The keys of a script say nothing about the game.
        let Some(setup) = claimed.replay.setup() else { return Ok(()) };
        let run = PlayedRun::start(setup.clone());
        self.mode = Mode::Continuing(Box::new(Continuing { claimed, setup, run, count: 0 }));
        Ok(())
    }

    /// Presses the next keys of the run that is continued. After the last one it is played.
    pub(super) fn press_kept_keys(&mut self) {
        let Mode::Continuing(continuing) = &mut self.mode else { return };
        let Continuing { claimed, run, count, .. } = &mut **continuing;
        let keys = &claimed.replay.keys;
        *count += run.press_some(&keys[*count..]);
        if *count < keys.len() {
            let percent = 100 * *count / keys.len();
            return self.set_page(Some(Page::Progress(percent)));
        }
        let Mode::Continuing(continuing) = mem::replace(&mut self.mode, Mode::Playing) else { return };
        let Continuing { claimed, setup, mut run, .. } = *continuing;
        self.set_page(None);
        match self.files.go_on(claimed, &setup, &run) {
            Ok(note) => {
                run.game.set_slot(self.run.game.slot().clone());
                self.play(run);
                self.starts_over = true;
                note.into_iter().for_each(|note| self.warn(note));
            }
            Err(error) => self.warn(error.to_string()),
        }
        self.look_for_runs();
    }
}
