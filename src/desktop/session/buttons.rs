//! What the buttons and sticks of a game pad do in a session.

use sdl2::controller::Button;

use crate::desktop::assist::travel::known_stairs;
use crate::desktop::input::commands::Command;
use crate::desktop::input::pads::arrow;
use crate::desktop::pages::Page;
use crate::desktop::session::Session;
use crate::game::GameState;
use crate::key::Key;

/// How a direction came from a pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// A button was pressed, or the left stick tilted.
    Pressed,
    /// It is held.
    Held,
    /// The right stick was tilted.
    Run,
}

impl Session {
    /// Returns the key of the original that a button stands for. Start lists all commands, so that a pad can
    /// do all that keys can.
    pub(super) fn translate_button(&mut self, button: Button, way: Way) -> Option<Key> {
        if self.page.is_some() {
            return if way == Way::Held { None } else { self.press_on_page(button) };
        }
        if button == Button::Start {
            // In the middle of a replay no command changes the game.
            let page = if self.is_replay() { Page::Help(0) } else { Page::Commands(0) };
            self.set_page(Some(page));
            return None;
        }
        if self.examine.has_cursor() {
            return self.move_cursor(key_of(button), way == Way::Run);
        }
        if self.run.game.state() == GameState::Playing
            && let Some(command) = self.command_of(button)
        {
            self.begin_input();
            return self.obey(command);
        }
        let before = self.pointer;
        let key = self.pointer.translate(button, &self.run.game, self.run.files.has_offer());
        self.needs_redraw |= self.pointer != before;
        let key = key?;
        self.translate_key((key, key), way == Way::Run, way == Way::Held)
    }

    /// Returns the command of a button on the map. Y goes to the stairs once they are known.
    fn command_of(&self, button: Button) -> Option<Command> {
        let part = self.run.game.part();
        match button {
            Button::A if part.has_fog() => Some(Command::Explore),
            Button::B if part.has_player() => Some(Command::Look),
            Button::Y if known_stairs(&self.run.game).is_some() => Some(Command::GoToStairs),
            Button::LeftShoulder if part.has_melee() => Some(Command::Messages),
            Button::RightShoulder if part.has_monsters() => Some(Command::Panel),
            _ => None,
        }
    }

    /// Returns true if a button only shows something, and so may come in the middle of a replay.
    pub(super) fn pad_shows(&self, button: Button) -> bool {
        let on_map = self.run.game.state() == GameState::Playing;
        let shows = || self.command_of(button).is_some_and(Command::only_shows);
        button == Button::Start || on_map && shows()
    }

    /// On a page a button stands for a key.
    fn press_on_page(&mut self, button: Button) -> Option<Key> {
        match (&self.page, button) {
            (Some(Page::Runs(_)), Button::X) => self.turn_page(Key::G),
            _ => self.turn_page(key_of(button)),
        }
    }
}

/// Returns the key that a button stands for on pages and for the cursor.
fn key_of(button: Button) -> Key {
    arrow(button).unwrap_or(if button == Button::A { Key::RETURN } else { Key::ESCAPE })
}
