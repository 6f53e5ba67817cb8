//! What the buttons and sticks of a game pad do in a session: each stands for a key.

use sdl2::controller::Button;

use crate::desktop::input::pads::arrow;
use crate::desktop::pages::Page;
use crate::desktop::session::Session;
use crate::game::GameState;
use crate::key::Key;

/// The keys of the buttons on the map, and whether Shift is held with each.
const ON_MAP: [(Button, Key, bool); 6] = [
    (Button::A, Key::X, false),
    (Button::B, Key::E, false),
    (Button::X, Key::I, false),
    (Button::Y, Key::PERIOD, true),
    (Button::LeftShoulder, Key::M, false),
    (Button::RightShoulder, Key::P, false),
];

impl Session {
    /// Returns the key of the original that a button stands for. Start lists all commands, so that a pad can
    /// do all that keys can. The right stick runs.
    pub(super) fn press_button(&mut self, button: Button, runs: bool, repeat: bool) -> Option<Key> {
        if button == Button::Start && self.page.is_none() {
            // In the middle of a replay no command changes the game.
            let page = if self.is_replay() { Page::Help(0) } else { Page::Commands(0) };
            self.set_page(Some(page));
            return None;
        }
        let (key, shift) = self.key_of(button)?;
        self.press_key((key, key), runs || shift, repeat)
    }

    /// Returns the key that a button stands for, and whether Shift is held with it.
    pub(super) fn key_of(&self, button: Button) -> Option<(Key, bool)> {
        let state = self.run.game.state();
        if self.page.is_none() && state == GameState::Playing && self.examine.cursor().is_none() {
            let on_map = ON_MAP.into_iter().find(|(its_button, ..)| *its_button == button);
            let key = on_map.map(|(_, key, shift)| (key, shift)).or_else(|| Some((arrow(button)?, false)));
            // A key that means nothing would be a step of a recording.
            let means = |key, shift| key == Key::I || self.action_of(key, shift).is_some();
            return key.filter(|&(key, shift)| arrow(button).is_some() || means(key, shift));
        }
        let key = match (&self.page, state, button) {
            (Some(Page::Runs(_)), _, Button::X) => Some(Key::G),
            (Some(Page::Ask(key, _)), _, Button::A) => Some(*key),
            (Some(Page::Ask(..)), _, Button::B) => Some(Key::RETURN),
            (None, GameState::Inventory, Button::X) => Some(Key::ESCAPE),
            (None, GameState::Dead | GameState::Won, Button::A) => Some(Key::SPACE),
            (None, GameState::ClassSelect, Button::B) | (None, GameState::Dead | GameState::Won, _) => None,
            (_, _, Button::A) => Some(Key::RETURN),
            (_, _, Button::B) => Some(Key::ESCAPE),
            _ => arrow(button),
        };
        key.map(|key| (key, false))
    }
}
