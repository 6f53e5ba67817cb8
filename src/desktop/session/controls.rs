//! The way from an input to a key of the original: pages, commands, the cursor and the mouse.

use crate::desktop::assist::travel::{Journey, key_of, known_stairs};
use crate::desktop::input::Input;
use crate::desktop::input::commands::{Command, command_of};
use crate::desktop::pages::{Answer, Page, Shown};
use crate::desktop::session::Session;
use crate::desktop::session::buttons::Way;
use crate::desktop::session::run::{Mode, PlayedRun};
use crate::game::{self, GameState};
use crate::key::Key;
use crate::map::{MAP_HEIGHT, Pos};

impl Session {
    /// Returns the key of the original that an input stands for. An input that is not for the game is handled
    /// here, and there is no key. [`Input::Fullscreen`] and the mouse in pixels are for the window and do
    /// nothing here.
    pub fn translate(&mut self, input: Input) -> Option<Key> {
        match input {
            // Inputs that came after the last one are ignored.
            _ if matches!(self.mode, Mode::Over) => {}
            Input::Quit => self.mode = Mode::Over,
            Input::Exposed => self.needs_redraw = true,
            // Like any other key, F12 closes a notice.
            Input::Screenshot => self.set_page(None),
            Input::Fullscreen | Input::MouseAt(..) | Input::MousePressed(..) => {}
            Input::Hover(tile) => self.hover(tile),
            _ if self.replay_takes(input) => return self.control_replay(input),
            Input::Key { key, place, shift, repeat } => {
                return self.translate_key((key, place), shift, repeat);
            }
            Input::Pad(button) => return self.translate_button(button, Way::Pressed),
            Input::PadHeld(button) => return self.translate_button(button, Way::Held),
            Input::PadRun(button) => return self.translate_button(button, Way::Run),
            Input::Click(tile) => return self.click(tile),
        }
        None
    }

    /// `place` is the key at the same place of an American keyboard.
    pub(super) fn translate_key(
        &mut self,
        (key, place): (Key, Key),
        shift: bool,
        repeat: bool,
    ) -> Option<Key> {
        let on_map = self.run.game.state() == GameState::Playing && self.page.is_none();
        let key = if on_map { Key::on_map(place, key)? } else { key.off_map() };
        // Keys that are held down walk. Everything else happens once, or a held Escape would close screens
        // and quit.
        if repeat && !(on_map && game::direction(key).is_some()) {
            return None;
        }
        // Shift alone does nothing: it may be the beginning of another key.
        if key.is_modifier() || self.page.is_some() {
            return self.turn_page(key);
        }
        if self.examine.has_cursor() {
            self.move_cursor(key, shift);
            return None;
        }
        if repeat {
            return Some(key).filter(|_| self.walk.repeats());
        }
        self.begin_input();
        match command_of(key, shift, self.run.game.part(), self.run.game.state()) {
            Some(command) => self.obey(command),
            None => {
                if shift
                    && on_map
                    && let Some(step) = game::direction(key)
                {
                    self.walk.begin(Journey::Run(step));
                }
                if self.would_end_run(key) {
                    self.set_page(Some(Page::Ask(key)));
                    return None;
                }
                Some(key)
            }
        }
    }

    /// What an input of the player ends: a journey, a text, and the pointer of a pad.
    pub(super) fn begin_input(&mut self) {
        self.walk.interrupt();
        self.needs_redraw |= self.examine.end() | self.pointer.hide();
    }

    /// Returns true if a key ends a run for good: in parts with monsters and without saves, once a turn was
    /// taken.
    fn would_end_run(&self, key: Key) -> bool {
        let part = self.run.game.part();
        let ends = key == Key::ESCAPE || key == Key::SPACE && !part.has_classes();
        ends && part.has_monsters()
            && !part.has_saves()
            && self.run.game.state() == GameState::Playing
            && self.run.history.has_turns()
    }

    /// Gives a key to the page that is shown. Returns a key of the original if the page asks for it.
    pub(super) fn turn_page(&mut self, key: Key) -> Option<Key> {
        if key.is_modifier() {
            return None;
        }
        let PlayedRun { game, history, .. } = &self.run;
        let shown = Shown { game, history, settings: &self.preferences.settings };
        let answer = self.page.take()?.press(key, &shown, self.frame.rows());
        self.needs_redraw = true;
        match answer {
            Answer::Show(page) => self.page = Some(page),
            Answer::Close => {}
            Answer::Press(key) => return Some(key),
            Answer::Give(command) => {
                self.begin_input();
                return self.obey(command);
            }
            Answer::Set(settings, page) => {
                self.page = Some(page);
                self.preferences.settings = settings;
                self.keep_settings();
            }
            Answer::Choose(choice, list) => self.choose_run(choice, list),
        }
        None
    }

    /// Does what a command says. Returns the key of the original that it stands for, if it is one.
    pub(super) fn obey(&mut self, command: Command) -> Option<Key> {
        match command {
            Command::Explore => self.walk.begin(Journey::Explore),
            Command::GoToStairs if known_stairs(&self.run.game) == Some(self.run.game.player().pos) => {
                return Some(Key::PERIOD);
            }
            Command::GoToStairs => self.walk.begin(Journey::Stairs),
            Command::Look => {
                self.examine.begin(self.run.game.player().pos);
                self.needs_redraw = true;
            }
            Command::Messages => self.set_page(Some(Page::Messages(0))),
            Command::Panel => self.set_page(Some(Page::Panel)),
            Command::Summary => self.set_page(Some(Page::Summary)),
            Command::Continue => self.resume_offer(),
            Command::Runs => self.show_runs(),
            Command::NextView => self.next_algorithm(),
            Command::Help => self.set_page(Some(Page::Help(0))),
            Command::Settings => self.set_page(Some(Page::Settings(0))),
            Command::Sound => {
                let mute = &mut self.preferences.settings.mute;
                *mute = !*mute;
                let state = if *mute { "off" } else { "on" };
                self.tell(format!("Sounds are {state}."));
                self.keep_settings();
            }
        }
        None
    }

    /// The window is fullscreen from now on, or not any more. The next one begins like that.
    pub fn keep_fullscreen(&mut self, fullscreen: bool) {
        self.preferences.settings.fullscreen = fullscreen;
        self.needs_redraw = true;
        self.keep_settings();
    }

    fn keep_settings(&mut self) {
        if let Err(error) = self.preferences.keep() {
            self.warn(error.to_string());
        }
    }

    /// A key while the map is examined. Return goes to the tile of the cursor.
    pub(super) fn move_cursor(&mut self, key: Key, shift: bool) {
        self.needs_redraw = true;
        if let Some(target) = self.examine.press(key, shift) {
            self.walk.begin(Journey::To(target));
        }
    }

    /// The mouse is over another tile of the window.
    fn hover(&mut self, tile: Option<Pos>) {
        let on_map = self.run.game.state() == GameState::Playing && self.page.is_none();
        self.needs_redraw |= self.examine.hover(tile) && on_map;
    }

    /// A click closes a page, attacks or steps next to the player, and travels elsewhere.
    fn click(&mut self, tile: Pos) -> Option<Key> {
        if self.page.is_some() {
            self.set_page(None);
            return None;
        }
        self.begin_input();
        if self.run.game.state() != GameState::Playing || tile.y >= MAP_HEIGHT {
            return None;
        }
        let here = self.run.game.player().pos;
        let key = key_of(Pos::new(tile.x - here.x, tile.y - here.y));
        if key.is_none() {
            self.walk.begin(Journey::To(tile));
        }
        key
    }
}
