//! A replay in a session: what its keys do, and how the player takes over.

use crate::desktop::assist::walk::Walk;
use crate::desktop::input::Input;
use crate::desktop::input::commands::{Action, action_of};
use std::mem;

use crate::desktop::session::Session;
use crate::desktop::session::playback::{Jump, Playback, control};
use crate::desktop::session::run::{Mode, PlayedRun};
use crate::key::Key;
use crate::support::save_slot::SaveSlot;

impl Session {
    /// Begins a replay.
    pub(in crate::desktop) fn play_back(&mut self, playback: Playback) {
        self.mode = Mode::Replaying(playback);
    }

    /// Returns true if a key or a button goes to the replay. The first one after the replay takes over. If
    /// that fails, a notice says so, and the key must not close it.
    pub(super) fn replay_takes(&mut self, input: Input) -> bool {
        // Pages can be opened and closed during a replay.
        if !self.is_replay() || self.page.is_some() || self.opens_page(input) {
            return false;
        }
        match &self.mode {
            Mode::Replaying(playback) if playback.is_over() && !jumps(input) => {
                self.take_over();
                self.page.is_some()
            }
            _ => true,
        }
    }

    /// Returns true if an input only shows something, and so may come in the middle of a replay.
    fn opens_page(&self, input: Input) -> bool {
        match input {
            Input::Key { key, shift, .. } => {
                let action = action_of(key, shift, self.run.game.part(), self.run.game.state());
                action.is_some_and(Action::only_shows)
            }
            Input::Pad(button) => self.pad_shows(button),
            _ => false,
        }
    }

    /// Gives an input to the replay. Returns the next key of the replay if the input asks for it.
    pub(super) fn control_replay(&mut self, input: Input) -> Option<Key> {
        self.needs_redraw = true;
        let key = control(input);
        if let Some(jump) = key.and_then(Jump::of) {
            self.jump(jump);
            return None;
        }
        if let Mode::Watching(playback, _) = &self.mode
            && (key == Some(Key::ESCAPE) || playback.is_over())
        {
            self.come_back();
            return None;
        }
        let playback = self.mode.playback_mut()?;
        playback.remember(&self.run.game, &self.run.history);
        playback.translate(input, &mut self.run.game)
    }

    /// Goes to another place of the replay.
    fn jump(&mut self, jump: Jump) {
        if self.recorder.is_some() {
            return self.tell("A replay that is recorded does not jump.".to_owned());
        }
        let PlayedRun { game, history, .. } = &mut self.run;
        let Some(playback) = self.mode.playback_mut() else { return };
        playback.remember(game, history);
        if let Some((moment, known, keys)) = playback.jump(jump) {
            (*game, *history) = (moment, known);
            history.press_all(keys, game);
        }
    }

    /// After a replay the game saves where any other does.
    fn take_over(&mut self) {
        let Mode::Replaying(playback) = mem::replace(&mut self.mode, Mode::Playing) else { return };
        if let (Some(keys), Some(setup)) = (playback.keys_after_going_back(), &self.run.setup) {
            self.run.files.log_again(setup, keys, &self.run.game);
        }
        self.walk = Walk::default();
        let Some(saves) = playback.saves else { return };
        let found = saves.find();
        let path = found.as_ref().ok().and_then(Option::as_deref);
        self.run.files.settle(saves.runs_folder(path));
        match found {
            Ok(Some(path)) => {
                self.run.game.set_slot(SaveSlot::File(path));
                self.look_for_run();
                self.count_runs();
            }
            Ok(None) => {}
            Err(problem) => self.warn(problem),
        }
    }
}

/// Returns true for inputs that lead back into a replay which has ended. An arrow walks on from there.
fn jumps(input: Input) -> bool {
    control(input).is_some_and(|key| matches!(key, Key::HOME | Key::PAGE_UP))
}
