//! A replay in a session: what its keys do, and how the player takes over.

use crate::desktop::input::Input;
use crate::desktop::input::commands::command_of;
use crate::desktop::runs::autosave::Autosave;
use crate::desktop::runs::playback::{Playback, control};
use crate::desktop::session::Session;
use crate::key::Key;
use crate::support::save_slot::SaveSlot;
use crate::trace::key_log::Logged;

impl Session {
    /// Begins a replay.
    pub(in crate::desktop) fn play_back(&mut self, playback: Playback) {
        self.playback = Some(playback);
    }

    /// Returns true if a key or a button goes to the replay. The first one after the replay takes over. If
    /// that fails, a notice says so, and the key must not close it.
    pub(super) fn replay_takes(&mut self, input: Input) -> bool {
        self.title = None;
        let had_page = self.page.is_some();
        match &self.playback {
            None => false,
            // The list of runs is shown again, and the key is not for it.
            Some(playback) if playback.is_over() && self.is_watching() => true,
            Some(playback) if playback.is_over() => {
                self.take_over();
                self.page.is_some() && !had_page
            }
            // Pages can be opened and closed during a replay.
            Some(_) => !had_page && !self.opens_page(input),
        }
    }

    /// Returns true if an input only shows something, and so may come in the middle of a replay.
    fn opens_page(&self, input: Input) -> bool {
        match input {
            Input::Key { key, shift, .. } => {
                let command = command_of(key, shift, self.game.part(), self.game.state());
                command.is_some_and(|command| command.only_shows())
            }
            Input::Pad(button) => self.pad_shows(button),
            _ => false,
        }
    }

    /// Gives an input to the replay. Returns the next key of the replay if the input asks for it.
    pub(super) fn control_replay(&mut self, input: Input) -> Option<Key> {
        self.needs_redraw = true;
        let key = control(input);
        if key == Some(Key::LEFT) {
            self.step_back();
            return None;
        }
        let playback = self.playback.as_mut()?;
        if self.suspended.is_some() && (key == Some(Key::ESCAPE) || playback.is_over()) {
            self.come_back();
            return None;
        }
        playback.remember(&self.game, &self.history);
        playback.translate(input, &mut self.game)
    }

    /// Goes back by one key.
    fn step_back(&mut self) {
        if self.recorder.is_some() {
            return self.tell("A replay that is recorded does not go back.".to_owned());
        }
        let Session { playback: Some(playback), game, history, .. } = self else { return };
        if let Some((moment, known, keys)) = playback.step_back() {
            (*game, *history) = (moment, known);
            history.press_all(keys, game);
        }
    }

    /// After a replay the game saves where any other does.
    fn take_over(&mut self) {
        let Some(playback) = self.playback.take() else { return };
        if let (Some(keys), Some(setup)) = (playback.keys_after_going_back(), &self.setup) {
            self.runs.log_again(&Logged { setup: setup.clone(), strokes: keys.to_vec() });
        }
        let Some(saves) = playback.saves else { return };
        let found = saves.find();
        let path = found.as_ref().ok().and_then(Option::as_deref);
        let autosave = path.map(|path| Autosave::beside(path, self.game.part()));
        self.runs.settle(autosave, saves.archive());
        match found {
            Ok(Some(path)) => {
                self.game.set_slot(SaveSlot::File(path));
                self.look_for_run();
            }
            Ok(None) => {}
            Err(problem) => self.warn(problem),
        }
    }
}
