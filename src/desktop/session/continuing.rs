//! Runs that were left: the list of runs, and how a run goes on.

use std::mem;
use std::path::Path;

use crate::desktop::pages::Page;
use crate::desktop::pages::run_list::{RunChoice, RunList};
use crate::desktop::runs::facts::RunFacts;
use crate::desktop::runs::run_file::{self, Claimed};
use crate::desktop::runs::{Run, RunEnd};
use crate::desktop::session::{Mode, Session};

impl Session {
    /// Shows the list of runs.
    pub(super) fn show_runs(&mut self) {
        if self.recorder.is_some() {
            return self.show_text("This run is recorded, so no other one can be continued or watched.");
        }
        let own = self.files.path().map(Path::to_owned);
        let list = RunList::new(self.list(), own);
        self.open(Page::Runs(list));
    }

    /// Returns the list of runs. The file of the run that is played has its state only now and then.
    fn list(&self) -> Vec<Run> {
        let mut runs = self.files.list(self.run.game.part());
        let is_own = |run: &&mut Run| run.end == RunEnd::Open && self.files.path() == Some(run.path());
        runs.iter_mut().filter(is_own).for_each(|run| run.facts = RunFacts::of(&self.run));
        runs
    }

    /// Does what was chosen on the list of runs, which is shown.
    pub(super) fn choose_run(&mut self, choice: RunChoice) {
        let Some(Page::Runs(mut list)) = self.pages.pop() else { return };
        let Some(run) = list.run().cloned() else { return };
        let path = run.path();
        match choice {
            RunChoice::Continue => self.resume(path),
            RunChoice::GiveUp => {
                let ended = self.files.give_up(&run);
                list.update(self.list());
                self.pages.push(Page::Runs(list));
                self.warn_of(ended);
            }
            RunChoice::Watch => self.watch(path, Some(list)),
            RunChoice::Again => match run_file::read(path, self.run.game.part()) {
                Ok((setup, _)) => self.begin_as(setup),
                Err(error) => self.warn(format!("cannot read {}: {error}", path.display())),
            },
            RunChoice::Share => {
                self.pages.push(Page::Runs(list));
                self.share(run.facts.shared(run.end));
            }
        }
    }

    /// Continues a run that was left. The run that is played until now is kept.
    pub(super) fn resume(&mut self, path: &Path) {
        match self.files.claim(path, &self.run) {
            Ok(claimed) => self.mode = Mode::Continuing(Box::new(claimed)),
            Err(error) => self.warn(error.to_string()),
        }
        self.press_kept_keys();
    }

    /// Presses the next keys of the run that is continued. After the last one it is played.
    pub(super) fn press_kept_keys(&mut self) {
        let Mode::Continuing(claimed) = &mut self.mode else { return };
        let Claimed { keys, run, count, .. } = &mut **claimed;
        *count += run.press_while(&keys[*count..], |_, _| true);
        if *count < keys.len() {
            let percent = 100 * *count / keys.len();
            return self
                .show_text(format!("Replaying your run to where you left it: {percent} %. ESC stops."));
        }
        self.examine.end_text();
        let Mode::Continuing(claimed) = mem::replace(&mut self.mode, Mode::Playing) else { return };
        self.pages.clear();
        match self.files.go_on(*claimed) {
            Ok((mut run, note)) => {
                run.game.set_slot(self.run.game.slot().clone());
                self.play(run);
                self.starts_over = true;
                note.into_iter().for_each(|note| self.warn(note));
            }
            Err(error) => self.warn(error.to_string()),
        }
    }
}
