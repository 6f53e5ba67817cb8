//! What the buttons and sticks of a game pad do in a session.

use sdl2::controller::Button;

use crate::desktop::commands::Action::{self, Give, Show};
use crate::desktop::commands::{Command, PageName, is_available};
use crate::desktop::input::pads::arrow;
use crate::desktop::pages::Page;
use crate::desktop::session::Session;
use crate::game::GameState;
use crate::key::Key;

impl Session {
    /// Returns the key of the original that a button stands for. Start lists all commands, so that a pad can
    /// do all that keys can. The right stick runs.
    pub(super) fn press_button(&mut self, button: Button, runs: bool, repeat: bool) -> Option<Key> {
        if let Some(action) = self.action_of_button(button) {
            self.begin_input();
            return self.act(action);
        }
        if button == Button::Start && self.page.is_none() {
            // In the middle of a replay no command changes the game.
            let page = if self.is_replay() { Page::Help(0) } else { Page::Commands(0) };
            self.set_page(Some(page));
            return None;
        }
        let key = self.key_of(button)?;
        self.press_key((key, key), runs, repeat)
    }

    /// Returns what a button does on the map, if it is no key there.
    fn action_of_button(&self, button: Button) -> Option<Action> {
        let action = match button {
            Button::A => Give(Command::Explore),
            Button::B => Give(Command::Look),
            Button::Y => Give(Command::GoToStairs),
            Button::LeftShoulder => Show(PageName::Messages),
            Button::RightShoulder => Show(PageName::Panel),
            _ => return None,
        };
        let game = &self.run.game;
        let is_map =
            game.state() == GameState::Playing && self.page.is_none() && self.examine.cursor().is_none();
        (is_map && is_available(action, game.part(), game.state())).then_some(action)
    }

    /// Returns true if a button only shows something, and so may come in the middle of a replay.
    pub(super) fn pad_shows(&self, button: Button) -> bool {
        button == Button::Start || self.action_of_button(button).is_some_and(Action::only_shows)
    }

    /// Returns the key that a button stands for where it does nothing else.
    fn key_of(&self, button: Button) -> Option<Key> {
        let is_cursor = self.examine.cursor().is_some();
        match (&self.page, self.run.game.state(), button) {
            (Some(Page::Runs(_)), _, Button::X) => Some(Key::G),
            (Some(Page::Ask(key, _)), _, Button::A) => Some(*key),
            (Some(Page::Ask(..)), _, Button::B) => Some(Key::RETURN),
            (page, GameState::Playing, Button::X) if page.is_none() && !is_cursor => Some(Key::I),
            (None, GameState::Playing, Button::A | Button::B | Button::Y) if !is_cursor => None,
            (None, GameState::Inventory, Button::B | Button::X) => Some(Key::ESCAPE),
            (None, GameState::Dead | GameState::Won, Button::A) => Some(Key::SPACE),
            (None, GameState::ClassSelect, Button::B) | (None, GameState::Dead | GameState::Won, _) => None,
            (_, _, Button::A) => Some(Key::RETURN),
            (_, _, Button::B) => Some(Key::ESCAPE),
            _ => arrow(button),
        }
    }
}
