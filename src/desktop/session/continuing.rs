//! Runs that were left: the list of runs, and how a run goes on.

use std::path::Path;

use crate::desktop::assist::alarm::Snapshot;
use crate::desktop::assist::walk::Walk;
use crate::desktop::pages::Page;
use crate::desktop::pages::run_list::{RunChoice, RunList};
use crate::desktop::runs::autosave::AutosaveError;
use crate::desktop::runs::history::RunHistory;
use crate::desktop::runs::keeper::Resumed;
use crate::desktop::session::Session;
use crate::game::{Game, GameState, Outcome};
use crate::key::Key;
use crate::trace::key_log::Logged;

impl Session {
    /// Shows the list of runs.
    pub(super) fn show_runs(&mut self) {
        let part = self.run.game.part();
        self.set_page(Some(Page::Runs(Box::new(RunList::new(part, self.run.files.list(part))))));
    }

    /// Does what was chosen on the list of runs.
    pub(super) fn choose_run(&mut self, choice: RunChoice, mut list: Box<RunList>) {
        match choice {
            RunChoice::Stay => {}
            RunChoice::Continue(path) => self.resume(&path),
            RunChoice::GiveUp(run) => {
                let part = self.run.game.part();
                let ended = self.run.files.give_up(&run, part);
                list.update(self.run.files.list(part));
                self.set_page(Some(Page::Runs(list)));
                self.look_for_run();
                self.count_runs();
                if let Err(problem) = ended {
                    self.warn(problem);
                }
            }
            RunChoice::Watch(path) => self.watch(&path, list),
        }
    }

    /// The menu's line: continues the run that it offers.
    pub(super) fn resume_offer(&mut self) {
        if let Some(path) = self.run.files.offered() {
            self.resume(&path);
        }
    }

    /// Continues a run that was left. The run that is played until now is kept.
    fn resume(&mut self, path: &Path) {
        // A run can be loaded on the menu and on the map, and not on the screens of a death or a win.
        if matches!(self.run.game.state(), GameState::Dead | GameState::Won) {
            self.press(Key::SPACE);
        }
        match self.run.files.take(path, &self.run.game) {
            Ok(None) => {}
            Ok(Some(Resumed { text, keys, notes })) => {
                match keys {
                    // A recording of this session would not be that of the continued run's game.
                    Some(keys) if self.recorder.is_none() => self.go_on(&keys),
                    _ => self.go_on_loaded(&text),
                }
                notes.into_iter().for_each(|note| self.warn(note));
            }
            Err(error) => {
                self.warn(error.to_string());
                self.look_for_run();
            }
        }
    }

    /// Continues a run in the game that its keys lead to, under its own seed.
    fn go_on(&mut self, keys: &Logged) {
        let slot = self.run.game.slot().clone();
        self.run.game = Game::new(keys.setup.clone());
        self.run.history = RunHistory::new(&self.run.game);
        self.run.history.press_all(&keys.strokes, &mut self.run.game);
        let kept = self.run.files.go_on(keys, &self.run.game);
        self.run.game.set_slot(slot);
        self.walk = Walk::default();
        self.set_setup(&keys.setup);
        self.report.is_continued = true;
        self.needs_redraw = true;
        self.warn_of_keys(kept);
    }

    /// Tells the player what became of the file of keys of a run that goes on.
    fn warn_of_keys(&mut self, kept: Result<Option<String>, AutosaveError>) {
        match kept {
            Ok(None) => {}
            Ok(Some(note)) => self.warn(note),
            Err(error) => self.warn(error.to_string()),
        }
    }

    /// Continues a run as if F9 had loaded it.
    fn go_on_loaded(&mut self, save: &str) {
        let before = Snapshot::new(&self.run.game);
        match self.run.game.resume(save) {
            Ok(()) => {
                self.record(Key::F9, Outcome::Redraw);
                self.note_step(&before, Key::F9);
                let kept = self.run.files.go_on_loaded(&self.run.game);
                self.follow(Outcome::Redraw);
                self.warn_of_keys(kept);
            }
            Err(error) => {
                // The game that is played goes on in files of its own.
                self.run.files.leave_files();
                self.warn(format!("cannot continue the run: {error}"));
            }
        }
    }
}
