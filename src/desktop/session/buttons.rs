//! What the buttons and sticks of a game pad do in a session.

use sdl2::controller::Button;

use crate::desktop::input::commands::{Action, Command, is_available};
use crate::desktop::input::pads::arrow;
use crate::desktop::pages::Page;
use crate::desktop::session::Session;
use crate::game::GameState;
use crate::key::Key;

impl Session {
    /// Returns the key of the original that a button stands for. Start lists all commands, so that a pad can
    /// do all that keys can. The right stick runs.
    pub(super) fn press_button(&mut self, button: Button, runs: bool, repeat: bool) -> Option<Key> {
        if let Some(command) = self.command_of(button) {
            self.begin_input();
            return self.obey(command);
        }
        if button == Button::Start && self.page.is_none() {
            // In the middle of a replay no command changes the game.
            let page = if self.is_replay() { Page::Help(0) } else { Page::Commands(0) };
            self.set_page(Some(page));
            return None;
        }
        let is_list = matches!(self.run.game.state(), GameState::Inventory | GameState::ClassSelect);
        let moves = matches!(button, Button::DPadUp | Button::DPadDown | Button::A);
        let key = if self.page.is_none() && is_list && moves {
            self.needs_redraw = true;
            self.pointer.turn(button, &self.run.game, self.run.files.offer())?
        } else {
            self.key_of(button)?
        };
        self.press_key((key, key), runs, repeat)
    }

    /// Returns the command of a button on the map.
    fn command_of(&self, button: Button) -> Option<Command> {
        let command = match button {
            Button::A => Command::Explore,
            Button::B => Command::Look,
            Button::Y => Command::GoToStairs,
            Button::LeftShoulder => Command::Messages,
            Button::RightShoulder => Command::Panel,
            _ => return None,
        };
        let game = &self.run.game;
        let is_map = game.state() == GameState::Playing && self.page.is_none() && !self.examine.has_cursor();
        (is_map && is_available(command, game.part(), game.state())).then_some(command)
    }

    /// Returns true if a button only shows something, and so may come in the middle of a replay.
    pub(super) fn pad_shows(&self, button: Button) -> bool {
        let shows = |command| Action::Give(command).only_shows();
        button == Button::Start || self.command_of(button).is_some_and(shows)
    }

    /// Returns the key that a button stands for where it is no command.
    fn key_of(&self, button: Button) -> Option<Key> {
        let is_cursor = self.examine.has_cursor();
        match (&self.page, self.run.game.state(), button) {
            (Some(Page::Runs(_)), _, Button::X) => Some(Key::G),
            (Some(Page::Ask(key, _)), _, Button::A) => Some(*key),
            (Some(Page::Ask(..)), _, Button::B) => Some(Key::RETURN),
            (page, GameState::Playing, Button::X) if page.is_none() && !is_cursor => Some(Key::I),
            (None, GameState::Playing, Button::A | Button::B | Button::Y) if !is_cursor => None,
            (None, GameState::Inventory, Button::B | Button::X) => Some(Key::ESCAPE),
            (None, GameState::Dead | GameState::Won, Button::A) => Some(Key::SPACE),
            (None, GameState::ClassSelect | GameState::Dead | GameState::Won, _) => None,
            (_, _, Button::A) => Some(Key::RETURN),
            (_, _, Button::B) => Some(Key::ESCAPE),
            _ => arrow(button),
        }
    }
}
