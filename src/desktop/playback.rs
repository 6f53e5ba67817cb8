//! A replay: recorded keys, pressed one after another with a pause between them.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use sdl2::controller::Button;

use crate::desktop::input::Input;
use crate::desktop::save_place::SavePlace;
use crate::game::{Game, GameState};
use crate::key::Key;
use crate::trace::replay::Stroke;

/// The keys that are still to be pressed, and when.
pub(super) struct Playback {
    keys: VecDeque<Stroke>,
    pause: Duration,
    /// When the next key is due.
    due: Instant,
    /// True if the program ends after the last key. Then nothing pauses the replay.
    exit: bool,
    /// Where the game saves once the player takes over.
    pub saves: SavePlace,
}

impl Playback {
    /// The first key is due after one pause.
    pub fn new(keys: VecDeque<Stroke>, pause: Duration, exit: bool, saves: SavePlace) -> Playback {
        Playback { keys, pause, due: Instant::now() + pause, exit, saves }
    }

    /// Returns true once every key was taken, or Escape ended the replay.
    pub fn is_over(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns true if the program ends now.
    pub fn ends_program(&self) -> bool {
        self.exit && self.is_over()
    }

    /// Returns true if an input does not go to the game while the replay is running. Pages can be opened and
    /// closed during a replay.
    pub fn takes(&self, input: Input, has_page: bool) -> bool {
        let opens_page = matches!(input, Input::Key { key: Key::F1, .. } | Input::Pad(Button::Start));
        !has_page && !opens_page
    }

    /// Handles an input that does not go to the game. Escape ends the replay. On the win screen any other
    /// input returns the next key.
    pub fn translate(&mut self, input: Input, game: &mut Game) -> Option<Key> {
        match input {
            Input::Key { key: Key::ESCAPE, .. } => {
                self.keys.clear();
                None
            }
            Input::Key { repeat: true, .. } | Input::PadHeld(_) | Input::PadRun(_) => None,
            _ if self.is_paused(game, false) => self.take_key(game),
            _ => None,
        }
    }

    /// Returns the time until the next key is due; none while the replay is paused, and after the last key.
    pub fn timeout(&self, game: &Game, has_page: bool) -> Option<Duration> {
        if self.is_over() || self.is_paused(game, has_page) {
            return None;
        }
        Some(self.due.saturating_duration_since(Instant::now()))
    }

    /// Returns the next key if it is due.
    pub fn due_key(&mut self, game: &mut Game, has_page: bool) -> Option<Key> {
        if self.timeout(game, has_page)?.is_zero() { self.take_key(game) } else { None }
    }

    /// Takes the next key. A save that the recording brings along goes into the game's slot before.
    fn take_key(&mut self, game: &mut Game) -> Option<Key> {
        self.due = Instant::now() + self.pause;
        let stroke = self.keys.pop_front()?;
        if let Some(slot) = stroke.slot {
            game.set_slot(slot);
        }
        Some(stroke.key)
    }

    /// A replay that is watched pauses on the win screen, also if the recording goes on after it, and while a
    /// page lies over the game.
    fn is_paused(&self, game: &Game, has_page: bool) -> bool {
        !self.exit && (game.state() == GameState::Won || has_page)
    }
}
