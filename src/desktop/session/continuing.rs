//! Runs that were left: the list of runs, and how a run goes on.

use std::path::Path;

use crate::desktop::assist::alarm::Snapshot;
use crate::desktop::pages::Page;
use crate::desktop::pages::run_list::{RunChoice, RunList};
use crate::desktop::runs::history::RunHistory;
use crate::desktop::runs::keeper::Resumed;
use crate::desktop::session::Session;
use crate::game::{Game, GameState, Outcome};
use crate::key::Key;
use crate::trace::key_log::Logged;

impl Session {
    /// Shows the list of runs.
    pub(super) fn show_runs(&mut self) {
        let part = self.game.part();
        self.set_page(Some(Page::Runs(Box::new(RunList::new(part, self.runs.list(part))))));
    }

    /// A key on the list of runs.
    pub(super) fn press_on_runs(&mut self, mut list: Box<RunList>, key: Key) {
        match list.press(key, self.frame.rows()) {
            RunChoice::Stay => self.set_page(Some(Page::Runs(list))),
            RunChoice::Close => self.set_page(None),
            RunChoice::Continue(path) => {
                self.set_page(None);
                self.resume(&path);
            }
            RunChoice::GiveUp(path) => {
                let part = self.game.part();
                let ended = self.runs.give_up(&path, part);
                list.update(self.runs.list(part));
                self.set_page(Some(Page::Runs(list)));
                self.look_for_run();
                if let Err(problem) = ended {
                    self.warn(problem);
                }
            }
            RunChoice::Watch(path) => self.watch(&path, list),
        }
    }

    /// The menu's line: continues the run that it offers.
    pub(super) fn resume_offer(&mut self) {
        if let Some(path) = self.runs.offered() {
            self.resume(&path);
        }
    }

    /// Continues a run that was left. The run that is played until now is kept.
    fn resume(&mut self, path: &Path) {
        // A run can be loaded on the menu and on the map, and not on the screens of a death or a win.
        if matches!(self.game.state(), GameState::Dead | GameState::Won) {
            self.press(Key::SPACE);
        }
        match self.runs.take(path, &self.game) {
            Ok(None) => {}
            // A recording of this session would not be that of the continued run's game.
            Ok(Some(Resumed { keys: Some(keys), .. })) if self.recorder.is_none() => self.go_on(&keys),
            Ok(Some(Resumed { text, .. })) => self.go_on_loaded(&text),
            Err(error) => {
                self.warn(error.to_string());
                self.look_for_run();
            }
        }
    }

    /// Continues a run in the game that its keys lead to, under its own seed.
    fn go_on(&mut self, keys: &Logged) {
        let slot = self.game.slot().clone();
        self.game = Game::new(keys.setup.clone());
        self.history = RunHistory::new(&self.game);
        self.history.press_all(&keys.strokes, &mut self.game);
        self.runs.go_on(keys, &self.game);
        self.game.set_slot(slot);
        self.set_setup(&keys.setup);
        self.is_continued = true;
        self.needs_redraw = true;
    }

    /// Continues a run as if F9 had loaded it.
    fn go_on_loaded(&mut self, save: &str) {
        let before = Snapshot::new(&self.game);
        match self.game.resume(save) {
            Ok(()) => {
                self.record(Key::F9, Outcome::Redraw);
                self.note_step(&before, Key::F9);
                self.runs.go_on_loaded(&self.game);
                self.follow(Outcome::Redraw);
            }
            Err(error) => {
                // The game that is played goes on in files of its own.
                self.runs.leave_files();
                self.warn(format!("cannot continue the run: {error}"));
            }
        }
    }
}
