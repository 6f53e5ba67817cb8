//! The way from an input to a key of the original: pages, commands, the cursor and the mouse.

use std::mem;

use chrono::Local;

use crate::desktop::assist::examine::Looked;
use crate::desktop::assist::travel::{Journey, has_item, known_stairs, step_to};
use crate::desktop::commands::{Action, Command, action_of, is_available};
use crate::desktop::input::Input;
use crate::desktop::pages::hints::{Click, click_at};
use crate::desktop::pages::leave::{self, fate};
use crate::desktop::pages::menu::Pointer;
use crate::desktop::pages::{Page, Response, Shown};
use crate::desktop::run::snapshot::first_in_view;
use crate::desktop::runs::facts::{RunEnd, RunFacts, seed_of_day};
use crate::desktop::runs::keeper::end_of;
use crate::desktop::session::{Mode, Session};
use crate::desktop::settings::{SETTINGS, Settings};
use crate::explorer::key_of;
use crate::game::{self, GameState};
use crate::key::Key;
use crate::map::{MAP_HEIGHT, Map, Pos};
use crate::support::save_slot::SaveSlot;

impl Session {
    /// Returns the key of the original that an input stands for. An input that is not for the game is handled
    /// here, and there is no key. [`Input::Fullscreen`] and the mouse in pixels are for the window and do
    /// nothing here.
    pub fn translate(&mut self, input: Input) -> Option<Key> {
        match input {
            // Inputs that came after the last one are ignored.
            _ if matches!(self.mode, Mode::Over) => {}
            Input::Close if self.warns_of_loss() => self.ask_to_leave(),
            Input::Quit | Input::Close => self.mode = Mode::Over,
            Input::Exposed => self.needs_redraw = true,
            ref input if self.is_busy() => self.stop_pressing(input),
            Input::Screenshot => self.want_screenshot(),
            Input::Fullscreen | Input::MouseAt(..) | Input::MousePressed(..) => {}
            Input::Hover(tile) => self.hover(tile, None),
            Input::HoverPanel(tile) => self.hover(None, Some(tile)),
            Input::ClickPanel(tile) => return self.click_panel(tile),
            Input::Dropped(path) => self.watch(&path, None),
            ref input if self.replay_takes(input) => return self.control_replay(input),
            Input::Key { key, physical, shift, repeat } => {
                return self.press_key((key, physical), shift, repeat);
            }
            Input::Pad { on_map, elsewhere } => {
                let (state, has_page) = (self.run.game.state(), self.page.is_some());
                let key = match state {
                    GameState::Playing if !has_page && self.examine.cursor.is_none() => Some(on_map),
                    GameState::Dead | GameState::Won if !has_page => elsewhere.map(|_| Key::SPACE),
                    _ => elsewhere,
                };
                return self.press_named(key?);
            }
            Input::Click(tile) => return self.click(tile),
            Input::Examine(tile) => self.examine_tile(tile, true),
            Input::Wheel(up) => return self.turn_wheel(up),
        }
        None
    }

    /// Handles a key of a hint or of a game pad, where the full stop stands for the sign above it.
    fn press_named(&mut self, key: Key) -> Option<Key> {
        self.translate(Input::Key { key, physical: key, shift: key == Key::PERIOD, repeat: false })
    }

    /// Handles a key: what is printed on it, and the physical key.
    pub(super) fn press_key(
        &mut self,
        (key, physical): (Key, Key),
        shift: bool,
        repeat: bool,
    ) -> Option<Key> {
        // Shift alone does nothing: it may be the beginning of another key.
        if key.is_modifier() {
            return None;
        }
        if matches!(self.page, Some(Page::Leave(..))) && !leave::handles(self.run.game.part(), key) {
            self.set_page(None);
        }
        let on_page = self.page.is_some();
        let on_map = self.run.game.state() == GameState::Playing && !on_page;
        let own = self.settings().keys.iter().find(|(own, _)| on_map && *own == key);
        let (key, physical) = match own.map(|(_, action)| *action) {
            Some(Action::Press(key)) => (key, key),
            Some(action) => {
                let (part, state) = (self.run.game.part(), self.run.game.state());
                let is_possible = !repeat && is_available(action, part, state);
                return if is_possible { self.act_on_map(action) } else { None };
            }
            None => (key, physical),
        };
        let in_list =
            matches!(self.run.game.state(), GameState::Inventory | GameState::ClassSelect) && !on_page;
        let chooses = matches!(key, Key::RETURN | Key::KEYPAD_ENTER) && !repeat;
        if in_list && (chooses || matches!(key, Key::UP | Key::DOWN)) {
            let key = self.point(|pointer, menu| pointer.turn(key, menu))?;
            return self.press_key((key, key), false, false);
        }
        let key = match on_map {
            true => Key::on_map(physical, key)?,
            false if on_page => key,
            false => key.off_map(),
        };
        // Keys that are held down walk and move pointers. Everything else happens once, or a held Escape
        // would close screens and quit, and a held arrow a notice that was not read.
        let moves = on_map || self.page.as_ref().is_some_and(|page| !page.closes_by_any_key());
        if repeat && !(moves && game::direction(key.walking()).is_some()) {
            return None;
        }
        if on_page {
            return self.turn_page(key);
        }
        if self.examine.cursor.is_some() {
            return self.move_cursor(key, shift);
        }
        if repeat {
            let Some(stop) = self.walk.refusal(key, &self.run.game) else { return Some(key) };
            // While the key is held, the text is shown once.
            if self.examine.text().is_none() {
                self.show_text(stop);
            }
            return None;
        }
        // Escape leaves one thing at a time.
        let leaves = key == Key::ESCAPE && (self.walk.journey().is_some() || self.examine.text().is_some());
        self.begin_input();
        if leaves {
            return None;
        }
        match self.action_of(key, shift) {
            Some(action) => self.act(action),
            None => match game::direction(key).filter(|_| shift && on_map) {
                Some(step) if !self.set_out(Journey::Run(step)) => None,
                _ => Some(key),
            },
        }
    }

    /// Returns what a key does on the screen that is shown, if the table of keys has it.
    pub(super) fn action_of(&self, key: Key, shift: bool) -> Option<Action> {
        action_of(key, shift, self.run.game.part(), self.run.game.state())
    }

    /// Does what a line of the table of keys says on the map. The cursor stays below what only shows
    /// something.
    fn act_on_map(&mut self, action: Action) -> Option<Key> {
        if self.examine.cursor.is_none() || !action.only_shows() {
            self.begin_input();
        }
        self.act(action)
    }

    /// Does what a line of the table of keys says, or asks before. Returns the key of the original that it
    /// stands for, if it is one.
    pub(super) fn act(&mut self, action: Action) -> Option<Key> {
        match action {
            Action::Press(key) if self.asks_before(key) => {
                self.ask_to_leave();
                None
            }
            Action::Press(key) => Some(key),
            Action::Give(command) => self.obey(command),
        }
    }

    /// Takes a screenshot, without the text that an earlier one left. Like any other key, F12 closes a
    /// notice.
    fn want_screenshot(&mut self) {
        if self.page.as_ref().is_some_and(Page::closes_by_any_key) {
            self.set_page(None);
        } else {
            self.examine.end_text();
            (self.needs_redraw, self.report.wants_screenshot) = (true, true);
        }
    }

    /// Lets the pointer of the menu or of the pack change. Returns the key of a line that it chose.
    fn point(&mut self, change: impl FnOnce(&mut Pointer, &Shown) -> Option<Key>) -> Option<Key> {
        let mut pointer = self.pointer;
        let key = change(&mut pointer, &self.shown());
        (self.pointer, self.needs_redraw) = (pointer, true);
        key
    }

    /// What an input of the player ends: a journey, a text, and the pointer.
    pub(super) fn begin_input(&mut self) {
        self.walk.interrupt();
        self.needs_redraw |= self.examine.end() | self.pointer.hide();
    }

    /// Begins a journey, or tells why it cannot begin. Returns true if it begins.
    pub(super) fn set_out(&mut self, journey: Journey) -> bool {
        let begun = self.walk.begin(journey, &self.run.game);
        begun.map_err(|stop| self.show_text(stop)).is_ok()
    }

    /// Returns true for a key that does something only after another one: Escape and, in parts without
    /// classes, Space open the menu of a living run. A run in which nothing was done is left at once there.
    fn asks_before(&self, key: Key) -> bool {
        let (part, is_played) = (self.run.game.part(), self.run.game.state() == GameState::Playing);
        match key {
            Key::ESCAPE => is_played && (part.has_classes() || self.run.is_worth_keeping()),
            Key::SPACE => {
                is_played && part.has_monsters() && !part.has_classes() && self.run.is_worth_keeping()
            }
            _ => false,
        }
    }

    /// Opens the menu of a living run, which says what becomes of the run if it is left now.
    fn ask_to_leave(&mut self) {
        let may_save = matches!(self.run.game.slot(), SaveSlot::File(_));
        let has_begun = self.run.is_worth_keeping();
        let fate = fate(self.run.game.part(), has_begun, self.files.check(&self.run), may_save);
        self.set_page(Some(Page::Leave(0, fate)));
    }

    /// Returns true if closing the window would lose the run, and the player does not know it.
    fn warns_of_loss(&self) -> bool {
        let is_lost = self.run.is_worth_keeping() && self.files.check(&self.run).is_err();
        is_lost && !self.is_replay() && !matches!(self.page, Some(Page::Leave(..)))
    }

    /// Points at a tile of the page. Returns the key that a click there stands for.
    fn point_on_page(&mut self, tile: Pos) -> Option<Key> {
        let mut page = self.page.take()?;
        let key = page.point(tile, &self.shown(), self.frame.0.rows());
        (self.page, self.needs_redraw) = (Some(page), true);
        key
    }

    /// Gives a key to the page that is shown. Returns a key of the original if the page asks for it.
    fn turn_page(&mut self, key: Key) -> Option<Key> {
        let page = self.page.take()?;
        self.needs_redraw = true;
        self.examine.end_text();
        let other = match key {
            Key::F1 => Some(Page::Help(usize::from(self.is_replay()))),
            Key::F2 => Some(Page::Settings(0)),
            _ => None,
        };
        if let Some(other) =
            other.filter(|_| !page.closes_by_any_key() && !page.is_shown_by(key, &self.shown()))
        {
            self.page = Some(other);
            // Neither of them leads back to the other.
            if !matches!(page, Page::Help(_) | Page::Settings(_)) {
                self.behind = Some(page);
            }
            return None;
        }
        match page.press(key, &self.shown(), self.frame.0.rows()) {
            Response::Show(page) => self.page = Some(page),
            Response::Close => self.page = self.behind.take(),
            Response::Begin(seed) => self.begin(Some(seed)),
            Response::Press(key) => return Some(key),
            Response::Act(action) => {
                self.begin_input();
                return self.act(action);
            }
            Response::Share(page) => {
                self.page = Some(page);
                return self.obey(Command::Share);
            }
            Response::Step(number, forward) => {
                self.page = Some(Page::Settings(number));
                self.change_settings(|settings| SETTINGS[number].step(settings, forward));
            }
            Response::Choose(choice, list) => self.choose_run(choice, list),
        }
        None
    }

    /// Does what a command says. Returns the key of the original that it stands for, if it is one.
    pub(super) fn obey(&mut self, command: Command) -> Option<Key> {
        match command {
            Command::Explore => _ = self.set_out(Journey::Explore),
            Command::GoToStairs if known_stairs(&self.run.game) == Some(self.run.game.player().pos) => {
                return Some(Key::PERIOD);
            }
            Command::GoToStairs => _ = self.set_out(Journey::Stairs),
            Command::Look => self.examine_tile(self.run.game.player().pos, false),
            Command::Continue => {
                let run = self.files.offered().map(|run| run.path().to_owned());
                run.into_iter().for_each(|path| self.resume(&path));
            }
            Command::Seed => self.set_page(Some(Page::Seed(None))),
            Command::OfDay => self.begin(Some(seed_of_day(Local::now().date_naive()))),
            Command::Again => match self.run.history.tally.seed {
                Some(seed) => self.begin(Some(seed)),
                None => self.show_text("The seed of this dungeon is not known."),
            },
            Command::Share => {
                self.share(RunFacts::of(&self.run).shared(end_of(&self.run.game).unwrap_or(RunEnd::Open)))
            }
            Command::MainMenu => self.begin(None),
            Command::Runs => self.show_runs(),
            // The second page has the keys of a replay.
            Command::Help => self.set_page(Some(Page::Help(usize::from(self.is_replay())))),
            Command::Messages => self.set_page(Some(Page::Messages(0))),
            Command::Settings => self.set_page(Some(Page::Settings(0))),
            Command::Steps if self.is_plain && !self.is_replay() => self.set_page(Some(Page::AskSteps)),
            Command::Steps => self.set_page(Some(Page::Steps(0, 0))),
            Command::Summary => self.set_page(Some(Page::Summary)),
            Command::NextView => return Some(Key::V),
            Command::Screenshot => self.want_screenshot(),
            Command::Sound => {
                self.change_settings(|settings| settings.mute = !settings.mute);
                self.report.switched_sounds = true;
            }
        }
        None
    }

    /// Copies a line to the clipboard, and shows it.
    pub(super) fn share(&mut self, line: String) {
        self.show_text(format!("Copied: {line}"));
        self.report.shared = Some(line);
    }

    /// Changes the player's settings, and keeps them.
    pub fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.preferences.settings);
        self.needs_redraw = true;
        let kept = self.preferences.keep();
        self.warn_of(kept);
    }

    /// A key while the map is examined. Return goes to the tile of the cursor. Other keys with a meaning act
    /// here too.
    fn move_cursor(&mut self, key: Key, shift: bool) -> Option<Key> {
        self.needs_redraw = true;
        match self.examine.press(key, shift, &self.run.game) {
            Looked::Moved => None,
            Looked::Chose(target) => self.go_to(target),
            Looked::OtherKey => {
                let action = self.action_of(key, shift)?;
                self.act_on_map(action)
            }
        }
    }

    /// Goes to a tile. With a monster in view the player decides on each step, so this is a single one.
    fn go_to(&mut self, target: Pos) -> Option<Key> {
        if first_in_view(&self.run.game).is_none() {
            self.set_out(Journey::To(target));
            return None;
        }
        step_to(&self.run.game, target).map_err(|stop| self.show_text(stop)).ok()
    }

    /// The mouse is over another tile of the window, or of the panel. On pages and lists it chooses the line.
    fn hover(&mut self, tile: Option<Pos>, on_panel: Option<Pos>) {
        let before = mem::replace(&mut self.panel_mouse, on_panel);
        if before.map(|tile| tile.y) != on_panel.map(|tile| tile.y) {
            // What the mouse examines in a row of the panel is over.
            self.examine.cursor = self.examine.cursor.filter(|_| !self.examine.by_mouse);
            self.needs_redraw = true;
        }
        let has_moved = mem::replace(&mut self.mouse, tile) != tile;
        if let Some(page) = &self.page {
            self.needs_redraw |= has_moved;
            // In the list of runs the hints are about the chosen run, and the mouse passes other runs on the
            // way to them.
            let is_runs = matches!(page, Page::Runs(_));
            tile.filter(|_| has_moved && !is_runs).and_then(|tile| self.point_on_page(tile));
        } else if self.run.game.state() == GameState::Playing {
            self.needs_redraw |= self.examine.hover(tile);
        } else if has_moved {
            self.point(|pointer, menu| pointer.hover(tile, menu));
        }
    }

    /// A click chooses a line or a hint. On the map it attacks or steps next to the player, and travels
    /// elsewhere. On the player's numbers below the map it shows the keys, and on the messages shows them
    /// all.
    fn click(&mut self, tile: Pos) -> Option<Key> {
        // What can be clicked may have changed since it was drawn.
        if self.needs_redraw {
            self.render();
        }
        self.hover(Some(tile), None);
        let hint = match click_at(&self.frame.1, tile) {
            Some(Click::Press(key)) => Some(key),
            Some(thing) => return self.click_thing(thing),
            None => None,
        };
        if let Some(page) = &self.page {
            let closes = page.closes_by_any_key() || *page == Page::Map;
            let key = self.point_on_page(tile).or(hint).or(closes.then_some(Key::ESCAPE))?;
            return self.turn_page(key);
        }
        if self.run.game.state() != GameState::Playing {
            let key = self.point(|pointer, menu| pointer.hover(Some(tile), menu)).or(hint)?;
            return self.press_key((key, key), false, false);
        }
        self.begin_input();
        let game = &self.run.game;
        let here = game.player().pos;
        if tile.y > MAP_HEIGHT {
            return self.obey(Command::Messages);
        }
        if tile.y == MAP_HEIGHT || !game.part().has_player() {
            self.set_page(Some(Page::Help(0)));
            return None;
        }
        if tile == here {
            return self.click_hero();
        }
        key_of(Pos::new(tile.x - here.x, tile.y - here.y)).or_else(|| self.go_to(tile))
    }

    /// A click on the player's own tile takes the stairs, or steps off and on again to pick up what lies
    /// there. Elsewhere it shows the keys, and in a fight that a monster is in view.
    fn click_hero(&mut self) -> Option<Key> {
        let game = &self.run.game;
        if known_stairs(game) == Some(game.player().pos) {
            return Some(Key::PERIOD);
        }
        if has_item(game, game.player().pos) || first_in_view(game).is_some() {
            self.set_out(Journey::Explore);
        } else {
            self.set_page(Some(Page::Help(0)));
        }
        None
    }

    /// Shows the cursor on a tile of the map.
    fn examine_tile(&mut self, tile: Pos, by_mouse: bool) {
        let (part, state) = (self.run.game.part(), self.run.game.state());
        let can_look = is_available(Action::Give(Command::Look), part, state);
        if can_look && self.page.is_none() && Map::in_bounds(tile) {
            self.begin_input();
            self.examine.begin(tile, by_mouse);
            self.needs_redraw = true;
        }
    }

    /// A click on the panel chooses a hint, or uses an item of the pack.
    fn click_panel(&mut self, tile: Pos) -> Option<Key> {
        match click_at(&self.panel.1, tile)? {
            Click::Press(key) => self.press_named(key),
            thing => self.click_thing(thing),
        }
    }

    /// A click on a thing that the panel or a page lists. It opens the pack and returns the letter that uses
    /// an item, examines a monster, goes to what lies on the map, or does what a line of the keys says.
    fn click_thing(&mut self, thing: Click) -> Option<Key> {
        let is_there = self.run.game.state() == GameState::Playing || matches!(thing, Click::Act(_));
        if !is_there || !matches!(self.mode, Mode::Playing) {
            return None;
        }
        self.begin_input();
        self.set_page(None);
        match thing {
            Click::Press(key) => return Some(key),
            Click::Use(letter) => {
                self.press(Key::I);
                return Some(letter);
            }
            Click::Examine(tile) => self.examine_tile(tile, true),
            Click::GoTo(tile) => return self.go_to(tile),
            Click::Act(action) => return self.act(action),
        }
        None
    }

    /// The wheel turns pages, moves the pointer of lists, and shows the messages of the run.
    fn turn_wheel(&mut self, up: bool) -> Option<Key> {
        match (&self.page, self.run.game.state()) {
            (Some(page), _) if page.closes_by_any_key() => None,
            (Some(_), _) => self.turn_page(if up { Key::UP } else { Key::DOWN }),
            (None, GameState::Playing) if up && self.run.game.part().has_melee() => {
                self.begin_input();
                self.obey(Command::Messages)
            }
            (None, GameState::Playing) => None,
            (None, _) => {
                let key = if up { Key::UP } else { Key::DOWN };
                self.press_key((key, key), false, false)
            }
        }
    }
}
